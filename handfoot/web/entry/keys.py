"""The server's secret and the table's PIN, kept in the data folder so that a restart signs nobody out."""

import hashlib
import hmac
import json
import logging
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from handfoot.errors import OutputError
from scorer.files import clear_halves, failing_as, write_whole

log = logging.getLogger("handfoot.web")

PIN_DIGITS = 6
_FILE = "keys.json"
_OWNER_ALONE = 0o600


@dataclass(frozen=True)
class Keys:
    """``secret`` signs sessions; ``pin`` is what a person types to change scores."""

    secret: str
    pin: str

    def seal(self, purpose: str, text: str) -> str:
        """Return a seal of the text that only this server can make, under this PIN."""
        message = f"{purpose}\n{self.pin}\n{text}".encode()
        return hmac.new(self.secret.encode(), message, hashlib.sha256).hexdigest()

    def is_pin(self, given: str) -> bool:
        """Whether the PIN is the given one, in a time that does not tell how much of it is right."""
        return hmac.compare_digest(self.pin.encode(), given.strip().encode())


def keep_keys(data: Path, *, new_pin: bool = False) -> Keys:
    """Return the keys of the data folder, made anew where there are none yet or they are damaged, which is logged.

    new_pin: whether to make a new PIN.

    Raises:
        OutputError: if they can neither be read nor written.
    """
    path = data / _FILE
    with failing_as(OutputError, f"{path}: the server's keys cannot be kept"):
        data.mkdir(parents=True, exist_ok=True)
        clear_halves(data)
        keys = _read(path)
        if keys is None or new_pin:
            pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}d}"
            keys = Keys(secrets.token_hex(32) if keys is None else keys.secret, pin)
            write_whole(path, json.dumps(asdict(keys)).encode(), mode=_OWNER_ALONE)
    return keys


def _read(path: Path) -> Keys | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        keys = Keys(str(found["secret"] or ""), str(found["pin"] or "").strip())
        if not keys.secret or not keys.pin:
            raise ValueError("an empty key, under which anybody could sign in")
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        log.warning("%s: damaged, so there is a new PIN, and everyone has to give it", path)
        return None
    return keys
