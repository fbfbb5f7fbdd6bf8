"""`hookwire check` finds what is wrong in a project, with its place, and nothing else."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, Run, codes, findings, settings, write

BROKEN = ROOT / "tests/cli/broken"


def test_each_planted_mistake_has_its_line_and_column(run: Run) -> None:
    """A wrong field, exit code 1, a line before the reply, a matcher in lower case, a script that is not there; and a loop."""
    found = {(it["code"], it["path"], it["start"]["line"], it["start"]["column"]) for it in findings(run, BROKEN)}
    assert found == {
        ("exit-code", ".claude/hooks/no-push.sh", 7, 5),
        ("misplaced-field", ".claude/hooks/secrets.py", 8, 23),
        ("misplaced-field", ".claude/hooks/secrets.py", 8, 53),
        ("stray-output", ".claude/hooks/tests.sh", 3, 6),
        ("endless-block", ".claude/hooks/tests.sh", 5, 8),
        ("never-matches", ".claude/settings.json", 5, 20),
        ("script-missing", ".claude/settings.json", 13, 43),
    }


def test_the_readme_shows_what_it_prints(run: Run) -> None:
    """The lines of its sample, for the project with planted mistakes. `test_pages.py` has the other pages."""
    out = " ".join(run("check", cwd=BROKEN).stdout.split())
    lines = (ROOT / "README.md").read_text().splitlines()
    shown = [line.strip() for line in lines if line.strip().startswith(("warning[", "error[", "-->", "help: "))]
    assert len(shown) == 3
    assert [line for line in shown if " ".join(line.split()) not in out] == []


def test_what_switches_hooks_off_is_reported(run: Run, tmp_path: Path) -> None:
    """Where it is set. In one's own file, it is a note."""
    files = {".claude/settings.json": settings("Stop", "true"), ".claude/settings.local.json": {"disableAllHooks": True}}
    found = findings(run, write(tmp_path / "p", files))
    assert [(it["code"], it["level"], it["path"]) for it in found] == [("hooks-off", "note", ".claude/settings.local.json")]
    files[".claude/settings.json"]["disableAllHooks"] = True
    del files[".claude/settings.local.json"]
    found = findings(run, write(tmp_path / "q", files))
    assert [(it["code"], it["level"]) for it in found] == [("hooks-off", "warning")]


def test_a_switch_that_counts_elsewhere_only_is_reported(run: Run, tmp_path: Path) -> None:
    """It is not a hook, so `which` does not count it."""
    folder = write(tmp_path / "p", {".claude/settings.json": {**settings("Stop", "true"), "allowManagedHooksOnly": True}})
    found = findings(run, folder)
    assert [(it["code"], it["level"]) for it in found] == [("without-effect", "warning")]
    assert "counts in managed settings only" in found[0]["message"]
    out = run("which", "Stop", cwd=folder).stdout
    assert "1 hook runs\n" in out and "counts in managed settings only" in out


@pytest.mark.parametrize("name", ["managed-settings.json", "managed-settings.d/10.json"])
def test_managed_settings_are_known_by_their_name(run: Run, tmp_path: Path, name: str) -> None:
    """What counts only there is no mistake there."""
    write(tmp_path, {name: {**settings("Stop", "true"), "allowManagedHooksOnly": True}})
    assert codes(findings(run, tmp_path, name)) == []


def test_a_mistake_that_drops_the_whole_file_is_reported(run: Run, tmp_path: Path) -> None:
    """With the versions of the host in which it does, and how many hooks are lost."""
    good, bad = {"type": "command", "command": "true"}, {"type": "command", "command": 7}
    hooks = {"Stop": [{"hooks": [good, good | {"timeout": 5}]}], "PostToolUse": [{"hooks": [bad]}]}
    folder = write(tmp_path / "p", {".claude/settings.json": {"hooks": hooks}})
    assert codes(findings(run, folder)) == ["wrong-type"]
    [found] = [it for it in findings(run, folder, "--host", "2.1.100..") if it["code"] == "file-dropped"]
    assert found["hosts"].startswith("until 2.1.") and "2 hooks" in found["message"], found
    # A group can have the mistake, and an entry with a number above nine.
    hooks = {"PreToolUse": [{"hooks": [good]}], "PostToolUse": [{"matcher": 7, "hooks": [good]}]}
    many = {"PostToolUse": [{"hooks": [good | {"timeout": it} for it in range(1, 12)] + [bad]}]}
    for number, (name, it) in enumerate([("group", hooks), ("many", many)]):
        folder = write(tmp_path / name, {".claude/settings.json": {"hooks": it}})
        found = findings(run, folder, "--host", "2.1.100")
        assert found[0]["code"] == "file-dropped" and f": {[1, 11][number]} hook" in found[0]["message"], found
    hooks = {"Stop": [{"hooks": [good]}], "PreToolUse": [{"hooks": [bad]}]}
    folder = write(tmp_path / "q", {".claude/settings.json": {"hooks": hooks}})
    assert codes(findings(run, folder)) == ["file-dropped", "wrong-type"]


def test_a_key_that_versions_do_not_have_is_one_finding(run: Run, tmp_path: Path) -> None:
    """Of each file, and of each event that says something else. What matters for the whole file is first."""
    good = {"type": "command", "command": "true", "onFailure": "block"}
    hooks = {"PreToolUse": [{"hooks": [good | {"timeout": it} for it in range(1, 21)]}], "Stop": [{"hooks": [{"type": "command", "command": 7}]}]}
    found = findings(run, write(tmp_path / "p", {".claude/settings.json": {"hooks": hooks}}), "--host", "2.1.100,2.1.150,2.1.200,2.1.300")
    assert [it["code"] for it in found] == ["file-dropped", "unsupported-by-host", "wrong-type"]
    assert len(found[1]["others"]) == 19 and "and in 16 other places" in found[1]["message"], found


def test_a_manifest_that_names_no_file_has_a_line(run: Run, tmp_path: Path) -> None:
    files: dict[str, Any] = {".claude-plugin/plugin.json": {"name": "x", "hooks": ["./hooks/hooks.json", "./hooks/none.json"]}}
    files["hooks/hooks.json"] = {"hooks": {}}
    [found] = [it for it in findings(run, write(tmp_path / "p", files)) if it["code"] == "not-read"]
    assert (found["path"], found["start"]["line"]) == (".claude-plugin/plugin.json", 5) and "none.json" in found["message"], found


def test_events_outside_of_hooks_are_one_mistake(run: Run, tmp_path: Path) -> None:
    files = {".claude-plugin/plugin.json": {"name": "x"}, "hooks/hooks.json": settings("Stop", "true")["hooks"]}
    assert codes(findings(run, write(tmp_path / "p", files))) == ["misplaced-field"]
    files["hooks/hooks.json"] = {}
    assert codes(findings(run, write(tmp_path / "q", files))) == ["required-here"]


def test_a_path_of_windows_in_a_line_is_explained(run: Run, tmp_path: Path) -> None:
    files = {".claude/settings.json": settings("Stop", "bash .claude\\hooks\\g.sh"), ".claude/hooks/g.sh": "true"}
    [found] = [it for it in findings(run, write(tmp_path / "p", files)) if it["code"] == "script-missing"]
    assert "write `/`" in found["message"]
    files[".claude/settings.json"] = settings("Stop", "bash .claude/hooks/h.sh")
    [found] = [it for it in findings(run, write(tmp_path / "q", files)) if it["code"] == "script-missing"]
    assert "write `/`" not in found["message"]


def test_a_misspelled_key_of_the_options_names_the_right_one(run: Run, tmp_path: Path) -> None:
    write(tmp_path, {".claude/settings.json": {}, "hookwire.toml": "[hookwire]\nignored = []\n"})
    assert "Did you mean `ignore`?" in run("check", cwd=tmp_path).stderr


@pytest.mark.parametrize(
    ("line", "column"),
    [('select = ["deprecated", "deprecatd"]', 25), ('ignore = ["deprecatd"]', 11), ('levels = {deprecatd = "note"}', 11), ('host = "2.x"', 8), ("host = 2", 8)],
)
def test_each_mistake_in_the_options_has_its_place(run: Run, tmp_path: Path, line: str, column: int) -> None:
    write(tmp_path, {".claude/settings.json": {}, "hookwire.toml": f"[hookwire]\n{line}\n"})
    done = run("check", cwd=tmp_path)
    assert done.returncode == 2 and f"hookwire.toml:2:{column}: " in done.stderr, done.stderr


def test_a_folder_is_an_option_as_in_other_commands(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "p", {".claude/settings.json": settings("Stop", "bash missing.sh")})
    assert run("check", "--folder", "p").stdout == run("check", "p").stdout != ""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        *((it, ["broken-line"]) for it in ("", " ", 'bash "a.sh', "echo 'a")),
        *((it, []) for it in ("true", "echo \"it's\"", "echo 'a\"'", 'echo "\\""', "echo it\\'s", "x=$(cat <<'E'\nit's\nE\n)", "true # it's")),
    ],
)
def test_a_line_that_does_nothing_is_reported(run: Run, tmp_path: Path, line: str, expected: list[str]) -> None:
    """It is empty, or a quote is not closed."""
    found = findings(run, write(tmp_path / "p", {".claude/settings.json": settings("Stop", line)}))
    assert codes([it for it in found if it["code"] == "broken-line"]) == expected, found


def test_places_in_one_line_have_columns(run: Run, tmp_path: Path) -> None:
    """As in settings without line ends."""
    handler = {"type": "command", "command": "true", "onFailure": "block"}
    text = json.dumps({"hooks": {"PostToolUse": [{"hooks": [handler | {"timeout": it}]} for it in range(1, 6)]}})
    [found] = [it for it in findings(run, write(tmp_path / "p", {".claude/settings.json": text})) if it["code"] == "without-effect"]
    assert found["message"].count("line 1, column ") == 3, found
    text = text.replace("}]}", "}]}\n")
    [found] = [it for it in findings(run, write(tmp_path / "p", {".claude/settings.json": text})) if it["code"] == "without-effect"]
    assert "column" not in found["message"], found


def test_what_all_versions_have_is_one_finding(run: Run, tmp_path: Path) -> None:
    """Also if they say it in other words. What the entry says about failures does not matter."""
    entry = {"type": "command", "command": '"$CLAUDE_PROJECT_DIR"/a.sh', "onFailure": "block"}
    hooks = {event: [{"hooks": [entry]}] for event in ("SessionStart",)}
    files = {"a.sh": "#!/bin/sh\necho 'Not allowed.' >&2\nexit 2\n", ".claude/settings.json": {"hooks": hooks}}
    folder = write(tmp_path / "p", files)
    found = [it for it in findings(run, folder, "--host", "2.1.42,2.1.100,2.1.200,2.1.332") if it["path"] == "a.sh"]
    assert [(it["code"], "hosts" in it) for it in found] == [("exit-code", False)], found
    files[".claude/settings.json"] = {"hooks": {"PostToolUse": [{"hooks": [entry]}]}}
    found = findings(run, write(tmp_path / "q", files))
    assert [it for it in found if it["path"] == "a.sh"] == [], found


def test_scripts_that_are_not_read_are_counted(run: Run, tmp_path: Path) -> None:
    """Nobody thinks that they were checked."""
    files = {"a.js": "", ".claude/settings.json": settings("Stop", 'node "$CLAUDE_PROJECT_DIR"/a.js')}
    folder = write(tmp_path / "p", files)
    assert json.loads(run("check", "--format", "json", cwd=folder).stdout)["summary"]["scripts_not_read"] == 1
    assert "1 script was not read" in run("check", cwd=folder).stdout


def test_a_quotation_mark_without_a_backslash_is_explained(run: Run, tmp_path: Path) -> None:
    text = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "node "$CLAUDE_PROJECT_DIR/a.js""}]}]}}'
    [found] = findings(run, write(tmp_path / "p", {".claude/settings.json": text}))
    assert found["code"] == "not-json" and '`\\"`' in found["message"]
    [found] = findings(run, write(tmp_path / "q", {".claude/settings.json": '{"hooks": {,}}'}))
    assert "quotation mark" not in found["message"]


def test_exit_codes(run: Run, tmp_path: Path) -> None:
    """Nothing wrong, something wrong, wrong arguments."""
    write(tmp_path, {"ok/.claude/settings.json": {}, "bad/.claude/settings.json": "{"})
    assert run("check", cwd=tmp_path / "ok").returncode == 0
    assert run("check", cwd=tmp_path / "bad").returncode == 1
    assert run("check", "--selct", "x").returncode == 2
    assert run("check", "--ignore", "relatve-path").returncode == 2
    assert "`relative-path`" in run("check", "--ignore", "relatve-path").stderr
    assert run("check", "nowhere").returncode == 3


REPLY = '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "dney"}}'

DENY = REPLY.replace("dney", "deny")

SCRIPTS: list[tuple[str, str, str, list[str]]] = [
    # A name, an event, a script, and the codes of what is found in it.
    ("a wrong word", "PreToolUse", f"echo '{REPLY}'", ["wrong-value"]),
    ("printf", "PreToolUse", f"printf '%s\\n' '{REPLY}'", ["wrong-value"]),
    ("a format", "PreToolUse", "printf '{\"decisoin\": \"block\", \"reason\": \"%s\"}\\n' \"$1\"", ["unknown-field"]),
    ("a here-document", "PreToolUse", f"cat <<'EOF'\n{REPLY}\nEOF", ["wrong-value"]),
    ("what is filled in", "PreToolUse", "cat <<EOF\n{\"decisoin\": \"$x\"}\nEOF", ["unknown-field"]),
    ("jq", "PreToolUse", "jq -n --arg r \"$1\" '{decisoin: \"block\", reason: $r}'", ["unknown-field"]),
    ("jq with a text", "Stop", "stop_hook_active=1; jq -n '{decision: \"blok\", reason: \"a \\(1)\"}'", ["wrong-value"]),
    ("double quotes", "PreToolUse", 'echo "{\\"decisoin\\": \\"block\\"}"', ["unknown-field"]),
    ("no JSON", "PreToolUse", "echo '{decision: block}'", ["not-json"]),
    ("a right one", "PreToolUse", f"echo '{REPLY.replace('dney', 'deny')}'", []),
    ("into a variable", "PreToolUse", f"x=$(echo '{REPLY}'); exit 0", []),
    ("into a file", "PreToolUse", f"echo '{REPLY}' > x.json", []),
    ("into a pipe", "PreToolUse", f"echo '{REPLY}' | jq .", []),
    ("to stderr", "PreToolUse", "echo '{\"a\": 1}' >&2; exit 2", []),
    ("a text for the model", "UserPromptSubmit", "echo 'Today is a holiday.'", []),
    ("a variable", "PreToolUse", 'echo "$reply"; exit 1', []),
    ("a refusal with exit code 1", "PreToolUse", "echo 'Blocked: no.' >&2; exit 1", ["exit-code"]),
    ("the right exit code", "PreToolUse", "echo 'Blocked: no.' >&2; exit 2", []),
    ("an error beside a block", "PreToolUse", "[ -x /bin/jq ] || { echo 'Cannot find jq.' >&2; exit 1; }\nexit 2", []),
    ("exit code 1 where nothing blocks", "PostToolUse", "echo 'Never mind.' >&2; exit 1", []),
    ("a line before the reply", "PreToolUse", f"echo hi\necho '{REPLY.replace('dney', 'deny')}'", ["stray-output"]),
    ("a line before a call", "PreToolUse", f"deny() {{ echo '{DENY}'; }}; echo checking; deny", ["stray-output"]),
    ("a line before a call in a branch", "PreToolUse", f"deny() {{\n  echo '{DENY}'\n}}\necho hi\nif x; then deny; fi", ["stray-output"]),
    ("a line after a call", "PreToolUse", f"deny() {{\n  echo '{DENY}'\n  exit 0\n}}\nif x; then deny; fi\nrm x", []),
    ("a line before, in a function", "PreToolUse", f"main() {{\n  echo hi\n  echo '{DENY}'\n}}\nmain", ["stray-output"]),
    ("a line after the reply", "PreToolUse", f"echo '{DENY}'; echo done", ["stray-output"]),
    ("a line after a here-document", "PreToolUse", f"cat <<'EOF'\n{DENY}\nEOF\necho done", ["stray-output"]),
    ("a line after the end", "PreToolUse", f"echo '{DENY}'; exit 0; echo done", []),
    ("a line on stderr after the reply", "PreToolUse", f"echo '{DENY}'; echo done >&2", []),
    ("two replies", "PreToolUse", f"echo '{DENY}'\necho '{DENY}'", ["stray-output"]),
    ("two replies, and one is a message", "PreToolUse", f"echo '{{\"systemMessage\": \"x\"}}'\necho '{DENY}'", ["stray-output"]),
    ("a program that prints", "PreToolUse", f"date\necho '{DENY}'", ["stray-output"]),
    ("a program that prints into a file", "PreToolUse", f"date >> log\necho '{DENY}'", []),
    ("a program that prints into a variable", "PreToolUse", f"now=$(date)\necho '{DENY}'", []),
    ("a function that prints", "PreToolUse", f"log() {{ echo \"checking $1\"; }}\nlog x\necho '{DENY}'", ["stray-output"]),
    ("a function that prints on stderr", "PreToolUse", f"log() {{ echo \"checking $1\" >&2; }}\nlog x\necho '{DENY}'", []),
    ("a function whose output is elsewhere", "PreToolUse", f"log() {{ echo \"checking $1\"; }}\nlog x >&2\necho '{DENY}'", []),
    ("a function that can print", "PreToolUse", f"log() {{ if x; then echo \"checking $1\"; fi; }}\nlog x\necho '{DENY}'", []),
    ("a function that can end before", "PreToolUse", f"log() {{ [ -n \"$DEBUG\" ] || return 0; echo checking; }}\nlog\necho '{DENY}'", []),
    ("a program that sets something", "PreToolUse", f"hostname guard\necho '{DENY}'", []),
    ("two replies in two branches", "PreToolUse", f"case $x in\n  a) echo '{DENY}' ;;\n  b) echo '{DENY}' ;;\nesac", []),
    ("a reply in another branch", "PreToolUse", f"if x; then\n  echo '{DENY}'\nelse\n  echo done\nfi", []),
    ("a reply on stderr", "PreToolUse", f"echo '{DENY}' >&2", ["lost-reply"]),
    ("a reply on stderr, and 0", "PreToolUse", f"[ -n \"$x\" ] || {{ python3 a.py; exit 2; }}\necho '{DENY}' >&2\nexit 0", ["lost-reply"]),
    ("a reply on stderr, and 2", "PreToolUse", f"echo '{DENY}' >&2; exit 2", []),
    ("a reply in both places", "PreToolUse", f"echo '{DENY}' >&2; echo '{DENY}'; exit 0", []),
    ("a line in another branch", "PreToolUse", f"if x; then echo hi; else echo '{REPLY.replace('dney', 'deny')}'; fi", []),
    ("a function that is captured", "PreToolUse", "b() { echo '{\"text\": 1}'; }\nv=$(b)", []),
    ("a function that is called", "PreToolUse", f"no() {{\n  echo '{REPLY}'\n}}\nno", ["wrong-value"]),
    ("a group into a file", "PreToolUse", "{\n  echo '{\"text\": 1}'\n} >> log", []),
    ("a loop into a pipe", "PreToolUse", "for i in 1 2; do\n  echo '{\"text\": 1}'\ndone | sort", []),
    ("everything into a file", "PreToolUse", "exec >>log 2>&1\necho '{\"text\": 1}'", []),
    ("another use of the script", "PreToolUse", "if [ \"$1\" = --status ]; then echo '{\"enabled\": true}'; fi", []),
    ("an error about a dependency", "PreToolUse", "echo 'The dependency jq is missing.' >&2; exit 1", []),
    ("a function that refuses", "PreToolUse", "no() { echo 'Denied.' >&2; exit 1; }\nno", ["exit-code"]),
    ("a reason on stdout", "PreToolUse", "echo 'Open a pull request.'; exit 2", ["lost-reason"]),
    ("a reason on both", "PreToolUse", "echo 'No.' >&2; echo 'Open a pull request.'; exit 2", []),
    ("a missing name of the event", "PreToolUse", "jq -n --arg r x '{hookSpecificOutput: {permissionDecision: \"deny\", permissionDecisionReason: $r}}'", ["missing-field"]),
    ("an endless loop", "Stop", "make test >&2 || exit 2", ["endless-block"]),
    ("a loop that ends", "Stop", "[ \"$(jq -r .stop_hook_active)\" = true ] && exit 0\nmake test >&2 || exit 2", []),
    ("exit code 2 where it does nothing", "PermissionRequest", "echo 'Not allowed.' >&2; exit 2", ["exit-code"]),
    ("exit code 2 where Claude reads the reason", "PostToolUse", "echo 'Not allowed: run the linter.' >&2; exit 2", []),
    ("exit code 2 as an error", "Notification", "echo 'Cannot find jq.' >&2; exit 2", []),
    ("exit code 2 beside a reply", "PermissionRequest", "[ -x /bin/jq ] || { echo Denied >&2; exit 2; }\nhookwire reply block --event PermissionRequest no", []),
    ("a variable that the host does not set", "PreToolUse", "if [[ $CLAUDE_TOOL_INPUT == *push* ]]; then\n  echo no >&2\n  exit 2\nfi", ["unknown-variable"]),
    ("a variable that the host sets", "PreToolUse", "ls \"$CLAUDE_PROJECT_DIR\" >&2", []),
    ("a variable beside the input", "PreToolUse", "x=${CLAUDE_TOOL_INPUT:-}; [ -n \"$x\" ] || x=$(cat)", []),
    ("a variable of another script", "PreToolUse", "source ./common.sh\nlogger \"$CLAUDE_TOOL_INPUT\"", []),
    ("a reply without an event", "PreToolUse", "hookwire reply block no", ["wrong-part"]),
    ("a reply with an event", "PreToolUse", "hookwire reply block --event PreToolUse no", []),
]


@pytest.mark.parametrize(("name", "event", "script", "expected"), SCRIPTS, ids=[it[0] for it in SCRIPTS])
def test_what_a_shell_script_prints_is_checked(
    run: Run, tmp_path: Path, name: str, event: str, script: str, expected: list[str]
) -> None:
    """Only what is certain is reported."""
    command = '"$CLAUDE_PROJECT_DIR"/a.sh'
    write(tmp_path, {"p/a.sh": f"#!/usr/bin/env bash\n{script}\n", "p/.claude/settings.json": settings(event, command)})
    found = [it for it in findings(run, tmp_path / "p") if it["level"] != "note"]
    assert codes(found) == expected, (name, found)
    assert all(it["path"] == "a.sh" for it in found)


PARTS: list[tuple[str, str, str, str, list[tuple[str, int]]]] = [
    # A name, an event, a matcher, a script, and the code and the column of what is found in its second line.
    ("no part", "PreToolUse", "Bash", "hookwire", [("wrong-part", 1)]),
    ("a verb that is not there", "PreToolUse", "Bash", "hookwire reply blok no", [("wrong-part", 16)]),
    ("a verb of other events", "Stop", "", "hookwire reply ask no", [("wrong-part", 16)]),
    ("a verb with JSON of other events", "Stop", "", "hookwire reply rewrite command=ls", [("wrong-part", 16)]),
    ("another event", "PreToolUse", "Bash", "hookwire reply ask --event Stop hm", [("wrong-part", 28)]),
    ("two texts", "PreToolUse", "Bash", "hookwire reply block Open a request.", [("wrong-part", 1)]),
    ("no text", "PreToolUse", "Bash", "hookwire reply block", [("wrong-part", 1)]),
    ("an option that is not there", "PreToolUse", "Bash", "hookwire reply block --evnt Stop no", [("wrong-part", 1)]),
    ("a part that is not there", "PreToolUse", "Bash", "hookwire repyl block no", [("wrong-part", 1)]),
    ("a text that is filled in", "PreToolUse", "Bash", 'hookwire reply block "$1"', []),
    ("words that are filled in", "PreToolUse", "Bash", "hookwire reply block $1", []),
    ("a verb that is filled in", "PreToolUse", "Bash", 'hookwire reply "$1" no', []),
    ("fields", "PreToolUse", "Bash", "hookwire reply rewrite command='git status'", []),
    ("a field of no such tool", "PreToolUse", "Bash", "hookwire reply rewrite comand=ls", [("wrong-part", 24)]),
    ("JSON with such a field", "PreToolUse", "Bash", "hookwire reply rewrite '{\"comand\": \"ls\"}'", [("wrong-part", 24)]),
    ("JSON that is right", "PreToolUse", "Bash", "hookwire reply rewrite '{\"command\": \"ls\"}'", []),
    ("a field that one of the tools has", "PreToolUse", "Bash|Edit", "hookwire reply rewrite command=ls", []),
    ("a field of any tool", "PreToolUse", "", "hookwire reply rewrite comand=ls", []),
    ("a field that is filled in", "PreToolUse", "Bash", 'hookwire reply rewrite "$1=ls"', []),
    ("a text of the standard input", "PreToolUse", "Bash", "date | hookwire reply block -", []),
    ("a field that is not there", "PreToolUse", "Bash", "x=$(hookwire get tool_nam)", [("wrong-part", 18)]),
    ("a field of other events", "Stop", "", "hookwire get tool_input.command", [("wrong-part", 14)]),
    ("an argument of other tools", "PreToolUse", "Edit|Write", "hookwire get tool_input.comand --default ''", [("wrong-part", 14)]),
    ("an argument of one of the tools", "PreToolUse", "Bash|Read", "hookwire get tool_input.file_path --default ''", []),
    ("an argument of any tool", "PreToolUse", "", "hookwire get tool_input.anything --default ''", []),
    ("an argument of a tool of a server", "PreToolUse", "mcp__.*", "hookwire get tool_input.anything", []),
    ("a pointer", "PreToolUse", "Bash", "hookwire get /tool_input/command", []),
    ("a command that cannot be read", "PreToolUse", "Bash", "hookwire commands --match 'a | b'", [("wrong-part", 27)]),
    ("a comment", "PreToolUse", "Bash", "# hookwire reply blok", []),
]


@pytest.mark.parametrize(("name", "event", "matcher", "line", "expected"), PARTS, ids=[it[0] for it in PARTS])
def test_the_parts_of_a_hook_are_checked(
    run: Run, tmp_path: Path, name: str, event: str, matcher: str, line: str, expected: list[tuple[str, int]]
) -> None:
    """In a script that `hookwire run` starts: each of these would fail each time."""
    entry = {"type": "command", "command": "hookwire", "args": ["run", "--", "bash", "${CLAUDE_PROJECT_DIR}/a.sh"]}
    hooks = {event: [{"matcher": matcher, "hooks": [entry]} if matcher else {"hooks": [entry]}]}
    write(tmp_path, {"p/a.sh": f"set -euo pipefail\n{line}\ntrue stop_hook_active\n", "p/.claude/settings.json": {"hooks": hooks}})
    found = findings(run, tmp_path / "p")
    assert [(it["code"], it["start"]["column"]) for it in found] == expected, (name, found)


@pytest.mark.parametrize("host", ["2.1.100", "2.1.100.."])
def test_an_entry_that_a_version_starts_without_its_arguments_is_reported(run: Run, tmp_path: Path, host: str) -> None:
    """With the cause, also if the other versions of a range know them."""
    entry = settings("PreToolUse", "hookwire", args=["run", "--", "bash", "${CLAUDE_PROJECT_DIR}/a.sh"])
    folder = write(tmp_path / "p", {"a.sh": "set -e\n", ".claude/settings.json": entry})
    [found] = [it for it in findings(run, folder, "--host", host) if it["code"] == "wrong-part"]
    assert "no command here" in found["message"] and "does nothing" not in found["message"] and "`args`" in found["message"], found


def test_a_misspelled_part_names_the_right_one(run: Run, tmp_path: Path) -> None:
    """The verb, the field, and those that the event takes."""
    script = "set -e\nhookwire get tool_input.comand\nhookwire reply blok no\nhookwire reply feedback no\n"
    entry = "hookwire run -- bash \"$CLAUDE_PROJECT_DIR\"/a.sh"
    hooks = settings("PreToolUse", entry)
    hooks["hooks"]["PreToolUse"][0]["matcher"] = "Bash"
    write(tmp_path, {"p/a.sh": script, "p/.claude/settings.json": hooks})
    said = [it["message"] for it in findings(run, tmp_path / "p")]
    assert [any(name in it for it in said) for name in ("`command`", "`block`", "It can `block`")] == [True] * 3, said


@pytest.mark.parametrize(
    ("event", "script", "level"),
    [
        ("PreToolUse", "grep -q x file\nhookwire reply block no", "warning"),
        ("SessionStart", "grep -q x file\nhookwire reply context no", "note"),
        ("PreToolUse", "set -e\ngrep -q x file\nhookwire reply block no", None),
        ("PreToolUse", "set -o errexit\ngrep -q x file\nhookwire reply block no", None),
        ("PreToolUse", "trap 'exit 2' ERR\ngrep -q x file\nhookwire reply block no", None),
        ("PreToolUse", "grep -q x file || exit 2\nhookwire reply block no", None),
        ("PreToolUse", "x=$(grep x file) || exit 2\nhookwire reply block \"$x\"", None),
        ("PreToolUse", "x=$(grep x file)\nhookwire reply block \"$x\"", "warning"),
        ("PreToolUse", "if grep -q x file; then hookwire reply block no; fi", None),
        ("PreToolUse", "found=$(hookwire commands --match npm)\n[[ -z $found ]] || hookwire reply block no", None),
        ("PreToolUse", "exec python3 guard.py", None),
        ("PreToolUse", "python3 guard.py", None),
    ],
)
def test_a_script_that_goes_on_after_a_failure_is_reported(
    run: Run, tmp_path: Path, event: str, script: str, level: str | None
) -> None:
    """Under `hookwire run`, which notices only how the script ends."""
    line = 'hookwire run -- bash "$CLAUDE_PROJECT_DIR"/a.sh'
    write(tmp_path, {"p/a.sh": script + "\n", "p/.claude/settings.json": settings(event, line)})
    found = [(it["code"], it["level"]) for it in findings(run, tmp_path / "p")]
    assert found == ([("no-errexit", level)] if level else [])
    line = 'bash "$CLAUDE_PROJECT_DIR"/a.sh'
    write(tmp_path, {"p/.claude/settings.json": settings(event, line)})
    assert "no-errexit" not in codes(findings(run, tmp_path / "p"))


GUARD, OK = "echo 'Do not.' >&2\nexit 2", []
LOST = ["lost-reply"]


@pytest.mark.parametrize(
    ("event", "line", "more", "script", "expected"),
    [
        *(("PreToolUse", f"bash a.sh{it}", {}, GUARD, LOST) for it in (" || true", " &", " | tee log", "; exit 0", "; echo done", " || exit 1")),
        *(("PreToolUse", f"bash a.sh{it}", {}, GUARD, OK) for it in ("", " || exit 2", " && true", " | jq .", " & wait $!", "; exit $?")),
        ("PreToolUse", "bash a.sh || true", {}, "exit 0", OK),
        ("PreToolUse", "bash a.sh || true", {}, "[ -n \"$1\" ] || { echo 'Usage: a.sh FILE' >&2; exit 2; }", OK),
        ("PreToolUse", "bash a.sh || true", {}, f"echo '{DENY}'; exit 0", OK),
        # The entry blocks whatever the code of a failure is.
        ("PreToolUse", "bash a.sh || exit 1", {"onFailure": "block"}, GUARD, OK),
        ("PostToolUse", "bash a.sh || true", {}, "exit 1", OK),
        ("PreToolUse", "hookwire run -- bash a.sh || true", {}, "hookwire reply block no", LOST),
        ("PreToolUse", "hookwire run -- bash a.sh || exit 2", {}, "hookwire reply block no", OK),
        ("Stop", "hookwire run -- bash a.sh || true", {}, "hookwire reply block \"$stop_hook_active\"", OK),
        *(("PreToolUse", "bash a.sh", {it: True}, GUARD, LOST) for it in ("async", "asyncRewake")),
        ("PreToolUse", "bash a.sh", {"async": True}, f"echo '{DENY}'; exit 0", LOST),
        ("PreToolUse", "bash a.sh", {"async": True}, "date >> log", OK),
        ("Stop", "bash a.sh", {"async": True}, f"stop_hook_active=1; {GUARD}", LOST),
        ("Stop", "bash a.sh", {"asyncRewake": True}, f"stop_hook_active=1; {GUARD}", OK),
    ],
)
def test_a_block_that_the_settings_drop_is_reported(
    run: Run, tmp_path: Path, event: str, line: str, more: dict[str, Any], script: str, expected: list[str]
) -> None:
    """At the entry, if the script certainly blocks and the entry certainly drops that."""
    line = line.replace("a.sh", '"$CLAUDE_PROJECT_DIR"/a.sh')
    write(tmp_path, {"p/a.sh": f"#!/bin/bash\n{script}\n", "p/.claude/settings.json": settings(event, line, **more)})
    found = [it for it in findings(run, tmp_path / "p") if it["code"] == "lost-reply"]
    assert (codes(found), [it["level"] for it in found]) == (expected, ["warning"] * len(expected)), found
    assert all(it["path"] == ".claude/settings.json" for it in found)


REFUSAL = "echo 'Do not push.' >&2\nexit 1"


@pytest.mark.parametrize(
    ("line", "script", "expected"),
    [
        # What the line makes of exit code 1.
        *(
            (line, REFUSAL, [])
            for line in (
                "bash a.sh || exit 2",
                "bash a.sh || { exit 2; }",
                "bash a.sh || { echo no >&2; exit 2; }",
                "if ! bash a.sh; then exit 2; fi",
                "bash a.sh; [ $? -eq 0 ] || exit 2",
                "bash a.sh && exit 0 || exit 2",
                "bash a.sh; rc=$?; if [ $rc -ne 0 ]; then exit 2; fi",
                "timeout 5 bash a.sh || exit 2",
                "env X=1 bash a.sh || exit 2",
                "set -o pipefail; bash a.sh | cat || exit 2",
                "sh -c 'bash a.sh || exit 2'",
            )
        ),
        *((line, REFUSAL, ["exit-code"]) for line in ("bash a.sh", "bash a.sh && true", "exec bash a.sh", "bash a.sh || exit 1")),
        # What it makes of exit code 2.
        *(
            (line, GUARD, LOST)
            for line in (
                "if ! bash a.sh; then exit 1; fi",
                "bash a.sh || { echo no; exit 1; }",
                "bash a.sh; [ $? -eq 0 ] || exit 1",
                "! bash a.sh",
                "timeout 5 bash a.sh || true",
                "bash a.sh | cat",
                "(bash a.sh) || true",
            )
        ),
        *((line, GUARD, []) for line in ("set -o pipefail; bash a.sh | cat", "(bash a.sh)", "bash a.sh; rc=$?; date; exit $rc", "exec bash a.sh || true")),
    ],
)
def test_a_line_is_read_as_a_whole(run: Run, tmp_path: Path, line: str, script: str, expected: list[str]) -> None:
    """Which exit codes of the script reach the host, and how the line changes them."""
    line = line.replace("a.sh", "$CLAUDE_PROJECT_DIR/a.sh")
    write(tmp_path, {"p/a.sh": f"#!/bin/bash\n{script}\n", "p/.claude/settings.json": settings("PreToolUse", line)})
    assert [it["code"] for it in findings(run, tmp_path / "p") if it["code"] in ("exit-code", "lost-reply")] == expected


PYTHON: list[tuple[str, str, str, list[str]]] = [
    ("a dictionary", "PreToolUse", 'print(json.dumps({"decisoin": "block"}))', ["unknown-field"]),
    ("a name", "PreToolUse", 'out = {"decisoin": reason}\nprint(json.dumps(out))', ["unknown-field"]),
    ("a name that changes", "PreToolUse", 'out = {"decisoin": 1}\ndel out["decisoin"]\nprint(json.dumps(out))', []),
    ("json.dump", "PreToolUse", 'json.dump({"hookSpecificOutput": {"permissionDecision": "no", "hookEventName": "PreToolUse"}}, sys.stdout)', ["wrong-value"]),
    ("a text", "PreToolUse", "print('{\"decisoin\": \"block\"}')", ["unknown-field"]),
    ("an f-string", "PreToolUse", "print(f'{{\"decisoin\": \"{x}\"}}')", ["unknown-field"]),
    ("to a file", "PreToolUse", 'print(json.dumps({"decisoin": 1}), file=sys.stderr)', []),
    ("more keys", "PreToolUse", 'print(json.dumps({"decision": "block", **more}))', []),
    ("exit code 1", "PreToolUse", 'sys.exit("Blocked: no pushes.")', ["exit-code"]),
    ("exit code 2", "PreToolUse", 'print("Blocked", file=sys.stderr)\nsys.exit(2)', []),
    ("main returns", "PreToolUse", 'def main():\n    print("Do not", file=sys.stderr)\n    return 2\nsys.exit(main())', []),
    ("a line before", "PreToolUse", 'print("hi")\nprint(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}))', ["stray-output"]),
    ("a line before, in a function", "PreToolUse", f'def main():\n    print("checking the command")\n    print(json.dumps({DENY}))\nmain()', ["stray-output"]),
    ("a line before a branch", "PreToolUse", f'def main():\n    print("checking")\n    if x:\n        print(json.dumps({DENY}))\nmain()', ["stray-output"]),
    ("a line before a call", "PreToolUse", f'def deny():\n    print(json.dumps({DENY}))\ndef main():\n    print("checking")\n    deny()\nmain()', ["stray-output"]),
    ("a line in another branch", "PreToolUse", f'def main():\n    if x:\n        print("checking")\n    else:\n        print(json.dumps({DENY}))\nmain()', []),
    ("a line, and the end", "PreToolUse", f'def main():\n    if x:\n        print("ok")\n        return\n    print(json.dumps({DENY}))\nmain()', []),
    *(
        (f"a line with {name}", "PreToolUse", f'print({text})\nprint(json.dumps({DENY}))', ["stray-output"])
        for name, text in [("two arguments", '"checking", x["y"]'), ("a sum", '"checking " + x + "."'), ("a format", '"checking %s" % x')]
    ),
    ("nothing before", "PreToolUse", f'print("" + x)\nprint(json.dumps({DENY}))', []),
    ("a line after", "PreToolUse", f'print(json.dumps({DENY}))\nprint("done")', ["stray-output"]),
    ("a line after the end", "PreToolUse", f'print(json.dumps({DENY}))\nsys.exit(0)\nprint("done")', []),
    ("two replies", "PreToolUse", f'print(json.dumps({DENY}))\nprint(json.dumps({DENY}))', ["stray-output"]),
    ("two replies, and one is a message", "PreToolUse", f'print(json.dumps({{"systemMessage": "x"}}))\nprint(json.dumps({DENY}))', ["stray-output"]),
    ("on stderr, and 0", "PreToolUse", f'print(json.dumps({DENY}), file=sys.stderr)\nsys.exit(0)', ["lost-reply"]),
    ("on stderr, and 2", "PreToolUse", f'print(json.dumps({DENY}), file=sys.stderr)\nsys.exit(2)', []),
    ("a dictionary without JSON", "PreToolUse", 'print({"decision": "block"})', ["not-json"]),
    ("another function", "PreToolUse", 'def log():\n    data = {"decisoin": 1}\n    f.write(json.dumps(data))\ndef respond(data):\n    print(json.dumps(data))', []),
    ("another use", "PreToolUse", 'if "--status" in sys.argv:\n    print(json.dumps({"enabled": True}))', []),
    ("exit code 2 where it does nothing", "PermissionRequest", 'print("Denied", file=sys.stderr)\nsys.exit(2)', ["exit-code"]),
    ("no Python", "PreToolUse", 'print(json.dumps({"decisoin": 1})', ["syntax-error"]),
]


@pytest.mark.parametrize(("name", "event", "script", "expected"), PYTHON, ids=[it[0] for it in PYTHON])
def test_what_a_python_script_prints_is_checked(
    run: Run, tmp_path: Path, name: str, event: str, script: str, expected: list[str]
) -> None:
    """Only what is certain is reported."""
    handler = settings(event, "python3", args=["${CLAUDE_PROJECT_DIR}/a.py"], onFailure="block")
    if "exit-code" in expected or "stray-output" in expected:
        handler = settings(event, "python3", args=["${CLAUDE_PROJECT_DIR}/a.py"])
    write(tmp_path, {"p/a.py": f"import json\nimport sys\n{script}\n", "p/.claude/settings.json": handler})
    found = [it for it in findings(run, tmp_path / "p") if it["level"] != "note" and it["path"] == "a.py"]
    assert codes(found) == expected, (name, found)


REFUSED: list[tuple[str, str, str, int]] = [
    # A name, a file, a script, and the line of the mistake. 0: it is not certain, or none.
    ("a missing fi", "a.sh", "if true; then\n  exit 2\n", 2),
    ("a missing then", "a.sh", "if true\n  exit 2\nfi\n", 3),
    ("a missing blank", "a.sh", "x=1\nif[[ $x == 1 ]]; then\n  exit 2\nfi\n", 2),
    ("endif", "a.sh", "if true; then\n  exit 2\nendif\n", 3),
    ("else if", "a.sh", "if true; then\n  exit 2\nelse if false; then\n  exit 2\nfi\n", 5),
    ("a missing done", "a.sh", "for it in 1 2; do\n  exit 2\n", 2),
    ("a missing brace", "a.sh", "no() {\n  exit 2\n", 2),
    ("one fi too many", "a.sh", "if true; then\n  exit 2\nfi\nfi\n", 4),
    ("an open quote", "a.sh", "if true; then\n  echo \"no >&2\n  exit 2\nfi\n", 2),
    ("an open substitution", "a.sh", "x=$(jq -r .a\nexit 2\n", 2),
    ("an open block behind the end", "a.sh", "exit 2\nif true; then\n", 0),
    ("an open text of another language", "a.sh", "cat <<'EOF'\nif x then\n\"\nEOF\nexit 2\n", 0),
    ("a script of zsh", "a.sh", "#!/bin/zsh\nif [[ 1 -eq 1 ]] { exit 2 }\n", 0),
    ("a right one", "a.sh", "if true; then\n  exit 2\nelif false; then\n  exit 2\nfi\n", 0),
    ("a missing colon", "a.py", "import sys\nif True\n    sys.exit(2)\n", 2),
    ("a missing colon behind a text", "a.py", "import sys\nif 'push' in sys.argv['tool_input']\n    sys.exit(2)\n", 2),
    ("print of Python 2", "a.py", "import sys\nprint 'x'\nsys.exit(2)\n", 2),
    ("print of Python 2 in Python 2", "a.py", "#!/usr/bin/python2\nprint 'x'\n", 0),
    ("print with brackets", "a.py", "print ('x')\nprint ('x'), 1\n", 0),
    ("an open bracket", "a.py", "import sys\nprint(sys.argv\nsys.exit(2)\n", 2),
    ("a newer text", "a.py", "x = t'{a}'\n", 0),
]


@pytest.mark.parametrize(("name", "file", "script", "line"), REFUSED, ids=[it[0] for it in REFUSED])
def test_a_script_that_its_interpreter_refuses_is_reported(
    run: Run, tmp_path: Path, name: str, file: str, script: str, line: int
) -> None:
    """With the place, and what happens: a shell blocks each call, and Python none. The interpreter agrees."""
    program = "bash" if file.endswith("sh") else "python3"
    entry = settings("PreToolUse", f'{program} "$CLAUDE_PROJECT_DIR"/{file}')
    write(tmp_path, {f"p/{file}": script, "p/.claude/settings.json": entry})
    found = [it for it in findings(run, tmp_path / "p") if it["code"] == "syntax-error"]
    assert [(it["level"], it["start"]["line"]) for it in found] == ([("error", line)] if line else []), (name, found)
    done = subprocess.run([program, tmp_path / "p" / file], capture_output=True, check=False, stdin=subprocess.DEVNULL)
    for it in found:
        assert f"exit code {done.returncode}" in it["message"]
        assert ("blocked each time" in it["message"]) == (done.returncode == 2)


def test_a_script_whose_syntax_is_not_known_does_not_count_as_read(run: Run, tmp_path: Path) -> None:
    """It has a note."""
    entry = settings("PreToolUse", 'bash "$CLAUDE_PROJECT_DIR"/a.sh')
    folder = write(tmp_path, {"a.sh": "exit 2\nif true; then\n", ".claude/settings.json": entry})
    report = json.loads(run("check", "--format", "json", cwd=folder).stdout)
    assert report["summary"]["scripts_not_read"] == 1
    assert [(it["code"], it["level"]) for it in report["findings"]] == [("not-read", "note")]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        *((it, "warning") for it in ("no push", "You may not push", "git push is disabled", "Use a pull request instead")),
        *((it, "warning") for it in ("STOP: no pushing here", "Never push to main", "Please open a PR.", "Do not push")),
        *((it, "note") for it in ("jq is missing", "Cannot read the file", "The formatter failed", "Usage: guard FILE")),
    ],
)
def test_a_refusal_with_exit_code_1_is_one_in_both_languages(run: Run, tmp_path: Path, text: str, level: str) -> None:
    """A guard that says why it ends with 1, in a branch, means to block."""
    scripts = {
        "a.sh": f'if [[ $1 == x ]]; then\n  echo "{text}" >&2\n  exit 1\nfi\n',
        "a.py": f"import sys\nif sys.stdin.read() == 'x':\n    print('{text}', file=sys.stderr)\n    sys.exit(1)\n",
        "b.py": f"import sys\nif sys.stdin.read() == 'x':\n    sys.exit('{text}')\n",
    }
    for name, script in scripts.items():
        entry = settings("PreToolUse", f'{"bash" if name.endswith("sh") else "python3"} "$CLAUDE_PROJECT_DIR"/{name}')
        folder = write(tmp_path / name, {name: script, ".claude/settings.json": entry})
        found = [(it["code"], it["level"]) for it in findings(run, folder)]
        assert found == [("exit-code", level)], (name, found)


FILES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("a missing script", {".claude/settings.json": settings("Stop", '"$CLAUDE_PROJECT_DIR"/none.sh')}, ["script-missing"]),
    ("a missing argument", {".claude/settings.json": settings("Stop", "node", args=["${CLAUDE_PROJECT_DIR}/none.mjs"])}, ["script-missing"]),
    ("CR LF", {".claude/settings.json": settings("Stop", '"$CLAUDE_PROJECT_DIR"/a.sh'), "a.sh": "#!/bin/sh\r\ntrue\r\n"}, ["windows-line-ends"]),
    ("CR LF in a block", {".claude/settings.json": settings("PreToolUse", '"$CLAUDE_PROJECT_DIR"/a.sh'), "a.sh": "#!/bin/sh\r\nif true; then\r\n  exit 2\r\nfi\r\n"}, ["windows-line-ends"]),
    ("no first line", {".claude/settings.json": settings("Stop", "${CLAUDE_PROJECT_DIR}/a.sh", args=[]), "a.sh": "true\n"}, ["no-interpreter"]),
    ("no first line in a shell", {".claude/settings.json": settings("Stop", '"$CLAUDE_PROJECT_DIR"/a.sh'), "a.sh": "true\n"}, []),
    ("another interpreter", {".claude/settings.json": settings("Stop", '"$CLAUDE_PROJECT_DIR"/a.sh'), "a.sh": "#!/bin/bahs\n"}, ["no-interpreter"]),
    ("front matter", {".claude/skills/x/SKILL.md": "---\nname: x\nhooks:\n  PreToolUse:\n    - matcher: bash\n      hooks:\n        - type: command\n          command: 'true'\n---\n"}, ["never-matches"]),
    ("a command", {".claude/commands/x.md": "---\nhooks: {PreToolUs: []}\n---\n"}, ["unknown-field"]),
    ("an agent", {".claude/agents/a/x.md": "---\nname: x\nhooks: [\n---\n"}, ["not-json"]),
    ("a plugin", {".claude-plugin/plugin.json": {"name": "p"}, "hooks/hooks.json": {"hooks": {"Stop": [{"matcher": "x", "hooks": []}]}}}, ["without-effect"]),
    ("a plugin without a manifest", {"p/hooks/hooks.json": {"hooks": {"Stop": [{"matcher": "x", "hooks": []}]}}}, ["without-effect"]),
    ("a front matter that is not YAML", {".claude/commands/x.md": "---\ndescription: Use when: x\n---\n"}, []),
    ("a script behind a test", {".claude/settings.json": settings("Stop", '[ -f "$CLAUDE_PROJECT_DIR"/a.sh ] && bash "$CLAUDE_PROJECT_DIR"/a.sh || true')}, []),
    ("a tool of MCP with one sign", {".claude/settings.json": {"hooks": {"PreToolUse": [{"matcher": "mcp_memory_add", "hooks": [{"type": "command", "command": "true"}]}]}}}, ["never-matches"]),
    ("a script behind a test of Bash", {".claude/settings.json": settings("Stop", "if [[ -f build.gradle ]]; then ./gradlew build; fi")}, []),
    ("a reply in a command", {".claude/settings.json": settings("Stop", "echo '{\"decision\": \"blok\", \"stop_hook_active\": 1}'")}, ["wrong-value"]),
    ("CR LF in Python", {".claude/settings.json": settings("Stop", 'python3 "$CLAUDE_PROJECT_DIR"/a.py'), "a.py": "#!/usr/bin/env python3\r\n"}, []),
    ("a build that did not run", {".claude/settings.json": settings("Stop", 'node "$CLAUDE_PROJECT_DIR"/dist/a.js')}, []),
    ("a key twice", {".claude/settings.json": '{"hooks": {"Stop": [], "Stop": []}}'}, ["duplicate-key"]),
    ("a misspelled key", {".claude/settings.json": {"hook": {"Stop": []}}}, ["unknown-field"]),
    ("a front matter without an end", {".claude/agents/a.md": "---\nname: a\nhooks:\n  Stop: 1\n"}, ["wrong-type"]),
    ("hooks of a plugin that are not there", {".claude-plugin/plugin.json": {"name": "p", "hooks": "./hooks/hoks.json"}}, ["not-read"]),
    ("CR LF after the first line", {".claude/settings.json": settings("Stop", 'bash "$CLAUDE_PROJECT_DIR"/a.sh'), "a.sh": "#!/bin/bash\ntrue\r\n"}, ["windows-line-ends"]),
    ("a nested project", {"a/b/.claude/settings.json": "{"}, ["not-json"]),
    ("a comment", {".claude/settings.json": "// settings\n{}"}, ["not-json"]),
    ("nothing", {".claude/skills/x/SKILL.md": "---\nname: x\n---\n", "README.md": "# x\n"}, []),
]


@pytest.mark.parametrize(("name", "files", "expected"), FILES, ids=[it[0] for it in FILES])
def test_files_are_checked(run: Run, tmp_path: Path, name: str, files: dict[str, Any], expected: list[str]) -> None:
    """The documents and the files of scripts."""
    found = [it for it in findings(run, write(tmp_path / "p", files)) if it["level"] != "note"]
    assert codes(found) == expected, (name, found)


def test_a_script_that_is_not_executable(run: Run, tmp_path: Path) -> None:
    """It is, if an interpreter reads it."""
    write(tmp_path, {"p/a.sh": "#!/bin/sh\n", "p/.claude/settings.json": settings("Stop", '"$CLAUDE_PROJECT_DIR"/a.sh')})
    (tmp_path / "p/a.sh").chmod(0o644)
    assert codes(findings(run, tmp_path / "p")) == ["not-executable"]
    write(tmp_path, {"p/.claude/settings.json": settings("Stop", 'sh "$CLAUDE_PROJECT_DIR"/a.sh')})
    assert codes(findings(run, tmp_path / "p")) == []


def test_versions_of_the_host(run: Run, tmp_path: Path) -> None:
    """What only some versions refuse says which."""
    folder = write(tmp_path / "p", {".claude/settings.json": settings("Stop", "true", onFailure="block")})
    found = findings(run, folder, "--host", "2.1.248..")
    assert [(it["code"], it["hosts"]) for it in found if it["code"] == "unsupported-by-host"] == [
        ("unsupported-by-host", "until 2.1.294")
    ]


def test_a_key_that_helps_people_is_one_note(run: Run, tmp_path: Path) -> None:
    """A key that was meant otherwise is an error."""
    groups = [{"description": "x", "hooks": [{"type": "command", "command": "true"}]} for _ in range(5)]
    found = findings(run, write(tmp_path / "p", {".claude/settings.json": {"hooks": {"Stop": groups}}}))
    assert [(it["code"], it["level"]) for it in found] == [("unknown-field", "note")]
    assert len(found[0]["others"]) == 4 and "and in one other place" in found[0]["message"], found
    groups[0]["hooks"][0]["timeot"] = 5
    found = findings(run, write(tmp_path / "p", {".claude/settings.json": {"hooks": {"Stop": groups}}}))
    assert sorted(it["level"] for it in found) == ["error", "note"]


def test_an_exit_code_that_may_be_right_says_why_it_is_a_note(run: Run, tmp_path: Path) -> None:
    write(tmp_path, {"p/a.sh": "echo no >&2\nexit 1\n", "p/.claude/settings.json": settings("PreToolUse", 'bash "$CLAUDE_PROJECT_DIR"/a.sh')})
    [found] = findings(run, tmp_path / "p")
    assert (found["code"], found["level"]) == ("exit-code", "note") and "This is a note, because" in found["message"], found


def test_settings_to_copy_start_scripts_of_another_project(run: Run, tmp_path: Path) -> None:
    """So it is only a note that they are not there."""
    example = settings("Stop", '"$CLAUDE_PROJECT_DIR"/.claude/hooks/a.sh')
    folder = write(tmp_path / "p", {"examples/hooks/stop.json": example, ".claude/settings.json": example})
    for path, level in (("examples/hooks/stop.json", "note"), (".claude/settings.json", "error")):
        assert [(it["code"], it["level"]) for it in findings(run, folder, path)] == [("script-missing", level)]


def test_a_guess_from_a_name_is_a_note(run: Run, tmp_path: Path) -> None:
    """It alone changes no exit code."""
    folder = write(tmp_path / "p", {".claude/settings.json": settings("PreToolUse", "npm-guard")})
    assert [(it["code"], it["level"]) for it in findings(run, folder)] == [("fails-open", "note")]
    assert run("check", cwd=folder).returncode == 0


def test_an_exit_code_is_reported_once(run: Run, tmp_path: Path) -> None:
    """The contract and the reader of the script both know it."""
    command = "if true; then echo 'BLOCKED: no' >&2; exit 1; fi"
    found = findings(run, write(tmp_path / "p", {".claude/settings.json": settings("PreToolUse", command)}))
    assert codes(found) == ["suspicious"]


def test_a_folder_without_anything_to_check_is_an_error(run: Run, tmp_path: Path) -> None:
    """Nobody thinks that it was checked."""
    done = run("check", cwd=tmp_path)
    assert done.returncode == 3
    assert "nothing to check" in done.stderr


def test_options_of_a_project(run: Run, tmp_path: Path) -> None:
    """Codes can be left out, and have other levels."""
    files = {".claude/settings.json": settings("Stop", '"$CLAUDE_PROJECT_DIR"/none.sh')}
    folder = write(tmp_path / "p", {**files, "hookwire.toml": '[hookwire]\nlevels = {script-missing = "note"}\n'})
    assert run("check", cwd=folder).returncode == 0
    assert findings(run, folder)[0]["level"] == "note"
    write(folder, {"hookwire.toml": '[hookwire]\nignore = ["script-missing"]\n'})
    assert findings(run, folder) == []
    for wrong in ('[hookwire]\nignore = ["script-mising"]\n', "[hookwire]\nignor = []\n", "[hookwire"):
        write(folder, {"hookwire.toml": wrong})
        assert run("check", cwd=folder).returncode == 2, wrong


@pytest.mark.parametrize("options", ['ignore = ["syntax-error", "script-missing"]', 'levels = {syntax-error = "note", script-missing = "note"}'])
def test_options_of_a_project_are_those_of_all_commands(run: Run, tmp_path: Path, options: str) -> None:
    """What `check` leaves out is no obstacle."""
    hooks = [{"type": "command", "command": f'"$CLAUDE_PROJECT_DIR"/{it}.sh'} for it in ("a", "none")]
    files = {"a.sh": "#!/bin/sh\nif true\n", ".claude/settings.json": {"hooks": {"Stop": [{"hooks": hooks}]}}}
    folder = write(tmp_path / "p", files)
    (folder / "a.sh").chmod(0o755)

    def said() -> tuple[bool, bool]:
        obstacles = json.loads(run("doctor", "--format", "json", cwd=folder).stdout)["obstacles"]
        return "in these files" in run("which", "Stop", cwd=folder).stdout, any(".sh:" in it for it in obstacles)

    assert said() == (True, True)
    write(folder, {"hookwire.toml": f"[hookwire]\n{options}\n"})
    assert run("check", cwd=folder).returncode == 0
    assert not said()[0], said()


def test_the_cookbook_has_no_findings(run: Run, tmp_path: Path) -> None:
    """What we recommend is right."""
    for page in sorted((ROOT / "generated/docs/cookbook").glob("*/settings*.json")):
        folder = write(tmp_path / page.parent.name, {".claude/settings.json": page.read_text()})
        found = [it for it in findings(run, folder) if it["level"] != "note" and it["code"] != "script-missing"]
        assert found == [], (page, found)


def test_json_is_what_its_schema_says(run: Run) -> None:
    """So are the other commands with JSON."""
    from jsonschema import Draft202012Validator

    def valid(name: str, *arguments: str) -> None:
        schema = json.loads((ROOT / f"cli/schemas/{name}.schema.json").read_text())
        Draft202012Validator(schema).validate(json.loads(run(*arguments, cwd=BROKEN).stdout))

    valid("findings", "check", "--format", "json")
    valid("which", "which", "PreToolUse", "--format", "json")
    valid("doctor", "doctor", "--format", "json")


def test_sarif_and_annotations_have_each_finding(run: Run) -> None:
    """Every finding, with its place."""
    sarif = json.loads(run("check", "--format", "sarif", cwd=BROKEN).stdout)
    results = sarif["runs"][0]["results"]
    assert len(results) == 7
    assert {it["id"] for it in sarif["runs"][0]["tool"]["driver"]["rules"]} == {it["ruleId"] for it in results}
    lines = run("check", "--format", "github", cwd=BROKEN).stdout.splitlines()
    assert len(lines) == 7
    assert all(line.startswith(("::error ", "::warning ")) and "line=" in line for line in lines)


def test_one_round_finds_all_mistakes_of_a_hook(run: Run, tmp_path: Path) -> None:
    """A matcher that never matches does not hide those of the script, nor one mistake of a reply the next one."""
    reply = '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecison": "deny"}}'
    command = {"type": "command", "command": 'bash "$CLAUDE_PROJECT_DIR"/a.sh'}
    hooks = {"PreToolUse": [{"matcher": "bash", "hooks": [command]}]}
    files = {"a.sh": f"echo checking\necho '{reply}'\n", ".claude/settings.json": {"hooks": hooks}}
    found = findings(run, write(tmp_path / "p", files))
    assert codes(found) == ["never-matches", "stray-output", "unknown-field"]


REFUSED_BY_PYTHON = [
    "if a:\nb()\n",
    "if a:\n",
    "def f():\n    # only this\n",
    "a()\n    b()\n",
    "if a:\n        b()\n    c()\n",
    "if a:\n    b()\n\tc()\n",
    "return 1\n",
    "class A:\n    return 1\n",
    "if a:\n    break\n",
    "for a in b:\n    def f():\n        continue\n",
]
ACCEPTED_BY_PYTHON = [
    "if a: b(); c()\n",
    "if a:\n  b()\nelse:\n        c()\n",
    "def f():\n    return 1; a()\n",
    "while a:\n    if b: break\nelse:\n    pass\n",
    "for a in b:\n    try:\n        continue\n    finally:\n        c()\n",
    "def f():\n    # first\n  # second\n    a(1,\n2)\n    b = \\\n3\n",
    'def f():\n    """A\ntext."""\n    a()\n',
    "class A:\n    def f(self):\n        for a in b:\n            return lambda: 1\n",
    "match a:\n    case 1:\n        b()\n    case _: c()\n",
    "@a\n@b\ndef f(): pass\n",
    "async def f():\n    async with a:\n        return 1\n",
    "\x0cimport a\nif a:\n\tb()\n\tc()\n",
    "a = 1; \\\n  b = 2\n",
    "if a: b(); \\\n  c()\n",
]


@pytest.mark.parametrize("text", [*REFUSED_BY_PYTHON, *ACCEPTED_BY_PYTHON])
def test_a_script_that_python_refuses_is_found(run: Run, tmp_path: Path, text: str) -> None:
    is_refused = text in REFUSED_BY_PYTHON
    try:
        compile(text, "a.py", "exec")
    except SyntaxError:
        assert is_refused
    else:
        assert not is_refused
    files = {".claude/settings.json": settings("PreToolUse", 'python3 "$CLAUDE_PROJECT_DIR"/a.py'), "a.py": text}
    found = codes(findings(run, write(tmp_path / "p", files)))
    assert found == (["syntax-error"] if is_refused else []), found


def test_an_advice_names_what_is_there(run: Run, tmp_path: Path) -> None:
    """The script of the command, and the lines of other places."""
    files = {".claude/settings.json": settings("Stop", "python3 tools/a.py"), "tools/a.py": "", "b.sh": ""}
    files[".claude/settings.json"]["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "bash b.sh"}]})
    found = [it for it in findings(run, write(tmp_path / "p", files)) if it["code"] == "relative-path"]
    assert len(found) == 1 and r'`"python3 \"${CLAUDE_PROJECT_DIR}/tools/a.py\""`' in found[0]["message"]
    assert '"/hooks' not in found[0]["message"] and "wrong at line 16." in found[0]["message"], found


@pytest.mark.parametrize(
    "entry",
    [
        {"command": "./s.sh", "args": ["a"]},
        {"command": "bash", "args": ["tools/s.sh"]},
        {"command": "./s.sh a"},
        {"command": "bash tools/s.sh"},
        {"command": 'bash "tools/s.sh" --all'},
        {"command": "FOO=1 ./s.sh && true"},
    ],
    ids=str,
)
def test_an_advice_about_a_path_can_be_copied(run: Run, tmp_path: Path, entry: dict[str, Any]) -> None:
    files = {".claude/settings.json": settings("Stop", **entry), "s.sh": "#!/bin/sh\n", "tools/s.sh": "#!/bin/sh\n"}
    folder = write(tmp_path / "p", files)
    for name in ("s.sh", "tools/s.sh"):
        (folder / name).chmod(0o755)
    (found,) = findings(run, folder)
    assert found["code"] == "relative-path"
    advice = found["message"].rsplit("Here, write `", 1)[1].rsplit("`.", 1)[0]
    wrong = entry["args"][0] if entry["command"] == "bash" else entry["command"]
    file = folder / ".claude/settings.json"
    text = file.read_text()
    assert text.count(json.dumps(wrong)) == 1
    file.write_text(text.replace(json.dumps(wrong), advice))
    assert not findings(run, folder)


def test_no_advice_about_a_path_that_is_there_twice(run: Run, tmp_path: Path) -> None:
    files = {".claude/settings.json": settings("Stop", "PYTHONPATH=lib/a.py python3 a.py"), "a.py": ""}
    (found,) = (it for it in findings(run, write(tmp_path / "p", files)) if it["code"] == "relative-path")
    assert "Here, write" not in found["message"], found


def test_no_advice_names_a_path_of_the_project_in_a_plugin(run: Run, tmp_path: Path) -> None:
    files = {".claude-plugin/plugin.json": {"name": "p"}, "hooks/hooks.json": settings("Stop", "./s.sh"), "s.sh": "#!/bin/sh\n"}
    (found,) = (it for it in findings(run, write(tmp_path / "p", files)) if it["code"] == "relative-path")
    assert "Here, write" not in found["message"], found


def test_many_places_of_a_mistake_are_counted(run: Run, tmp_path: Path) -> None:
    files: dict[str, Any] = {".claude/settings.json": settings("Stop", "python3 a.py"), "a.py": ""}
    groups = files[".claude/settings.json"]["hooks"]["Stop"]
    groups.extend({"hooks": [{"type": "command", "command": f"python3 a.py {at}"}]} for at in range(6))
    (found,) = (it for it in findings(run, write(tmp_path / "p", files)) if it["code"] == "relative-path")
    assert re.search(r"The same is wrong at line \d+, line \d+, line \d+, and in 3 other places\.", found["message"]), found
    lines = [it["start"]["line"] for it in found["others"]]
    assert len(lines) == 6 and lines == sorted(set(lines)) and found["start"]["line"] < lines[0], found


def test_each_word_of_a_handler_that_has_a_mistake_has_a_place(run: Run, tmp_path: Path) -> None:
    words = ["$CLAUDE_PROJECT_DIR/a", "b", "$CLAUDE_PROJECT_DIR/c", "$CLAUDE_PROJECT_DIR/d"]
    folder = write(tmp_path / "p", {".claude/settings.json": settings("Stop", "true", args=words)})
    text = (folder / ".claude/settings.json").read_text().splitlines()
    (found,) = (it for it in findings(run, folder) if it["code"] == "not-expanded")
    places = [found["start"], *(it["start"] for it in found["others"])]
    assert [text[it["line"] - 1].strip(' ",')[-1] for it in places] == ["a", "c", "d"], found
    assert '"/hooks' not in found["message"] and "wrong at line" in found["message"], found
    sarif = json.loads(run("check", "--format", "sarif", cwd=folder).stdout)["runs"][0]["results"]
    (of_sarif,) = (it for it in sarif if it["ruleId"] == "not-expanded")
    assert len(of_sarif["relatedLocations"]) == 2, of_sarif


@pytest.mark.parametrize("text", ["/hooks", "/hooks/PreToolUse/0", "/"])
def test_a_text_of_the_user_stays_as_it_is(run: Run, tmp_path: Path, text: str) -> None:
    """Also one that is written as a place."""
    files = {".claude/settings.json": {"": 1, "hooks": {"PreToolUse": [{"matcher": text, "hooks": [{"type": "command", "command": "true"}]}]}}}
    (found,) = (it for it in findings(run, write(tmp_path / "p", files)) if it["code"] == "never-matches")
    assert found["message"].startswith(f'"{text}" never matches'), found


def test_a_script_that_cannot_be_read_has_a_line(run: Run, tmp_path: Path) -> None:
    files = {"a.py": "import sys\n\nprint('a'\n\ndef f():\n    pass\n"}
    files[".claude/settings.json"] = settings("Stop", 'python3 "$CLAUDE_PROJECT_DIR"/a.py')
    [found] = findings(run, write(tmp_path / "p", files))
    assert (found["code"], found["start"]["line"], found["end"]["line"]) == ("syntax-error", 3, 3)


def test_settings_of_an_administrator_are_checked_before_they_are_installed(run: Run, tmp_path: Path) -> None:
    """As `which`, `try` and `doctor` read them."""
    write(tmp_path, {"p/.claude/settings.json": {}, "m/managed-settings.json": settings("PreToolUse", "echo '{\"a\": 1}'")})
    write(tmp_path, {"m/managed-settings.d/1.json": {"allowManagedHooksOnly": True}})
    found = findings(run, tmp_path / "p", "--managed", "../m")
    assert [(it["code"], it["path"].split("/")[-2:]) for it in found] == [("unknown-field", ["m", "managed-settings.json"])]
    assert run("check", "--managed", "../p", cwd=tmp_path / "p").returncode == 2


BASH, SH, PYTHON = "#!/usr/bin/env bash\n", "#!/bin/sh\n", "#!/usr/bin/env python3\n"

WRONG_SCRIPTS: list[tuple[str, str, str]] = [
    # A name, a script, and the code of what is found in it.
    ('cat and jq', BASH + 'input=$(cat)\ncommand=$(jq -r .tool_input.command)\n[[ $command == *push* ]] && { echo no >&2; exit 2; }\nexit 0\n', 'missing-input'),
    ('jq twice', BASH + 'tool=$(jq -r .tool_name)\ncommand=$(jq -r .tool_input.command)\necho "$tool" >&2\n', 'missing-input'),
    ('a misspelled field', BASH + 'command=$(jq -r .tool_inptu.command)\n[ -z "$command" ] || exit 2\n', 'missing-input'),
    ('a misspelled field behind a pipe', BASH + 'input=$(cat)\nc=$(echo "$input" | jq -r \'.tool_inptu.command // empty\')\necho "$c" >&2; exit 2\n', 'missing-input'),
    ('a misspelled argument', BASH + 'input=$(cat)\nc=$(jq -r .tool_input.comand <<<"$input")\necho "$c" >&2; exit 2\n', 'missing-input'),
    ('a misspelled field of a variable', BASH + 'INPUT="$(cat)"\nc=$(printf %s "$INPUT" | jq -r .tool_nmae)\necho "$c" >&2; exit 2\n', 'missing-input'),
    ('a test of Bash', SH + 'input=$(cat)\nif [[ $input == *push* ]]; then exit 2; fi\n', 'wrong-shell'),
    ('a text of Bash', SH + 'jq -r .tool_name <<< "$1"\n', 'wrong-shell'),
    ('a list of Bash', SH + 'list=(a b)\necho "${list[0]}" >&2\n', 'wrong-shell'),
    ('a return outside of a function', BASH + 'if grep -q push; then\n  echo no >&2\n  return 2\nfi\nexit 0\n', 'exit-code'),
    ('an exit in brackets', BASH + 'input=$(cat)\ngrep -q push <<<"$input" && (echo no >&2; exit 2)\nexit 0\n', 'exit-code'),
    ('an exit in brackets over lines', BASH + 'if grep -q push; then\n  (\n    exit 2\n  )\nfi\necho ok >&2\n', 'exit-code'),
    ('a test of Bash behind a comment', SH + '# exec bash\n[[ -n $x ]] && exit 2\nexit 0\n', 'wrong-shell'),
    ('a test of Bash in a loop', SH + 'x=1\nwhile [[ $x ]]; do exit 2; done\n', 'wrong-shell'),
    ('a verdict of a shell', BASH + 'grep -q push && echo deny\nexit 0\n', 'not-json'),
    ('a verdict of Python', PYTHON + "import sys\nif 'push' in sys.stdin.read():\n    print('deny')\n", 'not-json'),
    ('a test of Bash without a first line', 'if [[ $x ]]; then exit 2; fi\nexit 0\n', 'wrong-shell'),
]

RIGHT_SCRIPTS = [
    BASH + 'input=$(cat)\ncommand=$(jq -r .tool_input.command <<<"$input")\necho "$command" >&2\n',
    BASH + 'input=$(cat)\ncommand=$(echo "$input" | jq -r .tool_input.command)\necho "$command" >&2\n',
    BASH + 'cat > /tmp/x\njq -r .tool_name /tmp/x >&2\n',
    BASH + 'cat > /tmp/x\njq -r .tool_name < /tmp/x >&2\n',
    BASH + 'input=$(cat)\nwhile read -r f; do jq -r .a; done < files\n',
    BASH + 'input=$(cat)\nx=$(cat <<EOF\nhello\nEOF\n)\necho "$x" >&2\n',
    BASH + 'f() { cat; }\ninput=$(cat)\necho "$input" | f >&2\n',
    BASH + 'if [ -n "$1" ]; then x=$(jq -r .a); else x=$(jq -r .b); fi\n',
    BASH + 'input=$(cat)\n{ jq -r .a; } < file\n',
    BASH + 'input=$(cat)\nexec < file\njq -r .a >&2\n',
    BASH + 'input=$(cat)\necho "$input" | { jq -r .a; } >&2\n',
    BASH + 'version=$(jq -r .version package.json)\nname=$(cat package.json | jq -r .nmae)\necho "$version $name" >&2\n',
    BASH + 'config=$(cat config.json)\nx=$(echo "$config" | jq -r .tool_inptu)\necho "$x" >&2\n',
    BASH + 'input=$(cat)\nx=$(echo "$input" | jq -r .custom_thing)\necho "$x" >&2\n',
    BASH + 'input=$(cat)\nx=$(echo "$input" | jq -r ".tool_input.$1")\necho "$x" >&2\n',
    BASH + 'input=$(cat)\nx=$(echo "$input" | jq -r ".session_id, .cwd")\necho "$x" >&2\n',
    BASH + 'input=$(cat)\nx=$(echo "$input" | jq -r .tool_input.file_path)\necho "$x" >&2\n',
    BASH + 'input=$(cat)\nx=$(curl -s u | jq -r .messages)\necho "$x" >&2\n',
    BASH + 'input=$(jq -r .tool_name)\necho "$input" | jq -r .a >&2\n',
    SH + 'input=$(cat)\nif [ "$input" = x ]; then exit 2; fi\n',
    SH + 'input=$(cat)\ncase $input in *push*) exit 2;; esac\n',
    SH + '# if [[ $x ]] is for bash\nexec bash -c \'if [[ $1 == a ]]; then exit 2; fi\' -- "$1"\n',
    SH + 'cat <<EOF\nif [[ $x ]]\nEOF\n',
    SH + 'echo "x=(a b)" >&2\n',
    SH + "grep -q '[[ ' x && exit 2\nexit 0\n",
    SH + 'x=$(echo "(a)")\necho "$x" >&2\n',
    SH + "awk '{ x=(a) }' f >&2\n",
    SH + 'x=$((1 + 2))\n[ $x = 3 ] && exit 2\nexit 0\n',
    SH + 'f() (\n  echo x >&2\n)\nf\n',
    SH + 'bash -c "cat <<< x" >&2\n',
    BASH + 'if [[ $x ]]; then exit 2; fi\nlist=(a b)\ncat <<< "$x" >&2\n',
    BASH + 'f() {\n  return 2\n}\nf || exit 2\nexit 0\n',
    BASH + 'return 0 2>/dev/null || exit 0\necho x >&2\n',
    BASH + '[[ "${BASH_SOURCE[0]}" != "$0" ]] && return 0\necho x >&2\n',
    BASH + 'if [ "$0" != "$BASH_SOURCE" ]; then return; fi\necho x >&2\n',
    SH + 'if [ -z "$BASH_VERSION" ]; then exec bash "$0" "$@"; fi\nif [[ $x ]]; then exit 2; fi\nlist=(a b)\n',
    SH + "awk '\n[[ x\n' f >&2\n",
    BASH + 'input=$(cat)\necho "$input" >&2\ninput=$(git config --list)\njq -r .tol_input <<<"$input"\n',
    BASH + 'input=$(cat)\nread -r input < file\njq -r .tol_input <<<"$input"\n',
    BASH + 'f() {\n  if true; then return 1; fi\n  for x in a; do return 2; done\n}\nf\nexit 2\n',
    BASH + 'set -e\nif grep -q push; then return 2; fi\nexit 0\n',
    BASH + 'main() { cat; return 2; }\nmain || exit 2\nexit 0\n',
    BASH + '(echo a >&2; exit 2) || exit 2\nexit 0\n',
    BASH + '( exit 2 )\ncode=$?\nexit $code\n',
    BASH + 'set -e\n( exit 2 )\nexit 0\n',
    BASH + 'if ( exit 2 ); then :; fi\nexit 0\n',
    BASH + 'echo x >&2\n( exit 2 )\n',
    BASH + 'f() ( exit 2 )\nf || exit 2\n',
    BASH + 'x=$(exit 2) || exit 2\nexit 0\n',
    BASH + '! ( exit 2 ) && exit 2\nexit 0\n',
    BASH + '( exit 2 ) && exit 0\nexit 2\n',
    BASH + '( exit 0 )\nexit 2\n',
    BASH + '( exit 2 ) | cat >&2\nexit 2\n',
    PYTHON + "import sys\nprint('deny', file=sys.stderr)\nsys.exit(2)\n",
    PYTHON + "print('checked')\n",
    PYTHON + "print('the push is denied by the server, see the log')\n",
    PYTHON + "import subprocess\nprint('deny')\nsubprocess.run(['x'])\n",
    BASH + 'echo allow\n',
    BASH + 'echo ok\n',
    BASH + 'echo deny > file\n',
    BASH + 'decision=$(echo deny)\nexit 2\n',
    BASH + 'echo deny >&2\nexit 2\n',
    '#!/usr/bin/env zsh\nfor k v (${(kv)m}) print $k\nif [[ -n $x ]] { exit 2 }\n',
    'if [ "$x" ]; then exit 2; fi\n',
]


def found_in(run: Run, folder: Path, script: str) -> list[str]:
    """Returns the codes of what is found in a script for calls of Bash."""
    entry = {"type": "command", "command": '"$CLAUDE_PROJECT_DIR"/a.sh'}
    hooks = {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [entry]}]}}
    write(folder, {"a.sh": script, ".claude/settings.json": hooks})
    ignored = ("fails-open", "not-read", "no-interpreter", "relative-path")
    return sorted({it["code"] for it in findings(run, folder) if it["code"] not in ignored})


@pytest.mark.parametrize(("name", "script", "code"), WRONG_SCRIPTS, ids=[it[0] for it in WRONG_SCRIPTS])
def test_a_mistake_that_is_certain_is_found_in_a_script(run: Run, tmp_path: Path, name: str, script: str, code: str) -> None:
    assert code in found_in(run, tmp_path / "p", script), name


@pytest.mark.parametrize("script", RIGHT_SCRIPTS)
def test_a_script_that_is_like_a_wrong_one_is_right(run: Run, tmp_path: Path, script: str) -> None:
    found = found_in(run, tmp_path / "p", script)
    assert not {"missing-input", "wrong-shell", "not-json", "syntax-error"} & set(found), found
    assert all("return" not in it["message"] and "brackets" not in it["message"] for it in findings(run, tmp_path / "p"))


def test_hooks_that_nothing_reads_are_found(run: Run, tmp_path: Path) -> None:
    """Below another key, and in a file of another name. What only looks like hooks is not."""
    hooks = {"hooks": {"PreToolUse": []}}
    for name, content, expected in (
        ("settings", {"permissions": {"allow": [], **hooks}}, "misplaced-field"),
        ("hooks", hooks, "not-read"),
    ):
        write(tmp_path / name, {f".claude/{name}.json": content, ".claude/settings.local.json": {}})
        assert codes(findings(run, tmp_path / name)) == [expected]
    others = {".claude/settings.json": {"env": {"hooks": "x"}}, ".claude/hooks.json": {"a": 1}}
    assert not findings(run, write(tmp_path / "right", others))


def test_a_script_in_a_folder_that_the_line_enters_is_looked_for(run: Run, tmp_path: Path) -> None:
    folder = write(tmp_path / "p", {".claude/hooks/a.sh": "#!/usr/bin/env bash\nexit 0\n"})
    for name, expected in (("a.sh", []), ("b.sh", ["script-missing"])):
        write(folder, {".claude/settings.json": settings("PreToolUse", f"cd .claude/hooks && ./{name}")})
        assert [it for it in codes(findings(run, folder)) if it == "script-missing"] == expected


def test_what_reads_a_file_without_a_first_line_is_said(run: Run, tmp_path: Path) -> None:
    """The shell of the entry does, whatever the name of the file is."""
    folder = write(tmp_path / "p", {"a.zsh": "if [ $x = y ]\n", ".claude/settings.json": settings("PreToolUse", '"$CLAUDE_PROJECT_DIR"/a.zsh')})
    (folder / "a.zsh").chmod(0o755)
    [found] = [it for it in findings(run, folder) if it["code"] == "syntax-error"]
    assert "`sh -n`" in found["message"] and "without `#!`" in found["message"]
@pytest.mark.parametrize(
    ("event", "matcher", "expected"),
    [
        ("PreToolUse", "Bsh", ["note"]),
        ("PreToolUse", "Write|Edti", ["note"]),
        ("PreToolUse", "bash", ["warning"]),
        ("PreToolUse", "Bash|Task|mcp__bsh__x|MultiEdit", []),
        ("PreToolUse", "Bas.*", []),
        ("PreToolUse", "Edit.*|Writ", []),
        ("SessionStart", "startup", []),
    ],
)
def test_a_matcher_that_is_nearly_a_tool_gets_a_note(run: Run, tmp_path: Path, event: str, matcher: str, expected: list[str]) -> None:
    """In `check`, and when `add` writes it. A misspelled guard looks right, and never runs."""
    group = {"matcher": matcher, "hooks": [{"type": "command", "command": "true"}]}
    found = findings(run, write(tmp_path, {".claude/settings.json": {"hooks": {event: [group]}}}))
    assert [it["level"] for it in found if it["code"] == "never-matches"] == expected, found
    done = run("add", event, "--matcher", matcher, "--dry-run", "--plain", "--file", "other.json", "--", "true", cwd=tmp_path)
    assert ("no known tool" in done.stderr) == (expected == ["note"]), done.stderr


@pytest.mark.parametrize("text", ['ignore = ["deprecated"]', "[hookwire]\nignore = [deprecated]", '[hookwire]\nignore = "deprecated"'])
def test_a_mistake_in_the_configuration_says_how_it_is_right(run: Run, tmp_path: Path, text: str) -> None:
    write(tmp_path, {".claude/settings.json": {}, "hookwire.toml": text})
    done = run("check", cwd=tmp_path)
    assert done.returncode == 2 and 'Below `[hookwire]`, write such as `ignore = ["deprecated"]`' in done.stderr, done.stderr


@pytest.mark.parametrize("hooks", [[], {"Stop": {}}, {"Stop": [[]]}, {"Stop": ["true"]}])
def test_what_is_nested_otherwise_is_shown_how(run: Run, tmp_path: Path, hooks: Any) -> None:
    """The message has settings to copy, which are right."""
    (found,) = findings(run, write(tmp_path, {".claude/settings.json": {"hooks": hooks}}))
    shape = re.search("nested so: `(.*)`", found["message"])
    assert shape, found
    assert not findings(run, write(tmp_path, {".claude/settings.json": json.loads(shape[1])}))
