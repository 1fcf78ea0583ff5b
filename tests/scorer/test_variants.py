"""What a house's own rule file changes, said key by key."""

from itertools import permutations
from pathlib import Path

import pytest

from scorer.errors import RulesError
from scorer.rulebook.rules import LARGEST_FILE, load_rules, load_variant, parse_rules, rule_ids
from scorer.rulebook.variants import Change, changes

HEAD = 'extends = "remastered-singles"\nid = "kitchen-table"\n'


def changed(text: str) -> list[Change]:
    return list(changes(load_rules("remastered-singles"), parse_rules(HEAD + text, "k.toml")))


def test_a_variant_that_says_nothing_more_changes_nothing() -> None:
    assert changed('title = "Our kitchen table"\nsource = "Grandmother"\n') == []
    assert changed("[melds]\nsmallest = 3\n") == []


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (
            "[settings.red3_left]\nvalue = -500\n",
            Change(
                "settings.red3_left.value",
                "Each red 3 left in Hand or Foot: its own value, subtracted. Houses also play -300 and -500.",
                "-100",
                "-500",
                "Bonus Points",
            ),
        ),
        (
            "[settings.second_book]\nvalue = true\n",
            Change(
                "settings.second_book.value",
                "Whether a finished book's rank may be begun again. If not, all piles of a rank are one book.",
                "false",
                "true",
                "Books",
            ),
        ),
        (
            "[opening]\npoints = [50, 90, 120, 150]\n",
            Change(
                "opening.points",
                "points of the least first meld",
                "60, 90, 120, 150",
                "50, 90, 120, 150",
                "Meld Requirements",
            ),
        ),
        ("[values]\nA = 15\n", Change("values.A", "points of aces", "20", "15", "Card Values")),
        ("[books]\nlargest = 7\n", Change("books.largest", "cards that a book has at most", "nothing", "7", "Books")),
        (
            "[threes]\nred = 'not_playable'\n",
            Change(
                "threes.red",
                "red 3s on the table",
                "worth their points on the table",
                "cannot be played",
                "Bonus Points",
            ),
        ),
        (
            "[melds]\nmost_wilds_of = { 5 = 2 }\n",
            Change("melds.most_wilds_of.5", "wilds that a meld of 5 has at most", "nothing", "2", "Melds"),
        ),
        (
            "garbage = 'after_sevens'\n",
            Change(
                "garbage",
                "loose cards on the table",
                "none",
                "of ranks completed, once the side has a book of sevens; no sevens",
                "Melds",
            ),
        ),
    ],
    ids=lambda value: value.key if isinstance(value, Change) else "",
)
def test_each_change_says_what_was_and_what_is_with_its_clause(text: str, change: Change) -> None:
    assert changed(text) == [change]


def test_a_house_that_says_what_the_club_leaves_open_is_told_so() -> None:
    variant = parse_rules('extends = "club"\nid = "ours"\n[settings.red3_left]\nvalue = -300\n', "k.toml")
    (change,) = changes(load_rules("club"), variant)
    assert (change.was, change.now) == ("the host says", "-300")


def test_a_setting_that_the_rules_do_not_have_was_nothing() -> None:
    found = changed('[settings.sevens_book]\nvalue = 1500\nclause = "Ours"\nsays = "Seven 7s."\n')
    assert [(change.key.split(".")[-1], change.was, change.now) for change in found] == [
        ("value", "nothing", "1500"),
        ("clause", "nothing", "Ours"),
        ("says", "nothing", "Seven 7s."),
        ("silent", "nothing", "false"),
    ]


@pytest.mark.parametrize(("one", "other"), list(permutations(rule_ids(), 2)))
def test_every_key_is_explained(one: str, other: str) -> None:
    found = list(changes(load_rules(one), load_rules(other)))
    assert found
    for change in found:
        assert change.means and change.was and change.now and change.clause
        assert change.was != change.now
        assert change.key.endswith("clause") == change.means.startswith("the clause")


def test_a_file_is_read_with_what_it_extends(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.toml"
    path.write_text("\ufeff" + HEAD, encoding="utf-8")
    rules, base = load_variant(path)
    assert (rules.id, base) == ("kitchen-table", load_rules("remastered-singles"))


def test_a_variant_that_keeps_the_id_of_what_it_changes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.toml"
    path.write_text('extends = "bain"\n[melds]\nsmallest = 4\n', encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load_variant(path)
    assert str(caught.value) == f"{path}: 'id': 'bain': expected an id of its own, as it changes that rule set"
    path.write_text('extends = "bain"\n', encoding="utf-8")
    assert load_variant(path) == (load_rules("bain"), load_rules("bain"))


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "photo.toml"
    path.write_bytes(b"id\xff")
    with pytest.raises(RulesError, match=r"photo\.toml: no UTF-8 text: byte 2 is wrong"):
        load_variant(path)


def test_a_giant_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "giant.toml"
    path.write_bytes(b"#" * (LARGEST_FILE + 1))
    with pytest.raises(RulesError, match=f"larger than {LARGEST_FILE} bytes"):
        load_variant(path)
