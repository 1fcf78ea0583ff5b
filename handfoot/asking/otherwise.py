"""A side as it is if some of its cards are others than they were read, or none."""

from collections.abc import Container, Sequence
from dataclasses import replace
from functools import reduce

from handfoot.asking.behind import NOTE as BEHIND
from handfoot.asking.behind import cards_behind
from handfoot.asking.maybes import BESIDE, BOOKS, FACE_DOWN, LEFT, LOOSE, RED_THREES, Maybe, cards_of
from scorer.faces import NATURAL_RANKS, WILDS, Face, rank_of_most
from scorer.record import BookKind, Pile, Side


def with_faces(side: Side, chosen: Sequence[tuple[Maybe, Face | None]]) -> Side:
    """Return the side with other cards, or none, where these say.

    Red 3s go to the red 3s, a natural that is not of its pile's rank to the pile of its own, where there is one, and a
    wild to the pile that it lies on, if it was taken for a card by itself.
    """
    # In the order of their names, so that the order of the piles changes nothing.
    strangers: dict[str, list[Face | None]] = {}
    piles: list[Pile] = []
    wilds = [(maybe.on, face) for maybe, face in chosen if maybe.on is not None and face in WILDS]
    chosen = [(maybe, None if maybe.on is not None and face in WILDS else face) for maybe, face in chosen]
    for number, pile in enumerate(side.piles, start=1):
        here = [(maybe, face) for maybe, face in chosen if maybe.pile == number]
        kept, others = _with_pile(side, pile, here) if here else (pile, [])
        on = [face for host, face in wilds if host == number and face is not None]
        if kept is None:
            others = [*others, *on]
        else:
            piles.append(reduce(_with_card, on, kept))
        strangers.setdefault(BESIDE, []).extend(others)
    left = [(maybe, face) for maybe, face in chosen if maybe.place == LEFT]
    loose = [(maybe, face) for maybe, face in chosen if maybe.place == LOOSE]
    apart = [(maybe, face) for maybe, face in chosen if maybe.pile is None and maybe.place not in (LEFT, LOOSE)]
    for maybe, face in apart:
        strangers.setdefault(maybe.place, []).append(face)
    changed = replace(
        side,
        piles=tuple(piles),
        left=tuple(face for face in _slots(side.left, left) if face is not None),
        garbage=tuple(face for face in _slots(side.garbage, loose) if face is not None),
        red_threes=side.red_threes - sum(maybe.at is not None for maybe, _ in apart),
    )
    for place, faces in sorted(strangers.items()):
        changed = _beside(changed, sorted(faces, key=str), place)
    return changed


def book_under(place: str, face: Face | None, ranks: Container[Face | None]) -> BookKind | None:
    """Return the squared book that a card would be the top of where it lies by itself, None where of none.

    ranks: those of the side's other piles; a second book of one of them is none, but a card that lies off its pile.
    """
    # A red 3 lies by itself, as the top of a squared book does.
    if place == FACE_DOWN or (place == RED_THREES and face not in WILDS):
        kind: BookKind | None = BookKind.CLEAN
    else:
        kind = BOOKS.get(place)
    if kind is None or face in WILDS:
        return kind and BookKind.WILD
    # Of a natural that was taken for a wild nothing tells whether its book is clean.
    if face not in NATURAL_RANKS or face in ranks:
        return None
    return BookKind.CLEAN if kind is BookKind.WILD else kind


def kind_then(kind: BookKind, was: Sequence[Face | None], now: Sequence[Face | None]) -> BookKind:
    """Return the kind of a squared book whose cards that show, its top first, are others than they ``was``.

    A wild that comes to lie behind it, or is gone, tells it, and so does a top that turns out to be a wild, or none.
    """
    top_was_wild, top_is_wild = was[0] in WILDS, now[0] in WILDS
    has_wilds = not set(now[1:]).isdisjoint(WILDS)
    if top_is_wild:
        return BookKind.WILD if kind is BookKind.CLEAN else kind
    if has_wilds == (not set(was[1:]).isdisjoint(WILDS)) and not (top_was_wild and kind is BookKind.WILD):
        return kind
    return BookKind.DIRTY if has_wilds else BookKind.CLEAN


def _with_pile(
    side: Side, pile: Pile, chosen: Sequence[tuple[Maybe, Face | None]]
) -> tuple[Pile | None, list[Face | None]]:
    """Return a pile of the side with other cards, None if none is left of it, and those that lie elsewhere then."""
    slots = _slots(cards_of(pile), chosen)
    top, *others = slots
    strangers: list[Face | None] = [face for face in slots if face is Face.RED_THREE]
    if pile.squared and top is not None and top is not Face.RED_THREE:
        behind = [face for face in others if face in (*WILDS, top)]
        # What is neither a wild nor of the book's rank lies beside it.
        strangers += [face for face in others if face not in (None, *WILDS, top, Face.RED_THREE)]
        kind = None if pile.kind is None else kind_then(pile.kind, cards_of(pile), (top, *behind))
        notes = {**pile.extra, BEHIND: [str(face) for face in behind]}
        return replace(pile, top=top, kind=kind, extra=notes), strangers
    elsewhere = {rank_of_most(cards_of(other)) for other in side.piles} - {None, rank_of_most(cards_of(pile))}
    told = _slots((None,) * len(cards_of(pile)), chosen)
    strangers += [face for face in told if face in elsewhere]
    stay = (face for face, said in zip(slots, told, strict=True) if said not in elsewhere)
    cards = tuple(face for face in stay if face not in (None, Face.RED_THREE))
    return (_as_single(cards, pile, told) if cards else None), strangers


def _as_single(cards: tuple[Face, ...], pile: Pile, told: Sequence[Face | None]) -> Pile:
    """Return what is left of a pile that all showed: a squared book, where that is one natural of more cards.

    So lies the top of one with the wilds behind it, or by itself, if it was told what lies there; no rules know such a
    meld. What is left by itself of cards that are none is more likely a meld of which some are not seen.
    """
    naturals = [face for face in cards if face not in WILDS]
    wilds = [str(face) for face in cards if face in WILDS]
    was_single = len(pile.cards) == 1 and pile.cards[0] in NATURAL_RANKS
    is_top = len(naturals) == 1 and naturals[0] in NATURAL_RANKS and not was_single
    if not is_top or not (wilds or any(told)):
        return Pile(cards=cards, extra=pile.extra)
    kind = BookKind.DIRTY if wilds else BookKind.CLEAN
    return Pile(top=naturals[0], kind=kind, extra={**pile.extra, BEHIND: wilds})


def _slots(faces: Sequence[Face | None], chosen: Sequence[tuple[Maybe, Face | None]]) -> list[Face | None]:
    slots = [*faces]
    for maybe, face in chosen:
        if maybe.at is None:
            slots.append(face)
        else:
            slots[maybe.at - 1] = face
    return slots


def _beside(side: Side, faces: Sequence[Face | None], place: str = BESIDE) -> Side:
    """Add cards that are of none of the piles here: red 3s to the red 3s, a natural to the pile of its rank.

    That is an open one rather than a squared book, wherever they lie. Where there is none, it lies beside the piles, as
    a squared book where it lies so.
    """
    threes = sum(face is Face.RED_THREE for face in faces)
    ranks = {face for pile in side.piles for face in cards_of(pile)}
    piles = [*side.piles]
    for face in faces:
        if face in (None, Face.RED_THREE):
            continue
        of_rank = (number for number, pile in enumerate(piles) if rank_of_most(cards_of(pile)) is face)
        own = min(of_rank, key=lambda number: piles[number].squared, default=None)
        if own is not None:
            piles[own] = _with_card(piles[own], face)
        else:
            kind = book_under(place, face, ranks)
            piles.append(Pile(cards=(face,)) if kind is None else Pile(top=face, kind=kind))
    return replace(side, piles=tuple(piles), red_threes=side.red_threes + threes)


def _with_card(pile: Pile, face: Face) -> Pile:
    """Return a pile with one more card that shows; a wild makes a squared book of naturals a dirty one."""
    if not pile.squared:
        return replace(pile, cards=(*pile.cards, face))
    more = replace(pile, extra={**pile.extra, BEHIND: [str(one) for one in (*cards_behind(pile), face)]})
    return more if pile.kind is None else replace(more, kind=kind_then(pile.kind, cards_of(pile), cards_of(more)))
