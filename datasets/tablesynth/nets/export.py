"""Trained nets to ONNX files, and the cards that describe them."""

import copy
import functools
import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import torch
from torch import Tensor, nn
from ultralytics.nn.modules import C2f, Conv
from ultralytics.nn.tasks import PoseModel
from ultralytics.utils.torch_utils import fuse_conv_and_bn

from scorer.faces import FACES, Face
from tablesynth.nets.checkpoints import Net, begun, mixed
from tablesynth.nets.facereader import FaceNet, FaceOutput
from tablesynth.nets.finder import STRIDE
from tablesynth.nets.likeness import WIDE, LikenessNet
from tablesynth.nets.marks import MARK_PX
from tablesynth.nets.outliner import OutlinerNet, OutlinerOutput
from tablesynth.nets.patches import PATCH_PX
from tablesynth.nets.presencenet import PresenceNet, PresenceOutput
from tablesynth.nets.reader import ReaderNet, ReaderProbabilities
from tablesynth.nets.tellingnets import PICTURE_PX, PairNet, SuitNet, TellingOutput, ValueNet
from tablesynth.nets.views import VIEW_PX
from tablesynth.nets.wholecards import CROP_PX
from vision.corners import BEST_INDEX_PX, READER_FACES, READER_SUITS, CornerKind, Ink
from vision.joining.besides import BESIDES
from vision.joining.onecard import COLOURS_AND_MARKS
from vision.joining.pairs import PAIR_FEATURES
from vision.joining.presence import TOLD
from vision.model_files import ModelFile, open_model

log = logging.getLogger("tablesynth.nets")

OPSET = 17

INPUT_MULTIPLE = 32
"""What the finder's height and width are multiples of."""


class FinderOutput(nn.Module):
    """The finder as it is exported: (1, A, 15), a row an anchor: box x1 y1 x2 y2, three scores, four corners x y."""

    def __init__(self, model: PoseModel) -> None:
        """Wrap a trained finder."""
        super().__init__()
        self.model = model

    def forward(self, images: Tensor) -> Tensor:
        """Return the raw predictions of (1, 3, H, W) float32 RGB 0-1 images; nothing is suppressed."""
        predicted = self.model(images)[1]
        rows, columns = predicted["feats"][0].shape[2:]
        y = (torch.arange(rows, device=images.device) + 0.5).view(-1, 1).expand(rows, columns).reshape(-1)
        x = (torch.arange(columns, device=images.device) + 0.5).view(1, -1).expand(rows, columns).reshape(-1)
        anchors = torch.stack([x, y], 1).unsqueeze(0)
        left_top, right_bottom = predicted["boxes"].permute(0, 2, 1).split(2, 2)
        boxes = torch.cat([anchors - left_top, anchors + right_bottom], 2) * STRIDE
        scores = predicted["scores"].permute(0, 2, 1).sigmoid()
        corners = (predicted["kpts"].permute(0, 2, 1) + anchors.repeat(1, 1, 4)) * STRIDE
        return torch.cat([boxes, scores, corners], 2)


def trained(net: Net, checkpoint: Path) -> Net:
    """Return a net with the averaged weights of a checkpoint, ready to predict."""
    net.eval()
    net.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["average"])
    return net


def learnt(make: Callable[[], Net], checkpoint: Path, first: Path | None, share: float) -> Net:
    """Return a trained net or, where it went on from others' weights, ``share`` of it and the rest of those."""
    net = trained(make(), checkpoint)
    return net if first is None else mixed(net, begun(make(), first), share)


def export_finder(model: PoseModel, path: Path) -> None:
    """Write a finder as ONNX; height and width are free multiples of 32."""
    free = {"images": {2: "height", 3: "width"}, "corners": {1: "anchors"}}
    to_onnx(FinderOutput(frozen(model)), (torch.zeros(1, 3, 320, 416),), path, ["corners"], free)


def save_torch_finder(model: PoseModel, path: Path) -> None:
    """Write a finder as ultralytics' ``.pt`` files are: the model itself under ``model``."""
    torch.save({"model": model}, path)


def save_torch_weights(net: nn.Module, path: Path) -> None:
    """Write a net's weights alone, under ``weights``: what a training goes on from."""
    torch.save({"weights": net.state_dict()}, path)


def export_reader(net: ReaderNet, temperature: float, path: Path) -> None:
    """Write the reader as ONNX, its embedding with it; the number of patches is free."""
    said = ReaderProbabilities(net, temperature)
    pictures_to_onnx(said, (3, PATCH_PX, PATCH_PX), path, "patches", ["faces", "suits", "inks", "embedding"])


def export_likeness(net: LikenessNet, path: Path) -> None:
    """Write the net of likeness as ONNX; the number of patches is free."""
    pictures_to_onnx(net, (3, PATCH_PX, PATCH_PX), path, "patches", ["embedding"])


def export_outliner(net: OutlinerNet, path: Path) -> None:
    """Write the outliner as ONNX; the number of views is free."""
    pictures_to_onnx(OutlinerOutput(net), (3, VIEW_PX, VIEW_PX), path, "views", ["quads", "spreads", "places", "cards"])


def export_face_net(net: FaceNet, temperature: float, path: Path) -> None:
    """Write the reader of whole cards as ONNX; the number of crops is free."""
    pictures_to_onnx(FaceOutput(net, temperature), (3, CROP_PX[1], CROP_PX[0]), path, "crops", ["faces"])


def export_pair_net(net: PairNet, path: Path) -> None:
    """Write the net that sees whether two indices are of one card as ONNX; the number of pictures is free."""
    size = (COLOURS_AND_MARKS, PICTURE_PX[1], PICTURE_PX[0])
    pictures_to_onnx(TellingOutput(net), size, path, "pictures", ["chances"])


def export_values(net: ValueNet, temperature: float, path: Path) -> None:
    """Write the net that tells a wild's 20 from its 50 as ONNX; the number of pictures is free."""
    pictures_to_onnx(TellingOutput(net, temperature), (3, MARK_PX, MARK_PX), path, "pictures", ["chances"])


def export_suits(net: SuitNet, temperature: float, path: Path) -> None:
    """Write the net that tells red suits from black ones as ONNX; the number of pictures is free."""
    pictures_to_onnx(TellingOutput(net, temperature), (1, CROP_PX[1], CROP_PX[0]), path, "pictures", ["chances"])


def export_presence(net: PresenceNet, temperature: float, path: Path) -> None:
    """Write the net of presence as ONNX; the number of cards is free."""
    example = torch.zeros(3, len(TOLD)), torch.zeros(3, 3, len(BESIDES))
    free = {"cards": {0: "cards"}, "besides": {0: "cards", 1: "cards"}, "chances": {0: "cards"}}
    to_onnx(PresenceOutput(net, temperature).eval(), example, path, ["chances"], free)


def frozen(model: PoseModel) -> PoseModel:
    """Return a finder ready to predict; the one given stays as it is.

    The norms are fused into the convolutions, and what is cut into halves is computed in halves: to cut it, ONNX
    Runtime brings it into another order and back, which takes a twelfth of the finder's time.
    """
    model = copy.deepcopy(model).eval()
    body = [module for module in model.modules() if hasattr(module, "forward_fuse") and hasattr(module, "bn")]
    for module in body:
        module.conv = fuse_conv_and_bn(module.conv, module.bn)
        del module.bn
        module.forward = module.forward_fuse
    for module in model.modules():
        if isinstance(module, C2f):
            module.cv1 = _halves(module.cv1)
            module.forward = functools.partial(_by_halves, module)
    return model


def _by_halves(block: C2f, x: Tensor) -> Tensor:
    """Return what a block gives for (N, C, H, W) where its first convolution is two of half the channels."""
    parts = [half(x) for half in block.cv1]
    for module in block.m:
        parts.append(module(parts[-1]))
    return block.cv2(torch.cat(parts, 1))


def _halves(fused: Conv) -> nn.ModuleList:
    """Return a convolution, the norm fused into it, as two: of the first half of its channels, and of the second."""
    halves = nn.ModuleList()
    for weight, bias in zip(fused.conv.weight.chunk(2), fused.conv.bias.chunk(2), strict=True):
        half = copy.deepcopy(fused)
        half.conv.weight, half.conv.bias = nn.Parameter(weight.clone()), nn.Parameter(bias.clone())
        halves.append(half)
    return halves


def pictures_to_onnx(
    model: nn.Module, size: tuple[int, int, int], path: Path, entering: str, leaving: list[str]
) -> None:
    """Write a net that takes pictures of a size (planes, height, width) as ONNX; their number is free."""
    free = {name: {0: entering} for name in (entering, *leaving)}
    to_onnx(model.eval(), (torch.zeros(2, *size),), path, leaving, free)


def to_onnx(
    model: nn.Module, example: tuple[Tensor, ...], path: Path, leaving: list[str], free: dict[str, dict[int, str]]
) -> None:
    """Write a net as ONNX: what enters it, what leaves it, and which sizes of either are free."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with torch.no_grad():
        torch.onnx.export(
            model,
            example,
            str(path),
            input_names=[name for name in free if name not in leaving],
            output_names=leaving,
            dynamic_axes=free,
            opset_version=OPSET,
            dynamo=False,
        )


@dataclass(frozen=True)
class Card:
    """What a model card says beside the facts of its file."""

    recipe: str
    commit: str
    first_weights: str
    data: str
    best_index_px: float = BEST_INDEX_PX
    temperature: float = 1.0
    figures: dict[str, float] = field(default_factory=dict)


def write_card(kind: str, model: Path, card: Card) -> Path:
    """Write the card of a net or of trees beside its file, named after it; return its path."""
    lines = [
        f'kind = "{kind}"',
        f'file = "{model.name}"',
        f'sha256 = "{hashlib.sha256(model.read_bytes()).hexdigest()}"',
        f"bytes = {model.stat().st_size}",
        'licence = "AGPL-3.0-or-later"',
        f"classes = {_strings(_CLASSES[kind])}",
        *_ENTERING[kind],
        *([f"best_index_px = {card.best_index_px:g}"] if kind == "finder" else []),
        *([f"temperature = {card.temperature:.4f}"] if kind in _CALIBRATED else []),
        *([_EMBEDDING[kind]] if kind in _EMBEDDING else []),
        f'recipe = "{card.recipe}"',
        f'commit = "{card.commit}"',
        f'first_weights = "{card.first_weights}"',
        f'data = """\n{card.data}\n"""',
        "",
        "[figures]",
        *(f'"{name}" = {value:.4f}' for name, value in card.figures.items()),
    ]
    path = model.with_suffix(".toml")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_judged(kind: str, files: Sequence[Path], card: Card, judge: Callable[[ModelFile], dict[str, float]]) -> None:
    """Write the cards of a net's or trees' files, the one to open first, with the figures that ``judge`` finds."""
    # The card is what it is opened by, so it stands before the figures are known.
    write_card(kind, files[0], card)
    figures = judge(open_model(kind, files[0].parent))
    for file in files:
        write_card(kind, file, replace(card, figures=figures))
    log.info("%s: %s", kind, figures)


_CLASSES = {
    "finder": [kind.name.lower() for kind in CornerKind],
    "reader": [str(face or "NONE") for face in READER_FACES],
    "likeness": ["alike"],
    "outliner": ["top left", "top right", "bottom right", "bottom left"],
    "faces": [str(face) for face in FACES],
    "onecard": ["one card"],
    "values": [str(Face.WILD_50)],
    "suits": ["red suit"],
    "pairs": list(PAIR_FEATURES),
    "presence": [*TOLD, *BESIDES],
}


def _pictures(name: str, planes: int, size_px: tuple[int, int], shown: str) -> str:
    """Return the line of a card on pictures of a (width, height) that enter a net."""
    return f'input = "{name}: float32 (N, {planes}, {size_px[1]}, {size_px[0]}), {shown}"'


def _patches(size_px: int) -> tuple[str, str]:
    upright = _pictures("patches", 3, (size_px, size_px), "RGB 0-1, upright")
    return upright, f"patch_px = {size_px}"


def _crop_px(size_px: tuple[int, int]) -> str:
    return f"crop_px = [{size_px[0]}, {size_px[1]}]"


def _strings(values: list[str]) -> str:
    return "[" + ", ".join(f'"{value}"' for value in values) + "]"


_ENTERING = {
    "finder": (
        'input = "images: float32 (1, 3, H, W), RGB 0-1, H and W multiples of 32"',
        f"stride = {INPUT_MULTIPLE}",
    ),
    "reader": (
        *_patches(PATCH_PX),
        f"suits = {_strings([str(suit or 'none') for suit in READER_SUITS])}",
        f"inks = {_strings([ink.name.lower() for ink in Ink])}",
    ),
    "likeness": _patches(PATCH_PX),
    "outliner": (
        _pictures("views", 3, (VIEW_PX, VIEW_PX), "RGB 0-1, upright; vision/outlining/outlines.py"),
        f"patch_px = {VIEW_PX}",
    ),
    "faces": (
        _pictures("crops", 3, CROP_PX, "RGB 0-1, cards upright; vision/outlining/wholefaces.py"),
        _crop_px(CROP_PX),
    ),
    "onecard": (
        _pictures("pictures", 4, PICTURE_PX, "marks and RGB 0-1, upright; vision/joining/onecard.py"),
        _crop_px(PICTURE_PX),
    ),
    "values": (
        _pictures("pictures", 3, (MARK_PX, MARK_PX), "RGB 0-1, upright; vision/looks/valuelook.py"),
        _crop_px((MARK_PX, MARK_PX)),
    ),
    "suits": (
        _pictures("pictures", 1, CROP_PX, "0-1, cards upright, without colour; vision/outlining/suitshapes.py"),
        _crop_px(CROP_PX),
    ),
    "pairs": (
        f'input = "features: float32 (N, {len(PAIR_FEATURES)}), those that classes names; vision/joining/pairs.py"',
    ),
    "presence": (
        f'input = "cards: float32 (N, {len(TOLD)}), the first classes; besides: float32 (N, N, {len(BESIDES)}),'
        ' the other ones; vision/joining/presence.py and vision/joining/besides.py"',
    ),
}
"""The lines of a card on what enters the net."""

_CALIBRATED = ("reader", "faces", "values", "suits", "presence")

_EMBEDDING = {
    "reader": 'embedding = "float32 (N, 1152), the pooled features before the linear layers"',
    "likeness": f'embedding = "float32 (N, {WIDE}), of length one"',
}
