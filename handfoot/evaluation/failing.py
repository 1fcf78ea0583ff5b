"""What went wrong, as a row tells it: a run must not end for one photo or table, so even a crash is a result."""

from handfoot.errors import HandfootError
from scorer.errors import ScorerError
from vision.errors import VisionError


def told(error: Exception) -> str:
    """Return an error's line, with its type before it where nobody foresaw it."""
    foreseen = isinstance(error, HandfootError | ScorerError | VisionError)
    return str(error) if foreseen else f"{type(error).__name__}: {' '.join(str(error).split())}"
