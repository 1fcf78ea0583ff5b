"""Nets tuned to a taught deck, in small: its pictures printed again, scenes of it, a few steps of both trainings."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from tablesynth.art import Deck, IndexArt
from tablesynth.decks import open_deck
from tablesynth.decks.taughtart import TaughtArt, taught_art
from tablesynth.taughtscenes import TaughtOrder, render_taught_scene

from scorer.faces import FACES, Face
from vision.decks.profile import CARD_PX, DeckProfile, TaughtCard
from vision.decks.reading import LEAST_SCORE
from vision.model_files import open_model
from vision.nets import OnnxFinder, OnnxReader, default_finder
from vision.seen import Box

SMALL = (400, 300)


@pytest.fixture(scope="module")
def deck() -> Deck:
    return open_deck("proc-test-00003", CARD_PX[0])


@pytest.fixture(scope="module")
def profile(deck: Deck) -> DeckProfile:
    """Return a drawn deck as if it had been taught from straight photos, without a red 3."""
    first = {card.face: card for card in reversed(deck.cards) if card.face is not Face.RED_THREE}
    cards = [(face, card.image) for face, card in first.items()] + [(None, deck.backs[0])]
    taught = (TaughtCard(face, np.ascontiguousarray(cv2.resize(image[..., :3], CARD_PX)), ()) for face, image in cards)
    places = frozenset(index.corner for card in deck.cards[:8] for index in card.indices)
    return DeckProfile("ours", tuple(taught), index_places=places)


@pytest.fixture(scope="module")
def art(profile: DeckProfile) -> tuple[TaughtArt, ...]:
    return taught_art(profile, default_finder(threads=1, threshold=LEAST_SCORE))


def overlap(one: Box, other: Box) -> float:
    shared = [min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])]
    inner = max(shared[0], 0) * max(shared[1], 0)
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return inner / (areas - inner)


def whole_box(index: IndexArt, high: int) -> Box:
    boxes = [box for box in (index.rank_box, index.pip_box) if box is not None]
    x1, y1 = (min(box[k] for box in boxes) for k in (0, 1))
    x2, y2 = (max(box[k] for box in boxes) for k in (2, 3))
    return x1, y1 * CARD_PX[1] / high, x2, y2 * CARD_PX[1] / high


def test_the_indices_of_a_taught_picture_are_found_where_they_are_printed(
    deck: Deck, profile: DeckProfile, art: tuple[TaughtArt, ...]
) -> None:
    high = deck.cards[0].image.shape[0]
    ranks = [each for each in art if each.face is not None and each.face not in (Face.WILD_50, Face.WILD_20)]
    assert len(ranks) >= 10
    for each in ranks:
        true = next(card for card in reversed(deck.cards) if card.face is each.face)
        assert {index.corner for index in each.indices} == profile.index_places
        for index in each.indices:
            assert max(overlap(index.rank_box, whole_box(one, high)) for one in true.indices) > 0.3


def test_a_scene_of_a_taught_deck_shows_its_prints_and_borrows_the_face_it_lacks(art: tuple[TaughtArt, ...]) -> None:
    order = TaughtOrder("ours", art, "train", 3, SMALL)
    data, scene = render_taught_scene(order, 7)
    assert render_taught_scene(order, 7)[0] == data
    assert {card.deck for card in scene.cards if card.face is not Face.RED_THREE} == {"ours train 0"}
    own, *others = order.decks(7)
    assert Face.RED_THREE not in own.fronts
    assert set(FACES) <= {face for each in (own, *others) for face in each.fronts}
    assert all(set(other.fronts).isdisjoint(own.fronts) for other in others)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_both_nets_are_tuned_and_a_stopped_training_goes_on(profile: DeckProfile, tmp_path: Path) -> None:
    for extra in ("torch", "ultralytics", "onnx"):
        pytest.importorskip(extra, reason="needs the train extra")
    from tablesynth.nets.tuning import DONE, FINDER, NETS, READER, READER_ALONE, Clock, Tuning, TuningRecipe

    recipe = TuningRecipe(
        scenes=2,
        judged=1,
        judged_others=1,
        finder=replace(FINDER, steps=2, batch=2, side=96, save_every=1),
        reader=replace(READER, steps=2, batch=8, save_every=1),
        size=SMALL,
    )
    told: list[tuple[str, int, int]] = []

    def tuning(steps: int) -> Tuning:
        wanted = replace(recipe, finder=replace(recipe.finder, steps=steps))
        return Tuning(profile, tmp_path, wanted, None, 1, lambda *what: told.append(what))

    tuning(2).run(Clock(60))
    nets = tmp_path / NETS
    done = json.loads((tmp_path / DONE).read_text())
    assert (done["whole"], done["finder_steps"], done["reader_steps"]) == (True, 2, 2)
    alone = [open_model("finder", tmp_path / name).card.sha256 for name in READER_ALONE]
    assert done["nets"] == [NETS, *READER_ALONE] and set(alone) == {open_model("finder").card.sha256}
    assert len({open_model("reader", tmp_path / name).card.sha256 for name in done["nets"]}) == 2
    assert OnnxReader(open_model("reader", nets), threads=1).net != open_model("reader").card.sha256
    OnnxFinder(open_model("finder", nets), threads=1)
    rendered = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.jpg")}
    told.clear()
    tuning(3).run(Clock(60))
    assert [done for stage, done, _ in told if stage == "training the finder"] == [3]
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.jpg")} == rendered
    tuning(9).run(Clock(0))
    done = json.loads((tmp_path / DONE).read_text())
    assert (done["whole"], done["finder_steps"], done["reader_steps"]) == (False, 3, 2)


def test_the_reader_that_trainings_go_on_from_is_the_one_that_reads() -> None:
    torch = pytest.importorskip("torch", reason="needs the train extra")
    pytest.importorskip("ultralytics", reason="needs the train extra")
    from tablesynth.nets.checkpoints import begun
    from tablesynth.nets.reader import ReaderNet

    landed = open_model("reader-torch")
    patches = np.random.default_rng(0).integers(0, 255, (4, 48, 48, 3), np.uint8)
    entering = torch.from_numpy(patches[..., ::-1].copy()).permute(0, 3, 1, 2).float() / 255
    with torch.no_grad():
        logits = begun(ReaderNet(), landed.path).eval()(entering)[0]
    said = OnnxReader(open_model("reader"), threads=1).read(patches).faces
    assert np.allclose(torch.softmax(logits / landed.card.temperature, 1).numpy(), said, atol=1e-3)
