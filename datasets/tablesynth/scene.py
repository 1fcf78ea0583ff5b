"""Rendered scenes: each is made again from its split, seed and number alone."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from scorer.faces import WILDS, Face
from tablesynth.art import Family
from tablesynth.assets import SPLITS
from tablesynth.dealt import loose, sides
from tablesynth.dealt.layouts import LaidPile, Style, draw_style
from tablesynth.dealt.rounds import SideRound, draw_cards, draw_side, rules, stock
from tablesynth.dealt.shoe import LARGE_PX, NORMAL_PX, OpenedDeck, draw_decks, draw_pool, opened_real, with_other_jokers
from tablesynth.labels import Scene, save_scene
from tablesynth.photo.light import jpeg
from tablesynth.photograph import USUAL, Habits, Photo, Wish, photograph

LAYOUTS: dict[str, float] = {
    "remastered": 0.19,
    "traditional": 0.13,
    "fanned": 0.14,
    "left": 0.09,
    "scatter": 0.19,
    "dense": 0.12,
    "closeup": 0.11,
    "hand": 0.03,
}
"""The layouts and how often each is drawn."""

ASKED_FOR = ("wilds", "jokers")
"""Layouts drawn only where they are asked for by name: loose wilds, as their 20s and 50s are learnt from, and suited
cards of which two of five are jokers."""

POOL_SIZE, POOL_LASTS = 5, 32
"""So many scenes in a row are dealt from one pool of so many decks: opening a deck costs more than painting it."""

SUITLESS_SHARE, SUITLESS_OF = 0.3, {"wilds": 0.8, "jokers": 0.0}
"""Share of the scenes whose decks are suitless; of those of some layouts."""

JOKER_RICH = 0.25
"""Share of the scenes with loose cards in which a third of the cards are wilds, most of them jokers."""

OTHER_JOKERS = 0.5
"""Share of the scenes of suited decks whose jokers come from a pack of their own."""


@dataclass(frozen=True)
class Order:
    """Which scenes to render: of a split and a seed, with these layouts, at a fixed size or at fitting ones.

    decks_last: so many scenes in a row share a few decks. Opening decks takes time; new ones show more kinds of print.
    ornate: True for decks of dark stock and of courts that fill the card. cut_outs: a file of real cards to deal
    (``tablesynth.decks.cutouts``) in place of the split's decks.
    """

    split: str
    seed: int
    layouts: tuple[str, ...] = tuple(LAYOUTS)
    size: tuple[int, int] | None = None
    decks_last: int = POOL_LASTS
    habits: Habits = USUAL
    ornate: bool = False
    cut_outs: Path | None = None

    def __post_init__(self) -> None:
        """Refuse splits and layouts that do not exist, and decks that last for no scene."""
        if self.split not in SPLITS:
            raise ValueError(f"unknown split {self.split!r}, not one of {', '.join(SPLITS)}")
        if self.decks_last < 1:
            raise ValueError(f"decks last for {self.decks_last} scenes, not 1 or more")
        for name in self.layouts:
            if name not in (*LAYOUTS, *ASKED_FOR):
                raise ValueError(f"unknown layout {name!r}, not one of {', '.join((*LAYOUTS, *ASKED_FOR))}")


def render_scene(order: Order, number: int) -> tuple[bytes, Scene]:
    """Return the JPEG bytes and the labels of one scene; the same order and number give the same bytes."""
    rng = np.random.default_rng((order.seed, SPLITS.index(order.split), number))
    weights = np.array([LAYOUTS.get(name, 1.0) for name in order.layouts])
    layout = order.layouts[int(rng.choice(len(weights), p=weights / weights.sum()))]
    suitless = order.cut_outs is None and rng.random() < SUITLESS_OF.get(layout, SUITLESS_SHARE)
    decks = _decks(rng, order, number, layout, suitless=suitless)
    piles = lay(rng, layout, decks)
    wish = wish_of(rng, order, layout, decks)
    jokers = any(card.face is Face.WILD_50 for pile in piles for card in pile.laid)
    if not suitless and order.cut_outs is None and jokers and rng.random() < OTHER_JOKERS:
        decks = with_other_jokers(rng, decks, order.split, LARGE_PX if layout == "closeup" else NORMAL_PX)
    photo = photograph(rng, piles, decks, wish)
    return jpeg(rng, photo.image), labelled(photo, f"{number:06d}.jpg", layout, order.seed, order.split)


def _decks(
    rng: np.random.Generator, order: Order, number: int, layout: str, *, suitless: bool
) -> tuple[OpenedDeck, ...]:
    """Open the decks that a scene is dealt from: some of those that the scenes in a row with it share."""
    pool_seed = (order.seed, SPLITS.index(order.split), number // order.decks_last, 5 + int(suitless))
    if order.cut_outs is not None:
        return opened_real(order.cut_outs, order.split, pool_seed)
    family = Family.REMASTERED if suitless else Family.TRADITIONAL
    pool = draw_pool(np.random.default_rng(pool_seed), order.split, family, POOL_SIZE, ornate=order.ornate)
    if layout == "closeup":
        # Opened large, a deck takes seconds: close-ups in a row share two.
        return draw_decks(rng, pool[:2], LARGE_PX, most=1)
    return draw_decks(rng, pool, NORMAL_PX, most=4)


def write_scene(order: Order, number: int, *, folder: Path) -> None:
    """Write a scene's photo and labels into a folder, unless both are there; the labels come last."""
    write_once(folder, number, lambda: render_scene(order, number))


def write_once(folder: Path, number: int, render: Callable[[], tuple[bytes, Scene]]) -> None:
    """Write the photo and labels that ``render`` gives into a folder, unless both are there; the labels come last."""
    photo, labels = folder / f"{number:06d}.jpg", folder / f"{number:06d}.json"
    if photo.exists() and labels.exists():
        return
    data, scene = render()
    photo.write_bytes(data)
    save_scene(scene, labels)


def write_photo(rng: np.random.Generator, path: Path, photo: Photo, layout: str, seed: int, split: str) -> None:
    """Write a photo to a ``.jpg``, its labels beside it, into a folder that is made where there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(jpeg(rng, photo.image))
    save_scene(labelled(photo, path.name, layout, seed, split), path.with_suffix(".json"))


def labelled(photo: Photo, name: str, layout: str, seed: int, split: str) -> Scene:
    """Return a photo's labels as they are saved."""
    height, width = photo.image.shape[:2]
    return Scene(name, width, height, layout, seed, split, photo.cards, photo.piles)


def lay(rng: np.random.Generator, layout: str, decks: tuple[OpenedDeck, ...]) -> tuple[LaidPile, ...]:
    """Draw cards by the rules and lay them in a layout of ``LAYOUTS``."""
    tight = layout == "dense" or rng.random() < 0.25
    style = style_of(rng, decks, tight=tight)
    if layout in ("remastered", "traditional", "fanned"):
        side = _side(rng, wild_book=layout != "remastered" and rng.random() < 0.15)
        piles = lay_side(rng, layout, side, style, decks)
    else:
        piles = _lay_loose(rng, layout, style)
    if layout in ("remastered", "traditional", "left", "dense") and rng.random() < 0.15:
        piles = (*piles, loose.face_down(rng, piles, style))
    return piles


def lay_side(
    rng: np.random.Generator, layout: str, side: SideRound, style: Style, decks: tuple[OpenedDeck, ...]
) -> tuple[LaidPile, ...]:
    """Lay a whole side's played cards in the ``remastered``, ``traditional`` or ``fanned`` layout."""
    if layout == "remastered":
        return sides.remastered(rng, side, style)
    if layout == "traditional":
        return sides.traditional(rng, side, style, inks=all(deck.has_red_and_black for deck in decks))
    return sides.fanned(rng, side.piles, style)


def style_of(rng: np.random.Generator, decks: tuple[OpenedDeck, ...], *, tight: bool, neat: bool = False) -> Style:
    """Draw a style that suits the decks' print."""
    needs = (max(deck.needs[0] for deck in decks), max(deck.needs[1] for deck in decks))
    aspect = max(deck.aspect for deck in decks)
    return draw_style(rng, aspect, needs, tight=tight, leftwards=decks[0].leftwards, neat=neat)


def _side(rng: np.random.Generator, *, wild_book: bool) -> SideRound:
    while True:
        cards = stock(int(rng.integers(3, 10)))
        minima = rules().opening.points
        least = minima[int(rng.integers(len(minima)))]
        side = draw_side(rng, cards, "", minimum=least, went_out=bool(rng.random() < 0.4), wild_book=wild_book)
        if side.piles:
            return side


def _lay_loose(rng: np.random.Generator, layout: str, style: Style) -> tuple[LaidPile, ...]:
    cards = stock(int(rng.integers(3, 10)))
    # Wilds and threes are few in a deck, yet as many kinds of print as ranks: draw some of them more often.
    if rng.random() < 0.35:
        for face in (Face.WILD_20, Face.WILD_50, Face.RED_THREE, Face.BLACK_THREE):
            cards[face] *= 3
    # Jokers are rarest of all and the least alike.
    if rng.random() < JOKER_RICH:
        naturals = sum(count for face, count in cards.items() if face not in WILDS)
        cards[Face.WILD_50], cards[Face.WILD_20] = int(naturals * 0.37), int(naturals * 0.13)
    if layout in ASKED_FOR:
        return _lay_wilds(rng, layout, cards, style)
    if layout == "dense":
        return loose.dense(rng, draw_cards(rng, cards, int(rng.integers(12, 101))), style)
    if layout == "hand":
        return loose.hand(rng, draw_cards(rng, cards, int(rng.integers(3, 23))), style)
    if layout == "left":
        return loose.left(rng, draw_cards(rng, cards, int(rng.integers(1, 23))), style)
    count = int(rng.integers(1, 6)) if layout == "closeup" else int(np.exp(rng.uniform(0, np.log(41))))
    down = float(rng.choice((0.0, 0.25, 1.0), p=(0.78, 0.18, 0.04)))
    faces = tuple(None if rng.random() < down else face for face in draw_cards(rng, cards, count))
    return loose.scatter(rng, faces, replace(style, shift=0.0))


def _lay_wilds(rng: np.random.Generator, layout: str, cards: Counter[Face], style: Style) -> tuple[LaidPile, ...]:
    """Lay wilds, and others that hide parts of them, scattered, or in a fan or rows."""
    naturals = sum(count for face, count in cards.items() if face not in WILDS)
    cards[Face.WILD_50], cards[Face.WILD_20] = {
        "wilds": (3 * naturals, 3 * naturals),
        "jokers": (4 * naturals // 5, naturals // 5),
    }[layout]
    drawn = draw_cards(rng, cards, int(rng.integers(4, 25)))
    match str(rng.choice(("scatter", "left", "dense"), p=(0.5, 0.25, 0.25))):
        case "scatter":
            return loose.scatter(rng, drawn, replace(style, shift=0.0))
        case "left":
            return loose.left(rng, drawn, style)
        case _:
            return loose.dense(rng, drawn, style)


def wish_of(rng: np.random.Generator, order: Order, layout: str, decks: tuple[OpenedDeck, ...]) -> Wish:
    """Draw how large the cards are: their indices mostly 13-62 px, as far as a photo holds so many cards that large."""
    if layout == "closeup":
        card_px = float(np.exp(rng.uniform(np.log(200), np.log(620))))
    else:
        low, high = (7, 14) if rng.random() < 0.07 else (14, 62)
        index_px = float(np.exp(rng.uniform(np.log(low), np.log(high))))
        card_px = float(np.clip(index_px / min(deck.index for deck in decks), 25, 450))
    large = rng.random()
    longest = 4032 if large < 0.02 else 2400 if large < 0.12 else 1600
    straight = 0.35 if layout in ("remastered", "traditional", "fanned", "left", "hand") else 0.15
    return Wish(order.split, card_px, order.size, longest, False, straight, order.habits)
