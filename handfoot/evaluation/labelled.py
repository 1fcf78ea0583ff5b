"""Photos whose truth is known: rendered scenes, and real photos labelled by hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tablesynth.labels import Scene, load_scene
from tablesynth.realphotos import PHOTO_SUFFIXES, CardBox, IndexBox, RealClass, amended, photos_of, read_voc, read_yolo

from handfoot.errors import LabelError
from handfoot.evaluation.matching import TrueIndex
from handfoot.evaluation.pilematch import TruePile, role_of, true_piles
from scorer.faces import Face
from vision.corners import CornerKind
from vision.laying.piles import PhotoRole
from vision.seen import BACK

READABLE = 0.9
"""An index with at least this share of its rank in view must be read; a card must be counted if one such shows."""

HIDDEN = 0.1
"""An index with less of its rank in view than this is not there; between the two it may be read or not."""

UNREADABLE = (OSError, ValueError, KeyError, TypeError)
"""What reading labels raises that are none, or not whole."""

_THREES = {Face.RED_THREE: "3", Face.BLACK_THREE: "3"}


@dataclass(frozen=True)
class LabelledPhoto:
    """A photo and its labels.

    source: the set it belongs to. name: what it is called there. split: ``train`` or ``val``; or ``rendered``.
    amended: whether what its hand labels leave out or get wrong is put right (``tablesynth/amended.toml``).
    """

    path: Path
    labels: Path
    source: str
    name: str
    split: str
    amended: bool = False


@dataclass(frozen=True)
class PhotoTruth:
    """What a photo shows.

    indices: None where the labels name whole cards only. cards: the faces of the cards that must be counted, None
    where the labels name indices only. maybe: those of cards half hidden. alike: names for faces the labels do not
    tell apart. role: what the photo is of, None where its cards make no piles. piles: those that must be found.
    """

    indices: tuple[TrueIndex, ...] | None
    cards: tuple[Face, ...] | None
    maybe: tuple[Face, ...] = ()
    alike: Mapping[Face, str] = field(default_factory=dict)
    role: PhotoRole | None = None
    piles: tuple[TruePile, ...] = ()


def labelled_photos(folder: Path) -> Iterator[LabelledPhoto]:
    """Yield the labelled photos of a folder: ``images`` with ``labels``, or rendered photos with their scenes, by name.

    Raises:
        LabelError: if there is none.
    """
    by_hand = (folder / "images").is_dir() and (folder / "labels").is_dir()
    found = False
    for photo in _labelled_by_hand(folder) if by_hand else scenes_in(folder):
        found = True
        yield photo
    if not found:
        raise LabelError(f"{folder}: no labelled photo in it (images and labels, or rendered photos with their scenes)")


def scenes_in(folder: Path) -> Iterator[LabelledPhoto]:
    """Yield the rendered photos anywhere in a folder that have their scene beside them."""
    for path in sorted(folder.rglob("*.json")):
        picture = _picture_beside(path)
        if picture is not None:
            name = picture.relative_to(folder).as_posix()
            yield LabelledPhoto(picture, path, folder.resolve().name, name, "rendered")


def scene_beside(photo: Path) -> Scene | None:
    """Return the labels beside a rendered photo; None where there are none, or none that can be read."""
    try:
        return load_scene(photo.with_suffix(".json"))
    except UNREADABLE:
        return None


def _labelled_by_hand(folder: Path) -> Iterator[LabelledPhoto]:
    for photo in photos_of(folder):
        yield LabelledPhoto(photo.path, photo.labels, folder.resolve().name, photo.path.name, photo.split)


def read_truth(photo: LabelledPhoto, width: int, height: int) -> PhotoTruth:
    """Return what a photo of ``width`` x ``height`` px shows.

    Raises:
        LabelError: if its labels cannot be read.
    """
    try:
        if photo.labels.suffix == ".txt":
            boxes = read_yolo(photo.labels)
            if photo.amended:
                boxes = amended(boxes, photo.labels.parent.parent.resolve().name, photo.path.stem)
            return truth_of_boxes(boxes, width, height)
        if photo.labels.suffix == ".xml":
            return truth_of_cards(read_voc(photo.labels))
        return truth_of_scene(load_scene(photo.labels))
    except UNREADABLE as error:
        raise LabelError(f"{photo.labels}: cannot be read as labels ({error})") from None


def truth_of_scene(scene: Scene) -> PhotoTruth:
    """Return what a rendered photo shows: a card counts where one of its indices is readable."""
    indices = []
    cards: list[Face] = []
    maybe: list[Face] = []
    for card in scene.cards:
        for index in card.indices:
            if index.rank_visible < HIDDEN:
                continue
            faces = () if card.face is None or index.kind is CornerKind.BACK else (card.face,)
            name = BACK if card.face is None else str(card.face)
            indices.append(TrueIndex(index.box, faces, name, counts=index.rank_visible >= READABLE))
        if card.face is not None:
            best = card.index_visible
            if best >= READABLE:
                cards.append(card.face)
            elif best >= HIDDEN:
                maybe.append(card.face)
    role = role_of(scene)
    piles = () if role is None else true_piles(scene, readable=READABLE, hidden=HIDDEN)
    return PhotoTruth(tuple(indices), tuple(cards), tuple(maybe), role=role, piles=piles)


def truth_of_boxes(boxes: tuple[IndexBox, ...], width: int, height: int) -> PhotoTruth:
    """Return what hand-labelled indices say: a 3's colour is not among it, nor which two indices are of one card."""
    indices = tuple(
        TrueIndex(
            (label.box[0] * width, label.box[1] * height, label.box[2] * width, label.box[3] * height),
            label.faces,
            label.kind.value,
            counts=True,
        )
        for label in boxes
    )
    return PhotoTruth(indices, cards=None, alike=_THREES)


def truth_of_cards(cards: tuple[CardBox, ...]) -> PhotoTruth:
    """Return what hand-labelled whole cards say: their ranks."""
    return PhotoTruth(indices=None, cards=tuple(card.face for card in cards), alike=_THREES)


def face_name(face: Face, *, real: bool) -> str:
    """Return what results call a face that was read: hand labels know one 2, one 3 and one joker."""
    if not real:
        return str(face)
    return {
        Face.WILD_20: RealClass.TWO.value,
        Face.WILD_50: RealClass.JOKER.value,
        Face.RED_THREE: RealClass.THREE.value,
        Face.BLACK_THREE: RealClass.THREE.value,
    }.get(face, str(face))


def _picture_beside(labels: Path) -> Path | None:
    for suffix in sorted(PHOTO_SUFFIXES):
        picture = labels.with_suffix(suffix)
        if picture.is_file():
            return picture
    return None
