"""The finder and the reader: their architecture, training, export and the one command that makes them from nothing."""
