"""The second way to run the finder: .pt files, for who has the train extra."""

import hashlib
import sys
from pathlib import Path

import pytest

from vision.errors import ModelError
from vision.model_files import ModelCard, ModelFile
from vision.torch_nets import TorchFinder


def pt_file(weights: bytes) -> ModelFile:
    card = ModelCard(
        file="finder.pt",
        sha256=hashlib.sha256(weights).hexdigest(),
        kind="finder",
        classes=("index", "joker", "back"),
        licence="AGPL-3.0-or-later",
    )
    return ModelFile(card, weights, Path("finder.pt"))


@pytest.mark.parametrize("missing", ["torch", "ultralytics"])
def test_without_the_train_extra_the_torch_finder_says_what_to_install(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None if missing == "torch" else sys)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ModelError, match=r"pip install handfoot\[train\]"):
        TorchFinder(pt_file(b""))
