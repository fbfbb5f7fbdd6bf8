"""`which`, `explain`, `doctor`, `validate`, `commands`, and the pages."""

import json
import random
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from hookwire import Context
from hookwire.host import exited, interpret, select
from hookwire.shell import commands

import pytest

from conftest import ROOT, Run, settings, write

sys.path.insert(0, str(ROOT / "tests/python"))

import test_observed_selection as observed  # noqa: E402


def test_explain_says_what_the_package_says_about_the_records_of_the_host(run: Run) -> None:
    """The program in Rust, and the package in Python, on what the real host was seen to get."""
    lines = [
        json.loads(line)
        for file in sorted((ROOT / "tests/observed/2.1.332").glob("*.jsonl"))
        for line in file.read_text().splitlines()
    ]
    plain = [it for it in lines if set(it) <= {"id", "event", "stdout", "stderr", "exit", "seen", "signals"}]
    for record in random.Random(5).sample(plain, 200):
        arguments = ["--exit", str(record["exit"]), "--stdout-file", "-", f"--stderr={record['stderr']}"]
        done = run("explain", record["event"], *arguments, "--format", "json", input=record["stdout"])
        said = interpret(record["event"], exited(record["exit"], record["stdout"], record["stderr"]), Context())
        assert json.loads(done.stdout) == said, record["id"]
        assert done.returncode == (1 if said["problems"] else 0)


PATHS = {
    "managed": "managed/managed-settings.json",
    "managed-part": "managed/managed-settings.d/10-part.json",
    "user": "home/.claude/settings.json",
    "project": "work/.claude/settings.json",
    "local": "work/.claude/settings.local.json",
    "plugin-hooks": "plugin/hooks/hooks.json",
    "plugin-manifest": "plugin/.claude-plugin/plugin.json",
}


def test_which_says_what_the_real_host_ran(run: Run, tmp_path: Path) -> None:
    """Trees of settings whose hooks were seen to run, written as files."""
    usual = ("call", "tools", "mixed", "commands")
    records = [
        it
        for it in observed.RECORDS
        if it["host"] == "2.1.332"
        and it["scene"] in usual
        and not it.get("start")
        and not it.get("untrusted")
        and all(source["place"] in PATHS for source in it["sources"])
        and it["id"].split("/")[1] not in observed.UNKNOWN
        and not it["id"].startswith("placeholders/")
    ]
    compared = 0
    for at, record in enumerate(random.Random(7).sample(records, 60)):
        root = tmp_path / f"tree-{at}"
        write(root, {"managed/x": "", "work/x": "", "home/x": "", "plugin/.claude-plugin/x": ""})
        for source in record["sources"]:
            text = source["text"] if "text" in source else json.dumps(source["document"])
            write(root, {PATHS[source["place"]]: text.replace("{{root}}", str(root))})
        plugin = ["--plugin", str(root / "plugin")] if any("plugin" in it["place"] for it in record["sources"]) else []
        (tmp_path / "home/.claude").mkdir(parents=True, exist_ok=True)
        user = root / "home/.claude/settings.json"
        (tmp_path / "home/.claude/settings.json").write_text(user.read_text() if user.exists() else "{}")
        for firing in record["seen"][:3]:
            given = json.dumps(firing["input"]).replace("{{root}}", str(root))
            event = firing["input"]["hook_event_name"]
            managed = ["--managed", str(root / "managed")]
            done = run("which", event, "--input", "-", "--format", "json", *managed, *plugin, cwd=root / "work", input=given)
            selection = json.loads(done.stdout)["selection"]
            runs = observed.ids_of(selection["runs"])
            may = observed.ids_of([it["handler"] for it in selection["depends_on"]])
            ran = sorted(firing["ran"])
            assert observed.without(runs, ran) == [], (record["id"], firing["input"])
            assert observed.without(ran, [*runs, *may]) == [], (record["id"], firing["input"])
            compared += len(ran)
    assert compared > 100


def test_hooks_of_the_cookbook_are_shown(run: Run) -> None:
    """By the names that `new --like` takes."""
    names = [it.split()[0] for it in run("docs", "cookbook").stdout.splitlines()]
    assert "deny-a-command" in names
    shown = run("docs", "deny-a-command").stdout
    assert "hookwire new --like deny-a-command" in shown and "#!/usr/bin/env bash" in shown and '"PreToolUse"' in shown
    assert "Did you mean `deny-a-command`?" in run("docs", "deny-a-comand").stderr


def test_a_hook_in_the_background_is_named_as_such(run: Run, tmp_path: Path) -> None:
    """By `which`, because it cannot block. `try` shows what all of them do once."""
    handler = {"type": "command", "command": "true", "async": True}
    hooks = {"PreToolUse": [{"hooks": [handler, handler | {"command": ":"}, {"type": "command", "command": "false"}]}]}
    folder = write(tmp_path / "p", {".claude/settings.json": {"hooks": hooks}})
    assert run("which", "PreToolUse", cwd=folder).stdout.count("in the background") == 2
    shown = run("try", "PreToolUse", "--yes", cwd=folder).stdout
    assert shown.count("It has the effect `background`.") == 1 and "background \n" not in shown, shown


def test_which_has_the_line_of_each_hook(run: Run) -> None:
    """And the reason of those that do not run."""
    done = run("which", "PreToolUse", "--tool", "Bash", cwd=ROOT / "tests/cli/broken")
    assert done.returncode == 0
    assert "PreToolUse for Bash: 3 hooks run, 1 does not" in done.stdout
    assert ".claude/settings.json:11:11" in done.stdout
    assert 'The matcher "bash" does not match "Bash", because upper and lower case count.' in done.stdout
    assert "`PreToolUse`" in run("which", "PreTolUse").stderr
    assert run("which", "PreToolUse", "--set", "comand=1", "--tool", "Bash").returncode == 2


def test_a_skill_runs_its_hooks_only_while_it_is_active(run: Run, tmp_path: Path) -> None:
    """So they may run."""
    text = "---\nname: x\nhooks:\n  Stop:\n    - hooks: [{type: command, command: 'true'}]\n---\n"
    folder = write(tmp_path / "p", {".claude/skills/x/SKILL.md": text})
    out = run("which", "Stop", cwd=folder).stdout
    assert "0 hooks run, 1 may run" in out
    assert "While the skill `x` is active." in out


def test_doctor_names_what_is_in_the_way_first(run: Run, tmp_path: Path, home: Path) -> None:
    """Another file that switches everything off."""
    folder = write(tmp_path / "p", {".claude/settings.json": settings("Stop", "true")})
    write(home, {".claude/settings.json": {"disableAllHooks": True}, ".claude.json": {"projects": {}}})
    done = run("doctor", cwd=folder)
    assert done.returncode == 1
    first, second, third = done.stdout.splitlines()[:3]
    assert first == "2 obstacles." and "not trusted" in second + third
    assert "disableAllHooks" in done.stdout
    write(home, {".claude/settings.json": {}, ".claude.json": {"projects": {str(folder): {"hasTrustDialogAccepted": True}}}})
    assert run("doctor", cwd=folder).returncode == 0


def test_doctor_names_what_check_finds(run: Run, tmp_path: Path) -> None:
    """A script that is missing, and an agent whose hooks never run."""
    files = {
        ".claude/settings.json": settings("Stop", '"$CLAUDE_PROJECT_DIR"/none.sh'),
        ".claude/agents/a.md": "---\nname: a\nhooks:\n  Stopp: []\n---\n",
    }
    done = run("doctor", cwd=write(tmp_path / "p", files))
    assert done.returncode == 1
    assert "none.sh" in done.stdout
    assert "Stopp" in done.stdout
    assert "no hooks" in run("doctor").stdout


@pytest.mark.parametrize("key", ["command", "tool_input.command"])
@pytest.mark.parametrize("command", ["which", "try"])
def test_an_argument_of_a_tool_has_the_name_that_get_takes(run: Run, tmp_path: Path, command: str, key: str) -> None:
    group = {"matcher": "Bash", "hooks": [{"type": "command", "if": "Bash(git push *)", "command": "true"}]}
    write(tmp_path, {".claude/settings.json": {"hooks": {"PreToolUse": [group]}}})
    options = [] if command == "which" else ["--yes"]
    done = run(command, "PreToolUse", "--tool", "Bash", "--set", f"{key}=git push origin", *options, cwd=tmp_path)
    assert done.returncode == 0 and ("1 hook runs" in done.stdout or "1  .claude" in done.stdout), done


GUARD = "#!/usr/bin/env bash\n"


@pytest.mark.parametrize(
    ("script", "first"),
    [
        ("echo 'Do not push.' >&2; exit 1\n", "1 warning of `hookwire check`, 1 hook of 1 broke."),
        ("echo '{\"decision\": block}'\n", "1 obstacle, 1 hook of 1 broke."),
        ("exit 0\n", "Nothing is in the way."),
    ],
)
def test_the_first_line_of_doctor_counts_what_is_wrong(run: Run, tmp_path: Path, script: str, first: str) -> None:
    """Whoever reads that nothing is in the way reads no further."""
    command = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh'
    folder = write(tmp_path / "p", {".claude/settings.json": settings("PreToolUse", command), ".claude/hooks/guard.sh": GUARD + script})
    done = run("doctor", "--run", "--yes", cwd=folder)
    assert done.stdout.splitlines()[0] == first and done.returncode == int("Nothing" not in first), done.stdout


@pytest.mark.parametrize("hooks", [{"PreToolUze": []}, [{"hooks": []}], {"PreToolUse": {"hooks": []}}])
def test_doctor_names_a_mistake_once(run: Run, tmp_path: Path, hooks: Any) -> None:
    """And lists no event for which there is no entry."""
    out = run("doctor", cwd=write(tmp_path / "p", {".claude/settings.json": {"hooks": hooks}})).stdout
    assert out.count("in the way") == 1 and out.count("does not") <= 1, out


def test_doctor_names_programs_that_are_not_found(run: Run, tmp_path: Path) -> None:
    """Also `hookwire` itself, and the one that it starts. What happens then depends on the entry."""
    behind = ["run", "--", "no-such-shell", "a.sh"]
    exec_form = {"type": "command", "command": "/nowhere/hookwire", "args": behind, "onFailure": "block"}
    shell_forms = [{"type": "command", "command": it} for it in ("no-such-program --x | cat", "command -v y && y", "cd . && true", 'F="$X" "$Y" z')]
    files = {".claude/settings.json": {"hooks": {"PreToolUse": [{"hooks": [exec_form]}], "Stop": [{"hooks": shell_forms}]}}}
    folder = write(tmp_path / "p", files)
    obstacles = json.loads(run("doctor", "--format", "json", cwd=folder).stdout)["obstacles"]
    named = {name: it for it in obstacles for name in ("/nowhere/hookwire", "no-such-shell", "no-such-program") if f"`{name}`" in it}
    assert len(obstacles) == len(named) == 3, obstacles
    assert "blocks each time" in named["/nowhere/hookwire"] and "blocks nothing" in named["no-such-program"]
    assert "`no-such-program` is not found" in run("which", "Stop", cwd=folder).stdout


@pytest.mark.parametrize("line", ["no-such . || find .", "no-such || true", "if no-such; then true; fi", "while no-such; do true; done"])
def test_a_program_that_may_fail_is_not_in_the_way(run: Run, tmp_path: Path, line: str) -> None:
    folder = write(tmp_path / "p", {".claude/settings.json": settings("Stop", line)})
    done = run("doctor", cwd=folder)
    assert done.returncode == 0, done.stdout


def test_an_equal_hook_is_not_in_the_way(run: Run, tmp_path: Path) -> None:
    hook = {"type": "command", "command": "true"}
    folder = write(tmp_path / "p", {".claude/settings.json": {"hooks": {"Stop": [{"hooks": [hook, hook]}]}}})
    done = run("doctor", cwd=folder)
    assert done.returncode == 0, done.stdout


def test_doctor_says_what_is_in_the_way_in_each_version(run: Run, tmp_path: Path) -> None:
    hook = {"type": "command", "command": "true"}
    folder = write(tmp_path / "p", {".claude/settings.json": {"hooks": {"PostCompact": [{"hooks": [hook]}]}}})
    assert run("doctor", "--host", "2.1.332", cwd=folder).returncode == 0
    done = run("doctor", "--host", "2.1.42,2.1.332", cwd=folder)
    assert done.returncode == 1 and "in the way in 2.1.42:" in done.stdout, done.stdout


def test_the_help_has_each_command_once(run: Run) -> None:
    """In a group. The man page has all of them."""
    text = run("--help").stdout
    listed = [line.split()[0] for line in text.splitlines() if line.startswith("  ") and line[2:3].islower()]
    named = {it.split(maxsplit=1)[0] for it in run("man").stdout.split("hookwire\\-")[1:]}
    named = {it.split("(")[0].replace("\\", "") for it in named}
    assert sorted(listed) == sorted(named) != [], text
    assert all(len(line) <= 100 for line in text.splitlines())


ACTIONS = ["normal", "allowed", "asked", "deferred", "blocked"]


def test_the_help_lists_every_word(run: Run) -> None:
    """The keys of a case, what it can expect, and the verbs."""
    help = run("test", "--help").stdout
    table = (ROOT / "cli/README.md").read_text().split("| key | |")[1].split("\n\n")[0]
    words = re.findall(r"`([a-z]+)`", "\n".join(line.split("|")[1] for line in table.splitlines()[2:]))
    assert len(words) > 7 and all(re.search(rf"\b{it}\b", help) for it in [*words, *ACTIONS]), help
    help = run("reply", "--help").stdout
    verbs = run("reply", "no-verb").stderr.split("The verbs are ")[1].strip().split(", ")
    assert len(verbs) > 5 and all(f"`{it}`" in help for it in verbs), help
    for command in ("test", "which"):
        page = run("docs", command).stdout
        assert f"Usage: hookwire {command}" in page and "Options:" in page, page


def test_a_line_that_is_not_there_is_asked_for(run: Run) -> None:
    done = run("commands", "--match", "git push", input="git push")
    assert done.returncode == 2 and "or `-`" in done.stderr
    done = run("commands", "--match", "Bash(git push *)", "git push")
    assert done.returncode == 2 and "--match" in done.stderr and "wanted" not in done.stderr


def test_options_in_messages_and_pages_are_there(run: Run) -> None:
    commands = re.findall(r"^  ([a-z]+)  ", run("--help").stdout, re.M)
    known = set().union(*(re.findall(r"--[a-z][a-z-]+", run("help", it).stdout) for it in commands))
    files = [*(ROOT / "cli/src").rglob("*.rs"), ROOT / "cli/README.md", *(ROOT / "cli/docs").glob("*.md")]
    named = {option for file in files for option in re.findall(r"`(--[a-z][a-z-]+)", file.read_text())}
    # A comment has an option of another program.
    assert len(named) > 30 and named - known == {"--password"}


def test_what_cannot_be_known_is_listed_once(run: Run) -> None:
    assert run("commands", "--match", "git push", "git $x; ls").stdout.count("git $x") == 1


def test_doctor_names_a_script_that_is_missing_in_any_folder(run: Run, tmp_path: Path) -> None:
    write(tmp_path, {"managed/managed-settings.json": settings("Stop", f"bash {tmp_path}/elsewhere/gone.sh"), "p/.keep": ""})
    done = run("doctor", "--managed", str(tmp_path / "managed"), cwd=tmp_path / "p")
    assert done.returncode == 1 and "gone.sh" in done.stdout, done


def test_doctor_knows_the_version_without_running_it(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    """From the files of the package."""
    package = write(tmp_path / "lib/node_modules/x", {"package.json": {"name": "@x/claude-code", "version": "2.1.200"}, "cli.sh": "#!/bin/sh\ntouch /ran\n"})
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/claude").symlink_to(package / "cli.sh")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    report = json.loads(run("doctor", "--format", "json").stdout)
    assert report["host"] == "2.1.200"


def test_validate_reads_documents_and_lines(run: Run, tmp_path: Path) -> None:
    """Each line is a payload, and a broken one costs one line."""
    good, bad = '{"decision": "block", "reason": "x"}', '{"decisoin": "block"}'
    lines = "\n".join([good, bad, "{", "", good] * 1000) + "\n"
    write(tmp_path, {"a.jsonl": lines, "a.json": bad})
    done = run("validate", "StopOutput", "a.jsonl", "--format", "json")
    report = json.loads(done.stdout)
    assert done.returncode == 1
    assert report["summary"]["documents"] == 4000
    assert [it["path"] for it in report["findings"][:4]] == ["a.jsonl"] * 4
    assert [it["start"]["line"] for it in report["findings"][:4]] == [2, 3, 7, 8]
    assert len(report["findings"]) == 2000
    assert run("validate", "StopOutput", "a.json").returncode == 1
    assert run("validate", "StopOutput", input=good).returncode == 0
    assert run("validate", "StopOutputs", input=good).returncode == 2
    assert run("validate", "StopOutput", "none.json").returncode == 3


def test_commands_are_those_of_the_package(run: Run) -> None:
    """And `--match` says whether there is one."""
    line = 'cd app && sudo bash -c "git -C x push"'
    assert json.loads(run("commands", line, "--format", "json").stdout) == commands(line)
    assert run("commands", "--match", "git push", line).returncode == 1
    assert run("commands", "--match", "git push", "echo git push").returncode == 0
    assert run("commands", "--match", "git *", line).returncode == 2
    assert "git push" in run("commands", "-", input="echo `git push`").stdout


def test_pages(run: Run) -> None:
    """Every name that is listed has a page; a misspelled one names the nearest."""
    names = [it.split()[0] for it in run("docs").stdout.splitlines()]
    assert {"pre-tool-use", "settings", "limits"} <= set(names)
    assert run("docs", "PreToolUse").stdout.startswith("# PreToolUse")
    assert "PreToolUse" in run("events").stdout
    assert "permissionDecision" in run("schema", "PreToolUseOutput").stdout
    assert "chmod" in run("rule", "not-executable").stdout
    assert run("rule", "never-matches").stdout.startswith("never-matches\n")
    for command, name in [("docs", "PreTolUse"), ("rule", "never-match"), ("schema", "StopOutptu")]:
        done = run(command, name)
        assert done.returncode == 2
        assert "Did you mean" in done.stderr, done.stderr
    assert run("completions", "bash").stdout.startswith("_hookwire")
    assert run("man").stdout.startswith(".ie")


def test_explain_knows_the_handler(run: Run, tmp_path: Path) -> None:
    """What a failure does depends on it."""
    write(tmp_path, {"handler.json": {"type": "command", "command": "true", "onFailure": "block"}})
    for arguments, action in (
        ([], "normal"),
        (["--on-failure", "block"], "blocked"),
        (["--on-failure", "continue"], "normal"),
        (["--handler", "handler.json"], "blocked"),
    ):
        assert run("explain", "PreToolUse", "--exit", "1", *arguments).stdout.startswith(f"{action}: "), arguments
    for arguments, said in (
        (["--on-failure", "blok"], "Did you mean `block`?"),
        (["--mode", "plna"], "Did you mean `plan`?"),
        (["--mode", "nothing-like-it"], "The values are acceptEdits, "),
    ):
        done = run("explain", "PreToolUse", *arguments)
        assert done.returncode == 2
        assert said in done.stderr


def test_which_names_a_script_that_is_missing(run: Run, tmp_path: Path) -> None:
    """The hook runs, and fails."""
    folder = write(tmp_path / "p", {".claude/settings.json": settings("Stop", 'bash "$CLAUDE_PROJECT_DIR"/none.sh')})
    assert "But `none.sh` does not exist, so it fails." in run("which", "Stop", cwd=folder).stdout
    assert json.loads(run("which", "Stop", "--format", "json", cwd=folder).stdout)["missing_scripts"] == ["none.sh"]
    write(folder, {"none.sh": ""})
    assert "does not exist" not in run("which", "Stop", cwd=folder).stdout


def test_several_versions_are_side_by_side(run: Run, tmp_path: Path) -> None:
    """The newest one first, and the others only where they differ."""
    hooks = {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}], "PreSkillShellCommand": [{"hooks": [{"type": "command", "command": "true"}]}]}
    folder = write(tmp_path / "p", {".claude/settings.json": {"hooks": hooks}})
    assert run("which", "Stop", "--host", "2.1.300,2.1.332", cwd=folder).stdout.count("hook runs") == 1
    out = run("which", "PreSkillShellCommand", "--host", "2.1.42..", cwd=folder).stdout
    headings = [line for line in out.splitlines() if line.startswith("PreSkillShellCommand")]
    assert len(headings) > 1
    assert "1 hook runs" in headings[0]
    assert all("0 hooks run" in it for it in headings[1:])
    assert "until 2.1." in headings[-1]
    out = run("doctor", "--host", "2.1.300,2.1.332", cwd=folder).stdout
    _, older = out.split("what starts in 2.1.300")
    assert "PreSkillShellCommand" in older
    assert "Stop" not in older


def test_doctor_says_that_enabled_plugins_are_not_known(run: Run, tmp_path: Path) -> None:
    """Unless their folder is named."""
    folder = write(tmp_path / "p", {".claude/settings.json": {"enabledPlugins": {"x@y": True, "off@y": False}}})
    out = run("doctor", cwd=folder).stdout
    assert "plugins x@y of the settings" in out
    assert "off@y" not in out
    assert "plugins x@y of the settings" in run("which", "Stop", cwd=folder).stdout
    plugin = write(tmp_path / "x", {".claude-plugin/plugin.json": {"name": "x"}, "hooks/hooks.json": settings("Stop", "true")})
    assert "x@y" not in run("doctor", "--plugin", str(plugin), cwd=folder).stdout


def test_installed_plugins_are_read_where_the_host_puts_them(run: Run, tmp_path: Path, home: Path) -> None:
    """As the real host wrote them down when it had installed one, for the user and for a project."""
    root = home / ".claude/plugins/cache/mine/plug/1.0.0"
    entry = {"scope": "user", "installPath": str(root), "version": "1.0.0"}
    installed = {"version": 2, "plugins": {"plug@mine": [entry]}}
    folder = tmp_path / "p"
    write(root, {".claude-plugin/plugin.json": {"name": "plug"}, "hooks/hooks.json": settings("Stop", '"${CLAUDE_PLUGIN_ROOT}"/a.sh')})
    write(home, {".claude/settings.json": {"enabledPlugins": {"plug@mine": True}}, ".claude/plugins/installed_plugins.json": installed})
    write(folder, {".claude/settings.json": {}})
    out = run("which", "Stop", cwd=folder).stdout
    assert "1 hook runs" in out and "plug/1.0.0/hooks/hooks.json" in out and "not installed" not in out, out
    assert "Stop" in run("doctor", cwd=folder).stdout
    # The settings of the project have the last word.
    write(folder, {".claude/settings.json": {"enabledPlugins": {"plug@mine": False}}})
    assert "0 hooks run" in run("which", "Stop", cwd=folder).stdout
    write(folder, {".claude/settings.json": {}})
    # One that is installed for another project, and one whose folder is not among those of the user.
    for change in ({"projectPath": str(tmp_path / "other")}, {"installPath": str(tmp_path)}):
        installed["plugins"] = {"plug@mine": [entry | change]}
        write(home, {".claude/plugins/installed_plugins.json": installed})
        assert "plug@mine of the settings: not installed" in run("which", "Stop", cwd=folder).stdout
    for text in ("[", "[]", '{"plugins": {"plug@mine": [1, {"installPath": "/dev/stdin"}]}}'):
        write(home, {".claude/plugins/installed_plugins.json": text})
        assert run("which", "Stop", cwd=folder).returncode == 0


MATCHERS = ["Bash(git *)", "^bash$", "!Bash", "Agent", "Bash", "bash", "Bash|Edit", "Bash,Edit", "Bash, Edit", "Ba.*", "^Bash$", "mcp__memory", "mcp__memory__.*", "mcp__a-b", "a-b", "*", "", "(", "Bash Edit", "Edit|"]


@pytest.mark.parametrize("host", ["2.1.42", "2.1.190", "2.1.194", "2.1.332"])
def test_which_and_check_agree_about_matchers(run: Run, tmp_path: Path, host: str) -> None:
    """Of each version: what never matches does not run, and what runs is not reported so."""
    groups = [{"matcher": it, "hooks": [{"type": "command", "command": f"echo {at}"}]} for at, it in enumerate(MATCHERS)]
    folder = write(tmp_path / "p", {".claude/settings.json": json.dumps({"hooks": {"PreToolUse": groups}}, indent=1)})
    lines = (folder / ".claude/settings.json").read_text().splitlines()
    found = json.loads(run("check", "--format", "json", "--host", host, cwd=folder).stdout)["findings"]
    never = {lines[it["start"]["line"] - 1].strip() for it in found if it["code"] == "never-matches"}
    answer = json.loads(run("which", "PreToolUse", "--format", "json", "--host", host, cwd=folder).stdout)["selection"]
    runs = {MATCHERS[int(it["pointer"].split("/")[3])] for it in answer["runs"]}
    may_run = {MATCHERS[int(it["handler"]["pointer"].split("/")[3])] for it in answer["depends_on"]}
    for matcher in MATCHERS:
        reported = any(line == f'"matcher": {json.dumps(matcher)},' for line in never)
        assert not (reported and matcher in runs), (host, matcher)
    # What shows in the expression alone is known for all tools.
    assert not may_run & {"Bash(git *)", "^bash$", "!Bash"}, host


def test_doctor_names_matchers_that_never_match(run: Run, tmp_path: Path) -> None:
    for matcher in ("Bash(git *)", "^bash$", "!Bash"):
        group = {"matcher": matcher, "hooks": [{"type": "command", "command": "true"}]}
        write(tmp_path, {".claude/settings.json": {"hooks": {"PreToolUse": [group]}}})
        done = run("doctor", cwd=tmp_path)
        assert done.returncode == 1 and "in the way .claude/settings.json" in done.stdout, done.stdout


@pytest.mark.parametrize(("matcher", "host", "expected"), [("Bash", "2.1.100", "0 hooks run, 1 runs for Bash"), ("Agent", "2.1.332", "1 hook runs")])
def test_which_counts_a_hook_that_runs_for_certain_tools(run: Run, tmp_path: Path, matcher: str, host: str, expected: str) -> None:
    """Whether it runs for others as well can be unknown."""
    group = {"matcher": matcher, "hooks": [{"type": "command", "command": "true"}]}
    write(tmp_path, {".claude/settings.json": {"hooks": {"PreToolUse": [group]}}})
    assert f"PreToolUse: {expected}\n" in run("which", "PreToolUse", "--host", host, cwd=tmp_path).stdout


def test_events_have_whole_summaries(run: Run) -> None:
    """Also those of several lines."""
    events = json.loads(run("events", "--format", "json").stdout)["events"]
    assert [it["name"] for it in events if not it["summary"].endswith(".")] == []


RULES = tomllib.loads((ROOT / "cli/src/rules.toml").read_text())["rule"]


@pytest.mark.parametrize("rule", RULES, ids=[it["code"] for it in RULES])
def test_the_example_of_a_code_is_found_as_it_says(run: Run, tmp_path: Path, rule: dict[str, str]) -> None:
    """And how it is right has no such finding."""
    page = run("rule", rule["code"]).stdout
    assert all(rule[key] in page for key in ("command", "wrong", "right"))
    for key in ("wrong", "right"):
        folder = tmp_path / key
        is_file = rule["file"] != "-"
        write(folder, {rule["file"]: rule[key]} if is_file else {".keep": ""})
        out = run(*rule["command"].split()[1:], cwd=folder, input="" if is_file else rule[key]).stdout
        assert (f"[{rule['code']}]" in out) == (key == "wrong"), out


def test_each_code_of_the_contract_names_the_command_that_finds_it(run: Run) -> None:
    """Also those without an example."""
    without = []
    for code in (line for line in run("rule").stdout.splitlines() if line and not line.startswith(" ")):
        page = run("rule", code).stdout
        assert "` finds it" in page, code
        without += [] if "Wrong:" in page else [code]
    assert without == ["too-short", "too-large", "not-utf8", "too-deep"]


@pytest.mark.parametrize(("word", "verb"), [("deny", "block"), ("blok", "block"), ("accept-everything", None)])
def test_a_word_of_a_reply_proposes_its_verb(run: Run, word: str, verb: str | None) -> None:
    done = run("reply", word, "No.", "--event", "PreToolUse")
    assert done.returncode == 2 and ("Did you mean" in done.stderr) == bool(verb), done.stderr
    assert verb is None or f"Did you mean `{verb}`?" in done.stderr
