"""Squared books: which single cards are the tops of finished books, and of which kind."""

from dataclasses import dataclass

import numpy as np

from scorer.faces import WILDS, Face
from scorer.words import counted, one, singular
from vision.corners import Ink, Suit
from vision.doubting.doubts import Doubt, DoubtCode
from vision.laying.piles import Convention, Pile, PileKind
from vision.laying.spread import Spread, angle_between, common_direction
from vision.seen import SeenCard

CROSSWISE = 60.0
"""A card turned further against the melds lies crosswise, degrees."""

UPRIGHT = 30.0
"""A card turned less lies as the melds do, degrees."""

PHOTO_UPRIGHT = 90.0
"""Direction of an upright card in a photo, taken where no meld shows one: whoever plays the cards photographs them."""


SQUARED = 0.15
"""Cards of one rank whose middles lie nearer, card widths, are a squared book that lies untidily: no meld hides so much
of its cards."""

UNTIDY = 0.5
"""Two cards of one rank by themselves whose middles lie nearer, card widths, may be one as well."""

INK_TELLS_FROM = 8
"""So many cards all read in one ink say that the deck's inks look alike in this light: of two colours it would be
chance in one photo of a hundred."""


@dataclass(frozen=True)
class BookRules:
    """How squared books are told apart.

    red_is_clean: what a red top means in the traditional convention; None where the decks' colours tell nothing.
    ink_tells: whether the ink of a card tells its colour, where its suit is not seen.
    """

    convention: Convention
    red_is_clean: bool | None
    upright: float
    """Direction of the melds' long axes, degrees."""
    ink_tells: bool = True


def ink_tells(cards: tuple[SeenCard, ...]) -> bool:
    """Tell whether inks tell colours in a photo: in some light the red and the black ink of a deck look alike."""
    inks = [card.ink for card in cards if card.face not in WILDS and card.ink is not Ink.OTHER]
    return len(inks) < INK_TELLS_FROM or len(set(inks)) > 1


def is_single(cards: tuple[SeenCard, ...], group: tuple[int, ...], spread: Spread) -> bool:
    """Tell whether a group is no meld, so perhaps a squared book: wilds with one natural, or with some of one rank that
    lie upon each other, or a card by itself.
    """
    naturals = [i for i in group if cards[i].face not in WILDS]
    if len(naturals) < 2:
        return bool(naturals) or len(group) == 1
    is_one_rank = len({cards[i].face for i in naturals}) == 1
    return is_one_rank and float(spread.offsets[np.ix_(naturals, naturals)].max()) < SQUARED


def is_untidy(cards: tuple[SeenCard, ...], group: tuple[int, ...], spread: Spread, rules: BookRules) -> bool:
    """Tell whether a group is two cards of a rank that lie as books do: no rules know a meld of so few."""
    if len(group) != 2 or cards[group[0]].face is not cards[group[1]].face or cards[group[0]].face in WILDS:
        return False
    as_books = rules.convention is Convention.TRADITIONAL or all(
        angle_between(float(spread.directions[i]), rules.upright) > CROSSWISE for i in group
    )
    return as_books and float(spread.offsets[group]) < UNTIDY


def melds_direction(groups: tuple[tuple[int, ...], ...], spread: Spread, cards: tuple[SeenCard, ...]) -> float | None:
    """Return the direction melds lie in, degrees: that of spread-out cards, or else of wilds behind books."""
    spread_out = [i for group in groups if not is_single(cards, group, spread) for i in group]
    if spread_out:
        return common_direction(spread.directions[spread_out])
    behind = [i for group in groups if len(group) > 1 for i in group if cards[i].face in WILDS]
    return common_direction(spread.directions[behind])


def infer_convention(
    cards: tuple[SeenCard, ...], groups: tuple[tuple[int, ...], ...], spread: Spread, upright: float | None
) -> Convention:
    """Return the convention the squared books follow, by what lies there: wilds behind, crosswise cards, colours."""
    read = (group for group in groups if all(cards[i].face is not Face.UNREAD for i in group))
    singles = [group for group in read if is_single(cards, group, spread)]
    if any(cards[i].face in WILDS for group in singles if len(group) > 1 for i in group):
        return Convention.REMASTERED
    tops = [group[0] for group in singles]
    if upright is not None and any(angle_between(float(spread.directions[i]), upright) > CROSSWISE for i in tops):
        return Convention.REMASTERED
    telling = [cards[i] for i in tops] or [card for card in cards if card.face is not None and card.face not in WILDS]
    coloured = sum(_red(card, by_ink=True) is not None for card in telling)
    suited = sum(card.suit is not None for card in telling)
    # Upright single cards mean nothing in the Remastered convention; where they stand apart in colour, that says it.
    needed = coloured if tops and upright is not None else suited
    return Convention.TRADITIONAL if needed * 2 > len(telling) else Convention.REMASTERED


def read_book(
    cards: tuple[SeenCard, ...], group: tuple[int, ...], spread: Spread, rules: BookRules
) -> tuple[Pile, tuple[Doubt, ...]]:
    """Return the squared book that naturals upon each other, mostly one, with the wilds about it are, and what is in
    doubt about it.
    """
    # What lies on top hides nothing of itself.
    tops = sorted((i for i in group if cards[i].face not in WILDS), key=lambda i: -len(cards[i].indices))
    wilds = tuple(i for i in group if cards[i].face in WILDS)
    if not tops:
        doubts = _doubt(group, "is this wild the top of a wild book, or a card that lies alone?")
        return Pile(PileKind.WILD, None, group, squared=True, may_be=(PileKind.DIRTY, PileKind.MELD)), doubts
    top = tops[0]
    kind, may_be, say = _kind(cards, top, wilds, spread, rules)
    order = (*tops, *wilds)
    if len(tops) > 1 and PileKind.MELD not in may_be:
        may_be = (*may_be, PileKind.MELD)
        say = say or f"{counted(len(tops), singular(cards[top].face))} lie upon each other: is that a squared book?"
    doubts = _doubt(order, say) if say else ()
    if not doubts and len(cards[top].indices) < 2:
        # The top of a pile lies free, so that something covers one that shows one corner only.
        doubts, may_be = _about_half_hidden(cards[top], top), (PileKind.MELD,)
    return Pile(kind, cards[top].face, order, squared=True, may_be=may_be), doubts


_Kind = tuple[PileKind, tuple[PileKind, ...], str]
"""The kind of a book, what it may be instead, and the doubt that says so, empty where there is none."""


def _kind(cards: tuple[SeenCard, ...], top: int, wilds: tuple[int, ...], spread: Spread, rules: BookRules) -> _Kind:
    card = cards[top]
    name = singular(card.face)
    if wilds:
        if len(wilds) > 1:
            say = f"is this a squared book, {one(card.face)} with {len(wilds)} wilds behind it?"
            return PileKind.DIRTY, (PileKind.MELD,), say
        if _shows_both_ends(cards[wilds[0]]):
            wild = singular(cards[wilds[0]].face)
            say = f"this {wild} does not lie behind the {name}: is it a dirty book?"
            return PileKind.DIRTY, (PileKind.MELD,), say
        return PileKind.DIRTY, (), ""
    if rules.convention is Convention.TRADITIONAL:
        return _by_colour(card, rules)
    return _by_direction(card.face, angle_between(float(spread.directions[top]), rules.upright))


def _by_colour(card: SeenCard, rules: BookRules) -> _Kind:
    clean = _says_clean(card, rules)
    ask = f"is the book under this {singular(card.face)} clean or dirty?"
    if clean is None:
        why = "Its colour cannot be seen" if rules.red_is_clean is not None else "The colours of its deck do not tell"
        return PileKind.CLEAN, (PileKind.DIRTY,), f"{ask} {why}"
    kind, other = (PileKind.CLEAN, PileKind.DIRTY) if clean else (PileKind.DIRTY, PileKind.CLEAN)
    # What ink by itself says is wrong too often: in a dim light red looks black.
    if card.suit is None:
        return kind, (other,), f"{ask} Its suit cannot be seen"
    if rules.ink_tells and _ink_is_red(card) not in (None, _red(card, by_ink=False)):
        return kind, (other,), f"{ask} Its suit and its ink disagree"
    return kind, (), ""


def _by_direction(rank: Face | None, turned: float) -> _Kind:
    name = singular(rank)
    if turned > CROSSWISE:
        return PileKind.CLEAN, (), ""
    if turned < UPRIGHT:
        say = f"a single {name} lies upright: is it a dirty book whose wild is hidden, a clean one, or one card?"
        return PileKind.DIRTY, (PileKind.CLEAN, PileKind.MELD), say
    return PileKind.CLEAN, (PileKind.DIRTY, PileKind.MELD), f"the {name} lies askew: is it a clean book?"


def _about_half_hidden(card: SeenCard, top: int) -> tuple[Doubt, ...]:
    name = singular(card.face)
    say = f"only one corner of this {name} shows: is it the top of a book, or the last card of a covered meld?"
    return (Doubt(DoubtCode.HALF_HIDDEN, (top,), say),)


def _shows_both_ends(card: SeenCard) -> bool:
    """Tell whether indices show at the upper and the lower end of a card."""
    quad = card.corners
    upper, lower = (quad[0] + quad[1]) / 2, (quad[2] + quad[3]) / 2
    middles = card.index_middles
    nearer_upper = np.linalg.norm(middles - upper, axis=1) < np.linalg.norm(middles - lower, axis=1)
    return bool(nearer_upper.any() and not nearer_upper.all())


def _says_clean(card: SeenCard, rules: BookRules) -> bool | None:
    """Return what the colour of a top card says of its book; None where it says nothing."""
    red = _red(card, by_ink=rules.ink_tells)
    return None if red is None or rules.red_is_clean is None else red is rules.red_is_clean


def _red(card: SeenCard, *, by_ink: bool) -> bool | None:
    if card.suit is not None:
        return card.suit in (Suit.HEARTS, Suit.DIAMONDS)
    return _ink_is_red(card) if by_ink else None


def _ink_is_red(card: SeenCard) -> bool | None:
    return {Ink.RED: True, Ink.BLACK: False, Ink.OTHER: None}[card.ink]


def _doubt(about: tuple[int, ...], say: str) -> tuple[Doubt, ...]:
    return (Doubt(DoubtCode.SQUARED_OR_LOOSE, about, say),)
