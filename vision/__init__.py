"""From a photo to cards and piles."""

import os

# Nothing is told to anyone of what is read here: newer builds of onnxruntime report on each net they run, unless this
# stands there before they are imported.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
