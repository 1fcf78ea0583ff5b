"""What a perfect reader would read in a rendered photo: its labels in the place of the nets."""

from pathlib import Path

from tablesynth.labels import CardLabel, Scene, load_scene

from handfoot.evaluation.labelled import READABLE, UNREADABLE
from handfoot.evaluation.reading import ReadPhoto
from scorer.faces import Face
from vision.corners import CornerKind
from vision.doubting.doubts import card_doubts
from vision.photoreading import PhotoReading, StageTimes
from vision.seen import SeenCard, SeenIndex

CERTAIN = 0.999


def read_perfectly(path: Path) -> ReadPhoto:
    """Return a rendered photo read by the labels beside it, or why it has none."""
    labels = path.with_suffix(".json")
    try:
        scene = load_scene(labels)
    except UNREADABLE as error:
        return ReadPhoto(error=f"{labels}: cannot be read as labels ({error})")
    cards = perfect_cards(scene)
    doubts = card_doubts(cards, scene.width, scene.height)
    return ReadPhoto(
        PhotoReading(path.name, scene.width, scene.height, StageTimes(0.0, 0.0, 0.0), cards, doubts), decode_ms=0.0
    )


def perfect_cards(scene: Scene) -> tuple[SeenCard, ...]:
    """Return the cards of a rendered photo that show an index which can be read."""
    return tuple(card for label in scene.cards if (card := _card(label)) is not None)


def _card(label: CardLabel) -> SeenCard | None:
    shown = [index for index in label.indices if index.rank_visible >= READABLE]
    if not shown:
        return None
    read = label.face or Face.UNREAD
    indices = tuple(
        SeenIndex(index.box, read, CERTAIN, CornerKind(index.kind), CERTAIN)
        for index in sorted(shown, key=lambda index: index.box[1])
    )
    first = min(shown, key=lambda index: index.box[1])
    return SeenCard(label.face, label.suit, label.ink, CERTAIN, first.quad, indices)
