"""The project's everyday commands, each making the environment it needs: ``python tasks.py demo|test|check|clean``.

Standard library only: it runs on a machine with nothing but Python 3.11 or later and pip. The environment is ``.venv``
beside this file, or the folder that the variable HANDFOOT_VENV names.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = Path(os.environ.get("HANDFOOT_VENV", HERE / ".venv")).resolve()
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")

KEPT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
SETTINGS = {**KEPT, "PYTHONPYCACHEPREFIX": str(VENV / "bytecode")}
"""The variables of what runs in the environment. What Python compiled is kept there, whatever is set outside: to
compile all anew takes as long as all else that a process does at its start, and the tests start many."""

PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
"""Those that this process may use; a container is often given fewer than the machine has."""

WORKERS = min(PROCESSORS + 1, 4)
"""One more than there are processors: much of what a test in a browser takes is waiting for pages."""

TESTS = ("pytest", "-q", f"--numprocesses={WORKERS}", "--dist=loadfile", "--no-loadscope-reorder")
"""A file's tests share what is costly to set up, so they stay in one process; the long ones, in a browser, go first."""

CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("lint-imports", "--no-cache"),
)

TYPES = ("mypy",)
"""A minute of one processor, so that it goes on beside the tests."""


def main(arguments: list[str]) -> int:
    """Run the named task and return its exit code."""
    tasks = {"demo": demo, "test": test, "check": check, "clean": clean}
    if len(arguments) != 1 or arguments[0] not in tasks:
        print(f"usage: python tasks.py {'|'.join(tasks)}", file=sys.stderr)
        return 2
    return tasks[arguments[0]]()


def demo() -> int:
    """Score the sample tables and say where the annotated photos lie."""
    prepare(extra="")
    out = HERE / "demo-out"
    samples = HERE / "datasets" / "samples"
    code = run("handfoot", "score", str(samples), "--out", str(out))
    # 1 says that a table has open questions, as a squared book always has: no failure of the demo.
    if code not in (0, 1):
        return code
    print(f"\nThe tables above are rendered, not photographed. Their annotated photos lie in {out}")
    return 0


def test() -> int:
    """Run the tests."""
    prepare(extra="[dev]")
    return run(*TESTS)


def check() -> int:
    """Run every check, types and tests last and side by side; stop at the first that fails."""
    prepare(extra="[dev]")
    for command in CHECKS:
        print(f"== {' '.join(command)}", flush=True)
        code = run(*command)
        if code:
            return code
    print(f"== {' '.join(TYPES)}, beside {' '.join(TESTS)}", flush=True)
    types_command = [str(BIN / TYPES[0]), *TYPES[1:]]
    with subprocess.Popen(types_command, cwd=HERE, env=SETTINGS, stdout=subprocess.PIPE, text=True) as types:
        code = run(*TESTS)
        said, _ = types.communicate()
    print(f"== {' '.join(TYPES)}\n{said}", end="", flush=True)
    return code or types.returncode


def clean() -> int:
    """Remove the environment and the demo's output."""
    _check_environment()
    shutil.rmtree(VENV, ignore_errors=True)
    shutil.rmtree(HERE / "demo-out", ignore_errors=True)
    return 0


def prepare(*, extra: str) -> None:
    """Make the environment and install the project into it, unless that was done for this pyproject.toml."""
    project = (HERE / "pyproject.toml").read_bytes()
    stamp = VENV / f"installed{extra.strip('[]') and '-' + extra.strip('[]')}"
    mark = hashlib.sha256(project + str(HERE).encode()).hexdigest()
    if PYTHON.is_file() and stamp.is_file() and stamp.read_text(encoding="utf-8") == mark:
        return
    print(f"making the environment in {VENV}; the first time takes a minute or two", flush=True)
    if not PYTHON.is_file():
        _check_environment()
        # Without pip of its own: the one at hand installs into it, also where ensurepip was left out of Python.
        venv.create(VENV, with_pip=False, symlinks=os.name != "nt", clear=True)
    pip = [sys.executable, "-m", "pip", "--python", str(PYTHON), "--disable-pip-version-check"]
    # To compile what is never imported would take half of the time.
    install = [*pip, "install", "--quiet", "--no-compile", "--editable", f"{HERE}{extra}"]
    code = subprocess.run(install, check=False).returncode
    if code:
        sys.exit(f"pip could not install the project (exit code {code}); see its lines above")
    stamp.write_text(mark, encoding="utf-8")


def _check_environment() -> None:
    """Stop, before anything in it is removed, where the folder of the environment holds something else."""
    if VENV.exists() and not (VENV / "pyvenv.cfg").is_file() and any(VENV.iterdir()):
        sys.exit(f"{VENV}: holds something else than an environment of Python's; nothing was removed")


def run(command: str, *arguments: str) -> int:
    """Run one of the environment's own commands in the project's folder and return its exit code."""
    return subprocess.run([str(BIN / command), *arguments], cwd=HERE, env=SETTINGS, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
