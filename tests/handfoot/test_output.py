from pathlib import Path

from handfoot.output import drawn_path, free_path


def test_what_is_drawn_of_photos_called_alike_has_a_file_each_on_any_disk(tmp_path: Path) -> None:
    written: set[Path] = set()
    names = [free_path(tmp_path / name, written).name for name in ("a-read.jpg", "A-read.jpg", "b-read.jpg")]
    assert names == ["a-read.jpg", "A-read-2.jpg", "b-read.jpg"]
    # A letter and its accent are one letter to some disks.
    names = [free_path(tmp_path / name, written).name for name in ("\u00e9.jpg", "e\u0301.jpg")]
    assert names == ["\u00e9.jpg", "e\u0301-2.jpg"]


def test_what_is_drawn_of_photos_is_told_by_all_of_a_name_that_has_no_ending(tmp_path: Path) -> None:
    photos = [tmp_path / name for name in ("Dec 1 17.05", "Dec 1 17.12", "a.JPG", "a.heic")]
    written: set[Path] = set()
    names = [drawn_path(tmp_path, photo, "scored", written).name for photo in photos]
    assert names == ["Dec 1 17.05-scored.jpg", "Dec 1 17.12-scored.jpg", "a-scored.jpg", "a-scored-2.jpg"]
