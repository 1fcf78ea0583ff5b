"""Wrong PINs counted, so that nobody can try them all."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

FREE_TRIES = 5
"""Wrong PINs from one address before it has to wait."""
ALL_TRIES = 60
"""Wrong PINs from everywhere in a window before everyone has to wait who is not yet signed in."""
WINDOW_S = 600.0


@dataclass
class Attempts:
    """Wrong PINs of the last minutes, by address."""

    clock: Callable[[], float] = time.monotonic
    _wrong: dict[str, list[float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def wait_s(self, address: str) -> int:
        """Return how many seconds the address must wait before its next try; 0 for none."""
        with self._lock:
            self._drop_old()
            own = self._wrong.get(address, [])
            everyone = [moment for moments in self._wrong.values() for moment in moments]
            waits = [own[-FREE_TRIES] + WINDOW_S - self.clock()] if len(own) >= FREE_TRIES else []
            if len(everyone) >= ALL_TRIES:
                waits.append(sorted(everyone)[-ALL_TRIES] + WINDOW_S - self.clock())
            return max([0, *(int(wait) + 1 for wait in waits)])

    def failed(self, address: str) -> None:
        """Note a wrong PIN."""
        with self._lock:
            self._wrong.setdefault(address, []).append(self.clock())

    def left(self, address: str) -> int:
        """Return how many wrong PINs more an address may give before it has to wait."""
        with self._lock:
            self._drop_old()
            return max(FREE_TRIES - len(self._wrong.get(address, [])), 0)

    def forgive(self, address: str) -> None:
        """Forget the wrong PINs of an address that gave the right one."""
        with self._lock:
            self._wrong.pop(address, None)

    def _drop_old(self) -> None:
        since = self.clock() - WINDOW_S
        kept = {address: [at for at in moments if at > since] for address, moments in self._wrong.items()}
        self._wrong = {address: moments for address, moments in kept.items() if moments}
