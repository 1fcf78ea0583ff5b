"""Pictures as the API answers with them."""

from fastapi.responses import Response

JPEG_ANSWER: dict[int | str, dict[str, object]] = {200: {"content": {"image/jpeg": {}}}}


def jpeg_answer(data: bytes) -> Response:
    """Return a picture that a browser may keep for an hour."""
    return Response(data, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})
