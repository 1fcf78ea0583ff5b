"""The sides' agreements to a round's score."""

import sqlalchemy as sa
from alembic import op

from handfoot.store.base import UtcTime

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "agreements",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("made_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_agreements"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_agreements_game_id", ondelete="CASCADE"),
        sa.UniqueConstraint("game_id", "round", "side", name="uq_agreements_game_id_round_side"),
    )
