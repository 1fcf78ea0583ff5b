"""The printed mat: true to size on every paper, and its markers are found where the design says."""

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from handfoot.sheets.matpdf import MARGIN_MM, SHEETS, Paper, mat_pdf
from tests.commands import handfoot
from vision.mat.design import DICTIONARY, HEIGHT_MM, MARKERS, WIDTH_MM, marker_corners

PX_A_MM = 4.0


def pages(paper: Paper) -> list[NDArray[np.uint8]]:
    document = pypdfium2.PdfDocument(mat_pdf(paper))
    try:
        return [page.render(scale=PX_A_MM * 25.4 / 72).to_numpy() for page in document]
    finally:
        document.close()


def found_mm(page: NDArray[np.uint8]) -> dict[int, NDArray[np.float64]]:
    """Return the corners of the markers on a page, mm from its top left."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), cv2.aruco.DetectorParameters())
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY))
    return {int(n): quad[0] / PX_A_MM for n, quad in zip(numbers.ravel(), corners, strict=True)}


@pytest.mark.parametrize("paper", list(Paper))
def test_the_pages_have_the_papers_size_and_the_mat_its_own_on_each(paper: Paper) -> None:
    sheets = SHEETS[paper]
    shown = pages(paper)
    assert len(shown) == sheets.count
    seen: dict[int, NDArray[np.float64]] = {}
    left = (sheets.size[0] - WIDTH_MM) / 2 if sheets.count == 1 else MARGIN_MM
    for number, page in enumerate(shown):
        size = np.array(page.shape[1::-1]) / PX_A_MM
        assert size == pytest.approx(sheets.size, abs=0.5)
        # A sheet that lies beside the first shows what is further right by a sheet's width less margins and overlap.
        step = sheets.size[0] - 2 * MARGIN_MM - sheets.overlap
        start = np.array([left - number * step, (sheets.size[1] - HEIGHT_MM) / 2])
        seen |= {marker: corners - start for marker, corners in found_mm(page).items()}
    assert set(seen) == set(MARKERS)
    for marker, corners in seen.items():
        assert np.abs(corners - marker_corners(marker)).max() < 0.5


def test_a_sheet_reaches_under_the_next_one() -> None:
    assert {name for name, sheets in SHEETS.items() if sheets.overlap >= 5} == {
        name for name, sheets in SHEETS.items() if sheets.count > 1
    }


def test_the_command_writes_the_file_and_says_how_to_print_it(tmp_path: Path) -> None:
    result = handfoot("mat", "--paper", "A4", "--out", tmp_path / "my mat.pdf")
    assert result.exit_code == 0
    assert "2 sheets of A4" in result.output
    assert "100 %" in result.output
    assert (tmp_path / "my mat.pdf").read_bytes().startswith(b"%PDF")


def test_a_place_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    done = handfoot("mat", "--out", tmp_path / "nowhere" / "mat.pdf")
    assert done.exit_code == 2
    assert "cannot be written" in done.output
