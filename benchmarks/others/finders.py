"""Finders of several architectures and diets, to be trained side by side, and each behind the Finder protocol."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from tablesynth.nets.export import export_finder
from tablesynth.nets.finder import architecture, build_finder
from ultralytics.nn.tasks import PoseModel

from vision.corners import BEST_INDEX_PX, CornerKind, Corners, Image
from vision.nets import corners_of, finder_input

STRIDE = 32

LEAST_SCORE = 0.05
"""A net that has learnt little is seldom sure: finds down to this score count towards its average precision."""


@dataclass(frozen=True)
class Candidate:
    """A finder to be trained: what tables call it, its plan, and whether photos are among what it learns from."""

    key: str
    title: str
    plan: Callable[[], dict[str, Any]]
    photos: bool = True

    def make(self, first_weights: Path | None = None) -> PoseModel:
        """Return the untrained net."""
        return build_finder(first_weights, self.plan())

    @property
    def classes(self) -> int:
        """How many kinds it tells apart."""
        return int(self.plan()["nc"])


def stride_eight_only() -> dict[str, Any]:
    """Return the plan of a net that never looks coarser than the stride of its head."""
    plan = architecture()
    plan["backbone"] = [*plan["backbone"][:5], [-1, 2, "C3k2", [512, False, 0.25]], [-1, 2, "C3k2", [256, False]]]
    plan["head"] = [[[6], 1, "Pose26", ["nc", "kpt_shape"]]]
    return plan


def twice_as_wide() -> dict[str, Any]:
    """Return the plan of the s size."""
    return {**architecture(), "scale": "s", "scales": {"s": [0.50, 0.50, 1024]}}


def of_one_class() -> dict[str, Any]:
    """Return the plan of a net that does not tell indices, jokers and backs apart."""
    return {**architecture(), "nc": 1}


CANDIDATES = (
    Candidate("n", "n, as landed", architecture),
    Candidate("stride-8", "stride 8 only", stride_eight_only),
    Candidate("s", "s", twice_as_wide),
    Candidate("one-class", "n, one class", of_one_class),
    Candidate("rendered", "n, without real photos", architecture, photos=False),
)


class TriedFinder:
    """An exported candidate on one thread."""

    best_index_px = BEST_INDEX_PX

    def __init__(self, model: PoseModel, path: Path) -> None:
        """Export the net and open it."""
        export_finder(model, path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def find(self, image: Image) -> Corners:
        """Return the corners of an (H, W, 3) BGR image at the scale it is given, in its pixels."""
        (raw,) = self._session.run(["corners"], {"images": finder_input(image, STRIDE)})
        row = np.asarray(raw)[0]
        lacking = len(CornerKind) - (row.shape[1] - 12)
        return corners_of(np.insert(row, [5] * lacking, 0, axis=1), LEAST_SCORE)
