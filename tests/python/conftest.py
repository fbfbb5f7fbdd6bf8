"""Adds the generated package to the import path."""

import sys

from support import SOURCE

sys.path.insert(0, str(SOURCE))
