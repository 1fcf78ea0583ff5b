"""The score of one side as a settled reading shows it."""

from pathlib import Path

from handfoot.pipeline import Said, ScoredTable, score_table
from handfoot.tables import SideFolder, SidePhoto, TableFolder
from vision.laying.piles import PhotoRole
from vision.photoreading import PhotoReading, ReadsPhotos, StageTimes

SIDE = "camera"
"""What the side before the camera is called."""


def nothing_seen() -> PhotoReading:
    """Return the reading of a picture without a card."""
    return PhotoReading("nothing", 1, 1, StageTimes(0.0, 0.0, 0.0), (), ())


def score_settled(reading: PhotoReading, shows: PhotoRole, said: Said, reader: ReadsPhotos) -> ScoredTable:
    """Return the score of a side of which a settled reading is all that was seen.

    Raises:
        FolderError: if the rules or the round are not said.
        ScorerError: if they do not exist.
    """
    path = Path(reading.photo)
    side = SideFolder(SIDE, Path(SIDE), (SidePhoto(path, shows),))
    return score_table(TableFolder(SIDE, Path(SIDE), (side,)), reader, said=said, known={path: reading})
