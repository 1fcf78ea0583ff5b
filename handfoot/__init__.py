"""The app: from photos to agreed scores, on the command line and on a local page."""

import os

# Nothing is told to anyone of what is read here: newer builds of onnxruntime report on each net they run, unless this
# stands there before they are imported.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
