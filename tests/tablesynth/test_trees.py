"""The forests' recipe: grown from examples, written as ONNX, opened by their card."""

from pathlib import Path

import numpy as np
import pytest

for extra in ("torch", "sklearn", "skl2onnx"):
    pytest.importorskip(extra, reason="needs the train extra")

from tablesynth.nets.export import Card, write_card  # noqa: E402
from tablesynth.nets.pairs import judge_without  # noqa: E402
from tablesynth.nets.trees import Examples, export_trees  # noqa: E402

from vision.model_files import models_folder, open_model  # noqa: E402
from vision.nets import OnnxTrees  # noqa: E402
from vision.pairs import PAIR_FEATURES  # noqa: E402
from vision.presence import FEATURES  # noqa: E402


def test_what_trees_learnt_they_tell_once_they_are_written(tmp_path: Path) -> None:
    features = np.random.default_rng(1).normal(size=(400, len(FEATURES))).astype(np.float32)
    truths = features[:, 3] > 0
    export_trees((features, truths), tmp_path / "presence.onnx")
    write_card("presence", tmp_path / "presence.onnx", Card("x", "x", "none", "x", 34, 1.0, {}))
    chances = OnnxTrees(open_model("presence", tmp_path), FEATURES).chances(features)
    assert chances.shape == (400,)
    assert ((chances > 0.5) == truths).mean() > 0.95


def test_examples_of_one_kind_grow_no_trees(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"pairs\.onnx: no trees .* from 5 examples of one kind"):
        export_trees((np.zeros((5, 3), np.float32), np.ones(5, np.bool_)), tmp_path / "pairs.onnx")


def test_what_pairs_the_corners_of_a_folder_learnt_from_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    features = np.random.default_rng(2).normal(size=(300, len(PAIR_FEATURES))).astype(np.float32)

    def examples_of(folder: Path, *_: object) -> Examples:
        # In every folder another number tells which two corners are of one card.
        return features, features[:, ("first", "second", "third").index(folder.name)] > 0

    monkeypatch.setattr("tablesynth.nets.pairs.examples_of", examples_of)
    folders = [Path("first"), Path("second")]
    for held_out, told_by in ((folders[0], 1), (folders[1], 0)):
        judge = judge_without(held_out, folders, models_folder())
        right = (judge.trees.chances(features) > 0.5) == (features[:, told_by] > 0)
        assert right.mean() > 0.95
        assert judge.net.crop_px == (96, 128)
