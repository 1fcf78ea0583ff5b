from dataclasses import replace

import pytest

from handfoot.review.applying import apply
from handfoot.review.beginning import TakenPhoto, begin
from handfoot.review.draft import Draft, DraftDoubt, Facts
from handfoot.review.edits import EDITS
from handfoot.review.scoring import Asks, SideDraft, TableDraft, score_of
from handfoot.sides.laying import laid_out
from scorer.faces import Face
from scorer.rulebook.rules import load_rules
from scorer.scoring.account import BOOKS
from tests.handfoot.oracle import card, column
from tests.handfoot.review.sides import (
    FANNED_PHOTO,
    LEFT_PHOTO,
    PLAYED,
    PLAYED_PHOTO,
    SAID,
    edited,
    photo,
    pile_of,
    score,
    side,
)
from vision.corners import Ink, Suit
from vision.laying.piles import PhotoRole, PileKind
from vision.seen import RunnerUp


def test_a_line_names_the_cards_it_counts() -> None:
    draft = side()
    by_reason = {(line.reason.value, line.piles): line.cards for line in score(draft).lines}
    assert by_reason["red3_played", ()] == draft.red_threes
    eights = pile_of(draft, "8")
    assert by_reason["cards", (eights.id,)] == eights.cards
    left = {reason: cards for (reason, _), cards in by_reason.items() if "left" in reason}
    assert sorted(card for cards in left.values() for card in cards) == sorted(draft.left)


def test_a_three_among_the_loose_cards_lights_with_those_it_counts_with() -> None:
    start = side()
    draft = edited(start, kind="move_card", card=start.red_threes[0], to="garbage")
    draft = edited(draft, kind="move_card", card=pile_of(draft, "8").cards[0], to="garbage")
    cards = {line.reason.value: line.cards for line in score(draft).lines}
    assert set(cards["red3_played"]) == set(start.red_threes)
    assert cards["garbage"] == draft.garbage[1:]


@pytest.mark.parametrize("name", ["pile 99", "pile 1", "red 3s"])
def test_what_no_photo_shows_points_at_no_card_whatever_its_side_is_called(name: str) -> None:
    table = TableDraft(load_rules("remastered-singles"), (SideDraft(name, side(PLAYED_PHOTO)),))
    (unseen,) = [problem for problem in score_of(table, name).problems if problem.code == "unseen_cards"]
    assert (unseen.piles, unseen.cards) == ((), ())


def test_a_spread_book_lights_its_squared_top_too() -> None:
    draft = side(PLAYED_PHOTO, FANNED_PHOTO)
    kings = pile_of(draft, "K")
    (line,) = [line for line in score(draft).lines if line.reason == "clean_book"]
    assert set(line.cards) == {*kings.cards, *kings.again}


def test_two_piles_that_count_as_one_book_light_together() -> None:
    draft = side(PLAYED_PHOTO, FANNED_PHOTO)
    kings = pile_of(draft, "K")
    apart = edited(draft, kind="split_pile", pile=kings.id, cards=list(kings.cards[:3]))
    (line,) = [line for line in score(apart).lines if line.reason == "clean_book"]
    assert len(line.piles) == 2
    assert set(line.cards) == {*kings.cards, *kings.again}


def test_what_is_in_a_book_is_one_question_with_what_it_counts_as_now() -> None:
    draft = side()
    (queens,) = [one for one in score(draft).questions if one.piles == (pile_of(draft, "Q").id,)]
    assert (queens.asks, queens.count, queens.w20, queens.w50) == (Asks.BOOK, 7, 1, 0)


def test_which_kind_a_book_is_of_is_asked_by_itself_until_a_person_says_it() -> None:
    draft = side(photo("played.jpg", PhotoRole.PLAYED, (*PLAYED, card("9", 1300, 600))))
    nine = pile_of(draft, "9")
    question, *_ = [one for one in score(draft).questions if nine.id in one.piles]
    assert question.ask.startswith("is this 9 the top of a dirty book")
    assert (question.asks, question.kinds) == (Asks.KIND, (PileKind.DIRTY, PileKind.CLEAN, PileKind.MELD))
    assert score(draft).low <= score(edited(draft, kind="set_kind", pile=nine.id, to="meld")).low
    confirmed = edited(draft, kind="set_kind", pile=nine.id, to="dirty")
    assert [one.asks for one in score(confirmed).questions if nine.id in one.piles] == [Asks.BOOK]
    (doubt,) = (one for one in draft.doubts if set(nine.cards) & set(one.cards))
    assert doubt.id not in score(draft).doubts
    settled = edited(draft, kind="settle_doubt", doubt=doubt.id)
    assert [one.asks for one in score(settled).questions if nine.id in one.piles] == [Asks.BOOK]


@pytest.mark.parametrize(
    "said",
    [
        {"kind": "set_kind", "to": "dirty"},
        {"kind": "set_kind", "to": "clean"},
        {"kind": "set_kind", "to": "meld"},
        {"kind": "answer", "count": 8},
        {"kind": "settle_doubt"},
    ],
)
def test_what_kind_a_book_is_of_is_a_guess_until_a_person_says_it_and_told_then(said: dict[str, object]) -> None:
    draft = side(photo("played.jpg", PhotoRole.PLAYED, (*PLAYED, card("9", 1300, 600))))
    nine = pile_of(draft, "9")
    doubt = next(one for one in draft.doubts if set(nine.cards) & set(one.cards))
    about = {"doubt": doubt.id} if said["kind"] == "settle_doubt" else {"pile": nine.id}

    def known(draft: Draft) -> list[str]:
        others = [line.basis for line in score(draft).lines if line.reason in BOOKS and nine.id not in line.piles]
        assert others == ["seen", "seen"]
        return [line.basis for line in score(draft).lines if line.piles == (nine.id,)][:1]

    assert known(draft) == ["assumed"]
    assert known(edited(draft, **said, **about)) == ["answered"]


def test_a_kind_that_was_told_is_so_no_more_once_the_cards_tell_another() -> None:
    start = side(photo("played.jpg", PhotoRole.PLAYED, (*PLAYED, card("9", 1300, 600))))
    nine = pile_of(start, "9")
    told = edited(start, kind="set_kind", pile=nine.id, to="clean")
    wild = edited(told, kind="add_card", face="W50", to=nine.id)
    known = {line.reason.value: line.basis for line in score(wild).lines if line.piles == (nine.id,)}
    assert known == {"dirty_book": "seen", "cards": "assumed"}


def test_who_says_how_a_card_lies_is_asked_what_it_is_all_the_same() -> None:
    unsure = replace(card("9", 1300, 600), confidence=0.8, runners_up=(RunnerUp(Face.ACE, 0.2),))
    draft = side(photo("played.jpg", PhotoRole.PLAYED, (*PLAYED, unsure)))
    nine = pile_of(draft, "9")
    kind = edited(draft, kind="set_kind", pile=nine.id, to="meld")
    assert [one.faces for one in score(kind).questions if one.cards == nine.cards] == [(Face.ACE,)]
    confirmed = edited(draft, kind="set_kind", pile=nine.id, to="dirty")
    assert nine.cards in [one.cards for one in score(confirmed).questions if one.asks is Asks.CARD]


def test_that_one_book_is_right_as_it_lies_says_nothing_of_another() -> None:
    cards = (*PLAYED, card("9", 1300, 600), card("4", 1300, 900))
    draft = side(photo("played.jpg", PhotoRole.PLAYED, cards))
    nine, four = pile_of(draft, "9"), pile_of(draft, "4")
    doubt = next(one for one in draft.doubts if one.cards == nine.cards)
    settled = edited(draft, kind="settle_doubt", doubt=doubt.id)
    assert [one.piles for one in score(settled).questions if one.asks is Asks.KIND] == [(four.id,)]


def test_the_wild_that_peeps_out_of_a_book_counts_in_it_until_somebody_says_which_it_holds() -> None:
    start = side()
    queens = pile_of(start, "Q")
    dearer = edited(start, kind="set_face", card=queens.cards[1], face="W50")
    assert score(dearer).best == score(start).best + 30
    said = edited(dearer, kind="answer", pile=queens.id, w20=2, w50=0)
    assert score(said).best == score(start).best + 10
    assert [one.asks for one in score(said).questions if one.piles == (queens.id,)] == [Asks.BOOK]


def test_a_doubtful_wild_behind_a_book_is_not_asked_about_once_somebody_says_which_wilds_it_holds() -> None:
    wild = replace(card("W20", 500, 100, shows=(0,)), presence=0.8)
    draft = side(photo("played.jpg", PhotoRole.PLAYED, (wild, card("Q", 500, 150, 90), *column("J J J", 500, 500))))
    assert Asks.CARD in [one.asks for one in score(draft).questions]
    said = edited(draft, kind="answer", pile=pile_of(draft, "Q").id, count=7, w20=1, w50=0)
    assert (score(said).questions, score(said).low) == ((), score(said).high)


def test_a_spread_book_that_lay_squared_is_one_still_if_a_card_of_it_may_be_none() -> None:
    first, *others = column("K K K K K K K", 200, 200)
    kings = [replace(first, presence=0.8), *others]
    doubted = score(side(PLAYED_PHOTO, photo("fanned.jpg", PhotoRole.FANNED, kings)))
    sure = score(side(PLAYED_PHOTO, photo("fanned.jpg", PhotoRole.FANNED, column("K K K K K K K", 200, 200))))
    assert (doubted.low, doubted.high) == (sure.low, sure.high)


def test_what_was_said_of_perfect_deals_and_improper_melds_counts() -> None:
    said = score(side(facts=Facts(went_out=False, perfect_deals=1, improper_melds=2)), "golden-games")
    assert score(side(), "golden-games").best + 100 - 2 * 500 == said.best


def test_who_says_what_a_card_is_is_asked_how_it_lies_all_the_same() -> None:
    """Only where it lies otherwise then, or somebody says what its book holds, nothing is left to ask of that."""
    unsure = replace(card("9", 1300, 600), confidence=0.8, runners_up=(RunnerUp(Face.ACE, 0.2),))
    draft = side(photo("played.jpg", PhotoRole.PLAYED, (*PLAYED, unsure)))
    nine = pile_of(draft, "9")
    (doubt,) = (one for one in draft.doubts if one.code == "squared_or_loose" and one.cards == nine.cards)

    def asks(after: Draft) -> tuple[bool, bool]:
        kinds = [one.piles for one in score(after).questions if one.asks is Asks.KIND]
        return (nine.id,) in kinds, next(one.settled for one in after.doubts if one.id == doubt.id)

    for edit in (
        {"kind": "set_face", "card": nine.cards[0], "face": "9"},
        {"kind": "confirm_cards", "cards": nine.cards},
    ):
        assert asks(edited(draft, **edit)) == (True, False)
    jacks = pile_of(draft, "J")
    assert asks(edited(draft, kind="move_card", card=nine.cards[0], to=jacks.id)) == (False, True)
    assert asks(edited(draft, kind="answer", pile=nine.id, count=8)) == (False, True)


def test_what_a_card_is_that_was_not_read_is_asked_with_the_card() -> None:
    start = side()
    card = pile_of(start, "8").cards[0]
    draft = edited(start, kind="set_face", card=card, face="?")
    asked = [one for one in score(draft).questions if one.asks is Asks.CARDS]
    assert [one.cards for one in asked] == [(card,)]


def test_who_went_out_and_perfect_deals_are_asked_until_said() -> None:
    draft = side(PLAYED_PHOTO, FANNED_PHOTO, facts=Facts())
    asks = {one.asks: one.most for one in score(draft).questions}
    assert asks == {Asks.WENT_OUT: 0, Asks.PERFECT_DEALS: 1}
    said = edited(
        edited(draft, kind="set_fact", fact="went_out", value=True), kind="set_fact", fact="perfect_deals", value=0
    )
    assert score(said).questions == ()


def test_that_another_side_may_forfeit_is_settled_where_that_side_says_whether_it_went_out() -> None:
    def open_questions(went_out: bool | None) -> list[tuple[Asks, tuple[str, ...]]]:
        jacks = photo("jacks.jpg", PhotoRole.PLAYED, column("J J J", 500, 500))
        north = SideDraft("North", side(jacks, facts=Facts(went_out=went_out)))
        table = TableDraft(load_rules("four-hand"), (north, SideDraft("South", side())))
        asked = score_of(table, "South").questions
        return [(one.asks, (*one.piles, *one.cards)) for one in asked if one.ask.startswith("did another side")]

    assert open_questions(None) == [(Asks.LOOK, ())]
    assert open_questions(went_out=False) == open_questions(went_out=True) == []


def test_a_problem_points_at_its_pile() -> None:
    start = side()
    eights = pile_of(start, "8")
    draft = edited(start, kind="split_pile", pile=eights.id, cards=list(eights.cards[:1]))
    problems = [one for one in score(draft).problems if one.code == "second_book_of_rank"]
    assert [len(one.piles) for one in problems] == [2]


def test_the_cards_left_are_worth_more_once_one_is_removed() -> None:
    start = side(PLAYED_PHOTO, LEFT_PHOTO)
    draft = edited(start, kind="remove_card", card=start.left[0])
    assert score(draft).best == score(start).best + 10


def test_a_card_that_may_be_none_is_asked_until_a_person_says_so() -> None:
    weak = photo("left.jpg", PhotoRole.LEFT, (replace(card("K", 200, 200, shows=(0,)), presence=0.8),))
    draft = side(weak)
    (question,) = score(draft).questions
    assert (question.asks, question.cards, question.faces) == (Asks.CARD, ("left.0",), (None,))
    assert (score(draft).low, score(draft).high) == (-10, 0)
    right = apply(draft, EDITS.validate_python({"kind": "set_face", "card": "left.0", "face": "K"}), 1)
    assert (score(right).questions, score(right).low, score(right).high) == ((), -10, -10)
    none = apply(draft, EDITS.validate_python({"kind": "remove_card", "card": "left.0"}), 1)
    assert (score(none).questions, score(none).low, score(none).high) == ((), 0, 0)


def test_the_doubtful_cards_of_a_photo_are_checked_at_once_until_a_person_says_so() -> None:
    kings = [replace(card("K", 200 + 150 * place, 200, shows=(0,)), presence=0.8) for place in range(2)]
    taken = photo("left.jpg", PhotoRole.LEFT, kings)
    faint = card("9", 900, 200, shows=(0,))
    draft = side(replace(taken, seen=replace(taken.seen, reading=replace(taken.seen.reading, maybe=(faint,)))))
    (question,) = score(draft).questions
    assert (question.asks, question.cards) == (Asks.CHECK, ("left.0", "left.1", "left.faint.0"))
    assert (question.width, score(draft).low, score(draft).high) == (30, -30, 0)
    right = edited(draft, kind="confirm_cards", cards=question.cards)
    assert (right.left, right.faint, right.removed) == (("left.0", "left.1"), (), ("left.faint.0",))
    assert (score(right).questions, score(right).low, score(right).high) == ((), -20, -20)
    changed = edited(draft, kind="remove_card", card="left.1")
    assert [one.cards for one in score(changed).questions] == [("left.0", "left.faint.0")]


def test_what_may_lie_in_the_gap_of_a_meld_goes_into_it_once_a_person_says_what_it_is() -> None:
    eights = [one for place, one in enumerate(column("8 8 8 8 8", 200, 300)) if place != 3]
    reading = photo("played.jpg", PhotoRole.PLAYED, eights).seen.reading
    draft = side(TakenPhoto("played", laid_out("played.jpg", PhotoRole.PLAYED, reading)))
    (question,) = score(draft).questions
    assert (question.asks, question.cards, question.faces) == (Asks.CARD, draft.faint, ("8", "W20", "W50"))
    there = edited(draft, kind="set_face", card=draft.faint[0], face="8")
    assert (there.faces(pile_of(there, "8").cards), score(there).questions) == ((Face.EIGHT,) * 5, ())
    nothing = edited(draft, kind="confirm_cards", cards=list(draft.faint))
    assert (nothing.faces(pile_of(nothing, "8").cards), score(nothing).questions) == ((Face.EIGHT,) * 4, ())


def test_what_may_be_the_top_of_a_squared_book_lies_as_that_once_a_person_says_so() -> None:
    shown = photo("played.jpg", PhotoRole.PLAYED, (card("Q", 500, 150, 90), *column("J J J", 500, 500)))
    faint = card("K", 200, 150, 90)
    reading = replace(shown.seen.reading, maybe=(faint,))
    draft = side(TakenPhoto("played", laid_out("played.jpg", PhotoRole.PLAYED, reading)))
    question = next(one for one in score(draft).questions if one.cards == draft.faint)
    assert question.ask == "does a squared book lie here, under a king?"
    there = edited(draft, kind="set_face", card=draft.faint[0], face="K")
    assert pile_of(there, "K").kind is PileKind.CLEAN
    assert score(draft).best < score(there).best <= score(draft).high
    wild = edited(draft, kind="set_face", card=draft.faint[0], face="W20")
    assert [pile.kind for pile in wild.piles if wild.rank(pile) is None] == [PileKind.WILD]
    # A rank that lies already has no second book.
    jack = edited(draft, kind="set_face", card=draft.faint[0], face="J")
    assert [pile.kind for pile in jack.piles if jack.rank(pile) is Face.JACK] == [PileKind.MELD]
    assert (jack.faces(pile_of(jack, "J").cards), jack.piles[0].kind) == ((Face.JACK,) * 4, PileKind.CLEAN)
    nothing = edited(draft, kind="confirm_cards", cards=list(draft.faint))
    assert score(nothing).best == score(draft).best


def test_the_colour_of_what_may_be_the_top_of_a_book_means_what_the_deck_says() -> None:
    red = replace(card("K", 200, 150), suit=Suit.HEARTS, ink=Ink.RED)
    reading = replace(photo("played.jpg", PhotoRole.PLAYED, column("J J J", 500, 500)).seen.reading, maybe=(red,))
    for red_is_clean, kind in ((True, PileKind.CLEAN), (False, PileKind.DIRTY)):
        seen = laid_out("played.jpg", PhotoRole.PLAYED, reading, red_is_clean=red_is_clean)
        draft = begin([TakenPhoto("played", seen)], SAID)
        there = edited(draft, kind="set_face", card=draft.faint[0], face="K")
        assert pile_of(there, "K").kind is kind


def test_who_did_not_go_out_is_told_that_no_photo_shows_what_is_left() -> None:
    def told(*photos: TakenPhoto, went_out: bool | None) -> bool:
        facts = Facts(went_out=went_out, perfect_deals=0)
        return any(
            "no photo shows the cards left" in problem.say for problem in score(side(*photos, facts=facts)).problems
        )

    assert told(PLAYED_PHOTO, went_out=False)
    assert not told(PLAYED_PHOTO, LEFT_PHOTO, went_out=False)
    assert not told(PLAYED_PHOTO, went_out=True)


def test_what_a_question_asks_of_its_card_is_not_doubted_once_more() -> None:
    weak = photo(
        "left.jpg", PhotoRole.LEFT, (replace(card("K", 200, 200, shows=(0,)), presence=0.8), card("9", 500, 200))
    )
    asked, other = (
        DraftDoubt(card_id, "left", (card_id,), "is it read right?", "card") for card_id in ("left.0", "left.1")
    )
    whole = DraftDoubt("whole", "left", (), "is it all there?", "area")
    draft = replace(side(weak), doubts=(asked, other, whole))
    assert [question.cards for question in score(draft).questions] == [("left.0",)]
    assert score(draft).doubts == ("left.1", "whole")
    settled = replace(draft, doubts=(replace(asked, settled=True), replace(other, settled=True), whole))
    assert (score(settled).questions, score(settled).doubts) == ((), ("whole",))


def test_what_is_too_faint_to_count_is_asked_and_joins_its_pile_once_it_is_named() -> None:
    taken = photo("played.jpg", PhotoRole.PLAYED, column("8 8 8", 200, 500))
    *_, last = column("8 8 8 8", 200, 500)
    reading = replace(taken.seen.reading, maybe=(last,))
    draft = side(replace(taken, seen=replace(taken.seen, reading=reading)))
    (question,) = score(draft).questions
    assert (question.asks, question.cards, question.faces) == (Asks.CARD, ("played.faint.0",), (Face.EIGHT,))
    assert question.piles == (pile_of(draft, "8").id,)
    found = apply(draft, EDITS.validate_python({"kind": "set_face", "card": "played.faint.0", "face": "8"}), 1)
    assert (len(pile_of(found, "8").cards), found.faint) == (4, ())
    assert score(found).low == score(draft).high
    gone = apply(draft, EDITS.validate_python({"kind": "remove_card", "card": "played.faint.0"}), 1)
    assert (gone.removed, score(gone).questions) == (("played.faint.0",), ())
