"""Sides photographed in several shots: overlapping parts, second tries, books squared and fanned, partners' areas.

Every card has one print and one number (``CardLabel.physical``) in all photos of its side.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from scorer.faces import Face
from tablesynth.dealt.dealing import THICK, Placed, corners_at
from tablesynth.dealt.layouts import LaidCard, LaidPile, Pose
from tablesynth.dealt.shoe import OpenedDeck, Print
from tablesynth.marking import label_card
from tablesynth.photo.camera import Camera
from tablesynth.photo.compose import NOTHING, Canvas
from tablesynth.photograph import Photo, Wish, covered, draw_shadow, exposed, labels_of, stand
from tablesynth.things import clutter
from tablesynth.things.strewing import lay_thing
from vision.corners import Ink

Floats = NDArray[np.float64]

OVERLAP = (0.3, 0.55)
"""Which share of a shot the next one shows again, least and most."""

MOST_BENEATH = 4


class Way(StrEnum):
    """How an area is photographed."""

    SINGLE = "single"
    PARTS = "parts"
    """Two or three shots, each of which shows a part of the one before again."""
    REPEAT = "repeat"
    """A second try of the same photo."""
    PARTNERS = "partners"
    """Two areas far from each other, a shot each."""


@dataclass(frozen=True)
class OwnedCard:
    """One of a side's cards. ``printed`` and ``aspect``, its height over its width, are the same in every photo."""

    number: int
    printed: Print
    aspect: float


@dataclass(frozen=True)
class SetTable:
    """Laid piles with the table they lie on. physical: of each placed card its number, None for backs and hidden ones.

    surface: seed of the table's top. things: what lies about, where (card widths) and how turned (radians).
    """

    piles: tuple[LaidPile, ...]
    placed: tuple[Placed, ...]
    physical: tuple[int | None, ...]
    surface: int
    things: tuple[tuple[clutter.Thing, tuple[float, float], float], ...]
    split: str


def own_cards(
    rng: np.random.Generator, faces: Sequence[Face], decks: tuple[OpenedDeck, ...], start: int, top: Ink | None = None
) -> tuple[OwnedCard, ...]:
    """Give each of the faces a print of one of the decks, numbered from ``start``.

    top: the ink of the card that they are to be squared up under, if that must be one: a card of the first face has it.
    """
    owned = []
    for number, face in enumerate(faces, start=start):
        able = [deck for deck in decks if face in deck.fronts]
        deck = able[int(rng.integers(len(able)))]
        owned.append(OwnedCard(number, deck.print_of(rng, face), deck.aspect))
    if top is None or any(card.printed.face is faces[0] and card.printed.ink is top for card in owned):
        return tuple(owned)
    printed, aspect = next(
        (each, deck.aspect) for deck in decks for each in deck.fronts.get(faces[0], ()) if each.ink is top
    )
    return (OwnedCard(start, printed, aspect), *owned[1:])


def set_out(
    rng: np.random.Generator,
    piles: tuple[LaidPile, ...],
    owned: Sequence[tuple[OwnedCard, ...]],
    decks: tuple[OpenedDeck, ...],
    split: str,
) -> SetTable:
    """Lay the cards that a side owns, pile by pile (``owned``), and what lies about them."""
    placed: list[Placed] = []
    physical: list[int | None] = []
    for number, pile in enumerate(piles):
        free = list(owned[number]) if number < len(owned) else []
        for laid in pile.laid:
            card = _taken(free, laid)
            for depth in range(min(laid.under, MOST_BENEATH), 0, -1):
                beneath = free[depth % len(free)] if free else card
                placed.append(Placed(_print(rng, beneath, laid, decks), _beneath(rng, laid, depth, decks), NOTHING))
                physical.append(None)
            pose = laid.pose
            printed = _print(rng, card, laid, decks)
            # Upside down it shows the same index; how it lies is the card's own, in every photo.
            if printed.turnable and card is not None and card.number % 2:
                pose = Pose(pose.x, pose.y, pose.angle + np.pi)
            aspect = decks[0].aspect if card is None else card.aspect
            placed.append(Placed(printed, corners_at(pose, aspect, -THICK * laid.under), number))
            physical.append(None if card is None else card.number)
    middles = np.array([card.corners[:, :2].mean(0) for card in placed])
    things = []
    for _ in range(int(rng.integers(1, 7))):
        at = rng.uniform(middles.min(0) - 4, middles.max(0) + 4)
        if float(np.hypot(*(middles - at).T).min()) > 2.5:
            thing = clutter.draw_thing(rng, split)
            things.append((thing, (float(at[0]), float(at[1])), float(rng.uniform(0, 2 * np.pi))))
    return SetTable(piles, tuple(placed), tuple(physical), int(rng.integers(2**31)), tuple(things), split)


def shoot(rng: np.random.Generator, table: SetTable, wish: Wish, piles: frozenset[int] | None = None) -> Photo:
    """Photograph the placed cards numbered in ``piles``, or all of them; others show as far as they are in view."""
    points = np.concatenate(
        [card.corners for number, card in enumerate(table.placed) if piles is None or number in piles]
    )
    camera, card_px = stand(rng, points, wish)
    return taken_by(rng, table, camera, card_px)


def parts_of(rng: np.random.Generator, table: SetTable, count: int) -> tuple[frozenset[int], ...]:
    """Return which placed cards ``count`` overlapping shots along the area's longer side are aimed at."""
    middles = np.array([card.corners[:, :2].mean(0) for card in table.placed])
    along = middles[:, int(np.ptp(middles, axis=0).argmax())]
    low, high = float(along.min()) - 0.5, float(along.max()) + 0.5
    share = float(rng.uniform(*OVERLAP))
    reach = (high - low) / (count - (count - 1) * share)
    step = reach * (1 - share)
    starts = [low + step * shot for shot in range(count)]
    parts = [frozenset(int(k) for k in np.flatnonzero((along >= at) & (along <= at + reach))) for at in starts]
    return tuple(part for part in parts if part)


def apart(piles: tuple[LaidPile, ...], split_at: int, far: float) -> tuple[LaidPile, ...]:
    """Return the piles with those from ``split_at`` on moved ``far`` card widths to the right: a partner's area."""
    moved = (
        replace(pile, laid=tuple(replace(card, pose=card.pose.moved(far, 0.0)) for card in pile.laid))
        for pile in piles[split_at:]
    )
    return (*piles[:split_at], *moved)


def taken_by(rng: np.random.Generator, table: SetTable, camera: Camera, card_px: float) -> Photo:
    """Photograph all of a table with a camera that stands already."""
    canvas = Canvas(covered(np.random.default_rng(table.surface), camera, card_px, table.split))
    shadow = draw_shadow(rng, card_px)
    for thing, at, angle in table.things:
        lay_thing(canvas, camera, thing, np.array(at), angle, shadow)
    quads = [camera.project(card.corners) for card in table.placed]
    for number, (card, quad) in enumerate(zip(table.placed, quads, strict=True)):
        canvas.paint(card.printed.image, quad, number if card.pile != NOTHING else NOTHING, shadow)
    image = exposed(rng, canvas, card_px, fair=True)
    cards = []
    for number, (card, quad) in enumerate(zip(table.placed, quads, strict=True)):
        if card.pile == NOTHING:
            continue
        label = label_card(card.printed, quad, number, card.pile, canvas.seen, photo=image)
        if label is not None:
            cards.append(replace(label, physical=table.physical[number]))
    return Photo(image, tuple(cards), labels_of(table.piles))


def _taken(free: list[OwnedCard], laid: LaidCard) -> OwnedCard | None:
    """Take the card that is laid here out of those of its pile that are free; None for a card that nobody owns."""
    fitting = [card for card in free if card.printed.face is laid.face]
    asked = [card for card in fitting if laid.ink is None or card.printed.ink is laid.ink] or fitting
    if not asked:
        return None
    free.remove(asked[0])
    return asked[0]


def _print(rng: np.random.Generator, card: OwnedCard | None, laid: LaidCard, decks: tuple[OpenedDeck, ...]) -> Print:
    return decks[0].print_of(rng, None, Ink.OTHER if laid.ink is None else laid.ink) if card is None else card.printed


def _beneath(rng: np.random.Generator, laid: LaidCard, depth: int, decks: tuple[OpenedDeck, ...]) -> Floats:
    x, y = rng.normal(0, 0.006, 2) + rng.normal(0, 0.35) * depth * THICK
    pose = Pose(laid.pose.x + float(x), laid.pose.y + float(y), laid.pose.angle)
    return corners_at(pose, decks[0].aspect, -THICK * (laid.under - depth * laid.under / MOST_BENEATH))
