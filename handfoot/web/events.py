"""Server-sent events: a page hears that what it watches changed, and fetches it anew."""

from collections.abc import AsyncIterator

from fastapi.responses import StreamingResponse

from handfoot.web.watchers import Watched, Watchers

EVENTS_ANSWER: dict[int | str, dict[str, object]] = {200: {"content": {"text/event-stream": {}}}}


def event_stream(watchers: Watchers, watched: Watched) -> StreamingResponse:
    """Return an answer that goes on with an event ``changed`` for each change, the first at once.

    Its data is the number of the last change that was told by then, as in ``Watchers.told``. An event ``beat`` now and
    then is a sign of life.
    """

    async def stream() -> AsyncIterator[str]:
        async for told in watchers.changes(watched):
            yield "event: beat\ndata:\n\n" if told is None else f"event: changed\ndata: {told}\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
