import json
from dataclasses import replace

import pytest

from handfoot.asking.doubted import doubted_of
from handfoot.asking.kinds import which_kind
from handfoot.asking.lay import with_books_finished
from handfoot.asking.maybes import MOST_ASKED, Maybe, cards_of, maybes_of, note_of
from handfoot.asking.otherwise import with_faces
from handfoot.asking.unseen import tally_seen
from scorer.faces import Face
from scorer.record import Record, parse_record
from scorer.scoring.account import SideTally
from scorer.scoring.tally import tally, tally_to_json

EIGHTS = {"cards": ["8"] * 6 + ["W20"]}
QUEENS = {"top": "Q", "kind": "dirty", "x_behind": ["W20"]}


def record(*piles: dict[str, object], maybes: object = (), **side: object) -> Record:
    noted = [note_of(one) if isinstance(one, Maybe) else one for one in maybes] if isinstance(maybes, tuple) else maybes
    sides = [{"name": "North", "piles": list(piles), "x_maybe": noted, **side}]
    return parse_record({"rules": "remastered-singles", "round": 1, "sides": sides})


def scored(*piles: dict[str, object], maybes: object = (), **side: object) -> SideTally:
    (only,) = tally_seen(record(*piles, maybes=maybes, **side)).sides
    return only


def spread(side: SideTally) -> tuple[int, int]:
    return side.low - side.best, side.high - side.best


def maybe(place: str, at: int | None, *faces: str | None) -> Maybe:
    return Maybe(place, at, tuple(None if face is None else Face(face) for face in faces), "a.jpg, card 3")


def test_a_wild_that_may_be_none_opens_the_interval_by_the_book_it_would_cost() -> None:
    side = scored(EIGHTS, maybes=(maybe("pile 1", 7, None),))
    (question,) = side.questions
    assert spread(side) == (-300 - 20, 0)
    assert (question.about, question.ask, question.width) == ("a.jpg, card 3", "is there really a 20-wild here?", 320)


@pytest.mark.parametrize(
    ("eights", "lay", "least"),
    # Seven cards it has at least, whichever of them shows.
    [(6, "dirty", 0), (7, "dirty", -10), (6, "odd", -300 - 10), (6, None, -300 - 10)],
)
def test_a_book_that_lay_squared_is_one_without_a_doubtful_card(eights: int, lay: str | None, least: int) -> None:
    side = scored({"cards": ["8"] * eights + ["W20"], "x_lay": lay}, maybes=(maybe("pile 1", 1, None),))
    assert spread(side) == (least, 0)
    assert len(side.questions) == (least < 0)


@pytest.mark.parametrize(
    ("at", "faces", "ask"),
    [
        (2, (None,), "is there really an 8 here, or is it one that is counted already?"),
        (2, ("6", None), "is this an 8 or a 6, or no card of its own?"),
        (7, (None,), "is there really a 20-wild here?"),
    ],
)
def test_where_others_of_its_face_are_counted_a_card_may_be_one_of_those(
    at: int, faces: tuple[str | None, ...], ask: str
) -> None:
    side = scored(EIGHTS, maybes=(maybe("pile 1", at, *faces),))
    assert [question.ask for question in side.questions] == [ask]


def test_what_another_face_is_worth_is_asked_as_a_choice() -> None:
    side = scored(left=["9", "K"], maybes=(maybe("left", 2, "A", "W50", None),))
    assert spread(side) == (-40, 10)
    assert side.questions[0].ask == "is this a king, an ace or a 50-wild, or no card at all?"


def test_what_is_left_is_not_asked_of_once_another_side_forfeits_by_going_out() -> None:
    """Whoever goes out without the books pays, and the others pay nothing for what they hold (four-hand, Going Out)."""
    held = {"name": "South", "left": ["K"], "x_maybe": [note_of(maybe("left", 1, "W50"))]}
    for went_out, width in ((True, 0), (False, 40)):
        north = {"name": "North", "piles": [{"cards": ["4"] * 3}], "went_out": went_out}
        _, south = tally_seen(parse_record({"rules": "four-hand", "round": 1, "sides": [north, held]})).sides
        assert sum(question.width for question in south.questions if question.about == "a.jpg, card 3") == width


@pytest.mark.parametrize("went_out", [True, False])
def test_what_another_side_has_in_doubt_tells_whether_this_one_is_spared(went_out: bool) -> None:
    """Whoever goes out without the books spares the others (four-hand, Going Out): here one wild tells."""
    wild = note_of(maybe("pile 2", 7, None))
    north = {"name": "North", "piles": [{"cards": ["K"] * 7}, EIGHTS], "went_out": went_out, "x_unsaid": ["went_out"]}
    south = {"name": "South", "left": ["K", "A"]}
    for notes, low, high in (([], -30, -30), ([wild], -30, 0)):
        sides = [{**north, "x_maybe": notes}, south]
        _, score = tally_seen(parse_record({"rules": "four-hand", "round": 1, "sides": sides})).sides
        assert (score.low, score.high) == (low, high)
        assert [question.ask for question in score.questions] == [
            "did another side go out without its books?" for _ in notes
        ]


def test_of_a_side_with_very_much_in_doubt_it_is_open_whether_it_spares_another() -> None:
    doubtful = [note_of(maybe("pile 1", at, "5", "6")) for at in range(1, 7)]
    doubtful += [note_of(maybe("pile 2", at, "A", None)) for at in range(1, 7)]
    north = {"name": "North", "piles": [{"cards": ["K"] * 7}, EIGHTS], "went_out": True, "x_maybe": doubtful}
    sides = [north, {"name": "South", "left": ["K", "A"]}]
    _, score = tally_seen(parse_record({"rules": "four-hand", "round": 1, "sides": sides})).sides
    assert (score.low, score.high) == (-30, 0)


def test_a_choice_that_moves_nothing_is_not_asked() -> None:
    side = scored(left=["9"], maybes=(maybe("left", 1, "10", "J"),))
    assert (side.questions, spread(side)) == ((), (0, 0))


def test_a_card_that_was_not_counted_may_complete_a_book() -> None:
    side = scored({"cards": ["8"] * 6}, maybes=(maybe("pile 1", None, "8"),))
    assert spread(side)[0] == 0
    assert spread(side)[1] >= 500
    assert side.questions[0].ask == "does one more card lie here, an 8?"


@pytest.mark.parametrize(
    ("place", "face", "book", "ask"),
    [
        ("clean book", "K", {"top": "K", "kind": "clean"}, "a king"),
        ("dirty book", "K", {"top": "K", "kind": "dirty"}, "a king"),
        ("wild book", "W50", {"top": "W50", "kind": "wild"}, "a 50-wild"),
        ("clean book", "W20", {"top": "W20", "kind": "wild"}, "a 20-wild"),
        ("wild book", "8", {"top": "8", "kind": "clean"}, "an 8"),
    ],
)
def test_a_card_not_counted_that_would_be_the_top_of_a_book_opens_the_interval_by_it(
    place: str, face: str, book: dict[str, object], ask: str
) -> None:
    side = scored({"cards": ["5"] * 3}, maybes=(maybe(place, None, face),))
    with_it = scored({"cards": ["5"] * 3}, book)
    assert (side.low, side.high) == (side.best + min(with_it.low - side.best, 0), with_it.high)
    assert [question.ask for question in side.questions] == [f"does a squared book lie here, under {ask}?"]


@pytest.mark.parametrize(
    ("lying", "after"), [(["K"] * 3, ["K K K K"]), (["9", "9", "K"], ["9 9 K", "K"])], ids=["its meld", "a stray"]
)
def test_a_card_of_a_rank_that_lies_already_is_the_top_of_no_book(lying: list[str], after: list[str]) -> None:
    side = record({"cards": lying}).sides[0]
    changed = with_faces(side, [(maybe("clean book", None, "K"), Face.KING)])
    assert [" ".join(pile.cards) for pile in changed.piles] == after


def test_a_card_that_may_be_of_another_rank_goes_to_the_pile_of_that() -> None:
    (side,) = record({"cards": ["8", "8", "8", "W20"]}, {"cards": ["K"] * 3}, {"top": "9", "kind": "clean"}).sides
    both = with_faces(side, [(maybe("pile 1", at, face), Face(face)) for at, face in ((1, "9"), (2, "K"))])
    assert [cards_of(pile) for pile in both.piles] == [
        (Face.EIGHT, Face.WILD_20),
        (Face.KING,) * 4,
        (Face.NINE,) * 2,
    ]
    # No pile has this rank: all the others may have been misread, too.
    odd = with_faces(side, [(maybe("pile 1", 1, "J"), Face.JACK)])
    assert odd.piles[0].cards == (Face.JACK, Face.EIGHT, Face.EIGHT, Face.WILD_20)


def test_a_card_of_another_rank_goes_to_an_open_pile_of_it_rather_than_behind_a_squared_book() -> None:
    eights, book, meld = {"cards": ["8"] * 3}, {"top": "9", "kind": "clean"}, {"cards": ["9"] * 3}
    for piles in ((eights, book, meld), (eights, meld, book)):
        (side,) = record(*piles).sides
        changed = with_faces(side, [(maybe("pile 1", 1, "9"), Face.NINE)])
        assert (Face.NINE,) * 4 in [pile.cards for pile in changed.piles]


def test_a_three_where_a_book_might_lie_is_the_top_of_none() -> None:
    side = record().sides[0]
    red, black = (with_faces(side, [(maybe("clean book", None, face), Face(face))]) for face in ("R3", "B3"))
    assert (red.piles, red.red_threes) == ((), 1)
    assert [pile.cards for pile in black.piles] == [(Face.BLACK_THREE,)]


def test_two_doubtful_cards_of_one_pile_are_tried_together() -> None:
    one, two = maybe("pile 1", None, "8"), maybe("pile 1", None, "8", "W50")
    alone = scored({"cards": ["8"] * 5}, maybes=(one,))
    both = scored({"cards": ["8"] * 5}, maybes=(one, two))
    assert alone.high - alone.best < 100
    assert both.high - both.best >= 500
    assert [question.about for question in both.questions] == ["a.jpg, card 3"] * 2


@pytest.mark.parametrize("odd", [2, 6], ids=["two", "six"])
def test_cards_that_move_nothing_each_but_a_book_together_are_asked_about(odd: int) -> None:
    """Sevens of which some read as 6s, as many points: only all of them together finish a book."""
    doubtful = tuple(maybe("pile 1", 8 - odd + at, "7") for at in range(odd))
    numbered = tuple(replace(one, where=f"a.jpg, card {number}") for number, one in enumerate(doubtful, start=1))
    side = scored({"cards": ["7"] * (7 - odd) + ["6"] * odd}, maybes=numbered)
    (question,) = side.questions
    assert (question.width, spread(side)) == (700, (0, 700))
    assert question.things == tuple(one.where for one in numbered)
    assert scored({"cards": ["7"] * (7 - odd) + ["6"] * odd}, maybes=numbered[1:]).questions == ()


def test_cards_of_several_piles_that_finish_a_book_together_are_asked_about() -> None:
    """A 6 and a 5 that may both be 7s, as many points: together they finish the book of 7s."""
    doubtful = tuple(replace(in_photo(pile - 1, 1, "7"), place=f"pile {pile}") for pile in (2, 3))
    piles = ({"cards": ["7"] * 5}, {"cards": ["6"] * 4}, {"cards": ["5"] * 4})
    side = scored(*piles, maybes=doubtful)
    (question,) = side.questions
    assert (question.width, spread(side)) == (700, (0, 700))
    assert question.things == ("a.jpg, card 1", "a.jpg, card 2")
    assert scored(*piles, maybes=doubtful[:1]).questions == ()


def test_a_book_for_going_out_is_lacking_only_where_all_that_are_in_doubt_are_none() -> None:
    """One clean and one dirty book are enough to go out (remastered-singles, Going out): either of two dirty ones."""
    books = ({"cards": ["K"] * 7}, EIGHTS, {"cards": ["9"] * 6 + ["W20"]})
    eight, nine = maybe("pile 2", 7, None), maybe("pile 3", 7, None)
    for doubtful, least in (((eight,), -320), ((eight, nine), 2 * -320 - 100)):
        assert spread(scored(*books, maybes=doubtful, went_out=True)) == (least, 0)


def test_of_cards_of_which_any_two_finish_a_book_each_is_asked_about() -> None:
    doubtful = tuple(replace(in_photo(at, at, "7"), place="pile 2") for at in (1, 2, 3))
    side = scored({"cards": ["7"] * 5}, {"cards": ["6"] * 6}, maybes=doubtful)
    (question,) = side.questions
    assert (question.width, spread(side)) == (700, (0, 700))
    assert question.things == ("a.jpg, card 1", "a.jpg, card 2", "a.jpg, card 3")


def in_photo(number: int, at: int | None, *faces: str | None, photo: str = "a.jpg") -> Maybe:
    where = f"{photo}, ?{number}" if at is None else f"{photo}, card {number}"
    return replace(maybe("left", at, *faces), where=where)


def test_the_doubtful_cards_of_one_photo_are_asked_about_at_once() -> None:
    """As wide as they are together, the widest first; another photo's by themselves."""
    doubtful = (
        in_photo(4, 1, "A"),
        in_photo(7, 2, None),
        in_photo(2, None, "W50"),
        in_photo(1, 3, None, photo="b.jpg"),
    )
    side = scored(left=["9", "K", "K"], maybes=doubtful)
    photo, card = side.questions
    each = "?2 no card, or a 50-wild; card 4 a 9, or an ace; card 7 a king, or no card of its own"
    say = f"are these 3 as they were read: {each}?"
    assert (photo.about, photo.ask, photo.width) == ("a.jpg", say, 50 + 10 + 10)
    assert photo.things == ("a.jpg, ?2", "a.jpg, card 4", "a.jpg, card 7")
    assert card.things == ("b.jpg, card 1",)
    assert spread(side) == (-10 - 50, 20)


def test_of_very_much_in_doubt_a_photos_question_is_as_wide_as_what_its_places_open() -> None:
    """Of seven cards each may cost the book, which can be lost but once."""
    book = tuple(replace(in_photo(at, at, None), place="pile 1") for at in range(1, 8))
    left = tuple(in_photo(at, at, face, photo="b.jpg") for at, face in enumerate(("A", "W20", "W50"), start=1))
    side = scored(EIGHTS, left=["4", "9", "K"], maybes=(*book, *left))
    assert {question.about: question.width for question in side.questions} == {"a.jpg": 380, "b.jpg": 65}
    assert side.high - side.low == 380 + 65


def test_of_very_much_in_doubt_all_of_it_may_be_otherwise_at_once() -> None:
    left = ["8", "9", "10", "J", "Q", "K"]
    each = tuple(in_photo(at, at, other, "W50") for at, other in enumerate((*left[1:], left[0]), start=1))
    assert spread(scored(left=left, maybes=each)) == (6 * (10 - 50), 0)


def test_of_many_doubtful_cards_it_is_asked_which_they_are_and_for_another_photo() -> None:
    few = scored(left=["K"] * 6, maybes=tuple(in_photo(10 + at, at, None) for at in range(1, 7)))
    assert few.questions[0].ask.startswith("are these 6 as they were read: card 11 a king, or no card of its own; ")
    side = scored(left=["K"] * 7, maybes=tuple(in_photo(10 + at, at, None) for at in range(1, 8)))
    (question,) = side.questions
    which = ", ".join(f"card {number}" for number in range(11, 18))
    assert question.ask == f"are these 7 as they were read, or can they be photographed again: {which}?"
    assert (question.width, spread(side)) == (70, (0, 70))


def test_what_a_question_asks_about_is_in_its_json() -> None:
    doubtful = (in_photo(4, 1, "A"), in_photo(7, 2, None))
    tallied = tally_seen(record(left=["9", "K"], maybes=doubtful))
    (told,) = json.loads(json.dumps(tally_to_json(tallied)))["sides"][0]["questions"]
    assert (told["about"], told["each"]) == ("a.jpg", ["a.jpg, card 4", "a.jpg, card 7"])


@pytest.mark.parametrize(("behind", "after"), [(None, "clean"), ("W50", "dirty")])
def test_the_wild_behind_a_squared_book_tells_its_kind(behind: str | None, after: str) -> None:
    (side,) = record(QUEENS).sides
    changed = with_faces(side, [(maybe("pile 1", 2, behind), None if behind is None else Face(behind))])
    (pile,) = changed.piles
    assert (pile.top, pile.kind) == (Face.QUEEN, after)


@pytest.mark.parametrize(
    ("behind", "book"),
    [
        (None, {"top": "Q", "kind": "clean", "count": 7}),
        ("W50", {"top": "Q", "kind": "dirty", "count": 7, "x_behind": ["W50"]}),
        ("Q", {"top": "Q", "kind": "clean", "count": 7}),
    ],
)
def test_a_doubtful_wild_behind_a_squared_book_opens_the_interval_by_the_book_it_would_make(
    behind: str | None, book: dict[str, object]
) -> None:
    side, other = scored({**QUEENS, "count": 7}, maybes=(maybe("pile 1", 2, behind),)), scored(book)
    assert side.low <= other.low <= other.high <= side.high
    assert [question.width for question in side.questions if question.about == "a.jpg, card 3"] == [
        other.best - side.best
    ]


@pytest.mark.parametrize(
    ("book", "at", "face", "kind"),
    [
        ({"top": "W20", "kind": "wild"}, 1, "8", "clean"),
        ({"top": "W20", "kind": "wild", "x_behind": ["W50"]}, 1, "8", "dirty"),
        ({"top": "W20", "kind": "wild", "x_behind": ["W50"]}, 2, None, "wild"),
        ({"top": "K", "kind": "clean"}, 1, "W20", "wild"),
        ({"top": "K", "kind": "clean"}, 1, "Q", "clean"),
        ({"top": "K", "kind": "clean"}, None, "W50", "dirty"),
        ({"top": "K", "kind": "dirty"}, 1, "W20", "dirty"),
    ],
)
def test_what_a_squared_book_shows_tells_its_kind(
    book: dict[str, object], at: int | None, face: str | None, kind: str
) -> None:
    (side,) = record(book).sides
    changed = with_faces(side, [(maybe("pile 1", at, face), None if face is None else Face(face))])
    assert [pile.kind for pile in changed.piles] == [kind]


@pytest.mark.parametrize(
    ("host", "after", "kind"),
    [
        ({"top": "Q", "kind": "clean"}, "Q W20", "dirty"),
        (QUEENS, "Q W20 W20", "dirty"),
        ({"top": "W20", "kind": "wild"}, "W20 W20", "wild"),
        ({"cards": ["8"] * 6}, "8 8 8 8 8 8 W20", None),
    ],
)
@pytest.mark.parametrize(("place", "number"), [("pile 1", 2), ("red 3s", 1)])
def test_a_wild_that_was_taken_for_a_card_by_itself_is_of_the_pile_that_it_lies_on(
    host: dict[str, object], after: str, kind: str | None, place: str, number: int
) -> None:
    piles = [{"top": "5", "kind": "clean"}, host][-number:]
    (side,) = record(*piles, red_threes=1).sides
    changed = with_faces(side, [(replace(maybe(place, 1, "W20"), on=number), Face.WILD_20)])
    assert [(" ".join(cards_of(pile)), pile.kind) for pile in changed.piles] == [(after, kind)]
    assert changed.red_threes == (1 if place == "pile 1" else 0)


def test_any_other_card_than_a_wild_lies_by_itself_on_what_it_lies() -> None:
    (side,) = record({"top": "5", "kind": "clean"}, QUEENS).sides
    changed = with_faces(side, [(replace(maybe("pile 1", 1, "K"), on=2), Face.KING)])
    assert [" ".join(cards_of(pile)) for pile in changed.piles] == ["K", "Q W20"]


def test_what_is_counted_twice_is_no_other_card_and_what_a_book_shows_no_more_is_none() -> None:
    three = note_of(maybe("red 3s", 1, None))
    (side,) = record(red_threes=2, maybes=(maybe("red 3s", 1, "8"),), x_twice=[{"cards": [three], "ask": "?"}]).sides
    told = doubted_of(side)
    again = told.otherwise({0: Face.EIGHT, 1: told.repeats[0]})
    assert (again.red_threes, again.piles) == (1, ())
    (side,) = record({**QUEENS, "x_kinds": ["clean"]}, maybes=(maybe("pile 1", 2, "W50"),)).sides
    told = doubted_of(side)
    (pile,) = told.otherwise({0: Face.WILD_50, 1: told.books[0][1][0]}).piles
    assert (pile.kind, cards_of(pile)) == ("clean", (Face.QUEEN,))


def test_the_top_of_a_book_and_a_card_behind_it_are_not_alike() -> None:
    book = {"top": "Q", "kind": "clean", "x_behind": ["Q", "Q"]}
    (side,) = record(book, maybes=tuple(maybe("pile 1", at, "K") for at in (1, 2, 3))).sides
    top, *behind = (choice.alike for choice in doubted_of(side).choices)
    assert top not in behind
    assert len(set(behind)) == 1


def test_a_book_is_not_asked_whether_it_is_of_its_own_kind() -> None:
    (side,) = record({**QUEENS, "x_kinds": ["dirty", "clean", "meld"]}).sides
    assert which_kind(side.piles[0]) == "is this queen the top of a dirty book, a clean book or none?"
    assert len(doubted_of(side).books[0][1]) == 2


def test_a_book_that_hides_cards_has_a_natural_on_top() -> None:
    (side,) = record({"cards": ["W20", "8", "8"], "x_lay": "dirty"}).sides
    (pile,) = with_books_finished(side, 7).piles
    assert (pile.kind, " ".join(cards_of(pile))) == ("dirty", "8 8 W20")


def test_a_card_that_may_be_a_red_three_goes_to_the_red_threes() -> None:
    (side,) = record({"cards": ["8", "8", "8", "B3"]}).sides
    changed = with_faces(side, [(maybe("pile 1", 4, "R3"), Face.RED_THREE)])
    assert (changed.red_threes, changed.piles[0].cards) == (1, (Face.EIGHT,) * 3)


@pytest.mark.parametrize(
    ("piles", "place", "at", "face", "after"),
    [
        ((), "red 3s", 2, "8", "8"),
        (({"cards": ["B3"]},), "pile 1", 1, "8", "8"),
        (({"cards": ["W20", "W50"]},), "pile 1", 1, "8", "8 W50"),
        (({"cards": ["9", "K", "W20"]}, {"cards": ["K"] * 3}), "pile 1", 2, "K", "9 W20"),
        (({"cards": ["8", "8"]},), "pile 1", 2, "W50", "8 W50"),
        (({"cards": ["8", "8", "W20"]},), "pile 1", 1, None, "8 W20"),
    ],
)
def test_a_natural_that_lies_by_itself_or_with_wilds_is_the_top_of_a_squared_book(
    piles: tuple[dict[str, object], ...], place: str, at: int, face: str | None, after: str
) -> None:
    (side,) = record(*piles, red_threes=2).sides
    changed = with_faces(side, [(maybe(place, at, face), None if face is None else Face(face))])
    assert changed.red_threes == (1 if place == "red 3s" else 2)
    assert " ".join(cards_of(changed.piles[0])) == after
    assert changed.piles[0].kind == ("dirty" if "W" in after else "clean")


@pytest.mark.parametrize(("place", "face"), [("red 3s", "W20"), ("red 3s", "B3"), ("pile 1", "A"), ("pile 1", "W50")])
def test_any_other_card_that_lies_by_itself_is_no_book(place: str, face: str) -> None:
    (side,) = record({"cards": ["9"]}, red_threes=1).sides
    changed = with_faces(side, [(maybe(place, 1, face), Face(face))])
    assert (Face(face),) in [pile.cards for pile in changed.piles]


def test_what_is_left_of_cards_that_are_none_is_no_book() -> None:
    (side,) = record({"cards": ["8", "8"]}).sides
    changed = with_faces(side, [(maybe("pile 1", 1, None), None)])
    assert [pile.cards for pile in changed.piles] == [(Face.EIGHT,)]


def test_a_book_whose_top_may_be_no_card_leaves_what_lay_behind() -> None:
    (side,) = record(QUEENS).sides
    changed = with_faces(side, [(maybe("pile 1", 1, None), None)])
    assert [pile.cards for pile in changed.piles] == [(Face.WILD_20,)]


@pytest.mark.parametrize(
    "note",
    [
        7,
        {"in": "pile 9", "at": 1, "faces": ["8"], "where": ""},
        {"in": "pile " + "9" * 5000, "at": 1, "faces": ["8"], "where": ""},
        {"in": "pile 1", "at": 8, "faces": ["8"], "where": ""},
        {"in": "pile 1", "at": 0, "faces": ["8"], "where": ""},
        {"in": "attic", "at": 1, "faces": ["8"], "where": ""},
        {"in": "pile 1", "at": 1, "faces": ["?"], "where": ""},
        {"in": "pile 1", "at": 1, "faces": [["8"]], "where": ""},
        {"in": "pile 1", "at": 1, "faces": [], "where": ""},
        {"in": "pile 1", "at": None, "faces": [None], "where": ""},
        {"in": "pile 1", "at": 1, "faces": ["W20"], "where": "", "on": 0},
        {"in": "pile 1", "at": 1, "faces": ["W20"], "where": "", "on": 9},
    ],
)
def test_a_malformed_note_is_passed_over(note: object) -> None:
    lying = record(EIGHTS, maybes=(note,))
    assert maybes_of(lying.sides[0]) == ()
    assert tally_seen(lying) == tally(lying)


def test_what_a_note_says_a_card_lies_on_is_a_piles_number_or_nothing() -> None:
    note = {"in": "pile 1", "at": 1, "faces": ["W20"], "where": "", "on": "2"}
    assert [one.on for one in maybes_of(record(EIGHTS, EIGHTS, maybes=(note,)).sides[0])] == [None]


def test_a_card_that_is_told_twice_is_one() -> None:
    note = {"in": "red 3s", "at": 1, "faces": ["5"], "where": ""}
    (only,) = maybes_of(record(EIGHTS, maybes=(note, note | {"faces": [None]}), red_threes=1).sides[0])
    assert only.faces == (Face.FIVE,)
    assert scored(EIGHTS, maybes=(note, note), red_threes=1) == scored(EIGHTS, maybes=(note,), red_threes=1)
    beside = note | {"in": "beside", "at": None}
    assert len(maybes_of(record(EIGHTS, maybes=(beside, beside)).sides[0])) == 2


def test_a_note_that_is_no_list_is_passed_over() -> None:
    assert scored(EIGHTS, maybes="pile 1").questions == scored(EIGHTS).questions


def test_of_many_notes_the_first_are_asked_and_each_face_once() -> None:
    note = {"in": "beside", "at": None, "faces": ["8", "8", "K"] * 50, "where": ""}
    lying = record(EIGHTS, maybes=(note,) * 5000)
    found = maybes_of(lying.sides[0])
    assert len(found) == MOST_ASKED
    assert found[0].faces == (Face.EIGHT, Face.KING)
