"""What a crash left half written of a file that ``scorer.files.write_whole`` writes."""

from pathlib import Path


def clear_halves(folder: Path) -> None:
    """Remove from a folder what was left half written there. To be called before anything is written there.

    Raises:
        OSError: if it cannot be removed.
    """
    for half in folder.glob(".*.part"):
        half.unlink(missing_ok=True)
