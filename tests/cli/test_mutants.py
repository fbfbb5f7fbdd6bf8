"""Damaged documents, scripts and options have an answer, and no panic.

Each round makes a project of many damaged files. `HOOKWIRE_MUTANTS=500 pytest test_mutants.py` runs more rounds.
"""

import os
import random
from pathlib import Path

import pytest

from conftest import ROOT, Run, write

ROUNDS = int(os.environ.get("HOOKWIRE_MUTANTS", "3"))
COOKBOOK = ROOT / "generated/docs/cookbook"
PARTS = [
    "\x00", "\ufeff", "\r\n", "\\u0000", "\\", '"', "'", "`", "$(", "${", "}", "{", "[", "]", "<<EOF\n", "|", "&&", ";", "#", "---\n", "\t",
    "é", "\U0001f600", "\u202e", "*a", "&a ", "!!x ", ": ", "- ", "0x", "1e999", "-", "\"\"\"", "f'{", "print(", "json.dumps({", "exit ",
    "echo ", "printf '%", "jq -n '{", "hookwire reply ", "hookwire get ", "$CLAUDE_PROJECT_DIR", '"hooks"', "Bash|", "(?", "~/", "/../", "%s", "\n",
]  # fmt: skip


def seeds() -> dict[str, list[str]]:
    """Returns the texts to damage: settings, scripts, and front matters."""
    folders = [ROOT / "tests/cli/broken", COOKBOOK]
    found: dict[str, list[str]] = {".json": [], ".sh": [], ".py": []}
    for path in sorted(it for folder in folders for it in folder.rglob("*") if it.suffix in found):
        found[path.suffix].append(path.read_text())
    found[".py"].append('import json, sys\nd = {"decision": "block"}\nprint(json.dumps(d))\nsys.exit(2)\n')
    found[".sh"].append("cat <<'EOF'\n{\"decision\": \"block\"}\nEOF\njq -n --arg a b '{decision: $a, x: [1, \"\\(.y)\"]}'\nprintf '%s' '{}'\n")
    found[".md"] = ["---\nname: x\nhooks:\n  Stop:\n    - hooks: [{type: command, command: \"a b\"}]\n      x: &a [1, *a]\n---\ntext\n"]
    found[".toml"] = ['[hookwire]\nignore = ["deprecated"]\nlevels = {relative-path = "note"}\nhost = "2.1.248.."\n']
    found[".cases"] = ['[[case]]\nevent = "PreToolUse"\ntool = "Bash"\nset = {command = "git push"}\nexpected = "blocked"\ntexts = ["x"]\nhost = "2.1.300.."\n']
    return found


def damaged(text: str, chance: random.Random, others: list[str]) -> str:
    """Returns a text with a few cuts, copies and strange signs."""
    for _ in range(chance.randint(1, 6)):
        at, to = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
        to = min(to, at + chance.choice([1, 3, 20, 200]))
        other = chance.choice(others)
        start = chance.randint(0, len(other))
        part = chance.choice(["", chance.choice(PARTS), text[at:to] * 2, other[start : start + chance.choice([5, 50])]])
        text = text[:at] + part + text[to:]
    return text


def project(folder: Path, chance: random.Random) -> Path:
    """Writes a project of damaged files, in which all scripts are started."""
    texts = seeds()
    files, hooks = {}, []
    for at in range(60):
        for suffix in (".sh", ".py"):
            files[f"s/{at}{suffix}"] = damaged(chance.choice(texts[suffix]), chance, texts[suffix])
            event = chance.choice(["PreToolUse", "Stop", "UserPromptSubmit"])
            run = chance.choice(["", "hookwire run -- "])
            line = run + f'{"bash" if suffix == ".sh" else "python3"} "$CLAUDE_PROJECT_DIR"/s/{at}{suffix}'
            hooks.append((event, {"hooks": [{"type": "command", "command": line}]}))
            hooks.append((event, {"hooks": [{"type": "command", "command": damaged(files[f"s/{at}{suffix}"][:200], chance, PARTS)}]}))
        files[f"p{at}/.claude/settings.json"] = damaged(chance.choice(texts[".json"]), chance, texts[".json"])
        files[f"p{at}/.claude/agents/a.md"] = damaged(texts[".md"][0], chance, PARTS)
        files[f"p{at}/.claude-plugin/plugin.json"] = damaged('{"name": "p", "hooks": ["./hooks/x.json"]}', chance, PARTS)
    merged: dict[str, list[object]] = {}
    for event, group in hooks:
        merged.setdefault(event, []).append(group)
    write(folder, {**files, ".claude/settings.json": {"hooks": merged}})
    # Not every file is a text.
    for name in chance.sample(sorted(files), len(files) // 3):
        data = bytearray((folder / name).read_bytes())
        for _ in range(chance.randint(1, 8)):
            at = chance.randint(0, len(data))
            data[at : at + chance.choice([0, 1, 9])] = chance.randbytes(chance.choice([0, 1, 4]))
        (folder / name).write_bytes(data)
    return folder


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_damaged_files_have_an_answer(run: Run, tmp_path: Path, home: Path, seed: int) -> None:
    """Whatever is in them. A fix of them is one that `check` takes."""
    chance = random.Random(seed)
    folder = project(tmp_path / "p", chance)
    for arguments in (
        ["check", "--format", "json"],
        ["check", "--host", "2.1.42,2.1.300", "--format", "sarif"],
        ["check"],
        ["check", "--diff"],
        ["which", "PreToolUse", "--tool", "Bash"],
        ["doctor"],
    ):
        done = run(*arguments, cwd=folder)
        assert done.returncode in (0, 1), (arguments, done.stderr)
    # Files of the user, and tests, which are not run before somebody agrees.
    installed = '{"version": 2, "plugins": {"a@b": [{"installPath": "/nowhere", "projectPath": "/"}]}}'
    write(home, {".claude/plugins/installed_plugins.json": damaged(installed, chance, PARTS)})
    write(home, {".claude/settings.json": damaged('{"enabledPlugins": {"a@b": true}}', chance, PARTS)})
    assert run("which", "Stop", cwd=folder).returncode == 0
    write(folder, {".claude/hooks.test.toml": damaged(seeds()[".cases"][0], chance, PARTS)})
    assert run("test", cwd=folder).returncode in (0, 1, 2, 3)
    options = damaged(seeds()[".toml"][0], chance, PARTS)
    write(tmp_path / "q", {"hookwire.toml": options, ".claude/settings.json": "{}"})
    assert run("check", cwd=tmp_path / "q").returncode in (0, 1, 2)
    reply = damaged('{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}', chance, PARTS)
    assert run("explain", "PreToolUse", "--stdout-file", "-", input=reply).returncode in (0, 1)
    assert run("commands", damaged(chance.choice(seeds()[".sh"]), chance, PARTS).replace("\x00", "")).returncode == 0
