"""Pure knowledge of the game: faces, records, melds and books, rule sets, round scores, games and tournaments.

``scorer.record.parse_record`` reads what lay on a table, ``scorer.scoring.tally.tally`` scores it by a rule set of
``scorer.rulebook``; ``games`` and ``tournament`` add rounds up. What cannot be read or scored raises an error of
``scorer.errors``; a strange table is none: it is scored, and its tally names the problems.
"""
