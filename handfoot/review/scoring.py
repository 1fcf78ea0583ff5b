"""A side's score as the review shows it: lines, problems and questions tied to the piles and cards they speak of."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from handfoot.asking.kinds import ABOUT_KINDS
from handfoot.asking.maybes import FACE_DOWN
from handfoot.asking.unseen import tally_seen
from handfoot.review.draft import Draft, DraftPile
from handfoot.review.recording import doubtful, open_kinds, record_of, repeats
from scorer.faces import Face
from scorer.record import BookKind, Record, Setting
from scorer.rulebook.rules import RuleSet
from scorer.scoring.account import (
    BOOKS,
    About,
    Line,
    Problem,
    Question,
    Reason,
    SideTally,
    about_kind,
    piles_named,
)
from vision.laying.piles import PileKind


@dataclass(frozen=True)
class SideDraft:
    """A side of the table: its name, its draft, and its score when the round began."""

    name: str
    draft: Draft
    score_before: int = 0


@dataclass(frozen=True)
class TableDraft:
    """All sides of a table in review, with what the game says of rules, round, decks and house settings."""

    rules: RuleSet
    sides: tuple[SideDraft, ...]
    round: int = 1
    decks: int | None = None
    settings: Mapping[str, Setting] = field(default_factory=dict)

    def record(self) -> Record:
        """Return the record that the drafts make."""
        out = {side.name for side in self.sides if side.draft.facts.went_out}
        return Record(
            rules=self.rules.id,
            sides=tuple(
                record_of(side.draft, side.name, score_before=side.score_before, others_out=bool(out - {side.name}))
                for side in self.sides
            ),
            round=self.round,
            decks=self.decks,
            settings=self.settings,
        )


class Asks(StrEnum):
    """How a question is answered."""

    KIND = "kind"
    """Which kind a squared book is of, or that it is none."""
    BOOK = "book"
    """How many cards and wilds a squared book holds."""
    CARDS = "cards"
    """What some cards are that were not read."""
    WENT_OUT = "went_out"
    PERFECT_DEALS = "perfect_deals"
    CARD = "card"
    """Which card one is that may be another, or none."""
    AGAIN = "again"
    """Whether some cards are those that another photo shows, too: both are counted."""
    CHECK = "check"
    """Whether some cards are what they were read as, and what was too faint to count is none."""
    LOOK = "look"
    """Nothing to answer here; looking at the piles settles it."""


@dataclass(frozen=True)
class AskedQuestion:
    """A question. ``width``: points its answer can move the score. count, w20, w50: what a book is taken to hold now.

    ``most``: the largest answer, of perfect deals. ``kind``: of a squared book. ``faces``: what a card may be instead,
    None for no card. ``kinds``: what a squared book may be, what it is taken for first. ``doubt``: the id of the doubt
    that the question settles. ``like``: the cards that ``cards`` may be, in another photo.
    """

    asks: Asks
    ask: str
    width: int
    piles: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    count: int = 0
    w20: int = 0
    w50: int = 0
    most: int = 0
    kind: BookKind | None = None
    faces: tuple[Face | None, ...] = ()
    kinds: tuple[PileKind, ...] = ()
    doubt: str = ""
    like: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownLine:
    """A line of the score with the ids of the cards it counts."""

    reason: Reason
    points: int
    faces: tuple[Face, ...]
    clause: str
    basis: str
    setting: str | None
    piles: tuple[str, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True)
class ShownProblem:
    """Something wrong with the side, or with the table where ``cards`` is empty."""

    code: str
    say: str
    clause: str
    piles: tuple[str, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True)
class SideScore:
    """A side's score: the interval, its lines, what is wrong, and the questions, the one that narrows most first.

    doubts: the ids of the draft's doubts that are open, without those that a question asks.
    """

    low: int
    best: int
    high: int
    lines: tuple[ShownLine, ...]
    problems: tuple[ShownProblem, ...]
    questions: tuple[AskedQuestion, ...]
    doubts: tuple[str, ...]


def score_of(table: TableDraft, name: str) -> SideScore:
    """Return the score of one side of the table. Raises ScorerError if its round or settings do not exist."""
    scored = tally_seen(table.record(), table.rules)
    at = next(number for number, side in enumerate(table.sides) if side.name == name)
    draft, own = table.sides[at].draft, scored.sides[at]
    return SideScore(
        low=own.low,
        best=own.best,
        high=own.high,
        lines=tuple(_line(draft, line) for line in own.lines),
        problems=(
            *(_problem(draft, problem) for problem in own.problems),
            *(ShownProblem(one.code, one.say, one.clause, (), ()) for one in scored.problems),
        ),
        questions=_questions(table, draft, own),
        doubts=open_doubts(draft, own),
    )


def open_doubts(draft: Draft, own: SideTally) -> tuple[str, ...]:
    """Return the ids of the doubts that nobody settled; what a question asks of its card is not doubted once more."""
    about = {thing for question in own.questions for thing in question.things}
    asked = {card for maybe, card in doubtful(draft).items() if maybe.about in about}
    kinds = {card for n, pile in enumerate(draft.piles, start=1) if about_kind(n) in about for card in pile.cards}
    twice = {doubt.id for doubt, repeat in repeats(draft) if repeat.about in about}
    return tuple(
        doubt.id
        for doubt in draft.doubts
        if not doubt.settled
        and doubt.id not in twice
        and not (doubt.cards and asked.issuperset(doubt.cards))
        and not (doubt.code in ABOUT_KINDS and kinds.issuperset(doubt.cards))
    )


_LEFT = (Reason.LEFT, Reason.RED3_LEFT, Reason.BLACK3_LEFT)


def _line(draft: Draft, line: Line) -> ShownLine:
    piles: tuple[DraftPile, ...] = ()
    cards: tuple[str, ...] = ()
    if line.pile is not None:
        piles = (draft.piles[line.pile - 1],)
        if line.reason in BOOKS and len(line.cards) > len(piles[0].cards):
            # Piles of one rank that count as one book.
            rank = draft.rank(piles[0])
            piles = tuple(pile for pile in draft.piles if pile is piles[0] or draft.rank(pile) == rank is not None)
        cards = tuple(card for pile in piles for card in (*pile.cards, *pile.again))
    elif line.reason is Reason.RED3_PLAYED:
        cards = (*draft.red_threes, *_of_face(draft, _lying(draft), (Face.RED_THREE,)))
    elif line.reason is Reason.BLACK3_PLAYED:
        cards = _of_face(draft, _lying(draft), (Face.BLACK_THREE,))
    elif line.reason is Reason.GARBAGE:
        cards = _of_face(draft, draft.garbage, line.cards)
    elif line.reason in _LEFT:
        cards = _of_face(draft, draft.left, line.cards)
    return ShownLine(
        reason=line.reason,
        points=line.points,
        faces=line.cards,
        clause=line.clause,
        basis=line.basis,
        setting=line.setting,
        piles=tuple(pile.id for pile in piles),
        cards=cards,
    )


def _problem(draft: Draft, problem: Problem) -> ShownProblem:
    piles, cards = _about(draft, problem.about)
    return ShownProblem(problem.code, problem.say, problem.clause, piles, cards)


def _about(draft: Draft, about: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids of the piles and cards that a problem or a question names."""
    if numbers := piles_named(about):
        piles = [draft.piles[number - 1] for number in numbers]
        return tuple(pile.id for pile in piles), tuple(card for pile in piles for card in (*pile.cards, *pile.again))
    places: dict[str, tuple[str, ...]] = {
        About.RED_THREES: draft.red_threes,
        About.LEFT: draft.left,
        About.GARBAGE: draft.garbage,
    }
    return (), places.get(about, ())


def _questions(table: TableDraft, draft: Draft, own: SideTally) -> tuple[AskedQuestion, ...]:
    """Return the questions; those about one thing are one, as wide as they are together."""
    by_about: dict[str, list[Question]] = {}
    for question in own.questions:
        by_about.setdefault(question.about, []).append(question)
    asked = [_question(table, draft, own, questions) for questions in by_about.values()]
    return tuple(sorted(asked, key=lambda question: -question.width))


def _question(table: TableDraft, draft: Draft, own: SideTally, questions: Sequence[Question]) -> AskedQuestion:
    about, width = questions[0].about, sum(question.width for question in questions)
    ask = questions[0].ask
    if questions[0].each:
        each = [card for maybe, card in doubtful(draft).items() if maybe.about in questions[0].each]
        return AskedQuestion(Asks.CHECK, ask, width, cards=tuple(each))
    for maybe, card in doubtful(draft).items():
        if maybe.about == about:
            home = () if maybe.pile is None else (draft.piles[maybe.pile - 1].id,)
            # What was read as a card face down may be any.
            faces = () if maybe.place == FACE_DOWN else maybe.faces
            return AskedQuestion(Asks.CARD, ask, width, home, (card,), faces=faces)
    for doubt, repeat in repeats(draft):
        if repeat.about == about:
            cards = draft.counting_twice(doubt)
            return AskedQuestion(Asks.AGAIN, ask, width, cards=cards, doubt=doubt.id, like=doubt.like)
    if about == About.GOING_OUT and not draft.facts.went_out:
        return AskedQuestion(Asks.WENT_OUT, ask, width)
    if about == About.PERFECT_DEALS:
        return AskedQuestion(Asks.PERFECT_DEALS, ask, width, most=table.rules.game.perfect_deals)
    piles, cards = _about(draft, about)
    book = draft.pile(piles[0]) if piles else None
    if book is not None and about == about_kind(draft.piles.index(book) + 1):
        return AskedQuestion(Asks.KIND, ask, width, piles, cards, kinds=(book.kind, *open_kinds(draft, book)))
    if book is not None and book.squared and draft.faces(book.cards)[0] is not Face.UNREAD:
        counted = Counter(_counted(draft, own, book))
        return AskedQuestion(
            Asks.BOOK,
            ask,
            width,
            piles,
            cards,
            count=counted.total(),
            w20=counted[Face.WILD_20],
            w50=counted[Face.WILD_50],
            kind=BookKind(book.kind),
        )
    unread = _of_face(draft, cards, (Face.UNREAD,))
    return AskedQuestion(Asks.CARDS if unread else Asks.LOOK, ask, width, piles, unread or cards)


def _counted(draft: Draft, own: SideTally, book: DraftPile) -> tuple[Face, ...]:
    """Return the cards that a squared book is taken to hold."""
    number = draft.piles.index(book) + 1
    return next((line.cards for line in own.lines if line.pile == number and line.reason is Reason.CARDS), ())


def _lying(draft: Draft) -> tuple[str, ...]:
    """Return the cards of the piles, and the loose ones."""
    return (*(card for pile in draft.piles for card in pile.cards), *draft.garbage)


def _of_face(draft: Draft, ids: tuple[str, ...], faces: Sequence[Face]) -> tuple[str, ...]:
    return tuple(one for one, face in zip(ids, draft.faces(ids), strict=True) if face in faces)
