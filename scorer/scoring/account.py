"""What a score is made of: lines with reasons, problems with codes, open questions, and the account of it all."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorer.faces import Face
from scorer.scoring.remedies import Remedy
from scorer.words import listed


class Reason(StrEnum):
    """Why a line has points."""

    CLEAN_BOOK = "clean_book"
    DIRTY_BOOK = "dirty_book"
    WILD_BOOK = "wild_book"
    SEVENS_BOOK = "sevens_book"
    OPEN_WILD_BOOK = "open_wild_book"
    CARDS = "cards"
    GARBAGE = "garbage"
    RED3_PLAYED = "red3_played"
    BLACK3_PLAYED = "black3_played"
    GOING_OUT = "going_out"
    PERFECT_DEAL = "perfect_deal"
    IMPROPER_MELD = "improper_meld"
    LEFT = "left"
    RED3_LEFT = "red3_left"
    BLACK3_LEFT = "black3_left"
    FORFEIT = "forfeit"
    ILLEGAL_GOING_OUT = "illegal_going_out"


BOOKS = frozenset({Reason.CLEAN_BOOK, Reason.DIRTY_BOOK, Reason.WILD_BOOK, Reason.SEVENS_BOOK})
"""The reasons of the bonuses that finished books earn."""


class Basis(StrEnum):
    """How a line's points are known; of several ways the weakest."""

    SEEN = "seen"
    """The cards lie there, and the rule text gives their points."""
    ASSUMED = "assumed"
    """A best guess at what does not show, or a named default where the rule text is silent or unclear."""
    ANSWERED = "answered"
    """A person said so: no photo can."""


def weakest(*ways: Basis) -> Basis:
    """Return how points are known that rest on several things: guessed as soon as one is, else said if one was."""
    return max(ways, key=(Basis.SEEN, Basis.ANSWERED, Basis.ASSUMED).index)


class ProblemCode(StrEnum):
    """What is wrong with a table; none of it stops a score."""

    MELD_TOO_SMALL = "meld_too_small"
    TOO_MANY_WILDS = "too_many_wilds"
    TOO_FEW_NATURALS = "too_few_naturals"
    NOT_A_MELD_RANK = "not_a_meld_rank"
    MIXED_RANKS = "mixed_ranks"
    BOOK_TOO_BIG = "book_too_big"
    SECOND_BOOK_OF_RANK = "second_book_of_rank"
    WILD_BOOK_NOT_ALLOWED = "wild_book_not_allowed"
    BLACK3_PLAYED = "black3_played"
    RED3_NOT_PLAYABLE = "red3_not_playable"
    WENT_OUT_WITHOUT_BOOKS = "went_out_without_books"
    WENT_OUT_WITH_CARDS_LEFT = "went_out_with_cards_left"
    TWO_SIDES_WENT_OUT = "two_sides_went_out"
    BELOW_MINIMUM_MELD = "below_minimum_meld"
    GARBAGE_WITHOUT_SEVENS = "garbage_without_sevens"
    COUNT_OVER_DECKS = "count_over_decks"
    UNREAD_CARD = "unread_card"
    NOT_A_BOOK = "not_a_book"
    """A squared book of fewer cards than a book has."""
    KIND_MISMATCH = "kind_mismatch"
    """A squared book whose cards make another kind than it shows."""
    WENT_OUT_WITHOUT_RED_THREES = "went_out_without_red_threes"
    NOT_IN_THESE_RULES = "not_in_these_rules"
    """A bonus, penalty or pile that the rule set does not have."""
    TOO_MANY_PERFECT_DEALS = "too_many_perfect_deals"
    NOT_A_MULTIPLE_OF_FIVE = "not_a_multiple_of_five"
    DOUBTFUL_WILDS = "doubtful_wilds"
    """Wilds that the letter of the rules allows, though it may not be meant."""
    UNSEEN_CARDS = "unseen_cards"
    """Cards of a side that nobody could look at, and so count nowhere."""
    GARBAGE_NOT_COMPLETED = "garbage_not_completed"
    """A loose card of a rank that the side has completed no canasta of, or of sevens."""


class About(StrEnum):
    """What of a side, beside its piles, a problem or a question is about."""

    GOING_OUT = "going out"
    OTHERS_OUT = "others going out"
    RED_THREES = "red 3s"
    GARBAGE = "garbage"
    LEFT = "cards left"
    MELDS = "melds"
    PERFECT_DEALS = "perfect deals"
    IMPROPER_MELDS = "improper melds"
    LOOSE_CARDS = "loose cards"
    """Those that a rule set does not know."""
    SCORE_BEFORE = "score before"
    TOTAL = "total"
    UNSEEN = "unseen cards"


_PILES = re.compile(r"piles? \d+(?:(?:, | and )\d+)*(?:'s kind)?")


def about_piles(numbers: Sequence[int]) -> str:
    """Return what a problem or a question about piles names; they are counted from 1."""
    return f"pile{'s' if len(numbers) > 1 else ''} {listed(numbers)}"


def about_pile(number: int) -> str:
    """Return what a problem or a question about a pile names; piles are counted from 1."""
    return about_piles((number,))


def about_kind(number: int) -> str:
    """Return what the question which kind a pile is of names; piles are counted from 1."""
    return f"{about_pile(number)}'s kind"


def piles_named(about: str) -> tuple[int, ...]:
    """Return the numbers of the piles that a problem or a question is about, from 1; none where it is about others."""
    return tuple(int(number) for number in re.findall(r"\d+", about)) if _PILES.fullmatch(about) else ()


@dataclass(frozen=True, slots=True)
class Line:
    """Points with their reason, the cards they count, the clause they rest on and how they are known.

    ``setting`` names the default that decided the points where the rule text does not; ``pile`` is the pile's number
    from 1.
    """

    reason: Reason
    points: int
    clause: str
    cards: tuple[Face, ...] = ()
    basis: Basis = Basis.SEEN
    setting: str | None = None
    pile: int | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong: its code, where, in plain words, and the clause it goes against.

    ``about`` is one of ``About``, what ``about_piles`` says, or a face.
    ``remedy`` is what would make it none; once the side was scored again with it, ``say`` tells what came out instead.
    """

    code: ProblemCode
    about: str
    say: str
    clause: str
    remedy: Remedy | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """Something only a person can say; ``width`` is how many points the answer can move the score.

    ``each``: what it asks about, where that is more than one thing, each as ``about`` would name it by itself.
    """

    about: str
    ask: str
    width: int
    each: tuple[str, ...] = ()

    @property
    def things(self) -> tuple[str, ...]:
        """Return all that it asks about."""
        return self.each or (self.about,)


@dataclass(frozen=True, slots=True)
class Entry:
    """A part of a side's account: its lines, and the least and most points that what does not show lets it have."""

    lines: tuple[Line, ...] = ()
    low: int = 0
    high: int = 0
    problems: tuple[Problem, ...] = ()
    questions: tuple[Question, ...] = ()


def certain(lines: tuple[Line, ...], problems: tuple[Problem, ...] = ()) -> Entry:
    """Return an entry that nothing can move."""
    points = sum(line.points for line in lines)
    return Entry(lines=lines, low=points, high=points, problems=problems)


@dataclass(frozen=True, slots=True)
class SideTally:
    """A side's score: the interval, its lines, what is wrong, and the open questions, widest first."""

    name: str
    low: int
    best: int
    high: int
    lines: tuple[Line, ...] = ()
    problems: tuple[Problem, ...] = ()
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """A table's score for a round: every side's, and what is wrong with the table as a whole."""

    rules: str
    round: int
    sides: tuple[SideTally, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def in_doubt(self) -> bool:
        """Whether any problem or open question stands."""
        return bool(self.problems) or any(side.problems or side.questions for side in self.sides)
