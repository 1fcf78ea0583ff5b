"""What programs that measure this machine share: the checkout, the processors they keep to, the memory they took."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def keep_to(cores: int) -> None:
    """Run on so many processors, where the system can; to be called before the libraries size their pools by them."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:cores]))


def peak_mb(*, of_children: bool = False) -> float | None:
    """Return the largest resident size of this process so far, or of those that it ran and that ended, MB of 1,000,000
    bytes; None where no system says it.
    """
    try:
        import resource
    except ImportError:
        return None
    size = resource.getrusage(resource.RUSAGE_CHILDREN if of_children else resource.RUSAGE_SELF).ru_maxrss
    return size / 1e6 if sys.platform == "darwin" else size * 1024 / 1e6
