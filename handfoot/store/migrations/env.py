"""What Alembic runs for a migration, on the connection and in the transaction that ``steps.migrate`` hands it."""

from alembic import context

from handfoot.store.migrations.steps import VERSION_TABLE
from handfoot.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,
)
context.run_migrations()
