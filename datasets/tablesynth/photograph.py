"""One photo of laid piles: the view, the table, the cards, what lies about, the light, the camera, the labels."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import Face
from tablesynth import clutter, light, prints
from tablesynth.camera import Camera, View, aim, extent
from tablesynth.compose import NOTHING, Canvas, Curl, Shadow, mapped, premultiplied
from tablesynth.labels import CardLabel, PileLabel
from tablesynth.layouts import LaidPile, Pose
from tablesynth.marking import label_card
from tablesynth.shoe import OpenedDeck, Print
from tablesynth.surfaces import draw_surface

Floats = NDArray[np.float64]

THICK = 0.006
"""Thickness of a card, card widths."""

BENT_SHARE, MOST_BENT = 0.12, 0.12
"""Share of the photos whose cards are bent, and how high a bent card's middle stands at most, card widths."""

PRINTED_SHARE = 0.5
"""Share of the photos about whose cards printed things lie; some of these lie under them or out of sight."""

ASPECTS = ((4, 3), (3, 4), (16, 9), (9, 16), (1, 1), (3, 2), (2, 3))


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


@dataclass(frozen=True)
class Photo:
    """image: (H, W, 3) uint8 BGR as exposed; cards and piles: its labels."""

    image: NDArray[np.uint8]
    cards: tuple[CardLabel, ...]
    piles: tuple[PileLabel, ...]


@dataclass(frozen=True)
class Placed:
    """A card to paint. corners: (4, 3) card widths, clockwise from its top left; pile: NOTHING for hidden ones.

    bulge: how high its middle stands over its edges, card widths, bent along the axis ``along``.
    """

    printed: Print
    corners: Floats
    pile: int
    bulge: float = 0.0
    along: int = 0

    def curl(self, camera: Camera) -> Curl | None:
        """Return how a camera sees the card's bend."""
        if not self.bulge:
            return None
        middle = self.corners.mean(0)
        dx, dy = camera.project(middle - np.array([0, 0, self.bulge])) - camera.project(middle)
        return Curl(float(dx), float(dy), self.along, 1.5 * self.bulge)


def photograph(
    rng: np.random.Generator, piles: tuple[LaidPile, ...], decks: tuple[OpenedDeck, ...], wish: Wish
) -> Photo:
    """Take a photo of piles laid from the given decks."""
    placed = _deal(
        rng, piles, decks, soft=0.0 if wish.whole else float(rng.choice((0.0, 0.03, 0.08), p=(0.7, 0.2, 0.1)))
    )
    if rng.random() < BENT_SHARE:
        placed = _bent(rng, placed, MOST_BENT / 2 if wish.whole else MOST_BENT)
    camera, card_px = stand(rng, np.concatenate([card.corners for card in placed]), wish)
    canvas = Canvas(_table(rng, camera, card_px, wish.split))
    shadow = draw_shadow(rng, card_px)
    _strew(rng, canvas, camera, wish, shadow, placed)
    _strew_prints(rng, canvas, camera, wish, shadow, placed)
    quads = [camera.project(card.corners) for card in placed]
    curls = [card.curl(camera) for card in placed]
    for number, (card, quad, curl) in enumerate(zip(placed, quads, curls, strict=True)):
        tone = float(np.clip(rng.normal(1, 0.02), 0.9, 1.05))
        canvas.paint(card.printed.image, quad, number if card.pile != NOTHING else NOTHING, shadow, tone, curl)
    if not wish.whole:
        _cover(rng, canvas, camera, wish, shadow, placed)
    glare = light.draw_glare(rng, canvas.seen != NOTHING, card_px)
    if glare is not None:
        canvas.seen[glare.blown_out] = NOTHING
    field = light.light_field(rng, camera.width, camera.height, fair=wish.whole)
    # In a grey photo nobody can tell a red 3 from a black one.
    threes = any(card.printed.face in (Face.RED_THREE, Face.BLACK_THREE) for card in placed)
    image = light.expose(rng, canvas.image, field, glare, card_px, fair=wish.whole, coloured=threes)
    labels = (
        label_card(card.printed, quad, number, card.pile, canvas.seen, curl)
        for number, (card, quad, curl) in enumerate(zip(placed, quads, curls, strict=True))
        if card.pile != NOTHING
    )
    return Photo(
        image,
        tuple(label for label in labels if label is not None),
        tuple(PileLabel(pile.zone, pile.kind.value, pile.squared, pile.cards) for pile in piles),
    )


def _deal(
    rng: np.random.Generator, piles: tuple[LaidPile, ...], decks: tuple[OpenedDeck, ...], soft: float
) -> list[Placed]:
    """Give every laid card a print, and list the cards from the lowest up, those squared beneath others too.

    soft: how far single cards tilt on a soft ground, radians.
    """
    shares = rng.dirichlet(np.full(len(decks), 2.0))
    placed = []
    for number, pile in enumerate(piles):
        for card in pile.laid:
            # A fetched deck may lack a face: it comes from another.
            able = np.array([card.face is None or card.face in deck.fronts for deck in decks])
            deck = decks[int(rng.choice(len(decks), p=shares * able / (shares * able).sum()))]
            lean = rng.normal(0, 0.35, 2)
            for depth in range(min(card.under, 4), 0, -1):
                beneath = deck.print_of(rng, card.face, card.ink)
                off = lean * depth * THICK + rng.normal(0, 0.006, 2)
                pose = Pose(card.pose.x + off[0], card.pose.y + off[1], card.pose.angle + rng.normal(0, 0.006))
                z = -THICK * (card.under - depth * card.under / 4)
                placed.append(Placed(beneath, corners_at(pose, deck.aspect, z), NOTHING))
            printed = deck.print_of(rng, card.face, card.ink)
            pose = card.pose
            if printed.turnable and rng.random() < 0.5:
                pose = Pose(pose.x, pose.y, pose.angle + np.pi)
            corners = corners_at(pose, deck.aspect, -THICK * card.under)
            if soft:
                slope = rng.normal(0, soft, 2)
                corners[:, 2] += (corners[:, :2] - corners[:, :2].mean(0)) @ slope
            placed.append(Placed(printed, corners, number))
    return placed


def _bent(rng: np.random.Generator, placed: list[Placed], most: float) -> list[Placed]:
    """Return the cards bent much alike, as a worn deck is: their middles up, or their ends."""
    along = int(rng.random() < 0.7)
    amount = float(rng.uniform(0.2, 1.0)) * most * (1 if rng.random() < 0.5 else -1)
    bent = []
    for card in placed:
        bulge = amount * float(rng.uniform(0.3, 1.0))
        corners = card.corners + np.array([0, 0, min(bulge, 0.0)])
        bent.append(replace(card, corners=corners, bulge=bulge, along=along))
    return bent


def corners_at(pose: Pose, aspect: float, z: float) -> Floats:
    """Return a card's (4, 3) corners in card widths, clockwise from its top left, z into the table."""
    c, s = np.cos(pose.angle), np.sin(pose.angle)
    x, y = np.array([c, s]) / 2, np.array([-s, c]) * aspect / 2
    at = np.array([pose.x, pose.y])
    flat = np.stack([at - x - y, at + x - y, at + x + y, at - x + y])
    return np.concatenate([flat, np.full((4, 1), z)], 1)


def stand(rng: np.random.Generator, points: Floats, wish: Wish) -> tuple[Camera, float]:
    """Choose where the phone is and how large the photo; return the camera and the width of a card in px."""
    way = rng.random()
    if way < wish.straight:
        turn = float(rng.normal(0, 0.1))
    elif way < wish.straight + (1 - wish.straight) * 0.3:
        turn = float(rng.integers(4)) * np.pi / 2 + float(rng.normal(0, 0.07))
    else:
        turn = float(rng.uniform(0, 2 * np.pi))
    tilt = float(rng.uniform(0, np.deg2rad(25 if rng.random() < 0.75 else 45)))
    wide = float(np.ptp(points[:, :2], axis=0).max())
    height = max(float(rng.uniform(3.5, 11)), wide * float(rng.uniform(1.1, 2.0)))
    view = View(turn, tilt, height, float(np.clip(rng.normal(0, 0.02), -0.05, 0.05)))
    across, down = extent(points, view)
    focal = wish.card_px * height
    fill = float(rng.uniform(0.72, 0.95))
    size = wish.size or _size(rng, (across * focal / fill, down * focal / fill), wish)
    fits = fill * min(size[0] / across, size[1] / down)
    least = 0.0 if wish.whole else 24.0 * height
    focal = max(min(focal, fits * (1.0 if wish.whole else float(rng.uniform(1.0, 1.25)))), least)
    # A phone that sees almost to the horizon would need a table without end.
    steepest = np.tan(np.deg2rad(76) - tilt)
    focal = max(focal, float(np.hypot(*size)) / 2 / steepest)
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


def _table(rng: np.random.Generator, camera: Camera, card_px: float, split: str) -> NDArray[np.uint8]:
    """Return the bare table in the photo, now and then with its edge and the floor beyond it."""
    image = covered(rng, camera, card_px, split)
    if rng.random() < 0.2:
        beyond = covered(rng, camera, card_px, split)
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(1.5, 6)
        line = np.array([np.cos(angle), np.sin(angle), 0])
        line[2] = -(line[:2] @ camera.target[:2]) - far
        a, b, c = np.linalg.inv(camera.plane).T @ line
        away = a * np.arange(camera.width)[None, :] + b * np.arange(camera.height)[:, None] + c
        image[away > 0] = (beyond * float(rng.uniform(0.3, 0.9))).astype(np.uint8)[away > 0]
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
    laid = np.array([[c, -s, start[0]], [s, c, start[1]], [0, 0, 1]])
    seen = cv2.warpPerspective(
        image, camera.plane @ laid, (camera.width, camera.height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(seen, np.uint8)


def draw_shadow(rng: np.random.Generator, card_px: float) -> Shadow:
    """Draw the contact shadow that every card of a photo casts."""
    dx, dy = rng.normal(0, 0.012, 2) * card_px
    return Shadow(float(rng.uniform(0.008, 0.04)) * card_px, float(dx), float(dy), float(rng.uniform(0.1, 0.55)))


def _strew(
    rng: np.random.Generator, canvas: Canvas, camera: Camera, wish: Wish, shadow: Shadow, placed: list[Placed]
) -> None:
    """Lay things on the table before the cards: the cards lie over them."""
    for _ in range(int(rng.choice((0, 1, 2, 3, 5), p=(0.4, 0.2, 0.15, 0.15, 0.1)))):
        at = _spot(rng, camera)
        if wish.whole and _near(at, placed, 2.5):
            continue
        lay_thing(
            rng, canvas, camera, clutter.draw_thing(rng, wish.split), at, float(rng.uniform(0, 2 * np.pi)), shadow
        )


def _strew_prints(
    rng: np.random.Generator, canvas: Canvas, camera: Camera, wish: Wish, shadow: Shadow, placed: list[Placed]
) -> None:
    """Lay printed things under and beside the cards, and large ones at the photo's edge."""
    if rng.random() >= PRINTED_SHARE:
        return
    for _ in range(int(rng.choice((1, 2, 3), p=(0.55, 0.3, 0.15)))):
        thing = prints.draw_print(rng, wish.split)
        angle = float(rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.integers(4) * np.pi / 2)
        if rng.random() < 0.4:
            at = _edge_spot(rng, camera)
            thing = replace(thing, width=thing.width * float(rng.uniform(1.0, 2.2)))
        else:
            away, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.7, 1.2 + 0.5 * thing.width)
            card = placed[int(rng.integers(len(placed)))]
            at = card.corners[:, :2].mean(0) + reach * np.array([np.cos(away), np.sin(away)])
        if not (wish.whole and _near(at, placed, 2.5)):
            lay_thing(rng, canvas, camera, thing, at, angle, shadow)


def _cover(
    rng: np.random.Generator, canvas: Canvas, camera: Camera, wish: Wish, shadow: Shadow, placed: list[Placed]
) -> None:
    """Lay hands and things over the cards now and then."""
    while rng.random() < 0.2:
        card = placed[int(rng.integers(len(placed)))]
        at = card.corners[:, :2].mean(0) + rng.normal(0, 0.7, 2)
        angle = float(rng.uniform(0, 2 * np.pi))
        kind = rng.random()
        draw = prints.draw_print if kind > 0.9 else clutter.draw_thing
        thing = clutter.hand(rng) if kind < 0.6 else draw(rng, wish.split)
        if thing.image.shape[0] > 2 * thing.image.shape[1]:
            # A hand reaches in from the edge: its fingertips, not its middle, are at the card.
            reach = thing.width * thing.image.shape[0] / thing.image.shape[1] * 0.48
            at = at + reach * np.array([-np.sin(angle), np.cos(angle)])
        lay_thing(rng, canvas, camera, thing, at, angle, shadow)


def lay_thing(
    rng: np.random.Generator,
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


def _near(at: Floats, placed: list[Placed], distance: float) -> bool:
    return any(float(np.hypot(*(card.corners[:, :2].mean(0) - at))) < distance for card in placed)
