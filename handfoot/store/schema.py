"""The whole schema: importing this module gathers every module of tables on the one base."""

from handfoot.store import agreementtables, drafttables, gametables, tournamenttables
from handfoot.store.base import Base

__all__ = ["agreementtables", "drafttables", "gametables", "metadata", "tournamenttables"]

metadata = Base.metadata
