"""The commands that make the nets, where what they need is not installed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tablesynth.nets.run import keep_to

ROOT = Path(__file__).parents[2]

WITHOUT = (
    "import runpy, sys; sys.modules.update(dict.fromkeys({lacking})); runpy.run_module({module!r}, run_name='__main__')"
)


@pytest.mark.parametrize(
    ("module", "lacking"),
    [
        ("tablesynth.nets", ["torch"]),
        ("tablesynth.nets", ["sklearn", "skl2onnx"]),
        ("tablesynth.nets.pairs", ["torch"]),
        ("tablesynth.nets.pairs", ["skl2onnx"]),
        ("tablesynth.nets.train_presence", ["torch", "ultralytics"]),
        ("tablesynth.nets.tuning", ["torch", "onnx"]),
    ],
)
def test_training_without_its_extra_is_refused_in_one_line_that_says_how_to_get_it(
    module: str, lacking: list[str]
) -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "datasets")))}
    command = [sys.executable, "-c", WITHOUT.format(lacking=lacking, module=module)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=120)
    said = re.fullmatch(
        r"training the nets needs (.+): pip install '\.\[train\]' in the project's folder\n", done.stderr
    )
    assert done.returncode == 2 and said, done.stderr
    assert set(lacking) <= set(said[1].split(", "))


def test_what_learnt_from_a_deck_is_not_taken_for_nets_that_never_saw_it(tmp_path: Path) -> None:
    keep_to(tmp_path, ())
    keep_to(tmp_path, ("dev_blackdeck",))
    (tmp_path / "crops-train.npz").touch()
    keep_to(tmp_path, ("dev_blackdeck",))
    with pytest.raises(ValueError, match="its trainings leave out dev_blackdeck, not none: name another"):
        keep_to(tmp_path, ())


def test_a_training_from_before_it_was_written_down_left_out_nothing(tmp_path: Path) -> None:
    (tmp_path / "finder.pt").touch()
    with pytest.raises(ValueError, match="its trainings leave out no photos, not dev_win: name another"):
        keep_to(tmp_path, ("dev_win",))
    keep_to(tmp_path, ())
