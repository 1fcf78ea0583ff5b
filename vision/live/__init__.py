"""A table watched picture by picture, from a webcam or a video."""
