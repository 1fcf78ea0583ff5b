"""What the reader learns from: a joker's mark is told whole and by its pieces, a suitless wild's value by its foot."""

import numpy as np
import pytest
from tablesynth.labels import CardLabel, IndexLabel, Scene
from tablesynth.nets.patches import KEPT_PX, NONE_FACE, cut_scene

from scorer.faces import FACES, Face
from vision.corners import CornerKind, Ink

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


def test_a_suitless_wild_s_column_is_cut_at_its_foot_as_well() -> None:
    image = np.full((500, 500, 3), 128, np.uint8)
    patches = cut_scene(scene_of(SUITLESS, Face.WILD_20, (24, 110)), image, np.random.default_rng(1))
    assert np.count_nonzero(patches.faces == FACES.index(Face.WILD_20)) > 1


def test_a_piece_shows_the_mark_s_beginning_or_its_end() -> None:
    # The word's left half is white, its right half black, on grey.
    image = np.full((500, 500, 3), 128, np.uint8)
    image[110:140, 110:170], image[110:140, 170:230] = 255, 0
    rng = np.random.default_rng(1)
    whole, first, last = cut_scene(scene_of(TRADITIONAL, Face.WILD_50, (120, 30)), image, rng).images[:3]
    middle = slice(KEPT_PX // 2 - 2, KEPT_PX // 2 + 2)
    light, dark = first[middle, middle].mean(), last[middle, middle].mean()
    assert light > 250 and dark < 5 and dark < whole[middle, middle].mean() < light
