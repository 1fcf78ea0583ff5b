"""The forests' recipe: grown from examples, written as ONNX, opened by their card."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("ultralytics", reason="needs the train extra")
pytest.importorskip("sklearn", reason="needs the train extra")
pytest.importorskip("skl2onnx", reason="needs the train extra")

from tablesynth.nets.export import Card, write_card
from tablesynth.nets.trees import area_under_curve, export_trees

from vision.joining.pairs import PAIR_FEATURES
from vision.model_files import open_model
from vision.nets import OnnxTrees


def test_what_trees_learnt_they_tell_once_they_are_written(tmp_path: Path) -> None:
    features = np.random.default_rng(1).normal(size=(400, len(PAIR_FEATURES))).astype(np.float32)
    truths = features[:, 3] > 0
    export_trees((features, truths), tmp_path / "pairs.onnx")
    write_card("pairs", tmp_path / "pairs.onnx", Card("x", "x", "none", "x", 34, 1.0, {}))
    model = open_model("pairs", tmp_path)
    chances = OnnxTrees(model, PAIR_FEATURES).chances(features)
    assert chances.shape == (400,)
    assert ((chances > 0.5) == truths).mean() > 0.95
    assert "vision/joining/pairs.py" in str(model.card.model_extra)


def test_examples_of_one_kind_grow_no_trees(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"pairs\.onnx: no trees .* from 5 examples of one kind"):
        export_trees((np.zeros((5, 3), np.float32), np.ones(5, np.bool_)), tmp_path / "pairs.onnx")


@pytest.mark.parametrize("share", [0.0, 0.03, 0.5, 1.0])
def test_the_area_under_the_curve_is_how_often_what_is_so_is_the_likelier_with_ties_as_halves(share: float) -> None:
    rng = np.random.default_rng(2)
    chances = rng.integers(0, 20, 300).astype(np.float32) / 20
    truths = rng.random(300) < share
    yes, no = chances[truths], chances[~truths]
    ahead = [float(a > b) + float(a == b) / 2 for a in yes for b in no]
    assert area_under_curve(truths, chances) == (sum(ahead) / len(ahead) if ahead else 1.0)


def test_the_area_under_the_curve_of_a_large_forest_takes_little_room() -> None:
    rng = np.random.default_rng(3)
    truths = rng.random(400_000) < 0.5
    assert area_under_curve(truths, truths.astype(np.float32)) == 1.0
