"""How long a 12-megapixel photo of sixty cards takes: warm, and as a whole process; and how much memory.

    python benchmarks/read_photo.py [PHOTO] [--cores 2] [--repeat 7] [--tilt 45]

Without a photo one is made by laying the sample tables' photos side by side, so that it holds many cards; ``--tilt``
shows that picture as from so many degrees off straight above, which takes a look more.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from machine import ROOT, keep_to, peak_mb

SIZE = (4000, 3000)

COLD = "import sys; sys.path[:0] = {paths!r}; from handfoot.cli import main; main(['read', sys.argv[1], '--json'])"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photo", nargs="?", type=Path)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--tilt", type=float, default=0.0, metavar="DEGREES")
    options = parser.parse_args()
    keep_to(options.cores)
    with tempfile.TemporaryDirectory() as scratch:
        photo = options.photo or collage(Path(scratch) / "collage.jpg", options.tilt)
        print(f"{photo.name} on {options.cores} cores")
        cold(photo, options.repeat)
        warm(photo, options.repeat)


def warm(photo: Path, repeat: int) -> None:
    """Read the photo again and again in this process; decoding included."""
    sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]
    from vision.photos.frames import load_photo
    from vision.read import default_card_reader

    reader = default_card_reader()
    reading = reader.read(load_photo(photo))
    print(f"{reading.width}x{reading.height}, {len(reading.cards)} cards")
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        reader.read(load_photo(photo))
        times.append(time.perf_counter() - start)
    print(f"warm: median {statistics.median(times):.2f} s, slowest {max(times):.2f} s of {repeat}")


def cold(photo: Path, repeat: int) -> None:
    """Run ``handfoot read`` as a process of its own, from its start to its end."""
    command = [sys.executable, "-c", COLD.format(paths=[str(ROOT), str(ROOT / "datasets")]), str(photo)]
    times = []
    for _ in range(max(1, repeat // 2)):
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
        times.append(time.perf_counter() - start)
        if done.returncode not in (0, 1):
            sys.exit(done.stderr)
    cards = len(json.loads(done.stdout)["cards"])
    print(f"cold: median {statistics.median(times):.2f} s, slowest {max(times):.2f} s of {len(times)} ({cards} cards)")
    peak = peak_mb(of_children=True)
    print(f"peak memory of a cold process: {peak:.0f} MB" if peak else "peak memory: not measured on this system")


def collage(path: Path, tilt_degrees: float = 0.0) -> Path:
    """Lay the sample tables' photos side by side in one picture of twelve megapixels, seen tilted so."""
    import cv2
    import numpy as np

    sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]
    from vision.photos.squaring import picture_of

    photos = sorted((ROOT / "datasets" / "samples").glob("*/*/*.jpg"))[:4]
    if not photos:
        sys.exit("no sample tables in datasets/samples; name a photo")
    canvas = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    width, height = SIZE[0] // 2, SIZE[1] // 2
    for place, photo in enumerate(photos):
        image = np.asarray(cv2.imread(str(photo)))
        scale = min(width / image.shape[1], height / image.shape[0])
        small = cv2.resize(image, None, fx=scale, fy=scale)
        x, y = place % 2 * width, place // 2 * height
        canvas[y : y + small.shape[0], x : x + small.shape[1]] = small
    # The picture lies on a table, 1.2 of its widths from the camera, whose focal length is one width.
    wide, high, tilt = *SIZE, np.deg2rad(tilt_degrees)
    table = np.array([[1 / wide, 0, -0.5], [0, 1 / wide, -high / wide / 2], [0, 0, 1]])
    lie = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, -np.sin(tilt), 1.2]])
    camera = np.array([[wide, 0, wide / 2], [0, wide, high / 2], [0, 0, 1]])
    if tilt:
        canvas = picture_of(canvas, np.asarray(np.linalg.inv(camera @ lie @ table), np.float64), SIZE)
    cv2.imwrite(str(path), canvas)
    return path


if __name__ == "__main__":
    main()
