"""Cards that nothing covers and that show one index all the same: print, such as a scoresheet's digits, mostly.

A card has an index at two of its corners at least, and of one that lies on top both are in sight. What shows only one
is asked about, and with it what nothing but such cards would cover: digits in a column look like a row of cards.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.boxes import box_middles, card_widths
from vision.doubting.interlocked import depths
from vision.seen import SeenCard

ROOM = 0.12
"""What lies so near to the photo's edge, or to another card's, may be beyond it, or under it, card widths: outlines are
off by some hundredths, and an index has a size."""

ONE_ENDED = 0.9
"""How likely such a card lies there at most. On 740 rendered photos of the val split nine of ten did, the tenth a
scoresheet's digit that was as sure as a card; on 289 real ones one of three, the others keys of a keyboard."""


def with_doubtful_ends(cards: Sequence[SeenCard], size: tuple[int, int], *, rows: bool) -> tuple[SeenCard, ...]:
    """Return a photo's cards; those that would show another index, were they cards, may be none.

    size: the photo's width and height, px. rows: with them those that only such cards cover.
    """
    if not any(len(card.indices) > 1 for card in cards if not card.is_back):
        # Nothing tells that these decks have two.
        return tuple(cards)
    coverers = _coverers(cards, size)
    doubtful = {number for number, found in coverers.items() if not found}
    while rows and (more := {number for number, found in coverers.items() if found <= doubtful} - doubtful):
        doubtful |= more
    return tuple(
        replace(card, presence=min(card.presence, ONE_ENDED)) if number in doubtful else card
        for number, card in enumerate(cards)
    )


def _coverers(cards: Sequence[SeenCard], size: tuple[int, int]) -> dict[int, set[int]]:
    """Return of each card with one index which others may cover the one opposite, if the photo would show that."""
    quads = np.array([card.quad for card in cards], np.float32)
    single = np.array([not card.is_back and len(card.indices) == 1 for card in cards], np.bool_)
    shown = np.array([card.indices[0].box for card, one in zip(cards, single, strict=True) if one], np.float32)
    opposite = 2 * quads[single].mean(axis=1) - box_middles(shown.reshape(-1, 4))
    room = ROOM * card_widths(quads[single])[:, None]
    inside = ((opposite > room) & (opposite < np.array(size) - room)).all(axis=1)
    reaching = depths(quads, opposite) > -ROOM
    return {
        int(number): {*np.flatnonzero(reach).tolist()} - {int(number)}
        for number, reach, is_inside in zip(np.flatnonzero(single), reaching, inside, strict=True)
        if is_inside
    }
