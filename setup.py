"""What pyproject.toml cannot say of building the wheel."""

import shutil

from setuptools import setup
from setuptools.command.build_py import build_py


class FreshBuild(build_py):
    """Builds from the tree alone: what an earlier version left in ``build/`` would go into this one's wheel."""

    def run(self) -> None:
        """Build the packages. In an editable install setuptools has made a folder of its own for it."""
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


setup(cmdclass={"build_py": FreshBuild})
