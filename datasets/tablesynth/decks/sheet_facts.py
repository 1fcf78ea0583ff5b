"""What ``sheets.toml`` says of the fetched decks: where their pictures lie, and what their corners carry."""

import tomllib
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from tablesynth.assets import cache_folder
from tablesynth.decks.printing import Corners
from vision.corners import Suit

Shares = tuple[float, float, float, float]
"""x1 y1 x2 y2 in shares of the card's width and height."""


class SheetFacts(BaseModel):
    """One fetched deck.

    kind: grid (one SVG sheet of 13 x 5), elements (one SVG whose elements are named as ``7_heart``), files (a picture a
    card). file: the sheet, or the name of a card's picture with ``{rank}`` and ``{suit}`` in it. ranks and suits: how
    those are written, ace to king, and clubs, diamonds, hearts, spades. joker: where the corner mark of its jokers is
    to be looked for; without it jokers are drawn. without: faces that are misprinted, as
    ``3S``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    package: str
    split: Literal["train", "val", "test"]
    kind: Literal["grid", "elements", "files"]
    file: str
    ranks: tuple[str, ...] = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
    suits: tuple[str, str, str, str] = ("club", "diamond", "heart", "spade")
    jokers: tuple[str, ...] = ()
    backs: tuple[str, ...] = ()
    joker: Shares | None = None
    corners: Corners = Corners.LEFT
    without: tuple[str, ...] = ()

    @property
    def source(self) -> Path:
        """Where the package's pictures lie."""
        return cache_folder() / "sheets" / self.package


SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
"""The order of suits in sheets and in ``SheetFacts.suits``."""


@lru_cache(maxsize=1)
def sheets() -> dict[str, SheetFacts]:
    """Return the facts of every fetched deck in use, by name."""
    text = resources.files(__package__).joinpath("sheets.toml").read_text(encoding="utf-8")
    return {name: SheetFacts.model_validate(facts) for name, facts in tomllib.loads(text).items()}
