"""The trees that tell how likely a card lies where corners were read: learnt from tables whose truth is known."""

import argparse
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablesynth.labels import CardLabel, Scene, load_scene
from tablesynth.nets.export import Card, write_card
from tablesynth.nets.patches import overlaps
from tablesynth.nets.provenance import command, commit
from vision.cards import merge_cards, possible_cards
from vision.frames import load_photo
from vision.model_files import open_model
from vision.nets import OnnxPresence, default_finder, default_reader
from vision.presence import FEATURES, features_of
from vision.read import BEST_INDEX_PX, CardReader
from vision.seen import SeenCard

log = logging.getLogger(__name__)

ON_INDEX, READABLE = 0.25, 0.1
"""A corner that overlaps a label so much is that index, if so much of its rank shows."""

TREES, DEPTH, RATE = 200, 5, 0.05
FEWEST, ROWS, TRIED = 8, 0.5, 8
"""Of each tree: the fewest examples in a leaf, the share of all that it is grown from, the features a split tries."""

Examples = tuple[NDArray[np.float32], NDArray[np.bool_]]
"""(N, F) features and whether a card lay there."""


def examples_of(folder: Path, reader: CardReader) -> Examples:
    """Return what ``reader`` saw in every labelled photo under a folder of scenes or tables."""
    features, truths = [np.empty((0, len(FEATURES)), np.float32)], [np.empty(0, np.bool_)]
    for path in sorted(folder.rglob("*.json")):
        if path.parent.name == "truth":
            continue
        scene = load_scene(path)
        corners, readings = reader.look(load_photo(path.with_name(scene.photo)))
        cards = [card for card in merge_cards(corners, readings) if card.face is not None]
        maybe = possible_cards(corners, readings, tuple(cards))
        features.append(features_of(cards, maybe, corners, readings))
        truths.append(are_there((*cards, *maybe), scene))
    log.info("%s: %d cards seen, %d of them there", folder, sum(map(len, truths)), sum(map(np.count_nonzero, truths)))
    return np.concatenate(features), np.concatenate(truths)


def are_there(seen: tuple[SeenCard, ...], scene: Scene) -> NDArray[np.bool_]:
    """Return which cards lie in the scene, (N,); a card of the scene is there once, as the surest that reads it right.

    One that reads another face is there where no other is that card.
    """
    labels = [card for card in scene.cards if card.face is not None]
    order = sorted(range(len(seen)), key=lambda k: -max(index.score for index in seen[k].indices) * seen[k].confidence)
    there, taken = np.zeros(len(seen), np.bool_), set[int]()
    for same_face in (True, False):
        for number in (k for k in order if not there[k]):
            card = seen[number]
            fitting = (k for k in _under(card, labels) if k not in taken)
            mine = next((k for k in fitting if not same_face or labels[k].face is card.face), None)
            if mine is not None:
                there[number] = True
                taken.add(mine)
    return there


def _under(card: SeenCard, labels: list[CardLabel]) -> Iterator[int]:
    """Yield the cards of a scene of which an index shows where one of this card was seen."""
    boxes = np.array([index.box for index in card.indices], np.float32)
    for number, label in enumerate(labels):
        for index in label.indices:
            box = np.array(index.box, np.float32)
            if index.rank_visible >= READABLE and _near(boxes, box):
                yield number
                break


def _near(boxes: NDArray[np.float32], box: NDArray[np.float32]) -> bool:
    """Tell whether one of (N, 4) boxes overlaps a box, or the middle of either lies in the other."""
    middles, middle = (boxes[:, :2] + boxes[:, 2:]) / 2, (box[:2] + box[2:]) / 2
    inside = ((middles >= box[:2]) & (middles <= box[2:])).all(axis=1)
    around = ((boxes[:, :2] <= middle) & (boxes[:, 2:] >= middle)).all(axis=1)
    return bool((inside | around | (overlaps(boxes, box) > ON_INDEX)).any())


def figures_of(examples: Examples, chances: NDArray[np.float32]) -> dict[str, float]:
    """Return how well chances of 0-1, (N,), tell the cards that are there from the others."""
    features, truths = examples
    counted = features[:, FEATURES.index("counted")] > 0
    figures = {"cards": float(len(truths)), "there": float(truths.mean())}
    for name, rows in (("counted", counted), ("possible", ~counted)):
        figures[f"{name}: area under the curve"] = _area(truths[rows], chances[rows])
    return figures


def _area(truths: NDArray[np.bool_], chances: NDArray[np.float32]) -> float:
    """Return how often a card that is there has a greater chance than one that is not."""
    yes, no = chances[truths], chances[~truths]
    return float((np.greater.outer(yes, no) + np.equal.outer(yes, no) / 2).mean()) if len(yes) and len(no) else 1.0


def export_presence(examples: Examples, path: Path) -> None:
    """Grow the trees and write them as ONNX, with the features as ``features`` and the chances as ``presence``."""
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
    trees.fit(features, truths)
    model = to_onnx(trees, features[:1], options={"zipmap": False}, target_opset={"": 17, "ai.onnx.ml": 3})
    path.parent.mkdir(parents=True, exist_ok=True)
    _rename(model.graph, {"X": "features", "probabilities": "presence"})
    onnx.save(model, str(path))


def _rename(graph: Any, names: dict[str, str]) -> None:  # noqa: ANN401
    """Give what enters and leaves an ONNX graph other names."""
    for value in (*graph.input, *graph.output):
        value.name = names.get(value.name, value.name)
    for node in graph.node:
        node.input[:] = [names.get(name, name) for name in node.input]
        node.output[:] = [names.get(name, name) for name in node.output]


def make_presence(models: Path, fit: Sequence[Path], judge: Path) -> None:
    """Fit the trees to what the nets in ``models`` see in some folders, judge them on another, and write their card."""
    reader = CardReader(default_finder(models), default_reader(models))
    parts = [examples_of(folder, reader) for folder in fit]
    model = models / "presence.onnx"
    export_presence((np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])), model)
    named = ", ".join(folder.name for folder in fit)
    data = f"What the finder and the reader beside it see in {named}, rendered. Judged on {judge.name}."
    card = Card(command("tablesynth.nets"), commit(), "none", data, BEST_INDEX_PX, 1.0, {})
    # The card is what the trees are opened by, so it stands before the figures are known.
    write_card("presence", model, card)
    judged = examples_of(judge, reader)
    figures = figures_of(judged, OnnxPresence(open_model("presence", models)).chances(judged[0]))
    write_card("presence", model, replace(card, figures=figures))
    log.info("presence: %s", figures)


def main() -> None:
    """Make the trees alone, as after a change of what they weigh."""
    parser = argparse.ArgumentParser(prog="python -m tablesynth.nets.presence", description=__doc__)
    parser.add_argument("--models", type=Path, default=Path("models"), help="where the nets are and the trees go")
    parser.add_argument("--fit", type=Path, nargs="+", required=True, metavar="FOLDER", help="tables to learn from")
    parser.add_argument("--judge", type=Path, required=True, metavar="FOLDER", help="tables to judge by")
    asked = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    make_presence(asked.models, asked.fit, asked.judge)


if __name__ == "__main__":
    main()
