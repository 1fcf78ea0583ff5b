"""From a table's folder to its score: photos read, laid out, merged into a record, tallied, and what is in doubt."""

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from filecmp import cmp
from itertools import combinations, product
from pathlib import Path

from handfoot.asking.unseen import LEFT_UNSEEN, UNSEEN, tally_seen
from handfoot.errors import FolderError
from handfoot.review.beginning import TakenPhoto, begin_seen
from handfoot.review.draft import Draft, DraftDoubt, Facts
from handfoot.review.proving import proved
from handfoot.review.scoring import SideDraft, TableDraft, open_doubts
from handfoot.sides.bothshow import cards_in_both, same_area
from handfoot.sides.laying import SeenPhoto, laid_out_file
from handfoot.sides.merging import merge_photos
from handfoot.sides.seenside import BookSize, PhotoDoubt, SeenSide
from handfoot.tables import SideFolder, SidePhoto, TableFolder, side_meant
from handfoot.taughtdecks import decks_named, red_tops_are_clean, rules_with_decks
from scorer.record import Record, Setting, Side, parse_record, record_to_json
from scorer.rulebook.rules import RuleSet, rule_ids, rules_named
from scorer.scoring.account import SideTally, Tally
from scorer.scoring.tally import tally
from scorer.strict import shown
from scorer.words import counted
from vision.errors import PhotoError
from vision.photoreading import PhotoReading, ReadsPhotos
from vision.photos.frames import load_photo


@dataclass(frozen=True)
class Said:
    """What the command line says of the tables; it goes before each table.toml. None where it says nothing.

    rules: a shipped rule set or a house's own. went_out: names of the sides that went out; the others then did not.
    deck_profiles: names of the decks on the table.
    """

    rules: RuleSet | None = None
    round: int | None = None
    decks: int | None = None
    settings: Mapping[str, Setting] = field(default_factory=dict)
    went_out: tuple[str, ...] | None = None
    deck_profiles: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReadSide:
    """A side as it was seen. ``paths`` are the files of ``photos``; photos that could not be read are in neither.

    errors: a line for each of those, or for a side without a photo.
    """

    name: str
    paths: tuple[Path, ...]
    seen: SeenSide
    errors: tuple[str, ...] = ()

    @property
    def photos(self) -> tuple[SeenPhoto, ...]:
        """Its photos, with what all of them say of each card together."""
        return self.seen.photos


@dataclass(frozen=True)
class ScoredSide:
    """A side as it was seen, and the draft that it is scored by."""

    read: ReadSide
    draft: Draft

    @property
    def name(self) -> str:
        """What the side is called."""
        return self.read.name

    @property
    def doubts(self) -> tuple[PhotoDoubt, ...]:
        """What is in doubt of its photos and cards."""
        return tuple(map(self._told, self.draft.doubts))

    def open_doubts(self, score: SideTally) -> tuple[PhotoDoubt, ...]:
        """Return what is in doubt, without what a question of its score asks."""
        still = open_doubts(self.draft, score)
        return tuple(self._told(doubt) for doubt in self.draft.doubts if doubt.id in still)

    def _told(self, doubt: DraftDoubt) -> PhotoDoubt:
        numbers = tuple(self.draft.card(card).number for card in doubt.cards)
        about = tuple(number for number in numbers if number is not None)
        return PhotoDoubt(self.draft.photo(doubt.photo).name, about, doubt.say, doubt.code)


@dataclass(frozen=True)
class ScoredTable:
    """A table and its score.

    doubts: about photos that belong to no side.
    """

    name: str
    record: Record
    tally: Tally
    sides: tuple[ScoredSide, ...]
    doubts: tuple[PhotoDoubt, ...] = ()

    @property
    def errors(self) -> tuple[str, ...]:
        """A line for each photo that could not be read, or side without one."""
        return tuple(error for side in self.sides for error in side.read.errors)

    @property
    def in_doubt(self) -> bool:
        """Whether any problem, open question or doubt stands."""
        return self.tally.in_doubt or bool(self.doubts) or any(side.draft.doubts for side in self.sides)


def score_table(
    table: TableFolder,
    reader: ReadsPhotos,
    *,
    said: Said | None = None,
    watch: Callable[[Path], None] | None = None,
    known: Mapping[Path, PhotoReading] | None = None,
) -> ScoredTable:
    """Return the score of a table; ``watch`` is told of each photo before it is read.

    known: photos read before, by their files; the reader is not asked for those.

    Raises:
        FolderError, ScorerError: as ``begin_table`` does.
    """
    readings = known or {}

    def read(photo: Path) -> PhotoReading:
        if watch is not None:
            watch(photo)
        return readings.get(photo) or reader.read(load_photo(photo))

    begun, sides = begin_table(table, read, said=said)
    weighed = proved(begun)
    record = weighed.record()
    noted = (_with_unseen(side, own, table.path) for side, own in zip(record.sides, sides, strict=True))
    record = replace(record, sides=tuple(noted))
    same = tuple(_same_pictures(table))
    return ScoredTable(
        name=table.name,
        record=record,
        tally=tally_seen(record, weighed.rules),
        sides=tuple(ScoredSide(side, own.draft) for side, own in zip(sides, weighed.sides, strict=True)),
        doubts=(*_outside(table), *same, *_cards_in_both(sides, {doubt.photo for doubt in same})),
    )


def _outside(table: TableFolder) -> Iterator[PhotoDoubt]:
    for path in table.unused:
        photo = path.relative_to(table.path).as_posix()
        yield PhotoDoubt(photo, (), "lies outside the sides' own folders and is not counted", "no_side")
    for path in table.unread:
        say = "is a video or an archive, and nothing of it is counted: put photos there"
        yield PhotoDoubt(path.relative_to(table.path).as_posix(), (), say, "no_photo")


def _same_pictures(table: TableFolder) -> Iterator[PhotoDoubt]:
    """Yield a doubt on each photo that another side has too, or that shows both what is played and what is left.

    Of two alike at one place it is seen by their cards that they are.
    """
    of_size: dict[int, list[tuple[SideFolder, SidePhoto]]] = {}
    for side, photo in ((own, photo) for own in table.sides for photo in own.photos):
        with suppress(OSError):  # gone since it was read, or never a file
            alike = of_size.setdefault(photo.path.stat().st_size, [])
            for other, before in alike:
                at_one_place = other is side and same_area(before.shows, photo.shows)
                if not at_one_place and cmp(before.path, photo.path, shallow=False):
                    say = f"is the same picture as {other.name}/{before.path.name}: its cards count in both"
                    yield PhotoDoubt(f"{side.name}/{photo.path.name}", (), say, "same_picture")
                    break
            alike.append((side, photo))


def _cards_in_both(sides: Sequence[ReadSide], known: Collection[str]) -> Iterator[PhotoDoubt]:
    """Yield a doubt on each photo that shows cards of one that another side has; known: the photos told of already."""
    for one, other in combinations(sides, 2):
        for photo, before in product(other.photos, one.photos):
            name = f"{other.name}/{photo.name}"
            if photo.shows is not before.shows or name in known:
                continue
            if same := cards_in_both(before.unvoted, photo.unvoted):
                say = f"shows {counted(len(same), 'card')} that {one.name}/{before.name} shows, too: they count in both"
                yield PhotoDoubt(name, (), say, "cards_in_both")


def begin_table(
    table: TableFolder, read: Callable[[Path], PhotoReading], *, said: Said | None = None
) -> tuple[TableDraft, tuple[ReadSide, ...]]:
    """Return a table as its photos show it, before its sides are weighed together, and each side as it was seen.

    read: gives the cards of a photo's file; a PhotoError that it raises is told among the errors of the side.

    Raises:
        FolderError: if neither the command line nor table.toml says the rules or the round, or names sides twice.
        ScorerError: if they say rules, a round or settings that do not exist.
    """
    said = said or Said()
    house, number = _rules_and_round(table, said)
    on_table = decks_named(said.deck_profiles or table.deck_profiles)
    out = _out(table, said)
    bare = TableDraft(
        rules=rules_with_decks(house, on_table),
        sides=tuple(
            SideDraft(side.name, Draft(facts=_facts(table, side, out)), side.facts.score_before or 0)
            for side in table.sides
        ),
        round=number,
        decks=said.decks or table.decks,
        settings={**table.settings, **said.settings},
    )
    # Read as any record is, so that what the command line and table.toml say is held to the same limits; and before
    # the slow part: what is wrong with the rules, the round or the settings is known without a photo.
    tally(parse_record(record_to_json(bare.record())), bare.rules)
    red_is_clean = red_tops_are_clean(bare.rules, bare.settings, on_table)
    book = BookSize(bare.rules.books.size, bare.rules.books.largest)
    sides = tuple(_read_side(side, read, red_is_clean=red_is_clean, book=book) for side in table.sides)
    drafts = (
        replace(own, draft=begin_seen([TakenPhoto(one.name, one) for one in side.photos], side.seen, own.draft.facts))
        for own, side in zip(bare.sides, sides, strict=True)
    )
    return replace(bare, sides=tuple(drafts)), sides


def _rules_and_round(table: TableFolder, said: Said) -> tuple[RuleSet, int]:
    named, number = said.rules or table.rules, said.round or table.round
    if named is None or number is None:
        options = [f"--rules (one of {', '.join(rule_ids())})"] if named is None else []
        options += ["--round"] if number is None else []
        raise FolderError(f"{table.path}: neither table.toml nor the command line says {' and '.join(options)}")
    return rules_named(named) if isinstance(named, str) else named, number


def _out(table: TableFolder, said: Said) -> frozenset[str] | None:
    """Return the names of the sides that the command line says went out, None where it says nothing."""
    if said.went_out is None:
        return None
    names = [side.name for side in table.sides]
    meant = {name: side_meant(name, names) for name in said.went_out}
    stranger = next((name for name, side in meant.items() if side is None), None)
    if stranger is not None:
        raise FolderError(
            f"{table.path}: no side {shown(stranger)} to have gone out; its sides are {', '.join(sorted(names))}"
        )
    return frozenset(side for side in meant.values() if side is not None)


def _facts(table: TableFolder, side: SideFolder, out: frozenset[str] | None) -> Facts:
    """Return what is said of a side; where the table's file tells who went out, it tells all there is to tell.

    Who says on the command line who went out says nothing of perfect deals and improper melds.
    """
    facts = side.facts
    if facts.went_out is None and not any(other.facts.went_out for other in table.sides):
        went_out = None if out is None else side.name in out
        return Facts(went_out, facts.perfect_deals, facts.improper_melds)
    went_out = bool(facts.went_out) if out is None else side.name in out
    return Facts(went_out, facts.perfect_deals or 0, facts.improper_melds or 0)


def _read_side(
    folder: SideFolder, read: Callable[[Path], PhotoReading], *, red_is_clean: bool | None, book: BookSize
) -> ReadSide:
    paths: list[Path] = []
    photos: list[SeenPhoto] = []
    errors = [] if folder.photos else [folder.trouble or f"{folder.path}: no photo of this side in it"]
    for photo in folder.photos:
        try:
            photos.append(laid_out_file(photo, read(photo.path), red_is_clean=red_is_clean))
            paths.append(photo.path)
        except PhotoError as error:
            errors.append(str(error))
    seen = merge_photos(photos, book=book)
    return ReadSide(folder.name, tuple(paths), seen, tuple(errors))


def _with_unseen(side: Side, own: ReadSide, table: Path) -> Side:
    """Note in a side which photos of it could not be read, and why; one of those may show what is left."""
    notes = [error.removeprefix(f"{table}{os.sep}") for error in own.errors]
    if not notes:
        return side
    known = {key: note for key, note in side.extra.items() if key != LEFT_UNSEEN}
    return replace(side, extra={**known, UNSEEN: notes})
