"""The mat as a PDF to print: one A3 sheet, or A4 or letter sheets to glue together."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from fpdf import FPDF
from fpdf.enums import TextMode

from vision.mat.design import (
    CELLS,
    HEIGHT_MM,
    MARKER_MM,
    MARKERS,
    QUIET_MM,
    WIDTH_MM,
    ZONES,
    Area,
    Zone,
    marker_cells,
)


class Paper(StrEnum):
    """What the mat is printed on."""

    A3 = "a3"
    A4 = "a4"
    LETTER = "letter"


@dataclass(frozen=True)
class Sheets:
    """The sheets of a paper. size: width and height, mm; beside each other ``count`` of them, with a margin around."""

    size: tuple[float, float]
    count: int

    @property
    def overlap(self) -> float:
        """How far a sheet reaches under the next one, mm: the whole mat is spread over what the printer reaches."""
        if self.count == 1:
            return 0.0
        return (self.count * (self.size[0] - 2 * MARGIN_MM) - WIDTH_MM) / (self.count - 1)


MARGIN_MM = 8.0
"""What home printers leave blank around a sheet."""

SHEETS: dict[Paper, Sheets] = {
    Paper.A3: Sheets((420.0, 297.0), 1),
    Paper.A4: Sheets((210.0, 297.0), 2),
    Paper.LETTER: Sheets((215.9, 279.4), 2),
}

_NAMES = {Zone.PLAYED: "PLAYED", Zone.HAND: "HAND", Zone.FOOT: "FOOT"}
_LETTERS_MM = {Zone.PLAYED: 46.0, Zone.HAND: 34.0, Zone.FOOT: 34.0}
_FRAME_MM, _ROUND_MM = 1.5, 4.0
_QUIET_GREY, _CUT_GREY = 190, 120
_POINTS_A_MM = 72 / 25.4


def mat_pdf(paper: Paper) -> bytes:
    """Return the PDF of the mat in its true size."""
    sheets = SHEETS[paper]
    width, height = sheets.size
    pdf = FPDF(unit="mm", format=(min(sheets.size), max(sheets.size)))
    pdf.set_title("Mat for Hand and Foot")
    pdf.set_auto_page_break(False)
    printable = width - 2 * MARGIN_MM
    top = (height - HEIGHT_MM) / 2
    for number in range(sheets.count):
        pdf.add_page(orientation="landscape" if width > height else "portrait")
        first = number * (printable - sheets.overlap)
        left = (width - WIDTH_MM) / 2 if sheets.count == 1 else MARGIN_MM - first
        shown = Area(max(0.0, left), top, min(width, left + WIDTH_MM), top + HEIGHT_MM)
        if sheets.count > 1:
            shown = Area(MARGIN_MM, top, width - MARGIN_MM, top + HEIGHT_MM)
        with pdf.rect_clip(shown.left, shown.top, shown.right - shown.left, shown.bottom - shown.top):
            _draw_mat(pdf, left, top)
        _mark_cuts(pdf, shown, glued=sheets.overlap if number + 1 < sheets.count else 0.0)
        _say_size(pdf, shown, f"sheet {number + 1} of {sheets.count}")
    return bytes(pdf.output())


def _draw_mat(pdf: FPDF, left: float, top: float) -> None:
    """Draw frames and names in quiet outlines, the markers over them."""
    pdf.set_line_width(0.4)
    pdf.set_draw_color(_QUIET_GREY)
    for zone, area in ZONES.items():
        wide, high = area.right - area.left - 2 * _FRAME_MM, area.bottom - area.top - 2 * _FRAME_MM
        x, y = left + area.left + _FRAME_MM, top + area.top + _FRAME_MM
        pdf.rect(x, y, wide, high, round_corners=True, corner_radius=_ROUND_MM)
        _name_zone(pdf, _NAMES[zone], left, top, area, _LETTERS_MM[zone])
    for number, area in MARKERS.items():
        _draw_marker(pdf, number, left + area.left, top + area.top)


def _name_zone(pdf: FPDF, name: str, left: float, top: float, area: Area, size_mm: float) -> None:
    pdf.set_font("helvetica", "B", size_mm * _POINTS_A_MM)
    wide = pdf.get_string_width(name)
    # Capitals are about 0.72 of the type's size high.
    x, y = left + (area.left + area.right - wide) / 2, top + (area.top + area.bottom + 0.72 * size_mm) / 2
    with pdf.local_context(text_mode=TextMode.STROKE):
        pdf.text(x, y, name)


def _draw_marker(pdf: FPDF, number: int, x: float, y: float) -> None:
    cell = MARKER_MM / CELLS
    pdf.set_fill_color(255)
    pdf.rect(x - QUIET_MM, y - QUIET_MM, MARKER_MM + 2 * QUIET_MM, MARKER_MM + 2 * QUIET_MM, style="F")
    pdf.set_fill_color(0)
    pdf.rect(x, y, MARKER_MM, MARKER_MM, style="F")
    pdf.set_fill_color(255)
    for column, row, wide, high in _white_runs(number):
        pdf.rect(x + column * cell, y + row * cell, wide * cell, high * cell, style="F")


@cache
def _white_runs(number: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return column, row, width and height of rows and of columns of white squares: drawn both ways, no seam shows."""
    black = marker_cells(number)
    runs = []
    for cells, upright in ((black, False), (black.T, True)):
        for line, squares in enumerate(cells):
            start = None
            for place, is_black in enumerate((*squares, True)):
                if not is_black and start is None:
                    start = place
                elif is_black and start is not None:
                    run = (start, line, place - start, 1)
                    runs.append((line, start, 1, place - start) if upright else run)
                    start = None
    return tuple(runs)


def _mark_cuts(pdf: FPDF, shown: Area, *, glued: float) -> None:
    """Draw cutting marks at the corners, outside what is kept, and the line to which the next sheet is laid."""
    pdf.set_line_width(0.2)
    pdf.set_draw_color(_CUT_GREY)
    for x, outward in ((shown.left, -1), (shown.right, 1)):
        for y, away in ((shown.top, -1), (shown.bottom, 1)):
            pdf.line(x + outward, y, x + outward * 5, y)
            pdf.line(x, y + away, x, y + away * 5)
    if glued:
        seam = shown.right - glued
        for y, away in ((shown.top, -1), (shown.bottom, 1)):
            pdf.line(seam, y + away, seam, y + away * 5)
        pdf.set_font("helvetica", "", 7)
        pdf.set_text_color(_CUT_GREY)
        pdf.text(seam - 33, shown.top - 2, "the next sheet lies up to here")


def _say_size(pdf: FPDF, shown: Area, which: str) -> None:
    """Say how to print it, with a line of 100 mm to hold a ruler to."""
    pdf.set_font("helvetica", "", 7)
    pdf.set_text_color(_CUT_GREY)
    y = shown.bottom + 4
    pdf.set_draw_color(_CUT_GREY)
    for x in (shown.left + 10, shown.left + 110):
        pdf.line(x, y - 1, x, y + 1)
    pdf.line(shown.left + 10, y, shown.left + 110, y)
    pdf.text(shown.left + 112, y + 1, f"100 mm: print at 100 %, not fitted to the page; {which}")
