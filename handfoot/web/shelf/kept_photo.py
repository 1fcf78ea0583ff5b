"""A photo that is kept: whose it is, what it shows, how far its reading is, and whether its picture is still there."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

from handfoot.store.kept import RoundVersion
from vision.laying.piles import PhotoRole

_ANEW = "~"
"""What stands behind a photo's id where drafts know it by another one."""


def id_of(read_as: str) -> str:
    """Return the id of the photo that drafts know by this."""
    return read_as.partition(_ANEW)[0]


class Size(StrEnum):
    """Which picture of a photo."""

    WHOLE = "whole"
    VIEW = "view"
    SMALL = "small"


class PhotoState(StrEnum):
    """How far a photo's reading is."""

    WAITING = "waiting"
    READ = "read"
    FAILED = "failed"


@dataclass(frozen=True)
class SidePlace:
    """A side of a round of a game. ``side`` counts from 1."""

    game: int
    round: int
    side: int


@dataclass(frozen=True)
class EarlierSide:
    """A side that a photo was of until it was moved to another, the name it had there, and when it had come there.

    until: how many changes its game had when it was moved.
    """

    side: int
    name: str
    came: float | None
    until: int


@dataclass(frozen=True)
class KeptPhoto:
    """A photo of a side. name: what people know it by; deed: the client's name for its upload; taken: UTC seconds.

    deleted: when its picture was, in UTC seconds; dropped: when its cards were taken out of the round's draft.
    since, until: how many changes its game had when it came, and when its cards were taken out; None in photos kept
    before that was noted.
    picture: stands for what it shows, the same in two uploads of one file; empty in photos kept before that was noted.
    came: when it was moved to its side, in UTC seconds, None where it was taken for that; earlier: the sides it was of
    before, in order.
    begun: when its game was, as its database says; None in photos kept before that was noted.
    cards: stands for the cards that were read in it, empty until then and in photos kept before that was noted; anew:
    how often others were read in it than before, as what was kept of its reading was damaged.
    """

    id: str
    place: SidePlace
    shows: PhotoRole
    name: str
    width: int
    height: int
    taken: float
    deed: str
    state: PhotoState = PhotoState.WAITING
    deleted: float | None = None
    dropped: float | None = None
    since: int | None = None
    until: int | None = None
    picture: str = ""
    came: float | None = None
    earlier: tuple[EarlierSide, ...] = ()
    begun: datetime | None = None
    cards: str = ""
    anew: int = 0

    @property
    def read_as(self) -> str:
        """What drafts know it by: its id, and another one once other cards were read in it.

        Their numbers are others then, and what was said of a card must be said of no other.
        """
        return f"{self.id}{_ANEW}{self.anew}" if self.anew else self.id

    @property
    def arrived(self) -> float:
        """When it came to its side, in UTC seconds: taken for it, or moved to it."""
        return self.taken if self.came is None else self.came

    @property
    def deleted_at(self) -> datetime | None:
        """When its picture was deleted, None while it is there."""
        return None if self.deleted is None else datetime.fromtimestamp(self.deleted, UTC)

    def is_of(self, games: Mapping[int, datetime]) -> bool:
        """Whether its game is one of these, each with when it was begun: another database numbers its own alike.

        Photos kept before that was noted are taken for those of their number's game.
        """
        begun = games.get(self.place.game)
        return begun is not None and self.begun in (None, begun)

    def belongs_to(self, version: RoundVersion) -> bool:
        """Whether its cards were in the draft when a version of its round was made."""
        # Told by what came first, not by the time: clocks are set back.
        if self.since is not None:
            return self.since < version.change and (self.until is None or self.until >= version.change)
        moment = version.made_at.timestamp()
        return self.taken <= moment and (self.dropped is None or self.dropped > moment)

    def as_of(self, version: RoundVersion) -> "KeptPhoto":
        """Return it as of the side, and by the name, that it had when a version of its round was made."""
        then = next((one for one in self.earlier if one.until >= version.change), None)
        return self if then is None else replace(self, place=replace(self.place, side=then.side), name=then.name)
