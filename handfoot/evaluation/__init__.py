"""How well photos are read and tables scored: photos and tables whose truth is known, judged."""
