"""Where the server keeps things: found again however the data folder is named, and wherever it is moved."""

from pathlib import Path

import pytest

from handfoot.web.config import ServeConfig


def photos(data: Path | str, db: Path | str) -> str:
    return ServeConfig(Path(data), str(db)).photos.name


def test_photos_are_found_again_in_a_data_folder_that_was_moved_or_is_named_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    whole, moved = tmp_path / "data", tmp_path / "moved"
    named = photos("data", "data/handfoot.db")
    assert named == photos(whole, whole / "handfoot.db")
    assert named == photos(whole, f"sqlite:///{whole / 'handfoot.db'}")
    assert named == photos(moved, moved / "handfoot.db")


def test_databases_that_share_a_data_folder_have_photos_of_their_own(tmp_path: Path) -> None:
    addresses = ("handfoot.db", "other.db", "deeper/handfoot.db", "../handfoot.db", "../other.db")
    urls = ("postgresql://handfoot@localhost/handfoot", "postgresql://handfoot@localhost/other")
    found = {photos(tmp_path, db) for db in (*(tmp_path / one for one in addresses), *urls)}
    assert len(found) == len(addresses) + len(urls)
