"""The photos of one side made into one: books lying squared and spread out again are one book, no card counts twice."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from handfoot.tables import Shows
from scorer.faces import WILDS, Face
from scorer.record import BookKind, Pile
from vision.piles import Layout, PileKind
from vision.read import PhotoReading

BOOK_SIZE = 7
"""Cards from which a spread-out pile is taken for a finished book rather than for an open meld."""


@dataclass(frozen=True)
class SeenPhoto:
    """A photo of a side, read and laid out. ``name``: its file's."""

    name: str
    shows: Shows
    reading: PhotoReading
    layout: Layout


@dataclass(frozen=True)
class SeenPile:
    """A pile of the record and where it was seen: the photo's place in the side's photos and its cards' numbers there.

    rank is None for wilds alone. ``replaces``: the squared book, in another photo, that this is spread out.
    """

    pile: Pile
    rank: Face | None
    photo: int
    cards: tuple[int, ...]
    replaces: "SeenPile | None" = None


@dataclass(frozen=True)
class PhotoDoubt:
    """Something to look at in a photo. about: card numbers there, from 0."""

    photo: str
    about: tuple[int, ...]
    say: str
    code: str


@dataclass(frozen=True)
class SeenSide:
    """What the photos of a side show together."""

    piles: tuple[SeenPile, ...]
    red_threes: int
    left: tuple[Face, ...]
    doubts: tuple[PhotoDoubt, ...]


def merge_photos(photos: Sequence[SeenPhoto]) -> SeenSide:
    """Return what a side's photos show together.

    A pile in a photo of spread-out books takes the place of the squared book of its rank, or else of an open meld of
    its rank; what matches nothing is added, with a doubt where the played area was photographed too.
    """
    lying = [pile for n, photo in enumerate(photos) if photo.shows is Shows.PLAYED for pile in _piles(n, photo)]
    spread = [pile for n, photo in enumerate(photos) if photo.shows is Shows.FANNED for pile in _piles(n, photo)]
    doubts = [*_twice(lying, photos)]
    has_played = any(photo.shows is Shows.PLAYED for photo in photos)
    for pile in sorted(spread, key=lambda pile: -len(pile.cards)):
        match = _lying_for(pile, lying)
        if match is not None:
            lying[lying.index(match)] = replace(pile, replaces=match)
            doubts.extend(_contradictions(match, pile, photos[pile.photo]))
            continue
        lying.append(pile)
        if has_played:
            say = f"these {_name(pile)} match no pile in the photo of the played area, and are counted as well"
            doubts.append(PhotoDoubt(photos[pile.photo].name, pile.cards, say, "fanned_without_book"))
    red_threes, about_threes = _red_threes(photos)
    settled = {(old.photo, card) for pile in lying if (old := pile.replaces) is not None for card in old.cards}
    return SeenSide(
        piles=tuple(lying),
        red_threes=red_threes,
        left=tuple(_face(photo, card) for photo in photos for card in photo.layout.left),
        doubts=(*_doubts_in(photos, settled), *doubts, *about_threes, *_left_twice(photos)),
    )


def _piles(number: int, photo: SeenPhoto) -> list[SeenPile]:
    piles = []
    for pile in photo.layout.piles:
        faces = tuple(_face(photo, card) for card in pile.cards)
        squared = pile.kind is not PileKind.MELD
        made = Pile(top=faces[0], kind=BookKind(pile.kind.value)) if squared else Pile(cards=faces)
        piles.append(SeenPile(made, pile.rank, number, pile.cards))
    # A card that nothing was made of still lies there, and counts as what it was read as.
    piles.extend(SeenPile(Pile(cards=(_face(photo, card),)), None, number, (card,)) for card in photo.layout.loose)
    return piles


def _face(photo: SeenPhoto, card: int) -> Face:
    return photo.reading.cards[card].face or Face.UNREAD


def _lying_for(spread: SeenPile, lying: Sequence[SeenPile]) -> SeenPile | None:
    """Return the pile of the played area that a spread-out one shows again."""
    same = [pile for pile in lying if pile.rank == spread.rank and pile.replaces is None and pile.photo != spread.photo]
    if spread.rank is None:
        same = [pile for pile in same if pile.pile.kind is BookKind.WILD]
    squared = [pile for pile in same if pile.pile.squared]
    melds = [pile for pile in same if not pile.pile.squared]
    # Of a rank with a finished book and an open meld, the larger pile is the book.
    order = squared + melds if len(spread.cards) >= BOOK_SIZE else melds + squared
    exact = [pile for pile in melds if Counter(pile.pile.cards) == Counter(spread.pile.cards)]
    return next(iter([*exact, *order]), None)


def _contradictions(squared: SeenPile, spread: SeenPile, photo: SeenPhoto) -> list[PhotoDoubt]:
    """Doubt a spread-out book that is not what it was squared: too few cards, or wilds where it lay as a clean one."""
    if not squared.pile.squared:
        return []
    has_wilds = any(face in WILDS for face in spread.pile.cards)
    says = []
    if len(spread.cards) < BOOK_SIZE:
        says.append(f"the book of {_name(spread)} shows {len(spread.cards)} cards only: is one hidden?")
    if squared.pile.kind is (BookKind.CLEAN if has_wilds else BookKind.DIRTY) and spread.rank is not None:
        found = "has wilds" if has_wilds else "shows no wild"
        says.append(f"the book of {_name(spread)} lay as a {squared.pile.kind} one, but spread out it {found}")
    return [PhotoDoubt(photo.name, spread.cards, say, "fanned_differs") for say in says]


def _twice(lying: Sequence[SeenPile], photos: Sequence[SeenPhoto]) -> list[PhotoDoubt]:
    """Doubt piles of one rank that lie in two photos of the played area: they may be one pile photographed twice."""
    doubts = []
    for place, pile in enumerate(lying):
        if pile.rank is not None and any(
            other.rank == pile.rank and other.photo != pile.photo for other in lying[:place]
        ):
            say = f"{_name(pile)} lie in two photos of the played area: if they are the same cards, they count twice"
            doubts.append(PhotoDoubt(photos[pile.photo].name, pile.cards, say, "pile_in_two_photos"))
    return doubts


def _red_threes(photos: Sequence[SeenPhoto]) -> tuple[int, list[PhotoDoubt]]:
    """Count red threes in the played area; those among spread-out books are taken to be the same ones."""
    played = sum(len(photo.layout.red_threes) for photo in photos if photo.shows is Shows.PLAYED)
    fanned = [photo for photo in photos if photo.shows is Shows.FANNED and photo.layout.red_threes]
    again = sum(len(photo.layout.red_threes) for photo in fanned)
    if again == 0 or again == played:
        return played, []
    say = f"{again} red 3s lie with the spread books, {played} in the played area: {max(played, again)} are counted"
    return max(played, again), [PhotoDoubt(fanned[0].name, fanned[0].layout.red_threes, say, "red_threes_differ")]


def _left_twice(photos: Sequence[SeenPhoto]) -> list[PhotoDoubt]:
    """Doubt leftovers of a photo of their own that a mat shows as well: they may be the same cards."""
    on_mats = [photo for photo in photos if photo.shows is not Shows.LEFT and photo.layout.left]
    if not on_mats or not any(photo.shows is Shows.LEFT and photo.layout.left for photo in photos):
        return []
    say = "cards left lie on the mat and in a photo of their own: if they are the same cards, they count twice"
    return [PhotoDoubt(photo.name, photo.layout.left, say, "left_twice") for photo in on_mats]


def _doubts_in(photos: Sequence[SeenPhoto], settled: set[tuple[int, int]]) -> list[PhotoDoubt]:
    """Return the photos' own doubts, without those about squared books that were seen spread out."""
    return [
        PhotoDoubt(photo.name, doubt.about, doubt.say, str(doubt.code))
        for number, photo in enumerate(photos)
        for doubt in (*photo.reading.doubts, *photo.layout.doubts)
        if not doubt.about or not settled.issuperset((number, card) for card in doubt.about)
    ]


def _name(pile: SeenPile) -> str:
    return f"{pile.rank}s" if pile.rank is not None else "wilds" if pile.cards else "cards"
