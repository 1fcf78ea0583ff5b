"""Cards that belong to no meld: leftovers fanned or spread, long dense fans, scattered singles, close-ups, a hand."""

import numpy as np

from scorer.faces import FACES, Face
from tablesynth.dealt.layouts import LaidCard, LaidPile, Pose, Style, arc, bounds, column, moved, row
from tablesynth.dealt.rounds import PileKind


def left(rng: np.random.Generator, faces: tuple[Face, ...], style: Style) -> tuple[LaidPile, ...]:
    """Lay leftovers: one fan, two rows (hand and foot), or spread singly."""
    way = rng.random()
    faces = _sorted(rng, faces)
    if way < 0.35:
        cards = arc(rng, faces, 0.0, 0.0, style, float(rng.uniform(1.5, 5.0)))
    elif way < 0.65:
        cards = _lines(rng, faces, style, most=max(len(faces) // 2 + 1, 6))
    elif way < 0.8:
        cards = column(rng, faces, 0.0, 0.0, style)
    else:
        cards = _lines(rng, faces, Style(style.aspect, 1.1, style.down, 0.06, 0.08, style.leftwards), most=6)
    return (LaidPile("left", PileKind.LEFT, False, faces, cards),)


def dense(rng: np.random.Generator, faces: tuple[Face, ...], style: Style) -> tuple[LaidPile, ...]:
    """Lay long tight fans beneath each other, ten to fifty cards each."""
    piles: list[LaidPile] = []
    y = 0.0
    while faces:
        count = min(len(faces), int(rng.integers(8, 51)))
        part, faces = _sorted(rng, faces[:count]), faces[count:]
        way = rng.random()
        if way < 0.5:
            cards = _lines(rng, part, style, most=int(rng.integers(10, 31)))
        elif way < 0.85:
            cards = arc(rng, part, 0.0, 0.0, style, float(rng.uniform(2.0, 7.0)))
        else:
            cards = column(rng, part[:20], 0.0, 0.0, style)
            faces = part[20:] + faces
            part = part[:20]
        x1, y1, _, y2 = bounds(cards, style.aspect)
        cards = moved(cards, -x1 + float(rng.uniform(0, 1)), y - y1)
        y += (y2 - y1) + float(rng.uniform(-0.5, 0.5))
        piles.append(LaidPile("left", PileKind.LOOSE, False, part, cards))
    return tuple(piles)


def scatter(rng: np.random.Generator, faces: tuple[Face | None, ...], style: Style) -> tuple[LaidPile, ...]:
    """Drop cards singly, here and there one upon another; None lies face down."""
    spread = np.sqrt(len(faces)) * float(rng.uniform(0.8, 1.7))
    apart = float(rng.choice((0.0, 0.6, 1.0), p=(0.25, 0.4, 0.35)))
    upright = rng.random() < 0.3
    poses: list[Pose] = []
    piles: list[LaidPile] = []
    for face in faces:
        pose = Pose(0, 0, 0)
        for _ in range(12):
            x, y = rng.uniform(-0.5, 0.5, 2) * spread * (1.0, style.aspect)
            angle = rng.normal(0, 0.15) if upright else rng.uniform(0, 2 * np.pi)
            pose = Pose(float(x), float(y), float(angle))
            if all(np.hypot(pose.x - other.x, pose.y - other.y) > apart for other in poses):
                break
        poses.append(pose)
        shown = () if face is None else (face,)
        piles.append(LaidPile("played", PileKind.LOOSE, False, shown, (LaidCard(face, pose),)))
    return tuple(piles)


def hand(rng: np.random.Generator, faces: tuple[Face, ...], style: Style) -> tuple[LaidPile, ...]:
    """Lay cards as held: one narrow fan around a thumb."""
    cards = arc(rng, _sorted(rng, faces), 0.0, 0.0, style, float(rng.uniform(1.2, 2.0)))
    return (LaidPile("left", PileKind.LEFT, False, faces, cards),)


def face_down(rng: np.random.Generator, piles: tuple[LaidPile, ...], style: Style) -> LaidPile:
    """Lay a stock or an unplayed foot face down beside the piles."""
    x1, y1, x2, y2 = bounds(tuple(card for pile in piles for card in pile.laid), style.aspect)
    angle = float(rng.choice((0.0, np.pi / 2))) + float(rng.normal(0, 0.1))
    where = float(rng.uniform(0, 1))
    spots = ((x1 - 1.1, y1 + where * (y2 - y1)), (x2 + 1.1, y1 + where * (y2 - y1)), (x1 + where * (x2 - x1), y1 - 1.2))
    x, y = spots[int(rng.integers(len(spots)))]
    cards = [LaidCard(None, Pose(x, y, angle), under=int(rng.integers(0, 11)))]
    if rng.random() < 0.3:
        cards.append(LaidCard(None, Pose(x + 0.3, y + 0.2, angle + float(rng.normal(0, 0.3)))))
    return LaidPile("played", PileKind.LOOSE, True, (), tuple(cards))


def _sorted(rng: np.random.Generator, faces: tuple[Face, ...]) -> tuple[Face, ...]:
    return tuple(sorted(faces, key=FACES.index)) if rng.random() < 0.5 else faces


def _lines(rng: np.random.Generator, faces: tuple[Face, ...], style: Style, most: int) -> tuple[LaidCard, ...]:
    """Lay cards in rows of at most ``most``, each row beneath the last or upon its lower half."""
    drop = style.aspect * float(rng.uniform(0.5, 1.15))
    laid: list[LaidCard] = []
    for line in range(0, len(faces), most):
        start = float(rng.normal(0, 0.2))
        laid += row(rng, faces[line : line + most], start, drop * (line // most), style)
    return tuple(laid)
