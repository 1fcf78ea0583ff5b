"""The other index of a card that shows one, where the finder overlooked it."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.faces import Face
from tests.vision.factories import index_box, quad_at, readings_of_faces, seen
from vision.corners import Image, Ink, Readings
from vision.doubting.otherends import with_other_ends, without_ends
from vision.seen import SeenCard, as_box

PHOTO: Image = np.zeros((600, 800, 3), np.uint8)


class Reads:
    """Reads every patch as one face, None for no index; counts how many it was shown."""

    patch_px = 48

    def __init__(self, face: Face | None) -> None:
        self.face, self.shown = face, 0

    def read(self, patches: NDArray[np.uint8]) -> Readings:
        self.shown += len(patches)
        return readings_of_faces([(self.face, None, Ink.BLACK)] * len(patches))


@pytest.mark.parametrize("degrees", [0, 30, 90, 200])
def test_the_index_opposite_is_one_of_the_card_where_it_reads_alike(degrees: float) -> None:
    card, other = seen(Face.NINE, 300, 300, degrees, corners=1), seen(Face.KING, 600, 300)
    told = with_other_ends(PHOTO, (card, other), Reads(Face.NINE))
    assert told[1] is other
    shown, found = told[0].indices
    assert (replace(told[0], indices=(shown,)), found.face, found.looked_for) == (card, Face.NINE, True)
    assert found.confidence == pytest.approx(0.995, abs=1e-3)
    opposite = index_box(np.roll(quad_at(300, 300, degrees), 2, axis=0))
    assert found.box == pytest.approx(opposite, abs=0.1)


@pytest.mark.parametrize("face", [None, Face.SIX])
def test_what_reads_otherwise_is_no_end_of_the_card(face: Face | None) -> None:
    cards, reader = (seen(Face.NINE, 300, 300, corners=1),), Reads(face)
    assert with_other_ends(PHOTO, cards, reader) == cards
    assert reader.shown > 0


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param((seen(Face.NINE, 300, 300),), id="both show"),
        pytest.param((seen(None, 300, 300, corners=1),), id="face down"),
        pytest.param((seen(Face.UNREAD, 300, 300, corners=1),), id="unread"),
        pytest.param((seen(Face.NINE, 770, 300, corners=1),), id="beyond the photo's edge"),
        pytest.param((seen(Face.NINE, 300, 300, corners=1), seen(Face.SIX, 330, 330)), id="under a card"),
        pytest.param((seen(Face.NINE, 300, 300, corners=1), seen(None, 330, 330)), id="under a back"),
        pytest.param((), id="no card"),
    ],
)
def test_no_other_place_is_looked_at(cards: tuple[SeenCard, ...]) -> None:
    reader = Reads(Face.NINE)
    assert with_other_ends(PHOTO, cards, reader) == cards
    assert reader.shown == 0


def test_an_index_of_another_card_is_not_one_of_this_too() -> None:
    card, other = seen(Face.NINE, 300, 300, corners=1), seen(Face.NINE, 600, 300)
    opposite = index_box(np.roll(quad_at(300, 300), 2, axis=0))
    other = replace(other, indices=(replace(other.indices[0], box=as_box(opposite)), other.indices[1]))
    assert with_other_ends(PHOTO, (card, other), Reads(Face.NINE)) == (card, other)


def test_what_was_seen_faintly_at_an_end_that_was_looked_for_is_no_card_of_its_own() -> None:
    card, other = with_other_ends(
        PHOTO, (seen(Face.NINE, 300, 300, corners=1), seen(Face.NINE, 600, 300)), Reads(Face.NINE)
    )
    shown, end = card.indices
    faint = replace(seen(Face.NINE, 320, 340, 180, corners=1), presence=0.2)
    at_end, at_shown, at_other = (replace(faint, indices=(index,)) for index in (end, shown, other.indices[1]))
    another = replace(at_end, face=Face.SIX)
    beyond = replace(faint, indices=(end, *seen(Face.NINE, 100, 100, corners=1).indices))
    others = (at_shown, at_other, another, beyond)
    assert without_ends((at_end, *others), (card, other)) == others
    assert without_ends((at_end,), (other,)) == (at_end,)
