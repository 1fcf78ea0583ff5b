"""The net of presence: what photos teach it, it tells once it is written. Skipped without the ``train`` extra."""

import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("ultralytics", reason="needs the train extra")

import torch
from tablesynth.nets.export import Card, export_presence, trained, write_card
from tablesynth.nets.presencenet import PresenceNet
from tablesynth.nets.sights import Judged, kept_photos
from tablesynth.nets.train_presence import (
    PresenceRecipe,
    batch_of,
    judge_presence,
    make_presence,
    presence_temperature_of,
    train_presence,
)

from vision.joining.besides import BESIDES
from vision.joining.presence import TOLD, Sight
from vision.model_files import models_folder, open_model
from vision.nets import OnnxPresence


def photo_of(rng: np.random.Generator, count: int) -> Judged:
    """Return a photo whose cards are there but for those that share an index with a surer one."""
    cards = rng.normal(size=(count, len(TOLD))).astype(np.float32)
    besides = rng.normal(size=(count, count, len(BESIDES))).astype(np.float32)
    shares = rng.random((count, count)) < 0.15
    shares = (shares | shares.T) & ~np.eye(count, dtype=bool)
    besides[..., BESIDES.index("share_an_index")] = shares
    score = cards[:, TOLD.index("score")]
    there = ~(shares & (score[None] > score[:, None])).any(axis=1)
    return Judged(Sight(cards, besides), there, np.ones(count, np.bool_))


pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a net that learnt that rule, its card and its checkpoint."""
    folder, rng = tmp_path_factory.mktemp("models"), np.random.default_rng(1)
    photos = [photo_of(rng, int(rng.integers(1, 12))) for _ in range(300)]
    train_presence(PresenceRecipe(steps=350, save_every=50), photos, folder / "presence.pt")
    judged = [photo_of(rng, 6) for _ in range(100)]
    net = trained(PresenceNet(), folder / "presence.pt")
    temperature = presence_temperature_of(net, judged)
    export_presence(net, temperature, folder / "presence.onnx")
    write_card("presence", folder / "presence.onnx", Card("x", "x", "none", "x", 34, temperature, {}))
    return folder


def test_what_a_card_is_beside_the_others_tells_whether_it_is_there(learnt: Path) -> None:
    rng = np.random.default_rng(2)
    figures = judge_presence(OnnxPresence(open_model("presence", learnt)), [photo_of(rng, 9) for _ in range(100)])
    assert figures["counted: area under the curve"] > 0.9
    assert figures["log loss"] < 0.4


def test_the_net_says_of_a_photo_in_a_batch_what_it_says_of_it_alone(learnt: Path) -> None:
    rng = np.random.default_rng(3)
    few, many = photo_of(rng, 3), photo_of(rng, 11)
    cards, besides, _, seen, _ = batch_of([few, many])
    with torch.no_grad():
        logits = trained(PresenceNet(), learnt / "presence.pt")(cards, besides, seen).mean(0)
    alone = OnnxPresence(open_model("presence", learnt))
    temperature = open_model("presence", learnt).card.temperature
    for row, photo in enumerate((few, many)):
        together = torch.sigmoid(logits[row, : len(photo.there)] / temperature).numpy()
        assert alone.chances(photo.sight) == pytest.approx(together, abs=1e-4)


def test_of_what_is_not_known_nothing_is_learnt(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    photos = [photo_of(rng, 5) for _ in range(40)]
    known = [Judged(photo.sight, photo.there, np.arange(5) < 3) for photo in photos]
    other = [
        Judged(photo.sight, np.where(np.arange(5) < 3, photo.there, ~photo.there), np.arange(5) < 3) for photo in photos
    ]
    weights = []
    for name, lot in (("known", known), ("other", other)):
        train_presence(PresenceRecipe(steps=10, save_every=10), lot, tmp_path / f"{name}.pt")
        weights.append(trained(PresenceNet(), tmp_path / f"{name}.pt").state_dict())
    assert all(torch.equal(value, weights[1][name]) for name, value in weights[0].items())


def test_photos_of_which_nothing_is_known_leave_the_net_as_sound_as_it_was(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    unknown = [
        Judged(photo.sight, photo.there, np.zeros(3, np.bool_)) for photo in (photo_of(rng, 3), photo_of(rng, 3))
    ]
    train_presence(PresenceRecipe(steps=5, save_every=5), unknown, tmp_path / "presence.pt")
    assert all(
        torch.isfinite(value).all() for value in trained(PresenceNet(), tmp_path / "presence.pt").state_dict().values()
    )


def weights_in(file: Path, key: str) -> dict[str, torch.Tensor]:
    weights: dict[str, torch.Tensor] = torch.load(file, map_location="cpu", weights_only=True)[key]
    return weights


def test_a_share_of_what_was_learnt_lands_with_what_it_went_on_from_however_often_the_run_is_begun(
    tmp_path: Path,
) -> None:
    models, work = tmp_path / "models", tmp_path / "work"
    shutil.copytree(models_folder(), models)
    former = weights_in(models / "presence-torch.pt", "weights")
    work.mkdir()
    rng = np.random.default_rng(5)
    for name in ("fit", "judge"):
        kept_photos(work / f"seen-{name}.npz", (photo_of(rng, 6) for _ in range(20)))
    for _ in range(2):
        make_presence(
            PresenceRecipe(steps=4, rate=0.01, average=0.1),
            models,
            work,
            [Path("fit")],
            Path("judge"),
            [],
            first="presence-torch",
            share=0.25,
        )
        landed, learnt = (
            weights_in(models / "presence-torch.pt", "weights"),
            weights_in(work / "presence.pt", "average"),
        )
        moved = [name for name, value in former.items() if value.dtype.is_floating_point]
        assert any(not torch.equal(former[name], learnt[name]) for name in moved)
        for name in moved:
            torch.testing.assert_close(landed[name], 0.25 * learnt[name] + 0.75 * former[name])
