"""``python -m tablesynth``: renders labelled scenes, and whole tables with their true record; makes photos worse.

It also cuts real cards out of labelled photos, for tables to be laid of them.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from tablesynth.arguments import a_share
from tablesynth.assets import SPLITS
from tablesynth.decks.cutouts import cut_outs, load_cut_outs, save_cut_outs
from tablesynth.photograph import Habits
from tablesynth.realphotos import Split
from tablesynth.render import render_mats, render_photos_of_scenery, render_scenes, render_shots, render_tables
from tablesynth.scene import ASKED_FOR, LAYOUTS, POOL_LASTS, Order
from tablesynth.tables import TableOrder
from tablesynth.worse import WORSE, worsen_photos
from vision.errors import PhotoError
from vision.ray_workers import HERE, ClusterError
from vision.read import default_card_reader

_HABITS = {
    "low": "taken from low down, as one who sits takes them",
    "sleeved": "whose cards are in clear sleeves",
    "scenery": "that show a part of the world beyond the table or below the cards",
    "untidy": "whose books are squared up carelessly, cards beneath peeping out",
}
"""Options, in the order of ``Habits``, and the photos whose share each says."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit code: 0, or 2 for wrong use."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.command == "worsen":
        return _told(worsen_photos(given.folder, given.out, given.way, given.seed))
    if given.command == "cutouts":
        return _told(_cut(given.folders, given.split, given.out))
    try:
        progress = _rendering(given)
    except ValueError as error:
        parser.error(str(error))
    try:
        for done in progress:
            sys.stdout.write(f"\r{done} of {given.count}")
            sys.stdout.flush()
    except ClusterError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write("\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tablesynth", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    render = commands.add_parser("render", help="labelled photos of random scenes: 000123.jpg and 000123.json")
    _common(render)
    layouts = f"names parted by commas: {', '.join((*LAYOUTS, *ASKED_FOR))} (default: all but {', '.join(ASKED_FOR)})"
    render.add_argument("--layouts", default=",".join(LAYOUTS), help=layouts)
    render.add_argument("--width", type=int, help="px; given with --height (default: what the cards need)")
    render.add_argument("--height", type=int, help="px")
    render.add_argument("--ornate", action="store_true", help="decks of dark stock, and of courts that fill the card")
    tables = commands.add_parser("tables", help="tables as `handfoot score` takes them, each with its truth")
    _common(tables)
    for command in (render, tables):
        command.add_argument(
            "--decks-last",
            type=_count,
            default=POOL_LASTS,
            metavar="N",
            help="so many in a row share a few decks (default %(default)s); fewer show more kinds of print",
        )
        for name, which in _HABITS.items():
            said = f"share of the photos {which} (default %(default)s)"
            command.add_argument(f"--{name}", type=a_share, default=0.0, metavar="SHARE", help=said)
    _common(commands.add_parser("scenery", help="photos of the world without any card, labelled so"))
    shots = commands.add_parser(
        "shots", help="the same with several photos of each side: parts, second tries, partners"
    )
    _common(shots)
    for command in (render, tables, shots):
        command.add_argument("--cards", type=Path, metavar="FILE", help="real cards to deal, as cutouts wrote them")
    mats = commands.add_parser("mats", help="tables on the printed mat, from above and at a slant, near and far")
    _common(mats)
    mats.add_argument("--bare", action="store_true", help="the same cards without the mat")
    worsen = commands.add_parser("worsen", help="labelled photos or tables copied, each photo worse in one way")
    worsen.add_argument("folder", type=Path)
    worsen.add_argument("--way", choices=tuple(WORSE), required=True)
    worsen.add_argument("--out", type=Path, required=True)
    worsen.add_argument("--seed", type=int, default=0)
    cutouts = commands.add_parser("cutouts", help="the cards of labelled real photos, cut out")
    cutouts.add_argument("folders", type=Path, nargs="+", metavar="FOLDER", help="of images and labels; of one deck")
    cutouts.add_argument(
        "--split", choices=get_args(Split), default="val", help="the photos nets learn from, or the others (default)"
    )
    cutouts.add_argument("--out", type=Path, required=True, metavar="FILE", help="a .npz file")
    return parser


def _rendering(given: argparse.Namespace) -> Iterator[int]:
    """Return the rendering asked for, which yields how many are done. Raises ValueError if it cannot be."""
    # A cluster's workers run in folders of their own.
    out, workers = given.out.resolve(), given.ray or given.workers
    cards = _cards(given.cards, given.split) if "cards" in given else None
    if given.command == "tables":
        tables = TableOrder(given.split, given.seed, given.decks_last, _habits(given), cards)
        return render_tables(tables, given.count, out, workers)
    if given.command == "scenery":
        return render_photos_of_scenery(given.split, given.seed, given.count, out, workers)
    if given.command == "shots":
        return render_shots(given.split, given.seed, given.count, out, workers, cut_outs=cards)
    if given.command == "mats":
        return render_mats(given.split, given.seed, given.count, out, workers, bare=given.bare)
    if (given.width is None) != (given.height is None):
        raise ValueError("--width and --height go together")
    if cards and given.ornate:
        raise ValueError("--ornate is of decks that are drawn, --cards deals real ones")
    size = None if given.width is None else (given.width, given.height)
    layouts = tuple(given.layouts.split(","))
    order = Order(given.split, given.seed, layouts, size, given.decks_last, _habits(given), given.ornate, cards)
    return render_scenes(order, given.count, out, workers)


def _habits(given: argparse.Namespace) -> Habits:
    return Habits(*(getattr(given, name) for name in _HABITS))


def _told(progress: Iterator[int]) -> int:
    """Count what is done aloud; returns the exit code."""
    try:
        for done in progress:
            sys.stdout.write(f"\r{done}")
            sys.stdout.flush()
    except (OSError, ValueError, PhotoError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write("\n")
    return 0


def _cut(folders: list[Path], split: Split, out: Path) -> Iterator[int]:
    """Cut out the cards of labelled sets into one file; yields how many there are so far."""
    if out.is_dir() or not out.parent.is_dir():
        raise ValueError(f"{out}: no file can be written there")
    for folder in folders:
        if not (folder / "images").is_dir():
            raise ValueError(f"{folder}: no labelled set: it has no folder called images")
    reader, cards = default_card_reader(), []
    for folder in folders:
        for card in cut_outs(folder, reader, split):
            cards.append(card)
            yield len(cards)
    if not cards:
        raise ValueError(f"{', '.join(map(str, folders))}: no card to cut out")
    save_cut_outs(cards, out, split)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: not a number of 1 or more")
    return int(text)


def _cards(file: Path | None, split: str) -> Path | None:
    """Return the file of cards to deal, if one is given. Raises ValueError if it holds none for the split."""
    if file is None:
        return None
    load_cut_outs(file, split)
    # A cluster's workers run in folders of their own.
    return file.resolve()


def _common(command: argparse.ArgumentParser) -> None:
    command.add_argument("--split", choices=SPLITS, required=True)
    command.add_argument("--count", type=int, required=True)
    command.add_argument("--seed", type=int, default=0)
    command.add_argument("--out", type=Path, required=True)
    command.add_argument("--workers", type=int, default=1, help="processes")
    command.add_argument(
        "--ray",
        nargs="?",
        const=HERE,
        metavar="HOST:PORT",
        help="render on the Ray cluster there, which must see the folder; without HOST:PORT on this machine alone",
    )


if __name__ == "__main__":
    sys.exit(main())
