"""Rendered tables read by an oracle in the nets' place: merging and layout give back the piles that were laid."""

from collections import Counter
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from tablesynth.labels import CardLabel, Scene
from tablesynth.scene import Order, render_scene

from scorer.faces import Face
from tests.vision.factories import readings_of_faces
from vision.corners import Corners, Ink, Readings, Suit
from vision.joining.cards import merge_cards
from vision.laying.layout import lay_out
from vision.laying.piles import PhotoRole
from vision.seen import SeenCard

READABLE = 0.6
"""Indices of whose rank so much is visible are found by the oracle."""

CORNER_ERRORS = np.array([0.03, 0.07, 0.12, 0.07]) / 2
"""The oracle's errors, from an index's own corner clockwise, card widths."""

PER_LAYOUT = 4


@cache
def scenes(layout: str) -> tuple[Scene, ...]:
    order = Order("val", 11, (layout,), (1280, 960))
    return tuple(render_scene(order, number)[1] for number in range(PER_LAYOUT))


def oracle(scene: Scene) -> tuple[Corners, Readings]:
    """Return what perfect nets with slightly wrong corners say of a scene."""
    rng = np.random.default_rng(scene.width)
    boxes: list[NDArray[np.float64]] = []
    quads: list[NDArray[np.float64]] = []
    kinds: list[int] = []
    read: list[tuple[Face | None, Suit | None, Ink]] = []
    for card in scene.cards:
        for index in card.indices:
            if index.rank_visible < READABLE:
                continue
            quad, box = np.array(index.quad), np.array(index.box)
            own = int(np.linalg.norm(quad - (box[:2] + box[2:]) / 2, axis=1).argmin())
            spread = np.roll(CORNER_ERRORS, own)[:, None] * np.linalg.norm(quad[1] - quad[0])
            quads.append(quad + rng.normal(size=(4, 2)) * spread)
            boxes.append(box)
            kinds.append(index.kind)
            read.append((card.face, card.suit if index.pip_visible > READABLE else None, card.ink))
    count = len(boxes)
    corners = Corners(
        np.array(boxes, np.float32).reshape(count, 4),
        np.array(quads, np.float32).reshape(count, 4, 2),
        np.full(count, 0.9, np.float32),
        np.array(kinds, np.int64),
    )
    return corners, readings_of_faces(read)


def shows(card: CardLabel) -> bool:
    return any(index.rank_visible >= READABLE for index in card.indices)


def read(scene: Scene) -> tuple[SeenCard, ...]:
    return merge_cards(*oracle(scene))


@pytest.mark.parametrize("layout", ["remastered", "traditional", "fanned", "left", "dense", "scatter"])
def test_every_card_is_counted_once(layout: str) -> None:
    exact = 0
    for scene in scenes(layout):
        laid = Counter(card.face for card in scene.cards if shows(card))
        exact += Counter(card.face for card in read(scene)) == laid
    # Two alike that lie nearly in one place, one showing its upper, the other only its lower index, look like one.
    assert exact >= PER_LAYOUT - 1


@pytest.mark.parametrize("layout", ["remastered", "traditional", "fanned"])
def test_piles_are_read_as_they_were_laid_or_in_doubt(layout: str) -> None:
    exact = 0
    for scene in scenes(layout):
        cards = read(scene)
        found = lay_out(cards, PhotoRole.FANNED if layout == "fanned" else PhotoRole.PLAYED)
        laid: Counter[tuple[str, tuple[Face, ...]]] = Counter()
        for number, pile in enumerate(scene.piles):
            faces = [card.face for card in scene.cards if card.pile == number and card.face and shows(card)]
            if faces and pile.kind not in ("red3", "loose"):
                laid[pile.kind if pile.squared else "meld", tuple(sorted(faces))] += 1
        seen = Counter((str(pile.kind), tuple(sorted(str(cards[i].face) for i in pile.cards))) for pile in found.piles)
        exact += seen == laid
        assert seen == laid or found.doubts
    assert exact >= PER_LAYOUT - 1
