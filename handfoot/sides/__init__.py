"""A side's photos made into one: cards that several of them show count once, and none is dropped."""
