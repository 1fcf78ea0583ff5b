"""Tournaments and what happened at them."""

import sqlalchemy as sa
from alembic import op

from handfoot.store.base import UtcTime

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("name_key", sa.String(800), nullable=False),
        sa.Column("made_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.UniqueConstraint("name_key", name="uq_tournaments_name_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "tournament_events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("made_at", UtcTime(), nullable=False),
        sa.Column("token", sa.String(200), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tournament_events"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_tournament_events_tournament_id", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("tournament_id", "number", name="uq_tournament_events_tournament_id_number"),
        sa.UniqueConstraint("tournament_id", "token", name="uq_tournament_events_tournament_id_token"),
    )
