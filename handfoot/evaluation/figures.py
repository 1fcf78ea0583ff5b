"""Figures as people read them: lines for the terminal, and the tables of docs/evaluation.md."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from handfoot.errors import OutputError
from handfoot.evaluation.doubtcurve import CurvePoint
from handfoot.evaluation.reliability import Said, What, binned, calibration_error, error_by_chance
from handfoot.evaluation.results import SetFigures
from handfoot.evaluation.tabletruth import TableFigures
from handfoot.output import write_text


def markdown(sets: Sequence[SetFigures], tables: Sequence[TableFigures]) -> str:
    """Return the figures as markdown tables."""
    lines: list[str] = []
    if sets:
        lines += [
            "| photos | of them | index precision | index recall | cards exactly | piles | commonest errors | ms |",
            "|---|---|---|---|---|---|---|---|",
            *(_set_line(figures) for figures in sets),
            "",
            *_by_face(sets),
        ]
    if tables:
        lines += [
            "",
            "| tables | how many | score exact | interval holds the truth | wrong in silence | median width "
            "| questions a table | of them about cards | cards asked about | doubts and problems a table |",
            "|---|---|---|---|---|---|---|---|---|---|",
            *(_table_line(figures) for figures in tables),
        ]
    return "\n".join(lines).strip() + "\n"


def write_into(path: Path, text: str, *, name: str = "figures", by: str = "handfoot evaluate") -> None:
    """Put the text between the marks of that name in a markdown file, or at its end where it has none.

    Raises:
        OutputError: if the file cannot be read or written.
    """
    opening, closing = marks(name, by)
    try:
        page = path.read_text(encoding="utf-8") if path.exists() else ""
    except UnicodeDecodeError as error:
        raise OutputError(f"{path}: no UTF-8 text: byte {error.start} is wrong") from None
    except OSError as error:
        raise OutputError(f"{path}: cannot be read ({error.strerror or error})") from None
    before, begin, rest = page.partition(opening)
    _, end, after = rest.partition(closing)
    if not begin or not end:
        before, after = f"{page.rstrip()}\n\n" if page.strip() else "", "\n"
    write_text(path, f"{before}{opening}\n\n{text}\n{closing}{after}")


def marks(name: str, by: str) -> tuple[str, str]:
    """Return the lines between which figures stand in a page."""
    return f"<!-- {name}: written by `{by}`, do not edit -->", f"<!-- end of {name} -->"


def share(part: int, whole: int) -> str:
    """Return a share in per cent with what it is of, or a dash where it is of nothing."""
    return f"{100 * part / whole:.1f} % ({part} of {whole})" if whole else "–"


def _set_line(figures: SetFigures) -> str:
    failed = f", {figures.failed} failed" if figures.failed else ""
    errors = ", ".join(f"{error} ×{count}" for error, count in figures.confusions[:5]) or "–"
    ms = sum(ms for _, ms in figures.median_ms)
    return (
        f"| {figures.source} | {figures.photos}{failed} | {share(figures.right, figures.read)} "
        f"| {share(figures.right, figures.true)} | {share(figures.cards_exact, figures.cards_judged)} "
        f"| {share(figures.piles_right, figures.piles_true)} "
        f"| {errors} | {ms:.0f} |"
    )


def _table_line(figures: TableFigures) -> str:
    failed = f", {figures.failed} failed" if figures.failed else ""
    return (
        f"| {figures.source} | {figures.tables}{failed} | {share(figures.exact, figures.tables)} "
        f"| {share(figures.held, figures.tables)} | {share(figures.silent, figures.tables)} "
        f"| {figures.median_width} | {_each(figures.questions, figures.tables)} "
        f"| {_each(figures.of_cards, figures.tables)} | {_each(figures.cards_asked, figures.tables)} "
        f"| {_each(figures.raised, figures.tables)} |"
    )


def _each(sum_: int, of: int) -> str:
    return f"{sum_ / of:.1f}" if of else "–"


def calibration(said: Mapping[str, Sequence[Said]]) -> str:
    """Return a table of how sure readings were on average, how many were right, and the calibration error."""
    head = "| readings | what | how many | said | were right | calibration error | by chance alone |"
    lines = [head, "|---|---|---|---|---|---|---|"]
    groups = [(what.value, {what}) for what in What]
    for name, ones in said.items():
        for title, whats in (*groups, ("every card", {What.ONE_CORNER, What.MORE_CORNERS})):
            chosen = [one for one in ones if one.what in whats]
            bins = binned(chosen)
            error, read = calibration_error(bins), sum(one.read for one in bins)
            if error is None:
                continue
            mean = sum(one.confidence * one.read for one in bins) / read
            right = sum(one.right for one in bins)
            lines.append(
                f"| {name} | {title} | {read} | {mean:.2%} | {right / read:.2%} | {error:.2%} "
                f"| {error_by_chance(chosen):.2%} |"
            )
    return "\n".join(lines) + "\n"


def price_of_doubt(points: Sequence[CurvePoint]) -> str:
    """Return a table of what each setting of the thresholds costs and saves."""
    lines = [
        "| tables | moved | face | presence | not held | wrong in silence | questions a table "
        "| doubts and problems a table |",
        "|---|---|---|---|---|---|---|---|",
        *(
            f"| {point.source} | {point.moved} | {point.thresholds.sure:g} | {point.thresholds.there:g} "
            f"| {point.wrong} of {point.tables} | {point.silent} of {point.tables} "
            f"| {_each(point.questions, point.tables)} | {_each(point.raised, point.tables)} |"
            for point in points
        ),
    ]
    return "\n".join(lines) + "\n"


def _by_face(sets: Sequence[SetFigures]) -> list[str]:
    """Return recall by face, a column a set; and of the threes whose colour is known, how many have it right."""
    judged = [figures for figures in sets if figures.true]
    if not judged:
        return []
    names = list(dict.fromkeys(face.name for figures in judged for face in figures.faces if face.true))
    lines = [
        f"| recall of | {' | '.join(figures.source for figures in judged)} |",
        f"|---|{'---|' * len(judged)}",
    ]
    for name in names:
        cells = []
        for figures in judged:
            face = next((face for face in figures.faces if face.name == name), None)
            cells.append(f"{face.right} of {face.true}" if face is not None and face.true else "")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    threes = [share(figures.threes[1], figures.threes[0]) if figures.threes[0] else "" for figures in judged]
    if any(threes):
        lines.append(f"| a 3's colour | {' | '.join(threes)} |")
    return lines
