"""The nets and the trees: their architecture, training, export and the one command that makes them from nothing."""

import contextlib

from PIL import Image

# ultralytics puts its own in place of Pillow's opening, which wants to install a package where a picture is none.
_pillows_own = Image.open
with contextlib.suppress(ImportError):
    import ultralytics  # noqa: F401
Image.open = _pillows_own
