"""Decks that were taught: what their faces look like, how they are made up, and how they join in the reading."""
