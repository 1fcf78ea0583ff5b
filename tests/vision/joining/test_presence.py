"""How likely a card lies where corners were read, as the net that ships has it."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from scorer.faces import Face
from tests.vision.factories import Corner, corners_of, quad_at, readings_of, seen
from vision.corners import READER_FACES, CornerKind
from vision.errors import ModelError
from vision.joining.besides import BESIDES
from vision.joining.cards import merge_cards, possible_cards
from vision.joining.presence import OF_A_CARD, TOLD, Sight, counts, judged, looks_of, possible, sight_of
from vision.model_files import models_folder, open_model
from vision.nets import OnnxPresence, default_presence


def presences(*corners: Corner) -> dict[Face | None, float]:
    """Return the presence of each card that corners of different faces show."""
    found, readings = corners_of(*corners), readings_of(*corners)
    cards = merge_cards(found, readings)
    known, rest = judged(cards, (), found, readings, looks_of(found), default_presence())
    return {card.face: card.presence for card in (*known, *rest)}


FAN = tuple(
    Corner(face, quad_at(200 + 60 * place, 200), score=0.8)
    for place, face in enumerate((Face.KING, Face.QUEEN, Face.JACK, Face.TEN, Face.NINE))
)


def test_a_card_among_others_like_it_is_there() -> None:
    assert min(presences(*FAN).values()) > 0.9


def test_what_is_printed_unlike_the_others_and_looks_like_no_card_is_less_likely_one() -> None:
    def presence_of_an_ace(*, like_the_others: bool) -> float:
        shown = (*FAN, Corner(Face.ACE, quad_at(500, 200), score=0.4))
        prints = np.tile(np.eye(8, dtype=np.float32)[0], (len(shown), 1))
        of_a_card = np.full(len(shown), 0.99, np.float32)
        if not like_the_others:
            prints[-1], of_a_card[-1] = np.eye(8)[1], 0.05
        found, readings = replace(corners_of(*shown), cards=of_a_card), readings_of(*shown)
        looks = replace(looks_of(found), embeddings=prints)
        known, rest = judged(merge_cards(found, readings), (), found, readings, looks, default_presence())
        return {card.face: card.presence for card in (*known, *rest)}.get(Face.ACE, 0.0)

    assert presence_of_an_ace(like_the_others=True) > 0.99
    assert presence_of_an_ace(like_the_others=False) < presence_of_an_ace(like_the_others=True) - 0.01


def test_what_is_told_is_finite_whatever_lies_there() -> None:
    flat = np.zeros((4, 2), np.float32)
    corners = corners_of(*FAN, Corner(Face.WILD_50, quad_at(400, 400), kind=CornerKind.JOKER))
    corners.quads[0] = flat
    readings = readings_of(*FAN, Corner(Face.WILD_50, quad_at(400, 400)))
    cards = merge_cards(corners, readings)
    sight = sight_of(cards, (), corners, readings, looks_of(corners))
    assert sight.cards.shape == (len(cards), len(TOLD))
    assert sight.besides.shape == (len(cards), len(cards), len(BESIDES))
    assert np.isfinite(sight.cards).all()
    assert np.isfinite(sight.besides).all()


def test_the_order_in_which_cards_are_told_changes_nothing() -> None:
    corners, readings = corners_of(*FAN), readings_of(*FAN)
    cards = merge_cards(corners, readings)
    judge, looks = default_presence(), looks_of(corners)
    ahead = judge.chances(sight_of(cards, (), corners, readings, looks))
    back = judge.chances(sight_of(cards[::-1], (), corners, readings, looks))
    assert ahead == pytest.approx(back[::-1], abs=1e-4)


def test_a_back_is_told_to_nobody_and_stays() -> None:
    told: list[int] = []

    class Asked:
        """Holds every card for likely, and counts them."""

        def chances(self, sight: Sight) -> np.ndarray:
            told.append(len(sight.cards))
            return np.full(len(sight.cards), 0.9, np.float32)

    shown = (*FAN, Corner(Face.ACE, quad_at(600, 500), kind=CornerKind.BACK, score=0.9))
    corners, readings = corners_of(*shown), readings_of(*shown)
    cards = merge_cards(corners, readings)
    known, _ = judged(cards, (), corners, readings, looks_of(corners), Asked())
    assert told == [len(FAN)]
    assert [card.presence for card in known if card.is_back] == [1.0]


@dataclass(frozen=True)
class Told:
    """Holds each card for as likely as it was told."""

    presences: tuple[float, ...]

    def chances(self, sight: Sight) -> np.ndarray:
        """Return what it was told."""
        assert len(sight.cards) == len(self.presences)
        return np.array(self.presences, np.float32)


@pytest.mark.parametrize(
    ("presences", "counted"),
    [
        ((0.35, 0.4), [0.75]),
        ((0.2, 0.25), []),
        ((0.6, 0.4), [0.6]),
        ((0.22, 0.25, 0.03, 0.03), [0.53]),
        ((0.22, 0.09, 0.09, 0.09), []),
        ((0.09, 0.09), []),
    ],
)
def test_ends_of_a_card_that_are_each_held_for_another_s_are_that_card(
    presences: tuple[float, ...], counted: list[float]
) -> None:
    card = quad_at(200, 200)
    places = ((0, 0.0), (2, 0.0), (0, 1.0), (2, 1.0))[: len(presences)]
    ends = [Corner(Face.KING, card, end=end, side=side) for end, side in places]
    apart = [merge_cards(corners_of(end), readings_of(end))[0] for end in ends]
    corners, readings = corners_of(*ends), readings_of(*ends)
    known, others = judged(apart, (), corners, readings, looks_of(corners), Told(presences))
    maybe = possible(others)
    assert [card.presence for card in known] == pytest.approx(counted)
    assert [len(card.indices) for card in known] == [len(presences)] * len(counted)
    assert len(maybe) == (len(presences) if not counted else len(presences) - 1 if counted == [0.6] else 0)


def test_cards_that_lie_apart_do_not_count_by_each_other_s_chances() -> None:
    shown = [Corner(Face.KING, quad_at(x, 200)) for x in (200, 800)]
    corners, readings = corners_of(*shown), readings_of(*shown)
    cards = merge_cards(corners, readings)
    known, others = judged(cards, (), corners, readings, looks_of(corners), Told((0.35, 0.4)))
    assert known == ()
    assert [card.presence for card in others] == pytest.approx([0.35, 0.4])


@pytest.mark.parametrize(
    ("score", "face", "kind", "indices"),
    [
        (0.1, Face.WILD_50, CornerKind.JOKER, 2),
        (0.1, Face.KING, CornerKind.INDEX, 2),
        (0.04, Face.KING, CornerKind.INDEX, 1),
    ],
    ids=["a joker's mark", "an index", "hardly anything"],
)
def test_a_card_has_an_end_that_is_too_weak_to_count_by_itself(
    score: float, face: Face, kind: CornerKind, indices: int
) -> None:
    card = quad_at(200, 200)
    ends = [Corner(face, card, kind=kind), Corner(face, card, end=2, score=score, kind=kind)]
    corners, readings = corners_of(*ends), readings_of(*ends)
    cards = merge_cards(corners, readings)
    assert [len(each.indices) for each in cards] == [1]
    (known,), _ = judged(cards, (), corners, readings, looks_of(corners), Told((0.99,)))
    assert len(known.indices) == indices


def test_an_index_that_the_reader_rejects_is_read_where_its_card_counts() -> None:
    corner = Corner(None, quad_at(200, 200), sure=0.6, score=0.6)
    corners, readings = corners_of(corner), readings_of(corner)
    readings.faces[0, READER_FACES.index(Face.KING)] = 0.3
    maybe = possible_cards(corners, readings, ())
    assert [index.face for card in maybe for index in card.indices] == [Face.UNREAD]
    (known,), _ = judged((), maybe, corners, readings, looks_of(corners), Told((0.99,)))
    assert known.face is Face.KING
    assert [index.face for index in known.indices] == [Face.KING]


@pytest.mark.parametrize(
    ("score", "sure", "link", "presence"),
    [(0.7, 0.99, 0.0, OF_A_CARD), (0.5, 0.99, 0.0, 0.01), (0.7, 0.97, 0.0, 0.01), (0.7, 0.99, 0.3, 0.01)],
    ids=["an index", "hardly found", "hardly read", "maybe an end of the king"],
)
def test_an_index_that_is_of_no_card_which_counts_may_be_a_card_whatever_the_net_says(
    score: float, sure: float, link: float, presence: float
) -> None:
    shown = (Corner(Face.KING, quad_at(200, 200)), Corner(Face.TEN, quad_at(600, 200), score=score, sure=sure))
    together = np.array([[0.0, link], [link, 0.0]], np.float32)
    corners, readings = replace(corners_of(*shown), together=together), readings_of(*shown)
    (king,), (other,) = judged(
        merge_cards(corners, readings), (), corners, readings, looks_of(corners), Told((0.99, 0.01))
    )
    assert king.face is Face.KING
    assert other.face is Face.TEN
    assert other.presence == pytest.approx(presence)


def test_no_cards_have_no_chances() -> None:
    nothing = corners_of()
    sight = sight_of((), (), nothing, readings_of(), looks_of(nothing))
    assert default_presence().chances(sight).shape == (0,)


def test_a_net_that_is_told_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "presence.onnx").write_bytes((models_folder() / "presence.onnx").read_bytes())
    card = (models_folder() / "presence.toml").read_text(encoding="utf-8")
    (tmp_path / "presence.toml").write_text(card.replace('"joker_mark"', '"another"'), encoding="utf-8")
    with pytest.raises(ModelError, match="is told other things than score, "):
        OnnxPresence(open_model("presence", tmp_path))


def test_what_was_not_read_counts_where_it_may_lie_there() -> None:
    for face, counted in ((Face.KING, [True, False, False]), (Face.UNREAD, [True, True, False])):
        card = seen(face, 200, 200)
        assert [counts(replace(card, presence=there)) for there in (0.6, 0.4, 0.01)] == counted
