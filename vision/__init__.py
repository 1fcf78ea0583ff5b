"""From a photo to cards and piles. Of the game it knows the faces of the cards alone.

``vision.photos.frames.load_photo`` opens a photo, ``vision.read.default_card_reader`` gives what reads its cards,
``vision.laying.layout.lay_out`` makes piles of them. A photo passes ``photos``, ``looks``, ``outlining``, ``joining``,
``doubting`` and ``laying``, each of which knows those before it only; docs/architecture.md tells what each does. Beside
them ``several`` lays photos of one table on each other, ``decks`` learns decks, ``mat`` and ``live`` are what they say.
"""

import os

# Nothing is told to anyone of what is read here: newer builds of onnxruntime report on each net they run, unless this
# stands there before they are imported.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
