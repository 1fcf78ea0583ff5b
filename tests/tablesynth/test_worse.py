"""Labelled photos made worse."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from tablesynth.__main__ import main
from tablesynth.worse import WORSE

WHITE = np.full((120, 160, 3), 240, np.uint8)


def print_on_card() -> np.ndarray:
    picture = WHITE.copy()
    cv2.putText(picture, "10", (30, 90), cv2.FONT_HERSHEY_DUPLEX, 2.5, (20, 20, 200), 6, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("way", WORSE)
def test_each_way_changes_a_photo_and_leaves_what_a_person_can_read_where_it_is(way: str) -> None:
    as_it_is = print_on_card()
    kept = as_it_is.copy()
    worse = WORSE[way](as_it_is, np.random.default_rng(2))
    assert worse.shape == as_it_is.shape
    assert worse.dtype == np.uint8
    assert not np.array_equal(worse, as_it_is)
    assert np.array_equal(as_it_is, kept)
    ink = cv2.erode((as_it_is[..., 1] < 60).astype(np.uint8), np.ones((3, 3))) > 0
    card = as_it_is[..., 1] == 240
    assert ink.sum() > 200
    shades = worse.mean(axis=2)
    assert np.median(shades[card]) - np.median(shades[ink]) > 25
    assert np.array_equal(WORSE[way](as_it_is, np.random.default_rng(2)), worse)


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
    out, again = labelled.parent / "worse", labelled.parent / "again"
    for copy in (out, again):
        assert main(["worsen", str(labelled), "--way", "shadow", "--out", str(copy), "--seed", "3"]) == 0
    assert capsys.readouterr().out.endswith("2\n")
    assert (out / "labels" / "b.txt").read_text() == (labelled / "labels" / "b.txt").read_text()
    first, other, same = (
        cv2.imread(str(copy))
        for copy in (out / "images" / "a.png", out / "images" / "b.png", again / "images" / "a.png")
    )
    assert first.min() < 240
    assert not np.array_equal(first, other)
    assert np.array_equal(first, same)


def test_what_cannot_be_made_worse_is_refused_in_one_line(labelled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (labelled / "images" / "b.png").write_bytes(b"no picture")
    empty = labelled.parent / "empty"
    empty.mkdir()
    for folder, out, why in (
        (labelled, labelled.parent / "out", "b.png: not a JPEG, PNG, WebP or HEIC image"),
        (empty, labelled.parent / "out", "empty: no photo in it"),
        (labelled, labelled / "out", "the folder to copy"),
    ):
        assert main(["worsen", str(folder), "--way", "dark", "--out", str(out)]) == 2
        assert why in capsys.readouterr().err
