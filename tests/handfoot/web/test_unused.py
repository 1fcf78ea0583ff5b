"""Nothing lies in the pages' folder that no page needs: no text, no exported name, no variable of a style sheet, and no
page works out what its template does not show.
"""

import ast
import re
from pathlib import Path

from handfoot.web.texts import load_texts

ROOT = Path(__file__).parents[3]
HANDFOOT = ROOT / "handfoot"
WEB = HANDFOOT / "web"


def sources(folder: Path, pattern: str) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.glob(pattern)}


SCRIPTS, SHEETS, TEMPLATES = (
    sources(WEB / "static", "*.js"),
    sources(WEB / "static", "*.css"),
    sources(WEB / "templates", "*.html"),
)


def test_every_text_is_said_somewhere() -> None:
    python = (*sources(WEB, "**/*.py").values(), *sources(HANDFOOT / "review", "*.py").values())
    said = "\n".join((*SCRIPTS.values(), *TEMPLATES.values(), *python))
    whole = set(re.findall(r"[a-z_]+\.\w+", said))
    # Some keys are put together: the beginning stands there, before what changes, and that is a word somewhere.
    beginnings = tuple(re.findall(r"""["'`]([a-z_]+\.\w*)(?:\$?\{|["'] *[~+])""", said))
    values = [
        text for package in ("scorer", "vision", "handfoot") for text in sources(ROOT / package, "**/*.py").values()
    ]
    words = set(re.findall(r"""["'](\w+)["']""", "\n".join((said, *values))))

    # The last three are put behind facts by ``handfoot.review.telling``.
    suffixes = {"", *re.findall(r"""["'}](_[a-z]+)\b""", said), "_unsaid", "_yes", "_no"}

    def is_put_together(key: str) -> bool:
        ends = [key.removeprefix(begins) for begins in beginnings if key.startswith(begins)]
        return any(end.endswith(suffix) and end.removesuffix(suffix) in words for end in ends for suffix in suffixes)

    assert {key for key in load_texts().by_key if key not in whole and not is_put_together(key)} == set()


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


def test_every_value_that_a_page_hands_to_its_template_is_shown_there() -> None:
    def whole(name: str) -> str:
        others = re.findall(r'(?:extends|from) "([^"]+)"', TEMPLATES[name])
        return "\n".join((TEMPLATES[name], *map(whole, others)))

    unused = set()
    for script in sources(WEB / "pages", "*.py").values():
        for node in ast.walk(ast.parse(script)):
            match node:
                case ast.Call(func=ast.Name("page" | "render"), args=[_, ast.Constant(str(name))], keywords=values):
                    shown = whole(name)
                    unused |= {
                        (name, value.arg) for value in values if value.arg and not re.search(rf"\b{value.arg}\b", shown)
                    }
    assert unused == set()
