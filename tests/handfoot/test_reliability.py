import json
import sys
from pathlib import Path

import pytest

from handfoot.evaluation.labelled import TrueIndex
from handfoot.evaluation.matching import ReadIndex, match_indices
from handfoot.evaluation.reliability import Said, What, binned, calibration_error, error_by_chance, said_of
from scorer.faces import Face
from tests.handfoot.oracle import Oracle, card, column
from tests.handfoot.test_evaluate import FIVE, KING, TEN, UseOracle, evaluate, label, rendered, rows, whole_table
from vision.doubting.doubts import CHOSEN
from vision.photoreading import PhotoReading, StageTimes


def reading(*cards: object) -> PhotoReading:
    return PhotoReading("a.jpg", 1600, 1200, StageTimes(1, 1, 1), tuple(cards), ())  # type: ignore[arg-type]


def said(*truth: TrueIndex, complete: bool = True) -> list[tuple[What, bool]]:
    seen = reading(KING, TEN)
    match = match_indices(truth, [ReadIndex(index.box, index.face) for card in seen.cards for index in card.indices])
    return [(one.what, one.right) for one in said_of(seen, match, complete=complete)]


AT_KING, AT_TEN = (card.indices[0].box for card in (KING, TEN))


def test_a_face_is_right_where_its_label_allows_it() -> None:
    truth = TrueIndex(AT_KING, (Face.KING,), "K"), TrueIndex(AT_TEN, (Face.JACK,), "J")
    assert said(*truth) == [(What.INDEX, True), (What.INDEX, False), (What.ONE_CORNER, True), (What.ONE_CORNER, False)]


def test_a_face_where_nothing_is_labelled_is_wrong_only_if_everything_is() -> None:
    truth = TrueIndex(AT_KING, (Face.KING,), "K")
    assert [right for _, right in said(truth)] == [True, False, True, False]
    assert [right for _, right in said(truth, complete=False)] == [True, True]


@pytest.mark.parametrize("complete", [True, False])
def test_a_half_hidden_index_tells_too_whether_its_face_is_right(complete: bool) -> None:
    truth = TrueIndex(AT_KING, (Face.KING,), "K", counts=False), TrueIndex(AT_TEN, (Face.JACK,), "J", counts=False)
    assert said(*truth, complete=complete) == [
        (What.INDEX, True),
        (What.INDEX, False),
        (What.ONE_CORNER, True),
        (What.ONE_CORNER, False),
    ]


def test_a_card_of_two_corners_is_wrong_if_one_of_them_is_another_card() -> None:
    whole = card("K", 200, 200)
    upper, lower = (index.box for index in whole.indices)
    truth = (TrueIndex(upper, (Face.KING,), "K"), TrueIndex(lower, (Face.QUEEN,), "Q"))
    match = match_indices(truth, [ReadIndex(index.box, index.face) for index in whole.indices])
    assert [(one.what, one.right) for one in said_of(reading(whole), match, complete=True)] == [
        (What.INDEX, True),
        (What.INDEX, False),
        (What.MORE_CORNERS, False),
    ]


def test_the_calibration_error_is_the_mean_gap() -> None:
    honest = [Said(What.INDEX, 0.75, number < 75) for number in range(100)]
    boasting = [Said(What.INDEX, 0.96, number < 46) for number in range(100)]
    assert calibration_error(binned(honest)) == pytest.approx(0)
    assert calibration_error(binned(boasting)) == pytest.approx(0.5)
    assert calibration_error(binned([*honest, *boasting])) == pytest.approx(0.25)
    assert calibration_error(()) is None


def test_few_readings_have_a_larger_error_by_chance_than_many() -> None:
    few, many = ([Said(What.INDEX, 0.9, True)] * number for number in (30, 3000))
    assert error_by_chance(few) == pytest.approx(0.044, abs=0.01)
    assert error_by_chance(many) == pytest.approx(0.0044, abs=0.001)


@pytest.mark.parametrize("confidence", [0.0, 0.5, 0.97, 0.998, 1.0])
def test_every_confidence_has_a_bin(confidence: float) -> None:
    (one,) = binned([Said(What.INDEX, confidence, True)])
    assert one.low <= confidence <= one.high


def test_an_evaluation_writes_how_sure_and_how_right_it_was(tmp_path: Path, use_oracle: UseOracle) -> None:
    folder, out = tmp_path / "scenes", tmp_path / "out"
    rendered(folder, "a", label(KING), label(TEN, face=Face.JACK))
    use_oracle(Oracle({"a.jpg": [KING, TEN]}))
    result = evaluate(folder, "--out", out, "--plots", tmp_path / "plots")
    assert result.exit_code == 0, result.output
    written = rows(out / "reliability.csv")
    assert {(row["photos"], row["what"], row["read"], row["right"]) for row in written} == {
        ("rendered", "index", "2", "1"),
        ("rendered", "card, 1 corner", "2", "1"),
    }
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    assert summary["calibration_error"]["rendered"]["index"] == pytest.approx(0.49)
    assert "| rendered | index | 2 | 99.00% | 50.00% | 49.00% |" in result.stdout
    assert "was wrong" in (tmp_path / "plots" / "reliability.svg").read_text(encoding="utf-8")


def test_the_curve_shows_what_doubt_costs_and_saves(tmp_path: Path, use_oracle: UseOracle) -> None:
    tables, out = tmp_path / "tables", tmp_path / "out"
    whole_table(tables / "wrong", ["K", "K", "K", "K", "K", "K", "W20"])
    use_oracle(Oracle({"played.jpg": column("K K K K K K", 300, 200), "left.jpg": [FIVE]}))
    result = evaluate(tables, "--out", out, "--curve", "--plots", tmp_path / "plots")
    assert result.exit_code == 0, result.output
    points = {(row["moved"], row["sure"]): row for row in rows(out / "curve.csv")}
    # The cards read 99 % sure: only a threshold above that doubts them.
    assert (points["chosen", str(CHOSEN.sure)]["silent"], points["face", "0.995"]["silent"]) == ("1", "0")
    assert points["chosen", str(CHOSEN.sure)]["doubts_and_problems"] == "0"
    assert int(points["face", "0.995"]["doubts_and_problems"]) >= 6
    assert "tables wrong in silence" in (tmp_path / "plots" / "doubt.svg").read_text(encoding="utf-8")


def test_kept_readings_are_not_read_again(tmp_path: Path, use_oracle: UseOracle) -> None:
    folder = tmp_path / "scenes"
    rendered(folder, "a", label(KING))
    use_oracle(Oracle({"a.jpg": [KING]}))
    assert evaluate(folder, "--out", tmp_path / "first", "--keep", tmp_path / "kept").exit_code == 0
    use_oracle(Oracle({}))
    assert evaluate(folder, "--out", tmp_path / "again", "--keep", tmp_path / "kept").exit_code == 0
    assert rows(tmp_path / "again" / "photos.csv")[0]["indices_right"] == "1"
    for damaged in (tmp_path / "kept").iterdir():
        damaged.write_text("{", encoding="utf-8")
    assert evaluate(folder, "--out", tmp_path / "damaged", "--keep", tmp_path / "kept").exit_code == 2
    assert rows(tmp_path / "damaged" / "photos.csv")[0]["error"].startswith("KeyError")


def test_missing_matplotlib_is_said_before_a_photo_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "scenes"
    rendered(folder, "a", label(KING))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = evaluate(folder, "--out", tmp_path / "out", "--plots", tmp_path / "plots")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "matplotlib is missing" in result.stderr
    assert not (tmp_path / "out").exists()


def test_missing_ray_is_said_in_one_line(
    tmp_path: Path, use_oracle: UseOracle, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "scenes"
    rendered(folder, "a", label(KING))
    use_oracle(Oracle({"a.jpg": [KING]}))
    monkeypatch.setitem(sys.modules, "ray", None)
    result = evaluate(folder, "--out", tmp_path / "out", "--ray")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "ray is missing" in result.stderr
