"""The spots of a deleted picture, kept as a file so that its photo goes on lying on the others as it did."""

import io

import numpy as np

from vision.several.features import Features, no_features


def pack(spots: Features) -> bytes:
    """Return the bytes of a file of spots."""
    out = io.BytesIO()
    np.savez_compressed(out, points=spots.points, descriptors=spots.descriptors, zoom=spots.zoom)
    return out.getvalue()


def unpack(data: bytes) -> Features:
    """Return the spots in the bytes of a file, none if it is damaged."""
    try:
        with np.load(io.BytesIO(data)) as packed:
            return Features(packed["points"], packed["descriptors"], float(packed["zoom"]))
    except Exception:
        # zipfile and numpy answer damaged bytes with nearly every exception there is.
        return no_features()
