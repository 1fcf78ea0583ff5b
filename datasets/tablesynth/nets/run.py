"""A run of the whole training: what was asked for, and the photos that it renders."""

import subprocess
import sys
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

TRAIN_SEED, VAL_SEED, JUDGED_SEED, PAIRS_SEED, LOOSE_SEED, SEEN_SEED, WILDS_SEED, LESSONS_SEED, READ_SEED = range(1, 10)
ORNATE_SEED, SCENERY_SEED = 10, 11
TRAIN_DECKS_LAST = 1
"""No two scenes for training share decks: what is missing most is variety of print, and it costs next to nothing."""

LOW_SHARE, TREES_LOW_SHARE = 0.35, 0.25
"""How many photos that nets, and trees, learn from are taken from low down; those to judge by stay as they were."""

LOOSE = ("scatter", "closeup", "hand")
"""Layouts of cards by themselves, as most labelled real photos show them, and tables seldom."""

REAL_FOLDERS = ("dev_win", "dev_single", "dev_blackdeck")
"""The labelled real photos that nets learn from, by the names of their folders."""


@dataclass(frozen=True)
class Run:
    """What the command line asked for; ``tablesynth.nets.__main__`` tells what each option means."""

    work: Path
    models: Path
    photos: Path | None
    leave_out: tuple[str, ...]
    scenes: int
    val_scenes: int
    wild_scenes: int
    lessons: int
    val_tables: int
    seen_tables: int
    train_tables: int
    read_tables: int
    finder_steps: int
    reader_steps: int
    likeness_steps: int
    outliner_steps: int
    face_steps: int
    pair_steps: int
    value_steps: int
    suit_steps: int
    presence_steps: int
    finder_from: str | None
    reader_from: str | None
    outliner_from: str | None
    faces_from: str | None
    likeness_from: str | None
    onecard_from: str | None
    values_from: str | None
    suits_from: str | None
    share: float
    dwell_on: str | None
    minutes: float
    workers: int
    feeders: int
    batch_times: int

    @property
    def real(self) -> list[Path]:
        """Return the folders of real photos to learn from, none where none are at hand."""
        names = [name for name in REAL_FOLDERS if name not in self.leave_out]
        return [self.photos / name for name in names] if self.photos else []


def keep_to(work: Path, leave_out: Collection[str]) -> None:
    """Write down in a run's folder which sets of real photos its trainings leave out.

    Raises:
        ValueError: in one line, if what stands there leaves out others: a net that is done is not made anew.
    """
    file, now = work / "left-out.txt", " ".join(sorted(leave_out))
    if (work / "finder.pt").exists() or any(work.glob("*.npz")):
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        if before != now:
            raise ValueError(
                f"{work}: its trainings leave out {before or 'no photos'}, not {now or 'none'}: name another"
            )
    file.write_text(now, encoding="utf-8")


def render(run: Run, split: str, count: int, seed: int) -> Path:
    """Render the scenes of a split that are not there yet."""
    words = ["--decks-last", str(TRAIN_DECKS_LAST), "--low", str(LOW_SHARE)] if split == "train" else []
    return _synthesise(run, f"scenes-{split}", "render", split, count, seed, words)


def render_ornate(run: Run) -> Path:
    """Render the scenes of ornate decks that are not there yet: a fifth as many as the others."""
    words = ["--ornate", "--decks-last", str(TRAIN_DECKS_LAST), "--low", str(TREES_LOW_SHARE)]
    return _synthesise(run, "scenes-ornate", "render", "train", run.scenes // 5, ORNATE_SEED, words)


def render_loose(run: Run) -> Path:
    """Render the scenes of loose cards that are not there yet, for trees to learn from."""
    words = ["--layouts", ",".join(LOOSE), "--low", str(TREES_LOW_SHARE)]
    return _synthesise(run, "scenes-loose", "render", "val", run.val_scenes, LOOSE_SEED, words)


def render_scenery(run: Run) -> Path:
    """Render the photos of the world without any card that are not there yet."""
    return _synthesise(run, "scenery", "scenery", "val", run.val_scenes, SCENERY_SEED, [])


def render_wilds(run: Run, split: str, count: int) -> Path:
    """Render the scenes of loose wilds that are not there yet."""
    words = ["--layouts", "wilds", "--decks-last", "3", "--low", str(TREES_LOW_SHARE)]
    return _synthesise(run, f"wilds-{split}", "render", split, count, WILDS_SEED, words)


def deal(run: Run, split: str, count: int, seed: int, low: float = 0.0) -> Path:
    """Render the tables of a split that are not there yet, a share of their photos taken from low down."""
    words = ["--decks-last", "1", "--low", str(low)]
    return _synthesise(run, f"tables-{split}-{seed}", "tables", split, count, seed, words)


def _synthesise(run: Run, name: str, command: str, split: str, count: int, seed: int, words: list[str]) -> Path:
    """Let ``python -m tablesynth`` write what is not there yet into a folder, and return that."""
    folder = run.work / name
    words = [command, "--split", split, "--count", str(count), "--seed", str(seed), "--out", str(folder), *words]
    words += ["--workers", str(run.workers)]
    subprocess.run([sys.executable, "-m", "tablesynth", *words], check=True)
    return folder


def render_lessons(run: Run, split: str, count: int) -> Path:
    """Render the decks to be taught that are not there yet, each its lesson and a photo of play."""
    folder = run.work / f"lessons-{split}"
    words = ["--learn", split, "--decks", str(count), "--photos", "1", "--seed", str(LESSONS_SEED)]
    subprocess.run([sys.executable, "-m", "tablesynth.taught", *words, "--out", str(folder)], check=True)
    return folder
