"""``handfoot decks``: the decks that were taught, as files to show, hand on, rename and remove."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.commands.frontdoor import CommandGroup, ExitCode, complain
from handfoot.commands.options import DATABASE_OPTION, PATH, WholeNumber, face_to_learn
from handfoot.errors import StoreError

if TYPE_CHECKING:
    from scorer.faces import Face
    from vision.decks.profile import DeckProfile
    from vision.decks.shelf import DeckShelf

_TOPS = {
    None: "as the rules have it",
    "red_clean": "red is clean",
    "red_dirty": "red is dirty",
    "nothing": "its colour says nothing, so the kind of the book is asked for",
}


def _taught_face(ctx: click.Context, param: click.Parameter, value: str) -> "Face | None":
    """Parse a face that can be taught, None for the back, however a record may write it."""
    from scorer.errors import UnknownFaceError

    try:
        return face_to_learn(value)
    except UnknownFaceError as error:
        raise click.BadParameter(str(error), ctx, param) from None


_PICTURE_OPTION = click.option(
    "--picture", type=WholeNumber(1), default=1, metavar="N", help="The N-th picture of that face."
)


@click.group(cls=CommandGroup)
def decks() -> None:
    """The decks that were taught, and those that ship.

    They lie in the data folder; the variable HANDFOOT_DECKS names another.
    """


@decks.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print the decks as JSON, as /api/decks has it.")
@click.pass_context
def list_decks(ctx: click.Context, *, as_json: bool) -> None:
    """Name the decks, with what is taught of each; one that cannot be opened is told, and the others are named."""
    from vision.errors import VisionError

    shelf, found = _shelf(), list["DeckProfile"]()
    code = ExitCode.CLEAR
    for name in shelf.names():
        try:
            profile = shelf.open(name)
        except VisionError as error:
            complain(str(error))
            code = ExitCode.UNUSABLE
            continue
        if as_json:
            found.append(profile)
        else:
            click.echo(f"{name}: {_taught(profile)}")
    if as_json:
        from handfoot.web.api.deck_shapes import deck_info

        click.echo(json.dumps([deck_info(one).model_dump() for one in found], ensure_ascii=False, indent=1))
    ctx.exit(code)


@decks.command()
@click.argument("name")
@click.option("-o", "--out", type=PATH, metavar="DIR", help="Also write the taught pictures there.")
def show(name: str, out: Path | None) -> None:
    """Say what is known of a deck: its faces, what it holds, where it prints its indices."""
    profile = _shelf().open(name)
    click.echo(f"{profile.name}: {_taught(profile)}")
    held = ", ".join(f"{number} x {face}" for face, number in profile.composition.items() if number)
    click.echo(f"holds: {held or 'nobody said'}{' (assumed, as its maker does not say)' if profile.assumed else ''}")
    places = ("top left", "top right", "bottom right", "bottom left")
    click.echo(f"indices: {', '.join(places[place] for place in sorted(profile.index_places))}")
    click.echo(f"ink tells red from black: {'yes' if profile.ink_tells else 'no'}")
    click.echo(f"top of a squared book: {_TOPS[profile.top_colours]}")
    if profile.nets is not None:
        click.echo("nets: a finder and a reader tuned to it read it where no other tuned deck is on the table")
    if out is not None:
        _write_pictures(profile, out)


@decks.command()
@click.argument("name")
@click.argument("colours", type=click.Choice(["red_clean", "red_dirty", "nothing", "rules"]))
def tops(name: str, colours: str) -> None:
    """Say what the colour of the card on top of a squared book tells, where a deck of yours lies on the table.

    With nothing, the kind of such a book is asked for; with rules, the rules and the house's settings say.
    """
    import dataclasses

    from vision.decks.profile import DeckTopColours

    shelf = _shelf()
    shelf.file(name)
    profile = dataclasses.replace(shelf.open(name), top_colours=None if colours == "rules" else DeckTopColours(colours))
    shelf.keep(profile, replace=True)
    click.echo(f"{profile.name}: top of a squared book: {_TOPS[profile.top_colours]}")


@decks.command()
@click.argument("name")
@click.argument("face", metavar="FACE", callback=_taught_face)
@_PICTURE_OPTION
def forget(name: str, face: "Face | None", picture: int) -> None:
    """Take a taught picture out of a deck, by its face: 4 to 10, J, Q, K, A, R3, B3, W20, W50, or BACK.

    Of several pictures of one face `show --out` names the second one FACE-2, and so on.
    """
    from vision.decks.teaching import default_teacher

    shelf = _shelf()
    profile, number = _taught_picture(shelf, name, face, picture)
    left = default_teacher().forget_card(profile, number)
    shelf.keep(left, replace=True)
    click.echo(f"{left.name}: {_taught(left)}")


@decks.command()
@click.argument("name")
@click.argument("face", metavar="FACE", callback=_taught_face)
@click.argument("now", metavar="NOW", callback=_taught_face)
@_PICTURE_OPTION
def correct(name: str, face: "Face | None", now: "Face | None", picture: int) -> None:
    """Say that a picture that was taught as one face is another: NOW is what it is.

    Of several pictures of one face `show --out` names the second one FACE-2, and so on.
    """
    from vision.decks.teaching import default_teacher

    shelf = _shelf()
    profile, number = _taught_picture(shelf, name, face, picture)
    corrected = default_teacher().correct_card(profile, number, now)
    shelf.keep(corrected, replace=True)
    click.echo(f"{corrected.name}: {_taught(corrected)}")


@decks.command()
@click.argument("name")
@click.argument("file", type=PATH, required=False)
@click.option("-o", "--out", type=PATH, metavar="FILE", help="FILE, said as other commands have it.")
def export(name: str, file: Path | None, out: Path | None) -> None:
    """Write a deck's file, to use on another machine."""
    from handfoot.output import write_bytes
    from vision.decks.deckfile import SUFFIX, pack

    if file is not None and out is not None:
        raise click.UsageError("the file is named twice")
    profile = _shelf().open(name)
    path = file or out or Path(f"{profile.name}{SUFFIX}")
    write_bytes(path, pack(profile))
    click.echo(f"{path}: {_taught(profile)}")
    if profile.nets is not None:
        click.echo("the nets tuned to it are left out; `handfoot teach NAME --train` tunes some elsewhere")


@decks.command("import")
@click.argument("file", type=PATH)
@click.option("--name", metavar="NAME", help="Keep it under another name.")
@click.option("--replace", is_flag=True, help="In place of a deck of this name.")
def import_deck(file: Path, name: str | None, replace: bool) -> None:
    """Take in a deck's file from another machine."""
    from vision.decks.shelf import read_deck
    from vision.errors import DeckError

    shelf = _shelf()
    deck = read_deck(file)
    wanted = name or deck.name
    if not replace and shelf.has(wanted):
        raise DeckError(
            f"there is a deck {shelf.called(wanted)!r} already; --name keeps this one under another name, --replace "
            "puts it in its place"
        )
    profile = shelf.take_over(deck, name=name, replace=replace)
    click.echo(f"{profile.name}: {_taught(profile)}")


@decks.command()
@click.argument("name")
@click.argument("new")
@DATABASE_OPTION
def rename(name: str, new: str, database: str | None) -> None:
    """Give a deck another name; games that are played with it follow."""
    from handfoot.commands.gamedoor import opened
    from handfoot.store.gamedecks import GameDecks
    from handfoot.store.opening import is_made
    from handfoot.taughtdecks import rename_deck

    shelf = _shelf()
    if is_made(database):
        with opened(database) as store:
            renamed = rename_deck(shelf, GameDecks(store), name, new)
    elif database is not None:
        raise StoreError(f"{database}: no database; nothing was renamed")
    else:
        renamed = shelf.rename(name, new)
    click.echo(f"{renamed.name}: was {name}")


@decks.command()
@click.argument("name")
@DATABASE_OPTION
def remove(name: str, database: str | None) -> None:
    """Remove a deck for good, with the nets tuned to it; export it first to keep it.

    Games that are played with it are named: their photos are read without it from then on.
    """
    from handfoot.commands.gamedoor import opened
    from handfoot.store.gamedecks import GameDecks
    from handfoot.store.opening import is_made

    shelf = _shelf()
    name = shelf.called(name)
    shelf.remove(name)
    click.echo(f"{name}: removed")
    if is_made(database):
        with opened(database) as store:
            games = GameDecks(store).unfinished_with(name)
        for game in games:
            complain(f"{game.name} (game {game.id}) is played with {name}: its photos are read without it now")


def _shelf() -> "DeckShelf":
    from handfoot.taughtdecks import decks_folder
    from vision.decks.shelf import DeckShelf

    return DeckShelf(decks_folder())


def _taught_picture(shelf: "DeckShelf", name: str, face: "Face | None", picture: int) -> "tuple[DeckProfile, int]":
    """Return a deck of one's own and the number of its N-th picture of a face. Raises DeckError if there is none."""
    from vision.errors import DeckError
    from vision.seen import BACK

    shelf.file(name)
    profile = shelf.open(name)
    numbers = [number for number, card in enumerate(profile.cards) if card.face == face]
    if picture > len(numbers):
        raise DeckError(f"{profile.name}: no picture {picture} of {face or BACK}; taught: {len(numbers)}")
    return profile, numbers[picture - 1]


def _taught(profile: "DeckProfile") -> str:
    from scorer.words import counted

    if not profile.cards:
        return "no card taught, read by the nets as they are"
    back = "a back" if profile.has_back else "no back"
    missing = f"; not taught: {', '.join(profile.missing)}" if profile.missing else ""
    return f"{counted(len(profile.cards), 'card')} of {counted(len(profile.faces), 'face')}, {back}{missing}"


def _write_pictures(profile: "DeckProfile", out: Path) -> None:
    from handfoot.output import free_path, make_output_folder, refuse_among_photos, write_photo
    from scorer.words import counted
    from vision.seen import BACK

    refuse_among_photos(out, ())
    make_output_folder(out)
    written: set[Path] = set()
    for card in profile.cards:
        write_photo(free_path(out / f"{card.face or BACK}.jpg", written), card.picture)
    click.echo(f"{out}: {counted(len(profile.cards), 'picture')}")
