"""What several commands read from the command line alike."""

import argparse
import math


def a_share(text: str) -> float:
    """Return a share of 0 to 1 that a word names.

    Raises:
        argparse.ArgumentTypeError: naming a word that names none.
    """
    try:
        share = float(text)
    except ValueError:
        share = math.nan
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text}: not a share from 0 to 1")
    return share
