"""The card around each index: its outline, how all cards lie on one table, and what a whole face says."""
