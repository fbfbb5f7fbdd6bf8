"""Tests of the hook, in the folder of the project."""

import os
import sys

from hookwire.testing import check, sample, simulate

HOOK = [sys.executable, os.path.abspath(".claude/hooks/deny-a-command.py")]


def test_npm_is_denied() -> None:
    expected = {
        "npm install": "blocked",
        "cd app && CI=1 npm test": "blocked",
        "echo start\nnpm run build": "blocked",
        "echo $(npm root)": "blocked",
        "pnpm install": "normal",
        "cat npm.log": "normal",
        "npm-check": "normal",
    }
    check(HOOK, [(sample("PreToolUse", command=it), expected[it]) for it in expected])
    check(HOOK, [(sample("PreSkillShellCommand", command=it), expected[it]) for it in expected])


def test_claude_gets_the_reason() -> None:
    outcome = simulate(HOOK, sample("PreToolUse", command="npm install"))
    assert [it["text"].strip() for it in outcome.texts if "claude" in it["audience"]] == [
        "This project uses pnpm. Run the same command with pnpm."
    ]
