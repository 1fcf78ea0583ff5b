"""``handfoot serve`` in a process of its own, as people start it."""

import socket
import subprocess
import sys
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def started(data: Path, port: int, *options: str, errors: IO[str] | None = None) -> tuple["subprocess.Popen[str]", str]:
    """Start the command; return its process and what it said until it listens. errors: takes what it complains of."""
    command = [sys.executable, "-m", "handfoot", "serve", "--port", str(port), "--data", str(data), *options]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8")
    assert server.stdout is not None
    said = ""
    for line in server.stdout:
        said += line
        if line.startswith("Ctrl+C"):
            break
    return server, said
