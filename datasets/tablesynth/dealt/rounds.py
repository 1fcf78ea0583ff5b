"""Random rounds of Hand & Foot Remastered as they may really end, from a counted stock.

They hold piles with legal make-ups, red 3s and leftovers.
"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from scorer.faces import FACES, NATURAL_RANKS, WILDS, Face
from scorer.rulebook.rules import RuleSet, load_rules

SOMEONE_OUT = 0.7
"""In so many rounds a side went out; else the stock ran out."""


class PileKind(StrEnum):
    """What a pile is to the score; ``LEFT`` and ``LOOSE`` piles belong to no meld."""

    MELD = "meld"
    CLEAN = "clean"
    DIRTY = "dirty"
    WILD = "wild"
    RED_THREES = "red3"
    LEFT = "left"
    LOOSE = "loose"


@dataclass(frozen=True)
class Pile:
    """A meld or a book. cards: naturals first, then wilds."""

    kind: PileKind
    cards: tuple[Face, ...]

    @property
    def rank(self) -> Face:
        """The rank the pile is of; a wild for a wild book."""
        return self.cards[0]


@dataclass(frozen=True)
class SideRound:
    """What one side has at a round's end. piles: ascending by rank."""

    name: str
    piles: tuple[Pile, ...]
    red_threes: int
    left: tuple[Face, ...]
    went_out: bool
    perfect_deals: int


@dataclass(frozen=True)
class TableRound:
    """A round of one table. number: 1-4; decks: how many 54-card decks all its cards come from."""

    number: int
    decks: int
    sides: tuple[SideRound, ...]


def rules() -> RuleSet:
    """Return the rules that the rounds are played by."""
    return load_rules("remastered-singles")


def stock(decks: int) -> Counter[Face]:
    """Return how many of each face ``decks`` decks of 54 hold."""
    deck = rules().decks
    others = {
        Face.RED_THREE: deck.red_3,
        Face.BLACK_THREE: deck.black_3,
        Face.WILD_20: deck.wild_20,
        Face.WILD_50: deck.wild_50,
    }
    return Counter({face: others.get(face, deck.natural) * decks for face in FACES})


def most_wilds(size: int) -> int:
    """Return how many wilds a meld of ``size`` may hold: one less than its naturals, three at most in a book."""
    melds = rules().melds
    assert melds.naturals_over_wilds is not None
    return min((size - melds.naturals_over_wilds) // 2, melds.most_wilds)


def value(face: Face) -> int:
    """Return what a played card of a meld is worth."""
    return rules().values[face]


def draw_round(rng: np.random.Generator, names: tuple[str, ...], number: int) -> TableRound:
    """Draw a round: players + 1 decks, at most one side gone out."""
    decks = len(names) + 1
    cards = stock(decks)
    out = int(rng.integers(len(names))) if rng.random() < SOMEONE_OUT else -1
    sides = tuple(
        draw_side(rng, cards, name, minimum=rules().opening.points[number - 1], went_out=place == out)
        for place, name in enumerate(names)
    )
    return TableRound(number, decks, sides)


def draw_side(
    rng: np.random.Generator, cards: Counter[Face], name: str, *, minimum: int, went_out: bool, wild_book: bool = False
) -> SideRound:
    """Draw one side's cards and take them out of the stock ``cards``.

    minimum: least value of the cards it has played, where it has played any.
    """
    piles: list[Pile] = []
    ranks = [NATURAL_RANKS[k] for k in rng.permutation(len(NATURAL_RANKS))]
    kinds = [PileKind.CLEAN, PileKind.DIRTY] if went_out else []
    played = went_out or rng.random() < 0.94
    books = int(rng.choice((0, 1, 2, 3, 4), p=(0.15, 0.3, 0.3, 0.15, 0.1)))
    melds = int(rng.integers(1, 5))
    if played:
        kinds += [PileKind.CLEAN if rng.random() < 0.5 else PileKind.DIRTY for _ in range(books - len(kinds))]
        kinds += [PileKind.MELD] * melds
    for kind in kinds:
        _add(rng, cards, piles, ranks, kind)
    while played and sum(value(face) for pile in piles for face in pile.cards) < minimum:
        if not _add(rng, cards, piles, ranks, PileKind.MELD):
            break
    if wild_book:
        _add_wild_book(rng, cards, piles)
    red_threes = int(min(rng.choice((0, 1, 2, 3, 4), p=(0.35, 0.3, 0.2, 0.1, 0.05)), cards[Face.RED_THREE]))
    cards[Face.RED_THREE] -= red_threes
    left: tuple[Face, ...] = ()
    if not went_out:
        most = 12 if rng.random() < 0.75 else 22
        left = draw_cards(rng, cards, int(rng.integers(1, most + 1)))
    piles.sort(key=lambda pile: FACES.index(pile.rank))
    perfect = int(played and rng.random() < 0.15)
    return SideRound(name, tuple(piles), red_threes, left, went_out, perfect)


def draw_cards(rng: np.random.Generator, cards: Counter[Face], count: int) -> tuple[Face, ...]:
    """Take ``count`` cards (fewer if the stock holds fewer) out of the stock, each card as likely as any other."""
    faces = [face for face in FACES for _ in range(cards[face])]
    picks = rng.choice(len(faces), min(count, len(faces)), replace=False)
    taken = tuple(faces[int(pick)] for pick in picks)
    cards.subtract(taken)
    return taken


def draw_pile(rng: np.random.Generator, cards: Counter[Face], rank: Face, kind: PileKind) -> Pile | None:
    """Take a legal pile of a rank out of the stock; None where the stock cannot give it."""
    book = rules().books.size
    if kind is PileKind.MELD:
        size = int(rng.integers(rules().melds.smallest, book))
    else:
        size = book + int(rng.choice((0, 1, 2), p=(0.8, 0.15, 0.05)))
    wilds = 0
    if kind is PileKind.DIRTY:
        wilds = int(rng.integers(1, 4))
    elif kind is PileKind.MELD and rng.random() < 0.5:
        wilds = int(rng.integers(0, most_wilds(size) + 1))
    if cards[rank] < size - wilds:
        return None
    taken: list[Face] = [rank] * (size - wilds)
    for _ in range(wilds):
        sorts = [wild for wild in WILDS if cards[wild] > taken.count(wild)]
        if not sorts:
            return None
        likely = np.array([cards[wild] - taken.count(wild) for wild in sorts], np.float64)
        taken.append(sorts[int(rng.choice(len(sorts), p=likely / likely.sum()))])
    cards.subtract(taken)
    return Pile(kind, tuple(taken))


def _add(rng: np.random.Generator, cards: Counter[Face], piles: list[Pile], ranks: list[Face], kind: PileKind) -> bool:
    """Add a pile of a rank that is still free, trying other ranks and make-ups where the stock runs short."""
    for _ in range(3):
        for rank in tuple(ranks):
            pile = draw_pile(rng, cards, rank, kind)
            if pile is not None:
                piles.append(pile)
                ranks.remove(rank)
                return True
    return False


def _add_wild_book(rng: np.random.Generator, cards: Counter[Face], piles: list[Pile]) -> None:
    wilds = [wild for wild in WILDS for _ in range(cards[wild])]
    book = rules().books.size
    if len(wilds) >= book:
        taken = tuple(wilds[int(k)] for k in rng.choice(len(wilds), book, replace=False))
        cards.subtract(taken)
        piles.append(Pile(PileKind.WILD, taken))
