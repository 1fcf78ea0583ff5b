"""The net of likeness: an embedding in which two prints of one mark lie close, whatever the mark, and others far.

It learns as it will be used: of each deck of a batch a lesson gives every face its place, the mean of a few varied
patches, and what the finder finds in a photo of play is to lie nearest to its own face's. What other decks print, and
what is no index, have places of their own, as ``vision.decks.fitting`` gives them.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from scorer.faces import FACES, Face
from tablesynth.decks.invented import PREFIX as INVENTION
from tablesynth.labels import Scene, load_scene
from tablesynth.nets.checkpoints import Recipe, Training
from tablesynth.nets.feeding import as_pixels, feed
from tablesynth.nets.keeping import joined, kept_arrays
from tablesynth.nets.patches import (
    KEPT_PX,
    MOST_ASKEW,
    NONE_FACE,
    ON_LABEL,
    askew,
    best_overlap,
    cut,
    found_in_photo,
    labelled_photos,
)
from tablesynth.nets.reader import POOLED, ReaderNet, centred
from tablesynth.taughtfolders import LESSON, PLAY
from vision.corners import Finder
from vision.looks.patches import Shrunk
from vision.looks.scales import search
from vision.looks.varying import vary
from vision.photos.frames import load_photo

WIDE = 128
"""Numbers of an embedding."""

BACK, NOTHING = len(FACES), -1
"""Whose a patch is beside the faces': a back's corner, and what is no index."""

SEEN = 0.85
"""An index of which a person sees so much is learnt from."""

ASIDE = 0.08
"""Share of a photo's indices that are laid on their side and called nothing, as the reader learns them."""

PHOTOGRAPHED = 0.12
"""Share of photographed decks among those of a batch."""

APART = 0.5
"""Share of the decks whose faces are taught from any of their photos, so that each may have a light of its own."""

VARIANTS, ASKED, STRANGERS, SHEET = 2, 32, 45, 2
"""So many variants make a place, so many of a deck's corners are asked for, and so many of other decks; so many patches
of each face of other decks make its place, and four times as many that of what is no index."""


Row = tuple[NDArray[np.uint8], int]
"""A stored patch and whose it is."""


@dataclass(frozen=True)
class Lessons:
    """N stored patches of decks: (N, KEPT_PX, KEPT_PX, 3) uint8 BGR, whose each is, of which deck, and from where.

    owners: (N,) number in ``FACES``, BACK or NOTHING. decks: (N,) numbers. taught: (N,), True in a lesson. usual: (N,),
    True where the deck is one as the other nets learn them. photographed: (N,), True on a real photo.
    """

    images: NDArray[np.uint8]
    owners: NDArray[np.int64]
    decks: NDArray[np.int64]
    taught: NDArray[np.bool_]
    usual: NDArray[np.bool_]
    photographed: NDArray[np.bool_]


@dataclass(frozen=True)
class LikenessRecipe(Recipe):
    """Everything a run of this training depends on beside its patches; ``batch`` is of decks."""

    steps: int = 4000
    batch: int = 4
    rate: float = 1e-3
    weight_decay: float = 0.03


class LikenessNet(nn.Module):
    """The reader's layers up to its pooled features, and one linear layer: (N, 3, 48, 48) RGB 0-1 to (N, WIDE)."""

    def __init__(self, reader: ReaderNet | None = None, drop: float = 0.1) -> None:
        """Lay out the net, with the layers of a trained reader where one is given."""
        super().__init__()
        reader = reader or ReaderNet()
        self.features = reader.features[:POOLED]
        self.drop = nn.Dropout(drop)
        self.narrow = nn.Linear(reader.width_pooled, WIDE)
        self.sharpness = nn.Parameter(torch.tensor(math.log(12.0)))

    def forward(self, patches: Tensor) -> Tensor:
        """Return (N, WIDE) embeddings of length one."""
        return functional.normalize(self.narrow(self.drop(self.features(centred(patches)))), dim=1)


def lessons_of(folder: Path, finder: Finder) -> Lessons:
    """Cut the lessons and the photos of play of every deck under a folder that ``tablesynth.taught`` rendered."""
    parts = [_lot([], 0, taught=False)]
    for number, deck in enumerate(sorted(path for path in folder.iterdir() if path.is_dir())):
        for part in (LESSON, PLAY):
            for path in sorted((deck / part).glob("*.json")):
                scene = load_scene(path)
                image = load_photo(path.with_name(scene.photo)).image
                rows = [*_found(scene, image, finder), *(_labelled(scene, image) if part == LESSON else ())]
                usual = not any(card.deck.startswith(INVENTION) for card in scene.cards)
                parts.append(_lot(rows, number, taught=part == LESSON, usual=usual))
    return joined(parts)


def photographed_lessons(folders: list[Path], finder: Finder) -> Lessons:
    """Cut the labelled indices in the training part of real photos, a deck a folder, whose numbers are below zero.

    Every other photo is a lesson. A 3, whose colour no label tells, is left out.
    """
    parts = [_lot([], 0, taught=False)]
    for number, folder in enumerate(folders, start=1):
        for photo, (pixels, boxes, faces) in enumerate(labelled_photos([folder])):
            found = found_in_photo(pixels, boxes, faces, finder)
            rows = [(patch, NOTHING if face == NONE_FACE else face) for patch, face in found if face >= 0]
            parts.append(_lot(rows, -number, taught=photo % 2 == 0, photographed=True))
    return joined(parts)


def _lot(rows: list[Row], deck: int, *, taught: bool, usual: bool = True, photographed: bool = False) -> Lessons:
    images = np.stack([patch for patch, _ in rows]) if rows else np.empty((0, KEPT_PX, KEPT_PX, 3), np.uint8)
    owners = np.array([owner for _, owner in rows], np.int64)
    flags = (np.full(len(rows), flag) for flag in (taught, usual, photographed))
    return Lessons(images, owners, np.full(len(rows), deck, np.int64), *flags)


def kept_lessons(file: Path, folder: Path, finder: Finder) -> Lessons:
    """Return the patches of a folder of decks, cut once and kept in ``file``."""
    return Lessons(**kept_arrays(file, lambda: vars(lessons_of(folder, finder))))


def _labelled(scene: Scene, image: NDArray[np.uint8]) -> Iterator[Row]:
    photo = Shrunk(image)
    for card in scene.cards:
        for index in card.indices:
            box = np.array(index.box, np.float32)
            if index.rank_visible >= SEEN and float((box[2:] - box[:2]).max()) >= 8:
                yield cut(photo, box, np.array(index.quad, np.float32)), _owner(card.face)


def _found(scene: Scene, image: NDArray[np.uint8], finder: Finder) -> Iterator[Row]:
    labels = [(card, index) for card in scene.cards for index in card.indices]
    boxes = np.array([index.box for _, index in labels], np.float32).reshape(-1, 4)
    found, photo = search(image, finder).corners, Shrunk(image)
    for box, quad in zip(found.boxes, found.quads, strict=True):
        best, share = best_overlap(boxes, box)
        if share >= ON_LABEL:
            card, index = labels[best]
            if index.rank_visible >= SEEN and askew(quad, np.array(index.quad, np.float32)) <= MOST_ASKEW:
                yield cut(photo, box, quad), _owner(card.face)
        elif share < 0.05:
            yield cut(photo, box, quad), NOTHING


def _owner(face: Face | None) -> int:
    return BACK if face is None else FACES.index(face)


def train_likeness(
    recipe: LikenessRecipe,
    lessons: Lessons,
    checkpoint: Path,
    first: LikenessNet,
    *,
    minutes: float = math.inf,
) -> None:
    """Train from a net's weights until ``recipe.steps`` or for ``minutes``, going on from ``checkpoint``."""
    torch.manual_seed(recipe.seed)
    training = Training(first, recipe.rate, recipe.weight_decay, checkpoint)
    source = lesson_batches(lessons, recipe.batch, recipe.seed + training.step)

    def take_step() -> dict[str, float]:
        batch = next(source)
        with training.coarsely():
            embedded = training.model(batch.pixels.to(training.device).contiguous(memory_format=torch.channels_last))
        loss, right = batch_loss(embedded.float(), batch, training.model.sharpness)
        training.learn(loss, recipe)
        return {"loss": float(loss.detach()), "right": right}

    training.run(take_step, recipe, minutes=minutes)


@dataclass(frozen=True)
class LessonBatch:
    """Patches of a few decks in one pile, and who is who.

    pixels: (N, 3, 48, 48) float32 RGB 0-1. decks: for each deck the rows that make its places, whose they are, the rows
    asked for and whose those are. sheet, kinds: rows of other decks' faces and of nothing, and which face each shows.
    strangers, faces: rows of other decks' and which face each shows.
    """

    pixels: Tensor
    decks: list[tuple[Tensor, Tensor, Tensor, Tensor]]
    sheet: Tensor
    kinds: Tensor
    strangers: Tensor
    faces: Tensor


def batch_loss(embedded: Tensor, batch: LessonBatch, sharpness: Tensor) -> tuple[Tensor, float]:
    """Return the mean loss of a batch's decks, and the share of their own corners that lie nearest to their own."""
    rest, kinds = _places(embedded[batch.sheet], batch.kinds)
    of_none = kinds == NOTHING
    losses, right = [], []
    for places, owners, asked, truths in batch.decks:
        own, names = _places(embedded[places], owners)
        whole = torch.cat([own, rest])
        scale = sharpness.exp()
        # What is asked for is one of the deck's own, or nothing.
        logs = torch.log_softmax(-scale * torch.cdist(embedded[asked], whole) ** 2, 1)
        mine = torch.cat([names[None] == truths[:, None], of_none[None] & (truths[:, None] == NOTHING)], 1)
        kept = mine.any(1)
        losses.append(-_of(logs, mine)[kept])
        shown = kept & (truths != NOTHING)
        right.append(mine[shown].gather(1, logs[shown].argmax(1, keepdim=True)).float().flatten())
        # What another deck shows is none of its own, or else the same face.
        logs = torch.log_softmax(-scale * torch.cdist(embedded[batch.strangers], whole) ** 2, 1)
        others = torch.cat([names[None] == batch.faces[:, None], (~of_none)[None].expand(len(batch.faces), -1)], 1)
        losses.append(-_of(logs, others) * 0.5)
    return torch.cat(losses).mean(), float(torch.cat(right).mean())


def _of(logs: Tensor, mine: Tensor) -> Tensor:
    return torch.logsumexp(logs.masked_fill(~mine, -30.0), 1)


def _places(embedded: Tensor, owners: Tensor) -> tuple[Tensor, Tensor]:
    names = torch.unique(owners)
    members = (owners[None] == names[:, None]).float()
    return members @ embedded / members.sum(1, keepdim=True), names


def lesson_batches(lessons: Lessons, size: int, seed: int) -> Iterator[LessonBatch]:
    """Yield batches without end, of ``size`` decks each."""
    rng = np.random.default_rng(seed)
    owners, numbers = lessons.owners, lessons.decks
    taught = {
        deck: np.flatnonzero((numbers == deck) & lessons.taught & (owners != NOTHING)) for deck in np.unique(numbers)
    }
    anywhere = {deck: np.flatnonzero((numbers == deck) & np.isin(owners, owners[taught[deck]])) for deck in taught}
    played = {deck: np.flatnonzero((numbers == deck) & ~lessons.taught) for deck in taught}
    decks = [deck for deck in taught if len(np.unique(owners[taught[deck]])) > 8 and len(played[deck]) > 4]
    real = np.isin(decks, numbers[lessons.photographed])
    chances = np.where(real, PHOTOGRAPHED / max(real.sum(), 1), (1 - PHOTOGRAPHED) / max((~real).sum(), 1))
    usual = [np.flatnonzero(lessons.usual & (owners == face)) for face in (NOTHING, *range(len(FACES)))]

    def make(rng: np.random.Generator) -> LessonBatch:
        rows: list[int] = []

        def take(picks: NDArray[np.int64] | list[int]) -> Tensor:
            rows.extend(int(pick) for pick in picks)
            return torch.arange(len(rows) - len(picks), len(rows))

        each = []
        for deck in rng.choice(np.array(decks), size, replace=False, p=chances / chances.sum()):
            rows_of = anywhere[deck] if rng.random() < APART else taught[deck]
            places = [int(rng.choice(rows_of[owners[rows_of] == face])) for face in np.unique(owners[rows_of])]
            places = places * VARIANTS
            asked = _evenly(played[deck], owners, rng)
            each.append((take(places), torch.from_numpy(owners[places]), take(asked), torch.from_numpy(owners[asked])))
        sheet = np.concatenate([rng.choice(group, SHEET * (4 if i == 0 else 1)) for i, group in enumerate(usual)])
        strangers = np.concatenate([rng.choice(group, STRANGERS // len(FACES)) for group in usual[1:]])
        of_sheet, of_strangers = take(sheet), take(strangers)
        images = vary(lessons.images[rows], rng)
        for _, _, asked_rows, truths in each:
            shown = (truths != NOTHING) & (truths != BACK)
            for i in np.flatnonzero((rng.random(len(truths)) < ASIDE) & shown.numpy()):
                images[asked_rows[i]] = np.rot90(images[asked_rows[i]], 1 if rng.random() < 0.5 else 3)
                truths[i] = NOTHING
        return LessonBatch(
            as_pixels(images),
            each,
            of_sheet,
            torch.from_numpy(owners[sheet]),
            of_strangers,
            torch.from_numpy(owners[strangers]),
        )

    return feed(make, rng)


def _evenly(rows: NDArray[np.int64], owners: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw of a deck's corners, those whose face is rare no less often; what is no index is a fifth at most."""
    names, counts = np.unique(owners[rows], return_counts=True)
    each = dict(zip(names.tolist(), (counts**0.5 / counts).tolist(), strict=True))
    shares = np.array([each[int(owner)] for owner in owners[rows]])
    none = owners[rows] == NOTHING
    if none.any() and not none.all():
        shares[none] *= min(1.0, 0.25 * shares[~none].sum() / shares[none].sum())
    return np.asarray(rng.choice(rows, ASKED, p=shares / shares.sum()), np.int64)
