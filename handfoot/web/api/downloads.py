"""What a file is called that a browser saves."""

from datetime import datetime
from urllib.parse import quote

from handfoot.sheets.printed import day

_UNFIT = '/\\:*?"<>|%'
"""What no file's name may hold on one system or another, and the sign that headers quote by."""

_MOST_BYTES = 180
"""So long is a name at most, its day and ending left out: file systems take some 255 bytes."""


def download(name: str, ending: str, *, begun: datetime | None = None) -> dict[str, str]:
    """Return the header that lets an answer be saved under a name, in any script (RFC 6266).

    begun: when what it tells of began; its day stands in the file's name, unless the name says it already.
    """
    plain = "".join("-" if letter in _UNFIT or not letter.isprintable() else letter for letter in name)
    plain = plain.encode()[:_MOST_BYTES].decode(errors="ignore").strip(" .") or "handfoot"
    if begun is not None and day(begun) not in name:
        plain = f"{plain} {begun.astimezone():%Y-%m-%d}"
    file = f"{plain}.{ending}"
    ascii_only = "".join(letter if letter.isascii() else "-" for letter in file)
    other = "" if file.isascii() else f"; filename*=UTF-8''{quote(file, safe='')}"
    return {"Content-Disposition": f'attachment; filename="{ascii_only}"{other}'}
