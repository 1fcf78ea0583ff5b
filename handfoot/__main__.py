"""``python -m handfoot``: the command line."""

from handfoot.cli import main

if __name__ == "__main__":
    main(prog_name="handfoot")
