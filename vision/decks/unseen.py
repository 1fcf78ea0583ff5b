"""Marks that the finder takes for no index: sought in a photo as a taught deck shows them.

Some decks have stars, fish or words in their corners. What the finder does not see on the taught card itself it does
not see in play either, and a red 3 that nobody sees costs its points in silence. Such a mark is held against the photo
at the size and in the ways in which the deck's other cards lie there.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import WILDS, Face
from vision.boxes import box_middles, card_widths, long_sides
from vision.corners import CornerKind, Corners, Finder, Image, join, no_corners
from vision.decks.fitting import read_untaught
from vision.decks.profile import CARD_PX, PATCH_PX, DeckProfile, TaughtCard
from vision.looks.between import HARDLY_FOUND
from vision.looks.patches import PATCH_SIDE, averaged, lie

SEEN_FROM = 0.4
"""A mark that the finder is as sure of as this on the taught card is one that it sees."""

AT_A_CORNER = (0.42, 0.36)
"""Which share of the card's width and of its height from a corner belongs to that."""

MOST_MARKS = 6
"""Of more marks than these the ones that are seen least are sought; each costs as much as a small look."""

APART_PX = 30
"""Grey between the cards of the sheet that the finder is shown."""

SIZES = np.geomspace(0.11, 0.48, 20)
"""Sizes of a mark that are tried on its card: the longer side, card widths. None fits best at either end."""

INSIDE, PRINTED = 0.45, 0.08
"""A mark lies at least so much of its size from the edges of its card, and differs from it by so much of its light, as
a standard deviation. A bare corner, learnt where other cards have their index, does neither.
"""

KNOWN_FROM = 0.6
"""A taught corner that correlates less well with any place of its card's picture is not known to be there."""

SHOWN = 56
"""Px of a taught corner's side that are held against a photo, without what is beyond the card."""

SHOWN_SIZES = PATCH_SIDE * SHOWN / (PATCH_PX * 2 / 3)
"""The side of that, in longer sides of the mark."""

MARK_PX = 16
"""Side of what is held against a photo, px: small enough to be fast, large enough to tell a star from a speck."""

ZOOMS = (0.92, 1.08)
"""A photo shows cards a little nearer and further off than most of them are."""

BIN, MOST_BINS = 15.0, 3
"""Ways in which cards lie are told apart by so many degrees, of a quarter turn; of the commonest so many are tried."""

ALIKE, MOST_FOUND = 0.55, 30
"""What correlates so well is looked at, the best first and so many at most."""

FREE = 0.6
"""A place is free if no corner lies nearer to it, in the mark's longer side."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Mark:
    """A taught mark. patch: (72, 72, 3) uint8 BGR, upright, with margin; size: its longer side, card widths.

    place: x and y of its middle from the card's top left corner, card widths.
    """

    face: Face
    patch: Image
    size: float
    place: tuple[float, float]


def unseen_marks(decks: Sequence[DeckProfile], finder: Finder) -> tuple[Mark, ...]:
    """Return the marks of the decks that the finder does not see on the taught cards, the least seen first.

    Faces that the reader reads by itself are left to it, and of a face photographed more than once it is enough that
    one is seen.
    """
    marks: list[tuple[float, Mark]] = []
    for deck in decks:
        by_itself = read_untaught(deck)
        cards = [card for n, card in enumerate(deck.cards) if card.face is not None and n not in by_itself]
        scores = _scores(cards, finder)
        for face in dict.fromkeys(card.face for card in cards if card.face is not None):
            own = [(score, card) for score, card in zip(scores, cards, strict=True) if card.face is face]
            most = max(score for score, _ in own)
            places = (place for _, card in own for place in _places(card, face))
            if most < SEEN_FROM and (mark := _surest(places)) is not None:
                marks.append((most, mark))
    return tuple(mark for _, mark in sorted(marks, key=lambda one: one[0])[:MOST_MARKS])


def look_for(image: Image, marks: Sequence[Mark], taught: Corners, known: Corners) -> Corners:
    """Return where an (H, W, 3) BGR photo may show the marks.

    taught: the corners that look like the decks' cards; they tell how large and in which ways these lie. known: what
    was found already, where nothing is looked for.
    """
    if not marks or not len(taught):
        return no_corners()
    width = float(np.median(card_widths(taught.quads)))
    ways = _ways(taught.quads)
    found = join([_found(image, mark, width, ways) for mark in marks])
    middles, room = box_middles(found.boxes), FREE * long_sides(found.boxes)
    taken = list(box_middles(known.boxes))
    kept = []
    # Of marks of one shape, as of a red and a black star, the one that is more alike.
    for n in np.argsort(-found.scores, kind="stable"):
        if np.linalg.norm(np.reshape(taken, (-1, 2)) - middles[n], axis=1).min(initial=np.inf) > room[n]:
            kept.append(n)
            taken.append(middles[n])
    chosen = found.at(np.array(kept, np.int64))
    return replace(chosen, scores=np.full(len(chosen), HARDLY_FOUND, np.float32))


def _scores(cards: Sequence[TaughtCard], finder: Finder) -> Floats:
    """Return how sure the finder is of the cards' indices, (N,), each shown by itself on grey."""
    if not len(cards):
        return np.zeros(0)
    wide, high = CARD_PX
    columns = int(np.ceil(np.sqrt(len(cards) * high / wide)))
    rows = -(-len(cards) // columns)
    sheet = np.full((rows * (high + APART_PX) + APART_PX, columns * (wide + APART_PX) + APART_PX, 3), 114, np.uint8)
    tops = [
        (APART_PX + (n % columns) * (wide + APART_PX), APART_PX + (n // columns) * (high + APART_PX))
        for n in range(len(cards))
    ]
    for card, (x, y) in zip(cards, tops, strict=True):
        sheet[y : y + high, x : x + wide] = card.picture
    corners = finder.find(sheet)
    middles = box_middles(corners.boxes)
    scores = np.zeros(len(cards))
    for n, top in enumerate(tops):
        share = (middles - top) / CARD_PX
        inside = ((share > 0) & (share < 1) & (np.minimum(share, 1 - share) < AT_A_CORNER)).all(axis=1)
        scores[n] = corners.scores[inside & corners.face_up].max(initial=0.0)
    return scores


def _surest(places: Iterable[tuple[float, Mark]]) -> Mark | None:
    """Return the mark that is likest its card's picture, None where it is none."""
    alike, mark = max(places, key=lambda one: one[0])
    inside = min(*mark.place, 1 - mark.place[0]) >= INSIDE * mark.size
    is_told = alike >= KNOWN_FROM and SIZES[0] < mark.size < SIZES[-1]
    return mark if is_told and inside and _contrast(mark.patch) >= PRINTED else None


def _places(card: TaughtCard, face: Face) -> Iterator[tuple[float, Mark]]:
    """Yield what a mark would be by each taught corner at each size, and how well that correlates with the picture."""
    wide, high = CARD_PX
    margin = wide // 4
    picture = cv2.copyMakeBorder(card.picture, margin, margin, margin, margin, cv2.BORDER_REPLICATE)
    upper = picture[: margin + high // 2]
    for corner in card.corners:
        for size in SIZES:
            shown = _shown(corner, round(size * wide * SHOWN_SIZES))
            _, alike, _, top_left = cv2.minMaxLoc(cv2.matchTemplate(upper, shown, cv2.TM_CCOEFF_NORMED))
            x, y = (np.array(top_left) + len(shown) / 2 - margin) / wide
            yield alike, Mark(face, corner, float(size), (float(x), float(y)))


def _contrast(patch: Image) -> float:
    """Return how much what stands in the middle of a patch differs from its card, noise left out."""
    edge = PATCH_PX // 4
    middle = cv2.GaussianBlur(patch, (0, 0), 1.5)[edge:-edge, edge:-edge].astype(np.float64)
    return float(middle.std(axis=(0, 1)).max() / max(middle.mean(), 1.0))


def _shown(corner: Image, side: int) -> Image:
    edge = (PATCH_PX - SHOWN) // 2
    middle = corner[edge : edge + SHOWN, edge : edge + SHOWN]
    return np.asarray(cv2.resize(middle, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _ways(quads: NDArray[np.float32]) -> list[float]:
    """Return in which ways, radians clockwise, an index may stand beside those of (N, 4, 2) cards."""
    turned = np.rad2deg([lie(quad)[0] for quad in quads]) % 90
    counts = np.bincount((turned // BIN).astype(int), minlength=int(90 / BIN))
    bins = [n for n in np.argsort(-counts, kind="stable")[:MOST_BINS] if counts[n]]
    usual = [float(np.median(turned[turned // BIN == n])) for n in bins]
    return [np.deg2rad(way + quarter) for way in usual for quarter in (0, 90, 180, 270)]


def _found(image: Image, mark: Mark, width: float, ways: Sequence[float]) -> Corners:
    """Return where a photo whose cards are ``width`` px wide looks like a mark in any way; scores say how much."""
    size = mark.size * width
    scale = min(MARK_PX / (size * SHOWN_SIZES), 1.0)
    high, wide = (max(round(side * scale), 1) for side in image.shape[:2])
    side = round(size * SHOWN_SIZES * scale)
    if min(high, wide) <= side or side < 4:
        return no_corners()
    small = averaged(image, (wide, high)) if scale < 1 else image
    best = np.full((high - side + 1, wide - side + 1), -1.0, np.float32)
    which = np.zeros(best.shape, np.int64)
    for n, way in enumerate(ways):
        for zoom in ZOOMS:
            alike = cv2.matchTemplate(small, _turned(mark.patch, way, side, zoom), cv2.TM_CCOEFF_NORMED)
            better = alike > best
            best[better], which[better] = alike[better], n
    found = list(_peaks(best, side))
    middles = np.array([(x + side / 2, y + side / 2) for x, y in found], np.float64).reshape(-1, 2) / scale
    quads = [_quad(middle, mark, width, ways[which[y, x]]) for middle, (x, y) in zip(middles, found, strict=True)]
    kind = CornerKind.JOKER if mark.face in WILDS else CornerKind.INDEX
    return Corners(
        np.concatenate([middles - size / 2, middles + size / 2], axis=1).astype(np.float32),
        np.array(quads, np.float32).reshape(-1, 4, 2),
        np.array([best[y, x] for x, y in found], np.float32),
        np.full(len(found), int(kind), np.int64),
    )


def _turned(patch: Image, way: float, side: int, zoom: float) -> Image:
    """Return the middle of a patch, ``side`` px, turned clockwise by ``way``."""
    finer = 3
    scale = zoom * finer * side / SHOWN
    turn = np.array([[np.cos(way), -np.sin(way)], [np.sin(way), np.cos(way)]]) * scale
    shift = finer * side / 2 - turn @ np.full(2, PATCH_PX / 2)
    large = cv2.warpAffine(
        patch, np.column_stack([turn, shift]), (finer * side, finer * side), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cv2.resize(large, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _peaks(alike: NDArray[np.float32], side: int) -> Iterator[tuple[int, int]]:
    """Yield x, y of the best places, none within half a side of a better one."""
    around = np.ones((side // 2 * 2 + 1,) * 2, np.uint8)
    ys, xs = np.nonzero((alike >= ALIKE) & (alike >= cv2.dilate(alike, around)))
    for n in np.argsort(-alike[ys, xs], kind="stable")[:MOST_FOUND]:
        yield int(xs[n]), int(ys[n])


def _quad(middle: Floats, mark: Mark, width: float, way: float) -> Floats:
    """Return the (4, 2) corners of the card of which a mark's middle lies there."""
    high = CARD_PX[1] / CARD_PX[0]
    corners = (np.array([(0, 0), (1, 0), (1, high), (0, high)]) - mark.place) * width
    turn = np.array([[np.cos(way), np.sin(way)], [-np.sin(way), np.cos(way)]])
    return np.asarray(middle + corners @ turn)
