"""Nets tuned to a taught deck: trained by a program of their own, judged on other photos, kept only where better."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from handfoot.errors import TrainingError
from handfoot.evaluation.counts import Counts, counted
from handfoot.evaluation.labelled import labelled_photos
from scorer.files import failing_as
from vision.decks.fitting import fitted
from vision.decks.profile import DeckProfile, TunedNets
from vision.decks.shelf import DeckShelf
from vision.model_files import open_model
from vision.nets import OnnxReader
from vision.read import default_card_reader
from vision.seen import BACK

NEEDED = ("tablesynth", "torch", "torchvision", "ultralytics", "onnx", "yaml")
"""What training imports beside what reading does: the renderer, and what that names (``tablesynth.nets.extra``)."""

MOST_LOST = 0.001
"""Other decks may be read worse by this much."""

JUDGED_DECK, JUDGED_OTHERS, DONE, LOG, FACES = (
    "judged-deck",
    "judged-others",
    "done.json",
    "training.log",
    "faces.txt",
)
"""What lies in the folder of a training; the first three are written by ``tablesynth.nets.tuning``."""

_ENDS_WITHIN_S = 20.0

Watch = Callable[[str, int, int], None]
"""Told a stage, how much of it is done, and of how much."""


@dataclass(frozen=True)
class Verdict:
    """How rendered photos that no training saw are read before and after: of the deck, and of other decks.

    photos: how many of each. whole: False where the time was over before all was trained. nets: the folder of those
    that were judged.
    """

    deck: tuple[Counts, Counts]
    others: tuple[Counts, Counts]
    photos: tuple[int, int]
    whole: bool
    nets: Path | None = None

    @property
    def deck_is_better(self) -> bool:
        """Whether more indices of the deck are right."""
        return share_right(self.deck[1]) > share_right(self.deck[0])

    @property
    def others_are_as_good(self) -> bool:
        """Whether other decks are read no worse, but for a tenth of a point."""
        return share_right(self.others[1]) >= share_right(self.others[0]) - MOST_LOST

    @property
    def is_kept(self) -> bool:
        """Whether the nets are: the deck gains and the others lose nothing."""
        return self.deck_is_better and self.others_are_as_good


def share_right(counts: Counts) -> float:
    """Return the harmonic mean of recall and precision."""
    return 2 * counts.right / max(counts.true + counts.read, 1)


def check_can_train() -> None:
    """Raise TrainingError, in one line, where what training needs is not installed."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise TrainingError(
            f"--train needs {', '.join(missing)}, which the extra named train brings: "
            "pip install '.[train]' in the project's folder"
        )


def train_nets(shelf: DeckShelf, name: str, minutes: float, watch: Watch) -> Verdict:
    """Tune nets to a deck, going on where an earlier call was stopped, judge them, and keep the best that are better.

    The training leaves nets tuned more and less; those tuned less cost other decks less.

    minutes: what training may take, about; judging comes after. Ctrl-C stops it; the same call then goes on.

    Raises:
        DeckError: if the deck ships, is not there, or no index is found on its pictures.
        TrainingError: if the training breaks off.
    """
    profile = shelf.open(name)
    work = _work_for(shelf, profile)
    _train(shelf.file(name), work, minutes, watch)
    verdict = best_of(_judged(work, profile, watch))
    if verdict.is_kept:
        assert verdict.nets is not None
        # As it is now: cards may have been taught meanwhile.
        tuned = _tuned(shelf.open(name), verdict.nets)
        assert tuned.nets is not None
        # Learnt once with the reader it is now read by, and not at every start.
        shelf.keep(fitted(tuned, OnnxReader(tuned.nets.reader)), replace=True)
        shelf.keep_nets(name, verdict.nets)
    if verdict.whole:
        shelf.end_training(name)
    return verdict


def best_of(verdicts: Sequence[Verdict]) -> Verdict:
    """Return the verdict on the nets to keep: those that read the deck best of those that cost the others nothing.

    Where there are none, the first.
    """
    kept = [verdict for verdict in verdicts if verdict.is_kept]
    return max(kept, key=lambda verdict: share_right(verdict.deck[1]), default=verdicts[0])


def _tuned(profile: DeckProfile, nets: Path) -> DeckProfile:
    return replace(profile, nets=TunedNets(open_model("finder", nets), open_model("reader", nets)))


def _work_for(shelf: DeckShelf, profile: DeckProfile) -> Path:
    """Return the folder to train in, empty where other cards were taught when the training in it began."""
    work = shelf.training(profile.name)
    faces = " ".join(str(card.face or BACK) for card in profile.cards)
    if work.is_dir() and not ((work / FACES).is_file() and (work / FACES).read_text(encoding="utf-8") == faces):
        shelf.end_training(profile.name)
    with failing_as(TrainingError, f"{work}: cannot be written"):
        work.mkdir(parents=True, exist_ok=True)
        (work / FACES).write_text(faces, encoding="utf-8")
    return work


def _train(deck: Path, work: Path, minutes: float, watch: Watch) -> None:
    words = ["-m", "tablesynth.nets.tuning", str(deck), "--work", str(work), "--minutes", f"{minutes:g}"]
    with (work / LOG).open("w", encoding="utf-8") as log, _program(words, log.fileno()) as program:
        for stage, done, of in _told(program):
            watch(stage, done, of)
        code = program.wait()
    if code:
        lines = (work / LOG).read_text(encoding="utf-8", errors="replace").strip().splitlines()
        say = lines[-1] if lines else f"exit code {code}"
        raise TrainingError(say if code == 2 else f"the training broke off: {say} (all of it in {work / LOG})")


@contextmanager
def _program(words: list[str], log: int) -> Iterator[subprocess.Popen[str]]:
    """Run a Python program with this one's packages; it ends with the block."""
    # Nothing of a training is anybody else's business: ultralytics shall neither fetch nor tell.
    own = {"PYTHONPATH": os.pathsep.join(sys.path), "YOLO_OFFLINE": "1", "YOLO_AUTOINSTALL": "0", "PYTHONUTF8": "1"}
    program = subprocess.Popen(
        [sys.executable, *words],
        stdout=subprocess.PIPE,
        stderr=log,
        env=os.environ | own,
        encoding="utf-8",
        errors="replace",
    )
    try:
        yield program
    except BaseException:
        # Ctrl-C reaches it too where both were started on a terminal; it then ends by itself.
        with suppress(subprocess.TimeoutExpired):
            program.wait(_ENDS_WITHIN_S if sys.stdin.isatty() else 0)
        raise
    finally:
        program.terminate()
        program.wait()
        assert program.stdout is not None
        program.stdout.close()


def _told(program: subprocess.Popen[str]) -> Iterator[tuple[str, int, int]]:
    """Yield the stages that a training tells on its standard output; what libraries say there is passed over."""
    assert program.stdout is not None
    for line in program.stdout:
        parts = line.rstrip("\n").split("\t")
        if len(parts) == 3 and parts[1].isdecimal() and parts[2].isdecimal():
            yield parts[0], int(parts[1]), int(parts[2])


def _judged(work: Path, profile: DeckProfile, watch: Watch) -> tuple[Verdict, ...]:
    """Return how each of the tuned nets reads the photos judged by, beside how they are read without them."""
    done = json.loads((work / DONE).read_text(encoding="utf-8"))
    folders = [work / name for name in done["nets"]]
    readers = [default_card_reader(decks=(profile,))]
    readers += [default_card_reader(decks=(_tuned(profile, folder),)) for folder in folders]
    photos = {name: list(labelled_photos(work / name)) for name in (JUDGED_DECK, JUDGED_OTHERS)}
    total, looks = sum(len(some) for some in photos.values()) * len(readers), 0
    counts: dict[str, list[Counts]] = {name: [] for name in photos}
    for reader in readers:
        for name, some in photos.items():
            own = Counts()
            for photo in some:
                own += counted([photo], reader)
                looks += 1
                watch("judging", looks, total)
            counts[name].append(own)
    (deck, *decks), (other, *others) = counts[JUDGED_DECK], counts[JUDGED_OTHERS]
    sizes = len(photos[JUDGED_DECK]), len(photos[JUDGED_OTHERS])
    return tuple(
        Verdict((deck, after), (other, theirs), sizes, bool(done["whole"]), folder)
        for folder, after, theirs in zip(folders, decks, others, strict=True)
    )
