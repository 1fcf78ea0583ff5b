"""The tables of drafts: every step of the review of a side's round, in the order they were made."""

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from handfoot.store.base import Base, UtcTime
from handfoot.store.gametables import LONGEST_TOKEN


class DraftStepRow(Base):
    """One step, never written to again. ``side`` counts from 1, ``number`` the side's steps in the round from 1.

    ``edit`` is JSON, none for a step back or forth; ``token`` is the client's own name for the step.
    """

    __tablename__ = "draft_steps"
    __table_args__ = (
        UniqueConstraint("game_id", "round", "side", "number"),
        UniqueConstraint("game_id", "round", "side", "token"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    round: Mapped[int]
    side: Mapped[int]
    number: Mapped[int]
    step: Mapped[str] = mapped_column(String(8))
    edit: Mapped[str | None] = mapped_column(Text)
    token: Mapped[str] = mapped_column(String(LONGEST_TOKEN))
    made_at: Mapped[datetime] = mapped_column(UtcTime)
