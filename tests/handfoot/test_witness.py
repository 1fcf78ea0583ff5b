"""Who answers for a rendered side: what counts by another of its ends is no card, and a mark found in pieces is one."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from tablesynth.labels import CardLabel, IndexLabel, PileLabel, Scene

from handfoot.evaluation.witness import Witness
from handfoot.review.beginning import TakenPhoto, begin, card_id
from handfoot.review.draft import Draft
from handfoot.review.edits import Edit, RemoveCard, SetFace
from handfoot.review.scoring import AskedQuestion, Asks
from handfoot.sides.laying import laid_out
from scorer.faces import Face
from scorer.record import Side
from tests.handfoot.oracle import Oracle, card, reading_of
from vision.corners import CornerKind, Ink
from vision.laying.piles import PhotoRole
from vision.photos.frames import Frame
from vision.seen import SeenCard

NAME = "played-1.jpg"


def label(one: SeenCard) -> CardLabel:
    assert one.face is not None
    indices = tuple(IndexLabel(CornerKind.INDEX, 0, index.box, one.quad, 1.0, 1.0) for index in one.indices)
    return CardLabel(one.face, None, Ink.BLACK, "deck", one.quad, 0, 0, 1.0, indices)


def answers(true: Sequence[SeenCard], read: Sequence[SeenCard], *asked: int) -> list[Edit]:
    """Return what is answered of some of the cards that were read, by their numbers."""
    reading = Oracle({NAME: read}).read(Frame(NAME, np.zeros((1200, 1600, 3), np.uint8)))
    pile = PileLabel("played", "meld", False, tuple(one.face for one in true if one.face is not None))
    scene = Scene(NAME, 1600, 1200, "table", 1, "val", tuple(map(label, true)), (pile,))
    draft: Draft = begin([TakenPhoto(NAME, laid_out(NAME, PhotoRole.PLAYED, reading))])
    witness = Witness(Side("North"), {NAME: (reading, scene)}, 7)
    cards = tuple(card_id(NAME, number) for number in asked)
    return list(witness.answers(draft, AskedQuestion(Asks.CHECK, "", 10, cards=cards)))


MELD = [card("J", 300, y) for y in (300, 340, 380)]
UPPER, LOWER = (replace(card("J", 600, 300), indices=(index,)) for index in card("J", 600, 300).indices)


def test_what_is_counted_by_another_of_its_ends_is_no_card() -> None:
    true = [*MELD, card("J", 600, 300)]
    assert answers(true, [*MELD, UPPER, LOWER], 4) == [RemoveCard(card_id(NAME, 4))]
    assert answers(true, [*MELD, UPPER, LOWER], 3) == [RemoveCard(card_id(NAME, 3))]
    assert answers(true, [*MELD, UPPER], 3) == [SetFace(card_id(NAME, 3), Face.JACK)]


def test_of_two_ends_that_are_both_asked_about_one_is_the_card() -> None:
    edits = answers([*MELD, card("J", 600, 300)], [*MELD, UPPER, LOWER], 3, 4)
    assert {type(edit) for edit in edits} == {SetFace, RemoveCard}


def test_what_another_photo_of_the_same_kind_shows_and_counts_is_no_card() -> None:
    jack = card("J", 600, 300)
    photos, shown = [], {}
    for name, role in (
        ("played-1.jpg", PhotoRole.PLAYED),
        ("played-2.jpg", PhotoRole.PLAYED),
        ("left.jpg", PhotoRole.LEFT),
    ):
        reading = reading_of(name, [jack])
        true = replace(label(jack), physical=1)
        shown[name] = (
            reading,
            Scene(name, 1600, 1200, "table", 1, "val", (true,), (PileLabel("played", "meld", False, ()),)),
        )
        photos.append(TakenPhoto(name, laid_out(name, role, reading)))
    question = AskedQuestion(Asks.CHECK, "", 10, cards=(card_id("played-2.jpg", 0),))
    for taken, edit in ((photos[1:], SetFace(question.cards[0], Face.JACK)), (photos, RemoveCard(question.cards[0]))):
        draft = begin(taken)
        # What the photos do not prove to be one counts in both.
        draft = replace(draft, piles=tuple(replace(pile, again=()) for pile in draft.piles))
        assert list(Witness(Side("North"), shown, 7).answers(draft, question)) == [edit]


def test_a_card_outlined_and_read_is_known_wherever_its_mark_was_found() -> None:
    off = replace(card("W50", 600, 300).indices[0], box=(610.0, 290.0, 640.0, 310.0))
    found = replace(card("W50", 600, 300), indices=(off,))
    true = [*MELD, card("W50", 605, 302)]
    assert answers(true, [*MELD, found], 3) == [SetFace(card_id(NAME, 3), Face.WILD_50)]
    assert answers(true, [*MELD, replace(found, face=Face.KING)], 3) == [RemoveCard(card_id(NAME, 3))]
