"""The labels of a rendered photo: every card, its visible indices, its pile, and the record it shows."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from scorer.faces import Face
from vision.corners import CornerKind, Ink, Suit
from vision.seen import Box, Quad


@dataclass(frozen=True)
class IndexLabel:
    """One corner index of a card in the photo.

    box: x1 y1 x2 y2 px, hull of the rank and of the pip as far as they are visible.
    quad: the card's corners in px, clockwise from the top left of this index held upright.
    corner: which corner of the printed face, 0 top left to 3 bottom left.
    rank_visible, pip_visible: visible shares of the printed rank and pip, 0-1 (pip 0 where none is printed). Of a rank
    too faint in the photo to be read half at most is visible (``tablesynth.marking``).
    value_visible, value_box: the same of the part that tells a suitless wild's 20 from its 50, and the hull in px of
    what is seen of it; 1 and None where there is no such part.
    """

    kind: CornerKind
    corner: int
    box: Box
    quad: Quad
    rank_visible: float
    pip_visible: float
    value_visible: float = 1.0
    value_box: Box | None = None


@dataclass(frozen=True)
class CardLabel:
    """One card in the photo.

    face is None and indices are of kind BACK for a face-down card. quad: px, clockwise from the card's top left.
    order: stacking order, higher lies above. pile: number in ``Scene.piles``. visible: visible share of the card, 0-1.
    physical: which of the side's cards it is, the same number in every photo of the side; None for a photo by itself.
    """

    face: Face | None
    suit: Suit | None
    ink: Ink
    deck: str
    quad: Quad
    order: int
    pile: int
    visible: float
    indices: tuple[IndexLabel, ...]
    physical: int | None = None

    @property
    def index_visible(self) -> float:
        """The visible share of the rank of its best index, 0 where it shows none."""
        return max((index.rank_visible for index in self.indices), default=0.0)


@dataclass(frozen=True)
class PileLabel:
    """One pile: its zone (``played`` or ``left``), kind (meld, clean, dirty, wild, red3, left, loose) and make-up.

    squared: True for a pile that shows only its top card (and a wild behind, where dirty). cards: every face in the
    pile, the hidden ones too.
    """

    zone: str
    kind: str
    squared: bool
    cards: tuple[Face, ...]


@dataclass(frozen=True)
class Scene:
    """Everything that is known about one rendered photo. ``layout`` is the layout's name, ``seed`` remakes it."""

    photo: str
    width: int
    height: int
    layout: str
    seed: int
    split: str
    cards: tuple[CardLabel, ...]
    piles: tuple[PileLabel, ...] = field(default=())


def save_scene(scene: Scene, path: Path) -> None:
    """Write a scene as one JSON file, whole or not at all."""
    part = path.with_suffix(".part")
    part.write_text(json.dumps(asdict(scene), separators=(",", ":")), encoding="utf-8")
    part.replace(path)


def scene_files(folder: Path) -> list[Path]:
    """Return the files that ``save_scene`` wrote anywhere under a folder of scenes or of tables, in order."""
    return [path for path in sorted(folder.rglob("*.json")) if path.parent.name != "truth"]


def load_scene(path: Path) -> Scene:
    """Read a scene written by ``save_scene``."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    cards = tuple(
        CardLabel(
            face=None if card["face"] is None else Face(card["face"]),
            suit=None if card["suit"] is None else Suit(card["suit"]),
            ink=Ink(card["ink"]),
            deck=card["deck"],
            quad=_quad(card["quad"]),
            order=card["order"],
            pile=card["pile"],
            visible=card["visible"],
            indices=tuple(
                IndexLabel(
                    kind=CornerKind(index["kind"]),
                    corner=index["corner"],
                    box=_box(index["box"]),
                    quad=_quad(index["quad"]),
                    rank_visible=index["rank_visible"],
                    pip_visible=index["pip_visible"],
                    value_visible=index.get("value_visible", 1.0),
                    value_box=None if index.get("value_box") is None else _box(index["value_box"]),
                )
                for index in card["indices"]
            ),
            physical=card.get("physical"),
        )
        for card in raw["cards"]
    )
    piles = tuple(
        PileLabel(pile["zone"], pile["kind"], pile["squared"], tuple(Face(face) for face in pile["cards"]))
        for pile in raw["piles"]
    )
    return Scene(
        photo=raw["photo"],
        width=raw["width"],
        height=raw["height"],
        layout=raw["layout"],
        seed=raw["seed"],
        split=raw["split"],
        cards=cards,
        piles=piles,
    )


def _box(sides: list[float]) -> Box:
    x1, y1, x2, y2 = sides
    return (x1, y1, x2, y2)


def _quad(points: list[list[float]]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return (a, b, c, d)
