"""The folders of a deck to judge teaching by."""

LESSON, APART, PLAY, TABLES = "lesson", "apart", "play", "tables"
"""A photo of all its faces to teach it from, two of each by itself, the second ones last, photos of play to read it on,
and whole tables.
"""
