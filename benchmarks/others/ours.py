"""This project's nets as a peer: those of today, or those of an earlier commit, read by the code of today."""

import subprocess
import tempfile
from pathlib import Path

from others.claims import Claims, MissingPeerError

from handfoot.evaluation.matching import ReadIndex
from vision.errors import ModelError
from vision.frames import Frame
from vision.read import default_card_reader

FILES = ("finder.toml", "finder.onnx", "reader.toml", "reader.onnx")


class Ours:
    """The nets of a folder."""

    def __init__(self, models: Path | None = None) -> None:
        """Load them, by default those that came with the program."""
        try:
            self._reader = default_card_reader(models)
        except ModelError as error:
            raise MissingPeerError(str(error)) from None

    def read(self, frame: Frame) -> Claims:
        """Return the indices and the cards of a photo."""
        cards = self._reader.read(frame).cards
        return Claims(
            tuple(
                ReadIndex(index.box, None if card.is_back else index.face) for card in cards for index in card.indices
            ),
            tuple(card.face for card in cards if card.face is not None),
        )


def of_commit(commit: str, root: Path) -> Ours:
    """Return the nets that a commit landed.

    Raises:
        MissingPeerError: if the history is not there, or the nets do not fit the code of today.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name in FILES:
            shown = subprocess.run(
                ["git", "-C", str(root), "show", f"{commit}:models/{name}"], capture_output=True, check=False
            )
            if shown.returncode:
                raise MissingPeerError(f"no {name} in commit {commit}: this needs a clone with its history")
            (Path(folder) / name).write_bytes(shown.stdout)
        return Ours(Path(folder))
