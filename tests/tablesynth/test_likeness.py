"""The net of likeness learns marks that no net knows. Skipped where the ``train`` extra is missing."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from tablesynth.realphotos import RealClass, split_of
from tablesynth.scene import Order, render_scene

from scorer.faces import FACES, Face

pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("ultralytics", reason="needs the train extra")
pytest.importorskip("onnx", reason="needs the train extra")

import torch
from tablesynth.nets.export import Card, export_likeness, trained, write_card
from tablesynth.nets.likeness import (
    ASKED,
    BACK,
    NOTHING,
    WIDE,
    LessonBatch,
    Lessons,
    LikenessNet,
    LikenessRecipe,
    batch_loss,
    kept_lessons,
    lesson_batches,
    photographed_lessons,
    train_likeness,
)
from tablesynth.nets.patches import KEPT_PX, PATCH_PX
from tablesynth.taught import render_taught

from vision.model_files import open_model
from vision.nets import OnnxLikeness, default_finder


def some_lessons() -> Lessons:
    """Return lessons and play of decks whose marks are flat colours, one a face, and noise that is nothing."""
    rng = np.random.default_rng(2)
    images, owners, numbers, taught = [], [], [], []
    for deck in range(3):
        colours = rng.integers(0, 256, (BACK + 1, 3))
        for owner in (*range(BACK + 1), NOTHING):
            for is_taught in (True, True, False, False):
                patch = rng.integers(0, 256, (KEPT_PX, KEPT_PX, 3)) if owner == NOTHING else colours[owner]
                images.append(np.broadcast_to(patch, (KEPT_PX, KEPT_PX, 3)).astype(np.uint8))
                owners.append(owner)
                numbers.append(deck)
                taught.append(is_taught)
    ones = np.ones(len(owners), np.bool_)
    return Lessons(np.stack(images), np.array(owners), np.array(numbers), np.array(taught), ones, ~ones)


def one_deck(asked: list[int]) -> tuple[LessonBatch, "torch.Tensor"]:
    """Return a batch of one deck of two faces, others' face 1 and nothing, and an embedding that has each apart."""
    truths = [0, 1, *asked, 1, NOTHING, 1]
    places = {0: 0, 1: 1, NOTHING: 2}
    embedded = torch.eye(4)[[places[truth] for truth in truths]]
    rows = torch.arange(len(truths))
    count = len(asked)
    own = (rows[:2], torch.tensor([0, 1]), rows[2 : 2 + count], torch.tensor(asked))
    embedded[2 + count] = torch.eye(4)[3]
    embedded[4 + count] = torch.eye(4)[3]
    sheet, strangers = rows[2 + count : 4 + count], rows[4 + count :]
    batch = LessonBatch(torch.zeros(1), [own], sheet, torch.tensor([1, NOTHING]), strangers, torch.tensor([1]))
    return batch, embedded


def test_what_lies_at_its_own_place_costs_nothing_and_at_another_s_much() -> None:
    batch, embedded = one_deck([0, 1, NOTHING])
    sharp = torch.tensor(3.0)
    good, right = batch_loss(embedded, batch, sharp)
    assert float(good) < 0.01
    assert right == 1.0
    embedded[[2, 3]] = embedded[[3, 2]]
    bad, right = batch_loss(embedded, batch, sharp)
    assert float(bad) > 5
    assert right == 0.0


def test_another_deck_s_print_may_lie_at_the_same_face_and_at_no_other() -> None:
    batch, embedded = one_deck([0])
    sharp = torch.tensor(3.0)
    embedded[-1] = embedded[1]
    same, _ = batch_loss(embedded, batch, sharp)
    embedded[-1] = embedded[0]
    other, _ = batch_loss(embedded, batch, sharp)
    assert float(same) < 0.01 < 5 < float(other)


def test_a_batch_asks_each_deck_for_its_own_and_for_some_that_are_nothing() -> None:
    batch = next(lesson_batches(some_lessons(), 2, seed=1))
    assert batch.pixels.shape[1:] == (3, PATCH_PX, PATCH_PX)
    assert len(batch.decks) == 2
    for places, owners, asked, truths in batch.decks:
        assert set(owners.tolist()) == set(range(BACK + 1))
        assert len(places) == len(owners)
        assert len(asked) == len(truths) == ASKED
        assert NOTHING in truths
    assert set(batch.kinds.tolist()) == {NOTHING, *range(len(FACES))}
    assert set(batch.faces.tolist()) <= set(range(len(FACES)))


def test_some_decks_are_taught_from_one_photo_and_some_from_several_lights() -> None:
    lessons = some_lessons()
    shades = np.where(lessons.taught, 30, 220).astype(np.uint8)
    lit = replace(lessons, images=np.broadcast_to(shades[:, None, None, None], lessons.images.shape))
    batches = lesson_batches(lit, 1, seed=1)
    bright = [
        float((batch.pixels[batch.decks[0][0]].mean((1, 2, 3)) > 0.4).float().mean()) for batch in islice(batches, 12)
    ]
    assert 0.0 in bright
    assert max(bright) > 0.2


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_training_goes_on_from_its_checkpoint_and_what_it_made_is_opened_by_its_card(tmp_path: Path) -> None:
    checkpoint, lessons = tmp_path / "likeness.pt", some_lessons()
    train_likeness(LikenessRecipe(steps=2, batch=1), lessons, checkpoint, LikenessNet())
    first = trained(LikenessNet(), checkpoint).state_dict()
    train_likeness(LikenessRecipe(steps=2, batch=1), lessons, checkpoint, LikenessNet())
    again = trained(LikenessNet(), checkpoint).state_dict()
    assert all(torch.equal(first[name], again[name]) for name in first)
    net = trained(LikenessNet(), checkpoint)
    export_likeness(net, tmp_path / "likeness.onnx")
    write_card("likeness", tmp_path / "likeness.onnx", Card("x", "x", "none", "x", 34, 1.0, {}))
    onnx = OnnxLikeness(open_model("likeness", tmp_path), threads=1)
    patches = np.random.default_rng(1).integers(0, 256, (3, PATCH_PX, PATCH_PX, 3), np.uint8)
    looks = onnx.looks(patches)
    assert looks.shape == (3, WIDE)
    assert np.allclose(np.linalg.norm(looks, axis=1), 1, atol=1e-4)
    pixels = torch.from_numpy(patches[..., ::-1].copy()).permute(0, 3, 1, 2).float() / 255
    with torch.no_grad():
        assert np.allclose(looks, net(pixels).numpy(), atol=1e-4)
    assert onnx.looks(patches[:0]).shape == (0, WIDE)


def test_lessons_are_cut_from_rendered_decks_once(tmp_path: Path) -> None:
    render_taught(3, range(1), 1, tmp_path / "decks", learn="train")
    lessons = kept_lessons(tmp_path / "lessons.npz", tmp_path / "decks", default_finder(threads=1))
    assert set(lessons.owners[lessons.taught].tolist()) >= {*range(len(FACES)), BACK}
    assert (~lessons.taught).sum() > 5
    assert lessons.images.shape[1:] == (KEPT_PX, KEPT_PX, 3)
    again = kept_lessons(tmp_path / "lessons.npz", tmp_path / "nowhere", default_finder(threads=1))
    assert np.array_equal(again.owners, lessons.owners)


def test_every_other_real_photo_is_a_lesson_and_a_three_whose_colour_nobody_wrote_down_is_in_none(
    tmp_path: Path,
) -> None:
    jpeg, scene = render_scene(Order("val", 1, layouts=("scatter",)), 4)
    shown = [(card.face, index.box) for card in scene.cards for index in card.indices if index.rank_visible > 0.9]
    kinds = {kind.value: number for number, kind in enumerate(RealClass)} | {Face.RED_THREE: 2, Face.BLACK_THREE: 2}
    lines = []
    for face, box in shown:
        if face in kinds:
            (x1, y1), (x2, y2) = np.array(box).reshape(2, 2) / (scene.width, scene.height)
            lines.append(f"{kinds[face]} {(x1 + x2) / 2} {(y1 + y2) / 2} {x2 - x1} {y2 - y1}")
    for part in ("images", "labels"):
        (tmp_path / "dev_win" / part).mkdir(parents=True)
    for stem in [stem for stem in map(str, range(20)) if split_of("dev_win", stem) == "train"][:2]:
        (tmp_path / "dev_win" / "images" / f"{stem}.jpg").write_bytes(jpeg)
        (tmp_path / "dev_win" / "labels" / f"{stem}.txt").write_text("\n".join(lines), encoding="utf-8")
    lessons = photographed_lessons([tmp_path / "dev_win"], default_finder(threads=1))
    assert set(lessons.decks.tolist()) == {-1}
    assert lessons.photographed.all()
    assert lessons.owners[lessons.taught].tolist() == lessons.owners[~lessons.taught].tolist()
    naturals = {FACES.index(face) for face, _ in shown if face in kinds} - {FACES.index(Face.RED_THREE)}
    learnt = set(lessons.owners.tolist()) - {NOTHING}
    assert len(learnt) > 2
    assert learnt <= naturals - {FACES.index(Face.BLACK_THREE)}
