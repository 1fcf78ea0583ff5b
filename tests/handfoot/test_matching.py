import pytest

from handfoot.evaluation.matching import ReadIndex, TrueIndex, counted_exactly, match_indices, overlap
from scorer.faces import Face
from vision.seen import Box

HERE: Box = (100, 100, 120, 140)
THERE: Box = (300, 100, 320, 140)


def true(box: Box, *faces: Face, counts: bool = True) -> TrueIndex:
    return TrueIndex(box, faces, faces[0] if faces else "BACK", counts)


def test_a_right_reading_in_its_place_is_right() -> None:
    match = match_indices([true(HERE, Face.KING)], [ReadIndex((104, 104, 124, 144), Face.KING)])
    assert (match.true, match.read, match.right, match.extra) == (1, 1, ("K",), ())


def test_a_wrong_face_is_read_but_not_right() -> None:
    match = match_indices([true(HERE, Face.KING)], [ReadIndex(HERE, Face.QUEEN)])
    assert (match.true, match.read, match.right) == (1, 1, ())
    assert match.pairs == (("K", Face.QUEEN),)


def test_a_reading_where_nothing_is_labelled_is_extra() -> None:
    match = match_indices([true(HERE, Face.KING)], [ReadIndex(THERE, Face.KING)])
    assert (match.true, match.read, match.right, match.extra) == (1, 1, (), (Face.KING,))


def test_one_label_takes_one_reading() -> None:
    match = match_indices([true(HERE, Face.KING)], [ReadIndex(HERE, Face.KING), ReadIndex(HERE, Face.KING)])
    assert (match.read, len(match.right), len(match.extra)) == (2, 1, 1)


def test_the_right_face_is_matched_before_the_larger_overlap() -> None:
    near = (108, 100, 128, 140)
    match = match_indices([true(HERE, Face.KING)], [ReadIndex(HERE, Face.ACE), ReadIndex(near, Face.KING)])
    assert match.right == ("K",)


def test_an_index_that_does_not_count_is_neither_missed_nor_wrong() -> None:
    half_hidden = true(HERE, Face.KING, counts=False)
    for read in ([], [ReadIndex(HERE, Face.KING)], [ReadIndex(HERE, Face.TEN)]):
        match = match_indices([half_hidden], read)
        assert (match.true, match.read) == (0, 0)


def test_backs_and_unread_corners_claim_nothing() -> None:
    match = match_indices([true(THERE)], [ReadIndex(HERE, None), ReadIndex(THERE, Face.UNREAD)])
    assert (match.true, match.read) == (0, 0)


def test_a_three_of_unknown_colour_may_be_either() -> None:
    three = TrueIndex(HERE, (Face.RED_THREE, Face.BLACK_THREE), "3")
    assert match_indices([three], [ReadIndex(HERE, Face.BLACK_THREE)]).right == ("3",)


@pytest.mark.parametrize(("other", "iou"), [(HERE, 1.0), (THERE, 0.0), ((110, 100, 130, 140), 1 / 3)])
def test_overlap_is_intersection_over_union(other: Box, iou: float) -> None:
    assert overlap(HERE, other) == pytest.approx(iou)


@pytest.mark.parametrize(
    ("read", "certain", "maybe", "exact"),
    [
        ("KKQ", "KKQ", "", True),
        ("KQK", "KKQ", "", True),
        ("KQ", "KKQ", "", False),
        ("KKQA", "KKQ", "", False),
        ("KKQ", "KQ", "K", True),
        ("KQ", "KQ", "K", True),
        ("KKKQ", "KQ", "K", False),
    ],
)
def test_cards_are_counted_exactly_whatever_is_half_hidden(read: str, certain: str, maybe: str, exact: bool) -> None:
    faces = [[Face(letter) for letter in letters] for letters in (read, certain, maybe)]
    assert counted_exactly(*faces) is exact


def test_faces_that_labels_do_not_tell_apart_count_as_one() -> None:
    threes = {Face.RED_THREE: "3", Face.BLACK_THREE: "3"}
    assert counted_exactly([Face.RED_THREE], [Face.BLACK_THREE], alike=threes)
    assert not counted_exactly([Face.RED_THREE], [Face.BLACK_THREE])
