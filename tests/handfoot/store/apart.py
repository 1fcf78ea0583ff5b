"""Programs of their own, some to be killed: forked, where systems can, from one that has imported the store."""

import multiprocessing
import os
from collections.abc import Callable
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from typing import Any, Concatenate, ParamSpec

from sqlalchemy import event
from sqlalchemy.orm import Session

PATIENCE_S = 300
"""A busy machine is slow, not broken."""

KILLED = -9
"""The exit code of a program that was killed as by kill -9."""

Given = ParamSpec("Given")


@cache
def _context() -> ForkServerContext | SpawnContext:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["pytest", "handfoot.store", "alembic.command", "psycopg", __name__])
    return context


def begun(
    what: Callable[Concatenate[Connection, Given], None], /, *arguments: Given.args, **named: Given.kwargs
) -> tuple[BaseProcess, Connection]:
    """Start a program that does this; return it and the end of the pipe on which it says what it has done."""
    ours, theirs = _context().Pipe(duplex=False)
    program = _context().Process(target=what, args=(theirs, *arguments), kwargs=named, daemon=True)
    program.start()
    theirs.close()
    return program, ours


def heard(program: BaseProcess, pipe: Connection) -> list[Any]:
    """Wait for the program's end and return all that it said."""
    said: list[Any] = []
    try:
        while pipe.poll(PATIENCE_S):
            said.append(pipe.recv())
        raise AssertionError(f"the program said nothing for {PATIENCE_S} s")
    except EOFError:
        pipe.close()
    program.join(PATIENCE_S)
    return said


def dies_at(point: str) -> None:
    """Let this program die, as by kill -9, when a session first comes to that point."""
    event.listen(Session, point, die)


def die(*_: object) -> None:
    """Die as by kill -9."""
    os.kill(os.getpid(), -KILLED)
