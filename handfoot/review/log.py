"""The edits of a draft as they were made, never taken off the list: undo and redo are entries of it too."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from handfoot.review.applying import apply
from handfoot.review.draft import Draft, EditError
from handfoot.review.edits import Edit


class Step(StrEnum):
    """What an entry does."""

    EDIT = "edit"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True)
class Entry:
    """One step. ``number`` counts a draft's steps from 1; ``edit`` is None for undo and redo."""

    number: int
    step: Step
    edit: Edit | None = None


@dataclass(frozen=True)
class Standing:
    """The edits that stand, in order, and those that redo would bring back, the next one last."""

    made: tuple[Entry, ...] = ()
    undone: tuple[Entry, ...] = ()


@dataclass(frozen=True)
class Refused:
    """An edit that no longer fits, since a photo came or went, and why."""

    entry: Entry
    why: str


@dataclass(frozen=True)
class Replayed:
    """A draft with all its edits made. ``before`` is the draft each of them was made on, in the order of ``made``."""

    draft: Draft
    made: tuple[Entry, ...]
    before: tuple[Draft, ...]
    refused: tuple[Refused, ...]


def standing(entries: Sequence[Entry]) -> Standing:
    """Return the edits that stand after all steps; a step back or forth with nothing there does nothing."""
    made: list[Entry] = []
    undone: list[Entry] = []
    for entry in entries:
        match entry.step:
            case Step.EDIT:
                made.append(entry)
                undone.clear()
            case Step.UNDO if made:
                undone.append(made.pop())
            case Step.REDO if undone:
                made.append(undone.pop())
            case _:
                pass
    return Standing(tuple(made), tuple(undone))


def replay(beginning: Draft, made: Sequence[Entry]) -> Replayed:
    """Return the draft after the edits; one that no longer fits is left out and told."""
    draft = beginning
    done: list[Entry] = []
    before: list[Draft] = []
    refused: list[Refused] = []
    for entry in made:
        assert entry.edit is not None
        try:
            after = apply(draft, entry.edit, entry.number)
        except EditError as error:
            refused.append(Refused(entry, str(error)))
            continue
        before.append(draft)
        done.append(entry)
        draft = after
    return Replayed(draft, tuple(done), tuple(before), tuple(refused))
