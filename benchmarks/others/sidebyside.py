"""Peers side by side: a table, and a plot of bars."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from others.claims import Claims

from handfoot.evaluation.figures import share
from handfoot.evaluation.labelled import PhotoTruth
from handfoot.evaluation.matching import counted_exactly, match_indices
from handfoot.evaluation.plots import COLOURS, save_plot

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass
class Sums:
    """What a peer came to on one set of photos."""

    source: str
    photos: int = 0
    true: int = 0
    read: int = 0
    right: int = 0
    cards_judged: int = 0
    cards_exact: int = 0

    def add(self, truth: PhotoTruth, claims: Claims) -> None:
        """Add what a photo came to."""
        self.photos += 1
        if truth.indices is not None:
            match = match_indices(truth.indices, claims.indices)
            self.true += match.true
            self.read += match.read
            self.right += len(match.right)
        if truth.cards is not None and claims.cards is not None:
            self.cards_judged += 1
            self.cards_exact += counted_exactly(claims.cards, truth.cards, truth.maybe, truth.alike)


@dataclass(frozen=True)
class PeerFigures:
    """What a peer came to: on each set, its median ms a photo, by the clock and of processor time, and its peak MB."""

    title: str
    sets: Sequence[Sums]
    ms: float
    processor_ms: float
    peak_mb: float | None


def as_markdown(figures: Sequence[PeerFigures]) -> str:
    """Return a line for each peer and set, then one for each peer's time and memory."""
    lines = [
        "| reader | photos | of them | index precision | index recall | cards exactly |",
        "|---|---|---|---|---|---|",
    ]
    for one in figures:
        for sums in one.sets:
            lines.append(
                f"| {one.title} | {sums.source} | {sums.photos} | {share(sums.right, sums.read)} "
                f"| {share(sums.right, sums.true)} | {share(sums.cards_exact, sums.cards_judged)} |"
            )
    lines += ["", "| reader | ms a photo, median | of processor time | peak memory, MB |", "|---|---|---|---|"]
    for one in figures:
        memory = "–" if one.peak_mb is None else f"{one.peak_mb:.0f}"
        lines.append(f"| {one.title} | {one.ms:.0f} | {one.processor_ms:.0f} | {memory} |")
    return "\n".join(lines) + "\n"


def draw(figures: Sequence[PeerFigures], path: Path) -> None:
    """Draw precision and recall of each set, a bar a peer, and the time beside them."""

    def panels(figure: "Figure") -> None:
        names = [sums.source for sums in figures[0].sets] if figures else []
        width = 0.8 / max(len(figures), 1)
        grid = figure.add_gridspec(1, 3, width_ratios=(3, 3, 2))
        of: dict[str, Callable[[Sums], int]] = {
            "index precision, %": lambda sums: sums.read,
            "index recall, %": lambda sums: sums.true,
        }
        for column, (title, asked) in enumerate(of.items()):
            axes = figure.add_subplot(grid[0, column])
            for place, one in enumerate(figures):
                heights = [100 * sums.right / max(asked(sums), 1) for sums in one.sets]
                at = [number + width * place for number in range(len(heights))]
                axes.bar(at, heights, width, color=COLOURS[place], label=one.title)
            axes.set_xticks([number + 0.4 - width / 2 for number in range(len(names))], names, rotation=20)
            axes.set_title(title)
            axes.set_ylim(0, 100)
        times = figure.add_subplot(grid[0, 2])
        for place, one in enumerate(figures):
            times.barh(-place, one.processor_ms, color=COLOURS[place], label=one.title)
        times.set_yticks([])
        times.set_xscale("log")
        times.set_title("processor ms a photo")
        figure.legend(*times.get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False)

    save_plot(path, panels, width=9.0, height=3.2)
