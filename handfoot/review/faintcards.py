"""What the photos of a side show too faintly to count, each with the place that it would lie in."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from handfoot.asking.maybes import BESIDE, LEFT
from handfoot.sides.laying import At, SeenPhoto
from handfoot.sides.seenside import SeenSide
from vision.laying.piles import Layout, PileKind
from vision.mat.layout import lay_out_photo


def faint_cards(seen: SeenSide, piles: Sequence[str]) -> Iterator[tuple[At, str]]:
    """Yield each thing that may be a card, by its number among those of its photo, with the place it would lie in.

    piles: what the side's piles are called there. What several photos show is named by the first of them. What may be a
    card of a squared book that another photo shows spread out is left out: its cards show there.
    """
    home = {at: name for name, pile in zip(piles, seen.piles, strict=True) for at in (*pile.seen, *pile.again)}
    replaced = {at for pile in seen.piles for at in pile.lay_at}
    photos = seen.photos
    for shown in seen.faint:
        layouts = {at: _with_faint(photos[at.photo], at.card) for at in shown}
        near = [At(at.photo, mate) for at, layout in layouts.items() for mate in _beside(layout, photos[at.photo])]
        if replaced.intersection(near):
            continue
        of_pile = next((home[mate] for mate in near if mate in home), None)
        is_left = any(len(photos[at.photo].reading.cards) in layout.left for at, layout in layouts.items())
        books = (_as_book(layout, photos[at.photo]) for at, layout in layouts.items())
        by_itself = next((f"{kind} book" for kind in books if kind is not None), BESIDE)
        yield shown[0], LEFT if is_left else of_pile or by_itself


def _with_faint(photo: SeenPhoto, number: int) -> Layout:
    """Return a photo laid out with one more card, the last: one of those that it shows faintly."""
    cards = (*photo.reading.cards, photo.reading.maybe[number])
    return lay_out_photo(replace(photo.reading, cards=cards), photo.shows, red_is_clean=photo.red_is_clean)


def _as_book(layout: Layout, photo: SeenPhoto) -> PileKind | None:
    """Return which squared book one more card by itself would be the top of, None where of none."""
    alone = (len(photo.reading.cards),)
    return next((pile.kind for pile in layout.piles if pile.squared and pile.cards == alone), None)


def _beside(layout: Layout, photo: SeenPhoto) -> tuple[int, ...]:
    """Return the cards of a photo in whose pile one more lies; none where it lies alone."""
    more = len(photo.reading.cards)
    mates = next((pile.cards for pile in layout.piles if more in pile.cards), ())
    return tuple(mate for mate in mates if mate < more)
