"""The steps of the schema that this program knows, and the way from an older one to the newest."""

import re
from importlib import resources

from sqlalchemy import Connection

VERSION_TABLE = "handfoot_schema"
"""Where the database keeps the number of its last step."""


def known_steps() -> tuple[str, ...]:
    """Return the numbers of the steps in their order, the newest last."""
    names = (entry.name for entry in resources.files("handfoot.store.migrations.versions").iterdir())
    return tuple(sorted(match[1] for name in names if (match := re.fullmatch(r"(\d{4})_\w+\.py", name))))


def migrate(connection: Connection) -> None:
    """Take every step that the database lacks, in the transaction that the connection is in."""
    # Alembic is slow to import, and a database is seldom migrated.
    from alembic import command
    from alembic.config import Config

    with resources.as_file(resources.files("handfoot.store.migrations")) as place:
        config = Config()
        config.set_main_option("script_location", str(place).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
