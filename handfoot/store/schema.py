"""The whole schema: importing this module gathers every module of tables on the one base."""

from handfoot.store import agreementtables, drafttables, gamedecktables, gametables, tournamenttables
from handfoot.store.base import Base

__all__ = ["agreementtables", "drafttables", "gamedecktables", "gametables", "metadata", "tournamenttables"]

metadata = Base.metadata
