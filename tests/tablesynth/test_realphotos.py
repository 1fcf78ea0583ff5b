"""Hand labels of real photos put right: what is wrong is replaced, what is missing comes last, the rest stays."""

import tomllib
from importlib import resources
from itertools import chain
from pathlib import Path

import pytest
from tablesynth.realphotos import IndexBox, RealClass, amended, indices_of, photos_of, read_yolo, split_of

PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "photos"

BOX = (0.1, 0.2, 0.15, 0.3)
AMENDMENTS = tomllib.loads(resources.files("tablesynth").joinpath("amended.toml").read_text(encoding="utf-8"))["photo"]


def labels(*kinds: RealClass) -> tuple[IndexBox, ...]:
    return tuple(IndexBox(kind, BOX) for kind in kinds)


def test_a_photo_that_nothing_is_known_of_keeps_its_labels() -> None:
    given = labels(RealClass.ACE, RealClass.TWO)
    assert amended(given, "dev_win", "never taken") == given


@pytest.mark.parametrize("photo", AMENDMENTS, ids=lambda photo: photo["stem"])
def test_an_amendment_changes_what_it_names_and_nothing_else(photo: dict) -> None:
    lines = {int(line) for line in photo.get("read_as", {})}
    given = labels(*[RealClass.BACK] * max(lines, default=2))
    now = amended(given, photo["set"], photo["stem"])
    changed = {number for number, (old, new) in enumerate(zip(given, now, strict=False), start=1) if old != new}
    assert changed == lines
    assert [label.box for label in now[: len(given)]] == [label.box for label in given]
    added = now[len(given) :]
    assert len(added) == len(photo.get("added", ())) and (added or lines)
    for label in added:
        x1, y1, x2, y2 = label.box
        assert 0 <= x1 < x2 <= 1 and 0 <= y1 < y2 <= 1
        assert label.faces


def test_photos_are_amended_once_and_of_one_set_alone_those_to_train_on() -> None:
    named = [(photo["set"], photo["stem"]) for photo in AMENDMENTS]
    assert len(set(named)) == len(named)
    assert {folder for folder, stem in named if split_of(folder, stem) == "train"} == {"dev_blackdeck"}


def test_a_photo_is_learnt_from_with_its_labels_put_right(tmp_path: Path) -> None:
    for folder, suffix, text in (("images", "jpg", ""), ("labels", "txt", "11 0.3 0.3 0.1 0.2\n11 0.8 0.8 0.1 0.2\n")):
        path = tmp_path / "dev_blackdeck" / folder / f"IMG_7768_JPG.{suffix}"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    (photo,) = photos_of(tmp_path / "dev_blackdeck")
    assert [index.kind for index in read_yolo(photo.labels)] == [RealClass.QUEEN] * 2
    assert [index.kind for index in indices_of(photo)] == [RealClass.ACE] * 2


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the real photos are not here")
def test_amended_labels_are_those_of_photos_that_are_there() -> None:
    folders = {photo["set"] for photo in AMENDMENTS}
    there = {(photo.folder, photo.path.stem): photo for photo in chain(*(photos_of(PHOTOS / one) for one in folders))}
    for photo in AMENDMENTS:
        own = read_yolo(there[photo["set"], photo["stem"]].labels)
        assert all(1 <= int(line) <= len(own) for line in photo.get("read_as", {}))
        for line, index in photo.get("read_as", {}).items():
            assert own[int(line) - 1].kind.value != index


def test_the_split_is_the_same_from_within_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "shots"
    for part, suffix in (("images", "jpg"), ("labels", "txt")):
        (folder / part).mkdir(parents=True)
        for number in range(12):
            (folder / part / f"photo{number}.{suffix}").touch()
    monkeypatch.chdir(folder)
    assert [photo.split for photo in photos_of(Path())] == [photo.split for photo in photos_of(folder)]
