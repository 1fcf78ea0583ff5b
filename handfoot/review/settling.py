"""Where a card comes to lie once somebody said what it is: where its face lets it lie, as other photos show it."""

from dataclasses import replace

from handfoot.asking.otherwise import book_under, kind_then
from handfoot.review.draft import Draft, DraftCard, DraftPile, Place
from handfoot.review.placing import (
    laid,
    lay_at,
    lying_alone,
    nearest_spread,
    new_pile,
    on_pile,
    pile_of_a_wild,
    placed_in,
    shown_again,
    shown_by,
    shown_otherwise,
    touched_book,
    touched_meld,
    with_pile,
)
from handfoot.sides.finished import finished_kind
from handfoot.sides.spreading import DIFFERS, WITHOUT_BOOK
from scorer.faces import NATURAL_RANKS, WILDS, Face, rank_of_most
from scorer.record import BookKind
from vision.laying.piles import PhotoRole, PileKind


def settled_in(draft: Draft, card_id: str, mark: int, *, is_new: bool = True) -> Draft:
    """Return the draft with a card that a person told where its face lets it lie; ``is_new``: it is another now.

    A meld and a book have one rank, so that another goes to the pile of its own, where there is one, to an open one
    rather than a squared book; behind a squared book, which counts no other, it lies beside that. A natural tells the
    rank of a squared book, which another photo may show spread out, or, if it lies on an open meld of that rank, is of
    that; a wild squared by itself peeps out of the book that it touches, or is of the meld that it lies on; and one
    that lies by itself among spread books is of the nearest.
    """
    card, pile = draft.card(card_id), draft.pile_of(card_id)
    if pile is None:
        return _with_other_book(draft, card, mark)
    others = rank_of_most(draft.faces(tuple(one for one in pile.cards if one != card_id) or lay_at(draft, pile)))
    by_itself = pile.cards == (card_id,) and not pile.squared
    is_stranger = others not in (None, card.face)
    if card.face not in (*WILDS, Face.UNREAD) and (by_itself or is_stranger):
        return _with_its_rank(draft, card, pile, mark)
    if by_itself:
        touched = touched_book(draft, card_id) if is_new else None
        host = touched or nearest_spread(draft, card) if card.face in WILDS else None
        return draft if host is None else _with_wilds(draft, host, pile)
    if not pile.squared:
        return _with_book_left(draft, pile.id) if is_new else draft
    if draft.rank(pile) is not None:
        meld = touched_meld(draft, card_id) if is_new and pile.cards == (card_id,) else None
        if meld is not None and draft.rank(meld) is card.face:
            return on_pile(draft, card_id, meld.id)
        return _with_spread(draft, natural_on_top(draft, pile))
    if pile.kind is PileKind.WILD or card.face not in WILDS:
        return draft
    host = pile_of_a_wild(draft, card_id) or touched_book(draft, card_id)
    return draft if host is None else _with_wilds(draft, host, pile)


def _with_its_rank(draft: Draft, card: DraftCard, pile: DraftPile, mark: int) -> Draft:
    """Return the draft with a card of a pile in that of its own rank, where there is one; none stays behind a book."""
    again = shown_otherwise(draft, card)
    if again is not None:
        return _shown_again(draft, card.id, again)
    others = (one for one in draft.piles if one is not pile and not draft.is_full(one))
    of_rank = (one for one in others if draft.rank(one) is card.face)
    own = min(of_rank, key=lambda one: one.squared, default=None)
    if own is not None:
        return _with_book_left(on_pile(draft, card.id, own.id), pile.id)
    if not pile.squared:
        return draft
    was_on_top = pile.cards[0] == card.id
    draft = lone(draft, card.id, mark)
    return on_a_book(draft, card.id) if was_on_top else draft


def with_kinds_told(before: Draft, after: Draft) -> Draft:
    """Return the draft after an edit with each squared book of the kind that the cards seen of it tell now.

    That one is clean, or of wilds, its cards show less surely than that one is dirty: it is asked then.
    """
    known = {pile.id: pile for pile in before.piles}

    def told(pile: DraftPile) -> DraftPile:
        was = known.get(pile.id)
        if was is None or not pile.squared or was.kind is not pile.kind:
            return pile
        kind = PileKind(kind_then(BookKind(pile.kind), before.faces(was.cards), after.faces(pile.cards)))
        if kind is pile.kind:
            return pile
        may_be = () if kind is PileKind.DIRTY else (PileKind.DIRTY, PileKind.MELD)
        return replace(pile, kind=kind, count=None, w20=None, w50=None, may_be=may_be)

    return replace(after, piles=tuple(map(told, after.piles)))


def _with_book_left(draft: Draft, pile_id: str) -> Draft:
    """Return the draft with a pile as a dirty book, where a card told leaves one natural with wilds in it.

    In the photo of the played area a book lies so, and no rules know such a meld: whether it is one is asked.
    """
    pile = next((one for one in draft.piles if one.id == pile_id and not one.squared), None)
    if pile is None or shown_by(draft, pile.cards[0]) is not PhotoRole.PLAYED:
        return draft
    naturals = [face for face in draft.faces(pile.cards) if face not in WILDS]
    if len(naturals) != 1 or len(pile.cards) == 1 or naturals[0] not in NATURAL_RANKS:
        return draft
    return with_pile(draft, replace(natural_on_top(draft, pile), kind=PileKind.DIRTY, may_be=(PileKind.MELD,)))


def on_a_book(draft: Draft, card_id: str) -> Draft:
    """Return the draft with a card that was told to be a natural as the top of a squared book, where it lies as one.

    In the photo of the played area it lies by itself, and no other pile is of its rank: whether it is a book is asked.
    """
    card, pile = draft.card(card_id), lying_alone(draft, card_id)
    if pile is None or card.face not in NATURAL_RANKS or shown_by(draft, card_id) is not PhotoRole.PLAYED:
        return draft
    return with_pile(draft, replace(pile, kind=PileKind.CLEAN, may_be=(PileKind.DIRTY, PileKind.MELD)))


def found_faint(draft: Draft, card: DraftCard, mark: int) -> Draft:
    """Count what was too faint to count, in the pile it lies in, or as the squared book that it is the top of."""
    if card.near == Place.LEFT:
        return laid(draft, card.id, Place.LEFT)
    if any(pile.id == card.near for pile in draft.piles):
        assert card.near is not None
        return settled_in(on_pile(draft, card.id, card.near), card.id, mark)
    draft = settled_in(lone(draft, card.id, mark), card.id, mark)
    own = next((pile for pile in draft.piles if pile.cards == (card.id,)), None)
    ranks = {draft.rank(pile) for pile in draft.piles if pile is not own}
    kind = book_under(card.near or "", draft.card(card.id).face, ranks)
    return draft if kind is None or own is None else with_pile(draft, replace(own, kind=PileKind(kind)))


def without(draft: Draft, card_id: str) -> Draft:
    """Return the draft without a card that does not lie there; what it leaves behind lies where that may lie.

    One natural left of an open pile of the played area is asked about as a squared book, and so is one with wilds in
    it; a wild left of a squared book peeps out of the one that it touches.
    """
    pile = draft.pile_of(card_id)
    draft = laid(draft, card_id, Place.REMOVED)
    rest = next((one for one in draft.piles if pile is not None and one.id == pile.id), None)
    if rest is None or pile is None:
        return draft
    if not rest.squared:
        return on_a_book(_with_book_left(draft, rest.id), rest.cards[0])
    host = pile_of_a_wild(draft, rest.cards[0]) if draft.card(rest.cards[0]).face in WILDS else None
    return draft if host is None or pile.kind is PileKind.WILD else _with_wilds(draft, host, rest)


def placed_anew(draft: Draft, card_id: str, mark: int) -> Draft:
    """Lay a card that lay among the red 3s, or face down, and is none where its face lets it lie.

    A wild that lies on an open meld is of it; any other card that nothing tells a place of is the top of a book.
    """
    was_red = placed_in(draft, card_id) is Place.RED_THREES
    draft = settled_in(lone(draft, card_id, mark), card_id, mark)
    draft = _with_red_three_found(draft, card_id) if was_red else draft
    pile = lying_alone(draft, card_id)
    if pile is None or draft.card(card_id).face not in WILDS:
        return on_a_book(draft, card_id)
    meld = touched_meld(draft, card_id)
    return draft if meld is None else _with_wilds(draft, meld, pile)


def _with_red_three_found(draft: Draft, card_id: str) -> Draft:
    """Return the draft with a red 3 of the played area counting that a card among the spread books was taken for."""
    if shown_by(draft, card_id) is not PhotoRole.FANNED:
        return draft
    shown = (one for one in draft.again if shown_by(draft, one) is PhotoRole.PLAYED)
    red = next((one for one in shown if draft.card(one).face is Face.RED_THREE), None)
    return draft if red is None else laid(draft, red, Place.RED_THREES)


def as_red_three(draft: Draft, card_id: str) -> Draft:
    """Lay a card among the red 3s; what is spread out and was taken to lie under it is the squared book of its rank."""
    spread = _spread_of(draft, card_id)
    draft = laid(draft, card_id, Place.RED_THREES)
    return draft if spread is None else _with_own_book(draft, spread.id)


def _spread_of(draft: Draft, card_id: str) -> DraftPile | None:
    """Return the spread-out pile that a card of the played area is taken for one of, or None."""
    return next((pile for pile in draft.piles if card_id in lay_at(draft, pile)), None)


def lone(draft: Draft, card_id: str, mark: int) -> Draft:
    """Lay a card where nothing tells which pile it is of: to the one that it shows again, or by itself."""
    pile = shown_otherwise(draft, draft.card(card_id))
    return new_pile(draft, (card_id,), mark) if pile is None else _shown_again(draft, card_id, pile)


def _shown_again(draft: Draft, card_id: str, pile: DraftPile) -> Draft:
    """Return the draft with a card as one of a pile's that another photo shows.

    Where it is by itself what the played area shows of a pile that is spread out, that lay there as a squared book.
    """
    draft = shown_again(draft, card_id, pile.id)
    if pile.squared or pile.lay is not None or shown_by(draft, card_id) is not PhotoRole.PLAYED:
        return draft
    may_be = (PileKind.DIRTY, PileKind.MELD) if len(pile.cards) < draft.book.least else ()
    return with_pile(draft, replace(draft.pile(pile.id), lay=PileKind.CLEAN, may_be=may_be))


def _with_spread(draft: Draft, book: DraftPile) -> Draft:
    """Return the draft with a squared book, in it or new, as the pile that shows it spread out, where one does.

    What that was taken for until now is a squared book of its own then.
    """
    is_spread = PhotoRole.FANNED in {shown_by(draft, card_id) for card_id in (*book.cards, *book.again)}
    spread = None if is_spread else shown_otherwise(draft, draft.card(book.cards[0])) or _taken_for_another(draft, book)
    if spread is None:
        return with_pile(draft, book)
    lay = lay_at(draft, spread)
    others = (DraftPile(spread.id, spread.lay, lay),) if spread.lay is not None and lay else ()
    piles = (*(pile for pile in draft.piles if pile.id != spread.id), *others)
    again = (*(one for one in spread.again if one not in lay), *book.cards, *book.again)
    found = replace(spread, id=book.id, again=again, lay=book.kind)
    if spread.squared and spread.kind is spread.lay:
        found = replace(found, kind=PileKind(finished_kind(BookKind(book.kind), draft.faces(spread.cards))))
    shown = {*spread.cards, *book.cards}
    settled = draft.with_settled(lambda one: one.code in (WITHOUT_BOOK, DIFFERS) and shown.issuperset(one.cards))
    return with_pile(replace(settled, piles=piles), found)


def _with_other_book(draft: Draft, card: DraftCard, mark: int) -> Draft:
    """Return the draft with what a pile lay as as a squared book of its own, where its top was told to be another.

    A wild that touches another book peeps out of that. What is spread out is then the squared book of its own rank,
    where there is one, or else one that lies nowhere.
    """
    spread = _spread_of(draft, card.id)
    rank = None if spread is None else draft.rank(spread)
    if spread is None or spread.lay is None or rank in (None, card.face):
        return draft
    lay = lay_at(draft, spread)
    may_be = tuple(kind for kind in (PileKind.CLEAN, PileKind.DIRTY, PileKind.MELD) if kind is not spread.lay)
    book = natural_on_top(draft, DraftPile(f"pile-new.{mark}", spread.lay, lay, may_be=may_be))
    host = touched_book(draft, card.id) if card.face in WILDS and len(lay) == 1 else None
    if host is None and card.face not in NATURAL_RANKS:
        return draft
    draft = with_pile(draft, replace(spread, again=tuple(one for one in spread.again if one not in lay)))
    draft = replace(draft, piles=(*draft.piles, book))
    draft = draft if host is None else _with_wilds(draft, host, book)
    return _with_own_book(draft, spread.id)


def _with_own_book(draft: Draft, spread_id: str) -> Draft:
    """Return the draft with what is spread out and lies nowhere as the squared book of its rank, where there is one."""
    spread = draft.pile(spread_id)
    if spread.lay is None or lay_at(draft, spread):
        return draft
    squared = (one for one in draft.piles if one.squared and one.id != spread_id)
    own = next((one for one in squared if draft.rank(one) is draft.rank(spread)), None)
    return draft if own is None else _with_spread(draft, own)


def _taken_for_another(draft: Draft, book: DraftPile) -> DraftPile | None:
    """Return the spread-out pile of a squared book's rank that was taken for books of other ranks, or None."""
    rank = draft.rank(book)
    spread = (pile for pile in draft.piles if pile.id != book.id and pile.lay is not None and draft.rank(pile) is rank)
    return next((pile for pile in spread if rank not in draft.faces(lay_at(draft, pile))), None)


def natural_on_top(draft: Draft, pile: DraftPile) -> DraftPile:
    """Return a pile with a natural first, so that it tells the rank, and the others in their order."""
    known = dict(zip(pile.cards, draft.faces(pile.cards), strict=True))
    return replace(pile, cards=tuple(sorted(pile.cards, key=lambda card_id: known[card_id] not in NATURAL_RANKS)))


def _with_wilds(draft: Draft, host: DraftPile, wilds: DraftPile) -> Draft:
    """Return the draft with the cards of a pile in another, behind the top of a squared book, which is dirty then."""
    if host.squared:
        draft = with_pile(draft, replace(host, kind=PileKind.DIRTY, may_be=()))
    for card_id in wilds.cards:
        draft = on_pile(draft, card_id, host.id)
    return _with_book_left(draft, host.id)
