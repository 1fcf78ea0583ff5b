"""The nets' training pieces: crops and their labels, the loss, export. Skipped where the ``train`` extra is missing."""

import itertools
import multiprocessing
import os
import queue
import threading
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.faces import FACES, NATURAL_RANKS

pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("ultralytics", reason="needs the train extra")
pytest.importorskip("onnx", reason="needs the train extra")

import torch
from tablesynth.labels import load_scene
from tablesynth.nets.checkpoints import Recipe, Training
from tablesynth.nets.crops import SURE, Crop, Labelled, collate, cut_crop, rendered
from tablesynth.nets.export import FinderOutput, export_reader, frozen, trained
from tablesynth.nets.feeding import AHEAD, feed
from tablesynth.nets.finder import FinderLoss, build_finder
from tablesynth.nets.first_weights import fetch_first_weights
from tablesynth.nets.patches import EITHER_THREE, EITHER_WILD, KEPT_PX, NONE_FACE, Patches, found_in_scene
from tablesynth.nets.reader import ReaderNet
from tablesynth.nets.train_reader import BOTH_WILDS, JOKER, THREES, face_loss, lay_some_aside
from tablesynth.scene import Order, render_scene, write_scene

from vision.corners import Corners
from vision.model_files import models_folder


def a_photo_with_a_mark() -> tuple[np.ndarray, Labelled]:
    """Return a grey photo with one white index-sized mark and its label."""
    image = np.full((400, 500, 3), 90, np.uint8)
    image[100:140, 200:225] = 255
    box = np.array([[200, 100, 225, 140]], np.float32)
    quad = np.array([[[195, 95], [395, 95], [395, 375], [195, 375]]], np.float32)
    return image, Labelled(Path("p.jpg"), box, quad, np.array([0]), np.array([True]), np.array([False]))


@pytest.mark.parametrize("seed", range(12))
def test_a_crop_s_box_lies_on_what_it_labels_whatever_the_turn(seed: int) -> None:
    image, labels = a_photo_with_a_mark()
    crop = cut_crop(image, labels, 320, np.random.default_rng(seed))
    sure = ~crop.labels.ignored
    if not sure.any():
        pytest.skip("the window fell beside the mark")
    x1, y1, x2, y2 = crop.labels.boxes[sure][0].round().astype(int)
    bright = crop.image.astype(float).mean(2)
    inside = bright[y1 + 2 : y2 - 2, x1 + 2 : x2 - 2].mean()
    assert inside > np.median(bright) + 20


def test_turning_a_crop_keeps_the_card_clockwise() -> None:
    image, labels = a_photo_with_a_mark()
    crops = (cut_crop(image, labels, 320, np.random.default_rng(seed)) for seed in range(12))
    quads = [quad for crop in crops for quad in crop.labels.quads]
    assert len(quads) >= 6
    for quad in quads:
        x, y = quad[:, 0], quad[:, 1]
        assert np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) > 0


def test_an_ignored_index_is_neither_right_nor_wrong() -> None:
    image, labels = a_photo_with_a_mark()
    ignored = Labelled(**{**vars(labels), "ignored": np.array([True])})
    window = image[:320, :320].copy()
    torch.manual_seed(0)
    net = build_finder().train()
    losses = []
    for said in (labels, ignored):
        pixels, targets = collate([Crop(window, said)])
        losses.append(FinderLoss()(net(pixels), targets)[1])
    assert losses[0]["pose"] > 0
    assert losses[1]["pose"] == 0
    assert losses[1]["box"] == 0


def test_an_index_taken_for_one_on_its_side_costs_half_of_one_upside_down() -> None:
    image, labels = a_photo_with_a_mark()
    torch.manual_seed(0)
    predicted = build_finder().train()(torch.zeros(1, 3, 320, 320))
    anchors = torch.stack(torch.meshgrid(torch.arange(40) + 0.5, torch.arange(40) + 0.5, indexing="xy"), -1)
    said = torch.from_numpy(labels.quads[0]).reshape(1, 8) / 8 - anchors.reshape(-1, 2).repeat(1, 4)
    predicted["kpts"] = said.T.unsqueeze(0).float()
    costs = []
    for turns in (0, 1, 2):
        truth = Labelled(**{**vars(labels), "quads": np.roll(labels.quads, turns, axis=1)})
        costs.append(FinderLoss()(predicted, collate([Crop(image[:320, :320].copy(), truth)])[1])[1]["turn"])
    assert costs[0] == pytest.approx(0, abs=1e-4)
    assert costs[1] == pytest.approx(costs[2] / 2, rel=0.01)
    assert costs[2] > 0.5


def test_indices_at_a_card_s_right_are_drawn_as_often_as_others() -> None:
    image, labels = a_photo_with_a_mark()
    many = 40
    right = np.array([[370, 100, 390, 140]], np.float32)
    both = Labelled(
        labels.path,
        np.concatenate([np.repeat(labels.boxes, many, axis=0), right]),
        np.repeat(labels.quads, many + 1, axis=0),
        np.zeros(many + 1, np.int64),
        np.ones(many + 1, np.bool_),
        np.zeros(many + 1, np.bool_),
    )
    rng = np.random.default_rng(0)
    crops = [cut_crop(image, both, 96, rng) for _ in range(200)]
    with_the_right_one = sum(len(crop.labels.boxes) % many == 1 for crop in crops)
    assert with_the_right_one > 200 / (many + 1) * 3


@dataclass
class FindsOne:
    """A finder that says what it was told, in px of the whole photo, in its first look."""

    said: Corners
    looks: int = 0
    best_index_px: float = 30.0

    def find(self, image: np.ndarray) -> Corners:
        self.looks += 1
        return self.said if self.looks == 1 else self.said.at(np.empty(0, np.int64))


@pytest.mark.parametrize(("degrees", "taught"), [(0, True), (25, True), (75, False)])
def test_what_the_finder_finds_is_taught_unless_it_stands_too_far_askew(degrees: float, taught: bool) -> None:
    _done, scene = render_scene(Order("train", 5, ("scatter",), (640, 480)), 3)
    naturals = [card for card in scene.cards if card.face in NATURAL_RANKS]
    card, index = next((card, index) for card in naturals for index in card.indices if index.rank_visible > 0.95)
    quad = np.array(index.quad, np.float32)
    turn = cv2.getRotationMatrix2D((float(quad[0, 0]), float(quad[0, 1])), -degrees, 1.0)
    box = np.array([index.box], np.float32)
    said = Corners(
        box, (quad @ turn[:, :2].T + turn[:, 2]).astype(np.float32)[None], np.array([0.9], np.float32), np.array([0])
    )
    image = np.full((480, 640, 3), 90, np.uint8)
    patches = found_in_scene(scene, image, FindsOne(said))
    assert list(patches.faces) == ([FACES.index(card.face)] if taught else [])


def test_faces_to_dwell_on_are_hard_where_they_are_in_full_view(tmp_path: Path) -> None:
    write_scene(Order("train", 5, ("scatter",), (640, 480)), 3, folder=tmp_path)
    scene = load_scene(tmp_path / "000003.json")
    face = next(card.face for card in scene.cards if card.face in NATURAL_RANKS)
    assert face is not None
    shown = [i.box for card in scene.cards if card.face is face for i in card.indices if i.rank_visible >= SURE]
    assert shown
    assert rendered(tmp_path, dwell_on=[face])[0].hard.tolist() == np.array(shown, np.float32).tolist()
    assert len(rendered(tmp_path)[0].hard) == 0


def test_a_joker_on_its_side_is_taught_as_a_joker_and_any_other_index_as_none() -> None:
    upright = np.zeros((KEPT_PX, KEPT_PX, 3), np.uint8)
    upright[:10] = 255
    faces = np.repeat([JOKER, THREES[0]], 200)
    known = Patches(np.repeat(upright[None], 400, axis=0), faces, np.zeros(400, int), np.zeros(400, int))
    images, taught, _suits, _inks = lay_some_aside(known, np.random.default_rng(1))
    turned = np.array([not np.array_equal(image, upright) for image in images])
    assert (taught[:200] == JOKER).all()
    assert 70 < turned[:200].sum() < 130
    assert ((taught[200:] == NONE_FACE) == turned[200:]).all()
    assert 0 < turned[200:].sum() < 40


def test_the_finder_learns_one_mark() -> None:
    image, labels = a_photo_with_a_mark()
    pixels, targets = collate([Crop(image[:320, :320].copy(), labels)] * 2)
    torch.manual_seed(0)
    net = build_finder().train()
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3)
    losses = []
    for _ in range(12):
        loss, _parts = FinderLoss()(net(pixels), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < losses[0] * 0.8


def test_a_training_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    checkpoint = tmp_path / "finder.pt"
    training = Training(build_finder(), 1e-3, 0.01, checkpoint)
    training.step = 7
    training.save()
    again = Training(build_finder(), 1e-3, 0.01, checkpoint)
    assert again.step == 7
    for before, after in zip(training.model.parameters(), again.model.parameters(), strict=True):
        assert torch.equal(before, after)


def test_figures_logged_after_a_training_went_on_are_means_of_the_steps_since(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    training = Training(ReaderNet(width=4), 1e-3, 0.01, tmp_path / "reader.pt")
    training.step = 7

    def take_step() -> dict[str, float]:
        training.step += 1
        return {"loss": 2.0}

    caplog.set_level("INFO", "tablesynth.nets.checkpoints")
    training.run(take_step, Recipe(steps=20, save_every=10), minutes=1)
    assert [message.split("loss ")[1].split()[0] for message in caplog.messages] == ["2.0000", "2.0000"]


def test_the_exported_finder_gives_what_its_weights_give() -> None:
    net = build_finder(models_folder() / "finder-torch.pt").eval()
    images = torch.from_numpy(np.random.default_rng(0).random((1, 3, 96, 128), np.float32))
    with torch.no_grad():
        rows, exported = FinderOutput(net)(images), FinderOutput(frozen(net))(images)
    assert exported.shape == (1, 12 * 16, 15)
    assert ((exported[..., 4:7] >= 0) & (exported[..., 4:7] <= 1)).all()
    assert torch.allclose(exported, rows, rtol=1e-4, atol=1e-3)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_the_exported_reader_agrees_with_the_trained_one(tmp_path: Path) -> None:
    import onnxruntime

    training = Training(ReaderNet(), 1e-3, 0.01, tmp_path / "reader.pt")
    training.save()
    export_reader(trained(ReaderNet(), tmp_path / "reader.pt"), 2.0, tmp_path / "reader.onnx")
    patches = np.random.default_rng(0).random((3, 3, 48, 48), np.float32)
    session = onnxruntime.InferenceSession(str(tmp_path / "reader.onnx"), providers=["CPUExecutionProvider"])
    faces, suits, inks = session.run(["faces", "suits", "inks"], {"patches": patches})
    with torch.no_grad():
        logits = training.average.eval()(torch.from_numpy(patches))[0]
    assert np.allclose(faces, torch.softmax(logits / 2.0, 1).numpy(), atol=1e-5)
    assert suits.shape == (3, 5)
    assert inks.shape == (3, 3)


def test_a_three_of_unknown_colour_may_be_either() -> None:
    logits = torch.full((1, 16), -9.0)
    unknown = torch.tensor([EITHER_THREE])
    for three in THREES:
        said = logits.clone()
        said[0, three] = 9.0
        assert float(face_loss(said, unknown, 0.0)) < 0.01
    wrong = logits.clone()
    wrong[0, NONE_FACE] = 9.0
    assert float(face_loss(wrong, unknown, 0.0)) > 5


def test_a_wild_that_hides_its_value_is_to_be_read_as_either_alike() -> None:
    unknown = torch.tensor([EITHER_WILD])

    def loss(twenty: float, fifty: float) -> float:
        said = torch.full((1, 16), -9.0)
        said[0, BOTH_WILDS[0]], said[0, BOTH_WILDS[1]] = twenty, fifty
        return float(face_loss(said, unknown, 0.0))

    assert loss(9, 9) == pytest.approx(np.log(2), abs=0.01)
    assert loss(9, 8) > loss(9, 9) + 0.1
    assert loss(-9, -9) > 2


def test_an_error_while_making_batches_reaches_the_trainer() -> None:
    def broken(_rng: np.random.Generator) -> int:
        raise ValueError("no such picture")

    for feeders in (1, 2):
        with pytest.raises(ValueError, match="no such picture"):
            next(feed(broken, np.random.default_rng(1), feeders))


def test_an_error_reaches_a_trainer_that_is_slower_than_the_making(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = threading.Event()

    class Shelf(queue.Queue[object]):
        def put(self, item: object, block: bool = True, timeout: float | None = None) -> None:
            try:
                super().put(item, block, timeout)
            except queue.Full:
                if isinstance(item, ValueError):
                    refused.set()
                raise

    numbers = itertools.count()
    drawn: list[int | str] = []

    def make(_rng: np.random.Generator) -> int:
        number = next(numbers)
        if number > AHEAD:
            raise ValueError("no such picture")
        return number

    def train() -> None:
        batches = feed(make, np.random.default_rng(1))
        drawn.append(next(batches))
        # What was made ahead fills the shelf, so that there is no room for the error yet.
        refused.wait()
        try:
            drawn.extend(batches)
        except ValueError as error:
            drawn.append(str(error))

    monkeypatch.setattr("tablesynth.nets.feeding.queue.Queue", Shelf)
    trainer = threading.Thread(target=train, daemon=True)
    trainer.start()
    trainer.join(60)
    assert drawn == [*range(AHEAD + 1), "no such picture"]


def test_closing_a_feed_ends_its_thread() -> None:
    before = set(threading.enumerate())
    batches = feed(lambda _: 1, np.random.default_rng(1))
    assert next(batches) == 1
    (own,) = set(threading.enumerate()) - before
    batches.close()
    assert not own.is_alive()


def test_feeders_are_processes_that_draw_each_by_itself_and_end_with_the_feed() -> None:
    before = multiprocessing.active_children()
    batches = feed(lambda rng: (os.getpid(), int(rng.integers(10**9))), np.random.default_rng(1), feeders=2)
    made = [next(batches) for _ in range(12)]
    assert len({process for process, _ in made} - {os.getpid()}) == 2
    assert len({number for _, number in made}) == 12
    batches.close()
    assert set(multiprocessing.active_children()) <= set(before)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--workers", "0"], "--workers 0: must be 1 or more"),
        (["--feeders", "0"], "--feeders 0: must be 1 or more"),
        (["--batch-times", "0"], "--batch-times 0: must be 1 or more"),
        (["--share", "half"], "argument --share: half: not a share from 0 to 1"),
        (["--share", "0.5"], "--share 0.5: no net goes on from weights, as with --reader-from reader-torch"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_made(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tablesynth.nets.__main__ import main

    work = tmp_path / "work"
    monkeypatch.setattr("sys.argv", ["tablesynth.nets", "--work", str(work), *words])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert capsys.readouterr().err.endswith(f"error: {says}\n")
    assert not work.exists()


@pytest.mark.parametrize("times", [1, 4])
def test_larger_batches_are_learnt_from_at_a_rate_that_suits_them(times: int) -> None:
    from tablesynth.nets.checkpoints import Recipe
    from tablesynth.nets.stages import fed

    recipe = fed(Recipe(batch=16, rate=1e-3), feeders=3, batch_times=times)
    assert (recipe.batch, recipe.rate, recipe.feeders) == (16 * times, pytest.approx(1e-3 * times**0.5), 3)


def test_first_weights_of_another_hash_are_refused(tmp_path: Path) -> None:
    (tmp_path / "yolo26n.pt").write_bytes(b"not the weights")
    with pytest.raises(RuntimeError, match="SHA-256"):
        fetch_first_weights(tmp_path)
