"""Read the same labelled photos with this project's nets and with others, side by side.

    python benchmarks/peers.py FOLDER... [--limit N] [--yolo FILE] [--peers ocr,yolo,first,ours]
                               [--markdown docs/evaluation.md] [--plot docs/plots/peers.svg]

FOLDERs are what ``handfoot evaluate`` takes; of real photos the part kept for judging is read. Each peer runs in a
process of its own, after one photo to warm up; its time is that from a decoded photo to its indices. Needs the extra
``peers`` (in an environment of its own, as it brings another build of OpenCV), and a clone with its history for the
first nets. A peer that lacks something is left out with a line that says what.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]

from others.claims import Claims, MissingPeerError, NamedPeer, Peer, named  # noqa: E402
from others.ocr import Ocr  # noqa: E402
from others.ours import Ours, of_commit  # noqa: E402
from others.sidebyside import PeerFigures, as_markdown, draw  # noqa: E402
from others.yolo import Yolo  # noqa: E402

from handfoot.errors import LabelError  # noqa: E402
from handfoot.evaluation.evaluate import photos_to_judge  # noqa: E402
from handfoot.evaluation.figures import write_into  # noqa: E402
from handfoot.evaluation.labelled import LabelledPhoto, PhotoTruth, read_truth  # noqa: E402
from handfoot.evaluation.matching import counted_exactly, match_indices  # noqa: E402
from vision.frames import load_photo  # noqa: E402

FIRST = "65da395"
"""The commit that landed the first trained nets."""


@dataclass
class Sums:
    """What a peer came to on one set of photos."""

    source: str
    photos: int = 0
    true: int = 0
    read: int = 0
    right: int = 0
    cards_judged: int = 0
    cards_exact: int = 0

    def add(self, truth: PhotoTruth, claims: Claims) -> None:
        """Add what a photo came to."""
        match = match_indices(truth.indices or (), claims.indices)
        self.photos += 1
        self.true += match.true
        self.read += match.read
        self.right += len(match.right)
        if truth.cards is not None and claims.cards is not None:
            self.cards_judged += 1
            self.cards_exact += counted_exactly(claims.cards, truth.cards, truth.maybe, truth.alike)


def main() -> None:
    """Run every peer in a process of its own, or the one that ``--only`` names in this one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--limit", type=int, help="at most so many photos of each folder, spread evenly")
    parser.add_argument(
        "--yolo", type=Path, metavar="FILE", help="weights of the usual recipe; peer_yolo.py trains some"
    )
    parser.add_argument("--peers", default="ocr,yolo,first,ours", help="which to run, parted by commas")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also put the figures into this page")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="also draw them there")
    parser.add_argument("--only", help=argparse.SUPPRESS)
    options = parser.parse_args()
    peers = (
        NamedPeer("ocr", "RapidOCR, four rotations", Ocr),
        NamedPeer("yolo", "stock YOLO, 52 classes", lambda: Yolo(options.yolo or Path("peer.pt"))),
        NamedPeer("first", "our first nets", lambda: of_commit(FIRST, ROOT)),
        NamedPeer("ours", "our nets today", Ours),
    )
    if options.only:
        run(named(peers, options.only), options.folders, options.limit)
        return
    chosen = [named(peers, key) for key in options.peers.split(",") if key != "yolo" or options.yolo]
    figures = [one for peer in chosen if (one := in_own_process(peer)) is not None]
    text = as_markdown(figures)
    print(text)
    if options.markdown:
        write_into(options.markdown, text, name="peers", by="benchmarks/peers.py")
    if options.plot:
        draw(figures, options.plot)


def in_own_process(peer: NamedPeer) -> PeerFigures | None:
    """Run this program again for one peer; None, with a line on standard error, where it lacks something."""
    done = subprocess.run(
        [sys.executable, *sys.argv, "--only", peer.key], stdout=subprocess.PIPE, check=False, text=True
    )
    if done.returncode:
        print(f"{peer.title}: left out", file=sys.stderr)
        return None
    return PeerFigures(peer.title, **json.loads(done.stdout.splitlines()[-1]))


def run(peer: NamedPeer, folders: Sequence[Path], limit: int | None) -> None:
    """Read and judge the photos with one peer, and print its figures as a line of JSON."""
    try:
        photos = photos_to_judge(folders, limit=limit)
        reader = peer.make()
    except (LabelError, MissingPeerError) as error:
        sys.exit(f"{peer.title}: {error}")
    reader.read(load_photo(photos[0].path))
    sets: dict[str, Sums] = {}
    times = []
    for photo in photos:
        claims, truth, seconds = read_and_time(reader, photo)
        sets.setdefault(photo.source, Sums(photo.source)).add(truth, claims)
        times.append(seconds)
    print(
        json.dumps({"sets": [asdict(one) for one in sets.values()], "ms": 1000 * median(times), "peak_mb": peak_mb()})
    )


def read_and_time(reader: Peer, photo: LabelledPhoto) -> tuple[Claims, PhotoTruth, float]:
    """Return what a peer says of a photo, the truth, and the seconds it took."""
    frame = load_photo(photo.path)
    start = time.perf_counter()
    claims = reader.read(frame)
    seconds = time.perf_counter() - start
    return claims, read_truth(photo, frame.width, frame.height), seconds


def peak_mb() -> float | None:
    """Return the largest resident size of this process so far, MB of 1,000,000 bytes; None where no system says it."""
    try:
        import resource
    except ImportError:
        return None
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / 1e6 if sys.platform == "darwin" else size * 1024 / 1e6


if __name__ == "__main__":
    main()
