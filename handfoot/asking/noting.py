"""Notes in a record of cards that may be others than they were read, or count twice, for that to be asked."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from handfoot.asking.behind import NOTE as BEHIND
from handfoot.asking.facedown import in_the_dark, may_be_books
from handfoot.asking.kinds import NOTE as KINDS
from handfoot.asking.lay import NOTE as LAY
from handfoot.asking.maybes import BESIDE, LEFT, Maybe, places_of
from handfoot.asking.repeats import Repeat, each_once, repeat_of
from handfoot.sides.laying import At
from handfoot.sides.merging import PhotoDoubt, SeenPhoto, SeenSide
from handfoot.sides.nearness import covered_most
from scorer.faces import WILDS, Face
from scorer.record import BookKind
from vision.doubting.chances import may_turn_out
from vision.laying.piles import Layout, PhotoRole, PileKind
from vision.mat.layout import lay_out_photo
from vision.seen import Quad


def doubtful_cards(
    seen: SeenSide, others: Mapping[At, tuple[Face | None, ...]], faint: Iterable[tuple[At, str]]
) -> tuple[Maybe, ...]:
    """Return the cards of a side that may be others, or none, and what may be a card but was not counted.

    others: what each card that is in doubt may be instead, None for no card. faint: what ``faint_cards`` gives.
    """
    return (*_counted(seen, others), *_not_counted(seen, faint), *_face_down(seen))


def _counted(seen: SeenSide, others: Mapping[At, tuple[Face | None, ...]]) -> Iterator[Maybe]:
    for card, (place, number) in _places(seen).items():
        if card in others:
            on = _pile_of_a_wild(seen, card) if place != LEFT and not set(others[card]).isdisjoint(WILDS) else None
            yield Maybe(place, number, others[card], card_name(seen.photos[card.photo].name, card.card), on)


def _pile_of_a_wild(seen: SeenSide, at: At) -> int | None:
    """Return the number of the pile, from 1, of which a card by itself, or among the red 3s, is if a wild."""
    own = next((pile for pile in seen.piles if at in pile.seen), None)
    if own is not None and len(own.seen) > 1:
        return None

    def quad(card: At) -> Quad:
        return seen.photos[card.photo].reading.cards[card.card].quad

    def touched(*, squared: bool) -> int | None:
        ranked = {
            number: [quad(card) for card in (pile.seen[:1] if squared else pile.seen) if card.photo == at.photo]
            for number, pile in enumerate(seen.piles, start=1)
            if pile is not own and pile.rank is not None and pile.pile.squared is squared
        }
        return covered_most(quad(at), ranked)

    may_lie_on = own is None or own.pile.squared
    return touched(squared=True) or (touched(squared=False) if may_lie_on else None)


def _places(seen: SeenSide) -> dict[At, tuple[str, int]]:
    return places_of([pile.seen for pile in seen.piles], seen.threes, seen.left_cards)


def repeats_in(seen: SeenSide) -> Iterator[tuple[PhotoDoubt, Repeat]]:
    """Yield the doubts whether a side's cards count twice, each with what is asked of those that do count."""
    return each_once(_repeats(seen))


def _repeats(seen: SeenSide) -> Iterator[tuple[PhotoDoubt, Repeat]]:
    places = _places(seen)
    for doubt in seen.doubts:
        counting = list(dict.fromkeys(card for at in doubt.twice for card in seen.counting(at)))
        if counting:
            where = seen.photos[counting[0].photo].name
            yield doubt, repeat_of([places[card] for card in counting], where, doubt.say)


def _not_counted(seen: SeenSide, faint: Iterable[tuple[At, str]]) -> Iterator[Maybe]:
    for at, place in faint:
        photo = seen.photos[at.photo]
        yield Maybe(place, None, may_turn_out(photo.reading.maybe[at.card]), faint_name(photo.name, at.card))


def _face_down(seen: SeenSide) -> tuple[Maybe, ...]:
    names = [card_name(doubt.photo, number) for doubt in in_the_dark(seen.doubts) for number in doubt.about]
    return may_be_books(names, {pile.rank for pile in seen.piles if pile.rank is not None})


def pile_notes(
    photo: str,
    cards: Sequence[int],
    *,
    behind: Sequence[Face] = (),
    lay: BookKind | PileKind | None = None,
    kinds: Sequence[PileKind] = (),
) -> dict[str, object]:
    """Return what a record notes of a pile. photo, cards: where it lies, and its cards' numbers there, from 0.

    behind: what shows of a squared book beside its top. lay: how a spread-out one lay squared. kinds: what else it may
    be.
    """
    notes: dict[str, object] = {"x_photo": photo, "x_cards": list(cards)}
    if behind:
        notes[BEHIND] = [str(face) for face in behind]
    if lay is not None:
        notes[LAY] = str(lay)
    if kinds:
        notes[KINDS] = [str(kind) for kind in kinds]
    return notes


def is_left_unseen(left: Sequence[Face], shows: Collection[PhotoRole]) -> bool:
    """Tell whether a side has photos, but none of what is left; ``shows``: what they show."""
    return bool(shows) and not left and PhotoRole.LEFT not in shows


def card_name(photo: str, number: int) -> str:
    """Return what people know a card by, from 0, in a photo."""
    return f"{photo}, card {number}"


def faint_name(photo: str, number: int) -> str:
    """Return what people know something by that may be a card, from 0, in a photo."""
    return f"{photo}, ?{number + 1}"


def faint_cards(seen: SeenSide) -> Iterator[tuple[At, str]]:
    """Yield each thing that may be a card, by its number among those of its photo, with the place it would lie in.

    What several photos show is named by the first of them. What may be a card of a squared book that another photo
    shows spread out is left out: its cards show there.
    """
    home = {at: number for number, pile in enumerate(seen.piles, start=1) for at in (*pile.seen, *pile.again)}
    replaced = {at for pile in seen.piles for at in pile.lay_at}
    photos = seen.photos
    for shown in seen.faint:
        layouts = {at: _with_faint(photos[at.photo], at.card) for at in shown}
        near = [At(at.photo, mate) for at, layout in layouts.items() for mate in _beside(layout, photos[at.photo])]
        if replaced.intersection(near):
            continue
        piles = [home[mate] for mate in near if mate in home]
        is_left = any(len(photos[at.photo].reading.cards) in layout.left for at, layout in layouts.items())
        books = (_as_book(layout, photos[at.photo]) for at, layout in layouts.items())
        by_itself = next((f"{kind} book" for kind in books if kind is not None), BESIDE)
        yield shown[0], LEFT if is_left else f"pile {piles[0]}" if piles else by_itself


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
