"""Games that the tables of tournaments play."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "table_games",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_table_games"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_table_games_game_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_table_games_tournament_id", ondelete="CASCADE"
        ),
    )
