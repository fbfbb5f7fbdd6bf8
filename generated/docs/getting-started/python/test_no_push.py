import json
from pathlib import Path

from hookwire.testing import check, sample


def test_push_is_blocked():
    settings = json.loads(Path(".claude/settings.json").read_text())
    hook = settings["hooks"]["PreToolUse"][0]["hooks"][0]
    check(
        hook,
        [
            (sample("PreToolUse", tool="Bash", command="git push origin main"), "blocked"),
            (sample("PreToolUse", tool="Bash", command="git status"), "normal"),
            (sample("PreSkillShellCommand", tool="Bash", command="git push origin main"), "blocked"),
        ],
    )
