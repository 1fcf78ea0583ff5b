"""Procedural decks: complete, exactly labelled, the same every time, and apart by split. None needs the cache."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from tablesynth.art import CardArt, Deck, Family
from tablesynth.assets import cache_folder, held_by
from tablesynth.decks import SPLITS, deck_names, open_deck
from tablesynth.decks.fetch import FetchError, Package, fetch, packages
from tablesynth.decks.lettering import fonts
from tablesynth.decks.sheets import open_sheet, sheet_names, sheets

from scorer.faces import FACES, Face
from vision.corners import CornerKind, Ink

NAMES = ("proc-train-00001", "proc-val-00002", "rema-train-00001", "rema-test-00003")


@pytest.fixture(params=NAMES)
def deck(request: pytest.FixtureRequest) -> Deck:
    return open_deck(request.param, 160)


def test_a_deck_has_every_face(deck: Deck) -> None:
    assert {card.face for card in deck.cards} == set(FACES)


def test_a_traditional_deck_is_52_cards_and_two_jokers() -> None:
    deck = open_deck("proc-train-00001", 160)
    assert Counter(card.suit for card in deck.cards if card.suit) == dict.fromkeys(("S", "H", "D", "C"), 13)
    assert [card.ink for card in deck.cards if card.face is Face.WILD_50] == [Ink.BLACK, Ink.RED]


def test_a_remastered_deck_has_no_suits() -> None:
    deck = open_deck("rema-train-00001", 160)
    assert deck.family is Family.REMASTERED
    assert all(card.suit is None for card in deck.cards)


def test_threes_are_told_apart_by_ink(deck: Deck) -> None:
    inks = {card.face: card.ink for card in deck.cards}
    assert inks[Face.RED_THREE] is Ink.RED
    assert inks[Face.BLACK_THREE] is Ink.BLACK


def test_index_boxes_lie_on_the_card_and_hold_ink(deck: Deck) -> None:
    for card in deck.cards:
        height, width = card.image.shape[:2]
        for index in card.indices:
            x1, y1, x2, y2 = index.rank_box
            assert 0 <= x1 < x2 <= width
            assert 0 <= y1 < y2 <= height
            inside = card.image[int(y1) : int(y2), int(x1) : int(x2), :3].astype(int)
            assert np.ptp(inside.reshape(-1, 3), axis=0).max() > 20, f"{card.face} shows no ink in its index box"


def test_every_upright_index_has_its_turned_twin(deck: Deck) -> None:
    for card in deck.cards:
        height, width = card.image.shape[:2]
        upright = {index.corner: index.rank_box for index in card.indices if not index.turned}
        turned = {index.corner: index.rank_box for index in card.indices if index.turned}
        assert {corner + 2 for corner in upright} == set(turned)
        for corner, (x1, y1, x2, y2) in upright.items():
            assert turned[corner + 2] == (width - x2, height - y2, width - x1, height - y1)


def test_the_index_turned_by_half_looks_the_same(deck: Deck) -> None:
    for card in (card for card in deck.cards if card.face in ("8", "10", "A")):
        upright, turned = (_index_pixels(card, turned=side) for side in (False, True))
        assert np.abs(upright.astype(int) - turned[::-1, ::-1].astype(int)).mean() < 25


def _index_pixels(card: CardArt, *, turned: bool) -> np.ndarray:
    index = next(index for index in card.indices if index.turned is turned)
    x1, y1, x2, y2 = (int(value) for value in index.rank_box)
    return card.image[y1:y2, x1:x2, :3]


def test_the_same_name_and_width_give_the_same_bytes() -> None:
    first = open_deck("proc-val-00002", 120)
    open_deck.cache_clear()
    again = open_deck("proc-val-00002", 120)
    for one, other in zip(first.cards, again.cards, strict=True):
        assert np.array_equal(one.image, other.image)
        assert one.indices == other.indices


def test_wilds_and_jokers_are_marked_as_such(deck: Deck) -> None:
    for card in deck.cards:
        kinds = {index.kind for index in card.indices}
        if card.face is Face.WILD_50:
            assert kinds == {CornerKind.JOKER}
        if card.face in (Face.KING, Face.FOUR, Face.RED_THREE):
            assert kinds == {CornerKind.INDEX}


def test_no_deck_and_no_font_is_in_two_splits() -> None:
    names = [set(deck_names(split)) for split in SPLITS]
    assert all(names)
    assert not names[0] & names[1] | names[0] & names[2] | names[1] & names[2]
    families = [{path.parent.name for path in fonts(split)} for split in SPLITS]
    assert not families[0] & families[1] | families[0] & families[2] | families[1] & families[2]
    assert all(held_by(family) == split for split, held in zip(SPLITS, families, strict=True) for family in held)


def test_unknown_decks_and_splits_are_named() -> None:
    with pytest.raises(ValueError, match="no-such-deck"):
        open_deck("no-such-deck", 160)
    with pytest.raises(ValueError, match="holdout"):
        deck_names("holdout")


def test_sources_are_pinned_by_hash_and_named_once() -> None:
    listed = packages()
    assert len({package.name for package in listed}) == len(listed)
    assert {package.gives for package in listed} == {"fonts", "sheets", "surfaces", "clutter"}


def test_a_missing_client_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    package = next(package for package in packages() if package.carrier == "npm")
    with pytest.raises(FetchError, match="npm is not on this machine"):
        fetch(package, tmp_path / "cache")
    assert not (tmp_path / "cache" / package.gives / package.short).exists()


def test_a_package_of_another_hash_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def download(package: Package, place: Path) -> Path:
        (place / "other.tgz").write_bytes(b"something else")
        return place / "other.tgz"

    monkeypatch.setattr("tablesynth.decks.fetch._download", download)
    with pytest.raises(FetchError, match="SHA-256"):
        fetch(packages()[0], tmp_path)


@pytest.mark.parametrize("name", sorted(sheets()))
def test_a_fetched_deck_has_every_face(name: str) -> None:
    if not any(name in sheet_names(split) for split in SPLITS):
        pytest.skip(f"{name} is not in the cache ({cache_folder()}): run python -m tablesynth.decks.fetch")
    deck = open_sheet(name, 160)
    assert {card.face for card in deck.cards} == set(FACES)
    assert len(deck.cards) >= 48
