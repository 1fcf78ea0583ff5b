"""Photo files: every kind a phone or an editor makes is read, everything else refused in one line."""

import io
import struct
import threading
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from vision.errors import PhotoError
from vision.photos.frames import MAX_MEGAPIXELS, decode_photo, load_photo, photos_in
from vision.photos.quiet import no_warnings
from vision.photos.wholeheic import is_whole_heic

RED_LEFT = np.zeros((24, 40, 3), np.uint8)
RED_LEFT[:, :20, 0] = 255
"""RGB: red on the left, black on the right."""


def encoded(picture: Image.Image, kind: str, **options: object) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def heic(picture: Image.Image) -> bytes:
    heif = pytest.importorskip("pillow_heif")
    stream = io.BytesIO()
    heif.from_pillow(picture).save(stream, quality=90)
    return stream.getvalue()


RGB = Image.fromarray(RED_LEFT)
SIXTEEN_BIT = Image.fromarray(np.where(RED_LEFT[..., 0] > 0, 65535, 0).astype(np.uint16))

KINDS = {
    "jpeg": lambda: encoded(RGB, "JPEG", quality=95),
    "progressive jpeg": lambda: encoded(RGB, "JPEG", quality=95, progressive=True),
    "cmyk jpeg": lambda: encoded(RGB.convert("CMYK"), "JPEG", quality=95),
    "png": lambda: encoded(RGB, "PNG"),
    "palette png": lambda: encoded(RGB.convert("P"), "PNG"),
    "alpha png": lambda: encoded(RGB.convert("RGBA"), "PNG"),
    "webp": lambda: encoded(RGB, "WEBP", quality=95),
    "lossless webp": lambda: encoded(RGB, "WEBP", lossless=True),
    "heic": lambda: heic(RGB),
}

GREY_KINDS = {
    "grey jpeg": lambda: encoded(RGB.split()[0], "JPEG", quality=95),
    "grey png": lambda: encoded(RGB.split()[0], "PNG"),
    "16-bit png": lambda: encoded(SIXTEEN_BIT, "PNG"),
    "one-bit png": lambda: encoded(RGB.split()[0].convert("1"), "PNG"),
    "grey alpha png": lambda: encoded(RGB.split()[0].convert("LA"), "PNG"),
}


@pytest.mark.parametrize("make", KINDS.values(), ids=KINDS.keys())
def test_a_colour_photo_of_any_kind_comes_out_bgr(make: Callable[[], bytes]) -> None:
    image = decode_photo(make())
    assert image.shape == (24, 40, 3)
    assert image.dtype == np.uint8
    left, right = image[:, 2:16].mean(axis=(0, 1)), image[:, 24:38].mean(axis=(0, 1))
    assert left[2] > 200
    assert left[:2].max() < 60
    assert right.max() < 60


@pytest.mark.parametrize("make", GREY_KINDS.values(), ids=GREY_KINDS.keys())
def test_a_photo_without_colour_comes_out_bgr(make: Callable[[], bytes]) -> None:
    image = decode_photo(make())
    assert image.shape == (24, 40, 3)
    assert image[:, 2:16].min() > 225
    assert image[:, 24:38].max() < 30


def test_what_is_transparent_is_white() -> None:
    clear = Image.fromarray(np.zeros((8, 8, 4), np.uint8))
    assert (decode_photo(encoded(clear, "PNG")) == 255).all()


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_exif_orientation_is_turned_upright(orientation: int, kind: str) -> None:
    upright = Image.fromarray(np.arange(96, dtype=np.uint8).reshape(8, 12) * 2).resize(
        (96, 64), Image.Resampling.NEAREST
    )
    # What the camera stores is the upright picture turned the other way.
    back = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    stored = upright.transpose(back[orientation]) if orientation in back else upright
    exif = Image.Exif()
    exif[0x0112] = orientation
    image = decode_photo(encoded(stored.convert("RGB"), kind, exif=exif.tobytes(), quality=98))
    assert np.abs(image[..., 0].astype(int) - np.asarray(upright).astype(int)).mean() < 4


def test_a_heic_photo_is_turned_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    pytest.importorskip("pillow_heif").register_heif_opener()
    stored = RGB.transpose(Image.Transpose.ROTATE_90)
    image = decode_photo(encoded(stored, "HEIF", exif=exif.tobytes(), quality=90))
    assert image.shape == (24, 40, 3)
    assert image[:, 2:16, 2].min() > 200


def test_the_type_is_judged_by_content_and_not_by_the_ending(tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    path.write_bytes(encoded(RGB, "JPEG"))
    frame = load_photo(path)
    assert (frame.name, frame.width, frame.height) == ("photo.png", 40, 24)


def png_header(width: int, height: int) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = zlib.compress(b"\0" * 1000)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


BAD_FILES = {
    "empty": (b"", "the file is empty"),
    "text": (b"hello, I am no photo", "not a JPEG, PNG, WebP or HEIC image"),
    "gif": (encoded(RGB.convert("P"), "GIF"), "not a JPEG, PNG, WebP or HEIC image"),
    "200 megapixels": (png_header(20000, 10000), "megapixels"),
    "160 megapixels": (png_header(16000, 10000), f"160 megapixels are too many (limit {MAX_MEGAPIXELS})"),
    "150.1 megapixels": (png_header(15010, 10000), f"150.1 megapixels are too many (limit {MAX_MEGAPIXELS}): set"),
    "bomb": (png_header(400000, 400000), "megapixels"),
}


@pytest.mark.parametrize(("data", "reason"), BAD_FILES.values(), ids=BAD_FILES.keys())
def test_what_is_no_photo_is_refused_in_one_line_that_names_it(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "played-1.jpg"
    path.write_bytes(data)
    with pytest.raises(PhotoError) as refused:
        load_photo(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


NOISE = encoded(Image.effect_noise((200, 200), 90), "JPEG")
MIDDLE = len(NOISE) // 2

DAMAGED = {
    "jpeg start only": (lambda: b"\xff\xd8\xff\xe0", "JPEG"),
    "half a jpeg": (lambda: NOISE[:4000], "JPEG"),
    "jpeg with a hole": (lambda: NOISE[:MIDDLE] + bytes(512) + NOISE[MIDDLE + 512 :], "JPEG"),
    "jpeg with a part lost": (lambda: NOISE[:MIDDLE] + NOISE[MIDDLE + 2000 :], "JPEG"),
    "jpeg with a part twice": (lambda: NOISE[:MIDDLE] + NOISE[MIDDLE - 500 :], "JPEG"),
    "progressive jpeg with a hole": (
        lambda: (
            (whole := encoded(Image.effect_noise((200, 200), 90), "JPEG", progressive=True))[:9000]
            + bytes.fromhex("ff02ff30")
            + whole[9004:]
        ),
        "JPEG",
    ),
    "png with a hole": (
        lambda: (whole := encoded(Image.effect_noise((200, 200), 90), "PNG"))[:9000] + b"hole" + whole[9004:],
        "PNG",
    ),
    "jpeg that ends in its middle": (lambda: NOISE[:MIDDLE] + b"\xff\xd9" + NOISE[MIDDLE:], "JPEG"),
    "half a png": (lambda: encoded(Image.effect_noise((200, 200), 90), "PNG")[:4000], "PNG"),
    "png of no picture": (lambda: b"\x89PNG\r\n\x1a\n" + b"\0" * 64, "PNG"),
    "half a webp": (lambda: encoded(Image.effect_noise((200, 200), 90), "WEBP", quality=95)[:4000], "WebP"),
    "heic brand only": (lambda: b"\0\0\0\x18ftypheic" + b"\0" * 64, "HEIC"),
    "half a heic": (lambda: heic(Image.effect_noise((200, 200), 90))[:4000], "HEIC"),
}


GRAIN = np.random.default_rng(1).integers(0, 256, (180, 240, 3), np.uint8)
PHOTO = Image.fromarray(GRAIN).resize((960, 720))
HOLES = {"of zeros": bytes(1000), "of other bytes": bytes(range(7, 207)) * 5}


@pytest.mark.parametrize("hole", HOLES.values(), ids=HOLES.keys())
@pytest.mark.parametrize(
    "whole",
    [
        encoded(PHOTO, "JPEG", quality=92),
        encoded(PHOTO, "JPEG", quality=92, progressive=True),
        encoded(PHOTO, "WEBP", quality=85),
    ],
    ids=["jpeg", "progressive jpeg", "webp"],
)
def test_a_photo_with_a_hole_in_its_middle_is_not_read(whole: bytes, hole: bytes) -> None:
    for place in range(len(whole) // 8, len(whole) // 2, len(whole) // 16):
        with pytest.raises(PhotoError, match="damaged or truncated"):
            decode_photo(whole[:place] + hole + whole[place + len(hole) :])


@pytest.mark.parametrize("end", [b"", b"\xff\xd9", bytes(40_000)], ids=["cut", "closed again", "filled up"])
def test_a_progressive_jpeg_cut_short_is_not_read(end: bytes) -> None:
    whole = encoded(PHOTO, "JPEG", quality=92, progressive=True)
    for place in range(len(whole) // 8, len(whole) * 9 // 10, len(whole) // 8):
        with pytest.raises(PhotoError, match="damaged or truncated"):
            decode_photo(whole[:place] + end)


def test_a_heic_photo_with_zeros_in_place_of_pixels_is_not_read() -> None:
    whole = heic(PHOTO)
    for place in range(len(whole) // 8, len(whole) * 9 // 10, len(whole) // 8):
        for end in (place + 512, len(whole)):
            with pytest.raises(PhotoError, match="damaged or truncated"):
                decode_photo(whole[:place] + bytes(end - place) + whole[end:])


@pytest.mark.parametrize(("make", "kind"), DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_photo_of_every_kind_is_told_alike_without_the_decoders_words(
    make: Callable[[], bytes], kind: str
) -> None:
    with pytest.raises(PhotoError) as refused:
        decode_photo(make())
    assert str(refused.value) == f"damaged or truncated {kind}"


def test_too_little_memory_is_no_fault_of_the_photo(monkeypatch: pytest.MonkeyPatch) -> None:
    def starved(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("vision.photos.frames._decode", starved)
    with pytest.raises(MemoryError):
        decode_photo(encoded(Image.new("RGB", (40, 30)), "JPEG"))


WHOLE_JPEGS = {
    "one pixel": lambda: encoded(Image.new("RGB", (1, 1)), "JPEG"),
    "nothing to see": lambda: encoded(Image.new("RGB", (999, 801)), "JPEG", optimize=True),
    "grey below": lambda: encoded(Image.effect_noise((64, 64), 90).crop((0, 0, 64, 640)), "JPEG"),
    "restart marks": lambda: encoded(Image.effect_noise((64, 64), 90), "JPEG", restart_marker_blocks=3),
    "zeros before its end": lambda: NOISE[:-2] + bytes(200) + NOISE[-2:],
    "some bytes before its end": lambda: NOISE[:-2] + bytes(range(1, 13)) + NOISE[-2:],
    "some bytes in its head": lambda: NOISE.replace(b"\xff\xdb", bytes(range(1, 200)) + b"\xff\xdb", 1),
    "cyan, magenta, yellow and black": lambda: encoded(RGB.convert("CMYK"), "JPEG"),
    "more after its end": lambda: NOISE + bytes(500) + NOISE,
    "a second picture": lambda: encoded(RGB, "MPO", save_all=True, append_images=[RGB]),
}


@pytest.mark.parametrize("make", WHOLE_JPEGS.values(), ids=WHOLE_JPEGS.keys())
def test_an_odd_jpeg_that_is_whole_is_read(make: Callable[[], bytes]) -> None:
    data = make()
    read, whole = decode_photo(data), np.array(Image.open(io.BytesIO(data)).convert("RGB"))
    assert read.shape == whole.shape
    assert np.abs(read[..., ::-1].astype(float) - whole).mean() < 2


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match=r"nothing\.jpg: cannot be opened"):
        load_photo(tmp_path / "nothing.jpg")
    with pytest.raises(PhotoError, match="is a folder"):
        load_photo(tmp_path)


WHOLE = {name: make() for name, make in KINDS.items() if name != "heic"}


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damaged_photos_are_read_or_refused_and_nothing_else(data: st.DataObject) -> None:
    whole = WHOLE[data.draw(st.sampled_from(sorted(WHOLE)))]
    end = data.draw(st.integers(0, len(whole)))
    damaged = bytearray(whole[:end])
    for place, value in data.draw(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), max_size=8)):
        if damaged:
            damaged[place % len(damaged)] = value
    try:
        image = decode_photo(bytes(damaged))
    except PhotoError as error:
        assert str(error)
        assert "\n" not in str(error)
    else:
        assert image.ndim == 3


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from([b"", b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBP", b"\0\0\0\x18ftypheic"]),
    st.binary(max_size=300),
)
def test_random_bytes_are_refused(start: bytes, rest: bytes) -> None:
    with pytest.raises(PhotoError):
        decode_photo(start + rest)


def test_a_heic_photo_laid_out_as_none_that_is_known_is_left_to_its_decoder() -> None:
    assert is_whole_heic(heic(RGB).replace(b"iloc", b"what"))
    assert is_whole_heic(heic(RGB).replace(b"hvcC", b"av1C"))


def test_a_heic_photo_cut_anywhere_is_refused() -> None:
    whole = heic(RGB)
    for end in range(20, len(whole) - 40, 37):
        with pytest.raises(PhotoError):
            decode_photo(whole[:end])


def test_a_folders_photos_come_in_natural_order(tmp_path: Path) -> None:
    for name in ("left-10.jpg", "left-2.JPG", "played.heic", "notes.txt", "a.webp", ".hidden.jpg"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "folder.jpg").mkdir()
    assert [path.name for path in photos_in(tmp_path)] == ["a.webp", "left-2.JPG", "left-10.jpg", "played.heic"]


def test_a_photo_whose_ending_says_nothing_is_found_by_how_it_begins(tmp_path: Path) -> None:
    for name in ("Dec 1 17.05", "IMG_1", "notes 1.2", "played.json"):
        (tmp_path / name).write_bytes(b"{}" if name[0] in "np" else b"\xff\xd8\xff\xe0 and so on")
    assert [path.name for path in photos_in(tmp_path)] == ["Dec 1 17.05", "IMG_1"]


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="cannot be listed"):
        photos_in(tmp_path / "nowhere")


def test_warnings_are_as_they_were_once_the_last_of_several_threads_is_out() -> None:
    before, inside, done = list(warnings.filters), threading.Barrier(2), threading.Event()

    def longer() -> None:
        with no_warnings():
            inside.wait(10)
            done.wait(10)

    thread = threading.Thread(target=longer)
    with no_warnings():
        thread.start()
        inside.wait(10)
        warnings.warn("passed over", UserWarning, stacklevel=1)
    assert warnings.filters != before
    done.set()
    thread.join(10)
    assert warnings.filters == before
