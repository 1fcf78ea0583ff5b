"""What requests are about: a game, a round of it, a side of that round, a tournament, each checked to be there."""

from typing import Annotated

from fastapi import Depends, Path

from handfoot.store.kept import Game, KeptTournament, TableGame
from handfoot.store.tablegames import TableGames
from handfoot.store.tournaments import Tournaments
from handfoot.web.errors import not_found
from handfoot.web.served import Here
from handfoot.web.shelf.kept_photo import SidePlace
from scorer.record import MOST_ROUNDS, MOST_SIDES

LARGEST_ID = 2**31 - 1

GameId = Annotated[int, Path(ge=1, le=LARGEST_ID, description="The game's number.")]
RoundNumber = Annotated[int, Path(ge=1, le=MOST_ROUNDS, description="The round's number, as the rules count rounds.")]
SideNumber = Annotated[int, Path(ge=1, le=MOST_SIDES, description="The side's place in the game, from 1.")]
TournamentId = Annotated[int, Path(ge=1, le=LARGEST_ID, description="The tournament's number.")]
TableNumber = Annotated[int, Path(ge=1, le=10_000, description="The table's number in the game being played.")]


def the_game(here: Here, game_id: GameId) -> Game:
    """Return the game a request is about. Raises UnknownGameError if there is none."""
    return here.store.game(game_id)


TheGame = Annotated[Game, Depends(the_game)]


def the_table(here: Here, game: TheGame) -> TableGame | None:
    """Return the tournament's table whose game a request is about, None for a game of no tournament."""
    return TableGames(here.store).table_of(game.id)


TheTable = Annotated[TableGame | None, Depends(the_table)]


def the_round(game: TheGame, number: RoundNumber) -> int:
    """Return the round a request is about: one that was played, or the next. Raises WebError if it is neither."""
    # A round begun before the game was ended early stays where it was, to be gone on with.
    upcoming = game.state.next or game.state.ended_before
    if (
        (upcoming is None or number != upcoming.number)
        and number not in game.plan.rounds
        and game.round(number) is None
    ):
        raise not_found(f"{game.name} has no round {number}", "round")
    return number


TheRound = Annotated[int, Depends(the_round)]


def the_place(game: TheGame, number: TheRound, side: SideNumber) -> SidePlace:
    """Return the side's round a request is about. Raises WebError if the game has no such side."""
    check_side(game, side)
    return SidePlace(game.id, number, side)


ThePlace = Annotated[SidePlace, Depends(the_place)]


def the_tournament(here: Here, tournament_id: TournamentId) -> KeptTournament:
    """Return the tournament a request is about. Raises UnknownTournamentError if there is none."""
    return Tournaments(here.store).tournament(tournament_id)


TheTournament = Annotated[KeptTournament, Depends(the_tournament)]


def check_side(game: Game, side: int) -> None:
    """Raise WebError if the game has no such side."""
    if side > len(game.plan.sides):
        raise not_found(f"{game.name} has {len(game.plan.sides)} sides, and no side {side}", "side")


def side_name(game: Game, side: int) -> str:
    """Return the name of a side by its number from 1."""
    return game.plan.sides[side - 1]
