"""Figures as people read them: lines for the terminal, and the tables of docs/evaluation.md."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from handfoot.errors import OutputError
from handfoot.evaluation.doubtcurve import CurvePoint
from handfoot.evaluation.reliability import Said, What, binned, calibration_error, error_by_chance
from handfoot.evaluation.results import SetFigures
from handfoot.evaluation.tabletruth import TableFigures
from handfoot.output import write_text


def markdown(sets: Sequence[SetFigures], tables: Sequence[TableFigures]) -> str:
    """Return the figures as markdown tables."""
    found = []
    if sets:
        head = "photos | of them | index precision | index recall | cards exactly | piles | commonest errors | ms"
        found += [as_table(head, map(_of_set, sets)), _by_face([figures for figures in sets if figures.true])]
    if tables:
        head = (
            "tables | how many | score exact | interval holds the truth | wrong in silence | median width "
            "| questions a table | of them about cards | cards asked about | doubts and problems a table"
        )
        found.append(as_table(head, map(_of_tables, tables)))
    return "\n".join(filter(None, found))


def as_table(head: str, rows: Iterable[Iterable[object]]) -> str:
    """Return a markdown table. head: the names of its columns, with ``|`` between them."""
    lines = (f"| {' | '.join(map(str, row))} |\n" for row in rows)
    return f"| {head} |\n|{'---|' * (head.count('|') + 1)}\n{''.join(lines)}"


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


def _of_set(figures: SetFigures) -> tuple[object, ...]:
    errors = ", ".join(f"{error} ×{count}" for error, count in figures.confusions[:5]) or "–"
    ms = sum(ms for _, ms in figures.median_ms)
    return (
        *(figures.source, _with_failed(figures.photos, figures.failed)),
        *(share(figures.right, figures.read), share(figures.right, figures.true)),
        *(share(figures.cards_exact, figures.cards_judged), share(figures.piles_right, figures.piles_true)),
        *(errors, f"{ms:.0f}"),
    )


def _of_tables(figures: TableFigures) -> tuple[object, ...]:
    shares = (share(part, figures.tables) for part in (figures.exact, figures.held, figures.silent))
    each = (figures.questions, figures.of_cards, figures.cards_asked, figures.raised)
    return (
        *(figures.source, _with_failed(figures.tables, figures.failed), *shares, figures.median_width),
        *(_each(number, figures.tables) for number in each),
    )


def _with_failed(number: int, failed: int) -> str:
    return f"{number}, {failed} failed" if failed else f"{number}"


def _each(sum_: int, of: int) -> str:
    return f"{sum_ / of:.1f}" if of else "–"


def calibration(said: Mapping[str, Sequence[Said]]) -> str:
    """Return a table of how sure readings were on average, how many were right, and the calibration error."""
    head = "readings | what | how many | said | were right | calibration error | by chance alone"
    rows = []
    groups = [(what.value, {what}) for what in What]
    for name, ones in said.items():
        for title, whats in (*groups, ("every card", {What.ONE_CORNER, What.MORE_CORNERS})):
            chosen = [one for one in ones if one.what in whats]
            bins = binned(chosen)
            error, read = calibration_error(bins), sum(one.read for one in bins)
            if error is None:
                continue
            mean = sum(one.confidence * one.read for one in bins) / read
            right = sum(one.right for one in bins) / read
            shares = (f"{one:.2%}" for one in (mean, right, error, error_by_chance(chosen)))
            rows.append((name, title, read, *shares))
    return as_table(head, rows)


def price_of_doubt(points: Sequence[CurvePoint]) -> str:
    """Return a table of what each setting of the thresholds costs and saves."""
    head = (
        "tables | moved | face | presence | not held | wrong in silence | questions a table "
        "| doubts and problems a table"
    )
    rows = (
        (
            *(point.source, point.moved, f"{point.thresholds.sure:g}", f"{point.thresholds.there:g}"),
            *(f"{point.wrong} of {point.tables}", f"{point.silent} of {point.tables}"),
            *(_each(point.questions, point.tables), _each(point.raised, point.tables)),
        )
        for point in points
    )
    return as_table(head, rows)


def _by_face(sets: Sequence[SetFigures]) -> str:
    """Return recall by face, a column a set; and of the threes whose colour is known, how many have it right."""
    if not sets:
        return ""
    rows = []
    for name in dict.fromkeys(face.name for figures in sets for face in figures.faces if face.true):
        found = (next((face for face in figures.faces if face.name == name), None) for figures in sets)
        rows.append(
            (name, *(f"{face.right} of {face.true}" if face is not None and face.true else "" for face in found))
        )
    threes = [share(figures.threes[1], figures.threes[0]) if figures.threes[0] else "" for figures in sets]
    if any(threes):
        rows.append(("a 3's colour", *threes))
    return as_table(" | ".join(("recall of", *(figures.source for figures in sets))), rows)
