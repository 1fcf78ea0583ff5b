"""A page of this machine alone that shows the live picture, for an OpenCV without windows."""

import threading
from collections.abc import Iterator

import cv2
import uvicorn
from fastapi import FastAPI
from fastapi.middleware.trustedhost import TrustedHostMiddleware
from fastapi.responses import HTMLResponse, PlainTextResponse, StreamingResponse

from handfoot.listening import IDLE_S, listening_on
from handfoot.live.sinks import JPEG_QUALITY
from vision.corners import Image

HOST = "127.0.0.1"

_MARK = b"picture"
_WAIT_S = 1.0

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>handfoot watch</title>
<style>body{margin:1rem;font:1rem/1.5 system-ui,sans-serif;color-scheme:light dark}img{max-width:100%}</style>
<h1>handfoot watch</h1>
<img src="/live" alt="The live picture with what is read drawn over it">
<pre id="settled" role="status"></pre>
<script>
setInterval(async () => {
  const answer = await fetch("/settled").catch(() => null);
  if (answer) document.getElementById("settled").textContent = await answer.text();
}, 1000);
</script>
</html>"""


class Page:
    """Serves the newest picture to whoever on this machine looks at it."""

    def __init__(self, port: int) -> None:
        """Begin to serve. Raises PortError if the port cannot be had."""
        self._newest = b""
        self._there = threading.Condition()
        self._says = "Nothing has settled yet."
        self._closed = False
        listening = listening_on(HOST, port)
        self.address = f"http://{HOST}:{listening.getsockname()[1]}"
        settings = uvicorn.Config(
            self._app(), log_level="warning", access_log=False, timeout_graceful_shutdown=1, timeout_keep_alive=IDLE_S
        )
        self._server = uvicorn.Server(settings)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listening]}, daemon=True)
        self._thread.start()

    def show(self, drawn: Image) -> bool:
        """Show the picture to who looks."""
        _, data = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        with self._there:
            self._newest = data.tobytes()
            self._there.notify_all()
        return True

    def settled(self, drawn: Image) -> None:
        """Do nothing more: it was shown, and ``say`` tells what settled."""

    def say(self, text: str) -> None:
        """Show a text below the picture: what has settled."""
        self._says = text

    def close(self) -> None:
        """Stop serving."""
        with self._there:
            self._closed = True
            self._there.notify_all()
        self._server.should_exit = True
        self._thread.join(timeout=5)

    def _app(self) -> FastAPI:
        app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
        # Only as this machine: a foreign page cannot make the browser take it for its own.
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"])
        app.add_api_route("/", lambda: HTMLResponse(_PAGE))
        app.add_api_route("/settled", lambda: PlainTextResponse(self._says))
        kind = f"multipart/x-mixed-replace; boundary={_MARK.decode()}"
        app.add_api_route("/live", lambda: StreamingResponse(self._pictures(), media_type=kind))
        return app

    def _pictures(self) -> Iterator[bytes]:
        sent = b""
        while not self._closed:
            with self._there:
                if self._newest is sent:
                    self._there.wait(_WAIT_S)
                newest = self._newest
            if newest and newest is not sent:
                sent = newest
                yield b"--" + _MARK + b"\r\nContent-Type: image/jpeg\r\n\r\n" + newest + b"\r\n"
