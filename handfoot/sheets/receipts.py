"""A scored table as the JSON that other programs read, and as annotated photos."""

from collections.abc import Iterator
from pathlib import Path

from handfoot.annotate import PileMark, annotate_reading
from handfoot.pipeline import ScoredSide, ScoredTable
from handfoot.sides.seenside import PhotoDoubt, SeenPile
from scorer.record import record_to_json
from scorer.scoring.account import Reason, SideTally
from scorer.scoring.tally import tally_to_json
from vision.corners import Image
from vision.errors import PhotoError
from vision.photos.frames import load_photo

_BOOKS = {
    Reason.CLEAN_BOOK: "clean",
    Reason.DIRTY_BOOK: "dirty",
    Reason.WILD_BOOK: "wild",
    Reason.SEVENS_BOOK: "clean",
}
"""The frame of each kind of book."""


def table_to_json(table: ScoredTable) -> dict[str, object]:
    """Return the tally's JSON with the record under ``record``, and the photos and what is in doubt in each."""
    doubts = [_doubt_json(doubt, None) for doubt in table.doubts]
    doubts += [_doubt_json(doubt, side.name) for side in table.sides for doubt in side.doubts]
    photos = [
        {
            "side": side.name,
            "photo": photo.name,
            "shows": photo.shows.value,
            "width": photo.reading.width,
            "height": photo.reading.height,
            "cards": len(photo.reading.cards),
            "ms": round(photo.reading.ms, 1),
        }
        for side in table.sides
        for photo in side.read.photos
    ]
    return {
        **tally_to_json(table.tally),
        "table": table.name,
        "record": record_to_json(table.record),
        "photos": photos,
        "doubts": doubts,
        "errors": list(table.errors),
    }


def annotated_photos(table: ScoredTable) -> Iterator[tuple[str, Path, Image | PhotoError]]:
    """Yield each photo's side and file with the photo as it was scored: cards, piles with points, doubts.

    In place of a photo that can no longer be read comes why.
    """
    for side, score in zip(table.sides, table.tally.sides, strict=True):
        for number, (path, photo) in enumerate(zip(side.read.paths, side.read.photos, strict=True)):
            doubts = [(doubt.about, doubt.say) for doubt in side.doubts if doubt.photo == photo.name]
            try:
                image = load_photo(path).image
            except PhotoError as error:
                yield side.name, path, error
                continue
            yield side.name, path, annotate_reading(image, photo.reading, _marks(side, score, number), doubts)


def _marks(side: ScoredSide, score: SideTally, photo: int) -> list[PileMark]:
    """Return the frames of a photo's piles, red threes and leftovers, with the points they have in the score."""
    photos = side.read.photos
    layout = photos[photo].layout
    doubted = {card for doubt in side.doubts if doubt.photo == photos[photo].name for card in doubt.about}
    marks = []
    for number, pile in enumerate(side.read.seen.piles, start=1):
        points = sum(line.points for line in score.lines if line.pile == number)
        book = _book(score, number)
        if pile.photo == photo:
            took = "meld" if book is None else "7s" if book is Reason.SEVENS_BOOK else _BOOKS[book]
            marks.append(_mark(pile, book, photo, f"{_rank(pile)} {took} {points}", doubted))
        else:
            again = pile if pile.cards_in(photo) else pile.replaces
            if again is not None and again.cards_in(photo):
                marks.append(_mark(again, book, photo, f"{_rank(pile)}: see {photos[pile.photo].name}", doubted))
    if layout.red_threes:
        points = _points(score, Reason.RED3_PLAYED)
        marks.append(
            PileMark(layout.red_threes, "red 3s", f"red 3s {points}", not doubted.isdisjoint(layout.red_threes))
        )
    if layout.left:
        points = _points(score, Reason.LEFT, Reason.RED3_LEFT, Reason.BLACK3_LEFT)
        marks.append(PileMark(layout.left, "left", f"left {points}"))
    return marks


def _mark(pile: SeenPile, book: Reason | None, photo: int, text: str, doubted: set[int]) -> PileMark:
    """Return a pile's frame: that of the book the score took it for, else of what it looks like."""
    seen = pile.pile.kind.value if pile.pile.kind is not None else "meld" if pile.rank is not None else "loose"
    kind = seen if book is None else _BOOKS[book]
    cards = pile.cards_in(photo)
    return PileMark(cards, kind, text, not doubted.isdisjoint(cards))


def _book(score: SideTally, number: int) -> Reason | None:
    """Return the book that the score took a pile for, None if for none."""
    return next((line.reason for line in score.lines if line.pile == number and line.reason in _BOOKS), None)


def _rank(pile: SeenPile) -> str:
    return str(pile.rank) if pile.rank is not None else "?" if pile.pile.kind is None else "W"


def _points(score: SideTally, *reasons: Reason) -> int:
    return sum(line.points for line in score.lines if line.reason in reasons)


def _doubt_json(doubt: PhotoDoubt, side: str | None) -> dict[str, object]:
    return {"side": side, "photo": doubt.photo, "about": list(doubt.about), "say": doubt.say, "code": doubt.code}
