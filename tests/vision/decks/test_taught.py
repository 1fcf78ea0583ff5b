"""Faces learnt from drawn marks that no net knows, read with the landed reader."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.faces import FACES, Face
from vision.corners import READER_FACES, CornerKind, Corners, Ink
from vision.decks.embedding import LikeningReader
from vision.decks.fitting import OTHER, fitted, learn, nearness_of_others, read_untaught, strange
from vision.decks.profile import CARD_PX, PATCH_PX, DeckProfile, DeckTopColours, TaughtCard
from vision.decks.reading import UNKNOWN_SCORE, TaughtReader
from vision.errors import DeckError
from vision.looks.patches import cut_patches
from vision.looks.secondlook import turned_quad
from vision.looks.varying import vary
from vision.nets import default_deck_reader

Patch = NDArray[np.uint8]

STOCK, WHITE = (150, 220, 240), (245, 245, 245)
RED, DARK = (40, 30, 200), (30, 30, 30)


def mark(kind: str, ink: tuple[int, int, int], stock: tuple[int, int, int] = STOCK) -> Patch:
    """Return a corner with a house, a ring, a cross or stripes, with the margin that taught corners have."""
    patch = np.full((PATCH_PX, PATCH_PX, 3), stock, np.uint8)
    if kind == "house":
        cv2.fillPoly(patch, [np.array([(36, 20), (52, 36), (46, 36), (46, 52), (26, 52), (26, 36), (20, 36)])], ink)
    elif kind == "ring":
        cv2.circle(patch, (36, 36), 14, ink, 5)
    elif kind == "cross":
        cv2.rectangle(patch, (32, 20), (40, 52), ink, -1)
        cv2.rectangle(patch, (20, 32), (52, 40), ink, -1)
    else:
        for y in range(20, 54, 9):
            cv2.rectangle(patch, (20, y), (52, y + 4), ink, -1)
    return patch


def blank(stock: tuple[int, int, int] = STOCK) -> Patch:
    """Return a whole card without print."""
    return np.full((CARD_PX[1], CARD_PX[0], 3), stock, np.uint8)


def card(face: Face | None, kind: str, ink: tuple[int, int, int]) -> TaughtCard:
    return TaughtCard(face, blank(), (mark(kind, ink),))


CARDS = (
    card(Face.RED_THREE, "house", RED),
    card(Face.BLACK_THREE, "house", DARK),
    card(Face.WILD_20, "ring", DARK),
    card(Face.WILD_50, "cross", DARK),
    card(None, "stripes", RED),
)


@pytest.fixture(scope="module")
def net() -> LikeningReader:
    return default_deck_reader()


@pytest.fixture(scope="module")
def profile(net: LikeningReader) -> DeckProfile:
    return learn(DeckProfile("marks"), CARDS, net)


def photographed(taught: TaughtCard) -> Patch:
    return vary(np.repeat(taught.corners[0][None], 8, axis=0), np.random.default_rng(11))


@pytest.mark.parametrize("taught", CARDS[:4], ids=lambda taught: str(taught.face))
def test_a_taught_mark_is_its_face_and_red_and_black_3_are_told_apart(
    net: LikeningReader, profile: DeckProfile, taught: TaughtCard
) -> None:
    patches = photographed(taught)
    faces = TaughtReader(net, (profile,)).suited_to(net.embed(patches)).read(patches).faces
    assert (faces.argmax(axis=1) == READER_FACES.index(taught.face)).mean() >= 0.85


def test_a_taught_back_is_no_index(net: LikeningReader, profile: DeckProfile) -> None:
    faces = TaughtReader(net, (profile,)).read(photographed(CARDS[4])).faces
    assert (faces.argmax(axis=1) == len(FACES)).all()


def test_what_is_like_no_taught_face_is_read_as_the_net_reads_it(net: LikeningReader, profile: DeckProfile) -> None:
    patches = np.full((10, net.patch_px, net.patch_px, 3), 245, np.uint8)
    for patch, rank in zip(patches, "4567894567", strict=True):
        cv2.putText(patch, rank, (12, 40), cv2.FONT_HERSHEY_DUPLEX, 1.3, (20, 20, 20), 3)
    alone, joined = net.read(patches), TaughtReader(net, (profile,)).suited_to(net.embed(patches)).read(patches)
    assert (joined.faces.argmax(axis=1) == alone.faces.argmax(axis=1)).all()


def test_a_taught_corner_counts_although_the_finder_hardly_saw_it_and_a_speck_does_not(
    net: LikeningReader, profile: DeckProfile
) -> None:
    photo = np.full((200, 400, 3), STOCK, np.uint8)
    photo[40:112, 40:112] = mark("cross", DARK)
    photo[60:90, 300:330] = np.random.default_rng(1).integers(0, 255, (30, 30, 3))
    boxes = np.array([[58, 58, 94, 94], [298, 58, 332, 92]], np.float32)
    quads = np.array([[(50, 50), (150, 50), (150, 190), (50, 190)], [(290, 50), (390, 50), (390, 190), (290, 190)]])
    kinds = np.array([CornerKind.BACK, CornerKind.INDEX], np.int64)
    corners = Corners(boxes, quads.astype(np.float32), np.array([0.07, 0.07], np.float32), kinds)
    reader = TaughtReader(net, (profile,))
    kept, readings, is_taught = reader.told(
        photo, corners, net.read(cut_patches(photo, boxes, corners.quads, net.patch_px))
    )
    assert len(kept) == len(readings) == 1
    assert is_taught.all()
    assert kept.kinds[0] == CornerKind.JOKER
    assert kept.scores[0] > 0.4


def test_a_taught_mark_that_the_nets_turned_to_be_a_rank_stands_as_the_finder_found_it(net: LikeningReader) -> None:
    """Seven cards of one rank, printed as a 7 on its side, which each look like another deck's 7."""
    seven = np.full((PATCH_PX, PATCH_PX, 3), STOCK, np.uint8)
    cv2.putText(seven, "7", (25, 49), cv2.FONT_HERSHEY_DUPLEX, 1.2, DARK, 2)
    sideways = np.ascontiguousarray(np.rot90(seven))
    profile = learn(DeckProfile("marks"), (*CARDS, TaughtCard(Face.FIVE, blank(), (sideways,))), net)
    photo = np.full((200, 1200, 3), STOCK, np.uint8)
    tops = np.array([(40 + 160 * n, 60) for n in range(7)])
    for x, y in tops.tolist():
        photo[y - 18 : y + 54, x - 18 : x + 54] = sideways
    boxes = np.concatenate([tops, tops + 36], axis=1).astype(np.float32)
    found = (tops[:, None] + np.array([(-8, -8), (92, -8), (92, 132), (-8, 132)])).astype(np.float32)
    turned = np.stack([turned_quad(quad, box, -90.0) for quad, box in zip(found, boxes, strict=True)])
    corners = Corners(boxes, turned, np.full(7, 0.9, np.float32), np.full(7, CornerKind.INDEX, np.int64))
    read = net.read(cut_patches(photo, boxes, turned, net.patch_px))
    assert (read.faces.argmax(axis=1) == READER_FACES.index(Face.SEVEN)).all()
    _, readings, is_taught = TaughtReader(net, (profile,)).told(photo, corners, read, found)
    assert (readings.faces.argmax(axis=1) == READER_FACES.index(Face.FIVE)).all()
    assert is_taught.all()


@pytest.mark.parametrize("count", [25, 4])
def test_a_deck_that_is_not_on_the_table_leaves_what_the_nets_read_as_it_is(
    net: LikeningReader, profile: DeckProfile, count: int
) -> None:
    photo = np.full((900, 900, 3), 245, np.uint8)
    tops = np.array([(40 + 170 * (n % 5), 40 + 170 * (n // 5)) for n in range(count)])
    for n, (x, y) in enumerate(tops.tolist()):
        cv2.putText(photo, "45678"[n % 5], (x + 4, y + 30), cv2.FONT_HERSHEY_DUPLEX, 1.2, (20, 20, 20), 2)
    boxes = np.concatenate([tops, np.add(tops, (30, 34))], axis=1).astype(np.float32)
    quads = tops[:, None] + np.array([(-5, -5), (105, -5), (105, 135), (-5, 135)])
    scores = np.array([0.9] * (count - 2) + [UNKNOWN_SCORE + 0.01, UNKNOWN_SCORE - 0.01], np.float32)
    corners = Corners(boxes, quads.astype(np.float32), scores, np.full(count, CornerKind.INDEX, np.int64))
    read = net.read(cut_patches(photo, boxes, corners.quads, net.patch_px))
    kept, readings, is_taught = TaughtReader(net, (profile,)).told(photo, corners, read)
    assert not is_taught.any()
    assert (kept.boxes == boxes[:-1]).all()
    assert (kept.scores == scores[:-1]).all()
    assert (readings.faces == read.faces[:-1]).all()


@pytest.mark.parametrize(
    ("kinds", "there"), [(("cross",) * 3, False), (("cross", "ring", "house"), True)], ids=["one mark", "three marks"]
)
def test_one_mark_like_a_taught_face_in_each_corner_of_a_card_is_no_proof_of_the_deck(
    net: LikeningReader, profile: DeckProfile, kinds: tuple[str, ...], there: bool
) -> None:
    photo = np.full((400, 1200, 3), 245, np.uint8)
    tops = np.array([(40 + 140 * n, y) for y in (40, 220) for n in range(8)])
    for n, (x, y) in enumerate(tops.tolist()):
        if n < len(kinds):
            photo[y - 18 : y + 54, x - 18 : x + 54] = mark(kinds[n], DARK)
        else:
            cv2.putText(photo, "45678"[n % 5], (x + 4, y + 32), cv2.FONT_HERSHEY_DUPLEX, 1.2, (20, 20, 20), 2)
    boxes = np.concatenate([tops, np.add(tops, (36, 36))], axis=1).astype(np.float32)
    quads = (tops[:, None] + np.array([(-8, -8), (92, -8), (92, 132), (-8, 132)])).astype(np.float32)
    corners = Corners(boxes, quads, np.full(len(tops), 0.9, np.float32), np.full(len(tops), CornerKind.INDEX, np.int64))
    read = net.read(cut_patches(photo, boxes, quads, net.patch_px))
    _, readings, is_taught = TaughtReader(net, (profile,)).told(photo, corners, read)
    others = [False] * (len(tops) - len(kinds))
    assert is_taught.tolist() == [there] * len(kinds) + others
    assert there or (readings.faces == read.faces).all()
    if not there:
        # But of a deck of which only this face was learnt nothing else can show.
        one_face = learn(DeckProfile("one"), (card(Face.WILD_50, "cross", DARK),), net)
        _, _, is_taught = TaughtReader(net, (one_face,)).told(photo, corners, read)
        assert is_taught.tolist() == [True] * len(kinds) + others


@pytest.mark.parametrize("shown", [True, False])
def test_of_a_deck_of_one_face_one_corner_tells_among_many_of_other_decks(net: LikeningReader, shown: bool) -> None:
    one_face = learn(DeckProfile("one"), (card(Face.WILD_50, "cross", DARK),), net)
    photo = np.full((900, 1200, 3), 245, np.uint8)
    tops = np.array([(40 + 140 * n, 40 + 170 * row) for row in range(5) for n in range(8)])
    for n, (x, y) in enumerate(tops.tolist()):
        if shown and n == 0:
            photo[y - 18 : y + 54, x - 18 : x + 54] = mark("cross", DARK)
        else:
            cv2.putText(photo, "45789"[n % 5], (x + 4, y + 32), cv2.FONT_HERSHEY_DUPLEX, 1.2, (20, 20, 20), 3)
            cv2.circle(photo, (x + 16, y + 52), 8, (20, 20, 20), -1)
    boxes = np.concatenate([tops, np.add(tops, (36, 36))], axis=1).astype(np.float32)
    quads = (tops[:, None] + np.array([(-8, -8), (92, -8), (92, 132), (-8, 132)])).astype(np.float32)
    corners = Corners(boxes, quads, np.full(len(tops), 0.9, np.float32), np.full(len(tops), CornerKind.INDEX, np.int64))
    read = net.read(cut_patches(photo, boxes, quads, net.patch_px))
    _, readings, is_taught = TaughtReader(net, (one_face,)).told(photo, corners, read)
    assert is_taught.tolist() == [shown] + [False] * (len(tops) - 1)
    assert not shown or readings.faces[0].argmax() == READER_FACES.index(Face.WILD_50)


def test_what_the_nets_read_of_an_untaught_card_beside_taught_ones_still_counts(
    net: LikeningReader, profile: DeckProfile
) -> None:
    photo = np.full((200, 600, 3), STOCK, np.uint8)
    for n, kind in enumerate(("cross", "ring", "house")):
        photo[40:112, 40 + 150 * n : 112 + 150 * n] = mark(kind, DARK)
    cv2.putText(photo, "8", (500, 90), cv2.FONT_HERSHEY_DUPLEX, 1.2, (20, 20, 20), 2)
    boxes = np.array([[58 + 150 * n, 58, 94 + 150 * n, 94] for n in range(3)] + [[497, 60, 527, 94]], np.float32)
    quads = (boxes[:, None, :2] + np.array([(-8, -8), (92, -8), (92, 132), (-8, 132)])).astype(np.float32)
    corners = Corners(boxes, quads, np.full(4, 0.9, np.float32), np.full(4, CornerKind.INDEX, np.int64))
    # As after a second look: what the nets settled on is weighed, not one patch read anew.
    settled = net.read(cut_patches(photo, boxes, quads, net.patch_px))
    settled.faces[3] = np.eye(len(READER_FACES))[READER_FACES.index(Face.NINE)]
    kept, readings, is_taught = TaughtReader(net, (profile,)).told(photo, corners, settled)
    assert is_taught.tolist() == [True, True, True, False]
    assert readings.faces[3].argmax() == READER_FACES.index(Face.NINE)
    assert len(kept) == 4


def printed(face: Face, rank: str) -> TaughtCard:
    """Return a card with a plain index that the net reads by itself."""
    corner = np.full((PATCH_PX, PATCH_PX, 3), WHITE, np.uint8)
    cv2.putText(corner, rank, (24, 52), cv2.FONT_HERSHEY_DUPLEX, 1.3, (20, 20, 20), 3)
    return TaughtCard(face, blank(WHITE), (corner,))


@pytest.fixture(scope="module")
def plain_profile(net: LikeningReader) -> DeckProfile:
    return learn(DeckProfile("plain"), tuple(printed(Face(rank), rank) for rank in "4567"), net)


def test_marks_are_strange_to_the_net_and_ranks_that_it_reads_are_not(
    profile: DeckProfile, plain_profile: DeckProfile
) -> None:
    assert strange(profile).all()
    assert plain_profile.prototypes is not None
    taught = np.array(plain_profile.prototypes.owners) >= 0
    assert not strange(plain_profile)[taught].any()
    assert strange(plain_profile)[~taught].all()
    assert read_untaught(profile) == ()
    assert read_untaught(plain_profile) == (0, 1, 2, 3)


def test_a_deck_that_the_net_reads_by_itself_is_left_to_it(net: LikeningReader, plain_profile: DeckProfile) -> None:
    patches = photographed(plain_profile.cards[0])
    suited = TaughtReader(net, (plain_profile,)).suited_to(net.embed(patches))
    assert np.allclose(suited.read(patches).faces, net.read(patches).faces, atol=0.03)


def test_a_card_that_the_net_misreads_is_learnt_though_it_reads_the_deck(
    net: LikeningReader, plain_profile: DeckProfile
) -> None:
    another = TaughtCard(Face.FOUR, plain_profile.cards[0].picture, (mark("ring", DARK, (245, 245, 245)),))
    profile = learn(plain_profile, (another,), net)
    patches = photographed(another)
    assert (net.read(patches).faces.argmax(axis=1) != READER_FACES.index(Face.FOUR)).all()
    faces = TaughtReader(net, (profile,)).suited_to(net.embed(patches)).read(patches).faces
    assert (faces.argmax(axis=1) == READER_FACES.index(Face.FOUR)).mean() >= 0.85


@pytest.mark.parametrize(("read", "is_learnt"), [(1, True), (2, True), (3, False)])
def test_one_bad_photo_of_a_face_that_the_net_reads_on_several_cards_is_not_learnt(
    net: LikeningReader, plain_profile: DeckProfile, read: int, is_learnt: bool
) -> None:
    another = TaughtCard(Face.FOUR, plain_profile.cards[0].picture, (mark("ring", DARK, (245, 245, 245)),))
    profile = learn(plain_profile, (*plain_profile.cards[:1] * (read - 1), another), net)
    assert profile.prototypes is not None
    odd = profile.prototypes.owners.index(len(profile.cards) - 1)
    assert strange(profile)[odd] == is_learnt
    assert (len(profile.cards) - 1 in read_untaught(profile)) != is_learnt


def test_ranks_that_the_net_reads_by_itself_are_not_looked_for_where_the_finder_hardly_saw_anything(
    net: LikeningReader, plain_profile: DeckProfile
) -> None:
    photo = np.full((200, 200, 3), WHITE, np.uint8)
    photo[40:112, 40:112] = plain_profile.cards[0].corners[0]
    boxes, quads = np.array([[58, 58, 94, 94]], np.float32), np.array([[(50, 50), (150, 50), (150, 190), (50, 190)]])
    corners = Corners(boxes, quads.astype(np.float32), np.array([0.07], np.float32), np.array([CornerKind.INDEX]))
    reader = TaughtReader(net, (plain_profile,))
    readings = net.read(cut_patches(photo, boxes, corners.quads, net.patch_px))
    assert readings.faces.argmax(axis=1) == READER_FACES.index(Face.FOUR)
    assert len(reader.told(photo, corners, readings)[0]) == 0
    assert len(reader.told(photo, replace(corners, scores=corners.scores + np.float32(0.1)), readings)[0]) == 1


def test_ink_that_does_not_tell_the_taught_3s_apart_settles_no_colour(
    net: LikeningReader, profile: DeckProfile
) -> None:
    green = card(Face.RED_THREE, "house", (60, 160, 60)), card(Face.BLACK_THREE, "ring", RED)
    mute = learn(DeckProfile("mute"), green, net)
    assert profile.ink_tells and not mute.ink_tells
    patches = photographed(green[0])
    inks = TaughtReader(net, (mute,)).suited_to(net.embed(patches)).read(patches).inks
    assert np.allclose(inks, 1 / 3, atol=0.1)
    assert (inks.argmax(axis=1) == Ink.OTHER).all()


def suited(face: Face, rank: str) -> TaughtCard:
    """Return a card with a heart below its rank."""
    plain = printed(face, "")
    corner = plain.corners[0].copy()
    cv2.putText(corner, rank, (28, 38), cv2.FONT_HERSHEY_DUPLEX, 0.9, RED, 2)
    for x in (31, 39):
        cv2.circle(corner, (x, 47), 4, RED, -1)
    cv2.fillPoly(corner, [np.array([(27, 49), (43, 49), (35, 58)])], RED)
    return TaughtCard(face, plain.picture, (corner,))


def test_a_deck_without_suits_says_nothing_by_its_top_colours_and_one_with_suits_leaves_it_to_the_rules(
    net: LikeningReader, plain_profile: DeckProfile, profile: DeckProfile
) -> None:
    assert plain_profile.top_colours is DeckTopColours.NOTHING
    hearts = tuple(suited(Face(rank), rank) for rank in "4567")
    assert learn(DeckProfile("hearts"), hearts, net).top_colours is None
    assert profile.top_colours is None, "no rank of it is taught"
    said = learn(DeckProfile("said", top_colours=DeckTopColours.RED_DIRTY), plain_profile.cards, net)
    assert said.top_colours is DeckTopColours.RED_DIRTY


def test_prototypes_that_cannot_be_the_net_s_are_refused(net: LikeningReader, profile: DeckProfile) -> None:
    assert profile.prototypes is not None
    narrow = replace(profile.prototypes, weights=profile.prototypes.weights[:, :100])
    with pytest.raises(DeckError, match=r"deck 'marks': .* prototypes of 100 numbers, where its net has 1280"):
        fitted(replace(profile, prototypes=narrow), net)


def test_a_profile_of_another_net_is_learnt_anew(net: LikeningReader, profile: DeckProfile) -> None:
    assert fitted(profile, net) is profile
    assert profile.prototypes is not None

    class Other(LikeningReader):
        def __init__(self) -> None:
            self.__dict__.update(vars(net))
            self.net = "b" * 64

    learnt = fitted(profile, Other()).prototypes
    assert learnt is not None and learnt.net == "b" * 64
    assert learnt.owners == profile.prototypes.owners


def test_a_back_alone_is_no_deck(net: LikeningReader) -> None:
    with pytest.raises(DeckError, match="no face is taught"):
        learn(DeckProfile("marks"), CARDS[4:], net)


def lettered(face: Face, letter: str, quarters: int = 0) -> TaughtCard:
    """Return a card whose mark is a letter, turned by so many quarters clockwise."""
    return TaughtCard(face, blank(), (written(letter, quarters),))


def written(letter: str, quarters: int = 0) -> Patch:
    patch = np.full((PATCH_PX, PATCH_PX, 3), STOCK, np.uint8)
    (wide, high), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, 1.3, 3)
    cv2.putText(patch, letter, ((PATCH_PX - wide) // 2, (PATCH_PX + high) // 2), cv2.FONT_HERSHEY_DUPLEX, 1.3, DARK, 3)
    return np.ascontiguousarray(np.rot90(patch, -quarters))


def told(net: LikeningReader, deck: DeckProfile, given: int, found: int, last: Patch) -> Face:
    """Return what is told of ``last``, beside the deck's own marks, if it stands so many quarters off what it seems.

    given: as the nets have it. found: as the finder had it.
    """
    marks = [card.corners[0] for card in deck.cards] + [last]
    photo = np.full((200, 60 + 150 * len(marks), 3), STOCK, np.uint8)
    for n, each in enumerate(marks):
        photo[40:112, 40 + 150 * n : 112 + 150 * n] = each
    boxes = np.array([[58 + 150 * n, 58, 94 + 150 * n, 94] for n in range(len(marks))], np.float32)
    quads = (boxes[:, None, :2] + np.array([(-8, -8), (92, -8), (92, 132), (-8, 132)])).astype(np.float32)
    by_nets, by_finder = quads.copy(), quads.copy()
    by_nets[-1], by_finder[-1] = (turned_quad(quads[-1], boxes[-1], 90.0 * off) for off in (given, found))
    kinds = np.full(len(marks), CornerKind.INDEX, np.int64)
    corners = Corners(boxes, by_nets, np.full(len(marks), 0.9, np.float32), kinds)
    read = net.read(cut_patches(photo, boxes, by_nets, net.patch_px))
    _, readings, _ = TaughtReader(net, (deck,)).told(photo, corners, read, by_finder)
    return FACES[int(readings.faces[-1, : len(FACES)].argmax())]


def test_a_taught_mark_on_its_side_is_no_face_of_another_deck_that_it_looks_like_then(net: LikeningReader) -> None:
    on_its_side = lettered(Face.FIVE, "7", 1)
    deck = learn(DeckProfile("asides"), (*CARDS[:4], on_its_side), net)
    for off in (0, 1):
        assert told(net, deck, off, off, on_its_side.corners[0]) is Face.FIVE


@pytest.mark.parametrize(("found", "face"), [(0, Face.BLACK_THREE), (2, Face.QUEEN)])
def test_of_two_marks_each_the_other_upside_down_the_finder_tells_which(
    net: LikeningReader, found: int, face: Face
) -> None:
    # Each of these two is as near to its own taught print as the other is to its own.
    overturned = lettered(Face.BLACK_THREE, "J", 2)
    deck = learn(DeckProfile("letters"), (CARDS[0], *CARDS[2:4], lettered(Face.QUEEN, "J"), overturned), net)
    for given in (0, 2):
        assert told(net, deck, given, found, overturned.corners[0]) is face


def test_nothing_is_near_to_other_decks_where_none_was_learnt(net: LikeningReader, profile: DeckProfile) -> None:
    learnt = profile.prototypes
    assert learnt is not None
    own = np.array(learnt.owners) != OTHER
    names = tuple(owner for owner in learnt.owners if owner != OTHER)
    alone = replace(
        learnt, owners=names, weights=learnt.weights[own], offsets=learnt.offsets[own], read=learnt.read[own]
    )
    seen = net.embed(photographed(CARDS[0])).embeddings
    assert np.isneginf(nearness_of_others(replace(profile, prototypes=alone), seen)).all()
    assert np.isfinite(nearness_of_others(profile, seen)).all()
