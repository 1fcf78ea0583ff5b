"""How likely a card truly lies where corners were read: several weak proofs together.

Neither net sees more than a corner, and a keyboard's key or a printed number can look like one. Around it there is more
to see: whether cards lie beside it that stand as it stands, have its size and carry their indices where it does, and
whether it lies in the middle of another card, where no corner can be. A forest of small trees weighs all that
(``models/presence.toml``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from vision.cards import in_reading_order, rows_of
from vision.corners import CornerKind, Corners, Readings, Suit
from vision.seen import Box, SeenCard
from vision.trees import TreeJudge
from vision.trust import trust
from vision.twins import TWIN_FEATURES, twin_features, with_other_ends

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

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
    "looks_like_one",
    "of_another",
    *TWIN_FEATURES,
)
"""What is known of a card, in the order the trees take it; ``_own``, ``_shape``, ``_among`` and ``vision.twins`` say
what each is."""

COUNTED_FROM, POSSIBLE_FROM = 0.5, 0.02
"""A card likelier than the first to lie there counts; one likelier than the second may lie there, and is asked for."""

SURE_SCORE, SURE_FACE = 0.6, 0.9
"""Cards found and read as surely as this show what cards look like in a photo."""

FAR = 9.0
"""The distance, in card widths, of what there is none of."""

_NEIGHBOURS = 3
_HEIGHT = 1.4
_NONE = len(FACES)


@dataclass(frozen=True)
class _Shapes:
    """How N cards and their first indices lie.

    middles, alongs, indices: (N, 2) px, the card's middle, its upper edge, its index's middle. widths, index_px: (N,).
    origins: (N, 2) px and turns: (N, 2, 2), which send a point to its place on the card, 0-1 across and down; places:
    (N, 2), that of the index. tallness, skewness: (N,).
    """

    middles: Floats
    alongs: Floats
    indices: Floats
    widths: Floats
    index_px: Floats
    origins: Floats
    turns: Floats
    places: Floats
    tallness: Floats
    skewness: Floats


def judged(
    cards: Sequence[SeenCard], maybe: Sequence[SeenCard], corners: Corners, readings: Readings, judge: TreeJudge
) -> tuple[tuple[SeenCard, ...], tuple[SeenCard, ...]]:
    """Return the cards that count and those that may lie there, each with its presence; backs are left as they are.

    cards, maybe: those that were merged from the corners. What counted and hardly lies there may at most do so. A card
    that counts has the indices, too, of what is no card of its own and lies at an end of it.
    """
    chances = judge.chances(features_of(cards, maybe, corners, readings))
    known = [replace(card, presence=float(p)) for card, p in zip((*cards, *maybe), chances, strict=True)]
    counts = [card.face in (None, Face.UNREAD) or card.presence >= COUNTED_FROM for card in known]
    counting = parted([card for card, is_counted in zip(known, counts, strict=True) if is_counted])
    rest = [card for card, is_counted in zip(known, counts, strict=True) if not is_counted]
    taken = {index.box for card in counting for index in card.indices}
    loose = (card for card in rest if taken.isdisjoint(index.box for index in card.indices))
    return in_reading_order(with_other_ends(counting, loose)), tuple(
        card for card in rest if card.presence >= POSSIBLE_FROM
    )


def parted(cards: Sequence[SeenCard]) -> list[SeenCard]:
    """Return the cards; an index that two have is left to the one with fewer, which was parted from the other."""
    fewest: dict[Box, int] = {}
    for card in sorted(cards, key=lambda card: -len(card.indices)):
        fewest |= {index.box: len(card.indices) for index in card.indices}
    return [
        replace(card, indices=tuple(index for index in card.indices if fewest[index.box] == len(card.indices)))
        for card in cards
    ]


def features_of(
    cards: Sequence[SeenCard], maybe: Sequence[SeenCard], corners: Corners, readings: Readings
) -> NDArray[np.float32]:
    """Return (N, F) features of the cards that count and of those that may lie there, in this order."""
    everything = (*cards, *maybe)
    if not everything:
        return np.empty((0, len(FEATURES)), np.float32)
    trusted, no_index = trust(corners, readings), readings.faces[:, _NONE]
    shapes = _shapes(everything)
    sure = np.array([number < len(cards) and _is_sure(card) for number, card in enumerate(everything)])
    faces = [card.face for card in everything]
    of_card = [rows_of(card, corners) for card in everything]
    suits = np.array([readings.suits[rows, : len(Suit)].mean(axis=0) for rows in of_card], np.float64)
    twins = twin_features(everything, sure, suits)
    table = np.zeros((len(everything), len(FEATURES)), np.float32)
    for number, (card, rows) in enumerate(zip(everything, of_card, strict=True)):
        others = np.flatnonzero(sure & (np.arange(len(sure)) != number))
        alike = np.array([faces[other] is card.face for other in others], bool)
        own = _own(card, float(trusted[rows].max()), float(no_index[rows].min()))
        among = _among(shapes, number, others, alike)
        outlined = _outlined(corners, rows, [of_card[other] for other in others])
        table[number] = [*own, *_shape(shapes, number), number < len(cards), *among, *outlined, *twins[number]]
    return table


def _is_sure(card: SeenCard) -> bool:
    known = card.face not in (None, Face.UNREAD) and card.confidence > SURE_FACE
    return known and max(index.score for index in card.indices) > SURE_SCORE


def _own(card: SeenCard, trusted: float, no_index: float) -> list[float]:
    """Return what a card tells of itself: its finder's scores and its reading."""
    scores = sorted((index.score for index in card.indices), reverse=True)
    return [
        scores[0],
        scores[1] if len(scores) > 1 else 0.0,
        trusted,
        no_index,
        card.confidence,
        card.runners_up[0].confidence if card.runners_up else 0.0,
        len(scores),
        card.indices[0].kind is CornerKind.JOKER,
        card.face is Face.WILD_50,
    ]


def _outlined(corners: Corners, rows: Rows, sure: Sequence[Rows]) -> list[float]:
    """Return how much a card with these corners looks like one from further off, and how likely it is one of the sure.

    What nobody looked at looks like a card, and like no other one.
    """
    like = 1.0 if corners.cards is None else float(corners.cards[rows].max())
    together = corners.together
    if together is None:
        return [like, 0.0]
    return [like, max((float(together[np.ix_(rows, other)].max()) for other in sure), default=0.0)]


def _shape(shapes: _Shapes, n: int) -> list[float]:
    """Return the size of a card's index, px and card widths, its place on the card, and the card's own shape."""
    size = float(shapes.index_px[n])
    return [size, size / shapes.widths[n], *shapes.places[n], shapes.tallness[n], shapes.skewness[n]]


def _among(shapes: _Shapes, n: int, others: NDArray[np.int64], alike: NDArray[np.bool_]) -> list[float]:
    """Return how a card lies among the photo's other sure ones; alike: which of these have its face.

    Their number; its index's and its own size beside theirs, in natural logarithms; how far its index lies from where
    theirs do; the nearest one's distance in card widths and the cosine of the turn to it; the best cosine to the
    nearest ones in quarter turns; the nearest of its face; on how many it lies, and how near one of their corners.
    """
    if not len(others):
        return [0.0, 0.0, 0.0, 0.0, FAR, 0.0, 0.0, FAR, 0.0, 1.0]
    own, theirs = _folded(shapes.places[n]), _folded(shapes.places[others])
    away = np.linalg.norm(shapes.middles[others] - shapes.middles[n], axis=1) / shapes.widths[n]
    order = np.argsort(away, kind="stable")
    near = others[order[:_NEIGHBOURS]]
    turns = np.abs(_cosines(shapes.alongs[near], shapes.alongs[n]))
    on = (shapes.turns[others] @ (shapes.indices[n] - shapes.origins[others])[..., None])[..., 0]
    lies_on = ((on > 0) & (on < 1)).all(axis=1)
    depths = np.linalg.norm(_folded(on[lies_on]) * (1.0, _HEIGHT), axis=1)
    return [
        len(others),
        float(np.log(shapes.index_px[n] / np.median(shapes.index_px[others]))),
        float(np.log(shapes.widths[n] / np.median(shapes.widths[others]))),
        float(np.linalg.norm(theirs - own, axis=1).min()),
        min(float(away[order[0]]), FAR),
        float(_cosines(shapes.alongs[near[:1]], shapes.alongs[n])[0]),
        float(np.maximum(turns, np.sqrt(np.clip(1 - turns**2, 0, None))).max()),
        float(away[alike].min(initial=FAR)),
        len(depths),
        float(depths.min(initial=1.0)),
    ]


def _shapes(cards: Sequence[SeenCard]) -> _Shapes:
    quads = np.array([card.quad for card in cards], np.float64)
    boxes = np.array([card.indices[0].box for card in cards], np.float64)
    indices = (boxes[:, :2] + boxes[:, 2:]) / 2
    edges = np.roll(quads, -1, axis=1) - quads
    lengths = np.maximum(np.linalg.norm(edges, axis=2), 1e-6)
    sides = np.stack([edges[:, 0], -edges[:, 3]], axis=2)
    # A card seen from its edge has no places; what lies in its middle lies nowhere in particular.
    flat = np.abs(np.linalg.det(sides)) < 1.0
    sides[flat] = np.eye(2)
    turns = np.asarray(np.linalg.inv(sides), np.float64)
    places = (turns @ (indices - quads[:, 0])[..., None])[..., 0]
    places[flat] = 0.5
    return _Shapes(
        middles=quads.mean(axis=1),
        alongs=edges[:, 0],
        indices=indices,
        widths=np.maximum((lengths[:, 0] + lengths[:, 2]) / 2, 1.0),
        index_px=np.maximum((boxes[:, 2:] - boxes[:, :2]).max(axis=1), 1.0),
        origins=quads[:, 0],
        turns=turns,
        places=np.clip(places, -1, 2),
        tallness=(lengths[:, 1] + lengths[:, 3]) / (lengths[:, 0] + lengths[:, 2]),
        skewness=np.abs(_cosines(edges[:, 0], edges[:, 1])) + np.abs(1 - lengths[:, 0] / lengths[:, 2]),
    )


def _folded(places: Floats) -> Floats:
    """Return how far places on a card are from its nearer sides, shares of its width and height."""
    return np.minimum(places, 1 - places)


def _cosines(ones: Floats, others: Floats) -> Floats:
    lengths = np.linalg.norm(ones, axis=-1) * np.linalg.norm(others, axis=-1)
    return np.asarray((ones * others).sum(axis=-1) / np.maximum(lengths, 1e-6))
