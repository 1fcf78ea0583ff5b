"""``handfoot``: the commands by name; each lives in a module of its own and is imported when it is called."""

import click

from handfoot.commands.frontdoor import FrontDoor

HOMES = {
    "serve": "handfoot.commands.serve:serve",
    "score": "handfoot.commands.score:score",
    "read": "handfoot.commands.read:read",
    "watch": "handfoot.commands.watch:watch",
    "tally": "handfoot.commands.tally:tally",
    "rules": "handfoot.commands.rules:rules",
    "game": "handfoot.commands.game:game",
    "tournament": "handfoot.commands.tournament:tournament",
    "teach": "handfoot.commands.teach:teach",
    "decks": "handfoot.commands.decks:decks",
    "mat": "handfoot.commands.mat:mat",
    "evaluate": "handfoot.commands.evaluate:evaluate",
}


def _print_version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if not asked or ctx.resilient_parsing:
        return
    from importlib import metadata

    try:
        version = metadata.version("handfoot")
    except metadata.PackageNotFoundError:
        version = "from a checkout that is not installed"
    click.echo(f"handfoot {version}")
    ctx.exit()


@click.group(
    cls=FrontDoor,
    homes=HOMES,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Games, photos and decks lie in your data folder, or in the one that the variable HANDFOOT_DATA names.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
def main() -> None:
    """Keep score at a Hand & Foot table from photos of it.

    Begin with `handfoot serve --lan`: it shows what the phones around the table open.
    """
