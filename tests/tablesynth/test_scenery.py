"""Photos of the world: without any card, and beyond a table."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from tablesynth.__main__ import main
from tablesynth.assets import packaged_pictures, picture, pictures
from tablesynth.labels import load_scene, scene_files
from tablesynth.photograph import Habits
from tablesynth.scene import Order, render_scene
from tablesynth.things.scenery import LARGEST, SMALLEST, render_scenery

PACKAGES = {"city": "train", "islands": "val"}
"""Two packages by name, and the split that may use each."""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the cache hold a few pictures of each package, all of one colour: green, and blue."""
    monkeypatch.setenv("HANDFOOT_CACHE", str(tmp_path / "cache"))
    for number, name in enumerate(PACKAGES):
        folder = tmp_path / "cache" / "scenery" / name
        folder.mkdir(parents=True)
        colour = np.zeros((300, 400, 3), np.uint8)
        colour[..., 1 - number] = 200
        for view in range(4):
            cv2.imwrite(str(folder / f"{view}.png"), colour)
    for cached in (pictures, packaged_pictures, picture):
        cached.cache_clear()
    yield
    for cached in (pictures, packaged_pictures, picture):
        cached.cache_clear()


def shares(photo: bytes) -> NDArray[np.float64]:
    """Return how much of a photo's light is blue, green and red."""
    light = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR).reshape(-1, 3).mean(axis=0)
    return np.asarray(light / light.sum(), np.float64)


@pytest.mark.parametrize(("split", "channel"), [("train", 1), ("val", 0)])
def test_a_package_of_pictures_is_shown_to_one_split_alone(split: str, channel: int) -> None:
    for number in range(6):
        data, scene = render_scenery(split, 1, number)
        assert shares(data).argmax() == channel
        assert scene.cards == ()
        assert SMALLEST <= max(scene.width, scene.height) <= LARGEST
        assert render_scenery(split, 1, number) == (data, scene)


def test_the_command_writes_photos_labelled_as_without_cards(tmp_path: Path) -> None:
    words = ["scenery", "--split", "val", "--count", "3", "--out", str(tmp_path / "out")]
    assert main(words) == 0
    files = scene_files(tmp_path / "out")
    assert [load_scene(file).cards for file in files] == [()] * 3
    assert all(file.with_suffix(".jpg").is_file() for file in files)


def test_without_scenery_one_line_says_how_to_get_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["scenery", "--split", "test", "--count", "1", "--out", str(tmp_path / "out")])
    assert left.value.code == 2
    assert (
        "no scenery of the test split is there: python -m tablesynth.decks.fetch brings it" in capsys.readouterr().err
    )


def test_cards_lie_amid_scenery_where_that_is_asked_for_and_nothing_else_changes() -> None:
    usual = Order("train", 3, ("closeup",), (480, 360))
    amid = Order("train", 3, ("closeup",), (480, 360), habits=Habits(scenery=1.0))
    green = [shares(render_scene(order, 1)[0])[1] for order in (usual, amid)]
    assert green[1] > green[0]
    assert len(render_scene(amid, 1)[1].cards) > 0
