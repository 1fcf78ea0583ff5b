"""Nets that were tuned to a deck: where they lie, what takes them along, and when they read."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from scorer.faces import Face
from vision.decks.profile import CARD_PX, PATCH_PX, DeckProfile, TaughtCard, TunedNets
from vision.decks.shelf import DeckShelf
from vision.decks.shipped import TRADITIONAL
from vision.errors import ModelError
from vision.model_files import ModelFile, models_folder, open_model
from vision.read import default_card_reader


def a_profile(name: str) -> DeckProfile:
    picture, corner = (np.full((high, wide, 3), 200, np.uint8) for wide, high in (CARD_PX, (PATCH_PX, PATCH_PX)))
    return DeckProfile(name, (TaughtCard(Face.RED_THREE, picture, (corner,)),))


def test_nets_tuned_to_a_deck_go_with_it_and_not_to_another_in_its_place(tmp_path: Path) -> None:
    shelf = DeckShelf(tmp_path / "decks")
    shelf.keep(a_profile("Club"))
    shelf.training("club").mkdir()
    for deck in ("Club", "Ours"):
        shutil.copytree(models_folder(), tmp_path / "made", ignore=shutil.ignore_patterns("*torch*"))
        shelf.keep_nets("Club", tmp_path / "made")
        nets = shelf.open("Club").nets
        assert nets is not None and nets.reader.card.kind == "reader"
        assert shelf.rename("Club", "Ours").name == "Ours"
        assert shelf.open("Ours").nets is not None and shelf.training("Ours").is_dir() == (deck == "Club")
        shelf.take_over(a_profile("Club"), name="Ours", replace=True)
        assert shelf.open("Ours").nets is None and not shelf.training("Ours").exists()
        shelf.rename("Ours", "Club")


def test_a_damaged_tuned_net_is_told_in_one_line(tmp_path: Path) -> None:
    shelf = DeckShelf(tmp_path / "decks")
    shelf.keep(a_profile("Club"))
    shutil.copytree(models_folder(), tmp_path / "made", ignore=shutil.ignore_patterns("*torch*"))
    (shelf.keep_nets("Club", tmp_path / "made") / "reader.onnx").write_bytes(b"cut")
    with pytest.raises(ModelError, match=r"Club\.nets.*reader\.onnx: SHA-256"):
        shelf.open("Club")
    # Who only wants its name, to choose or remove it, is not kept from it.
    assert shelf.called("CLUB") == "Club"
    shelf.remove("Club")
    assert not list(shelf.folder.iterdir())


def test_tuned_nets_read_where_just_one_deck_on_the_table_has_some() -> None:
    card = open_model("finder").card
    broken = TunedNets(*(ModelFile(card, b"no net", Path("tuned.onnx")) for _ in range(2)))
    one, other = DeckProfile("one", nets=broken), DeckProfile("other", nets=broken)
    with pytest.raises(ModelError, match=r"tuned\.onnx"):
        default_card_reader(threads=1, decks=(TRADITIONAL, one))
    default_card_reader(threads=1, decks=(one, other))
    default_card_reader(models_folder(), threads=1, decks=(one,))
