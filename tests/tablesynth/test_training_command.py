"""The command that makes the nets, where what it needs is not installed."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

WITHOUT_TORCH = (
    "import runpy, sys; sys.modules['torch'] = None; runpy.run_module('tablesynth.nets', run_name='__main__')"
)


def test_training_without_its_extra_is_refused_in_one_line_that_says_how_to_get_it() -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "datasets")))}
    command = [sys.executable, "-c", WITHOUT_TORCH]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=120)
    said = "training the nets needs torch: pip install '.[train]' in the project's folder\n"
    assert (done.returncode, done.stderr) == (2, said)
