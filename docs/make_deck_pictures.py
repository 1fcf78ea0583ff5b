"""Take the pictures for docs/decks.md: a deck taught on the table's page, and the printed mat with cards on it.

    python -m tablesynth mats --split test --count 3 --seed 3 --out MATS
    python docs/make_deck_pictures.py MATS/slanted/table-0003/Gwen/played-1.jpg

It needs the extra ``dev`` and a Chromium, and writes docs/teaching.jpg and docs/mat.jpg.
"""

import io
import sys
import tempfile
from pathlib import Path

import numpy as np
import pypdfium2
from phones import GROUND, ROOT, phone
from PIL import Image
from playwright.sync_api import Page
from tablesynth.taught import LESSON, render_taught

from handfoot.annotate import annotate_reading
from handfoot.sheets.matpdf import Paper, mat_pdf
from vision.mat.squaring import squared_up
from vision.photos.frames import load_photo
from vision.read import default_card_reader

HEIGHT_PX, GAP_PX = 520, 16
ASKED = ("B3", "R3", "W20", "W50", "BACK", "-")
"""What the program asks about in the rendered lesson, in that order."""


def main() -> None:
    """Write both pictures."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    beside(mat_pictures(Path(sys.argv[1])), ROOT / "docs" / "mat.jpg")
    with tempfile.TemporaryDirectory() as folder:
        beside(lesson_screens(Path(folder)), ROOT / "docs" / "teaching.jpg")


def mat_pictures(photo: Path) -> list[Image.Image]:
    """Return the mat's two A4 sheets, the cards on it as a phone sees them, and what is read there, squared up."""
    document = pypdfium2.PdfDocument(mat_pdf(Paper.A4))
    sheets = [page.render(scale=0.9).to_pil().convert("RGB") for page in document]
    document.close()
    printed = Image.new("RGB", (sheets[0].width + sheets[1].width + 6, sheets[0].height), GROUND)
    printed.paste(sheets[0], (0, 0))
    printed.paste(sheets[1], (sheets[0].width + 6, 0))
    frame, reader = load_photo(photo), default_card_reader()
    reading = reader.read(frame)
    if reading.mat is None:
        sys.exit(f"{photo}: the mat was not found")
    picture = squared_up(frame.image, reading.mat, reading.cards)
    flat = type(frame)(frame.name, picture.image)
    read = annotate_reading(flat.image, reader.read(flat))
    return [printed, as_picture(frame.image), as_picture(read)]


def lesson_screens(folder: Path) -> list[Image.Image]:
    """Return the screens of a lesson: the photo with what was found, the cards to look through, the deck."""
    render_taught(11, range(1), 1, folder / "deck")
    photo = next((folder / "deck").glob(f"*/{LESSON}/*.jpg"))
    with phone(folder / "data", sharpness=1.5) as (page, _):
        return walk(page, photo)


def walk(page: Page, photo: Path) -> list[Image.Image]:
    """Teach the deck and return what the phone shows on the way."""
    page.goto("/decks/teach")
    page.locator("#photos").set_input_files(photo)
    page.wait_for_selector("#sent .state.good")
    page.locator(".lesson-photo").first.scroll_into_view_if_needed()
    screens = [shot(page)]
    page.locator(".lesson-cards").first.evaluate("one => one.scrollIntoView()")
    screens.append(shot(page))
    for face in ASKED:
        page.locator(".lesson-card.ask select").first.select_option(face)
    page.get_by_label("Name of the deck").fill("club jumbo")
    page.get_by_role("button", name="Learn this deck").click()
    page.wait_for_url("**/decks")
    page.wait_for_load_state("networkidle")
    screens.append(shot(page))
    return screens


def shot(page: Page) -> Image.Image:
    """Return what the screen shows."""
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def as_picture(image: np.ndarray) -> Image.Image:
    """Return a BGR picture as one to be written."""
    return Image.fromarray(np.ascontiguousarray(image[..., ::-1]))


def beside(pictures: list[Image.Image], path: Path) -> None:
    """Write the pictures side by side, all of one height."""
    scaled = [one.resize((round(one.width * HEIGHT_PX / one.height), HEIGHT_PX), Image.LANCZOS) for one in pictures]
    strip = Image.new("RGB", (sum(one.width + GAP_PX for one in scaled) + GAP_PX, HEIGHT_PX + 2 * GAP_PX), GROUND)
    left = GAP_PX
    for one in scaled:
        strip.paste(one, (left, GAP_PX))
        left += one.width + GAP_PX
    strip.save(path, quality=82)


if __name__ == "__main__":
    main()
