"""Real cards cut out of labelled photos, and tables laid of them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from tablesynth.__main__ import main
from tablesynth.assets import SPLITS
from tablesynth.decks.cutouts import BRIGHT, HIGH, PRINTS, WIDE, CutOut, cut_outs, deck_of, load_cut_outs, save_cut_outs
from tablesynth.labels import load_scene
from tablesynth.realphotos import NEVER_TRAINED_ON, RealClass, Split

from scorer.faces import FACES, Face
from tests.vision.factories import HEIGHT, seen
from vision.corners import Image
from vision.photoreading import PhotoReading, StageTimes
from vision.photos.frames import Frame
from vision.seen import Box, SeenCard

SIZE = (800, 600)
INDEX, PIP = (20, 20, 200), (200, 20, 20)
"""What colour the test's cards have their upper index in, and the lower one."""

MARK = ((0.05, 0.04), (0.17, 0.04), (0.17, 0.22), (0.05, 0.22))
"""Where that is on them, in shares of their width and height."""


class Knows:
    """Reads the same cards in any photo; once they are upright, those that are not ``odd``, where their colours are."""

    def __init__(self, *cards: SeenCard, odd: Face | None = None) -> None:
        """Keep the cards."""
        self.cards = cards
        self.faces = {Face(card.face) for card in cards if card.face not in (None, odd)}

    def read(self, frame: Frame) -> PhotoReading:
        """Return the cards."""
        cards = self.cards
        if (frame.width, frame.height) != SIZE:
            boxes = [framed(frame.image, colour) for colour in (INDEX, PIP)]
            cards = tuple(read_at(face, boxes) for face in self.faces)
        return PhotoReading(frame.name, frame.width, frame.height, StageTimes(0, 0, 0), cards, ())


def framed(image: Image, colour: tuple[int, int, int]) -> Box:
    """Return the box of what has a colour."""
    down, across = np.nonzero(np.abs(image.astype(int) - colour).max(axis=2) < 60)
    return float(across.min()), float(down.min()), float(across.max()) + 1, float(down.max()) + 1


def read_at(face: Face, boxes: Sequence[Box]) -> SeenCard:
    """Return a card whose indices are read in those boxes."""
    card = seen(face, 0, 0)
    return replace(card, indices=tuple(replace(card.indices[0], box=box) for box in boxes))


def labelled(folder: Path, cards: Sequence[SeenCard], kinds: Sequence[RealClass]) -> Path:
    """Write a photo of cards into a set of which nothing is trained on, both indices labelled as the kinds say."""
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True)
    picture = np.full((SIZE[1], SIZE[0], 3), (40, 90, 40), np.uint8)
    lines = []
    for card, kind in zip(cards, kinds, strict=True):
        cv2.fillConvexPoly(picture, card.corners.astype(np.int32), (240, 240, 240))
        for index, colour, corner in zip(card.indices, (INDEX, PIP), (0, 2), strict=True):
            first, across, _, down = np.roll(card.corners, -corner, axis=0)
            mark = [first + u * (across - first) + v * (down - first) for u, v in MARK]
            cv2.fillConvexPoly(picture, np.array(mark).round().astype(np.int32), colour)
            x1, y1, x2, y2 = index.box
            shares = np.array([(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1]) / (*SIZE, *SIZE)
            lines.append(f"{list(RealClass).index(kind)} {' '.join(map(str, shares))}")
    cv2.imwrite(str(folder / "images" / "a.png"), picture)
    (folder / "labels" / "a.txt").write_text("\n".join(lines))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / min(NEVER_TRAINED_ON)


def test_what_is_burnt_out_is_left_out(folder: Path) -> None:
    good, burnt = seen(Face.NINE, 200, 300), seen(Face.ACE, 400, 300)
    path = str(labelled(folder, [good, burnt], [RealClass.NINE, RealClass.ACE]) / "images" / "a.png")
    picture = cv2.imread(path)
    assert picture is not None
    picture[260:340, 350:450] = 255
    cv2.imwrite(path, picture)
    assert [card.face for card in cut_outs(folder, Knows(good, burnt))] == [Face.NINE]


@pytest.mark.parametrize("degrees", [0, 45, 90, 160])
def test_a_card_is_cut_out_upright_with_boxes_that_frame_its_indices(folder: Path, degrees: float) -> None:
    card = seen(Face.NINE, 300, 300, degrees)
    (cut,) = cut_outs(labelled(folder, [card], [RealClass.NINE]), Knows(card))
    assert cut.face is Face.NINE
    assert cut.picture.shape == (HIGH, WIDE, 3)
    upper, lower = (MARK[0], MARK[2]), ((1 - MARK[2][0], 1 - MARK[2][1]), (1 - MARK[0][0], 1 - MARK[0][1]))
    for box, colour, where in zip(cut.boxes, (INDEX, PIP), (upper, lower), strict=True):
        assert np.abs(np.reshape(box, (2, 2)) - np.array(where) * (WIDE, HIGH)).max() < 6
        x1, y1, x2, y2 = box
        middle = cut.picture[round((y1 + y2) / 2), round((x1 + x2) / 2)]
        assert np.abs(middle.astype(int) - colour).max() < 12


def test_only_what_lies_in_full_view_and_is_read_as_labelled_and_so_once_upright_is_cut_out(folder: Path) -> None:
    whole, misread = seen(Face.NINE, 100, 300), seen(Face.SIX, 250, 300)
    below, upon = seen(Face.KING, 400, 300), seen(Face.KING, 400, 300 + HEIGHT / 3)
    outside, single = seen(Face.ACE, 745, 72), replace(seen(Face.TEN, 600, 300), indices=whole.indices[:1])
    odd = seen(Face.JACK, 100, 500)
    cards = [whole, misread, below, upon, outside, odd]
    kinds = [RealClass(face) for face in ("9", "8", "K", "K", "A", "J")]
    cut = cut_outs(labelled(folder, cards, kinds), Knows(*cards, single, odd=Face.JACK))
    assert [card.face for card in cut] == [Face.NINE, Face.ACE]


def test_of_a_three_whose_label_says_no_colour_the_colour_is_surely_read(folder: Path) -> None:
    black, red = (
        replace(seen(face, x, 300), confidence=sure)
        for face, x, sure in ((Face.BLACK_THREE, 200, 0.99), (Face.RED_THREE, 500, 0.9999))
    )
    cut = cut_outs(labelled(folder, [black, red], [RealClass.THREE] * 2), Knows(black, red))
    assert [card.face for card in cut] == [Face.RED_THREE]


def test_whole_cards_are_cut_out_where_their_label_says_the_same_and_they_are_sure(folder: Path) -> None:
    sure, hardly = (replace(seen(Face.NINE, x, 300), confidence=chance) for x, chance in ((200, 0.9995), (400, 0.9)))
    queen = replace(seen(Face.QUEEN, 600, 300), confidence=0.9995)
    labelled(folder, [sure], [RealClass.NINE])
    (folder / "labels" / "a.txt").unlink()
    boxes = (
        f"<bndbox><xmin>{x - 50}</xmin><ymin>230</ymin><xmax>{x + 50}</xmax><ymax>370</ymax></bndbox>"
        for x in (200, 400, 600)
    )
    objects = "".join(f"<object><name>nine</name>{box}</object>" for box in boxes)
    (folder / "labels" / "a.xml").write_text(f"<annotation>{objects}</annotation>")
    assert [cut.boxes for cut in cut_outs(folder, Knows(sure, hardly, queen))] == [
        cut.boxes for cut in cut_outs(folder, Knows(sure))
    ]


def test_what_nets_learn_from_is_cut_out_only_when_asked_for(tmp_path: Path) -> None:
    card = seen(Face.NINE, 300, 300)
    sets = [labelled(tmp_path / name / "dev_win", [card], [RealClass.NINE]) for name in ("one", "two")]
    for folder, stem in zip(sets, ("a", "b"), strict=True):
        for path in (folder / "images" / "a.png", folder / "labels" / "a.txt"):
            path.rename(path.with_stem(stem))
    assert [len(list(cut_outs(folder, Knows(card)))) for folder in sets] == [0, 1]
    assert [len(list(cut_outs(folder, Knows(card), "train"))) for folder in sets] == [1, 0]


def drawn(face: Face, number: int) -> CutOut:
    """Return a plain card with its indices at the upper left and the lower right, unlike others of its face."""
    picture = np.full((HIGH, WIDE, 3), 100 + 20 * number, np.uint8)
    picture[HIGH // 2, number] = 0
    return CutOut(face, picture, ((10.0, 12.0, 40.0, 62.0), (160.0, 218.0, 190.0, 268.0)))


def test_a_deck_of_them_has_some_cards_of_each_face_and_is_kept_in_a_file(tmp_path: Path) -> None:
    cards = [drawn(face, number) for face in (Face.NINE, Face.WILD_50) for number in range(PRINTS + 2)]
    save_cut_outs(cards, tmp_path / "cards")
    kept = load_cut_outs(tmp_path / "cards", "val")
    assert [(card.face, card.boxes) for card in kept] == [(card.face, card.boxes) for card in cards]
    assert all(np.array_equal(one.picture, other.picture) for one, other in zip(kept, cards, strict=True))
    deck = deck_of(kept, "real", 2 * WIDE, np.random.default_rng(1))
    assert [card.face for card in deck.cards] == [Face.NINE] * PRINTS + [Face.WILD_50] * PRINTS
    assert len({int(card.image[HIGH, :, 0].argmin()) for card in deck.cards[:PRINTS]}) == PRINTS
    assert {int(card.image[HIGH // 2, WIDE, 0]) for card in deck.cards} == {BRIGHT}
    upper, lower = deck.cards[0].indices
    assert (upper.corner, upper.turned, upper.rank_box) == (0, False, (20, 24, 80, 124))
    assert (lower.corner, lower.turned) == (2, True)
    assert upper.kind is not deck.cards[-1].indices[0].kind


def test_tables_and_scenes_are_laid_of_them_and_what_they_lack_is_lent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = [drawn(face, 0) for face in FACES if face is not Face.RED_THREE]
    save_cut_outs(cards, tmp_path / "cards")
    asked = ["--split", "val", "--seed", "3", "--count", "1", "--cards", str(tmp_path / "cards")]
    for command in ("tables", "shots"):
        assert main([command, *asked, "--out", str(tmp_path / command)]) == 0
    assert main(["render", *asked, "--layouts", "dense", "--out", str(tmp_path / "scenes")]) == 0
    with pytest.raises(SystemExit):
        main(["render", *asked, "--ornate", "--out", str(tmp_path / "ornate")])
    assert "--ornate is of decks that are drawn" in capsys.readouterr().err
    assert not (tmp_path / "ornate").exists()
    for folder in ("tables", "shots", "scenes"):
        photos = [path.with_suffix(".json") for path in (tmp_path / folder).rglob("*.jpg")]
        laid = [card for path in photos for card in load_scene(path).cards if card.face is not None]
        assert len(laid) > 7
        assert {card.deck.startswith("real ") for card in laid if card.face is not Face.RED_THREE} == {True}
        assert not any(card.deck.startswith("real ") for card in laid if card.face is Face.RED_THREE)


@pytest.mark.parametrize(("part", "deals"), [("train", ["train"]), ("val", ["val", "test"]), (None, ["val", "test"])])
def test_nets_learn_from_no_cards_that_judge_them_and_are_judged_by_none_they_learnt_from(
    part: Split | None, deals: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cards.npz"
    save_cut_outs([drawn(Face.NINE, 0)], file, part or "val")
    if part is None:
        # As a program of before wrote it, that kept no part.
        with np.load(file) as kept:
            rest = {name: kept[name] for name in kept if name != "split"}
        np.savez(file, **rest)
    for split in SPLITS:
        asked = ["tables", "--split", split, "--count", "0", "--cards", str(file), "--out", str(tmp_path)]
        if split in deals:
            assert main(asked) == 0
            assert len(load_cut_outs(file, split)) == 1
            continue
        with pytest.raises(SystemExit) as wrong:
            main(asked)
        assert wrong.value.code == 2
        say = f"{file}: cards of the {part or 'val'} part of their sets, which are none for the {split} split"
        assert capsys.readouterr().err.splitlines()[-1].endswith(say)


def test_the_part_that_cards_are_cut_from_is_kept_in_their_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablesynth.__main__.default_card_reader", lambda: None)
    monkeypatch.setattr("tablesynth.__main__.cut_outs", lambda *_: iter([drawn(Face.NINE, 0)]))
    (folder / "images").mkdir(parents=True)
    for split in ("train", "val"):
        assert main(["cutouts", str(folder), "--split", split, "--out", str(folder / split)]) == 0
        assert len(load_cut_outs(folder / split, split)) == 1


def test_what_holds_no_cards_is_refused_in_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labelled(folder, [], [])
    assert main(["cutouts", str(folder), "--out", str(folder / "cards")]) == 2
    assert capsys.readouterr().err == f"{folder}: no card to cut out\n"
    assert main(["cutouts", str(folder / "nowhere"), "--out", str(folder / "cards")]) == 2
    assert capsys.readouterr().err == f"{folder / 'nowhere'}: no labelled set: it has no folder called images\n"
    asked = ["tables", "--split", "val", "--count", "1", "--out", str(folder), "--cards", str(folder / "cards")]
    for out in (folder, folder / "nowhere" / "cards"):
        assert main(["cutouts", str(folder), "--out", str(out)]) == 2
        assert capsys.readouterr() == ("", f"{out}: no file can be written there\n")
    for data in (b"", b"no such file", b"PK\x03\x04"):
        (folder / "cards").write_bytes(data)
        with pytest.raises(SystemExit) as wrong:
            main(asked)
        assert wrong.value.code == 2
        assert f"{folder / 'cards'}: holds no cards that were cut out" in capsys.readouterr().err
