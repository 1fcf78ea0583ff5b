"""Rows of an evaluation gathered into figures: by set of photos, by face, by stage."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from handfoot.csvtext import csv_text
from handfoot.evaluation.judging import PhotoRow

STAGES = ("decode", "find", "read", "merge", "layout")

COLUMNS = (
    *("source", "photo", "split", "width", "height"),
    *(f"{stage}_ms" for stage in STAGES),
    *("indices_true", "indices_read", "indices_right", "missed", "misread", "extra"),
    *("cards_true", "cards_read", "cards_exact", "piles_true", "piles_right", "doubts", "error"),
)


@dataclass(frozen=True)
class FaceFigures:
    """How one face fared. true: labelled indices; read: indices read as it; right: both at once."""

    name: str
    true: int
    read: int
    right: int


@dataclass(frozen=True)
class SetFigures:
    """How one set of photos fared. Shares are None where nothing could be counted.

    threes: labelled 3s of known colour that were read as a 3, and how many of those have the right colour.
    confusions: ``true>read`` with its count, the commonest first. median_ms: by stage.
    """

    source: str
    photos: int
    failed: int
    true: int
    read: int
    right: int
    faces: tuple[FaceFigures, ...]
    threes: tuple[int, int]
    cards_judged: int
    cards_exact: int
    piles_true: int
    piles_right: int
    confusions: tuple[tuple[str, int], ...]
    median_ms: tuple[tuple[str, float], ...]

    @property
    def precision(self) -> float | None:
        """Right indices of those read."""
        return self.right / self.read if self.read else None

    @property
    def recall(self) -> float | None:
        """Right indices of those labelled."""
        return self.right / self.true if self.true else None

    @property
    def exact(self) -> float | None:
        """Photos whose cards were counted exactly, of those whose labels say which cards there are."""
        return self.cards_exact / self.cards_judged if self.cards_judged else None


def gather(source: str, rows: Sequence[PhotoRow]) -> SetFigures:
    """Return the figures of a set; a photo without a result has none of its indices right."""
    pairs = [pair for row in rows for pair in row.pairs]
    extra = [name for row in rows for name in row.extra]
    right = Counter(name for row in rows for name in row.right)
    true = Counter(name for name, _ in pairs)
    read = Counter([name for _, name in pairs if name is not None] + extra)
    threes = [(name, seen) for name, seen in pairs if name in ("R3", "B3") and seen in ("R3", "B3")]
    judged = [row for row in rows if row.cards_exact is not None]
    return SetFigures(
        source=source,
        photos=len(rows),
        failed=sum(bool(row.error) for row in rows),
        true=len(pairs),
        read=read.total(),
        right=right.total(),
        faces=tuple(
            FaceFigures(name, true[name], read[name], right[name]) for name in sorted(set(true) | set(read), key=_order)
        ),
        threes=(len(threes), sum(name == seen for name, seen in threes)),
        cards_judged=len(judged),
        cards_exact=sum(bool(row.cards_exact) for row in judged),
        piles_true=sum(row.piles_true for row in rows),
        piles_right=sum(row.piles_right for row in rows),
        confusions=tuple(Counter(error for row in rows for error in row.misread).most_common(12)),
        median_ms=tuple(
            (stage, round(median(times), 1))
            for stage in STAGES
            if (times := [ms for row in rows if (ms := getattr(row, f"{stage}_ms")) is not None])
        ),
    )


def photos_csv(rows: Iterable[PhotoRow]) -> str:
    """Return a CSV with a row per photo."""
    return csv_text(COLUMNS, map(_cells, rows))


def _cells(row: PhotoRow) -> tuple[object, ...]:
    return (
        *(row.source, row.photo, row.split, row.width, row.height),
        *(_rounded(getattr(row, f"{stage}_ms")) for stage in STAGES),
        *(len(row.pairs), len(row.pairs) - len(row.missed) + len(row.extra), len(row.right)),
        *(" ".join(row.missed), " ".join(row.misread), " ".join(row.extra)),
        *(row.cards_true, row.cards_read, row.cards_exact, row.piles_true, row.piles_right),
        *(row.doubts, row.error),
    )


def _rounded(ms: float | None) -> float | None:
    return None if ms is None else round(ms, 1)


_FACE_ORDER = ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "3", "R3", "B3", "2", "W20", "JOKER", "W50")


def _order(name: str) -> tuple[int, str]:
    return (_FACE_ORDER.index(name) if name in _FACE_ORDER else len(_FACE_ORDER), name)
