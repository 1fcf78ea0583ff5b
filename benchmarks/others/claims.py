"""What a peer says of a photo, and the peers by name, each made when it is asked for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from handfoot.evaluation.matching import ReadIndex
from scorer.faces import Face
from vision.photos.frames import Frame


@dataclass(frozen=True)
class Claims:
    """The indices a peer read in a photo, and its cards: None from a peer that does not join corners into cards."""

    indices: tuple[ReadIndex, ...]
    cards: tuple[Face, ...] | None = None


class Peer(Protocol):
    """Reads photos, one at a time."""

    def read(self, frame: Frame) -> Claims:
        """Return what it sees in a photo."""
        ...


class MissingPeerError(Exception):
    """A peer that cannot run here, with what it lacks in one line."""


@dataclass(frozen=True)
class NamedPeer:
    """A peer, what tables call it, how to make it, and whether what it says stays true while this project changes."""

    key: str
    title: str
    make: Callable[[], Peer]
    stays: bool = False


def named(peers: Sequence[NamedPeer], key: str) -> NamedPeer:
    """Return the peer of a name."""
    return next(peer for peer in peers if peer.key == key)
