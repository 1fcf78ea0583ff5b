"""What a model card says of where its net comes from."""

from pathlib import Path

from tablesynth.nets.provenance import data
from tablesynth.nets.run import REAL_FOLDERS


def photos(folder: Path, names: list[str]) -> Path:
    """Write empty photos under a folder and return that."""
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    return folder


def test_a_card_counts_rendered_photos_of_scenes_and_of_tables(tmp_path: Path) -> None:
    scenes = photos(tmp_path / "scenes-train", ["000000.jpg", "000000.json", "000001.jpg"])
    tables = photos(tmp_path / "tables-train", ["table-0001/north/played-1.jpg"])
    assert data([scenes, tables], tmp_path / "scenes-val").splitlines() == [
        "2 rendered photos: scenes-train.",
        "1 rendered photos: tables-train.",
        "Judged by scenes-val: decks, fonts and surfaces that none of the train split shows.",
    ]


def test_a_card_names_the_real_photos_and_their_licence_not_their_number(tmp_path: Path) -> None:
    real = photos(tmp_path / REAL_FOLDERS[0], ["a.jpg"])
    lines = data([real], tmp_path / "scenes-val").splitlines()
    assert REAL_FOLDERS[0] in lines[0]
    assert "CC BY 4.0" in lines[1]
    assert not any(line.startswith("1 ") for line in lines)
