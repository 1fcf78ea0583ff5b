"""Files read no further than they may be long, and written whole or not at all."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorer.files import read_at_most, text_of, write_whole


def test_what_many_write_at_once_is_the_whole_of_one_of_them(tmp_path: Path) -> None:
    path = tmp_path / "deck"
    texts = [bytes([65 + number]) * 200_000 for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda text: write_whole(path, text), texts * 4))
    assert path.read_bytes() in texts
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_leaves_the_older_one_and_no_half(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    (folder / "inner").mkdir(parents=True)
    with pytest.raises(OSError, match="deck"):
        write_whole(folder, b"new")
    assert list(tmp_path.iterdir()) == [folder]


def test_a_text_that_is_too_long_is_told_so_though_reading_ended_within_a_letter(tmp_path: Path) -> None:
    path = tmp_path / "names"
    path.write_text("aéé", encoding="utf-8")
    assert text_of(read_at_most(path, 5), 5) == "aéé"
    with pytest.raises(ValueError, match="larger than 3 bytes"):
        text_of(read_at_most(path, 3), 3)
