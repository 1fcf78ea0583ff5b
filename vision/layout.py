"""Cards read as piles: melds, squared books, red threes, leftovers."""

import numpy as np

from scorer.faces import Face
from vision.books import PHOTO_UPRIGHT, BookRules, infer_convention, is_single, melds_direction, read_book
from vision.clusters import ALIGNED, Clusters, cluster, rank_of
from vision.doubts import Doubt, DoubtCode
from vision.piles import Convention, Layout, PhotoRole, Pile, PileKind
from vision.seen import SeenCard
from vision.spread import Spread, spread_of

IN_LINE = 0.35
"""A card lies in a meld's line if it is at most so far beside it, card widths."""

NEXT = 1.6
"""A card continues a meld if it overlaps its end and lies at most so many of the meld's steps from it."""


def lay_out(
    cards: tuple[SeenCard, ...],
    role: PhotoRole = PhotoRole.PLAYED,
    convention: Convention | None = None,
    *,
    red_is_clean: bool = True,
) -> Layout:
    """Return the cards of one photo as piles.

    convention: how squared books are told apart; None finds it out from what lies there. red_is_clean: what a red top
    means in the traditional one. In a photo of leftovers all face-up cards are loose; in one of fanned books every
    pile is a meld, whose cards all show.
    """
    backs = tuple(i for i, card in enumerate(cards) if card.is_back)
    up = [i for i, card in enumerate(cards) if not card.is_back]
    if role is PhotoRole.LEFT:
        return Layout((), tuple(up), (), backs, _about_backs(backs, role), convention or Convention.REMASTERED)
    spread = spread_of(cards)
    red_threes = tuple(i for i in up if cards[i].face is Face.RED_THREE)
    clusters = cluster(cards, spread, [i for i in up if cards[i].face is not Face.RED_THREE])
    groups, strays = _with_strays(cards, clusters, spread)
    direction = melds_direction(groups, spread, cards)
    rules = BookRules(
        convention or infer_convention(cards, groups, spread.directions, direction),
        red_is_clean,
        PHOTO_UPRIGHT if direction is None else direction,
    )
    doubts = [*strays, *_about_torn(cards, clusters)]
    piles: list[Pile] = []
    loose: list[int] = []
    for group in groups:
        if all(cards[i].face is Face.UNREAD for i in group):
            loose.extend(group)
        elif role is PhotoRole.FANNED or not is_single(cards, group):
            piles.append(Pile(PileKind.MELD, _rank(cards, group), group, squared=False))
        else:
            pile, about = read_book(cards, group, spread, rules)
            piles.append(pile)
            doubts.extend(about)
    doubts.extend(_about_backs(backs, role))
    ordered = tuple(sorted(piles, key=lambda pile: _pile_order(pile, spread)))
    return Layout(ordered, tuple(sorted(loose)), red_threes, backs, tuple(doubts), rules.convention)


def _with_strays(
    cards: tuple[SeenCard, ...], clusters: Clusters, spread: Spread
) -> tuple[tuple[tuple[int, ...], ...], list[Doubt]]:
    """Put a lone card that lies inside another rank's meld into that meld, with a doubt: it is most likely misread."""
    groups = list(clusters.groups)
    doubts: list[Doubt] = []
    for group in clusters.groups:
        naturals = [i for i in group if rank_of(cards[i]) is not None]
        if len(naturals) != 1:
            continue
        lone = naturals[0]
        for host in groups:
            if host != group and sum(rank_of(cards[i]) is not None for i in host) > 1 and _inside(lone, host, spread):
                groups.remove(group)
                groups[groups.index(host)] = _placed(host, group, spread)
                say = f"a {cards[lone].face} lies in the meld of {_rank(cards, host)}: is it read right?"
                doubts.append(Doubt(DoubtCode.LONE_RANK, (lone,), say))
                break
    return tuple(groups), doubts


def _inside(lone: int, host: tuple[int, ...], spread: Spread) -> bool:
    """Tell whether a card lies in the line of a meld: between two of its cards, or next after the last."""
    touched = [i for i in host if spread.gaps[lone, i] < 0 and spread.angles[lone, i] < ALIGNED]
    if not touched or len(host) < 2:
        return False
    points = spread.middles[list(host)]
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    near = min(touched, key=lambda i: float(spread.offsets[lone, i]))
    place = host.index(near)
    other = place + 1 if place + 1 < len(host) else place - 1
    towards = points[other] - points[place]
    length = max(float(np.linalg.norm(towards)), 1e-6)
    away = spread.middles[lone] - points[place]
    along = float(away @ towards) / length
    beside = abs(float(towards[0] * away[1] - towards[1] * away[0])) / length
    px_per_width = length / max(float(spread.offsets[near, host[other]]), 1e-6)
    return beside < IN_LINE * px_per_width and abs(along) < NEXT * float(np.median(steps))


def _placed(host: tuple[int, ...], group: tuple[int, ...], spread: Spread) -> tuple[int, ...]:
    points = spread.middles[list(host)]
    axis = points[-1] - points[0]
    return tuple(sorted((*host, *group), key=lambda i: float((spread.middles[i] - points[0]) @ axis)))


def _rank(cards: tuple[SeenCard, ...], group: tuple[int, ...]) -> Face | None:
    ranks = [rank for i in group if (rank := rank_of(cards[i])) is not None]
    return max(ranks, key=ranks.count) if ranks else None


def _about_torn(cards: tuple[SeenCard, ...], clusters: Clusters) -> list[Doubt]:
    return [
        Doubt(
            DoubtCode.WILD_BETWEEN,
            (wild,),
            f"does this {cards[wild].face} belong to the {cards[first].face} or to the {cards[second].face} beside it?",
        )
        for wild, first, second in clusters.torn
    ]


def _about_backs(backs: tuple[int, ...], role: PhotoRole) -> tuple[Doubt, ...]:
    if not backs:
        return ()
    what = "one card lies" if len(backs) == 1 else f"{len(backs)} cards lie"
    code = DoubtCode.BACK_IN_LEFT if role is PhotoRole.LEFT else DoubtCode.BACK_IN_PLAY
    return (Doubt(code, backs, f"{what} face down and count nothing: turn them over if they belong here"),)


def _pile_order(pile: Pile, spread: Spread) -> tuple[bool, float, float]:
    """Order squared books first, then melds, from the left."""
    middle = spread.middles[list(pile.cards)].mean(axis=0)
    return (not pile.squared, float(middle[0]), float(middle[1]))
