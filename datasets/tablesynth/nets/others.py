"""The sheet of patches that ships with the taught decks: rendered indices of many decks, and what is none.

``python -m tablesynth.nets.others PATCHES.npz --out vision/decks/others.jpg`` draws it from patches as found.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from tablesynth.nets.patches import NONE_FACE, PATCH_PX
from vision.decks.fitting import OTHERS_A_FACE
from vision.looks.varying import vary

NO_INDEX = 160
"""Patches of what is no index."""

QUALITY = 88


def main() -> None:
    """Write the sheet, a row a face."""
    parser = argparse.ArgumentParser(prog="python -m tablesynth.nets.others", description=__doc__)
    parser.add_argument("patches", type=Path, help="an .npz that python -m tablesynth.nets keeps, as found")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    with np.load(asked.patches) as kept:
        images, faces = kept["images"], kept["faces"]
    rng = np.random.default_rng(1)
    chosen = [
        rng.choice(np.flatnonzero(faces == face), NO_INDEX if face == NONE_FACE else OTHERS_A_FACE, replace=False)
        for face in range(NONE_FACE + 1)
    ]
    patches = vary(images[np.concatenate(chosen)], rng)
    cells = patches.reshape(-1, OTHERS_A_FACE, PATCH_PX, PATCH_PX, 3).swapaxes(1, 2)
    sheet = cells.reshape(-1, OTHERS_A_FACE * PATCH_PX, 3)
    _, data = cv2.imencode(".jpg", sheet, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    asked.out.write_bytes(data.tobytes())


if __name__ == "__main__":
    main()
