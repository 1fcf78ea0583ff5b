"""The sides of a table, as their drafts stand now, weighed by the table.

Each answer tells something of the cards beside it, so that what is asked and doubted is found anew after every edit.
"""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from handfoot.asking.lying import Lying, certain
from handfoot.asking.maybes import BESIDE, LEFT
from handfoot.asking.proving import OVER_DECKS, Place, Proved, places_of_pile, places_outside, prove
from handfoot.review.draft import Draft, DraftCard, DraftDoubt
from handfoot.review.placing import shown_by
from handfoot.review.scoring import SideDraft, TableDraft
from handfoot.review.telling import pile_name
from handfoot.sides.spreading import WITHOUT_BOOK
from scorer.faces import Face
from scorer.record import Side
from scorer.rulebook.rules import RuleSet
from vision.laying.piles import PhotoRole


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
    record = table.record()
    recorded = enumerate(zip(table.sides, record.sides, strict=True))
    places = [place for number, (side, seen) in recorded for place in _places(number, side, seen, table.rules)]
    found = prove(places, record, table.rules)
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


def _places(number: int, side: SideDraft, recorded: Side, rules: RuleSet) -> Iterator[Place[_Card]]:
    draft = side.draft

    def known(card: _Card, stands_for: int) -> tuple[Lying, tuple[Face | None, ...]]:
        seen, is_right = draft.card(card.id), card.id in draft.said_right
        lying = _lying(draft, seen, stands_for, seen_to=seen.touched or is_right)
        return lying, () if seen.touched or is_right or card.id in draft.faint else seen.others

    def cards(ids: Iterable[str]) -> list[_Card]:
        return [_Card(number, card) for card in ids]

    short = tuple(draft.rank(pile) for pile in draft.piles if pile.squared and pile.lay is not None)
    without_book = {card for doubt in draft.doubts if doubt.code == WITHOUT_BOOK for card in doubt.cards}
    near: dict[str, list[_Card]] = {}
    for card in cards(draft.faint):
        near.setdefault(draft.card(card.id).near or BESIDE, []).append(card)
    for pile, as_recorded in zip(draft.piles, recorded.piles, strict=True):
        name, faint = f"{side.name}'s {pile_name(draft, pile)}", near.pop(pile.id, [])
        of_books = short if pile.lay is None and without_book.issuperset(pile.cards) else ()
        yield from places_of_pile(name, as_recorded, cards(pile.cards), faint, rules, known, short=of_books)
    threes = ((card, shown_by(draft, card.id) is PhotoRole.FANNED) for card in cards(draft.red_threes))
    left = (*cards(draft.left), *near.pop(LEFT, []))
    beside = itertools.chain.from_iterable(near.values())
    yield from places_outside(side.name, threes, left, beside, known, short=short)


def _lying(draft: Draft, card: DraftCard, stands_for: int, *, seen_to: bool) -> Lying:
    if card.id in draft.faint:
        return Lying(None, card.chances)
    face = card.face or Face.UNREAD
    if seen_to or not card.chances or face is Face.UNREAD:
        return certain(face, stands_for)
    return Lying(face, card.chances, stands_for)
