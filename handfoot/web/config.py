"""What the server is told when it starts."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from handfoot.listening import DEFAULT_PORT
from handfoot.store.address import parse_address, shown
from handfoot.taughtdecks import decks_folder
from scorer.rulebook.rules import RuleSet


@dataclass(frozen=True)
class Limits:
    """What one upload, one side and one request may hold."""

    photo_mb: float = 30.0
    photo_megapixels: float = 64.0
    photos_a_side: int = 24
    json_mb: float = 2.0
    waiting_photos: int = 200


@dataclass(frozen=True)
class ServeConfig:
    """Where the server keeps its data and who can reach it.

    data: folder of photos and keys. db: the store's URL or file. lan: whether other machines can reach it. models: nets
    to read with, None for those that came with handfoot. names: host names it answers to, beside addresses, localhost
    and the machine's own. rules: the house's own, each of an id of its own.
    """

    data: Path
    db: str
    lan: bool = False
    port: int = DEFAULT_PORT
    models: Path | None = None
    names: frozenset[str] = frozenset()
    rules: tuple[RuleSet, ...] = ()
    limits: Limits = Limits()

    @property
    def host(self) -> str:
        """The address that the server listens on."""
        return "0.0.0.0" if self.lan else "127.0.0.1"

    @property
    def decks(self) -> Path:
        """The folder of the decks that were taught: what HANDFOOT_DECKS names, as on the command line."""
        return decks_folder(self.data)

    @property
    def photos(self) -> Path:
        """The folder of the photos: of each database its own, as games are numbered by the database."""
        return self.data / f"photos-{hashlib.sha256(self._database().encode()).hexdigest()[:12]}"

    def _database(self) -> str:
        """Return what tells the database from others, however its path is written.

        A file in the data folder is known by its place there: the folder can be moved, and keeps its photos.
        """
        url = parse_address(self.db)
        if url.get_backend_name() != "sqlite" or not url.database:
            return shown(url)
        file, data = Path(url.database).resolve(), self.data.resolve()
        return file.relative_to(data).as_posix() if file.is_relative_to(data) else str(file)
