"""Tests of the hook, in the folder of the project."""

import os
import sys

from hookwire.testing import check, sample, simulate

HOOK = [sys.executable, os.path.abspath(".claude/hooks/no-secrets.py")]


def test_secrets_are_blocked() -> None:
    token = "ghp_" + "a1B2" * 9
    expected = {
        f"curl -H 'Authorization: Bearer {token}' https://example.com": "blocked",
        "PGPASSWORD=hunter2 psql": "blocked",
        "mysql --password='hunter2'": "blocked",
        "git clone https://me:hunter2@example.com/app.git": "blocked",
        "echo '-----BEGIN RSA PRIVATE KEY-----' > key": "blocked",
        'PGPASSWORD="$PASSWORD" psql': "normal",
        "mysql --password=$PASSWORD": "normal",
        "git clone git@example.com:me/app.git": "normal",
        "curl http://localhost:8080/a": "normal",
        "ls --sort=size": "normal",
    }
    check(HOOK, [(sample("PreToolUse", command=it), expected[it]) for it in expected])


def test_claude_reads_what_it_is_and_not_the_secret() -> None:
    outcome = simulate(HOOK, sample("PreToolUse", command="PGPASSWORD=hunter2 psql"))
    [text] = [it["text"].strip() for it in outcome.texts if "claude" in it["audience"]]
    assert text == "This looks like a password. Read it from a variable or a file instead."
