"""The cards of a photo with a mat read as piles: what lies in Hand and Foot is left, all else is played."""

from dataclasses import replace

from vision.doubting.doubts import Doubt, DoubtCode
from vision.laying.layout import lay_out
from vision.laying.piles import Layout, PhotoRole
from vision.mat.design import Zone
from vision.mat.finding import SeenMat
from vision.photoreading import PhotoReading
from vision.seen import SeenCard

FAR_OFF_MM = 100.0
"""A card whose middle lies further beside the mat than this may not belong to it."""


def _flat_cards(cards: tuple[SeenCard, ...], mat: SeenMat) -> tuple[SeenCard, ...]:
    """Return the cards with their quads in mm of the mat, as if seen from straight above; index boxes stay in px."""
    return tuple(replace(card, quad=mat.flat_quad(card.quad)) for card in cards)


def played_numbers(cards: tuple[SeenCard, ...], mat: SeenMat) -> tuple[int, ...]:
    """Return the numbers of the cards that lie neither in Hand nor in Foot."""
    return tuple(n for n, card in enumerate(cards) if mat.zone(card) is Zone.PLAYED)


def lay_out_photo(reading: PhotoReading, role: PhotoRole, *, red_is_clean: bool | None = True) -> Layout:
    """Return the cards of a photo as piles; where they lie on a mat, its zones say what is left of a played area's."""
    if role is PhotoRole.PLAYED and reading.mat is not None:
        return _lay_out_on_mat(reading.cards, reading.mat, red_is_clean=red_is_clean)
    return lay_out(reading.cards, role, red_is_clean=red_is_clean)


def _lay_out_on_mat(cards: tuple[SeenCard, ...], mat: SeenMat, *, red_is_clean: bool | None) -> Layout:
    """Return the cards of one photo, both played and left, as piles."""
    played = played_numbers(cards, mat)
    left = tuple(n for n in range(len(cards)) if n not in set(played))
    flat = _flat_cards(cards, mat)
    above = _numbered(lay_out(tuple(flat[n] for n in played), red_is_clean=red_is_clean), played)
    below = _numbered(lay_out(tuple(flat[n] for n in left), PhotoRole.LEFT), left)
    return replace(
        above,
        left=below.left,
        backs=(*above.backs, *below.backs),
        doubts=(*above.doubts, *below.doubts, *_about_far_off(cards, mat)),
    )


def _numbered(layout: Layout, numbers: tuple[int, ...]) -> Layout:
    """Return the layout of some of a photo's cards with the numbers these have among all of them."""

    def among_all(few: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(numbers[n] for n in few)

    return replace(
        layout,
        piles=tuple(replace(pile, cards=among_all(pile.cards)) for pile in layout.piles),
        loose=among_all(layout.loose),
        left=among_all(layout.left),
        red_threes=among_all(layout.red_threes),
        backs=among_all(layout.backs),
        doubts=tuple(replace(doubt, about=among_all(doubt.about)) for doubt in layout.doubts),
    )


def _about_far_off(cards: tuple[SeenCard, ...], mat: SeenMat) -> tuple[Doubt, ...]:
    far = tuple(n for n, card in enumerate(cards) if not card.is_back and mat.off_by(card) > FAR_OFF_MM)
    if not far:
        return ()
    say = f"{len(far)} cards lie far beside the mat: do they belong to this side?"
    if len(far) == 1:
        say = "one card lies far beside the mat: does it belong to this side?"
    return (Doubt(DoubtCode.OFF_MAT, far, say),)
