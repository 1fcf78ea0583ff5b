"""From a photo to cards and piles."""
