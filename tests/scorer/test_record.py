"""Reading a record: what is accepted, and that every refusal is one line that names the value and its place."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.errors import RecordError, ScorerError
from scorer.faces import Face
from scorer.record import LARGEST_FILE, BookKind, Pile, Side, parse_record, parse_sent, record_to_json
from scorer.scoring.tally import tally

RULES = "remastered-singles"


def record(**fields: object) -> dict[str, object]:
    return {"rules": RULES, "sides": [{"name": "North"}], **fields}


def with_side(**fields: object) -> dict[str, object]:
    return record(sides=[{"name": "North", **fields}])


THIRD = "side 'North', pile 3"


def with_pile(**fields: object) -> dict[str, object]:
    return with_side(piles=[{"cards": ["K"]}, {"cards": ["Q"]}, fields])


def stands_in(said: object, read: object) -> bool:
    """Tell whether all that was said stands in what was read, as it was said."""
    if isinstance(said, dict) and isinstance(read, dict):
        return all(key in read and stands_in(value, read[key]) for key, value in said.items())
    if isinstance(said, list) and isinstance(read, list):
        return len(said) == len(read) and all(map(stands_in, said, read))
    return said == read


def refusal(source: object) -> str:
    with pytest.raises(ScorerError) as caught:
        tally(parse_record(source))  # type: ignore[arg-type]
    message = str(caught.value)
    assert "\n" not in message
    assert message.isprintable()
    return message


def test_only_rules_and_sides_are_needed() -> None:
    read = parse_record(record(sides=[{"name": "North"}, {}]))
    assert read.sides == (Side("North"), Side("Side 2"))
    assert read.round == 1


def test_faces_are_read_in_any_letter_case_and_as_traditional_cards() -> None:
    read = parse_record(with_side(piles=[{"cards": ["k", "2", "jk", "r3", "W50", " 10 ", "?"]}], left=["a"]))
    assert read.sides[0].piles[0].cards == (
        Face.KING,
        Face.WILD_20,
        Face.WILD_50,
        Face.RED_THREE,
        Face.WILD_50,
        Face.TEN,
        Face.UNREAD,
    )
    assert read.sides[0].left == (Face.ACE,)


def test_a_squared_book_is_read_with_what_was_said_of_it() -> None:
    read = parse_record(with_side(piles=[{"top": "q", "kind": "Dirty", "count": 8, "w20": 0, "w50": None}]))
    assert read.sides[0].piles == (Pile(top=Face.QUEEN, kind=BookKind.DIRTY, count=8, w20=0),)


def test_names_may_hold_odd_characters() -> None:
    names = ["Zoë & 李 <b>", "a\nb", "'", '"', "\U0001f0cf", "x" * 200]
    read = parse_record(record(sides=[{"name": name} for name in names]))
    assert [side.name for side in read.sides] == names
    assert [side.name for side in tally(read).sides] == names


def test_fields_that_start_with_x_are_kept_and_change_no_score() -> None:
    plain = with_side(piles=[{"cards": ["K", "K", "K", "K", "K", "K"]}])
    noted = with_side(piles=[{"cards": ["K"] * 6, "x_photo": {"file": "a.jpg", "box": [1, 2.5]}}], x_seat=None)
    noted["x_source"] = "camera"
    read = parse_record(noted)
    assert record_to_json(read)["x_source"] == "camera"
    assert parse_record(record_to_json(read)) == read
    assert tally(read) == tally(parse_record(plain))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (with_pile(cards=["K", "KK"]), "unknown face 'KK' in side 'North', pile 3"),
        (with_pile(cards=["K", 7]), "7 is no face in side 'North', pile 3"),
        (with_pile(cards="KKK"), "'KKK' is no list in side 'North', pile 3"),
        (with_pile(cards=["K"] * 1001), "1001 entries in side 'North', pile 3 are more than 1000"),
        (with_pile(top="K"), "neither 'cards' nor 'top' and 'kind' in side 'North', pile 3"),
        (
            with_pile(cards=["K"], top="K"),
            "'cards' beside 'top' in side 'North', pile 3: a pile is either counted or squared",
        ),
        (with_pile(top="K", kind="messy"), "unknown kind 'messy' in side 'North', pile 3: clean, dirty or wild"),
        (with_pile(top="K", kind=1), "unknown kind 1 in side 'North', pile 3: clean, dirty or wild"),
        (with_pile(top="K", kind="clean", count=True), "true is no whole number in side 'North', pile 3, 'count'"),
        (with_pile(top="K", kind="clean", count=7.0), "7.0 is no whole number in side 'North', pile 3, 'count'"),
        (with_pile(top="K", kind="clean", count=0), "0 is not between 1 and 1000 in side 'North', pile 3, 'count'"),
        (with_pile(top="K", kind="dirty", w20=-1), "-1 is not between 0 and 1000 in side 'North', pile 3, 'w20'"),
        (
            with_pile(top="K", kind="dirty", count=7, w20=5, w50=3),
            f"8 wilds under a king are more than the 7 cards of the book in {THIRD}",
        ),
        (
            with_pile(top="jk", kind="wild", count=7, w50=8),
            f"8 wilds are more than the 7 cards of the book in {THIRD}",
        ),
        (
            with_pile(top="K", kind="dirty", count=1, w20=1),
            f"1 wild under a king is more than the 1 card of the book in {THIRD}",
        ),
        (
            with_pile(top="jk", kind="wild", count=7, w20=7),
            f"7 wilds under a 50-wild are more than the 7 cards of the book in {THIRD}",
        ),
        (
            with_pile(top="jk", kind="wild", w50=0),
            f"a 50-wild lies on top, so the book holds 50-wilds in {THIRD}",
        ),
        (with_pile(cards=[], colour="red"), "unknown field 'colour' in side 'North', pile 3"),
        (with_side(piles=["K"]), "'K' is no object in side 'North', pile 1"),
        (with_side(piles=[{}] * 201), "201 entries in side 'North', 'piles' are more than 200"),
        (with_side(red_threes=-1), "-1 is not between 0 and 1000 in side 'North', 'red_threes'"),
        (with_side(red_threes=10**30), f"{10**30} is not between 0 and 1000 in side 'North', 'red_threes'"),
        (with_side(perfect_deals="1"), "'1' is no whole number in side 'North', 'perfect_deals'"),
        (with_side(went_out=1), "1 is neither true nor false in side 'North', 'went_out'"),
        (with_side(score_before=1e5), "100000.0 is no whole number in side 'North', 'score_before'"),
        (with_side(left=["B4"]), "unknown face 'B4' in side 'North', left"),
        (with_side(garbage=[None]), "null is no face in side 'North', garbage"),
        (with_side(wentout=True), "unknown field 'wentout' in side 1"),
        (record(sides=[{"name": "A"}, {"name": "A"}]), "two sides are called 'A'"),
        (record(sides=[{"name": "A"}, {"name": "A "}]), "two sides are called 'A '"),
        (record(sides=[{"name": "Jose\u0301"}, {"name": "Jos\u00e9"}]), "two sides are called 'Jos\u00e9'"),
        (record(sides=[{"name": "Side 2"}, {}]), "two sides are called 'Side 2'"),
        (record(sides=[{"name": " "}]), "' ' in the name of side 1 is no text of 1 to 200 characters"),
        (record(sides=[{"name": 5}]), "5 is no text in the name of side 1"),
        (record(sides=[{"name": "x" * 201}]), f"'{'x' * 59}… in the name of side 1 is no text of 1 to 200 characters"),
        (record(sides=[{"name": "A\ud800"}]), "'A\\ud800' in the name of side 1 is no Unicode text"),
        (record(sides=[]), "the record has no side"),
        (record(sides={}), "{} is no list in 'sides'"),
        (record(sides=[{"name": str(n)} for n in range(65)]), "65 entries in 'sides' are more than 64"),
        ({"sides": []}, "the record has no field 'rules'"),
        ({"rules": RULES}, "the record has no field 'sides'"),
        ({1: 2}, "1 is no field name in the record"),
        (record(round=0), "0 is not between 1 and 10000 in 'round'"),
        (record(round=5), "remastered-singles has no round 5: 1, 2, 3, 4"),
        (record(decks=101), "101 is not between 1 and 100 in the record, 'decks'"),
        (record(sided=1), "unknown field 'sided' in the record"),
        (record(rules="bridge"), "unknown rules 'bridge'; there are "),
        (record(rules="../secrets"), "unknown rules '../secrets'; there are "),
        (record(settings=[]), "[] is no object in 'settings'"),
        (record(settings={"red3_left": 1.5}), "1.5 is no setting in 'settings', 'red3_left'"),
        (
            record(settings={"red3_left": True}),
            "true is not whole points between -10000000 and 10000000 in 'settings', 'red3_left'",
        ),
        (
            record(settings={"red3_left": 10**9}),
            f"{10**9} is not whole points between -10000000 and 10000000 in 'settings', 'red3_left'",
        ),
        (record(settings={"second_book": 1}), "1 is not true or false in 'settings', 'second_book'"),
        (
            record(settings={"clean_to_go_out": -1}),
            "-1 is not a whole number from 0 to 100 in 'settings', 'clean_to_go_out'",
        ),
        (record(settings={"top_colours": "blue"}), "'blue' is not red_clean or red_dirty in 'settings', 'top_colours'"),
        (record(settings={"red4_left": 1}), "unknown setting 'red4_left' in 'settings'"),
        (record(settings={"sevens_book": 1}), "remastered-singles has no setting 'sevens_book'"),
        (record(x_note=float("nan")), "NaN is no JSON in the record, 'x_note'"),
        (record(x_note={1: 2}), "{\"1\": 2} is no JSON in the record, 'x_note'"),
        (record(x_note={"a": 1, 2: 3}), '{"a": 1, "2": 3} is no JSON in the record, \'x_note\''),
        ([], "[] is no object in the record"),
    ],
    ids=lambda value: value[:50] if isinstance(value, str) else "",
)
def test_a_wrong_value_is_named_with_its_place(source: object, message: str) -> None:
    assert refusal(source).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the record is empty"),
        (" \n", "the record is empty"),
        ('{"rules": "bai', "no JSON: Unterminated string starting at line 1, column 11"),
        ('{"rules": }', "no JSON: Expecting value at line 1, column 11"),
        ("[" * 100_000, "the record is nested too deeply"),
        ('{"x_deep": ' + '{"a":' * 30 + "1" + "}" * 31, "the record has no field 'rules'"),
        ('{"rules": NaN, "sides": [{}]}', "NaN is no text in 'rules'"),
        (
            '{"rules": "a", "sides": [{"red_threes": -Infinity}]}',
            "-Infinity is no whole number in side 'Side 1', 'red_",
        ),
        ('{"rules": "a", "sides": [{"x_at": [0, NaN]}]}', "NaN is no JSON in side 'Side 1', 'x_at'"),
        ('{"round": ' + "9" * 5000 + "}", "a number in the record has too many digits"),
        ('{"rules": "a", "rules": "b"}', "field 'rules' stands twice in the record"),
        ('{"rules": "a", "sides": [{"name": "A", "left": [], "left": []}]}', "field 'left' stands twice in side 1"),
        (
            '{"rules": "a", "sides": [{"name": "A", "piles": [{"cards": []}, {"top": "K", "top": "Q"}]}]}',
            "field 'top' stands twice in side 'A', pile 2",
        ),
        (
            '{"rules": "a", "sides": [{}], "settings": {"red3_left": 0, "red3_left": 0}}',
            "field 'red3_left' stands twice in 'settings'",
        ),
        (
            '{"rules": "a", "sides": [{}], "x_by": [{"of": {"at": 1, "at": 2}}]}',
            "field 'at' stands twice in the record, 'x_by'",
        ),
        (" " * (LARGEST_FILE + 1), f"the record has {LARGEST_FILE + 1} characters, more than {LARGEST_FILE}"),
        ("null", "null is no object in the record"),
        ('"' + "x" * 500 + '"', "'xxxx"),
    ],
    ids=lambda value: value[:30],
)
def test_a_text_that_is_no_record_is_refused_in_one_line(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


def test_a_field_that_stands_twice_among_very_many_is_found() -> None:
    fields = ", ".join(f'"x_{number}": 0' for number in range(50_000))
    assert refusal(f'{{{fields}, "x_49999": 1}}') == "field 'x_49999' stands twice in the record"


@pytest.mark.parametrize(
    "said",
    [
        with_side(piles=[{"cards": ["K"] * 1000}]),
        with_side(piles=[{"cards": []}] * 200),
        with_side(red_threes=1000, score_before=-10_000_000),
        with_side(score_before=10_000_000),
        with_pile(top="W50", kind="wild", count=7, w50=7),
        with_pile(top="K", kind="dirty", count=3, w20=2),
        record(sides=[{"name": str(number)} for number in range(64)]),
        record(decks=100),
        record(settings={"red3_left": 10_000_000, "clean_to_go_out": 100}),
        record(settings={"red3_left": -10_000_000, "clean_to_go_out": 0}),
    ],
    ids=range(10),
)
def test_the_largest_and_the_smallest_that_may_be_said_are_read(said: dict[str, object]) -> None:
    read = parse_record(said)
    assert stands_in(said, record_to_json(read))
    assert len(tally(read).sides) == len(read.sides)


def test_an_extra_field_nested_too_deeply_is_refused() -> None:
    deep: object = 1
    for _ in range(20):
        deep = [deep]
    assert parse_record(record(x_deep=deep)).extra == {"x_deep": deep}
    assert refusal(record(x_deep=[deep])) == "the record, 'x_deep' is nested more than 20 levels deep"


@pytest.mark.parametrize(
    ("said", "place"),
    [
        (record(x_note="\ud800"), "'x_note' in the record"),
        (with_side(x_note={"of": ["\ud800"]}), "'x_note' in side 'North'"),
        (with_pile(cards=[], x_note={"\ud800": 1}), f"'x_note' in {THIRD}"),
        (with_side(**{"x_\ud800": None}), "'x_\\ud800' in side 'North'"),
    ],
    ids=["record", "side", "pile", "name"],
)
def test_half_a_letter_in_a_note_is_told_with_its_place_where_a_record_is_sent(
    said: dict[str, object], place: str
) -> None:
    assert record_to_json(parse_record(said))
    with pytest.raises(RecordError, match=re.escape(f"note {place} is no Unicode text") + "$"):
        parse_sent(json.dumps(said))


def test_a_note_of_a_very_long_name_is_named_by_its_beginning() -> None:
    assert len(refusal(record(**{"x_" + "y" * 5000: float("nan")}))) < 200


def test_what_is_no_json_at_all_is_named_by_its_type() -> None:
    assert refusal(record(round={1, 2})) == "set is no whole number in 'round'"


def test_an_endless_extra_field_is_refused() -> None:
    endless: list[object] = []
    endless.append(endless)
    assert refusal(record(x_deep=endless)).endswith("is nested more than 20 levels deep")


SIDE_NAMES = ["name", "piles", "red_threes", "garbage", "left", "went_out", "perfect_deals", "improper_melds"]
PILE_NAMES = ["cards", "top", "kind", "count", "w20", "w50"]
NAMES = [
    "rules",
    "round",
    "decks",
    "settings",
    "sides",
    *SIDE_NAMES,
    "score_before",
    *PILE_NAMES,
    "x_note",
    "red3_left",
]
VALUES = [RULES, "K", "?", "JK", "clean", "dirty", "wild", "", "KK", 0, 1, 7, -1, 10**20, True, None, 1.5, float("inf")]

json_like = st.recursive(
    st.sampled_from(VALUES) | st.text(max_size=3) | st.integers() | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=3), inner),
    max_leaves=25,
)


def survives(source: object) -> None:
    """Score what can be scored; anything but a clear refusal fails the test."""
    try:
        tally(parse_record(source))  # type: ignore[arg-type]
    except ScorerError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 500


@given(json_like)
def test_whatever_is_handed_in_is_scored_or_refused_clearly(data: object) -> None:
    survives(data)
    survives(json.dumps(data))


@given(st.fixed_dictionaries({"name": st.just("North")}, optional=dict.fromkeys(SIDE_NAMES[1:], json_like)))
def test_whatever_a_side_holds_is_scored_or_refused_clearly(side: dict[str, object]) -> None:
    survives(record(sides=[side]))


@given(st.lists(st.dictionaries(st.sampled_from(PILE_NAMES), st.sampled_from(VALUES)), max_size=4))
def test_whatever_piles_hold_is_scored_or_refused_clearly(piles: list[dict[str, object]]) -> None:
    survives(with_side(piles=piles))


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda data: data.decode("latin-1")))
def test_whatever_text_is_handed_in_is_refused_clearly(text: str) -> None:
    survives(text)


@given(st.data())
def test_a_record_with_bytes_changed_is_scored_or_refused_clearly(data: st.DataObject) -> None:
    whole = json.dumps(with_side(piles=[{"cards": ["K", "K", "W20"]}, {"top": "Q", "kind": "dirty"}], left=["4"]))
    place = data.draw(st.integers(0, len(whole) - 1))
    length = data.draw(st.integers(0, 8))
    survives(whole[:place] + data.draw(st.text(max_size=4)) + whole[place + length :])
    survives(whole[:place])
