"""The scorer's exceptions: ``ScorerError`` and, below it, one for each kind of caller's mistake.

ScorerError
    UnknownFaceError     a text that is no card's face
    RecordError          a record that cannot be read: names the value and the place
    RulesError           a rule set that does not exist, or a rule file that cannot be used
    SettingError         a setting the rule set does not have, of the wrong type, or still missing
    RoundError           a round the game does not have
    GameError            a game that cannot be played so, or a record that does not fit its game
    TournamentError      something that a tournament cannot take as it stands
        UndecidedError   a step that waits for results or for the coordinator
"""


class ScorerError(ValueError):
    """Something handed to the scorer cannot be scored; the message names the value and the place."""


class UnknownFaceError(ScorerError):
    """A text that is no card's face."""


class RecordError(ScorerError):
    """A record that cannot be read."""


class RulesError(ScorerError):
    """A rule set that does not exist, or a rule file that cannot be used."""


class SettingError(ScorerError):
    """A setting that the rule set does not have, of the wrong type, or without a value where the host must give one."""


class RoundError(ScorerError):
    """A round that the rule set's game does not have."""


class GameError(ScorerError):
    """A game that cannot be played so, or a record that does not fit the game it is entered into."""


class TournamentError(ScorerError):
    """Something that a tournament cannot take as it stands; nothing was changed."""


class UndecidedError(TournamentError):
    """A step that waits: for results, or for the coordinator to decide what the rules leave open.

    ``matters`` are the kinds of decision that would let it go on.
    """

    def __init__(self, message: str, matters: tuple[str, ...]) -> None:
        """Take the message and the matters."""
        super().__init__(message)
        self.matters = matters
