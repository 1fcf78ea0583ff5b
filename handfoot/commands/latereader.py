"""A card reader that loads its nets with the first photo."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from handfoot.commands.frontdoor import complain
from handfoot.keptreadings import decks_digest
from handfoot.taughtdecks import decks_named
from vision.decks.profile import DeckProfile, tuned_to
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame
from vision.read import CardReader, default_card_reader
from vision.torch_nets import torch_card_reader


class LateReader:
    """A card reader whose nets are loaded with the first photo, so that what is wrong with a folder is told at once."""

    def __init__(self, models: Path | None, *, torch: bool = False, decks: tuple[DeckProfile, ...] = ()) -> None:
        """Remember the nets' folder, None for those that came with handfoot, and whether torch runs the finder.

        decks: those on the table; torch knows none.
        """
        self._models, self._torch, self._decks = models, torch, decks
        self._reader: CardReader | None = None

    def read(self, frame: Frame) -> PhotoReading:
        """Return the cards of a photo. Raises ModelError if a net is missing or damaged."""
        if self._reader is None:
            self._reader = self._loaded()
        return self._reader.read(frame)

    def _loaded(self) -> CardReader:
        if self._torch:
            return torch_card_reader(self._models)
        return reader_for(self._models, self._decks)


def reader_for(models: Path | None, decks: tuple[DeckProfile, ...]) -> CardReader:
    """Return what reads photos of the decks, having told whose tuned nets it uses.

    Raises:
        ModelError: if a net is missing or damaged.
    """
    tuned = tuned_to(decks) if models is None else None
    if tuned is not None:
        complain(f"read with the nets tuned to {tuned.name!r}")
    return default_card_reader(models, decks=decks)


@dataclass(frozen=True)
class Choice:
    """Decks that tables are played with, what reads their photos, and the digest that kept readings go by."""

    decks: tuple[DeckProfile, ...]
    reader: LateReader
    digest: str


class LateReaders:
    """A late reader for each choice of decks, so that tables with the same decks share one."""

    def __init__(self, models: Path | None) -> None:
        """Remember the nets' folder, None for those that came with handfoot."""
        self._models = models
        self._choices: dict[tuple[str, ...], Choice] = {}

    def of(self, names: Sequence[str]) -> Choice:
        """Return the choice of the decks of these names. Raises DeckError if there is none of a name."""
        key = tuple(names)
        if key not in self._choices:
            decks = decks_named(key)
            self._choices[key] = Choice(decks, LateReader(self._models, decks=decks), decks_digest(decks))
        return self._choices[key]
