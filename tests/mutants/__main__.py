"""Runs the table of mutants: `python -m tests.mutants --help`."""

from __future__ import annotations

import sys

from tests.mutants.table import main

sys.exit(main())
