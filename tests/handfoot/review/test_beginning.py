from pathlib import Path

import pytest

from handfoot.pipeline import ScoredSide, ScoredTable, score_table
from handfoot.review.beginning import TakenPhoto, begin
from handfoot.review.draft import Facts
from handfoot.review.proving import proved
from handfoot.review.scoring import SideDraft, TableDraft
from handfoot.tables import read_table
from scorer.record import Side, record_to_json
from scorer.rulebook.rules import load_rules
from tests.handfoot.review.sides import FANNED_PHOTO, LEFT_PHOTO, PLAYED_PHOTO, pile_of, side
from vision.read import CardReader, default_card_reader

SAMPLES = Path(__file__).parents[3] / "datasets" / "samples"


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return default_card_reader()


def drafted(scored: ScoredSide, said: Side) -> SideDraft:
    taken = [
        TakenPhoto(f"p{number}", path.name, seen)
        for number, (path, seen) in enumerate(zip(scored.paths, scored.photos, strict=True))
    ]
    facts = Facts(said.went_out, said.perfect_deals, said.improper_melds)
    return SideDraft(scored.name, begin(taken, facts), said.score_before)


@pytest.mark.parametrize("name", ["Table 1", "Table 2", "Table 3"])
def test_an_untouched_draft_makes_the_record_that_scoring_the_folder_makes(name: str, reader: CardReader) -> None:
    table: ScoredTable = score_table(read_table(SAMPLES / name), reader)
    record = table.record
    sides = tuple(drafted(scored, said) for scored, said in zip(table.sides, record.sides, strict=True))
    made = proved(TableDraft(load_rules(record.rules), sides, record.round, record.decks, record.settings))
    assert record_to_json(made.record()) == record_to_json(record)


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


def test_every_card_of_every_photo_lies_in_one_place() -> None:
    draft = side(PLAYED_PHOTO, FANNED_PHOTO, LEFT_PHOTO)
    assert sorted(draft.placed()) == sorted(card.id for card in draft.cards)


def test_the_likeliest_faces_come_first_and_are_five() -> None:
    king = next(card for card in side().cards if card.face == "K")
    assert [alternative.face for alternative in king.alternatives] == ["K", "Q", "J", "A", "4"]
    assert king.alternatives[0].share == 0.99
