"""A PostgreSQL server of the tests' own, where its programs are installed: in a temporary folder, on a socket in it."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def programs() -> Path | None:
    """Return the folder with the newest initdb and pg_ctl of this machine, None where there are none."""
    found = [Path(path).parent for path in (shutil.which("pg_ctl"),) if path]
    found += [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")]
    both = [folder for folder in found if (folder / "initdb").exists()]
    return max(
        both, key=lambda folder: (folder.parent.name.isdigit() and int(folder.parent.name), str(folder)), default=None
    )


@contextmanager
def running_server(folder: Path) -> Iterator[str]:
    """Give the URL of a fresh server's own database, without its name: a name and ``?host=`` make it whole."""
    # The server refuses to run as root; its files then belong to whom the packages made for it.
    user = "postgres" if os.geteuid() == 0 else None
    # Beside the tests' folders, which nobody else may enter; the name of a socket must be short.
    home = Path(tempfile.mkdtemp(prefix="hfpg-", dir="/tmp"))
    if user:
        shutil.chown(home, user)
    data = home / "data"

    def call(program: str, *arguments: str) -> None:
        subprocess.run(
            [str(folder / program), *arguments], user=user, cwd=home, check=True, stdout=subprocess.DEVNULL, timeout=120
        )

    try:
        call("initdb", "-D", str(data), "-U", "handfoot", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        settings = f"-c listen_addresses='' -c unix_socket_directories={home} -c fsync=off"
        call("pg_ctl", "-D", str(data), "-w", "-l", str(home / "log"), "-o", settings, "start")
        try:
            yield str(home)
        finally:
            call("pg_ctl", "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)
