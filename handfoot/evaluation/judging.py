"""One labelled photo judged by how it was read: a row of results, whatever happens."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from handfoot.evaluation.failing import told
from handfoot.evaluation.labelled import LabelledPhoto, PhotoTruth, face_name, read_truth
from handfoot.evaluation.matching import IndexMatch, counted_exactly, match_indices, read_indices
from handfoot.evaluation.pilematch import piles_found
from handfoot.evaluation.reading import ReadPhoto
from handfoot.evaluation.reliability import Said, said_of
from handfoot.sides.laying import SeenPhoto, laid_out
from vision.laying.piles import PhotoRole
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame, load_photo


@dataclass(frozen=True)
class PhotoRow:
    """What one photo gave. Times in ms of wall time, None for a stage that was not reached.

    pairs: for each labelled index that counts, its name and what was read there, None where nothing was.
    right: names of those read right. extra: names of faces read where no index is labelled.
    cards_exact: None where the labels do not say which cards there are. piles_right: how many of a rendered photo's
    piles were read as they are. doubts: those of the photo as it is laid out, after its cards voted. said: how sure the
    reading was, and where it was right. error: empty, or why the photo has no result.
    """

    source: str
    photo: str
    split: str
    width: int = 0
    height: int = 0
    decode_ms: float | None = None
    find_ms: float | None = None
    read_ms: float | None = None
    merge_ms: float | None = None
    layout_ms: float | None = None
    pairs: tuple[tuple[str, str | None], ...] = ()
    right: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    cards_true: int | None = None
    cards_read: int | None = None
    cards_exact: bool | None = None
    piles_true: int = 0
    piles_right: int = 0
    doubts: int = 0
    said: tuple[Said, ...] = ()
    error: str = ""

    @property
    def missed(self) -> tuple[str, ...]:
        """Names of labelled indices where nothing was read: the finder's errors, and the reader's rejections."""
        return tuple(name for name, read in self.pairs if read is None)

    @property
    def misread(self) -> tuple[str, ...]:
        """``true>read`` for each index that was found and read wrong: the reader's errors."""
        return tuple(f"{name}>{read}" for name, read in self.pairs if read is not None and read != name)


Look = Callable[[LabelledPhoto, Frame, IndexMatch], None]
"""Called with each photo of which an index was missed, misread or read where none is labelled."""


def judge_photo(photo: LabelledPhoto, read: ReadPhoto, look: Look | None = None) -> PhotoRow:
    """Compare a photo that was read with its labels; what went wrong with either becomes a row too."""
    row = PhotoRow(source=photo.source, photo=photo.name, split=photo.split, decode_ms=read.decode_ms)
    if read.reading is None:
        return replace(row, error=read.error)
    try:
        truth = read_truth(photo, read.reading.width, read.reading.height)
        before = time.perf_counter()
        laid = laid_out(photo.name, truth.role or PhotoRole.PLAYED, read.reading)
        after = time.perf_counter()
    except Exception as error:
        return replace(row, error=told(error))
    match = match_indices(truth.indices or (), read_indices(read.reading.cards)) if truth.indices is not None else None
    if look is not None and match is not None and match.errors:
        look(photo, load_photo(photo.path), match)
    return _judged(row, read.reading, truth, match, layout_ms=1000 * (after - before), laid=laid)


def _judged(
    row: PhotoRow,
    reading: PhotoReading,
    truth: PhotoTruth,
    match: IndexMatch | None,
    *,
    layout_ms: float,
    laid: SeenPhoto,
) -> PhotoRow:
    real = bool(truth.alike)
    faces = tuple(card.face for card in reading.cards if card.face is not None)
    pairs = tuple((name, face and face_name(face, real=real)) for name, face in match.pairs) if match else ()
    return replace(
        row,
        width=reading.width,
        height=reading.height,
        find_ms=reading.times.find,
        read_ms=reading.times.read,
        merge_ms=reading.times.merge,
        layout_ms=layout_ms,
        pairs=pairs,
        right=match.right if match else (),
        extra=tuple(face_name(face, real=real) for face in match.extra) if match else (),
        cards_true=None if truth.cards is None else len(truth.cards),
        cards_read=len(faces),
        cards_exact=None if truth.cards is None else counted_exactly(faces, truth.cards, truth.maybe, truth.alike),
        piles_true=len(truth.piles),
        piles_right=piles_found(truth.piles, laid.layout, laid.reading.cards),
        doubts=len(laid.reading.doubts) + len(laid.layout.doubts),
        said=said_of(reading, match, complete=not real) if match else (),
    )
