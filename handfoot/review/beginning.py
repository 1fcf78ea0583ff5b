"""The first state of a draft: what a side's photos show, before anybody touched it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from handfoot.merging import PhotoDoubt, SeenPhoto, SeenPile, SeenSide, merge_photos
from handfoot.noting import faint_cards
from handfoot.review.alternatives import alternatives_of
from handfoot.review.draft import Draft, DraftCard, DraftDoubt, DraftPhoto, DraftPile, Facts
from handfoot.tables import Shows
from vision.chances import may_be, may_turn_out
from vision.piles import PileKind


@dataclass(frozen=True)
class TakenPhoto:
    """A photo of the side as it is kept: its id, the name people know it by, and what was seen in it."""

    id: str
    name: str
    seen: SeenPhoto


def begin(taken: Sequence[TakenPhoto], facts: Facts | None = None) -> Draft:
    """Return the draft of a side that took these photos; it makes the record that scoring their folder makes.

    facts: what was said of the side beforehand.
    """
    shown = [photo.seen for photo in taken]
    side = merge_photos(shown)
    piles = tuple(_pile(taken, pile) for pile in side.piles)
    faint = tuple(_faint(taken, shown, side, piles))
    counted, again = _red_threes(taken, side.red_threes)
    return Draft(
        photos=tuple(
            DraftPhoto(photo.id, photo.name, photo.seen.shows, photo.seen.reading.width, photo.seen.reading.height)
            for photo in taken
        ),
        cards=(*(card for photo in taken for card in _cards(photo)), *faint),
        faint=tuple(card.id for card in faint),
        piles=piles,
        red_threes=counted,
        again=again,
        left=tuple(card_id(photo.id, number) for photo in taken for number in photo.seen.layout.left),
        face_down=tuple(card_id(photo.id, number) for photo in taken for number in photo.seen.layout.backs),
        facts=facts or Facts(),
        doubts=_doubts(taken, side.doubts),
    )


def card_id(photo: str, number: int) -> str:
    """Return the id of the card that has this place, from 0, in a photo's reading."""
    return f"{photo}.{number}"


def _cards(photo: TakenPhoto) -> list[DraftCard]:
    return [
        DraftCard(
            id=card_id(photo.id, number),
            photo=photo.id,
            number=number,
            face=card.face,
            quad=card.quad,
            confidence=card.confidence,
            alternatives=alternatives_of(card),
            others=may_be(card),
        )
        for number, card in enumerate(photo.seen.reading.cards)
    ]


def _faint(
    taken: Sequence[TakenPhoto], shown: Sequence[SeenPhoto], side: SeenSide, piles: Sequence[DraftPile]
) -> Iterator[DraftCard]:
    """Yield what may be cards, each with the pile it would lie in."""
    by_name = {f"pile {number}": pile.id for number, pile in enumerate(piles, start=1)}
    for number, faint, place in faint_cards(shown, side):
        photo, card = taken[number], shown[number].reading.maybe[faint]
        yield DraftCard(
            id=f"{photo.id}.faint.{faint}",
            photo=photo.id,
            number=faint,
            face=card.face,
            quad=card.quad,
            confidence=card.confidence,
            alternatives=alternatives_of(card),
            others=may_turn_out(card),
            near=by_name.get(place, place),
        )


def _pile(taken: Sequence[TakenPhoto], seen: SeenPile) -> DraftPile:
    cards = tuple(card_id(taken[seen.photo].id, number) for number in seen.cards)
    before = seen.replaces
    again = () if before is None else tuple(card_id(taken[before.photo].id, number) for number in before.cards)
    return DraftPile(
        # A book keeps its id when a photo of it spread out comes later.
        id=f"pile-{(again or cards)[0]}",
        kind=PileKind.MELD if seen.pile.kind is None else PileKind(seen.pile.kind.value),
        cards=cards,
        again=again,
    )


def _red_threes(taken: Sequence[TakenPhoto], number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the red 3s that count, and those that show the same ones again."""
    by_shows = {
        shows: tuple(
            card_id(photo.id, card)
            for photo in taken
            if photo.seen.shows is shows
            for card in photo.seen.layout.red_threes
        )
        for shows in (Shows.PLAYED, Shows.FANNED)
    }
    played, fanned = by_shows[Shows.PLAYED], by_shows[Shows.FANNED]
    return (played, fanned) if len(played) == number else (fanned, played)


def _doubts(taken: Sequence[TakenPhoto], doubts: Sequence[PhotoDoubt]) -> tuple[DraftDoubt, ...]:
    """Return the doubts with the ids of their photos and cards; the same one said twice is one."""
    by_name = {photo.seen.name: photo for photo in taken}
    found: dict[str, DraftDoubt] = {}
    for doubt in doubts:
        photo = by_name[doubt.photo]
        cards = tuple(card_id(photo.id, number) for number in doubt.about)
        made = DraftDoubt("-".join((doubt.code, *(cards or (photo.id,)))), photo.id, cards, doubt.say, doubt.code)
        found.setdefault(made.id, made)
    return tuple(found.values())
