"""Where the nets look, what the finder finds there, and what the reader reads of it."""
