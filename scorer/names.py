"""Names that people give to games and sides: how they are kept, and when two of them are the same."""

import re
import unicodedata

from scorer.errors import GameError
from scorer.strict import shown

LONGEST_NAME = 200

_JOINERS = "\u200c\u200d"
"""Signs without a width of their own that say whether the letters beside them join: in Persian or Hindi names, and in
pictures of several, as of a family."""

_AROUND = re.compile(r"^[\s\u200b\u200e\u200f\u2060\ufeff]+|[\s\u200b\u200e\u200f\u2060\ufeff]+$")
"""What nobody sees at the ends of a name: spaces, and marks that keyboards and messages leave there."""


def can_be_printed(text: str) -> bool:
    """Tell whether each letter of a text can be printed, as no line break and no change of direction can."""
    return not unprintable(text)


def unprintable(text: str) -> tuple[int, ...]:
    """Return the places of letters that cannot be printed; a joiner can where it joins two that can."""
    return tuple(place for place, letter in enumerate(text) if not letter.isprintable() and not _joins(text, place))


def clean_name(text: str, what: str) -> str:
    """Return a name without spaces and unseen marks around it, its letters composed one way.

    Raises:
        GameError: naming ``what`` it is of, if it is empty, too long, or holds characters that cannot be printed.
    """
    name = _AROUND.sub("", unicodedata.normalize("NFC", text))
    if not name or len(name) > LONGEST_NAME:
        raise GameError(f"{shown(text)} is no name for {what}: 1 to {LONGEST_NAME} characters")
    odd = unprintable(name)
    if odd:
        raise GameError(f"{shown(text)} is no name for {what}: {name[odd[0]]!a} in it cannot be printed")
    return name


def look_of(name: str) -> str:
    """Return what two names have in common if they are the same but for what nobody sees.

    Spaces between words part names: games and tournaments are kept whose sides nothing else tells apart.
    """
    return _AROUND.sub("", unicodedata.normalize("NFC", name)).translate(dict.fromkeys(map(ord, _JOINERS)))


def name_key(name: str) -> str:
    """Return what two names have in common if they are the same but for letter case and what nobody sees."""
    return unicodedata.normalize("NFC", look_of(name).casefold())


def _joins(text: str, place: int) -> bool:
    beside = text[max(place - 1, 0) : place] + text[place + 1 : place + 2]
    return text[place] in _JOINERS and len(beside) == 2 and beside.isprintable() and " " not in beside
