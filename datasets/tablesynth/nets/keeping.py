"""What a training learns from, gathered once and kept in files."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]
"""Arrays by their names."""

Told = TypeVar("Told")
"""A dataclass whose fields are arrays with a row for each of its examples."""


def joined(parts: Sequence[Told]) -> Told:
    """Return the examples of all parts, of which there is one at least, as one."""
    columns = zip(*(vars(part).values() for part in parts), strict=True)
    return type(parts[0])(*(np.concatenate(column) for column in columns))


def write_arrays(file: Path, arrays: Arrays) -> None:
    """Write a ``.npz`` file in one move, so that a run killed while writing loses nothing that stood there."""
    part = file.with_suffix(".part.npz")
    np.savez(part, **arrays)  # type: ignore[arg-type]
    part.replace(file)


def kept_arrays(file: Path, make: Callable[[], Arrays]) -> dict[str, NDArray[Any]]:
    """Return the arrays that ``file`` keeps; the first time ``make`` gathers them."""
    if not file.is_file():
        write_arrays(file, make())
    return stored_arrays(file)


def stored_arrays(file: Path) -> dict[str, NDArray[Any]]:
    """Return what ``write_arrays`` wrote. Raises OSError if there is no such file."""
    with np.load(file) as kept:
        return dict(kept)


def kept_lots(file: Path, shape: tuple[int, ...], lots: Callable[[], Iterable[Arrays]]) -> dict[str, NDArray[Any]]:
    """Return the arrays of all lots as one, which ``file`` keeps; the first time ``lots`` gathers them.

    Of each lot's N examples ``images`` is (N, *shape) uint8. All lots' pictures lie beside ``file``, in a ``.u8`` file
    that is read as it is needed: they are more than memory holds. Raises ValueError if there is not one lot.
    """
    pixels = file.with_suffix(".u8")

    def make() -> Arrays:
        gathered: list[Arrays] = []
        with pixels.open("wb") as out:
            for lot in lots():
                out.write(lot["images"].tobytes())
                gathered.append({name: values for name, values in lot.items() if name != "images"})
        if not gathered:
            raise ValueError(f"{file}: nothing to learn from")
        return {name: np.concatenate([lot[name] for lot in gathered]) for name in gathered[0]}

    told = kept_arrays(file, make)
    count = len(next(iter(told.values())))
    return {"images": np.memmap(pixels, np.uint8, "r", shape=(count, *shape)), **told}
