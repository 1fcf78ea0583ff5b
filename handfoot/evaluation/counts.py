"""Corner indices counted over photos: those labelled, those read, and those read right."""

from collections.abc import Iterable
from dataclasses import dataclass

from handfoot.evaluation.labelled import LabelledPhoto, read_truth
from handfoot.evaluation.matching import match_indices, read_indices
from vision.photoreading import ReadsPhotos
from vision.photos.frames import load_photo


@dataclass(frozen=True)
class Counts:
    """Indices of photos: labelled ones, read ones, and those read right."""

    true: int = 0
    read: int = 0
    right: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        """Return both together."""
        return Counts(self.true + other.true, self.read + other.read, self.right + other.right)

    def __str__(self) -> str:
        """Return recall and precision."""
        return f"recall {self.right / max(self.true, 1):.3f}, precision {self.right / max(self.read, 1):.3f}"


def counted(photos: Iterable[LabelledPhoto], reader: ReadsPhotos) -> Counts:
    """Return the counts of photos together, as a reader reads them."""
    total = Counts()
    for photo in photos:
        frame = load_photo(photo.path)
        truth = read_truth(photo, frame.width, frame.height)
        match = match_indices(truth.indices or (), read_indices(reader.read(frame).cards))
        total += Counts(match.true, match.read, len(match.right))
    return total
