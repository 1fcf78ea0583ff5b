"""The folders of a deck to judge teaching by."""

LESSON, APART, PLAY = "lesson", "apart", "play"
"""One photo of all its faces to teach it from, a photo of each by itself, and photos to read it on."""
