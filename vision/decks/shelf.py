"""The folder that holds a person's decks, a file each, beside those that ship.

Nets that were tuned to a deck lie beside its file, in a folder of its name.
"""

import dataclasses
import itertools
import shutil
from pathlib import Path

from scorer.files import failing_as, write_whole
from vision.decks.deckfile import MOST_BYTES, SUFFIX, pack, unpack
from vision.decks.profile import LONGEST_NAME, DeckProfile, TunedNets, check_name
from vision.decks.shipped import SHIPPED
from vision.errors import DeckError
from vision.model_files import open_model

NETS, TRAINING = ".nets", ".training"
"""How the folders end that lie beside a deck: with the nets tuned to it, and with a training of such under way."""


class DeckShelf:
    """Decks by name. Two names that differ in letter case alone are one, as some file systems hold them so."""

    def __init__(self, folder: Path) -> None:
        """Take the folder; it is made with the first deck that is kept."""
        self.folder = folder

    def names(self) -> tuple[str, ...]:
        """Return the names of the decks: those that ship, then the person's own by name."""
        own = sorted(path.stem for path in self._files()) if self.folder.is_dir() else []
        return (*SHIPPED, *own)

    def called(self, name: str) -> str:
        """Return a deck's name as it is written, without opening it. Raises DeckError if there is none of this name."""
        found = self._taken(name)
        if found is None:
            raise self._unknown(name)
        return found

    def has(self, name: str) -> bool:
        """Whether there is a deck of this name, in any letter case."""
        return self._taken(name) is not None

    def open(self, name: str) -> DeckProfile:
        """Return a deck's profile, with the nets that were tuned to it.

        Raises:
            DeckError: if there is none of this name, or its file is broken.
            ModelError: if one of its nets is missing or damaged.
        """
        if name.casefold() in SHIPPED:
            return SHIPPED[name.casefold()]
        path = self._find(name)
        if path is None:
            raise self._unknown(name)
        return dataclasses.replace(read_deck(path).renamed(path.stem), nets=_nets(path.with_suffix(NETS)))

    def keep(self, profile: DeckProfile, *, replace: bool = False) -> Path:
        """Write a profile, of a new deck or in place of one that is there, and return its file.

        Raises:
            DeckError: if the name is taken and not to be replaced, or is to be replaced and ships, or is no deck's.
        """
        taken = self._taken(profile.name)
        if replace and not taken:
            raise DeckError(f"there is no deck {profile.name!r} any more: it was renamed or removed")
        if taken and not replace:
            raise DeckError(f"there is a deck {taken!r} already")
        path = self._own(taken) if taken else self.folder / f"{check_name(profile.name)}{SUFFIX}"
        write_deck(profile, path)
        return path

    def take_over(self, profile: DeckProfile, *, name: str | None = None, replace: bool = False) -> DeckProfile:
        """Keep a profile that comes from elsewhere, under a name of one's own if given, and return it.

        replace: whether it takes the place of a deck of its name, if there is one.

        Nets that were tuned to a deck that it replaces go with that deck. Raises DeckError if the name is taken.
        """
        profile = profile if name is None else profile.renamed(name)
        path = self.keep(profile, replace=replace and self._taken(profile.name) is not None)
        for suffix in (NETS, TRAINING):
            _removed(path.with_suffix(suffix))
        return profile.renamed(path.stem)

    def free_name(self, name: str) -> str:
        """Return the name that no deck has with the first number behind it, from 2: of ``club`` perhaps ``club 2``."""
        taken = {other.casefold() for other in self.names()}
        numbered = (f"{name[: LONGEST_NAME - len(f' {number}')].rstrip()} {number}" for number in itertools.count(2))
        return next(one for one in numbered if one.casefold() not in taken)

    def file(self, name: str) -> Path:
        """Return the file of a person's deck. Raises DeckError if it ships or is not there."""
        return self._own(name)

    def training(self, name: str) -> Path:
        """Return the folder in which nets are tuned to a deck, there or not. Raises DeckError as ``rename`` does."""
        return self._own(name).with_suffix(TRAINING)

    def end_training(self, name: str) -> None:
        """Remove that folder. Raises DeckError if it cannot be removed."""
        _removed(self.training(name))

    def keep_nets(self, name: str, folder: Path) -> Path:
        """Move nets that were tuned to a deck beside it, in place of any before, and return their folder.

        Raises:
            DeckError: if the deck ships or is not there, or the folder cannot be moved.
        """
        home = self._own(name).with_suffix(NETS)
        _removed(home)
        _moved(folder, home)
        return home

    def rename(self, old: str, new: str) -> DeckProfile:
        """Give a deck another name and return it. Raises DeckError if it ships, is not there, or the name is taken."""
        path = self._own(old)
        taken = self._taken(check_name(new))
        if taken and new.casefold() != old.casefold():
            raise DeckError(f"there is a deck {taken!r} already")
        profile = read_deck(path).renamed(new)
        write_deck(profile, path)
        to = self.folder / f"{new}{SUFFIX}"
        _moved(path, to)
        for suffix in (NETS, TRAINING):
            if path.with_suffix(suffix).is_dir():
                _moved(path.with_suffix(suffix), to.with_suffix(suffix))
        return profile

    def remove(self, name: str) -> None:
        """Take a deck away for good, with the nets tuned to it. Raises DeckError if it ships or is not there."""
        path = self._own(name)
        with failing_as(DeckError, f"{path}: cannot be removed"):
            path.unlink()
        for suffix in (NETS, TRAINING):
            _removed(path.with_suffix(suffix))

    def _own(self, name: str) -> Path:
        if name.casefold() in SHIPPED:
            raise DeckError(f"the deck {name!r} ships with the program and stays as it is")
        path = self._find(name)
        if path is None:
            raise self._unknown(name)
        return path

    def _unknown(self, name: str) -> DeckError:
        told = repr(name) if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]!r}…"
        return DeckError(f"no deck {told}; there are {', '.join(self.names())}")

    def _taken(self, name: str) -> str | None:
        return next((other for other in self.names() if other.casefold() == name.casefold()), None)

    def _find(self, name: str) -> Path | None:
        if not self.folder.is_dir():
            return None
        return next((path for path in self._files() if path.stem.casefold() == name.casefold()), None)

    def _files(self) -> tuple[Path, ...]:
        return tuple(path for path in sorted(self.folder.iterdir()) if path.suffix == SUFFIX and path.name[0] != ".")


def _nets(folder: Path) -> TunedNets | None:
    return TunedNets(open_model("finder", folder), open_model("reader", folder)) if folder.is_dir() else None


def read_deck(path: Path) -> DeckProfile:
    """Return the profile in a file. Raises DeckError if it cannot be read or is none."""
    with failing_as(DeckError, f"{path}: cannot be read"):
        if not path.is_file() and path.exists():
            raise DeckError(f"{path}: no file")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise DeckError(f"{path}: larger than a deck's file can be")
    return unpack(data, str(path))


def write_deck(profile: DeckProfile, path: Path) -> None:
    """Write a profile's file whole or not at all. Raises DeckError if it cannot be written."""
    if path.is_dir():
        raise DeckError(f"{path}: a folder, not a file")
    with failing_as(DeckError, f"{path}: cannot be written"):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, pack(profile))


def _moved(path: Path, to: Path) -> None:
    with failing_as(DeckError, f"{to}: cannot be written"):
        path.replace(to)


def _removed(folder: Path) -> None:
    if not folder.is_dir():
        return
    with failing_as(DeckError, f"{folder}: cannot be removed"):
        shutil.rmtree(folder)
