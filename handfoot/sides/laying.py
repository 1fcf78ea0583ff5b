"""A photo of a side, read and laid out as what it shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path

from handfoot.tables import SidePhoto
from vision.errors import PhotoError
from vision.laying.gaps import cards_in_gaps
from vision.laying.piles import Layout, PhotoRole
from vision.laying.votes import voted
from vision.mat.layout import lay_out_photo, played_numbers
from vision.photoreading import PhotoReading
from vision.photos.frames import load_photo
from vision.seen import SeenCard
from vision.several.features import Features, features_of, no_features
from vision.several.views import View


@dataclass(frozen=True, order=True)
class At:
    """A card in one of a side's photos: the photo's place among them, and the card's number there, from 0."""

    photo: int
    card: int


@dataclass(frozen=True)
class SeenPhoto:
    """A photo of a side, read and laid out. ``name``: its file's.

    unvoted: the reading before the cards of a meld voted and what its gaps may hide was added. red_is_clean: what a red
    card on top of a book means, None where colours tell nothing. spots: gives those of the picture, none if it is gone;
    they may be needed to lay photos on each other.
    """

    name: str
    shows: PhotoRole
    reading: PhotoReading
    layout: Layout
    unvoted: PhotoReading
    red_is_clean: bool | None = True
    spots: Callable[[], Features] | None = field(default=None, compare=False, repr=False)


def spots_of(path: Path, photo_width: int) -> Features:
    """Return the spots of a photo's picture, none if it can no longer be read; ``photo_width``: of the read one, px."""
    try:
        return features_of(load_photo(path).image, photo_width)
    except PhotoError:
        return no_features()


def laid_out(
    name: str,
    shows: PhotoRole,
    reading: PhotoReading,
    *,
    red_is_clean: bool | None = True,
    spots: Callable[[], Features] | None = None,
) -> SeenPhoto:
    """Return a photo that was read before, laid out as what it shows; ``name`` is what people know it by.

    What may lie in the gaps of its melds is added to what may be cards, so that it is asked about.
    """
    on_mat = (
        None if shows is not PhotoRole.PLAYED or reading.mat is None else played_numbers(reading.cards, reading.mat)
    )
    after = reading if shows is PhotoRole.LEFT else voted(reading, on_mat)
    layout = lay_out_photo(after, shows, red_is_clean=red_is_clean)
    in_gaps = cards_in_gaps(after.cards, layout.piles, after.maybe)
    after = replace(after, maybe=(*after.maybe, *in_gaps)) if in_gaps else after
    return SeenPhoto(name, shows, after, layout, reading, red_is_clean, spots)


def laid_out_file(photo: SidePhoto, reading: PhotoReading, *, red_is_clean: bool | None) -> SeenPhoto:
    """Return a photo of a side's folder, read before, laid out as what it shows."""
    spots = partial(spots_of, photo.path, reading.width)
    return laid_out(photo.path.name, photo.shows, reading, red_is_clean=red_is_clean, spots=spots)


def raw_card(photos: Sequence[SeenPhoto], at: At) -> SeenCard:
    """Return a card as it was read in its photo, before the cards of a meld voted."""
    return photos[at.photo].unvoted.cards[at.card]


def join_places(places: dict[At, tuple[At, ...]], one: At, other: At) -> None:
    """Make one card of two in ``places``, which tells where each card is seen, unless one photo shows both.

    One that is not in ``places`` joins none.
    """
    here, there = places.get(one, ()), places.get(other, ())
    if here and there and {at.photo for at in here}.isdisjoint(at.photo for at in there):
        both = tuple(sorted((*here, *there)))
        places.update(dict.fromkeys(both, both))


def view_of(photo: SeenPhoto) -> View:
    """Return a photo as it is laid on others."""
    reading = photo.unvoted
    features = None if photo.spots is None else partial(_spots, photo)
    return View(reading.cards, reading.width, reading.height, features)


@lru_cache(maxsize=32)
def _spots(photo: SeenPhoto) -> Features:
    return no_features() if photo.spots is None else photo.spots()
