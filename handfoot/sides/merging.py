"""The photos of one side made into one: what several of them show is one, no card counts twice and none is dropped."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from handfoot.sides.areadoubts import SAME
from handfoot.sides.areas import Area, areas_of, with_joined_cards
from handfoot.sides.bothshow import left_in_sight
from handfoot.sides.laying import At, SeenPhoto
from handfoot.sides.otherrole import in_another_role
from handfoot.sides.repeats import perhaps_same, threes_twice, twice, without_repeats
from handfoot.sides.seenside import USUAL_BOOK, BookSize, PhotoDoubt, SeenPile, SeenSide
from handfoot.sides.spreading import with_spread
from scorer.faces import Face
from scorer.record import BookKind, Pile
from vision.laying.piles import PhotoRole, PileKind


def merge_photos(photos: Sequence[SeenPhoto], *, book: BookSize = USUAL_BOOK) -> SeenSide:
    """Return what a side's photos show together.

    Photos that show the same cards are laid on each other. A pile in a photo of spread-out books takes the place of
    the squared book of its rank, or else of an open meld of its rank; what matches nothing is added, with a doubt where
    the played area was photographed too.
    """
    found, perhaps = areas_of(photos)
    together = with_joined_cards(photos, found)
    areas, about_repeats = without_repeats(together, found)
    lying = [pile for area in areas if area.laid.shows is PhotoRole.PLAYED for pile in _piles(area)]
    spread = [pile for area in areas if area.laid.shows is PhotoRole.FANNED for pile in _piles(area)]
    about_same = (
        *twice(together, lying, book.least),
        *threes_twice(together, areas),
        *perhaps_same(together, areas, perhaps),
    )
    piles, about_spread = with_spread(together, lying, spread, book.least)
    threes, threes_again, about_threes = _red_threes(together, areas)
    left = [area.seen[card] for area in areas for card in area.laid.layout.left]
    backs = [area.seen[card] for area in areas for card in area.laid.layout.backs]
    settled = {at for pile in piles for at in pile.lay_at}
    side = SeenSide(
        photos=together,
        piles=tuple(piles),
        threes=tuple(seen[0] for seen in threes),
        left_cards=tuple(seen[0] for seen in left),
        backs=tuple(seen[0] for seen in backs),
        again=(*threes_again, *(at for seen in (*threes, *left, *backs) for at in seen[1:])),
        doubts=(
            *in_another_role(together),
            *_doubts_in(together, areas, settled),
            *about_repeats,
            *about_same,
            *about_spread,
            *about_threes,
            *_left_twice(together, areas),
            *left_in_sight(together, areas),
        ),
        faint=tuple(sorted(faint.seen for area in areas for faint in area.faint)),
        book=book,
    )
    # What was found since to be spread out, or to show again, counts once however it is.
    still = (doubt for doubt in side.doubts if not doubt.twice or any(map(side.counting, doubt.twice)))
    return replace(side, doubts=tuple(still))


def _piles(area: Area) -> list[SeenPile]:
    cards, layout = area.laid.reading.cards, area.laid.layout
    piles = []
    for pile in layout.piles:
        shown = tuple(cards[card].face or Face.UNREAD for card in pile.cards)
        squared = pile.kind is not PileKind.MELD
        made = Pile(top=shown[0], kind=BookKind(pile.kind)) if squared else Pile(cards=shown)
        places = tuple(area.seen[card] for card in pile.cards)
        piles.append(SeenPile(made, pile.rank, places, may_be=pile.may_be))
    # A card that nothing was made of still lies there, and counts as what it was read as.
    for card in layout.loose:
        piles.append(SeenPile(Pile(cards=(cards[card].face or Face.UNREAD,)), None, (area.seen[card],)))
    return piles


def _red_threes(
    photos: Sequence[SeenPhoto], areas: Sequence[Area]
) -> tuple[list[tuple[At, ...]], list[At], list[PhotoDoubt]]:
    """Return where the red threes of the played area are seen, where the same ones show among spread-out books, and
    what is in doubt.
    """
    lying, fanned = (
        [area.seen[card] for area in areas if area.laid.shows is shows for card in area.laid.layout.red_threes]
        for shows in (PhotoRole.PLAYED, PhotoRole.FANNED)
    )
    counts, again = (lying, fanned) if len(lying) >= len(fanned) else (fanned, lying)
    shown_again = [at for seen in again for at in seen]
    if not fanned or len(fanned) == len(lying):
        return counts, shown_again, []
    say = f"{len(fanned)} red 3s lie with the books spread out, {len(lying)} on the table: {len(counts)} are counted"
    photo = fanned[0][0].photo
    about = tuple(seen[0].card for seen in fanned if seen[0].photo == photo)
    return counts, shown_again, [PhotoDoubt(photos[photo].name, about, say, "red_threes_differ")]


def _left_twice(photos: Sequence[SeenPhoto], areas: Sequence[Area]) -> list[PhotoDoubt]:
    """Doubt leftovers of a photo of their own that a mat shows as well: they may be the same cards."""
    on_mats = [area for area in areas if area.laid.shows is not PhotoRole.LEFT and area.laid.layout.left]
    if not on_mats or not any(area.laid.shows is PhotoRole.LEFT and area.laid.layout.left for area in areas):
        return []
    say = f"cards left lie on the mat and in a photo of their own: {SAME}"
    apart = tuple(
        area.seen[card][0] for area in areas if area.laid.shows is PhotoRole.LEFT for card in area.laid.layout.left
    )
    lying = ([area.seen[card] for card in area.laid.layout.left] for area in on_mats)
    return [
        replace(_doubt(photos, places, say, "left_twice"), twice=tuple(seen[0] for seen in places), like=apart)
        for places in lying
    ]


def _doubts_in(photos: Sequence[SeenPhoto], areas: Sequence[Area], settled: set[At]) -> list[PhotoDoubt]:
    """Return the areas' own doubts, without those about squared books that were seen spread out."""
    doubts: list[PhotoDoubt] = []
    for area in areas:
        doubts.extend(_of_whole_photos(photos, area))
        for doubt in area.doubts:
            places = [area.seen[card] for card in doubt.about]
            if places and settled.issuperset(place[0] for place in places):
                continue
            if not places:
                doubts.append(PhotoDoubt(area.laid.name, (), doubt.say, doubt.code))
                continue
            doubled, like = (tuple(area.seen[card][0] for card in cards) for cards in (doubt.twice, doubt.like))
            doubts.append(replace(_doubt(photos, places, doubt.say, doubt.code), twice=doubled, like=like))
    return doubts


def _of_whole_photos(photos: Sequence[SeenPhoto], area: Area) -> Iterator[PhotoDoubt]:
    """Yield what is in doubt of an area's photos as a whole: each of them shows some cards by itself."""
    for photo in (photos[member] for member in area.photos):
        for doubt in photo.reading.doubts:
            if not doubt.about:
                yield PhotoDoubt(photo.name, (), doubt.say, str(doubt.code))


def _doubt(photos: Sequence[SeenPhoto], places: Sequence[tuple[At, ...]], say: str, code: str) -> PhotoDoubt:
    """Return a doubt about cards, in the photo that shows most of them."""
    shown = Counter(photo for place in places for photo in {at.photo for at in place})
    best = places[0][0].photo
    photo = max(shown, key=lambda one: (shown[one], one == best))
    about = tuple(at.card for place in places for at in place if at.photo == photo)
    return PhotoDoubt(photos[photo].name, about, say, code)
