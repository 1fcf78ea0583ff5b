"""Which faces were taken for which when the reading was judged: counted by evaluation, kept in a small data file."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from scorer.faces import FACES, Face

_NAMES: Mapping[str, Face] = {**{face.value: face for face in FACES}, "2": Face.WILD_20, "JOKER": Face.WILD_50}
"""Faces by what results call them; a hand label's 3 has no colour and tells nothing here."""


@dataclass(frozen=True)
class Confusions:
    """How often a card of one face was read as another: ``counts[true, read]``."""

    counts: Mapping[tuple[Face, Face], int]

    def share(self, *, read: Face, true: Face) -> float:
        """Return the share of the misreadings as ``read`` that were ``true``.

        Each other face counts once more than it was judged so: what never happened is unlikely, not impossible.
        """
        others = [face for face in FACES if face is not read]
        total = sum(self.counts.get((face, read), 0) + 1 for face in others)
        return (self.counts.get((true, read), 0) + 1) / total


def counted_confusions(pairs: Iterable[tuple[str, str | None]]) -> Confusions:
    """Return the confusions among what lay there and what was read, as an evaluation's rows name the faces."""
    counts: Counter[tuple[Face, Face]] = Counter()
    for named, read_as in pairs:
        true, read = _NAMES.get(named), _NAMES.get(read_as or "")
        if true is not None and read is not None and true is not read:
            counts[true, read] += 1
    return Confusions(counts)


@cache
def known_confusions() -> Confusions:
    """Return the confusions of the nets that ship, as evaluation counted them."""
    text = resources.files("handfoot").joinpath("confusions.toml").read_text(encoding="utf-8")
    return parse_confusions(text)


def parse_confusions(text: str) -> Confusions:
    """Return the confusions of a file that ``confusions_toml`` wrote."""
    tables = tomllib.loads(text)
    return Confusions(
        {(Face(true), Face(read)): int(count) for read, table in tables.items() for true, count in table.items()}
    )


def confusions_toml(confusions: Confusions) -> str:
    """Return the confusions as a TOML file: a table for each face that was read, with the true faces' counts."""
    lines = ["# What was read, and under it what lay there and how often; written by `handfoot evaluate --confusions`."]
    for read in FACES:
        of_it = {true: confusions.counts[true, read] for true in FACES if confusions.counts.get((true, read))}
        if of_it:
            lines += ["", f"[{read}]", *(f"{true} = {count}" for true, count in of_it.items())]
    return "\n".join(lines) + "\n"
