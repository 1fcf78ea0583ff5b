"""A second look at indices that cannot be read as they stand: turned, in case the finder mistook which way is up."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES
from vision.corners import CornerKind, Corners, Image, Reader, Readings
from vision.patches import cut_patches
from vision.suppression import take

TURNS = (-90.0, -60.0, -30.0, 30.0, 60.0, 90.0)
"""Degrees clockwise. An index at a card's right looks like one at the left on its side; none is tried upside down."""

WORTH_IT = 0.4
"""Finder's score from which an index is looked at again: below, it is a speck as often as not."""

UNREAD_BELOW = 0.7
"""An index whose likeliest face is less likely than this is looked at again."""

READ_FROM = 0.9
"""A face this likely in the turned patch is believed."""


@dataclass(frozen=True)
class SecondLook:
    """Which indices are looked at again, how they are turned, and from which likelihood on a face is believed."""

    worth_it: float = WORTH_IT
    unread_below: float = UNREAD_BELOW
    turns: tuple[float, ...] = TURNS
    read_from: float = READ_FROM


USUAL = SecondLook()


def look_again(
    image: Image, corners: Corners, readings: Readings, reader: Reader, how: SecondLook = USUAL
) -> tuple[Corners, Readings]:
    """Return the corners and readings with those replaced that read well once turned; their cards are turned too."""
    faces = readings.faces[:, : len(FACES)].max(axis=1, initial=0.0)
    chosen = (corners.kinds != CornerKind.BACK) & (corners.scores >= how.worth_it) & (faces < how.unread_below)
    weak = np.flatnonzero(chosen)
    if not len(weak):
        return corners, readings
    again = take(corners, weak)
    best, quads = faces[weak].clip(how.read_from), again.quads.copy()
    rows = {name: values[weak].copy() for name, values in vars(readings).items()}
    for turn in how.turns:
        turned = np.stack([turned_quad(quad, box, turn) for quad, box in zip(again.quads, again.boxes, strict=True)])
        read = reader.read(cut_patches(image, again.boxes, turned, reader.patch_px))
        better = read.faces[:, : len(FACES)].max(axis=1) > best
        best[better] = read.faces[better, : len(FACES)].max(axis=1)
        quads[better] = turned[better]
        for name, values in rows.items():
            values[better] = getattr(read, name)[better]
    everything = {name: values.copy() for name, values in vars(readings).items()}
    for name, values in rows.items():
        everything[name][weak] = values
    all_quads = corners.quads.copy()
    all_quads[weak] = quads
    return Corners(corners.boxes, all_quads, corners.scores, corners.kinds), Readings(**everything)


def turned_quad(quad: NDArray[np.float32], box: NDArray[np.float32], degrees: float) -> NDArray[np.float32]:
    """Return the (4, 2) quad of the card if its index, at (4,) ``box``, stands so many degrees clockwise of ``quad``.

    A quarter turn is another order of the same corners; what is left of it turns the card about the index's corner.
    """
    quarter = round(degrees / 90)
    ordered = np.roll(quad, -quarter, axis=0)
    rest = np.deg2rad(degrees - 90 * quarter)
    own = ordered[np.linalg.norm(ordered - (box[:2] + box[2:]) / 2, axis=1).argmin()]
    cos, sin = np.cos(rest), np.sin(rest)
    return np.asarray((ordered - own) @ np.array([[cos, sin], [-sin, cos]]) + own, np.float32)
