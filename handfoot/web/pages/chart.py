"""A game as a chart: each side's total after each round, as lines for an SVG."""

from dataclasses import dataclass

from scorer.games import GameState

WIDTH, HEIGHT = 480.0, 260.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 88.0, 18.0, 14.0, 34.0
_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10000, 20000, 50000, 100000)
MOST_SIDES_DRAWN = 8
"""The style sheet has a colour and a dash for so many; the lines of further sides begin again with the first."""


@dataclass(frozen=True)
class Mark:
    """A label on an axis and where it stands, in units of the drawing."""

    at: float
    text: str
    points: int = 0


@dataclass(frozen=True)
class SideLine:
    """A side's line. ``colour`` counts from 1; ``dots`` are its points; ``end`` its last total."""

    name: str
    colour: int
    path: str
    dots: tuple[tuple[float, float], ...]
    end: int


@dataclass(frozen=True)
class Chart:
    """The whole drawing, WIDTH by HEIGHT."""

    lines: tuple[SideLine, ...]
    across: tuple[Mark, ...]
    up: tuple[Mark, ...]
    left: float = _LEFT
    right: float = WIDTH - _RIGHT
    bottom: float = HEIGHT - _BOTTOM
    width: float = WIDTH
    height: float = HEIGHT


def colour_of(place: int) -> int:
    """Return the colour of a side, by its place among the sides from 0; colours count from 1."""
    return place % MOST_SIDES_DRAWN + 1


def draw_chart(state: GameState) -> Chart | None:
    """Return the chart of a game, None before its first round."""
    if not state.rounds:
        return None
    totals = [(0,) * len(state.sides), *(played.totals for played in state.rounds)]
    step = _step(min(map(min, totals)), max(map(max, totals)))
    low = min(map(min, totals)) // step * step
    high = max(-(-max(map(max, totals)) // step) * step, low + step)

    def x(place: int) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * place / (len(totals) - 1), 1)

    def y(points: int) -> float:
        return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * (points - low) / (high - low), 1)

    lines = []
    for place, name in enumerate(state.sides):
        dots = tuple((x(at), y(after[place])) for at, after in enumerate(totals))
        path = "M" + " L".join(f"{left} {up}" for left, up in dots)
        lines.append(SideLine(name, colour_of(place), path, dots, totals[-1][place]))
    every = -(-len(state.rounds) // 12)
    across = tuple(
        Mark(x(at), str(played.number)) for at, played in enumerate(state.rounds, start=1) if at % every == 0
    )
    return Chart(tuple(lines), across, tuple(Mark(y(points), "", points) for points in range(low, high + 1, step)))


def _step(low: int, high: int) -> int:
    """Return the distance of the lines across, so that there are four to eight of them."""
    return next((step for step in _STEPS if (high - low) / step <= 6), _STEPS[-1] * 10)
