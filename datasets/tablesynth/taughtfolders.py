"""The folders of a deck to judge teaching by."""

LESSON, APART, PLAY = "lesson", "apart", "play"
"""A photo of all its faces to teach it from, two of each by itself, the second ones last, and photos to read it on."""
