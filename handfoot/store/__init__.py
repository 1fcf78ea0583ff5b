"""The store: games, tournaments and the edits of reviews in a database, SQLite by default, PostgreSQL by its URL.

``open_store`` gives a ``Store``. Tables of other concepts live in modules of their own beside ``gametables``: on the
one ``Base`` of ``handfoot.store.base``, named in ``handfoot.store.schema``, made by the next migration in
``migrations/versions``, and read and written through ``Store.reading`` and ``Store.writing``.
"""

from handfoot.store.opening import open_store
from handfoot.store.store import Store

__all__ = ["Store", "open_store"]
