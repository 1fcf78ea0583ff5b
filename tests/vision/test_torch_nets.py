"""The second way to run the finder: .pt files, for who has the train extra."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision.errors import ModelError
from vision.model_files import ModelCard, ModelFile
from vision.photos.frames import load_photo
from vision.read import default_card_reader
from vision.torch_nets import TorchFinder, torch_card_reader


def pt_file(weights: bytes) -> ModelFile:
    card = ModelCard(
        file="finder.pt",
        sha256=hashlib.sha256(weights).hexdigest(),
        kind="finder",
        classes=("index", "joker", "back"),
        licence="AGPL-3.0-or-later",
        stride=32,
        best_index_px=30.0,
    )
    return ModelFile(card, weights, Path("finder.pt"))


@pytest.mark.parametrize("missing", ["torch", "ultralytics"])
def test_without_the_train_extra_the_torch_finder_says_what_to_install(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None if missing == "torch" else sys)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ModelError, match=r"pip install .\.\[train\]"):
        TorchFinder(pt_file(b""))


def test_what_ultralytics_prints_stays_out_of_the_output(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs the train extra")
    pytest.importorskip("ultralytics", reason="needs the train extra")
    # There it has no settings yet, and tells so.
    own = {"YOLO_CONFIG_DIR": str(tmp_path / "new"), "PYTHONPATH": os.pathsep.join(sys.path)}
    load = "from vision.torch_nets import torch_card_reader; torch_card_reader()"
    done = subprocess.run(
        [sys.executable, "-c", load], env=os.environ | own, capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout == ""
    assert "Ultralytics" in done.stderr


def test_ultralytics_leaves_pillow_as_it_was() -> None:
    pytest.importorskip("torch", reason="needs the train extra")
    pytest.importorskip("ultralytics", reason="needs the train extra")
    # In a process that has not imported it yet.
    load = (
        "from PIL import Image; own = Image.open; from vision.torch_nets import torch_card_reader; "
        "torch_card_reader(); print(Image.open is own)"
    )
    done = subprocess.run(
        [sys.executable, "-c", load],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout == "True\n"


def test_the_torch_finder_finds_what_the_onnx_one_does() -> None:
    pytest.importorskip("torch", reason="needs the train extra")
    pytest.importorskip("ultralytics", reason="needs the train extra")
    photo = Path(__file__).parents[2] / "datasets" / "samples" / "Table 1" / "Jon" / "left-1.jpg"
    frame = load_photo(photo)
    by_torch, by_onnx = torch_card_reader().read(frame), default_card_reader().read(frame)
    assert [card.face for card in by_torch.cards] == [card.face for card in by_onnx.cards]
    for card, other in zip(by_torch.cards, by_onnx.cards, strict=True):
        assert np.allclose(card.quad, other.quad, atol=0.5)
