"""Tests of the hook, in the folder of the project."""

import os
import sys

from hookwire.testing import check, sample, simulate

HOOK = [sys.executable, os.path.abspath(".claude/hooks/no-force-push.py")]


def test_a_plain_force_push_is_rewritten() -> None:
    for option in ("-f", "--force"):
        call = sample("PreToolUse", command=f"git push {option} origin topic", timeout=5000)
        outcome = simulate(HOOK, call)
        assert outcome.action == "normal", outcome.explanation  # the usual permission rules apply
        assert outcome.new_input == {
            "command": "git push --force-with-lease origin topic",
            "timeout": 5000,
        }


def test_any_other_force_push_is_blocked() -> None:
    expected = {
        "cd app && git push --force": "blocked",
        "git push -uf origin topic": "blocked",
        "git push -u -f origin topic": "blocked",
        "git push --force origin +main": "blocked",
        "git push -f --mirror": "blocked",
        "git push -o -f origin main": "blocked",
        "git push --repo -f": "blocked",
        "git push origin -- -f": "blocked",
        "make -f - <<< 'x:; git push'": "blocked",
        'git push --force origin "$branch"': "blocked",
        "git push": "normal",
        "git push --force-with-lease": "normal",
        "rm -f notes.txt": "normal",
    }
    check(HOOK, [(sample("PreToolUse", command=it), expected[it]) for it in expected])
