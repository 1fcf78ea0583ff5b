"""The nets and the trees: their architecture, training, export and the one command that makes them from nothing."""

import contextlib

from vision.torch_nets import pillow_as_it_is

with contextlib.suppress(ImportError), pillow_as_it_is():
    import ultralytics  # noqa: F401
