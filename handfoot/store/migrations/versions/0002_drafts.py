"""The steps of the review of a side's round."""

import sqlalchemy as sa
from alembic import op

from handfoot.store.base import UtcTime

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "draft_steps",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("step", sa.String(8), nullable=False),
        sa.Column("edit", sa.Text(), nullable=True),
        sa.Column("token", sa.String(200), nullable=False),
        sa.Column("made_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_draft_steps"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_draft_steps_game_id", ondelete="CASCADE"),
        sa.UniqueConstraint("game_id", "round", "side", "number", name="uq_draft_steps_game_id_round_side_number"),
        sa.UniqueConstraint("game_id", "round", "side", "token", name="uq_draft_steps_game_id_round_side_token"),
    )
