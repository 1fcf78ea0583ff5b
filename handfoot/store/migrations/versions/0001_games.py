"""Games, their sides, the versions of their rounds, and the points these confirm."""

import sqlalchemy as sa
from alembic import op

from handfoot.store.base import UtcTime

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("name_key", sa.String(800), nullable=False),
        sa.Column("rules_id", sa.String(64), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("rounds", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("decks", sa.Integer(), nullable=True),
        sa.Column("made_at", UtcTime(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(200), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("name_key", name="uq_games_name_key"),
        sa.UniqueConstraint("token", name="uq_games_token"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "game_sides",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game_sides"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_game_sides_game_id", ondelete="CASCADE"),
        sa.UniqueConstraint("game_id", "position", name="uq_game_sides_game_id_position"),
        sa.UniqueConstraint("game_id", "name", name="uq_game_sides_game_id_name"),
    )
    op.create_table(
        "round_versions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("made_at", UtcTime(), nullable=False),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("reason", sa.String(1000), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("record", sa.Text(), nullable=True),
        sa.Column("tally", sa.Text(), nullable=True),
        sa.Column("token", sa.String(200), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_round_versions"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_round_versions_game_id", ondelete="CASCADE"),
        sa.UniqueConstraint("game_id", "round", "version", name="uq_round_versions_game_id_round_version"),
        sa.UniqueConstraint("game_id", "change", name="uq_round_versions_game_id_change"),
        sa.UniqueConstraint("game_id", "token", name="uq_round_versions_game_id_token"),
    )
    op.create_table(
        "round_points",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("side_id", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("version_id", "side_id", name="pk_round_points"),
        sa.ForeignKeyConstraint(
            ["version_id"], ["round_versions.id"], name="fk_round_points_version_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["side_id"], ["game_sides.id"], name="fk_round_points_side_id", ondelete="CASCADE"),
    )
