"""What lies about on the table: things under and beside the cards, print, hands that reach over them."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tablesynth.dealt.dealing import Placed, corners_at
from tablesynth.dealt.layouts import Pose
from tablesynth.photo.camera import Camera
from tablesynth.photo.compose import NOTHING, Canvas, Shadow, mapped, premultiplied
from tablesynth.things import clutter, prints

Floats = NDArray[np.float64]

PRINTED_SHARE = 0.5
"""Share of the photos about whose cards printed things lie; some of these lie under them or out of sight."""

APART = 2.5
"""Least distance of a thing's middle from that of a card where things must lie clear of cards, card widths."""


@dataclass(frozen=True)
class Ground:
    """The table on which things are strewn. clear: True where none may lie near a card, nor over one."""

    canvas: Canvas
    camera: Camera
    shadow: Shadow
    placed: tuple[Placed, ...]
    split: str
    clear: bool

    def keeps_off(self, at: Floats) -> bool:
        """Return whether a point, card widths, is too near a card for a thing to lie there."""
        return self.clear and any(float(np.hypot(*(card.corners[:, :2].mean(0) - at))) < APART for card in self.placed)


def strew(rng: np.random.Generator, ground: Ground) -> None:
    """Lay things on the table before the cards: the cards lie over them."""
    for _ in range(int(rng.choice((0, 1, 2, 3, 5), p=(0.4, 0.2, 0.15, 0.15, 0.1)))):
        at = _spot(rng, ground.camera)
        if not ground.keeps_off(at):
            _lay(ground, clutter.draw_thing(rng, ground.split), at, float(rng.uniform(0, 2 * np.pi)))


def strew_prints(rng: np.random.Generator, ground: Ground) -> None:
    """Lay printed things under and beside the cards, and large ones at the photo's edge."""
    if rng.random() >= PRINTED_SHARE:
        return
    for _ in range(int(rng.choice((1, 2, 3), p=(0.55, 0.3, 0.15)))):
        thing = prints.draw_print(rng, ground.split)
        angle = float(rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.integers(4) * np.pi / 2)
        if rng.random() < 0.4:
            at = _edge_spot(rng, ground.camera)
            thing = replace(thing, width=thing.width * float(rng.uniform(1.0, 2.2)))
        else:
            away, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.7, 1.2 + 0.5 * thing.width)
            card = ground.placed[int(rng.integers(len(ground.placed)))]
            at = card.corners[:, :2].mean(0) + reach * np.array([np.cos(away), np.sin(away)])
        if not ground.keeps_off(at):
            _lay(ground, thing, at, angle)


def cover(rng: np.random.Generator, ground: Ground) -> None:
    """Lay hands and things over the cards now and then."""
    while rng.random() < 0.2:
        card = ground.placed[int(rng.integers(len(ground.placed)))]
        at = card.corners[:, :2].mean(0) + rng.normal(0, 0.7, 2)
        angle = float(rng.uniform(0, 2 * np.pi))
        kind = rng.random()
        draw = prints.draw_print if kind > 0.9 else clutter.draw_thing
        thing = clutter.hand(rng) if kind < 0.6 else draw(rng, ground.split)
        if thing.image.shape[0] > 2 * thing.image.shape[1]:
            # A hand reaches in from the edge: its fingertips, not its middle, are at the card.
            reach = thing.width * thing.image.shape[0] / thing.image.shape[1] * 0.48
            at = at + reach * np.array([-np.sin(angle), np.cos(angle)])
        _lay(ground, thing, at, angle)


def _lay(ground: Ground, thing: clutter.Thing, at: Floats, angle: float) -> None:
    lay_thing(ground.canvas, ground.camera, thing, at, angle, ground.shadow)


def lay_thing(
    canvas: Canvas,
    camera: Camera,
    thing: clutter.Thing,
    at: Floats,
    angle: float,
    shadow: Shadow,
) -> None:
    """Paint a thing whose middle lies at a point of the table, card widths, turned by radians."""
    corners = corners_at(Pose(0, 0, angle), thing.image.shape[0] / thing.image.shape[1], 0.0) * thing.width
    corners[:, :2] += at
    if thing.tall:
        shadow = Shadow(shadow.blur * 3 + 1, shadow.dx * 4, shadow.dy * 4, shadow.dark)
    canvas.paint(premultiplied(thing.image), camera.project(corners), NOTHING, shadow)


def _spot(rng: np.random.Generator, camera: Camera) -> Floats:
    """Return a point of the table that is in the photo, card widths."""
    pixel = rng.uniform(0, 1, 2) * (camera.width, camera.height)
    return mapped(np.asarray(np.linalg.inv(camera.plane), np.float64), pixel)


def _edge_spot(rng: np.random.Generator, camera: Camera) -> Floats:
    """Return a point of the table at the photo's edge, card widths."""
    along = float(rng.uniform(0, 1))
    spots = ((along, 0.0), (along, 1.0), (0.0, along), (1.0, along))
    pixel = np.array(spots[int(rng.integers(4))]) * (camera.width, camera.height)
    return mapped(np.asarray(np.linalg.inv(camera.plane), np.float64), pixel)
