"""Any run of edits, undone and made again: nothing is lost, nothing lies twice, and the score stays an interval."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from handfoot.review.applying import apply
from handfoot.review.draft import Draft, EditError, Place
from handfoot.review.edits import EDITS, Edit
from handfoot.review.log import Entry, Step, replay, standing
from scorer.faces import Face
from tests.handfoot.review.sides import FANNED_PHOTO, LEFT_PHOTO, PLAYED_PHOTO, pile_of, score, side
from vision.laying.piles import PileKind

START = side(PLAYED_PHOTO, LEFT_PHOTO)
FACES = st.sampled_from(list(Face))


@st.composite
def some_edit(draw: st.DrawFn, draft: Draft) -> Edit:
    """Return an edit of what lies there, possible or not."""
    card = st.sampled_from([card.id for card in draft.cards])
    pile = st.sampled_from([pile.id for pile in draft.piles] or ["none"])
    places = st.sampled_from([Place.LEFT.value, Place.RED_THREES.value, Place.GARBAGE.value])
    number = st.none() | st.integers(0, 9)
    kinds: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "set_face": {"card": card, "face": FACES},
        "add_card": {"face": FACES, "photo": st.sampled_from([None, "played", "left"]), "to": st.none() | pile},
        "remove_card": {"card": card},
        "count_once": {"cards": st.lists(card, min_size=1, max_size=4)},
        "move_card": {"card": card, "to": pile | places},
        "new_pile": {"cards": st.lists(card, min_size=1, max_size=4)},
        "merge_piles": {"pile": pile, "other": pile, "same": st.booleans()},
        "split_pile": {"pile": pile, "cards": st.lists(card, min_size=1, max_size=2)},
        "set_kind": {"pile": pile, "to": st.sampled_from(list(PileKind))},
        "answer": {"pile": pile, "count": number, "w20": number, "w50": number},
        "set_fact": {"fact": st.just("went_out"), "value": st.none() | st.booleans()},
        "settle_doubt": {"doubt": st.sampled_from([doubt.id for doubt in draft.doubts])},
    }
    kind = draw(st.sampled_from(sorted(kinds)))
    return EDITS.validate_python({"kind": kind, **{name: draw(values) for name, values in kinds[kind].items()}})


@st.composite
def edited_side(draw: st.DrawFn) -> tuple[tuple[Entry, ...], Draft]:
    """Return edits that could be made, one after the other, and the draft they make."""
    draft = START
    entries: list[Entry] = []
    for number in range(1, draw(st.integers(1, 12)) + 1):
        edit = draw(some_edit(draft))
        try:
            draft = apply(draft, edit, number)
        except EditError:
            continue
        entries.append(Entry(number, Step.EDIT, edit))
    return tuple(entries), draft


@given(edited_side())
@settings(max_examples=150)
def test_every_card_stays_in_one_place_and_no_pile_is_empty(made: tuple[tuple[Entry, ...], Draft]) -> None:
    _, draft = made
    assert sorted(draft.placed()) == sorted(card.id for card in draft.cards)
    assert all(pile.cards for pile in draft.piles)
    assert len({pile.id for pile in draft.piles}) == len(draft.piles)
    assert {card.id for card in START.cards} <= {card.id for card in draft.cards}
    assert all(draft.card(card).face is Face.RED_THREE for card in draft.red_threes)


@given(edited_side(), st.sampled_from(["remastered-singles", "golden-games", "bain", "four-hand"]))
@settings(max_examples=80)
def test_the_best_guess_lies_in_the_interval(made: tuple[tuple[Entry, ...], Draft], rules: str) -> None:
    scored = score(made[1], rules)
    assert scored.low <= scored.best <= scored.high
    assert scored.best == sum(line.points for line in scored.lines)
    widths = [question.width for question in scored.questions]
    assert widths == sorted(widths, reverse=True)
    known = {card.id for card in made[1].cards}
    assert all(set(line.cards) <= known for line in scored.lines)


@given(edited_side(), st.integers(1, 12))
@settings(max_examples=60)
def test_undoing_and_making_again_changes_nothing(made: tuple[tuple[Entry, ...], Draft], steps: int) -> None:
    entries, draft = made
    back = min(steps, len(entries))
    log: list[Entry] = list(entries)
    for step in (*[Step.UNDO] * back, *[Step.REDO] * back):
        log.append(Entry(100 + len(log), step))
    assert replay(START, standing(log).made).draft == draft
    assert standing(log).undone == ()


def entries_of(*edits: dict[str, object]) -> Sequence[Entry]:
    return [Entry(number, Step.EDIT, EDITS.validate_python(edit)) for number, edit in enumerate(edits, start=1)]


def test_a_new_edit_after_undo_leaves_nothing_to_make_again() -> None:
    one, two = entries_of(
        {"kind": "set_fact", "fact": "went_out", "value": True},
        {"kind": "set_fact", "fact": "went_out", "value": False},
    )
    now = standing([one, Entry(2, Step.UNDO), Entry(3, Step.EDIT, two.edit), Entry(4, Step.REDO)])
    assert [entry.number for entry in now.made] == [3]
    assert now.undone == ()


def test_more_steps_back_than_were_made_do_nothing() -> None:
    assert standing([Entry(1, Step.UNDO), Entry(2, Step.REDO)]).made == ()


def test_edits_find_their_cards_when_another_photo_comes() -> None:
    first, later = side(PLAYED_PHOTO), side(PLAYED_PHOTO, FANNED_PHOTO, LEFT_PHOTO)
    made = entries_of(
        {"kind": "set_face", "card": pile_of(first, "J").cards[0], "face": "W20"},
        {"kind": "add_card", "photo": "played", "x": 500, "y": 800, "face": "J", "to": pile_of(first, "J").id},
    )
    replayed = replay(later, made)
    assert replayed.refused == ()
    assert " ".join(replayed.draft.faces(pile_of(replayed.draft, "J").cards)) == "W20 J J J"


def test_an_edit_that_no_longer_fits_is_told_and_the_others_are_made() -> None:
    first, later = side(PLAYED_PHOTO), side(PLAYED_PHOTO, FANNED_PHOTO)
    made = entries_of(
        {"kind": "answer", "pile": pile_of(first, "K").id, "count": 9},
        {"kind": "set_fact", "fact": "went_out", "value": True},
    )
    replayed = replay(later, made)
    assert [(one.entry.number, "squared book" in one.why) for one in replayed.refused] == [(1, True)]
    assert replayed.draft.facts.went_out is True
