"""Looking at a photo at the scales that find its indices best: a coarse pass, one that fits, one from further off."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boxes import box_middles, card_widths, long_sides
from vision.corners import SCORE_THRESHOLD, Corners, Finder, Image, join, no_corners
from vision.looks.patches import averaged
from vision.looks.suppression import suppress
from vision.looks.trust import weighted_quantile

COARSE_PX = 1280
"""Long side of the photo in the coarse pass."""

FITS = (0.85, 1.2)
"""A pass whose indices are this much smaller or larger than the best size needs no second one."""

FEW = 4
"""A photo in which fewer indices than this are sure in the coarse pass may be a close-up."""

ENOUGH, SMALL = 12, 1.5
"""A closer look that shows so many sure indices is close enough. One that shows fewer is not where it shows so many
marks, most of them so many times smaller than the best size."""

MANY_MORE = 3
"""A closer look shows what the others do not if at least so many times as many indices are sure in it."""

FURTHER_OFF, CLOSER = (0.4, 0.2), 2.0
"""A photo with few sure indices is looked at again at these shares of the coarse pass's scale, and so much closer."""

AGAIN, FROM_FURTHER_OFF = 0.7, (0.45, 0.8)
"""Everything is looked at once more at this share of the scale that fits, where no pass was made at a share between
the other two: a third of what one pass misses the other finds, for half the pixels."""

LARGEST_SCALE = 2.0
"""Enlarging further adds nothing that can be read."""

TILE_PX = 1420
"""Long side of a tile. What is up to a quarter larger is looked at whole."""

OVERLAP = 4.0
"""How far tiles overlap, in best index sizes: a whole index, and some of its card."""

APART = 2.2
"""Where large indices are this many times the small ones, the photo is looked at twice, for each group."""

SURE_COARSE = 0.5
"""Scores that measure the index size; weaker corners only if there is nothing else."""

MISFIT = 0.45
"""Spread, in natural logarithms of the index size, over which a pass loses its say against one that fits better."""


@dataclass(frozen=True)
class Look:
    """One pass over part of a photo: ``scale`` in px of the pass a photo px, ``area`` x1 y1 x2 y2 in photo px."""

    scale: float
    area: tuple[int, int, int, int]


@dataclass(frozen=True)
class Search:
    """What was found, in px of the photo, and the passes it took."""

    corners: Corners
    looks: tuple[Look, ...]


def search(image: Image, finder: Finder, *, first: float = 1.0) -> Search:
    """Return the corners of an (H, W, 3) BGR photo, found at the scales that fit the size of its indices.

    first: the scale of the coarse pass, so far as it makes the photo no larger than that pass may see it. Where the
    scale that fits is known already, none is needed beside it.
    """
    height, width = image.shape[:2]
    whole, best_index_px = (0, 0, width, height), finder.best_index_px
    coarse = Look(min(first, COARSE_PX / max(height, width)), whole)
    looks, found = [coarse], [_see(image, finder, coarse)]
    sure = _sure(found)
    if sure < FEW:
        # A card that fills the photo, whose index, and a joker's word above all, shows best from further off.
        looks += [Look(coarse.scale * share, whole) for share in FURTHER_OFF]
        found += [_see(image, finder, look) for look in looks[1:]]
        sure = _sure(found)
        is_few = sure < FEW or 2 * _confirmed(found) < sure
        if is_few and (not sure or coarse.scale * CLOSER <= 1):
            for closer, shown in _closer_looks(image, finder, coarse, found, best_index_px):
                looks += closer
                found += shown
    seen = join(found)
    if (seen.scores >= SCORE_THRESHOLD).any():
        # Where to look again is not told by what was hardly seen.
        seen = seen.at(seen.scores >= SCORE_THRESHOLD)
    if len(seen):
        scales = {look.scale for look in looks}
        sure_at = max([coarse.scale, *(look.scale for look, part in zip(looks, found, strict=True) if _sure([part]))])
        fine = list(_fitting_looks(seen, scales, sure_at, whole, best_index_px))
        looks += fine
        found += [_see(image, finder, look) for look in fine]
    return Search(_united(found, looks, best_index_px), tuple(looks))


def _closer_looks(
    image: Image, finder: Finder, coarse: Look, found: list[Corners], best_index_px: float
) -> Iterator[tuple[list[Look], list[Corners]]]:
    """Yield closer looks that show more than the coarse one and those from further off ``found``, tile by tile.

    Cards may be too small to be found. What little is sure may be a pattern of the table, or a close-up's: so long as
    it is not nothing, a closer look, all of it together, must show more than that, by the photo's own pixels.
    """
    scale, least = min(coarse.scale * CLOSER, LARGEST_SCALE), MANY_MORE * _sure(found)
    confirmed = _confirmed(found)
    while True:
        tiles = list(_tiles(Look(scale, coarse.area), None, best_index_px))
        shown = [_see(image, finder, tile) for tile in tiles]
        number = sum(_sure([part]) for part in shown)
        if number >= least:
            yield tiles, shown
        is_close = confirmed or number >= ENOUGH or scale >= 1
        if is_close or not _hardly_seen(join(shown), scale * SMALL, best_index_px):
            return
        # Nothing is sure but specks, and many of them hardly: cards of a long table in a large photo.
        scale, least = min(scale * CLOSER, 1.0), max(least, 2 * FEW)


def _sure(found: list[Corners]) -> int:
    """Return how many indices the pass that found most of them found for sure."""
    return max(int(np.count_nonzero(part.scores >= SURE_COARSE)) for part in found)


def _confirmed(found: list[Corners]) -> int:
    """Return how many of the indices that one pass found for sure another found, too; a pattern is sure at one size."""
    sure = [part.boxes[part.scores >= SURE_COARSE] for part in found]
    most = 0
    for number, boxes in enumerate(sure):
        others = np.concatenate([*sure[:number], *sure[number + 1 :], no_corners().boxes])
        middles = box_middles(boxes)[:, None]
        outside = np.maximum(others[:, :2] - middles, middles - others[:, 2:]).max(axis=2, initial=-np.inf)
        most = max(most, int(np.count_nonzero(outside.min(axis=1, initial=np.inf) <= 0)))
    return most


def _hardly_seen(corners: Corners, scale: float, best_index_px: float) -> bool:
    """Whether a pass found many marks that are smaller than what it sees well, mostly, and so may be overlooked."""
    sizes = long_sides(corners.boxes)[corners.scores >= SCORE_THRESHOLD]
    return len(sizes) >= ENOUGH and float(np.median(sizes)) * scale < best_index_px


def _fitting_looks(
    seen: Corners, scales: set[float], sure_at: float, whole: tuple[int, int, int, int], best_index_px: float
) -> Iterator[Look]:
    """Give the passes that the sizes of the indices seen ask for, but those that were made already, at ``scales``.

    sure_at: the largest scale at which any index was found for sure.
    """
    sized = seen.face_up if seen.face_up.any() else np.ones(len(seen), bool)
    chosen = sized & (seen.scores >= SURE_COARSE)
    measured = seen.at(chosen if chosen.any() else sized)
    sizes = long_sides(measured.boxes).astype(np.float64)
    # Specks taken for indices are weak and small; sure and large ones tell the size.
    weights = measured.scores.astype(np.float64) ** 2 * sizes
    small, large = (weighted_quantile(sizes, weights, share) for share in (0.1, 0.9))
    groups = [(0.0, np.inf)]
    if large > APART * small:
        middle = float(np.sqrt(small * large))
        groups = [(0.0, middle), (middle, np.inf)]
    for low, high in groups:
        mine = (sizes >= low) & (sizes < high)
        if not mine.any():
            continue
        fitting = min(best_index_px / weighted_quantile(sizes[mine], weights[mine], 0.5), LARGEST_SCALE)
        all_sizes = long_sides(seen.boxes)
        group = seen.at((all_sizes >= low) & (all_sizes < high))
        for scale, (least, most) in ((fitting, FITS), (AGAIN * fitting, FROM_FURTHER_OFF)):
            if any(least <= made / fitting <= most for made in scales):
                continue
            # Indices much too small for the passes made show only where they happen to be found: look everywhere.
            around = None if scale > 3 * sure_at else _surroundings(group)
            yield from _tiles(Look(scale, whole), around, best_index_px)


def _surroundings(corners: Corners) -> NDArray[np.float32]:
    """Return (N, 4) boxes around the cards the corners belong to, with a card's width to each side."""
    margin = card_widths(corners.quads)[:, None]
    return np.concatenate([corners.quads.min(axis=1) - margin, corners.quads.max(axis=1) + margin], axis=1)


def _tiles(look: Look, around: NDArray[np.float32] | None, best_index_px: float) -> Iterator[Look]:
    """Cut a pass into overlapping tiles over the hull of the boxes ``around``, and leave out tiles that touch none."""
    x1, y1, x2, y2 = look.area
    if around is not None:
        x1, y1 = (max(low, int(value)) for low, value in zip((x1, y1), around[:, :2].min(axis=0), strict=True))
        x2, y2 = (min(high, int(value)) for high, value in zip((x2, y2), around[:, 2:].max(axis=0), strict=True))
    side = TILE_PX / look.scale
    overlap = OVERLAP * best_index_px / look.scale
    for top, bottom in _spans(y1, y2, side, overlap):
        for left, right in _spans(x1, x2, side, overlap):
            if around is None or _touch(around, (left, top, right, bottom)):
                yield Look(look.scale, (left, top, right, bottom))


def _spans(start: int, end: int, side: float, overlap: float) -> list[tuple[int, int]]:
    length = end - start
    if length <= 1.25 * side:
        return [(start, end)]
    count = int(np.ceil((length - overlap) / (side - overlap)))
    size = (length + (count - 1) * overlap) / count
    starts = [start + i * (size - overlap) for i in range(count)]
    return [(int(s), min(end, int(np.ceil(s + size)))) for s in starts]


def _touch(boxes: NDArray[np.float32], area: tuple[int, int, int, int]) -> bool:
    x1, y1, x2, y2 = area
    return bool(((boxes[:, 0] < x2) & (boxes[:, 2] > x1) & (boxes[:, 1] < y2) & (boxes[:, 3] > y1)).any())


def _see(image: Image, finder: Finder, look: Look) -> Corners:
    """Return what the finder sees in one pass, in px of the photo, without indices cut by an inner edge."""
    x1, y1, x2, y2 = look.area
    if x2 - x1 < 2 or y2 - y1 < 2:
        return no_corners()
    part = image[y1:y2, x1:x2]
    wide, high = max(1, round((x2 - x1) * look.scale)), max(1, round((y2 - y1) * look.scale))
    if (wide, high) != (x2 - x1, y2 - y1):
        size = (wide, high)
        part = averaged(part, size) if look.scale < 1 else cv2.resize(part, size, interpolation=cv2.INTER_CUBIC)
    corners = finder.find(np.ascontiguousarray(part))
    if not len(corners):
        return corners
    edges = np.array([x1 == 0, y1 == 0, x2 == image.shape[1], y2 == image.shape[0]])
    room = np.concatenate([corners.boxes[:, :2], np.array([wide, high]) - corners.boxes[:, 2:]], axis=1)
    corners = corners.at(((room > 2) | edges).all(axis=1))
    factor = np.array([(x2 - x1) / wide, (y2 - y1) / high], np.float32)
    shift = np.array([x1, y1], np.float32)
    return Corners(
        boxes=(corners.boxes.reshape(-1, 2, 2) * factor + shift).reshape(-1, 4).astype(np.float32),
        quads=(corners.quads * factor + shift).astype(np.float32),
        scores=corners.scores,
        kinds=corners.kinds,
    )


def _united(found: list[Corners], looks: list[Look], best_index_px: float) -> Corners:
    """Return the corners of all passes, each index once, from the pass whose scale suits it best.

    What one pass hardly saw gives way to what another saw, whatever their scales.
    """
    ranks = [
        part.scores * np.exp(-((np.log(long_sides(part.boxes) * look.scale / best_index_px) / MISFIT) ** 2) / 2)
        + (part.scores >= SCORE_THRESHOLD)
        for part, look in zip(found, looks, strict=True)
    ]
    scales = np.repeat([look.scale for look in looks], [len(part) for part in found])
    return suppress(join(found), np.concatenate(ranks).astype(np.float32), scales)
