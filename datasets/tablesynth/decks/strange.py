"""Strange decks: designs far outside anything the nets are trained on, to judge how well a deck can be taught.

Ranks in odd type, in Roman numerals, spelled out or as plain numbers; words for wilds; pictures for 3s; coloured stock;
often an index in each corner. No split names them, so no training scene ever shows one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import NATURAL_RANKS, Face
from tablesynth.art import CardArt, Deck, Family, IndexArt
from tablesynth.decks.backs import back
from tablesynth.decks.lettering import Mask, Type, column, rank_text, sized, text, tight
from tablesynth.decks.pictures import clutter, jester, ornament, two_headed
from tablesynth.decks.pips import PipStyle, pip, star
from tablesynth.decks.printing import (
    Colour,
    Corners,
    Paper,
    Part,
    Stamp,
    contrast,
    hue,
    outline,
    paste_centred,
    print_corners,
    stamp_centred,
)
from tablesynth.decks.style import DeckStyle, draw_style, rng_of
from tablesynth.decks.suited import ink_of
from vision.corners import CornerKind, Ink, Suit

PREFIX = "strange"

_ROMAN = {"4": "IV", "5": "V", "6": "VI", "7": "VII", "8": "VIII", "9": "IX", "10": "X"}
_SPELLED = {"4": "FOUR", "5": "FIVE", "6": "SIX", "7": "SEVEN", "8": "EIGHT", "9": "NINE", "10": "TEN"}
_NAMED = {"J": "JACK", "Q": "QUEEN", "K": "KING", "A": "ACE"}
_NUMBERED = {"J": "11", "Q": "12", "K": "13", "A": "1"}
_WILD_WORDS = (("TWENTY", "FIFTY"), ("WILD", "SUPER"), ("SMALL", "BIG"), ("ANY", "ALL"), ("Fool", "Moon"), ("W", "WW"))

WORDS = frozenset(
    word.upper() for word in (*_SPELLED.values(), *_NAMED.values(), *(word for pair in _WILD_WORDS for word in pair))
)
"""What strange decks spell out, in capitals."""

NUMBERS = frozenset(_NUMBERED.values())
"""What they write in place of ranks."""

MIDDLES = ("rank", "figure", "clutter", "scroll", "nothing")

Printed = tuple[Face, Suit | None, Ink, Paper, tuple[IndexArt, ...]]


@dataclass(frozen=True)
class Strangeness:
    """What a strange deck's faces share.

    ranks: how ranks are written: odd, roman, spelled or numbered. suited: True where each rank comes in four suits.
    words: the two wilds' words. stacked: True where these run down the edge letter by letter. pictures: seeds of the
    red and the black 3's picture. one_ink: True where every rank is in one ink. middle: what stands in the middle.
    tall: height of a rank, card widths.
    """

    ranks: str
    suited: bool
    words: tuple[str, str]
    stacked: bool
    pictures: tuple[int, int]
    one_ink: bool
    middle: str
    tall: float


def draw_strange(name: str, width_px: int) -> Deck:
    """Return the strange deck of a name; the same name and width give the same bytes."""
    rng = rng_of(name)
    style = strange_style(rng, width_px, "test")
    deck = _draw_strangeness(rng)
    alpha = outline(style.height, style.width, style.radius * style.width)
    cards = tuple(
        CardArt(face, suit, ink, np.dstack([paper, alpha]), indices)
        for face, suit, ink, paper, indices in _print(rng, style, deck)
    )
    reverse = np.dstack([back(rng, style.height, style.width), alpha])
    family = Family.TRADITIONAL if deck.suited else Family.REMASTERED
    return Deck(name, family, cards, (reverse,))


def strange_style(rng: np.random.Generator, width: int, split: str) -> DeckStyle:
    """Draw a look far from usual decks': coloured stock, and type of a split bent far."""
    style = draw_style(rng, split, width, suited=False)
    dark = bool(rng.random() < 0.45)
    stock = hue(rng, (0.45, 1.0), (0.15, 0.45)) if dark else hue(rng, (0.25, 0.75), (0.75, 1.0))
    ink: Colour = (245, 245, 245) if dark else (25, 20, 20)
    red: Colour = (70, 90, 255) if dark else (30, 20, 190)
    kind = rng.random()
    return replace(
        style,
        stock=stock,
        dark=dark,
        foil=False,
        black=ink,
        red=red if contrast(red, stock) > 0.12 else (10, 10, 110),
        face=_odd_type(rng, style.face),
        corners=Corners.FOUR if kind < 0.55 else Corners.LEFT if kind < 0.9 else Corners.RIGHT,
        margin=(float(rng.uniform(0.03, 0.08)), float(rng.uniform(0.04, 0.1))),
    )


def _odd_type(rng: np.random.Generator, face: Type) -> Type:
    """Return a type bent further than any deck's of the training."""
    slant = float(rng.choice((-0.35, 0.0, 0.35)))
    hollow = float(rng.uniform(0.06, 0.09)) if rng.random() < 0.3 else 0.0
    stretch = float(rng.choice((0.55, 1.0, 1.45)) * rng.uniform(0.9, 1.1))
    return replace(
        face, slant=slant, hollow=hollow, stretch=stretch, bold=0.0 if hollow else float(rng.uniform(0, 0.06))
    )


def _draw_strangeness(rng: np.random.Generator) -> Strangeness:
    red, black = (int(seed) for seed in rng.integers(2**31, size=2))
    ranks = str(rng.choice(("odd", "roman", "spelled", "numbered"), p=(0.55, 0.15, 0.15, 0.15)))
    return Strangeness(
        ranks=ranks,
        # Ranks that the nets cannot read must not come in four designs: each is photographed once.
        suited=bool(ranks == "odd" and rng.random() < 0.3),
        words=_WILD_WORDS[int(rng.integers(len(_WILD_WORDS)))],
        stacked=bool(rng.random() < 0.25),
        # Now and then one picture for both: then only the ink tells the red from the black.
        pictures=(red, red if rng.random() < 0.35 else black),
        one_ink=bool(rng.random() < 0.5),
        middle=str(rng.choice(MIDDLES)),
        tall=float(rng.uniform(0.14, 0.22)),
    )


def _print(rng: np.random.Generator, style: DeckStyle, deck: Strangeness) -> Iterator[Printed]:
    for face in NATURAL_RANKS:
        letters = _rank(style, deck, face.value)
        if deck.suited:
            for suit in Suit:
                kind = ink_of(suit)
                ink = style.red if kind is Ink.RED else style.black
                stamps = with_pip(style, letters, suit, ink)
                yield face, suit, kind, *strange_card(rng, style, deck.middle, stamps, letters, ink, CornerKind.INDEX)
        else:
            ink = style.black if deck.one_ink else own_ink(rng, style)
            yield (
                face,
                None,
                Ink.OTHER,
                *strange_card(rng, style, deck.middle, [Stamp(letters, 0, 0, ink)], letters, ink),
            )
    for face, kind, ink, seed in (
        (Face.RED_THREE, Ink.RED, style.red, deck.pictures[0]),
        (Face.BLACK_THREE, Ink.BLACK, style.black, deck.pictures[1]),
    ):
        picture = _picture(np.random.default_rng(seed), style.width * deck.tall * 1.1)
        yield face, None, kind, *strange_card(rng, style, deck.middle, [Stamp(picture, 0, 0, ink)], picture, ink)
    for face, word in zip((Face.WILD_20, Face.WILD_50), deck.words, strict=True):
        ink = own_ink(rng, style)
        letters = _word(style, deck, word)
        mark = CornerKind.JOKER
        yield (
            face,
            None,
            Ink.OTHER,
            *strange_card(rng, style, deck.middle, [Stamp(letters, 0, 0, ink)], letters, ink, mark),
        )


def _rank(style: DeckStyle, deck: Strangeness, rank: str) -> Mask:
    tall = deck.tall * style.width
    if deck.ranks == "odd":
        return rank_text(rank, style.face, tall, 0.3 * style.width)
    words = {"roman": _ROMAN, "spelled": _SPELLED | _NAMED, "numbered": _NUMBERED}[deck.ranks]
    written = words.get(rank, rank)
    return text(written, style.face, tall * (0.55 if len(written) > 2 else 0.9), 0.36 * style.width)


def _word(style: DeckStyle, deck: Strangeness, word: str) -> Mask:
    if deck.stacked and 2 < len(word) < 6:
        return column(word.upper(), style.face, style.width * 0.08)
    return text(word, style.face, style.width * deck.tall * 0.6, 0.4 * style.width)


def with_pip(style: DeckStyle, letters: Mask, suit: Suit, ink: Colour) -> list[Stamp]:
    """Return an index: letters, and a suit's small pip below them."""
    small = pip(suit, style.width * 0.1, PipStyle(lobe=0.95))
    wide = max(letters.shape[1], small.shape[1])
    below = letters.shape[0] + max(1, style.px(0.02))
    return [
        Stamp(letters, (wide - letters.shape[1]) // 2, 0, ink),
        Stamp(small, (wide - small.shape[1]) // 2, below, ink, Part.PIP),
    ]


def own_ink(rng: np.random.Generator, style: DeckStyle) -> Colour:
    """Return any ink that can be read on the stock."""
    for _ in range(20):
        ink = hue(rng, (0.3, 1.0), (0.6, 1.0) if style.dark else (0.1, 0.6))
        if contrast(ink, style.stock) > 0.3:
            return ink
    return style.black


def strange_card(
    rng: np.random.Generator,
    style: DeckStyle,
    middle: str,
    stamps: list[Stamp],
    letters: Mask,
    ink: Colour,
    kind: CornerKind = CornerKind.INDEX,
) -> tuple[Paper, tuple[IndexArt, ...]]:
    """Return a card with an index in its corners, and what is in its middle, one of ``MIDDLES``."""
    paper = style.blank()
    high, wide = round(style.height * 0.4), round(style.width * 0.36)
    match middle:
        case "rank":
            scale = 0.4 * style.width / max(letters.shape)
            stamp_centred(paper, sized(letters, letters.shape[1] * scale, letters.shape[0] * scale), 0.5, 0.5, ink)
        case "figure":
            draw = two_headed if kind is CornerKind.INDEX else jester
            paste_centred(paper, draw(rng, wide, high, style.colours, style.stock))
        case "clutter":
            paste_centred(paper, clutter(rng, wide, high, style.colours, style.stock))
        case "scroll":
            paste_centred(paper, ornament(rng, wide, high, ink, style.stock))
    margin = (style.px(style.margin[0]), style.px(style.margin[1]))
    return paper, print_corners(paper, stamps, margin, kind, style.corners)


def _picture(rng: np.random.Generator, size: float) -> Mask:
    """Return a small picture in one ink: a star, a moon, a sun, a flower, a tree, a house or a fish."""
    side = 192
    mask = np.zeros((side, side), np.uint8)
    match int(rng.integers(7)):
        case 0:
            return star(size, int(rng.integers(4, 9)), float(rng.uniform(0.3, 0.6)))
        case 1:
            cv2.circle(mask, (90, 96), 84, 255, -1, cv2.LINE_AA)
            cv2.circle(mask, (128, 80), 66, 0, -1, cv2.LINE_AA)
        case 2:
            cv2.circle(mask, (96, 96), 42, 255, -1, cv2.LINE_AA)
            for turn in np.linspace(0, 2 * np.pi, 8, endpoint=False):
                ray = np.array([np.cos(turn), np.sin(turn)])
                start, end = np.round(96 + np.outer((56, 90), ray)).astype(int).tolist()
                cv2.line(mask, start, end, 255, 12, cv2.LINE_AA)
        case 3:
            for turn in np.linspace(0, 2 * np.pi, int(rng.integers(5, 8)), endpoint=False):
                at = (round(96 + 52 * np.cos(turn)), round(96 + 52 * np.sin(turn)))
                cv2.circle(mask, at, 34, 255, -1, cv2.LINE_AA)
            cv2.circle(mask, (96, 96), 24, 0, -1, cv2.LINE_AA)
        case 4:
            for top in (6, 46, 86):
                _shape(mask, [(96, top), (96 + 30 + top // 2, top + 64), (66 - top // 2, top + 64)])
            _shape(mask, [(84, 148), (108, 148), (108, 188), (84, 188)])
        case 5:
            _shape(mask, [(96, 8), (184, 92), (160, 92), (160, 184), (32, 184), (32, 92), (8, 92)])
            cv2.rectangle(mask, (80, 124), (112, 184), 0, -1)
        case _:
            cv2.ellipse(mask, (84, 96), (76, 46), 0, 0, 360, 255, -1, cv2.LINE_AA)
            _shape(mask, [(140, 96), (188, 52), (188, 140)])
            cv2.circle(mask, (44, 84), 9, 0, -1, cv2.LINE_AA)
    cut = tight(mask)
    return sized(cut, cut.shape[1] * size / cut.shape[0], size)


def _shape(mask: Mask, points: list[tuple[int, int]]) -> None:
    outline_px: NDArray[np.int32] = np.array(points, np.int32)
    cv2.fillPoly(mask, [outline_px], 255, cv2.LINE_AA)
