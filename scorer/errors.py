"""The scorer's exceptions: ``ScorerError`` and, below it, one for each kind of caller's mistake."""


class ScorerError(ValueError):
    """Something handed to the scorer cannot be scored; the message names the value and the place."""


class UnknownFaceError(ScorerError):
    """A text that is no card's face."""
