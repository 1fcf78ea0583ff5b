# Every target makes the environment it needs in .venv; all it wants is Python 3.11 or later with pip.
# Without make (Windows): python tasks.py demo, python tasks.py test, ...
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)

.PHONY: demo test check clean
demo test check clean:
	@test -n "$(PYTHON)" || { echo "handfoot needs Python 3.11 or later; name one with: make $@ PYTHON=..." >&2; exit 2; }
	@"$(PYTHON)" tasks.py $@
