"""The finder's network and its loss."""

from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import torch
import yaml
from torch import Tensor, nn
from ultralytics.nn.modules import Conv
from ultralytics.nn.tasks import PoseModel
from ultralytics.utils.metrics import bbox_iou
from ultralytics.utils.tal import TaskAlignedAssigner, make_anchors

STRIDE = 8
POSE_CHANNELS = 32

BACKBONE_LAYERS = 10
"""The layers that are YOLO26n's own."""

BOX_GAIN, EDGE_GAIN, CLASS_GAIN, POSE_GAIN, TURN_GAIN = 5.0, 0.5, 1.5, 1.5, 2.0


def architecture() -> dict[str, Any]:
    """Return what ``finder.yaml`` says."""
    read: dict[str, Any] = yaml.safe_load(resources.files(__package__).joinpath("finder.yaml").read_text("utf-8"))
    return read


def build_finder(first_weights: Path | None = None, plan: dict[str, Any] | None = None) -> PoseModel:
    """Return a new finder, begun from a ``.pt`` file: an earlier finder whole, of any other net the backbone's layers.

    The file is a pickle: check its hash before passing it here. ``plan`` is by default ``architecture()``.
    """
    plan = plan or architecture()
    model = PoseModel(plan, ch=3, nc=plan["nc"], verbose=False)
    head = model.model[-1]
    # A card's far corners lie many box lengths away: the stock head's 16 channels are too few to say where.
    width = head.cv4[0][0].conv.in_channels
    head.cv4[0] = nn.Sequential(Conv(width, POSE_CHANNELS, 3), Conv(POSE_CHANNELS, POSE_CHANNELS, 3))
    head.cv4_kpts[0] = nn.Conv2d(POSE_CHANNELS, head.nk, 1)
    # Without the likelihood term nothing trains these two.
    head.cv4_sigma[0] = nn.Conv2d(POSE_CHANNELS, head.nk_sigma, 1)
    head.flow_model = None
    if first_weights is not None:
        begun = torch.load(first_weights, map_location="cpu", weights_only=False)["model"].float().state_dict()
        own = model.state_dict()
        fitting = {name: value for name, value in begun.items() if name in own and own[name].shape == value.shape}
        whole = len(fitting) == len(own)
        taken = {name: value for name, value in fitting.items() if whole or int(name.split(".")[1]) < BACKBONE_LAYERS}
        if not taken:
            raise ValueError(f"{first_weights} shares no layer with the finder")
        model.load_state_dict({**own, **taken})
    return model


@dataclass(frozen=True)
class Targets:
    """Labels of a batch, padded to M a picture.

    boxes: (B, M, 4) px; quads: (B, M, 8) px; kinds: (B, M, 1); present, has_quad, ignored: (B, M, 1) 0/1. An ignored
    label is neither right nor wrong: a half-hidden index that a person could still read.
    """

    boxes: Tensor
    quads: Tensor
    kinds: Tensor
    present: Tensor
    has_quad: Tensor
    ignored: Tensor


class FinderLoss:
    """Task-aligned assignment on the boxes; the card's corners by L1 in card sizes.

    The stock pose loss scales keypoint likeness by the box's area. Here the box is an index and the keypoints are a
    card's corners, so that likeness is near zero everywhere and teaches nothing.

    Which way an index stands has a term of its own: a right index looks much like a left one on its side, and a net
    that hesitates between the two puts the corners in the middle, where no reader can read them.
    """

    def __init__(self, classes: int = 3) -> None:
        """Set up the assigner."""
        self.assigner = TaskAlignedAssigner(topk=8, num_classes=classes, alpha=0.5, beta=4.0, stride=[STRIDE])

    def __call__(self, predicted: dict[str, Tensor], targets: Targets) -> tuple[Tensor, dict[str, float]]:
        """Return the loss to minimise and its parts for the log."""
        distances = predicted["boxes"].permute(0, 2, 1)
        scores = predicted["scores"].permute(0, 2, 1)
        points = predicted["kpts"].permute(0, 2, 1)
        anchors, _ = make_anchors(predicted["feats"], torch.tensor([float(STRIDE)]), 0.5)
        anchors = anchors.to(scores.device)
        left_top, right_bottom = distances.split(2, 2)
        boxes = torch.cat([anchors - left_top, anchors + right_bottom], 2) * STRIDE
        real = targets.present * (1 - targets.ignored)
        _, target_boxes, target_scores, chosen, label_of = self.assigner(
            scores.detach().sigmoid(),
            boxes.detach(),
            anchors * STRIDE,
            targets.kinds.long(),
            targets.boxes * real,
            real.bool(),
        )
        total = target_scores.sum().clamp(min=1)
        certain = ~_inside_any(anchors * STRIDE, targets.boxes, targets.present * targets.ignored) | chosen
        by_class = nn.functional.binary_cross_entropy_with_logits(scores, target_scores, reduction="none")
        class_loss = (by_class * certain.unsqueeze(2)).sum() / total
        weight = target_scores[chosen].sum(1)
        iou = bbox_iou(boxes[chosen] / STRIDE, target_boxes[chosen] / STRIDE, xywh=False, CIoU=True).squeeze(-1)
        box_loss = ((1 - iou) * weight).sum() / total
        edge = (target_boxes[chosen] - boxes[chosen]).abs()
        size = (target_boxes[chosen][:, 2:] - target_boxes[chosen][:, :2]).mean(1, keepdim=True).clamp(min=4)
        edge_loss = ((edge / size).mean(1) * weight).sum() / total
        pose, turn = self._pose(points, anchors, targets, chosen, label_of, weight)
        pose_loss, turn_loss = pose / total, turn / total
        loss = BOX_GAIN * box_loss + EDGE_GAIN * edge_loss + CLASS_GAIN * class_loss
        loss = loss + POSE_GAIN * pose_loss + TURN_GAIN * turn_loss
        parts = {"box": box_loss, "edge": edge_loss, "class": class_loss, "pose": pose_loss, "turn": turn_loss}
        return loss, {name: float(part.detach()) for name, part in parts.items()}

    @staticmethod
    def _pose(
        points: Tensor, anchors: Tensor, targets: Targets, chosen: Tensor, label_of: Tensor, weight: Tensor
    ) -> tuple[Tensor, Tensor]:
        picture = torch.arange(len(points), device=points.device).unsqueeze(1).expand_as(label_of)[chosen]
        label = label_of[chosen]
        truth = targets.quads[picture, label].view(-1, 4, 2)
        anchor = anchors.unsqueeze(0).expand(len(points), -1, -1)[chosen]
        said = (points[chosen].view(-1, 4, 2) + anchor.unsqueeze(1)) * STRIDE
        size = ((truth[:, 0] - truth[:, 2]).norm(dim=1) + (truth[:, 1] - truth[:, 3]).norm(dim=1)).clamp(min=16) / 2
        # The own corner is seen and gives the direction; the hidden ones are partly a guess.
        shares = torch.tensor([1.6, 1.0, 0.8, 1.0], device=points.device)
        error = ((said - truth).abs().sum(2) * shares).sum(1) / size
        weight = weight * targets.has_quad[picture, label].squeeze(1)
        turn = 1 - nn.functional.cosine_similarity(_across(said), _across(truth), dim=1)
        return (error * weight).sum(), (turn * weight).sum()


def _across(quads: Tensor) -> Tensor:
    """Return the (N, 2) directions from left to right of (N, 4, 2) quads, by their rows and their columns alike."""
    rows = quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]
    columns = quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]
    turned = torch.stack([columns[:, 1], -columns[:, 0]], 1)
    return nn.functional.normalize(rows, dim=1, eps=1.0) + nn.functional.normalize(turned, dim=1, eps=1.0)


def _inside_any(points: Tensor, boxes: Tensor, mask: Tensor) -> Tensor:
    """Return (B, A) true where one of the (A, 2) points lies in one of the masked (B, M, 4) boxes."""
    left_top = points[None, :, None] - boxes[:, None, :, :2]
    right_bottom = boxes[:, None, :, 2:] - points[None, :, None]
    inside = torch.cat([left_top, right_bottom], 3).amin(3) > -STRIDE / 2
    return (inside & mask.bool().squeeze(2)[:, None]).any(2)
