"""The folders of a deck to judge teaching by."""

LESSON, PLAY = "lesson", "play"
"""Photos to teach it from, and photos to read it on."""
