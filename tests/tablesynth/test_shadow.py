"""Hard shadows on photos that are labelled already."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from tablesynth.__main__ import main
from tablesynth.shadow import in_shadow

WHITE = np.full((120, 160, 3), 240, np.uint8)


def shades(seed: int) -> np.ndarray:
    return in_shadow(WHITE, np.random.default_rng(seed)).mean(axis=2) / 240


def test_a_shadow_takes_light_from_a_part_of_the_picture_and_leaves_what_a_person_can_read() -> None:
    shown = [shades(seed) for seed in range(60)]
    assert min(float(one.min()) for one in shown) > 0.1
    assert max(float(one.max()) for one in shown) <= 1
    in_part = [one for one in shown if one.min() < 0.8 and one.max() > 0.98]
    assert len(in_part) > len(shown) / 3


def test_the_same_draw_gives_the_same_shadow() -> None:
    assert np.array_equal(shades(4), shades(4))
    assert not np.array_equal(shades(4), shades(5))


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    (folder / "images").mkdir(parents=True)
    (folder / "labels").mkdir()
    for name in ("a", "b"):
        cv2.imwrite(str(folder / "images" / f"{name}.png"), WHITE)
        (folder / "labels" / f"{name}.txt").write_text("0 0.5 0.5 0.1 0.1\n")
    return folder


def test_a_folder_is_copied_with_its_labels_and_shadows_of_its_photos_own(
    labelled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, again = labelled.parent / "shaded", labelled.parent / "again"
    for copy in (out, again):
        assert main(["shade", str(labelled), "--out", str(copy), "--seed", "3"]) == 0
    assert capsys.readouterr().out.endswith("2\n")
    assert (out / "labels" / "b.txt").read_text() == (labelled / "labels" / "b.txt").read_text()
    first, other, same = (
        cv2.imread(str(copy))
        for copy in (out / "images" / "a.png", out / "images" / "b.png", again / "images" / "a.png")
    )
    assert first.min() < 240
    assert not np.array_equal(first, other)
    assert np.array_equal(first, same)


def test_what_cannot_be_shaded_is_refused_in_one_line(labelled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (labelled / "images" / "b.png").write_bytes(b"no picture")
    empty = labelled.parent / "empty"
    empty.mkdir()
    for folder, out, why in (
        (labelled, labelled.parent / "out", "b.png: not a JPEG, PNG, WebP or HEIC image"),
        (empty, labelled.parent / "out", "empty: no photo in it"),
        (labelled, labelled / "out", "the folder to copy"),
    ):
        assert main(["shade", str(folder), "--out", str(out)]) == 2
        assert why in capsys.readouterr().err
