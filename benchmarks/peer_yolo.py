"""Train the usual recipe for the benchmark against it: a stock YOLO on 52 corner classes at 640 px.

    python benchmarks/peer_yolo.py SCENES... --start yolo26n.pt --out DIR [--minutes 30] [--device cpu]

SCENES are folders of rendered scenes of the train split (``python -m tablesynth render``). The stock trainer of
ultralytics does the rest, with its defaults, from weights pretrained on COCO; only mirroring is off, which no card
survives. ``DIR/best.pt`` is what ``benchmarks/peers.py --yolo`` takes. Needs the extra ``peers``.
"""

import argparse
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "datasets")]

from others.corner_classes import CLASSES, class_of  # noqa: E402
from tablesynth.labels import Scene, load_scene  # noqa: E402

VISIBLE = 0.5
"""Indices with less of their rank in view are not labelled."""

VAL_SHARE = 20
"""One scene in so many is kept to choose the best epoch."""


def main() -> None:
    """Write the labels, train, and copy the best weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="+", type=Path)
    parser.add_argument("--start", type=Path, required=True, help="weights to begin with, pretrained on COCO")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--batch", type=int, default=16)
    options = parser.parse_args()
    try:
        from ultralytics import YOLO
    except ImportError:
        sys.exit("ultralytics is missing: pip install '.[peers]'")
    data = write_dataset(options.scenes, options.out / "data")
    net = YOLO(str(options.start))
    net.train(
        data=str(data),
        imgsz=640,
        time=options.minutes / 60,
        batch=options.batch,
        device=options.device,
        project=str((options.out / "runs").resolve()),
        name="peer",
        exist_ok=True,
        fliplr=0.0,
        workers=2,
        plots=False,
    )
    shutil.copy(net.trainer.best, options.out / "best.pt")
    print(options.out / "best.pt")


def write_dataset(folders: list[Path], out: Path) -> Path:
    """Write the scenes as the stock trainer reads them, pictures at 640 px; returns the path of its description."""
    import cv2

    places = [path for folder in folders for path in sorted(folder.glob("*.json"))]
    for number, path in enumerate(places):
        part = "val" if number % VAL_SHARE == 0 else "train"
        scene = load_scene(path)
        lines = label_lines(scene)
        name = f"{path.parent.name}-{path.stem}"
        picture = out / "images" / part / f"{name}.jpg"
        labels = out / "labels" / part / f"{name}.txt"
        if labels.is_file() or not lines:
            continue
        for folder in (picture.parent, labels.parent):
            folder.mkdir(parents=True, exist_ok=True)
        image = cv2.imread(str(path.with_name(scene.photo)))
        shrink = 640 / max(image.shape[:2])
        cv2.imwrite(str(picture), cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
        labels.write_text("\n".join(lines) + "\n", encoding="utf-8")
    described = out / "data.yaml"
    names = "\n".join(f"  {number}: {name}" for number, name in enumerate(CLASSES))
    described.write_text(f"path: {out.resolve()}\ntrain: images/train\nval: images/val\nnames:\n{names}\n", "utf-8")
    return described


def label_lines(scene: Scene) -> list[str]:
    """Return a line for each index in view whose card is one of the 52."""
    lines = []
    for card in scene.cards:
        number = class_of(card.face, card.suit)
        if number is None:
            continue
        for index in card.indices:
            x1, y1, x2, y2 = index.box
            x1, x2 = max(x1, 0), min(x2, scene.width)
            y1, y2 = max(y1, 0), min(y2, scene.height)
            if index.rank_visible < VISIBLE or x2 <= x1 or y2 <= y1:
                continue
            shares = ((x1 + x2) / 2 / scene.width, (y1 + y2) / 2 / scene.height)
            size = ((x2 - x1) / scene.width, (y2 - y1) / scene.height)
            lines.append(" ".join([str(number), *(f"{value:.6f}" for value in (*shares, *size))]))
    return lines


if __name__ == "__main__":
    main()
