"""Names that people give to games and sides: how they are kept, and when two of them are the same."""

import unicodedata

from scorer.errors import GameError
from scorer.record import LONGEST_NAME
from scorer.strict import shown


def clean_name(text: str, what: str) -> str:
    """Return a name without spaces around it, its letters composed one way.

    Raises:
        GameError: naming ``what`` it is of, if it is empty, too long, or holds characters that cannot be printed.
    """
    name = unicodedata.normalize("NFC", text).strip()
    if not name or len(name) > LONGEST_NAME:
        raise GameError(f"{shown(text)} is no name for {what}: 1 to {LONGEST_NAME} characters")
    odd = next((letter for letter in name if not letter.isprintable()), None)
    if odd is not None:
        raise GameError(f"{shown(text)} is no name for {what}: {odd!a} in it cannot be printed")
    return name


def name_key(name: str) -> str:
    """Return what two names have in common if they are the same but for letter case and spaces around them."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).strip().casefold())
