"""What a peer said of each photo, kept in a file: a peer that takes long need not read the same photos again."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from others.claims import Claims

from handfoot.evaluation.matching import ReadIndex
from scorer.faces import Face


@dataclass(frozen=True)
class Read:
    """A photo as a peer read it: its claims, wall and processor time, and the most memory its process held so far."""

    claims: Claims
    ms: float
    processor_ms: float
    peak_mb: float | None


class Kept:
    """The photos a peer has read, by set and name; with no file nothing is kept past this run."""

    def __init__(self, file: Path | None) -> None:
        """Take up what the file holds."""
        self._file = file
        self._lines: dict[str, dict[str, Any]] = {}
        if file is not None and file.is_file():
            lines = (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.endswith("}"))
            self._lines = {line["photo"]: line for line in lines}

    def get(self, photo: str) -> Read | None:
        """Return a photo's reading; None if there is none."""
        line = self._lines.get(photo)
        if line is None:
            return None
        return Read(**{**line["read"], "claims": _claims(line["read"]["claims"])})

    def add(self, photo: str, read: Read) -> None:
        """Keep a photo's reading, at once, so that a run that is stopped loses nothing."""
        line = {"photo": photo, "read": asdict(read)}
        self._lines[photo] = line
        if self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line) + "\n")


def _claims(kept: dict[str, Any]) -> Claims:
    indices = (ReadIndex(tuple(one["box"]), one["face"] and Face(one["face"])) for one in kept["indices"])
    cards = kept["cards"]
    return Claims(tuple(indices), None if cards is None else tuple(Face(face) for face in cards))
