"""Sides rendered in several shots: which card is which is known in all of them, and joined they count once."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from tablesynth.dealt.layouts import LaidCard, LaidPile, Pose
from tablesynth.dealt.rounds import PileKind
from tablesynth.dealt.shoe import OpenedDeck
from tablesynth.labels import Scene, load_scene
from tablesynth.shots import own_cards, set_out
from tablesynth.shottables import write_shots

from handfoot.evaluation.perfect import read_perfectly
from handfoot.evaluation.reading import readings_of
from handfoot.evaluation.several import SeveralRow, judge_joining
from handfoot.evaluation.tabletruth import judged_tables
from scorer.faces import Face
from vision.corners import Ink
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame


class NeverAsked:
    def read(self, frame: Frame) -> PhotoReading:
        raise AssertionError(f"{frame.name} was read before")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    within = tmp_path_factory.mktemp("shots")
    write_shots("val", 3, 2, within / "table-0002")
    return within


@pytest.fixture(scope="module")
def sides(folder: Path) -> dict[str, list[Scene]]:
    found: dict[str, list[Scene]] = {}
    for path in sorted(folder.glob("table-*/[!t]*/*.json")):
        if path.parent.name != "truth":
            found.setdefault(path.parent.name, []).append(load_scene(path))
    return found


def test_a_card_has_one_number_and_one_face_in_all_photos_of_its_side(sides: dict[str, list[Scene]]) -> None:
    assert any(len(scenes) > 1 for scenes in sides.values())
    for scenes in sides.values():
        faces: dict[int, tuple[Face | None, object]] = {}
        for scene in scenes:
            numbers = [card.physical for card in scene.cards if card.physical is not None]
            assert len(numbers) == len(set(numbers))
            for card in scene.cards:
                if card.physical is not None:
                    assert faces.setdefault(card.physical, (card.face, card.suit)) == (card.face, card.suit)


@pytest.mark.parametrize("top", [Ink.RED, Ink.BLACK])
def test_a_book_is_squared_under_the_ink_that_tells_its_kind_whatever_prints_a_side_was_dealt(
    top: Ink, deck: OpenedDeck
) -> None:
    faces = (Face.EIGHT,) * 4 + (Face.WILD_20,) * 3
    kind = PileKind.CLEAN if top is Ink.RED else PileKind.DIRTY
    lacked = 0
    for seed in range(40):
        dealt = own_cards(np.random.default_rng(seed), faces, (deck,), 5)
        owned = own_cards(np.random.default_rng(seed), faces, (deck,), 5, top)
        has_it = any(card.printed.ink is top for card in dealt[:4])
        lacked += not has_it
        assert owned == dealt if has_it else owned[1:] == dealt[1:]
        assert [card.number for card in owned] == list(range(5, 12))
        laid = (LaidCard(Face.EIGHT, Pose(0, 0, 0), top, under=6),)
        pile = LaidPile("played", kind, True, faces, laid)
        assert pile.top is top
        table = set_out(np.random.default_rng(seed), (pile,), [owned], (deck,), "train")
        assert table.placed[-1].printed.ink is top
    assert lacked


def test_read_perfectly_no_card_of_several_photos_counts_twice_and_none_is_dropped(folder: Path) -> None:
    rows = joined(folder)
    assert sum(row.photos for row in rows) > len(rows) >= 1
    assert [(row.twice, row.dropped) for row in rows] == [(0, 0)] * len(rows)


def test_a_table_that_cannot_be_judged_has_no_row_and_the_others_have_theirs(folder: Path, tmp_path: Path) -> None:
    tables = shutil.copytree(folder, tmp_path / folder.name)
    broken = shutil.copytree(tables / "table-0002", tables / "table-0001")
    (broken / "table.toml").write_text("rules = 5\n", encoding="utf-8")
    assert joined(tables) == joined(folder)


def joined(folder: Path) -> tuple[SeveralRow, ...]:
    photos = [path.with_suffix(".jpg") for path in folder.glob("table-*/*/*.json") if path.parent.name != "truth"]
    known = readings_of({path: read_perfectly(path) for path in photos})
    return judge_joining(list(judged_tables(folder)), known, NeverAsked())
