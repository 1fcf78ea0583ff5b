"""Every sentence of the templates and scripts, by key, from ``texts/<language>/*.toml``."""

import json
import re
import tomllib
import unicodedata
from dataclasses import dataclass
from importlib import resources

LANGUAGE = "en"

_NOUN = re.compile(r"\{(\w+)\|([^{}|]*)\|([^{}|]*)\}")


@dataclass(frozen=True)
class Texts:
    """The sentences of a language by ``section.key``; ``{name}`` in one is filled in where it is shown.

    ``{count|card|cards}`` is the first of the two where ``count`` is 1, else the second.
    """

    language: str
    by_key: dict[str, str]

    def say(self, key: str, **values: object) -> str:
        """Return the sentence. Raises KeyError if there is none: a page never shows a key."""
        text = _NOUN.sub(lambda found: found[2 if str(values[found[1]]) == "1" else 3], self.by_key[key])
        return text.format(**{name: _apart(value) for name, value in values.items()})

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
  return text.replace(/\\{(\\w+)(?:\\|([^{}|]*)\\|([^{}|]*))?\\}/g, (whole, name, one, many) => {
    if (!(name in values)) return whole;
    if (many !== undefined) return String(values[name]) === "1" ? one : many;
    return apart(String(values[name]));
  });
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
