"""The command line, run in this process."""

from click.testing import CliRunner, Result

from handfoot.cli import main


def handfoot(*arguments: object, text: str | bytes | None = None) -> Result:
    """Run ``handfoot`` with these words, paths and numbers; ``text`` is what standard input holds."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], prog_name="handfoot", input=text)
