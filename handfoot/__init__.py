"""The app: from photos to agreed scores, on the command line and on a local page.

It joins what ``vision`` reads with what ``scorer`` knows. ``handfoot.pipeline.score_table`` takes a table's folder to
its score; ``commands`` are the command line, ``web`` is the table's page, ``store`` the database. ``sides`` makes one
side of its photos, ``review`` a draft that a person can change, ``asking`` the questions; ``evaluation`` judges it all.
"""
