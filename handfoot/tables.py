"""The folders people photograph a table into: which are tables, which are sides, which photo shows what."""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from handfoot.errors import FolderError, TableFileError
from handfoot.tablefile import TABLE_FILE, SideFacts, TableFile, read_table_file
from scorer.names import look_of, name_key
from scorer.record import Setting
from scorer.rulebook.rules import RULE_FILES
from scorer.strict import shown
from vision.errors import PhotoError
from vision.laying.piles import PhotoRole
from vision.photos.frames import photos_in

OUTPUT_MARK = ".handfoot-output"
"""A file that marks a folder as written by handfoot, so that annotated photos are never scored as a side."""

PACKED = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")
"""Endings of files that many files are packed into, as phones and mail programs send photos."""

VIDEOS = (".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".3gp", ".mpg", ".mpeg", ".wmv")


@dataclass(frozen=True)
class SidePhoto:
    """A photo of a side."""

    path: Path
    shows: PhotoRole


@dataclass(frozen=True)
class SideFolder:
    """A side: its name, its photos in the order of their names, and what the table's file says of it.

    trouble: why nobody could look for its photos; empty where one could.
    """

    name: str
    path: Path
    photos: tuple[SidePhoto, ...]
    facts: SideFacts = field(default_factory=SideFacts)
    trouble: str = ""


@dataclass(frozen=True)
class TableFolder:
    """A table and round, as its folder and its table.toml describe them; None where neither says it."""

    name: str
    path: Path
    sides: tuple[SideFolder, ...]
    rules: str | None = None
    """Id of a rule set, or where a house's own file lies."""
    round: int | None = None
    decks: int | None = None
    settings: Mapping[str, Setting] = field(default_factory=dict)
    deck_profiles: tuple[str, ...] = ()
    """Names of the decks on the table, as `handfoot decks list` has them."""
    unused: tuple[Path, ...] = ()
    """Photos that lie beside the sides' folders, or in a folder within one, and so belong to no side."""
    unread: tuple[Path, ...] = ()
    """Videos and archives among the photos of its sides, of which nothing is read."""

    @property
    def files(self) -> tuple[Path, ...]:
        """The photos of its sides."""
        return tuple(photo.path for side in self.sides for photo in side.photos)


def table_folders(folder: Path) -> tuple[Path, ...]:
    """Return the folders of the tables in ``folder``: itself, or each of its sub-folders where those hold sides.

    A folder whose table.toml names its sub-folders as sides is one table, whatever those hold. A sub-folder that holds
    photos and folders is a side beside one that holds photos alone, and a table beside one that holds folders alone.

    Raises:
        FolderError: if there is no such folder.
        TableFileError: if the folder's table.toml cannot be read.
    """
    if not folder.is_dir():
        why = "no such folder"
        if folder.exists():
            packed = folder.suffix.lower() in PACKED
            why = "an archive: unpack it, and name the folder it makes" if packed else "a file, not a folder"
        raise FolderError(f"{folder}: {why}")
    inner = _folders_in(folder)
    names = [name_of(path) for path in inner]
    names_sides = any(side_meant(said, names) for said in read_table_file(folder).sides)
    return (folder,) if names_sides or not _are_tables(inner) else inner


def read_table(folder: Path, *, within: Path | None = None) -> TableFolder:
    """Return the table of a folder; the table.toml of the folder ``within`` which it lies says what its own does not.

    Raises:
        FolderError: if there is no photo in it, or two sides' names differ in what nobody sees alone.
        TableFileError: if a table.toml cannot be read or names a side that is not there.
    """
    own = read_table_file(folder)
    shared = read_table_file(within) if within is not None and within != folder else TableFile()
    if within is not None and shared.sides:
        name = next(iter(shared.sides))
        raise TableFileError(f"{within / TABLE_FILE}: no side {shown(name)} beside it; each table names its own")
    inner = _folders_in(folder)
    places = inner or (folder,)
    names = [name_of(path) for path in places]
    for place, name in enumerate(names):
        if look_of(name) in map(look_of, names[:place]):
            raise FolderError(f"{folder}: two folders of sides are called {shown(name)}")
    said, unknown = _said_of_sides(own, names, folder / TABLE_FILE)
    sides = tuple(_side(path, said) for path in places)
    beside = photos_in(folder) if inner else ()
    if not any(side.photos for side in sides):
        none = f"no photo in its sub-folders, and {beside[0].name} beside them" if beside else "no photo in it"
        raise FolderError(f"{folder}: {none}; each side's photos go into a sub-folder named after the side")
    if unknown:
        known = ", ".join(repr(side.name) for side in sides)
        raise TableFileError(
            f"{folder / TABLE_FILE}: no side {shown(unknown[0])} in this folder, whose sides are {known}"
        )
    return TableFolder(
        name=name_of(folder),
        path=folder,
        sides=sides,
        rules=_rules_beside(folder, own) or _rules_beside(within, shared),
        round=own.round or shared.round,
        decks=own.decks or shared.decks,
        settings={**shared.settings, **own.settings},
        deck_profiles=tuple(own.deck_profiles or shared.deck_profiles),
        unused=(*beside, *_photos_deeper(inner)),
        unread=tuple(path for side in sides if not side.trouble for path in _unread_beside(side)),
    )


def side_meant(said: str, names: Sequence[str]) -> str | None:
    """Return which of the sides' names somebody meant: the same, or else one that differs in letter case alone.

    Disks spell one letter in several ways, as one character or as a letter and its accent; that makes no other name.
    """
    if said in names:
        return said
    return next((name for name in names if name_key(name) == name_key(said)), None)


def photo_shows(name: str) -> PhotoRole:
    """Return what a photo shows by how its file name starts, in any letter case."""
    start = name.casefold()
    if start.startswith(("left", "hand", "foot")):
        return PhotoRole.LEFT
    return PhotoRole.FANNED if start.startswith("fanned") else PhotoRole.PLAYED


def _rules_beside(folder: Path | None, said: TableFile) -> str | None:
    """Return the rules that a folder's file names; it names a house's own by where that lies from it."""
    if folder is None or said.rules is None or not said.rules.endswith(RULE_FILES):
        return said.rules
    return str(folder / said.rules)


def _said_of_sides(table: TableFile, names: Sequence[str], place: Path) -> tuple[dict[str, SideFacts], tuple[str, ...]]:
    """Return what the file says of the sides, by their names, and which sides it names that are none of them."""
    of_sides: dict[str, SideFacts] = {}
    unknown = []
    for said, facts in table.sides.items():
        name = side_meant(said, names)
        if name is None:
            unknown.append(said)
        elif name in of_sides:
            raise TableFileError(f"{place}: side {shown(name)} stands there twice")
        else:
            of_sides[name] = facts
    return of_sides, tuple(sorted(unknown))


def _side(folder: Path, of_sides: Mapping[str, SideFacts]) -> SideFolder:
    name = name_of(folder)
    try:
        photos, trouble = photos_in(folder), ""
    except PhotoError as error:
        photos, trouble = (), str(error)
    return SideFolder(
        name=name,
        path=folder,
        photos=tuple(SidePhoto(path, photo_shows(path.name)) for path in photos),
        facts=of_sides.get(name, SideFacts()),
        trouble=trouble,
    )


def name_of(folder: Path) -> str:
    """Return a folder's name as text; what in it is none, as old disks have it, is shown as a replacement sign.

    A link is named by itself, not by what it leads to.
    """
    name = folder.name if folder.name not in ("", "..") else folder.resolve().name
    return os.fsencode(name).decode("utf-8", "replace")


def _are_tables(folders: tuple[Path, ...]) -> bool:
    """Whether folders are tables, no sides, as far as one may look: one holds a table.toml or folders without photos.

    Where each holds photos, they are tables if none holds these alone and one has two folders or more.
    """
    held: list[tuple[int, int]] = []
    for folder in folders:
        with contextlib.suppress(FolderError, PhotoError, OSError):
            if (folder / TABLE_FILE).is_file():
                return True
            held.append((len(_folders_in(folder)), len(photos_in(folder))))
    if any(inner and not photos for inner, photos in held):
        return True
    return all(inner or not photos for inner, photos in held) and any(inner > 1 for inner, _ in held)


def _photos_deeper(sides: tuple[Path, ...]) -> Iterator[Path]:
    """Yield the photos that lie in a folder within a side's, as far as one may look."""
    for side in sides:
        with contextlib.suppress(FolderError, PhotoError):
            for folder in _folders_in(side):
                yield from photos_in(folder)


def _unread_beside(side: SideFolder) -> Iterator[Path]:
    """Yield the videos and archives among a side's photos, without those that a phone takes with a photo, so called."""
    photos = {photo.path.stem.casefold() for photo in side.photos}
    for path in _entries(side.path):
        ending = path.suffix.lower()
        if path.is_file() and (ending in PACKED or (ending in VIDEOS and path.stem.casefold() not in photos)):
            yield path


def _folders_in(folder: Path) -> tuple[Path, ...]:
    return tuple(path for path in _entries(folder) if path.is_dir() and not _is_skipped(path) and not _leads_back(path))


def _leads_back(folder: Path) -> bool:
    """Whether a folder is a link to one that it lies in."""
    return folder.is_symlink() and folder.resolve() in folder.parent.resolve().joinpath("x").parents


def _is_skipped(folder: Path) -> bool:
    """Whether a folder holds no photos to score: the truth to judge by, a system's own, what an earlier run wrote."""
    # A side may be called Truth.
    if folder.name == "truth" or folder.name.casefold() in {"__macosx", "@eadir"}:
        return True
    try:
        return (folder / OUTPUT_MARK).exists()
    except OSError:
        # Nobody may look into it. Taken for a side, it is told.
        return False


def _entries(folder: Path) -> Iterator[Path]:
    """Yield what lies in a folder by name, hidden things left out."""
    try:
        found = sorted(folder.iterdir(), key=lambda path: path.name)
    except OSError as error:
        raise FolderError(f"{folder}: cannot be opened: {error.strerror}") from None
    return (path for path in found if not path.name.startswith("."))
