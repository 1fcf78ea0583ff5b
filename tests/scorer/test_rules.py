"""Rule files: what a house variant takes, and that a wrong file is refused by file, key, value and expectation."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from scorer.errors import RulesError, SettingError
from scorer.record import parse_record
from scorer.rulebook.rules import RuleSet, load_rules, load_rules_file, parse_rules, rule_ids
from scorer.rulebook.ruletext import rule_lines, setting_lines
from scorer.rulebook.settings import SettingName
from scorer.scoring.tally import tally

VARIANT = 'extends = "remastered-singles"\nid = "kitchen-table"\n'


def test_a_rule_set_is_read_once() -> None:
    assert load_rules("remastered-singles") is load_rules("remastered-singles")


@pytest.mark.parametrize("rules_id", rule_ids())
def test_a_file_is_named_by_its_id_and_survives_being_written_down(rules_id: str) -> None:
    rules = load_rules(rules_id)
    assert rules.id == rules_id
    assert parse_rules(f'extends = "{rules_id}"', "variant.toml") == rules


@pytest.mark.parametrize("rules_id", rule_ids())
def test_a_person_reads_every_setting_and_limit_with_its_clause(rules_id: str) -> None:
    rules = load_rules(rules_id)
    assert [row[0] for row in setting_lines(rules)] == [name.value for name in rules.settings]
    for row in (*setting_lines(rules), *rule_lines(rules)):
        assert all(row)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            'extends = "bain"',
            {
                "rounds": "until a side has 20000 at a round's end",
                "least first meld": "by the score before: 15 below 0, 50 below 5000, 90 below 10000, 120 below 15000, "
                "150 from there on",
                "card values": "4, 5, 6 and 7: 5; 8, 9, 10, J, Q and K: 10; A and W20: 20; W50: 50",
                "smallest meld": "3 cards",
                "wilds in a meld": "no more than 3, at least 2 naturals",
                "wilds in a meld of 5": "no more than 2",
                "wilds in a meld of 6": "no more than 2",
                "book": "exactly 7 cards",
                "wilds in a book": "no more than 3, at least 2 naturals",
                "going out without the right to": "no bonus",
                "a deck": "4 of each rank, 4 20-wilds, 2 50-wilds, 2 red and 2 black 3s; 4 decks",
            },
        ),
        (
            'extends = "four-hand"',
            {
                "rounds": "1, 2, 3, 4",
                "least first meld": "round 1: 50, round 2: 90, round 3: 120, round 4: 150",
                "wilds in a meld": "no more than 3, at least as many naturals",
                "book": "7 cards or more",
                "wilds in a book": "no more than 3, at least 1 natural more than wilds",
                "perfect deals of a side in a round": "no more than 2",
            },
        ),
        (f"{VARIANT}[books]\nlargest = 10\n", {"book": "7 to 10 cards"}),
        (
            'extends = "club"',
            {"Tail beside Hand and Foot": "in round 200", "least first meld": "the round's own number"},
        ),
        (
            'extends = "remastered-singles"',
            {
                "a deck": "4 of each rank, 4 20-wilds, 2 50-wilds, 2 red and 2 black 3s; assumed, as its maker does "
                "not say"
            },
        ),
    ],
    ids=["bain", "four-hand", "kitchen-table", "club", "remastered-singles"],
)
def test_what_a_rule_set_fixes_is_said_in_words(text: str, lines: dict[str, str]) -> None:
    said = {what: value for what, value, _ in rule_lines(parse_rules(text, "k"))}
    assert said | lines == said


@pytest.mark.parametrize(
    ("own", "clause"),
    [('illegal_clause = "Our custom"\n', "Our custom"), ("", load_rules("bain").ending.clause)],
    ids=["its own", "of the ending"],
)
def test_a_forfeit_is_said_with_its_own_clause_or_the_endings(own: str, clause: str) -> None:
    forfeit = f'[ending]\nillegal = "forfeit"\n{own}[settings.illegal_going_out]\nvalue = -500\n'
    rules = parse_rules(f'extends = "bain"\nid = "k"\n{forfeit}clause = "Our custom"\nsays = "The penalty."\n', "k")
    assert [said for what, _, said in rule_lines(rules) if what.startswith("going out without")] == [clause]


def test_a_setting_is_said_with_what_the_host_and_what_the_project_decides() -> None:
    said = {name: (value, says) for name, value, _, says in setting_lines(load_rules("club"))}
    assert said["wild_book"][0] == "the host says"
    _, value, _, says = next(line for line in setting_lines(load_rules("bain")) if line[0] == "going_out")
    assert (value, "The text leaves it open: this is the project's default." in says) == ("200", True)


def test_a_variant_changes_what_it_says_and_nothing_else() -> None:
    variant = parse_rules(f"{VARIANT}[settings.red3_left]\nvalue = -500\n[opening]\npoints = [50, 90, 120, 150]\n", "k")
    base = load_rules("remastered-singles")
    assert variant.settings[SettingName.RED3_LEFT].value == -500
    assert variant.settings[SettingName.RED3_LEFT].clause == base.settings[SettingName.RED3_LEFT].clause
    assert variant.opening.points == [50, 90, 120, 150]
    assert variant.values == base.values
    scored = tally(parse_record({"rules": "kitchen-table", "sides": [{"name": "A", "left": ["R3"]}]}), variant)
    assert scored.sides[0].best == -500


def test_a_variant_of_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.toml"
    path.write_text(VARIANT, encoding="utf-8")
    assert load_rules_file(path).id == "kitchen-table"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id = ", "k.toml: no TOML: Invalid value (at end of document)"),
        ('extends = "bridge"', "k.toml: 'extends': 'bridge': expected one of "),
        ("extends = 1", "k.toml: 'extends': 1: expected one of "),
        ("extends = 'bain'\nid = 'Our Kitchen'", "k.toml: 'id': 'Our Kitchen': expected small letters, digits and "),
        (f"{VARIANT}[books]\nsize = 21", "k.toml: 'books.size': 21: expected 20 or less"),
        ('id = "x"', "k.toml: 'title': nothing there: expected a value"),
        (f"{VARIANT}colour = 1", "k.toml: 'colour': 1: expected no such key"),
        (
            f"{VARIANT}[melds]\nsmallest = 'three'",
            "k.toml: 'melds.smallest': 'three': expected a whole number",
        ),
        (
            f"{VARIANT}[melds]\nsmallest = true",
            "k.toml: 'melds.smallest': true: expected a whole number",
        ),
        (
            f"{VARIANT}[books]\nsize = 0",
            "k.toml: 'books.size': 0: expected 3 or more",
        ),
        (f"{VARIANT}[threes]\nred = 'maybe'", "k.toml: 'threes.red': 'maybe': expected 'points', 'not_playable' or "),
        (f"{VARIANT}[settings.red4_left]\nvalue = 1", "k.toml: 'settings': expected known settings, not 'red4_left'"),
        (f"{VARIANT}[settings.red3_left]\nvalue = true", "k.toml: 'settings': expected whole points between "),
        (
            f"{VARIANT}[settings.second_book]\nvalue = 1",
            "k.toml: 'settings': expected true or false in 'second_book', not 1",
        ),
        (
            f"{VARIANT}[settings.perfect_deal]\nclause = ''",
            "k.toml: 'settings.perfect_deal.clause': '': expected a text of one letter or more",
        ),
        (
            f"{VARIANT}[settings]\nred3_left = -500",
            "k.toml: 'settings.red3_left': -500: expected a section of its own: [settings.red3_left], with ",
        ),
        (f"{VARIANT}settings = 3", "k.toml: 'settings': 3: expected a section of its own"),
        (f"{VARIANT}values = 3", "k.toml: 'values': 3: expected a section of its own"),
        (f"{VARIANT}[values]\nR3 = 5", "k.toml: 'values': expected a value for each of 10 4 5"),
        (f"{VARIANT}[settings.red3_left]\nvalue = {'9' * 5000}", "k.toml: no TOML: Exceeds the limit"),
        (
            f"{VARIANT}[settings.red3_left]\nvalue = {'9' * 30}",
            "k.toml: 'settings': expected whole points between -10000000 and 10000000 in 'red3_left', not 999",
        ),
        (f"{VARIANT}[melds]\nsmallest = -3", "k.toml: 'melds.smallest': -3: expected 1 or more"),
        (f"{VARIANT}[values]\nA = -20", "k.toml: 'values.A': -20: expected 0 or more"),
        (f"{VARIANT}[values]\nKK = 5", "k.toml: 'values': expected a value for each of 10 4 5"),
        (
            f"{VARIANT}[melds]\nmost_wilds_of = {{ five = 2 }}",
            "k.toml: 'melds.most_wilds_of.five.[key]': 'five': expected a number ",
        ),
        (f"{VARIANT}[books]\nlargest = 6", "k.toml: 'books': expected 'largest' of 7 or more"),
        (f"{VARIANT}[game]\nrounds = [1, 1, 2, 3]", "k.toml: 'game': expected each of the 'rounds' once"),
        (f"{VARIANT}[game]\nrounds = []", "k.toml: 'game': expected 'rounds' or a 'target'"),
        (f"{VARIANT}[game]\nrounds = [0, 1, 2, 3]", "k.toml: 'game.rounds.0': 0: expected 1 or more"),
        (
            "extends = 'club'\nid = 'k'\n[settings.jokers_per_deck]\nvalue = 3",
            "k.toml: 'settings': expected 0, 2 or 4 in 'jokers_per_deck', not 3",
        ),
        (f"{VARIANT}[opening]\npoints = [60]", "k.toml: 'the file': expected 4 opening points, one for each round"),
        (
            f"{VARIANT}[game]\nrounds = []\ntarget = 5000\n[opening]\npoints = []",
            "k.toml: 'the file': expected 'rounds' in 'game', as opening.by is 'round'",
        ),
        (f"{VARIANT}[opening]\nby = 'score'", "k.toml: 'opening': expected 1 points, as it goes by score"),
        (f"{VARIANT}[opening]\nby = 'score'\nbelow = [3, 2, 1]", "k.toml: 'opening': expected 'below' in rising order"),
    ],
    ids=lambda value: value.removeprefix(VARIANT)[:40],
)
def test_a_wrong_file_is_refused_by_file_key_value_and_expectation(text: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules(text, "k.toml")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_rule_set_without_what_every_score_needs_is_refused() -> None:
    base = load_rules("remastered-singles").model_dump(mode="json", exclude_none=True)
    del base["settings"]["going_out"]
    with pytest.raises(ValueError, match="a setting 'going_out'"):
        type(load_rules("remastered-singles")).model_validate(base)


EVERYTHING = {
    "garbage": ["4", "B3"],
    "left": ["R3", "B3", "5"],
    "perfect_deals": 1,
    "improper_melds": 1,
    "piles": [
        {"top": "K", "kind": "clean"},
        {"top": "K", "kind": "dirty"},
        {"top": "W50", "kind": "wild"},
        {"cards": ["W20", "W50", "W20"]},
        {"cards": ["7"] * 7},
        {"cards": ["B3"] * 3},
    ],
}


@pytest.mark.parametrize("rules_id", rule_ids())
@pytest.mark.parametrize("illegal", ["no_bonus", "forfeit"])
@pytest.mark.parametrize("red", ["points", "not_playable", "by_sevens"])
def test_a_rule_set_is_refused_or_scores_whatever_lies_there(rules_id: str, illegal: str, red: str) -> None:
    base = load_rules(rules_id).model_dump(mode="json", exclude_none=True)
    base["ending"]["illegal"], base["threes"]["red"], base["id"] = illegal, red, "house"
    base["ending"].setdefault("illegal_clause", "House")
    sides = [{**EVERYTHING, "went_out": True, "red_threes": red_threes} for red_threes in (0, 2)]
    scored = []
    for name in base["settings"]:
        settings = {other: rule for other, rule in base["settings"].items() if other != name}
        try:
            rules = RuleSet.model_validate({**base, "settings": settings})
        except ValidationError as error:
            assert "a setting '" in str(error)
            continue
        said = {one: 1 for one, rule in settings.items() if "value" not in rule and one != "jokers_per_deck"}
        record = {"rules": "house", "round": (rules.game.rounds or [1])[0], "settings": said, "sides": sides}
        scored.append(tally(parse_record(record), rules))
    needed = {"red3_played"} if red != "not_playable" else set()
    needed |= {"illegal_going_out"} if illegal == "forfeit" else set()
    assert bool(scored) == (needed <= set(base["settings"]))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"nowhere\.toml: cannot be read"):
        load_rules_file(tmp_path / "nowhere.toml")
    broken = tmp_path / "broken.toml"
    broken.write_bytes(b"\xff\xfe")
    with pytest.raises(RulesError, match=r"broken\.toml: no UTF-8 text: byte 0"):
        load_rules_file(broken)


def test_a_host_who_says_nothing_is_told_everything_that_is_missing() -> None:
    record = parse_record({"rules": "club", "round": 30, "settings": {"red3_left": -100}, "sides": [{"name": "A"}]})
    with pytest.raises(SettingError) as caught:
        tally(record)
    assert str(caught.value) == (
        "club needs settings that only the host can give: wild_book, open_wild_book, red3_played, black3_left, "
        "clean_to_go_out, dirty_to_go_out, books_to_go_out"
    )


def test_a_house_with_more_wilds_still_wants_more_naturals_than_wilds() -> None:
    variant = parse_rules(f"{VARIANT}[books]\nmost_wilds = 5\n", "k")
    for cards, best in (["9"] * 5 + ["2"] * 4, 430), (["9"] * 4 + ["2"] * 4, 120):
        side = {"name": "A", "piles": [{"cards": cards}]}
        assert tally(parse_record({"rules": "kitchen-table", "sides": [side]}), variant).sides[0].best == best
    side = {"name": "A", "piles": [{"top": "9", "kind": "dirty"}]}
    (squared,) = tally(parse_record({"rules": "kitchen-table", "sides": [side]}), variant).sides
    # Of seven cards three may be wilds.
    assert (squared.low, squared.high) == (380, 300 + 4 * 10 + 3 * 50)


@pytest.mark.parametrize(
    ("limits", "cards", "best", "say"),
    [
        ("[books]\nleast_naturals = 6\n", ["9"] * 5 + ["2"] * 2, 90, "2 wilds on 5 9s in pile 1: at least 6 naturals"),
        ("[books]\nleast_naturals = 6\n", ["9"] * 6 + ["2"], 380, ""),
        ("[books]\nleast_naturals = 6\n", ["9"] * 5 + ["2"], 70, ""),
        ("[books]\nmost_wilds = 2\n", ["9"] * 5 + ["2"] * 3, 110, "3 wilds on 5 9s in pile 1: no more than 2 wilds"),
        ("[books]\nnaturals_over_wilds = 3\n", ["9"] * 5 + ["2"] * 3, 110, "3 wilds on 5 9s in pile 1: no book"),
        ("[melds]\nleast_naturals = 3\n", ["A"] * 2 + ["JK"], 90, "1 wild on 2 aces in pile 1: at least 3 naturals"),
        ("[melds]\nmost_wilds = 1\n", ["9"] * 4 + ["2"] * 2, 80, "2 wilds on 4 9s in pile 1: no more than 1 wild"),
        ("[melds]\nmost_wilds = 1\n", ["9"] * 5 + ["2"] * 2, 390, ""),
    ],
)
def test_a_house_limits_its_books_and_its_melds_each_by_themselves(
    limits: str, cards: list[str], best: int, say: str
) -> None:
    record = {"rules": "kitchen-table", "sides": [{"name": "A", "piles": [{"cards": cards}]}]}
    (side,) = tally(parse_record(record), parse_rules(VARIANT + limits, "k")).sides
    assert side.best == best
    assert [problem.say.startswith(say) for problem in side.problems] == [True] * bool(say)


@pytest.mark.parametrize("left", [[], ["4"]], ids=["nothing left", "left"])
def test_a_house_that_lets_no_red_3_be_played_pays_nothing_for_it(left: list[str]) -> None:
    rules = parse_rules(f"{VARIANT}[threes]\nred = 'not_playable'\n", "k")
    record = {"rules": "kitchen-table", "sides": [{"name": "A", "red_threes": 2, "left": left}]}
    (side,) = tally(parse_record(record), rules).sides
    assert (side.low, side.best, side.high) == (-5 * len(left),) * 3


@pytest.mark.parametrize(
    ("settings", "side", "about"),
    [({}, {"score_before": 1001}, "score before"), ({"red3_left": -33}, {"left": ["R3"]}, "total")],
    ids=["before", "total"],
)
def test_points_that_are_no_multiple_of_five_are_reported(
    settings: dict[str, int], side: dict[str, object], about: str
) -> None:
    record = {"rules": "remastered-singles", "settings": settings, "sides": [{"name": "A", **side}]}
    problems = tally(parse_record(record)).sides[0].problems
    assert [(problem.code, problem.about) for problem in problems] == [("not_a_multiple_of_five", about)]


def test_a_red_three_among_the_settings_of_a_house_is_named_when_it_decides() -> None:
    for settings, basis in (({}, "assumed"), ({"red3_left": -100}, "answered")):
        record = {"rules": "remastered-singles", "settings": settings, "sides": [{"name": "A", "left": ["R3", "4"]}]}
        left, red = tally(parse_record(record)).sides[0].lines
        assert (red.basis, red.setting) == (basis, "red3_left")
        assert (left.basis, left.setting) == ("seen", None)
