"""ultralytics, where it is installed, is imported by the nets' own package first: it then leaves Pillow as it is."""

import tablesynth.nets  # noqa: F401
