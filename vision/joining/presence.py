"""How likely a card truly lies where corners were read: several weak proofs together.

Neither net sees more than a corner, and a keyboard's key or a printed number can look like one. Around it there is more
to see: whether cards lie beside it that stand as it stands, have its size and carry their indices where it does, and
whether it lies in the middle of another card, where no corner can be. A net of its own (``models/presence.toml``) is
told all that, of each card and of each two (``vision.joining.besides``), and judges all cards of a photo at once.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from vision.corners import READER_SUITS, CornerKind, Corners, Ink, Readings, Suit
from vision.joining.besides import BESIDES, Together, besides_of, together_by_card
from vision.joining.cards import ends_of_none, in_reading_order, joined_faces, rows_of, with_indices_read
from vision.joining.shapes import HEIGHT, Shapes, cosines, folded, shapes_of
from vision.joining.twins import TWIN_FEATURES, are_ends_of_one, twin_features, with_other_ends
from vision.looks.trust import trust
from vision.outlining.outlines import Outlines
from vision.seen import Box, SeenCard

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
"""What is known of a card among the others; ``_own``, ``_shape``, ``_among`` and ``twins.py`` say what each is."""

COUNTED_FROM, POSSIBLE_FROM = 0.5, 0.02
"""A card likelier than the first to lie there counts; one likelier than the second may lie there, and is asked for."""

AN_END_FROM = 0.15
"""What is no card of its own may be another end of one if the finder is as sure of it: what is weaker mostly is not."""

SURE_SCORE, SURE_FACE = 0.6, 0.9
"""Cards found and read as surely as this show what cards look like in a photo."""

FAR = 9.0
"""The distance, in card widths, of what there is none of."""

SURELY_FOUND, SURELY_READ, AN_END_OF_NONE = 0.6, 0.98, 0.05
"""What is found and read as surely as the first two, and is less likely than the third of one card with any that
counts, is the index of some card, or print that looks like one."""

OF_A_CARD = 0.1
"""How likely at least a card lies where such an index shows: of eight on 318 photos of val tables one was a card's."""

MAY_BE_ONE_OF_SOME = 0.1
"""What is so likely a card, and has ends of its own that may be cards as well, counts if all of them together would."""

_NEIGHBOURS = 3
"""So many of the nearest sure cards are asked how a card is turned against them."""

_LEAST_SPREAD = 1e-3
"""px, so that an outline that is off by nothing has a logarithm."""

READ = (
    *(f"reads_{face}" for face in FACES),
    "reads_none",
    *(f"shows_{suit or 'no_suit'}" for suit in READER_SUITS),
    *(ink.name.lower() for ink in Ink),
)
"""What a card's corners read, as they follow."""

OUTLINED = ("at_top_left", "at_top_right", "at_bottom_right", "at_bottom_left", "outline_off")
"""How likely the surest of a card's indices stands at each of its corners, and how far off its outline may be, natural
logarithm of card widths."""

TOLD = (*FEATURES, *READ, *OUTLINED)
"""What the net is told of each card."""


@dataclass(frozen=True)
class Looks:
    """What N corners of a photo look like beside what they read.

    places: (N, 4) likelihoods of the corners of its card that each may stand at. spreads: (N,) px, how far off its
    outline may be. embeddings: (N, D), how it looks to the reader.
    """

    places: NDArray[np.float32]
    spreads: NDArray[np.float32]
    embeddings: NDArray[np.float32]


@dataclass(frozen=True)
class Sight:
    """All that the net is told of the N cards of a photo.

    cards: (N, T) in the order of ``TOLD``. besides: (N, N, B) in that of ``BESIDES``: of the second beside the first.
    """

    cards: NDArray[np.float32]
    besides: NDArray[np.float32]


class PresenceJudge(Protocol):
    """Tells how likely each of a photo's cards lies there."""

    def chances(self, sight: Sight) -> NDArray[np.float32]:
        """Return (N,) 0-1; N may be 0."""
        ...


def looks_of(
    corners: Corners, outlines: Outlines | None = None, embeddings: NDArray[np.float32] | None = None
) -> Looks:
    """Return what corners look like; by default each stands at its card's first corner and looks like any other."""
    count = len(corners)
    if outlines is None:
        places, spreads = np.tile(np.eye(4, dtype=np.float32)[0], (count, 1)), np.zeros(count, np.float32)
    else:
        places, spreads = outlines.places, outlines.spreads.mean(axis=(1, 2))
    return Looks(places, spreads, np.ones((count, 1), np.float32) if embeddings is None else embeddings)


def judged(
    cards: Sequence[SeenCard],
    maybe: Sequence[SeenCard],
    corners: Corners,
    readings: Readings,
    looks: Looks,
    judge: PresenceJudge,
) -> tuple[tuple[SeenCard, ...], tuple[SeenCard, ...]]:
    """Return the cards that count and what counts as none, each with its presence; backs are left as they are.

    cards, maybe: those that were merged from the corners. looks: of the same corners. What counted and hardly lies
    there counts as none, of which ``possible`` are those that may be one. A card that counts has the indices, too, of
    what is no card of its own and lies at an end of it, and those that the reader rejects are read.
    """
    backs, shown = [card for card in cards if card.is_back], [card for card in cards if not card.is_back]
    chances = judge.chances(sight_of(shown, maybe, corners, readings, looks))
    known = [replace(card, presence=float(p)) for card, p in zip((*shown, *maybe), chances, strict=True)]
    together = Together(corners)
    known = _without_rivals(known, together)
    counting = parted([*backs, *filter(counts, known)])
    rest = [card for card in known if not counts(card)]
    taken = {index.box for card in counting for index in card.indices}
    loose = [
        card
        for card in rest
        if taken.isdisjoint(index.box for index in card.indices)
        and max(index.score for index in card.indices) >= AN_END_FROM
    ]
    loose += ends_of_none(corners, readings, (*counting, *rest))
    whole = [with_indices_read(card, corners, readings) for card in with_other_ends(counting, loose, together)]
    taken = {index.box for card in whole for index in card.indices}

    def is_of_none(card: SeenCard) -> bool:
        likeliest = max((together(card, other) for other in counting), default=0.0)
        return taken.isdisjoint(index.box for index in card.indices) and likeliest < AN_END_OF_NONE

    return in_reading_order(whole), tuple(_as_shown(card) if is_of_none(card) else card for card in rest)


def possible(cards: Iterable[SeenCard]) -> tuple[SeenCard, ...]:
    """Return those that are likely enough to lie there that somebody is asked."""
    return tuple(card for card in cards if card.presence >= POSSIBLE_FROM)


def counts(card: SeenCard) -> bool:
    """Tell whether a card counts by its presence.

    Nobody is asked what a card is that was not read and does not count, so it counts where it may lie there.
    """
    return card.presence >= (POSSIBLE_FROM if card.face is Face.UNREAD else COUNTED_FROM)


def _without_rivals(cards: Sequence[SeenCard], together: Callable[[SeenCard, SeenCard], float]) -> list[SeenCard]:
    """Return the cards; of the ends of one card that are each held for another's, the likeliest has all their chances.

    Which of them is the card and which are its other ends nothing tells, so that none may count though one does.
    """
    settled = list(cards)
    doubtful = [n for n, card in enumerate(cards) if POSSIBLE_FROM <= card.presence < COUNTED_FROM]
    for n in sorted(doubtful, key=lambda k: -cards[k].presence):
        if settled[n].presence < MAY_BE_ONE_OF_SOME:
            continue
        ends = [
            m
            for m in doubtful
            if m != n and settled[m].presence > 0.0 and are_ends_of_one(settled[n], settled[m], together)
        ]
        chances = settled[n].presence + sum(settled[m].presence for m in ends)
        if chances >= COUNTED_FROM:
            settled[n] = replace(settled[n], presence=min(chances, 1.0))
            for m in ends:
                settled[m] = replace(settled[m], presence=0.0)
    return settled


def _as_shown(card: SeenCard) -> SeenCard:
    """Return what counts as none as likely as an index of no other card makes it, where it surely shows one."""
    surely = max(index.score for index in card.indices) >= SURELY_FOUND and card.confidence >= SURELY_READ
    # One of no chance at all was found to be another end of a card.
    return replace(card, presence=max(card.presence, OF_A_CARD)) if surely and card.presence > 0.0 else card


def parted(cards: Sequence[SeenCard]) -> list[SeenCard]:
    """Return the cards; an index that two have is left to the one with fewer, which was parted from the other."""
    fewest: dict[Box, int] = {}
    for card in sorted(cards, key=lambda card: -len(card.indices)):
        fewest |= {index.box: len(card.indices) for index in card.indices}
    return [
        replace(card, indices=tuple(index for index in card.indices if fewest[index.box] == len(card.indices)))
        for card in cards
    ]


def sight_of(
    cards: Sequence[SeenCard], maybe: Sequence[SeenCard], corners: Corners, readings: Readings, looks: Looks
) -> Sight:
    """Return what the net is told of the cards that count and of those that may lie there, in this order."""
    everything = (*cards, *maybe)
    if not everything:
        return Sight(np.empty((0, len(TOLD)), np.float32), np.empty((0, 0, len(BESIDES)), np.float32))
    rows, shapes = [rows_of(card, corners) for card in everything], shapes_of(everything)
    faces = np.array([joined_faces(readings, list(own)) for own in rows])
    nothing, suits, inks = (
        np.array([values[own].mean(axis=0) for own in rows], np.float64)
        for values in (readings.no_index, readings.suits, readings.inks)
    )
    surest = np.array([own[corners.scores[own].argmax()] for own in rows])
    off = np.log(looks.spreads[surest] + _LEAST_SPREAD) - np.log(shapes.widths)
    features = features_of(everything, len(cards), corners, readings, rows, shapes, suits[:, : len(Suit)])
    told = [_tamed(features), faces, nothing, suits, inks, looks.places[surest], off]
    embeddings = np.array([looks.embeddings[own].mean(axis=0) for own in rows])
    read = faces, suits[:, : len(Suit)], inks
    besides = besides_of(everything, corners, rows, shapes, read, embeddings)
    return Sight(np.column_stack(told).astype(np.float32), besides)


def _tamed(features: Floats) -> Floats:
    """Return features with their large numbers told by logarithms."""
    wide = [FEATURES.index("index_px"), FEATURES.index("sure_cards")]
    features[:, wide] = np.log(np.maximum(features[:, wide], 0.5))
    return np.asarray(np.sign(features) * np.log1p(np.abs(features)))


def features_of(
    everything: Sequence[SeenCard],
    counted: int,
    corners: Corners,
    readings: Readings,
    rows: Sequence[Rows],
    shapes: Shapes,
    suits: Floats,
) -> Floats:
    """Return (N, F) features of N cards, of which the first ``counted`` count so far.

    rows, shapes, suits: of each card, those of its corners, how it lies, and (N, 4) how likely it shows each suit.
    """
    trusted, no_index = trust(corners, readings), readings.no_index
    sure = np.array([number < counted and _is_sure(card) for number, card in enumerate(everything)])
    faces = [card.face for card in everything]
    twins = twin_features(everything, sure, suits)
    together = together_by_card(corners, rows)
    table = np.zeros((len(everything), len(FEATURES)))
    for number, (card, mine) in enumerate(zip(everything, rows, strict=True)):
        others = np.flatnonzero(sure & (np.arange(len(sure)) != number))
        alike = np.array([faces[other] is card.face for other in others], bool)
        own = _own(card, float(trusted[mine].max()), float(no_index[mine].min()))
        among = _among(shapes, number, others, alike)
        outlined = _like_a_card(corners, mine), float(together[number, others].max(initial=0.0))
        table[number] = [*own, *_shape(shapes, number), number < counted, *among, *outlined, *twins[number]]
    return table


def _is_sure(card: SeenCard) -> bool:
    surely_read = card.is_read and card.confidence > SURE_FACE
    return surely_read and max(index.score for index in card.indices) > SURE_SCORE


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


def _like_a_card(corners: Corners, rows: Rows) -> float:
    """Return how much a card with these corners looks like one from further off; what nobody looked at does."""
    return 1.0 if corners.cards is None else float(corners.cards[rows].max())


def _shape(shapes: Shapes, n: int) -> list[float]:
    """Return the size of a card's index, px and card widths, its place on the card, and the card's own shape."""
    size = float(shapes.index_px[n])
    return [size, size / shapes.widths[n], *shapes.places[n], shapes.tallness[n], shapes.skewness[n]]


def _among(shapes: Shapes, n: int, others: NDArray[np.int64], alike: NDArray[np.bool_]) -> list[float]:
    """Return how a card lies among the photo's other sure ones; alike: which of these have its face.

    Their number; its index's and its own size beside theirs, in natural logarithms; how far its index lies from where
    theirs do; the nearest one's distance in card widths and the cosine of the turn to it; the best cosine to the
    nearest ones in quarter turns; the nearest of its face; on how many it lies, and how near one of their corners.
    """
    if not len(others):
        return [0.0, 0.0, 0.0, 0.0, FAR, 0.0, 0.0, FAR, 0.0, 1.0]
    own, theirs = folded(shapes.places[n]), folded(shapes.places[others])
    away = np.linalg.norm(shapes.middles[others] - shapes.middles[n], axis=1) / shapes.widths[n]
    order = np.argsort(away, kind="stable")
    near = others[order[:_NEIGHBOURS]]
    turns = np.abs(cosines(shapes.alongs[near], shapes.alongs[n]))
    on = (shapes.turns[others] @ (shapes.indices[n] - shapes.origins[others])[..., None])[..., 0]
    lies_on = ((on > 0) & (on < 1)).all(axis=1)
    depths = np.linalg.norm(folded(on[lies_on]) * (1.0, HEIGHT), axis=1)
    return [
        len(others),
        float(np.log(shapes.index_px[n] / np.median(shapes.index_px[others]))),
        float(np.log(shapes.widths[n] / np.median(shapes.widths[others]))),
        float(np.linalg.norm(theirs - own, axis=1).min()),
        min(float(away[order[0]]), FAR),
        float(cosines(shapes.alongs[near[:1]], shapes.alongs[n])[0]),
        float(np.maximum(turns, np.sqrt(np.clip(1 - turns**2, 0, None))).max()),
        float(away[alike].min(initial=FAR)),
        len(depths),
        float(depths.min(initial=1.0)),
    ]
