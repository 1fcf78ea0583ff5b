"""Every sentence that the review's scripts and edits ask for is there: a missing one would stop the page."""

import re
from importlib import resources

import pytest

from handfoot.review.draft import Draft, DraftCard, DraftPhoto, DraftPile, Place
from handfoot.review.edits import (
    AddCard,
    Answer,
    Edit,
    MergePiles,
    MoveCard,
    NewPile,
    RemoveCard,
    SetFace,
    SetFact,
    SetKind,
    SetShows,
    SettleDoubt,
)
from handfoot.review.telling import told
from handfoot.web.shelf.kept_photo import PhotoState
from handfoot.web.texts import load_texts
from scorer.faces import FACES, Face
from scorer.scoring.account import Basis, Reason
from vision.laying.piles import PhotoRole, PileKind

TEXTS = load_texts()
STATIC = resources.files("handfoot.web").joinpath("static")
SCRIPTS = [file for file in STATIC.iterdir() if "review" in file.name or file.name == "faces.js"]

FILLED_IN: dict[str, list[str]] = {
    "review.kind": list(PileKind),
    "review.basis": list(Basis),
    "edit.shows": list(PhotoRole),
    "photos": list(PhotoRole),
    "review": [PhotoState.WAITING, PhotoState.FAILED, *(place for place in Place if place is not Place.AGAIN)],
}


def test_every_sentence_that_the_scripts_name_is_there() -> None:
    named = {
        key
        for script in SCRIPTS
        for key in re.findall(r'"((?:review|face|edit|camera|reason)\.\w+)"', script.read_text(encoding="utf-8"))
    }
    assert len(named) > 60
    assert named <= set(TEXTS.by_key)


@pytest.mark.parametrize("start", FILLED_IN)
def test_every_sentence_that_the_scripts_put_together_is_there(start: str) -> None:
    joint = "." if start in ("review", "photos") else "_"
    assert {f"{start}{joint}{value}" for value in FILLED_IN[start]} <= set(TEXTS.by_key)


def test_the_scripts_know_the_faces_in_the_order_of_the_rules() -> None:
    listed = re.search(r"FACES = \[(.*)\]", STATIC.joinpath("faces.js").read_text(encoding="utf-8"))
    assert listed is not None
    assert re.findall(r'"(\w+)"', listed[1]) == [str(face) for face in FACES]


def test_every_face_and_reason_has_a_name() -> None:
    assert {f"face.{face}" for face in FACES} <= set(TEXTS.by_key)
    assert {f"reason.{reason}" for reason in Reason} <= set(TEXTS.by_key)


@pytest.mark.parametrize(
    ("key", "values", "says"),
    [
        ("round.no_photo_cards", {"cards": 1}, "1 card, entered by hand"),
        ("round.no_photo_cards", {"cards": 0}, "0 cards, entered by hand"),
        ("round.photo_count", {"count": 1, "cards": 1}, "1 photo, 1 card"),
        ("round.photo_count", {"count": 2, "cards": 11}, "2 photos, 11 cards"),
        ("round.questions", {"count": 1}, "1 open question"),
        ("round.problems", {"count": 2}, "2 problems"),
        ("round.doubts", {"count": 1}, "1 thing to look at"),
        ("round.doubts", {"count": 4}, "4 things to look at"),
        ("photos.read", {"count": 1}, "1 card"),
        ("photos.gone", {"when": "today", "count": 1}, "Picture deleted today. 1 card stays in the score."),
        ("photos.done", {"name": "a|b", "count": 1}, "a|b: 1 card read"),
        ("game.decks", {"count": 1}, "1 deck"),
        ("teach.found", {"name": "x", "count": 1}, "1 card found in x"),
        ("camera.steady", {"cards": 1}, "1 card read. Hold still …"),
        ("camera.agreed", {"cards": 1, "times": 3}, "1 card, read alike 3 times. Is it all there?"),
        ("review.said_book", {"count": 7, "w20": 1, "w50": 0}, "said: 7 cards, 1 20-wild, 0 50-wilds"),
        ("edit.confirm_cards", {"number": "1"}, "1 card is right"),
        ("edit.confirm_cards", {"number": "3"}, "3 cards are right"),
    ],
    ids=str,
)
def test_one_of_a_kind_is_no_plural(key: str, values: dict[str, object], says: str) -> None:
    assert TEXTS.say(key, **values) == says


FACES_OF_CARDS = (Face.KING, Face.KING, Face.KING, Face.SEVEN, Face.SEVEN, Face.SIX, Face.WILD_20)
CARDS = tuple(DraftCard(str(n), None, None, face, None, 1.0, ()) for n, face in enumerate(FACES_OF_CARDS))
DRAFT = Draft(
    cards=CARDS,
    piles=(
        DraftPile("a", PileKind.MELD, ("0",)),
        DraftPile("b", PileKind.CLEAN, ("1",)),
        DraftPile("c", PileKind.MELD, ("3", "4")),
        DraftPile("d", PileKind.CLEAN, ("5",)),
        DraftPile("e", PileKind.DIRTY, ("6",)),
    ),
    left=("2",),
    photos=(DraftPhoto("p", "a.jpg", PhotoRole.LEFT, 100, 100),),
)
SHOWN = {
    PhotoRole.PLAYED: "cards on the table",
    PhotoRole.FANNED: "books spread out",
    PhotoRole.LEFT: "cards left",
}
EDITS: list[tuple[Edit, str]] = [
    (SetFace("0", Face.QUEEN), "the king became a queen"),
    (SetFace("0", Face.ACE), "the king became an ace"),
    (SetFace("0", Face.KING), "the king is right"),
    (SetFace("3", Face.SIX), "the 7 became a 6 and was moved to: book of 6s"),
    (SetFace("2", Face.SIX), "the king became a 6"),
    (AddCard(Face.ACE), "added: ace"),
    (RemoveCard("0"), "the king was removed"),
    (MoveCard("0", "b"), "the king was moved to: book of kings"),
    (MoveCard("0", "left"), "the king was moved to: cards left"),
    (NewPile(("0", "1")), "2 cards became a pile of their own"),
    (NewPile(("0",)), "1 card became a pile of its own"),
    (MergePiles("a", "b"), "kings and book of kings were joined"),
    (MergePiles("a", "b", same=True), "kings and book of kings are the same cards"),
    *((SetKind("b", kind), "book of kings:") for kind in PileKind),
    (Answer("b", count=8), "book of kings: said what is in it, 8 cards"),
    (Answer("e", w20=6, w50=2), "book of 20-wilds: said what is in it, 6 20-wilds and 2 50-wilds"),
    (SetFact("went_out", value=True), "this side went out"),
    (SetFact("went_out", value=False), "this side did not go out"),
    (SetFact("went_out"), "going out was taken back"),
    (SetFact("perfect_deals", value=2), "perfect deals: 2"),
    (SetFact("improper_melds"), "improper melds were taken back"),
    *((SetShows("p", PhotoRole.LEFT, shows), f"a.jpg shows {told}") for shows, told in SHOWN.items()),
    (SettleDoubt("x"), "it is right:"),
    (SettleDoubt("x", settled=False), "doubted again:"),
]


@pytest.mark.parametrize(("edit", "says"), EDITS, ids=[says for _, says in EDITS])
def test_every_edit_is_told_in_plain_words(edit: Edit, says: str) -> None:
    sentence = told(DRAFT, edit)
    assert TEXTS.say(sentence.key, **sentence.values).startswith(says)
