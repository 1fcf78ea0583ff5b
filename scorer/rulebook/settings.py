"""The named settings a rule set can have: numbers and switches that houses play differently."""

from enum import StrEnum

from scorer.errors import SettingError
from scorer.record import MOST_POINTS, Setting
from scorer.strict import shown


class SettingName(StrEnum):
    """A setting by the name that records and rule files use; points are signed."""

    CLEAN_BOOK = "clean_book"
    DIRTY_BOOK = "dirty_book"
    WILD_BOOK = "wild_book"
    SEVENS_BOOK = "sevens_book"
    OPEN_WILD_BOOK = "open_wild_book"
    RED3_PLAYED = "red3_played"
    RED3_LEFT = "red3_left"
    BLACK3_PLAYED = "black3_played"
    BLACK3_LEFT = "black3_left"
    GOING_OUT = "going_out"
    PERFECT_DEAL = "perfect_deal"
    IMPROPER_MELD = "improper_meld"
    ILLEGAL_GOING_OUT = "illegal_going_out"
    CLEAN_TO_GO_OUT = "clean_to_go_out"
    DIRTY_TO_GO_OUT = "dirty_to_go_out"
    WILD_TO_GO_OUT = "wild_to_go_out"
    SEVENS_TO_GO_OUT = "sevens_to_go_out"
    BOOKS_TO_GO_OUT = "books_to_go_out"
    RED3_TO_GO_OUT = "red3_to_go_out"
    SECOND_BOOK = "second_book"
    FORFEIT_PERFECT_DEAL = "forfeit_perfect_deal"
    JOKERS_PER_DECK = "jokers_per_deck"
    TOP_COLOURS = "top_colours"


class TopColours(StrEnum):
    """What the colour of the card on top of a finished traditional book says."""

    RED_CLEAN = "red_clean"
    RED_DIRTY = "red_dirty"


_COUNTS = frozenset(
    {
        SettingName.CLEAN_TO_GO_OUT,
        SettingName.DIRTY_TO_GO_OUT,
        SettingName.WILD_TO_GO_OUT,
        SettingName.SEVENS_TO_GO_OUT,
        SettingName.BOOKS_TO_GO_OUT,
        SettingName.RED3_TO_GO_OUT,
    }
)
_SWITCHES = frozenset({SettingName.SECOND_BOOK, SettingName.FORFEIT_PERFECT_DEAL})
PENALTIES = frozenset(
    {SettingName.RED3_LEFT, SettingName.BLACK3_LEFT, SettingName.IMPROPER_MELD, SettingName.ILLEGAL_GOING_OUT}
)
"""Points that every published text takes away, so that they have a minus sign."""
MOST_COUNTED = 100
JOKERS = (0, 2, 4)
"""How many jokers a deck may be played with."""


def expected(name: SettingName) -> str:
    """Return in words what the setting takes."""
    if name in _SWITCHES:
        return "true or false"
    if name is SettingName.TOP_COLOURS:
        return " or ".join(TopColours)
    if name is SettingName.JOKERS_PER_DECK:
        return "0, 2 or 4"
    if name in _COUNTS:
        return f"a whole number from 0 to {MOST_COUNTED}"
    return f"whole points between {-MOST_POINTS} and {MOST_POINTS}"


def takes(name: SettingName, value: object) -> bool:
    """Return whether the value is one the setting takes."""
    if name in _SWITCHES:
        return isinstance(value, bool)
    if name is SettingName.TOP_COLOURS:
        return isinstance(value, str) and value in tuple(TopColours)
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    if name is SettingName.JOKERS_PER_DECK:
        return value in JOKERS
    return 0 <= value <= MOST_COUNTED if name in _COUNTS else abs(value) <= MOST_POINTS


def check_setting(name: str, value: Setting, place: str) -> SettingName:
    """Return the setting of that name.

    Raises:
        SettingError: naming it and the place, if there is none or it does not take the value.
    """
    if name not in tuple(SettingName):
        raise SettingError(f"unknown setting {shown(name)} in {place}: expected one of {', '.join(SettingName)}")
    setting = SettingName(name)
    if not takes(setting, value):
        raise SettingError(f"{shown(value)} is not {expected(setting)} in {place}, '{name}'")
    return setting
