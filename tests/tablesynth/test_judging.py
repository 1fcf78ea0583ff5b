"""How finders are judged on rendered scenes. Skipped where the ``train`` extra is missing."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.faces import Face

pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("ultralytics", reason="needs the train extra")

from tablesynth.labels import CardLabel, IndexLabel, Scene, save_scene
from tablesynth.nets.judge import Found, finds_in

from vision.corners import CornerKind, Corners, Ink, no_corners

QUAD = ((90.0, 90.0), (190.0, 90.0), (190.0, 240.0), (90.0, 240.0))
SEVEN, BACK = (100.0, 100.0, 120.0, 134.0), (300.0, 100.0, 320.0, 134.0)


@dataclass(frozen=True)
class FindsBoth:
    """A finder that finds the seven and the back, from however far off, and takes each for an index.

    In a part of the photo it finds nothing.
    """

    best_index_px = 30.0

    def find(self, image: np.ndarray) -> Corners:
        height, width = image.shape[:2]
        if abs(width / height - 640 / 480) > 0.02:
            return no_corners()
        scale = width / 640
        boxes, quads = np.array([SEVEN, BACK], np.float32) * scale, np.array([QUAD, QUAD], np.float32) * scale
        return Corners(boxes, quads, np.array([0.9, 0.8], np.float32), np.array([0, 0]))


def a_folder_with_a_seven_and_a_back(folder: Path) -> Path:
    cards = tuple(
        CardLabel(
            face,
            None,
            Ink.BLACK,
            "d",
            QUAD,
            0,
            0,
            1.0,
            (IndexLabel(kind, 0, box, QUAD, rank_visible=1.0, pip_visible=0.0),),
        )
        for face, kind, box in ((Face("7"), CornerKind.INDEX, SEVEN), (None, CornerKind.BACK, BACK))
    )
    cv2.imwrite(str(folder / "0.png"), np.full((480, 640, 3), 90, np.uint8))
    save_scene(Scene("0.png", 640, 480, "loose", 1, "val", cards), folder / "0.json")
    return folder


def test_a_back_taken_for_an_index_is_wrong_unless_the_finder_tells_no_backs(tmp_path: Path) -> None:
    scenes = a_folder_with_a_seven_and_a_back(tmp_path)
    told = finds_in(FindsBoth(), scenes)
    assert (told.asked, told.right.tolist()) == (1, [True, False])
    untold = finds_in(FindsBoth(), scenes, backs_told=False)
    assert (untold.asked, untold.right.tolist()) == (1, [True])


def test_average_precision_asks_for_right_finds_first_and_for_all_of_them() -> None:
    none = np.empty(0, np.float32)
    scores = np.array([0.9, 0.5], np.float32)
    assert Found(scores, np.array([True, True]), 2, none).average_precision == 1.0
    assert Found(scores, np.array([True, False]), 2, none).average_precision == 0.5
    assert Found(scores, np.array([False, True]), 2, none).average_precision == 0.25
    assert Found(none, np.empty(0, np.bool_), 2, none).average_precision == 0.0
