"""Where a net comes from, as its card says."""

import subprocess
import sys
from pathlib import Path


def command(program: str) -> str:
    """Return how ``python -m program`` was called, without paths of one machine."""
    return " ".join((f"python -m {program}", *(word for word in sys.argv[1:] if not Path(word).is_absolute())))


def commit() -> str:
    """Return the commit of the recipe, or ``unknown`` outside a checkout."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"
