"""What a camera makes of a table: the view, what covers what, light, shadows and mishaps."""
