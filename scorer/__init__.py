"""Pure knowledge of the game: faces, records, melds and books, rule sets and round scores."""
