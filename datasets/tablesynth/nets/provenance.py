"""Where a net comes from, as its card says."""

import subprocess
import sys
from pathlib import Path

from tablesynth.nets.run import REAL_FOLDERS


def command(program: str) -> str:
    """Return how ``python -m program`` was called, without paths of one machine."""
    return " ".join((f"python -m {program}", *(word for word in sys.argv[1:] if not Path(word).is_absolute())))


def commit() -> str:
    """Return the commit of the recipe, or ``unknown`` outside a checkout."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def data(learnt: list[Path], judged: Path) -> str:
    """Return, in lines, what a net learnt from and is judged by, of folders of rendered and of labelled real photos."""
    real = [folder.name for folder in learnt if folder.name in REAL_FOLDERS]
    rendered_ones = [folder for folder in learnt if folder.name not in real]
    lines = [f"{len(list(folder.rglob('*.jpg')))} rendered photos: {folder.name}." for folder in rendered_ones]
    if real:
        lines.append(f"The train part (60 %, by source file) of {', '.join(real)} of 'card-detection-zk7wu' version 12")
        lines.append("by cadyzedevelopmenthub on Roboflow Universe, CC BY 4.0.")
    lines.append(f"Judged by {judged.name}: decks, fonts and surfaces that none of the train split shows.")
    return "\n".join(lines)
