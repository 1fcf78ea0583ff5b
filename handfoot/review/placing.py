"""Cards laid from one place of a draft to another; a card is always in one, and a pile without cards is none."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from handfoot.review.draft import Draft, DraftCard, DraftPhoto, DraftPile, EditError, Place
from handfoot.sides.nearness import apart, covered_most
from scorer.faces import NATURAL_RANKS
from vision.laying.piles import PhotoRole, PileKind
from vision.seen import Point, Quad, as_quad

CARD_SHARE = 0.06
"""How wide a card is taken to be in a photo that shows no other, as a share of the photo's width."""

_TALL = 1.4
"""A card's height in card widths."""


def placed_in(draft: Draft, card_id: str) -> Place | None:
    """Return the place where a card lies, None if it lies in a pile."""
    return next((place for place in Place if card_id in draft.lying(place)), None)


def lying_alone(draft: Draft, card_id: str) -> DraftPile | None:
    """Return the open pile in which a card lies by itself, or None."""
    pile = draft.pile_of(card_id)
    return None if pile is None or pile.squared or pile.cards != (card_id,) else pile


def laid(draft: Draft, card_id: str, place: Place) -> Draft:
    """Return the draft with a card laid to a place."""
    lifted = _lifted(draft, card_id)
    return _with_place(lifted, place, (*lifted.lying(place), card_id))


def on_pile(draft: Draft, card_id: str, pile_id: str) -> Draft:
    """Return the draft with a card laid onto a pile that has other cards, its last."""
    lifted = _lifted(draft, card_id)
    pile = lifted.pile(pile_id)
    return with_pile(lifted, replace(pile, cards=(*pile.cards, card_id)))


def new_pile(draft: Draft, cards: Sequence[str], mark: int) -> Draft:
    """Return the draft with a pile of cards, wherever they lay; ``mark`` names it.

    Raises:
        EditError: if one of them lies face down, or is named twice.
    """
    if len(set(cards)) < len(cards):
        raise EditError("a card can lie in a pile only once")
    for card_id in cards:
        if draft.card(card_id).face is None:
            raise EditError("one of these cards lies face down: say first what it is")
    draft = as_touched(draft, cards)
    for card_id in cards:
        draft = laid(draft, card_id, Place.REMOVED)
    removed = tuple(card_id for card_id in draft.removed if card_id not in cards)
    pile = DraftPile(f"pile-new.{mark}", PileKind.MELD, tuple(cards))
    return replace(draft, piles=(*draft.piles, pile), removed=removed)


def as_touched(draft: Draft, ids: Sequence[str]) -> Draft:
    """Return the draft with cards that a person has seen to."""
    return replace(draft, cards=tuple(replace(card, touched=True) if card.id in ids else card for card in draft.cards))


def shown_by(draft: Draft, card_id: str) -> PhotoRole | None:
    """Return what the photo of a card shows, None of one without a photo."""
    photo = draft.card(card_id).photo
    return None if photo is None else draft.photo(photo).shows


def lay_at(draft: Draft, pile: DraftPile) -> tuple[str, ...]:
    """Return the cards that show a pile in photos of the played area, where it counts as it is spread out."""
    return tuple(card_id for card_id in pile.again if shown_by(draft, card_id) is PhotoRole.PLAYED)


def shown_again(draft: Draft, card_id: str, pile_id: str) -> Draft:
    """Return the draft with a card as one of a pile's that another photo shows: there it counts, here no more."""
    lifted = _lifted(draft, card_id)
    pile = lifted.pile(pile_id)
    return with_pile(lifted, replace(pile, again=(*pile.again, card_id)))


def shown_otherwise(draft: Draft, card: DraftCard) -> DraftPile | None:
    """Return the pile of a card's rank that no photo like its own shows, or None.

    A book that lies squared in one photo and is spread out in another is one, and so the card is of that pile.
    """
    mine = shown_by(draft, card.id)
    other = (
        {PhotoRole.PLAYED: PhotoRole.FANNED, PhotoRole.FANNED: PhotoRole.PLAYED}.get(mine) if mine is not None else None
    )
    if other is None or card.face not in NATURAL_RANKS:
        return None
    for pile in draft.piles:
        # Spread out a book shows many cards, but squared only one.
        shown = pile.cards if mine is PhotoRole.FANNED else (*pile.cards, *pile.again)
        if draft.rank(pile) is card.face and {shown_by(draft, one) for one in shown} == {other}:
            return pile
    return None


def touched_book(draft: Draft, card_id: str) -> DraftPile | None:
    """Return the squared book, of a rank, whose top a card of no or of another pile touches in its photo, or None."""
    return _touched(draft, card_id, squared=True)


def touched_meld(draft: Draft, card_id: str) -> DraftPile | None:
    """Return the open pile, of a rank, that a card of no or of another pile lies on in its photo, or None."""
    return _touched(draft, card_id, squared=False)


def pile_of_a_wild(draft: Draft, card_id: str) -> DraftPile | None:
    """Return the pile that a card which lies by itself, or among the red 3s, is of if it is a wild, or None."""
    own = draft.pile_of(card_id)
    if own is not None and own.cards != (card_id,):
        return None
    may_lie_on = own is None or own.squared
    return touched_book(draft, card_id) or (touched_meld(draft, card_id) if may_lie_on else None)


def _touched(draft: Draft, card_id: str, *, squared: bool) -> DraftPile | None:
    """Return of all squared or all open piles the one that a card covers most, or None."""
    own = draft.card(card_id)
    if own.photo is None or own.quad is None:
        return None

    def shown(pile: DraftPile) -> list[Quad]:
        cards = map(draft.card, pile.cards[:1] if squared else pile.cards)
        return [card.quad for card in cards if card.photo == own.photo and card.quad is not None]

    others = (one for one in draft.piles if one.squared is squared and card_id not in one.cards)
    ranked = {one.id: shown(one) for one in others if draft.rank(one) is not None}
    touched = covered_most(own.quad, ranked)
    return None if touched is None else draft.pile(touched)


def nearest_spread(draft: Draft, card: DraftCard) -> DraftPile | None:
    """Return the pile of a rank that lies nearest to a card in its photo of spread books, or None."""
    if shown_by(draft, card.id) is not PhotoRole.FANNED:
        return None

    def away(pile: DraftPile) -> float:
        return _away(card, map(draft.card, pile.cards))

    ranked = [pile for pile in draft.piles if draft.rank(pile) is not None and away(pile) < np.inf]
    return min(ranked, key=away, default=None)


def with_card(draft: Draft, card: DraftCard) -> Draft:
    """Return the draft with a card in the place of the one of its id."""
    return replace(draft, cards=tuple(card if other.id == card.id else other for other in draft.cards))


def with_pile(draft: Draft, pile: DraftPile) -> Draft:
    """Return the draft with a pile in the place of the one of its id."""
    return replace(draft, piles=tuple(pile if other.id == pile.id else other for other in draft.piles))


def nearest_quad(draft: Draft, photo: DraftPhoto, point: Point) -> Quad:
    """Return the quad of a card whose middle is a point of a photo, as large and turned as the nearest card."""
    quads = [np.array(card.quad) for card in draft.cards if card.photo == photo.id and card.quad is not None]
    if quads:
        nearest = min(quads, key=lambda quad: float(np.linalg.norm(quad.mean(axis=0) - point)))
        return as_quad(nearest - nearest.mean(axis=0) + point)
    wide = CARD_SHARE * photo.width
    half = np.array([[-wide, -_TALL * wide], [wide, -_TALL * wide], [wide, _TALL * wide], [-wide, _TALL * wide]]) / 2
    return as_quad(half + point)


def lies_left(draft: Draft, card: DraftCard) -> bool:
    """Tell whether a card lies among what is left: in a photo of that, or nearest to such a card, as on a mat."""
    if card.photo is None:
        return False
    shows = draft.photo(card.photo).shows
    if shows is not PhotoRole.PLAYED or card.quad is None:
        return shows is PhotoRole.LEFT
    beside = [other for other in draft.cards if other.photo == card.photo and other.quad is not None]
    others = [other for other in beside if other.id not in (card.id, *draft.removed)]
    nearest = min(others, key=lambda other: _away(card, [other]), default=None)
    return nearest is not None and nearest.id in draft.left


def _away(card: DraftCard, others: Iterable[DraftCard]) -> float:
    """Return how far a card lies from the nearest of others that its photo shows, px; inf where it shows none."""
    if card.quad is None:
        return np.inf
    return apart([card.quad], (one.quad for one in others if one.photo == card.photo and one.quad is not None))


def _lifted(draft: Draft, card_id: str) -> Draft:
    """Return the draft with a card nowhere."""

    def without(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in ids if one != card_id)

    piles = []
    again: tuple[str, ...] = ()
    for pile in draft.piles:
        rest = replace(pile, cards=without(pile.cards), again=without(pile.again))
        if rest.cards:
            piles.append(rest)
        elif pile.lay is not None and (lay := lay_at(draft, rest)):
            # What was spread out was another pile's: that which lay squared lies there all the same.
            piles.append(DraftPile(pile.id, pile.lay, lay))
        else:
            again += rest.again
    draft = replace(draft, piles=tuple(piles))
    for place in Place:
        draft = _with_place(draft, place, without(draft.lying(place)))
    # Of a pile whose last card went, what showed it again shows nothing that counts.
    return replace(draft, removed=(*draft.removed, *again))


def _with_place(draft: Draft, place: Place, ids: tuple[str, ...]) -> Draft:
    return replace(draft, **{place.value: ids})  # type: ignore[arg-type]
