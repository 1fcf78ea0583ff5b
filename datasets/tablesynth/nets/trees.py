"""Forests of small trees, grown from what the nets see in tables whose truth is known, and written as ONNX."""

import argparse
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablesynth.nets.export import Card, write_card
from tablesynth.nets.provenance import command, commit
from vision.model_files import open_model
from vision.nets import OnnxTrees
from vision.read import BEST_INDEX_PX

log = logging.getLogger(__name__)

TREES, DEPTH, RATE = 200, 5, 0.05
FEWEST, ROWS, TRIED = 8, 0.5, 8
"""Of each tree: the fewest examples in a leaf, the share of all that it is grown from, the features a split tries."""

Examples = tuple[NDArray[np.float32], NDArray[np.bool_]]
"""(N, F) features, and which of the N are so."""


def make_trees(
    kind: str,
    features: tuple[str, ...],
    models: Path,
    examples_of: Callable[[Path], Examples],
    figures_of: Callable[[Examples, NDArray[np.float32]], dict[str, float]],
    fit: Sequence[Path],
    judge: Path,
) -> None:
    """Grow trees from the examples in some folders, judge them on another's, and write them and their card."""
    examples = joined([examples_of(folder) for folder in fit])
    model = models / f"{kind}.onnx"
    export_trees(examples, model)
    named = ", ".join(folder.name for folder in fit)
    data = f"What the nets beside it see in {named}, rendered. Judged on {judge.name}."
    card = Card(command("tablesynth.nets"), commit(), "none", data, BEST_INDEX_PX, 1.0, {})
    # The card is what the trees are opened by, so it stands before the figures are known.
    write_card(kind, model, card)
    judged = examples_of(judge)
    figures = figures_of(judged, OnnxTrees(open_model(kind, models), features).chances(judged[0]))
    write_card(kind, model, replace(card, figures=figures))
    log.info("%s: %s", kind, figures)


def make_alone(module: str, make: Callable[[Path, Sequence[Path], Path], None]) -> None:
    """Run ``python -m MODULE``, which makes one kind of trees alone.

    make: takes the folders of the models, to learn from, and to judge by.
    """
    told = "Make these trees alone, as after a change of what they weigh."
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=told)
    parser.add_argument("--models", type=Path, default=Path("models"), help="where the nets are and the trees go")
    parser.add_argument("--fit", type=Path, nargs="+", required=True, metavar="FOLDER", help="tables to learn from")
    parser.add_argument("--judge", type=Path, required=True, metavar="FOLDER", help="tables to judge by")
    asked = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    make(asked.models, asked.fit, asked.judge)


def joined(parts: Sequence[Examples]) -> Examples:
    """Return all examples as one."""
    return np.concatenate([features for features, _ in parts]), np.concatenate([truths for _, truths in parts])


def area_under_curve(truths: NDArray[np.bool_], chances: NDArray[np.float32]) -> float:
    """Return how often what is so has a greater chance than what is not."""
    yes, no = chances[truths], chances[~truths]
    return float((np.greater.outer(yes, no) + np.equal.outer(yes, no) / 2).mean()) if len(yes) and len(no) else 1.0


def export_trees(examples: Examples, path: Path) -> None:
    """Grow the trees and write them as ONNX, what they weigh as ``features`` and what comes of it as ``chances``.

    Raises ValueError if all examples are so, or none.
    """
    # They come with the ``train`` extra, and nothing else here needs them.
    import onnx
    from skl2onnx import to_onnx
    from sklearn.ensemble import GradientBoostingClassifier

    trees = GradientBoostingClassifier(
        n_estimators=TREES,
        max_depth=DEPTH,
        learning_rate=RATE,
        min_samples_leaf=FEWEST,
        subsample=ROWS,
        max_features=TRIED,
        random_state=1,
    )
    features, truths = examples
    if len(np.unique(truths)) < 2:
        raise ValueError(f"{path}: no trees can be grown from {len(truths)} examples of one kind alone")
    trees.fit(features, truths)
    model = to_onnx(trees, features[:1], options={"zipmap": False}, target_opset={"": 17, "ai.onnx.ml": 3})
    path.parent.mkdir(parents=True, exist_ok=True)
    _rename(model.graph, {"X": "features", "probabilities": "chances"})
    onnx.save(model, str(path))


def _rename(graph: Any, names: dict[str, str]) -> None:  # noqa: ANN401
    """Give what enters and leaves an ONNX graph other names."""
    for value in (*graph.input, *graph.output):
        value.name = names.get(value.name, value.name)
    for node in graph.node:
        node.input[:] = [names.get(name, name) for name in node.input]
        node.output[:] = [names.get(name, name) for name in node.output]
