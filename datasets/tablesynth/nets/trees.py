"""Forests of small trees, grown from examples and written as ONNX."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import onnx

TREES, DEPTH, RATE = 200, 5, 0.05
FEWEST, ROWS, TRIED = 8, 0.5, 8
"""Of each tree: the fewest examples in a leaf, the share of all that it is grown from, the features a split tries."""

Examples = tuple[NDArray[np.float32], NDArray[np.bool_]]
"""(N, F) features, and which of the N are so."""


def area_under_curve(truths: NDArray[np.bool_], chances: NDArray[np.float32]) -> float:
    """Return how often what is so has a greater chance than what is not, a tie as half; 1 where all are of a kind."""
    yes, no = int(truths.sum()), int((~truths).sum())
    if not yes or not no:
        return 1.0
    _, place, alike = np.unique(chances, return_inverse=True, return_counts=True)
    # The rank of each, the mean of those that tie.
    ranks = (np.cumsum(alike) - (alike - 1) / 2)[place]
    return float(ranks[truths].sum() - yes * (yes + 1) / 2) / (yes * no)


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


def _rename(graph: "onnx.GraphProto", names: dict[str, str]) -> None:
    """Give what enters and leaves an ONNX graph other names."""
    for value in (*graph.input, *graph.output):
        value.name = names.get(value.name, value.name)
    for node in graph.node:
        node.input[:] = [names.get(name, name) for name in node.input]
        node.output[:] = [names.get(name, name) for name in node.output]
