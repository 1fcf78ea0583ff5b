"""Invented decks: each face shown by any mark at all, to learn from what makes two prints of one mark look alike.

Ranks in odd type, made-up words of few letters, shapes and strokes that no script knows, often all in one deck. The
strange decks that teaching is judged by (``tablesynth.decks.strange``) write their ranks in Roman numerals, words and
numbers, and have pictures of their own: no invented deck shows any of these.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, NATURAL_RANKS, WILDS, Face
from tablesynth.art import CardArt, Deck, Family
from tablesynth.decks.akin import counted_signs, inked, near_signs, near_word, stroke
from tablesynth.decks.backs import back
from tablesynth.decks.lettering import FINE_PX, Mask, column, rank_text, sized, text, tight
from tablesynth.decks.printing import Stamp, outline
from tablesynth.decks.strange import MIDDLES, NUMBERS, WORDS, own_ink, strange_card, strange_style, with_pip
from tablesynth.decks.style import DeckStyle, rng_of
from tablesynth.decks.suited import ink_of
from vision.corners import CornerKind, Ink, Suit

PREFIX = "invented"

_MIXED, _RANKS = 0.25, 0.4
"""Share of decks whose marks are of all kinds, and of those that have ordinary ranks in odd type."""

_SUITED = 0.3
"""Share of the latter whose ranks come in four suits."""

_STACKED, _ONE_INK, _SAME_THREES = 0.25, 0.4, 0.35
"""Share of words that run down the edge, of decks in one ink, and of those whose 3s differ in ink alone."""

_AKIN, _SPELT, _COUNTED = 0.35, 0.35, 0.35
"""Share of decks of marks in which all differ by little, of these those of words, and of signs that count."""

_TRIES = 1000

_LETTERS = tuple("ABCDEFGHJKLMNOPQRSTUVWXYZ23456789")

_CASES: tuple[Callable[[str], str], ...] = (str.upper, str.lower, str.capitalize)


def draw_invented(name: str, width_px: int, split: str) -> Deck:
    """Return the invented deck of a name, in type of a split; the same name and width give the same bytes."""
    rng = rng_of(name)
    style = strange_style(rng, width_px, split)
    alpha = outline(style.height, style.width, style.radius * style.width)
    printed = _ranked(rng, style) if rng.random() < _RANKS else _marked(rng, style, FACES)
    cards = tuple(replace(card, image=np.dstack([card.image, alpha])) for card in printed)
    suited = any(card.suit is not None for card in cards)
    family = Family.TRADITIONAL if suited else Family.REMASTERED
    return Deck(name, family, cards, (np.dstack([back(rng, style.height, style.width), alpha]),))


def _ranked(rng: np.random.Generator, style: DeckStyle) -> Iterator[CardArt]:
    """Yield the cards of a deck whose ranks are as usual, in odd type; what is no rank is shown by any mark."""
    tall, middle, one_ink = _looks(rng)
    suits = tuple(Suit) if rng.random() < _SUITED else (None,)
    for face in NATURAL_RANKS:
        letters = rank_text(face.value, style.face, tall * style.width, 0.3 * style.width)
        for suit in suits:
            kind = Ink.OTHER if suit is None else ink_of(suit)
            ink = (style.red if kind is Ink.RED else style.black) if suit or one_ink else own_ink(rng, style)
            stamps = [Stamp(letters, 0, 0, ink)] if suit is None else with_pip(style, letters, suit, ink)
            yield CardArt(face, suit, kind, *strange_card(rng, style, middle, stamps, letters, ink))
    yield from _marked(rng, style, tuple(face for face in FACES if face not in NATURAL_RANKS))


def _marked(rng: np.random.Generator, style: DeckStyle, faces: tuple[Face, ...]) -> Iterator[CardArt]:
    """Yield a card of each face, shown by a mark of its own."""
    tall, middle, one_ink = _looks(rng)
    drawn = _Marks(rng, style, tall * style.width)
    marks = drawn.akin(len(faces)) if rng.random() < _AKIN else [drawn.draw() for _ in faces]
    threes = [i for i, face in enumerate(faces) if face in (Face.RED_THREE, Face.BLACK_THREE)]
    if rng.random() < _SAME_THREES:
        marks[threes[1]] = marks[threes[0]]
    for face, mark in zip(faces, marks, strict=True):
        is_three = face in (Face.RED_THREE, Face.BLACK_THREE)
        ink = style.red if face is Face.RED_THREE else style.black if is_three or one_ink else own_ink(rng, style)
        kind = Ink.RED if face is Face.RED_THREE else Ink.BLACK if is_three else Ink.OTHER
        corner = CornerKind.JOKER if face in WILDS else CornerKind.INDEX
        yield CardArt(face, None, kind, *strange_card(rng, style, middle, [Stamp(mark, 0, 0, ink)], mark, ink, corner))


def _looks(rng: np.random.Generator) -> tuple[float, str, bool]:
    """Return how tall marks are, card widths, what stands in a card's middle, and whether all are in one ink."""
    return float(rng.uniform(0.12, 0.22)), str(rng.choice(MIDDLES)), bool(rng.random() < _ONE_INK)


def spelt(rng: np.random.Generator, alphabet: NDArray[np.str_], longest: int, used: set[str]) -> str:
    """Return a made-up word of an alphabet of capitals, and add it to those ``used``, of which it is none.

    It is nothing that a strange deck shows: none of its words and numbers, and no Roman numeral.

    Raises:
        ValueError: if no such word is left.
    """
    for _ in range(_TRIES):
        word = "".join(rng.choice(alphabet, int(rng.integers(1, longest + 1))))
        if word not in used and not _is_strange(word):
            used.add(word)
            return word
    raise ValueError(f"no word of up to {longest} of the letters {''.join(alphabet)} is left")


def _is_strange(word: str) -> bool:
    """Return whether a strange deck may show a word of capitals."""
    return word in WORDS | NUMBERS or set(word) <= set("IVX")


class _Marks:
    """Draws the marks of one deck, no word twice."""

    def __init__(self, rng: np.random.Generator, style: DeckStyle, tall: float) -> None:
        """Choose what sorts of marks the deck has, and of how few letters its words are made."""
        self._rng, self._style, self._tall = rng, style, tall
        letters = int(rng.integers(3, 10)) if rng.random() < 0.6 else 24
        self._alphabet = rng.choice(np.array(_LETTERS), letters, replace=False)
        self._longest = int(rng.integers(2 if letters > 16 else 4, 7))
        self._case = _CASES[int(rng.choice(3, p=(0.6, 0.2, 0.2)))]
        sorts = (self._word, self._shape, self._strokes)
        self._sorts = sorts if rng.random() < _MIXED else (sorts[int(rng.choice(3, p=(0.5, 0.25, 0.25)))],)
        self._words: set[str] = set()

    def draw(self) -> Mask:
        """Return a mark."""
        return self._sorts[int(self._rng.integers(len(self._sorts)))]()

    def akin(self, count: int) -> list[Mask]:
        """Return so many marks, no two alike, that differ by little: numbers, signs or words."""
        how = self._rng.random()
        if how < _SPELT:
            return self._akin_words(count)
        if how < _SPELT + _COUNTED:
            return self._one_scale(counted_signs(self._rng, count))
        return [self._fitted(sign) for sign in near_signs(self._rng, count)]

    def _akin_words(self, count: int) -> list[Mask]:
        words = [spelt(self._rng, self._alphabet, self._longest, self._words)]
        while len(words) < count:
            word = near_word(self._rng, str(self._rng.choice(words)), self._alphabet)
            if 0 < len(word) <= self._longest and word not in words and not _is_strange(word):
                words.append(word)
        high = self._tall * float(self._rng.uniform(0.55, 0.9))
        return [text(self._case(word), self._style.face, high, 0.4 * self._style.width) for word in words]

    def _one_scale(self, signs: list[Mask]) -> list[Mask]:
        """Size signs alike, so that the longest keeps within its corner."""
        high, wide = (max(sign.shape[side] for sign in signs) for side in (0, 1))
        scale = min(self._tall * 1.1 / high, 0.36 * self._style.width / wide)
        return [sized(sign, sign.shape[1] * scale, sign.shape[0] * scale) for sign in signs]

    def _word(self) -> Mask:
        word = self._case(spelt(self._rng, self._alphabet, self._longest, self._words))
        if 2 < len(word) < 6 and self._rng.random() < _STACKED:
            return column(word.upper(), self._style.face, self._style.width * 0.08)
        share = 0.9 if len(word) < 3 else float(self._rng.uniform(0.5, 0.7))
        return text(word, self._style.face, self._tall * share, 0.4 * self._style.width)

    def _shape(self) -> Mask:
        """Return a blob, or a polygon, at times with a hole in it."""
        rng = self._rng
        canvas = np.zeros((FINE_PX, FINE_PX), np.uint8)
        turns = np.linspace(0, 2 * np.pi, 96, endpoint=False)
        far = np.ones(96)
        for waves in rng.integers(2, 9, int(rng.integers(1, 4))):
            far += rng.uniform(0.1, 0.5) * np.cos(waves * turns + rng.uniform(0, 2 * np.pi))
        if rng.random() < 0.4:
            corners = int(rng.integers(3, 10))
            turns = np.sort(rng.uniform(0, 2 * np.pi, corners))
            far = rng.uniform(0.35, 1.0, corners)
        far = np.abs(far) / np.abs(far).max() * FINE_PX * 0.45
        points = FINE_PX / 2 + np.column_stack([np.cos(turns), np.sin(turns)]) * far[:, None]
        cv2.fillPoly(canvas, [np.round(points).astype(np.int32)], 255, cv2.LINE_AA)
        if rng.random() < 0.3:
            at = np.round(FINE_PX / 2 + rng.normal(0, FINE_PX / 12, 2)).astype(int).tolist()
            cv2.circle(canvas, at, int(rng.integers(10, 36)), 0, -1, cv2.LINE_AA)
        return self._fitted(canvas)

    def _strokes(self) -> Mask:
        """Return a sign of a few strokes, straight or bent, as of an unknown script."""
        strokes = [stroke(self._rng) for _ in range(int(self._rng.integers(1, 5)))]
        return self._fitted(inked(strokes, int(self._rng.integers(12, 30))))

    def _fitted(self, canvas: Mask) -> Mask:
        cut = tight(canvas)
        high = self._tall * 1.1
        return sized(cut, min(cut.shape[1] * high / cut.shape[0], 0.36 * self._style.width), high)
