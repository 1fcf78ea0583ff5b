"""``handfoot watch``: a webcam or a video read live, and what has settled, with its score."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.commands.frontdoor import ExitCode, complain
from handfoot.commands.options import (
    DECK_OPTION,
    DECKS_OPTION,
    MODELS_OPTION,
    PATH,
    ROUND_OPTION,
    SET_OPTION,
    WholeNumber,
    given,
)

if TYPE_CHECKING:
    from handfoot.commands.watchprint import Teller
    from handfoot.live.sinks import Sink
    from scorer.record import Setting
    from vision.live.feed import Feed
    from vision.live.watching import Watcher


@click.command()
@click.option(
    "--camera",
    default="0",
    show_default=True,
    callback=given,
    metavar="N|FILE",
    help="A webcam by its number, or a video.",
)
@click.option(
    "--shows",
    type=click.Choice(["played", "fanned", "left"]),
    default="played",
    show_default=True,
    help="What it shows.",
)
@click.option("--rules", metavar="ID|FILE", help="Also score the side before the camera by this rule set.")
@ROUND_OPTION
@DECKS_OPTION
@SET_OPTION
@click.option("--once", is_flag=True, help="End with the first reading that settles.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, one line for what has settled.")
@click.option(
    "--see",
    type=click.Choice(["auto", "window", "page", "nothing"]),
    default="auto",
    show_default=True,
    help="Where the picture is seen: by default in a window where OpenCV has any, else, on a terminal, on a page.",
)
@click.option(
    "--port", type=WholeNumber(0, 65535), default=8643, show_default=True, metavar="N", help="The page's port."
)
@click.option(
    "-o",
    "--out",
    type=PATH,
    metavar="VIDEO|DIR",
    help="Also write the drawn pictures to a video, or those that settled to a folder.",
)
@DECK_OPTION
@MODELS_OPTION
@click.pass_context
def watch(
    ctx: click.Context,
    *,
    camera: str,
    shows: str,
    rules: str | None,
    round_: int | None,
    decks: int | None,
    settings: "dict[str, Setting]",
    once: bool,
    as_json: bool,
    see: str,
    port: int,
    out: Path | None,
    deck_names: tuple[str, ...],
    models: Path | None,
) -> None:
    """Watch the cards before a webcam, or in a video, and tell what lies there once it has settled.

    A reading settles when several looks in a row read the same cards; it is then printed, what is in doubt with it, and
    with --rules and --round its score. When the cards change, it settles anew.
    """
    from handfoot.commands.latereader import reader_for
    from handfoot.commands.terminal import make_console
    from handfoot.commands.watchprint import Teller
    from handfoot.live.scoring import nothing_seen, score_settled
    from handfoot.pipeline import Said
    from handfoot.taughtdecks import decks_named
    from scorer.rulebook.rules import rules_named
    from scorer.words import counted
    from vision.laying.piles import PhotoRole
    from vision.live.feed import Feed
    from vision.live.watching import Watcher

    if (rules is None) != (round_ is None):
        raise click.UsageError("--rules and --round go together", ctx)
    if rules is None and (decks is not None or settings):
        raise click.UsageError("--decks and --set say how to score, which takes --rules and --round", ctx)
    said = None if rules is None else Said(rules_named(rules), round_, decks, settings, deck_profiles=deck_names)
    known = decks_named(deck_names)
    with closed_whole() as closing:
        feed = Feed(camera)
        closing.callback(feed.close)
        reader = reader_for(models, known)
        if said is not None:
            # What is wrong with the round or the settings is told before the first picture.
            score_settled(nothing_seen(), PhotoRole(shows), said, reader)
        teller = Teller(PhotoRole(shows), said, reader, make_console(), as_json)
        sinks = _sinks(feed, see, port, out, teller)
        for sink in sinks:
            closing.callback(sink.close)
        # A video waits for its reader; a webcam does not.
        watcher = Watcher(reader, background=feed.is_camera)
        closing.callback(watcher.close)
        _watch(feed, sinks, teller, watcher, once=once)
    teller.end()
    if feed.lost:
        complain(f"{feed.name}: {counted(feed.lost, 'picture')} in this video cannot be read")
    ctx.exit(ExitCode.UNUSABLE if feed.lost else teller.code)


@contextmanager
def closed_whole() -> Iterator[ExitStack]:
    """Give what closes all that is entered there at the end, and passes over a second Ctrl-C meanwhile.

    The look that goes on is waited for, as a process that ends within it dies; a video is written to its end.
    """
    closing = ExitStack()
    try:
        yield closing
    finally:
        in_main = threading.current_thread() is threading.main_thread()
        usual = signal.signal(signal.SIGINT, signal.SIG_IGN) if in_main else None
        try:
            closing.close()
        finally:
            if in_main:
                signal.signal(signal.SIGINT, usual)


def _watch(feed: "Feed", sinks: "list[Sink]", teller: "Teller", watcher: "Watcher", *, once: bool) -> None:
    """Show each picture and tell what settles, until the feed ends or somebody has had enough."""
    from handfoot.live.drawing import draw_live

    for picture in feed:
        seen = watcher.watch(picture)
        teller.tell(seen)
        says = teller.line(seen)
        drawn = draw_live(picture.image, seen.cards, says, unsure=seen.unsure) if sinks else picture.image
        enough = [sink for sink in sinks if not sink.show(drawn)]
        if seen.settled is not None:
            for sink in sinks:
                sink.settled(drawn)
        if enough or (once and seen.settled is not None):
            break


def _sinks(feed: "Feed", see: str, port: int, out: Path | None, teller: "Teller") -> "list[Sink]":
    """Return where the drawn pictures go."""
    from handfoot.errors import OutputError
    from handfoot.live.page import Page
    from handfoot.live.sinks import Window, file_sink, has_windows, refuse_over

    if out is not None and not feed.is_camera:
        refuse_over(out, Path(feed.name))
    if see == "window" and not has_windows():
        raise OutputError("this OpenCV has no windows; --see page shows the picture in a browser")
    if see == "auto":
        see = "nothing" if not sys.stdout.isatty() else "window" if has_windows() else "page"
    sinks: list[Sink] = [] if out is None else [file_sink(out, feed.rate)]
    if see == "window":
        sinks.append(Window())
    if see == "page":
        page = Page(port)
        teller.say = page.say
        click.echo(f"The picture is at {page.address} (Ctrl+C ends it)", err=True)
        sinks.append(page)
    return sinks
