"""A table watched live: the reading drawn over the picture, shown somewhere, and scored when it has settled."""
