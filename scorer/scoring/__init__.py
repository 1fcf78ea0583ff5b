"""A round's score: the rules as a table plays them, piles judged, what was played and left, and the tally of it all."""
