"""Read the same labelled photos with this project's nets and with others, side by side.

    python benchmarks/peers.py FOLDER... [--limit N] [--yolo FILE] [--peers ocr,yolo,first,ours] [--keep DIR]
                               [--markdown docs/evaluation.md] [--name peers] [--plot docs/plots/peers.svg]

FOLDERs are what ``handfoot evaluate`` takes; of real photos the part kept for judging is read. Each peer runs in a
process of its own, after one photo to warm up; its time is that from a decoded photo to its indices. ``--keep`` keeps
what RapidOCR read, which takes long and does not change with this project; the others read anew each time. The peers
``at640``, ``at960`` and ``at1280`` are our nets with the whole photo looked at once, its long side of so many px; with
``--name`` their table gets a place of its own in the page. Needs the extra ``peers`` (in an environment of its own, as
it brings another build of OpenCV), and a clone with its history for the first nets. A peer that lacks something is left
out with a line that says what.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from statistics import median

from machine import ROOT, peak_mb

sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]

from others.claims import MissingPeerError, NamedPeer, Peer, named
from others.kept import Kept, Read
from others.ocr import Ocr
from others.ours import Ours, at_one_size, of_commit
from others.sidebyside import PeerFigures, Sums, as_markdown, draw
from others.yolo import Yolo

from handfoot.errors import LabelError
from handfoot.evaluation.evaluate import photos_to_judge
from handfoot.evaluation.figures import write_into
from handfoot.evaluation.labelled import LabelledPhoto, read_truth
from vision.errors import ModelError
from vision.photos.frames import load_photo

FIRST = "65da395"
"""The commit that landed the first trained nets."""

SIZES = (640, 960, 1280)
"""Long sides of the photo, px, at which our nets look at the whole of it once."""


def main() -> None:
    """Run every peer in a process of its own, or the one that ``--only`` names in this one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--limit", type=int, help="at most so many photos of each folder, spread evenly")
    parser.add_argument(
        "--yolo", type=Path, metavar="FILE", help="weights of the usual recipe; peer_yolo.py trains some"
    )
    parser.add_argument("--peers", default="ocr,yolo,first,ours", help="which to run, parted by commas")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="where to keep what RapidOCR read")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also put the figures into this page")
    parser.add_argument("--name", default="peers", help="which figures of the page these are")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="also draw them there")
    parser.add_argument("--only", help=argparse.SUPPRESS)
    options = parser.parse_args()
    peers = (
        NamedPeer("ocr", "RapidOCR, four rotations", Ocr, stays=True),
        NamedPeer("yolo", "stock YOLO, 52 classes", lambda: Yolo(options.yolo or Path("peer.pt"))),
        NamedPeer("first", "our first nets", lambda: of_commit(FIRST, ROOT)),
        NamedPeer("ours", "our nets today", Ours),
        *(NamedPeer(f"at{px}", f"the whole photo once, at {px} px", partial(at_one_size, px)) for px in SIZES),
    )
    if options.only:
        peer = named(peers, options.only)
        keeps = options.keep is not None and peer.stays
        run(peer, options.folders, options.limit, Kept(options.keep / f"{peer.key}.jsonl" if keeps else None))
        return
    chosen = [named(peers, key) for key in options.peers.split(",") if key != "yolo" or options.yolo]
    figures = [one for peer in chosen if (one := in_own_process(peer)) is not None]
    text = as_markdown(figures)
    print(text)
    if options.markdown:
        write_into(options.markdown, text, name=options.name, by="benchmarks/peers.py")
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
    said = json.loads(done.stdout.splitlines()[-1])
    return PeerFigures(peer.title, **{**said, "sets": [Sums(**one) for one in said["sets"]]})


def run(peer: NamedPeer, folders: Sequence[Path], limit: int | None, kept: Kept) -> None:
    """Read and judge the photos with one peer, and print its figures as a line of JSON."""
    try:
        photos = photos_to_judge(folders, limit=limit)
        reads = list(reads_of(peer, photos, kept))
    except (LabelError, MissingPeerError, ModelError) as error:
        sys.exit(f"{peer.title}: {error}")
    sets: dict[str, Sums] = {}
    for photo, read in zip(photos, reads, strict=True):
        frame = load_photo(photo.path)
        truth = read_truth(photo, frame.width, frame.height)
        sets.setdefault(photo.source, Sums(photo.source)).add(truth, read.claims)
    figures = {
        "sets": [asdict(one) for one in sets.values()],
        "ms": median(read.ms for read in reads),
        "processor_ms": median(read.processor_ms for read in reads),
        "peak_mb": max((read.peak_mb for read in reads if read.peak_mb is not None), default=None),
    }
    print(json.dumps(figures))


def reads_of(peer: NamedPeer, photos: Sequence[LabelledPhoto], kept: Kept) -> Iterator[Read]:
    """Yield what a peer says of each photo; where that was not kept of all it is made, and warmed up by the first."""
    reader: Peer | None = None
    for photo in photos:
        read = kept.get(key_of(photo))
        if read is None:
            if reader is None:
                reader = peer.make()
                reader.read(load_photo(photos[0].path))
            read = read_and_time(reader, photo)
            kept.add(key_of(photo), read)
        yield read


def key_of(photo: LabelledPhoto) -> str:
    """Return what a photo's reading is kept by."""
    return f"{photo.source}/{photo.name}"


def read_and_time(reader: Peer, photo: LabelledPhoto) -> Read:
    """Return what a peer says of a photo, and what it took."""
    frame = load_photo(photo.path)
    start, busy = time.perf_counter(), time.process_time()
    claims = reader.read(frame)
    return Read(claims, 1000 * (time.perf_counter() - start), 1000 * (time.process_time() - busy), peak_mb())


if __name__ == "__main__":
    main()
