"""What the rules of a table forbid of a meld, as the scorer judges it."""

from functools import cache

from handfoot.asking.makeups import Forbids
from scorer.account import ProblemCode
from scorer.faces import Face
from scorer.record import Pile, Record, Side
from scorer.rules import RuleSet
from scorer.tally import tally

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


def forbidden_by(rules: RuleSet, record: Record) -> Forbids:
    """Return what tells how many rules a meld breaks at the table of a record."""

    @cache
    def broken(same: int, wilds: int, strangers: int) -> int:
        cards = (Face.KING,) * same + (Face.WILD_20,) * wilds + (Face.QUEEN,) * strangers
        if not cards:
            return 0
        alone = Record(record.rules, (Side("alone", (Pile(cards=cards),)),), record.round, settings=record.settings)
        problems = tally(alone, rules).sides[0].problems
        return len({problem.code for problem in problems} & _OF_A_MELD)

    return broken
