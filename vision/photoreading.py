"""What a photo shows, as it was read: its cards, what is in doubt, how long it took; and the same as JSON."""

from dataclasses import dataclass, replace
from typing import Protocol

from typing_extensions import TypedDict

from vision.doubting.doubts import CHOSEN, Doubt, DoubtCode, Thresholds, card_doubts
from vision.mat.finding import MatJson, SeenMat, mat_to_json
from vision.photos.frames import Frame
from vision.seen import BACK, SeenCard


@dataclass(frozen=True)
class StageTimes:
    """What each stage took, ms of wall time."""

    find: float
    read: float
    merge: float

    @property
    def total(self) -> float:
        """Return the sum, ms."""
        return self.find + self.read + self.merge

    def __add__(self, more: "StageTimes") -> "StageTimes":
        """Return what each stage took in both."""
        return StageTimes(self.find + more.find, self.read + more.read, self.merge + more.merge)


@dataclass(frozen=True)
class PhotoReading:
    """What a photo shows. ``cards`` in reading order; doubts name them by their place in it. Sizes in px.

    maybe: what may be cards too, but is too faint to count. mat: the mat the cards lie on, None for a bare table.
    thresholds: those the doubts were raised by.
    """

    photo: str
    width: int
    height: int
    times: StageTimes
    cards: tuple[SeenCard, ...]
    doubts: tuple[Doubt, ...]
    maybe: tuple[SeenCard, ...] = ()
    thresholds: Thresholds = CHOSEN
    mat: SeenMat | None = None

    @property
    def ms(self) -> float:
        """Return how long reading took, decoding left out, ms."""
        return self.times.total


class ReadsPhotos(Protocol):
    """What ``vision.read.CardReader`` does; tests put known cards in its place."""

    def read(self, frame: Frame) -> PhotoReading:
        """Return the cards of a photo."""
        ...


class IndexJson(TypedDict):
    """One index in the JSON of ``handfoot read``."""

    box: list[float]
    face: str
    confidence: float


class RunnerUpJson(TypedDict):
    """A face that a card may have instead, in the JSON of ``handfoot read``."""

    face: str
    confidence: float


class CardJson(TypedDict):
    """One card in the JSON of ``handfoot read``."""

    face: str
    suit: str | None
    confidence: float
    presence: float
    runners_up: list[RunnerUpJson]
    quad: list[list[float]]
    indices: list[IndexJson]


class DoubtJson(TypedDict):
    """One doubt in the JSON of ``handfoot read``."""

    about: list[int]
    say: str
    code: str


class ReadingJson(TypedDict):
    """The JSON of ``handfoot read`` for one photo."""

    photo: str
    width: int
    height: int
    ms: float
    cards: list[CardJson]
    maybe: list[CardJson]
    doubts: list[DoubtJson]
    mat: MatJson | None


def doubted(reading: PhotoReading, thresholds: Thresholds) -> PhotoReading:
    """Return the reading with the doubts that it would have had under other thresholds."""
    moved = (DoubtCode.LOW_CONFIDENCE, DoubtCode.MAYBE_NONE)
    kept = (doubt for doubt in reading.doubts if doubt.code not in moved)
    now = card_doubts(reading.cards, reading.width, reading.height, thresholds)
    doubts = (*kept, *(doubt for doubt in now if doubt.code in moved))
    return replace(reading, doubts=doubts, thresholds=thresholds)


def reading_to_json(reading: PhotoReading) -> ReadingJson:
    """Return the reading as ``handfoot read --json`` prints it."""
    return {
        "photo": reading.photo,
        "width": reading.width,
        "height": reading.height,
        "ms": round(reading.ms, 1),
        "cards": [_card_json(card) for card in reading.cards],
        "maybe": [_card_json(card) for card in reading.maybe],
        "doubts": [{"about": list(doubt.about), "say": doubt.say, "code": str(doubt.code)} for doubt in reading.doubts],
        "mat": None if reading.mat is None else mat_to_json(reading.mat, reading.cards),
    }


def _card_json(card: SeenCard) -> CardJson:
    return {
        "face": BACK if card.face is None else str(card.face),
        "suit": None if card.suit is None else str(card.suit),
        "confidence": round(card.confidence, 4),
        "presence": round(card.presence, 4),
        "runners_up": [
            {"face": str(other.face), "confidence": round(other.confidence, 4)} for other in card.runners_up
        ],
        "quad": [[round(x, 1), round(y, 1)] for x, y in card.quad],
        "indices": [
            {
                "box": [round(value, 1) for value in index.box],
                "face": BACK if card.face is None else str(index.face),
                "confidence": round(index.confidence, 4),
            }
            for index in card.indices
        ],
    }
