"""``handfoot``: the commands by name; each lives in a module of its own and is imported when it is called."""

import click

from handfoot.frontdoor import FrontDoor

HOMES = {
    "score": "handfoot.cli_score:score",
    "read": "handfoot.cli_read:read",
    "tally": "handfoot.cli_tally:tally",
    "rules": "handfoot.cli_tally:rules",
    "evaluate": "handfoot.cli_evaluate:evaluate",
}


@click.group(cls=FrontDoor, homes=HOMES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="handfoot")
def main() -> None:
    """Keep score at a Hand & Foot table from photos of it."""
