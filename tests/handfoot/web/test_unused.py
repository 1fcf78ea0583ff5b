"""Nothing lies in the pages' folder that no page needs: no text, no exported name, no variable of a style sheet."""

import re
from pathlib import Path

from handfoot.web.texts import load_texts

HANDFOOT = Path(__file__).parents[3] / "handfoot"
WEB = HANDFOOT / "web"


def sources(folder: Path, pattern: str) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.glob(pattern)}


SCRIPTS, SHEETS, TEMPLATES = (
    sources(WEB / "static", "*.js"),
    sources(WEB / "static", "*.css"),
    sources(WEB / "templates", "*.html"),
)


def test_every_text_is_said_somewhere() -> None:
    python = (*sources(WEB, "**/*.py").values(), *sources(HANDFOOT / "review", "*.py").values())
    said = "\n".join((*SCRIPTS.values(), *TEMPLATES.values(), *python))
    # Some keys are put together: the beginning stands there, before what changes.
    beginnings = tuple(re.findall(r"""["'`]([a-z_]+\.\w*)(?:\$?\{|["'] *[~+])""", said))
    whole = set(re.findall(r"[a-z_]+\.\w+", said))
    assert {key for key in load_texts().by_key if key not in whole and not key.startswith(beginnings)} == set()


def test_every_name_that_a_script_exports_is_imported_by_another() -> None:
    exported = r"^export (?:async )?(?:function\*?|const|class|let) (\w+)"
    unused = {
        (file, name)
        for file, script in SCRIPTS.items()
        for name in re.findall(exported, script, re.MULTILINE)
        if not any(re.search(rf"\b{name}\b", other) for at, other in SCRIPTS.items() if at != file)
    }
    assert unused == set()


def test_every_variable_of_a_style_sheet_is_used() -> None:
    styled = "\n".join((*SHEETS.values(), *SCRIPTS.values(), *TEMPLATES.values()))
    defined = set(re.findall(r"(--[\w-]+):", "\n".join(SHEETS.values())))
    assert {name for name in defined if not re.search(rf"var\({name}[,)]", styled)} == set()
