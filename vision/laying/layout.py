"""Cards read as piles: melds, squared books, red threes, leftovers."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from scorer.faces import WILDS, Face
from scorer.words import one, pile_called, singular
from vision.doubting.doubts import Doubt, DoubtCode
from vision.laying.books import (
    PHOTO_UPRIGHT,
    BookRules,
    infer_convention,
    ink_tells,
    is_single,
    is_untidy,
    melds_direction,
    read_book,
)
from vision.laying.clusters import ALIGNED, IN_LINE, LIES_ON, OVERLAP, Clusters, cluster, rank_of
from vision.laying.piles import Layout, PhotoRole, Pile, PileKind
from vision.laying.spread import Spread, spread_of
from vision.seen import SeenCard

NEXT = 1.6
"""A card continues a meld if it overlaps its end and lies at most so many of the meld's steps from it."""


def lay_out(
    cards: tuple[SeenCard, ...],
    role: PhotoRole = PhotoRole.PLAYED,
    *,
    red_is_clean: bool | None = True,
) -> Layout:
    """Return the cards of one photo as piles.

    How squared books are told apart is found out from what lies there. red_is_clean: what a red top means in the
    traditional convention, None where colours tell nothing. In a photo of leftovers all face-up cards are left; in one
    of fanned books every pile is a meld, whose cards all show.
    """
    backs = tuple(i for i, card in enumerate(cards) if card.is_back)
    up = [i for i, card in enumerate(cards) if not card.is_back]
    if role is PhotoRole.LEFT:
        return Layout((), (), (), backs, _about_backs(backs, role), tuple(up))
    spread = spread_of(cards)
    red_threes = tuple(i for i in up if cards[i].face is Face.RED_THREE)
    clusters = cluster(cards, spread, [i for i in up if cards[i].face is not Face.RED_THREE])
    groups, strays = _with_strays(cards, clusters, spread)
    direction = melds_direction(groups, spread, cards)
    rules = BookRules(
        infer_convention(cards, groups, spread, direction),
        red_is_clean,
        PHOTO_UPRIGHT if direction is None else direction,
        ink_tells(cards),
    )
    doubts = [*strays, *_about_torn(cards, clusters), *_about_lying_on(cards, (*groups, red_threes), spread)]
    piles: list[Pile] = []
    loose: list[int] = []

    def is_book(group: tuple[int, ...]) -> bool:
        if role is PhotoRole.FANNED or cards[group[0]].face is Face.BLACK_THREE:
            return False
        return is_single(cards, group, spread) or is_untidy(cards, group, spread, rules)

    for group in groups:
        if all(cards[i].face is Face.UNREAD for i in group):
            loose.extend(group)
        elif is_book(group):
            pile, about = read_book(cards, group, spread, rules)
            piles.append(pile)
            doubts.extend(about)
        else:
            piles.append(Pile(PileKind.MELD, _rank(cards, group), group, squared=False))
    doubts.extend(_about_lying_apart(cards, piles, spread))
    doubts.extend(_about_backs(backs, role))
    ordered = tuple(sorted(piles, key=lambda pile: _pile_order(pile, spread)))
    return Layout(ordered, tuple(sorted(loose)), red_threes, backs, tuple(doubts))


def _with_strays(
    cards: tuple[SeenCard, ...], clusters: Clusters, spread: Spread
) -> tuple[tuple[tuple[int, ...], ...], list[Doubt]]:
    """Put a lone card that lies inside another rank's meld into that meld, with a doubt: it is most likely misread.

    Of several the nearest goes first, whichever was read first, as a meld that has one more card reaches further.
    """
    groups = list(clusters.groups)
    strays: list[int] = []
    while found := list(_strays(cards, groups, spread)):
        _, lone, group, host = min(found)
        groups.remove(group)
        groups[groups.index(host)] = _placed(host, group, spread)
        strays.append(lone)
    say = "{} lies in a meld of another rank: is it read right?"
    return tuple(groups), [Doubt(DoubtCode.LONE_RANK, (n,), say.format(one(cards[n].face))) for n in sorted(strays)]


def _strays(
    cards: tuple[SeenCard, ...], groups: list[tuple[int, ...]], spread: Spread
) -> Iterator[tuple[float, int, tuple[int, ...], tuple[int, ...]]]:
    """Yield each lone card that lies inside another rank's meld: how far from it, the card, its group and that meld."""
    naturals = {group: [i for i in group if rank_of(cards[i]) is not None] for group in groups}
    for group, host in permutations(groups, 2):
        if len(naturals[group]) == 1 and len(naturals[host]) > 1:
            # A wild of the meld may lie between, and have joined the lone card.
            away = min(_from_meld(i, host, spread) for i in group)
            if away < np.inf:
                yield away, naturals[group][0], group, host


def _from_meld(lone: int, host: tuple[int, ...], spread: Spread) -> float:
    """Return how far a card is from the nearest of a meld in whose line it lies, card widths; infinite if in none.

    It does between two of the meld's cards, or next after the last.
    """
    touched = [i for i in host if spread.gaps[lone, i] < LIES_ON and spread.angles[lone, i] < ALIGNED]
    if not touched:
        return np.inf
    points = spread.middles[list(host)]
    line = points[-1] - points[0]
    length = max(float(np.linalg.norm(line)), 1e-6)
    step = length / (len(host) - 1)
    near = min(touched, key=lambda i: float(spread.offsets[lone, i]))
    offset = float(spread.offsets[lone, near])
    away = spread.middles[lone] - spread.middles[near]
    along = abs(float(away @ line)) / length
    beside = abs(float(line[0] * away[1] - line[1] * away[0])) / length
    px_per_width = float(np.linalg.norm(away)) / max(offset, 1e-6)
    return offset if beside < IN_LINE * px_per_width and along < NEXT * step else np.inf


def _placed(host: tuple[int, ...], group: tuple[int, ...], spread: Spread) -> tuple[int, ...]:
    points = spread.middles[list(host)]
    axis = points[-1] - points[0]
    return tuple(sorted((*host, *group), key=lambda i: float((spread.middles[i] - points[0]) @ axis)))


def _rank(cards: tuple[SeenCard, ...], group: tuple[int, ...]) -> Face | None:
    ranks = [rank for i in group if (rank := rank_of(cards[i])) is not None]
    return max(ranks, key=ranks.count) if ranks else None


def _about_torn(cards: tuple[SeenCard, ...], clusters: Clusters) -> list[Doubt]:
    """Doubt wilds that two melds could claim. They are named by their ranks: what lies nearest may be a wild, too."""
    called = {i: pile_called(_rank(cards, group)) for group in clusters.groups for i in group}
    return [
        Doubt(
            DoubtCode.WILD_BETWEEN,
            (wild,),
            f"does this {singular(cards[wild].face)} belong to the {called[first]} or to the {called[second]} "
            "beside it?",
        )
        for wild, first, second in clusters.torn
    ]


def _about_lying_on(cards: tuple[SeenCard, ...], groups: tuple[tuple[int, ...], ...], spread: Spread) -> list[Doubt]:
    """Doubt cards that lie on another pile's card, and less on any of their own: one of the two is misread."""
    home = {i: number for number, group in enumerate(groups) for i in group}
    doubts: list[Doubt] = []
    for i in home:
        if cards[i].face in WILDS:
            continue
        on = [j for j in home if home[j] != home[i] and spread.angles[i, j] < ALIGNED and spread.gaps[i, j] < LIES_ON]
        if not on:
            continue
        other = min(on, key=lambda j: float(spread.offsets[i, j]))
        own = min((float(spread.offsets[i, j]) for j in home if home[j] == home[i] and j != i), default=np.inf)
        if own > spread.offsets[i, other]:
            say = f"{one(cards[i].face)} lies on {one(cards[other].face)}: are both read right?"
            doubts.append(Doubt(DoubtCode.LIES_ON_OTHER, (i, other), say))
    return doubts


def _about_lying_apart(cards: tuple[SeenCard, ...], piles: list[Pile], spread: Spread) -> list[Doubt]:
    """Doubt a card beside a meld of its rank whose other cards lie upon each other."""
    doubts: list[Doubt] = []
    for pile in piles:
        if len(pile.cards) < 3:
            continue
        nearest = {i: min(float(spread.gaps[i, j]) for j in pile.cards if j != i) for i in pile.cards}
        apart = [i for i in pile.cards if nearest[i] > OVERLAP]
        if len(apart) == 1:
            say = f"does this {singular(cards[apart[0]].face)} belong to the meld of its rank beside it?"
            doubts.append(Doubt(DoubtCode.LIES_APART, (apart[0],), say))
    return doubts


def _about_backs(backs: tuple[int, ...], role: PhotoRole) -> tuple[Doubt, ...]:
    if not backs:
        return ()
    code = DoubtCode.BACK_IN_LEFT if role is PhotoRole.LEFT else DoubtCode.BACK_IN_PLAY
    say = f"{len(backs)} cards lie face down and count nothing: turn them over if they belong here"
    if len(backs) == 1:
        say = "one card lies face down and counts nothing: turn it over if it belongs here"
    return (Doubt(code, backs, say),)


def _pile_order(pile: Pile, spread: Spread) -> tuple[bool, float, float]:
    """Order squared books first, then melds, from the left."""
    middle = spread.middles[list(pile.cards)].mean(axis=0)
    return (not pile.squared, float(middle[0]), float(middle[1]))
