from dataclasses import replace

from handfoot.review.applying import apply
from handfoot.review.draft import Facts
from handfoot.review.edits import SettleDoubt
from handfoot.review.scoring import SideDraft, TableDraft
from scorer.rulebook.rules import load_rules
from tests.handfoot.review.sides import FANNED_PHOTO, LEFT_PHOTO, PLAYED_PHOTO, pile_of, side
from vision.doubting.doubts import Doubt, DoubtCode


def test_what_nobody_said_is_noted_until_another_side_went_out() -> None:
    north, south = SideDraft("North", side(facts=Facts())), SideDraft("South", side(facts=Facts(went_out=True)))
    alone, together = (TableDraft(load_rules("bain"), sides).record().sides[0] for sides in ((north,), (north, south)))
    assert alone.extra["x_unsaid"] == ["went_out", "perfect_deals", "improper_melds"]
    assert together.extra["x_unsaid"] == ["perfect_deals", "improper_melds"]


def test_a_book_keeps_its_id_when_its_spread_photo_comes() -> None:
    squared, spread = side(PLAYED_PHOTO), side(PLAYED_PHOTO, FANNED_PHOTO)
    assert pile_of(squared, "Q").id == pile_of(spread, "Q").id
    assert pile_of(spread, "Q").again == pile_of(squared, "Q").cards
    assert len(pile_of(spread, "Q").cards) == 7


def test_two_dark_photos_are_two_doubts_and_one_that_is_settled_leaves_the_other() -> None:
    too_dark = Doubt(DoubtCode.TOO_DARK, (), "too dark")
    dark = [
        replace(taken, seen=replace(taken.seen, reading=replace(taken.seen.reading, doubts=(too_dark,))))
        for taken in (PLAYED_PHOTO, LEFT_PHOTO)
    ]
    draft = side(*dark)
    doubts = [doubt for doubt in draft.doubts if doubt.code == "too_dark"]
    assert [doubt.photo for doubt in doubts] == ["played", "left"]
    settled = apply(draft, SettleDoubt(kind="settle_doubt", doubt=doubts[0].id), 1)
    assert [doubt.settled for doubt in settled.doubts if doubt.code == "too_dark"] == [True, False]


def test_every_card_of_every_photo_lies_in_one_place() -> None:
    draft = side(PLAYED_PHOTO, FANNED_PHOTO, LEFT_PHOTO)
    assert sorted(draft.placed()) == sorted(card.id for card in draft.cards)


def test_the_likeliest_faces_come_first_and_are_five() -> None:
    king = next(card for card in side().cards if card.face == "K")
    assert [alternative.face for alternative in king.alternatives] == ["K", "W50", "W20", "8", "A"]
    assert king.alternatives[0].share == 0.99
