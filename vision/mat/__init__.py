"""The printed mat: finding it in a photo, squaring the photo up by it, and what its zones tell."""
