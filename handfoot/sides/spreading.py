"""Books lying squared and spread out again are one book: what was spread out takes the place of what lay."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from handfoot.sides.finished import finished_kind
from handfoot.sides.laying import SeenPhoto
from handfoot.sides.nearness import apart
from handfoot.sides.repeats import are_among
from handfoot.sides.seenside import PhotoDoubt, SeenPile, card_at, cards_of, doubt_on
from scorer.faces import WILDS, Face
from scorer.record import BookKind, Pile
from scorer.words import counted, one
from vision.doubting.chances import LEAST
from vision.doubting.doubts import SURE
from vision.laying.piles import PileKind
from vision.seen import SeenCard

WITHOUT_BOOK, DIFFERS = "fanned_without_book", "fanned_differs"
"""The doubts about a spread-out pile that nothing in the played area is, or that is not like what it lay as."""

LEAST_MELD = 3
"""No rules know an open meld of fewer cards."""


def with_spread(
    photos: Sequence[SeenPhoto], lying: Sequence[SeenPile], spread: Sequence[SeenPile], book_size: int
) -> tuple[list[SeenPile], list[PhotoDoubt]]:
    """Return the piles with spread-out ones in the place of those that they show again, and what is in doubt.

    From ``book_size`` cards on a spread-out pile is taken for a finished book rather than for an open meld. A squared
    book is finished: one that shows fewer spread out hides some, and is a book all the same. An open meld shows its
    cards itself, and stays where it shows more of them. What fits none is taken for a squared book whose top card may
    be misread, where there is one.
    """
    piles = list(lying)
    spread, torn, doubts = _with_wilds_apart(photos, piles, spread, book_size)
    left: list[SeenPile] = []

    def take_for(pile: SeenPile, lay: SeenPile) -> None:
        is_whole = len(pile.seen) >= book_size and pile not in torn
        match = lay if is_whole else _as_squared(lay, pile)
        book = pile if is_whole or not match.pile.squared else _as_finished(match, pile, photos)
        piles[piles.index(lay)] = replace(book, replaces=match)
        doubts.extend(_contradictions(match, pile, photos, book_size))

    for pile in sorted(spread, key=lambda pile: -len(pile.seen)):
        match = _lying_for(pile, piles, book_size)
        if match is None:
            left.append(pile)
        elif not match.pile.squared and len(match.seen) > len(pile.seen):
            # An open meld shows all its cards; the photo of spread-out books shows some of them once more.
            piles[piles.index(match)] = _shown_again(match, pile)
            if Counter(pile.pile.cards) - Counter(match.pile.cards):
                say = f"these {pile.called} are other cards than the larger pile of them shows: that one is counted"
                doubts.append(doubt_on(pile, photos, say, DIFFERS))
        else:
            take_for(pile, match)
    for pile in left:
        twin, misread = _spread_before(pile, piles, photos), _misread_for(pile, piles, photos)
        if twin is not None:
            piles[piles.index(twin)] = _shown_again(twin, pile)
            say = f"{photos[pile.photo].name} shows the {pile.called} spread out once more: they count once"
            doubts.append(doubt_on(pile, photos, say, "fanned_again"))
        elif misread is not None:
            book = f"the book of {misread.called}, whose top card may be {one(pile.rank)}"
            say = f"these {pile.called} count as {book}: are they that book?"
            doubts.append(doubt_on(pile, photos, say, DIFFERS))
            take_for(pile, misread)
        else:
            piles.append(pile)
            if lying:
                what = "match no pile in the photo of the cards on the table, and are counted as well"
                say = f"these {pile.called} {what}"
                doubts.append(doubt_on(pile, photos, say, WITHOUT_BOOK))
    return piles, doubts


def _with_wilds_apart(
    photos: Sequence[SeenPhoto], lying: Sequence[SeenPile], spread: Sequence[SeenPile], book_size: int
) -> tuple[list[SeenPile], list[SeenPile], list[PhotoDoubt]]:
    """Return the spread-out piles, wilds that lie by themselves with the pile that they lie nearest to.

    They are no book, so they end one of which a card between was not seen: which those are, and a doubt for each.
    """
    piles = list(spread)
    torn: list[SeenPile] = []
    doubts: list[PhotoDoubt] = []
    for wilds in spread:
        hosts = [pile for pile in piles if pile.rank is not None and pile.photo == wilds.photo]
        is_wilds = wilds.rank is None and set(wilds.pile.cards) <= set(WILDS) and len(wilds.seen) < book_size
        if not is_wilds or not hosts or _lying_for(wilds, lying, book_size) is not None:
            continue
        quads = [card.quad for card in cards_of(wilds, photos)]
        host = min(hosts, key=lambda pile: apart(quads, (card.quad for card in cards_of(pile, photos))))
        whole = replace(
            host,
            pile=replace(host.pile, cards=(*host.pile.cards, *wilds.pile.cards)),
            places=(*host.places, *wilds.places),
        )
        piles = [whole if pile is host else pile for pile in piles if pile is not wilds]
        torn = [whole, *(pile for pile in torn if pile is not host)]
        say = f"wilds lie apart from the {host.called} and are counted with them: is a card between not seen?"
        doubts.append(doubt_on(wilds, photos, say, DIFFERS))
    return piles, torn, doubts


def _as_squared(lying: SeenPile, spread: SeenPile) -> SeenPile:
    """Return what lies in the played area as a squared book where it shows too few cards for a meld, and less than are
    spread out: so does a book that lies untidily, of the kind that those tell. Whether it is one is asked.
    """
    if lying.pile.squared or lying.rank is None or len(lying.seen) >= min(LEAST_MELD, len(spread.seen)):
        return lying
    kind = BookKind.CLEAN if set(spread.pile.cards).isdisjoint(WILDS) else BookKind.DIRTY
    return replace(lying, pile=Pile(top=lying.rank, kind=kind), may_be=(PileKind.MELD,))


def _as_finished(match: SeenPile, spread: SeenPile, photos: Sequence[SeenPhoto]) -> SeenPile:
    """Return a spread-out book that does not show all its cards as the squared book it was, those that show behind.

    Of which kind it is stays open where that left it open, unless a wild tells it now; that it is none, only where more
    than its top showed.
    """
    faces = [card.face or Face.UNREAD for card in cards_of(spread, photos)]
    top = next(number for number, face in enumerate(faces) if spread.rank in (None, face))
    order = [top, *(number for number in range(len(faces)) if number != top)]
    kind = None if match.pile.kind is None else finished_kind(match.pile.kind, faces)
    places = tuple(spread.places[number] for number in order)
    is_untidy = sum(card.face not in WILDS for card in cards_of(match, photos)) > 1
    open_kinds = {PileKind.MELD} if is_untidy else set()
    open_kinds |= {PileKind.CLEAN, PileKind.DIRTY} if set(faces).isdisjoint(WILDS) else set()
    may_be = tuple(other for other in match.may_be if other in open_kinds)
    return replace(spread, pile=Pile(top=faces[top], kind=kind), places=places, may_be=may_be)


def _lying_for(spread: SeenPile, lying: Sequence[SeenPile], book_size: int) -> SeenPile | None:
    """Return the pile of the played area that a spread-out one shows again."""
    own = {at.photo for at in spread.seen}
    same = [
        pile
        for pile in lying
        if pile.rank == spread.rank and pile.replaces is None and own.isdisjoint(at.photo for at in pile.seen)
    ]
    if spread.rank is None:
        same = [pile for pile in same if pile.pile.kind is BookKind.WILD]
    squared = [pile for pile in same if pile.pile.squared]
    melds = [pile for pile in same if not pile.pile.squared]
    # Of a rank with a finished book and an open meld, the larger pile is the book.
    order = squared + melds if len(spread.seen) >= book_size else melds + squared
    exact = [pile for pile in melds if Counter(pile.pile.cards) == Counter(spread.pile.cards)]
    return next(iter([*exact, *order]), None)


def _misread_for(spread: SeenPile, lying: Sequence[SeenPile], photos: Sequence[SeenPhoto]) -> SeenPile | None:
    """Return the squared book that may be a spread-out pile though it reads as another, or None.

    Its top card may be of that rank, or only wilds of it show, which lie in the spread-out one.
    """
    own = {at.photo for at in spread.seen}
    squared = [
        pile
        for pile in lying
        if pile.pile.squared and pile.replaces is None and own.isdisjoint(at.photo for at in pile.seen)
    ]
    by_top = (pile for pile in squared if _may_have(card_at(photos, pile.seen[0]), spread.rank))
    wilds = (pile for pile in squared if pile.rank is None and not _faces(pile, photos) - _faces(spread, photos))
    return next(chain(by_top, wilds), None)


def _faces(pile: SeenPile, photos: Sequence[SeenPhoto]) -> Counter[Face | None]:
    return Counter(card.face for card in cards_of(pile, photos))


def _may_have(top: SeenCard, rank: Face | None) -> bool:
    """Tell whether a top may be of a rank: a spread-out book lies somewhere, so that a slight chance will do."""
    least = 0.0 if top.confidence < SURE else LEAST
    return any(other.face is rank and other.confidence >= least for other in top.runners_up)


def _shown_again(pile: SeenPile, spread: SeenPile) -> SeenPile:
    """Return a pile with the cards of a spread-out one as its own, shown once more."""
    return replace(pile, spread_again=(*pile.spread_again, *spread.seen, *spread.again))


def _spread_before(spread: SeenPile, piles: Sequence[SeenPile], photos: Sequence[SeenPhoto]) -> SeenPile | None:
    """Return the pile that was spread out in another photo already, if the two can be the same cards."""
    own = {at.photo for at in spread.seen}
    for pile in piles:
        elsewhere = own.isdisjoint(at.photo for at in pile.seen)
        fits = pile.replaces is not None and pile.rank == spread.rank and len(pile.seen) >= len(spread.seen)
        if fits and elsewhere and are_among(cards_of(spread, photos), cards_of(pile, photos)):
            return pile
    return None


def _contradictions(
    squared: SeenPile, spread: SeenPile, photos: Sequence[SeenPhoto], book_size: int
) -> list[PhotoDoubt]:
    """Doubt a spread-out book that is not what it was squared: too few cards, or wilds where it lay as a clean one."""
    if not squared.pile.squared:
        return []
    has_wilds = any(face in WILDS for face in spread.pile.cards)
    says = []
    if len(spread.seen) < book_size:
        says.append(f"the book of {spread.called} shows {counted(len(spread.seen), 'card')} only: is one hidden?")
    if squared.pile.kind is (BookKind.CLEAN if has_wilds else BookKind.DIRTY) and spread.rank is not None:
        found = "has wilds" if has_wilds else "shows no wild"
        says.append(f"the book of {spread.called} lay as a {squared.pile.kind} one, but spread out it {found}")
    return [doubt_on(spread, photos, say, DIFFERS) for say in says]
