"""What is told of the tables of a taught deck: the figures of several decks' tables together."""

from handfoot.evaluation.answering import AnsweredRow
from handfoot.evaluation.counts import Counts
from handfoot.evaluation.tabletruth import SideRow
from handfoot.evaluation.taught import Played


def row(table: str, best: int, *, held: bool, silent: bool = False, questions: int = 0) -> SideRow:
    exact = best == 100
    return SideRow("tables", table, "Ann", 100, best, best, best, exact, held, 0, questions, questions, 0, silent)


def answered(table: str, after: int) -> AnsweredRow:
    return AnsweredRow("tables", table, "Ann", 100, before=100, after=after, answered=0, still_open=0, shown=0)


def test_tables_of_one_name_but_of_different_decks_are_told_apart_and_together() -> None:
    one = Played(
        Counts(10, 8, 6), (row("one/table-0001", 100, held=True, questions=3),), (answered("one/table-0001", 100),)
    )
    other = Played(
        Counts(10, 12, 10), (row("other/table-0001", 90, held=False, silent=True),), (answered("other/table-0001", 90),)
    )
    assert str(one + other) == (
        "recall 0.800, precision 0.800; of 2 tables 1 exact, 1 held, 1 wrong in silence, 1 exact once answered; "
        "1.5 questions a table, 1.5 about cards"
    )


def test_of_photos_without_a_table_recall_and_precision_are_told() -> None:
    assert str(Played(Counts(4, 5, 3)) + Played()) == "recall 0.750, precision 0.600"
