"""The app: from photos to agreed scores, on the command line and on a local page."""
