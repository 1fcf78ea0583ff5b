"""A rule set as one table plays it: its settings with the record's own laid over them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorer.errors import RoundError, SettingError
from scorer.faces import Face
from scorer.record import Record, Setting
from scorer.rulebook.rule_sections import OpeningBy
from scorer.rulebook.rules import RuleSet
from scorer.rulebook.settings import SettingName, check_setting
from scorer.scoring.account import Basis, Line, Reason

_REASON_OF = {name: Reason(name.value) for name in SettingName if name.value in tuple(Reason)}


class BookLimits(NamedTuple):
    """What a finished book may hold, and which kinds of book there are; a key to what was worked out before."""

    size: int
    largest: int | None
    least_naturals: int
    naturals_over_wilds: int | None
    most_wilds: int
    wild_books: bool
    sevens_books: bool
    fifties: bool
    """Whether any 50-wild is in the decks."""


@dataclass(frozen=True, slots=True)
class House:
    """The rule set, the value of each of its settings, which of them the record gave, and the limits of its books.

    ``numbers`` are those values that are points or counts. ``partners`` says whether a side may be more than a player.
    """

    rules: RuleSet
    values: Mapping[SettingName, Setting]
    numbers: Mapping[SettingName, int]
    given: frozenset[SettingName]
    limits: BookLimits
    partners: bool

    def has(self, name: SettingName) -> bool:
        """Return whether the rule set knows the thing at all."""
        return name in self.values

    def points(self, name: SettingName) -> int:
        """Return a number, 0 where the rule set does not know the thing."""
        return self.numbers.get(name, 0)

    def on(self, name: SettingName) -> bool:
        """Return a switch, off where the rule set does not know the thing."""
        return self.values.get(name, False) is True

    @property
    def card_values(self) -> Mapping[Face, int]:
        """The points of every card that an unread one can be, threes aside."""
        values = self.rules.values
        return values if self.limits.fifties else {face: values[face] for face in values if face is not Face.WILD_50}

    def clause(self, name: SettingName) -> str:
        """Return the clause that the setting rests on."""
        return self.rules.settings[name].clause

    def basis(self, name: SettingName) -> Basis:
        """Return how the setting is known: answered by the record, assumed where the text is silent, else seen."""
        if name in self.given:
            return Basis.ANSWERED
        return Basis.ASSUMED if self.rules.settings[name].silent else Basis.SEEN

    def decided(self, name: SettingName) -> str | None:
        """Return the setting's name where it, and not the rule text, decides."""
        return None if self.basis(name) is Basis.SEEN else name.value

    def line(self, name: SettingName, times: int, *, cards: tuple[Face, ...] = (), basis: Basis | None = None) -> Line:
        """Return the line that pays a setting so many times; ``basis`` says how the number of times is known."""
        return Line(
            reason=_REASON_OF[name],
            points=self.points(name) * times,
            clause=self.clause(name),
            cards=cards,
            basis=basis or self.basis(name),
            setting=self.decided(name),
        )


def house_for(rules: RuleSet, record: Record) -> House:
    """Return the rule set with the record's settings laid over its own.

    Raises:
        SettingError: for a setting the rule set does not have, a value it does not take, or the settings that the
            host must give and did not.
        RoundError: for a round the game does not have.
    """
    values = {name: rule.value for name, rule in rules.settings.items() if rule.value is not None}
    given = []
    for written, value in record.settings.items():
        name = check_setting(written, value, "'settings'")
        if name not in rules.settings:
            raise SettingError(f"{rules.id} has no setting '{name}'")
        values[name] = value
        given.append(name)
    missing = [name.value for name in rules.settings if name not in values]
    if missing:
        raise SettingError(f"{rules.id} needs settings that only the host can give: {', '.join(missing)}")
    if rules.game.rounds and record.round not in rules.game.rounds:
        raise RoundError(f"{rules.id} has no round {record.round}: {', '.join(map(str, rules.game.rounds))}")
    numbers = {name: value for name, value in values.items() if isinstance(value, int)}
    return House(
        rules=rules,
        values=values,
        numbers=numbers,
        given=frozenset(given),
        limits=_limits(rules, values),
        partners=rules.game.partners_among(len(record.sides)),
    )


def _limits(rules: RuleSet, values: Mapping[SettingName, Setting]) -> BookLimits:
    books = rules.books
    return BookLimits(
        size=books.size,
        largest=books.largest,
        least_naturals=books.least_naturals,
        naturals_over_wilds=books.naturals_over_wilds,
        most_wilds=books.most_wilds,
        wild_books=bool(values.get(SettingName.WILD_BOOK)),
        sevens_books=SettingName.SEVENS_BOOK in values,
        fifties=values.get(SettingName.JOKERS_PER_DECK) != 0,
    )


def opening_minimum(rules: RuleSet, *, number: int, score_before: int) -> int:
    """Return the least points of a side's first meld in the round of that number, with that score before it."""
    opening = rules.opening
    match opening.by:
        case OpeningBy.NUMBER:
            return number
        case OpeningBy.SCORE:
            passed = sum(score_before >= bound for bound in opening.below)
            return opening.points[passed]
        case _:
            return opening.points[rules.game.rounds.index(number)]
