"""``handfoot serve``: the table's page, for this machine or for the phones around the table."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.commands.options import MODELS_OPTION, PATH, GivenPath, WholeNumber, given
from handfoot.listening import DEFAULT_PORT, listening_on
from scorer.strict import shown

if TYPE_CHECKING:
    from handfoot.web.config import ServeConfig

_LONGEST_HOST = 253
"""Characters that a name of a host has at most (RFC 1035)."""

_HOST = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")
"""A host's name; an international one in its xn-- form, as browsers send it."""


def _names(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> frozenset[str]:
    names = frozenset(value.strip().lower().rstrip(".") for value in values)
    wrong = next((name for name in sorted(names) if len(name) > _LONGEST_HOST or not _HOST.fullmatch(name)), None)
    if wrong is not None:
        raise click.BadParameter(f"{shown(wrong)} is no name of a host: no http://, port or path", ctx, param)
    return names


@click.command()
@click.option(
    "--port",
    type=WholeNumber(1, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    metavar="N",
    help="The port to listen on.",
)
@click.option("--lan", is_flag=True, help="Let the phones of the local network in, too.")
@click.option(
    "--db",
    callback=given,
    metavar="URL",
    help="The database of the games; else HANDFOOT_DB, else a file in the data folder.",
)
@click.option(
    "--data",
    type=GivenPath(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The data folder, in place of HANDFOOT_DATA or your own; games lie there, too, where nothing else says where.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    callback=_names,
    metavar="HOST",
    help="A name that the router or a proxy gives this machine, such as scores.lan; say it for each.",
)
@click.option(
    "--rules",
    "rule_files",
    multiple=True,
    type=PATH,
    metavar="FILE",
    help="A house's own rule file: new games and tournaments can choose it; say it for each.",
)
@click.option("--new-pin", is_flag=True, help="Make a new PIN; everyone who gave the old one has to give it.")
@MODELS_OPTION
def serve(
    *,
    port: int,
    lan: bool,
    db: str | None,
    data: Path | None,
    names: frozenset[str],
    rule_files: tuple[Path, ...],
    new_pin: bool,
    models: Path | None,
) -> None:
    """Serve the table's page: photos in, an agreed score out."""
    folder, address = _places(data, db)
    # What is imported now takes seconds, on an old machine many.
    click.echo("Starting ...")
    from handfoot.web.app import create_app
    from handfoot.web.config import ServeConfig
    from handfoot.web.entry.keys import keep_keys
    from handfoot.web.oneserver import the_one_server
    from handfoot.web.rulesets import house_rules
    from handfoot.web.server import PageServer

    rules = house_rules(rule_files)
    config = ServeConfig(folder, address, lan=lan, port=port, models=models, names=names, rules=rules)
    with the_one_server(config.photos), listening_on(config.host, config.port) as listening:
        keys = keep_keys(folder, new_pin=new_pin)
        app = create_app(config)
        _tell(config, keys.pin)
        PageServer(app).run(sockets=[listening])


def _places(data: Path | None, db: str | None) -> tuple[Path, str]:
    """Return the data folder and the address of the database."""
    from handfoot.datafolder import data_folder
    from handfoot.store.address import default_address

    folder = data or data_folder()
    return folder, db or default_address(folder)


def _tell(config: "ServeConfig", pin: str) -> None:
    from handfoot.store import address
    from handfoot.web.addresses import home_address, network_address, terminal_code, with_pin

    home, network = home_address(config), network_address(config)
    click.echo(f"On this machine:  {with_pin(home, pin)}")
    if network is not None:
        click.echo(f"On the network:   {network}")
        click.echo(terminal_code(with_pin(network, pin)))
    elif config.lan:
        click.echo("On the network:   this machine has no network address now")
    else:
        click.echo("Phones cannot reach it; start it with --lan to let them in.")
    click.echo(f"The table's PIN:  {pin}   (needed to change anything; reading is open)")
    click.echo(f"Kept in:          {config.data}")
    if config.db != str(config.data / "handfoot.db"):
        click.echo(f"Games in:         {address.shown(address.parse_address(config.db))}")
    click.echo("Ctrl+C ends it.")
