"""Who hears that a game or a draft of it changed: its pages, the list of games, the tournament whose table plays it."""

from contextlib import suppress

from handfoot.errors import HandfootError
from handfoot.store import Store
from handfoot.store.tablegames import TableGames
from handfoot.web.shelf.kept_photo import SidePlace
from handfoot.web.watchers import THE_GAMES, Watchers, watched_tournament


def tell_of_game(store: Store, watchers: Watchers, game: int) -> None:
    """Tell who watches a game, all games, or the tournament whose table plays it, that the game changed."""
    watchers.tell(game, THE_GAMES)
    tournament = TableGames(store).tournament_of(game)
    if tournament is not None:
        watchers.tell(watched_tournament(tournament))


def tell_of_draft(store: Store, watchers: Watchers, place: SidePlace) -> None:
    """Tell who watches a game that what is in review of a side's round changed.

    Of a round that counts it may be a correction, which stands at the desk of the tournament.
    """
    watchers.tell(place.game)
    with suppress(HandfootError):  # the game was deleted meanwhile, or the database is away: the game itself is told
        tournament = TableGames(store).tournament_of(place.game)
        if tournament is not None and store.game(place.game).round(place.round) is not None:
            watchers.tell(watched_tournament(tournament))
