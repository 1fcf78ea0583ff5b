"""Draw decks with their index boxes, for a person to check: ``python -m tablesynth.decks NAME... --out decks.png``."""

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.art import Deck
from tablesynth.decks import open_deck

COLUMNS = 14

RANK_TONE, PIP_TONE = (255, 0, 255, 255), (0, 190, 0, 255)


def contact_sheet(deck: Deck) -> NDArray[np.uint8]:
    """Return a deck's cards with their index boxes drawn in, and its backs, (H, W, 4) uint8 BGRA."""
    drawn = []
    for card in deck.cards:
        image = card.image.copy()
        for index in card.indices:
            for box, tone in ((index.rank_box, RANK_TONE), (index.pip_box, PIP_TONE)):
                if box is not None:
                    x1, y1, x2, y2 = (round(value) for value in box)
                    cv2.rectangle(image, (x1 - 1, y1 - 1), (x2, y2), tone, 1)
        drawn.append(image)
    drawn += deck.backs
    drawn += [np.zeros_like(drawn[0])] * (-len(drawn) % COLUMNS)
    return np.vstack([np.hstack(drawn[start : start + COLUMNS]) for start in range(0, len(drawn), COLUMNS)])


def main() -> None:
    """Write one picture with the decks one under the other."""
    parser = argparse.ArgumentParser(prog="python -m tablesynth.decks", description=__doc__)
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--width", type=int, default=120, help="px a card is wide")
    parser.add_argument("--out", type=Path, default=Path("decks.png"))
    asked = parser.parse_args()
    sheets = [contact_sheet(open_deck(name, asked.width)) for name in asked.names]
    _done, coded = cv2.imencode(".png", np.vstack(sheets))
    asked.out.write_bytes(coded.tobytes())


if __name__ == "__main__":
    main()
