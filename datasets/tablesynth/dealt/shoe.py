"""The decks that scenes are dealt from, opened and ready to paint."""

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, NATURAL_RANKS, Face
from tablesynth.art import CardArt, Deck, Family, IndexArt
from tablesynth.dealt.wear import draw_wear
from tablesynth.decks import PACK, deck_names, drawn_family, open_deck
from tablesynth.decks.cutouts import CutOut, deck_of, load_cut_outs
from tablesynth.decks.style import rng_of
from tablesynth.photo.compose import premultiplied
from vision.corners import CornerKind, Ink, Suit

BACK_CORNER = 0.28
"""Side of the square that marks a face-down card's corner, card widths."""

NORMAL_PX, LARGE_PX = 280, 480
"""Widths decks are opened at: for most photos, and for close-ups."""

FETCHED_SHARE = 0.55
"""How likely a deck of a pool is a fetched one, where a family has such."""


@dataclass(frozen=True, eq=False)
class Print:
    """One printed side of a card, ready to paint; equal to itself alone. image: (h, w, 4) uint8, premultiplied BGRA."""

    face: Face | None
    suit: Suit | None
    ink: Ink
    deck: str
    image: NDArray[np.uint8]
    indices: tuple[IndexArt, ...]
    turnable: bool
    """True where the card shows the same index when turned upside down."""


@dataclass(frozen=True)
class OpenedDeck:
    """A deck of prints. aspect: card height over width; leftwards: True where indices are printed at the right only.

    needs: how far ranks reach in from the card's side and from its top, card widths. index: the longer side of a
    usual index with its pip, card widths.
    """

    name: str
    family: Family
    aspect: float
    fronts: dict[Face, tuple[Print, ...]]
    backs: tuple[Print, ...]
    leftwards: bool
    needs: tuple[float, float]
    index: float

    def print_of(self, rng: np.random.Generator, face: Face | None, ink: Ink | None = None) -> Print:
        """Return a print of a face (a back for None), of the ink asked for where the deck has such a one."""
        prints = self.backs if face is None else self.fronts[face]
        fitting = tuple(each for each in prints if each.ink is ink) or prints
        return fitting[int(rng.integers(len(fitting)))]

    @property
    def has_red_and_black(self) -> bool:
        """True where every natural it has comes in both red and black, as the traditional layout needs."""
        naturals = (self.fronts[rank] for rank in NATURAL_RANKS if rank in self.fronts)
        return all({Ink.RED, Ink.BLACK} <= {each.ink for each in prints} for prints in naturals)


def draw_decks(rng: np.random.Generator, pool: tuple[str, ...], width_px: int, most: int) -> tuple[OpenedDeck, ...]:
    """Open some decks of a pool, ``most`` or few more, that have all faces between them and are printed alike.

    Fetched decks may lack faces; a pool's first deck has them all. Decks printed at the right mix with none printed
    at the left.
    """
    count = min(int(rng.choice((1, 2, 3, 4), p=(0.5, 0.25, 0.15, 0.1))), most, len(pool))
    decks = [opened(pool[int(k)], width_px) for k in rng.choice(len(pool), count, replace=False)]
    decks = [deck for deck in decks if deck.leftwards == decks[0].leftwards]
    if set(FACES) <= {face for deck in decks for face in deck.fronts}:
        return tuple(decks)
    whole = opened(pool[0], width_px)
    return (*decks, whole) if whole.leftwards == decks[0].leftwards else (whole,)


def draw_pool(
    rng: np.random.Generator, split: str, family: Family, size: int, *, ornate: bool = False
) -> tuple[str, ...]:
    """Return up to ``size`` of a split's deck names, a procedural one first; fetched ones, though few, come often."""
    names = _names(split, family, ornate)
    drawn = tuple(name for name in names if drawn_family(name) is not None)
    fetched = tuple(name for name in names if drawn_family(name) is None)
    pool = [drawn[int(rng.integers(len(drawn)))]]
    for _ in range(size - 1):
        source = fetched if fetched and rng.random() < FETCHED_SHARE else drawn
        name = source[int(rng.integers(len(source)))]
        if name not in pool:
            pool.append(name)
    return tuple(pool)


def with_lent(rng: np.random.Generator, deck: OpenedDeck, split: str) -> tuple[OpenedDeck, ...]:
    """Return the deck, and beside it one of the split that lends the faces and the back that it lacks."""
    missing = set(FACES) - deck.fronts.keys()
    if deck.backs and not missing:
        return (deck,)
    other = opened(draw_pool(rng, split, Family.TRADITIONAL, 1)[0], NORMAL_PX)
    whole = replace(deck, backs=deck.backs or other.backs)
    lent = {face: prints for face, prints in other.fronts.items() if face in missing}
    return (whole, replace(other, fronts=lent, backs=whole.backs)) if lent else (whole,)


def with_other_jokers(
    rng: np.random.Generator, decks: tuple[OpenedDeck, ...], split: str, width_px: int
) -> tuple[OpenedDeck, ...]:
    """Return the decks without their jokers, and a pack of jokers that is drawn anew."""
    # Few decks are open at a time, and each has one joker mark: packs show many more.
    pack = ready(open_deck(f"{PACK}-{split}-{int(rng.integers(10**6)):06d}", width_px))
    poorer = (
        replace(deck, fronts={face: prints for face, prints in deck.fronts.items() if face is not Face.WILD_50})
        for deck in decks
    )
    return (*poorer, replace(pack, backs=decks[0].backs or pack.backs))


@lru_cache(maxsize=8)
def _names(split: str, family: Family, ornate: bool) -> tuple[str, ...]:
    return deck_names(split, family, ornate=ornate)


@lru_cache(maxsize=16)
def opened(name: str, width_px: int) -> OpenedDeck:
    """Open a deck by its name, once a process while it is in use."""
    return ready(open_deck(name, width_px))


@lru_cache(maxsize=2)
def opened_real(file: Path, split: str, seed: tuple[int, ...]) -> tuple[OpenedDeck, ...]:
    """Open a deck of real cards, some of those in a file of cut-outs; a deck of the split lends what they lack.

    Raises:
        ValueError: as ``load_cut_outs`` does.
    """
    rng = np.random.default_rng(seed)
    deck = deck_of(_cut_outs(file, split), f"real {'-'.join(map(str, seed))}", NORMAL_PX, rng)
    return with_lent(rng, ready(deck), split)


@lru_cache(maxsize=1)
def _cut_outs(file: Path, split: str) -> list[CutOut]:
    """Read a file of cut-outs once a process: every deck of real cards is drawn from all of them."""
    return load_cut_outs(file, split)


def ready(deck: Deck) -> OpenedDeck:
    """Return a deck's prints and what laying it out needs to know."""
    fronts: dict[Face, list[Print]] = {}
    height, width = deck.cards[0].image.shape[:2]
    wear = draw_wear(rng_of(f"{deck.name} wear"), height, width)
    for card in deck.cards:
        worn = replace(card, image=wear(card.image))
        fronts.setdefault(card.face, []).append(_front(worn, deck.name))
    backs = tuple(_back(wear(image), deck.name) for image in deck.backs)
    ranked = [card for card in deck.cards if any(index.kind is CornerKind.INDEX for index in card.indices)]
    left = [index.rank_box for card in ranked for index in card.indices if index.corner == 0]
    right = [index.rank_box for card in ranked for index in card.indices if index.corner == 1]
    leftwards = len(left) < len(ranked) / 2
    across = [width - box[0] for box in right] if leftwards else [box[2] for box in left]
    down = [box[3] for box in (right if leftwards else left)]
    needs = (
        float(np.percentile(across, 90)) / width if across else 0.2,
        float(np.percentile(down, 90)) / width if down else 0.25,
    )
    return OpenedDeck(
        deck.name,
        deck.family,
        height / width,
        {face: tuple(prints) for face, prints in fronts.items()},
        backs,
        leftwards,
        needs,
        float(np.median([_longer_side(index) for card in ranked for index in card.indices])) / width if ranked else 0.2,
    )


def _longer_side(index: IndexArt) -> float:
    x1, y1, x2, y2 = index.rank_box
    if index.pip_box is not None:
        a1, b1, a2, b2 = index.pip_box
        x1, y1, x2, y2 = min(x1, a1), min(y1, b1), max(x2, a2), max(y2, b2)
    return max(x2 - x1, y2 - y1)


def _front(card: CardArt, deck: str) -> Print:
    upright = {index.corner for index in card.indices if not index.turned}
    turned = {(index.corner + 2) % 4 for index in card.indices if index.turned}
    return Print(
        card.face,
        card.suit,
        card.ink,
        deck,
        premultiplied(card.image),
        card.indices,
        bool(upright) and upright <= turned,
    )


def _back(image: NDArray[np.uint8], deck: str) -> Print:
    """A back's corner marks are squares, each its own upright one."""
    height, width = image.shape[:2]
    side = BACK_CORNER * width
    spots = ((0.0, 0.0), (width - side, 0.0), (width - side, height - side), (0.0, height - side))
    marks = tuple(
        IndexArt(CornerKind.BACK, corner, False, (x, y, x + side, y + side), None)
        for corner, (x, y) in enumerate(spots)
    )
    return Print(None, None, Ink.OTHER, deck, premultiplied(image), marks, True)
