"""Tables reviewed by somebody who sees the cards: each question answered as they lie, and what the score is then.

An interval that holds the truth may be wide, and a card that was misread surely stays as it was read. What counts in
the end is whether the score is exact once everything that the page asks is answered, and if not, whether it says so.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from tablesynth.labels import Scene

from handfoot.evaluation.figures import as_table, share
from handfoot.evaluation.labelled import scene_beside
from handfoot.evaluation.tabletruth import UNUSABLE, JudgedTable, truth_of
from handfoot.evaluation.witness import Witness
from handfoot.pipeline import begin_table
from handfoot.review.draft import EditError
from handfoot.review.log import Entry, Step, replay
from handfoot.review.proving import proved
from handfoot.review.scoring import TableDraft, score_of
from handfoot.sides.laying import SeenPhoto
from handfoot.tables import SideFolder, read_table
from scorer.record import Record
from scorer.rulebook.rules import RuleSet
from vision.photoreading import PhotoReading

MOST_TURNS = 6
"""An answer may raise another question; after so many turns through all of them nobody answers any more."""


@dataclass(frozen=True)
class AnsweredRow:
    """A side's score before and after all questions about its table were answered; points of the round.

    answered: how many questions. still_open: how many are open in spite of it. shown: problems and doubts that the page
    shows in the end.
    """

    source: str
    table: str
    side: str
    truth: int
    before: int
    after: int
    answered: int
    still_open: int
    shown: int


def judge_answers(
    tables: Sequence[JudgedTable], known: Mapping[Path, PhotoReading], *, watch: Callable[[], None] = lambda: None
) -> Iterator[AnsweredRow]:
    """Yield a row for each side of the tables whose photos were all read and have labels that say what lies there.

    ``watch`` is called after each table. What cannot be read, or has no labels, has no row.
    """
    for table in tables:
        with suppress(*UNUSABLE):
            yield from _judged(table, known)
        watch()


def _judged(table: JudgedTable, known: Mapping[Path, PhotoReading]) -> Iterator[AnsweredRow]:
    folder = read_table(table.path, within=table.within)
    scenes = {path: scene for path in folder.files if path in known and (scene := scene_beside(path)) is not None}
    if len(scenes) < len(folder.files):
        return
    record, truth = truth_of(table)
    start, sides = begin_table(folder, known.__getitem__)
    witnesses = {
        side.name: _witness(side, record, start.rules, seen.photos, scenes)
        for side, seen in zip(folder.sides, sides, strict=True)
    }
    done, answered = _reviewed(start, witnesses)
    before, after = proved(start), proved(done)
    for side in folder.sides:
        score = score_of(after, side.name)
        yield AnsweredRow(
            source=table.source,
            table=table.path.name,
            side=side.name,
            truth=next(own.best for own in truth.sides if own.name == side.name),
            before=score_of(before, side.name).best,
            after=score.best,
            answered=answered[side.name],
            still_open=len(score.questions),
            shown=len(score.problems) + len(score.doubts),
        )


def answered_markdown(rows: Sequence[AnsweredRow]) -> str:
    """Return a table of the figures of each set, empty where there is none."""
    if not rows:
        return ""
    head = (
        "tables, every question answered | how many | score exact before | and after | wrong after "
        "| and nothing shown that says so | questions answered a table"
    )
    lines = []
    for source in dict.fromkeys(row.source for row in rows):
        own = [row for row in rows if row.source == source]
        wrong = [row for row in own if row.after != row.truth]
        unsaid = [row for row in wrong if not row.shown and not row.still_open]
        tables, not_before, not_after, silent = (
            len({row.table for row in some})
            for some in (own, [row for row in own if row.before != row.truth], wrong, unsaid)
        )
        shares = (share(part, tables) for part in (tables - not_before, tables - not_after, not_after, silent))
        lines.append((source, tables, *shares, f"{sum(row.answered for row in own) / tables:.1f}"))
    return as_table(head, lines)


def _witness(
    side: SideFolder,
    record: Record,
    rules: RuleSet,
    shown: Sequence[SeenPhoto],
    scenes: Mapping[Path, Scene],
) -> Witness:
    true = next(own for own in record.sides if own.name == side.name)
    pairs = zip(side.photos, shown, strict=True)
    lying = {photo.path.name: (seen.reading, scenes[photo.path]) for photo, seen in pairs}
    return Witness(true, lying, rules.books.size)


def _reviewed(table: TableDraft, witnesses: Mapping[str, Witness]) -> tuple[TableDraft, dict[str, int]]:
    """Return the table with every question answered that can be, and how many were of each side."""
    answered = dict.fromkeys(witnesses, 0)
    marks = count(1)
    for _ in range(MOST_TURNS):
        before = table
        for side in table.sides:
            shown = proved(table)
            draft = side.draft
            for question in score_of(shown, side.name).questions:
                if any(doubt.id == question.doubt and doubt.settled for doubt in draft.doubts):
                    # An answer before it settled this, so that nobody is asked any more.
                    continue
                with suppress(EditError):  # An answer before it settled this, too, so that its pile is gone.
                    told = witnesses[side.name].answers(draft, question)
                    edits = [Entry(next(marks), Step.EDIT, edit) for edit in told]
                    answered[side.name] += bool(edits)
                    # An edit that fits no more keeps none of the others from being made, as at the page.
                    draft = replay(draft, edits).draft
            sides = (replace(own, draft=draft) if own is side else own for own in table.sides)
            table = replace(table, sides=tuple(sides))
        if table == before:
            break
    return table, answered
