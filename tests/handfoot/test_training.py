"""``handfoot teach --train``: what is said of a training, and nets kept for one deck where they read it better."""

import dataclasses
import importlib.util
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from tablesynth.labels import save_scene
from tablesynth.nets.extra import LEARNT_WITH
from tablesynth.photo.light import jpeg
from tablesynth.scene import Order, render_scene

from handfoot import decktraining
from handfoot.decktraining import Verdict, best_of
from handfoot.evaluation.counts import Counts
from scorer.faces import Face
from tests.commands import handfoot
from vision.decks.profile import CARD_PX, PATCH_PX, DeckProfile, TaughtCard
from vision.decks.shelf import DeckShelf
from vision.model_files import models_folder

SAME = Counts(100, 100, 90)
BETTER, WORSE = Counts(100, 100, 95), Counts(100, 100, 89)


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DeckShelf:
    """Return a shelf with one deck, whose pictures show no index."""
    monkeypatch.setenv("HANDFOOT_DECKS", str(tmp_path / "decks"))
    monkeypatch.setenv("HANDFOOT_DB", str(tmp_path / "games.db"))
    shelf = DeckShelf(tmp_path / "decks")
    rng = np.random.default_rng(0)
    plain = np.full((CARD_PX[1], CARD_PX[0], 3), 200, np.uint8)
    corners = tuple(rng.integers(0, 255, (PATCH_PX, PATCH_PX, 3), np.uint8) for _ in range(2))
    shelf.keep(DeckProfile("Ours", (TaughtCard(Face.KING, plain, corners),)))
    return shelf


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the training be over at once: its nets are the usual ones, and it left one photo of each kind to judge by."""

    def train(deck: Path, work: Path, minutes: float, watch: decktraining.Watch) -> None:
        (work / "nets").mkdir()
        for name in ("finder", "reader"):
            for suffix in (".onnx", ".toml"):
                shutil.copy(models_folder() / f"{name}{suffix}", work / "nets")
        for number, folder in enumerate((work / "judged-deck", work / "judged-others")):
            folder.mkdir()
            data, scene = render_scene(Order("val", 7, ("scatter",), (480, 360)), number)
            (folder / scene.photo).write_bytes(data)
            save_scene(scene, folder / f"{number:06d}.json")
        (work / "done.json").write_text('{"whole": true, "nets": ["nets"]}')
        watch("training", 1, 1)

    monkeypatch.setattr(decktraining, "check_can_train", lambda: None)
    monkeypatch.setattr(decktraining, "_train", train)


def judged_to(monkeypatch: pytest.MonkeyPatch, deck: Counts, others: Counts, *, whole: bool = True) -> None:
    monkeypatch.setattr(
        decktraining,
        "_judged",
        lambda work, *_: (Verdict((SAME, deck), (SAME, others), (24, 40), whole, work / "nets"),),
    )


@pytest.mark.usefixtures("trained")
def test_nets_that_read_a_deck_no_better_are_not_kept(shelf: DeckShelf) -> None:
    done = handfoot("teach", "Ours", "--train")
    assert done.exit_code == 0, done.output
    assert "1 rendered photos of it, none trained on: recall" in done.output
    assert "1 rendered photos of other decks, none trained on: recall" in done.output
    assert "not kept: the tuned nets read Ours no better" in done.output
    assert shelf.open("Ours").nets is None
    assert not shelf.training("Ours").exists()


@pytest.mark.usefixtures("trained")
def test_better_nets_are_kept_used_told_of_and_go_with_their_deck(
    shelf: DeckShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged_to(monkeypatch, BETTER, SAME)
    kept = handfoot("teach", "Ours", "--train")
    assert "recall 0.900, precision 0.900 -> recall 0.950, precision 0.950" in kept.output
    assert "kept: Ours is read with nets tuned to it from now on" in kept.output
    assert shelf.open("Ours").nets is not None
    assert "nets: a finder and a reader tuned to it" in handfoot("decks", "show", "Ours").output
    assert "are left out" in handfoot("decks", "export", "Ours", tmp_path / "ours.deck").output
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(jpeg(np.random.default_rng(1), np.full((300, 400, 3), 120, np.uint8)))
    told = "read with the nets tuned to 'Ours'"
    assert told in handfoot("read", photo, "--deck", "Ours", "--deck", "traditional").output
    assert told not in handfoot("read", photo, "--deck", "traditional").output
    film = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (400, 300))
    writer.write(np.full((300, 400, 3), 120, np.uint8))
    writer.release()
    assert told in handfoot("watch", "--camera", film, "--deck", "Ours").output
    assert handfoot("decks", "rename", "Ours", "Club").exit_code == 0
    assert shelf.open("Club").nets is not None
    assert handfoot("decks", "remove", "Club").exit_code == 0
    assert not list(shelf.folder.iterdir())


@pytest.mark.usefixtures("trained")
def test_a_card_that_is_taught_while_nets_are_tuned_stays(shelf: DeckShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    def taught_meanwhile(*_: object) -> list[Verdict]:
        profile = shelf.open("Ours")
        queen = dataclasses.replace(profile.cards[0], face=Face.QUEEN)
        shelf.keep(dataclasses.replace(profile, cards=(*profile.cards, queen)), replace=True)
        return [Verdict((SAME, BETTER), (SAME, SAME), (24, 40), True, shelf.training("Ours") / "nets")]

    monkeypatch.setattr(decktraining, "_judged", taught_meanwhile)
    assert "kept: Ours is read with nets tuned to it" in handfoot("teach", "Ours", "--train").output
    assert [card.face for card in shelf.open("Ours").cards] == [Face.KING, Face.QUEEN]


@pytest.mark.usefixtures("trained")
@pytest.mark.parametrize(
    ("deck", "others", "say"), [(BETTER, WORSE, "read other decks worse"), (WORSE, BETTER, "read Ours no better")]
)
def test_nets_that_cost_either_the_deck_or_others_are_not_kept(
    deck: Counts, others: Counts, say: str, shelf: DeckShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged_to(monkeypatch, deck, others)
    assert f"not kept: the tuned nets {say}" in handfoot("teach", "Ours", "--train").output
    assert shelf.open("Ours").nets is None


def test_of_nets_tuned_more_and_less_the_best_that_cost_other_decks_nothing_are_kept() -> None:
    little, much = Counts(100, 100, 92), Counts(100, 100, 97)
    verdicts = [
        Verdict((SAME, deck), (SAME, others), (24, 40), True, Path(name))
        for name, deck, others in (("both", much, WORSE), ("half", little, SAME), ("reader", BETTER, SAME))
    ]
    assert best_of(verdicts).nets == Path("reader")
    assert best_of(verdicts[:1]).nets == Path("both")


@pytest.mark.usefixtures("trained")
def test_a_training_that_ran_out_of_time_is_left_to_go_on_from(
    shelf: DeckShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged_to(monkeypatch, SAME, SAME, whole=False)
    done = handfoot("teach", "Ours", "--train", "--minutes", "3")
    assert "the 3 minutes were over before all was trained; the same command goes on from here" in done.output
    assert shelf.training("Ours").is_dir()


@pytest.mark.usefixtures("trained")
def test_a_stopped_training_says_how_to_go_on(shelf: DeckShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(decktraining, "_train", stopped)
    done = handfoot("teach", "Ours", "--train")
    assert done.exit_code == 130
    assert done.output.count("\n") == 1 and "goes on from here" in done.output
    assert shelf.training("Ours").is_dir()


@pytest.mark.parametrize("lacking", ["tablesynth", *LEARNT_WITH])
def test_without_the_train_extra_one_line_says_what_to_install(lacking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    find, there = importlib.util.find_spec, importlib.util.find_spec("scorer")
    found = dict.fromkeys(("tablesynth", *LEARNT_WITH), there) | {lacking: None}
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: found[name] if name in found else find(name))
    done = handfoot("teach", "Ours", "--train")
    assert done.exit_code == 2
    assert done.output.count("\n") == 1
    assert f"--train needs {lacking}, which" in done.output and "pip install '.[train]'" in done.output


@pytest.mark.parametrize("name", ["traditional", "nobody's"])
@pytest.mark.usefixtures("trained")
def test_a_deck_that_is_not_a_person_s_own_is_not_trained_for(name: str) -> None:
    done = handfoot("teach", name, "--train")
    assert done.exit_code == 2 and name in done.output


def test_without_a_photo_there_is_nothing_to_teach() -> None:
    done = handfoot("teach", "Ours")
    assert done.exit_code == 2 and "PHOTO" in done.output


def test_a_deck_whose_pictures_show_no_index_is_refused_by_the_training_itself(shelf: DeckShelf) -> None:
    for extra in ("torch", "ultralytics", "onnx"):
        pytest.importorskip(extra, reason="needs the train extra")
    done = handfoot("teach", "Ours", "--train")
    assert done.exit_code == 2
    assert "deck 'Ours': no index is found on its pictures; teach it sharper photos" in done.output


def test_what_a_library_prints_in_letters_of_its_own_ends_no_training(tmp_path: Path) -> None:
    tells = r"import sys; sys.stdout.buffer.write(b'caf\xe9\ntraining\t1\t2\n'); print('\N{CHECK MARK}')"
    with (tmp_path / "log").open("w") as log, decktraining._program(["-c", tells], log.fileno()) as program:
        assert list(decktraining._told(program)) == [("training", 1, 2)]
        assert program.wait() == 0
