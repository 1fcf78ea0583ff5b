"""The sides of a table, as their drafts stand now, weighed by the table.

Each answer tells something of the cards beside it, so that what is asked and doubted is found anew after every edit.
"""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace

from handfoot.asking.lying import Lying, certain
from handfoot.asking.maybes import BESIDE, LEFT
from handfoot.asking.proving import OVER_DECKS, Group, KnownCard, Proved, groups_of_pile, groups_outside, prove
from handfoot.review.draft import Draft, DraftCard, DraftDoubt
from handfoot.review.placing import shown_by
from handfoot.review.scoring import SideDraft, TableDraft
from handfoot.review.telling import pile_name
from handfoot.sides.spreading import WITHOUT_BOOK
from scorer.faces import Face
from scorer.record import Side
from scorer.rulebook.rules import RuleSet
from vision.laying.piles import PhotoRole


def proved(table: TableDraft) -> TableDraft:
    """Return the table with the doubts and the doubtful cards that there are when all its sides are looked at together.

    A card that is most likely misread, as the decks hold fewer of its face, is in doubt then. One that a person has
    seen to is what that person said.

    Raises:
        ScorerError: if the table's round or settings do not exist.
    """
    record = table.record()
    recorded = enumerate(zip(table.sides, record.sides, strict=True))
    groups = [group for number, (side, seen) in recorded for group in _groups(number, side, seen, table.rules)]
    found = prove(groups, record, table.rules)
    sides = (
        replace(side, draft=_with_doubts(_with_others(side.draft, number, found), number, found))
        for number, side in enumerate(table.sides)
    )
    return replace(table, sides=tuple(sides))


def _with_others(draft: Draft, number: int, found: Proved) -> Draft:
    cards = (replace(card, others=found.others.get((number, card.id), card.others)) for card in draft.cards)
    return replace(draft, cards=tuple(cards))


def _with_doubts(draft: Draft, number: int, found: Proved) -> Draft:
    misread = []
    for one in found.misread:
        side, card = one.card
        photo = draft.card(card).photo if side == number else None
        if photo is not None:
            misread.append(DraftDoubt(f"{OVER_DECKS}-{card}", photo, (card,), one.say, OVER_DECKS))
    # First, as they weigh more than a weak reading.
    return replace(draft, doubts=(*misread, *draft.doubts))


def _groups(number: int, side: SideDraft, recorded: Side, rules: RuleSet) -> Iterator[Group]:
    draft, right = side.draft, side.draft.said_right

    def known(card_id: str) -> KnownCard:
        card = draft.card(card_id)
        seen_to = card.touched or card_id in right
        doubts = () if seen_to or card_id in draft.faint else card.others
        return KnownCard((number, card_id), _lying(draft, card, seen_to=seen_to), doubts)

    def cards(ids: Iterable[str]) -> list[KnownCard]:
        return [known(one) for one in ids]

    short = tuple(draft.rank(pile) for pile in draft.piles if pile.squared and pile.lay is not None)
    without_book = {card for doubt in draft.doubts if doubt.code == WITHOUT_BOOK for card in doubt.cards}
    near: dict[str, list[KnownCard]] = {}
    for one in draft.faint:
        near.setdefault(draft.card(one).near or BESIDE, []).append(known(one))
    for pile, as_recorded in zip(draft.piles, recorded.piles, strict=True):
        name, faint = f"{side.name}'s {pile_name(draft, pile)}", near.pop(pile.id, [])
        of_books = short if pile.lay is None and without_book.issuperset(pile.cards) else ()
        yield from groups_of_pile(name, as_recorded, cards(pile.cards), faint, rules, short=of_books)
    threes = [(known(one), shown_by(draft, one) is PhotoRole.FANNED) for one in draft.red_threes]
    left = (*cards(draft.left), *near.pop(LEFT, []))
    beside = itertools.chain.from_iterable(near.values())
    yield from groups_outside(side.name, threes, left, beside, short=short)


def _lying(draft: Draft, card: DraftCard, *, seen_to: bool) -> Lying:
    if card.id in draft.faint:
        return Lying(None, card.chances)
    face = card.face or Face.UNREAD
    if seen_to or not card.chances or face is Face.UNREAD:
        return certain(face)
    return Lying(face, card.chances)
