"""The nets and the trees that pair corners as ONNX files, behind the protocols of what they do."""

import os
import sys
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from scorer.faces import FACES
from vision.corners import READER_FACES, READER_SUITS, SCORE_THRESHOLD, CornerKind, Corners, Image, Ink, Readings
from vision.decks.embedding import Embedded, LikeningReader
from vision.errors import ModelError
from vision.joining.besides import BESIDES
from vision.joining.pairs import PAIR_FEATURES, PairJudge
from vision.joining.presence import TOLD, Sight
from vision.looks.suppression import suppress
from vision.model_files import ModelFile, open_model
from vision.outlining.outlines import Outlines

PAD_GREY = 114
"""What a picture is padded with, as in the finder's training."""

BATCH = 32
"""Pictures of indices or cards looked at at a time: more take memory and no less time."""

EMBEDDING = "embedding"
"""The reader's output of how a patch looks to it, before faces are told apart."""

_READINGS = ("faces", "suits", "inks")
_OUTLINES = ("quads", "spreads", "places", "cards")
_CLASSES = len(CornerKind)


class OnnxFinder:
    """Finds corner indices with an ONNX net that gives raw dense predictions."""

    def __init__(self, model: ModelFile, *, threads: int | None = None, threshold: float = SCORE_THRESHOLD) -> None:
        """Load the net; ``threads`` is by default one a processor. Raises ModelError if it is no finder."""
        names = tuple(kind.name.lower() for kind in CornerKind)
        if model.card.classes != names:
            raise ModelError(f"{model.path}: finds {', '.join(model.card.classes)}, not {', '.join(names)}")
        self._session = _session(model, threads, {"images"}, ("corners",))
        self._stride = model.card.stride
        self._threshold = threshold
        self.best_index_px = model.card.best_index_px

    def find(self, image: Image) -> Corners:
        """Return the corners of an (H, W, 3) BGR image at the scale it is given, in its pixels."""
        (raw,) = self._session.run(["corners"], {"images": finder_input(image, self._stride)})
        return corners_of(np.asarray(raw)[0], self._threshold)


class OnnxReader:
    """Reads upright corner patches with an ONNX net."""

    def __init__(self, model: ModelFile, *, threads: int | None = None) -> None:
        """Load the net; ``threads`` is by default one a processor. Raises ModelError if it is no reader."""
        if model.card.classes[: len(FACES)] != tuple(FACES):
            raise ModelError(f"{model.path}: its card's classes are not the fifteen faces")
        self._session = _session(model, threads, {"patches"}, _READINGS)
        self._embeds = any(item.name == EMBEDDING for item in self._session.get_outputs())
        self._path = model.path
        self.patch_px = model.card.patch_px
        self.net = model.card.sha256

    def read(self, patches: NDArray[np.uint8]) -> Readings:
        """Return the readings of (N, patch_px, patch_px, 3) uint8 BGR patches; N may be 0."""
        return _readings(self._run(patches, _READINGS))

    def embed(self, patches: NDArray[np.uint8]) -> Embedded:
        """Return the readings and embeddings of (N, patch_px, patch_px, 3) uint8 BGR patches; N may be 0.

        Raises:
            ModelError: if the net gives no embeddings, as those of before did.
        """
        if not self._embeds:
            raise ModelError(f"{self._path}: gives no embeddings, so no deck can be taught with it or read by it")
        parts = self._run(patches, (*_READINGS, EMBEDDING))
        embeddings = [part[-1] for part in parts] or [np.zeros((0, 0), np.float32)]
        return Embedded(_readings(parts), np.concatenate(embeddings))

    def _run(self, patches: NDArray[np.uint8], outputs: tuple[str, ...]) -> list[list[NDArray[np.float32]]]:
        return _batchwise(self._session, "patches", patches, outputs)


class OnnxLikeness:
    """Says with an ONNX net how upright corner patches look, whatever mark they show."""

    def __init__(self, model: ModelFile, *, threads: int | None = None) -> None:
        """Load the net; ``threads`` is by default one a processor. Raises ModelError if it is another sort of net."""
        self._session = _session(model, threads, {"patches"}, (EMBEDDING,))
        self._wide = int(self._session.get_outputs()[0].shape[1])
        self.patch_px = model.card.patch_px
        self.net = model.card.sha256

    def looks(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the (N, D) embeddings, of length one, of (N, patch_px, patch_px, 3) uint8 BGR patches; N may be 0."""
        parts = _batchwise(self._session, "patches", patches, (EMBEDDING,))
        return np.concatenate([part[0] for part in parts] or [np.zeros((0, self._wide), np.float32)])


class OnnxOutliner:
    """Outlines cards in upright views around their indices with an ONNX net."""

    def __init__(self, model: ModelFile, *, threads: int | None = None) -> None:
        """Load the net; ``threads`` is by default one a processor. Raises ModelError if it is no outliner."""
        self._session = _session(model, threads, {"views"}, _OUTLINES)
        self.view_px = model.card.patch_px

    def outline(self, views: NDArray[np.uint8]) -> Outlines:
        """Return the outlines in (N, view_px, view_px, 3) uint8 BGR views; N may be 0."""
        parts = _batchwise(self._session, "views", views, _OUTLINES)
        if not parts:
            none = np.zeros((0, 4), np.float32)
            return Outlines(np.zeros((0, 4, 4, 2), np.float32), np.zeros((0, 4, 4), np.float32), none, none[:, 0])
        return Outlines(*(np.concatenate([part[k] for part in parts]) for k in range(len(_OUTLINES))))


class OnnxFaceReader:
    """Reads whole cards with an ONNX net."""

    def __init__(self, model: ModelFile, *, threads: int | None = None) -> None:
        """Load the net; ``threads`` is by default one a processor. Raises ModelError if it reads other faces."""
        if model.card.classes != tuple(FACES):
            raise ModelError(f"{model.path}: its card's classes are not the fifteen faces")
        self._session = _session(model, threads, {"crops"}, ("faces",))
        self.crop_px = model.card.crop_px

    def read_faces(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the (N, 15) probabilities of the faces in (N, height, width, 3) uint8 BGR crops; N may be 0."""
        parts = _batchwise(self._session, "crops", crops, ("faces",))
        return np.concatenate([part[0] for part in parts]) if parts else np.zeros((0, len(FACES)), np.float32)


class OnnxTelling:
    """Tells yes from no in a picture with an ONNX net."""

    def __init__(self, model: ModelFile, *, threads: int | None = None) -> None:
        """Load the net; ``threads`` is by default one a processor. Raises ModelError if it is no such net."""
        self._session = _session(model, threads, {"pictures"}, ("chances",))
        self.crop_px = model.card.crop_px

    def chances(self, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the (N,) probabilities for (N, height, width, C) uint8 pictures, BGR first; N may be 0."""
        parts = _batchwise(self._session, "pictures", pictures, ("chances",))
        return np.concatenate([part[0] for part in parts]) if parts else np.zeros(0, np.float32)


class OnnxPresence:
    """Tells how likely each of a photo's cards lies there with an ONNX net."""

    def __init__(self, model: ModelFile) -> None:
        """Load the net. Raises ModelError if it is told other things than those that are known here."""
        if model.card.classes != (*TOLD, *BESIDES):
            raise ModelError(f"{model.path}: is told other things than {', '.join((*TOLD, *BESIDES))}")
        # So few cards are not worth a second thread.
        self._session = _session(model, 1, {"cards", "besides"}, ("chances",))

    def chances(self, sight: Sight) -> NDArray[np.float32]:
        """Return (N,) 0-1 for what is told of N cards; N may be 0."""
        if not len(sight.cards):
            return np.zeros(0, np.float32)
        (chances,) = self._session.run(["chances"], {"cards": sight.cards, "besides": sight.besides})
        return np.asarray(chances, np.float32)


class OnnxTrees:
    """Weighs features with a forest of small trees: how likely two corners are of one card."""

    def __init__(self, model: ModelFile, features: tuple[str, ...]) -> None:
        """Load the trees. Raises ModelError if they take other features than those that are known here."""
        if model.card.classes != features:
            raise ModelError(f"{model.path}: takes other features than {', '.join(features)}")
        # So few rows are not worth a second thread.
        self._session = _session(model, 1, {"features"}, ("chances",))

    def chances(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return (N,) 0-1 for (N, F) features in the order the trees were given; N may be 0."""
        if not len(features):
            return np.zeros(0, np.float32)
        (shares,) = self._session.run(["chances"], {"features": features})
        return np.asarray(shares, np.float32)[:, 1]


def _batchwise(
    session: onnxruntime.InferenceSession, entering: str, pictures: NDArray[np.uint8], outputs: tuple[str, ...]
) -> list[list[NDArray[np.float32]]]:
    """Return the outputs for each batch of (N, H, W, C) uint8 pictures, whose planes the net takes last first."""
    parts = []
    for start in range(0, len(pictures), BATCH):
        batch = pictures[start : start + BATCH, ..., ::-1].transpose(0, 3, 1, 2)
        pixels = np.ascontiguousarray(batch, np.float32) / np.float32(255)
        parts.append([np.asarray(value, np.float32) for value in session.run(list(outputs), {entering: pixels})])
    return parts


def _readings(parts: list[list[NDArray[np.float32]]]) -> Readings:
    widths = (len(READER_FACES), len(READER_SUITS), len(Ink))
    faces, suits, inks = (
        np.concatenate([part[i] for part in parts]) if parts else np.zeros((0, width), np.float32)
        for i, width in enumerate(widths)
    )
    return Readings(faces, suits, inks)


def finder_input(image: Image, stride: int) -> NDArray[np.float32]:
    """Return a (1, 3, H, W) float32 RGB picture of 0-1, padded right and below to multiples of ``stride``."""
    height, width = image.shape[:2]
    below, right = -height % stride, -width % stride
    planes = np.empty((1, 3, height + below, width + right), np.float32)
    planes[..., height:, :] = planes[..., width:] = np.float32(PAD_GREY) / np.float32(255)
    for number, plane in enumerate(reversed(cv2.split(image))):
        np.multiply(plane, np.float32(1 / 255), out=planes[0, number, :height, :width], casting="unsafe")
    return planes


def corners_of(raw: NDArray[np.float32], threshold: float) -> Corners:
    """Return the corners in dense predictions, doubles removed.

    raw: (A, 15) float32: x1 y1 x2 y2 in px, three class scores of 0-1, four keypoints x y in px.
    """
    scores = raw[:, 4 : 4 + _CLASSES]
    best = scores.max(axis=1)
    rows = best >= threshold
    sure = raw[rows]
    corners = Corners(
        boxes=np.ascontiguousarray(sure[:, :4], np.float32),
        quads=np.ascontiguousarray(sure[:, 4 + _CLASSES :], np.float32).reshape(-1, 4, 2),
        scores=best[rows].astype(np.float32),
        kinds=scores[rows].argmax(axis=1).astype(np.int64),
    )
    return suppress(corners)


def default_finder(
    folder: Path | None = None, *, threads: int | None = None, threshold: float = SCORE_THRESHOLD
) -> OnnxFinder:
    """Return the finder that came with this program. Raises ModelError if it is missing or damaged."""
    return OnnxFinder(open_model("finder", folder), threads=threads, threshold=threshold)


def default_reader(folder: Path | None = None, *, threads: int | None = None) -> OnnxReader:
    """Return the reader that came with this program. Raises ModelError if it is missing or damaged."""
    return OnnxReader(open_model("reader", folder), threads=threads)


def default_likeness(folder: Path | None = None, *, threads: int | None = None) -> OnnxLikeness:
    """Return the net that decks are taught with, as it came with this program. Raises ModelError if it is damaged."""
    return OnnxLikeness(open_model("likeness", folder), threads=threads)


def default_deck_reader(folder: Path | None = None) -> LikeningReader:
    """Return the reader and the net that decks are taught with. Raises ModelError if one is missing or damaged."""
    return LikeningReader(default_reader(folder), default_likeness(folder))


def default_outliner(folder: Path | None = None, *, threads: int | None = None) -> OnnxOutliner:
    """Return the outliner that came with this program. Raises ModelError if it is missing or damaged."""
    return OnnxOutliner(open_model("outliner", folder), threads=threads)


def default_face_reader(folder: Path | None = None, *, threads: int | None = None) -> OnnxFaceReader:
    """Return the reader of whole cards that came with this program. Raises ModelError if it is missing or damaged."""
    return OnnxFaceReader(open_model("faces", folder), threads=threads)


def default_pairs(folder: Path | None = None, *, threads: int | None = None) -> PairJudge:
    """Return what pairs corners, the net and the trees, as they came with this program.

    Raises:
        ModelError: if either is missing or damaged.
    """
    net = OnnxTelling(open_model("onecard", folder), threads=threads)
    return PairJudge(net, OnnxTrees(open_model("pairs", folder), PAIR_FEATURES))


def default_values(folder: Path | None = None, *, threads: int | None = None) -> OnnxTelling:
    """Return the net that tells a wild's 20 from its 50, as it came with this program.

    Raises:
        ModelError: if it is missing or damaged.
    """
    return OnnxTelling(open_model("values", folder), threads=threads)


def default_suits(folder: Path | None = None, *, threads: int | None = None) -> OnnxTelling:
    """Return the net that tells red suits from black ones by their shapes, as it came with this program.

    Raises:
        ModelError: if it is missing or damaged.
    """
    return OnnxTelling(open_model("suits", folder), threads=threads)


def default_presence(folder: Path | None = None) -> OnnxPresence:
    """Return the net of presence that came with this program. Raises ModelError if it is missing or damaged."""
    return OnnxPresence(open_model("presence", folder))


def processors() -> int:
    """Return how many processors this process may run on; where it is bound to some, these are not all there are."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _session(
    model: ModelFile, threads: int | None, inputs: set[str], outputs: tuple[str, ...]
) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or processors()
    options.inter_op_num_threads = 1
    # Spinning threads would take the processor from decoding and cutting.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Hardly two photos are looked at in one size, and a plan of memory would be kept for each.
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(model.weights, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        # onnxruntime's exceptions share no base class of their own.
        raise ModelError(f"{model.path}: is no usable ONNX net ({' '.join(str(error).split())[:120]})") from None
    has_inputs = {item.name for item in session.get_inputs()}
    has_outputs = {item.name for item in session.get_outputs()}
    if has_inputs != inputs or not has_outputs.issuperset(outputs):
        raise ModelError(f"{model.path}: is no {model.card.kind} ({sorted(has_inputs)} to {sorted(has_outputs)})")
    return session
