"""A photo read from corners to JSON, and what is in doubt about it."""

import json

import numpy as np
import pytest
from numpy.typing import NDArray
from pydantic import TypeAdapter

from scorer.faces import FACES, Face
from tests.vision.factories import Corner, corners_of, quad_at, readings_of
from vision.corners import CornerKind, Corners, Image, Readings, Suit
from vision.decks.embedding import Embedded
from vision.doubting.doubts import DoubtCode
from vision.joining.presence import Sight
from vision.outlining.outlines import Outlines
from vision.photoreading import PhotoReading, reading_to_json
from vision.photos.frames import Frame
from vision.read import CardReader, Nets


class Oracle:
    """A finder and a reader that know the photo's corners; found in the first look, told apart by their grey."""

    best_index_px = 26.0
    patch_px = 8

    def __init__(self, *corners: Corner) -> None:
        self.corners = corners
        self.looks = 0

    def photo(self, width: int, height: int) -> Image:
        """Return a photo in which each corner is of a grey of its own; a strip at its edge shows that it is light."""
        image = np.zeros((height, width, 3), np.uint8)
        image[:, -width // 25 :] = 255
        for number, box in enumerate(corners_of(*self.corners).boxes.round().astype(int), start=1):
            image[max(box[1], 0) : box[3], max(box[0], 0) : box[2]] = number
        return image

    def find(self, image: Image) -> Corners:
        self.looks += 1
        return corners_of(*(self.corners if self.looks == 1 else ()))

    def read(self, patches: NDArray[np.uint8]) -> Readings:
        assert patches.shape[1:] == (8, 8, 3)
        nothing = Corner(None, quad_at(0, 0))
        return readings_of(*((nothing, *self.corners)[patch[4, 4, 0]] for patch in patches))


class SecondThoughts(Oracle):
    """An oracle that reads the corners of outlined cards as others than it read them as found."""

    net = "a" * 64

    def __init__(self, *corners: Corner, outlined: tuple[Corner, ...]) -> None:
        super().__init__(*corners)
        self.outlined = outlined

    def embed(self, patches: NDArray[np.uint8]) -> Embedded:
        nothing = Corner(None, quad_at(0, 0))
        seen = readings_of(*((nothing, *self.outlined)[patch[4, 4, 0]] for patch in patches))
        return Embedded(seen, np.ones((len(patches), 2), np.float32))


class Square:
    """An outliner that takes the middle of each view for a card."""

    view_px = 16

    def outline(self, views: NDArray[np.uint8]) -> Outlines:
        quads = np.broadcast_to(np.array([(4, 4), (12, 4), (12, 12), (4, 12)], np.float32), (len(views), 4, 4, 2))
        shares = np.full((len(views), 4), 0.25, np.float32)
        return Outlines(quads.copy(), np.ones((len(views), 4, 4), np.float32), shares, np.ones(len(views), np.float32))


class Faces:
    """A reader of whole cards that is as sure of one face, or of none."""

    crop_px = (8, 12)

    def __init__(self, face: Face | None) -> None:
        self.face = face

    def read_faces(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        said = np.full(len(FACES), 1 / len(FACES))
        if self.face is not None:
            said = np.where(np.array(FACES) == self.face, 0.9, 0.1 / (len(FACES) - 1))
        return np.tile(said, (len(crops), 1)).astype(np.float32)


class Doubter:
    """A judge that holds every card for as likely."""

    def __init__(self, chance: float) -> None:
        self.chance = chance

    def chances(self, sight: Sight) -> NDArray[np.float32]:
        return np.full(len(sight.cards), self.chance, np.float32)


def read(*corners: Corner, there: float = 1.0) -> PhotoReading:
    oracle = Oracle(*corners)
    reader = CardReader(Nets(oracle, oracle, presence=Doubter(there)), looks_again=False)
    return reader.read(Frame("played-1.jpg", oracle.photo(800, 600)))


def codes(reading: PhotoReading) -> list[DoubtCode]:
    return [doubt.code for doubt in reading.doubts]


def test_a_sure_photo_has_no_doubts() -> None:
    reading = read(Corner(Face.KING, quad_at(200, 200)), Corner(Face.ACE, quad_at(400, 200), score=0.8))
    assert [card.face for card in reading.cards] == [Face.KING, Face.ACE]
    assert reading.doubts == ()
    assert reading.ms > 0


DOUBTFUL = {
    "low confidence": (Corner(Face.KING, quad_at(200, 200), sure=0.6), DoubtCode.LOW_CONFIDENCE),
    "not read": (Corner(None, quad_at(200, 200), score=0.95), DoubtCode.UNREAD_CARD),
    "cut off": (Corner(Face.KING, quad_at(42, 200)), DoubtCode.CUT_OFF),
}


@pytest.mark.parametrize(("corner", "code"), DOUBTFUL.values(), ids=DOUBTFUL.keys())
def test_what_is_weak_is_in_doubt(corner: Corner, code: DoubtCode) -> None:
    assert codes(read(corner)) == [code]


def test_what_may_be_no_card_is_in_doubt() -> None:
    reading = read(Corner(Face.KING, quad_at(200, 200)), there=0.9)
    assert codes(reading) == [DoubtCode.MAYBE_NONE]
    assert reading.cards[0].presence == pytest.approx(0.9)


def test_a_reading_kept_under_the_doubt_s_former_name_is_the_same() -> None:
    kept, reading = TypeAdapter(PhotoReading), read(Corner(Face.KING, quad_at(200, 200)), there=0.9)
    assert kept.validate_json(kept.dump_json(reading).replace(b"maybe_none", b"weak_corner")) == reading


def test_what_is_hardly_a_card_does_not_count_but_may_be_one() -> None:
    reading = read(Corner(Face.KING, quad_at(200, 200)), there=0.3)
    assert reading.cards == ()
    assert [card.face for card in reading.maybe] == [Face.KING]


def test_what_is_no_card_is_left_out() -> None:
    assert read(Corner(Face.KING, quad_at(200, 200), sure=0.9), there=0.001).maybe == ()


def test_what_cannot_be_read_counts_only_where_a_card_may_lie() -> None:
    unread = Corner(None, quad_at(200, 200), score=0.95)
    assert [card.face for card in read(unread, there=0.1).cards] == [Face.UNREAD]
    assert read(unread, there=0.01).cards == ()


def test_a_photo_without_a_card_is_a_reading_with_a_doubt() -> None:
    reading = read()
    assert reading.cards == ()
    assert codes(reading) == [DoubtCode.NO_CARDS]


def test_corners_that_disagree_are_in_doubt() -> None:
    quad = quad_at(200, 200)
    assert DoubtCode.CORNERS_DISAGREE in codes(
        read(Corner(Face.KING, quad), Corner(Face.QUEEN, quad, end=2, sure=0.5, score=0.8))
    )


def joined(found: Corner, outlined: Corner, whole: Face | None) -> Readings:
    """Return what an index reads, as found and as outlined, together with its whole card."""
    oracle = SecondThoughts(found, outlined=(outlined,))
    reader = CardReader(Nets(oracle, oracle, outliner=Square(), face_reader=Faces(whole)))
    return reader.outlines(Frame("played-1.jpg", oracle.photo(800, 600))).readings


def test_an_index_is_read_as_found_as_outlined_and_with_its_whole_card() -> None:
    place = quad_at(200, 200)
    king, queen = Corner(Face.KING, place, sure=0.6), Corner(Face.QUEEN, place, sure=0.9)
    alone, doubted = joined(king, king, None).faces[0], joined(king, queen, None).faces[0]
    assert alone.argmax() == doubted.argmax() == FACES.index(Face.KING), "as found it counts most"
    assert doubted[FACES.index(Face.QUEEN)] > alone[FACES.index(Face.QUEEN)]
    assert joined(king, queen, Face.QUEEN).faces[0].argmax() == FACES.index(Face.QUEEN)
    assert joined(king, queen, Face.KING).faces[0, FACES.index(Face.KING)] > alone[FACES.index(Face.KING)]


def test_what_is_no_index_once_outlined_leaves_the_face_as_it_was_found() -> None:
    place = quad_at(200, 200)
    king = Corner(Face.KING, place, sure=0.6)
    nothing = joined(king, Corner(None, place, sure=0.99), None).faces[0]
    assert nothing.argmax() == FACES.index(Face.KING)
    assert nothing[len(FACES)] == pytest.approx(readings_of(king).faces[0, len(FACES)], abs=1e-4)


def test_the_json_is_as_the_contract_says() -> None:
    quad = quad_at(200, 200)
    reading = read(
        Corner(Face.KING, quad, suit=Suit.HEARTS),
        Corner(Face.KING, quad, end=2, suit=Suit.HEARTS, score=0.8),
        Corner(Face.ACE, quad_at(500, 200), kind=CornerKind.BACK, score=0.7),
    )
    said = json.loads(json.dumps(reading_to_json(reading)))
    assert (said["photo"], said["width"], said["height"]) == ("played-1.jpg", 800, 600)
    king, back = said["cards"]
    assert (king["face"], king["suit"], len(king["indices"])) == ("K", "H", 2)
    assert np.allclose(king["quad"], quad, atol=3)
    assert set(king["indices"][0]) == {"box", "face", "confidence"}
    assert (back["face"], back["suit"]) == ("BACK", None)
    assert said["doubts"] == []
