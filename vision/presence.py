"""How likely a card truly lies where corners were read: several weak proofs together.

Neither net sees more than a corner, and a keyboard's key or a printed number can look like one. Around it there is more
to see: whether cards lie beside it that stand as it stands, have its size and carry their indices where it does, and
whether it lies in the middle of another card, where no corner can be. A forest of small trees weighs all that
(``models/presence.toml``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from vision.cards import in_reading_order
from vision.corners import CornerKind, Corners, Readings
from vision.seen import SeenCard
from vision.trust import trust

Floats = NDArray[np.float64]

FEATURES = (
    "score",
    "second_score",
    "trust",
    "no_index",
    "confidence",
    "runner_up",
    "corners",
    "joker_mark",
    "joker",
    "index_px",
    "index_of_card",
    "across",
    "down",
    "tallness",
    "skewness",
    "counted",
    "sure_cards",
    "size",
    "width",
    "misplaced",
    "nearest",
    "turned",
    "square",
    "of_its_face",
    "on_others",
    "from_corner",
)
"""What is known of a card, in the order the trees take it; ``_own`` and ``_among`` say what each is."""

COUNTED_FROM, POSSIBLE_FROM = 0.4, 0.02
"""A card likelier than the first to lie there counts; one likelier than the second may lie there, and is asked for."""

SURE_SCORE, SURE_FACE = 0.6, 0.9
"""Cards found and read as surely as this show what cards look like in a photo."""

FAR = 9.0
"""The distance, in card widths, of what there is none of."""

_NEIGHBOURS = 3
_NONE = len(FACES)


class PresenceJudge(Protocol):
    """Tells how likely cards lie where they were read."""

    def chances(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return (N,) 0-1 for (N, F) features in the order of ``FEATURES``; N may be 0."""
        ...


@dataclass(frozen=True)
class _Shape:
    """Where a card and its first index lie. across, down: the index's place on the card, 0-1; px else."""

    middle: Floats
    along: Floats
    width: float
    index: Floats
    index_px: float
    across: float
    down: float
    tallness: float
    skewness: float


def judged(
    cards: Sequence[SeenCard], maybe: Sequence[SeenCard], corners: Corners, readings: Readings, judge: PresenceJudge
) -> tuple[tuple[SeenCard, ...], tuple[SeenCard, ...]]:
    """Return the cards that count and those that may lie there, each with its presence; backs are left as they are.

    cards, maybe: those that were merged from the corners. What counted and hardly lies there may at most do so.
    """
    chances = judge.chances(features_of(cards, maybe, corners, readings))
    known = [replace(card, presence=float(p)) for card, p in zip((*cards, *maybe), chances, strict=True)]
    counts = [card.face in (None, Face.UNREAD) or card.presence >= COUNTED_FROM for card in known]
    counting = [card for card, is_counted in zip(known, counts, strict=True) if is_counted]
    rest = [card for card, is_counted in zip(known, counts, strict=True) if not is_counted]
    return in_reading_order(counting), tuple(card for card in rest if card.presence >= POSSIBLE_FROM)


def features_of(
    cards: Sequence[SeenCard], maybe: Sequence[SeenCard], corners: Corners, readings: Readings
) -> NDArray[np.float32]:
    """Return (N, F) features of the cards that count and of those that may lie there, in this order."""
    everything = (*cards, *maybe)
    trusted = trust(corners, readings)
    rows = [_rows(card, corners) for card in everything]
    shapes = [_shape(card) for card in everything]
    sure = [
        number
        for number, card in enumerate(cards)
        if card.face not in (None, Face.UNREAD)
        and card.confidence > SURE_FACE
        and max(index.score for index in card.indices) > SURE_SCORE
    ]
    table = np.zeros((len(everything), len(FEATURES)), np.float32)
    for number, card in enumerate(everything):
        own = _own(card, shapes[number], trusted[rows[number]], readings.faces[rows[number], _NONE])
        others = [other for other in sure if other != number]
        among = _among(card, shapes[number], [everything[other] for other in others], [shapes[k] for k in others])
        table[number] = [*own, float(number < len(cards)), *among]
    return table


def _own(card: SeenCard, shape: _Shape, trusted: Floats, no_index: NDArray[np.float32]) -> list[float]:
    """Return what a card tells of itself: its finder's scores, its reading, its shape, its index's place."""
    scores = sorted((index.score for index in card.indices), reverse=True)
    return [
        scores[0],
        scores[1] if len(scores) > 1 else 0.0,
        float(trusted.max()),
        float(no_index.min()),
        card.confidence,
        card.runners_up[0].confidence if card.runners_up else 0.0,
        len(scores),
        float(card.indices[0].kind is CornerKind.JOKER),
        float(card.face is Face.WILD_50),
        shape.index_px,
        shape.index_px / shape.width,
        shape.across,
        shape.down,
        shape.tallness,
        shape.skewness,
    ]


def _among(card: SeenCard, shape: _Shape, sure: Sequence[SeenCard], shapes: Sequence[_Shape]) -> list[float]:
    """Return how a card lies among the photo's other sure ones.

    Their number; its index's and its own size beside theirs, in natural logarithms; how far its index lies from where
    theirs do; the nearest one's distance in card widths and the cosine of the turn to it; the best cosine to the
    nearest ones in quarter turns; the nearest of its face; on how many it lies, and how near one of their corners.
    """
    if not sure:
        return [0.0, 0.0, 0.0, 0.0, FAR, 0.0, 0.0, FAR, 0.0, 1.0]
    places = np.array([(min(s.across, 1 - s.across), min(s.down, 1 - s.down)) for s in shapes])
    own = (min(shape.across, 1 - shape.across), min(shape.down, 1 - shape.down))
    away = np.array([np.linalg.norm(s.middle - shape.middle) for s in shapes]) / shape.width
    order = np.argsort(away, kind="stable")
    turns = [_cosine(shapes[k].along, shape.along) for k in order[:_NEIGHBOURS]]
    alike = [float(away[k]) for k, other in enumerate(sure) if other.face is card.face]
    depths = [depth for other in sure if (depth := _depth_on(other, shape.index)) is not None]
    return [
        len(sure),
        float(np.log(shape.index_px / np.median([s.index_px for s in shapes]))),
        float(np.log(shape.width / np.median([s.width for s in shapes]))),
        float(np.linalg.norm(places - own, axis=1).min()),
        min(float(away[order[0]]), FAR),
        turns[0],
        max(max(abs(turn), float(np.sqrt(max(0.0, 1 - turn * turn)))) for turn in turns),
        min([FAR, *alike]),
        len(depths),
        min([1.0, *depths]),
    ]


def _shape(card: SeenCard) -> _Shape:
    quad = card.corners
    box = np.array(card.indices[0].box)
    index = (box[:2] + box[2:]) / 2
    across, down = _place_on(quad, index)
    edges = np.roll(quad, -1, axis=0) - quad
    lengths = np.maximum(np.linalg.norm(edges, axis=1), 1e-6)
    return _Shape(
        middle=quad.mean(axis=0),
        along=edges[0],
        width=max(card.width_px, 1.0),
        index=index,
        index_px=float(max(box[2] - box[0], box[3] - box[1], 1.0)),
        across=across,
        down=down,
        tallness=float((lengths[1] + lengths[3]) / (lengths[0] + lengths[2])),
        skewness=abs(_cosine(edges[0], edges[1])) + abs(1 - float(lengths[0] / lengths[2])),
    )


def _place_on(quad: Floats, point: Floats) -> tuple[float, float]:
    """Return where a point lies on a card, 0-1 across and down, the card taken for a parallelogram."""
    sides = np.column_stack([quad[1] - quad[0], quad[3] - quad[0]])
    if abs(float(np.linalg.det(sides))) < 1.0:
        return 0.5, 0.5
    across, down = np.linalg.solve(sides, point - quad[0])
    return float(np.clip(across, -1, 2)), float(np.clip(down, -1, 2))


def _depth_on(other: SeenCard, point: Floats) -> float | None:
    """Return how far a point on another card lies from the nearest of its corners, card widths; None if beside it."""
    across, down = _place_on(other.corners, point)
    if not (0 < across < 1 and 0 < down < 1):
        return None
    return float(np.hypot(min(across, 1 - across), 1.4 * min(down, 1 - down)))


def _cosine(one: Floats, other: Floats) -> float:
    return float(one @ other / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-6))


def _rows(card: SeenCard, corners: Corners) -> NDArray[np.int64]:
    """Return which corners a card was merged from."""
    boxes = np.array([index.box for index in card.indices], np.float32)
    return np.flatnonzero((corners.boxes[:, None] == boxes[None]).all(axis=2).any(axis=1))
