"""A card reader that loads its nets with the first photo."""

from pathlib import Path

from vision.frames import Frame
from vision.read import CardReader, PhotoReading, default_card_reader
from vision.torch_nets import torch_card_reader


class LateReader:
    """A card reader whose nets are loaded with the first photo, so that what is wrong with a folder is told at once."""

    def __init__(self, models: Path | None, *, torch: bool = False) -> None:
        """Remember the nets' folder, None for those that came with handfoot, and whether torch runs the finder."""
        self._models, self._torch = models, torch
        self._reader: CardReader | None = None

    def read(self, frame: Frame) -> PhotoReading:
        """Return the cards of a photo. Raises ModelError if a net is missing or damaged."""
        if self._reader is None:
            self._reader = (torch_card_reader if self._torch else default_card_reader)(self._models)
        return self._reader.read(frame)
