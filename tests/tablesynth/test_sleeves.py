"""Cards in clear sleeves."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tablesynth.dealt.shoe import OpenedDeck
from tablesynth.dealt.sleeves import draw_sleeves
from tablesynth.photo.compose import Canvas
from tablesynth.photograph import USUAL, Habits, Wish, photograph
from tablesynth.scene import lay
from tablesynth.tables import TableOrder, write_table

CARD = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1.4, 0], [0, 1.4, 0]])
PLAIN = Wish("train", 90, (640, 480), 640, whole=True, straight=1.0)


@pytest.mark.parametrize("seed", range(5))
def test_a_sleeve_reaches_beyond_its_card_on_each_side_and_most_where_the_card_is_put_in(seed: int) -> None:
    sleeves = draw_sleeves(np.random.default_rng(seed), 1.4)
    about = sleeves.about(CARD)
    assert np.allclose(about[0, :2], [-sleeves.rim, -sleeves.lip])
    assert np.allclose(about[2, :2], [1 + sleeves.rim, 1.4 + sleeves.rim])
    assert 0 < sleeves.rim < 0.04 < 0.1 > sleeves.lip > 0
    for picture in sleeves.pictures:
        high, wide = picture.shape[:2]
        assert high / wide == pytest.approx((1.4 + sleeves.rim + sleeves.lip) / (1 + 2 * sleeves.rim), rel=0.02)


@pytest.mark.parametrize("seed", range(5))
def test_a_sleeve_pales_the_print_in_it_and_hides_none(seed: int) -> None:
    sleeves = draw_sleeves(np.random.default_rng(seed), 1.4)
    canvas = Canvas(np.zeros((200, 160, 3), np.uint8))
    black = np.zeros((140, 100, 4), np.uint8)
    black[..., 3] = 255
    quad = 100.0 * CARD[:, :2] + 30
    canvas.paint(black, quad, 5)
    shown = canvas.seen.copy()
    for picture in sleeves.pictures:
        canvas.paint(picture, 100.0 * sleeves.about(CARD)[:, :2] + 30)
    assert np.array_equal(canvas.seen, shown)
    card = canvas.image[shown == 5]
    assert card.min() > 0
    assert card.max() < 205


def test_as_many_photos_are_of_sleeved_cards_as_asked_for_and_their_labels_stay(deck: OpenedDeck) -> None:
    def taken(habits: Habits) -> tuple[np.ndarray, tuple[tuple[object, ...], ...]]:
        rng = np.random.default_rng(8)
        photo = photograph(rng, lay(rng, "fanned", (deck,)), (deck,), replace(PLAIN, habits=habits))
        return photo.image, tuple((card.face, card.quad) for card in photo.cards)

    bare, cards = taken(USUAL)
    assert np.array_equal(taken(Habits())[0], bare)
    sleeved, same = taken(Habits(sleeved=1.0))
    assert same == cards
    assert not np.array_equal(sleeved, bare)
    drawn = [np.array_equal(taken(Habits(sleeved=share))[0], sleeved) for share in (0.0, 1.0)]
    assert drawn == [False, True]


def test_a_table_of_sleeved_cards_has_the_cards_of_the_same_table_without(tmp_path: Path) -> None:
    for name, habits in (("bare", USUAL), ("sleeved", Habits(sleeved=1.0))):
        write_table(TableOrder("val", 7, habits=habits), 1, tmp_path / name)
    bare, sleeved = (tmp_path / name / "truth" / "record.json" for name in ("bare", "sleeved"))
    assert bare.read_text() == sleeved.read_text()
    photos = [sorted((tmp_path / name).rglob("*.jpg")) for name in ("bare", "sleeved")]
    assert [path.name for path in photos[0]] == [path.name for path in photos[1]]
    assert all(one.read_bytes() != other.read_bytes() for one, other in zip(*photos, strict=True))
