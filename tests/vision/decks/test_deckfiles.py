"""Decks' profiles as files, and the shelf that holds them."""

import io
import json
import os
import resource
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.lib import format as npy

from scorer.faces import Face
from vision.corners import READER_FACES
from vision.decks.deckfile import pack, unpack
from vision.decks.profile import (
    CARD_PX,
    PATCH_PX,
    DeckProfile,
    DeckTopColours,
    Prototypes,
    TaughtCard,
    check_name,
)
from vision.decks.shelf import DeckShelf, read_deck, write_deck
from vision.decks.shipped import REMASTERED, SHIPPED, TRADITIONAL
from vision.errors import DeckError


def a_profile(name: str = "Kitchen deck") -> DeckProfile:
    rng = np.random.default_rng(3)
    picture = np.full((CARD_PX[1], CARD_PX[0], 3), (200, 220, 240), np.uint8)
    corner = np.full((PATCH_PX, PATCH_PX, 3), 230, np.uint8)
    cards = (TaughtCard(Face.RED_THREE, picture, (corner, corner)), TaughtCard(None, picture, (corner,)))
    weights = rng.normal(size=(4, 8)).astype(np.float32)
    read = np.full((4, len(READER_FACES)), 1 / len(READER_FACES), np.float32)
    prototypes = Prototypes("a" * 64, (0, 1, -1, -2), weights, np.zeros(4, np.float32), read, suitless=True)
    return DeckProfile(
        name,
        cards,
        {Face.KING: 4, Face.RED_THREE: 2},
        assumed=True,
        index_places=frozenset({0, 1, 2, 3}),
        ink_tells=False,
        top_colours=DeckTopColours.RED_DIRTY,
        prototypes=prototypes,
    )


def altered(change: Callable[[dict[str, object]], object]) -> bytes:
    """Return a profile's file whose deck.json was changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(pack(a_profile()))) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "deck.json":
                said = json.loads(data)
                change(said)
                data = json.dumps(said).encode()
            new.writestr(name, data)
    return out.getvalue()


def test_a_file_that_keeps_less_of_what_was_learnt_is_learnt_anew() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(pack(a_profile()))) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "prototypes.npz":
                arrays = io.BytesIO()
                with np.load(io.BytesIO(data)) as held:
                    np.savez(arrays, weights=held["weights"], offsets=held["offsets"])
                data = arrays.getvalue()
            new.writestr(name, data)
    profile = unpack(out.getvalue(), "old.deck")
    assert profile.prototypes is None and len(profile.cards) == 2


def test_a_file_of_the_first_version_opens_as_it_was() -> None:
    def older(said: dict[str, object]) -> None:
        said.update(version=1, top_colours=None)
        del said["learnt"]["suitless"]  # type: ignore[attr-defined]

    profile = unpack(altered(older), "old.deck")
    assert profile.top_colours is None
    assert profile.prototypes is not None and len(profile.cards) == 2
    assert not profile.prototypes.suitless


@pytest.mark.parametrize("colours", [*DeckTopColours, None])
def test_what_the_colour_of_a_top_card_says_is_kept(colours: DeckTopColours | None) -> None:
    assert unpack(pack(replace(a_profile(), top_colours=colours)), "kitchen.deck").top_colours is colours


def a_zip(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, data in members.items():
            packed.writestr(name, data)
    return out.getvalue()


def test_a_profile_comes_back_from_its_file_as_it_was() -> None:
    profile = a_profile()
    back = unpack(pack(profile), "kitchen.deck")
    assert replace(back, cards=(), prototypes=None) == replace(profile, cards=(), prototypes=None)
    assert [card.face for card in back.cards] == [Face.RED_THREE, None]
    assert [len(card.corners) for card in back.cards] == [2, 1]
    assert np.abs(back.cards[0].picture.astype(int) - profile.cards[0].picture).max() <= 4
    assert back.prototypes is not None and profile.prototypes is not None
    assert back.prototypes.owners == profile.prototypes.owners
    assert back.prototypes.suitless
    assert np.allclose(back.prototypes.weights, profile.prototypes.weights, atol=2e-3)
    assert pack(back).startswith(b"PK") and pack(profile) == pack(a_profile())


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no deck's file"),
        (b"not a zip at all", "no deck's file"),
        (pack(a_profile())[:900], "no deck's file"),
        (a_zip(**{"photo.jpg": b"x"}), "no deck's file, or a broken one: deck.json is missing in it"),
        (a_zip(**{"deck.json": b"[1, 2"}), "no JSON"),
        (a_zip(**{"deck.json": b'{"format": "something"}'}), "does not say that it is one"),
        (
            altered(lambda said: said.update(version=3)),
            "version 3 of a deck's file, and this program reads 1 and 2; bring it up to date",
        ),
        (altered(lambda said: said.update(top_colours="blue")), "top_colours"),
        (altered(lambda said: said.update(more=1)), "more"),
        (altered(lambda said: said["cards"].append({"face": "K", "corners": 1})), "cards/002.jpg"),  # type: ignore[attr-defined]
        (altered(lambda said: said["cards"][0].update(face="Z")), "'Z' is no face"),  # type: ignore[index]
        (altered(lambda said: said["composition"].update({"K": 400})), "composition.K"),  # type: ignore[attr-defined]
        (altered(lambda said: said["learnt"].update(owners=[0, 7, -1, -2])), "belong to no card"),  # type: ignore[attr-defined]
        (altered(lambda said: said["learnt"].update(owners=[1, 1, -1, -2])), "prototypes of no face"),  # type: ignore[attr-defined]
        (altered(lambda said: said["learnt"].update(owners=[-1, -1, -1, -2])), "prototypes of no face"),  # type: ignore[attr-defined]
        (altered(lambda said: said.update(name="../elsewhere")), "is no name for a deck"),
    ],
    ids=[
        "empty",
        "text",
        "cut",
        "foreign",
        "no-json",
        "other-format",
        "later",
        "colours",
        "extra",
        "card",
        "face",
        "count",
        "owner",
        "backs",
        "nothing taught",
        "name",
    ],
)
def test_a_broken_or_foreign_file_is_refused_in_one_line_that_says_why(data: bytes, why: str) -> None:
    with pytest.raises(DeckError) as refused:
        unpack(data, "x.deck")
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def damaged(data: bytes) -> bytes:
    """Return a zip whose first member's packed bytes are others than they were."""
    head = 30 + len("deck.json")
    return data[:head] + b"\xff" * 40 + data[head + 40 :]


def repacked(method: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(pack(a_profile()))) as old, zipfile.ZipFile(out, "w", method) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    return out.getvalue()


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_member_whose_packed_bytes_are_damaged_is_refused(method: int) -> None:
    with pytest.raises(DeckError, match=r"^x\.deck: [^\n]*$"):
        unpack(damaged(repacked(method)), "x.deck")


def test_a_picture_that_opencv_cannot_stand_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(*_: object) -> None:
        raise cv2.error("too large")

    data = pack(a_profile())
    monkeypatch.setattr(cv2, "imdecode", raising)
    with pytest.raises(DeckError, match="too large"):
        unpack(data, "x.deck")


def with_member(changed: str, data: bytes) -> bytes:
    """Return a profile's file one of whose members is another."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(pack(a_profile()))) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, data if name == changed else old.read(name))
    return out.getvalue()


@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_a_picture_of_another_size_or_sort_is_refused_before_it_is_unpacked(
    ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, picture = cv2.imencode(ending, np.zeros((10, 10, 3), np.uint8))
    data = with_member("cards/000.jpg", picture.tobytes())
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("unpacked"))
    with pytest.raises(DeckError, match=r"(10 x 10 px|no picture) where 150 x 210 px should be"):
        unpack(data, "x.deck")


@pytest.mark.parametrize("shape", [(10**6, 10**6), (-4, -8), (4, 9)])
def test_an_array_that_says_it_is_larger_than_its_bytes_is_refused(shape: tuple[int, int]) -> None:
    head = io.BytesIO()
    npy.write_array_header_1_0(head, {"descr": "<f2", "fortran_order": False, "shape": shape})
    arrays = io.BytesIO()
    with zipfile.ZipFile(arrays, "w") as packed:
        for name in ("weights", "offsets", "read"):
            packed.writestr(f"{name}.npy", head.getvalue() + bytes(64))
    with pytest.raises(DeckError, match=r"weights\.npy: 64 bytes are not float16 of shape"):
        unpack(with_member("prototypes.npz", arrays.getvalue()), "x.deck")


def test_arrays_that_unpack_to_more_than_a_deck_s_file_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    arrays = io.BytesIO()
    with zipfile.ZipFile(arrays, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("weights.npy", bytes(200_000))
    monkeypatch.setattr("vision.decks.deckfile.MOST_BYTES", 100_000)
    with pytest.raises(DeckError, match="unpacks to more than a deck's file holds"):
        unpack(with_member("prototypes.npz", arrays.getvalue()), "x.deck")


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_can_only_be_unpacked_whole_is_refused_before(packing: int) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as packed:
        packed.writestr("deck.json", bytes(1_000_000))
    # What the head says of its size is not believed either.
    with pytest.raises(DeckError, match="packed as no deck's file is"):
        unpack(out.getvalue(), "x.deck")


def test_what_is_no_file_or_too_large_a_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.decks.shelf.MOST_BYTES", 100)
    (tmp_path / "large.deck").write_bytes(bytes(101))
    os.mkfifo(tmp_path / "pipe.deck")
    with pytest.raises(DeckError, match="larger than a deck's file can be"):
        read_deck(tmp_path / "large.deck")
    with pytest.raises(DeckError, match="no file"):
        read_deck(tmp_path / "pipe.deck")


def test_a_deck_is_written_into_no_folder_s_place(tmp_path: Path) -> None:
    for folder in (tmp_path, Path("/"), Path()):
        with pytest.raises(DeckError, match="a folder, not a file"):
            write_deck(a_profile("Club"), folder)
    assert list(tmp_path.parent.glob("*.part")) == []


def test_a_deck_that_finds_no_room_on_the_disk_leaves_the_old_one_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "club.deck"
    write_deck(a_profile("Club"), path)
    before = path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(DeckError, match="cannot be written"):
            write_deck(a_profile("Other"), path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert {each: each.read_bytes() for each in tmp_path.iterdir()} == {path: before}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "'' is no name for a deck: it is empty"),
        ("k" * 61, "it has 61 characters, and at most 60 are taken"),
        ("club/jumbo", "it holds '/', and only letters, digits, spaces and - _ . , ' & ( ) + are taken"),
        (".club", "'.club' is no name for a deck: it begins with '.', and a letter, a digit or _ comes first"),
        (" club", "it begins with ' ', and a letter"),
        ("club ", "it ends with a space"),
    ],
    ids=["empty", "long", "sign", "dot", "space-first", "space-last"],
)
def test_a_name_that_no_deck_can_have_is_refused_with_what_is_wrong_with_it(name: str, why: str) -> None:
    with pytest.raises(DeckError) as refused:
        check_name(name)
    assert why in str(refused.value)


@pytest.mark.parametrize("name", ["_", "k" * 60, "Mum's (blue & red), no. 2 + 1 - Čechy"])
def test_a_name_that_a_file_can_have_is_a_decks(name: str) -> None:
    assert check_name(name) == name


def test_a_deck_is_kept_found_renamed_and_removed_whatever_its_letter_case(tmp_path: Path) -> None:
    shelf = DeckShelf(tmp_path / "decks")
    assert shelf.names() == tuple(SHIPPED)
    shelf.keep(a_profile("Club"))
    assert shelf.open("club").name == "Club"
    assert shelf.rename("CLUB", "Ours").name == "Ours"
    assert shelf.names() == (*SHIPPED, "Ours")
    shelf.remove("ours")
    assert shelf.names() == tuple(SHIPPED)


def test_a_name_that_is_taken_and_a_deck_that_ships_stay_as_they_are(tmp_path: Path) -> None:
    shelf = DeckShelf(tmp_path)
    path = shelf.keep(a_profile("Club"))
    before = path.read_bytes()
    for refused in (
        lambda: shelf.keep(a_profile("CLUB")),
        lambda: shelf.keep(a_profile("Traditional"), replace=True),
        lambda: shelf.keep(a_profile("Gone"), replace=True),
        lambda: shelf.rename("Club", "traditional"),
        lambda: shelf.rename("traditional", "mine"),
        lambda: shelf.remove("remastered"),
        lambda: shelf.open("nobody's"),
        lambda: shelf.take_over(unpack(b"no deck", "x.deck")),
    ):
        with pytest.raises(DeckError):
            refused()
    assert path.read_bytes() == before
    assert shelf.names() == (*SHIPPED, "Club")


def test_a_name_that_no_deck_has_is_not_told_at_length(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=f"^no deck '{'x' * 60}'…; there are"):
        DeckShelf(tmp_path).open("x" * 5000)


def test_an_exported_file_is_taken_in_under_another_name(tmp_path: Path) -> None:
    here, there = DeckShelf(tmp_path / "here"), DeckShelf(tmp_path / "there")
    path = here.keep(a_profile("Club"))
    assert there.take_over(read_deck(path), name="Theirs", replace=True).name == "Theirs"
    assert read_deck(there.folder / "Theirs.deck").cards[0].face is Face.RED_THREE
    assert there.take_over(read_deck(path), name="THEIRS", replace=True).name == "Theirs"
    assert (there.free_name("theirs"), there.free_name("x" * 60)) == ("theirs 2", f"{'x' * 58} 2")
    with pytest.raises(DeckError, match=r"^the deck 'traditional' ships with the program and stays as it is$"):
        there.take_over(read_deck(path), name="Traditional", replace=True)


@pytest.mark.parametrize("name", ["", "  x", "a/b", "..", "x" * 61, "a\nb", ".hidden"])
def test_a_name_that_could_be_no_file_is_refused(name: str) -> None:
    with pytest.raises(DeckError):
        DeckProfile(name)


def test_the_decks_that_ship_hold_54_cards_and_the_remastered_counts_are_assumed() -> None:
    assert sum(TRADITIONAL.composition.values()) == sum(REMASTERED.composition.values()) == 54
    assert REMASTERED.assumed and not TRADITIONAL.assumed
    assert not REMASTERED.ink_tells and TRADITIONAL.ink_tells
