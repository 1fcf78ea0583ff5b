"""A lesson of ``handfoot teach``: the cards that its photos show, what is said of them, and what is asked of others."""

import hashlib
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from handfoot.commands.options import NO_CARD, card_number, face_to_learn
from handfoot.errors import DeckTeachingError
from handfoot.output import make_output_folder, refuse_among_photos, write_photo
from handfoot.tomlfiles import read_toml
from scorer.errors import ScorerError, UnknownFaceError
from scorer.strict import shown
from scorer.words import listed
from vision.decks.lessoncards import SURE, LessonCard
from vision.decks.profile import DeckProfile
from vision.decks.shelf import DeckShelf
from vision.decks.teaching import Answer, Lesson, default_teacher
from vision.photos.frames import Frame, load_photo
from vision.seen import BACK


@dataclass(frozen=True)
class _Answers:
    """What was said of a lesson's cards, by their numbers. unsaid: those that are unsure and of which nobody spoke."""

    faces: Mapping[int, Answer]
    skipped: Sequence[int]
    unsaid: Sequence[int]


def taught_by(
    begin: Callable[[], DeckProfile],
    photos: tuple[Path, ...],
    *,
    said: dict[int, str],
    faces: Path | None,
    add: bool,
    out: Path | None,
    models: Path | None,
) -> DeckProfile | None:
    """Return a deck as photos teach it; None where a card is in question and nobody is there to ask.

    begin: gives the profile to learn into, as it is then. said, and the file ``faces``: what cards are, by number. out:
    where their pictures go.

    Raises:
        DeckTeachingError: if no card is found, or something is said of one that is none, or that no card is.
        PhotoError, DeckError, OutputError: if a photo, the deck or a folder cannot be used.
    """
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


def _each_once(photos: Sequence[Frame]) -> list[Frame]:
    """Return photos without those that show a picture once more, which are told."""
    first: dict[str, Frame] = {}
    for photo in photos:
        known = first.setdefault(hashlib.sha256(photo.image.tobytes()).hexdigest(), photo)
        if known is not photo:
            click.echo(f"{photo.name}: the same picture as {known.name}; it is looked at once")
    return list(first.values())


def begin_deck(shelf: DeckShelf, name: str, like: str | None, *, add: bool) -> DeckProfile:
    """Return the profile to learn into, before any photo is read. like: the deck that has what no photo shows.

    Raises:
        DeckTeachingError: if there is a deck of that name, and nothing is to be added.
        DeckError: if the deck ships, or there is none called so.
    """
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
        number = card_number(key)
        is_face = isinstance(value, str) or (type(value) is int and 0 <= value < 100)
        if number is None or not is_face:
            raise DeckTeachingError(f'{path}: {shown(key)} = {shown(value)} is not NUMBER = "FACE"')
        said[number] = str(value)
    return said


def _check_faces(said: Mapping[int, str]) -> None:
    """Raise DeckTeachingError naming the first card that is said to be what no card is."""
    for number, word in said.items():
        try:
            if word != NO_CARD:
                face_to_learn(word)
        except UnknownFaceError as error:
            raise DeckTeachingError(f"card {number}: {error}") from None


def _asks(lesson: Lesson, said: Mapping[int, str]) -> bool:
    return any(card.number not in said for card in lesson.asked)


def _answered(lesson: Lesson, said: Mapping[int, str], pictures: Mapping[int, Path]) -> _Answers:
    """Return what was said of the cards, and what is said of those that are asked about now."""
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
        if word == NO_CARD:
            skipped.append(card.number)
        elif word is not None:
            answers[card.number] = face_to_learn(word)
        elif card.ask:
            unsaid.append(card.number)
    return _Answers(answers, skipped, unsaid)


def _prompted(card: LessonCard, pictures: Mapping[int, Path]) -> str:
    """Ask on the terminal which card this is, until the answer is a face, BACK or -."""

    def checked(word: str) -> str:
        if word.strip() == NO_CARD:
            return NO_CARD
        try:
            face_to_learn(word)
        except ScorerError as error:
            raise click.BadParameter(str(error)) from None
        return word

    where = f", shown in {pictures[card.number]}" if card.number in pictures else ""
    asked = f"card {card.number} of {card.photo}{where}: which face? ({NO_CARD} for none)"
    try:
        return str(click.prompt(asked, default=str(card.guess or BACK), value_proc=checked))
    except click.Abort:
        # What is told next begins a line of its own.
        click.echo(err=True)
        raise


def _print_lesson(lesson: Lesson, said: _Answers, pictures: Mapping[int, Path]) -> None:
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
            f"these out: {' '.join(f'--say {number}={NO_CARD}' for number in blurred)}"
        )


def _write_pictures(lesson: Lesson, out: Path | None) -> dict[int, Path]:
    """Write a picture of each card found and return their files."""
    folder = out or Path(tempfile.mkdtemp(prefix="handfoot-teach-"))
    make_output_folder(folder)
    paths = {card.number: folder / f"card-{card.number:02}.jpg" for card in lesson.cards}
    for card in lesson.cards:
        write_photo(paths[card.number], card.picture)
    return paths
