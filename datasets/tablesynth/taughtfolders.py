"""The folders of a deck to judge teaching by."""

LESSON, AGAIN, APART, PLAY, TABLES = "lesson", "again", "apart", "play", "tables"
"""A photo of all its faces to teach it from, another for where that is not sharp, two of each by itself, the second
ones last, photos of play to read it on, and whole tables.
"""
