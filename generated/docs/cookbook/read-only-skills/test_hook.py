"""Tests of the hook, in the folder of the project."""

import os
import sys

from hookwire.testing import check, sample, simulate

HOOK = [sys.executable, os.path.abspath(".claude/hooks/read-only-skills.py")]


def test_skills_only_read() -> None:
    expected = {
        "git status": "normal",
        "git log --oneline -5": "normal",
        "git diff HEAD~1 -- src/main.py": "normal",
        "git push": "blocked",
        "git log > log.txt": "blocked",
        "git log --output=log.txt": "blocked",
        "git log $(touch owned)": "blocked",
        "git status; rm -rf build": "blocked",
        "GIT_PAGER=./run git log": "blocked",
        "git -c core.pager=./run log": "blocked",
        "npm test": "blocked",
    }
    check(HOOK, [(sample("PreSkillShellCommand", command=it), expected[it]) for it in expected])


def test_the_user_gets_the_reason() -> None:
    outcome = simulate(HOOK, sample("PreSkillShellCommand", command="npm test"))
    assert "Skills may only run git diff, log, show and status." in outcome.texts[0]["text"]
