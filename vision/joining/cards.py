"""Corners and their readings joined into cards."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from vision.boxes import box_middles, card_widths
from vision.corners import READER_SUITS, CornerKind, Corners, Ink, Readings, Suit
from vision.joining.pairing import group_backs, group_faces, group_together
from vision.looks.sizing import resized
from vision.looks.trust import trust
from vision.seen import SeenCard, SeenIndex, as_box, as_quad, likeliest

REJECTED = 0.5
"""A corner that the reader calls NONE with more than this probability is no index."""

TRUSTED = 0.35
"""Corners trusted less are dropped."""

HARDLY_TRUSTED, HARDLY_ACCEPTED = 0.05, 0.97
"""The same two for corners that may be cards: what lies between is no card that counts, and asked for."""

BACK_FROM = 0.5
"""A card face down is one of whose corners the finder is so sure: no reader tells a back from a patterned cloth. On 493
photos of rendered tables of the val split all 18 are found from there on, and 21 that are none; from 0.2 on, 104."""

SURE_OF_CARD = 0.9
"""A card read more surely than this tells what size cards have."""

SMALLEST_BACK, TELLING = 0.7, 3
"""A card face down is at least so wide, as a share of the width of most cards face up; the least number of those that
tell. Of 105 on 1,831 rendered photos of the val split the narrowest had .77; tiles of a patterned cloth from .47 on."""

SURE_OF_CORNER = 0.7
"""A rejected corner that the finder is surer of than this is a card that was not read."""

SURELY_JOINED = 0.97
"""Corners of one card that are less likely so than this may be two cards'."""

AGREEING = 0.5
"""Quads of one card that lie further apart, in card widths, are not averaged."""

SHARED = 0.68
"""How much of what two corners of a card say is said twice: the same net read the same print in the same light. The
logarithms of n corners are added up and divided by n to this power, as 288 photos of rendered tables of the val split
have it likeliest."""

_RED, _BLACK = FACES.index(Face.RED_THREE), FACES.index(Face.BLACK_THREE)
_RED_SUITS = [i for i, suit in enumerate(READER_SUITS) if suit in (Suit.HEARTS, Suit.DIAMONDS)]
_BLACK_SUITS = [i for i, suit in enumerate(READER_SUITS) if suit in (Suit.SPADES, Suit.CLUBS)]
_LEAST = 1e-4

# Variances of a card's corners as one index shows them: its own, the next, the opposite, the one before; from errors
# of 3, 7, 12 and 7 hundredths of a card's width.
_CORNER_WEIGHTS = 1 / np.array([0.03, 0.07, 0.12, 0.07]) ** 2

_ROLLS = (np.arange(4) - np.arange(4)[:, None]) % 4
"""A quad's corners, rolled by none to three of them."""


def merge_cards(corners: Corners, readings: Readings) -> tuple[SeenCard, ...]:
    """Return the cards that the corners belong to, each once, from the top left of the photo in reading order.

    Raises ValueError if there are not as many readings as corners.
    """
    corners, readings = _kept(corners, readings, TRUSTED, REJECTED)
    backs = [_back(corners, group) for group in group_backs(corners) if corners.scores[group].max() >= BACK_FROM]
    refused = readings.no_index > REJECTED
    some, their, groups = _grouped(corners, readings, ~refused)
    cards = [_card(some, their, group) for group in groups]
    unread = _unread(corners, readings, refused, cards)
    return in_reading_order([*cards, *unread, *_large_enough(backs, cards)])


def _kept(corners: Corners, readings: Readings, trusted: float, rejected: float) -> tuple[Corners, Readings]:
    """Return the corners that are trusted, and those that the reader rejects: they are judged by the finder alone."""
    if len(corners) != len(readings):
        raise ValueError(f"{len(corners)} corners, but {len(readings)} readings")
    kept = np.flatnonzero((trust(corners, readings) >= trusted) | (readings.no_index > rejected))
    return corners.at(kept), readings.at(kept)


def _grouped(
    corners: Corners, readings: Readings, accepted: NDArray[np.bool_]
) -> tuple[Corners, Readings, list[list[int]]]:
    """Return the corners that are accepted with their readings, and which of these are of one card each."""
    good = np.flatnonzero(accepted)
    some, their = corners.at(good), readings.at(good)
    if some.together is not None:
        return some, their, group_together(some)
    some = resized(some, their.likeliest)
    return some, their, group_faces(some, their)


def possible_cards(corners: Corners, readings: Readings, cards: tuple[SeenCard, ...]) -> tuple[SeenCard, ...]:
    """Return what may be cards beside ``cards``, the merged ones.

    Those are corners too weak to count that fit none of them, and corners that were joined with others of a card, but
    not so surely that they might not be a card of their own.
    """
    counted = {index.box for card in cards for index in card.indices}
    weak, read = _kept(corners, readings, HARDLY_TRUSTED, HARDLY_ACCEPTED)
    some, their, groups = _grouped(weak, read, read.no_index <= HARDLY_ACCEPTED)
    new = [group for group in groups if counted.isdisjoint(as_box(some.boxes[i]) for i in group)]
    more = in_reading_order([_card(some, their, group) for group in new])
    return (*more, *_parting(corners, readings, cards))


def ends_of_none(corners: Corners, readings: Readings, cards: Iterable[SeenCard]) -> Iterator[SeenCard]:
    """Yield as a card each the corners that show a face, are hardly trusted, and that none of these cards has."""
    taken = {index.box for card in cards for index in card.indices}
    shown = corners.face_up & (readings.no_index <= HARDLY_ACCEPTED)
    for row in np.flatnonzero(shown & (trust(corners, readings) >= HARDLY_TRUSTED)):
        if as_box(corners.boxes[row]) not in taken:
            yield _card(corners, readings, [int(row)])


def with_indices_read(card: SeenCard, corners: Corners, readings: Readings) -> SeenCard:
    """Return a card that lies there, its indices read that the reader by itself rejects: those likest its face."""

    def read(index: SeenIndex) -> SeenIndex:
        shares = joined_faces(readings, rows_of(replace(card, indices=(index,)), corners).tolist())
        face = FACES[int(shares.argmax())]
        return replace(index, face=face, confidence=float(shares.max())) if face is card.face else index

    told = (read(index) if index.face is Face.UNREAD else index for index in card.indices)
    return replace(card, indices=tuple(told))


def rows_of(card: SeenCard, corners: Corners) -> NDArray[np.int64]:
    """Return which corners a card was merged from."""
    boxes = np.array([index.box for index in card.indices], np.float32)
    return np.flatnonzero((corners.boxes[:, None] == boxes[None]).all(axis=2).any(axis=1))


def _parting(corners: Corners, readings: Readings, cards: tuple[SeenCard, ...]) -> Iterator[SeenCard]:
    """Yield of each card the corner that belongs to it least surely, where that is not sure."""
    if corners.together is None:
        return
    for card in cards:
        rows = rows_of(card, corners)
        if card.is_back or len(rows) < 2:
            continue
        links = corners.together[np.ix_(rows, rows)].max(axis=1)
        if links.min() < SURELY_JOINED:
            loosest = min(range(len(rows)), key=lambda k: (float(links[k]), float(corners.scores[rows[k]])))
            yield _card(corners, readings, [int(rows[loosest])])


def joined_faces(readings: Readings, group: list[int]) -> NDArray[np.float64]:
    """Return the (15,) probabilities of the faces of a card that shows the corners ``group``.

    Corners that agree say less than independent ones would; a three's colour is settled by face, ink and suit together.
    """
    weight = len(group) ** -SHARED
    logs = weight * np.log(readings.shown[group].astype(np.float64) + _LEAST).sum(axis=0)
    inks = weight * np.log(readings.inks[group].astype(np.float64) + _LEAST).sum(axis=0)
    suits = readings.suits[group].astype(np.float64)
    red = weight * np.log(suits[:, _RED_SUITS].sum(axis=1) + suits[:, -1] / 2 + _LEAST).sum()
    black = weight * np.log(suits[:, _BLACK_SUITS].sum(axis=1) + suits[:, -1] / 2 + _LEAST).sum()
    # Only the share between the two threes moves, not their sum against the other faces.
    both = np.logaddexp(logs[_RED], logs[_BLACK])
    for_red, for_black = logs[_RED] + inks[Ink.RED] + red, logs[_BLACK] + inks[Ink.BLACK] + black
    split = np.logaddexp(for_red, for_black)
    logs[_RED], logs[_BLACK] = both + for_red - split, both + for_black - split
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum())


def merged_quad(quads: NDArray[np.float32], boxes: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the (4, 2) quad of the card that (N, 4, 2) ``quads`` show, beginning as the first does, px.

    Every index sees its own end of the card best, so each corner is the mean weighted by how near the index is.
    """
    theirs = quads.astype(np.float64)
    rolled = theirs[:, _ROLLS]
    turns = np.linalg.norm(rolled - theirs[0], axis=3).sum(axis=2).argmin(axis=1)
    turned = rolled[np.arange(len(quads)), turns]
    centres = box_middles(boxes).astype(np.float64)
    own = np.linalg.norm(turned - centres[:, None], axis=2).argmin(axis=1)
    weights = _CORNER_WEIGHTS[(np.arange(4) - own[:, None]) % 4][..., None]
    return np.asarray((turned * weights).sum(axis=0) / weights.sum(axis=0))


def _agreeing(corners: Corners, group: list[int]) -> list[int]:
    """Return those corners of a card whose quads agree: at times a right index is taken for a left one."""
    if len(group) == 1:
        return group
    quads = corners.quads[group].astype(np.float64)
    turned = np.stack([np.roll(quads, turn, axis=1) for turn in (0, 2)])
    apart = np.linalg.norm(quads[:, None] - turned[:, None], axis=4).mean(axis=3).min(axis=0)
    width = float(card_widths(corners.quads[group]).mean())
    middle = int(np.sort(apart, axis=1)[:, 1].argmin())
    near = [k for k in range(len(group)) if apart[middle, k] < AGREEING * width]
    return [group[k] for k in near]


def _card(corners: Corners, readings: Readings, group: list[int]) -> SeenCard:
    best, *others = likeliest(joined_faces(readings, group))
    suits = np.log(readings.suits[group].astype(np.float64) + _LEAST)
    # A hidden pip says nothing of the suit.
    told = suits[suits.argmax(axis=1) < len(READER_SUITS) - 1]
    suit = READER_SUITS[int(told[:, :-1].sum(axis=0).argmax())] if len(told) else None
    shown = _agreeing(corners, group)
    return SeenCard(
        face=best.face,
        suit=None if best.face is Face.WILD_50 else suit,
        ink=Ink(int(np.log(readings.inks[group] + _LEAST).sum(axis=0).argmax())),
        confidence=best.confidence,
        quad=as_quad(merged_quad(corners.quads[shown], corners.boxes[shown])),
        indices=tuple(_index(corners, readings, i) for i in group),
        runners_up=tuple(others),
    )


def _index(corners: Corners, readings: Readings, i: int) -> SeenIndex:
    if readings.no_index[i] > REJECTED:
        face, sure = Face.UNREAD, float(readings.no_index[i])
    else:
        shares = joined_faces(readings, [i])
        face, sure = FACES[int(shares.argmax())], float(shares.max())
    return SeenIndex(as_box(corners.boxes[i]), face, sure, CornerKind(int(corners.kinds[i])), float(corners.scores[i]))


def _unread(corners: Corners, readings: Readings, rejected: NDArray[np.bool_], cards: list[SeenCard]) -> list[SeenCard]:
    """Return cards for rejected corners that the finder is sure of and that are on no card already there."""
    rows = np.flatnonzero(rejected & corners.face_up & (corners.scores > SURE_OF_CORNER))
    unread = []
    for i in (int(row) for row in rows):
        quad = corners.quads[i].astype(np.float64)
        width = float(np.linalg.norm(quad[1] - quad[0]))
        near = (np.linalg.norm(card.corners.mean(axis=0) - quad.mean(axis=0)) for card in cards)
        if any(distance < 0.45 * width for distance in near):
            continue
        unread.append(
            SeenCard(
                face=Face.UNREAD,
                suit=None,
                ink=Ink.OTHER,
                confidence=0.0,
                quad=as_quad(quad),
                indices=(_index(corners, readings, i),),
            )
        )
    return unread


def _large_enough(backs: list[SeenCard], cards: list[SeenCard]) -> list[SeenCard]:
    """Return the backs that are not much narrower than the cards face up, where enough of these were read surely."""
    widths = [card.width_px for card in cards if card.confidence > SURE_OF_CARD]
    least = SMALLEST_BACK * float(np.median(widths)) if len(widths) >= TELLING else 0.0
    return [back for back in backs if back.width_px >= least]


def _back(corners: Corners, group: list[int]) -> SeenCard:
    quad = merged_quad(corners.quads[group], corners.boxes[group])
    # Begin at a short side, as a card held upright does.
    if np.linalg.norm(quad[1] - quad[0]) > np.linalg.norm(quad[2] - quad[1]):
        quad = np.roll(quad, -1, axis=0)
    scores = corners.scores[group]
    return SeenCard(
        face=None,
        suit=None,
        ink=Ink.OTHER,
        confidence=float(scores.max()),
        quad=as_quad(quad),
        indices=tuple(
            SeenIndex(
                as_box(corners.boxes[i]),
                Face.UNREAD,
                float(corners.scores[i]),
                CornerKind(int(corners.kinds[i])),
                float(corners.scores[i]),
            )
            for i in group
        ),
    )


def in_reading_order(cards: list[SeenCard]) -> tuple[SeenCard, ...]:
    """Order by rows, then from the left, so that numbers run as people read."""
    if not cards:
        return ()
    row_height = float(np.median([card.width_px for card in cards])) / 2
    centres = np.array([card.corners.mean(axis=0) for card in cards])
    rows: list[list[int]] = []
    for i in (int(i) for i in np.argsort(centres[:, 1], kind="stable")):
        if not rows or centres[i, 1] - centres[rows[-1][0], 1] > row_height:
            rows.append([])
        rows[-1].append(i)
    return tuple(cards[i] for row in rows for i in sorted(row, key=lambda k: (float(centres[k, 0]), k)))
