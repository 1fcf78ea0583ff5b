"""How cards lie: piles, melds, squared books, gaps; and what a meld's cards say of each other."""
