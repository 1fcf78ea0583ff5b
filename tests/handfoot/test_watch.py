"""``handfoot watch``: a video read live by known cards, settled, told, drawn and scored."""

import itertools
import json
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from handfoot.commands.watch import closed_whole
from handfoot.errors import OutputError
from handfoot.live.drawing import draw_live
from handfoot.live.page import Page
from handfoot.live.sinks import file_sink
from scorer.faces import Face
from tests.commands import handfoot
from tests.handfoot.jokedeck import joke_deck
from tests.handfoot.oracle import card, column
from vision.corners import Image, Suit
from vision.decks.shelf import DeckShelf
from vision.doubting.chances import may_be as may_be_instead
from vision.doubting.doubts import card_doubts
from vision.errors import FeedError
from vision.live.feed import Feed, Picture
from vision.live.settling import Look, together
from vision.live.watching import Watched, Watcher
from vision.photoreading import PhotoReading, StageTimes
from vision.photos.frames import Frame, load_photo
from vision.seen import RunnerUp, SeenCard, as_quad, may_be

WIDTH, HEIGHT = 640, 480
PHOTO = Path(__file__).resolve().parents[2] / "datasets" / "samples" / "Table 1" / "Ben" / "played-1.jpg"


def covering(meld: Sequence[SeenCard]) -> list[SeenCard]:
    """Return a meld of which each card hides the lower end of the one before, as cards do."""
    return [*(replace(one, indices=one.indices[:1]) for one in meld[:-1]), meld[-1]]


CARDS = (*covering(column("8 8 8", 150, 120)), *covering(column("K K K K", 400, 120)))
MORE = (*CARDS, card("A", 550, 300))


def picture_of(cards: Sequence[SeenCard], seed: int = 0) -> np.ndarray:
    """Return a table with something drawn for each card."""
    rng = np.random.default_rng(seed)
    image = cv2.resize(rng.integers(60, 120, (48, 64, 3), np.uint8), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    for number, one in enumerate(cards):
        cv2.fillConvexPoly(image, one.corners.astype(np.int32), (250, 250, 250))
        cv2.putText(image, str(one.face), tuple(int(v) for v in one.corners[0] + (8, 30)), 0, 1, (number * 20, 0, 0), 2)
    return np.asarray(image)


class Knowing:
    """Reads a picture by how bright its lower right is: with the ace there, or without."""

    def __init__(self, unsure_first: bool = False) -> None:
        self.read_so_far = 0
        self.unsure_first = unsure_first

    def read(self, frame: Frame) -> PhotoReading:
        self.read_so_far += 1
        cards = MORE if frame.image[280:320, 530:570].mean() > 200 else CARDS
        if self.unsure_first and self.read_so_far == 1:
            cards = tuple(
                SeenCard(one.face, one.suit, one.ink, 0.7, one.quad, one.indices, (RunnerUp(Face.QUEEN, 0.2),))
                for one in cards
            )
        doubts = card_doubts(cards, frame.width, frame.height)
        return PhotoReading(frame.name, frame.width, frame.height, StageTimes(1, 1, 1), cards, doubts)


def shots(*cards: Sequence[SeenCard], each: int) -> list[np.ndarray]:
    return [picture_of(some) for some in cards for _ in range(each)]


def watched(reader: Knowing, images: Sequence[np.ndarray]) -> list[tuple[int, PhotoReading]]:
    watcher = Watcher(reader, background=False)
    settled = []
    for number, image in enumerate(images):
        seen = watcher.watch(Picture(number, number / 30, image))
        if seen.settled is not None:
            settled.append((number, seen.settled))
    watcher.close()
    return settled


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("film") / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, (WIDTH, HEIGHT))
    for image in shots(CARDS, MORE, each=8):
        writer.write(image)
    writer.release()
    return path


@pytest.fixture
def knowing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handfoot.commands.latereader.default_card_reader", lambda models, decks: Knowing())


def test_a_table_settles_once_and_again_when_a_card_is_laid_down() -> None:
    settled = watched(Knowing(), shots(CARDS, MORE, each=10))
    assert [len(reading.cards) for _, reading in settled] == [7, 8]
    assert settled[1][0] >= 10


def test_what_settled_is_not_told_again_while_the_camera_is_moved_and_no_card_is() -> None:
    turned = [np.ascontiguousarray(image[::-1, ::-1]) for image in shots(CARDS, each=10)]
    settled = watched(Knowing(), [*shots(CARDS, each=10), *turned, *shots(MORE, CARDS, each=10)])
    assert [len(reading.cards) for _, reading in settled] == [7, 8, 7]


def test_what_lies_still_is_read_no_more_than_it_takes_to_agree() -> None:
    reader = Knowing()
    watched(reader, shots(CARDS, each=60))
    assert reader.read_so_far <= 5


def test_several_looks_together_are_surer_than_one() -> None:
    ((_, reading),) = watched(Knowing(unsure_first=True), shots(CARDS, each=10))
    assert min(one.confidence for one in reading.cards) > 0.97
    assert reading.doubts == ()


def test_what_no_look_shows_stays_in_doubt_however_many_looks_there_are() -> None:
    places = [(60 + 110 * n, y) for y in (75, 225) for n in range(5)][:9]
    suited = [replace(card(face, *place), suit=Suit.CLUBS) for face, place in zip("456789QKA", places, strict=True)]
    bare = may_be(card("B3", 100, 390), Face.RED_THREE, 0.1), may_be(card("J", 250, 390), Face.WILD_50, 0.12)
    digit = replace(card("6", 430, 390, shows=(0,)), presence=0.9)
    cards = (*suited, *bare, digit)
    look = PhotoReading("picture 1", WIDTH, HEIGHT, StageTimes(1, 1, 1), cards, card_doubts(cards, WIDTH, HEIGHT))
    reading = together([Look(look, np.eye(3))] * 5)
    assert [may_be_instead(one) for one in reading.cards[9:]] == [(Face.RED_THREE,), (Face.WILD_50,), (None,)]
    assert {doubt.about for doubt in reading.doubts} == {(9,), (10,), (11,)}


def test_cards_are_followed_while_the_camera_moves() -> None:
    image, watcher = picture_of(CARDS), Watcher(Knowing(), background=False)
    watcher.watch(Picture(0, 0.0, image))
    watcher.watch(Picture(1, 0.01, image))
    seen = watcher.watch(Picture(2, 0.02, np.roll(image, (6, 9), axis=(0, 1))))
    moved = seen.cards[0].corners - CARDS[0].corners
    assert np.allclose(moved, (9, 6), atol=1.5)


class Shifting(Knowing):
    """Sees besides what may be a 6, and all cards elsewhere as ``shift`` says, px."""

    shift = np.array([0.0, 0.0])

    def read(self, frame: Frame) -> PhotoReading:
        seen = (replace(card("6", 300, 390, shows=(0,)), presence=0.9), *CARDS)
        cards = tuple(replace(one, quad=as_quad(one.corners + self.shift)) for one in seen)
        doubts = card_doubts(cards, frame.width, frame.height)
        return PhotoReading(frame.name, frame.width, frame.height, StageTimes(1, 1, 1), cards, doubts)


def test_what_settled_is_drawn_with_what_is_in_doubt_and_where_the_last_look_saw_it() -> None:
    reader, image = Shifting(), picture_of(CARDS)
    watcher = Watcher(reader, background=False)
    settled, *_ = [seen for n in range(10) if (seen := watcher.watch(Picture(n, n / 30, image))).settled is not None]
    assert settled.settled is not None and {doubt.about for doubt in settled.settled.doubts} == {(0,)}
    assert settled.unsure == {0}
    reader.shift = np.array([4.0, 3.0])
    later = watcher.watch(Picture(10, 60.0, image))
    assert later.looked and later.holds and later.settled is None and later.unsure == {0}
    for now, then in zip(later.cards, settled.cards, strict=True):
        assert np.allclose(now.corners - then.corners, (4, 3), atol=0.5)
    sure, unsure = (draw_live(image, later.cards, "", unsure=which) for which in ((), later.unsure))
    assert (sure != unsure).any()


class Held(Knowing):
    """Reads one of the pictures, from 1, only once it is let go."""

    def __init__(self, held: int) -> None:
        super().__init__()
        self.held, self.begun, self.go = held, threading.Event(), threading.Event()

    def read(self, frame: Frame) -> PhotoReading:
        if self.read_so_far + 1 == self.held:
            self.begun.set()
            assert self.go.wait(60)
        return super().read(frame)


@pytest.mark.parametrize("held", [1, 2])
def test_a_look_begun_before_the_table_changed_is_dropped(held: int) -> None:
    reader = Held(held)
    watcher = Watcher(reader)
    numbers = itertools.count()

    def watch(cards: Sequence[SeenCard]) -> Watched:
        time.sleep(0.002)
        number = next(numbers)
        return watcher.watch(Picture(number, number / 30, picture_of(cards)))

    while not reader.begun.is_set():
        watch(CARDS)
    assert not watch(MORE).looked
    reader.go.set()
    while not (seen := watch(MORE)).looked:
        pass
    watcher.close()
    assert seen.reading is not None and len(seen.reading.cards) == len(MORE)


def test_a_video_is_told_as_json_one_line_for_what_settles(film: Path, knowing: None) -> None:
    run = handfoot("watch", "--camera", film, "--json")
    told = [json.loads(line) for line in run.stdout.splitlines()]
    assert [len(one["cards"]) for one in told] == [7, 8]
    assert run.exit_code == 0


@pytest.mark.usefixtures("knowing")
def test_a_video_is_watched_beyond_a_damaged_place_and_the_damage_told(film: Path, tmp_path: Path) -> None:
    whole = film.read_bytes()
    pictures = [at for at in range(len(whole)) if whole.startswith(b"\xff\xd8\xff", at)]
    damaged = bytearray(whole)
    for at in pictures[1:3]:
        damaged[at : at + 400] = bytes(400)
    (tmp_path / "damaged.avi").write_bytes(damaged)
    (tmp_path / "half.avi").write_bytes(whole[: pictures[8]])
    run, half = (handfoot("watch", "--camera", tmp_path / name, "--json") for name in ("damaged.avi", "half.avi"))
    told = [json.loads(line) for line in run.stdout.splitlines()]
    assert [len(one["cards"]) for one in told] == [7, 8]
    assert run.stderr.endswith(f"handfoot: {tmp_path / 'damaged.avi'}: 2 pictures in this video cannot be read\n")
    assert half.stderr.endswith(f"handfoot: {tmp_path / 'half.avi'}: 8 pictures in this video cannot be read\n")
    assert (run.exit_code, half.exit_code) == (2, 2)


@pytest.mark.usefixtures("knowing")
def test_what_changed_and_did_not_settle_before_the_end_is_told(tmp_path: Path) -> None:
    video = tmp_path / "late.avi"
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, (WIDTH, HEIGHT))
    for image in (*shots(CARDS, each=8), *shots(MORE, each=1)):
        writer.write(image)
    writer.release()
    run = handfoot("watch", "--camera", video, "--json")
    assert [len(json.loads(line)["cards"]) for line in run.stdout.splitlines()] == [7]
    assert run.stderr.endswith("the cards changed since, and nothing settled any more\n")
    assert run.exit_code == 1


def test_watch_scores_what_settled_and_ends_with_it(film: Path, knowing: None, tmp_path: Path) -> None:
    arguments = ["watch", "--camera", str(film), "--once", "--rules", "remastered-singles", "--round", "1"]
    run = handfoot(*arguments, "--out", tmp_path / "seen")
    assert "settled after" in run.stdout
    assert "3x8" in run.stdout and "4xK" in run.stdout
    assert [path.name for path in sorted((tmp_path / "seen").glob("*.jpg"))] == ["settled-1.jpg"]


def test_watch_draws_nothing_among_photos(film: Path, knowing: None, tmp_path: Path) -> None:
    photo = tmp_path / "North" / "played.jpg"
    photo.parent.mkdir()
    photo.touch()
    run = handfoot("watch", "--camera", film, "--once", "--out", photo.parent)
    assert (run.exit_code, run.stderr) == (
        2,
        f"handfoot: {photo.parent}: holds photos; what is drawn on them needs a folder of its own\n",
    )
    assert list(photo.parent.iterdir()) == [photo]


def test_watch_writes_the_drawn_video(film: Path, knowing: None, tmp_path: Path) -> None:
    handfoot("watch", "--camera", film, "--out", tmp_path / "drawn.avi")
    drawn = Feed(str(tmp_path / "drawn.avi"))
    assert len(list(drawn)) == 16
    drawn.close()


def test_watch_reads_with_the_decks_that_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDFOOT_DECKS", str(tmp_path / "decks"))
    DeckShelf(tmp_path / "decks").keep(joke_deck(PHOTO))
    picture = cv2.imread(str(PHOTO))
    assert picture is not None
    still = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    writer = cv2.VideoWriter(
        str(tmp_path / "still.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (still.shape[1], still.shape[0])
    )
    for _ in range(4):
        writer.write(still)
    writer.release()
    watch = ["watch", "--camera", str(tmp_path / "still.avi"), "--once", "--json"]
    plain, joke = (handfoot(*watch, *deck).stdout for deck in ([], ["--deck", "joke"]))
    assert plain.count('"W50"') < joke.count('"W50"')
    unknown = handfoot(*watch, "--deck", "nobody's")
    assert (unknown.exit_code, unknown.stdout) == (2, "")
    assert 'no deck "nobody\'s"' in unknown.stderr


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("none.mp4", "no such file"),
        ("broken.mp4", "not a video"),
        ("empty.mp4", "is empty"),
        ("table.JPG", "a photo, not a video"),
        ("97", "cannot be opened"),
    ],
)
def test_a_feed_that_gives_nothing_is_one_clear_line(
    source: str, says: str, tmp_path: Path, knowing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.mp4").write_bytes(b"no video at all" * 50)
    Path("empty.mp4").touch()
    Path("table.JPG").write_bytes(b"as from a camera")
    run = handfoot("watch", "--camera", source)
    assert run.exit_code == 2
    (line,) = [line for line in run.stderr.splitlines() if line.startswith("handfoot:")]
    assert says in line


def test_of_a_broken_video_ffmpeg_says_nothing_by_itself(tmp_path: Path) -> None:
    # As a process of its own: FFmpeg asks once how much it is to say.
    (tmp_path / "broken.mp4").write_bytes(bytes.fromhex("00000018") + b"ftypmp42" + bytes(4000))
    command = [sys.executable, "-m", "handfoot", "watch", "--camera", str(tmp_path / "broken.mp4")]
    done = subprocess.run(
        command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == f"handfoot: {tmp_path / 'broken.mp4'}: not a video that can be read\n"


@pytest.mark.parametrize("option", [["--set", "red3_left=-300"], ["--decks", "3"]])
def test_how_to_score_is_not_passed_over_where_nothing_is_scored(option: list[str], film: Path) -> None:
    result = handfoot("watch", "--camera", film, "--once", *option)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "takes --rules and --round" in result.stderr


def test_the_page_shows_the_newest_picture_and_what_settled() -> None:
    page = Page(0)
    try:
        page.say("settled: 7 cards")
        page.show(picture_of(CARDS))
        with urllib.request.urlopen(page.address + "/settled", timeout=10) as answer:
            assert answer.read() == b"settled: 7 cards"
        with urllib.request.urlopen(page.address + "/live", timeout=10) as answer:
            start = answer.read(400)
        assert b"image/jpeg" in start and b"\xff\xd8\xff" in start
    finally:
        page.close()


def test_a_connection_to_the_page_may_rest() -> None:
    page = Page(0)
    try:
        assert page._server.config.timeout_keep_alive > 60
    finally:
        page.close()


@pytest.mark.usefixtures("knowing")
def test_the_video_that_is_watched_is_not_written_over(tmp_path: Path, film: Path) -> None:
    video, same = tmp_path / "t.avi", tmp_path / "same.avi"
    video.write_bytes(film.read_bytes())
    same.symlink_to(video)
    for out in (video, same):
        result = handfoot("watch", "--camera", video, "--once", "--out", out)
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
        assert "is the video that is watched" in result.stderr
        assert video.read_bytes() == film.read_bytes()


@pytest.mark.usefixtures("knowing")
def test_a_video_that_cannot_be_written_is_one_line(
    tmp_path: Path, film: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "nowhere" / "drawn.avi"
    result = handfoot("watch", "--camera", film, "--once", "--out", out)
    assert result.exit_code == 2
    assert result.stderr == f"handfoot: {out}: cannot be written (No such file or directory)\n"
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("name", ["drawn.avi", "drawn.mp4"])
def test_a_video_that_finds_no_room_is_one_line(
    name: str, tmp_path: Path, film: Path, knowing: None, capfd: pytest.CaptureFixture[str]
) -> None:
    resource = pytest.importorskip("resource")
    out = tmp_path / name
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, usual[1]))
    try:
        result = handfoot("watch", "--camera", film, "--out", out)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert (result.exit_code, result.stderr) == (2, f"handfoot: {out}: cannot be written whole: is the disk full?\n")
    assert "Failed to write" not in capfd.readouterr().err


class Camera:
    """Stands in for a webcam: fails as often as ``misses`` says before each picture, and then for good."""

    def __init__(self, misses: Sequence[int]) -> None:
        self._gives = [gives for number in misses for gives in (*[False] * number, True)]

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def get(self, _: int) -> float:
        return 0.0

    def set(self, *_: float) -> bool:
        return True

    def read(self) -> tuple[bool, Image | None]:
        gives = bool(self._gives) and self._gives.pop(0)
        return gives, np.zeros((4, 6, 3), np.uint8) if gives else None


def test_a_camera_that_fails_at_once_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", lambda _: Camera([0, 100, 2]))
    monkeypatch.setattr("vision.live.feed.PATIENCE_S", 2.0)
    monkeypatch.setattr("vision.live.feed.PAUSE_S", 0.001)
    pictures = iter(Feed("0"))
    assert [next(pictures).number for _ in range(3)] == [0, 1, 2]
    with pytest.raises(FeedError, match="gives no more pictures"):
        next(pictures)


@pytest.fixture
def heeded() -> Iterator[None]:
    """Ctrl+C is heeded, as it is not in a run in the background."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)


@pytest.mark.usefixtures("heeded")
def test_a_second_ctrl_c_interrupts_nothing_that_is_being_closed() -> None:
    closed: list[str] = []

    def close(name: str) -> None:
        signal.raise_signal(signal.SIGINT)
        closed.append(name)

    with pytest.raises(KeyboardInterrupt), closed_whole() as closing:
        closing.callback(close, "video")
        closing.callback(close, "look")
        signal.raise_signal(signal.SIGINT)
    assert closed == ["look", "video"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_camera_that_is_an_empty_text_is_none() -> None:
    result = handfoot("watch", "--camera", "")
    assert result.exit_code == 2
    assert "'--camera': an empty path" in result.stderr


@pytest.mark.usefixtures("knowing")
@pytest.mark.parametrize("number", ["63", "2147483648", "9" * 5000])
def test_a_camera_that_cannot_be_is_one_line(number: str, capfd: pytest.CaptureFixture[str]) -> None:
    result = handfoot("watch", "--camera", number)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "camera" in result.stderr and len(result.stderr) < 200
    # What OpenCV says by itself.
    assert "WARN" not in capfd.readouterr().err


def test_a_video_of_another_kind_is_refused_and_no_folder_is_made_for_it(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"can be written as \.mp4, \.avi, \.mkv, \.mov, not as \.WebM"):
        file_sink(tmp_path / "drawn.WebM", 5.0)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "pictures.gif").mkdir()
    file_sink(tmp_path / "pictures.gif", 5.0).close()


def test_pictures_of_an_earlier_run_are_not_written_over(tmp_path: Path) -> None:
    for shade in (40, 200):
        sink = file_sink(tmp_path / "settled", 5.0)
        for _ in range(2):
            sink.settled(np.full((8, 8, 3), shade, np.uint8))
        sink.close()
    pictures = [load_photo(tmp_path / "settled" / f"settled-{number}.jpg").image for number in (1, 2, 3, 4)]
    assert [round(float(picture.mean())) for picture in pictures] == [40, 40, 200, 200]
