"""Several photos of one table: how they lie on each other, and what they say of a card together."""
