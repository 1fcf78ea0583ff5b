"""How likely each two corners of a photo are the indices of one card.

In a meld every card has one rank, so that a card's second index looks like one more card. What tells the two apart is
how well the outlines agree that both were seen with, for every corner of the card that each may stand at; whether both
show one suit; whether either fits another corner better; whether the photo's other cards show four indices; and how the
card that both would be of looks (``vision.joining.onecard``). A forest of small trees weighs all that
(``models/pairs.toml``).
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from vision.boxes import box_middles, card_widths
from vision.corners import Corners, Image, Readings, Suit
from vision.joining.onecard import AROUND, cut_pairs
from vision.joining.trees import TreeJudge
from vision.looks.telling import TellingNet
from vision.outlining.outlines import Outlines

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

PAIR_FEATURES = (
    "fit",
    "unlikely",
    "opposed",
    "at_a_side",
    "furthest",
    "worse_own",
    "better_own",
    "hidden",
    "suits_alike",
    "suits_known",
    "score",
    "sure",
    "faces_alike",
    "apart",
    "card",
    "rival",
    "ahead",
    "rivals",
    "at_sides",
    "across",
    "corners",
    "looks_like_one",
)
"""What is known of two corners, in the order the trees take it; ``_fits``, ``possible_pairs`` and ``looked_at`` tell
what each is."""

LEAST_PLACE = 0.01
"""An index stands at no corner of its card that is less likely than this."""

WITHIN = 2.2
"""Two indices of one card lie at most so far apart, card widths."""

UNSURE = 0.8
"""Of two corners that read different faces at least one is less sure than this, or they are two cards'."""

TAKEN_FOR_EACH_OTHER = ((Face.WILD_20, Face.WILD_50), (Face.SIX, Face.NINE), (Face.RED_THREE, Face.BLACK_THREE))
"""Faces of which one is at times surely read as the other: what reads so may be of one card all the same."""

NONE_FROM = 0.97
"""What the reader calls no index with more than this pairs with nothing."""

LOOKED_AT = 3.0
"""Pairs that fit worse than this are not looked at; of those of one card less than one in a hundred does."""

FITTING = 0.8
"""Pairs that fit better than this tell whether cards show their opposite ends, and four indices."""

_ERRORS = np.array([0.03, 0.06, 0.09, 0.06])
"""How far off an index sees the corner that it stands at and those after it, clockwise, card widths."""

_FIRST_OF = {other: one for one, other in TAKEN_FOR_EACH_OTHER}


def kind_of(face: Face) -> Face:
    """Return the face that stands for those which are taken for each other."""
    return _FIRST_OF.get(face, face)


_READ_ALIKE = np.array([FACES.index(kind_of(face)) for face in FACES])
"""Of each face a number that those share which are taken for each other."""

_UNLIKELY = 0.6
"""What unlikely places on a card cost: standard deviations of a fit for each nat of their likelihoods."""

_LEAST = 1e-6


@dataclass(frozen=True)
class Pairs:
    """P pairs of a photo's corners that may be of one card.

    first, second: (P,) rows of the corners. quads: (P, 4, 2) px, the card that they would be of. features: (P, F) in
    the order of ``PAIR_FEATURES``, but for the last.
    """

    first: Rows
    second: Rows
    quads: Floats
    features: Floats

    @property
    def costs(self) -> Floats:
        """Return how badly the pairs' outlines fit, (P,), where they fit best."""
        return _costs(self.features)


@dataclass(frozen=True)
class PairJudge:
    """What judges pairs: a net that looks at them, and the trees that weigh what it sees with all else."""

    net: TellingNet
    trees: TreeJudge


def paired(image: Image, corners: Corners, outlines: Outlines, readings: Readings, judge: PairJudge) -> Corners:
    """Return the corners of an (H, W, 3) BGR photo with how likely each two are of one card.

    outlines: of each corner, with quads in px of the photo.
    """
    pairs = possible_pairs(corners, outlines, readings)
    together = np.zeros((len(corners), len(corners)), np.float32)
    chances = judge.trees.chances(looked_at(image, corners, pairs, judge.net))
    together[pairs.first, pairs.second] = together[pairs.second, pairs.first] = chances
    return replace(corners, together=together)


def looked_at(image: Image, corners: Corners, pairs: Pairs, net: TellingNet) -> NDArray[np.float32]:
    """Return the (P, F) features of the pairs of a photo with what the net says of those that fit at all."""
    rows = np.flatnonzero(pairs.costs < LOOKED_AT)
    seen = np.zeros(len(pairs.first), np.float32)
    seen[rows] = net.chances(pictures_of(image, corners, pairs, rows, net.crop_px))
    return np.column_stack([pairs.features, seen]).astype(np.float32)


def pictures_of(
    image: Image, corners: Corners, pairs: Pairs, rows: Rows, size_px: tuple[int, int], around: float = AROUND
) -> NDArray[np.uint8]:
    """Return the pictures of some of a photo's pairs, the (N,) ``rows``, as ``cut_pairs`` cuts them."""
    boxes = corners.boxes[np.column_stack([pairs.first[rows], pairs.second[rows]])]
    return cut_pairs(image, boxes, pairs.quads[rows], size_px, around)


def possible_pairs(corners: Corners, outlines: Outlines, readings: Readings) -> Pairs:
    """Return which corners can be of one card, and what is known of them without a look at the photo."""
    first, second = _candidates(corners, readings)
    first, second, fits, quads = _fits(outlines, first, second)
    faces, suits = readings.shown.astype(np.float64), readings.suits[:, : len(Suit)].astype(np.float64)
    known = suits.sum(axis=1)[first] * suits.sum(axis=1)[second]
    cost = _costs(fits)
    rival, rivals = _rivals(cost, first, second, len(corners))
    count = max(int(corners.face_up.sum()), 1)
    good, side = cost < FITTING, fits[:, 3] > 0
    middles = box_middles(corners.boxes).astype(np.float64)
    apart = np.linalg.norm(middles[first] - middles[second], axis=1)
    table = np.column_stack(
        [
            fits,
            np.where(known > _LEAST, (suits[first] * suits[second]).sum(axis=1) / np.maximum(known, _LEAST), 0.5),
            known,
            np.minimum(corners.scores[first], corners.scores[second]),
            np.minimum(faces[first].max(axis=1, initial=0), faces[second].max(axis=1, initial=0)),
            (faces[first] * faces[second]).sum(axis=1),
            apart / np.minimum(card_widths(corners.quads[first]), card_widths(corners.quads[second])),
            np.minimum(outlines.cards[first], outlines.cards[second]),
            rival,
            cost - rival,
            rivals,
            np.full(len(first), (good & side).sum() / count),
            np.full(len(first), (good & ~side).sum() / count),
            np.full(len(first), count),
        ]
    )
    return Pairs(first, second, quads, table.astype(np.float64).reshape(-1, len(PAIR_FEATURES) - 1))


def _candidates(corners: Corners, readings: Readings) -> tuple[Rows, Rows]:
    """Return the (P,) and (P,) rows of corners that are near enough and read alike enough to be of one card."""
    faces = readings.shown
    best, sure = faces.argmax(axis=1), faces.max(axis=1, initial=0)
    usable = corners.face_up & (readings.no_index <= NONE_FROM)
    kinds = _READ_ALIKE[best]
    alike = (kinds[:, None] == kinds[None]) | (np.minimum(sure[:, None], sure[None]) < UNSURE)
    middles = box_middles(corners.boxes).astype(np.float64)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    widths = card_widths(corners.quads)
    near = apart < WITHIN * np.minimum(widths[:, None], widths[None])
    rows = np.argwhere(np.triu(usable[:, None] & usable[None] & alike & near, 1))
    return rows[:, 0], rows[:, 1]


def _fits(outlines: Outlines, first: Rows, second: Rows) -> tuple[Rows, Rows, Floats, Floats]:
    """Return the pairs that can be of one card at all, (P, 8) on how well their outlines agree at the best places, and
    the (P, 4, 2) quads of these cards, as the first of each two is read.

    The misfit, in what outlines are usually off; how unlikely the places are; whether the indices stand upside down to
    each other, and whether they do so at one side or end of the card; and in card widths how far apart the corners are
    that agree least, the two that the indices stand at, the worse and the better, and the other two.
    """
    quads, places = outlines.quads.astype(np.float64), outlines.places.astype(np.float64)
    best, merged = np.full((len(first), 9), np.inf), np.zeros((len(first), 4, 2))
    for one in range(4):
        for other in range(4):
            likely = (places[first, one] >= LEAST_PLACE) & (places[second, other] >= LEAST_PLACE)
            rows = np.flatnonzero(likely)
            ones, others = quads[first[rows], one], quads[second[rows], other]
            opposed = (_across(ones) * _across(others)).sum(axis=1) < 0
            others = np.where(opposed[:, None, None], np.roll(others, 2, axis=1), others)
            there = (other + 2 * opposed) % 4
            width = (card_widths(ones) + card_widths(others)) / 2
            apart = np.linalg.norm(ones - others, axis=2) / width[:, None]
            corner = np.arange(4)
            own, others_own = _ERRORS[(corner - one) % 4] ** 2, _ERRORS[(corner - there[:, None]) % 4] ** 2
            fit = np.sqrt((apart**2 / (own + others_own) / 2).mean(axis=1))
            unlikely = -np.log(places[first[rows], one]) - np.log(places[second[rows], other])
            owns = np.column_stack([apart[:, one], apart[np.arange(len(rows)), there]])
            hidden = (apart.sum(axis=1) - owns.sum(axis=1)) / 2
            # Opposite ends of a card lie across its diagonal, and nothing else does.
            side = ~opposed | (there % 2 != one % 2)
            cost = np.where(there == one, np.inf, fit + _UNLIKELY * unlikely)
            found = np.column_stack(
                [fit, unlikely, opposed, side, apart.max(axis=1), owns.max(axis=1), owns.min(axis=1), hidden, cost]
            )
            better = cost < best[rows, 8]
            best[rows[better]] = found[better]
            share = (own / (own + others_own))[..., None]
            merged[rows[better]] = (ones + (others - ones) * share)[better]
    possible = np.isfinite(best[:, 8])
    return first[possible], second[possible], best[possible, :8], merged[possible]


def _costs(fits: Floats) -> Floats:
    return np.asarray(fits[:, 0] + _UNLIKELY * fits[:, 1])


def _rivals(cost: Floats, first: Rows, second: Rows, count: int) -> tuple[Floats, Floats]:
    """Return for each pair the least cost of another one that either corner is in, and how many such there are."""
    least, next_least = np.full(count, _FAR), np.full(count, _FAR)
    for rows in (first, second):
        for row, value in zip(rows, cost, strict=True):
            if value < least[row]:
                least[row], next_least[row] = value, least[row]
            elif value < next_least[row]:
                next_least[row] = value
    others = [np.where(cost <= least[rows], next_least[rows], least[rows]) for rows in (first, second)]
    pairs = np.bincount(first, minlength=count) + np.bincount(second, minlength=count)
    return np.minimum(*others), (pairs[first] + pairs[second] - 2).astype(np.float64)


_FAR = 9.0
"""What the next best pair of a corner that is in no other costs."""


def _across(quads: Floats) -> Floats:
    return np.asarray(quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3])
