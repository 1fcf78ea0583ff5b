"""The command line's front door: commands loaded when called, errors as one line, the exit codes of the contract."""

import contextlib
import errno
import importlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any, TextIO

import click

from handfoot.errors import HandfootError
from scorer.errors import ScorerError
from scorer.names import unprintable
from vision.errors import VisionError

_DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_OUT_OF_REACH = (errno.EACCES, errno.EPERM, errno.ENAMETOOLONG)
"""What is wrong with a path that somebody named, and no fault of the program."""


TRACEBACK = "HANDFOOT_TRACEBACK"
"""The variable that shows where a fault of the program lies."""


_ENDS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals by which a process is told to end, beside that of Ctrl-C."""

_AT_ONCE_S = 1.0
"""Within so long several of them are one: a terminal that is closed tells it more than once."""


class ExitCode(IntEnum):
    """What a command says when it ends."""

    CLEAR = 0
    """Scored with nothing in doubt."""
    DOUBT = 1
    """Scored, with problems or open questions."""
    UNUSABLE = 2
    """Wrong use or unreadable input."""
    STOPPED = 130
    """Ctrl-C ended it."""
    UNHEARD = 141
    """Whoever read the output went away before all of it was written."""


class _UnheardError(Exception):
    """Whoever read the output went away."""


@contextlib.contextmanager
def _ended_in_order() -> Iterator[None]:
    """Let what ends a command from outside, as ``kill`` or a terminal that is closed, end it as Ctrl-C does.

    Nothing stays half written; then the signal ends the process, as whoever sent it looks for. Where a command did not
    heed it, as in what Python calls behind its back, it is told anew by the next one.
    """
    told: list[int] = []
    last = -_AT_ONCE_S

    def end(number: int, _: object) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < _AT_ONCE_S:
            return
        last = now
        told.append(number)
        raise KeyboardInterrupt

    in_main = threading.current_thread() is threading.main_thread()
    ends = [one for one in _ENDS if in_main and signal.getsignal(one) is signal.SIG_DFL]
    for one in ends:
        signal.signal(one, end)
    try:
        yield
    finally:
        for one in ends:
            signal.signal(one, signal.SIG_DFL)
        if told:
            with contextlib.suppress(OSError):
                _flush(sys.stdout)
            signal.raise_signal(told[0])


@contextlib.contextmanager
def though_nobody_listens(*, end: bool = False) -> Iterator[None]:
    """Print what may find its reader gone (``| head``); a command with more to do than that goes on, and is silent.

    end: end it there, as nothing but printing is left to do.
    """
    try:
        yield
    except BrokenPipeError:
        if end:
            raise
        _silence(sys.stdout)


class CommandGroup(click.Group):
    """A group whose help says what each command does in full, where click would break off at the line's end."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write every command with the whole first sentence of its help."""
        commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, command.get_short_help_str(limit=formatter.width * 10))
                    for name, command in commands.items()
                    if command
                ]
            )


class FrontDoor(CommandGroup):
    """A group whose commands are imported when they are called, so that ``--help`` and ``tally`` start fast.

    homes: for each command the module and the name it is found under.
    """

    def __init__(self, *, homes: Mapping[str, str], **settings: Any) -> None:  # noqa: ANN401 - click's own keywords
        """Take the commands' homes, as ``module:name``, beside click's own settings."""
        super().__init__(**settings)
        self._homes = homes

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order they were given."""
        return list(self._homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module and return the command."""
        if cmd_name not in self._homes:
            return None
        module, name = self._homes[cmd_name].split(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        """Run the command that was named."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            # click would end with the code of what is in doubt.
            raise _UnheardError from error

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,  # noqa: ANN401 - click's signature
    ) -> Any:  # noqa: ANN401 - click's signature
        """Run a command; print what a user can mend as one line on standard error and exit by the contract."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        for stream in (sys.stdout, sys.stderr):
            _speak_utf8(stream)
        with _ended_in_order():
            try:
                code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
                _flush(sys.stdout)
            except (click.Abort, KeyboardInterrupt):
                complain("stopped")
                sys.exit(ExitCode.STOPPED)
            except (_UnheardError, BrokenPipeError):
                # The reader of our output went away (``| head``): no fault of ours, and nobody is left to tell.
                _silence(sys.stdout)
                sys.exit(ExitCode.UNHEARD)
            except Exception as error:
                sys.exit(_told(error))
            sys.exit(code if isinstance(code, int) else ExitCode.CLEAR)


def _told(error: Exception) -> ExitCode:
    """Tell in one line of what ended a command, and return the code to end with."""
    match error:
        case click.ClickException():
            complain(_one_line(error))
        case HandfootError() | ScorerError() | VisionError():
            complain(str(error))
        case MemoryError():
            complain("too little memory is free for this")
        case OSError() if error.errno in _DISK_FULL:
            _silence(sys.stdout)
            complain(f"{error.filename or 'the output'} cannot be written: {error.strerror}")
        case OSError() if error.errno in _OUT_OF_REACH and error.filename is not None:
            complain(f"{error.filename}: {error.strerror}")
        case OSError() if _is_nowhere():
            complain("the folder that this runs in is gone")
        case RuntimeError() if "Symlink loop" in str(error):
            complain(f"a path leads back to itself: {str(error).rpartition(' from ')[2]}")
        case _ if _was_stopped(error):
            complain("stopped")
            return ExitCode.STOPPED
        case _:
            _broke(error)
    return ExitCode.UNUSABLE


def _was_stopped(error: BaseException | None) -> bool:
    """Whether Ctrl-C is at the bottom of an error: a library that it meets while being loaded gives one of its own."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _is_nowhere() -> bool:
    """Whether the folder that paths without a beginning are meant from is gone."""
    try:
        Path.cwd()
    except OSError:
        return True
    return False


def _broke(error: Exception) -> None:
    """Tell of a fault of the program's own in one line, or, who wants to mend it, where it is."""
    if os.environ.get(TRACEBACK):
        raise error
    complain(f"something broke ({type(error).__name__}: {error}); with {TRACEBACK}=1 it is told where")


def complain(message: str) -> None:
    """Print one line on standard error, whatever line breaks and signs for a terminal the message has."""
    line = " ".join(message.split())
    try:
        click.echo(f"handfoot: {plain_text(line)}", err=True)
    except OSError:
        # Its disk is full, or its reader went away: nobody can be told, and the other photos are scored all the same.
        _silence(sys.stderr)


def give_sheet(text: str, output: Path | None, *, form: str) -> None:
    """Print a sheet, or write it to a file; ``form`` is what it is, ``csv`` among others.

    Raises:
        OutputError: if the file cannot be written.
    """
    if output is None:
        click.echo(text, nl=False)
        return
    from handfoot.csvtext import for_a_file
    from handfoot.output import write_text

    write_text(output, for_a_file(text) if form == "csv" else text)


def plain_text(text: str) -> str:
    """Return a text in which what cannot be printed, such as a sign that colours a terminal, is shown as one sign."""
    odd = set(unprintable(text))
    return "".join("\N{REPLACEMENT CHARACTER}" if place in odd else letter for place, letter in enumerate(text))


def _one_line(error: click.ClickException) -> str:
    message = error.format_message()
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return f"name a command; `{error.ctx.command_path} --help` lists them"
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{message} (see `{error.ctx.command_path} --help`)"
    return message


def _speak_utf8(stream: TextIO) -> None:
    """Make a pipe carry UTF-8 and a terminal replace what it cannot show, where Python would stop at a minus sign."""
    with contextlib.suppress(AttributeError, ValueError):
        if stream.isatty():
            stream.reconfigure(errors="replace")  # type: ignore[attr-defined]
        else:
            stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[attr-defined]


def _flush(stream: TextIO | None) -> None:
    """Write out what a stream still holds; there is none where standard output was closed (``>&-``)."""
    if stream is not None:
        stream.flush()


def _silence(stream: TextIO) -> None:
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
