"""The wheel, installed elsewhere: it finds its rule sets and nets, and scores a table outside the checkout."""

import importlib.util
import json
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS = PROJECT["tool"]["setuptools"]
STALE = "handfoot/store/migrations/versions/9999_of_another_version.py"
SAMPLES = ROOT / "datasets" / "samples"


def test_every_package_of_the_tree_is_named_in_the_project_file() -> None:
    homes = {"handfoot": ROOT, "scorer": ROOT, "vision": ROOT, "tablesynth": ROOT / "datasets"}
    found = {
        ".".join(init.parent.relative_to(home).parts)
        for name, home in homes.items()
        for init in (home / name).rglob("__init__.py")
    }
    assert found | {"handfoot_models"} == set(SETUPTOOLS["packages"])


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of an environment into which the wheel was unpacked, with this one's libraries beside it."""
    if importlib.util.find_spec("setuptools") is None:
        pytest.skip("no setuptools here to build a wheel with")
    place = tmp_path_factory.mktemp("wheel")
    source = place / "source"
    # A copy, as building writes into the tree.
    for folder in ("handfoot", "scorer", "vision", "models", "datasets/tablesynth"):
        shutil.copytree(ROOT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, source)
    left_by_another_version = source / "build" / "lib" / STALE
    left_by_another_version.parent.mkdir(parents=True)
    left_by_another_version.touch()
    build = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"
    subprocess.run(
        [sys.executable, "-c", build, str(place)], cwd=source, check=True, capture_output=True, text=True, timeout=120
    )
    (wheel,) = place.glob("handfoot-*.whl")
    venv.create(place / "venv", with_pip=False, symlinks=sys.platform != "win32")
    python = place / "venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    command = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    target = Path(subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.strip())
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    # Only the folder itself: what a .pth file in it would add, the checkout above all, stays out.
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (target / "libraries.pth").write_text("\n".join(libraries), encoding="utf-8")
    return python


def run(python: Path, *arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [str(python), "-E", "-m", "handfoot", *(str(argument) for argument in arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False, timeout=300)


def test_the_wheel_is_used_and_not_the_checkout_and_tells_its_types(installed: Path, tmp_path: Path) -> None:
    code = (
        "import handfoot, scorer, vision, tablesynth as t; [print(m.__file__) for m in (handfoot, scorer, vision, t)]"
    )
    command = [str(installed), "-E", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
    homes = [Path(line).parent for line in done.stdout.splitlines()]
    assert len(homes) == 4
    assert all(home.is_relative_to(installed.parent.parent) for home in homes)
    assert [home.name for home in homes if not (home / "py.typed").is_file()] == []
    assert not (homes[0].parent / STALE).exists()


def test_the_installed_command_makes_its_database_and_prints_a_sheet(installed: Path, tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    new = run(installed, "game", "new", "Friday", "--rules", "bain", "--sides", "A,B", "--db", database, cwd=tmp_path)
    assert (new.returncode, new.stderr) == (0, "")
    sheet = run(installed, "game", "export", "Friday", "--format", "html", "--db", database, cwd=tmp_path)
    assert (sheet.returncode, sheet.stderr) == (0, "")
    assert "<title>Friday</title>" in sheet.stdout


def test_the_installed_command_finds_its_rule_sets(installed: Path, tmp_path: Path) -> None:
    done = run(installed, "rules", "list", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    for rules in (ROOT / "scorer" / "rulesets").glob("*.toml"):
        assert rules.stem in done.stdout


def test_the_installed_command_scores_a_table(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(SAMPLES / "Table 1", tmp_path / "samples" / "Table 1")
    done = run(installed, "score", "samples", "--json", cwd=tmp_path)
    assert done.returncode in (0, 1), done.stderr
    (table,) = (json.loads(line) for line in done.stdout.splitlines())
    assert {side["name"] for side in table["sides"]} == {"Ben", "Jon"}
    assert all(side["lines"] for side in table["sides"])


def test_the_installed_page_has_its_templates_scripts_and_texts(installed: Path, tmp_path: Path) -> None:
    home = ROOT / "handfoot" / "web"
    wanted = sorted(
        path.relative_to(home).as_posix()
        for folder in ("static", "templates", "texts")
        for path in (home / folder).rglob("*.*")
    )
    code = (
        "import sys, pathlib, handfoot.web as web; home = pathlib.Path(web.__file__).parent; "
        "print(*sorted(path.relative_to(home).as_posix() for folder in ('static', 'templates', 'texts') "
        "for path in (home / folder).rglob('*.*')), sep='\\n')"
    )
    done = subprocess.run(
        [str(installed), "-E", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == wanted
