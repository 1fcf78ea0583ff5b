"""The table of the decks that games are played with."""

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from handfoot.store.base import Base

LONGEST_DECK = 60
"""Characters of a deck's name."""


class GameDeckRow(Base):
    """A deck that a game is played with, by its place among them from 0; a game without a row is played with any."""

    __tablename__ = "game_decks"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    deck: Mapped[str] = mapped_column(String(LONGEST_DECK))
