"""Figures for the model cards: how well each net does its own part on rendered scenes it never saw."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from scorer.faces import FACES
from tablesynth.labels import load_scene
from tablesynth.nets.facereader import CardNet, FaceNet
from tablesynth.nets.feeding import as_pixels
from tablesynth.nets.likeness import NOTHING, Lessons
from tablesynth.nets.patches import KEPT_PX, NONE_FACE, PATCH_PX, UNKNOWN, Patches, best_overlap
from tablesynth.nets.reader import ReaderNet
from tablesynth.nets.telling import EITHER
from tablesynth.nets.views import KEPT_PX as VIEWS_KEPT_PX
from tablesynth.nets.views import NO_CARD, VIEW_PX, Views
from tablesynth.nets.wholecards import CROP_PX, Crops
from vision.corners import CornerKind, Finder, Image
from vision.decks.embedding import Likening
from vision.looks.scales import search
from vision.looks.telling import TellingNet
from vision.nets import OnnxReader
from vision.outlining.outlines import Outliner
from vision.outlining.wholefaces import FaceReader

DIAGONAL = 1.72
"""A card's diagonal in card widths, at a height of 1.4 of them."""

MARGIN = (KEPT_PX - PATCH_PX) // 2

AT_A_TIME = 256
"""Pictures that a net is given at a time."""

MATCH = 0.4
"""Intersection over union from which a found index is a labelled one."""

TOO_SMALL = 9.0
"""Indices with a longer side under this many px of the photo are not asked for."""


@dataclass(frozen=True)
class Found:
    """What a finder found in a folder of scenes: for each find that counts its score and whether it is right.

    asked: how many indices it should have found. errors: of those found, how far off the own corner is, card widths.
    """

    scores: NDArray[np.float32]
    right: NDArray[np.bool_]
    asked: int
    errors: NDArray[np.float32]

    @property
    def average_precision(self) -> float:
        """The area under precision against recall as the threshold falls."""
        order = np.argsort(-self.scores)
        right = self.right[order]
        precision = np.cumsum(right) / np.arange(1, len(right) + 1)
        return float((precision * right).sum() / max(self.asked, 1))


def judge_finder(finder: Finder, scenes: Path) -> dict[str, float]:
    """Return precision and recall on the indices of a folder of scenes, and the own corner's error in card widths."""
    found = finds_in(finder, scenes)
    return {
        "index precision": float(found.right.sum()) / max(len(found.right), 1),
        "index recall": float(found.right.sum()) / max(found.asked, 1),
        "own corner error, card widths (median)": float(np.median(found.errors)) if len(found.errors) else float("nan"),
    }


def finds_in(finder: Finder, scenes: Path, *, every: int = 1, backs_told: bool = True) -> Found:
    """Hold what a finder finds in a folder of scenes, or every so many of them, against their labels.

    backs_told: if the finder cannot tell backs from indices, what it finds on a back is neither right nor wrong.
    """
    scores: list[float] = []
    right: list[bool] = []
    errors: list[float] = []
    asked = 0
    for path in sorted(scenes.glob("*.json"))[::every]:
        scene = load_scene(path)
        image = cv2.imread(str(path.with_name(scene.photo)), cv2.IMREAD_COLOR)
        if image is None:
            continue
        labels = [i for card in scene.cards for i in card.indices if not backs_told or i.kind is not CornerKind.BACK]
        boxes = np.array([i.box for i in labels], np.float32).reshape(-1, 4)
        sure = np.array([i.rank_visible >= 0.9 and i.kind is not CornerKind.BACK for i in labels], np.bool_)
        sure &= (boxes[:, 2:] - boxes[:, :2]).max(1, initial=0) >= TOO_SMALL
        found = search(np.asarray(image, np.uint8), finder).corners
        taken: set[int] = set()
        for row in np.argsort(-found.scores):
            if found.kinds[row] == CornerKind.BACK:
                continue
            best, share = best_overlap(boxes, found.boxes[row])
            matched = share >= MATCH and best not in taken
            if matched:
                taken.add(best)
                quad = np.array(labels[best].quad)
                width = float(np.linalg.norm(quad[1] - quad[0]))
                errors.append(float(np.linalg.norm(found.quads[row][0] - quad[0])) / max(width, 1.0))
            # A half-hidden index is neither asked for nor wrong.
            if matched and not sure[best]:
                continue
            scores.append(float(found.scores[row]))
            right.append(bool(matched))
        asked += int(sure.sum())
    return Found(np.array(scores, np.float32), np.array(right, np.bool_), asked, np.array(errors, np.float32))


def judge_reader(reader: OnnxReader, patches: Patches) -> dict[str, float]:
    """Return the shares of right answers on upright patches."""
    readings = reader.read(middles(patches.images))
    faces = readings.faces.argmax(1)
    real = (patches.faces >= 0) & (patches.faces != NONE_FACE)
    none = patches.faces == NONE_FACE
    suits, inks = patches.suits != UNKNOWN, patches.inks != UNKNOWN
    return {
        "face right": float((faces == patches.faces)[real].mean()),
        "NONE right": float((faces == NONE_FACE)[none].mean()),
        "suit right": float((readings.suits.argmax(1) == patches.suits)[suits & real].mean()),
        "ink right": float((readings.inks.argmax(1) == patches.inks)[inks & real].mean()),
    }


def temperature_of(net: ReaderNet, patches: Patches) -> float:
    """Return the temperature that makes the face probabilities most likely on ``patches``."""
    known = patches.faces >= 0
    images = middles(patches.images[known])
    faces = torch.from_numpy(patches.faces[known])
    with torch.no_grad():
        parts = [net(as_pixels(images[at : at + AT_A_TIME])) for at in range(0, len(images), AT_A_TIME)]
    return likeliest(torch.cat([logits for logits, *_ in parts]), faces)


def face_temperature_of(net: FaceNet, crops: Crops) -> float:
    """Return the temperature that makes the faces of whole cards most likely on ``crops``."""
    return likeliest(_logits(net, parts_of(crops.images, CROP_PX)), torch.from_numpy(crops.faces))


def judge_face_reader(reader: FaceReader, crops: Crops) -> dict[str, float]:
    """Return the share of right answers on whole cards, as the labels outline them."""
    said = np.concatenate([reader.read_faces(part) for part in parts_of(crops.images, CROP_PX)])
    return {"face right": float((said.argmax(axis=1) == crops.faces).mean())}


def _logits(net: CardNet, pictures: Iterable[NDArray[np.uint8]]) -> torch.Tensor:
    """Return the (N, M) logits of a net for pictures that come some at a time, their planes last first."""
    with torch.no_grad():
        return torch.cat([net(as_pixels(part)) for part in pictures])


def parts_of(images: NDArray[np.uint8], size_px: tuple[int, int]) -> Iterator[NDArray[np.uint8]]:
    """Yield the middles of stored pictures, of a ``size_px`` of (width, height), some at a time."""
    across, down = (images.shape[2] - size_px[0]) // 2, (images.shape[1] - size_px[1]) // 2
    for start in range(0, len(images), AT_A_TIME):
        yield np.asarray(images[start : start + AT_A_TIME, down:-down, across:-across])


def likeliest(
    logits: torch.Tensor,
    truths: torch.Tensor,
    loss_of: Callable[[torch.Tensor, torch.Tensor], torch.Tensor] = torch.nn.functional.cross_entropy,
) -> float:
    """Return the temperature that logits are divided by to make the truths likeliest."""
    tried = np.exp(np.linspace(np.log(0.4), np.log(3.0), 60))
    losses = [float(loss_of(logits / float(t), truths)) for t in tried]
    return float(tried[int(np.argmin(losses))])


def middles(images: NDArray[np.uint8]) -> Image:
    """Cut the reader's own window out of stored patches."""
    return images[:, MARGIN : MARGIN + PATCH_PX, MARGIN : MARGIN + PATCH_PX]


def judge_likeness(net: Likening, lessons: Lessons) -> dict[str, float]:
    """Return how often, of decks taught from their lessons, what a photo of play shows lies nearest to its own place.

    Beside a deck's own places stand those of all decks together, and of nothing, as other decks'.
    """
    looks = net.looks(lessons.images[:, MARGIN:-MARGIN, MARGIN:-MARGIN])
    names = np.arange(NOTHING, len(FACES))
    rest = np.stack([looks[lessons.owners == name].mean(axis=0) for name in names])
    owned, nothing = [], []
    for deck in np.unique(lessons.decks):
        mine = lessons.decks == deck
        own = np.unique(lessons.owners[mine & lessons.taught & (lessons.owners != NOTHING)])
        places = np.stack([looks[mine & lessons.taught & (lessons.owners == owner)].mean(axis=0) for owner in own])
        asked = mine & ~lessons.taught
        away = np.linalg.norm(looks[asked][:, None] - np.concatenate([places, rest])[None], axis=2)
        nearest = np.concatenate([own, np.full(len(rest), NOTHING)])[away.argmin(axis=1)]
        truths = lessons.owners[asked]
        owned.append((nearest == truths)[truths != NOTHING])
        nothing.append((nearest == truths)[truths == NOTHING])
    return {
        "nearest to its own face": float(np.concatenate(owned).mean()),
        "NONE nearest to none of the deck's": float(np.concatenate(nothing).mean()),
    }


def judge_outliner(outliner: Outliner, views: Views) -> dict[str, float]:
    """Return how far the outlines are off in card sizes, how often the index's place is right, and how often a card."""
    margin = (VIEWS_KEPT_PX - VIEW_PX) // 2
    there = views.places != NO_CARD
    errors, right, cards = [np.empty((0, 4))], 0, 0
    for start in range(0, len(there), AT_A_TIME):
        rows = slice(start, start + AT_A_TIME)
        said = outliner.outline(views.images[rows, margin:-margin, margin:-margin])
        mine = said.quads[np.arange(len(said.quads)), said.places.argmax(axis=1)]
        cards += int(((said.cards > 0.5) == there[rows]).sum())
        right += int((said.places.argmax(axis=1) == views.places[rows])[there[rows]].sum())
        truth, places = views.quads[rows][there[rows]] - margin, views.places[rows][there[rows]]
        size = np.linalg.norm(truth[:, 0] - truth[:, 2], axis=1) + np.linalg.norm(truth[:, 1] - truth[:, 3], axis=1)
        off = np.linalg.norm(mine[there[rows]] - truth, axis=2) / (size[:, None] / 2 / DIAGONAL)
        order = (places[:, None] + np.arange(4)) % 4
        errors.append(np.take_along_axis(off, order, axis=1))
    apart = np.concatenate(errors)
    return {
        "own corner error, card widths (median)": float(np.median(apart[:, 0])),
        "opposite corner error, card widths (median)": float(np.median(apart[:, 2])),
        "opposite corner error, card widths (nine of ten)": float(np.quantile(apart[:, 2], 0.9)),
        "index's corner right": right / max(int(there.sum()), 1),
        "card or none right": cards / max(len(there), 1),
    }


def telling_temperature_of(net: CardNet, pictures: Iterable[NDArray[np.uint8]], truths: NDArray[np.float32]) -> float:
    """Return the temperature that makes (N,) truths, each how likely a yes is, likeliest; pictures: some at a time."""
    said = _logits(net, pictures)[:, 0]
    return likeliest(said, torch.from_numpy(truths), torch.nn.functional.binary_cross_entropy_with_logits)


def judge_telling(
    net: TellingNet, pictures: Iterable[NDArray[np.uint8]], truths: NDArray[np.float32], named: str
) -> dict[str, float]:
    """Return how often a net tells yes from no in pictures of which (N,) truths tell it, how many, and its log loss."""
    told = truths != EITHER
    said = np.concatenate([net.chances(part) for part in pictures])[told]
    return {named: float(len(said)), **_rightness(np.where(truths[told] > EITHER, said, 1 - said))}


def _rightness(likely: NDArray[np.float32]) -> dict[str, float]:
    """Return how often the truth was held likelier than not, of its (N,) chances, and the log loss."""
    return {"right": float((likely > 0.5).mean()), "log loss": float(-np.log(likely.clip(1e-6)).mean())}
