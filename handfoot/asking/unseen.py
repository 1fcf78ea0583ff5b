"""What no photo shows, scored with the question that would answer it.

A record made from photos carries, beside what was seen, notes of what was not, in fields that other programs may pass
over: a side's ``x_unsaid`` names what nobody said of it; a squared book's ``x_photo`` says that its count was not
written down by a person, its ``x_behind`` holds the wilds that peep out behind it, and its ``x_kinds`` what else it may
be; a spread-out book's ``x_lay`` says how it lay squared; a side's ``x_maybe`` names cards that may be others, its
``x_twice`` those that may count twice, its ``x_unseen`` says why photos of it could not be read, its ``x_left_unseen``
that no photo shows what is left. A record without such notes is scored as the rules' scorer scores it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from handfoot.asking.behind import as_it_peeps, wilds_behind, with_wilds_behind
from handfoot.asking.cardquestions import asked_for, moved
from handfoot.asking.kinds import kind_of, piles_instead, which_kind
from handfoot.asking.maybes import cards_of
from handfoot.asking.repeats import counted_once, repeats_of
from scorer.faces import Face, rank_of_most
from scorer.record import Pile, Record, Side
from scorer.rulebook.rule_sections import IllegalGoingOut
from scorer.rulebook.rules import RuleSet, load_rules
from scorer.rulebook.settings import SettingName
from scorer.scoring.account import BOOKS, Basis, Line, Problem, ProblemCode, Question, Reason, SideTally, Tally
from scorer.scoring.tally import tally
from scorer.words import plural

WENT_OUT = "went_out"
PERFECT_DEALS = "perfect_deals"
IMPROPER_MELDS = "improper_melds"
UNSAID = "x_unsaid"
UNSEEN = "x_unseen"
LEFT_UNSEEN = "x_left_unseen"
"""Notes in a record's side: what nobody said of it, which photos of it could not be read, and that it has photos, but
none of what is left."""

GOING_OUT_ABOUT, OTHERS_OUT_ABOUT, PERFECT_DEALS_ABOUT = "going out", "others going out", "perfect deals"
"""What the questions about them name."""

MOST_TUCKED = 3
"""A squared book is taken to hold at most so many cards more than those that are counted, a book's least."""


def tally_seen(record: Record, rules: RuleSet | None = None) -> Tally:
    """Return the score of a record; where it has notes of what was not seen or said, with questions and intervals.

    It is scored by the rule set given, or by the shipped one that the record names.

    Raises:
        ScorerError: as ``scorer.scoring.tally.tally`` does.
    """
    rules = rules or load_rules(record.rules)
    scored = _scored(record, rules)
    pairs = zip(record.sides, scored.sides, strict=True)
    return replace(scored, sides=tuple(_asked(record, rules, scored, side, score) for side, score in pairs))


def _scored(record: Record, rules: RuleSet) -> Tally:
    """Return the best guess of a record. What its wilds tell of their books is never kept: each may be another card."""
    return tally(with_wilds_behind(record), rules)


def _asked(record: Record, rules: RuleSet, scored: Tally, side: Side, score: SideTally) -> SideTally:
    """Return a side's score with a question for each thing that was not seen or said of it."""
    base = score
    for number, pile in enumerate(side.piles, start=1):
        others = [_of(_scored(_with_pile(record, side, number, other), rules), side) for other in piles_instead(pile)]
        if others:
            score = _widened(score, base, others, kind_of(number), which_kind(pile))
        if (guessed := as_it_peeps(pile)) != pile:
            score = _as_assumed(score, number)
            more = _more_wilds(guessed, rules.books.most_wilds)
            most = _last_legal(rules, scored, (_with_pile(record, side, number, p) for p in more))
            if most is not None:
                ask = f"which wilds are in the book of {plural(_top(pile))}?"
                score = _widened(score, base, [_of(most, side)], f"pile {number}", ask)
        if _is_book(side, pile, score) and pile.count is None and "x_photo" in pile.extra:
            fuller = (replace(pile, count=rules.books.size + tucked) for tucked in range(1, MOST_TUCKED + 1))
            most = _last_legal(rules, scored, (_with_pile(record, side, number, p) for p in fuller))
            if most is not None:
                ask = f"how many cards are in the book of {plural(_top(pile))}? {rules.books.size} are counted"
                score = _widened(score, base, [_of(most, side)], f"pile {number}", ask)
    for repeat in repeats_of(side):
        once = _of(_scored(_with_side(record, counted_once(side, repeat)), rules), side)
        score = _widened(score, base, [once], repeat.about, repeat.ask)
    score = asked_for(_with_unsaid(record, rules, side, score, base), side, record, rules)
    return replace(score, problems=(*score.problems, *_unseen(side, score, rules)))


def _is_book(side: Side, pile: Pile, score: SideTally) -> bool:
    """Tell whether a squared pile is scored as a book: by itself, or as one with other piles of its rank."""
    books = {
        rank_of_most(cards_of(side.piles[line.pile - 1])) for line in score.lines if line.pile and line.reason in BOOKS
    }
    return pile.squared and rank_of_most(cards_of(pile)) in books


def _unseen(side: Side, score: SideTally, rules: RuleSet) -> Iterator[Problem]:
    """Yield a problem for each photo of a side that could not be read, and for what is left if no photo shows it."""
    notes = side.extra.get(UNSEEN)
    for note in notes if isinstance(notes, list) else ():
        if isinstance(note, str):
            yield Problem(ProblemCode.UNSEEN_CARDS, side.name, f"{note}: nothing of it is counted", rules.values_clause)
    may_be_out = side.went_out or any(question.about == GOING_OUT_ABOUT for question in score.questions)
    if side.extra.get(LEFT_UNSEEN) is True and not (side.left or may_be_out):
        say = "who did not go out has cards left, and no photo shows them: nothing of them is counted"
        yield Problem(ProblemCode.UNSEEN_CARDS, side.name, say, rules.values_clause)


def _with_unsaid(record: Record, rules: RuleSet, side: Side, score: SideTally, base: SideTally) -> SideTally:
    """Ask whether the side went out, where that moves a score, and for its perfect deals, where the rules know any.

    Improper melds are entered by hand where there were any; that nobody spoke of them, and none are taken off, is told.
    """
    if _may_be_out(side):
        out = _of(_if_out(record, rules, side), side)
        score = _widened(score, base, [out], GOING_OUT_ABOUT, f"did {side.name} go out?")
    if side.left and rules.ending.illegal is IllegalGoingOut.FORFEIT:
        others = [other for other in record.sides if other.name != side.name and _may_be_out(other)]
        spared = [_of(_if_out(record, rules, other), side) for other in others]
        score = _widened(score, base, spared, OTHERS_OUT_ABOUT, "did another side go out without its books?")
    if PERFECT_DEALS in _unsaid(side) and side.perfect_deals == 0:
        most = rules.game.perfect_deals
        deals = _of(_scored(_with_side(record, replace(side, perfect_deals=most)), rules), side)
        ask = f"did {side.name} make a perfect deal?" if most == 1 else f"how many perfect deals did {side.name} make?"
        score = _widened(score, base, [deals], PERFECT_DEALS_ABOUT, ask)
    improper = rules.settings.get(SettingName.IMPROPER_MELD)
    if improper and IMPROPER_MELDS in _unsaid(side) and side.improper_melds == 0:
        none = Line(
            Reason.IMPROPER_MELD, 0, improper.clause, basis=Basis.ASSUMED, setting=SettingName.IMPROPER_MELD.value
        )
        score = replace(score, lines=(*score.lines, none))
    return score


def _unsaid(side: Side) -> list[object]:
    unsaid = side.extra.get(UNSAID)
    return unsaid if isinstance(unsaid, list) else []


def _may_be_out(side: Side) -> bool:
    """Return whether a side that has played cards may have gone out, with or without the right to: nobody said."""
    return WENT_OUT in _unsaid(side) and not side.went_out and bool(side.piles)


def _if_out(record: Record, rules: RuleSet, side: Side) -> Tally:
    return _scored(_with_side(record, replace(side, went_out=True)), rules)


def _more_wilds(pile: Pile, most: int) -> Iterator[Pile]:
    """Yield the book with ever more of the dearer wilds in it, ``most`` wilds in all."""
    for more in range(1, most + 1 - len(wilds_behind(pile))):
        yield replace(pile, w50=(pile.w50 or 0) + more)


def _last_legal(rules: RuleSet, scored: Tally, others: Iterator[Record]) -> Tally | None:
    """Return the last score of a row of records, which ends before the first that has a problem more."""
    last = None
    for record in others:
        other = _scored(record, rules)
        if _problems(other) > _problems(scored):
            break
        last = other
    return last


def _problems(scored: Tally) -> int:
    return len(scored.problems) + sum(len(side.problems) for side in scored.sides)


def _widened(score: SideTally, base: SideTally, others: Sequence[SideTally], about: str, ask: str) -> SideTally:
    """Add a question whose answer may change the score from ``base`` to one of the others."""
    least, most = moved(base, others)
    if least == most:
        return score
    asked = sorted((*score.questions, Question(about, ask, most - least)), key=lambda question: -question.width)
    return replace(score, low=score.low + least, high=score.high + most, questions=tuple(asked))


def _as_assumed(score: SideTally, number: int) -> SideTally:
    lines = tuple(
        replace(line, basis=Basis.ASSUMED) if line.pile == number and line.reason is Reason.CARDS else line
        for line in score.lines
    )
    return replace(score, lines=lines)


def _with_pile(record: Record, side: Side, number: int, pile: Pile) -> Record:
    return _with_side(record, replace(side, piles=(*side.piles[: number - 1], pile, *side.piles[number:])))


def _with_side(record: Record, side: Side) -> Record:
    return replace(record, sides=tuple(side if other.name == side.name else other for other in record.sides))


def _of(scored: Tally, side: Side) -> SideTally:
    return next(score for score in scored.sides if score.name == side.name)


def _top(pile: Pile) -> Face:
    return pile.top or Face.UNREAD
