"""What no photo shows, scored with the question that would answer it.

A record made from photos carries, beside what was seen, notes of what was not, in fields that other programs may pass
over: a side's ``x_unsaid`` names what nobody said of it; a squared book's ``x_photo`` says that its count was not
written down by a person, its ``x_behind`` holds the wilds that peep out behind it, and its ``x_kinds`` what else it may
be; a pile's ``x_kind_said`` says that a person told which kind it is of; a spread-out book's ``x_lay`` says how it lay
squared; a side's ``x_maybe`` names cards that may be others, its ``x_twice`` those that may count twice, its
``x_unseen`` says why photos of it could not be read, its ``x_left_unseen`` that no photo shows what is left. A record
without such notes is scored as the rules' scorer scores it.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from handfoot.asking.behind import as_it_peeps, wilds_behind
from handfoot.asking.cardquestions import asked_for
from handfoot.asking.kinds import kind_known
from handfoot.asking.maybes import cards_of
from handfoot.asking.othersides import others_out
from handfoot.asking.unsaid import (
    as_seen,
    of_side,
    widened,
    with_going_out_open,
    with_side,
    with_told_unsaid,
)
from scorer.faces import Face, rank_of_most
from scorer.record import Pile, Record, Side
from scorer.rulebook.rules import RuleSet, load_rules
from scorer.scoring.account import (
    BOOKS,
    About,
    Basis,
    Problem,
    ProblemCode,
    Reason,
    SideTally,
    Tally,
    about_pile,
    weakest,
)
from scorer.words import plural

UNSEEN = "x_unseen"
LEFT_UNSEEN = "x_left_unseen"
"""Notes in a record's side: which photos of it could not be read, and that it has photos, but none of what is left."""

PHOTO = "x_photo"
"""Note in a pile: the photo that it was seen in."""

MOST_TUCKED = 3
"""A squared book is taken to hold at most so many cards more than those that are counted, a book's least."""


def tally_seen(record: Record, rules: RuleSet | None = None) -> Tally:
    """Return the score of a record; where it has notes of what was not seen or said, with questions and intervals.

    It is scored by the rule set given, or by the shipped one that the record names.

    Raises:
        ScorerError: as ``scorer.scoring.tally.tally`` does.
    """
    rules = rules or load_rules(record.rules)
    scored = as_seen(record, rules, explain=True)
    return replace(scored, sides=tuple(_asked(record, rules, scored, side) for side in record.sides))


def _asked(record: Record, rules: RuleSet, scored: Tally, side: Side) -> SideTally:
    """Return a side's score with a question for each thing that was not seen or said of it."""
    seen = of_side(scored, side)
    others = others_out(record, rules, side)
    score = with_going_out_open(record, rules, side, others, scored)
    for number, pile in enumerate(side.piles, start=1):
        score = _known(score, number, BOOKS if pile.squared else (Reason.CARDS, *BOOKS), kind_known(pile))
        wildest, then = pile, scored
        if (guessed := as_it_peeps(pile)) != pile:
            score = _known(score, number, (Reason.CARDS,), Basis.ASSUMED)
            more = _more_wilds(guessed, rules.books.most_wilds)
            if (most := _last_legal(rules, scored, record, side, number, more)) is not None:
                wildest, then = most
                ask = f"which wilds are in the book of {plural(_top(pile))}?"
                score = widened(score, seen, [of_side(then, side)], about_pile(number), ask)
        if _is_book(side, pile, score) and pile.count is None and PHOTO in pile.extra:
            # The more wilds are in it, the more of its rank the decks hold beside it.
            fuller = (replace(wildest, count=rules.books.size + tucked) for tucked in range(1, MOST_TUCKED + 1))
            if (most := _last_legal(rules, then, record, side, number, fuller)) is not None:
                ask = f"how many cards are in the book of {plural(_top(pile))}? {rules.books.size} are counted"
                score = widened(score, of_side(then, side), [of_side(most[1], side)], about_pile(number), ask)
    score = asked_for(with_told_unsaid(record, rules, side, seen, score), side, record, rules, others)
    return replace(score, problems=(*score.problems, *_unseen(record, rules, side, others, score)))


def _is_book(side: Side, pile: Pile, score: SideTally) -> bool:
    """Tell whether a squared pile is scored as a book: by itself, or as one with other piles of its rank."""
    books = {
        rank_of_most(cards_of(side.piles[line.pile - 1])) for line in score.lines if line.pile and line.reason in BOOKS
    }
    return pile.squared and rank_of_most(cards_of(pile)) in books


def _unseen(record: Record, rules: RuleSet, side: Side, others: Sequence[Side], score: SideTally) -> Iterator[Problem]:
    """Yield a problem for each photo of a side that could not be read, and for what is left if no photo shows it."""
    notes = side.extra.get(UNSEEN)
    for note in notes if isinstance(notes, list) else ():
        if isinstance(note, str):
            yield Problem(
                ProblemCode.UNSEEN_CARDS, About.UNSEEN, f"{note}: nothing of it is counted", rules.values_clause
            )
    may_be_out = side.went_out or any(question.about == About.GOING_OUT for question in score.questions)
    if side.extra.get(LEFT_UNSEEN) is True and not (side.left or may_be_out or _is_spared(record, rules, side, others)):
        say = "no photo shows the cards left in Hand and Foot: nothing of them is counted"
        yield Problem(ProblemCode.UNSEEN_CARDS, About.UNSEEN, say, rules.values_clause)


def _is_spared(record: Record, rules: RuleSet, side: Side, others: Sequence[Side]) -> bool:
    """Tell whether a card left costs a side nothing, however ``others`` that went out, or may have, may be."""
    holding = replace(side, left=(Face.KING,))
    tables = (record, *(with_side(record, other) for other in others))
    return all(
        of_side(as_seen(with_side(table, holding), rules), side).low == of_side(as_seen(table, rules), side).low
        for table in tables
    )


def _more_wilds(pile: Pile, most: int) -> Iterator[Pile]:
    """Yield the book with ever more of the dearer wilds in it, ``most`` wilds in all."""
    for more in range(1, most + 1 - len(wilds_behind(pile))):
        yield replace(pile, w50=(pile.w50 or 0) + more)


def _last_legal(
    rules: RuleSet, scored: Tally, record: Record, side: Side, number: int, piles: Iterator[Pile]
) -> tuple[Pile, Tally] | None:
    """Return the last of what may lie in a pile's place, with its score: the one before the first with a problem more.

    ``scored`` is the score that tells how many problems there are without it.
    """
    last = None
    for pile in piles:
        other = as_seen(_with_pile(record, side, number, pile), rules)
        if _problems(other) > _problems(scored):
            break
        last = pile, other
    return last


def _problems(scored: Tally) -> int:
    return len(scored.problems) + sum(len(side.problems) for side in scored.sides)


def _known(score: SideTally, number: int, reasons: Collection[Reason], basis: Basis) -> SideTally:
    """Return the score with a pile's lines of these reasons known no better than so."""
    lines = tuple(
        replace(line, basis=weakest(line.basis, basis)) if line.pile == number and line.reason in reasons else line
        for line in score.lines
    )
    return replace(score, lines=lines)


def _with_pile(record: Record, side: Side, number: int, pile: Pile) -> Record:
    return with_side(record, replace(side, piles=(*side.piles[: number - 1], pile, *side.piles[number:])))


def _top(pile: Pile) -> Face:
    return pile.top or Face.UNREAD
