"""Rendered tables on the printed mat: each card lies in the zone its pile is labelled with."""

from pathlib import Path

import numpy as np
import pytest
from tablesynth import mats
from tablesynth.labels import load_scene

from vision.mat.design import Zone, zone_at
from vision.mat.finding import find_mats
from vision.photos.frames import load_photo


def test_a_side_is_laid_into_the_mats_zones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mats, "STANDS", {"slanted": mats.STANDS["slanted"]})
    mats.write_mat_tables("val", 3, 1, tmp_path)
    photos = sorted(tmp_path.glob("slanted/table-0001/*/played-1.jpg"))
    assert len(photos) >= 2
    assert (tmp_path / "slanted" / "table-0001" / "truth" / "record.json").is_file()
    zones = set()
    for path in photos:
        (mat,) = find_mats(load_photo(path).image)
        scene = load_scene(path.with_suffix(".json"))
        for card in scene.cards:
            x, y = mat.flat(np.array(card.quad)).mean(axis=0)
            zone = zone_at(float(x), float(y))
            assert (zone is Zone.PLAYED) == (scene.piles[card.pile].zone == "played")
            zones.add(zone)
    assert zones == set(Zone)
