import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result
from tablesynth.labels import CardLabel, IndexLabel, PileLabel, Scene, save_scene
from tablesynth.realphotos import split_of

from handfoot.errors import OutputError
from handfoot.evaluation.evaluate import thinned
from handfoot.evaluation.figures import marks, write_into
from handfoot.evaluation.labelled import truth_of_scene
from scorer.faces import Face
from tests.commands import handfoot
from tests.handfoot.oracle import Oracle, blank_photo, card, column
from vision.corners import CornerKind, Ink
from vision.photoreading import PhotoReading
from vision.photos.frames import Frame
from vision.seen import RunnerUp, SeenCard

UseOracle = Callable[[Oracle], None]


def label(seen: SeenCard, visible: float = 1.0, face: Face | None = None) -> CardLabel:
    """Return the label of a card as the oracle sees it, or with another face."""
    true = face or seen.face
    kind = CornerKind.BACK if true is None else CornerKind.INDEX
    labelled = tuple(IndexLabel(kind, 0, index.box, seen.quad, visible, visible) for index in seen.indices)
    return CardLabel(true, None, Ink.BLACK, "deck", seen.quad, 0, 0, visible, labelled)


def rendered(folder: Path, name: str, *cards: CardLabel) -> None:
    blank_photo(folder / f"{name}.jpg")
    pile = PileLabel("played", "loose", squared=False, cards=tuple(card.face for card in cards if card.face))
    scene = Scene(f"{name}.jpg", 1600, 1200, "scattered", 1, "val", cards, (pile,))
    save_scene(scene, folder / f"{name}.json")


def evaluate(*arguments: object) -> Result:
    return handfoot("evaluate", *arguments)


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


FIVE = card("5", 300, 300)
KING, TEN, THREE = (card(face, x, 200, shows=(0,)) for face, x in (("K", 200), ("10", 500), ("R3", 800)))


def test_each_photo_is_a_row_and_each_set_has_its_figures(tmp_path: Path, use_oracle: UseOracle) -> None:
    folder, out = tmp_path / "scenes", tmp_path / "out"
    rendered(folder, "right", label(KING), label(TEN), label(THREE))
    rendered(folder, "wrong", label(KING), label(TEN, face=Face.KING), label(THREE, face=Face.BLACK_THREE))
    rendered(folder, "missed", label(KING), label(TEN))
    use_oracle(Oracle({"right.jpg": [KING, TEN, THREE], "wrong.jpg": [KING, TEN, THREE], "missed.jpg": [KING]}))
    result = evaluate(folder, "--out", out, "--draw")
    assert result.exit_code == 0, result.output
    assert sorted(path.name for path in (out / "errors").glob("*.jpg")) == ["scenes-missed.jpg", "scenes-wrong.jpg"]
    by_photo = {row["photo"]: row for row in rows(out / "photos.csv")}
    assert {name: row["cards_exact"] for name, row in by_photo.items()} == {
        "right.jpg": "True",
        "wrong.jpg": "False",
        "missed.jpg": "False",
    }
    assert by_photo["wrong.jpg"]["misread"] == "K>10 B3>R3"
    assert by_photo["missed.jpg"]["missed"] == "10"
    assert float(by_photo["right.jpg"]["find_ms"]) == 1.0
    (figures,) = json.loads((out / "summary.json").read_text(encoding="utf-8"))["photos"]
    assert (figures["true"], figures["read"], figures["right"]) == (8, 7, 5)
    assert (figures["precision"], figures["recall"], figures["exact"]) == (5 / 7, 5 / 8, 1 / 3)
    assert figures["threes"] == [2, 1]
    assert "| scenes | 3 | 71.4 % (5 of 7) | 62.5 % (5 of 8) | 33.3 % (1 of 3) |" in result.stdout


def test_two_folders_of_one_name_have_their_figures_each(tmp_path: Path, use_oracle: UseOracle) -> None:
    one, other = tmp_path / "red" / "scenes", tmp_path / "blue" / "scenes"
    rendered(one, "a", label(KING))
    rendered(other, "b", label(KING), label(TEN))
    rendered(tmp_path / "more", "c", label(KING))
    use_oracle(Oracle({f"{name}.jpg": [KING] for name in "abc"}))
    out = tmp_path / "out"
    assert evaluate(one, other, tmp_path / "more", "--out", out, "--draw").exit_code == 0
    sets = json.loads((out / "summary.json").read_text(encoding="utf-8"))["photos"]
    assert [(one["source"], one["true"]) for one in sets] == [("red/scenes", 1), ("blue/scenes", 2), ("more", 1)]
    assert [path.name for path in (out / "errors").rglob("*.jpg")] == ["blue-scenes-b.jpg"]


def test_two_folders_of_tables_of_one_name_have_their_figures_each(tmp_path: Path, use_oracle: UseOracle) -> None:
    folders, out = [tmp_path / kind / "tables" for kind in ("flat", "fanned")], tmp_path / "out"
    for folder in folders:
        whole_table(folder / "one", ["K", "K", "K", "K", "K", "K"])
    use_oracle(Oracle({"played.jpg": column("K K K K K K", 300, 200), "left.jpg": [FIVE]}))
    assert evaluate(*folders, "--out", out).exit_code == 0
    sets = json.loads((out / "summary.json").read_text(encoding="utf-8"))["tables"]
    assert [(one["source"], one["tables"]) for one in sets] == [("flat/tables", 1), ("fanned/tables", 1)]


def test_a_photo_that_fails_or_crashes_is_a_row_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Crashing:
        def read(self, frame: Frame) -> PhotoReading:
            raise ZeroDivisionError("in the middle")

    folder, out = tmp_path / "scenes", tmp_path / "out"
    rendered(folder, "a", label(KING))
    rendered(folder, "b", label(KING))
    (folder / "b.jpg").write_bytes(b"no photo")
    monkeypatch.setattr("vision.read.default_card_reader", lambda models: Crashing())
    result = evaluate(folder, "--out", out)
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "handfoot: scenes/a.jpg: ZeroDivisionError: in the middle",
        f"handfoot: {folder / 'b.jpg'}: not a JPEG, PNG, WebP or HEIC image",
    ]
    assert [row["error"].split(":")[0] for row in rows(out / "photos.csv")] == [
        "ZeroDivisionError",
        str(folder / "b.jpg"),
    ]


@pytest.mark.parametrize(
    ("visible", "certain", "maybe", "counts"),
    [(1.0, ("K",), (), [True]), (0.9, ("K",), (), [True]), (0.5, (), ("K",), [False]), (0.05, (), (), [])],
)
def test_a_half_hidden_card_may_be_counted_or_not(
    visible: float, certain: tuple[str, ...], maybe: tuple[str, ...], counts: list[bool]
) -> None:
    truth = truth_of_scene(Scene("a.jpg", 1600, 1200, "fan", 1, "val", (label(KING, visible),)))
    assert (truth.cards, truth.maybe) == (certain, maybe)
    assert [index.counts for index in truth.indices or ()] == counts


def test_real_photos_are_judged_on_the_part_kept_for_it(tmp_path: Path, use_oracle: UseOracle) -> None:
    folder, out = tmp_path / "shots", tmp_path / "out"
    (folder / "labels").mkdir(parents=True)
    names = [f"photo{number}" for number in range(12)]
    box = KING.indices[0].box
    centre = (box[0] + box[2]) / 3200, (box[1] + box[3]) / 2400
    size = (box[2] - box[0]) / 1600, (box[3] - box[1]) / 1200
    for name in names:
        blank_photo(folder / "images" / f"{name}.jpg")
        (folder / "labels" / f"{name}.txt").write_text(f"12 {centre[0]} {centre[1]} {size[0]} {size[1]}\n", "utf-8")
    use_oracle(Oracle({f"{name}.jpg": [KING] for name in names}))
    assert evaluate(folder, "--out", out).exit_code == 0
    kept = [f"{name}.jpg" for name in sorted(names) if split_of("shots", name) == "val"]
    assert 0 < len(kept) < len(names)
    judged = rows(out / "photos.csv")
    assert [row["photo"] for row in judged] == kept
    assert {row["indices_right"] for row in judged} == {"1"}
    assert {row["cards_exact"] for row in judged} == {""}


def test_labels_known_to_be_wrong_are_put_right_where_asked(tmp_path: Path, use_oracle: UseOracle) -> None:
    # A photo that amended.toml names: its third label says of a 2 that it is a back.
    folder, stem = tmp_path / "dev_win", "WIN_20240627_12_52_49_Pro_jpg"
    box = KING.indices[0].box
    place = (
        f"{(box[0] + box[2]) / 3200} {(box[1] + box[3]) / 2400} {(box[2] - box[0]) / 1600} {(box[3] - box[1]) / 1200}"
    )
    blank_photo(folder / "images" / f"{stem}.jpg")
    (folder / "labels").mkdir()
    (folder / "labels" / f"{stem}.txt").write_text(f"14 0.9 0.9 0.1 0.1\n14 0.8 0.8 0.1 0.1\n14 {place}\n", "utf-8")
    use_oracle(Oracle({f"{stem}.jpg": [card("W20", 200, 200, shows=(0,))]}))
    for asked, right in (((), "0"), (("--amended",), "1")):
        out = tmp_path / f"out{right}"
        assert evaluate(folder, "--out", out, *asked).exit_code == 0
        assert [row["indices_right"] for row in rows(out / "photos.csv")] == [right]
    # What a photo is amended by is its folder's name, whatever its set is called beside others.
    other = tmp_path / "copy" / "dev_win"
    rendered(other, "a", label(KING))
    use_oracle(Oracle({f"{stem}.jpg": [card("W20", 200, 200, shows=(0,))], "a.jpg": [KING]}))
    assert evaluate(folder, other, "--out", tmp_path / "both", "--amended").exit_code == 0
    assert [row["indices_right"] for row in rows(tmp_path / "both" / "photos.csv")] == ["1", "1"]


def whole_table(folder: Path, truth: list[str]) -> None:
    for photo in ("played.jpg", "left.jpg"):
        blank_photo(folder / "North" / photo)
    (folder / "table.toml").write_text(
        'rules = "remastered-singles"\nround = 1\n[sides.North]\nwent_out = false\n', encoding="utf-8"
    )
    side = {"name": "North", "piles": [{"cards": truth}], "left": ["5"]}
    record = {"rules": "remastered-singles", "round": 1, "sides": [side]}
    (folder / "truth").mkdir()
    (folder / "truth" / "record.json").write_text(json.dumps(record), encoding="utf-8")


def test_a_table_wrong_without_a_doubt_is_wrong_in_silence(tmp_path: Path, use_oracle: UseOracle) -> None:
    tables, out = tmp_path / "tables", tmp_path / "out"
    whole_table(tables / "right", ["K", "K", "K", "K", "K", "K"])
    whole_table(tables / "wrong", ["K", "K", "K", "K", "K", "K", "W20"])
    use_oracle(Oracle({"played.jpg": column("K K K K K K", 300, 200), "left.jpg": [FIVE]}))
    result = evaluate(tables, "--out", out)
    assert result.exit_code == 0, result.output
    judged = {
        row["table"]: (row["truth"], row["best"], row["exact"], row["held"], row["silent"])
        for row in rows(out / "tables.csv")
    }
    assert judged == {"right": ("55", "55", "True", "True", "False"), "wrong": ("375", "55", "False", "False", "True")}
    assert "| tables | 2 | 50.0 % (1 of 2) | 50.0 % (1 of 2) | 50.0 % (1 of 2) | 0 |" in result.stdout


def test_questions_about_cards_are_counted_by_themselves(tmp_path: Path, use_oracle: UseOracle) -> None:
    tables, out = tmp_path / "tables", tmp_path / "out"
    whole_table(tables / "one", ["K", "K", "K", "K", "K", "K"])
    kings = column("K K K K K K", 300, 200)
    kings[2], kings[4] = (replace(kings[number], presence=0.7) for number in (2, 4))
    book = [card("W20", 900, 400, shows=(0,)), card("Q", 900, 450, 90)]
    use_oracle(Oracle({"played.jpg": [*kings, *book], "left.jpg": [FIVE]}))
    result = evaluate(tables, "--out", out)
    (row,) = rows(out / "tables.csv")
    assert (row["questions"], row["of_cards"], row["cards_asked"]) == ("3", "1", "2")
    assert f"| {row['questions']}.0 | {row['of_cards']}.0 | 2.0 | {row['raised']}.0 |" in result.stdout


def labelled_table(folder: Path, kings: int) -> None:
    """Write a table of so many kings in a column, and a squared book of queens with a wild behind."""
    queens = ["Q"] * 5 + ["W20", "W50"]
    whole_table(folder, ["K"] * kings)
    record = json.loads((folder / "truth" / "record.json").read_text(encoding="utf-8"))
    record["sides"][0]["piles"].append({"cards": queens})
    (folder / "truth" / "record.json").write_text(json.dumps(record), encoding="utf-8")
    book = [replace(label(one), pile=1) for one in (card("W20", 900, 400, shows=(0,)), card("Q", 900, 450, 90))]
    piles = (
        PileLabel("played", "meld", squared=False, cards=(Face.KING,) * kings),
        PileLabel("played", "dirty", squared=True, cards=tuple(map(Face, queens))),
    )
    cards = (*map(label, column("K " * kings, 300, 200)), *book)
    save_scene(Scene("played.jpg", 1600, 1200, "remastered", 1, "val", cards, piles), folder / "North" / "played.json")
    pile = PileLabel("left", "left", squared=False, cards=(Face.FIVE,))
    left = Scene("left.jpg", 1600, 1200, "remastered", 1, "val", (label(FIVE),), (pile,))
    save_scene(left, folder / "North" / "left.json")


def test_what_is_asked_is_answered_as_it_lies_and_what_stays_wrong_is_counted(
    tmp_path: Path, use_oracle: UseOracle
) -> None:
    tables, out = tmp_path / "tables", tmp_path / "out"
    labelled_table(tables / "asked", 6)
    labelled_table(tables / "missed", 7)
    for name, damaged in (("broken", "truth/record.json"), ("unlabelled", "North/played.json")):
        labelled_table(tables / name, 6)
        (tables / name / damaged).write_text("{", encoding="utf-8")
    # One king is hardly there, one reads as an ace, and of seven nobody saw one.
    kings = column("K K A K K K", 300, 200)
    kings[1] = replace(kings[1], presence=0.7)
    kings[2] = replace(kings[2], confidence=0.6, runners_up=(RunnerUp(Face.KING, 0.4),))
    book = [card("W20", 900, 400, shows=(0,)), card("Q", 900, 450, 90)]
    use_oracle(Oracle({"played.jpg": [*kings, *book], "left.jpg": [FIVE]}))
    result = evaluate(tables, "--out", out, "--answered")
    judged = {row["table"]: row for row in rows(out / "answered.csv")}
    assert set(judged) == {"asked", "missed"}
    assert {name: row["after"] == row["truth"] for name, row in judged.items()} == {"asked": True, "missed": False}
    assert all(row["before"] != row["truth"] and row["still_open"] == "0" for row in judged.values())
    assert int(judged["asked"]["answered"]) >= 2
    assert "| tables | 2 | 0.0 % (0 of 2) | 50.0 % (1 of 2) | 50.0 % (1 of 2) | 50.0 % (1 of 2) |" in result.stdout


def test_tables_without_labels_are_not_answered(tmp_path: Path, use_oracle: UseOracle) -> None:
    whole_table(tmp_path / "tables" / "bare", ["K"] * 6)
    use_oracle(Oracle({"played.jpg": column("K K K K K K", 300, 200), "left.jpg": [FIVE]}))
    result = evaluate(tmp_path / "tables", "--out", tmp_path / "out", "--answered")
    assert (result.exit_code, rows(tmp_path / "out" / "answered.csv")) == (0, [])
    assert "every question answered" not in result.stdout


def test_a_broken_truth_is_a_row_too(tmp_path: Path, use_oracle: UseOracle) -> None:
    tables, out = tmp_path / "tables", tmp_path / "out"
    whole_table(tables / "a", ["K"])
    (tables / "a" / "truth" / "record.json").write_text("{", encoding="utf-8")
    use_oracle(Oracle({}))
    result = evaluate(tables, "--out", out)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert str(tables / "a" / "truth" / "record.json") in result.stderr
    assert "record.json" in rows(out / "tables.csv")[0]["error"]


def test_a_folder_without_labels_is_refused(tmp_path: Path) -> None:
    blank_photo(tmp_path / "photos" / "a.jpg")
    result = evaluate(tmp_path / "photos", "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert "no labelled photo" in result.stderr


def test_figures_are_put_between_their_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    begin, end = marks("figures", "handfoot evaluate")
    page.write_text(f"# Before\n\n{begin}\nold\n{end}\n\nafter\n", encoding="utf-8")
    write_into(page, "new\n")
    write_into(page, "newer\n")
    assert page.read_text(encoding="utf-8") == f"# Before\n\n{begin}\n\nnewer\n\n{end}\n\nafter\n"
    write_into(page, "others\n", name="peers", by="a benchmark")
    assert "newer" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(("limit", "kept"), [(None, "abcdef"), (9, "abcdef"), (3, "ace"), (1, "a")])
def test_a_limit_thins_evenly(limit: int | None, kept: str) -> None:
    assert "".join(thinned("abcdef", limit)) == kept


def test_piles_are_judged_where_the_photo_shows_some(tmp_path: Path, use_oracle: UseOracle) -> None:
    folder, out = tmp_path / "scenes", tmp_path / "out"
    cards = [card("K", 200, 150, 90), *column("J J J", 500, 500), *column("4 4 4", 900, 500)]
    piles = (
        PileLabel("played", "clean", squared=True, cards=(Face.KING,) * 7),
        PileLabel("played", "meld", squared=False, cards=(Face.JACK,) * 3),
        PileLabel("played", "meld", squared=False, cards=(Face.FOUR,) * 3),
    )
    places = [0, 1, 1, 1, 2, 2, 2]
    labels = tuple(replace(label(seen), pile=place) for seen, place in zip(cards, places, strict=True))
    for name in ("right", "wrong"):
        blank_photo(folder / f"{name}.jpg")
        save_scene(Scene(f"{name}.jpg", 1600, 1200, "remastered", 1, "val", labels, piles), folder / f"{name}.json")
    # The jack that reads as a queen is one after all: it lies between two of its rank.
    unsure = replace(cards[2], face=Face.QUEEN, confidence=0.6, runners_up=(RunnerUp(Face.JACK, 0.35),))
    use_oracle(Oracle({"right.jpg": [*cards[:2], unsure, *cards[3:]], "wrong.jpg": cards[:-1]}))
    assert evaluate(folder, "--out", out).exit_code == 0
    found = {row["photo"]: (row["piles_true"], row["piles_right"]) for row in rows(out / "photos.csv")}
    assert found == {"right.jpg": ("3", "3"), "wrong.jpg": ("3", "2")}


def test_a_page_for_the_figures_that_is_no_text_is_told(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(b"\xff")
    with pytest.raises(OutputError, match=r"page\.md: no UTF-8 text: byte 0 is wrong"):
        write_into(page, "new")
