"""The sides of a table, as their drafts stand now, weighed by the table.

Each answer tells something of the cards beside it, so that what is asked and doubted is found anew after every edit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from handfoot.asking.lying import Lying, Together, Where, certain, least_under_a_top, where_played
from handfoot.asking.maybes import BESIDE, LEFT
from handfoot.asking.proving import OVER_DECKS, Place, Proved, prove
from handfoot.review.draft import Draft, DraftCard, DraftDoubt, DraftPile
from handfoot.review.scoring import SideDraft, TableDraft
from handfoot.review.telling import pile_name
from scorer.faces import Face
from scorer.record import BookKind
from scorer.rules import RuleSet
from vision.piles import PileKind


@dataclass(frozen=True)
class _Card:
    """A card of a side's draft."""

    side: int
    id: str


def proved(table: TableDraft) -> TableDraft:
    """Return the table with the doubts and the doubtful cards that there are when all its sides are looked at together.

    A card that is most likely misread, as the decks hold fewer of its face, is in doubt then. One that a person has
    seen to is what that person said.

    Raises:
        ScorerError: if the table's round or settings do not exist.
    """
    places = [place for number, side in enumerate(table.sides) for place in _places(number, side, table.rules)]
    found = prove(places, table.record(), table.rules)
    shown = frozenset(card for place in places for card in place.cards)
    sides = (
        replace(side, draft=_with_doubts(_with_others(side.draft, number, found, shown), number, found))
        for number, side in enumerate(table.sides)
    )
    return replace(table, sides=tuple(sides))


def _with_others(draft: Draft, number: int, found: Proved[_Card], shown: frozenset[_Card]) -> Draft:
    def proved_one(card: DraftCard) -> DraftCard:
        known = _Card(number, card.id)
        if known not in shown or card.id in draft.faint:
            return card
        return replace(card, others=found.others.get(known, ()))

    return replace(draft, cards=tuple(map(proved_one, draft.cards)))


def _with_doubts(draft: Draft, number: int, found: Proved[_Card]) -> Draft:
    misread = []
    for one in found.misread:
        photo = draft.card(one.card.id).photo if one.card.side == number else None
        if photo is not None:
            misread.append(DraftDoubt(f"{OVER_DECKS}-{one.card.id}", photo, (one.card.id,), one.say, OVER_DECKS))
    # First, as they weigh more than a weak reading.
    return replace(draft, doubts=(*misread, *draft.doubts))


def _places(number: int, side: SideDraft, rules: RuleSet) -> Iterator[Place[_Card]]:
    draft = side.draft
    near: dict[str, list[str]] = {}
    for card in draft.faint:
        near.setdefault(draft.card(card).near or BESIDE, []).append(card)
    for pile in draft.piles:
        yield from _pile(number, side, pile, near.get(pile.id, []), rules)
    for card in draft.red_threes:
        yield _place(number, side, "red 3s", Where.RED_THREES, [card])
    for card in (*draft.left, *near.get(LEFT, [])):
        yield _place(number, side, "cards left", Where.LEFT, [card])
    piles = {pile.id for pile in draft.piles}
    for place, cards in near.items():
        if place != LEFT and place not in piles:
            yield from (_place(number, side, "cards", Where.BESIDE, [card]) for card in cards)


def _pile(
    number: int, side: SideDraft, pile: DraftPile, faint: Sequence[str], rules: RuleSet
) -> Iterator[Place[_Card]]:
    name = pile_name(side.draft, pile)
    if pile.kind is PileKind.MELD:
        where = where_played(side.draft.faces(pile.cards), rules)
        yield _place(number, side, name, where, [*pile.cards, *faint])
        return
    under = least_under_a_top(BookKind(pile.kind.value), rules.books)
    yield _place(number, side, name, Where.TOP, pile.cards[:1], stands_for=under)
    if behind := [*pile.cards[1:], *faint]:
        yield _place(number, side, name, Where.BEHIND, behind, top=side.draft.faces(pile.cards)[0])


def _place(
    number: int,
    side: SideDraft,
    name: str,
    where: Where,
    cards: Sequence[str],
    *,
    top: Face | None = None,
    stands_for: int = 1,
) -> Place[_Card]:
    draft = side.draft
    right = draft.said_right
    known = [draft.card(card) for card in cards]
    lying = tuple(_lying(draft, card, stands_for, seen_to=card.touched or card.id in right) for card in known)
    doubts = tuple(() if card.touched or card.id in (*right, *draft.faint) else card.others for card in known)
    return Place(
        f"{side.name}'s {name}",
        Together(where, lying, top),
        tuple(_Card(number, card.id) for card in known),
        doubts,
    )


def _lying(draft: Draft, card: DraftCard, stands_for: int, *, seen_to: bool) -> Lying:
    if card.id in draft.faint:
        return Lying(None, card.chances)
    face = card.face or Face.UNREAD
    if seen_to or not card.chances or face is Face.UNREAD:
        return certain(face, stands_for)
    return Lying(face, card.chances, stands_for)
