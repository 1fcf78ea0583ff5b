"""The finder through torch and ultralytics: a second way beside ONNX, for who trains or has a GPU."""

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image as PillowImage

from vision.corners import SCORE_THRESHOLD, Corners, Image
from vision.errors import ModelError
from vision.model_files import ModelFile, open_model
from vision.nets import corners_of, default_reader, finder_input
from vision.read import CardReader, nets_beside

if TYPE_CHECKING:
    from torch import Tensor

HEAD_STRIDE = 8
"""Px of the picture between two of the head's anchors."""


@contextlib.contextmanager
def pillow_as_it_is() -> Iterator[None]:
    """Let ultralytics be imported: its own opening in place of Pillow's wants to install a package."""
    opening = PillowImage.open
    try:
        yield
    finally:
        PillowImage.open = opening


class TorchFinder:
    """Finds corner indices with the pickled net that ultralytics' ``.pt`` files hold under ``model``."""

    def __init__(self, model: ModelFile) -> None:
        """Load the net. ``model`` must come from ``open_model``: a ``.pt`` file is a pickle, safe only by its hash.

        Raises:
            ModelError: if the train extra is not installed, or the file holds no such net.
        """
        # Nothing of a reading is anybody else's business, and what ultralytics prints belongs to no output.
        os.environ.setdefault("YOLO_OFFLINE", "1")
        try:
            with contextlib.redirect_stdout(sys.stderr), pillow_as_it_is():
                import torch
                import ultralytics  # noqa: F401  (the pickle names its classes)
        except ImportError:
            say = "reading .pt files needs torch and ultralytics: pip install '.[train]' in the project's folder"
            raise ModelError(say) from None
        try:
            self._net = torch.load(io.BytesIO(model.weights), map_location="cpu", weights_only=False)["model"]
            self._net = self._net.float().eval()
        except Exception as error:
            # Unpickling a file that is something else fails in any way there is.
            raise ModelError(f"{model.path}: is no .pt finder ({' '.join(str(error).split())[:120]})") from None
        self._stride = model.card.stride
        self.best_index_px = model.card.best_index_px

    def find(self, image: Image) -> Corners:
        """Return the corners of an (H, W, 3) BGR image at the scale it is given, in its pixels."""
        import torch

        pictures = torch.from_numpy(finder_input(image, self._stride))
        with torch.no_grad():
            raw = _dense(self._net(pictures)[1])
        return corners_of(np.asarray(raw[0].numpy(), np.float32), SCORE_THRESHOLD)


def torch_card_reader(models: Path | None = None) -> CardReader:
    """Return a card reader whose finder runs through torch; the reader of patches stays ONNX.

    Raises:
        ModelError: in one line, if the train extra is not installed or a net is missing or damaged.
    """
    finder = TorchFinder(open_model("finder-torch", models))
    return CardReader(nets_beside(finder, default_reader(models), models))


def _dense(predicted: "dict[str, Tensor]") -> "Tensor":
    """Return (1, A, 15) rows as ``corners_of`` takes them, from the raw parts of an ultralytics pose head."""
    import torch

    rows, columns = predicted["feats"][0].shape[2:]
    device = predicted["boxes"].device
    y, x = torch.meshgrid(
        torch.arange(rows, device=device) + 0.5, torch.arange(columns, device=device) + 0.5, indexing="ij"
    )
    anchors = torch.stack([x.reshape(-1), y.reshape(-1)], 1).unsqueeze(0)
    left_top, right_bottom = predicted["boxes"].permute(0, 2, 1).split(2, 2)
    boxes = torch.cat([anchors - left_top, anchors + right_bottom], 2) * HEAD_STRIDE
    scores = predicted["scores"].permute(0, 2, 1).sigmoid()
    corners = (predicted["kpts"].permute(0, 2, 1) + anchors.repeat(1, 1, 4)) * HEAD_STRIDE
    return torch.cat([boxes, scores, corners], 2)
