"""What training needs beside the program, told in one line before a command's own imports would fail."""

import importlib.util
import sys

LEARNT_WITH, GROWN_WITH = ("torch", "torchvision", "ultralytics", "onnx", "yaml"), ("sklearn", "skl2onnx")
"""What nets learn and are written with, and what trees are."""


def check_extra(*, trees: bool) -> None:
    """End the program with one line where what nets, and ``trees``, are made with is not installed.

    A training that missed something at its end would be lost.
    """
    needed = (*LEARNT_WITH, *(GROWN_WITH if trees else ()))
    missing = [name for name in needed if importlib.util.find_spec(name) is None]
    if missing:
        sys.stderr.write(
            f"training the nets needs {', '.join(missing)}: pip install '.[train]' in the project's folder\n"
        )
        sys.exit(2)
