"""Puts the generated package on the path."""

import sys

from support import SOURCE

sys.path.insert(0, str(SOURCE))
