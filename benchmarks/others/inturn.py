"""What comparisons of nets share: their options, training in turn on the same batches, what tables tell of a net."""

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Protocol, TypeVar

import cv2
import torch
from tablesynth.nets.checkpoints import Training

from handfoot.evaluation.figures import write_into


class Named(Protocol):
    """A net to be compared."""

    @property
    def key(self) -> str:
        """What options and files call it."""
        ...


Net = TypeVar("Net", bound=Named)


def read_options(
    parser: argparse.ArgumentParser, candidates: Sequence[Net], *, steps: int
) -> tuple[argparse.Namespace, list[Net]]:
    """Add the options of every comparison to a program's own; return what was said and the nets that were chosen.

    From here on all runs on one thread, so that what it costs can be told.
    """
    parser.add_argument("--work", type=Path, required=True, metavar="DIR", help="checkpoints and exported nets")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="at most so long, then judge")
    parser.add_argument("--nets", default=",".join(one.key for one in candidates), help="which, parted by commas")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also put the table into this page")
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    return options, [one for key in options.nets.split(",") for one in candidates if one.key == key]


def train_in_turn(
    trainings: Mapping[str, Training],
    lessons: Callable[[], Mapping[str, Callable[[], str]]],
    options: argparse.Namespace,
    *,
    save_every: int,
) -> None:
    """Train nets side by side; keeps their states and the seconds that each has taken.

    lessons: makes a batch and returns for each net, by its key, what learns from it and says how it went.
    """
    (first, *_), taken, begun = trainings.values(), _seconds(options.work), time.monotonic()
    while first.step < options.steps and time.monotonic() - begun < options.minutes * 60:
        said = []
        for key, learn in lessons().items():
            start = time.thread_time()
            said.append(f"{key} {learn()}")
            taken[key] = taken.get(key, 0.0) + time.thread_time() - start
        if first.step % save_every == 0 or first.step == options.steps:
            print(f"step {first.step}", *said, sep="  ", flush=True)
            for training in trainings.values():
                training.save()
            _file(options.work).write_text(json.dumps(taken), encoding="utf-8")


def learnt(net: torch.nn.Module, key: str, work: Path, batch: int) -> list[str]:
    """Give a net the weights that were kept of it, if any; return its size, and how much it learnt how fast, as cells.

    The last two are dashes where nothing was kept.
    """
    size = f"{sum(values.numel() for values in net.parameters()) / 1e6:.2f} M"
    work.mkdir(parents=True, exist_ok=True)
    if not is_kept(key, work):
        return [size, "–", "–"]
    state = torch.load(checkpoint(key, work), map_location="cpu", weights_only=True)
    net.load_state_dict(state["average"])
    seen = state["step"] * batch
    return [size, f"{seen:,}", f"{seen / _seconds(work)[key]:.1f}"]


def checkpoint(key: str, work: Path) -> Path:
    """Return the file where a net's training is kept."""
    return work / f"{key}.pt"


def is_kept(key: str, work: Path) -> bool:
    """Tell whether a net was trained."""
    return checkpoint(key, work).is_file()


def processor_ms(look: Callable[[], object], times: int) -> float:
    """Return the processor time that a look takes, ms, the median of so many after a first one."""
    look()
    taken = []
    for _ in range(times):
        start = time.process_time()
        look()
        taken.append(1000 * (time.process_time() - start))
    return median(taken)


def report(lines: Sequence[str], page: Path | None, *, name: str, by: str) -> None:
    """Print a table, and put it into a page where one is named."""
    text = "\n".join(lines) + "\n"
    print(text)
    if page is not None:
        write_into(page, text, name=name, by=by)


def _seconds(work: Path) -> dict[str, float]:
    """Return the seconds that each net has learnt so far."""
    return json.loads(_file(work).read_text(encoding="utf-8")) if _file(work).is_file() else {}


def _file(work: Path) -> Path:
    return work / "seconds.json"
