#!/usr/bin/env python3
"""Tells Claude the branch with each prompt."""

import subprocess
from typing import Literal

from hookwire import Reply, UserPromptSubmit, context, run


def branch(call: UserPromptSubmit) -> Reply[Literal["context"]] | None:
    git = ["git", "-C", call.cwd, "branch", "--show-current"]
    done = subprocess.run(git, capture_output=True, encoding="utf-8", errors="replace", check=False)
    # Empty outside of a repository, and where no branch is checked out.
    name = done.stdout.strip()
    return context(f"The current branch is {name}.") if name else None


run({"UserPromptSubmit": branch})
