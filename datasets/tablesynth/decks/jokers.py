"""Jokers: a corner mark that a deck's two jokers share, a picture, and packs of jokers alone."""

from dataclasses import replace

import numpy as np

from scorer.faces import Face
from tablesynth.art import CardArt, Deck, Family, IndexArt
from tablesynth.decks.backs import back, foil
from tablesynth.decks.joker_marks import corner_mark
from tablesynth.decks.lettering import text
from tablesynth.decks.pictures import clutter, jester, mirrored, ornament
from tablesynth.decks.pips import star
from tablesynth.decks.printing import (
    Colour,
    Corners,
    Paper,
    contrast,
    hue,
    outline,
    print_corners,
    stamp,
    stamp_centred,
)
from tablesynth.decks.style import DeckStyle, draw_style, rng_of
from vision.corners import CornerKind, Ink

ONE_COLOUR, FAINTEST = 0.35, 0.2
"""How many jokers of the packs that training shows are printed in one colour of any hue, and how far it stands apart
from the stock in lightness at least."""


def print_joker(rng: np.random.Generator, style: DeckStyle, *, second: bool) -> tuple[Paper, tuple[IndexArt, ...]]:
    """Print one of a deck's two jokers, which share their corner mark; the second one is in red."""
    style = replace(style, face=style.joker_face)
    paper = style.blank()
    shared = np.random.default_rng(style.joker)
    ink = style.red if second else style.black
    if shared.random() < 0.12:
        own = hue(shared, (0.6, 1.0), (0.3, 1.0))
        ink = own if contrast(own, style.stock) > 0.3 else ink
    stamps = corner_mark(shared, style, ink)
    left, top = (min(part.x for part in stamps), min(part.y for part in stamps))
    stamps = [replace(part, x=part.x - left, y=part.y - top) for part in stamps]
    wide = max(part.x + part.mask.shape[1] for part in stamps)
    tall = max(part.y + part.mask.shape[0] for part in stamps)
    margin = (style.px(style.margin[0]), style.px(style.margin[1]))
    _print_middle(rng, style, paper, ink, (margin[0] + wide, margin[1] + tall))
    return paper, print_corners(paper, stamps, margin, CornerKind.JOKER, _corners(shared, style, wide / style.width))


def _corners(rng: np.random.Generator, style: DeckStyle, wide: float) -> Corners:
    """Return where a mark of a width in card widths stands: narrow ones now and then in all four corners."""
    four = (style.corners is Corners.FOUR and rng.random() < 0.8) or rng.random() < 0.1
    if four and wide + style.margin[0] < 0.45:
        return Corners.FOUR
    return Corners.RIGHT if style.corners is Corners.RIGHT else Corners.LEFT


def joker_pack(name: str, split: str, width_px: int, designs: int) -> Deck:
    """Return a pack of nothing but jokers, each of a design of its own, and one back."""
    rng = rng_of(name)
    first = draw_style(rng, split, width_px, suited=True)
    cards = []
    for _design in range(designs):
        style = draw_style(rng, split, width_px, suited=True)
        style = replace(style, height=first.height, radius=first.radius)
        if split == "train" and rng.random() < ONE_COLOUR:
            style = _in_one_colour(rng, style)
        second = bool(rng.random() < 0.5)
        paper, indices = print_joker(rng, style, second=second)
        if style.foil:
            foil(rng, paper)
        alpha = outline(style.height, style.width, style.radius * style.width)
        image = np.asarray(np.dstack([paper, alpha]), np.uint8)
        cards.append(CardArt(Face.WILD_50, None, Ink(int(second)), image, indices))
    alpha = outline(first.height, first.width, first.radius * first.width)
    backs = (np.asarray(np.dstack([back(rng, first.height, first.width), alpha]), np.uint8),)
    return Deck(name, Family.TRADITIONAL, tuple(cards), backs)


def _in_one_colour(rng: np.random.Generator, style: DeckStyle) -> DeckStyle:
    """Return a look whose red and black are one colour of any hue, if it can be seen on the stock."""
    own = hue(rng, (0.4, 1.0), (0.3, 1.0))
    return replace(style, black=own, red=own) if contrast(own, style.stock) > FAINTEST else style


def _print_middle(
    rng: np.random.Generator, style: DeckStyle, paper: Paper, ink: Colour, extent: tuple[int, int]
) -> None:
    """Print a picture clear of the corner marks: beside tall ones, under wide ones."""
    height, width = paper.shape[:2]
    kind, wide, high = rng.random(), rng.uniform(0.45, 0.8) * width, rng.uniform(0.5, 0.8) * height
    if extent[0] < 0.3 * width:
        wide = min(wide, width - 2 * extent[0] - style.px(0.03))
    else:
        high = min(high, height - 2 * extent[1] - style.px(0.03))
    size = (max(8, round(wide)), max(8, round(high)))
    colours = style.colours if kind < 0.7 else (ink, ink, style.stock, ink, ink)
    if kind < 0.1:
        stamp_centred(paper, star(size[0] * 0.8), 0.5, 0.5, ink)
        return
    if kind < 0.16:
        words = text("JOKER", style.face, width * 0.2, size[0])
        stamp_centred(paper, words, 0.5, 0.5, ink)
        return
    draw = jester if kind < 0.75 else clutter if kind < 0.85 else None
    picture = draw(rng, *size, colours, style.stock) if draw else ornament(rng, *size, ink, style.stock)
    if rng.random() < 0.3:
        picture = mirrored(picture)
    y, x = (height - size[1]) // 2, (width - size[0]) // 2
    paper[y : y + size[1], x : x + size[0]] = picture
    if rng.random() < 0.15:
        stamp(paper, star(width * 0.12), x, y, ink)
