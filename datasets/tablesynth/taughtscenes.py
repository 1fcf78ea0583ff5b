"""Rendered scenes of a taught deck, printed from the pictures its profile holds; other decks lend what it lacks."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from tablesynth.assets import SPLITS
from tablesynth.dealt.shoe import NORMAL_PX, OpenedDeck, ready, with_lent
from tablesynth.decks.taughtart import TaughtArt, printed
from tablesynth.labels import Scene
from tablesynth.photo.light import jpeg
from tablesynth.photograph import photograph
from tablesynth.scene import LAYOUTS, Order, labelled, lay, wish_of, write_once

TAUGHT_LAYOUTS = tuple(name for name in LAYOUTS if name != "closeup")
"""A taught picture is too small to be looked at from close by."""

PRINTING_LASTS = 8
"""So many scenes in a row show the deck as printed once; each printing is a little different."""


@dataclass(frozen=True)
class TaughtOrder:
    """Which scenes to render of a taught deck: of a split and a seed, at a fixed size or at fitting ones.

    The split says on what the cards lie and what lies about; the deck is the same in all.
    """

    name: str
    art: tuple[TaughtArt, ...]
    split: str
    seed: int
    size: tuple[int, int] | None = None

    @cached_property
    def _printings(self) -> dict[int, OpenedDeck]:
        return {}

    def decks(self, number: int) -> tuple[OpenedDeck, ...]:
        """Return the deck as it is printed for a scene, and another that has what it lacks."""
        which = number // PRINTING_LASTS
        if which not in self._printings:
            rng = self._rng(which, 1)
            self._printings[which] = ready(printed(f"{self.name} {self.split} {which}", self.art, NORMAL_PX, rng))
        return with_lent(self._rng(which, 2), self._printings[which], self.split)

    def rng(self, number: int) -> np.random.Generator:
        """Return the generator of a scene."""
        return self._rng(number, 0)

    def _rng(self, number: int, what: int) -> np.random.Generator:
        return np.random.default_rng((self.seed, SPLITS.index(self.split), number, what))


def render_taught_scene(order: TaughtOrder, number: int) -> tuple[bytes, Scene]:
    """Return the JPEG bytes and the labels of one scene; the same order and number give the same bytes."""
    rng = order.rng(number)
    decks = order.decks(number)
    weights = np.array([LAYOUTS[name] for name in TAUGHT_LAYOUTS])
    layout = TAUGHT_LAYOUTS[int(rng.choice(len(weights), p=weights / weights.sum()))]
    piles = lay(rng, layout, decks)
    wish = wish_of(rng, Order(order.split, order.seed, size=order.size), layout, decks)
    photo = photograph(rng, piles, decks, wish)
    return jpeg(rng, photo.image), labelled(photo, f"{number:06d}.jpg", layout, order.seed, order.split)


def write_taught_scene(order: TaughtOrder, number: int, *, folder: Path) -> None:
    """Write a scene's photo and labels into a folder, unless both are there; the labels come last."""
    write_once(folder, number, lambda: render_taught_scene(order, number))
