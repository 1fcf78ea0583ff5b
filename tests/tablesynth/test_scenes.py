"""Rendered scenes: rule-true rounds, exact labels, the same bytes from the same seed."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tablesynth import render, tables
from tablesynth.__main__ import main
from tablesynth.art import Family, IndexArt
from tablesynth.assets import SPLITS, held_by
from tablesynth.dealt.layouts import LaidCard, LaidPile, Pose, Style
from tablesynth.dealt.loose import scatter
from tablesynth.dealt.rounds import NATURAL_RANKS, PileKind, TableRound, draw_round, most_wilds, stock, value
from tablesynth.dealt.shoe import NORMAL_PX, OpenedDeck, Print, draw_pool, opened
from tablesynth.decks import deck_names, drawn_family
from tablesynth.decks.lettering import Type
from tablesynth.labels import CardLabel, load_scene
from tablesynth.marking import FAINT_SHARE, SEEN_SHARE, label_card, look
from tablesynth.photo.camera import View, aim
from tablesynth.photo.compose import NOTHING, Canvas, Curl, square_to_quad
from tablesynth.photograph import Habits, Wish, photograph, stand
from tablesynth.scene import ASKED_FOR, LAYOUTS, Order, lay, render_scene, write_scene
from tablesynth.tables import PlannedTable, TableOrder, plan_table, record, unshown, write_table
from tablesynth.things.clutter import Thing
from tablesynth.things.prints import PRINTED
from tablesynth.things.surfaces import FAMILIES

from scorer.faces import WILDS, Face
from scorer.record import parse_record
from scorer.scoring.tally import tally
from vision.corners import CornerKind

SMALL = (640, 480)
PLAIN = Wish("train", 90, SMALL, 640, whole=True, straight=1.0)


def area(quad: object) -> float:
    """Twice the signed area: positive where the corners run clockwise as seen (y points down)."""
    points = np.asarray(quad, np.float64)
    x, y = points[:, 0], points[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


def upright(card: CardLabel, corner: int) -> tuple[tuple[float, float], ...]:
    return next(index.quad for index in card.indices if index.corner == corner)


def draw(seed: int) -> TableRound:
    rng = np.random.default_rng(seed)
    return draw_round(rng, ("Ann", "Ben", "Cleo")[: int(rng.integers(2, 4))], int(rng.integers(1, 5)))


def pile_is_legal(cards: tuple[Face, ...], kind: PileKind) -> bool:
    naturals = [card for card in cards if card in NATURAL_RANKS]
    wilds = [card for card in cards if card in WILDS]
    size = len(cards)
    return (
        len(naturals) + len(wilds) == size
        and len(set(naturals)) == 1
        and len(naturals) > len(wilds)
        and len(wilds) <= most_wilds(size)
        and (3 <= size <= 6 if kind is PileKind.MELD else size >= 7)
        and (kind is PileKind.MELD or (kind is PileKind.CLEAN) == (not wilds))
    )


@settings(max_examples=60)
@given(st.integers(0, 2**31))
def test_drawn_piles_are_legal_and_one_a_rank(seed: int) -> None:
    for side in draw(seed).sides:
        assert all(pile_is_legal(pile.cards, pile.kind) for pile in side.piles)
        ranks = [pile.rank for pile in side.piles]
        assert ranks == sorted(set(ranks), key=NATURAL_RANKS.index)


@settings(max_examples=60)
@given(st.integers(0, 2**31))
def test_a_round_uses_no_more_cards_than_its_decks_hold(seed: int) -> None:
    drawn = draw(seed)
    used: Counter[Face] = Counter()
    for side in drawn.sides:
        used.update(side.left)
        used[Face.RED_THREE] += side.red_threes
        for pile in side.piles:
            used.update(pile.cards)
    assert all(count <= stock(drawn.decks)[face] for face, count in used.items())


@settings(max_examples=60)
@given(st.integers(0, 2**31))
def test_whoever_went_out_had_both_books_and_no_cards_left(seed: int) -> None:
    sides = draw(seed).sides
    assert sum(side.went_out for side in sides) <= 1
    for side in sides:
        kinds = {pile.kind for pile in side.piles}
        assert bool(side.left) is not side.went_out
        assert not side.went_out or {PileKind.CLEAN, PileKind.DIRTY} <= kinds


@settings(max_examples=60)
@given(st.integers(0, 2**31))
def test_who_has_melded_has_made_the_rounds_minimum(seed: int) -> None:
    drawn = draw(seed)
    for side in drawn.sides:
        played = sum(value(face) for pile in side.piles for face in pile.cards)
        assert played == 0 or played >= (60, 90, 120, 150)[drawn.number - 1]


@pytest.mark.parametrize("seed", range(12))
def test_a_tables_true_record_scores_without_a_problem_and_within_what_is_shown(seed: int) -> None:
    table = plan_table(np.random.default_rng(seed), "train", np.random.default_rng(seed // 6))
    true = tally(parse_record(json.dumps(record(table, shown=False))))
    shown = tally(parse_record(json.dumps(record(table, shown=True))))
    assert not true.problems
    for side, seen in zip(true.sides, shown.sides, strict=True):
        assert not side.problems
        assert side.low == side.best == side.high
        # An eighth card under a squared book is the one thing that no reader can know.
        if all(len(pile.cards) <= 7 for round_side in table.round.sides for pile in round_side.piles):
            assert seen.low <= side.best <= seen.high


def test_the_same_seed_gives_the_same_bytes_and_another_does_not() -> None:
    order = Order("train", 5, ("scatter",), SMALL)
    rendered = render_scene(order, 3)
    assert render_scene(order, 3) == rendered
    assert render_scene(order, 4)[0] != rendered[0]
    assert render_scene(Order("val", 5, ("scatter",), SMALL), 3)[0] != rendered[0]


@pytest.mark.parametrize("layout", (*LAYOUTS, *ASKED_FOR))
def test_every_layout_renders_with_labels_inside_the_photo(layout: str) -> None:
    data, scene = render_scene(Order("train", 2, (layout,), SMALL), 1)
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape == (480, 640, 3)
    assert (scene.layout, scene.width, scene.height) == (layout, 640, 480)
    assert scene.cards
    for card in scene.cards:
        assert 0 <= card.pile < len(scene.piles)
        assert 0 < card.visible <= 1
        assert area(card.quad) > 0
        for index in card.indices:
            x1, y1, x2, y2 = index.box
            assert 0 <= x1 <= x2 <= 640
            assert 0 <= y1 <= y2 <= 480
            assert set(index.quad) == set(card.quad)


@pytest.mark.parametrize("layout", ["remastered", "traditional", "fanned", "left", "dense", "hand"])
def test_spread_piles_show_the_cards_they_hold(layout: str, deck: OpenedDeck) -> None:
    for pile in lay(np.random.default_rng(11), layout, (deck,)):
        laid = [card.face for card in pile.laid if card.face is not None]
        if not pile.squared:
            assert Counter(laid) == Counter(pile.cards)
        else:
            assert not Counter(laid) - Counter(pile.cards)
            assert len(laid) + sum(card.under for card in pile.laid if card.face) == len(pile.cards)


def test_remastered_books_lie_as_the_rules_say(deck: OpenedDeck) -> None:
    found: Counter[PileKind] = Counter()
    for seed in range(8):
        for pile in lay(np.random.default_rng(seed), "remastered", (deck,)):
            if not pile.squared or not pile.cards:
                continue
            found[pile.kind] += 1
            top = pile.laid[-1]
            crosswise = bool(abs(np.sin(top.pose.angle)) > 0.9)
            assert crosswise is (pile.kind is PileKind.CLEAN)
            if pile.kind is PileKind.DIRTY:
                behind = pile.laid[0]
                assert behind.face in WILDS
                assert behind.pose.y < top.pose.y - 0.15
    assert found[PileKind.CLEAN] > 1
    assert found[PileKind.DIRTY] > 1


def test_a_card_is_painted_where_its_quad_says(deck: OpenedDeck) -> None:
    art = deck.backs[0].image.copy()
    art[: art.shape[0] // 2, : art.shape[1] // 2, :3] = (0, 0, 255)
    quad = np.array([[300.0, 60], [520, 160], [400, 420], [190, 300]])
    canvas = Canvas(np.zeros((480, 640, 3), np.uint8))
    assert canvas.paint(art, quad, 7)
    inside = np.zeros((480, 640), np.uint8)
    cv2.fillConvexPoly(inside, quad.astype(np.int32), 1)
    seen = canvas.seen == 7
    assert (seen & (inside > 0)).sum() / (seen | (inside > 0)).sum() > 0.97
    quarter = cv2.perspectiveTransform(np.float32([[[0.25, 0.25]]]), square_to_quad(quad).astype(np.float32))[0, 0]
    assert canvas.image[int(quarter[1]), int(quarter[0])].tolist() == [0, 0, 255]


@pytest.mark.parametrize("along", [0, 1])
def test_a_bent_cards_label_follows_its_bend(along: int) -> None:
    art = np.full((280, 200, 4), 255, np.uint8)
    art[40:100, 20:60, :3] = (0, 0, 255)
    quad = np.array([[200.0, 100], [300, 100], [300, 240], [200, 240]])
    curl = Curl(14.0, 6.0, along)
    canvas = Canvas(np.zeros((480, 640, 3), np.uint8))
    assert canvas.paint(art, quad, 0, curl=curl)
    share, hull = look(square_to_quad(quad), (20 / 200, 40 / 280, 60 / 200, 100 / 280), 0, canvas.seen, curl=curl)
    red = (canvas.image[..., 2] > 128) & (canvas.image[..., 1] < 128)
    rows, columns = np.flatnonzero(red.any(1)), np.flatnonzero(red.any(0))
    assert share == 1
    assert hull == pytest.approx((columns[0], rows[0], columns[-1] + 1, rows[-1] + 1), abs=1.6)
    assert hull[0] > 210 + 2


@pytest.mark.parametrize("seed", range(3))
def test_a_photo_of_a_three_is_never_grey(seed: int, deck: OpenedDeck) -> None:
    pile = LaidPile("played", PileKind.LOOSE, False, (Face.RED_THREE,), (LaidCard(Face.RED_THREE, Pose(0, 0, 0)),))
    for number in range(12):
        photo = photograph(
            np.random.default_rng((seed, number)), (pile,), (deck,), Wish("train", 60, (320, 240), 640, False, 1)
        )
        assert np.ptp(photo.image.astype(int), axis=2).max() > 8


def test_the_visible_share_of_a_half_covered_box_is_a_half_and_its_hull_is_what_shows() -> None:
    place = square_to_quad(np.array([[100.0, 100], [200, 100], [200, 240], [100, 240]]))
    seen = np.full((480, 640), 3, np.int16)
    assert look(place, (0.0, 0.0, 1.0, 1.0), 3, seen) == (1.0, pytest.approx((100, 100, 200, 240), abs=0.01))
    seen[:, 150:] = NOTHING
    share, hull = look(place, (0.0, 0.0, 1.0, 1.0), 3, seen)
    assert share == pytest.approx(0.5, abs=0.05)
    assert hull == pytest.approx((100, 100, 150, 240), abs=1)
    assert look(place, (0.6, 0.0, 1.0, 1.0), 3, seen)[0] == 0


def test_an_index_under_another_card_is_not_labelled_as_visible(deck: OpenedDeck) -> None:
    printed = deck.fronts[Face.EIGHT][0]
    height = 100 * deck.aspect
    below = np.array([[200.0, 100], [300, 100], [300, 100 + height], [200, 100 + height]])
    canvas = Canvas(np.zeros((480, 640, 3), np.uint8))
    canvas.paint(printed.image, below, 0)
    bare = label_card(printed, below, 0, 0, canvas.seen)
    canvas.paint(printed.image, below + np.array([0, 60]), 1)
    covered = label_card(printed, below, 0, 0, canvas.seen)
    assert bare is not None
    assert covered is not None
    assert {index.corner for index in covered.indices} < {index.corner for index in bare.indices}
    assert 3 not in {index.corner for index in covered.indices}
    assert 2 not in {index.corner for index in covered.indices}
    assert all(index.rank_visible > 0.9 for index in bare.indices)
    canvas.paint(printed.image, below, 2)
    assert label_card(printed, below, 0, 0, canvas.seen) is None


def test_a_rank_that_light_drowned_or_the_dark_swallowed_may_be_read_or_not(deck: OpenedDeck) -> None:
    printed = deck.fronts[Face.EIGHT][0]
    quad = np.array([[200.0, 100], [300, 100], [300, 100 + 100 * deck.aspect], [200, 100 + 100 * deck.aspect]])
    canvas = Canvas(np.zeros((480, 640, 3), np.uint8))
    canvas.paint(printed.image, quad, 0)

    def visible(photo: NDArray[np.uint8]) -> set[float]:
        label = label_card(printed, quad, 0, 0, canvas.seen, photo=photo)
        assert label is not None
        return {index.rank_visible for index in label.indices}

    assert visible(canvas.image) == {1.0}
    assert visible((canvas.image // 5).astype(np.uint8)) == {1.0}
    assert visible((canvas.image // 40).astype(np.uint8)) == {FAINT_SHARE}
    assert visible((252 + canvas.image // 100).astype(np.uint8)) == {FAINT_SHARE}


def test_a_rank_that_fills_half_the_rim_of_its_box_is_not_taken_for_a_faint_one(deck: OpenedDeck) -> None:
    image = np.full((140, 100, 4), 255, np.uint8)
    image[10:34, 10:21, :3], image[10:34, 21:23, :3] = 0, 128
    fat = IndexArt(CornerKind.INDEX, 0, False, (10.0, 10.0, 34.0, 34.0), None)
    printed = replace(deck.fronts[Face.EIGHT][0], image=image, indices=(fat,))
    quad = np.array([[200.0, 100], [300, 100], [300, 240], [200, 240]])
    canvas = Canvas(np.zeros((480, 640, 3), np.uint8))
    canvas.paint(printed.image, quad, 0)
    for photo, visible in ((canvas.image, 1.0), ((canvas.image // 40).astype(np.uint8), FAINT_SHARE)):
        label = label_card(printed, quad, 0, 0, canvas.seen, photo=photo)
        assert label is not None
        assert [index.rank_visible for index in label.indices] == [visible]


def test_the_value_of_a_suitless_wild_is_labelled_by_itself() -> None:
    pool = draw_pool(np.random.default_rng(4), "train", Family.REMASTERED, 8)
    quad = np.array([[100.0, 20], [420, 20], [420, 460], [100, 460]])
    hidden = 0
    for printed in (opened(deck, NORMAL_PX).fronts[face][0] for deck in pool for face in WILDS):
        canvas = Canvas(np.zeros((480, 640, 3), np.uint8))
        canvas.paint(printed.image, quad, 0)
        label = label_card(printed, quad, 0, 0, canvas.seen)
        assert label is not None
        for index in label.indices:
            assert index.value_visible == pytest.approx(1.0, abs=0.02)
            assert index.value_box is not None
            assert all(index.box[k] - 1 <= index.value_box[k] for k in (0, 1))
            assert all(index.value_box[k] <= index.box[k] + 1 for k in (2, 3))
            x1, y1, x2, y2 = index.value_box
            canvas.seen[int(y1) - 1 : int(y2) + 2, int(x1) - 1 : int(x2) + 2] = 7
        covered = label_card(printed, quad, 0, 0, canvas.seen)
        assert covered is not None
        for index in covered.indices:
            assert (index.value_visible, index.value_box) == (0.0, None)
            assert SEEN_SHARE < index.rank_visible < 0.9
            hidden += 1
    assert hidden > 8


def in_full_view(printed: Print) -> CardLabel:
    """Return the label of a card that lies alone in a photo, its middle at 250, 170 px."""
    quad = np.array([[200.0, 100], [300, 100], [300, 240], [200, 240]])
    canvas = Canvas(np.zeros((480, 640, 3), np.uint8))
    canvas.paint(printed.image, quad, 0)
    label = label_card(printed, quad, 0, 0, canvas.seen)
    assert label is not None
    return label


def test_an_index_other_than_a_suitless_wild_s_has_no_value(deck: OpenedDeck) -> None:
    printed = deck.fronts[Face.WILD_50][0]
    label = in_full_view(printed)
    assert {(index.value_visible, index.value_box) for index in label.indices} == {(1.0, None)}


def test_an_index_quad_starts_at_its_own_top_left(deck: OpenedDeck) -> None:
    printed = deck.fronts[Face.NINE][0]
    label = in_full_view(printed)
    for index, art in zip(label.indices, printed.indices, strict=True):
        start = label.quad.index(index.quad[0])
        assert start == (2 if art.turned else 0)
        x, y = (index.box[0] + index.box[2]) / 2, (index.box[1] + index.box[3]) / 2
        assert (x > 250, y > 170) == (art.corner in (1, 2), art.corner in (2, 3))


def test_face_down_cards_have_four_corners_each_its_own_first(deck: OpenedDeck) -> None:
    rng = np.random.default_rng(1)
    pile = LaidPile("played", PileKind.LOOSE, False, (), (LaidCard(None, Pose(0, 0, 0)),))
    photo = photograph(rng, (pile,), (deck,), PLAIN)
    (card,) = photo.cards
    assert card.face is None
    for index in card.indices:
        assert index.kind is CornerKind.BACK
        assert index.quad[0] == card.quad[index.corner]
        x1, y1, x2, y2 = index.box
        assert x1 - 1 <= index.quad[0][0] <= x2 + 1
        assert y1 - 1 <= index.quad[0][1] <= y2 + 1


@settings(max_examples=60)
@given(st.floats(0, 6.28), st.floats(0, 0.78), st.floats(3, 12), st.floats(-0.05, 0.05))
def test_no_view_mirrors_a_card(turn: float, tilt: float, height: float, bend: float) -> None:
    corners = np.array([[-0.5, -0.7, 0], [0.5, -0.7, 0], [0.5, 0.7, 0], [-0.5, 0.7, 0]])
    camera = aim(corners, View(turn, tilt, height, bend), SMALL, 900.0, (0.0, 0.0))
    seen = camera.project(corners)
    assert area(seen) > 0
    assert (seen.min(0) + seen.max(0)) / 2 == pytest.approx((320, 240), abs=2)


def test_scattered_cards_lie_in_their_own_piles() -> None:
    style = Style(1.4, 0.3, 0.3, 0.0, 0.0, False)
    piles = scatter(np.random.default_rng(0), (Face.ACE, None, Face.FOUR), style)
    assert [pile.cards for pile in piles] == [(Face.ACE,), (), (Face.FOUR,)]


def test_val_and_test_surfaces_are_partly_never_trained_on() -> None:
    trained = set(FAMILIES["common"]) | set(FAMILIES["train"])
    assert not trained & set(FAMILIES["val"])
    assert not trained & set(FAMILIES["test"])
    assert {held_by(f"texture-{number}.png") for number in range(60)} == set(SPLITS)


@pytest.mark.parametrize(
    ("split", "layouts", "wrong"), [("dev", ("left",), "'dev'"), ("val", ("left", "piles"), "'piles'")]
)
def test_unknown_splits_and_layouts_are_refused_by_name(split: str, layouts: tuple[str, ...], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        Order(split, 0, layouts)


def test_among_jokers_lie_two_of_five_jokers_of_suited_decks() -> None:
    faces = [
        card.face
        for number in range(4)
        for card in render_scene(Order("train", 3, ("jokers",), size=(320, 240)), number)[1].cards
    ]
    assert 0.2 < faces.count(Face.WILD_50) / len(faces) < 0.6
    assert len({*faces} - {Face.WILD_50, Face.WILD_20}) > 3, "beside ranks, as at a table"


def test_ornate_scenes_are_dealt_from_ornate_decks_of_the_split() -> None:
    order = Order("train", 3, ("fanned",), size=(320, 240), ornate=True)
    decks = {card.deck for number in range(3) for card in render_scene(order, number)[1].cards}
    drawn = {deck for deck in decks if drawn_family(deck) is not None}
    assert drawn
    assert drawn <= set(deck_names("train", ornate=True)) - set(deck_names("train"))


def test_decks_that_last_for_no_scene_are_refused() -> None:
    with pytest.raises(ValueError, match="decks last for 0 scenes"):
        Order("train", 0, decks_last=0)


def test_decks_that_last_shorter_show_more_prints() -> None:
    def decks(decks_last: int) -> set[str]:
        order = Order("train", 4, ("scatter",), SMALL, decks_last)
        return {card.deck for number in range(5) for card in render_scene(order, number)[1].cards}

    assert len(decks(1)) > len(decks(8))


@pytest.mark.parametrize("kind", PRINTED, ids=lambda kind: kind.__name__)
def test_printed_things_are_whole_and_alike_from_a_seed(kind: Callable[[np.random.Generator, Type], Thing]) -> None:
    one, same, other = (kind(np.random.default_rng(seed), Type()) for seed in (1, 1, 2))
    assert one.image.shape[2] == 4
    assert one.image[..., 3].any()
    assert one.image[..., :3].std() > 3
    assert one.width > 0.1
    assert one.image.tobytes() == same.image.tobytes()
    assert one.image.tobytes() != other.image.tobytes()


def test_rendering_goes_on_where_it_stopped(tmp_path: Path) -> None:
    order = Order("train", 1, ("closeup",), SMALL)
    write_scene(order, 0, folder=tmp_path)
    photo = tmp_path / "000000.jpg"
    photo.write_bytes(b"kept")
    write_scene(order, 0, folder=tmp_path)
    assert photo.read_bytes() == b"kept"
    (tmp_path / "000000.json").unlink()
    write_scene(order, 0, folder=tmp_path)
    assert photo.read_bytes() == render_scene(order, 0)[0]
    assert load_scene(tmp_path / "000000.json") == render_scene(order, 0)[1]


def test_the_command_line_renders_scenes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["render", "--split", "val", "--count", "2", "--out", str(tmp_path), "--width", "640", "--height", "480"]
    assert main([*asked, "--layouts", "left,scatter"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "000000.jpg",
        "000000.json",
        "000001.jpg",
        "000001.json",
    ]
    with pytest.raises(SystemExit) as wrong:
        main([*asked[:-2]])
    assert wrong.value.code == 2
    assert "--height" in capsys.readouterr().err


def test_a_table_is_written_as_a_folder_to_score(tmp_path: Path) -> None:
    write_table(TableOrder("test", 3), 1, tmp_path / "table-0001")
    folder = tmp_path / "table-0001"
    truth = parse_record((folder / "truth" / "record.json").read_text(encoding="utf-8"))
    assert any(side.left for side in truth.sides)
    for side in truth.sides:
        photos = {path.stem for path in (folder / side.name).glob("*.jpg")}
        assert {path.stem for path in (folder / side.name).glob("*.json")} == photos >= {"played-1"}
        assert ("left-1" in photos) is bool(side.left)
        if side.left:
            left = load_scene(folder / side.name / "left-1.json")
            assert Counter(card.face for card in left.cards if card.face is not None) == Counter(side.left)


def test_tables_whose_decks_last_shorter_show_more_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planned: list[PlannedTable] = []
    monkeypatch.setattr(tables, "write_planned", lambda rng, plan, *rest: planned.append(plan))

    def decks(decks_last: int) -> set[str]:
        planned.clear()
        for number in (1, 2):
            write_table(TableOrder("val", 5, decks_last), number, tmp_path)
        return {deck.name for plan in planned for deck in plan.decks}

    assert len(decks(1)) > len(decks(32))


def test_tables_that_share_decks_are_rendered_by_one_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    monkeypatch.setattr(render, "write_table", lambda order, number, folder: written.append(number))
    assert [*render.render_tables(TableOrder("val", 5, 8), 17, tmp_path, 1)] == [7, 15, 17]
    assert written == [*range(1, 18)]
    assert [*render.render_tables(TableOrder("val", 5, 1), 3, tmp_path, 1)] == [1, 2, 3]
    assert [*render.render_tables(TableOrder("val", 5), 0, tmp_path, 1)] == []


@pytest.mark.parametrize("lasts", ["0", "-3", "two"])
def test_how_long_decks_last_is_refused_in_one_line(lasts: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("render", "tables"):
        with pytest.raises(SystemExit) as wrong:
            main([command, "--split", "val", "--count", "1", "--out", "x", f"--decks-last={lasts}"])
        assert wrong.value.code == 2
        assert f"{lasts}: not a number of 1 or more" in capsys.readouterr().err


@pytest.mark.parametrize(("low", "least", "most"), [(0.0, 0, 45), (1.0, 40, 65)])
def test_a_phone_held_low_sees_the_table_at_a_slant(low: float, least: float, most: float) -> None:
    corners = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1.4, 0], [0, 1.4, 0]])
    rng = np.random.default_rng(1)
    cameras = [stand(rng, corners, replace(PLAIN, habits=Habits(low=low)))[0] for _ in range(50)]
    tilts = np.rad2deg(np.arccos([camera.rotation[2, 2] for camera in cameras]))
    assert least <= tilts.min() < least + 5
    assert most - 10 < tilts.max() <= most


@pytest.mark.parametrize("share", ["30", "-0.1", "nan", "few"])
def test_what_is_no_share_of_the_photos_is_refused(
    share: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as wrong:
        main(["tables", "--split", "val", "--count", "1", "--out", str(tmp_path), f"--low={share}"])
    assert wrong.value.code == 2
    assert f"{share}: not a share" in capsys.readouterr().err


def test_beneath_a_book_that_is_squared_up_carelessly_cards_peep_out_and_are_labelled(deck: OpenedDeck) -> None:
    laid = (LaidCard(Face.EIGHT, Pose(0, 0, 0), under=6),)
    book = LaidPile("played", PileKind.CLEAN, True, (Face.EIGHT,) * 7, laid)
    image = np.full((140, 100, 4), 255, np.uint8)
    image[4:20, 4:14, :3] = 0
    near_the_edge = IndexArt(CornerKind.INDEX, 0, False, (4.0, 4.0, 14.0, 20.0), None)
    printed = replace(deck.fronts[Face.EIGHT][0], image=image, indices=(near_the_edge,))
    deck = replace(deck, aspect=1.4, fronts={Face.EIGHT: (printed,)})
    peeping = []
    for seed in range(8):
        tidy, untidy = (
            photograph(np.random.default_rng(seed), (book,), (deck,), replace(PLAIN, habits=Habits(untidy=share)))
            for share in (0.0, 1.0)
        )
        assert len(tidy.cards) == 1
        *beneath, top = sorted(untidy.cards, key=lambda card: card.order)
        assert top.visible > 0.9, "but for a lamp that shines on it"
        assert all((card.face, card.pile) == (Face.EIGHT, 0) and card.visible < 0.4 for card in beneath)
        assert unshown(untidy, (book,)) == unshown(tidy, (book,))
        peeping += [index.rank_visible for card in beneath for index in card.indices]
    assert any(0.2 < share < 0.8 for share in peeping)
    assert np.mean(np.array(peeping) > 0.9) < 0.1


@pytest.mark.parametrize("low", [0.0, 1.0])
@pytest.mark.parametrize("seed", range(6))
def test_a_whole_photo_has_every_card_inside(seed: int, low: float, deck: OpenedDeck) -> None:
    rng = np.random.default_rng(seed)
    photo = photograph(rng, lay(rng, "fanned", (deck,)), (deck,), replace(PLAIN, habits=Habits(low=low)))
    corners = np.array([card.quad for card in photo.cards])
    assert corners.min() >= 0
    assert (corners.max((0, 1)) <= SMALL).all()
