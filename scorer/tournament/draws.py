"""The draw of the tables: one person of each team takes a numbered ticket from a hat (Play 4), by a recorded seed.

How a seed becomes a draw never changes, so that anyone can draw again and compare. The tickets lie in the hat as
1 1 2 2 3 3 and so on; the teams come in the order in which they entered, and each takes the ticket at place
``int(random() * tickets left)``, counted from 0. ``random()`` is that of Python's ``random.Random(seed)``: the one
method whose numbers Python promises to keep for a seed.
"""

from collections.abc import Sequence
from random import Random

from scorer.errors import TournamentError
from scorer.tournament.events import TablesDrawn, TableTeams
from scorer.tournament.rulings import OddNumber

LARGEST_SEED = 2**53 - 1
"""The largest whole number that every reader of JSON keeps."""

_SIT_OUT = 0


def draw_tables(game: int, teams: Sequence[str], seed: int, odd: OddNumber | None = None) -> TablesDrawn:
    """Return the draw of a game's tables; ``odd`` says what the coordinator decided for an odd number of teams.

    With a bye the last ticket in the hat is blank and who takes it sits out; with a table of three it bears the last
    table's number.

    Raises:
        TournamentError: for fewer than two teams, an odd number that nobody decided, or a seed that is none.
    """
    if not 0 <= seed <= LARGEST_SEED:
        raise TournamentError(f"{seed} is no seed: a whole number from 0 to {LARGEST_SEED}")
    if len(teams) < 2:
        raise TournamentError(f"{len(teams)} teams are too few for a draw: a table takes two")
    tables = len(teams) // 2
    hat = [number for number in range(1, tables + 1) for _ in range(2)]
    if len(teams) % 2:
        if odd is None:
            raise TournamentError(f"{len(teams)} teams cannot sit two at a table")
        hat.append(_SIT_OUT if odd is OddNumber.BYE else tables)
    random = Random(seed)
    drawn = {team: hat.pop(int(random.random() * len(hat))) for team in teams}
    return TablesDrawn(
        game=game,
        seed=seed,
        tables=tuple(
            TableTeams(number, tuple(team for team in teams if drawn[team] == number))
            for number in range(1, tables + 1)
        ),
        bye=next((team for team in teams if drawn[team] == _SIT_OUT), None),
    )
