"""The trees that tell how likely two corners are of one card: learnt from tables whose truth is known."""

import argparse
import logging
from collections.abc import Sequence
from pathlib import Path

from tablesynth.nets.extra import check_extra

if __name__ == "__main__":
    check_extra(trees=True)

import numpy as np
from numpy.typing import NDArray

from tablesynth.labels import Scene
from tablesynth.nets.export import Card, write_judged
from tablesynth.nets.patches import best_overlap, photos_in
from tablesynth.nets.provenance import command, commit
from tablesynth.nets.trees import Examples, area_under_curve, export_trees
from vision.corners import CornerKind, Corners
from vision.joining.pairs import PAIR_FEATURES, PairJudge, Pairs, looked_at, possible_pairs
from vision.looks.telling import TellingNet
from vision.model_files import ModelFile, open_model
from vision.nets import (
    OnnxTelling,
    OnnxTrees,
    default_face_reader,
    default_finder,
    default_outliner,
    default_reader,
    default_suits,
    default_values,
)
from vision.read import CardReader, Nets

log = logging.getLogger(__name__)

ON_INDEX = 0.3
"""A corner that overlaps a label so much is that index."""


def looking_reader(models: Path, pairs: PairJudge | None = None) -> CardReader:
    """Return a reader of the nets in a folder that looks and does not judge whether cards are there."""
    nets = Nets(
        default_finder(models),
        default_reader(models),
        outliner=default_outliner(models),
        face_reader=default_face_reader(models),
        pairs=pairs,
        values=default_values(models),
        suits=default_suits(models),
    )
    return CardReader(nets)


def examples_of(folder: Path, reader: CardReader, net: TellingNet) -> Examples:
    """Return the pairs of corners that two nets saw in every labelled photo under a folder of scenes or tables."""
    features, truths = [np.empty((0, len(PAIR_FEATURES)), np.float32)], [np.empty(0, np.bool_)]
    for scene, frame in photos_in(folder):
        seen = reader.outlines(frame)
        corners, pairs = seen.corners, possible_pairs(seen.corners, seen.outlines, seen.readings)
        told, same = truths_of(corners, pairs, scene)
        features.append(looked_at(frame.image, corners, pairs, net)[told])
        truths.append(same[told])
    log.info("%s: %d pairs, %d of one card", folder, sum(map(len, truths)), sum(map(np.count_nonzero, truths)))
    return np.concatenate(features), np.concatenate(truths)


def truths_of(corners: Corners, pairs: Pairs, scene: Scene) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return of which of P pairs the truth is told, (P,), and which are of one card, (P,).

    Two corners on one label are left out: which of them is the index is not for these trees to say.
    """
    labels, cards = labels_of(corners, scene)
    first, second = pairs.first, pairs.second
    told = (labels[first] != labels[second]) | (labels[first] < 0)
    return told, (cards[first] == cards[second]) & (cards[first] >= 0)


def labels_of(corners: Corners, scene: Scene) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return on which label, and of which card of the scene, each corner lies, (N,); -1 where on none."""
    known = [
        (number, index.box)
        for number, card in enumerate(scene.cards)
        for index in card.indices
        if index.kind is not CornerKind.BACK
    ]
    boxes = np.array([box for _, box in known], np.float32).reshape(-1, 4)
    labels = np.full(len(corners), -1, np.int64)
    for row, box in enumerate(corners.boxes):
        best, share = best_overlap(boxes, box)
        if share > ON_INDEX:
            labels[row] = best
    owners = np.array([number for number, _ in known] or [-1], np.int64)
    return labels, np.where(labels < 0, -1, owners[labels])


def figures_of(examples: Examples, chances: NDArray[np.float32]) -> dict[str, float]:
    """Return how well chances of 0-1, (N,), tell the pairs of one card from the others."""
    truths = examples[1]
    return {
        "pairs": float(len(truths)),
        "of one card": float(truths.mean()),
        "wrong at one half": float(((chances > 0.5) != truths).mean()),
        "area under the curve": area_under_curve(truths, chances),
    }


def make_pairs(models: Path, fit: Sequence[Path], judge: Path) -> None:
    """Fit the trees to what the nets in ``models`` see in some folders, judge them on another, and write their card."""
    reader, net = looking_reader(models), OnnxTelling(open_model("onecard", models))
    features, truths = zip(*(examples_of(folder, reader, net) for folder in fit), strict=True)
    model = models / "pairs.onnx"
    export_trees((np.concatenate(features), np.concatenate(truths)), model)
    named = ", ".join(folder.name for folder in fit)
    data = f"What the nets beside it see in {named}, rendered. Judged on {judge.name}."
    card = Card(command("tablesynth.nets"), commit(), "none", data)
    judged = examples_of(judge, reader, net)

    def figures(file: ModelFile) -> dict[str, float]:
        return figures_of(judged, OnnxTrees(file, PAIR_FEATURES).chances(judged[0]))

    write_judged("pairs", [model], card, figures)


def main() -> None:
    """Make these trees alone, as after a change of what they weigh."""
    parser = argparse.ArgumentParser(prog="python -m tablesynth.nets.pairs", description=main.__doc__)
    parser.add_argument("--models", type=Path, default=Path("models"), help="where the nets are and the trees go")
    parser.add_argument("--fit", type=Path, nargs="+", required=True, metavar="FOLDER", help="tables to learn from")
    parser.add_argument("--judge", type=Path, required=True, metavar="FOLDER", help="tables to judge by")
    asked = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    make_pairs(asked.models, asked.fit, asked.judge)


if __name__ == "__main__":
    main()
