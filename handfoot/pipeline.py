"""From a table's folder to its score: photos read, laid out, merged into a record, tallied, and what is in doubt."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from handfoot.asking.maybes import with_maybes
from handfoot.asking.noting import is_left_unseen, pile_notes, repeats_in
from handfoot.asking.repeats import with_repeats
from handfoot.asking.seentable import prove_sides
from handfoot.asking.unsaid import IMPROPER_MELDS, PERFECT_DEALS, UNSAID, WENT_OUT
from handfoot.asking.unseen import LEFT_UNSEEN, UNSEEN, tally_seen
from handfoot.errors import FolderError
from handfoot.sides.laying import SeenPhoto, laid_out_file
from handfoot.sides.merging import PhotoDoubt, SeenSide, merge_photos
from handfoot.tablefile import SideFacts
from handfoot.tables import SideFolder, TableFolder, side_meant
from handfoot.taughtdecks import decks_named, red_tops_are_clean, rules_with_decks
from scorer.record import Record, Setting, Side, parse_record, record_to_json
from scorer.rulebook.rules import RuleSet, rule_ids, rules_named
from scorer.scoring.account import Tally
from scorer.scoring.tally import tally
from scorer.strict import shown
from vision.errors import PhotoError
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame, load_photo


class ReadsPhotos(Protocol):
    """What ``vision.read.CardReader`` does; tests put known cards in its place."""

    def read(self, frame: Frame) -> PhotoReading:
        """Return the cards of a photo."""
        ...


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
class ScoredSide:
    """A side as it was seen. ``paths`` are the files of ``photos``; photos that could not be read are in neither.

    errors: a line for each of those, or for a side without a photo.
    """

    name: str
    paths: tuple[Path, ...]
    photos: tuple[SeenPhoto, ...]
    seen: SeenSide
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class ScoredTable:
    """A table and its score.

    doubts: about photos that belong to no side. errors: a line for each photo that could not be read, or side without
    one.
    """

    name: str
    record: Record
    tally: Tally
    sides: tuple[ScoredSide, ...]
    doubts: tuple[PhotoDoubt, ...] = ()
    errors: tuple[str, ...] = ()

    @property
    def in_doubt(self) -> bool:
        """Whether any problem, open question or doubt stands."""
        return self.tally.in_doubt or bool(self.doubts) or any(side.seen.doubts for side in self.sides)


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
        FolderError: if neither the command line nor table.toml says the rules or the round, or names sides twice.
        ScorerError: if they say rules, a round or settings that do not exist.
    """
    said = said or Said()
    house, number = _rules_and_round(table, said)
    # Read as any record is, so that what the command line and table.toml say is held to the same limits.
    bare = parse_record(record_to_json(_bare_record(table, house, number, said)))
    on_table = decks_named(said.deck_profiles or table.deck_profiles)
    rules = rules_with_decks(house, on_table)
    # Before the slow part: what is wrong with the rules, the round or the settings is known without a photo.
    tally(bare, rules)
    red_is_clean = red_tops_are_clean(rules, bare.settings, on_table)
    size = rules.books.size
    sides = [
        _read_side(folder, reader, known or {}, red_is_clean=red_is_clean, book_size=size, watch=watch)
        for folder in table.sides
    ]
    pairs = zip(bare.sides, sides, strict=True)
    record = replace(bare, sides=tuple(_with_unseen(_with_cards(side, seen), seen, table.path) for side, seen in pairs))
    proved = prove_sides([side.seen for side in sides], record, rules)
    noted = (
        with_repeats(with_maybes(side, maybes), [repeat for _, repeat in repeats_in(seen)])
        for side, (seen, maybes) in zip(record.sides, proved, strict=True)
    )
    record = replace(record, sides=tuple(noted))
    return ScoredTable(
        name=table.name,
        record=record,
        tally=tally_seen(record, rules),
        sides=tuple(replace(side, seen=seen) for side, (seen, _) in zip(sides, proved, strict=True)),
        doubts=tuple(
            PhotoDoubt(photo.as_posix(), (), "lies outside the sides' own folders and is not counted", "no_side")
            for photo in (path.relative_to(table.path) for path in table.unused)
        ),
        errors=tuple(error for side in sides for error in side.errors),
    )


def _rules_and_round(table: TableFolder, said: Said) -> tuple[RuleSet, int]:
    named, number = said.rules or table.rules, said.round or table.round
    if named is None or number is None:
        options = [f"--rules (one of {', '.join(rule_ids())})"] if named is None else []
        options += ["--round"] if number is None else []
        raise FolderError(f"{table.path}: neither table.toml nor the command line says {' and '.join(options)}")
    return rules_named(named) if isinstance(named, str) else named, number


def _bare_record(table: TableFolder, house: RuleSet, number: int, said: Said) -> Record:
    """Return the record without a card: the rules, the round, and what no photo shows."""
    names = [side.name for side in table.sides]
    unsaid = {side.name: _unsaid(table, side.facts, said) for side in table.sides}
    out = {name: side_meant(name, names) for name in said.went_out or ()}
    stranger = next((name for name, meant in out.items() if meant is None), None)
    if stranger is not None:
        raise FolderError(
            f"{table.path}: no side {shown(stranger)} to have gone out; its sides are {', '.join(sorted(names))}"
        )
    return Record(
        rules=house.id,
        round=number,
        decks=said.decks or table.decks,
        settings={**table.settings, **said.settings},
        sides=tuple(
            Side(
                name=side.name,
                went_out=bool(side.facts.went_out) if said.went_out is None else side.name in out.values(),
                perfect_deals=side.facts.perfect_deals or 0,
                improper_melds=side.facts.improper_melds or 0,
                score_before=side.facts.score_before or 0,
                extra={UNSAID: unsaid[side.name]} if unsaid[side.name] else {},
            )
            for side in table.sides
        ),
    )


def _unsaid(table: TableFolder, facts: SideFacts, said: Said) -> list[str]:
    """Return what nobody said of a side; where the table's file tells who went out, it tells all there is to tell.

    Who says on the command line who went out says nothing of perfect deals and improper melds.
    """
    if facts.went_out is not None or any(side.facts.went_out for side in table.sides):
        return []
    known = {
        WENT_OUT: said.went_out is not None,
        PERFECT_DEALS: facts.perfect_deals is not None,
        IMPROPER_MELDS: facts.improper_melds is not None,
    }
    return [fact for fact, is_known in known.items() if not is_known]


def _read_side(
    folder: SideFolder,
    reader: ReadsPhotos,
    known: Mapping[Path, PhotoReading],
    *,
    red_is_clean: bool | None,
    book_size: int,
    watch: Callable[[Path], None] | None,
) -> ScoredSide:
    paths: list[Path] = []
    photos: list[SeenPhoto] = []
    errors = [] if folder.photos else [folder.trouble or f"{folder.path}: no photo of this side in it"]
    for photo in folder.photos:
        if watch is not None:
            watch(photo.path)
        try:
            reading = known.get(photo.path) or reader.read(load_photo(photo.path))
            photos.append(laid_out_file(photo, reading, red_is_clean=red_is_clean))
            paths.append(photo.path)
        except PhotoError as error:
            errors.append(str(error))
    seen = merge_photos(photos, red_is_clean=red_is_clean, book_size=book_size)
    return ScoredSide(folder.name, tuple(paths), seen.photos, seen, tuple(errors))


def _with_cards(side: Side, scored: ScoredSide) -> Side:
    """Put what was seen into a side; where each pile lies goes along, so that a line can point at its cards."""
    piles = []
    for seen in scored.seen.piles:
        squared = seen.pile.squared
        notes = pile_notes(
            scored.photos[seen.photo].name,
            seen.cards,
            behind=[scored.seen.face(at) for at in seen.seen[1:]] if squared else (),
            lay=None if squared else seen.lay,
            kinds=seen.may_be,
        )
        piles.append(replace(seen.pile, extra=notes))
    return replace(side, piles=tuple(piles), red_threes=scored.seen.red_threes, left=scored.seen.left)


def _with_unseen(side: Side, scored: ScoredSide, table: Path) -> Side:
    """Note in a side which photos of it could not be read, and why, and whether none shows what is left."""
    notes = [error.removeprefix(f"{table}{os.sep}") for error in scored.errors]
    if notes:
        return replace(side, extra={**side.extra, UNSEEN: notes})
    left_unseen = is_left_unseen(side.left, [photo.shows for photo in scored.photos])
    return replace(side, extra={**side.extra, LEFT_UNSEEN: True}) if left_unseen else side
