"""What a crash left half written of a file that ``scorer.files.write_whole`` writes."""

from contextlib import suppress
from pathlib import Path


def clear_halves(folder: Path) -> None:
    """Remove from a folder what was left half written there; what cannot be removed stays."""
    for half in folder.glob(".*.part"):
        with suppress(OSError):
            half.unlink()
