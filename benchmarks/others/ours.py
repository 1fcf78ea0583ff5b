"""This project's nets as a peer: those of today, or those of an earlier commit, read by the code of today."""

import subprocess
import tempfile
from pathlib import Path

import cv2
import numpy as np
from others.claims import Claims, MissingPeerError

from handfoot.evaluation.matching import read_indices
from vision.corners import Corners
from vision.nets import default_finder, default_reader
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame
from vision.read import CardReader, Nets, default_card_reader, nets_beside

FILES = ("finder.toml", "finder.onnx", "reader.toml", "reader.onnx")


class Ours:
    """A card reader, by default with the nets that came with the program."""

    def __init__(self, reader: CardReader | None = None) -> None:
        """Load the nets."""
        self._reader = reader or default_card_reader()

    def read(self, frame: Frame) -> Claims:
        """Return the indices and the cards of a photo."""
        return claims_of(self._reader.read(frame))


def claims_of(reading: PhotoReading) -> Claims:
    """Return the indices and the cards of a photo that was read."""
    faces = tuple(card.face for card in reading.cards if card.face is not None)
    return Claims(read_indices(reading.cards), faces)


class AtOneSize(CardReader):
    """The nets of today, the finder looking once at the whole photo, its long side at a fixed size."""

    def __init__(self, long_side: int) -> None:
        """Load the nets."""
        self._long_side, self._finder = long_side, default_finder()
        super().__init__(nets_beside(self._finder, default_reader()), looks_again=False)

    def find(self, frame: Frame, scale: float = 1.0) -> Corners:
        """Return the corners of a photo, unread; scale: of no account."""
        scale = self._long_side / max(frame.width, frame.height)
        size = (round(frame.width * scale), round(frame.height * scale))
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        found = self._finder.find(np.asarray(cv2.resize(frame.image, size, interpolation=way)))
        shrunk = np.float32(1 / scale)
        return Corners(found.boxes * shrunk, found.quads * shrunk, found.scores, found.kinds)


def at_one_size(long_side: int) -> Ours:
    """Return the nets of today, looking once at the whole photo, its long side of so many px."""
    return Ours(AtOneSize(long_side))


def of_commit(commit: str, root: Path) -> Ours:
    """Return the nets that a commit landed.

    Raises:
        MissingPeerError: if the history is not there.
        ModelError: if the nets do not fit the code of today.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name in FILES:
            shown = subprocess.run(
                ["git", "-C", str(root), "show", f"{commit}:models/{name}"], capture_output=True, check=False
            )
            if shown.returncode:
                raise MissingPeerError(f"no {name} in commit {commit}: this needs a clone with its history")
            (Path(folder) / name).write_bytes(shown.stdout)
        return Ours(CardReader(Nets(default_finder(Path(folder)), default_reader(Path(folder)))))
