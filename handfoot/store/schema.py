"""The whole schema: importing this module gathers every module of tables on the one base."""

from handfoot.store import gametables
from handfoot.store.base import Base

__all__ = ["gametables", "metadata"]

metadata = Base.metadata
