"""Scores to hand on: CSV, JSON, pages to print, receipts with their annotated photos."""
