"""Points, moments and cards as people read them, on the pages as on the sheets to print."""

import re
from datetime import datetime

from scorer.faces import Face

_PRINTED = {Face.RED_THREE: "3♥", Face.BLACK_THREE: "3♠", Face.WILD_20: "20", Face.WILD_50: "50"}


_FILE_FIRST = re.compile(r"[^:]*\.\w+: ")
_BELOW_ZERO = re.compile(r"(^|[\s(])-(?=\d)")


def sentence(say: str) -> str:
    """Return what is said with a large first letter, but for a file's name at its start: ``faces.jpg: no photo``.

    Points below zero have the minus sign of ``signed``.
    """
    said = say if _FILE_FIRST.match(say) else say[:1].upper() + say[1:]
    return _BELOW_ZERO.sub("\\1\N{MINUS SIGN}", said)


def signed(points: int) -> str:
    """Return points as people write them: a real minus sign, thousands apart."""
    return f"{points:,}".replace("-", "\N{MINUS SIGN}").replace(",", "\N{NARROW NO-BREAK SPACE}")


def day(when: datetime) -> str:
    """Return a moment's day by the table's own calendar."""
    local = when.astimezone()
    return f"{local.day} {local:%B %Y}"


def moment(when: datetime) -> str:
    """Return a moment as the table's own clock and calendar tell it."""
    return f"{day(when)}, {when.astimezone():%H:%M}"


def as_printed(cards: str) -> str:
    """Return cards with what their corners show in place of the codes: ``4x3♥``, ``5xK 20``."""
    for face, mark in _PRINTED.items():
        cards = cards.replace(face, mark)
    return cards
