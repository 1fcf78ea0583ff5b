"""The plots of an evaluation, as small SVG files."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from handfoot.errors import HandfootError, writing
from handfoot.evaluation.doubtcurve import CurvePoint
from handfoot.evaluation.reliability import Said, What, binned, calibration_error

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#1b6ca8", "#c8553d", "#3a7d44", "#8c6bb1")
ENOUGH = 20
"""Bins of fewer readings are not drawn."""

LEAST = 3e-4
"""Smallest share of errors that is drawn; a bin without an error stands there."""


class PlotError(HandfootError):
    """A plot that cannot be drawn."""


def check_plots() -> None:
    """Raise PlotError, in one line, where plots cannot be drawn: before anything is read."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise PlotError(
            "matplotlib is missing, which draws the plots: pip install '.[evaluate]' in the project's folder"
        ) from None


def draw_reliability(groups: Mapping[str, Sequence[Said]], path: Path) -> None:
    """Draw how often readings were wrong against how often they said they may be, a panel a group."""

    def draw(figure: "Figure") -> None:
        for place, (name, said) in enumerate(groups.items()):
            axes = figure.add_subplot(1, len(groups), place + 1)
            _reliability_panel(axes, name, said)

    save_plot(path, draw, width=4.4 * len(groups), height=4.2)


def draw_curve(points: Sequence[CurvePoint], path: Path) -> None:
    """Draw silent errors against what is asked a table, a panel a set, a line for each threshold that moves."""
    sources = tuple(dict.fromkeys(point.source for point in points))

    def draw(figure: "Figure") -> None:
        for place, source in enumerate(sources):
            axes = figure.add_subplot(1, len(sources), place + 1)
            _curve_panel(axes, [point for point in points if point.source == source])
            axes.set_title(source)

    save_plot(path, draw, width=4.4 * len(sources), height=3.8)


def _curve_panel(axes: "Axes", points: Sequence[CurvePoint]) -> None:
    for colour, moved in zip(COLOURS, ("face", "presence", "both"), strict=False):
        line = sorted((_asked(point), _silent(point)) for point in points if point.moved in (moved, "chosen"))
        axes.plot(*zip(*line, strict=True), marker="o", markersize=4, color=colour, label=_MOVED[moved])
    for point in points:
        if point.moved == "chosen":
            place = (_asked(point), _silent(point))
            axes.plot(*place, marker="*", markersize=13, color="black", linestyle="", label="chosen")
    axes.set_xlabel("questions, doubts and problems a table")
    axes.set_ylabel("tables wrong in silence, %")
    axes.set_ylim(bottom=-0.3)
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)


_MOVED = {"face": "the face's threshold moves", "presence": "that of presence", "both": "both"}


def _asked(point: CurvePoint) -> float:
    return (point.questions + point.raised) / max(point.tables, 1)


def _silent(point: CurvePoint) -> float:
    return 100 * point.silent / max(point.tables, 1)


def _reliability_panel(axes: "Axes", name: str, said: Sequence[Said]) -> None:
    axes.plot((LEAST, 1), (LEAST, 1), color="grey", linewidth=1, linestyle="--")
    for colour, what in zip(COLOURS, What, strict=False):
        bins = binned(one for one in said if one.what is what)
        error = calibration_error(bins)
        if error is None:
            continue
        large = [one for one in bins if one.read >= ENOUGH]
        may = [max(1 - one.confidence, LEAST) for one in large]
        was = [max(1 - one.right / one.read, LEAST) for one in large]
        label = f"{what.value}: {100 * error:.2f} %"
        axes.plot(may, was, color=colour, linewidth=0.8, marker="o", markersize=4, label=label)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.minorticks_off()
    axes.set_title(name)
    axes.set_xlabel("said: may be wrong")
    axes.set_ylabel("was wrong")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, title="mean gap", loc="upper left")


def save_plot(path: Path, draw: Callable[["Figure"], None], *, width: float, height: float) -> None:
    """Draw a figure into an SVG file whose bytes depend on what is drawn alone."""
    check_plots()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    # Text stays text, which is smaller and can be searched; the salt names elements by it and not by chance.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "handfoot", "font.size": 9}):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure)
        with writing(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
        with writing(path):
            figure.savefig(path, metadata={"Date": None})
