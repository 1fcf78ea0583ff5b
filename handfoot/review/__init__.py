"""The review of one side's round: what its photos show as a draft, a person's edits, and the record they make."""
