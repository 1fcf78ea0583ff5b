"""The training of the nets that see whole cards: what is cut from scenes, one step, export.

Skipped where the ``train`` extra is missing.
"""

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.faces import FACES, Face

pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("ultralytics", reason="needs the train extra")
pytest.importorskip("onnx", reason="needs the train extra")

import torch
from tablesynth.labels import IndexLabel, Scene, load_scene
from tablesynth.nets import marks, suitshapes
from tablesynth.nets.export import (
    Card,
    export_face_net,
    export_outliner,
    export_pair_net,
    export_suits,
    export_values,
    save_torch_weights,
    trained,
    write_card,
)
from tablesynth.nets.facereader import FaceNet
from tablesynth.nets.judge import (
    face_temperature_of,
    judge_face_reader,
    judge_outliner,
    judge_telling,
    parts_of,
    telling_temperature_of,
)
from tablesynth.nets.outliner import OutlinerNet, outliner_loss
from tablesynth.nets.pairpictures import kept_pictures
from tablesynth.nets.pairpictures import varied as varied_picture
from tablesynth.nets.pairs import looking_reader
from tablesynth.nets.telling import EITHER, TellingExamples, TellingRecipe, train_telling
from tablesynth.nets.tellingnets import PICTURE_PX, PairNet, SuitNet, ValueNet
from tablesynth.nets.train_facereader import FaceRecipe, train_face_reader
from tablesynth.nets.train_outliner import OutlinerRecipe, train_outliner
from tablesynth.nets.views import NO_CARD, VIEW_PX, Views, kept_views, views_of
from tablesynth.nets.views import varied as varied_view
from tablesynth.nets.wholecards import CROP_PX, crops_of, kept_crops, rendered_crops
from tablesynth.scene import Order, write_scene

from vision.corners import (
    CornerKind,
    Corners,
    Suit,
    no_corners,
)
from vision.model_files import models_folder, open_model
from vision.nets import OnnxFaceReader, OnnxOutliner, OnnxTelling, default_finder


@dataclass(frozen=True)
class Finds:
    """A finder that finds in a whole photo what its scene is labelled with, and one corner that is none."""

    scene: Scene
    best_index_px: float = 30.0

    def find(self, image: np.ndarray) -> Corners:
        shrunk = image.shape[1] / self.scene.width
        if abs(image.shape[0] - shrunk * self.scene.height) > 1:
            # A closer look at a part of the photo.
            return no_corners()
        labels = [i for card in self.scene.cards for i in card.indices if i.kind is not CornerKind.BACK]
        boxes = np.array([*(i.box for i in labels), (0, 0, 9, 9)], np.float32) * shrunk
        quads = np.array([*(i.quad for i in labels), [(0, 0), (90, 0), (90, 130), (0, 130)]], np.float32) * shrunk
        count = len(boxes)
        return Corners(boxes, quads, np.full(count, 0.9, np.float32), np.zeros(count, np.int64))


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Scene, np.ndarray]:
    folder = tmp_path_factory.mktemp("scenes")
    write_scene(Order("train", 5, ("scatter",), (640, 480)), 3, folder=folder)
    (labels,) = folder.glob("*.json")
    scene = load_scene(labels)
    return folder, scene, np.asarray(cv2.imread(str(folder / scene.photo)), np.uint8)


def views(rendered: tuple[Path, Scene, np.ndarray]) -> Views:
    _, scene, image = rendered
    return views_of(scene, image, Finds(scene), np.random.default_rng(0))


def test_a_view_s_outline_begins_at_the_corner_its_index_stands_at(rendered: tuple[Path, Scene, np.ndarray]) -> None:
    cut = views(rendered)
    there = cut.places != NO_CARD
    assert there.any()
    middle = np.full(2, cut.images.shape[1] / 2)
    nearest = np.linalg.norm(cut.quads[there] - middle, axis=2).argmin(axis=1)
    assert (nearest == cut.places[there]).all()


def test_what_is_no_index_is_no_card(rendered: tuple[Path, Scene, np.ndarray], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablesynth.nets.views.MOST", 1000)
    assert (views(rendered).places == NO_CARD).sum() == 1


def test_a_view_is_varied_together_with_its_outline(rendered: tuple[Path, Scene, np.ndarray]) -> None:
    cut = views(rendered)
    row = int(np.flatnonzero(cut.places == 0)[0])
    rng = np.random.default_rng(2)
    corners = np.array([varied_view(cut.images[row], cut.quads[row], rng)[1][0] for _ in range(60)])
    # The index stays in the middle, and with it the corner that it stands at, however the view is turned.
    assert np.linalg.norm(corners - VIEW_PX / 2, axis=1).max() < 30
    assert corners.std(axis=0).min() > 0.5


def test_views_are_squeezed_as_cards_seen_from_low_down_are(rendered: tuple[Path, Scene, np.ndarray]) -> None:
    cut = views(rendered)
    row = int(np.flatnonzero(cut.places == 0)[0])
    rng = np.random.default_rng(3)
    quads = np.array([varied_view(cut.images[row], cut.quads[row], rng)[1] for _ in range(200)])
    across, down = (np.linalg.norm(quads[:, end] - quads[:, 0], axis=1) for end in (1, 3))
    shape = down / across
    assert shape.min() < 0.7 * np.median(shape)
    assert shape.max() > 1.4 * np.median(shape)
    # However narrow, a card has the size that views are cut to.
    assert np.sqrt(down * across).std() < 0.12 * np.sqrt(down * across).mean()


def test_views_are_kept_and_found_again(rendered: tuple[Path, Scene, np.ndarray], tmp_path: Path) -> None:
    folder, scene, _ = rendered
    first = kept_views(tmp_path / "views.npz", [folder], Finds(scene))
    again = kept_views(tmp_path / "views.npz", [], Finds(scene))
    assert len(first.places) == len(again.places) > 1
    assert (first.images[0] == again.images[0]).all()


def test_a_folder_without_photos_teaches_nothing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"pictures\.npz: nothing to learn from"):
        kept_crops(tmp_path / "pictures.npz", lambda: rendered_crops([tmp_path]))
    assert not (tmp_path / "pictures.npz").exists()


def test_only_the_outline_for_the_place_of_the_index_is_learnt() -> None:
    quads = torch.zeros(1, 4, 4, 2)
    truth = torch.tensor([[[0.0, 0], [50, 0], [50, 70], [0, 70]]])
    quads[0, 1] = truth[0]
    place = torch.full((1, 4), -20.0)
    place[0, 1] = 20.0
    said = (quads, torch.ones(1, 4, 4), place, torch.tensor([20.0]))
    loss, figures = outliner_loss(said, truth, torch.tensor([1]))
    assert figures["error"] == pytest.approx(0)
    assert figures["place"] == 1
    assert float(loss) == pytest.approx(0, abs=1e-5)
    _, elsewhere = outliner_loss(said, truth, torch.tensor([2]))
    assert elsewhere["error"] > 1
    assert elsewhere["place"] == 0


def test_how_far_corners_are_off_is_learnt_without_moving_them() -> None:
    quads, truth = torch.zeros(1, 4, 4, 2), torch.tensor([[[0.0, 0], [50, 0], [50, 70], [0, 70]]])
    quads[0, 0] = truth[0] + torch.tensor([3.0, 4.0])
    quads.requires_grad_()
    sure = torch.tensor([20.0])

    def loss(spread: float) -> torch.Tensor:
        said = (quads, torch.full((1, 4, 4), spread), torch.zeros(1, 4), sure)
        return outliner_loss(said, truth, torch.tensor([0]))[0]

    # All corners are 5 px off.
    assert loss(5) < min(loss(4), loss(6))
    (moves,) = torch.autograd.grad(loss(5), quads)
    (others,) = torch.autograd.grad(loss(50), quads)
    assert torch.equal(moves, others)


def test_an_outliner_goes_on_from_former_weights(rendered: tuple[Path, Scene, np.ndarray], tmp_path: Path) -> None:
    former = OutlinerNet()
    save_torch_weights(former, tmp_path / "outliner-torch.pt")
    recipe = OutlinerRecipe(steps=1, batch=4, rate=0.0)
    train_outliner(recipe, views(rendered), tmp_path / "outliner.pt", first_weights=tmp_path / "outliner-torch.pt")
    after = trained(OutlinerNet(), tmp_path / "outliner.pt").state_dict()
    for name, weights in former.named_parameters():
        assert torch.allclose(after[name], weights, atol=1e-6), name


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_an_outliner_learns_is_exported_and_judged(rendered: tuple[Path, Scene, np.ndarray], tmp_path: Path) -> None:
    cut = views(rendered)
    checkpoint = tmp_path / "outliner.pt"
    train_outliner(OutlinerRecipe(steps=2, batch=4), cut, checkpoint)
    export_outliner(trained(OutlinerNet(), checkpoint), tmp_path / "outliner.onnx")
    write_card("outliner", tmp_path / "outliner.onnx", Card("x", "x", "none", "x", 34, 1.0, {}))
    outliner = OnnxOutliner(open_model("outliner", tmp_path))
    pictures = np.ascontiguousarray(cut.images[:3, :VIEW_PX, :VIEW_PX])
    said = outliner.outline(pictures)
    net = OutlinerNet()
    net.load_state_dict(torch.load(checkpoint, weights_only=True)["average"])
    entering = torch.from_numpy(pictures[..., ::-1].copy()).permute(0, 3, 1, 2).float() / 255
    with torch.no_grad():
        quads, spreads, places, _ = net.eval()(entering)
    assert said.quads == pytest.approx(quads.numpy(), abs=1e-2)
    assert said.spreads == pytest.approx(spreads.numpy(), rel=1e-3)
    assert said.places == pytest.approx(torch.softmax(places, 1).numpy(), abs=1e-4)
    figures = judge_outliner(outliner, cut)
    assert figures["opposite corner error, card widths (median)"] > 0
    assert 0 <= figures["index's corner right"] <= 1


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_a_reader_of_whole_cards_learns_is_exported_and_judged(
    rendered: tuple[Path, Scene, np.ndarray], tmp_path: Path
) -> None:
    folder, scene, image = rendered
    crops = kept_crops(tmp_path / "crops.npz", lambda: rendered_crops([folder]))
    assert len(crops.faces) == len(crops_of(scene, image, np.random.default_rng(0)).faces) > 1
    shown = {FACES.index(card.face) for card in scene.cards if card.face is not None}
    assert set(crops.faces) <= shown
    checkpoint = tmp_path / "faces.pt"
    train_face_reader(FaceRecipe(steps=2, batch=4), crops, checkpoint)
    net = trained(FaceNet(), checkpoint)
    temperature = face_temperature_of(net, crops)
    export_face_net(net, temperature, tmp_path / "faces.onnx")
    write_card("faces", tmp_path / "faces.onnx", Card("x", "x", "none", "x", 34, temperature, {}))
    figures = judge_face_reader(OnnxFaceReader(open_model("faces", tmp_path)), crops)
    assert 0 <= figures["face right"] <= 1


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_a_judge_of_pairs_learns_what_the_others_see_is_exported_and_judged(
    rendered: tuple[Path, Scene, np.ndarray], tmp_path: Path
) -> None:
    folder, _, _ = rendered
    reader = looking_reader(models_folder())
    pictures = kept_pictures(tmp_path / "pairs.npz", [folder], reader)
    again = kept_pictures(tmp_path / "pairs.npz", [], reader)
    assert (pictures.images == again.images).all()
    # Cards by themselves show both their ends, and each pair its two marks.
    assert pictures.same.any()
    assert (pictures.images[..., 3].reshape(len(pictures.same), -1).max(axis=1) == 255).all()
    varied = varied_picture(pictures.images[0], np.random.default_rng(1))
    assert varied.shape == (PICTURE_PX[1], PICTURE_PX[0], 4)
    checkpoint = tmp_path / "onecard.pt"
    truths = pictures.same.astype(np.float32)
    train_telling(
        TellingRecipe(steps=2, batch=4), PairNet, TellingExamples(pictures.images, truths, varied_picture), checkpoint
    )
    export_pair_net(trained(PairNet(), checkpoint), tmp_path / "onecard.onnx")
    write_card("onecard", tmp_path / "onecard.onnx", Card("x", "x", "none", "x", 34, 1.0, {}))
    net = OnnxTelling(open_model("onecard", tmp_path))
    assert net.crop_px == PICTURE_PX
    figures = judge_telling(net, parts_of(pictures.images, PICTURE_PX), truths, "pairs")
    assert figures["pairs"] == len(pictures.same)
    assert 0 <= figures["right"] <= 1
    assert figures["log loss"] > 0


QUAD = ((0.0, 0.0), (100.0, 0.0), (100.0, 140.0), (0.0, 140.0))


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_a_judge_of_wilds_learns_what_the_finder_finds_is_exported_and_judged(tmp_path: Path) -> None:
    for number in range(2):
        write_scene(Order("train", 3, ("wilds",)), number, folder=tmp_path)
    finder = default_finder(models_folder())
    seen = marks.kept_marks(tmp_path / "marks.npz", [tmp_path], finder)
    again = marks.kept_marks(tmp_path / "marks.npz", [], finder)
    assert (seen.images == again.images).all()
    assert {0.0, 1.0} <= set(seen.fifties) <= {0.0, EITHER, 1.0}
    checkpoint = tmp_path / "values.pt"
    train_telling(
        TellingRecipe(steps=2, batch=4), ValueNet, TellingExamples(seen.images, seen.fifties, marks.varied), checkpoint
    )
    net = trained(ValueNet(), checkpoint)
    size = (marks.MARK_PX, marks.MARK_PX)
    temperature = telling_temperature_of(net, parts_of(seen.images, size), seen.fifties)
    export_values(net, temperature, tmp_path / "values.onnx")
    write_card("values", tmp_path / "values.onnx", Card("x", "x", "none", "x", 34, temperature, {}))
    net = OnnxTelling(open_model("values", tmp_path))
    assert net.crop_px == size
    figures = judge_telling(net, parts_of(seen.images, size), seen.fifties, "marks")
    assert figures["marks"] == (seen.fifties != EITHER).sum()
    assert 0 <= figures["right"] <= 1


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_a_judge_of_suits_learns_shapes_alone_is_exported_and_judged(
    rendered: tuple[Path, Scene, np.ndarray], tmp_path: Path
) -> None:
    folder, _, _ = rendered
    seen = suitshapes.kept_suited(tmp_path / "suits.npz", [folder])
    again = suitshapes.kept_suited(tmp_path / "suits.npz", [])
    assert (seen.images == again.images).all()
    assert set(seen.reds) <= {0.0, EITHER, 1.0}
    assert {0.0, 1.0} <= set(seen.reds)
    shown = suitshapes.varied_shapes(seen.images[0], np.random.default_rng(1))
    assert shown.shape == (CROP_PX[1], CROP_PX[0], 1)
    checkpoint = tmp_path / "suits.pt"
    recipe = TellingRecipe(steps=2, batch=4)
    train_telling(recipe, SuitNet, TellingExamples(seen.images, seen.reds, suitshapes.varied_shapes), checkpoint)
    net = trained(SuitNet(), checkpoint)
    shapes = list(suitshapes.shapes_of(parts_of(seen.images, CROP_PX)))
    temperature = telling_temperature_of(net, shapes, seen.reds)
    export_suits(net, temperature, tmp_path / "suits.onnx")
    write_card("suits", tmp_path / "suits.onnx", Card("x", "x", "none", "x", 34, temperature, {}))
    figures = judge_telling(OnnxTelling(open_model("suits", tmp_path)), shapes, seen.reds, "cards")
    assert figures["cards"] == (seen.reds != EITHER).sum()
    assert 0 <= figures["right"] <= 1


def test_of_a_scene_the_3s_are_shown_first_and_a_3_without_a_suit_is_taught_as_either(
    rendered: tuple[Path, Scene, np.ndarray],
) -> None:
    _, scene, image = rendered
    index = replace(scene.cards[0].indices[0], kind=CornerKind.INDEX, rank_visible=1.0)
    card = replace(scene.cards[0], suit=Suit.HEARTS, indices=(index,))
    three, suitless = replace(card, face=Face.RED_THREE), replace(card, face=Face.BLACK_THREE, suit=None)
    others = [replace(card, face=Face.FOUR)] * (suitshapes.OTHERS + 5)
    hidden = replace(three, indices=(replace(index, rank_visible=0.1),))
    bare = replace(card, face=Face.FOUR, suit=None)
    shown = replace(scene, cards=(*others, three, suitless, hidden, bare))
    cut = suitshapes.suited(shown, image, np.random.default_rng(0))
    assert sorted(cut.reds[:2]) == [EITHER, 1.0]
    assert list(cut.reds[2:]) == [1.0] * suitshapes.OTHERS


def test_what_a_mark_hides_of_its_value_is_taught_as_either() -> None:
    whole = IndexLabel(CornerKind.JOKER, 0, (0, 0, 20, 60), QUAD, 0.9, 0.0, 1.0, (4, 40, 16, 60))
    box = np.array(whole.box, np.float32)
    upper = np.array([0, 0, 20, 20], np.float32)
    hidden, half = (replace(whole, value_visible=visible) for visible in (0.05, 0.5))
    told = [marks.told(True, index, seen) for index, seen in ((whole, box), (hidden, box), (half, box), (whole, upper))]
    assert told == [1.0, EITHER, None, EITHER]
    # A joker's word tells it without a value.
    assert marks.told(True, replace(whole, value_box=None), upper) == 1.0
    assert marks.told(False, whole, box) == 0.0
