"""A deck taught on the command line from a rendered photo, kept, used and handed on."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from tablesynth.labels import load_scene
from tablesynth.taught import render_taught

from handfoot.commands.lesson import _from_file, _prompted
from handfoot.errors import DeckTeachingError
from handfoot.store import open_store
from handfoot.store.gamedecks import GameDecks
from handfoot.taughtdecks import red_tops_are_clean, rules_with_decks
from handfoot.web.api.deck_shapes import deck_info
from scorer.faces import FACES, Face
from scorer.games import plan_game
from scorer.rulebook.rules import load_rules
from scorer.rulebook.settings import SettingName
from tests.commands import handfoot
from vision.decks.lessoncards import LessonCard
from vision.decks.profile import CARD_PX, PATCH_PX, DeckProfile, DeckTopColours, TaughtCard
from vision.decks.shelf import DeckShelf
from vision.decks.shipped import REMASTERED, TRADITIONAL
from vision.decks.teaching import Lesson, Teacher, default_teacher, lesson_of
from vision.photos.frames import Frame, load_photo

DECK = "strange-00000"


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rendered")
    render_taught(5, range(1), 0, folder)
    return folder / DECK / "lesson" / "000000.jpg"


@pytest.fixture(scope="module")
def answers(lesson: Path) -> list[str]:
    """Return what somebody says who sees the cards."""
    scene = load_scene(lesson.with_suffix(".json"))
    middles = {np.array(card.quad).mean(axis=0).tobytes(): card for card in scene.cards}
    said = []
    for found in default_teacher().look([load_photo(lesson)]).cards:
        at = np.array(found.quad)
        width = float(np.linalg.norm(at[1] - at[0]))
        near = [
            card
            for middle, card in middles.items()
            if np.linalg.norm(np.frombuffer(middle) - at.mean(axis=0)) < 0.3 * width
        ]
        said.append(f"{found.number}={near[0].face or 'BACK'}" if near else f"{found.number}=-")
    return [word for each in said for word in ("--say", each)]


@pytest.fixture(autouse=True)
def own_decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HANDFOOT_DECKS", str(tmp_path / "decks"))
    monkeypatch.setenv("HANDFOOT_DB", str(tmp_path / "data" / "games.db"))
    return tmp_path / "decks"


def test_a_deck_is_taught_shown_used_and_handed_on(
    lesson: Path, answers: list[str], tmp_path: Path, own_decks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = handfoot("teach", "Ours", lesson, "--like", "traditional", "--out", tmp_path / "found", *answers)
    assert "learnt" in taught.output, taught.output
    assert (tmp_path / "found" / "card-00.jpg").is_file()
    shown = handfoot("decks", "show", "Ours", "--out", tmp_path / "shown").output
    assert "2 x W50" in shown and "top right" in shown
    assert (tmp_path / "shown" / "K.jpg").is_file()
    read = handfoot("read", lesson, "--json", "--deck", "Ours", "--deck", "traditional")
    cards = json.loads(read.output)["cards"]
    assert len({card["face"] for card in cards}) >= 8
    assert handfoot("decks", "export", "Ours", tmp_path / "ours.deck").exit_code == 0
    (tmp_path / "games.db").write_bytes(b"SQLite format 3\0 and all that was ever played")
    refused = handfoot("decks", "export", "Ours", "--out", tmp_path / "games.db")
    assert refused.exit_code == 2
    assert "a database, with the games in it perhaps; it is not written over" in refused.output
    assert (tmp_path / "games.db").read_bytes().endswith(b"ever played")
    monkeypatch.setenv("HANDFOOT_DECKS", str(tmp_path / "elsewhere"))
    assert handfoot("decks", "import", tmp_path / "ours.deck", "--name", "Theirs").exit_code == 0
    twice = handfoot("decks", "import", tmp_path / "ours.deck", "--name", "theirs")
    assert (twice.exit_code, twice.stderr) == (
        2,
        "handfoot: there is a deck 'Theirs' already; --name keeps this one under another name, --replace puts it in "
        "its place\n",
    )
    assert handfoot("decks", "rename", "Theirs", "Guests").exit_code == 0
    assert "Guests: " in handfoot("decks", "list").output
    begun = handfoot("game", "new", "Friday", "--rules", "bain", "--sides", "A,B", "--deck", "Guests")
    assert begun.exit_code == 0, begun.output
    assert "read with what was taught of Guests" in handfoot("game", "show", "Friday").output
    removed = handfoot("decks", "remove", "guests")
    assert (removed.exit_code, removed.stdout) == (0, "Guests: removed\n")
    assert "Friday (game 1) is played with Guests: its photos are read without it now" in removed.stderr
    assert "Guests" not in handfoot("decks", "list").output
    assert (own_decks / "Ours.deck").is_file()


def test_a_lesson_in_too_little_light_is_told_to_be_photographed_again(lesson: Path) -> None:
    photo = load_photo(lesson)
    dark = Frame(photo.name, (photo.image * 0.25).astype(np.uint8))
    lit, dim = (default_teacher().look([one]).cards for one in (photo, dark))
    assert not all(card.blurred for card in lit)
    assert dim and all(card.blurred for card in dim if card.corners)


def test_a_mirror_image_is_told(lesson: Path, tmp_path: Path) -> None:
    turned_round = tmp_path / "selfie.png"
    cv2.imwrite(str(turned_round), load_photo(lesson).image[:, ::-1])
    told = handfoot("teach", "Ours", lesson, turned_round).output
    assert re.findall("(.*) looks like a mirror image", told) == ["selfie.png"]


def test_cards_photographed_from_low_down_stand_as_they_do_from_above(lesson: Path, tmp_path: Path) -> None:
    photo = load_photo(lesson)
    wide, high = photo.width, photo.height
    far, near = 0.3 * wide, 0.7 * wide
    ends = np.array([(far, 0), (near, 0), (wide, 0.6 * high), (0, 0.6 * high)], np.float32)
    tilt = cv2.getPerspectiveTransform(np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32), ends)
    tilted = tmp_path / "low.png"
    cv2.imwrite(str(tilted), cv2.warpPerspective(photo.image, tilt, (wide, round(0.6 * high))))
    scene = load_scene(lesson.with_suffix(".json"))
    cards = default_teacher().look([load_photo(tilted)]).cards
    for card in scene.cards:
        true = cv2.perspectiveTransform(np.array(card.quad, np.float64)[None], tilt)[0]
        width = float(np.linalg.norm(true[1] - true[0]))
        off = [
            float(np.linalg.norm(np.roll(found.quad, turn, axis=0) - true, axis=1).max()) / width
            for found in cards
            for turn in (0, 2)
        ]
        assert min(off) < 0.2, card.face


def test_without_answers_the_cards_in_question_are_listed_and_nothing_is_learnt(lesson: Path, own_decks: Path) -> None:
    asked = handfoot("teach", "Ours", lesson, lesson)
    assert asked.exit_code == 1
    assert asked.output.startswith("000000.jpg: the same picture as 000000.jpg; it is looked at once\n")
    numbers = re.findall(r"^ *(\d+) .*which is it\?", asked.output, re.M)
    wanted = " ".join(f"--say {number}=FACE" for number in numbers)
    assert numbers and f"say which they are: {wanted}, or --faces FILE; nothing was learnt" in asked.output
    assert not own_decks.exists()


def test_the_usage_says_that_photos_may_be_left_out() -> None:
    assert "teach [OPTIONS] NAME [PHOTO]…" in handfoot("teach", "--help").output


def test_a_mistyped_answer_is_asked_for_again() -> None:
    blank = np.zeros((8, 8, 3), np.uint8)
    box = (0.0, 0.0, 8.0, 8.0)
    asked = LessonCard(3, "a.jpg", ((0, 0), (8, 0), (8, 8), (0, 8)), Face.KING, 0.4, True, blank, (blank,), (box,))
    ask = click.Command("ask", callback=lambda: click.echo(f"said {_prompted(asked, {})}"))
    result = CliRunner().invoke(ask, input="KK\nQ\n")
    assert "unknown face 'KK'; there are 4 to 10, J, Q, K, A, R3 and B3 (red and black 3)" in result.output
    assert result.output.endswith("said Q\n")
    for said in ("\n", "-\n", "back\n"):
        assert CliRunner().invoke(ask, input=said).output.endswith(f"said {said.strip() or 'K'}\n")
    assert "\nAborted!" in CliRunner().invoke(ask, input="").output


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 = " + "[" * 5000, "nested too deep"),
        ("1 = " + "1" * 5000, "thousands of digits"),
        ("1" * 5000 + ' = "K"', 'is not NUMBER = "FACE"'),
        ("1 = 0x" + "f" * 5000, "'1' = int is not NUMBER = \"FACE\""),
    ],
    ids=["nested", "value", "key", "hexadecimal"],
)
def test_a_file_of_answers_that_is_none_is_refused_in_one_line(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "faces.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DeckTeachingError, match=re.escape(why)) as refused:
        _from_file(tmp_path / "faces.toml")
    assert len(str(refused.value)) < 300


def test_cards_that_are_not_sharp_are_named_until_they_are_left_out(lesson: Path, tmp_path: Path) -> None:
    photo = load_photo(lesson).image.copy()
    half = photo.shape[0] // 2
    photo[:half] = cv2.GaussianBlur(photo, (0, 0), 3.5)[:half]
    cv2.imwrite(str(tmp_path / "blurred.jpg"), photo)
    told = handfoot("teach", "Ours", tmp_path / "blurred.jpg").output
    blurred = re.findall(r"--say (\d+)=-", told.partition("not sharp: ")[2])
    assert len(blurred) > 3
    assert len(re.findall(r"  not sharp(  |$)", told, re.MULTILINE)) == len(blurred)
    left_out = [word for number in blurred for word in ("--say", f"{number}=-")]
    assert "not sharp" not in handfoot("teach", "Ours", tmp_path / "blurred.jpg", *left_out).output


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--say", "0"], "is not NUMBER=FACE"),
        (["--say", "1" * 5000 + "=K"], "is not NUMBER=FACE"),
        (["--say", "0=K", "--say", "0=Q"], "named twice"),
        (["--say", "99=K"], "no card 99"),
        (["--say", "0=KK"], "card 0: unknown face 'KK'"),
        (["--say", "0=?"], "card 0: '?' is no face to learn"),
        (["--like", "nobody's"], 'no deck "nobody\'s"'),
        (["--faces", "nowhere.toml"], "nowhere.toml"),
        (["--add"], "no deck 'Ours'"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_a_wrong_answer_is_one_line_and_leaves_no_deck(
    lesson: Path, own_decks: Path, arguments: list[str], why: str
) -> None:
    result = handfoot("teach", "Ours", lesson, *arguments)
    assert result.exit_code != 0
    assert why in f"{result.output} {result.exception}"
    assert not own_decks.exists()


def test_several_cards_taken_for_one_wild_or_a_back_are_asked_about_while_a_face_is_missing(
    lesson: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blank = np.zeros((PATCH_PX, PATCH_PX, 3), np.uint8)

    def cards(*guesses: Face | None) -> list[LessonCard]:
        quad, box = ((0, 0), (8, 0), (8, 8), (0, 8)), (0.0, 0.0, 8.0, 8.0)
        return [LessonCard(n, "a.jpg", quad, one, 1.0, False, blank, (blank,), (box,)) for n, one in enumerate(guesses)]

    def asked(*guesses: Face | None, known: DeckProfile | None = None) -> list[Face | None]:
        return [card.guess for card in lesson_of(cards(*guesses), known).asked]

    kings = (Face.KING, Face.KING)
    wild = Face.WILD_50
    assert asked(*kings, wild, wild, Face.WILD_20, None, None) == [wild, wild, None, None]
    assert asked(*FACES, wild, None, None) == []
    knows = DeckProfile("Ours", cards=tuple(TaughtCard(face, blank, (blank,)) for face in FACES))
    assert asked(wild, wild, known=knows) == []
    # The command line tells why it asks: not for want of being sure.
    monkeypatch.setattr(Teacher, "look", lambda *_: lesson_of(cards(Face.KING, wild, wild)))
    told = handfoot("teach", "Ours", lesson)
    assert told.exit_code == 1
    assert re.search(r"^  0  a.jpg  K  100% sure.*\n  1  a.jpg  W50  one of several that look so.*which", told.output)


def test_more_is_added_to_what_the_deck_is_by_then(
    lesson: Path, answers: list[str], own_decks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = DeckShelf(own_decks)
    shelf.keep(DeckProfile("Ours"))
    look = Teacher.look

    def looked(self: Teacher, photos: Sequence[Frame], known: DeckProfile | None = None) -> Lesson:
        # Meanwhile somebody says what the deck's tops tell.
        shelf.keep(replace(shelf.open("Ours"), top_colours=DeckTopColours.RED_DIRTY), replace=True)
        return look(self, photos, known)

    monkeypatch.setattr(Teacher, "look", looked)
    added = handfoot("teach", "Ours", lesson, "--add", "--like", "traditional", *answers)
    assert "learnt" in added.output, added.output
    kept = shelf.open("Ours")
    assert (kept.top_colours, kept.composition) == (DeckTopColours.RED_DIRTY, TRADITIONAL.composition)
    assert len(kept.cards) >= 12
    assert handfoot("teach", "Ours", lesson, "--add", "--like", "nobody's").exit_code == 2


@pytest.mark.parametrize("more", [[], ["--add"]], ids=["anew", "added"])
def test_a_deck_that_ships_is_taught_nothing_and_no_photo_is_looked_at(more: list[str], tmp_path: Path) -> None:
    result = handfoot("teach", "Traditional", tmp_path / "nowhere.jpg", *more)
    assert (result.exit_code, result.stderr) == (
        2,
        "handfoot: the deck 'Traditional' ships with the program and stays as it is\n",
    )


def test_a_table_that_names_a_deck_nobody_taught_is_refused_in_one_line(lesson: Path, tmp_path: Path) -> None:
    table = tmp_path / "table"
    table.mkdir()
    (table / "played.jpg").write_bytes(lesson.read_bytes())
    (table / "table.toml").write_text('rules = "bain"\nround = 1\ndeck_profiles = ["nobody\'s"]\n', encoding="utf-8")
    refused = handfoot("score", table)
    assert refused.exit_code == 2
    assert refused.output.startswith(f'handfoot: {table}: no deck "nobody\'s"; there are ')


def test_a_deck_nobody_taught_is_told_once_for_all_tables(tmp_path: Path) -> None:
    for name in ("Table 1", "Table 2"):
        (tmp_path / name / "North").mkdir(parents=True)
        (tmp_path / name / "North" / "played.jpg").write_bytes(b"")
    refused = handfoot("score", tmp_path, "--rules", "bain", "--round", "1", "--deck", "nobody's")
    assert refused.exit_code == 2
    assert refused.output.count('no deck "nobody\'s"') == refused.output.count("\n") == 1


def test_the_decks_on_the_table_say_how_many_of_a_face_there_can_be() -> None:
    rules = load_rules("bain")
    jumbo = DeckProfile("jumbo", composition={**TRADITIONAL.composition, Face.WILD_50: 4})
    assert rules_with_decks(rules, (TRADITIONAL, jumbo)).decks.wild_50 == 4
    assert rules_with_decks(rules, (DeckProfile("unsaid"), jumbo)) is rules


def test_a_red_top_means_what_the_table_says_then_what_the_decks_and_the_rules_say() -> None:
    usual, turned = load_rules("bain"), load_rules("bain").model_copy(deep=True)
    turned.settings[SettingName.TOP_COLOURS] = turned.settings[SettingName.TOP_COLOURS].model_copy(
        update={"value": "red_dirty"}
    )
    ours = DeckProfile("ours", top_colours=DeckTopColours.RED_DIRTY)
    unsaid = DeckProfile("unsaid")
    assert red_tops_are_clean(usual, {}, (TRADITIONAL, unsaid)) is True
    assert red_tops_are_clean(turned, {}, (TRADITIONAL, unsaid)) is False
    assert red_tops_are_clean(usual, {}, (ours, unsaid)) is False
    assert red_tops_are_clean(usual, {}, (TRADITIONAL, ours)) is None
    assert red_tops_are_clean(usual, {}, (TRADITIONAL, REMASTERED)) is None
    assert red_tops_are_clean(usual, {"top_colours": "red_dirty"}, (TRADITIONAL, REMASTERED)) is False


def test_a_broken_deck_is_told_and_the_others_are_listed(own_decks: Path) -> None:
    shelf = DeckShelf(own_decks)
    for name in ("Ours", "Theirs"):
        shelf.keep(DeckProfile(name))
    (own_decks / "Ours.deck").write_bytes(b"no deck")
    listed = handfoot("decks", "list")
    assert listed.exit_code == 2
    assert "Theirs: " in listed.stdout and "Ours" not in listed.stdout
    assert listed.stderr.count("\n") == 1 and "Ours.deck" in listed.stderr
    for_programs = handfoot("decks", "list", "--json")
    assert (for_programs.exit_code, for_programs.stderr) == (2, listed.stderr)
    told = json.loads(for_programs.stdout)
    assert [one["name"] for one in told] == [*shelf.names()[:2], "Theirs"]
    # As the API has it: of a deck that ships, which the nets read as it is, nothing is missing.
    assert [(one["ships"], len(one["missing"])) for one in told] == [(True, 0), (True, 0), (False, 15)]
    assert told[-1] == deck_info(DeckProfile("Theirs")).model_dump()


@pytest.fixture
def club(own_decks: Path) -> DeckShelf:
    """Return a shelf with one deck, called Club."""
    shelf = DeckShelf(own_decks)
    shelf.keep(DeckProfile("Club"))
    return shelf


@pytest.mark.parametrize("said", [[], ["--db", "elsewhere.db"]], ids=["the usual database", "another"])
def test_a_game_follows_the_deck_that_it_is_played_with_to_its_new_name(
    club: DeckShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_store(*said[1:])
    game = store.new_game("Friday", plan_game(load_rules("remastered-singles"), ["Ann", "Bob"])).id
    GameDecks(store).choose(game, ["Club"])
    taken = handfoot("decks", "rename", "club", "traditional", *said)
    assert (taken.exit_code, taken.stderr) == (2, "handfoot: there is a deck 'traditional' already\n")
    assert GameDecks(store).of(game) == ("Club",)
    renamed = handfoot("decks", "rename", "club", "Guests", *said)
    assert (renamed.exit_code, renamed.stdout) == (0, "Guests: was club\n")
    assert GameDecks(store).of(game) == ("Guests",)
    assert club.names()[2:] == ("Guests",)
    store.close()


def test_a_deck_is_renamed_where_no_game_was_ever_kept_and_no_database_is_made(club: DeckShelf, tmp_path: Path) -> None:
    assert handfoot("decks", "rename", "Club", "Guests").exit_code == 0
    assert club.names()[2:] == ("Guests",)
    assert not (tmp_path / "data").exists()


def test_a_deck_keeps_its_name_where_the_games_that_would_follow_cannot_be_opened(
    club: DeckShelf, tmp_path: Path
) -> None:
    nowhere, broken = tmp_path / "mistyped.db", tmp_path / "broken.db"
    broken.write_bytes(b"no database")
    for path, why in ((nowhere, "no database; nothing was renamed"), (broken, "no SQLite database")):
        refused = handfoot("decks", "rename", "Club", "Guests", "--db", path)
        assert (refused.exit_code, refused.stderr) == (2, f"handfoot: {path}: {why}\n")
    assert club.names()[2:] == ("Club",)
    assert not nowhere.exists()


def test_a_wrong_picture_is_taken_out_by_its_face(own_decks: Path) -> None:
    shelf, corner = DeckShelf(own_decks), np.full((PATCH_PX, PATCH_PX, 3), 90, np.uint8)
    pictures = [np.full((CARD_PX[1], CARD_PX[0], 3), shade, np.uint8) for shade in (200, 150, 100)]
    faces = (Face.KING, Face.KING, None)
    cards = tuple(TaughtCard(face, picture, (corner,)) for face, picture in zip(faces, pictures, strict=True))
    shelf.keep(DeckProfile("Ours", cards=cards))
    none = handfoot("decks", "forget", "Ours", "Q")
    assert none.exit_code == 2 and "Ours: no picture 1 of Q; taught: 0" in none.stderr
    third = handfoot("decks", "forget", "Ours", "K", "--picture", "3")
    assert third.exit_code == 2 and "Ours: no picture 3 of K; taught: 2" in third.stderr
    told = handfoot("decks", "forget", "ours", "k", "--picture", "2").output
    assert told.startswith("Ours: 2 cards of 1 face, a back; not taught: 4, ")
    assert [int(card.picture.mean()) for card in shelf.open("Ours").cards] == [200, 100]
    assert handfoot("decks", "correct", "Ours", "k", "2").output.startswith("Ours: 2 cards of 1 face, a back")
    assert [card.face for card in shelf.open("Ours").cards] == [Face.WILD_20, None]
    assert handfoot("decks", "correct", "Ours", "W20", "K").exit_code == 0
    last = handfoot("decks", "forget", "Ours", "K")
    assert last.exit_code == 2 and "knows no other face: remove the deck instead" in last.stderr
    strange = handfoot("decks", "forget", "Ours", "Z")
    assert strange.exit_code == 2 and "'FACE': unknown face 'Z'" in strange.stderr
    shipped = handfoot("decks", "forget", "traditional", "K")
    assert shipped.exit_code == 2 and "ships with the program" in shipped.stderr


@pytest.mark.parametrize(
    ("said", "face"), [("jk", Face.WILD_50), (" Joker", Face.WILD_50), ("2", Face.WILD_20), ("back", None)]
)
def test_a_wrong_picture_is_taken_out_by_any_name_that_teaching_takes(
    own_decks: Path, said: str, face: Face | None
) -> None:
    shelf, corner = DeckShelf(own_decks), np.full((PATCH_PX, PATCH_PX, 3), 90, np.uint8)
    picture = np.full((CARD_PX[1], CARD_PX[0], 3), 200, np.uint8)
    cards = tuple(TaughtCard(one, picture, (corner,)) for one in (Face.KING, Face.WILD_20, Face.WILD_50, None))
    shelf.keep(DeckProfile("Ours", cards=cards))
    done = handfoot("decks", "forget", "Ours", said)
    assert (done.exit_code, done.stderr) == (0, "")
    assert face not in [card.face for card in shelf.open("Ours").cards]
    assert len(shelf.open("Ours").cards) == 3


def test_what_the_top_of_a_book_tells_is_said_of_a_deck_of_ones_own(own_decks: Path) -> None:
    shelf = DeckShelf(own_decks)
    shelf.keep(DeckProfile("Ours"))
    assert "as the rules have it" in handfoot("decks", "show", "Ours").output
    assert "red is dirty" in handfoot("decks", "tops", "Ours", "red_dirty").output
    assert shelf.open("Ours").top_colours is DeckTopColours.RED_DIRTY
    assert "says nothing" in handfoot("decks", "tops", "ours", "nothing").output
    assert shelf.open("Ours").top_colours is DeckTopColours.NOTHING
    assert handfoot("decks", "tops", "Ours", "rules").exit_code == 0
    assert shelf.open("Ours").top_colours is None
    refused = handfoot("decks", "tops", "traditional", "red_dirty")
    assert refused.exit_code == 2 and "ships with the program" in refused.output
