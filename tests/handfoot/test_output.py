from pathlib import Path

from handfoot.output import free_path


def test_what_is_drawn_of_photos_called_alike_has_a_file_each_on_any_disk(tmp_path: Path) -> None:
    written: set[Path] = set()
    names = [free_path(tmp_path / name, written).name for name in ("a-read.jpg", "A-read.jpg", "b-read.jpg")]
    assert names == ["a-read.jpg", "A-read-2.jpg", "b-read.jpg"]
    # A letter and its accent are one letter to some disks.
    names = [free_path(tmp_path / name, written).name for name in ("\u00e9.jpg", "e\u0301.jpg")]
    assert names == ["\u00e9.jpg", "e\u0301-2.jpg"]
