"""The usual recipe as a peer: one stock YOLO, trained on 52 corner classes, at 640 px."""

from pathlib import Path

from others.claims import Claims, MissingPeerError
from others.corner_classes import face_of

from handfoot.evaluation.matching import ReadIndex
from vision.photos.frames import Frame

IMAGE_PX = 640


class Yolo:
    """Weights whose classes are named as the 52 are, whoever trained them."""

    def __init__(self, weights: Path) -> None:
        """Load them."""
        try:
            from ultralytics import YOLO
        except ImportError:
            raise MissingPeerError("ultralytics is missing: pip install '.[peers]'") from None
        if not weights.is_file():
            raise MissingPeerError(f"{weights}: no such file")
        self._net = YOLO(str(weights))
        if not any(face_of(name) for name in self._net.names.values()):
            raise MissingPeerError(f"{weights}: none of its classes is named as a card, such as 10H")

    def read(self, frame: Frame) -> Claims:
        """Return the boxes that the stock prediction keeps, by their classes' faces."""
        (result,) = self._net.predict(frame.image, imgsz=IMAGE_PX, device="cpu", verbose=False)
        boxes, kinds = result.boxes.xyxy.tolist(), result.boxes.cls.tolist()
        claims = ((tuple(box), face_of(self._net.names[int(kind)])) for box, kind in zip(boxes, kinds, strict=True))
        return Claims(tuple(ReadIndex(box, face) for box, face in claims if face is not None))
