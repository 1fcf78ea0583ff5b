"""What is mined from a finder's mistakes, and which cards seen are there. Skipped without the ``train`` extra."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("ultralytics", reason="needs the train extra")

from tablesynth.nets.crops import Labelled, cut_crop
from tablesynth.nets.hard import hard_boxes, mined
from tablesynth.nets.sights import Judged, are_there, kept_photos, real_photos
from tablesynth.realphotos import RealClass, split_of
from tablesynth.scene import Order, render_scene

from handfoot.evaluation.perfect import perfect_cards
from scorer.faces import Face
from tests.vision.factories import Corner, corners_of, quad_at, readings_of
from vision.corners import Corners, Image, Readings
from vision.joining.besides import BESIDES
from vision.joining.presence import TOLD, Looks, Sight, looks_of
from vision.photos.frames import Frame

QUAD = np.array([[195, 95], [395, 95], [395, 375], [195, 375]], np.float32)
BOX = np.array([200, 100, 225, 140], np.float32)
ELSEWHERE = np.array([40, 300, 70, 340], np.float32)


class Finds:
    """A finder that finds what it is told, turned by so many quarters, in its first look: that at the whole photo."""

    best_index_px = 34.0

    def __init__(self, *boxes: np.ndarray, quarters: int = 0) -> None:
        n = len(boxes)
        quads = np.stack([np.roll(QUAD, quarters, axis=0)] * n) if n else np.zeros((0, 4, 2), np.float32)
        self.found = Corners(
            np.array(boxes, np.float32).reshape(-1, 4), quads, np.full(n, 0.9, np.float32), np.zeros(n, np.int64)
        )
        self.looks = 0

    def find(self, image: Image) -> Corners:
        self.looks += 1
        return self.found if self.looks == 1 else self.found.at(np.empty(0, np.int64))


@pytest.fixture
def picture(tmp_path: Path) -> Labelled:
    path = tmp_path / "one.jpg"
    cv2.imwrite(str(path), np.full((400, 500, 3), 90, np.uint8))
    return Labelled(path, BOX[None], QUAD[None], np.array([0]), np.array([True]), np.array([False]))


def test_what_is_found_rightly_is_not_hard(picture: Labelled) -> None:
    assert len(hard_boxes(picture, Finds(BOX))) == 0


@pytest.mark.parametrize(
    ("finder", "hard"),
    [(Finds(), [BOX]), (Finds(BOX, quarters=1), [BOX]), (Finds(BOX, ELSEWHERE), [ELSEWHERE])],
    ids=["missed", "the wrong way up", "invented"],
)
def test_mistakes_are_hard(picture: Labelled, finder: Finds, hard: list[np.ndarray]) -> None:
    assert hard_boxes(picture, finder).tolist() == [box.tolist() for box in hard]


def test_what_need_not_be_found_is_not_missed(picture: Labelled) -> None:
    assert len(hard_boxes(replace(picture, ignored=np.array([True])), Finds())) == 0


def test_mining_is_done_once(picture: Labelled, tmp_path: Path) -> None:
    finder = Finds()
    (first,) = mined([picture], finder, tmp_path / "hard.npz")
    looks = finder.looks
    (again,) = mined([picture], finder, tmp_path / "hard.npz")
    assert first.hard.tolist() == again.hard.tolist() == [BOX.tolist()]
    assert finder.looks == looks > 0


def test_crops_dwell_on_what_is_hard(picture: Labelled) -> None:
    image = np.full((400, 500, 3), 90, np.uint8)
    image[300:340, 40:70] = 255
    hard = replace(picture, hard=ELSEWHERE[None])

    def shows(labels: Labelled) -> int:
        rng = np.random.default_rng(3)
        return sum(bool((cut_crop(image, labels, 64, rng).image > 200).mean() > 0.02) for _ in range(200))

    assert shows(hard) > shows(picture) + 20


def test_each_card_of_a_scene_is_there_once() -> None:
    scene = render_scene(Order("val", 1), 0)[1]
    shown = tuple(card for card in perfect_cards(scene) if card.face is not None)
    assert are_there(shown, scene).all()
    assert are_there((*shown, shown[0]), scene).sum() == len(shown)


class Looks:
    """A reader that sees the same corners in every photo."""

    def __init__(self, *corners: Corner) -> None:
        self.corners = corners

    def look(self, frame: Frame) -> tuple[Corners, Readings, Looks]:
        corners = corners_of(*self.corners)
        return corners, readings_of(*self.corners), looks_of(corners)


def test_on_real_photos_a_card_is_there_if_it_alone_of_its_face_lies_on_such_a_label(tmp_path: Path) -> None:
    stem = next(stem for stem in map(str, range(100)) if split_of("dev_single", stem) == "train")
    folder = tmp_path / "dev_single"
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True)
    cv2.imwrite(str(folder / "images" / f"{stem}.jpg"), np.full((1000, 1000, 3), 90, np.uint8))
    king, queen, jack, other_jack, three = (quad_at(150 + 170 * place, 300) for place in range(5))
    labelled = {RealClass.KING: king, RealClass.JACK: jack, RealClass.THREE: three, RealClass.ACE: queen}
    lines = []
    for kind, quad in labelled.items():
        x1, y1, x2, y2 = corners_of(Corner(Face.KING, quad)).boxes[0] / 1000
        lines.append(f"{tuple(RealClass).index(kind)} {(x1 + x2) / 2} {(y1 + y2) / 2} {x2 - x1} {y2 - y1}")
    (folder / "labels" / f"{stem}.txt").write_text("\n".join(lines), encoding="utf-8")
    seen = Looks(
        Corner(Face.KING, king, score=0.81),
        Corner(Face.QUEEN, queen),
        Corner(Face.JACK, jack),
        Corner(Face.JACK, other_jack),
        Corner(Face.RED_THREE, three, score=0.82),
    )
    (photo,) = real_photos([folder], seen)  # type: ignore[arg-type]
    assert photo.there.tolist() == photo.known.tolist()
    scores = np.expm1(photo.sight.cards[photo.known, TOLD.index("score")])
    assert sorted(scores) == pytest.approx([0.81, 0.82])


def test_photos_that_were_looked_at_are_kept_as_they_were(tmp_path: Path) -> None:
    def looked() -> Iterator[Judged]:
        for count in (2, 0, 3):
            rng = np.random.default_rng(count)
            sight = Sight(
                rng.random((count, len(TOLD)), np.float32), rng.random((count, count, len(BESIDES)), np.float32)
            )
            yield Judged(sight, rng.random(count) < 0.5, rng.random(count) < 0.5)

    first = kept_photos(tmp_path / "seen.npz", looked())
    again = kept_photos(tmp_path / "seen.npz", ())
    assert [len(photo.there) for photo in again] == [2, 3]
    for photo, kept, true in zip(first, again, (photo for photo in looked() if len(photo.there)), strict=True):
        assert (photo.sight.cards == kept.sight.cards).all()
        assert kept.sight.cards == pytest.approx(true.sight.cards)
        assert kept.sight.besides == pytest.approx(true.sight.besides, abs=1e-3)
        assert (kept.there.tolist(), kept.known.tolist()) == (true.there.tolist(), true.known.tolist())
