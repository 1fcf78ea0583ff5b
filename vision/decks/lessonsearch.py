"""Where the cards lie in a photo that teaches a deck, and which corners are whose: by outline first, then by quads."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boxes import box_middles
from vision.corners import Corners, Image, join
from vision.decks.fourindices import cards_by_four
from vision.decks.indexplaces import completed, is_at_a_corner, straightened
from vision.decks.outlines import alike, as_large_as, holds, of_their_stock, outlines, sides
from vision.outlining.fromabove import squared_by
from vision.photos.squaring import SquaredUp

Floats = NDArray[np.float64]

LEAST_SCORE = 0.3
"""A card none of whose corners the finder is surer of is none."""

SURE_SCORE = 0.5
"""A card is known if two of its corners see it alike, and the finder is so sure of one."""

SAME_CORNER = 0.25
"""Two corners see one card alike if their quads agree to within this, card widths."""

ONE_PLACE = 0.6
"""Of two quads that are further apart, card widths, the mean is no card."""

SAME_PLACE = 0.14
"""An index is where a card has one if it lies so near, card widths."""

MOST_OVERLAP = 0.45
"""Cards lie apart: what lies over an outline with more than this share of itself is no card."""

MOST_OFF = 1.7
"""Nor is what is so many times as wide as the outlines, or as they are as it."""

BORNE_OUT = 0.4
"""Outlines are believed that hold so large a share of the known cards."""

INDEXED = 0.6
"""Outlines of a size of their own are cards' if so large a share of them has an index at a corner."""

SIDEWAYS = 0.5
"""The cosine of 60 degrees: an outline lies on its side if a known card in it is turned by more."""

TELLING = 6
"""So many outlines tell what else is a card."""


def found_cards(image: Image, corners: Corners) -> list[tuple[Floats, Corners]]:
    """Return the cards of a photo in reading order: a quad from the top left of the card, and its corners.

    A card of which an outline is seen gets a corner also where its deck prints one that the finder did not see.
    """
    groups = _groups(corners)
    known = [_card_quad(corners, group) for group in groups if _is_known(corners, group)]
    maybe = np.array([_card_quad(corners, group) for group in groups]).reshape(-1, 4, 2)
    cards = np.array(known).reshape(-1, 4, 2)
    shapes = of_their_stock(image, cards, maybe)
    seen = as_large_as(cards, shapes)
    if sum(any(holds(quad, one.mean(axis=0)) for quad in seen) for one in known) < BORNE_OUT * len(known):
        # Where the finder sees cards and no outline is, the outlines are something else's.
        seen = seen[:0]
    of_one_size = alike(shapes)
    if len(of_one_size) >= TELLING and len(of_one_size) > len(seen) and _are_indexed(corners, of_one_size):
        seen = of_one_size
    if not len(seen):
        # How the finder has the cards is borne out by nothing; their indices may tell.
        fours = _as_large_as(cards, cards_by_four(corners))
        seen = outlines(image, fours)
        unseen = [four for four in fours if not any(holds(quad, four.mean(axis=0)) for quad in seen)]
        seen = np.concatenate([seen, np.reshape(unseen, (-1, 4, 2))])
    if len(seen) >= TELLING:
        # Outlines are seen far better than the finder's quads tell: once more, by them.
        seen = outlines(image, seen, maybe)
    seen = _turned_as(known, seen)
    centres = box_middles(corners.boxes).astype(np.float64)
    owner = np.array([next((k for k, quad in enumerate(seen) if holds(quad, point)), -1) for point in centres])
    found = []
    for number, quad in enumerate(seen):
        mine = [int(i) for i in np.flatnonzero(owner == number) if is_at_a_corner(centres[i], quad)]
        found.append((quad, straightened(corners.at(np.array(mine, np.int64)), quad)))
    found = completed(found)
    for group in groups:
        rest = [i for i in group if owner[i] < 0]
        if not rest or corners.scores[rest].max() < LEAST_SCORE:
            continue
        quad = _card_quad(corners, rest)
        if _fits(quad, corners.scores[rest], seen):
            found.append((quad, straightened(corners.at(np.array(rest)), quad)))
    return _in_order([(quad, own) for quad, own in found if len(own)])


def _are_indexed(corners: Corners, quads: Floats) -> bool:
    """Tell whether the finder saw an index at a corner of most of the quads."""
    centres = box_middles(corners.boxes).astype(np.float64)
    sure = centres[corners.scores >= LEAST_SCORE]
    with_index = sum(any(holds(quad, one) and is_at_a_corner(one, quad) for one in sure) for quad in quads)
    return with_index > INDEXED * len(quads)


def _turned_as(known: Sequence[Floats], seen: Floats) -> Floats:
    """Return the outlines with their tops where known cards in them have theirs.

    An outline's top is its shorter side; of a card that is seen askew, or in a squashed picture, that may be another.
    """
    turned = seen.copy()
    for number, quad in enumerate(seen):
        card = next((one for one in known if holds(quad, one.mean(axis=0))), None)
        if card is None:
            continue
        down, own = quad[3] - quad[0], card[3] - card[0]
        if abs(down @ own) < SIDEWAYS * np.linalg.norm(down) * np.linalg.norm(own):
            turned[number] = np.roll(quad, -1, axis=0)
    return turned


def seen_from_above(image: Image, corners: Corners) -> SquaredUp | None:
    """Return the cards of a photo as if taken from straight above, None where it was, or too few of them are known.

    Seen askew, a card may look wider than high, and would be taken to lie on its side.
    """
    groups = [group for group in _groups(corners) if _is_known(corners, group)]
    if len(groups) < TELLING:
        return None
    quads = np.array([_card_quad(corners, group) for group in groups])
    boxes = corners.boxes[[i for group in groups for i in group]].astype(np.float64)
    points = np.concatenate([corners.quads[corners.scores >= LEAST_SCORE].reshape(-1, 2), boxes.reshape(-1, 2)])
    return squared_by(image, quads, boxes, points.astype(np.float64))


def _is_known(corners: Corners, group: list[int]) -> bool:
    return len(group) > 1 and bool(corners.scores[group].max() > SURE_SCORE)


def _as_large_as(known: Floats, fours: Floats) -> Floats:
    """Return the quads that are about as large as the known cards usually are; all where none is known."""
    areas, others = (
        np.array([abs(cv2.contourArea(quad.astype(np.float32))) for quad in quads]) for quads in (fours, known)
    )
    if not len(others):
        return fours
    usual = float(np.median(others))
    return fours[(areas > usual / MOST_OFF) & (areas < usual * MOST_OFF)]


def _fits(quad: Floats, scores: NDArray[np.float32], seen: Floats) -> bool:
    """Tell whether a quad that is no outline's may be a card beside the outlines."""
    if len(seen) < TELLING:
        return True
    width, usual = sides(quad[None])[0], sides(seen)[0]
    if any(holds(other, quad.mean(axis=0)) for other in seen):
        return False
    area = abs(float(cv2.contourArea(quad.astype(np.float32))))
    over = (cv2.intersectConvexConvex(quad.astype(np.float32), other.astype(np.float32))[0] for other in seen)
    return (
        1 / MOST_OFF < width / usual < MOST_OFF
        and max(over) <= MOST_OVERLAP * max(area, 1.0)
        and (len(scores) > 1 or float(scores.max()) > SURE_SCORE)
    )


def _groups(corners: Corners) -> list[list[int]]:
    """Return the corners grouped by card, the one that sees its card best first.

    A quad has the say whose card shows an index, the same way in, at as many of its corners as can be. What lies within
    that card is its own.
    """
    left = list(range(len(corners)))
    centres = box_middles(corners.boxes).astype(np.float64)
    said = [_supported(corners, centres, i) for i in left]
    groups = []
    for i in sorted(left, key=lambda k: -said[k]):
        if i not in left:
            continue
        quad = corners.quads[i]
        mine = [k for k in left if k == i or cv2.pointPolygonTest(quad, tuple(map(float, centres[k])), False) >= 0]
        left = [k for k in left if k not in mine]
        if corners.scores[mine].max() >= LEAST_SCORE:
            groups.append([i, *(k for k in mine if k != i)])
    return groups


def _supported(corners: Corners, centres: NDArray[np.float64], i: int) -> float:
    """Return how much speaks for a corner's quad: the scores of the best corners at its places for an index."""
    quad = corners.quads[i].astype(np.float64)
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    edges = np.column_stack([across, down])
    width = float(np.linalg.norm(across))
    if abs(float(np.linalg.det(edges))) < 1.0:
        return 0.0
    u, v = np.linalg.solve(edges, centres[i] - quad[0])
    said = 0.0
    for place in ((u, v), (1 - u, v), (1 - u, 1 - v), (u, 1 - v)):
        near = np.linalg.norm(centres - (quad[0] + edges @ np.array(place)), axis=1) < SAME_PLACE * width
        said += float(corners.scores[near].max(initial=0.0))
    return said


def _card_quad(corners: Corners, group: list[int]) -> NDArray[np.float64]:
    """Return the card's quad: the mean of those that agree with the one most others agree with."""
    first = corners.quads[group[0]].astype(np.float64)
    seen = (seen_alike(quad, first) for quad in corners.quads[group])
    return np.asarray(np.mean([quad for quad in seen if quad is not None], axis=0))


def joined_ends(one: tuple[Floats, Corners], other: tuple[Floats, Corners]) -> tuple[Floats, Corners]:
    """Return a card of which two ends were found as a card each: one quad, and the corners that lie at its own."""
    first, second = sorted((one, other), key=lambda card: -float(card[1].scores.sum()))
    turned = seen_alike(second[0], first[0], ONE_PLACE)
    quad = first[0] if turned is None else (first[0] + turned) / 2
    corners = join([first[1], second[1]])
    at = [is_at_a_corner(middle, quad) for middle in box_middles(corners.boxes).astype(np.float64)]
    return (quad, straightened(corners.at(np.flatnonzero(at)), quad)) if any(at) else first


def seen_alike(quad: NDArray[np.floating], card: Floats, within: float = SAME_CORNER) -> Floats | None:
    """Return a quad as a card lies, the same way up or upside down to it; None if they are not of one card.

    within: how far off its corners may be on average, card widths.
    """

    def apart(turned: Floats) -> float:
        return float(np.linalg.norm(turned - card, axis=1).mean())

    nearest = min((np.roll(quad.astype(np.float64), turn, axis=0) for turn in (0, 2)), key=apart)
    return nearest if apart(nearest) < within * float(np.linalg.norm(card[1] - card[0])) else None


def _in_order(found: list[tuple[NDArray[np.float64], Corners]]) -> list[tuple[NDArray[np.float64], Corners]]:
    """Order cards by rows, then from the left."""
    if not found:
        return []
    height = float(np.median([np.linalg.norm(quad[3] - quad[0]) for quad, _ in found]))
    return sorted(found, key=lambda each: (round(float(each[0][:, 1].mean()) / height), float(each[0][:, 0].mean())))
