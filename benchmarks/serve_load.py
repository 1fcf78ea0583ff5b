"""Sixteen phones that send a 12-megapixel photo at once to one server: the last answer, the page meanwhile, memory.

    python benchmarks/serve_load.py [PHOTO] [--phones 16] [--cores 2]

Without a photo one is made by laying the sample tables' photos side by side. The server is ``handfoot serve`` in a
process of its own on the cores given; the phones are threads of this one.
"""

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx
from machine import ROOT, keep_to
from read_photo import collage

SIDES = 8
PORT = 8655


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photo", nargs="?", type=Path)
    parser.add_argument("--phones", type=int, default=16)
    parser.add_argument("--cores", type=int, default=2)
    options = parser.parse_args()
    keep_to(options.cores)
    with tempfile.TemporaryDirectory() as scratch:
        photo = options.photo or collage(Path(scratch) / "collage.jpg")
        server, url, pin = start(Path(scratch) / "data")
        try:
            measure(url, pin, photo.read_bytes(), options.phones)
            print(f"memory of the server at its most: {running_peak_mb(server.pid)} MB")
        finally:
            server.terminate()
            server.wait()


def start(data: Path) -> tuple["subprocess.Popen[str]", str, str]:
    """Start the server and wait until its nets are loaded."""
    command = [sys.executable, "-m", "handfoot", "serve", "--port", str(PORT), "--data", str(data)]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    assert server.stdout is not None
    pin = ""
    for line in server.stdout:
        found = re.search(r"PIN:\s+(\d+)", line)
        pin = found[1] if found else pin
        if line.startswith("Ctrl+C"):
            break
    return server, f"http://127.0.0.1:{PORT}", pin


def measure(url: str, pin: str, photo: bytes, phones: int) -> None:
    """Send one photo alone, then all at once; print how long they took."""
    with httpx.Client(base_url=url, headers={"X-Handfoot-Pin": pin}, timeout=300) as client:
        names = [f"Side {number}" for number in range(1, SIDES + 1)]
        game = client.post("/api/games", json={"rules": "remastered-singles", "sides": names}).json()["id"]
        send(client, game, 0, photo)
        alone = [send(client, game, 0, photo) for _ in range(3)]
        print(f"one photo alone, from upload to reading: median {statistics.median(alone):.2f} s")
        answered: list[float] = []
        pages: list[float] = []
        done = threading.Event()
        looking = threading.Thread(target=look, args=(url, game, done, pages))
        looking.start()
        sent = [
            threading.Thread(target=lambda n=n: answered.append(send(client, game, n, photo))) for n in range(phones)
        ]
        begin = time.perf_counter()
        for thread in sent:
            thread.start()
        for thread in sent:
            thread.join()
        last = time.perf_counter() - begin
        done.set()
        looking.join()
    print(f"{len(answered)} of {phones} phones answered, the last after {last:.1f} s")
    pages.sort()
    middle, slow = statistics.median(pages), pages[int(0.95 * (len(pages) - 1))]
    print(f"pages meanwhile ({len(pages)}): median {1000 * middle:.0f} ms, 95 % under {1000 * slow:.0f} ms, ", end="")
    print(f"slowest {1000 * pages[-1]:.0f} ms")


def send(client: httpx.Client, game: int, phone: int, photo: bytes) -> float:
    """Send a photo and wait for its reading; return how long that took, s."""
    begin = time.perf_counter()
    path = f"/api/games/{game}/rounds/1/sides/{phone % SIDES + 1}/photos"
    answer = client.post(path, files={"photo": ("table.jpg", photo)})
    answer.raise_for_status()
    kept = answer.json()
    while kept["state"] == "waiting":
        kept = client.get(f"/api/photos/{kept['id']}?wait_s=20").json()
    assert kept["state"] == "read", kept["say"]
    return time.perf_counter() - begin


def look(url: str, game: int, done: threading.Event, pages: list[float]) -> None:
    """Open the scoreboard again and again, as the other players do."""
    with httpx.Client(base_url=url, timeout=60) as client:
        while not done.is_set():
            begin = time.perf_counter()
            client.get(f"/games/{game}").raise_for_status()
            pages.append(time.perf_counter() - begin)
            time.sleep(0.1)


def running_peak_mb(process: int) -> str:
    """Return the most memory a process held, MB, where the system tells it."""
    status = Path(f"/proc/{process}/status")
    found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return f"{int(found[1]) / 1024:.0f}" if found else "unknown"


if __name__ == "__main__":
    main()
