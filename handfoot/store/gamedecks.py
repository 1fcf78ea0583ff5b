"""Which of the person's decks a game is played with: its photos are read with what was taught of them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import delete, select, update

from handfoot.errors import ConflictError
from handfoot.store.gamedecktables import GameDeckRow
from handfoot.store.gamerows import game_of
from handfoot.store.gametables import GameRow
from handfoot.store.kept import Game
from handfoot.store.store import WHOLE, Store, find_game

MOST_DECKS_CHOSEN = 8


class GameDecks:
    """The games' decks in a store. Every method raises as those of ``Store`` do."""

    def __init__(self, store: Store) -> None:
        """Take the store."""
        self._store = store

    def of(self, game: int) -> tuple[str, ...]:
        """Return the names of the decks that a game is played with, in the order they were chosen; mostly none."""
        with self._store.reading() as session:
            rows = select(GameDeckRow.deck).where(GameDeckRow.game_id == game).order_by(GameDeckRow.position)
            return tuple(session.scalars(rows))

    def choose(self, game: int, decks: Sequence[str]) -> tuple[str, ...]:
        """Keep which decks a game is played with, each once, in place of those chosen before; return them.

        Raises:
            UnknownGameError: if there is no such game.
            ConflictError: if there are too many.
        """
        chosen = tuple(dict.fromkeys(decks))
        if len(chosen) > MOST_DECKS_CHOSEN:
            raise ConflictError(f"{len(chosen)} decks are too many for a game: at most {MOST_DECKS_CHOSEN}")
        with self._store.writing() as session:
            find_game(session, game, lock=True)
            session.execute(delete(GameDeckRow).where(GameDeckRow.game_id == game))
            session.add_all(GameDeckRow(game_id=game, position=place, deck=deck) for place, deck in enumerate(chosen))
        return chosen

    def unfinished_with(self, deck: str) -> tuple[Game, ...]:
        """Return the games that are played with a deck of this name and go on."""
        played = select(GameRow).join(GameDeckRow, GameDeckRow.game_id == GameRow.id).where(GameDeckRow.deck == deck)
        with self._store.reading() as session:
            games = [game_of(row) for row in session.scalars(played.options(*WHOLE).order_by(GameRow.id))]
        return tuple(game for game in games if not game.state.finished)

    @contextmanager
    def renaming(self, old: str, new: str) -> Iterator[None]:
        """Follow a deck that gets another name while the block runs; if that raises, nothing is changed."""
        with self._store.writing() as session:
            session.execute(update(GameDeckRow).where(GameDeckRow.deck == old).values(deck=new))
            yield
