"""Procedural decks: any type, pips, index size, stock and inks, drawn from the deck's name."""

import numpy as np

from scorer.faces import Face
from tablesynth.art import CardArt, Deck, Family, IndexArt
from tablesynth.decks.backs import back, foil
from tablesynth.decks.jokers import print_joker
from tablesynth.decks.printing import Paper, outline
from tablesynth.decks.remastered import print_remastered
from tablesynth.decks.style import draw_style, rng_of
from tablesynth.decks.suited import RANKS, draw_layout, face_of, ink_of, print_suited
from vision.corners import Ink, Suit


def draw_deck(name: str, family: Family, split: str, width_px: int, *, ornate: bool = False) -> Deck:
    """Return the procedural deck of a name."""
    rng = rng_of(name)
    style = draw_style(rng, split, width_px, suited=family is Family.TRADITIONAL, ornate=ornate)
    printed: list[tuple[Face, Suit | None, Ink, Paper, tuple[IndexArt, ...]]] = []
    if family is Family.TRADITIONAL:
        layout = draw_layout(rng, style)
        for suit in Suit:
            for rank in RANKS:
                paper, indices = print_suited(rng, style, layout, rank, suit)
                printed.append((face_of(rank, suit), suit, ink_of(suit), paper, indices))
        for number in range(2):
            printed.append((Face.WILD_50, None, Ink(number), *print_joker(rng, style, second=bool(number))))
    else:
        printed += [(face, None, ink, paper, indices) for face, ink, paper, indices in print_remastered(rng, style)]
    alpha = outline(style.height, style.width, style.radius * style.width)
    cards = []
    for face, printed_suit, ink, paper, indices in printed:
        if style.foil:
            foil(rng, paper)
        cards.append(CardArt(face, printed_suit, ink, np.dstack([paper, alpha]), indices))
    backs = tuple(np.dstack([back(rng, style.height, style.width), alpha]) for _ in range(int(rng.integers(1, 4))))
    return Deck(name, family, tuple(cards), backs)
