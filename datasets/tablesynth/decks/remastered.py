"""Suitless decks in the manner of Hand & Foot Remastered.

The true design is not public: ranks are large, each card's point value stands somewhere on its face (a king shows a
small 10 and is a king), the wilds are called Wild, 20 and 50, and there is a red and a black 3. Everything else is
drawn at random, widely.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scorer.faces import NATURAL_RANKS, Face
from tablesynth.art import IndexArt
from tablesynth.decks.lettering import Mask, text
from tablesynth.decks.pictures import clutter, jester, ornament, two_headed
from tablesynth.decks.printing import (
    Colour,
    Corners,
    Paper,
    Part,
    Stamp,
    contrast,
    hue,
    paste_centred,
    print_corners,
    stamp_centred,
)
from tablesynth.decks.style import MOST_WIDE, WHITE, DeckStyle
from vision.corners import CornerKind, Ink

_TENS = frozenset({Face.EIGHT, Face.NINE, Face.TEN, Face.JACK, Face.QUEEN, Face.KING})
_NAMES = {Face.JACK: "JACK", Face.QUEEN: "QUEEN", Face.KING: "KING", Face.ACE: "ACE"}
_WILD_WORDS = ("WILD", "Wild", "wild")

CLEAR_OF_BAND = 0.012
"""How far ranks stand from a coloured band round the card, card widths."""

Printed = tuple[Face, Ink, Paper, tuple[IndexArt, ...]]


@dataclass(frozen=True)
class Design:
    """What the faces of a suitless deck share.

    ground: stock plain, tinted, faded, banded or filled with the card's colour. inks: one for all ranks, or each its
    own. middle: what stands there. value_at: where the point value is printed: under the rank, in the middle, at the
    foot, or not. patch: True where the rank stands on a patch of its own. wild: how the wilds' corners are lettered.
    """

    ground: str
    one_ink: bool
    middle: str
    value_at: str
    value_high: float
    patch: bool
    names: bool
    wild: str
    wild_word: str
    threes_word: bool
    seed: int


def print_remastered(rng: np.random.Generator, style: DeckStyle) -> Iterator[Printed]:
    """Yield the fifteen faces of a suitless deck."""
    # Ranks are large: small ones of the deck's draw are brought up.
    style = replace(style, rank_height=max(style.rank_height, float(rng.uniform(0.13, 0.22))))
    design = _draw_design(rng)
    hues = [hue(rng, (0.35, 1.0), (0.25, 0.95)) for _ in NATURAL_RANKS]
    for face, own in zip(NATURAL_RANKS, hues, strict=True):
        value = "20" if face is Face.ACE else "10" if face in _TENS else "5"
        paper, ink = _ground(style, design, own, style.black if design.one_ink else own)
        name = _NAMES.get(face, "") if design.names else ""
        yield (
            face,
            seen_ink(ink, dark=style.dark),
            paper,
            _print_rank(rng, style, design, paper, face.value, value, ink, name),
        )
    red = (50, 50, 235) if style.dark else (35, 30, 205)
    for face, own, value, kind in (
        (Face.RED_THREE, red, "100", Ink.RED),
        (Face.BLACK_THREE, style.black, "-100", Ink.BLACK),
    ):
        # A three's own colour is never given up for a filled ground.
        paper, ink = style.blank(), own
        if kind is Ink.BLACK and style.dark:
            ink = (235, 235, 235)
        name = ("RED 3" if kind is Ink.RED else "BLACK 3") if design.threes_word else ""
        yield face, kind, paper, _print_rank(rng, style, design, paper, "3", value, ink, name)
    wild = hue(rng, (0.5, 1.0), (0.4, 0.9))
    for face, value in ((Face.WILD_20, "20"), (Face.WILD_50, "50")):
        own = wild if rng.random() < 0.5 else hue(rng, (0.5, 1.0), (0.4, 0.9))
        paper, ink = _ground(style, design, own, own)
        yield face, Ink.OTHER, paper, _print_wild(rng, style, design, paper, value, ink)


def seen_ink(ink: Colour, *, dark: bool) -> Ink:
    """Return what a printed colour looks like: red, black (on dark stock: white or grey), or another."""
    h, s, v = (int(channel) for channel in cv2.cvtColor(np.array([[ink]], np.uint8), cv2.COLOR_BGR2HSV)[0, 0])
    if s < 60 or (v < 60 and not dark):
        return Ink.BLACK
    return Ink.RED if (h < 8 or h > 172) and s > 130 and v > 110 else Ink.OTHER


def _draw_design(rng: np.random.Generator) -> Design:
    def one(**shares: float) -> str:
        return str(rng.choice(list(shares), p=np.array(list(shares.values()))))

    return Design(
        ground=one(plain=0.45, tinted=0.15, faded=0.14, banded=0.12, filled=0.14),
        one_ink=bool(rng.random() < 0.45),
        middle=one(rank=0.42, figure=0.16, clutter=0.12, scroll=0.1, value=0.08, nothing=0.12),
        value_at=one(under=0.25, middle=0.2, foot=0.35, nowhere=0.2),
        value_high=float(rng.uniform(0.25, 0.5)),
        patch=bool(rng.random() < 0.12),
        names=bool(rng.random() < 0.25),
        wild=one(value=0.2, value_word=0.2, word_value=0.15, word=0.1, w_value=0.13, joined=0.12, column=0.1),
        wild_word=_WILD_WORDS[int(rng.integers(3))],
        threes_word=bool(rng.random() < 0.2),
        seed=int(rng.integers(2**31)),
    )


def _ground(style: DeckStyle, design: Design, own: Colour, ink: Colour) -> tuple[Paper, Colour]:
    """Return a card with its ground, and the ink that can be read on it."""
    paper = style.blank()
    height, width = paper.shape[:2]
    stock, tone = np.array(style.stock, np.float32), np.array(own, np.float32)
    inset = _inset(style, design)
    inner = paper[inset : height - inset, inset : width - inset]
    ground = style.stock
    if design.ground == "tinted":
        inner[:] = stock * 0.8 + tone * 0.2
    elif design.ground == "faded":
        share = np.linspace(0.0, 0.5, len(inner), dtype=np.float32)[:, None, None]
        inner[:] = (inner * (1 - share) + tone * share).astype(np.uint8)
    elif design.ground == "banded":
        band = _clear_of_band(style, design) - style.px(CLEAR_OF_BAND) - inset
        inner[:band], inner[-band:], inner[:, :band], inner[:, -band:] = own, own, own, own
    elif design.ground == "filled":
        inner[:], ground = own, own
    if contrast(ink, ground) < 0.28:
        light = contrast(WHITE, ground) > 0.45
        ink = (250, 250, 250) if light else (20, 20, 20)
    return paper, ink


def _inset(style: DeckStyle, design: Design) -> int:
    """Return how far the ground stays away from the card's edge, px."""
    return style.px(min(0.03, min(style.margin) / 2)) if design.seed % 3 else 0


def _clear_of_band(style: DeckStyle, design: Design) -> int:
    """Return how far from the card's edge a rank is clear of the coloured band, px; 0 where there is none.

    A rank in the band's own colour could not be told from it: nobody prints one across it.
    """
    if design.ground != "banded":
        return 0
    inset, clear = _inset(style, design), style.px(CLEAR_OF_BAND)
    drawn = style.px(0.02 + 0.05 * (design.seed % 7) / 7)
    return inset + max(2, min(drawn, style.px(min(style.margin)) - clear - inset)) + clear


def _print_rank(
    rng: np.random.Generator,
    style: DeckStyle,
    design: Design,
    paper: Paper,
    rank: str,
    value: str,
    ink: Colour,
    name: str,
) -> tuple[IndexArt, ...]:
    """Print a rank in the corners, the middle, and the small point value."""
    stamps, (aside, down) = style.mark(rank, ink, None)
    clear = _clear_of_band(style, design)
    margin = (max(aside, clear), max(down, clear))
    small = style.word(value, style.rank_height * design.value_high, 0.3)
    if design.value_at == "under":
        letters = stamps[0].mask
        x = max(-margin[0] + 1, (letters.shape[1] - small.shape[1]) // 2)
        stamps.append(Stamp(small, x, letters.shape[0] + style.px(0.025), ink, Part.EXTRA))
    _print_middle(rng, style, design, paper, rank, value, ink)
    if design.value_at == "middle" and design.middle != "value":
        stamp_centred(paper, small, 0.5, 0.5 if design.middle != "rank" else 0.8, ink)
    elif design.value_at == "foot":
        stamp_centred(paper, small, 0.5, float(0.1 if design.seed % 4 == 0 else 0.9), ink)
    if name:
        stamp_centred(paper, style.word(name, 0.06, 0.42), 0.5, 0.14, ink)
    if design.patch:
        _patch(style, paper, stamps, margin)
    return print_corners(paper, stamps, margin, CornerKind.INDEX, style.corners)


def _patch(style: DeckStyle, paper: Paper, stamps: list[Stamp], margin: tuple[int, int]) -> None:
    """Lay a light or dark patch under the corner marks."""
    right = margin[0] + max(part.x + part.mask.shape[1] for part in stamps) + style.px(0.025)
    below = margin[1] + max(part.y + part.mask.shape[0] for part in stamps) + style.px(0.025)
    tone = WHITE if contrast(stamps[0].ink, WHITE) > 0.35 else (15, 15, 15)
    for page in (paper, paper[::-1, ::-1]):
        if style.corners is not Corners.RIGHT:
            page[:below, :right] = tone
        if style.corners is not Corners.LEFT:
            page[:below, -right:] = tone


def _print_middle(
    rng: np.random.Generator, style: DeckStyle, design: Design, paper: Paper, rank: str, value: str, ink: Colour
) -> None:
    height, width = paper.shape[:2]
    same = np.random.default_rng(design.seed)
    letter_high, wide, high = same.uniform(0.2, 0.42) * height, same.uniform(0.4, 0.6), same.uniform(0.35, 0.6)
    room = 1 - 2 * (style.margin[0] + style.letters("8").shape[1] / width) - 0.03
    size = (max(8, round(min(wide, max(room, 0.25)) * width)), max(8, round(high * height)))
    b, g, r = (int(channel) for channel in paper[height // 2, width // 2])
    ground = (b, g, r)
    match design.middle:
        case "rank":
            stamp_centred(paper, text(rank, style.face, letter_high, width * 0.6), 0.5, 0.5, ink)
            return
        case "value":
            stamp_centred(paper, text(value, style.face, letter_high * 0.4, width * 0.4), 0.5, 0.5, ink)
            return
        case "figure":
            picture = two_headed(rng, *size, style.colours, ground)
        case "clutter":
            picture = clutter(rng, *size, style.colours, ground)
        case "scroll":
            picture = ornament(rng, *size, ink, ground)
        case _:
            return
    paste_centred(paper, picture)


def _print_wild(
    rng: np.random.Generator, style: DeckStyle, design: Design, paper: Paper, value: str, ink: Colour
) -> tuple[IndexArt, ...]:
    """Print a wild: its middle, and its corner lettered as the design says."""
    height, width = paper.shape[:2]
    same = np.random.default_rng(design.seed + 1)
    if same.random() < 0.35:
        size = (round(width * 0.45), round(height * 0.42))
        draw = jester if same.random() < 0.6 else clutter
        paste_centred(paper, draw(rng, *size, style.colours, style.stock))
    else:
        stamp_centred(paper, style.word(design.wild_word, same.uniform(0.1, 0.25), 0.62), 0.5, 0.45, ink)
        if same.random() < 0.75:
            stamp_centred(paper, style.word(value, same.uniform(0.12, 0.3), 0.5), 0.5, 0.63, ink)
    margin = (style.px(style.margin[0]), style.px(style.margin[1]))
    stamps = wild_mark(style, design, value, ink)
    if design.patch:
        _patch(style, paper, stamps, margin)
    return print_corners(paper, stamps, margin, CornerKind.JOKER, style.corners)


def wild_mark(style: DeckStyle, design: Design, value: str, ink: Colour) -> list[Stamp]:
    """Return a wild's corner mark, the value a part by itself."""
    tall = min(style.rank_height, 0.24) * style.width
    gap = max(1, style.px(0.02))
    number = text(value, style.face, tall, style.width * MOST_WIDE)
    word = text(design.wild_word, style.face, tall * 0.55, style.width * 0.4)
    told = 0
    match design.wild:
        case "value":
            rows = [number]
        case "value_word":
            rows = [number, word]
        case "word_value":
            rows, told = [word, number], 1
        case "word":
            rows = [text(design.wild_word, style.face, tall * 0.7, style.width * 0.42), _small(style, value, tall)]
            told = 1
        case "w_value":
            rows = [text("W", style.face, tall, style.width * MOST_WIDE), _small(style, value, tall)]
            told = 1
        case "joined":
            return _joined(style, value, tall * 0.7, ink)
        case _:
            letters = [text(letter, style.face, tall * 0.5, style.width * 0.2) for letter in "WILD"]
            rows, told = [*letters, _small(style, value, tall)], len(letters)
    wide, stamps, y = max(row.shape[1] for row in rows), [], 0
    for number_of_row, row in enumerate(rows):
        part = Part.VALUE if number_of_row == told else Part.RANK
        stamps.append(Stamp(row, (wide - row.shape[1]) // 2, y, ink, part))
        y += row.shape[0] + gap
    return stamps


def _joined(style: DeckStyle, value: str, tall: float, ink: Colour) -> list[Stamp]:
    """Return a W and the value in one word, cut where the value begins."""
    whole = text("W" + value, style.face, tall, style.width * 0.45)
    first, rest = (text(letters, style.face, tall, style.width).shape[1] for letters in ("W", value))
    cut = round(whole.shape[1] * first / (first + rest))
    return [Stamp(whole[:, :cut], 0, 0, ink), Stamp(whole[:, cut:], cut, 0, ink, Part.VALUE)]


def _small(style: DeckStyle, value: str, tall: float) -> Mask:
    return text(value, style.face, tall * 0.6, style.width * 0.3)
