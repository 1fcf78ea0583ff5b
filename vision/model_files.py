"""The nets' files: a card that describes each, and weights that are what the card says."""

import hashlib
import tomllib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, PositiveInt, ValidationError, model_validator

from scorer.files import failing_as
from vision.errors import ModelError

_SIZES = {
    "finder": ("stride", "best_index_px"),
    **dict.fromkeys(("reader", "likeness", "outliner"), ("patch_px",)),
    **dict.fromkeys(("faces", "values", "suits", "onecard"), ("crop_px",)),
}
"""What a net's card must say of the pictures that it takes; of another size it sees nothing as it has learnt it."""


class ModelCard(BaseModel):
    """What ``models/<name>.toml`` says of a net; keys that only people read may be added freely.

    best_index_px: longer side of an index, in px, that the finder finds best. stride: what image sides are multiples
    of. patch_px: side of the patches or views that the reader, the net of likeness or the outliner takes. crop_px:
    width and height of the pictures that the reader of whole cards takes, or a net that tells yes from no. They are 0
    of nets that take no such pictures. temperature: what the net's logits were divided by when it was exported.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    file: str = Field(pattern=r"^[A-Za-z0-9._-]+$")
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    kind: Literal[
        "finder", "reader", "likeness", "outliner", "faces", "values", "suits", "onecard", "pairs", "presence"
    ]
    classes: tuple[str, ...] = Field(min_length=1)
    licence: str
    stride: int = Field(default=0, gt=0)
    best_index_px: float = Field(default=0.0, gt=0)
    patch_px: int = Field(default=0, gt=0)
    crop_px: tuple[PositiveInt, PositiveInt] = (0, 0)
    temperature: float = Field(default=1.0, gt=0)

    @model_validator(mode="after")
    def _says_what_it_takes(self) -> "ModelCard":
        for name in _SIZES.get(self.kind, ()):
            if name not in self.model_fields_set:
                raise ValueError(f"{name} is missing")
        return self


@dataclass(frozen=True)
class ModelFile:
    """A net's card, and its weights as checked against the card."""

    card: ModelCard
    weights: bytes
    path: Path


def models_folder() -> Path:
    """Return the folder of the nets that came with this program."""
    # A checkout has them beside this package; a wheel carries them as a package of data.
    beside = Path(str(resources.files("vision"))).parent / "models"
    packed = beside.with_name("handfoot_models")
    return packed if packed.is_dir() else beside


def open_model(name: str, folder: Path | None = None) -> ModelFile:
    """Return the net ``name`` from ``folder``, by default from the nets that came with this program.

    Raises:
        ModelError: in one line, if the card or the file is missing, the card is broken or the hash is another.
    """
    where = models_folder() if folder is None else folder
    card = _read_card(where / f"{name}.toml")
    if card.kind != name.split("-")[0]:
        raise ModelError(f"{where / name}.toml: describes a {card.kind}, not a {name}")
    path = where / card.file
    with failing_as(ModelError, f"{path}: the {name}'s weights cannot be read"):
        weights = path.read_bytes()
    digest = hashlib.sha256(weights).hexdigest()
    if digest != card.sha256:
        raise ModelError(f"{path}: SHA-256 is {digest[:12]}…, but its card says {card.sha256[:12]}…")
    return ModelFile(card, weights, path)


def _read_card(path: Path) -> ModelCard:
    try:
        return ModelCard.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ModelError(f"{path}: the model card cannot be read ({error.strerror or error})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError(f"{path}: the model card is no TOML ({' '.join(str(error).split())})") from None
    except ValidationError as error:
        first = error.errors()[0]
        place = f"'s {'.'.join(map(str, first['loc']))!r}" if first["loc"] else ""
        raise ModelError(f"{path}: the model card{place} is wrong ({first['msg']})") from None
