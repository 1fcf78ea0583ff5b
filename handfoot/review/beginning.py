"""The first state of a draft: what a side's photos show, before anybody touched it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from handfoot.asking.lying import lying, lying_in
from handfoot.confusions import known_confusions
from handfoot.review.alternatives import alternatives_of
from handfoot.review.draft import Draft, DraftCard, DraftDoubt, DraftPhoto, DraftPile, Facts
from handfoot.review.faintcards import faint_cards
from handfoot.sides.laying import At, SeenPhoto
from handfoot.sides.merging import merge_photos
from handfoot.sides.seenside import USUAL_BOOK, BookSize, SeenPile, SeenSide
from vision.doubting.chances import may_be, may_turn_out
from vision.laying.piles import PileKind


@dataclass(frozen=True)
class TakenPhoto:
    """A photo of the side as it is kept: its id, and what was seen in it."""

    id: str
    seen: SeenPhoto


def begin(taken: Sequence[TakenPhoto], facts: Facts | None = None, *, book: BookSize = USUAL_BOOK) -> Draft:
    """Return the draft of a side that took these photos, as ``begin_seen`` does."""
    return begin_seen(taken, merge_photos([photo.seen for photo in taken], book=book), facts)


def begin_seen(taken: Sequence[TakenPhoto], side: SeenSide, facts: Facts | None = None) -> Draft:
    """Return the draft of a side of which it is known what its photos show together.

    facts: what was said of the side beforehand.
    """
    taken = [replace(photo, seen=seen) for photo, seen in zip(taken, side.photos, strict=True)]
    piles = tuple(_pile(taken, pile) for pile in side.piles)
    faint = tuple(_faint(taken, side, piles))

    def ids(places: Iterable[At]) -> tuple[str, ...]:
        return tuple(_id(taken, at) for at in places)

    return Draft(
        photos=tuple(
            DraftPhoto(photo.id, photo.seen.name, photo.seen.shows, photo.seen.reading.width, photo.seen.reading.height)
            for photo in taken
        ),
        cards=(*(card for photo in taken for card in _cards(photo)), *faint),
        faint=tuple(card.id for card in faint),
        piles=piles,
        red_threes=ids(side.threes),
        again=ids(side.again),
        left=ids(side.left_cards),
        face_down=ids(side.backs),
        facts=facts or Facts(),
        doubts=_doubts(taken, side),
        book=side.book,
    )


def card_id(photo: str, number: int) -> str:
    """Return the id of the card that has this place, from 0, in a photo's reading."""
    return f"{photo}.{number}"


def faint_id(photo: str, number: int) -> str:
    """Return the id of what may be a card and has this place, from 0, among those of a photo's reading."""
    return f"{photo}.faint.{number}"


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
            others=may_be(card, photo.seen.reading.thresholds),
            chances=() if card.face is None else lying_in(photo.seen, number).chances,
        )
        for number, card in enumerate(photo.seen.reading.cards)
    ]


def _faint(taken: Sequence[TakenPhoto], side: SeenSide, piles: Sequence[DraftPile]) -> Iterator[DraftCard]:
    """Yield what may be cards, each with the pile it would lie in."""
    for at, near in faint_cards(side, [pile.id for pile in piles]):
        photo, card = taken[at.photo], side.photos[at.photo].reading.maybe[at.card]
        yield DraftCard(
            id=faint_id(photo.id, at.card),
            photo=photo.id,
            number=at.card,
            face=card.face,
            quad=card.quad,
            confidence=card.confidence,
            alternatives=alternatives_of(card),
            others=may_turn_out(card),
            near=near,
            chances=lying(card, known_confusions(), counted=False).chances,
        )


def _pile(taken: Sequence[TakenPhoto], seen: SeenPile) -> DraftPile:
    return DraftPile(
        # A pile keeps its id when more photos of it come later, of a book spread out too.
        id=f"pile-{_id(taken, (seen.replaces or seen).first)}",
        kind=PileKind.MELD if seen.pile.kind is None else PileKind(seen.pile.kind),
        cards=tuple(_id(taken, at) for at in seen.seen),
        again=tuple(_id(taken, at) for at in (*seen.lay_at, *seen.again)),
        may_be=seen.may_be,
        lay=None if seen.lay is None else PileKind(seen.lay),
    )


def _id(taken: Sequence[TakenPhoto], at: At) -> str:
    return card_id(taken[at.photo].id, at.card)


def _doubts(taken: Sequence[TakenPhoto], side: SeenSide) -> tuple[DraftDoubt, ...]:
    """Return the doubts with the ids of their photos and cards; the same one said twice is one."""
    by_name = {photo.seen.name: photo for photo in taken}
    found: dict[str, DraftDoubt] = {}
    for doubt in side.doubts:
        photo = by_name[doubt.photo]
        cards = tuple(card_id(photo.id, number) for number in doubt.about)
        made_of = "-".join((doubt.code, *(cards or (photo.id,))))
        twice, like = (
            tuple(dict.fromkeys(_id(taken, card) for at in places for card in side.counting(at)))
            for places in (doubt.twice, doubt.like)
        )
        made = DraftDoubt(made_of, photo.id, cards, doubt.say, doubt.code, twice=twice, like=like)
        found.setdefault(made.id, made)
    return tuple(found.values())
