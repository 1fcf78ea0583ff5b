"""``handfoot teach``: a deck learnt from photos of its faces, and nets tuned to it."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from handfoot.commands.frontdoor import ExitCode, complain
from handfoot.commands.options import MODELS_OPTION, PATH, face_to_learn
from scorer.strict import shown

if TYPE_CHECKING:
    from vision.decks.lessoncards import LessonCard
    from vision.decks.profile import DeckProfile
    from vision.decks.shelf import DeckShelf
    from vision.decks.teaching import Answer, Lesson
    from vision.photos.frames import Frame

_MOST_DIGITS = 6
"""No lesson has cards of longer numbers."""

_NONE = "-"
"""What is said of a card that is none, or not to be learnt."""


@dataclass(frozen=True)
class _Answers:
    """What was said of a lesson's cards, by their numbers. unsaid: those that are unsure and of which nobody spoke."""

    faces: "Mapping[int, Answer]"
    skipped: Sequence[int]
    unsaid: Sequence[int]


def _said(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[int, str]:
    """Parse NUMBER=FACE, each number once."""
    said: dict[int, str] = {}
    for value in values:
        written, equals, face = value.partition("=")
        number = _number(written)
        if not equals or number is None:
            raise click.BadParameter(f"{shown(value)} is not NUMBER=FACE", ctx, param)
        if number in said:
            raise click.BadParameter(f"card {number} is named twice", ctx, param)
        said[number] = face.strip()
    return said


def _number(written: str) -> int | None:
    """Return the number of a card; None where it is none, or has more digits than any card's can."""
    written = written.strip()
    return int(written) if written.isdecimal() and len(written) <= _MOST_DIGITS else None


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
        begin = partial(_begin, shelf, name, like, add=add)
        taught = _teach(begin, photos, said=said, faces=faces, add=add, out=out, models=models)
        if taught is None:
            ctx.exit(ExitCode.DOUBT)
        shelf.keep(taught, replace=add)
        _print_taught(name, taught)
        code = ExitCode.DOUBT if taught.missing else ExitCode.CLEAR
    if train and not _train(shelf, name, minutes):
        ctx.exit(ExitCode.STOPPED)
    ctx.exit(code)


def _teach(
    begin: "Callable[[], DeckProfile]",
    photos: tuple[Path, ...],
    *,
    said: dict[int, str],
    faces: Path | None,
    add: bool,
    out: Path | None,
    models: Path | None,
) -> "DeckProfile | None":
    """Return a deck as photos teach it; None where a card is in question and nobody is there to ask.

    begin: gives the profile to learn into, as it is then.
    """
    from handfoot.errors import DeckTeachingError
    from handfoot.output import refuse_among_photos
    from vision.decks.teaching import default_teacher
    from vision.photos.frames import load_photo

    profile = begin()
    said = {**_from_file(faces), **said}
    _check_faces(said)
    frames = _each_once([load_photo(path) for path in photos])
    teacher = default_teacher(models)
    if out is not None:
        refuse_among_photos(out, (path.parent for path in photos))
    lesson = teacher.look(frames, profile if add else None)
    if not lesson.cards:
        raise DeckTeachingError(f"{', '.join(str(path) for path in photos)}: no card found; lay them apart, go closer")
    pictures = _write_pictures(lesson, out) if out is not None or _asks(lesson, said) else {}
    answers = _answered(lesson, said, pictures)
    _print_lesson(lesson, answers, pictures)
    if answers.unsaid:
        wanted = " ".join(f"--say {number}=FACE" for number in answers.unsaid)
        click.echo(f"say which they are: {wanted}, or --faces FILE; nothing was learnt")
        return None
    # Begun once more: while somebody was asked, the deck may have been taught more elsewhere.
    return teacher.teach(begin(), lesson, answers.faces, answers.skipped)


def _each_once(photos: "Sequence[Frame]") -> "list[Frame]":
    """Return photos without those that show a picture once more, which are told."""
    import hashlib

    first: dict[str, Frame] = {}
    for photo in photos:
        known = first.setdefault(hashlib.sha256(photo.image.tobytes()).hexdigest(), photo)
        if known is not photo:
            click.echo(f"{photo.name}: the same picture as {known.name}; it is looked at once")
    return list(first.values())


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


def _begin(shelf: "DeckShelf", name: str, like: str | None, *, add: bool) -> "DeckProfile":
    """Return the profile to learn into, before any photo is read."""
    from dataclasses import replace

    from handfoot.errors import DeckTeachingError
    from vision.decks.profile import DeckProfile

    is_there = shelf.has(name)
    if is_there:
        # One that ships learns nothing more.
        shelf.file(name)
    if is_there and not add:
        raise DeckTeachingError(f"there is a deck {name!r} already; --add teaches it more, `decks remove` removes it")
    profile = shelf.open(name) if add else DeckProfile(name)
    if like is None:
        return profile
    model = shelf.open(like)
    if add:
        return replace(profile, composition=model.composition, assumed=model.assumed)
    return replace(model, name=name, cards=(), prototypes=None, nets=None)


def _from_file(path: Path | None) -> dict[int, str]:
    """Return the answers in a file."""
    from handfoot.errors import DeckTeachingError
    from handfoot.tomlfiles import read_toml

    if path is None:
        return {}
    try:
        raw = read_toml(path)
    except OSError as error:
        raise DeckTeachingError(f"{path}: cannot be read ({error.strerror or error})") from None
    except ValueError as error:
        raise DeckTeachingError(f"{path}: {error}") from None
    said: dict[int, str] = {}
    for key, value in raw.items():
        number = _number(key)
        is_face = isinstance(value, str) or (type(value) is int and 0 <= value < 100)
        if number is None or not is_face:
            raise DeckTeachingError(f'{path}: {shown(key)} = {shown(value)} is not NUMBER = "FACE"')
        said[number] = str(value)
    return said


def _check_faces(said: Mapping[int, str]) -> None:
    """Raise DeckTeachingError naming the first card that is said to be what no card is."""
    from handfoot.errors import DeckTeachingError
    from scorer.errors import UnknownFaceError

    for number, word in said.items():
        try:
            if word != _NONE:
                face_to_learn(word)
        except UnknownFaceError as error:
            raise DeckTeachingError(f"card {number}: {error}") from None


def _asks(lesson: "Lesson", said: Mapping[int, str]) -> bool:
    return any(card.number not in said for card in lesson.asked)


def _answered(lesson: "Lesson", said: Mapping[int, str], pictures: Mapping[int, Path]) -> _Answers:
    """Return what was said of the cards, and what is said of those that are asked about now."""
    from handfoot.errors import DeckTeachingError

    numbers = {card.number for card in lesson.cards}
    strange = next((number for number in said if number not in numbers), None)
    if strange is not None:
        raise DeckTeachingError(f"no card {strange} was found; they are numbered from 0 to {len(numbers) - 1}")
    answers: dict[int, Answer] = {}
    skipped, unsaid = list[int](), list[int]()
    for card in lesson.cards:
        word = said.get(card.number)
        if word is None and card.ask and sys.stdin.isatty():
            word = _prompted(card, pictures)
        if word == _NONE:
            skipped.append(card.number)
        elif word is not None:
            answers[card.number] = face_to_learn(word)
        elif card.ask:
            unsaid.append(card.number)
    return _Answers(answers, skipped, unsaid)


def _prompted(card: "LessonCard", pictures: Mapping[int, Path]) -> str:
    """Ask on the terminal which card this is, until the answer is a face, BACK or -."""
    from scorer.errors import ScorerError
    from vision.seen import BACK

    def checked(word: str) -> str:
        if word.strip() == _NONE:
            return _NONE
        try:
            face_to_learn(word)
        except ScorerError as error:
            raise click.BadParameter(str(error)) from None
        return word

    where = f", shown in {pictures[card.number]}" if card.number in pictures else ""
    asked = f"card {card.number} of {card.photo}{where}: which face? ({_NONE} for none)"
    try:
        return str(click.prompt(asked, default=str(card.guess or BACK), value_proc=checked))
    except click.Abort:
        # What is told next begins a line of its own.
        click.echo(err=True)
        raise


def _print_lesson(lesson: "Lesson", said: _Answers, pictures: Mapping[int, Path]) -> None:
    from scorer.words import listed
    from vision.decks.lessoncards import SURE
    from vision.seen import BACK

    for card in lesson.cards:
        is_skipped = card.number in said.skipped
        face = "not learnt" if is_skipped else str(said.faces.get(card.number, card.guess) or BACK)
        how = "one of several that look so" if card.ask and card.sure >= SURE else f"{card.sure:.0%} sure"
        if card.number in said.faces or is_skipped:
            how = "as said"
        mark = f"  ? which is it? {pictures.get(card.number, '')}" if card.number in said.unsaid else ""
        dim = "  not sharp" if card.blurred and not is_skipped else ""
        click.echo(f"{card.number:3}  {card.photo}  {face}  {how}{dim}{mark}")
    for photo in dict.fromkeys(card.photo for card in lesson.cards if card.mirrored):
        click.echo(f"{photo} looks like a mirror image, in which cards look like others; photograph it anew")
    blurred = [card.number for card in lesson.cards if card.blurred and card.number not in said.skipped]
    if blurred:
        click.echo(
            f"not sharp: {listed(blurred)}. Better photograph them again, in more light or from nearer, and leave "
            f"these out: {' '.join(f'--say {number}={_NONE}' for number in blurred)}"
        )


def _write_pictures(lesson: "Lesson", out: Path | None) -> dict[int, Path]:
    """Write a picture of each card found and return their files."""
    import tempfile

    from handfoot.output import make_output_folder, write_photo

    folder = out or Path(tempfile.mkdtemp(prefix="handfoot-teach-"))
    make_output_folder(folder)
    paths = {card.number: folder / f"card-{card.number:02}.jpg" for card in lesson.cards}
    for card in lesson.cards:
        write_photo(paths[card.number], card.picture)
    return paths
