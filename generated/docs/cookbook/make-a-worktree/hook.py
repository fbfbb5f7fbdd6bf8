#!/usr/bin/env python3
"""Makes worktrees in folders beside the project."""

import os
import subprocess
from pathlib import Path
from typing import Literal

from hookwire import Reply, WorktreeCreate, block, run, worktree


def make(call: WorktreeCreate) -> Reply[Literal["block", "worktree"]]:
    project = Path(os.environ["CLAUDE_PROJECT_DIR"])
    path = str(project.parent / f"{project.name}-{call.name}")
    git = ["git", "-C", str(project), "worktree", "add", "-b", call.name, path]
    done = subprocess.run(git, capture_output=True, encoding="utf-8", errors="replace", check=False)
    return block(f"No worktree: {done.stderr}") if done.returncode else worktree(path)


run({"WorktreeCreate": make})
