"""Cards as they lie: decks opened and worn, rounds as they may end, and where each card of them lies."""
