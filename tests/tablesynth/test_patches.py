"""What the reader learns from: a joker's mark is told whole and by its pieces, a suitless wild's value by its foot."""

from dataclasses import replace

import numpy as np
import pytest
from tablesynth.labels import CardLabel, IndexLabel, Scene
from tablesynth.nets.patches import EITHER_WILD, KEPT_PX, NONE_FACE, cut_scene, found_in_scene

from scorer.faces import FACES, Face
from vision.corners import CornerKind, Corners, Image, Ink

TRADITIONAL, SUITLESS = "proc-train-00001", "rema-train-00001"


def scene_of(deck: str, face: Face, size: tuple[float, float]) -> Scene:
    """Return a photo of one card whose index, of a width and height in px, stands in its top left corner."""
    left, top = 100.0, 100.0
    quad = ((left, top), (left + 200, top), (left + 200, top + 280), (left, top + 280))
    box = (left + 10, top + 10, left + 10 + size[0], top + 10 + size[1])
    kind = CornerKind.JOKER if face in (Face.WILD_20, Face.WILD_50) else CornerKind.INDEX
    index = IndexLabel(kind, 0, box, quad, 1.0, 0.0)
    card = CardLabel(face, None, Ink.BLACK, deck, quad, 0, 0, 1.0, (index,))
    return Scene("a.jpg", 500, 500, "fan", 1, "train", (card,))


@pytest.mark.parametrize(
    ("deck", "face", "size", "cut"),
    [
        (TRADITIONAL, Face.WILD_50, (120, 30), 3),
        (TRADITIONAL, Face.WILD_50, (24, 110), 3),
        (TRADITIONAL, Face.WILD_50, (40, 30), 1),
        (TRADITIONAL, Face.KING, (20, 50), 1),
        (SUITLESS, Face.WILD_50, (120, 30), 1),
    ],
)
def test_only_long_marks_of_jokers_are_cut_in_pieces_too(
    deck: str, face: Face, size: tuple[float, float], cut: int
) -> None:
    image = np.full((500, 500, 3), 128, np.uint8)
    patches = cut_scene(scene_of(deck, face, size), image, np.random.default_rng(1))
    shown = patches.faces[patches.faces != NONE_FACE]
    assert shown.tolist() == [FACES.index(face)] * cut
    assert patches.images.shape[1:] == (KEPT_PX, KEPT_PX, 3)


def wild_with(value_visible: float, rank_visible: float = 0.6) -> Scene:
    """Return a photo of a suitless wild whose mark is a column with its value at the foot, so much of it in view."""
    scene = scene_of(SUITLESS, Face.WILD_20, (24, 110))
    (index,) = scene.cards[0].indices
    x1, _, x2, y2 = index.box
    value = (x1, y2 - 24, x2, y2) if value_visible else None
    shown = replace(index, rank_visible=rank_visible, value_visible=value_visible, value_box=value)
    return replace(scene, cards=(replace(scene.cards[0], indices=(shown,)),))


def test_a_suitless_wild_is_cut_at_its_value_as_well() -> None:
    image = np.full((500, 500, 3), 128, np.uint8)
    image[196:220, 110:134] = 255
    patches = cut_scene(wild_with(1.0), image, np.random.default_rng(1))
    whole, value = patches.images[patches.faces == FACES.index(Face.WILD_20)]
    middle = slice(KEPT_PX // 2 - 8, KEPT_PX // 2 + 8)
    assert whole[middle, middle].max() == 128
    assert value[middle, middle].min() == 255


@pytest.mark.parametrize(
    ("rank_visible", "value_visible", "faces"), [(0.6, 0.0, [EITHER_WILD]), (0.6, 0.4, []), (0.1, 0.0, [])]
)
def test_a_wild_whose_value_is_covered_may_be_either(
    rank_visible: float, value_visible: float, faces: list[int]
) -> None:
    image = np.full((500, 500, 3), 128, np.uint8)
    patches = cut_scene(wild_with(value_visible, rank_visible), image, np.random.default_rng(1))
    assert patches.faces[patches.faces != NONE_FACE].tolist() == faces


class FinderOf:
    """Finds one mark in a photo that is as large as the net likes it."""

    best_index_px = 34.0

    def __init__(self, box: tuple[float, float, float, float]) -> None:
        """Keep the box, px of the photo."""
        self._box = box

    def find(self, image: Image) -> Corners:
        """Return the mark, wherever it lies in a photo of this scale."""
        scale = image.shape[1] / 500
        quads = np.array([[[100, 100], [300, 100], [300, 380], [100, 380]]], np.float32) * scale
        box = np.array([self._box], np.float32) * scale
        return Corners(box, quads, np.array([0.9], np.float32), np.array([CornerKind.JOKER], np.int64))


@pytest.mark.parametrize(
    ("box", "face"),
    [((110, 110, 134, 220), FACES.index(Face.WILD_20)), ((110, 110, 134, 168), EITHER_WILD)],
)
def test_what_the_finder_saw_of_a_wild_without_its_value_may_be_either(
    box: tuple[float, float, float, float], face: int
) -> None:
    image = np.full((500, 500, 3), 128, np.uint8)
    patches = found_in_scene(wild_with(1.0), image, FinderOf(box))
    assert patches.faces.tolist() == [face]


def test_a_piece_shows_the_mark_s_beginning_or_its_end() -> None:
    # The word's left half is white, its right half black, on grey.
    image = np.full((500, 500, 3), 128, np.uint8)
    image[110:140, 110:170], image[110:140, 170:230] = 255, 0
    rng = np.random.default_rng(1)
    whole, first, last = cut_scene(scene_of(TRADITIONAL, Face.WILD_50, (120, 30)), image, rng).images[:3]
    middle = slice(KEPT_PX // 2 - 2, KEPT_PX // 2 + 2)
    light, dark = first[middle, middle].mean(), last[middle, middle].mean()
    assert light > 250 and dark < 5 and dark < whole[middle, middle].mean() < light
