"""Reading a photo: the order in which the nets look and what each is told of the others."""

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.corners import SCORE_THRESHOLD, Corners, Finder, Reader, Readings
from vision.decks.embedding import EmbeddingReader, LikeningReader
from vision.decks.profile import DeckProfile, tuned_to
from vision.decks.reading import LEAST_SCORE, TaughtReader
from vision.decks.unseen import unseen_marks
from vision.decks.wholecards import with_whole_faces
from vision.doubting.anotherlook import in_place_of, joined, parts_left_open, usual_index_px
from vision.doubting.doubts import reading_doubts
from vision.doubting.interlocked import with_doubtful_heaps
from vision.doubting.light import light_doubts
from vision.doubting.mirrored import mirror_doubts
from vision.doubting.onbacks import without_print_on_backs
from vision.doubting.oneended import with_doubtful_ends
from vision.doubting.otherends import with_other_ends, without_ends
from vision.doubting.sidebyside import side_by_side
from vision.doubting.threes import has_colours
from vision.doubting.unshown import with_doubtful_cards
from vision.joining.cards import merge_cards, possible_cards
from vision.joining.pairs import PairJudge, paired
from vision.joining.presence import Looks, PresenceJudge, judged, looks_of, possible
from vision.looks.between import look_between
from vision.looks.evenlight import look_in_even_light
from vision.looks.patches import cut_patches
from vision.looks.scales import search
from vision.looks.secondlook import look_again, look_at_sizes, look_for_whole_marks, look_upside_down
from vision.looks.telling import TellingNet
from vision.looks.valuelook import look_at_values
from vision.mat.reading import read_by_mat
from vision.nets import (
    OnnxFinder,
    OnnxReader,
    default_face_reader,
    default_finder,
    default_likeness,
    default_outliner,
    default_pairs,
    default_presence,
    default_reader,
    default_suits,
    default_values,
)
from vision.outlining.fromabove import from_above
from vision.outlining.outlines import Outliner, Outlines, outlined
from vision.outlining.plane import on_one_plane
from vision.outlining.suitshapes import told_by_shapes
from vision.outlining.wholefaces import FaceReader, read_as_outlined, with_their_faces
from vision.photoreading import PhotoReading, StageTimes
from vision.photos.frames import Frame
from vision.seen import SeenCard

Cards = tuple[SeenCard, ...]


@dataclass(frozen=True)
class OutlinedCorners:
    """The N corners of a photo once their cards are outlined. embeddings: (N, D) how they look, where a reader says."""

    corners: Corners
    outlines: Outlines
    readings: Readings
    embeddings: NDArray[np.float32] | None


@dataclass(frozen=True)
class Nets:
    """What photos are read with. Only the finder and the reader are needed: what is left out tells nothing.

    outliner: tells where the cards' corners lie; without it, the finder does. face_reader: reads whole cards beside
    their indices, where they are outlined. pairs: tells how likely two outlined corners are of one card; without it, a
    rule does. presence: tells how likely each card lies there; without it, all do that are read at all. values: tells a
    wild's 20 from its 50; without it, the reader does. suits: tells red 3s from black ones by the shapes of their pips,
    where cards are outlined; without it, what was read does.
    """

    finder: Finder
    reader: Reader
    outliner: Outliner | None = None
    face_reader: FaceReader | None = None
    pairs: PairJudge | None = None
    presence: PresenceJudge | None = None
    values: TellingNet | None = None
    suits: TellingNet | None = None


class CardReader:
    """Reads photos with nets; one instance serves any number of photos."""

    def __init__(self, nets: Nets, *, taught: TaughtReader | None = None, looks_again: bool = True) -> None:
        """Keep the nets.

        taught: reads in the reader's place. The finder should then give what it hardly sees, too: the decks tell which
        of that is an index. looks_again: whether what a photo leaves open is looked at once more; without presence,
        nothing is open.
        """
        self._nets, self._taught = nets, taught
        self._looks_again = looks_again and nets.presence is not None

    def read(self, frame: Frame) -> PhotoReading:
        """Return the cards of a photo; a photo without a card is a reading with a doubt, no error."""
        return read_by_mat(frame, self.read_bare)

    def read_bare(self, frame: Frame) -> PhotoReading:
        """Return the cards of a photo as it is, without looking for a mat."""
        start = time.perf_counter()
        found = self.find(frame)
        cards, others, times = self._told(frame, found, start)
        if self._looks_again:
            picture = from_above(frame.image, cards, possible(others))
            if picture is None:
                cards, others, more = self._settled(frame, cards, others)
            else:
                level = Frame(frame.name, picture.image)
                again, no_cards, more = self._seen(level)
                again, no_cards, yet_more = self._settled(level, again, no_cards)
                cards, others = in_place_of(cards, again, no_cards, picture.to_px)
                more += yet_more
            times += more
        cards = self._with_ends(frame, cards)
        others = (*without_ends(others, cards), *side_by_side(frame.image, cards, self._nets.reader))
        cards, others = without_print_on_backs(cards, others)
        cards = with_doubtful_cards(cards, (frame.width, frame.height), coloured=has_colours(frame.image))
        dark = light_doubts(frame.image, cards)
        # Where no card was found in the dark, why says it all.
        doubts = dark if dark and not cards else (*reading_doubts(cards, frame.width, frame.height), *dark)
        if self._taught is None:
            doubts = (*doubts, *mirror_doubts(frame.image, found, self._nets.reader))
        return PhotoReading(frame.name, frame.width, frame.height, times, cards, doubts, possible(others))

    def _settled(self, frame: Frame, cards: Cards, others: Cards) -> tuple[Cards, Cards, StageTimes]:
        """Return the cards and what counts as none, with what a look at a photo left open looked at once more."""
        cards = with_doubtful_heaps(self._with_ends(frame, cards))
        cards = with_doubtful_ends(cards, (frame.width, frame.height), rows=False)
        maybe, times = possible(others), StageTimes(0.0, 0.0, 0.0)
        parts = parts_left_open(cards, maybe, frame.width, frame.height)
        scale = self._nets.finder.best_index_px / usual_index_px((*cards, *maybe)) if parts else 1.0
        for part in parts:
            again, no_cards, more = self._seen(part.turned(frame), scale)
            cards, others = joined(cards, others, (*again, *possible(no_cards)), part)
            times += more
        return cards, others, times

    def _with_ends(self, frame: Frame, cards: Cards) -> Cards:
        """Return a photo's cards with the other ends of those that show one, so far as these read."""
        return with_other_ends(frame.image, cards, self._taught or self._nets.reader)

    def _seen(self, frame: Frame, scale: float = 1.0) -> tuple[Cards, Cards, StageTimes]:
        """Return what one look at a photo shows: the cards that count, what counts as none, and what it took."""
        start = time.perf_counter()
        return self._told(frame, self.find(frame, scale), start)

    def _told(self, frame: Frame, corners: Corners, start: float) -> tuple[Cards, Cards, StageTimes]:
        """Return what corners that were found show, as ``_seen`` does; start: the second at which that look began."""
        found = time.perf_counter()
        corners, readings, looks = self._read(frame, corners)
        read = time.perf_counter()
        cards = merge_cards(corners, readings)
        others = possible_cards(corners, readings, cards)
        if self._nets.presence is not None:
            cards, others = judged(cards, others, corners, readings, looks, self._nets.presence)
        end = time.perf_counter()
        times = StageTimes(find=1000 * (found - start), read=1000 * (read - found), merge=1000 * (end - read))
        return cards, others, times

    def look(self, frame: Frame) -> tuple[Corners, Readings, Looks]:
        """Return the corners of a photo, what each reads and looks like, before they are joined into cards."""
        return self._read(frame, self.find(frame))

    def outlines(self, frame: Frame) -> OutlinedCorners:
        """Return the corners of a photo with what the outliner and the readers see, before they are paired."""
        return self._outlined(frame, *self._faces(frame, self.find(frame)))

    def _read(self, frame: Frame, corners: Corners) -> tuple[Corners, Readings, Looks]:
        corners, readings, is_taught = self._faces(frame, corners)
        if self._nets.outliner is None:
            return corners, readings, looks_of(corners)
        seen = self._outlined(frame, corners, readings, is_taught)
        corners = seen.corners
        if self._nets.pairs is not None:
            corners = paired(frame.image, corners, seen.outlines, seen.readings, self._nets.pairs)
        return corners, seen.readings, looks_of(corners, seen.outlines, seen.embeddings)

    def _outlined(
        self, frame: Frame, corners: Corners, readings: Readings, is_taught: NDArray[np.bool_]
    ) -> OutlinedCorners:
        assert self._nets.outliner is not None
        corners, outlines = outlined(frame.image, corners, self._nets.outliner)
        corners, outlines = on_one_plane(corners, outlines, (frame.width, frame.height))
        # A taught deck looks like none that these nets know.
        asked = ~is_taught
        embeddings = None
        if isinstance(self._nets.reader, EmbeddingReader):
            patches = cut_patches(frame.image, corners.boxes, corners.quads, self._nets.reader.patch_px)
            seen = self._nets.reader.embed(patches)
            readings, embeddings = read_as_outlined(readings, seen.readings, asked), seen.embeddings
        if self._nets.face_reader is not None:
            readings = with_their_faces(frame.image, corners, readings, self._nets.face_reader, asked)
        if self._nets.suits is not None:
            readings = told_by_shapes(frame.image, corners, readings, self._nets.suits, asked)
        return OutlinedCorners(corners, outlines, readings, embeddings)

    def _faces(self, frame: Frame, corners: Corners) -> tuple[Corners, Readings, NDArray[np.bool_]]:
        """Return the corners, what each reads, and (N,) which of them look like a taught deck's."""
        image, reader = frame.image, self._nets.reader
        found = corners.quads
        patches = cut_patches(image, corners.boxes, found, reader.patch_px)
        corners, readings = look_again(image, corners, reader.read(patches), reader)
        readings = look_at_sizes(image, corners, readings, reader)
        corners, readings = look_upside_down(image, corners, readings, reader)
        readings = look_for_whole_marks(image, corners, readings, reader)
        readings = look_in_even_light(image, corners, readings, reader)
        corners, readings = look_between(image, corners, readings, reader)
        if self._nets.values is not None:
            readings = look_at_values(image, corners, readings, self._nets.values)
        if self._taught is None:
            return corners, readings, np.zeros(len(corners), np.bool_)
        found = np.concatenate([found, corners.quads[len(found) :]])
        corners, readings, is_taught = self._taught.told(image, corners, readings, found)
        if self._taught.whole and is_taught.any():
            readings = with_whole_faces(image, corners, readings, self._taught.whole)
        return corners, readings, is_taught

    def find(self, frame: Frame, scale: float = 1.0) -> Corners:
        """Return the corners of a photo, at the scales that fit it, unread; scale: the one to look at first."""
        return search(frame.image, self._nets.finder, first=scale).corners


def default_card_reader(
    models: Path | None = None, *, threads: int | None = None, decks: tuple[DeckProfile, ...] = ()
) -> CardReader:
    """Return a card reader with the nets of the folder ``models``, by default those that came with this program.

    decks: those on the table, so far as they are taught; the others are read by the nets alone. Where nets were tuned
    to just one of them, and no folder is named, those read.

    Raises:
        ModelError: in one line, if a net is missing, damaged or not the one its card describes.
    """
    is_taught = any(deck.cards for deck in decks)
    threshold = LEAST_SCORE if is_taught else SCORE_THRESHOLD
    tuned = tuned_to(decks) if models is None else None
    if tuned is None or tuned.nets is None:
        finder = default_finder(models, threads=threads, threshold=threshold)
        reader = default_reader(models, threads=threads)
    else:
        finder = OnnxFinder(tuned.nets.finder, threads=threads, threshold=threshold)
        reader = OnnxReader(tuned.nets.reader, threads=threads)
    taught = None
    if is_taught:
        deck_reader = LikeningReader(reader, default_likeness(models, threads=threads))
        taught = TaughtReader(deck_reader, decks, unseen_marks(decks, finder))
    return CardReader(nets_beside(finder, reader, models, threads=threads), taught=taught)


def nets_beside(finder: Finder, reader: Reader, models: Path | None = None, *, threads: int | None = None) -> Nets:
    """Return this finder and this reader of patches with all other nets of the folder ``models``.

    Raises:
        ModelError: as ``default_card_reader`` does.
    """
    return Nets(
        finder,
        reader,
        outliner=default_outliner(models, threads=threads),
        face_reader=default_face_reader(models, threads=threads),
        pairs=default_pairs(models, threads=threads),
        presence=default_presence(models),
        values=default_values(models, threads=threads),
        suits=default_suits(models, threads=threads),
    )
