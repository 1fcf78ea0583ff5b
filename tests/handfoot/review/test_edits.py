from dataclasses import replace

import pytest
from pydantic import ValidationError

from handfoot.review.applying import apply
from handfoot.review.beginning import TakenPhoto, begin
from handfoot.review.draft import Draft, EditError
from handfoot.review.edits import EDITS, Edit
from handfoot.review.recording import record_of
from handfoot.review.scoring import Asks
from handfoot.sides.laying import laid_out
from handfoot.sides.seenside import BookSize
from handfoot.sides.spreading import DIFFERS, WITHOUT_BOOK
from scorer.faces import Face
from scorer.record import Record, parse_record, record_to_json
from tests.handfoot.oracle import card, column
from tests.handfoot.review.sides import FANNED_PHOTO, LEFT_PHOTO, PLAYED, PLAYED_PHOTO, photo, pile_of, score, side
from vision.laying.piles import PhotoRole, PileKind
from vision.seen import RunnerUp


def edited(draft: Draft, *edits: dict[str, object]) -> Draft:
    for mark, edit in enumerate(edits, start=1):
        draft = apply(draft, EDITS.validate_python(edit), mark)
    return draft


def card_in(draft: Draft, rank: str, place: int = 0) -> str:
    return pile_of(draft, rank).cards[place]


def as_face(card_id: str, face: str) -> dict[str, object]:
    """Return the edit that says which face a card has."""
    return {"kind": "set_face", "card": card_id, "face": face}


def faces(draft: Draft, rank: str) -> str:
    return " ".join(draft.faces(pile_of(draft, rank).cards))


def test_a_card_told_to_be_of_a_full_book_lies_in_the_open_pile_of_its_rank() -> None:
    cards = [*column("A A A A A A A", 200, 200), *column("A A A", 600, 200), *column("Q Q Q", 1000, 200)]
    for largest, lying in ((7, [7, 4, 2]), (None, [8, 3, 2])):
        draft = begin([photo("fanned.jpg", PhotoRole.PLAYED, cards)], book=BookSize(7, largest))
        told = edited(draft, as_face(card_in(draft, "Q"), "A"))
        assert [len(told.pile(pile.id).cards) for pile in draft.piles] == lying
    # Where all are full it stays where it lies.
    draft = begin([photo("played.jpg", PhotoRole.PLAYED, [*cards[:7], *cards[10:]])], book=BookSize(7, 7))
    assert faces(edited(draft, as_face(card_in(draft, "Q"), "A")), "Q") == "A Q Q"


def test_a_card_said_to_be_another_counts_as_that_in_its_pile() -> None:
    start = side()
    draft = edited(start, as_face(card_in(start, "8"), "W50"))
    assert faces(draft, "8") == "W50 8 8 W20"
    changed = draft.card(card_in(start, "8"))
    assert (changed.source, changed.touched) == ("person", True)


def test_a_card_of_another_rank_goes_to_the_pile_of_that() -> None:
    start = side()
    odd = card_in(start, "8", 1)
    draft = edited(start, as_face(odd, "J"))
    assert (faces(draft, "8"), faces(draft, "J")) == ("8 8 W20", "J J J J")
    apart = edited(start, {"kind": "split_pile", "pile": pile_of(start, "J").id, "cards": [card_in(start, "J", 2)]})
    book = edited(apart, {"kind": "set_kind", "pile": pile_of(apart, "J").id, "to": "clean"})
    (meld,) = (pile for pile in book.piles if book.rank(pile) is Face.JACK and not pile.squared)
    assert odd in edited(book, as_face(odd, "J")).pile(meld.id).cards
    # Where no pile has its rank it stays, as all the others may have been misread, too.
    draft = edited(start, as_face(odd, "7"))
    assert faces(draft, "8") == "8 7 8 W20"


def test_a_natural_stays_on_top_of_its_book() -> None:
    start = side()
    queen, wild = pile_of(start, "Q").cards
    draft = edited(start, *(as_face(one, face) for one, face in ((wild, "Q"), (queen, "W50"))))
    assert (faces(draft, "Q"), pile_of(draft, "Q").id) == ("Q W50", pile_of(start, "Q").id)


def kinds_asked(draft: Draft) -> dict[str, tuple[PileKind, ...]]:
    return {one.piles[0]: one.kinds for one in score(draft).questions if one.asks is Asks.KIND}


@pytest.mark.parametrize(
    "edit", [{"kind": "remove_card"}, {"kind": "set_face", "face": "Q"}, {"kind": "set_face", "face": "J"}]
)
def test_a_book_whose_wild_was_none_is_clean_as_far_as_it_shows_and_it_is_asked(edit: dict[str, object]) -> None:
    doubted = replace(card("W20", 500, 100, shows=(0,)), presence=0.8)
    start = side(photo("played.jpg", PhotoRole.PLAYED, (doubted, card("Q", 500, 150, 90), *column("J J J", 500, 500))))
    book = pile_of(start, "Q")
    said = edited(start, {"kind": "answer", "pile": book.id, "count": 7, "w20": 1, "w50": 0})
    for before in (start, said):
        draft = edited(before, {**edit, "card": card_in(start, "Q", 1)})
        queens = pile_of(draft, "Q")
        assert (queens.kind, queens.count, queens.w20) == (PileKind.CLEAN, None, None)
        assert kinds_asked(draft) == {book.id: (PileKind.CLEAN, PileKind.DIRTY, PileKind.MELD)}
        assert score(draft).low <= score(start).low
        assert score(draft).best > score(start).best


def test_a_faint_wild_found_behind_a_clean_book_makes_it_dirty() -> None:
    shown = photo("played.jpg", PhotoRole.PLAYED, (card("Q", 500, 150, 90), *column("J J J", 500, 500)))
    reading = replace(shown.seen.reading, maybe=(card("W20", 500, 100, shows=(0,)),))
    start = side(TakenPhoto("played", laid_out("played.jpg", PhotoRole.PLAYED, reading)))
    assert pile_of(start, "Q").kind is PileKind.CLEAN
    draft = edited(start, as_face(start.faint[0], "W20"))
    assert (faces(draft, "Q"), pile_of(draft, "Q").kind) == ("Q W20", PileKind.DIRTY)
    assert [problem.code for problem in score(draft).problems] == [problem.code for problem in score(start).problems]


def test_of_a_book_of_wilds_whose_top_was_none_it_is_asked_what_it_is() -> None:
    start = side(photo("played.jpg", PhotoRole.PLAYED, (card("W20", 500, 150, 90), *column("J J J", 500, 500))))
    draft = edited(start, as_face("played.0", "8"))
    assert kinds_asked(draft) == {pile_of(draft, "8").id: (PileKind.CLEAN, PileKind.DIRTY, PileKind.MELD)}


@pytest.mark.parametrize(("face", "problem"), [("K", "meld_too_small"), ("B3", "black3_played")])
def test_what_lies_behind_a_book_and_is_none_of_its_cards_counts_beside_it(face: str, problem: str) -> None:
    start = side()
    wild = card_in(start, "Q", 1)
    gone = edited(start, {"kind": "remove_card", "card": card_in(start, "K")})
    draft = edited(gone, as_face(wild, face))
    assert [(draft.faces(pile.cards), pile.kind) for pile in draft.piles if wild in pile.cards] == [
        ((Face(face),), PileKind.MELD)
    ]
    assert problem in [one.code for one in score(draft).problems]


def test_a_top_that_was_a_black_three_stays_where_it_lies() -> None:
    """What touches another book and is no wild does not peep out of it."""
    lying = (card("Q", 500, 150, 90), card("K", 540, 150, 90), *column("J J J", 500, 500))
    start = side(photo("played.jpg", PhotoRole.PLAYED, lying))
    draft = edited(start, as_face(card_in(start, "Q"), "B3"))
    assert faces(draft, "K") == "K"


def test_a_wild_read_as_a_book_of_its_own_peeps_out_of_the_one_that_it_touches() -> None:
    lying = (card("5", 500, 100, shows=(0,)), card("Q", 500, 150, 90), card("K", 900, 150, 90))
    start = side(photo("played.jpg", PhotoRole.PLAYED, lying))
    five = card_in(start, "5")
    draft = edited(start, as_face(five, "W50"))
    assert (faces(draft, "Q"), pile_of(draft, "Q").kind) == ("Q W50", PileKind.DIRTY)
    assert len(draft.piles) == 2
    alone = replace(start, cards=tuple(replace(one, quad=None) if one.id == five else one for one in start.cards))
    assert len(edited(alone, as_face(five, "W50")).piles) == 3


def test_a_misread_book_is_the_one_that_is_spread_out_once_its_top_is_told() -> None:
    spread = photo("fanned.jpg", PhotoRole.FANNED, column("Q Q Q Q Q Q Q Q", 200, 200))
    lying = (card("8", 500, 150, 90), *column("J J J", 500, 500))
    start = side(photo("played.jpg", PhotoRole.PLAYED, lying), spread)
    doubt = next(one for one in start.doubts if one.code == WITHOUT_BOOK)
    top, book = card_in(start, "8"), pile_of(start, "8")
    draft = edited(start, as_face(top, "Q"))
    queens = pile_of(draft, "Q")
    assert (queens.id, queens.cards, queens.again, queens.lay) == (
        book.id,
        pile_of(start, "Q").cards,
        (top,),
        PileKind.CLEAN,
    )
    assert [one.settled for one in draft.doubts if one.id == doubt.id] == [True]
    assert score(draft).best == score(side(photo("played.jpg", PhotoRole.PLAYED, lying[1:]), spread)).best
    # What is spread out shows no other book.
    other = edited(start, as_face(top, "K"))
    assert (faces(other, "K"), len(other.piles)) == ("K", 3)


def test_a_spread_book_taken_for_another_is_the_one_whose_top_is_told() -> None:
    spread = photo("fanned.jpg", PhotoRole.FANNED, column("Q Q Q Q Q Q Q Q", 200, 200))
    doubted = replace(card("8", 500, 150, 90), confidence=0.9, runners_up=(RunnerUp(Face.QUEEN, 0.1),))
    start = side(photo("played.jpg", PhotoRole.PLAYED, (card("K", 900, 150, 90), doubted)), spread)
    queens, top = pile_of(start, "Q"), card_in(start, "K")
    assert (len(start.piles), queens.again, queens.lay) == (2, ("played.1",), PileKind.CLEAN)
    draft = edited(start, as_face(top, "Q"))
    assert (faces(draft, "8"), pile_of(draft, "8").kind) == ("8", PileKind.CLEAN)
    assert (pile_of(draft, "Q").cards, pile_of(draft, "Q").again) == (queens.cards, (top,))
    assert [doubt.settled for doubt in draft.doubts if doubt.code == DIFFERS] == [True]
    assert sorted(draft.placed()) == sorted(one.id for one in draft.cards)
    # Where its own top is told, too, nothing is to be mended.
    known = edited(start, as_face("played.1", "Q"))
    assert len(edited(known, as_face(top, "Q")).piles) == 2


@pytest.mark.parametrize("twin", [True, False], ids=["beside the right one", "the only one"])
def test_a_book_taken_for_the_one_that_is_spread_out_is_its_own_once_its_top_is_told(twin: bool) -> None:
    """A 5 read as a jack took the jacks that are spread out from the book of jacks."""
    fives = photo(
        "played.jpg", PhotoRole.PLAYED, [card("J", 500, 150, 90), *([card("J", 900, 150, 90)] if twin else [])]
    )
    start = side(fives, photo("fanned.jpg", PhotoRole.FANNED, column("J J J J J J", 200, 200)))
    assert [(pile.lay, pile.again) for pile in start.piles if pile.lay] == [(PileKind.CLEAN, ("played.0",))]
    draft = edited(start, as_face("played.0", "5"))
    jacks, five = pile_of(draft, "J"), pile_of(draft, "5")
    assert (faces(draft, "J"), jacks.kind, jacks.again) == ("J J J J J J", "clean", ("played.1",) if twin else ())
    assert (len(draft.piles), five.cards, five.kind) == (2, ("played.0",), "clean")
    assert kinds_asked(draft)[five.id] == (PileKind.CLEAN, PileKind.DIRTY, PileKind.MELD)
    assert sorted(draft.placed()) == sorted(one.id for one in draft.cards)


def test_a_natural_by_itself_that_was_read_as_none_is_asked_of_as_the_top_of_a_book() -> None:
    photos = photo("played.jpg", PhotoRole.PLAYED, [*PLAYED, card("B3", 1200, 800)]), LEFT_PHOTO
    start = side(*photos)
    three = next(pile.cards[0] for pile in start.piles if start.faces(pile.cards) == (Face.BLACK_THREE,))
    draft = edited(start, as_face(three, "9"))
    (nine,) = (pile for pile in draft.piles if pile.cards == (three,))
    assert nine.kind is PileKind.CLEAN
    (kinds,) = (
        question.kinds for question in score(draft).questions if question.piles == (nine.id,) and question.kinds
    )
    assert kinds == (PileKind.CLEAN, PileKind.DIRTY, PileKind.MELD)
    # Of a rank that lies already it is one more card, and what was read rightly stays as it lies.
    joined = edited(start, as_face(three, "8"))
    assert three in pile_of(joined, "8").cards
    again = edited(start, as_face(three, "B3"))
    assert [pile.kind for pile in again.piles] == [pile.kind for pile in start.piles]


def test_a_natural_left_with_wilds_is_asked_of_as_a_dirty_book() -> None:
    lying = (*column("9 9 9 W20", 200, 200), *column("J J J", 500, 500))
    start = side(photo("played.jpg", PhotoRole.PLAYED, lying))
    two = edited(start, as_face(card_in(start, "9"), "J"))
    assert (faces(two, "9"), pile_of(two, "9").kind) == ("9 9 W20", PileKind.MELD)
    one = edited(two, as_face(card_in(two, "9"), "J"))
    nine = pile_of(one, "9")
    assert (faces(one, "9"), nine.kind) == ("9 W20", PileKind.DIRTY)
    (kinds,) = (question.kinds for question in score(one).questions if question.asks is Asks.KIND)
    assert kinds == (PileKind.DIRTY, PileKind.MELD)
    none = edited(one, {"kind": "set_kind", "pile": nine.id, "to": "meld"})
    assert pile_of(none, "9").kind is PileKind.MELD


def test_a_top_read_as_a_wild_is_that_of_a_dirty_book_once_it_is_told() -> None:
    lying = (card("W20", 500, 100, shows=(0,)), card("W50", 500, 150, 90), *column("J J J", 500, 500))
    start = side(photo("played.jpg", PhotoRole.PLAYED, lying))
    draft = edited(start, as_face("played.1", "Q"))
    assert (faces(draft, "Q"), pile_of(draft, "Q").kind) == ("Q W20", PileKind.DIRTY)
    assert kinds_asked(draft) == {pile_of(draft, "Q").id: (PileKind.DIRTY, PileKind.MELD)}


def test_a_card_that_is_confirmed_stays_where_a_person_laid_it() -> None:
    start = side()
    queens = pile_of(start, "Q")
    top, wild = queens.cards
    spread = edited(start, {"kind": "set_kind", "pile": queens.id, "to": "meld"})
    apart = edited(start, {"kind": "new_pile", "cards": [wild]})
    for draft, card_id, face in ((spread, wild, "W20"), (spread, top, "Q"), (apart, wild, "W20")):
        confirmed = edited(draft, as_face(card_id, face))
        assert [(pile.cards, pile.kind) for pile in confirmed.piles] == [
            (pile.cards, pile.kind) for pile in draft.piles
        ]


def test_a_wild_behind_a_book_that_was_read_as_a_red_three_peeps_out_of_it_once_it_is_told() -> None:
    lying = (card("R3", 500, 100, shows=(0,)), card("Q", 500, 150, 90), *column("J J J", 500, 500))
    start = side(photo("played.jpg", PhotoRole.PLAYED, lying))
    assert (len(start.red_threes), pile_of(start, "Q").kind) == (1, PileKind.CLEAN)
    draft = edited(start, as_face("played.0", "W20"))
    assert (faces(draft, "Q"), pile_of(draft, "Q").kind, len(draft.piles)) == ("Q W20", PileKind.DIRTY, 2)


def test_a_wild_of_a_meld_that_was_read_as_a_red_three_lies_in_it_once_it_is_told() -> None:
    lying = (*column("J J J J J J R3", 200, 500), *column("8 8 8", 900, 500))
    start = side(photo("played.jpg", PhotoRole.PLAYED, lying))
    assert (len(start.red_threes), faces(start, "J")) == (1, "J J J J J J")
    draft = edited(start, as_face(start.red_threes[0], "W50"))
    assert (faces(draft, "J"), faces(draft, "8"), len(draft.piles)) == ("J J J J J J W50", "8 8 8", 2)


def test_a_wild_taken_for_the_book_that_is_spread_out_peeps_out_of_its_own_once_it_is_told() -> None:
    """The book that lay squared is then another, and what is spread out is of its kind."""
    lying = (card("5", 500, 150, 90), card("J", 500, 100, shows=(0,)), card("J", 900, 150, 90))
    shown = photo("fanned.jpg", PhotoRole.FANNED, column("J J J J J", 200, 200))
    start = side(photo("played.jpg", PhotoRole.PLAYED, lying), shown)
    taken = next(pile for pile in start.piles if "played.1" in pile.again)
    assert (taken.lay, len(start.piles)) == (PileKind.DIRTY, 3)
    draft = edited(start, as_face("played.1", "W20"))
    assert (faces(draft, "5"), pile_of(draft, "5").kind) == ("5 W20", PileKind.DIRTY)
    jacks = pile_of(draft, "J")
    assert (faces(draft, "J"), jacks.again, jacks.kind) == ("J J J J J", ("played.2",), PileKind.CLEAN)
    assert len(draft.piles) == 2


def test_a_red_three_taken_for_the_book_that_is_spread_out_lies_with_its_like_once_it_is_told() -> None:
    """The book that lay squared is then another of its rank, and counts but once."""
    lying = (card("9", 500, 150, 90), card("9", 1200, 1080, 90))
    shown = photo("fanned.jpg", PhotoRole.FANNED, column("9 9 9 9 9 9", 200, 200))
    for red, book in (("played.0", "played.1"), ("played.1", "played.0")):
        draft = edited(side(photo("played.jpg", PhotoRole.PLAYED, lying), shown), as_face(red, "R3"))
        assert (draft.red_threes, pile_of(draft, "9").again, len(draft.piles)) == ((red,), (book,), 1)


def test_a_card_of_a_meld_that_was_read_as_a_book_lies_in_it_once_it_is_told() -> None:
    lying = [card("A", 245, 460), *column("4 J J J W20", 200, 500)]
    start = side(photo("played.jpg", PhotoRole.PLAYED, lying))
    assert (pile_of(start, "A").squared, faces(start, "J")) == (True, "4 J J J W20")
    draft = edited(start, as_face("played.0", "J"), as_face("played.1", "J"))
    assert (faces(draft, "J"), len(draft.piles)) == ("J J J J W20 J", 1)
    threes = side(photo("played.jpg", PhotoRole.PLAYED, column("10 10 10 10 R3 9", 200, 500)))
    assert pile_of(threes, "9").squared
    draft = edited(threes, as_face("played.4", "10"), as_face("played.5", "W20"))
    assert (faces(draft, "10"), len(draft.piles)) == ("10 10 10 10 10 W20", 1)


def test_a_book_that_a_card_of_another_was_taken_to_spread_out_lies_there_once_that_is_told() -> None:
    lying = (card("6", 500, 150, 90), card("5", 900, 150, 90))
    shown = photo("fanned.jpg", PhotoRole.FANNED, [card("5", 245, 160), *column("K 6 6 6 6 6", 200, 200)])
    start = side(photo("played.jpg", PhotoRole.PLAYED, lying), shown)
    assert pile_of(start, "5").cards == ("fanned.0",)
    draft = edited(start, as_face("fanned.0", "6"), as_face("fanned.1", "6"))
    assert sorted(faces(draft, "6").split()) == ["6"] * 7
    assert (pile_of(draft, "5").cards, pile_of(draft, "5").kind) == (("played.1",), PileKind.CLEAN)
    assert len(draft.piles) == 2


@pytest.mark.parametrize(("shows", "left"), [(PhotoRole.LEFT, True), (PhotoRole.PLAYED, False)])
def test_a_faint_red_three_lies_with_what_its_photo_shows(shows: PhotoRole, left: bool) -> None:
    shown = photo("some.jpg", shows, column("9 9 9", 200, 300))
    reading = replace(shown.seen.reading, maybe=(card("R3", 900, 300),))
    start = side(TakenPhoto("some", laid_out("some.jpg", shows, reading)))
    (faint,) = start.faint
    draft = edited(start, as_face(faint, "R3"))
    assert (faint in draft.left, faint in draft.red_threes, draft.faint) == (left, not left, ())


def test_one_natural_left_of_a_pile_is_asked_of_as_a_squared_book_once_the_other_is_none() -> None:
    for faces_left, kinds in (("8 8", ["clean", "dirty", "meld"]), ("8 8 W20", ["dirty", "meld"])):
        lying = [*column(faces_left, 200, 300), *column("K K K", 900, 300)]
        start = side(photo("played.jpg", PhotoRole.PLAYED, lying))
        assert not pile_of(start, "8").squared
        draft = edited(start, {"kind": "remove_card", "card": "played.1"})
        assert [list(asked) for asked in kinds_asked(draft).values()] == [kinds]
        assert draft.removed == ("played.1",)


def test_a_wild_behind_a_top_that_is_none_peeps_out_of_the_book_that_it_touches() -> None:
    lying = (card("Q", 500, 150, 90), card("W20", 500, 100, shows=(0,)), card("7", 500, 50, 90))
    start = side(photo("played.jpg", PhotoRole.PLAYED, (*lying, *column("K K K", 900, 300))))
    taken = next(pile for pile in start.piles if "played.1" in pile.cards)
    other = {"Q": "7", "7": "Q"}[str(start.rank(taken))]
    draft = edited(start, {"kind": "remove_card", "card": taken.cards[0]})
    assert (faces(draft, other), pile_of(draft, other).kind) == (f"{other} W20", PileKind.DIRTY)


def test_a_red_three_counts_itself_once_what_it_was_taken_for_among_spread_books_is_told() -> None:
    lying = (card("Q", 500, 150, 90), card("R3", 1200, 1080, 90))
    shown = photo("fanned.jpg", PhotoRole.FANNED, column("R3 Q Q Q R3", 200, 200))
    start = side(photo("played.jpg", PhotoRole.PLAYED, lying), shown)
    assert (start.red_threes, start.again) == (("fanned.0", "fanned.4"), ("played.1",))
    draft = edited(start, as_face("fanned.0", "Q"), as_face("fanned.4", "Q"))
    assert (draft.red_threes, draft.again) == (("played.1",), ())
    assert sorted(faces(draft, "Q").split()) == ["Q"] * 5


def test_what_a_top_and_the_wild_behind_it_were_read_as_is_asked_of_as_the_dirty_book_that_they_are() -> None:
    start = side(photo("played.jpg", PhotoRole.PLAYED, (card("W50", 500, 150, 90), card("8", 500, 100, shows=(0,)))))
    assert (faces(start, "8"), pile_of(start, "8").kind) == ("8 W50", PileKind.DIRTY)
    draft = edited(start, as_face("played.0", "7"), as_face("played.1", "W20"))
    assert (faces(draft, "7"), len(draft.piles)) == ("7 W20", 1)
    assert list(kinds_asked(draft).values()) == [(PileKind.DIRTY, PileKind.MELD)]


def test_a_top_told_to_be_of_another_rank_than_the_next_is_asked_of_as_a_book() -> None:
    lying = (card("4", 500, 150, 90), card("R3", 1200, 1080, 90))
    start = side(photo("played.jpg", PhotoRole.PLAYED, lying))
    draft = edited(start, as_face("played.1", "4"), as_face("played.0", "J"))
    assert (pile_of(draft, "4").cards, pile_of(draft, "J").cards) == (("played.1",), ("played.0",))
    assert kinds_asked(draft) == {pile_of(draft, "J").id: (PileKind.CLEAN, PileKind.DIRTY, PileKind.MELD)}


@pytest.mark.parametrize(
    ("spread", "kinds"),
    [("J J J J J", ["clean", "dirty", "meld"]), ("J J J J W20", ["dirty", "meld"]), ("J J J J J J J", [])],
)
def test_what_is_spread_out_is_the_book_whose_top_was_read_as_a_three(spread: str, kinds: list[str]) -> None:
    """Which it is is asked where it hides cards; with a book's number of them it is as it shows."""
    lying = photo("played.jpg", PhotoRole.PLAYED, (card("B3", 500, 150, 90), *column("8 8 8", 500, 500)))
    start = side(lying, photo("fanned.jpg", PhotoRole.FANNED, column(spread, 200, 200)))
    draft = edited(start, as_face("played.0", "J"))
    jacks = pile_of(draft, "J")
    assert (faces(draft, "J"), jacks.kind, len(draft.piles)) == (spread, kinds[0] if kinds else "meld", 2)
    assert [list(asked) for asked in kinds_asked(draft).values()] == ([kinds] if kinds else [])


def test_cards_read_apart_from_their_spread_book_lie_in_it_once_they_are_told() -> None:
    shown = photo("fanned.jpg", PhotoRole.FANNED, (*column("K K K K", 200, 200), card("A", 800, 200)))
    reading = replace(shown.seen.reading, maybe=(card("7", 800, 500), card("7", 800, 800)))
    seen = laid_out("fanned.jpg", PhotoRole.FANNED, reading)
    played = photo("played.jpg", PhotoRole.PLAYED, [card("K", 200, 150, 90)])
    start = side(played, TakenPhoto("fanned", seen))
    ace = card_in(start, "A")
    told = [as_face(one, "K") for one in (ace, *start.faint)]
    draft = edited(start, *told)
    assert (faces(draft, "K"), len(draft.piles)) == ("K K K K K K K", 1)
    wild = edited(start, as_face(ace, "W20"))
    assert (faces(wild, "K"), pile_of(wild, "K").kind) == ("K K K K W20", PileKind.DIRTY)


def test_a_wild_by_itself_in_the_played_area_stays_there() -> None:
    start = side(photo("played.jpg", PhotoRole.PLAYED, (*column("K K K K", 200, 200), card("A", 800, 200))))
    draft = edited(start, as_face(card_in(start, "A"), "W20"))
    assert (faces(draft, "K"), len(draft.piles)) == ("K K K K", 2)


@pytest.mark.parametrize(
    ("lies", "spread", "ranks"), [("K", "", "J K"), ("", "K K K K K K K", "J K"), ("Q", "", "J K Q")]
)
def test_a_faint_card_of_a_book_that_another_photo_shows_counts_there(lies: str, spread: str, ranks: str) -> None:
    """``lies``: the squared book of a photo of the played area, where the faint one is spread; else the other way."""
    played = [*column("J J J", 500, 500), *([card(lies, 200, 150, 90)] if lies else [])]
    photos = [
        photo("played.jpg", PhotoRole.PLAYED, played),
        photo("fanned.jpg", PhotoRole.FANNED, column(spread, 200, 200)),
    ]
    shows = 1 if lies else 0
    seen = photos[shows].seen
    faint = replace(seen.reading, maybe=(card("K", 1200, 200, shows=(0,)),))
    photos[shows] = replace(photos[shows], seen=replace(seen, reading=faint))
    start = side(*photos)
    draft = edited(start, as_face(start.faint[0], "K"))
    assert sorted(str(draft.rank(pile)) for pile in draft.piles) == ranks.split()
    assert (start.faint[0] in pile_of(draft, "K").again) is (lies != "Q")
    assert sorted(draft.placed()) == sorted(one.id for one in draft.cards)


@pytest.mark.parametrize(("rank", "kind", "left"), [("K", "clean", "K K K K K K"), ("Q", "dirty", "Q Q Q Q W50 W20")])
def test_a_book_that_lay_squared_stays_one_when_a_card_of_it_was_none(rank: str, kind: str, left: str) -> None:
    start = side(PLAYED_PHOTO, FANNED_PHOTO)
    assert not pile_of(start, rank).squared
    draft = edited(start, {"kind": "remove_card", "card": card_in(start, rank)})
    assert (pile_of(draft, rank).kind, faces(draft, rank)) == (kind, left)
    assert [one.piles for one in score(draft).questions if one.asks is Asks.BOOK] == [(pile_of(draft, rank).id,)]
    # Unless somebody says that it is none.
    none = edited(draft, {"kind": "set_kind", "pile": pile_of(draft, rank).id, "to": "meld"})
    assert (pile_of(none, rank).squared, faces(none, rank)) == (False, left)


def test_a_missed_card_is_added_as_large_as_its_neighbours_where_it_was_tapped() -> None:
    start = side()
    edit = {"kind": "add_card", "photo": "played", "x": 520, "y": 700, "face": "J", "to": pile_of(start, "J").id}
    draft = edited(start, edit)
    assert faces(draft, "J") == "J J J J"
    quad = draft.card("added.1").quad
    assert quad is not None
    assert sum(x for x, _ in quad) / 4 == pytest.approx(520)
    assert quad[1][0] - quad[0][0] == pytest.approx(100)


def test_an_added_card_goes_where_its_photo_and_face_say() -> None:
    draft = edited(
        side(),
        {"kind": "add_card", "photo": "left", "x": 10, "y": 10, "face": "K"},
        {"kind": "add_card", "photo": "played", "x": 10, "y": 10, "face": "R3"},
        {"kind": "add_card", "photo": "played", "x": 10, "y": 10, "face": "A"},
        {"kind": "add_card", "face": "5"},
    )
    assert draft.left[-1] == "added.1"
    assert draft.red_threes[-1] == "added.2"
    assert pile_of(draft, "A").cards == ("added.3",)
    assert pile_of(draft, "5").cards == ("added.4",)


def test_a_removed_card_counts_nothing_and_an_emptied_pile_is_gone() -> None:
    start = side()
    draft = edited(start, {"kind": "remove_card", "card": card_in(start, "K")})
    assert len(draft.piles) == len(start.piles) - 1
    assert draft.removed == (card_in(start, "K"),)


def test_a_card_moves_to_a_pile_or_to_what_is_left() -> None:
    start = side()
    wild = card_in(start, "8", 3)
    assert faces(edited(start, {"kind": "move_card", "card": wild, "to": pile_of(start, "J").id}), "J") == "J J J W20"
    assert edited(start, {"kind": "move_card", "card": wild, "to": "left"}).left[-1] == wild
    assert edited(start, {"kind": "move_card", "card": wild, "to": "garbage"}).garbage == (wild,)


def test_red_threes_follow_what_is_said_of_their_face() -> None:
    start = side()
    three = start.red_threes[0]
    as_eight = edited(start, as_face(three, "5"))
    assert (len(as_eight.red_threes), faces(as_eight, "5")) == (1, "5")
    back = edited(as_eight, as_face(three, "R3"))
    assert set(back.red_threes) == set(start.red_threes)


def test_what_is_no_red_three_lies_in_the_pile_of_its_rank_or_is_asked_of_as_a_book() -> None:
    start = side()
    three = start.red_threes[0]
    jack, nine = (edited(start, as_face(three, face)) for face in ("J", "9"))
    assert three in pile_of(jack, "J").cards
    assert (pile_of(nine, "9").kind, pile_of(nine, "9").cards) == (PileKind.CLEAN, (three,))
    fanned = photo("fanned.jpg", PhotoRole.FANNED, (*column("8 8 8 8 8 8", 200, 200), card("R3", 600, 300)))
    spread = side(photo("played.jpg", PhotoRole.PLAYED, [card("8", 200, 150, 90)]), fanned)
    wild = edited(spread, as_face(spread.red_threes[0], "W20"))
    assert (faces(wild, "8"), pile_of(wild, "8").kind) == ("8 8 8 8 8 8 W20", PileKind.DIRTY)


def test_a_face_down_card_lies_among_those_left_once_it_is_turned() -> None:
    start = side()
    (back,) = start.face_down
    draft = edited(start, as_face(back, "A"))
    assert (draft.face_down, draft.left[-1]) == ((), back)


def test_piles_are_joined_and_split() -> None:
    start = side()
    eights, jacks = pile_of(start, "8"), pile_of(start, "J")
    joined = edited(start, {"kind": "merge_piles", "pile": eights.id, "other": jacks.id})
    assert joined.pile(eights.id).cards == (*eights.cards, *jacks.cards)
    parted = edited(joined, {"kind": "split_pile", "pile": eights.id, "cards": list(jacks.cards)})
    assert faces(parted, "J") == "J J J"
    assert faces(parted, "8") == "8 8 8 W20"


def test_a_pile_photographed_twice_counts_once_and_as_it_lies_spread_out() -> None:
    aces = photo("fanned.jpg", PhotoRole.FANNED, column("A A A A A A A", 200, 200))
    start = side(PLAYED_PHOTO, aces)
    queens, spread = pile_of(start, "Q"), pile_of(start, "A")
    draft = edited(start, {"kind": "merge_piles", "pile": queens.id, "other": spread.id, "same": True})
    assert draft.pile(queens.id).cards == spread.cards
    assert draft.pile(queens.id).again == queens.cards
    assert draft.pile(queens.id).kind is PileKind.MELD


def test_a_spread_pile_turned_to_a_book_shows_a_natural_on_top() -> None:
    start = side()
    eights = pile_of(start, "8")
    first_wild = edited(start, as_face(eights.cards[0], "W20"))
    draft = edited(first_wild, {"kind": "set_kind", "pile": eights.id, "to": "dirty"})
    assert faces(draft, "8") == "8 8 W20 W20"
    assert draft.pile(eights.id).kind is PileKind.DIRTY


def test_an_answer_leaves_nothing_to_ask_of_a_book() -> None:
    start = side()
    queens = pile_of(start, "Q")
    asked = score(start).questions
    assert queens.id in {pile for question in asked for pile in question.piles}
    draft = edited(start, {"kind": "answer", "pile": queens.id, "count": 8, "w20": 1, "w50": 1})
    after = score(draft)
    assert queens.id not in {pile for question in after.questions for pile in question.piles}
    (line,) = [line for line in after.lines if line.piles == (queens.id,) and line.reason == "cards"]
    assert (line.points, line.basis) == (6 * 10 + 20 + 50, "answered")


def test_what_was_said_of_a_book_is_asked_anew_once_a_wild_lies_on_it_that_it_was_said_to_lack() -> None:
    start = side()
    kings = pile_of(start, "K")
    said: dict[str, object] = {"kind": "answer", "pile": kings.id, "count": 8, "w20": 0}
    draft = edited(start, {**said, "w50": 2}, as_face(kings.cards[0], "W20"))
    book = draft.pile(kings.id)
    assert (book.count, book.w20, book.w50) == (None, None, None)
    round_of(draft)
    # Another natural on top leaves what lies under it.
    draft = edited(start, {**said, "w50": 2}, as_face(kings.cards[0], "9"))
    assert (draft.pile(kings.id).count, draft.pile(kings.id).w50) == (8, 2)


def test_the_wild_on_top_of_a_book_is_one_of_its_cards_before_its_kind_is_counted() -> None:
    start = side()
    book = pile_of(start, "K")
    wild: dict[str, object] = as_face(book.cards[0], "W20")
    answer: dict[str, object] = {"kind": "answer", "pile": book.id, "count": 7}
    with pytest.raises(EditError, match="7 wilds under a 20-wild are more than the 7 cards"):
        edited(start, wild, {**answer, "w50": 7})
    assert round_of(edited(start, wild, {**answer, "w50": 6})).sides[0].piles[0].w50 == 6


def round_of(draft: Draft) -> Record:
    """Return the record of a round of the draft's side, as the database gives it back."""
    return parse_record(record_to_json(Record("golden-games", (record_of(draft, "North"),))))


def test_facts_are_said_and_taken_back() -> None:
    said = edited(side(), {"kind": "set_fact", "fact": "perfect_deals", "value": 1})
    assert said.facts.perfect_deals == 1
    unsaid = edited(said, {"kind": "set_fact", "fact": "went_out"}, {"kind": "set_fact", "fact": "improper_melds"})
    assert (unsaid.facts.went_out, unsaid.facts.improper_melds) == (None, None)


def test_a_doubt_is_settled_and_opened_again() -> None:
    start = side()
    doubt = start.doubts[0].id
    settled = edited(start, {"kind": "settle_doubt", "doubt": doubt})
    assert settled.doubts[0].settled
    assert edited(settled, {"kind": "settle_doubt", "doubt": doubt, "settled": False}) == start


def added_at(x: float, y: float) -> dict[str, object]:
    return {"kind": "add_card", "photo": "played", "x": x, "y": y, "face": "K"}


IMPOSSIBLE = {
    "unknown card": (as_face("x", "K"), "that card is not here any more"),
    "unknown pile": ({"kind": "set_kind", "pile": "x", "to": "clean"}, "that pile is not here any more"),
    "unknown photo": ({"kind": "add_card", "photo": "x", "face": "K"}, "that photo is not here any more"),
    "unknown doubt": ({"kind": "settle_doubt", "doubt": "x"}, "doubt is not there"),
    "left of the photo": (added_at(-1, 5), "the point -1, 5 lies outside the photo played.jpg"),
    "right of the photo": (added_at(1601, 5), "the point 1601, 5 lies outside the photo played.jpg"),
    "above the photo": (added_at(5, -1), "the point 5, -1 lies outside the photo played.jpg"),
    "below the photo": (added_at(5, 1201), "the point 5, 1201 lies outside the photo played.jpg"),
    "a king a red 3": ({"kind": "move_card", "card": "K", "to": "red_threes"}, "cannot lie among the red 3s"),
    "to nowhere": ({"kind": "move_card", "card": "K", "to": "floor"}, "that pile is not here any more"),
    "to its own pile": ({"kind": "move_card", "card": "K", "to": "pile K"}, "in that pile already"),
    "face down": ({"kind": "move_card", "card": "back", "to": "left"}, "face down"),
    "face down piled": ({"kind": "new_pile", "cards": ["back"]}, "face down"),
    "twice": ({"kind": "new_pile", "cards": ["K", "K"]}, "only once"),
    "joined to itself": ({"kind": "merge_piles", "pile": "pile K", "other": "pile K"}, "to itself"),
    "squared joined": ({"kind": "merge_piles", "pile": "pile K", "other": "pile 8"}, "cannot be joined"),
    "split off all": ({"kind": "split_pile", "pile": "pile K", "cards": ["K"]}, "has to stay"),
    "split off others": ({"kind": "split_pile", "pile": "pile 8", "cards": ["K"]}, "not all of these"),
    "same kind": ({"kind": "set_kind", "pile": "pile K", "to": "clean"}, "a clean book already"),
    "answer of a meld": ({"kind": "answer", "pile": "pile 8", "count": 4}, "only of a squared book"),
    "too many wilds": ({"kind": "answer", "pile": "pile Q", "count": 7, "w20": 7}, "more than the 7 cards"),
    "no cards": ({"kind": "answer", "pile": "pile Q", "count": 0}, "one card at least"),
    "deals as a switch": ({"kind": "set_fact", "fact": "perfect_deals", "value": True}, "no number"),
    "out as a number": ({"kind": "set_fact", "fact": "went_out", "value": 2}, "no answer"),
}


@pytest.mark.parametrize(("edit", "says"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_cannot_be_done_is_said_in_one_line(edit: dict[str, object], says: str) -> None:
    draft = side()
    names = {"K": card_in(draft, "K"), "back": draft.face_down[0]}
    names |= {f"pile {rank}": pile_of(draft, rank).id for rank in "K8Q"}
    known = {
        key: [names.get(one, one) for one in value] if isinstance(value, list) else names.get(str(value), value)
        for key, value in edit.items()
        if key != "face"
    }
    with pytest.raises(EditError, match=says) as error:
        edited(draft, known | ({"face": edit["face"]} if "face" in edit else {}))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        ({"kind": "fly"}, "union_tag_invalid"),
        (as_face("a", "11"), "enum"),
        ({**as_face("a", "K"), "extra": 1}, "unexpected_keyword_argument"),
        ({"kind": "add_card", "face": "K", "x": float("nan")}, "finite_number"),
        ({"kind": "answer", "pile": "a", "count": -1}, "greater_than_equal"),
        ({"kind": "new_pile", "cards": []}, "too_short"),
    ],
    ids=lambda part: part if isinstance(part, str) else "edit",
)
def test_an_edit_that_is_none_is_refused(edit: dict[str, object], why: str) -> None:
    with pytest.raises(ValidationError) as refused:
        EDITS.validate_python(edit)
    assert [error["type"] for error in refused.value.errors()] == [why]


def test_no_edit_changes_the_draft_it_was_made_on() -> None:
    start = side(PLAYED_PHOTO, FANNED_PHOTO, LEFT_PHOTO)
    copy = replace(start)
    edit: Edit = EDITS.validate_python({"kind": "remove_card", "card": start.cards[0].id})
    assert apply(start, edit, 1) != start
    assert start == copy


def test_beside_what_is_left_on_a_mat_a_card_is_left_too() -> None:
    """One photo shows what is played and, in the mat's zones for Hand and Foot, what is left."""
    cards = (*column("8 8 8 W20", 200, 500), card("9", 900, 500), card(None, 1000, 500))
    taken = photo("played.jpg", PhotoRole.PLAYED, cards)
    played = tuple(pile for pile in taken.seen.layout.piles if pile.rank is Face.EIGHT)
    layout = replace(taken.seen.layout, piles=played, loose=(), left=(4,), backs=(5,))
    start = side(replace(taken, seen=replace(taken.seen, layout=layout)))
    assert start.faces(start.left) == (Face.NINE,)
    draft = edited(
        start,
        as_face(start.face_down[0], "R3"),
        {"kind": "add_card", "photo": "played", "x": 900, "y": 600, "face": "K"},
        {"kind": "add_card", "photo": "played", "x": 200, "y": 900, "face": "A"},
    )
    assert draft.faces(draft.left) == (Face.NINE, Face.RED_THREE, Face.KING)
    assert faces(draft, "A") == "A"
