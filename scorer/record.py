"""What lies on a table when a round ends: the record, read strictly from JSON and printed back the same.

Fields this version does not know are refused by name, so that a misspelt one never scores as left out. Only those
that start with ``x_`` may stand on a record, a side or a pile (where a card was photographed, say): they are kept,
printed back, and change no score.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scorer import strict
from scorer.errors import RecordError
from scorer.faces import NATURAL_RANKS, Face
from scorer.names import LONGEST_NAME, look_of
from scorer.words import counted, one, plural

Setting = bool | int | str
"""What a named setting can be: a switch, points or a number of books, or one of a few words."""

MOST_CARDS = 1000
MOST_PILES = 200
MOST_SIDES = 64
MOST_DECKS = 100
MOST_ROUNDS = 10_000
MOST_POINTS = 10_000_000
LARGEST_FILE = 8 * 1024 * 1024
"""Characters of a record's JSON; a table of 64 sides needs a hundredth of it."""


class BookKind(StrEnum):
    """What a finished book is: without wilds, with some, or wilds alone."""

    CLEAN = "clean"
    DIRTY = "dirty"
    WILD = "wild"


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of the played area: either every card counted, or a squared book of which only the top card shows.

    ``cards`` of a squared book is empty; ``count``, ``w20`` and ``w50`` are how many cards, 20-wilds and 50-wilds
    lie in it, None where nobody said.
    """

    cards: tuple[Face, ...] = ()
    top: Face | None = None
    kind: BookKind | None = None
    count: int | None = None
    w20: int | None = None
    w50: int | None = None
    extra: Mapping[str, object] = field(default_factory=dict)

    @property
    def squared(self) -> bool:
        """Whether only the top card shows."""
        return self.top is not None


def card_on_top(top: Face | None, w20: int | None, w50: int | None) -> int:
    """Return 1 for a card on top of a squared book that is none of the wilds that were told, else 0."""
    told = {Face.WILD_20: w20, Face.WILD_50: w50}
    return int(top in NATURAL_RANKS or (top is not None and told.get(top, 0) is None))


def why_impossible(pile: Pile) -> str:
    """Return why no squared book holds what was said of this one under its top card, empty where one does."""
    wilds = (pile.w20 or 0) + (pile.w50 or 0)
    on_top = card_on_top(pile.top, pile.w20, pile.w50)
    if pile.count is not None and wilds + on_top > pile.count:
        under = f" under {one(pile.top)}" if on_top else ""
        many = f"{counted(wilds, 'wild')}{under} {'is' if wilds == 1 else 'are'} more"
        return f"{many} than the {counted(pile.count, 'card')} of the book"
    for face, number in ((Face.WILD_20, pile.w20), (Face.WILD_50, pile.w50)):
        if pile.top is face and number == 0:
            return f"{one(face)} lies on top, so the book holds {plural(face)}"
    return ""


@dataclass(frozen=True, slots=True)
class Side:
    """A player or a partnership: its piles, red 3s and loose cards, what is left, and what no photo shows.

    ``left`` holds the cards of everyone on the side. ``score_before`` is the side's total when the round began.
    """

    name: str
    piles: tuple[Pile, ...] = ()
    red_threes: int = 0
    garbage: tuple[Face, ...] = ()
    left: tuple[Face, ...] = ()
    went_out: bool = False
    perfect_deals: int = 0
    improper_melds: int = 0
    score_before: int = 0
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """A table and a round: the rule set's id, the round, the sides, and the settings that differ from the rule set's.

    ``round`` counts from 1; in ``club`` it is the round's own number. ``decks`` is None where nobody said.
    """

    rules: str
    sides: tuple[Side, ...]
    round: int = 1
    decks: int | None = None
    settings: Mapping[str, Setting] = field(default_factory=dict)
    extra: Mapping[str, object] = field(default_factory=dict)


_RECORD_FIELDS = frozenset({"rules", "round", "decks", "settings", "sides"})
_SIDE_FIELDS = frozenset(
    {
        "name",
        "piles",
        "red_threes",
        "garbage",
        "left",
        "went_out",
        "perfect_deals",
        "improper_melds",
        "score_before",
    }
)
_PILE_FIELDS = frozenset({"cards", "top", "kind", "count", "w20", "w50"})


def parse_record(source: str | Mapping[str, object]) -> Record:
    """Return the record that a JSON text, or the object it holds, describes.

    Raises:
        RecordError: in one line that names the first wrong value and its place.
    """
    data = _load(source) if isinstance(source, str) else source
    fields = strict.mapping(data, "the record", known=_RECORD_FIELDS)
    for needed in ("rules", "sides"):
        if needed not in fields:
            raise RecordError(f"the record has no field '{needed}'")
    sides = tuple(
        _side(side, number)
        for number, side in enumerate(strict.sequence(fields["sides"], "'sides'", most=MOST_SIDES), start=1)
    )
    _refuse_namesakes(sides)
    return Record(
        rules=strict.text(fields["rules"], "'rules'", most=LONGEST_NAME),
        sides=sides,
        round=strict.integer(fields.get("round", 1), "'round'", least=1, most=MOST_ROUNDS),
        decks=_optional(fields, "decks", "the record", least=1, most=MOST_DECKS),
        settings=_settings(fields.get("settings", {})),
        extra=_extra(fields, "the record"),
    )


def parse_sent(text: str) -> Record:
    """Return the record that a JSON text describes, of which an answer can tell everything.

    Raises:
        RecordError: as ``parse_record`` does, and of half a letter in a note, which a file keeps as an escape.
    """
    record = parse_record(text)
    for place, notes in _notes(record):
        for name, note in notes.items():
            try:
                json.dumps([name, note], ensure_ascii=False).encode()
            except UnicodeEncodeError:
                raise RecordError(f"note {strict.shown(name)} in {place} is no Unicode text") from None
    return record


def _notes(record: Record) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield each place of a record that may have notes, as messages name it, with those it has."""
    yield "the record", record.extra
    for side in record.sides:
        place = f"side {strict.shown(side.name)}"
        yield place, side.extra
        yield from ((f"{place}, pile {number}", pile.extra) for number, pile in enumerate(side.piles, start=1))


def record_to_json(record: Record) -> dict[str, object]:
    """Return the JSON object that ``parse_record`` reads as this record; fields at their defaults are left out."""
    data: dict[str, object] = {"rules": record.rules, "round": record.round}
    if record.decks is not None:
        data["decks"] = record.decks
    if record.settings:
        data["settings"] = dict(record.settings)
    data["sides"] = [_side_to_json(side) for side in record.sides]
    return {**data, **record.extra}


def _side_to_json(side: Side) -> dict[str, object]:
    data: dict[str, object] = {"name": side.name, "piles": [_pile_to_json(pile) for pile in side.piles]}
    data["red_threes"] = side.red_threes
    data["garbage"] = [face.value for face in side.garbage]
    data["left"] = [face.value for face in side.left]
    data["went_out"] = side.went_out
    for name in ("perfect_deals", "improper_melds", "score_before"):
        data[name] = getattr(side, name)
    return {**data, **side.extra}


def _pile_to_json(pile: Pile) -> dict[str, object]:
    if pile.top is None:
        return {"cards": [face.value for face in pile.cards], **pile.extra}
    said = {name: getattr(pile, name) for name in ("count", "w20", "w50") if getattr(pile, name) is not None}
    return {"top": pile.top.value, "kind": str(pile.kind), **said, **pile.extra}


def _load(text: str) -> object:
    if len(text) > LARGEST_FILE:
        raise RecordError(f"the record has {len(text)} characters, more than {LARGEST_FILE}")
    if not text.strip():
        raise RecordError("the record is empty")
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")
        raise RecordError(f"no JSON: {what} at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise RecordError("the record is nested too deeply") from None
    except ValueError:
        # Python refuses to turn thousands of digits into a number.
        raise RecordError("a number in the record has too many digits") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
    return strict.SaidTwice(found, twice)


def _side(value: object, number: int) -> Side:
    fields = strict.mapping(value, f"side {number}", known=_SIDE_FIELDS)
    name = strict.text(fields.get("name", f"Side {number}"), f"the name of side {number}", most=LONGEST_NAME)
    place = f"side {strict.shown(name)}"
    piles = strict.sequence(fields.get("piles", ()), f"{place}, 'piles'", most=MOST_PILES)
    return Side(
        name=name,
        piles=tuple(_pile(pile, f"{place}, pile {index}") for index, pile in enumerate(piles, start=1)),
        red_threes=_count(fields, "red_threes", place),
        garbage=_cards(fields.get("garbage", ()), f"{place}, garbage"),
        left=_cards(fields.get("left", ()), f"{place}, left"),
        went_out=strict.switch(fields.get("went_out", False), f"{place}, 'went_out'"),
        perfect_deals=_count(fields, "perfect_deals", place),
        improper_melds=_count(fields, "improper_melds", place),
        score_before=strict.integer(
            fields.get("score_before", 0), f"{place}, 'score_before'", least=-MOST_POINTS, most=MOST_POINTS
        ),
        extra=_extra(fields, place),
    )


def _pile(value: object, place: str) -> Pile:
    fields = strict.mapping(value, place, known=_PILE_FIELDS)
    if "cards" in fields:
        squared = sorted(_PILE_FIELDS.intersection(fields) - {"cards"})
        if squared:
            raise RecordError(f"'cards' beside '{squared[0]}' in {place}: a pile is either counted or squared")
        return Pile(cards=_cards(fields["cards"], place), extra=_extra(fields, place))
    if "top" not in fields or "kind" not in fields:
        raise RecordError(f"neither 'cards' nor 'top' and 'kind' in {place}")
    kind = fields["kind"]
    if not isinstance(kind, str) or kind.lower() not in tuple(BookKind):
        raise RecordError(f"unknown kind {strict.shown(kind)} in {place}: clean, dirty or wild")
    pile = Pile(
        top=strict.face(fields["top"], place),
        kind=BookKind(kind.lower()),
        count=_optional(fields, "count", place, least=1, most=MOST_CARDS),
        w20=_optional(fields, "w20", place, least=0, most=MOST_CARDS),
        w50=_optional(fields, "w50", place, least=0, most=MOST_CARDS),
        extra=_extra(fields, place),
    )
    why = why_impossible(pile)
    if why:
        raise RecordError(f"{why} in {place}")
    return pile


def _cards(value: object, place: str) -> tuple[Face, ...]:
    return tuple(strict.face(card, place) for card in strict.sequence(value, place, most=MOST_CARDS))


def _count(fields: Mapping[str, object], name: str, place: str) -> int:
    return strict.integer(fields.get(name, 0), f"{place}, '{name}'", least=0, most=MOST_CARDS)


def _optional(fields: Mapping[str, object], name: str, place: str, *, least: int, most: int) -> int | None:
    if fields.get(name) is None:
        return None
    return strict.integer(fields[name], f"{place}, '{name}'", least=least, most=most)


def _settings(value: object) -> dict[str, Setting]:
    settings: dict[str, Setting] = {}
    for name, setting in strict.fields_of(value, "'settings'").items():
        if not isinstance(name, str) or not isinstance(setting, (bool, int, str)):
            raise RecordError(f"{strict.shown(setting)} is no setting in 'settings', {strict.shown(name)}")
        settings[name] = setting
    return settings


def _extra(fields: Mapping[str, object], place: str) -> dict[str, object]:
    notes = {name: value for name, value in fields.items() if name[:2] == "x_"}
    return {name: strict.plain(value, f"{place}, {strict.shown(name)}") for name, value in notes.items()}


def _refuse_namesakes(sides: tuple[Side, ...]) -> None:
    if not sides:
        raise RecordError("the record has no side")
    seen: set[str] = set()
    for side in sides:
        if look_of(side.name) in seen:
            raise RecordError(f"two sides are called {strict.shown(side.name)}")
        seen.add(look_of(side.name))
