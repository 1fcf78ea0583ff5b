"""``handfoot teach``: a deck learnt from photos of its faces, and nets tuned to it."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from handfoot.commands.frontdoor import ExitCode, complain
from handfoot.commands.options import MODELS_OPTION, PATH, card_number
from scorer.strict import shown

if TYPE_CHECKING:
    from vision.decks.profile import DeckProfile
    from vision.decks.shelf import DeckShelf


def _said(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[int, str]:
    """Parse NUMBER=FACE, each number once."""
    said: dict[int, str] = {}
    for value in values:
        written, equals, face = value.partition("=")
        number = card_number(written)
        if not equals or number is None:
            raise click.BadParameter(f"{shown(value)} is not NUMBER=FACE", ctx, param)
        if number in said:
            raise click.BadParameter(f"card {number} is named twice", ctx, param)
        said[number] = face.strip()
    return said


@click.command()
@click.argument("name")
@click.argument("photos", nargs=-1, type=PATH, metavar="[PHOTO]…")
@click.option(
    "--say",
    "said",
    multiple=True,
    callback=_said,
    metavar="NUMBER=FACE",
    help="Which card NUMBER is; - for none; say it for each.",
)
@click.option("--faces", type=PATH, metavar="FILE", help='A TOML file that says it: 3 = "W20" a line.')
@click.option("--like", metavar="DECK", help="What no photo shows is as in this deck: how many of each face.")
@click.option("--add", is_flag=True, help="Teach it beside what was taught of this deck already.")
@click.option("-o", "--out", type=PATH, metavar="DIR", help="Where pictures of the cards found go.")
@click.option("--train", is_flag=True, help="Also tune the nets to the deck; without photos, to one that is taught.")
@click.option(
    "--minutes",
    type=float,
    default=25,
    show_default=True,
    metavar="N",
    help="With --train: what training may take, about.",
)
@MODELS_OPTION
@click.pass_context
def teach(
    ctx: click.Context,
    name: str,
    photos: tuple[Path, ...],
    *,
    said: dict[int, str],
    faces: Path | None,
    like: str | None,
    add: bool,
    out: Path | None,
    train: bool,
    minutes: float,
    models: Path | None,
) -> None:
    """Learn the deck NAME from photos of its faces and back.

    Lay the cards apart, face up, each face at least once, in one photo or in several and in any order. Each card found
    is shown with a guess; those that are unsure are asked about. A face is one of 4 to 10, J, Q, K, A, R3, B3, W20 and
    W50, or BACK; - is no card, or one not to be learnt.

    --train renders photos of the deck from its taught pictures and goes on training both nets with them, which needs
    the extra named train. The result is kept for this deck alone, and only where it reads other such photos better.
    Stopped, it goes on with the same command.
    """
    from handfoot.commands.lesson import begin_deck, taught_by
    from handfoot.decktraining import check_can_train
    from handfoot.taughtdecks import decks_folder
    from vision.decks.shelf import DeckShelf

    if not photos and not train:
        raise click.UsageError("Missing argument 'PHOTO…'.", ctx)
    if not minutes > 0:
        raise click.UsageError(f"--minutes takes a number above 0, not {minutes:g}", ctx)
    if not train and ctx.get_parameter_source("minutes") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--minutes is how long --train may take, and nothing is to be trained", ctx)
    if train and models is not None:
        raise click.UsageError("--train tunes the nets that came with handfoot; --models names others", ctx)
    if train:
        check_can_train()
    shelf = DeckShelf(decks_folder())
    code = ExitCode.CLEAR
    if photos:
        begin = partial(begin_deck, shelf, name, like, add=add)
        taught = taught_by(begin, photos, said=said, faces=faces, add=add, out=out, models=models)
        if taught is None:
            ctx.exit(ExitCode.DOUBT)
        shelf.keep(taught, replace=add)
        _print_taught(name, taught)
        code = ExitCode.DOUBT if taught.missing else ExitCode.CLEAR
    if train and not _train(shelf, name, minutes):
        ctx.exit(ExitCode.STOPPED)
    ctx.exit(code)


def _print_taught(name: str, taught: "DeckProfile") -> None:
    from scorer.words import counted
    from vision.decks.fitting import read_untaught

    missing = f"; photograph these too, with --add: {', '.join(taught.missing)}" if taught.missing else ""
    click.echo(f"{name}: {counted(len(taught.cards), 'card')} of {counted(len(taught.faces), 'face')} learnt{missing}")
    known = len(read_untaught(taught))
    if known:
        click.echo(f"{counted(known, 'card')} of these {'is' if known == 1 else 'are'} read untaught, and left so")
    if taught.nets is not None:
        click.echo("the nets tuned to it stay as they are; --train tunes them to what is new")


def _train(shelf: "DeckShelf", name: str, minutes: float) -> bool:
    """Tune nets to a deck and say what came of it; False if somebody stopped it."""
    from handfoot.commands.terminal import stage_bars
    from handfoot.decktraining import train_nets

    try:
        with stage_bars() as tell:
            verdict = train_nets(shelf, name, minutes, tell)
    except KeyboardInterrupt:
        complain("stopped; the same command, without the photos, goes on from here")
        return False
    sets = (("it", verdict.deck), ("other decks", verdict.others))
    for (about, (before, after)), photos in zip(sets, verdict.photos, strict=True):
        click.echo(f"{photos} rendered photos of {about}, none trained on: {before} -> {after}")
    if not verdict.deck_is_better:
        click.echo(f"not kept: the tuned nets read {name} no better")
    elif not verdict.others_are_as_good:
        click.echo("not kept: the tuned nets read other decks worse")
    else:
        click.echo(f"kept: {name} is read with nets tuned to it from now on")
    if not verdict.whole:
        click.echo(f"the {minutes:g} minutes were over before all was trained; the same command goes on from here")
    return True
