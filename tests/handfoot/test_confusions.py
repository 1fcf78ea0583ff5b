"""Which faces are taken for which: counted, written down, and shared out."""

import pytest

from handfoot.confusions import confusions_toml, counted_confusions, known_confusions, parse_confusions
from scorer.faces import FACES, Face


def test_confusions_are_counted_from_what_was_judged_and_survive_being_written_down() -> None:
    pairs = [("Q", "K"), ("Q", "K"), ("K", "K"), ("K", None), ("2", "7"), ("JOKER", "W50"), ("3", "5"), ("R3", "B3")]
    found = counted_confusions(pairs)
    assert found.counts == {
        (Face.QUEEN, Face.KING): 2,
        (Face.WILD_20, Face.SEVEN): 1,
        (Face.RED_THREE, Face.BLACK_THREE): 1,
    }
    assert parse_confusions(confusions_toml(found)) == found
    assert found.share(read=Face.KING, true=Face.QUEEN) == 3 / 16
    assert found.share(read=Face.KING, true=Face.JACK) == 1 / 16


@pytest.mark.parametrize("read", FACES)
def test_the_shares_of_a_face_that_was_read_are_one_together(read: Face) -> None:
    shares = [known_confusions().share(read=read, true=true) for true in FACES if true is not read]
    assert sum(shares) == pytest.approx(1)
    assert min(shares) > 0
