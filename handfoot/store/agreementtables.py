"""The table of agreements: which side agreed to which score of a round that is not kept yet."""

from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from handfoot.store.base import Base, UtcTime
from handfoot.store.gametables import LONGEST_REASON

SEAL_LENGTH = 64


class AgreementRow(Base):
    """A side's agreement. ``side`` counts from 1; ``seal`` stands for what it agreed to.

    ``reason`` is what the side said was changed in a round that counted already, empty where it said nothing.
    """

    __tablename__ = "agreements"
    __table_args__ = (UniqueConstraint("game_id", "round", "side"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    round: Mapped[int]
    side: Mapped[int]
    seal: Mapped[str] = mapped_column(String(SEAL_LENGTH))
    made_at: Mapped[datetime] = mapped_column(UtcTime)
    reason: Mapped[str] = mapped_column(String(LONGEST_REASON))
