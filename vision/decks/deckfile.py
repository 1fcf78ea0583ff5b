"""A deck's profile as one small file: a zip with what is said of the deck, its pictures and its prototypes."""

import io
import json
import lzma
import math
import zipfile
import zlib
from typing import Annotated, Literal

import cv2
import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray
from PIL import Image as PillowImage
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scorer.faces import Face
from vision.corners import Image
from vision.decks.profile import (
    CARD_PX,
    MOST_CARDS,
    MOST_OF_A_FACE,
    PATCH_PX,
    DeckProfile,
    DeckTopColours,
    Prototypes,
    TaughtCard,
)
from vision.errors import DeckError
from vision.photos.quiet import no_warnings
from vision.seen import BACK

SUFFIX = ".deck"
"""How a profile's file ends."""

FORMAT, VERSIONS = "handfoot deck", (1, 2)
"""Files of the last version are written, those of all are read. 2: colours of top cards may tell
nothing, and what was learnt says whether the ranks have suits."""

MOST_BYTES = 24 * 1024 * 1024
"""A profile's file is at most so large, packed and unpacked; most are a tenth of a megabyte."""

_SAID = "deck.json"
_PROTOTYPES = "prototypes.npz"
_MOST_CORNERS = 8
_MOST_PROTOTYPES = 2000
_LARGEST_EMBEDDING = 8192
_CARD_QUALITY, _CORNER_QUALITY = 85, 95

_DAMAGED = (
    OSError,
    ValueError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    zlib.error,
    lzma.LZMAError,
    cv2.error,
)
"""What zipfile, numpy and OpenCV raise of damaged members."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Card(_Model):
    face: str
    corners: Annotated[int, Field(ge=1, le=_MOST_CORNERS)]


class _Learnt(_Model):
    net: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    owners: Annotated[list[int], Field(max_length=_MOST_PROTOTYPES)]
    suitless: bool = False


class _Deck(_Model):
    format: Literal["handfoot deck"]
    version: Literal[1, 2]
    name: str
    composition: dict[str, Annotated[int, Field(ge=0, le=MOST_OF_A_FACE)]]
    assumed: bool
    index_places: Annotated[list[Annotated[int, Field(ge=0, le=3)]], Field(min_length=1, max_length=4)]
    ink_tells: bool
    top_colours: Annotated[DeckTopColours, Field(strict=False)] | None
    cards: Annotated[list[_Card], Field(max_length=MOST_CARDS)]
    learnt: _Learnt | None


def pack(profile: DeckProfile) -> bytes:
    """Return a profile's file; the same profile gives the same bytes."""
    learnt = profile.prototypes
    said = _Deck(
        format="handfoot deck",
        version=2,
        name=profile.name,
        composition={str(face): number for face, number in profile.composition.items()},
        assumed=profile.assumed,
        index_places=sorted(profile.index_places),
        ink_tells=profile.ink_tells,
        top_colours=profile.top_colours,
        cards=[_Card(face=str(card.face or BACK), corners=len(card.corners)) for card in profile.cards],
        learnt=None
        if learnt is None
        else _Learnt(net=learnt.net, owners=list(learnt.owners), suitless=learnt.suitless),
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        _add(packed, _SAID, said.model_dump_json(indent=1).encode())
        for number, card in enumerate(profile.cards):
            _add(packed, _card_name(number), _jpeg(card.picture, _CARD_QUALITY))
            for place, corner in enumerate(card.corners):
                _add(packed, _corner_name(number, place), _jpeg(corner, _CORNER_QUALITY))
        if learnt is not None:
            arrays = io.BytesIO()
            np.savez(
                arrays,
                weights=learnt.weights.astype(np.float16),
                offsets=learnt.offsets.astype(np.float32),
                read=learnt.read.astype(np.float16),
            )
            _add(packed, _PROTOTYPES, arrays.getvalue())
    return out.getvalue()


def unpack(data: bytes, source: str) -> DeckProfile:
    """Return the profile in the bytes of a file; ``source`` is what a message calls the file.

    Raises:
        DeckError: in one line, if it is no profile, a broken one, or one of a version to come.
    """
    if len(data) > MOST_BYTES:
        raise DeckError(f"{source}: {len(data) // 2**20} MB, more than a deck's file holds")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            _check_size(packed, source)
            return _unpacked(packed, source)
    except zipfile.BadZipFile:
        raise DeckError(f"{source}: no deck's file, or a broken one") from None
    except KeyError as error:
        # zipfile's own words, which name what is missing in quotes.
        missing = str(error.args[0]).split("'")[1::2]
        raise DeckError(f"{source}: no deck's file, or a broken one: {' '.join(missing)} is missing in it") from None
    except _DAMAGED as error:
        raise DeckError(f"{source}: a broken deck's file ({' '.join(str(error).split())[:120]})") from None


def _unpacked(packed: zipfile.ZipFile, source: str) -> DeckProfile:
    said = _said(_bytes(packed, _SAID), source)
    cards = tuple(
        TaughtCard(
            face=_face(card.face, source),
            picture=_picture(_bytes(packed, _card_name(number)), (CARD_PX[1], CARD_PX[0]), source),
            corners=tuple(
                _picture(_bytes(packed, _corner_name(number, place)), (PATCH_PX, PATCH_PX), source)
                for place in range(card.corners)
            ),
        )
        for number, card in enumerate(said.cards)
    )
    return DeckProfile(
        name=said.name,
        cards=cards,
        composition={_named(face, source): number for face, number in said.composition.items()},
        assumed=said.assumed,
        index_places=frozenset(said.index_places),
        ink_tells=said.ink_tells,
        top_colours=said.top_colours,
        prototypes=None if said.learnt is None else _prototypes(packed, said.learnt, cards, source),
    )


def _said(data: bytes, source: str) -> _Deck:
    try:
        raw = json.loads(data)
    except (ValueError, RecursionError):
        raise DeckError(f"{source}: a broken deck's file ({_SAID} is no JSON)") from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise DeckError(f"{source}: no deck's file: its {_SAID} does not say that it is one")
    if raw.get("version") not in VERSIONS:
        known = " and ".join(map(str, VERSIONS))
        said = f"version {raw.get('version')!r} of a deck's file, and this program reads {known}"
        raise DeckError(f"{source}: {said}; bring it up to date if the file is newer")
    try:
        return _Deck.model_validate_json(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise DeckError(f"{source}: {_SAID}, {place}: {first['msg']}") from None


def _prototypes(
    packed: zipfile.ZipFile, learnt: _Learnt, cards: tuple[TaughtCard, ...], source: str
) -> Prototypes | None:
    """Return what was learnt; None if a program of before did, that kept less of it: then it is learnt anew."""
    with zipfile.ZipFile(io.BytesIO(_bytes(packed, _PROTOTYPES))) as arrays:
        _check_size(arrays, source)
        if "read.npy" not in arrays.namelist():
            return None
        weights, offsets, read = (_array(arrays, f"{name}.npy", source) for name in ("weights", "offsets", "read"))
    if weights.ndim != 2 or weights.shape[1] > _LARGEST_EMBEDDING or not np.isfinite(weights).all():
        raise DeckError(f"{source}: a broken deck's file (prototypes of shape {weights.shape}, or not finite)")
    if not np.isfinite(offsets).all() or not np.isfinite(read).all():
        raise DeckError(f"{source}: a broken deck's file (prototypes that are not finite)")
    if not all(-2 <= owner < len(cards) for owner in learnt.owners):
        raise DeckError(f"{source}: a broken deck's file (prototypes that belong to no card)")
    if not any(owner >= 0 and cards[owner].face is not None for owner in learnt.owners):
        raise DeckError(f"{source}: a broken deck's file (prototypes of no face)")
    return Prototypes(learnt.net, tuple(learnt.owners), weights, offsets, read, learnt.suitless)


def _bytes(packed: zipfile.ZipFile, name: str) -> bytes:
    """Return a file, as far as it is said to reach: what unpacks to more is not unpacked further."""
    item = packed.getinfo(name)
    with packed.open(item) as file:
        return file.read(item.file_size)


def _check_size(packed: zipfile.ZipFile, source: str) -> None:
    """Refuse what unpacks to more than a deck's file holds, or is packed so that it would have to before it is cut."""
    if any(item.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for item in packed.infolist()):
        raise DeckError(f"{source}: packed as no deck's file is")
    if sum(item.file_size for item in packed.infolist()) > MOST_BYTES:
        raise DeckError(f"{source}: unpacks to more than a deck's file holds")


def _array(arrays: zipfile.ZipFile, name: str, source: str) -> NDArray[np.float32]:
    """Return an array of numbers as float32; its header is believed only as far as there are bytes for it."""
    data = _bytes(arrays, name)
    head = io.BytesIO(data)
    reads_head = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}.get(npy.read_magic(head))
    if reads_head is None:
        raise DeckError(f"{source}: a broken deck's file ({name} is of an unknown version)")
    shape, _, dtype = reads_head(head)
    held = len(data) - head.tell()
    if dtype.kind != "f" or min(shape, default=0) < 0 or math.prod(shape) * dtype.itemsize != held:
        raise DeckError(f"{source}: a broken deck's file ({name}: {held} bytes are not {dtype} of shape {shape})")
    return np.asarray(npy.read_array(io.BytesIO(data), allow_pickle=False), np.float32)


def _face(text: str, source: str) -> Face | None:
    return None if text == BACK else _named(text, source)


def _named(text: str, source: str) -> Face:
    if text not in tuple(Face) or text == Face.UNREAD:
        raise DeckError(f"{source}: {_SAID}: {text!r} is no face")
    return Face(text)


def _picture(data: bytes, shape: tuple[int, int], source: str) -> Image:
    # Its head says how large it is, before it is unpacked.
    size = _size_said(data)
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if size == shape[::-1] else None
    if pixels is None or pixels.shape[:2] != shape:
        found = "no picture" if size is None or size == shape[::-1] else f"{size[0]} x {size[1]} px"
        raise DeckError(f"{source}: a broken deck's file ({found} where {shape[1]} x {shape[0]} px should be)")
    return np.asarray(pixels, np.uint8)


def _size_said(data: bytes) -> tuple[int, int] | None:
    """Return the width and height, px, that a JPEG says it has; None if it is none."""
    try:
        # It is not unpacked, however large it says it is.
        with no_warnings(), PillowImage.open(io.BytesIO(data), formats=["JPEG"]) as picture:
            return picture.size
    except (OSError, SyntaxError, PillowImage.DecompressionBombError):
        return None


def _jpeg(image: Image, quality: int) -> bytes:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    coded: NDArray[np.uint8] = np.asarray(data, np.uint8)
    return coded.tobytes()


def _card_name(number: int) -> str:
    return f"cards/{number:03d}.jpg"


def _corner_name(number: int, place: int) -> str:
    return f"corners/{number:03d}-{place}.jpg"


def _add(packed: zipfile.ZipFile, name: str, data: bytes) -> None:
    # A fixed date, so that the same profile gives the same bytes.
    packed.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
