"""What a side that agreed said was changed."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the column; those who agreed before said nothing."""
    op.add_column("agreements", sa.Column("reason", sa.String(1000), nullable=False, server_default=""))
