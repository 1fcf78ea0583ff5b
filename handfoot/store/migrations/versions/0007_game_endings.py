"""Games that were ended early, and gone on with."""

import sqlalchemy as sa
from alembic import op

from handfoot.store.base import UtcTime

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "game_endings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("made_at", UtcTime(), nullable=False),
        sa.Column("reason", sa.String(1000), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("token", sa.String(200), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_game_endings"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_game_endings_game_id", ondelete="CASCADE"),
        sa.UniqueConstraint("game_id", "change", name="uq_game_endings_game_id_change"),
        sa.UniqueConstraint("game_id", "token", name="uq_game_endings_game_id_token"),
    )
