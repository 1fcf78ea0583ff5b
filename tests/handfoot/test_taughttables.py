"""What is told of the tables of a taught deck: the figures of several decks' tables together; and wrong use."""

import pytest

from handfoot.evaluation.answering import AnsweredRow
from handfoot.evaluation.counts import Counts
from handfoot.evaluation.tabletruth import SideRow
from handfoot.evaluation.taught import Played, main


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


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ([], "name a folder of rendered decks, or labelled photos of a deck by --real"),
        (["nowhere"], "nowhere: no such folder"),
        (["--real", "nowhere"], "nowhere: no such folder"),
    ],
    ids=["nothing", "no decks", "no photos"],
)
def test_what_cannot_be_judged_is_refused_before_any_net_is_loaded(
    asked: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["taught", *asked])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(f"error: {said}\n")
