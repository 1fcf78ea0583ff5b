from dataclasses import replace

from scorer.faces import Face
from tests.handfoot.oracle import card
from vision.doubting.chances import may_be, may_turn_out
from vision.doubting.doubts import Thresholds
from vision.seen import RunnerUp, SeenCard


def king(confidence: float, presence: float = 1.0) -> SeenCard:
    one = card("K", 100, 100, shows=(0,))
    others = (RunnerUp(Face.QUEEN, 1 - confidence - 0.01), RunnerUp(Face.JACK, 0.01))
    return replace(one, confidence=confidence, runners_up=others, presence=presence)


def test_a_sure_card_may_be_nothing_else() -> None:
    assert may_be(king(0.999)) == ()


def test_how_sure_is_sure_enough_is_the_evaluations_to_choose() -> None:
    assert may_be(king(0.95), Thresholds(sure=0.9)) == ()
    assert may_be(king(0.95), Thresholds(sure=0.96)) == (Face.QUEEN,)


def test_an_unsure_card_may_be_what_it_also_reads_as() -> None:
    assert may_be(king(0.8)) == (Face.QUEEN,)


def test_a_card_that_hardly_shows_may_be_none() -> None:
    assert may_be(king(0.999, presence=0.8)) == (None,)
    assert may_be(king(0.8, presence=0.8)) == (Face.QUEEN, None)


def test_what_is_too_faint_to_count_may_turn_out_as_it_reads() -> None:
    assert may_turn_out(king(0.8)) == (Face.KING, Face.QUEEN)


def test_an_unread_card_is_asked_for_by_the_scorer() -> None:
    assert may_be(replace(king(0.1), face=Face.UNREAD)) == ()


def test_an_unread_card_may_be_no_card() -> None:
    assert may_be(replace(king(0.1, presence=0.8), face=Face.UNREAD)) == (None,)
