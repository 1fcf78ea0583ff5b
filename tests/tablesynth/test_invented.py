"""Invented decks, which the net of likeness learns from: whole, drawn alike again, with nothing of strange decks."""

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from tablesynth.decks.akin import counted_signs, near_signs, near_word
from tablesynth.decks.invented import PREFIX, draw_invented, spelt
from tablesynth.decks.lettering import Mask, fonts
from tablesynth.decks.strange import NUMBERS, WORDS
from tablesynth.labels import load_scene
from tablesynth.taught import render_apart, render_tables_of, render_taught
from tablesynth.taughtfolders import APART, LESSON, PLAY, TABLES

from handfoot.tables import read_table
from scorer.faces import FACES, WILDS
from vision.corners import CornerKind


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Draw with the font that Pillow ships, as where nothing was fetched."""
    monkeypatch.setenv("HANDFOOT_CACHE", str(tmp_path))
    fonts.cache_clear()
    yield
    fonts.cache_clear()


@pytest.mark.parametrize("number", range(8))
def test_an_invented_deck_has_every_face_and_marks_inside_its_cards(number: int) -> None:
    deck = draw_invented(f"invented-{number}", 160, "train")
    assert {card.face for card in deck.cards} == set(FACES)
    assert deck.backs
    for card in deck.cards:
        height, width = card.image.shape[:2]
        assert card.indices
        for index in card.indices:
            assert index.kind is (CornerKind.JOKER if card.face in WILDS else CornerKind.INDEX)
            x1, y1, x2, y2 = index.rank_box
            assert 0 <= x1 < x2 <= width
            assert 0 <= y1 < y2 <= height


def test_an_invented_deck_is_drawn_alike_again() -> None:
    one, other = (draw_invented("invented-3", 120, "train") for _ in range(2))
    assert [card.image.tobytes() for card in one.cards] == [card.image.tobytes() for card in other.cards]
    assert [(card.face, card.indices) for card in one.cards] == [(card.face, card.indices) for card in other.cards]
    assert [back.tobytes() for back in one.backs] == [back.tobytes() for back in other.backs]


def test_no_made_up_word_is_one_that_strange_decks_show() -> None:
    rng, used = np.random.default_rng(4), set[str]()
    words = [spelt(rng, np.array(list("ABCINVX")), 5, used) for _ in range(300)]
    assert len(set(words)) == len(words)
    assert not set(words) & (WORDS | NUMBERS)
    assert not any(set(word) <= set("IVX") for word in words)
    with pytest.raises(ValueError, match="is left"):
        spelt(rng, np.array(list("VX")), 4, used)


@pytest.mark.parametrize("signs", [counted_signs, near_signs])
def test_marks_that_differ_by_little_differ(signs: Callable[[np.random.Generator, int], list[Mask]]) -> None:
    for seed in range(20):
        drawn = signs(np.random.default_rng(seed), len(FACES))
        assert len(drawn) == len(FACES)
        assert all(mask.any() for mask in drawn)
        for one, other in combinations(drawn, 2):
            assert one.shape != other.shape or (one != other).any()


def test_a_counted_sign_grows_by_one_and_begins_anew_with_the_next_higher() -> None:
    wide = [mask.shape for mask in counted_signs(np.random.default_rng(0), 12)]
    longest = [max(shape) for shape in wide]
    assert min(longest) < max(longest) / 3
    assert any(one > other for one, other in pairwise(longest))


def test_a_near_word_has_a_letter_more_one_less_or_another() -> None:
    rng = np.random.default_rng(2)
    for _ in range(200):
        near = near_word(rng, "KAFO", np.array(list("XYZ")))
        kept = sum(letter in "KAFO" for letter in near)
        assert (len(near), kept) in {(3, 3), (4, 4), (4, 3), (5, 4)}


def test_a_deck_to_learn_from_has_a_lesson_and_a_photo_of_play_and_is_rendered_once(tmp_path: Path) -> None:
    render_taught(3, range(1), 1, tmp_path, learn="train")
    (lesson,), (play,) = ([*(tmp_path / "learnt-00000" / part).glob("*.json")] for part in (LESSON, PLAY))
    assert load_scene(lesson).split == load_scene(play).split == "train"
    shown = [card.face for card in load_scene(lesson).cards]
    assert set(shown) == {*FACES, None}
    assert len(shown) == len(FACES) + 1
    first = [path.stat().st_mtime_ns for path in (lesson, play)]
    # Fewer are there, too.
    for photos in (1, 0):
        render_taught(3, range(1), photos, tmp_path, learn="train")
        assert [path.stat().st_mtime_ns for path in (lesson, play)] == first


def test_the_faces_of_a_strange_deck_are_photographed_one_by_one_and_once_more(tmp_path: Path) -> None:
    render_apart(5, range(1), tmp_path)
    scenes = [load_scene(path) for path in sorted((tmp_path / "strange-00000" / APART).glob("*.json"))]
    assert all(len(scene.cards) == 1 for scene in scenes)
    assert [scene.cards[0].face for scene in scenes] == [*FACES, None] * 2


@pytest.mark.parametrize(("learn", "name"), [(None, "strange-00002"), ("val", "learnt-00002")])
def test_whole_tables_of_a_deck_name_it_and_are_rendered_once(tmp_path: Path, learn: str | None, name: str) -> None:
    render_tables_of(5, range(2, 3), 1, tmp_path, learn=learn)
    (folder,) = (tmp_path / name / TABLES).iterdir()
    assert read_table(folder).deck_profiles == (name,)
    labels = [path for path in folder.rglob("*.json") if path.parent.name != "truth"]
    assert len({card.deck for path in labels for card in load_scene(path).cards}) == 1
    assert {load_scene(path).split for path in labels} == {learn or "test"}
    written = labels[0].stat().st_mtime_ns
    render_tables_of(5, range(2, 3), 1, tmp_path, learn=learn)
    assert labels[0].stat().st_mtime_ns == written


def test_no_split_learns_or_is_judged_by_another_s_invention(tmp_path: Path) -> None:
    decks = {}
    for split in ("train", "val", "test"):
        render_taught(8, range(1, 2), 0, tmp_path / split, learn=split)
        scene = load_scene(tmp_path / split / "learnt-00001" / LESSON / "000000.json")
        (decks[split],) = {card.deck for card in scene.cards}
        assert decks[split].startswith(PREFIX)
    assert len(set(decks.values())) == 3
