"""A draft proved by the table: doubts and questions as they stand after every edit."""

from dataclasses import replace

from handfoot.review.applying import apply
from handfoot.review.draft import Draft
from handfoot.review.edits import EDITS, ConfirmCards, SetKind
from handfoot.review.proving import proved
from handfoot.review.scoring import SideDraft, TableDraft
from scorer.faces import Face
from scorer.rulebook.rules import load_rules
from tests.handfoot.oracle import card, column
from tests.handfoot.review.sides import PLAYED_PHOTO, photo, pile_of, side
from vision.laying.piles import PhotoRole, PileKind
from vision.seen import RunnerUp

# Two decks hold eight kings; nine lie there.
KINGS = photo("kings.jpg", PhotoRole.PLAYED, [*column("K K K K K K K K K", 200, 200), *column("4 4 4", 600, 200)])


def doubted(draft: Draft, *, decks: int = 2) -> Draft:
    table = TableDraft(load_rules("remastered-singles"), (SideDraft("North", draft),), decks=decks)
    return proved(table).sides[0].draft


def about(draft: Draft) -> list[tuple[str, ...]]:
    return [doubt.cards for doubt in draft.doubts if doubt.code == "count_over_decks"]


def test_the_likeliest_misread_card_is_doubted_where_the_decks_hold_fewer() -> None:
    draft = doubted(side(KINGS))
    (doubt,) = [doubt for doubt in draft.doubts if doubt.code == "count_over_decks"]
    assert draft.card(doubt.cards[0]).face == "K"
    assert "9 kings on the table, but the decks hold 8" in doubt.say
    assert "North's kings" in doubt.say


def test_nothing_is_doubted_while_the_decks_hold_them_all() -> None:
    assert about(doubted(side(KINGS), decks=3)) == []
    assert about(doubted(side(PLAYED_PHOTO))) == []


def test_the_doubt_is_gone_once_a_card_is_changed_and_moves_on_once_it_is_confirmed() -> None:
    draft = side(KINGS)
    (suspect,) = about(doubted(draft))[0]
    changed = apply(draft, EDITS.validate_python({"kind": "set_face", "card": suspect, "face": "Q"}), 1)
    assert about(doubted(changed)) == []
    confirmed = apply(draft, EDITS.validate_python({"kind": "set_face", "card": suspect, "face": "K"}), 1)
    (other,) = about(doubted(confirmed))[0]
    assert other != suspect


def in_doubt(draft: Draft) -> set[str]:
    return {card.id for card in draft.cards if card.others}


def test_a_weak_card_stays_open_beside_its_meld() -> None:
    first, second, third = column("9 9 9", 200, 200)
    weak = [first, replace(second, confidence=0.9, runners_up=(RunnerUp(Face.FOUR, 0.1),)), third]
    draft = side(photo("nines.jpg", PhotoRole.PLAYED, weak))
    assert (in_doubt(draft), len(draft.doubts)) == ({"nines.1"}, 1)
    assert (in_doubt(doubted(draft)), len(doubted(draft).doubts)) == ({"nines.1"}, 1)


def test_a_card_that_a_person_has_seen_to_is_never_doubted() -> None:
    draft = side(KINGS)
    for number in range(9):
        edit = EDITS.validate_python({"kind": "set_face", "card": f"kings.{number}", "face": "K"})
        draft = apply(draft, edit, number + 1)
    assert about(doubted(draft)) == []


def test_what_cannot_lie_where_it_lies_is_asked_about_until_a_person_said_what_it_is() -> None:
    spread = [*column("K K K K K", 200, 200), *column("Q Q", 600, 200), card("R3", 1000, 200)]
    lying = [card("K", 200, 150, 90), card("5", 200, 900)]
    draft = side(photo("played.jpg", PhotoRole.PLAYED, lying), photo("fanned.jpg", PhotoRole.FANNED, spread))
    five = pile_of(draft, "5")
    draft = apply(draft, SetKind(five.id, PileKind.MELD), 1)
    others = {card.id: set(card.others) for card in doubted(draft).cards if card.others}
    assert others == {
        "played.1": {Face.RED_THREE, None},
        "fanned.5": {Face.KING},
        "fanned.6": {Face.KING},
        "fanned.7": {Face.KING, Face.WILD_20, Face.WILD_50},
    }
    for mark, one in enumerate(others, start=2):
        draft = apply(draft, ConfirmCards((one,)), mark)
    assert in_doubt(doubted(draft)) == set()
