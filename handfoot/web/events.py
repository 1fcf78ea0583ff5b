"""Server-sent events: a page hears that what it watches changed, and fetches it anew."""

from collections.abc import AsyncIterator

from fastapi.responses import StreamingResponse

from handfoot.web.watchers import Watched, Watchers


def event_stream(watchers: Watchers, watched: Watched) -> StreamingResponse:
    """Return an answer that goes on with an event ``changed`` for each change, the first at once."""

    async def stream() -> AsyncIterator[str]:
        async for changed in watchers.changes(watched):
            yield "event: changed\ndata: {}\n\n" if changed else ": here\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
