"""How well decks can be taught: the same photos read before and after, and what teaching costs other decks.

``python -m handfoot.evaluation.taught FOLDER`` judges decks as ``python -m tablesynth.taught`` renders them;
``--apart`` teaches them from a photo of each face; ``--tables`` judges whole tables of them, scores too; ``--others
SCENES`` reads photos of other decks with each of them taught; ``--real PHOTOS`` teaches a deck from labelled photos
of its training part and reads the rest.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tablesynth.taughtfolders import APART, LESSON, PLAY, TABLES

from handfoot.evaluation.answering import AnsweredRow, judge_answers
from handfoot.evaluation.counts import Counts, counted
from handfoot.evaluation.evaluate import evaluate, photos_to_judge, tables_to_judge, thinned
from handfoot.evaluation.labelled import LabelledPhoto, labelled_photos
from handfoot.evaluation.lessons import MOST_LESSON_PHOTOS, covering, lesson_of_boxes, teach_deck
from handfoot.evaluation.reading import files_to_read, read_files, readings_of
from handfoot.evaluation.tabletruth import JudgedTable, SideRow, gather_tables
from handfoot.taughtdecks import VARIABLE, decks_folder
from scorer.faces import Face
from vision.decks.profile import DeckProfile
from vision.decks.shelf import DeckShelf
from vision.decks.teaching import default_teacher
from vision.errors import DeckError
from vision.read import CardReader, default_card_reader

OTHER_PHOTOS = 40
"""So many photos of other decks tell what teaching costs them."""


@dataclass(frozen=True)
class Played:
    """What was read of a deck: indices, and of whole tables a row for each side, before and after answers."""

    counts: Counts = field(default_factory=Counts)
    sides: tuple[SideRow, ...] = ()
    answered: tuple[AnsweredRow, ...] = ()

    def __add__(self, other: "Played") -> "Played":
        """Return both together."""
        return Played(self.counts + other.counts, self.sides + other.sides, self.answered + other.answered)

    def __str__(self) -> str:
        """Return recall and precision, and how the tables fared."""
        if not self.sides:
            return str(self.counts)
        tables = gather_tables("", self.sides)
        wrong = {row.table for row in self.answered if row.after != row.truth}
        right = {row.table for row in self.answered} - wrong
        return (
            f"{self.counts}; of {tables.tables} tables {tables.exact} exact, {tables.held} held, {tables.silent} wrong "
            f"in silence, {len(right)} exact once answered; {tables.questions / tables.tables:.1f} questions a table, "
            f"{tables.of_cards / tables.tables:.1f} about cards"
        )


@dataclass(frozen=True)
class Judged:
    """A deck before and after it was taught. asked, wrong: of a lesson's cards, those asked about and misguessed."""

    deck: str
    before: Counts
    after: Played
    cards: int
    asked: int
    wrong: int
    missing: tuple[Face, ...]


class Nets:
    """What decks are taught by and read by: the nets of a folder, by default those that came with this program."""

    def __init__(self, models: Path | None = None) -> None:
        """Load the nets.

        Raises:
            ModelError: if one is missing, damaged or not the one its card describes.
        """
        self._models = models
        self.teacher, self.plain = default_teacher(models), default_card_reader(models)

    def taught(self, deck: DeckProfile) -> CardReader:
        """Return what reads photos once a deck is taught."""
        return default_card_reader(self._models, decks=(deck,))


def judge_deck(
    folder: Path, nets: Nets, *, lesson_in: str = LESSON, limit: int | None = None, tables: bool = False
) -> tuple[Judged, DeckProfile]:
    """Teach a deck from the photos of its folder ``lesson_in`` and judge its photos of play before and after.

    tables: judge its whole tables in their place, scored with the deck taught; it is kept in the decks' folder for
    that, as they name it.
    """
    profile, lesson, answers = teach_deck(folder, nets.teacher, lesson_in)
    taught = nets.taught(profile)
    if tables:
        judged_ones = tables_to_judge([folder / TABLES], limit=limit)
        photos = photos_to_judge([folder / TABLES], judged_ones)
        after = _played(judged_ones, photos, taught, profile)
    else:
        photos = thinned(list(labelled_photos(folder / PLAY)), limit)
        after = Played(counted(photos, taught))
    wrong = sum(not card.ask and answers.get(card.number, card.guess) != card.guess for card in lesson.cards)
    judged = Judged(
        folder.name,
        counted(photos, nets.plain),
        after,
        len(lesson.cards),
        len(lesson.asked),
        wrong,
        profile.missing,
    )
    return judged, profile


def _played(
    tables: Sequence[JudgedTable], photos: Sequence[LabelledPhoto], taught: CardReader, profile: DeckProfile
) -> Played:
    """Return how the tables of a deck are read and scored; the decks' folder must hold none of its name yet."""
    read = read_files(files_to_read(photos, tables), taught)
    DeckShelf(decks_folder()).keep(profile)
    evaluation = evaluate(photos, tables, read, taught)
    answered = tuple(judge_answers(tables, readings_of(read)))
    return Played(
        sum((Counts(own.true, own.read, own.right) for own in evaluation.sets), Counts()),
        tuple(replace(row, table=f"{profile.name}/{row.table}") for row in evaluation.sides),
        tuple(replace(row, table=f"{profile.name}/{row.table}") for row in answered),
    )


def judge_real(folder: Path, nets: Nets, *, unseen: bool = False, amended: bool = False) -> tuple[Counts, Counts, int]:
    """Teach a deck from labelled photos of the training part; return its counts on the others, before and after.

    Also returns how many cards were learnt. The colour of a 3 is not labelled: it is as guessed. unseen: no net
    learnt from these photos, so that any may teach and all others are judged; else those of the training part teach and
    only those of the other are judged. amended: whether the labels are put right where they are known to be wrong.
    """
    photos = [replace(photo, amended=amended) for photo in labelled_photos(folder)]
    lessons = covering([photo for photo in photos if unseen or photo.split == "train"])
    lesson, answers, skipped = lesson_of_boxes(lessons, nets.teacher)
    profile = nets.teacher.teach(DeckProfile(folder.name.replace("/", "-")), lesson, answers, skipped)
    judged = [photo for photo in photos if photo not in lessons and (unseen or photo.split == "val")]
    return counted(judged, nets.plain), counted(judged, nets.taught(profile)), len(profile.cards)


def main() -> int:
    """Judge what the command line names and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m handfoot.evaluation.taught", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="decks as python -m tablesynth.taught renders them")
    parser.add_argument("--limit", type=int, help="at most so many photos of play, or tables, a deck")
    parser.add_argument("--apart", action="store_true", help="teach from a photo of each face, not one of all")
    parser.add_argument("--tables", action="store_true", help="judge whole tables of the decks, not photos of play")
    parser.add_argument("--others", type=Path, help="scenes of other decks, read with each deck taught in turn")
    parser.add_argument("--real", type=Path, help="a folder of labelled photos of one deck")
    parser.add_argument("--models", type=Path, help="the nets to judge, by default those that ship")
    parser.add_argument("--unseen", action="store_true", help="these nets learnt from no photo of --real: judge all")
    parser.add_argument("--amended", action="store_true", help="put the labels of --real right where known to be wrong")
    asked = parser.parse_args()
    if asked.folder is None and asked.real is None:
        parser.error("name a folder of rendered decks, or labelled photos of a deck by --real")
    for folder in (asked.folder, asked.others, asked.real):
        if folder is not None and not folder.is_dir():
            parser.error(f"{folder}: no such folder")
    nets = Nets(asked.models)
    if asked.folder is not None:
        with TemporaryDirectory() as own:
            # What is taught here is none of the user's decks.
            os.environ[VARIABLE] = own
            _judge_rendered(asked, nets)
    if asked.real is not None:
        first, then, cards = judge_real(asked.real, nets, unseen=asked.unseen, amended=asked.amended)
        say(f"{asked.real.name}: {first} -> {then}, from {cards} cards of {MOST_LESSON_PHOTOS} photos")
    return 0


def _judge_rendered(asked: argparse.Namespace, nets: Nets) -> None:
    """Judge the decks of ``asked.folder``, and what each of them costs ``asked.others``."""
    profiles: list[DeckProfile] = []
    before, after = Counts(), Played()
    for judged, profile in _decks(asked, nets):
        profiles.append(profile)
        before, after = before + judged.before, after + judged.after
        say(
            f"{judged.deck}: {judged.before} -> {judged.after}; {judged.asked} of {judged.cards} asked, "
            f"{judged.wrong} misguessed; not taught: {', '.join(judged.missing) or 'none'}"
        )
    say(f"all decks: {before} -> {after}")
    if asked.others is not None and profiles:
        photos = list(labelled_photos(asked.others))[:OTHER_PHOTOS]
        say(f"other decks, untaught: {counted(photos, nets.plain)}")
        together = Counts()
        for profile in profiles:
            counts = counted(photos, nets.taught(profile))
            together += counts
            say(f"other decks, {profile.name} taught: {counts}")
        say(f"other decks, each of {len(profiles)} taught in turn: {together}")


def say(line: str) -> None:
    """Print a line at once: a run takes a while."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _decks(asked: argparse.Namespace, nets: Nets) -> Iterator[tuple[Judged, DeckProfile]]:
    lesson_in = APART if asked.apart else LESSON
    for path in sorted(asked.folder.iterdir()):
        if (path / lesson_in).is_dir():
            try:
                yield judge_deck(path, nets, lesson_in=lesson_in, limit=asked.limit, tables=asked.tables)
            except DeckError as error:
                sys.stderr.write(f"{path.name}: {error}\n")


if __name__ == "__main__":
    sys.exit(main())
