"""How likely a card lies where corners were read, as the trees that ship weigh it."""

from pathlib import Path

import numpy as np
import pytest

from scorer.faces import Face
from tests.vision.factories import Corner, corners_of, quad_at, readings_of
from vision.cards import merge_cards
from vision.corners import CornerKind
from vision.errors import ModelError
from vision.model_files import models_folder, open_model
from vision.nets import OnnxTrees, default_presence
from vision.presence import FEATURES, features_of, judged


def presences(*corners: Corner) -> dict[Face | None, float]:
    """Return the presence of each card that corners of different faces show."""
    found, readings = corners_of(*corners), readings_of(*corners)
    cards = merge_cards(found, readings)
    known, rest = judged(cards, (), found, readings, default_presence())
    return {card.face: card.presence for card in (*known, *rest)}


FAN = tuple(
    Corner(face, quad_at(200 + 60 * place, 200), score=0.8)
    for place, face in enumerate((Face.KING, Face.QUEEN, Face.JACK, Face.TEN, Face.NINE))
)


def test_a_card_among_others_like_it_is_there() -> None:
    assert min(presences(*FAN).values()) > 0.9


def test_the_surer_the_finder_the_likelier_the_card() -> None:
    faint = presences(*FAN, Corner(Face.ACE, quad_at(500, 200), score=0.4))
    sure = presences(*FAN, Corner(Face.ACE, quad_at(500, 200), score=0.85))
    assert sure[Face.ACE] > 0.9
    assert sure[Face.ACE] > faint.get(Face.ACE, 0.0)


def test_the_features_are_finite_whatever_lies_there() -> None:
    flat = np.zeros((4, 2), np.float32)
    corners = corners_of(*FAN, Corner(Face.WILD_50, quad_at(400, 400), kind=CornerKind.JOKER))
    corners.quads[0] = flat
    readings = readings_of(*FAN, Corner(Face.WILD_50, quad_at(400, 400)))
    cards = merge_cards(corners, readings)
    table = features_of(cards, (), corners, readings)
    assert table.shape == (len(cards), len(FEATURES))
    assert np.isfinite(table).all()


def test_no_cards_have_no_chances() -> None:
    assert default_presence().chances(np.empty((0, len(FEATURES)), np.float32)).shape == (0,)


def test_trees_that_take_other_features_are_refused(tmp_path: Path) -> None:
    (tmp_path / "presence.onnx").write_bytes((models_folder() / "presence.onnx").read_bytes())
    card = (models_folder() / "presence.toml").read_text(encoding="utf-8")
    (tmp_path / "presence.toml").write_text(card.replace('"joker_mark"', '"another"'), encoding="utf-8")
    with pytest.raises(ModelError, match="takes other features"):
        OnnxTrees(open_model("presence", tmp_path), FEATURES)
