"""One photo of laid piles: the view, the table, the cards, what lies about, the light, the camera, the labels."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import Face
from tablesynth.dealt.dealing import BENT_SHARE, MOST_BENT, bent, deal
from tablesynth.dealt.layouts import LaidPile
from tablesynth.dealt.shoe import OpenedDeck
from tablesynth.dealt.sleeves import draw_sleeves
from tablesynth.labels import CardLabel, PileLabel
from tablesynth.marking import label_card
from tablesynth.photo import light
from tablesynth.photo.camera import Camera, View, aim, extent
from tablesynth.photo.compose import NOTHING, Canvas, Shadow, mapped
from tablesynth.things.scenery import draw_scenery
from tablesynth.things.strewing import Ground, cover, strew, strew_prints
from tablesynth.things.surfaces import draw_surface

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Edge:
    """A table's edge: how far it is from where the camera looks, card widths, and what share of the light lies beyond,
    each from and to.
    """

    away: tuple[float, float]
    light: tuple[float, float]


BESIDE_FLOOR, AMID_SCENERY = Edge((1.5, 6), (0.3, 0.9)), Edge((-9, 6), (0.6, 1))
"""Tables on a floor, and amid scenery, on which the cards themselves lie where the edge is nearer than they are."""

ASPECTS = ((4, 3), (3, 4), (16, 9), (9, 16), (1, 1), (3, 2), (2, 3))


@dataclass(frozen=True)
class Habits:
    """How often photos are of a kind that few are, as shares of all.

    low: taken from low down, as by one who sits at the table: tilted by 40 to 65 degrees, else by 45 at most and seldom
    by more than 25. sleeved: of cards in clear sleeves. scenery: that show a part of the world, beyond the table's edge
    or as what the cards lie on. untidy: of books and other piles that are squared up carelessly, so that cards beneath
    peep out.
    """

    low: float = 0.0
    sleeved: float = 0.0
    scenery: float = 0.0
    untidy: float = 0.0


USUAL = Habits()
"""Nobody sits, no card is sleeved, nothing but the table shows, and who squares a book up takes care."""


@dataclass(frozen=True)
class Wish:
    """What a photo is to be like.

    card_px: width of a card in the photo, as far as it fits. size: width and height in px, or None for what the
    cards need, up to ``longest`` px. whole: True for a photo taken to score by: every card inside, nothing lying over
    one, red and black told apart.
    straight: how likely the phone is held squarely to the player's side.
    """

    split: str
    card_px: float
    size: tuple[int, int] | None
    longest: int
    whole: bool
    straight: float
    habits: Habits = USUAL


@dataclass(frozen=True)
class Photo:
    """image: (H, W, 3) uint8 BGR as exposed; cards and piles: its labels."""

    image: NDArray[np.uint8]
    cards: tuple[CardLabel, ...]
    piles: tuple[PileLabel, ...]


def photograph(
    rng: np.random.Generator, piles: tuple[LaidPile, ...], decks: tuple[OpenedDeck, ...], wish: Wish
) -> Photo:
    """Take a photo of piles laid from the given decks."""
    untidy = wish.habits.untidy > 0 and rng.random() < wish.habits.untidy
    soft = 0.0 if wish.whole else float(rng.choice((0.0, 0.03, 0.08), p=(0.7, 0.2, 0.1)))
    placed = deal(rng, piles, decks, soft, untidy=untidy)
    if rng.random() < BENT_SHARE:
        placed = bent(rng, placed, MOST_BENT / 2 if wish.whole else MOST_BENT)
    camera, card_px = stand(rng, np.concatenate([card.corners for card in placed]), wish)
    canvas = Canvas(_table(rng, camera, card_px, wish))
    shadow = draw_shadow(rng, card_px)
    ground = Ground(canvas, camera, shadow, tuple(placed), wish.split, clear=wish.whole)
    strew(rng, ground)
    strew_prints(rng, ground)
    quads = [camera.project(card.corners) for card in placed]
    curls = [card.curl(camera) for card in placed]
    sleeves = None
    if wish.habits.sleeved > 0 and rng.random() < wish.habits.sleeved:
        sleeves = draw_sleeves(rng, max(deck.aspect for deck in decks))
    for number, (card, quad, curl) in enumerate(zip(placed, quads, curls, strict=True)):
        tone = float(np.clip(rng.normal(1, 0.02), 0.9, 1.05))
        canvas.paint(card.printed.image, quad, number if card.pile != NOTHING else NOTHING, shadow, tone, curl)
        if sleeves is not None:
            film = sleeves.pictures[int(rng.integers(len(sleeves.pictures)))]
            canvas.paint(film, camera.project(sleeves.about(card.corners)), curl=curl)
    if not wish.whole:
        cover(rng, ground)
    # In a grey photo nobody can tell a red 3 from a black one.
    threes = any(card.printed.face in (Face.RED_THREE, Face.BLACK_THREE) for card in placed)
    image = exposed(rng, canvas, card_px, fair=wish.whole, coloured=threes)
    labels = (
        label_card(card.printed, quad, number, card.pile, canvas.seen, curl, image)
        for number, (card, quad, curl) in enumerate(zip(placed, quads, curls, strict=True))
        if card.pile != NOTHING
    )
    return Photo(image, tuple(label for label in labels if label is not None), labels_of(piles))


def exposed(
    rng: np.random.Generator, canvas: Canvas, card_px: float, *, fair: bool, coloured: bool = False
) -> NDArray[np.uint8]:
    """Return what a camera makes of a painted table, as ``light.expose``; where it is blown out no card is seen."""
    glare = light.draw_glare(rng, canvas.seen != NOTHING, card_px)
    if glare is not None:
        canvas.seen[glare.blown_out] = NOTHING
    height, width = canvas.image.shape[:2]
    field = light.light_field(rng, width, height, fair=fair)
    return light.expose(rng, canvas.image, field, glare, card_px, fair=fair, coloured=coloured)


def labels_of(piles: Iterable[LaidPile]) -> tuple[PileLabel, ...]:
    """Return the labels of piles."""
    return tuple(PileLabel(pile.zone, pile.kind.value, pile.squared, pile.cards) for pile in piles)


def stand(rng: np.random.Generator, points: Floats, wish: Wish) -> tuple[Camera, float]:
    """Choose where the phone is and how large the photo; return the camera and the width of a card in px."""
    way = rng.random()
    if way < wish.straight:
        turn = float(rng.normal(0, 0.1))
    elif way < wish.straight + (1 - wish.straight) * 0.3:
        turn = float(rng.integers(4)) * np.pi / 2 + float(rng.normal(0, 0.07))
    else:
        turn = float(rng.uniform(0, 2 * np.pi))
    low = wish.habits.low > 0 and rng.random() < wish.habits.low
    least, most = (40, 65) if low else (0, 25 if rng.random() < 0.75 else 45)
    tilt = float(rng.uniform(np.deg2rad(least), np.deg2rad(most)))
    wide = float(np.ptp(points[:, :2], axis=0).max())
    height = max(float(rng.uniform(3.5, 11)), wide * float(rng.uniform(1.1, 2.0)))
    view = View(turn, tilt, height, float(np.clip(rng.normal(0, 0.02), -0.05, 0.05)))
    across, down = extent(points, view)
    focal = wish.card_px * height
    fill = float(rng.uniform(0.72, 0.95))
    size = wish.size or _size(rng, (across * focal / fill, down * focal / fill), wish)
    fits = fill * min(size[0] / across, size[1] / down)
    shortest = 0.0 if wish.whole else 24.0 * height
    focal = max(min(focal, fits * (1.0 if wish.whole else float(rng.uniform(1.0, 1.25)))), shortest)
    # A phone that sees almost to the horizon would need a table without end.
    if low:
        focal = max(focal, min(size[1] / 2 / np.tan(np.deg2rad(83) - tilt), fits))
    else:
        focal = max(focal, float(np.hypot(*size)) / 2 / np.tan(np.deg2rad(76) - tilt))
    spare = np.maximum(
        np.array([size[0] - across * focal, size[1] - down * focal]), 0.1 * np.array(size) * (not wish.whole)
    )
    shift = rng.uniform(-0.45, 0.45, 2) * spare
    camera = aim(points, view, size, focal, (float(shift[0]), float(shift[1])))
    return camera, focal / height


def _size(rng: np.random.Generator, needed: tuple[float, float], wish: Wish) -> tuple[int, int]:
    """Return a photo size of a usual shape that holds the cards, 640 px to the longest allowed."""
    fits = sorted(ASPECTS, key=lambda shape: abs(np.log(shape[0] / shape[1] * needed[1] / needed[0])))
    shape = (
        fits[int(rng.choice(3, p=(0.5, 0.3, 0.2)))] if rng.random() < 0.7 else ASPECTS[int(rng.integers(len(ASPECTS)))]
    )
    unit = max(needed[0] / shape[0], needed[1] / shape[1])
    longer = float(np.clip(unit * max(shape), 640, wish.longest))
    scale = longer / max(shape)
    return round(shape[0] * scale), round(shape[1] * scale)


def _table(rng: np.random.Generator, camera: Camera, card_px: float, wish: Wish) -> NDArray[np.uint8]:
    """Return the bare table in the photo, now and then with its edge and the floor, or the world, beyond it."""
    image = covered(rng, camera, card_px, wish.split)
    if wish.habits.scenery > 0 and rng.random() < wish.habits.scenery:
        world = draw_scenery(rng, wish.split, (camera.width, camera.height))
        if world is not None:
            return _with_beyond(rng, camera, image, world, AMID_SCENERY)
    if rng.random() < 0.2:
        return _with_beyond(rng, camera, image, covered(rng, camera, card_px, wish.split), BESIDE_FLOOR)
    return image


def _with_beyond(
    rng: np.random.Generator, camera: Camera, image: NDArray[np.uint8], beyond: NDArray[np.uint8], edge: Edge
) -> NDArray[np.uint8]:
    """Return the table with what lies beyond its edge."""
    angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(*edge.away)
    line = np.array([np.cos(angle), np.sin(angle), 0])
    line[2] = -(line[:2] @ camera.target[:2]) - far
    a, b, c = np.linalg.inv(camera.plane).T @ line
    away = a * np.arange(camera.width)[None, :] + b * np.arange(camera.height)[:, None] + c
    image[away > 0] = (beyond * float(rng.uniform(*edge.light))).astype(np.uint8)[away > 0]
    return image


def covered(rng: np.random.Generator, camera: Camera, card_px: float, split: str) -> NDArray[np.uint8]:
    """Return the bare table in the photo; the same random numbers give the same table under another camera."""
    texture = draw_surface(rng, split)
    image, span = texture.image, texture.span
    shrink = min(card_px * span / image.shape[1], 1.0)
    if shrink < 0.9:
        size = (max(int(image.shape[1] * shrink), 8), max(int(image.shape[0] * shrink), 8))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    per_px = span / image.shape[1]
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn) * per_px, np.sin(turn) * per_px
    start = rng.uniform(-20, 20, 2)
    laid = camera.plane @ np.array([[c, -s, start[0]], [s, c, start[1]], [0, 0, 1]])
    # It repeats, mirrored, every two pictures: the one that lies in the photo's middle is soonest found.
    twice = 2 * np.array([image.shape[1], image.shape[0]])
    middle = mapped(np.linalg.inv(laid), np.array([camera.width, camera.height]) / 2)
    near = np.eye(3)
    near[:2, 2] = twice * np.round(middle / twice - 0.25)
    seen = cv2.warpPerspective(
        image, laid @ near, (camera.width, camera.height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(seen, np.uint8)


def draw_shadow(rng: np.random.Generator, card_px: float) -> Shadow:
    """Draw the contact shadow that every card of a photo casts."""
    dx, dy = rng.normal(0, 0.012, 2) * card_px
    return Shadow(float(rng.uniform(0.008, 0.04)) * card_px, float(dx), float(dy), float(rng.uniform(0.1, 0.55)))
