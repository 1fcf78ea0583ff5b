"""How likely the rules of a table make a meld, as the scorer judges it."""

from functools import cache
from math import log

from handfoot.asking.makeups import Legality
from scorer.faces import Face
from scorer.record import Pile, Record, Side
from scorer.rulebook.rules import RuleSet
from scorer.scoring.account import ProblemCode
from scorer.scoring.tally import tally

FORBIDDEN = 0.05
"""How often a meld breaks a rule, for each one that it breaks."""

FULLER = 0.2
"""How often a meld has one more card than a book needs, beside how often it has not."""

_OF_A_MELD = frozenset(
    {
        ProblemCode.MELD_TOO_SMALL,
        ProblemCode.TOO_MANY_WILDS,
        ProblemCode.TOO_FEW_NATURALS,
        ProblemCode.MIXED_RANKS,
        ProblemCode.BOOK_TOO_BIG,
        ProblemCode.WILD_BOOK_NOT_ALLOWED,
    }
)


def legality_by(rules: RuleSet, record: Record) -> Legality:
    """Return what tells how likely the rules make a meld at the table of a record, by what it breaks and its size."""

    @cache
    def legality(same: int, wilds: int, strangers: int) -> float:
        cards = (Face.KING,) * same + (Face.WILD_20,) * wilds + (Face.QUEEN,) * strangers
        if not cards:
            return 0.0
        alone = Record(record.rules, (Side("alone", (Pile(cards=cards),)),), record.round, settings=record.settings)
        problems = tally(alone, rules).sides[0].problems
        broken = len({problem.code for problem in problems} & _OF_A_MELD)
        return broken * log(FORBIDDEN) + max(len(cards) - rules.books.size, 0) * log(FULLER)

    return legality
