"""Sides laid on the printed mat, each seen by the same phone from straight above and at a slant, near and far."""

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import Face
from tablesynth.assets import SPLITS
from tablesynth.dealt.layouts import LaidPile, Style, bounds, moved, row
from tablesynth.dealt.rounds import PileKind, SideRound
from tablesynth.photo.camera import Camera, View, aim
from tablesynth.scene import POOL_LASTS, lay_side, style_of, write_photo
from tablesynth.shots import SetTable, own_cards, set_out, taken_by
from tablesynth.tables import PlannedTable, is_written, plan_table, write_truth
from tablesynth.things.clutter import Thing
from vision.mat.design import CELLS, HEIGHT_MM, MARKERS, QUIET_MM, WIDTH_MM, ZONES, Area, Zone, marker_cells

CARD_MM = 63.0
"""Width of the cards laid on the mat."""

PHOTO_PX = (2016, 1512)
FOCAL_PX = 0.72 * 4032
"""A phone's main camera has 12 megapixels that see 70 degrees across; this is the middle of its picture, where the mat
lies."""

MOST_LEFT = 14
OVER = (1.15, 1.6)
"""How many times as wide and as high as its zone what is played may lie: cards reach over a mat's edges."""

_PX_A_MM = 4
_GREY = 190


@dataclass(frozen=True)
class Stand:
    """How the phone is held over the mat. tilt: degrees from straight above; distance: mm to the cards' middle."""

    tilt: float
    distance: float


STANDS = {
    "above": Stand(0, 800),
    "slanted": Stand(45, 800),
    "above-far": Stand(0, 1500),
    "slanted-far": Stand(45, 1500),
}


def write_mat_tables(split: str, seed: int, number: int, folder: Path, *, bare: bool = False) -> None:
    """Write one table as seen from each stand, into ``folder / STAND / table-0001``, with its truth.

    A side has one photo, which shows what it played and what it has left. bare: the same without the mat.
    """
    if is_written(folder / list(STANDS)[-1] / _name(number)):
        return
    rng = np.random.default_rng((seed, SPLITS.index(split), number, 8))
    pool_rng = np.random.default_rng((seed, SPLITS.index(split), number // POOL_LASTS, 9))
    table, laid = _fitting_table(rng, split, pool_rng)
    scenes = [_set_out(rng, piles, table, split, bare=bare) for piles in laid]
    for place, (stand_name, stand) in enumerate(STANDS.items()):
        home = folder / stand_name / _name(number)
        light_rng = np.random.default_rng((seed, SPLITS.index(split), number, 10, place))
        for side, scene in zip(table.round.sides, scenes, strict=True):
            photo = taken_by(light_rng, scene, *_camera(light_rng, scene, stand))
            write_photo(light_rng, home / side.name / "played-1.jpg", photo, table.layout, seed, split)
        write_truth(table, home)


def mat_thing() -> Thing:
    """Return the printed mat as a thing to lie on a table."""
    image = np.full((round(HEIGHT_MM) * _PX_A_MM, round(WIDTH_MM) * _PX_A_MM, 4), 255, np.uint8)
    for zone, area in ZONES.items():
        _draw_zone(image, zone, area)
    for number, area in MARKERS.items():
        quiet = Area(area.left - QUIET_MM, area.top - QUIET_MM, area.right + QUIET_MM, area.bottom + QUIET_MM)
        _fill(image, quiet, 255)
        cell = (area.right - area.left) / CELLS
        for line, column in np.argwhere(marker_cells(number)):
            x, y = area.left + column * cell, area.top + line * cell
            _fill(image, Area(x, y, x + cell, y + cell), 0)
    return Thing(image, WIDTH_MM / CARD_MM)


def _fitting_table(
    rng: np.random.Generator, split: str, pool_rng: np.random.Generator
) -> tuple[PlannedTable, list[tuple[LaidPile, ...]]]:
    """Draw tables until one has only sides that fit the mat; returns it with each side's piles as they lie."""
    while True:
        table = plan_table(rng, split, pool_rng)
        table = replace(table, fanned=(False,) * len(table.fanned))
        sides = table.round.sides
        if any(len(side.left) > MOST_LEFT or not side.piles for side in sides):
            continue
        laid = [_lay(rng, side, table) for side in sides]
        if all(piles is not None for piles in laid):
            return table, [piles for piles in laid if piles is not None]


def _lay(rng: np.random.Generator, side: SideRound, table: PlannedTable) -> tuple[LaidPile, ...] | None:
    """Lay what a side played above the line, what it has left below; None where that is too much for the mat."""
    style = style_of(rng, table.decks, tight=False, neat=True)
    played = lay_side(rng, table.layout, side, style, table.decks)
    x1, y1, x2, y2 = bounds(tuple(card for pile in played for card in pile.laid), style.aspect)
    zone = ZONES[Zone.PLAYED]
    wide, high = (zone.right - zone.left) / CARD_MM, (zone.bottom - zone.top) / CARD_MM
    if x2 - x1 > OVER[0] * wide or y2 - y1 > OVER[1] * high:
        return None
    x = (wide - (x1 + x2)) / 2
    y = high - 0.08 - y2 if y2 - y1 > high else (high - (y1 + y2)) / 2
    up = tuple(replace(pile, laid=moved(pile.laid, x, y)) for pile in played)
    in_hand = (len(side.left) + 1) // 2
    down = (
        _left(rng, side.left[:in_hand], style, ZONES[Zone.HAND]),
        _left(rng, side.left[in_hand:], style, ZONES[Zone.FOOT]),
    )
    return (*up, *(pile for pile in down if pile.cards))


def _left(rng: np.random.Generator, faces: tuple[Face, ...], style: Style, zone: Area) -> LaidPile:
    """Lay leftovers of Hand or Foot in their zone: one row, or two where that is too long."""
    wide = (zone.right - zone.left) / CARD_MM - 0.1
    most = max(int((wide - 1) / style.across) + 1, 1)
    lines = [faces[start : start + most] for start in range(0, len(faces), most)]
    cards = tuple(
        card for line, part in enumerate(lines) for card in row(rng, part, 0.0, 0.55 * style.aspect * line, style)
    )
    if not cards:
        return LaidPile("left", PileKind.LEFT, False, (), ())
    x1, y1, x2, y2 = bounds(cards, style.aspect)
    x = (zone.left + zone.right) / 2 / CARD_MM - (x1 + x2) / 2
    y = zone.top / CARD_MM + max(((zone.bottom - zone.top) / CARD_MM - (y2 - y1)) / 2, 0.05) - y1
    return LaidPile("left", PileKind.LEFT, False, faces, moved(cards, x, y))


def _set_out(
    rng: np.random.Generator, piles: tuple[LaidPile, ...], table: PlannedTable, split: str, *, bare: bool
) -> SetTable:
    owned = []
    start = 0
    for pile in piles:
        owned.append(own_cards(rng, pile.cards, table.decks, start, pile.top))
        start += len(pile.cards)
    scene = set_out(rng, piles, owned, table.decks, split)
    if bare:
        return scene
    middle = (WIDTH_MM / 2 / CARD_MM, HEIGHT_MM / 2 / CARD_MM)
    return replace(scene, things=((mat_thing(), middle, 0.0), *scene.things))


def _camera(rng: np.random.Generator, scene: SetTable, stand: Stand) -> tuple[Camera, float]:
    distance = stand.distance / CARD_MM
    view = View(
        float(rng.normal(0, 0.1)), np.deg2rad(stand.tilt), distance, float(np.clip(rng.normal(0, 0.01), -0.03, 0.03))
    )
    points = np.concatenate([card.corners for card in scene.placed])
    return aim(points, view, PHOTO_PX, FOCAL_PX, (0.0, 0.0)), FOCAL_PX / distance


def _draw_zone(image: NDArray[np.uint8], zone: Zone, area: Area) -> None:
    inset = 1.5
    low = (round((area.left + inset) * _PX_A_MM), round((area.top + inset) * _PX_A_MM))
    high = (round((area.right - inset) * _PX_A_MM), round((area.bottom - inset) * _PX_A_MM))
    cv2.rectangle(image, low, high, (_GREY,) * 3 + (255,), 2)
    text, scale = zone.value.upper(), 5.0 if zone is Zone.PLAYED else 3.8
    (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 2)
    at = ((low[0] + high[0] - wide) // 2, (low[1] + high[1] + tall) // 2)
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, (_GREY,) * 3 + (255,), 2, cv2.LINE_AA)


def _fill(image: NDArray[np.uint8], area: Area, grey: int) -> None:
    x1, y1, x2, y2 = (round(side * _PX_A_MM) for side in (area.left, area.top, area.right, area.bottom))
    image[max(y1, 0) : y2, max(x1, 0) : x2, :3] = grey


def _name(number: int) -> str:
    return f"table-{number:04d}"
