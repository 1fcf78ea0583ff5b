"""Cards of two photos that may be the same: both count, and it is asked, with what the answer would take away."""

from dataclasses import replace

import pytest

from handfoot.asking.doubted import doubted_of
from handfoot.asking.repeats import NOTE, each_once, repeat_of, repeats_of, with_repeats
from handfoot.asking.unseen import tally_seen
from handfoot.review.beginning import TakenPhoto, begin
from handfoot.review.draft import Draft, DraftDoubt
from handfoot.review.recording import repeats
from handfoot.review.scoring import AskedQuestion, Asks
from scorer.faces import Face
from scorer.record import Record, parse_record
from tests.handfoot.oracle import card, column
from tests.handfoot.review.sides import edited, photo, score
from vision.laying.piles import PhotoRole

JACKS = photo("played-1.jpg", PhotoRole.PLAYED, [*column("J J J", 500, 500), *column("4 4 4 4", 200, 500)])
JACKS_AGAIN = photo("played-2.jpg", PhotoRole.PLAYED, [*column("J J J", 200, 300), *column("6 6 6", 900, 300)])
THREES = photo("played-1.jpg", PhotoRole.PLAYED, [card("R3", 900, 150), card("R3", 1050, 150)])


def table(*piles: dict[str, object], twice: object = None, **side: object) -> Record:
    side = {"name": "North", "piles": list(piles), **({} if twice is None else {NOTE: twice}), **side}
    return parse_record({"rules": "remastered-singles", "round": 1, "sides": [side]})


def draft_of(*taken: TakenPhoto) -> Draft:
    return begin(taken)


def asked_again(draft: Draft) -> list[AskedQuestion]:
    return [question for question in score(draft).questions if question.asks is Asks.AGAIN]


def noted(*photos: TakenPhoto) -> list[tuple[str, list[tuple[str, int | None]]]]:
    return [(one.about, [(at.place, at.at) for at in one.cards]) for _, one in repeats(draft_of(*photos))]


def test_a_meld_in_two_photos_is_asked_about_with_what_it_is_worth() -> None:
    assert noted(JACKS, JACKS_AGAIN) == [("played-2.jpg: pile 3", [("pile 3", 1), ("pile 3", 2), ("pile 3", 3)])]


def test_of_a_meld_that_goes_on_beyond_the_edge_the_fewer_cards_count_twice() -> None:
    part = photo("played-2.jpg", PhotoRole.PLAYED, [*column("J J", 40, 300), *column("6 6 6", 700, 300)])
    (about, places), *others = noted(JACKS, part)
    assert (others, about, len(places)) == ([], "played-2.jpg: pile 3", 2)


def test_red_threes_and_cards_left_may_count_twice_too() -> None:
    again = photo("played-2.jpg", PhotoRole.PLAYED, [card("R3", 40, 150)])
    assert noted(THREES, again) == [("played-2.jpg: red 3s", [("red 3s", 3)])]


@pytest.mark.parametrize(
    ("notes", "kept"),
    [
        ([{"ask": "same?", "cards": [{"in": "pile 2", "at": 1, "faces": [None], "where": "b.jpg"}]}], 1),
        ([{"ask": "same?", "cards": [{"in": "pile 9", "at": 1, "faces": [None], "where": "b.jpg"}]}], 0),
        ([{"ask": "same?", "cards": [{"in": "pile 2", "at": None, "faces": [None], "where": "b.jpg"}]}], 0),
        ([{"ask": "same?", "cards": []}], 0),
        ([{"ask": 7, "cards": [{"in": "pile 2", "at": 1, "faces": [None], "where": "b.jpg"}]}], 0),
        ("no list", 0),
    ],
    ids=["fits", "no such pile", "counts nowhere", "no card", "no question", "no list"],
)
def test_notes_that_are_malformed_are_passed_over(notes: object, kept: int) -> None:
    (side,) = table({"cards": ["4", "4", "4"]}, {"cards": ["J", "J", "J"]}, twice=notes).sides
    assert len(repeats_of(side)) == kept


def test_the_interval_holds_what_is_left_if_they_are_the_same() -> None:
    ((_, found),) = repeats(draft_of(JACKS, JACKS_AGAIN))
    piles = ({"cards": ["4"] * 4}, {"cards": ["J"] * 3}, {"cards": ["J"] * 3}, {"cards": ["6"] * 3})
    (plain,) = table(*piles).sides
    side = with_repeats(plain, [found])
    (scored,) = tally_seen(replace(table(*piles), sides=(side,))).sides
    (without,) = tally_seen(table(piles[0], piles[1], piles[3])).sides
    assert (scored.low, scored.high) == (without.best, scored.best)
    assert [(question.about, question.width) for question in scored.questions] == [
        ("played-2.jpg: pile 3", scored.best - without.best)
    ]


def test_a_book_may_be_lacking_only_where_one_of_its_cards_is_none_and_another_counts_twice() -> None:
    note = {"ask": "same?", "cards": [{"in": "pile 1", "at": 1, "faces": [None], "where": "b.jpg"}]}
    doubtful = {"in": "pile 1", "at": 2, "faces": [None], "where": "a.jpg, card 2"}
    kings = {"cards": ["K"] * 8}
    (both,) = tally_seen(table(kings, twice=[note], x_maybe=[doubtful])).sides
    assert (both.low - both.best, both.high) == (-20 - 700, both.best)
    assert {question.about for question in both.questions} == {"b.jpg: pile 1", "a.jpg, card 2"}
    assert sum(question.width for question in both.questions) >= both.high - both.low
    (once,) = tally_seen(table(kings, twice=[note])).sides
    assert (once.low - once.best, once.high) == (-10, once.best)


def test_a_card_that_may_be_another_and_count_twice_is_taken_away_if_it_does() -> None:
    note = {"ask": "same?", "cards": [{"in": "left", "at": 1, "faces": [None], "where": "b.jpg"}]}
    doubtful = {"in": "left", "at": 1, "faces": ["A"], "where": "b.jpg, card 2"}
    (side,) = tally_seen(table(left=["K", "K"], twice=[note], x_maybe=[doubtful])).sides
    assert (side.low, side.high) == (-30, -10)


def test_a_card_that_three_photos_may_show_is_asked_about_once() -> None:
    note = {"ask": "same?", "cards": [{"in": "left", "at": 1, "faces": [None], "where": "b.jpg"}]}
    (side,) = table(left=["K", "K"], twice=[note, note]).sides
    (only,) = repeats_of(side)
    assert doubted_of(side).otherwise({0: only}).left == ("K",)


def test_cards_of_several_piles_are_taken_away_together() -> None:
    places = [("pile 1", 1), ("pile 2", 1), ("pile 2", 2), ("red 3s", 2)]
    note = {"ask": "same?", "cards": [{"in": i, "at": at, "faces": [None], "where": "b.jpg"} for i, at in places]}
    piles = ({"cards": ["4", "4", "4"]}, {"cards": ["J", "J"]}, {"top": "K", "kind": "clean"})
    (side,) = table(*piles, red_threes=2, twice=[note]).sides
    after = doubted_of(side).otherwise({0: repeats_of(side)[0]})
    assert ([pile.cards or pile.top for pile in after.piles], after.red_threes) == ([("4", "4"), "K"], 1)


def test_the_same_cards_count_once_when_a_person_says_so() -> None:
    draft = draft_of(JACKS, JACKS_AGAIN)
    (question,) = asked_again(draft)
    assert question.ask.endswith("are they the same cards? Both are counted")
    assert question.doubt not in score(draft).doubts
    assert draft.faces(question.like) == draft.faces(question.cards) == ("J", "J", "J")
    assert set(question.like).isdisjoint(question.cards)
    same = edited(draft, kind="count_once", cards=question.cards)
    assert (asked_again(same), score(same).best) == ([], score(draft).best - question.width)
    assert sorted(same.again) == sorted(question.cards)
    assert [(doubt.id, doubt.settled) for doubt in same.doubts if doubt.twice] == [(question.doubt, True)]


def test_the_wilds_of_a_meld_whose_other_cards_another_photo_shows_are_that_melds() -> None:
    part = photo("played-2.jpg", PhotoRole.PLAYED, [*column("W20 J J", 900, 20), *column("6 6 6", 300, 300)])
    draft = draft_of(JACKS, part)
    first, second = (pile for pile in draft.piles if draft.rank(pile) is Face.JACK)
    twice = tuple(card for card in second.cards if draft.card(card).face is Face.JACK)
    doubt = DraftDoubt("both", "played-2", twice, "the same?", "pile_in_two_photos", twice=twice, like=first.cards[:2])
    same = edited(replace(draft, doubts=(doubt,)), kind="count_once", cards=twice)
    assert draft.faces(first.cards) == (Face.JACK,) * 3
    assert [same.faces(pile.cards) for pile in same.piles if pile.id in (first.id, second.id)] == [
        (Face.JACK, Face.JACK, Face.JACK, Face.WILD_20)
    ]


def test_who_takes_away_both_of_what_may_be_the_same_has_neither() -> None:
    draft = draft_of(JACKS, JACKS_AGAIN)
    (doubt,) = [doubt for doubt in draft.doubts if doubt.twice]
    none = edited(draft, kind="count_once", cards=(*doubt.twice, *doubt.like))
    assert {draft.rank(pile) for pile in none.piles} == {Face.FOUR, Face.SIX}


def test_what_is_the_same_as_others_is_not_taken_away_once_those_are() -> None:
    draft = draft_of(JACKS, JACKS_AGAIN)
    (doubt,) = [doubt for doubt in draft.doubts if doubt.twice]
    other_way = replace(doubt, id="the other way", twice=doubt.like, like=doubt.twice)
    draft = replace(draft, doubts=(*draft.doubts, other_way))
    assert draft.counting_twice(other_way) == doubt.like
    same = edited(draft, kind="count_once", cards=doubt.twice)
    assert same.counting_twice(other_way) == ()
    assert asked_again(same) == []
    assert all(one.settled for one in same.doubts if one.twice)


def test_other_cards_count_both_and_may_still_be_misread() -> None:
    first, second, third = column("J J J", 900, 300)
    again = photo("played-2.jpg", PhotoRole.PLAYED, [first, second, replace(third, presence=0.8)])
    draft = draft_of(photo("played-1.jpg", PhotoRole.PLAYED, column("J J J", 500, 500)), again)
    (question,) = asked_again(draft)
    others = edited(draft, kind="settle_doubt", doubt=question.doubt)
    assert (asked_again(others), score(others).best) == ([], score(draft).best)
    unsure = [one.cards for one in score(draft).questions if one.asks is Asks.CARD]
    assert unsure
    assert [one.cards for one in score(others).questions if one.asks is Asks.CARD] == unsure


def test_what_may_be_the_same_is_asked_about_once_it_is_laid_among_the_loose_cards_too() -> None:
    draft = draft_of(JACKS, JACKS_AGAIN)
    (question,) = asked_again(draft)
    for card_id in question.cards:
        draft = edited(draft, kind="move_card", card=card_id, to="garbage")
    assert draft.garbage == question.cards
    assert [one.cards for one in asked_again(draft)] == [question.cards]
    assert asked_again(edited(draft, kind="count_once", cards=question.cards)) == []


def test_saying_what_the_cards_are_does_not_say_that_they_are_others() -> None:
    draft = draft_of(JACKS, JACKS_AGAIN)
    (question,) = asked_again(draft)
    confirmed = edited(draft, kind="confirm_cards", cards=question.cards)
    assert [one.cards for one in asked_again(confirmed)] == [question.cards]


def test_two_piles_joined_as_the_same_are_not_asked_about_again() -> None:
    draft = draft_of(JACKS, JACKS_AGAIN)
    (question,) = asked_again(draft)
    jacks = [pile for pile in draft.piles if set(draft.faces(pile.cards)) == {"J"}]
    for pile, other in (jacks, reversed(jacks)):
        joined = edited(draft, kind="merge_piles", pile=pile.id, other=other.id, same=True)
        assert (asked_again(joined), score(joined).best) == ([], score(draft).best - question.width)


def test_a_card_that_two_doubts_name_is_asked_about_in_the_first_of_them() -> None:
    one, both, same_name = (
        repeat_of([("pile 1", at) for at in places], "b.jpg", ask)
        for places, ask in (((1,), "one?"), ((1, 2), "both?"), ((3,), "a third?"))
    )
    elsewhere = repeat_of([("pile 1", 2)], "c.jpg", "elsewhere?")
    kept = [(teller, repeat.ask) for teller, repeat in each_once(enumerate((one, both, same_name, elsewhere)))]
    assert kept == [(0, "one?"), (3, "elsewhere?")]
