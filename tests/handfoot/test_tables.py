import os
from pathlib import Path

import pytest

from handfoot.errors import FolderError, TableFileError
from handfoot.tables import OUTPUT_MARK, photo_shows, read_table, table_folders
from vision.laying.piles import PhotoRole


def put(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")


@pytest.mark.parametrize(
    ("name", "shows"),
    [
        ("left.jpg", PhotoRole.LEFT),
        ("LEFT over.JPG", PhotoRole.LEFT),
        ("Hand-2.png", PhotoRole.LEFT),
        ("foot.heic", PhotoRole.LEFT),
        ("fanned 1.jpg", PhotoRole.FANNED),
        ("Fanned.webp", PhotoRole.FANNED),
        ("played-1.jpg", PhotoRole.PLAYED),
        ("IMG_0001.jpg", PhotoRole.PLAYED),
    ],
)
def test_a_photo_shows_what_its_name_starts_with(name: str, shows: PhotoRole) -> None:
    assert photo_shows(name) is shows


def test_each_sub_folder_is_a_side_named_by_it(tmp_path: Path) -> None:
    put(tmp_path, "North/played.jpg", "North/left.JPG", "South/a.png", "South/notes.txt")
    table = read_table(tmp_path)
    assert [side.name for side in table.sides] == ["North", "South"]
    assert [photo.path.name for photo in table.sides[0].photos] == ["left.JPG", "played.jpg"]
    assert [photo.path.name for photo in table.sides[1].photos] == ["a.png"]


def test_a_photo_whose_name_has_no_ending_is_known_by_how_it_begins(tmp_path: Path) -> None:
    put(tmp_path, "North/a.jpg", "North/notes")
    (tmp_path / "North" / "left-1").write_bytes(b"\xff\xd8\xff\xe0 and so on")
    assert [photo.path.name for photo in read_table(tmp_path).sides[0].photos] == ["a.jpg", "left-1"]


def test_images_without_sub_folders_are_one_side(tmp_path: Path) -> None:
    put(tmp_path / "Ann", "one.jpg", "two.jpg")
    assert [side.name for side in read_table(tmp_path / "Ann").sides] == ["Ann"]


def test_a_side_may_be_called_truth(tmp_path: Path) -> None:
    put(tmp_path, "Jon/a.jpg", "Truth/a.jpg")
    assert [side.name for side in read_table(tmp_path).sides] == ["Jon", "Truth"]


def test_truth_hidden_folders_and_earlier_output_are_no_sides(tmp_path: Path) -> None:
    put(tmp_path, "A/a.jpg", "truth/a.jpg", ".cache/a.jpg", "out/a.jpg", f"out/{OUTPUT_MARK}")
    assert [side.name for side in read_table(tmp_path).sides] == ["A"]


def test_a_link_that_leads_back_is_no_side_and_no_table(tmp_path: Path) -> None:
    put(tmp_path / "table", "A/a.jpg", "B/b.jpg")
    (tmp_path / "table" / "again").symlink_to("../table")
    (tmp_path / "table" / "A" / "home").symlink_to(tmp_path)
    assert table_folders(tmp_path / "table") == (tmp_path / "table",)
    table = read_table(tmp_path / "table")
    assert [side.name for side in table.sides] == ["A", "B"]
    assert table.unused == ()


def test_a_folder_of_tables_is_many_tables(tmp_path: Path) -> None:
    put(tmp_path, "Table 1/A/a.jpg", "Table 1/B/b.jpg", "Table 2/A/a.jpg", "Table 2/B/b.jpg")
    assert [path.name for path in table_folders(tmp_path)] == ["Table 1", "Table 2"]


def test_photos_beside_the_sides_are_named_as_unused(tmp_path: Path) -> None:
    put(tmp_path, "A/a.jpg", "stray.jpg")
    assert [path.name for path in read_table(tmp_path).unused] == ["stray.jpg"]


def test_a_folder_within_a_side_is_no_side_where_the_table_file_names_the_sides(tmp_path: Path) -> None:
    put(tmp_path, "A/a.jpg", "A/before/old.jpg", "B/b.jpg")
    (tmp_path / "table.toml").write_text("[sides.A]\nwent_out = true\n", encoding="utf-8")
    assert table_folders(tmp_path) == (tmp_path,)
    table = read_table(tmp_path)
    assert [side.name for side in table.sides] == ["A", "B"]
    assert [path.name for path in table.unused] == ["old.jpg"]


def test_a_folder_within_a_side_that_holds_photos_makes_no_table_of_it(tmp_path: Path) -> None:
    put(tmp_path, "North/left-1.jpg", "North/old/played-1.jpg", "South/played-1.jpg")
    assert table_folders(tmp_path) == (tmp_path,)
    table = read_table(tmp_path)
    assert [side.name for side in table.sides] == ["North", "South"]
    assert [path.name for path in table.unused] == ["played-1.jpg"]


@pytest.mark.parametrize("second", ["South/played-1.jpg", "South/played-1.jpg South/old/played-1.jpg"])
def test_folders_within_a_side_make_no_table_of_it_beside_one_without(second: str, tmp_path: Path) -> None:
    put(tmp_path, "North/left-1.jpg", "North/old/a.jpg", "North/older/b.jpg", "East/left-1.jpg", *second.split())
    assert table_folders(tmp_path) == (tmp_path,)
    table = read_table(tmp_path)
    assert [side.name for side in table.sides] == ["East", "North", "South"]
    assert [path.name for path in table.unused][:2] == ["a.jpg", "b.jpg"]


def test_one_folder_within_each_side_makes_no_tables_of_them(tmp_path: Path) -> None:
    put(tmp_path, "North/played-1.jpg", "North/old/a.jpg", "South/played-1.jpg", "South/old/a.jpg")
    assert table_folders(tmp_path) == (tmp_path,)


def test_photos_beside_the_sides_of_all_tables_make_no_sides_of_these(tmp_path: Path) -> None:
    put(tmp_path, "1/A/a.jpg", "1/B/b.jpg", "1/all.jpg", "2/A/a.jpg", "2/B/b.jpg", "2/all.jpg")
    assert [path.name for path in table_folders(tmp_path)] == ["1", "2"]


def test_a_photo_beside_the_sides_of_one_of_many_tables_makes_no_side_of_it(tmp_path: Path) -> None:
    put(tmp_path, "1/A/a.jpg", "1/stray.jpg", "2/A/a.jpg")
    assert [path.name for path in table_folders(tmp_path)] == ["1", "2"]


def test_a_storage_box_s_own_folders_make_no_tables_of_the_sides(tmp_path: Path) -> None:
    put(tmp_path, "A/a.jpg", "A/@eaDir/a.jpg", "B/b.jpg")
    assert table_folders(tmp_path) == (tmp_path,)
    assert read_table(tmp_path).unused == ()


def test_a_side_named_by_the_file_around_many_tables_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "1/A/a.jpg", "2/A/a.jpg")
    (tmp_path / "table.toml").write_text("[sides.A]\nwent_out = true\n", encoding="utf-8")
    for path in table_folders(tmp_path):
        with pytest.raises(TableFileError, match="no side 'A' beside it"):
            read_table(path, within=tmp_path)


def test_a_folder_s_name_that_is_no_text_becomes_one(tmp_path: Path) -> None:
    try:
        put(tmp_path, "Zo\udceb/a.jpg")
    except (OSError, UnicodeError):
        pytest.skip("this disk takes text alone")
    assert [side.name for side in read_table(tmp_path).sides] == ["Zo\N{REPLACEMENT CHARACTER}"]


@pytest.mark.parametrize(
    "sides",
    [
        "[sides.A]\nwent_out = true\nscore_before = -40\n[sides.B]\nwent_out = false\n",
        '[[sides]]\nname = "A"\nwent_out = true\nscore_before = -40\n[[sides]]\nname = "B"\nwent_out = false\n',
    ],
    ids=["by name", "as a list"],
)
def test_the_table_file_says_what_no_photo_shows(tmp_path: Path, sides: str) -> None:
    put(tmp_path, "A/a.jpg", "B/b.jpg")
    head = 'rules = "golden-games"\nround = 3\ndecks = 5\nsettings = { red3_left = -500 }\n'
    (tmp_path / "table.toml").write_text(head + sides, encoding="utf-8")
    table = read_table(tmp_path)
    assert (table.rules, table.round, table.decks, table.settings) == ("golden-games", 3, 5, {"red3_left": -500})
    first, second = (side.facts for side in table.sides)
    assert (first.went_out, first.score_before, first.perfect_deals) == (True, -40, None)
    assert second.went_out is False


def test_a_side_that_is_a_link_is_named_by_the_link(tmp_path: Path) -> None:
    put(tmp_path, "camera/DCIM/a.jpg", "table/South/b.jpg")
    (tmp_path / "table" / "North").symlink_to(tmp_path / "camera" / "DCIM")
    assert [side.name for side in read_table(tmp_path / "table").sides] == ["North", "South"]


@pytest.mark.parametrize("place", [".", "../Ann", ".sub/.."])
def test_a_folder_named_from_within_has_its_own_name(
    tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "Ann/a.jpg", "Ann/.sub/x.txt")
    monkeypatch.chdir(tmp_path / "Ann")
    assert read_table(Path(place)).name == "Ann"


@pytest.mark.parametrize("said", ["Zo\u00eb", "Zoe\u0308", "zo\u00cb"], ids=["composed", "in parts", "other case"])
@pytest.mark.parametrize("folder", ["Zo\u00eb", "Zoe\u0308"], ids=["folder composed", "folder in parts"])
def test_a_side_is_the_same_however_its_letters_are_written(tmp_path: Path, folder: str, said: str) -> None:
    put(tmp_path, f"{folder}/a.jpg", f"{folder}/old/a.jpg", "B/b.jpg")
    (tmp_path / "table.toml").write_text(f'[sides."{said}"]\nscore_before = 5\n', encoding="utf-8")
    assert table_folders(tmp_path) == (tmp_path,)
    assert [side.facts.score_before for side in read_table(tmp_path).sides] == [None, 5]


@pytest.mark.parametrize(("one", "other"), [("Zo\u00eb", "Zoe\u0308"), ("A", "A ")])
def test_sides_whose_folders_look_alike_are_refused(tmp_path: Path, one: str, other: str) -> None:
    put(tmp_path, f"{one}/a.jpg", f"{other}/b.jpg")
    if len([*tmp_path.iterdir()]) == 1:
        pytest.skip("this disk takes the two names for one")
    with pytest.raises(FolderError, match="two folders of sides are called"):
        read_table(tmp_path)


def test_a_side_that_the_table_file_names_in_two_ways_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "A/a.jpg")
    (tmp_path / "table.toml").write_text("[sides.A]\n[sides.a]\n", encoding="utf-8")
    with pytest.raises(TableFileError, match="side 'A' stands there twice"):
        read_table(tmp_path)


def test_a_table_file_around_the_tables_speaks_for_all_of_them(tmp_path: Path) -> None:
    put(tmp_path, "1/A/a.jpg", "2/A/a.jpg")
    (tmp_path / "table.toml").write_text('rules = "club"\nround = 1\n', encoding="utf-8")
    (tmp_path / "2" / "table.toml").write_text("round = 2\n", encoding="utf-8")
    tables = [read_table(path, within=tmp_path) for path in table_folders(tmp_path)]
    assert [(table.rules, table.round) for table in tables] == [("club", 1), ("club", 2)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("round = 'two'", "round"),
        ("round = 0", "round"),
        ("rounds = 2", "rounds"),
        ("round = ", "table.toml"),
        ("[sides.A]\nwent_out = 1", "sides.A.went_out"),
        ("[sides.C]\nwent_out = true", "no side 'C'"),
        ("[[sides]]\nwent_out = true", "no name"),
        ("[sides.A]\nperfect_deals = -1", "sides.A.perfect_deals"),
        ("[sides.A]\nperfect_deals = 1001", "sides.A.perfect_deals"),
        ("[sides.A]\nscore_before = 10000001", "sides.A.score_before"),
        ("decks = 101", "decks: 101 is more than 100"),
        ("round = 0", "round: 0 is less than 1"),
        ("round = 1.5", "round: 1.5 is no whole number"),
        ("[sides]\nNorth = 3", "sides.North: 3 is no section of its own, as [sides.NAME] begins one"),
        ("settings = 3", "settings: 3 is no section of its own"),
        ("[settings]\nred3_left = nan", "settings.red3_left: NaN is no text, whole number, true or false"),
        ("foo = 1", "foo: 1: nothing of that name can be said there; what can is rules, round, decks"),
        ("[sides.A]\nfoo = 1", "sides.A.foo: 1: nothing of that name can be said there; what can is went_out"),
        ("round = '" + "x" * 5000 + "'", "round: '" + "x" * 59 + "… is no whole number"),
        ("x" * 5000 + " = 1", "x" * 60 + "…: 1: nothing"),
        ("[sides." + "x" * 5000 + "]", "no side '" + "x" * 59 + "… in this folder"),
        ("round = " + "[" * 5000, "nested too deep"),
        ("round = " + "1" * 5000, "a number in it has thousands of digits"),
        ("decks = 0x" + "f" * 5000, "decks: int is more than 100"),
        ("#" * (1024 * 1024 + 1), "larger than 1048576 bytes"),
    ],
    ids=lambda part: part[:40],
)
def test_a_wrong_table_file_is_refused_with_the_place(tmp_path: Path, text: str, says: str) -> None:
    put(tmp_path, "A/a.jpg", "B/b.jpg")
    (tmp_path / "table.toml").write_text(text, encoding="utf-8")
    with pytest.raises(TableFileError, match=r"table\.toml") as raised:
        read_table(tmp_path)
    assert says in str(raised.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_table_file_that_is_no_file_is_told(tmp_path: Path) -> None:
    put(tmp_path, "1/A/a.jpg", "2/A/a.jpg", "3/A/a.jpg", "4/A/a.jpg")
    (tmp_path / "1" / "table.toml").symlink_to("table.toml")
    (tmp_path / "2" / "table.toml").symlink_to("nowhere.toml")
    (tmp_path / "3" / "table.toml").mkdir()
    os.mkfifo(tmp_path / "4" / "table.toml")
    for number, why in enumerate(("symbolic links", "No such file", "Is a directory", "no file"), start=1):
        with pytest.raises(TableFileError, match=f"table.toml: .*{why}"):
            read_table(tmp_path / str(number))


def test_a_table_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "A/a.jpg")
    (tmp_path / "table.toml").write_bytes(b"\xff\xfe\x00rules")
    with pytest.raises(TableFileError, match=r"table\.toml"):
        read_table(tmp_path)


def test_a_folder_with_nothing_in_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="no photo in it"):
        read_table(tmp_path)


def test_of_a_folder_whose_photos_lie_beside_its_empty_sub_folders_it_is_not_said_that_it_has_none(
    tmp_path: Path,
) -> None:
    put(tmp_path, "left.jpg", "old/deep/a.jpg")
    with pytest.raises(FolderError, match=r": no photo in its sub-folders, and left\.jpg beside them; each side's"):
        read_table(tmp_path)


def test_who_names_an_archive_is_told_to_unpack_it(tmp_path: Path) -> None:
    put(tmp_path, "Table 3.ZIP")
    with pytest.raises(FolderError, match=r"Table 3\.ZIP: an archive: unpack it, and name the folder it makes"):
        table_folders(tmp_path / "Table 3.ZIP")


def test_videos_and_archives_among_a_side_s_photos_are_known_but_for_a_photo_s_own(tmp_path: Path) -> None:
    put(tmp_path, "A/IMG_1.HEIC", "A/img_1.mov", "A/fanned.MOV", "A/photos.zip", "A/notes.txt", "B/b.jpg", "all.zip")
    table = read_table(tmp_path)
    assert [path.name for path in table.unread] == ["fanned.MOV", "photos.zip"]
    assert [path.name for path in table.files] == ["IMG_1.HEIC", "b.jpg"]


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="no such folder"):
        table_folders(tmp_path / "nowhere")
    put(tmp_path, "a.jpg")
    with pytest.raises(FolderError, match="not a folder"):
        table_folders(tmp_path / "a.jpg")
