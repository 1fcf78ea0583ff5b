"""Procedural decks: any type, pips, index size, stock and inks, drawn from the deck's name."""

import cv2
import numpy as np

from scorer.faces import Face
from tablesynth.art import CardArt, Deck, Family, IndexArt
from tablesynth.decks.jokers import print_joker
from tablesynth.decks.pips import pip
from tablesynth.decks.printing import Paper, back, figure, outline, print_indices, stamp_centred
from tablesynth.decks.remastered import print_remastered
from tablesynth.decks.style import DeckStyle, draw_style, rng_of
from vision.corners import CornerKind, Ink, Suit

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RED_SUITS = frozenset({Suit.HEARTS, Suit.DIAMONDS})


def face_of(rank: str, suit: Suit) -> Face:
    """Return what a suited card counts as: a 2 is the 20-point wild, a 3 is red or black."""
    if rank == "2":
        return Face.WILD_20
    if rank == "3":
        return Face.RED_THREE if suit in RED_SUITS else Face.BLACK_THREE
    return Face(rank)


def ink_of(suit: Suit) -> Ink:
    """Return the colour a suit stands for, whatever its ink."""
    return Ink.RED if suit in RED_SUITS else Ink.BLACK


def draw_deck(name: str, family: Family, split: str, width_px: int) -> Deck:
    """Return the procedural deck of a name."""
    rng = rng_of(name)
    style = draw_style(rng, split, width_px, suited=family is Family.TRADITIONAL)
    printed: list[tuple[Face, Suit | None, Ink, Paper, tuple[IndexArt, ...]]]
    if family is Family.TRADITIONAL:
        printed = [
            (face_of(rank, suit), suit, ink_of(suit), *_print_suited(rng, style, rank, suit))
            for suit in Suit
            for rank in RANKS
        ]
        printed += [
            (Face.WILD_50, None, Ink(number), *print_joker(rng, style, blank(style), second=bool(number)))
            for number in range(2)
        ]
    else:
        printed = [
            (face, None, ink, paper, indices)
            for face, ink, paper, indices in print_remastered(rng, style, lambda: blank(style))
        ]
    alpha = outline(style.height, style.width, style.radius)
    cards = tuple(
        CardArt(face, suit, ink, np.dstack([paper, alpha]), indices) for face, suit, ink, paper, indices in printed
    )
    backs = tuple(np.dstack([back(rng, style.height, style.width), alpha]) for _ in range(int(rng.integers(1, 4))))
    return Deck(name, family, cards, backs)


def blank(style: DeckStyle) -> Paper:
    """Return a card before it is printed: its stock and its border."""
    paper = np.empty((style.height, style.width, 3), np.uint8)
    paper[:] = style.stock
    if style.border is not None:
        edge = (style.width - 3, style.height - 3)
        cv2.rectangle(paper, (2, 2), edge, style.border, max(1, style.width // 90))
    return paper


def _print_suited(
    rng: np.random.Generator, style: DeckStyle, rank: str, suit: Suit
) -> tuple[Paper, tuple[IndexArt, ...]]:
    paper, ink = blank(style), style.inks[suit]
    if rank in "JQK":
        _print_court(rng, paper)
    elif rank == "A":
        stamp_centred(paper, pip(suit, int(style.width * rng.uniform(0.2, 0.6)), style.pips), 0.5, 0.5, ink)
    else:
        _print_pips(rng, style, paper, int(rank), suit)
    stamps = style.stamps(rank, ink, suit)
    return paper, print_indices(paper, stamps, style.margin, CornerKind.INDEX, four=style.four_corners)


def _print_court(rng: np.random.Generator, paper: Paper) -> None:
    height, width = paper.shape[:2]
    picture = figure(rng, int(width * rng.uniform(0.5, 0.66)), int(height * rng.uniform(0.66, 0.8)))
    y, x = (height - picture.shape[0]) // 2, (width - picture.shape[1]) // 2
    paper[y : y + picture.shape[0], x : x + picture.shape[1]] = picture
    if rng.random() < 0.6:
        cv2.rectangle(paper, (x, y), (x + picture.shape[1], y + picture.shape[0]), (0, 0, 0), 1)


def _print_pips(rng: np.random.Generator, style: DeckStyle, paper: Paper, count: int, suit: Suit) -> None:
    """Print the pips of a number card: one column up to three, two columns and a middle above."""
    mark = pip(suit, int(style.width * rng.uniform(0.15, 0.22)), style.pips)
    columns = (0.5,) if count <= 3 else (0.3, 0.7)
    rows = count if count <= 3 else count // 2
    for across in columns:
        for down in np.linspace(0.17, 0.83, rows):
            stamp_centred(paper, mark if down <= 0.55 else mark[::-1], across, float(down), style.inks[suit])
    if count > 3 and count % 2:
        stamp_centred(paper, mark, 0.5, 0.34, style.inks[suit])
