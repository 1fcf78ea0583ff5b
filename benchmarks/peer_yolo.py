"""Train the usual recipe for the benchmark against it: a stock YOLO on 52 corner classes at 640 px.

    python benchmarks/peer_yolo.py SCENES... --start yolo11n.pt --out DIR [--steps 12000] [--minutes 60]

SCENES are folders of rendered scenes of the train split (``python -m tablesynth render``). The net, its loss and its
first weights, pretrained on COCO, are the stock ones; the loop is the finder's, which learns some ten times as much in
an hour of a processor as the stock trainer, from the same kind of crops (``tablesynth.nets.crops``) of the photos at
640 px: never mirrored, which no card survives. A run that was stopped goes on.
``DIR/best.pt`` is what ``benchmarks/peers.py --yolo`` takes. Needs the extra ``train``.
"""

import argparse
import copy
import logging
import math
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]

import cv2
import numpy as np
from numpy.typing import NDArray
from others.corner_classes import CLASSES, class_of
from tablesynth.labels import Scene, load_scene

if TYPE_CHECKING:
    from tablesynth.nets.crops import Labelled

VISIBLE = 0.5
"""Indices with less of their rank in view are not labelled."""

PHOTO_PX, CROP_PX = 640, 320
"""Longer side of the photos, and side of the crops learnt from."""


def main() -> None:
    """Shrink the photos, train, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="+", type=Path)
    parser.add_argument("--start", type=Path, required=True, help="weights to begin with, pretrained on COCO")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--steps", type=int, default=12000)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    try:
        import ultralytics  # noqa: F401
    except ImportError:
        sys.exit("ultralytics is missing: pip install '.[train]'")
    pictures = [picture for folder in options.scenes for picture in shrunk(folder, options.out / "pictures")]
    if not pictures:
        sys.exit(f"{', '.join(map(str, options.scenes))}: no scene shows one of the 52 cards")
    train(pictures, options)
    print(options.out / "best.pt")


def shrunk(folder: Path, out: Path) -> Iterator["Labelled"]:
    """Yield a folder of scenes that show one of the 52 cards, at 640 px; the kinds are as ``CLASSES`` has them."""
    from tablesynth.nets.crops import Labelled

    out.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.glob("*.json")):
        scene = load_scene(path)
        boxes, kinds = labels_of(scene)
        if not len(kinds):
            continue
        picture, shrink = out / f"{folder.name}-{path.stem}.jpg", PHOTO_PX / max(scene.width, scene.height)
        if not picture.is_file():
            image = cv2.imread(str(path.with_name(scene.photo)))
            small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
            cv2.imwrite(str(picture), small, [cv2.IMWRITE_JPEG_QUALITY, 95])
        none, no_quads = np.zeros(len(kinds), np.bool_), np.zeros((len(kinds), 4, 2), np.float32)
        yield Labelled(picture, (boxes * shrink).astype(np.float32), no_quads, kinds, none, none)


def labels_of(scene: Scene) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the (N, 4) boxes, px, and (N,) classes of the indices in view whose card is one of the 52."""
    shown = [
        (index.box, number)
        for card in scene.cards
        for index in card.indices
        if (number := class_of(card.face, card.suit)) is not None and index.rank_visible >= VISIBLE
    ]
    return np.array([box for box, _ in shown], float).reshape(-1, 4), np.array([number for _, number in shown], int)


def train(pictures: list["Labelled"], options: argparse.Namespace) -> None:
    """Train the net until it has learnt from as many batches as asked, or for the minutes given."""
    import torch
    from tablesynth.nets.checkpoints import Recipe, Training
    from tablesynth.nets.crops import cut_crop
    from tablesynth.nets.feeding import as_pixels, feed
    from ultralytics.cfg import get_cfg
    from ultralytics.nn.tasks import DetectionModel

    recipe = Recipe(steps=options.steps, batch=16, rate=2e-3, save_every=100)
    torch.manual_seed(recipe.seed)
    began = torch.load(options.start, map_location="cpu", weights_only=False)["model"].float()
    net = DetectionModel(began.yaml, nc=len(CLASSES), verbose=False)
    net.load(began, verbose=False)
    net.names, net.args = dict(enumerate(CLASSES)), get_cfg()
    training = Training(net, recipe.rate, recipe.weight_decay, options.out / "checkpoint.pt")
    judge = training.model.init_criterion()

    def make(rng: np.random.Generator) -> tuple[torch.Tensor, Mapping[str, torch.Tensor]]:
        chosen = [pictures[int(pick)] for pick in rng.integers(len(pictures), size=recipe.batch)]
        crops = [cut_crop(np.asarray(cv2.imread(str(one.path)), np.uint8), one, CROP_PX, rng) for one in chosen]
        shown = [crop.labels for crop in crops]
        boxes = np.concatenate([labels.boxes for labels in shown]) / CROP_PX
        told = {
            "batch_idx": np.repeat(np.arange(len(crops)), [len(labels.kinds) for labels in shown]),
            "cls": np.concatenate([labels.kinds for labels in shown])[:, None],
            "bboxes": np.concatenate([(boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]], 1),
        }
        images = as_pixels(np.stack([crop.image for crop in crops]))
        return images, {name: torch.from_numpy(values).float() for name, values in told.items()}

    source = feed(make, np.random.default_rng(recipe.seed + training.step))

    def take_step() -> dict[str, float]:
        images, told = next(source)
        with training.coarsely():
            said = training.model(images.to(training.device, memory_format=torch.channels_last))
        loss, parts = judge(_exact(said), {name: values.to(training.device) for name, values in told.items()})
        training.learn(loss.sum(), recipe)
        return {name: float(part) for name, part in parts.items()}

    training.run(take_step, recipe, minutes=options.minutes)
    # As ultralytics writes its own.
    torch.save({"model": copy.deepcopy(training.average).cpu().eval()}, options.out / "best.pt")


def _exact(said: Any) -> Any:  # noqa: ANN401
    """Return what a net in training gives, in single precision throughout."""
    if isinstance(said, Mapping):
        return {name: _exact(part) for name, part in said.items()}
    if isinstance(said, list | tuple):
        return [_exact(part) for part in said]
    return said.float()


if __name__ == "__main__":
    main()
