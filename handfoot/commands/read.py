"""``handfoot read``: the cards of photos, one JSON line or one table a photo."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.commands.frontdoor import ExitCode, complain, plain_text, though_nobody_listens
from handfoot.commands.options import DECK_OPTION, MODELS_OPTION, PATH, GivenPath

if TYPE_CHECKING:
    from rich.console import Console

    from vision.photoreading import PhotoReading


@click.command()
@click.argument("photos", nargs=-1, required=True, type=GivenPath(path_type=Path, readable=False), metavar="PHOTO…")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, one line a photo.")
@click.option("-o", "--out", type=PATH, metavar="DIR", help="Also write annotated photos there.")
@DECK_OPTION
@MODELS_OPTION
@click.option("--torch", is_flag=True, help="Find corners with torch and ultralytics (the extra named train).")
@click.pass_context
def read(
    ctx: click.Context,
    photos: tuple[Path, ...],
    *,
    as_json: bool,
    out: Path | None,
    deck_names: tuple[str, ...],
    models: Path | None,
    torch: bool,
) -> None:
    """Read the cards of photos; a folder stands for the photos in it."""
    from handfoot.annotate import annotate_reading
    from handfoot.commands.latereader import LateReader
    from handfoot.commands.terminal import make_console, with_progress
    from handfoot.errors import OutputError
    from handfoot.output import drawn_path, make_output_folder, refuse_among_photos, write_photo
    from handfoot.taughtdecks import decks_named
    from vision.errors import PhotoError
    from vision.photoreading import reading_to_json
    from vision.photos.frames import load_photo

    if deck_names and torch:
        raise click.UsageError(
            "--deck and --torch do not go together: decks are read by the nets they were taught with"
        )
    reader = LateReader(models, torch=torch, decks=decks_named(deck_names))
    paths, code = _photo_files(photos)
    if out is not None:
        refuse_among_photos(out, {path.parent for path in paths})
        make_output_folder(out)
    console = make_console()
    written: set[Path] = set()
    for path in with_progress(paths, "reading"):
        try:
            frame = load_photo(path)
        except PhotoError as error:
            complain(str(error))
            code = ExitCode.UNUSABLE
            continue
        reading = reader.read(frame)
        if reading.doubts:
            code = max(code, ExitCode.DOUBT)
        if out is not None:
            doubts = [(doubt.about, doubt.say) for doubt in reading.doubts]
            drawn = annotate_reading(frame.image, reading, doubts=doubts)
            try:
                write_photo(drawn_path(out, path, "read", written), drawn)
            except OutputError as error:
                complain(f"{error}; it is read, but not drawn")
                code = ExitCode.UNUSABLE
        with though_nobody_listens(end=out is None and path is not paths[-1]):
            if as_json:
                click.echo(json.dumps(reading_to_json(reading), ensure_ascii=False))
            else:
                print_reading(reading, console)
    ctx.exit(code)


def print_reading(reading: "PhotoReading", console: "Console", *, doubts: bool = True) -> None:
    """Print what a photo shows: how many of each face and, with ``doubts``, what is in doubt or too faint to count."""
    from scorer.faces import FACES
    from scorer.words import counted, one
    from vision.doubting.chances import may_turn_out

    counts = Counter(card.face for card in reading.cards)
    faces = "  ".join(f"{face}×{counts[face]}" for face in FACES if counts[face])
    backs = f"  face down×{counts[None]}" if counts[None] else ""
    console.print(f"{plain_text(reading.photo)}: {counted(len(reading.cards), 'card')} in {reading.ms:.0f} ms")
    if faces or backs:
        console.print(f"  {faces}{backs}")
    if not doubts:
        return
    told: dict[tuple[int, ...], list[str]] = {}
    for doubt in reading.doubts:
        told.setdefault(doubt.about, []).append(doubt.say)
    for about, says in told.items():
        cards = f"card {', '.join(str(number) for number in about)}: " if about else ""
        console.print(f"  ? {cards}{'; '.join(says)}", style="magenta")
    for number, card in enumerate(reading.maybe, start=1):
        may_be = " or ".join(map(one, may_turn_out(card)))
        console.print(f"  ? ?{number}: too faint to count; it may be {may_be}", style="magenta")


def _photo_files(arguments: Sequence[Path]) -> tuple[list[Path], ExitCode]:
    """Return the photos the arguments name; a folder without one is told on standard error."""
    from vision.errors import PhotoError
    from vision.photos.frames import photos_in

    paths: list[Path] = []
    code = ExitCode.CLEAR
    for argument in arguments:
        try:
            if not argument.is_dir():
                paths.append(argument)
                continue
            found = photos_in(argument)
            if not found:
                raise PhotoError(f"{argument}: no photo in this folder")
            paths.extend(found)
        except (PhotoError, OSError) as error:
            complain(str(error) if isinstance(error, PhotoError) else f"{argument}: {error.strerror}")
            code = ExitCode.UNUSABLE
    return paths, code
