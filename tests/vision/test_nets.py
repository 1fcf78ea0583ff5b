"""Raw predictions made corners, and model files that are refused in one line when they are not what they say."""

import hashlib
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from scorer.faces import FACES, Face
from tests.vision.factories import Corner, corners_of, index_box, quad_at
from vision.corners import CornerKind, Corners, join, no_corners
from vision.errors import ModelError
from vision.looks.suppression import suppress
from vision.model_files import ModelFile, models_folder, open_model
from vision.nets import OnnxFinder, OnnxReader, finder_input
from vision.nets import corners_of as corners_of_raw


def raw_row(x: float, kind: CornerKind, score: float) -> np.ndarray:
    quad = quad_at(x, 200)
    scores = np.zeros(3)
    scores[kind] = score
    return np.concatenate([index_box(quad), scores, quad.reshape(-1)]).astype(np.float32)


def test_raw_rows_become_corners_above_the_threshold() -> None:
    raw = np.stack(
        [raw_row(100, CornerKind.INDEX, 0.9), raw_row(300, CornerKind.BACK, 0.4), raw_row(500, CornerKind.JOKER, 0.1)]
    )
    corners = corners_of_raw(raw, 0.25)
    assert list(corners.kinds) == [CornerKind.INDEX, CornerKind.BACK]
    assert corners.quads[0] == pytest.approx(quad_at(100, 200))
    assert corners.scores == pytest.approx([0.9, 0.4])


def test_rows_for_one_index_become_one_corner_the_best() -> None:
    raw = np.stack([raw_row(100 + i, CornerKind.INDEX, 0.5 + 0.1 * i) for i in range(4)])
    corners = corners_of_raw(raw, 0.25)
    assert corners.scores == pytest.approx([0.8])


@pytest.mark.parametrize("degrees", [0, 30, 45, 90])
def test_neighbours_a_tenth_of_a_card_apart_are_not_suppressed(degrees: float) -> None:
    step = 10 * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    fan = corners_of(*(Corner(Face.KING, quad_at(*(np.array([300, 300]) + i * step), degrees)) for i in range(8)))
    assert len(suppress(fan)) == 8


def test_what_another_pass_finds_shifted_is_the_index_that_the_first_found() -> None:
    pair = corners_of(*(Corner(Face.KING, quad_at(x, 300, 90)) for x in (300, 311)))
    assert len(suppress(pair, scales=np.array([1.0, 1.0]))) == 2
    assert len(suppress(pair, scales=np.array([1.0, 0.7]))) == 1


def test_one_index_found_with_and_without_its_pip_is_one() -> None:
    whole = corners_of(Corner(Face.KING, quad_at(300, 300)))
    rank_only = Corners(
        whole.boxes - np.float32([0, 0, 0, 11]), whole.quads, whole.scores * np.float32(0.9), whole.kinds
    )
    assert len(suppress(join([whole, rank_only]))) == 1


def test_suppressing_nothing_gives_nothing() -> None:
    assert len(suppress(no_corners())) == 0
    assert len(no_corners().at(np.zeros(0, np.int64))) == 0


def test_the_finders_picture_is_rgb_padded_with_grey() -> None:
    image = np.zeros((40, 70, 3), np.uint8)
    image[..., 0] = 255
    picture = finder_input(image, 32)
    assert picture.shape == (1, 3, 64, 96)
    assert picture.dtype == np.float32
    assert picture[0, :, 0, 0] == pytest.approx([0, 0, 1])
    assert picture[0, :, -1, -1] == pytest.approx([114 / 255] * 3)


def write_model(folder: Path, name: str = "finder", weights: bytes = b"no net", **changes: str) -> None:
    lines = {
        "kind": f'"{name}"',
        "file": f'"{name}.onnx"',
        "sha256": f'"{hashlib.sha256(weights).hexdigest()}"',
        "classes": '["index", "joker", "back"]' if name == "finder" else str([str(face) for face in FACES] + ["NONE"]),
        "licence": '"AGPL-3.0-or-later"',
        "stride": "32",
        "best_index_px": "34",
        "patch_px": "48",
        **changes,
    }
    (folder / f"{name}.onnx").write_bytes(weights)
    (folder / f"{name}.toml").write_text(
        "\n".join(f"{key} = {value}" for key, value in lines.items()), encoding="utf-8"
    )


def test_a_model_is_opened_with_its_card(tmp_path: Path) -> None:
    write_model(tmp_path, best_index_px="30")
    model = open_model("finder", tmp_path)
    assert model.weights == b"no net"
    assert model.card.best_index_px == 30


BROKEN = {
    "wrong hash": ({"sha256": f'"{"0" * 64}"'}, "its card says 000000000000"),
    "no hash": ({"sha256": '"none"'}, "'sha256' is wrong"),
    "other kind": ({"kind": '"reader"'}, "describes a reader, not a finder"),
    "no toml": ({"kind": "finder"}, "is no TOML"),
    "file elsewhere": ({"file": '"../finder.onnx"'}, "'file' is wrong"),
    "file missing": ({"file": '"another.onnx"'}, "weights cannot be read"),
}


@pytest.mark.parametrize(("changes", "reason"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_model_is_refused_in_one_line(tmp_path: Path, changes: dict[str, str], reason: str) -> None:
    write_model(tmp_path, **changes)
    with pytest.raises(ModelError) as refused:
        open_model("finder", tmp_path)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("name", "size"), [("finder", "stride"), ("finder", "best_index_px"), ("reader", "patch_px")])
def test_a_card_that_does_not_say_what_its_net_takes_is_refused(tmp_path: Path, name: str, size: str) -> None:
    write_model(tmp_path, name)
    card = tmp_path / f"{name}.toml"
    lines = card.read_text(encoding="utf-8").splitlines()
    card.write_text("\n".join(line for line in lines if not line.startswith(size)), encoding="utf-8")
    with pytest.raises(ModelError, match=f"the model card is wrong .*{size} is missing"):
        open_model(name, tmp_path)


def test_a_missing_card_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"finder\.toml: the model card cannot be read"):
        open_model("finder", tmp_path)


@pytest.mark.parametrize(("name", "net"), [("finder", OnnxFinder), ("reader", OnnxReader)])
def test_weights_that_are_no_net_are_refused(tmp_path: Path, name: str, net: type[OnnxFinder | OnnxReader]) -> None:
    write_model(tmp_path, name)
    with pytest.raises(ModelError, match="is no usable ONNX net"):
        net(open_model(name, tmp_path))


def test_a_finder_of_other_classes_is_refused(tmp_path: Path) -> None:
    write_model(tmp_path, classes='["card"]')
    with pytest.raises(ModelError, match="finds card, not index, joker, back"):
        OnnxFinder(open_model("finder", tmp_path))


def shipped(name: str) -> ModelFile:
    if not (models_folder() / f"{name}.toml").is_file():
        pytest.skip(f"no {name} in models/")
    return open_model(name)


def test_the_shipped_finder_finds_nothing_in_an_empty_picture() -> None:
    finder = OnnxFinder(shipped("finder"), threads=1)
    assert len(finder.find(np.full((200, 333, 3), 90, np.uint8))) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems bind no process to processors")
def test_a_net_takes_a_thread_for_each_processor_that_its_process_may_run_on() -> None:
    allowed = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(allowed)})
        net = OnnxReader(shipped("reader"))
    finally:
        os.sched_setaffinity(0, allowed)
    assert net._session.get_session_options().intra_op_num_threads == 1


@pytest.mark.parametrize("count", [0, 1, 130])
def test_the_shipped_reader_answers_for_every_patch_in_probabilities(count: int) -> None:
    reader = OnnxReader(shipped("reader"), threads=1)
    patches = np.random.default_rng(3).integers(0, 255, (count, reader.patch_px, reader.patch_px, 3), np.uint8)
    readings = reader.read(patches)
    assert len(readings) == count
    for shares in (readings.faces, readings.suits, readings.inks):
        assert shares.sum(axis=1) == pytest.approx(np.ones(count), abs=1e-3)
