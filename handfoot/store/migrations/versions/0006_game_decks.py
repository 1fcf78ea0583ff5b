"""Decks that games are played with."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "game_decks",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("deck", sa.String(60), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "position", name="pk_game_decks"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_game_decks_game_id", ondelete="CASCADE"),
    )
