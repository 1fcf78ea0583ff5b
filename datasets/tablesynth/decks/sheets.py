"""Decks fetched from packages: their pictures, with the corner indices that were found on them."""

from dataclasses import replace

import numpy as np

from scorer.faces import Face
from tablesynth.art import CardArt, Deck, Family, IndexArt
from tablesynth.decks.jokers import print_joker
from tablesynth.decks.printing import Corners, outline, turned
from tablesynth.decks.remastered import seen_ink
from tablesynth.decks.sheet_art import COLUMNS, JOKERS, Picture, cells, sheet_of
from tablesynth.decks.sheet_facts import SUITS, SheetFacts, sheets
from tablesynth.decks.sheet_marks import Mark, find_marks, ink, is_turned, mirrored, tightened
from tablesynth.decks.style import WHITE, draw_style, rng_of
from tablesynth.decks.suited import RANKS, face_of, ink_of
from vision.corners import CornerKind, Ink, Suit
from vision.seen import Box


def sheet_names(split: str) -> tuple[str, ...]:
    """Return the fetched decks of a split that lie in the cache."""
    return tuple(name for name, facts in sheets().items() if facts.split == split and facts.source.is_dir())


def open_sheet(name: str, width_px: int) -> Deck:
    """Return a fetched deck; cards whose corner index cannot be trusted are left out.

    Raises:
        ValueError: for a name that is no fetched deck's, or one that is not in the cache.
    """
    facts = sheets().get(name)
    if facts is None:
        raise ValueError(f"unknown deck {name!r}")
    rows = cells(sheet_of(name, facts), width_px)
    faces = rows[: len(SUITS)]
    marks: dict[int, list[list[Mark | None]]] = {}
    if facts.corners is not Corners.RIGHT:
        marks[0] = find_marks(faces)
    if facts.corners is not Corners.LEFT:
        flipped = find_marks([[np.ascontiguousarray(card[:, ::-1]) for card in row] for row in faces])
        marks[1] = [
            [_unflipped(mark, card) for mark, card in zip(*both, strict=True)]
            for both in zip(flipped, faces, strict=True)
        ]
    cards = []
    for row, suit in enumerate(SUITS):
        for column, rank in enumerate(RANKS):
            image = faces[row][column]
            found = {corner: its[row][column] for corner, its in marks.items()}
            if None not in found.values() and f"{rank}{suit}" not in facts.without:
                indices = tuple(
                    index
                    for corner, mark in found.items()
                    if mark is not None
                    for index in _printed(mark, image, corner, CornerKind.INDEX)
                )
                cards.append(CardArt(face_of(rank, suit), suit, ink_of(suit), image, indices))
    # A sheet of 13 x 5 holds one back, and maybe blanks.
    last = JOKERS + 1 if facts.kind == "grid" else COLUMNS
    backs = [back for back in rows[len(SUITS)][JOKERS:last] if back[..., 3].mean() > 128]
    return Deck(name, Family.TRADITIONAL, (*cards, *_jokers(name, facts, rows)), tuple(backs))


def _unflipped(mark: Mark | None, card: Picture) -> Mark | None:
    if mark is None:
        return None
    return Mark(mirrored(mark.rank, card), None if mark.pip is None else mirrored(mark.pip, card))


def _printed(mark: Mark, image: Picture, corner: int, kind: CornerKind) -> list[IndexArt]:
    """Return an index and, where it is printed once more upside down, that one."""
    upright = IndexArt(kind, corner, False, mark.rank, mark.pip)
    return [upright, turned(upright, image)] if is_turned(image, mark.rank) else [upright]


def _jokers(name: str, facts: SheetFacts, rows: list[list[Picture]]) -> list[CardArt]:
    """Return the two jokers: the deck's own where their corner mark is known, else drawn ones of the same size."""
    cards = []
    for number in range(JOKERS):
        image = rows[len(SUITS)][number]
        box = _joker_box(facts, image)
        if box is None:
            cards.append(_drawn_joker(name, facts, rows[0][0], second=bool(number)))
            continue
        corner = 1 if box[0] + box[2] > image.shape[1] else 0
        indices = tuple(_printed(Mark(box, None), image, corner, CornerKind.JOKER))
        cards.append(CardArt(Face.WILD_50, None, _ink_in(image, box), image, indices))
    return cards


def _joker_box(facts: SheetFacts, image: Picture) -> Box | None:
    if facts.joker is None or image[..., 3].mean() < 128:
        return None
    height, width = image.shape[:2]
    x1, y1, x2, y2 = facts.joker
    return tightened(image, (x1 * width, y1 * height, x2 * width, y2 * height))


def _ink_in(image: Picture, box: Box) -> Ink:
    """Return the colour that most of a corner mark is printed in."""
    x1, y1, x2, y2 = (round(value) for value in box)
    b, g, r = np.median(image[y1:y2, x1:x2, :3][ink(image)[y1:y2, x1:x2]], axis=0).astype(int).tolist()
    return seen_ink((b, g, r), dark=False)


def _drawn_joker(name: str, facts: SheetFacts, like: Picture, *, second: bool) -> CardArt:
    height, width = like.shape[:2]
    rng = rng_of(f"{name} joker {second}")
    style = draw_style(rng_of(name), facts.split, width, suited=True)
    light = {Suit.SPADES: (20, 20, 20), Suit.HEARTS: (40, 30, 200)}
    if style.dark:
        style = replace(style, dark=False, black=light[Suit.SPADES], red=light[Suit.HEARTS])
    style = replace(style, height=height, stock=WHITE, border=None)
    paper, indices = print_joker(rng, style, second=second)
    image = np.dstack([paper, outline(height, width, style.radius * width)])
    return CardArt(Face.WILD_50, None, Ink(int(second)), np.asarray(image, np.uint8), indices)
