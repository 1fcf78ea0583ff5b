"""Every sentence of the pages, by key, from ``texts/<language>/*.toml``: templates and scripts take them from here."""

import json
import tomllib
import unicodedata
from dataclasses import dataclass
from importlib import resources

LANGUAGE = "en"


@dataclass(frozen=True)
class Texts:
    """The sentences of a language by ``section.key``; ``{name}`` in one is filled in where it is shown."""

    language: str
    by_key: dict[str, str]

    def say(self, key: str, **values: object) -> str:
        """Return the sentence. Raises KeyError if there is none: a page never shows a key."""
        return self.by_key[key].format(**{name: _apart(value) for name, value in values.items()})

    def as_script(self) -> str:
        """Return the ES module that gives scripts the same sentences."""
        return _SCRIPT % json.dumps(self.by_key, ensure_ascii=False)


def _apart(value: object) -> str:
    """Return what is filled in: set apart where it reads from right to left, else it turns round what is beside it."""
    text = str(value)
    return f"\u2068{text}\u2069" if any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text) else text


_SCRIPT = """const texts = %s;

// As the server does: a name written from right to left would turn round what stands beside it.
const apart = (text) => (/[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff]/.test(text) ? `\\u2068${text}\\u2069` : text);

export function say(key, values = {}) {
  const text = texts[key];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(/\\{(\\w+)\\}/g, (whole, name) => (name in values ? apart(String(values[name])) : whole));
}
"""


def load_texts() -> Texts:
    """Return the texts: each file of the language's folder holds tables of sentences."""
    found: dict[str, str] = {}
    folder = resources.files("handfoot.web").joinpath("texts", LANGUAGE)
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        for section, sentences in tomllib.loads(file.read_text(encoding="utf-8")).items():
            for name, sentence in sentences.items():
                key = f"{section}.{name}"
                if key in found:
                    raise ValueError(f"{file.name}: {key} stands there twice")
                found[key] = sentence
    return Texts(LANGUAGE, found)
