"""Options that several commands share."""

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.datafolder import from_home
from scorer.strict import shown

if TYPE_CHECKING:
    from scorer.faces import Face
    from scorer.record import Setting


class GivenPath(click.Path):
    """A path that somebody gave; an empty one or blanks, as a script's variable that nobody set leaves, are none.

    One that begins with ``~/`` is meant from the home folder: shells leave it as it is after ``--out=``.
    """

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """Return the path. Raises BadParameter if it is empty."""
        if isinstance(value, str) and not value.strip():
            self.fail("an empty path", param, ctx)
        return super().convert(from_home(value), param, ctx)


PATH = GivenPath(path_type=Path)


class WholeNumber(click.types.IntParamType):
    """A whole number from ``least`` to ``most``; a dash or printed minus before it is a minus sign too."""

    name = "N"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        """Take the limits; None for none."""
        self._least, self._most = least, most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number. Raises BadParameter, saying why in plain words, if it is none or outside the limits."""
        number = value if isinstance(value, int) else _whole(str(value))
        if number is None:
            long = re.fullmatch(r"\W*[0-9]+\s*", str(value))
            self.fail(f"{shown(value)} {'has too many digits' if long else 'is no whole number'}", param, ctx)
        if self._least is not None and number < self._least:
            self.fail(f"{number} is less than {self._least}", param, ctx)
        if self._most is not None and number > self._most:
            self.fail(f"{number} is more than {self._most}", param, ctx)
        return number


def given(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return what somebody gave, as GivenPath does, where it may be more than a path."""
    if value is not None and not value.strip():
        raise click.BadParameter("an empty path", ctx, param)
    return value


def _whole(text: str) -> int | None:
    """Return the whole number, or None where it is none. A dash or printed minus before it is a minus sign too."""
    written = re.fullmatch(r"\s*([-+\u2010-\u2015\u2212]?)([0-9]{1,18})\s*", text)
    if written is None:
        return None
    return int(written[2]) if written[1] in ("", "+") else -int(written[2])


def _setting(text: str) -> "Setting":
    """Return the setting that somebody wrote: true or false, a whole number, or else a word."""
    word = text.strip().lower()
    if word in ("true", "false"):
        return word == "true"
    number = _whole(text)
    return text if number is None else number


def _settings(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> "dict[str, Setting]":
    """Parse NAME=VALUE, each name once."""
    settings: dict[str, Setting] = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"{value!r} is not NAME=VALUE", ctx, param)
        if name.strip() in settings:
            raise click.BadParameter(f"{name.strip()!r} is set twice", ctx, param)
        settings[name.strip()] = _setting(text)
    return settings


def named_numbers(form: str) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], dict[str, int]]:
    """Return what parses values of a form such as SIDE=POINTS, each name once, into whole numbers by name."""

    def parse(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, int]:
        numbers: dict[str, int] = {}
        for value in values:
            name, _, number = value.rpartition("=")
            points = _whole(number)
            if not name.strip() or points is None:
                raise click.BadParameter(f"{value!r} is not {form}", ctx, param)
            if name in numbers:
                raise click.BadParameter(f"{name!r} is named twice", ctx, param)
            numbers[name] = points
        return numbers

    return parse


_SPOKEN = {
    "JACK": "J",
    "QUEEN": "Q",
    "KING": "K",
    "ACE": "A",
    "RED 3": "R3",
    "RED THREE": "R3",
    "BLACK 3": "B3",
    "BLACK THREE": "B3",
    "JOKER": "W50",
}
"""Faces as people say them."""

_FACES_TO_LEARN = "4 to 10, J, Q, K, A, R3 and B3 (red and black 3), W20 and W50 (wilds), and BACK"

NO_CARD = "-"
"""What is said of a card that is none, or not to be learnt."""

_MOST_DIGITS = 6
"""No lesson has cards of longer numbers."""


def face_to_learn(word: str) -> "Face | None":
    """Return the face of a card that can be taught, as a record may write it or people say it; None for the back.

    Raises:
        UnknownFaceError: naming those that there are, if no card has that face.
    """
    from scorer.errors import UnknownFaceError
    from scorer.faces import Face, parse_face
    from vision.seen import BACK

    if word.strip().upper() == BACK:
        return None
    said = " ".join(word.upper().split())
    try:
        face = parse_face(_SPOKEN.get(said, word))
    except UnknownFaceError as error:
        raise UnknownFaceError(f"{error}; there are {_FACES_TO_LEARN}") from None
    if face is Face.UNREAD:
        raise UnknownFaceError(f"{shown(word)} is no face to learn; {NO_CARD} leaves the card out")
    return face


def card_number(written: str) -> int | None:
    """Return the number of a lesson's card; None where it is none, or has more digits than any card's can."""
    written = written.strip()
    return int(written) if written.isdecimal() and len(written) <= _MOST_DIGITS else None


def sheet_form(named: str | None, output: Path | None, forms: Sequence[str]) -> str:
    """Return the form of a sheet: the one that was named, else what its file's name ends with.

    Raises:
        UsageError: if neither says one.
    """
    ends = "" if output is None else output.suffix.removeprefix(".").lower()
    form = named or next((one for one in forms if one == ends), None)
    if form is None:
        raise click.UsageError(f"--format says one of {', '.join(forms)}, where no file's name ends with it")
    return form


SET_OPTION = click.option(
    "--set",
    "settings",
    multiple=True,
    callback=_settings,
    metavar="NAME=VALUE",
    help="A setting of the rule set; `handfoot rules show ID` names them; say it for each.",
)

ROUND_OPTION = click.option("--round", "round_", type=WholeNumber(1), metavar="N", help="The round, from 1.")

DECKS_OPTION = click.option("--decks", type=WholeNumber(1), metavar="N", help="Decks in play.")

DECK_OPTION = click.option(
    "--deck",
    "deck_names",
    multiple=True,
    metavar="NAME",
    help="A deck on the table; `handfoot decks list` names those that were taught; say it for each.",
)

SHEET_OPTION = click.option("-o", "--out", "--output", "output", type=PATH, metavar="FILE", help="Write it there.")

DATABASE_OPTION = click.option(
    "--db",
    "database",
    callback=given,
    metavar="URL",
    help="The database: an SQLite file's path or a PostgreSQL URL; else HANDFOOT_DB, else a file in the data folder.",
)

RAY_OPTION = click.option(
    "--ray",
    is_flag=False,
    flag_value="local",
    metavar="[HOST:PORT]",
    help="Read on the Ray cluster there; without HOST:PORT on a cluster made of this machine's processors. Needs the "
    "extra named cluster.",
)

KEEP_OPTION = click.option(
    "--keep",
    type=PATH,
    metavar="DIR",
    help="Keep there what is read, and read no photo again that was kept; with --ray it is kept under --out by itself.",
)

MODELS_OPTION = click.option(
    "--models",
    type=PATH,
    metavar="DIR",
    help="Nets to read with, in place of those that came with handfoot.",
)
