"""The decks that tables are rendered from: whole, exactly labelled, made again alike, and held out whole."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tablesynth.art import CardArt, Family
from tablesynth.assets import SPLITS, cache_folder, held_by
from tablesynth.decks import DRAWN, PACK_DESIGNS, deck_names, open_deck
from tablesynth.decks.__main__ import contact_sheet
from tablesynth.decks.fetch import FetchError, Package, fetch, fetch_all, packages
from tablesynth.decks.lettering import ANOTHER_S_LETTERS, Type, draw_type, fonts, plain_text, rank_text
from tablesynth.decks.pips import PipStyle, pip
from tablesynth.decks.printing import Corners, Stamp, print_corners
from tablesynth.decks.sheet_facts import sheets
from tablesynth.decks.sheet_marks import find_marks, is_turned
from tablesynth.decks.style import draw_style
from tablesynth.decks.suited import draw_layout

from scorer.faces import FACES, Face
from vision.corners import CornerKind, Ink, Suit
from vision.seen import Box

WIDTH = 160
DRAWN_NAMES = ("proc-train-00003", "proc-train-00004", "proc-val-00001", "proc-test-00002")
SUITLESS_NAMES = ("rema-train-00001", "rema-train-00005", "rema-val-00002", "rema-test-00000")

PLAIN_NAME = "proc-train-00008"
"""A deck of the commonest build: white, two indices a card, the pip under the rank."""

needs_fonts = pytest.mark.skipif(not (cache_folder() / "fonts").is_dir(), reason="no fonts were fetched")


@pytest.fixture
def no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Draw with the font that Pillow ships, as where nothing was fetched."""
    monkeypatch.setenv("HANDFOOT_CACHE", str(tmp_path))
    fonts.cache_clear()
    open_deck.cache_clear()
    yield
    fonts.cache_clear()
    open_deck.cache_clear()


def boxes(card: CardArt) -> list[Box]:
    return [box for index in card.indices for box in (index.rank_box, index.pip_box) if box is not None]


def inside(card: CardArt, box: Box) -> np.ndarray:
    x1, y1, x2, y2 = (round(value) for value in box)
    return card.image[y1:y2, x1:x2, :3].astype(int)


@pytest.mark.usefixtures("no_cache")
@pytest.mark.parametrize("name", [*DRAWN_NAMES, *SUITLESS_NAMES])
class TestDrawnDecks:
    def test_every_face_is_there(self, name: str) -> None:
        deck = open_deck(name, WIDTH)
        assert {card.face for card in deck.cards} == set(FACES)
        if deck.family is Family.TRADITIONAL:
            assert len({(card.face, card.suit) for card in deck.cards if card.suit}) == 52
            assert len(deck.cards) == 54
        else:
            assert {card.suit for card in deck.cards} == {None}

    def test_all_images_are_of_one_shape_and_as_wide_as_asked(self, name: str) -> None:
        deck = open_deck(name, WIDTH)
        shapes = {image.shape for image in (*(card.image for card in deck.cards), *deck.backs)}
        assert len(shapes) == 1
        height, width, channels = shapes.pop()
        assert (width, channels) == (WIDTH, 4)
        assert 1.35 <= height / width <= 1.56
        assert deck.backs

    def test_boxes_lie_on_the_card_and_hold_ink(self, name: str) -> None:
        for card in open_deck(name, WIDTH).cards:
            height, width = card.image.shape[:2]
            assert card.indices, card.face
            for box in boxes(card):
                assert 0 <= box[0] < box[2] <= width
                assert 0 <= box[1] < box[3] <= height
                assert inside(card, box).std() > 8, (card.face, card.suit)

    def test_a_turned_index_is_the_upright_one_of_the_opposite_corner_upside_down(self, name: str) -> None:
        for card in open_deck(name, WIDTH).cards:
            height, width = card.image.shape[:2]
            upright = {index.corner: index for index in card.indices if not index.turned}
            turned = {index.corner: index for index in card.indices if index.turned}
            assert {(corner + 2) % 4 for corner in upright} == set(turned)
            for corner, index in turned.items():
                x1, y1, x2, y2 = upright[(corner + 2) % 4].rank_box
                assert index.rank_box == (width - x2, height - y2, width - x1, height - y1)

    def test_the_index_turned_by_half_looks_the_same(self, name: str) -> None:
        for card in open_deck(name, WIDTH).cards:
            if card.face not in (Face.EIGHT, Face.TEN):
                continue
            upright = next(index for index in card.indices if not index.turned)
            opposite = next(index for index in card.indices if index.corner == (upright.corner + 2) % 4)
            turned = inside(card, opposite.rank_box)[::-1, ::-1]
            # The ground may fade from top to bottom.
            assert np.corrcoef(inside(card, upright.rank_box).ravel(), turned.ravel())[0, 1] > 0.9

    def test_cards_are_marked_by_their_kind(self, name: str) -> None:
        for card in open_deck(name, WIDTH).cards:
            kinds = {index.kind for index in card.indices}
            if card.face is Face.WILD_50:
                assert kinds == {CornerKind.JOKER}
            if card.face in (Face.KING, Face.FOUR, Face.RED_THREE):
                assert kinds == {CornerKind.INDEX}

    def test_the_same_name_and_width_give_the_same_bytes(self, name: str) -> None:
        first = open_deck(name, WIDTH)
        open_deck.cache_clear()
        again = open_deck(name, WIDTH)
        assert again is not first
        assert [card.image.tobytes() for card in again.cards] == [card.image.tobytes() for card in first.cards]
        assert [card.indices for card in again.cards] == [card.indices for card in first.cards]
        assert [back.tobytes() for back in again.backs] == [back.tobytes() for back in first.backs]

    def test_the_deck_looks_alike_at_any_width(self, name: str) -> None:
        small, large = open_deck(name, WIDTH), open_deck(name, 2 * WIDTH)
        for one, other in zip(small.cards, large.cards, strict=True):
            assert [index.corner for index in one.indices] == [index.corner for index in other.indices]
            for a, b in zip(one.indices, other.indices, strict=True):
                assert np.allclose(np.array(a.rank_box) * 2, b.rank_box, atol=6)


@pytest.mark.usefixtures("no_cache")
@pytest.mark.parametrize("name", DRAWN_NAMES)
def test_rank_boxes_are_tight(name: str) -> None:
    """Every edge of a rank's box is touched by what was printed on the plain stock."""
    for card in open_deck(name, WIDTH).cards:
        if card.face is not Face.ACE:
            continue
        part = inside(card, card.indices[0].rank_box)
        stock = np.median(inside(card, (WIDTH * 0.4, 6, WIDTH * 0.6, 14)).reshape(-1, 3), axis=0)
        ink = np.abs(part - stock).max(2) > 20
        assert ink[0].any() and ink[-1].any() and ink[:, 0].any() and ink[:, -1].any()


@pytest.mark.usefixtures("no_cache")
@pytest.mark.parametrize("name", DRAWN_NAMES)
def test_wilds_of_a_traditional_deck_are_its_twos_and_jokers(name: str) -> None:
    deck = open_deck(name, WIDTH)
    twos = [card for card in deck.cards if card.face is Face.WILD_20]
    jokers = [card for card in deck.cards if card.face is Face.WILD_50]
    assert {card.suit for card in twos} == set(Suit)
    assert {index.kind for card in twos for index in card.indices} == {CornerKind.INDEX}
    assert len(jokers) == 2
    for card in jokers:
        height = card.image.shape[0]
        assert {index.kind for index in card.indices} == {CornerKind.JOKER}
        assert all(index.rank_box[3] - index.rank_box[1] <= 0.47 * height for index in card.indices)


@pytest.mark.usefixtures("no_cache")
@pytest.mark.parametrize(("split", "number"), [(split, k) for split in ("train", "val") for k in range(6)])
def test_a_pack_of_jokers_holds_unlike_ones_marked_on_the_card(split: str, number: int) -> None:
    pack = open_deck(f"joke-{split}-{number:05d}", WIDTH)
    assert {card.face for card in pack.cards} == {Face.WILD_50}
    assert len({card.image.tobytes() for card in pack.cards}) == PACK_DESIGNS
    for card in pack.cards:
        height, width = card.image.shape[:2]
        assert len(card.indices) in (2, 4)
        for index in card.indices:
            x1, y1, x2, y2 = index.rank_box
            assert 0 <= x1 < x2 <= width
            assert 0 <= y1 < y2 <= height
            assert y2 - y1 <= 0.47 * height
            assert inside(card, index.rank_box).std() > 8


@pytest.mark.usefixtures("no_cache")
@pytest.mark.parametrize("name", [*DRAWN_NAMES, *SUITLESS_NAMES])
def test_threes_tell_their_colour(name: str) -> None:
    threes = [card for card in open_deck(name, WIDTH).cards if card.face in (Face.RED_THREE, Face.BLACK_THREE)]
    assert {(card.face, card.ink) for card in threes} == {
        (Face.RED_THREE, Ink.RED),
        (Face.BLACK_THREE, Ink.BLACK),
    }


def test_splits_share_no_deck() -> None:
    named = [set(deck_names(split)) for split in SPLITS]
    assert sum(map(len, named)) == len(set.union(*named))


@pytest.mark.parametrize("split", SPLITS)
def test_names_of_a_family_open_as_that_family(split: str) -> None:
    for family, prefix in ((Family.TRADITIONAL, "proc"), (Family.REMASTERED, "rema")):
        names = deck_names(split, family)
        assert sum(name.startswith(prefix) for name in names) == DRAWN[split]
        assert open_deck(names[0], 80).family is family
    assert set(deck_names(split)) == {name for family in Family for name in deck_names(split, family)}


def test_unknown_splits_and_decks_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown split 'all'"):
        deck_names("all")
    with pytest.raises(ValueError, match="unknown deck 'proc-all-00001'"):
        open_deck("proc-all-00001", 100)


def test_about_seven_tenths_of_the_fetched_decks_train() -> None:
    splits = [facts.split for facts in sheets().values()]
    assert set(splits) == set(SPLITS)
    assert 0.55 < splits.count("train") / len(splits) < 0.8


def test_packages_are_pinned_once_each_and_name_their_licence() -> None:
    pinned = packages()
    assert len({package.name for package in pinned}) == len(pinned)
    assert len({package.sha256 for package in pinned}) == len(pinned)
    assert all(package.licence and package.take for package in pinned)
    assert {facts.package for facts in sheets().values()} <= {each.short for each in pinned if each.gives == "sheets"}


def test_each_split_has_font_families_of_its_own() -> None:
    families = [package.short for package in packages() if package.gives == "fonts"]
    assert len(families) >= 60
    assert all(sum(held_by(name) == split for name in families) >= 5 for split in SPLITS)


def test_training_draws_pips_beside_the_rank_more_often_than_they_come() -> None:
    def beside(split: str) -> int:
        rng = np.random.default_rng
        return sum(draw_style(rng(seed), split, 100, suited=True).pip_place == "beside" for seed in range(200))

    assert 0 < 1.5 * beside("val") < beside("train")


def test_ornate_decks_are_oftener_dark_and_their_courts_oftener_fill_the_card() -> None:
    def shares(*, ornate: bool) -> tuple[float, float]:
        generators = [np.random.default_rng(seed) for seed in range(200)]
        styles = [draw_style(rng, "val", 100, suited=True, ornate=ornate) for rng in generators]
        layouts = [draw_layout(rng, style) for rng, style in zip(generators, styles, strict=True)]
        return sum(style.dark for style in styles) / 200, sum(layout.full for layout in layouts) / 200

    (dark, full), (plainly_dark, plainly_full) = shares(ornate=True), shares(ornate=False)
    assert dark > 2 * plainly_dark > 0
    assert full > 2 * plainly_full > 0


def test_training_draws_hollow_letters_more_often_than_they_come() -> None:
    def hollow(split: str) -> int:
        return sum(draw_type(np.random.default_rng(seed), split).hollow > 0 for seed in range(300))

    assert 0 < 1.5 * hollow("val") < hollow("train")


def test_a_missing_client_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    wanted = next(package for package in packages() if package.carrier == "npm")
    with pytest.raises(FetchError, match="npm is not on this machine"):
        fetch(wanted, tmp_path / "cache")
    assert not (tmp_path / "cache" / wanted.gives / wanted.short).exists()


def test_a_package_of_another_hash_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def download(package: Package, place: Path) -> Path:
        (place / "other.tgz").write_bytes(b"something else")
        return place / "other.tgz"

    monkeypatch.setattr("tablesynth.decks.fetch._download", download)
    with pytest.raises(FetchError, match="SHA-256"):
        fetch(packages()[0], tmp_path)


def test_what_was_fetched_is_not_fetched_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    wanted: Package = packages()[0]
    folder = tmp_path / wanted.gives / wanted.short
    folder.mkdir(parents=True)
    assert fetch(wanted, tmp_path) == folder


def test_a_package_that_cannot_be_had_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = packages()[-4:]

    def come(package: Package, cache: Path) -> Path:
        if package == wanted[1]:
            raise FetchError(f"{package.name} is gone")
        folder = cache / package.short
        folder.mkdir()
        (folder / "a.ttf").touch()
        return folder

    monkeypatch.setattr("tablesynth.decks.fetch.packages", lambda: wanted)
    monkeypatch.setattr("tablesynth.decks.fetch.fetch", come)
    assert fetch_all(tmp_path) == 1
    said = capsys.readouterr()
    assert said.err == f"{wanted[1].name} is gone\n"
    assert [line.split()[1] for line in said.out.splitlines()] == [p.name for p in wanted if p != wanted[1]]


def test_ranks_are_of_one_height_but_for_tails() -> None:
    heights = {rank: rank_text(rank, Type(), 60).shape[0] for rank in ("A", "3", "8", "10", "Q", "K")}
    assert all(58 <= height <= 78 for height in heights.values()), heights


def test_pips_of_the_four_suits_differ() -> None:
    shapes = [pip(suit, 64, PipStyle(breadth=1.0)) for suit in Suit]
    assert all(shape.shape[0] == 64 for shape in shapes)
    assert len({(shape > 127).sum() for shape in shapes}) == 4


@pytest.mark.usefixtures("no_cache")
def test_indices_of_a_printed_deck_are_found_again() -> None:
    """What a fetched deck goes through, on a deck whose boxes are known."""
    deck = open_deck(PLAIN_NAME, 240)
    suited = [card for card in deck.cards if card.suit is not None]
    rows = [suited[start : start + 13] for start in range(0, 52, 13)]
    found = find_marks([[card.image for card in row] for row in rows])
    misses = []
    for row, marks in zip(rows, found, strict=True):
        for card, mark in zip(row, marks, strict=True):
            index = card.indices[0]
            assert mark is not None
            misses.append(np.abs(np.array(mark.rank) - index.rank_box).max())
            assert is_turned(card.image, mark.rank)
    assert max(misses) <= 4


@pytest.mark.usefixtures("no_cache")
def test_a_contact_sheet_shows_every_card_and_back() -> None:
    deck = open_deck(SUITLESS_NAMES[0], 60)
    height = deck.cards[0].image.shape[0]
    sheet = contact_sheet(deck)
    assert sheet.shape == (-(-(len(deck.cards) + len(deck.backs)) // 14) * height, 14 * 60, 4)


@needs_fonts
def test_fonts_of_the_splits_are_of_different_families() -> None:
    families = [{files[0].parent.name for files in fonts(split)} for split in SPLITS]
    assert all(families)
    assert sum(map(len, families)) == len(set.union(*families))


@needs_fonts
def test_no_split_prints_the_letters_of_another_under_another_name() -> None:
    def printed(path: Path) -> bytes:
        mask = plain_text("A23456789JQK", Type(path), 60)
        return mask.shape[1].to_bytes(4, "big") + mask.tobytes()

    letters = [{printed(path) for files in fonts(split) for path in files} for split in SPLITS]
    assert sum(map(len, letters)) == len(set.union(*letters))
    names = [files[0].parent.name for files in fonts("train")]
    assert len(names) > len(set(names))
    assert not ANOTHER_S_LETTERS & set(names)


@pytest.mark.parametrize("name", sorted(sheets()))
def test_a_fetched_deck_has_every_face_with_boxes_on_the_card(name: str) -> None:
    if not (cache_folder() / "rendered" / f"{name}.png").is_file():
        pytest.skip(f"{name} was not rendered: run python -m tablesynth.decks.fetch")
    deck = open_deck(name, WIDTH)
    assert {card.face for card in deck.cards} == set(FACES)
    assert len(deck.cards) >= 50
    assert deck.backs
    for card in deck.cards:
        height, width = card.image.shape[:2]
        assert card.indices
        assert all(0 <= box[0] < box[2] <= width and 0 <= box[1] < box[3] <= height for box in boxes(card))


@pytest.mark.parametrize(
    ("wide", "tall", "corners"), [(60, 30, [0, 2, 1, 3]), (60, 120, [0, 2, 1, 3]), (95, 30, [0, 2]), (60, 130, [0, 2])]
)
def test_a_mark_too_large_for_all_corners_of_a_card_stands_at_one_side(
    wide: int, tall: int, corners: list[int]
) -> None:
    paper = np.full((280, 200, 3), 255, np.uint8)
    mark = [Stamp(np.full((tall, wide), 255, np.uint8), 0, 0, (0, 0, 0))]
    indices = print_corners(paper, mark, (10, 10), CornerKind.INDEX, Corners.FOUR)
    assert [index.corner for index in indices] == corners
