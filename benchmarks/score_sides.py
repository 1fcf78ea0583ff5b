"""How many sides are scored in a second on one core, and how the cost grows with the cards.

    python benchmarks/score_sides.py [--runs 7] [--seconds 0.4]

Medians of repeated runs, in time that a core spent on them, whatever else the machine does.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]

from scorer.faces import NATURAL_RANKS, Face
from scorer.notation import parse_cards
from scorer.record import BookKind, Pile, Record, Setting, Side
from scorer.rulebook.rules import rule_ids
from scorer.scoring.tally import tally

HOST: dict[str, Setting] = {
    "red3_played": 100,
    "red3_left": -300,
    "black3_left": -100,
    "wild_book": 1000,
    "open_wild_book": -200,
    "clean_to_go_out": 1,
    "dirty_to_go_out": 1,
    "books_to_go_out": 3,
}
"""What a host says before the club's rules score anything."""

MELDS = ("7xK", "5x9 W20 W50", "7x4", "4xJ", "3x8 W20", "3xA", "3x6")
"""The piles of a side as most rounds end, beside a squared book: 35 cards counted."""

LEFT = parse_cards("K 5 R3 B3")
SIZES = (20, 40, 80, 160)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.4, help="least time of a run")
    options = parser.parse_args()
    usual = (*(Pile(cards=parse_cards(text)) for text in MELDS), Pile(top=Face.QUEEN, kind=BookKind.DIRTY))
    for rules in rule_ids():
        seconds = seconds_a_side(table(rules, usual), options.runs, options.seconds)
        print(f"{rules:<20} {1 / seconds:8,.0f} sides/s")
    wrong = (Pile(cards=parse_cards("3x9 3x2")), Pile(cards=parse_cards("K")), *usual)
    seconds = seconds_a_side(table("remastered-singles", wrong), options.runs, options.seconds)
    print(f"{'with three problems':<20} {1 / seconds:8,.0f} sides/s")
    base = 0.0
    for size in SIZES:
        seconds = seconds_a_side(table("remastered-singles", of_size(size)), options.runs, options.seconds)
        a_card = seconds / size
        base = base or a_card
        print(f"{size:4} cards {1e6 * seconds:8.1f} µs a side, a card {a_card / base:.2f} of one among {SIZES[0]}")


def table(rules: str, piles: tuple[Pile, ...]) -> Record:
    """Return the record of two sides with these piles."""
    settings = HOST if rules == "club" else {}
    reds = 0 if rules == "four-hand" else 2
    sides = tuple(Side(name, piles, red_threes=reds, left=LEFT) for name in ("North", "South"))
    return Record(rules, sides, round=30 if rules == "club" else 1, settings=settings)


def of_size(cards: int) -> tuple[Pile, ...]:
    """Return a pile of seven of each rank in turn, and of more where there are more cards than that."""
    ranks = NATURAL_RANKS[: max(1, min(len(NATURAL_RANKS), cards // 7))]
    return tuple(
        Pile(cards=(rank,) * (cards // len(ranks) + (place < cards % len(ranks)))) for place, rank in enumerate(ranks)
    )


def seconds_a_side(record: Record, runs: int, least: float) -> float:
    """Return the median over the runs of the time a core needs for one side of the record."""
    times = []
    for _ in range(runs):
        scored, start = 0, time.process_time()
        while (spent := time.process_time() - start) < least:
            for _ in range(20):
                tally(record)
            scored += 20 * len(record.sides)
        times.append(spent / scored)
    return statistics.median(times)


if __name__ == "__main__":
    main()
