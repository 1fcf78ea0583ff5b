"""Corners joined into cards, and how likely each of these lies there at all."""
