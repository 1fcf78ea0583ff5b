"""Every worked example and clause of the rule texts, as a record and its score worked out by hand."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorer.record import parse_record
from scorer.rulebook.rules import load_rules, rule_ids
from scorer.scoring.tally import tally, tally_to_json

GOLDENS = Path(__file__).parents[1] / "golden" / "scores"
FEWEST = 20


def _goldens() -> Iterator[Any]:
    for path in sorted(GOLDENS.glob("*/*.json")):
        yield pytest.param(path, id=f"{path.parent.name}/{path.stem}")


@pytest.mark.parametrize("path", list(_goldens()))
def test_score_is_the_one_worked_out_by_hand(path: Path) -> None:
    golden = json.loads(path.read_text(encoding="utf-8"))
    scored = tally_to_json(tally(parse_record(golden["record"])))
    sides: Any = scored["sides"]
    problems: Any = scored["problems"]
    found = {
        "sides": [
            {
                **{key: side[key] for key in ("name", "low", "best", "high")},
                "lines": [{"reason": line["reason"], "points": line["points"]} for line in side["lines"]],
                "problems": [problem["code"] for problem in side["problems"]],
                "questions": [{"about": asked["about"], "width": asked["width"]} for asked in side["questions"]],
            }
            for side in sides
        ],
        "problems": [problem["code"] for problem in problems],
    }
    assert found == golden["expected"]


@pytest.mark.parametrize("rules_id", rule_ids())
def test_every_rule_set_has_goldens_of_its_own(rules_id: str) -> None:
    paths = list((GOLDENS / rules_id).glob("*.json"))
    assert len(paths) >= FEWEST
    for path in paths:
        assert json.loads(path.read_text(encoding="utf-8"))["record"]["rules"] == rules_id


def test_every_golden_is_of_a_rule_set() -> None:
    assert {path.name for path in GOLDENS.iterdir()} == set(rule_ids())


@pytest.mark.parametrize("rules_id", rule_ids())
def test_every_setting_of_points_decides_a_line_of_some_golden(rules_id: str) -> None:
    reasons = {
        line["reason"]
        for path in (GOLDENS / rules_id).glob("*.json")
        for side in json.loads(path.read_text(encoding="utf-8"))["expected"]["sides"]
        for line in side["lines"]
    }
    paid = {"clean_book", "dirty_book", "wild_book", "sevens_book", "red3_played", "red3_left", "black3_left"}
    paid |= {"open_wild_book", "going_out", "perfect_deal", "improper_meld", "illegal_going_out", "black3_played"}
    assert {name.value for name in load_rules(rules_id).settings} & paid <= reasons
