"""Hooks under `hookwire run`: one that means to block is never opened, and what a right one prints stays as it is."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hookwire import Context
from hookwire.host import exited, interpret
from hookwire.testing import sample, simulate

from conftest import PROGRAM, write

FOLDER = str(PROGRAM.parent)

DENY = json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}})


def event(name: str = "PreToolUse", /, **more: Any) -> dict[str, Any]:
    """Returns an input."""
    base = {"session_id": "s", "transcript_path": "/t.jsonl", "cwd": "/", "permission_mode": "default", "hook_event_name": name}
    call = {"tool_name": "Bash", "tool_input": {"command": "git push"}, "tool_use_id": "t"}
    return base | (call if name == "PreToolUse" else {}) | more


def start(arguments: list[str], data: bytes, cwd: Path, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Starts the program, with nothing in its environment but what a hook has."""
    environment = {"PATH": FOLDER + os.pathsep + os.environ["PATH"], "HOME": str(cwd), "TMPDIR": str(cwd)} | env
    return subprocess.run([PROGRAM, *arguments], input=data, capture_output=True, cwd=cwd, env=environment, timeout=60)


def guard(tmp_path: Path, command: list[str], *options: str, data: Any = None) -> subprocess.CompletedProcess[bytes]:
    """Runs a command as a hook."""
    data = data if isinstance(data, bytes) else json.dumps(event() if data is None else data).encode()
    return start(["run", *options, "--", *command], data, tmp_path)


def outcome(done: subprocess.CompletedProcess[bytes], input: Any = None) -> Any:
    """Returns what the host does."""
    input = event() if input is None else input
    return interpret(input["hook_event_name"], exited(done.returncode, done.stdout, done.stderr), Context(input=input))


# Hooks that mean to block and go wrong, as they are in use.
BROKEN_SHELL = {
    "exit 1": "echo 'Do not push.' >&2; exit 1",
    "exit 3": "exit 3",
    "exit 127, a program that is missing": "jqq -n '{}'",
    "exit 126, a program that cannot run": "/etc/passwd",
    "a wrong field": """echo '{"permissionDecision": "deny"}'""",
    "a wrong value": """echo '{"decision": "deny"}'""",
    "a value of another event": """echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "block"}}'""",
    "another event's name": f"echo {shlex.quote(DENY.replace('PreToolUse', 'PostToolUse'))}",
    "no name of the event": """echo '{"hookSpecificOutput": {"permissionDecision": "deny"}}'""",
    "a line before the reply": f"echo checking; echo {shlex.quote(DENY)}",
    "a line after the reply": f"echo {shlex.quote(DENY)}; echo done",
    "many lines around the reply": f"echo a; echo b; echo {shlex.quote(json.dumps(json.loads(DENY), indent=2))}; echo c",
    "a reply that is cut off": """printf '{"hookSpecificOutput": {"permissionDecision"'""",
    "single quotes in the reply": """echo "{'decision': 'block'}" """,
    "a comment in the reply": """echo '{"decision": "block"} // no'""",
    "two objects on a line": """echo '{"decision": "block"}{"a": 1}'""",
    "two replies": f"echo {shlex.quote(DENY)}; echo {shlex.quote(DENY)}",
    "a block, and a wrong reply": f"""echo {shlex.quote(DENY)}; echo '{{"x": 1}}'""",
    "a list": """echo '[{"decision": "block"}]'; exit 1""",
    "async before the answer": f"""echo '{{"async": true}}'; sleep 0.3; echo {shlex.quote(DENY)}""",
    "async alone": """echo '{"async": true, "asyncTimeout": 1000}'""",
    "async after a line": """echo hi; echo '{"async": true}'""",
    "a signal": "kill -9 $$",
    "a polite signal": "kill $$",
    "a crash": "kill -SEGV $$",
    "a broken pipe": "kill -PIPE $$",
    "no end": "sleep 30",
    "no end, and closed streams": "exec >&- 2>&-; sleep 30",
    "an endless loop": "while :; do :; done",
    "endless output": "yes",
    "endless errors": "yes >&2",
    "a syntax error": "if then fi (",
    "a part that fails": "command=$(hookwire get nope)",
    "a part that fails, unnoticed": "hookwire get nope || true",
    "a substitution that fails": 'echo "$(hookwire get tool_input.nope)" >/dev/null',
    "assignments of a wrong input": 'eval "$(hookwire get --sh tool_input)"; true',
    "a verb that is misspelled": "hookwire reply blok No. || true",
    "a verb of another event": "hookwire reply keep_working No. || true",
    "a block without a reason": "hookwire reply block '' || true",
    "a reply of another event": "hookwire reply block No. --event Stop || true",
    "a pattern without a program": "hookwire commands --match '' || true",
    "set -e, and a failure": "set -e; false; echo '{}'",
    "set -u, and a variable that is not there": 'set -u; echo "$nope"',
    "a reply to nobody": f"exec >&-; echo {shlex.quote(DENY)}",
    "a byte that is not UTF-8 in a key": r"""printf '{"decision\xff": "block"}'""",
    "a text that begins like an option": """set -e; hookwire reply block "-h; git push" """,
    "a text that is an option": """hookwire reply block --help || true""",
    "help instead of a value": "hookwire get -h >/dev/null",
    "a reply to a full disk": "hookwire reply block No. >/dev/full || true",
    "a reply to a closed stream": "hookwire reply block No. >&- || true",
    "a reply into a pipe that ends": "hookwire reply block No. | true",
    "a reply in the background": "hookwire reply block No. >/dev/null 2>&1 & exit 0",
    "a failure in the background": "hookwire get tool_input.nope >/dev/null 2>&1 & exit 0",
    "a question in the background": "(exec >/dev/null 2>&1; hookwire reply ask Sure?) & exit 0",
    "a reply that is kept in a variable": "x=$(hookwire reply block No.); exit 0",
    "a reply on stderr": "hookwire reply block No. >&2 || true",
    "a reply to nowhere": "hookwire reply block No. >/dev/null || true",
    "a reply that is searched": "hookwire reply block No. | grep -q deny || true",
    "a whole reply on stderr": f"echo {shlex.quote(DENY)} >&2",
    "another command on stderr": "hookwire reply rewrite command=ls --and allow >&2",
    "a whole reply with another command on stderr": """echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"command": "ls"}}}' >&2""",
    "a reply that comes after something else": "echo checking; (sleep 1; hookwire reply block No.) &",
    "a reply that comes after an empty one": "echo '{}'; (sleep 1; hookwire reply block No.) &",
    "a reply that comes later": f"exec > >(sleep 1; cat); echo {shlex.quote(DENY)}",
    "a colour in the reply": rf"printf '\x1b[1;39m%s\x1b[0m' {shlex.quote(DENY)}",
    "a list as JavaScript shows it": """echo "[ { decision: 'block' } ]" """,
    "an object as JavaScript shows it": "echo '[object Object]'",
    "a word": "echo deny",
    "a word in upper case": "echo BLOCK",
    "a sentence with a verdict": "echo 'Blocked: do not push.'",
    "a verdict as YAML": "printf 'decision: block\\nreason: no\\n'",
    "a verdict as XML": "echo '<decision>deny</decision>'",
    "a verdict as a variable": "echo decision=block",
    "a verdict in quotes": """echo '"deny"'""",
    "no": "echo no",
    "a verdict on stderr": "echo 'BLOCKED: do not push' >&2",
    "a verdict after an empty reply": "echo 'Denied.' >&2; echo '{}'",
    "a verdict with a sign": "echo '❌ Blocked'",
    "a verdict after another line": "echo checking; echo denied",
    "a text that is too long for an argument": """x=$(printf '%3000000s' x); hookwire reply block "$x"; exit 0""",
    "a text that is too long for an argument of dash": """x=$(printf '%3000000s' x); export x; hookwire reply block No. || true""",
    "another search path": "PATH=/nowhere; hookwire reply block No.; exit 0",
    "another search path of a substitution": "x=$(env PATH=/usr/bin:/bin hookwire get cwd); exit 0",
    "a part without variables that fails": "env -i $(command -v hookwire) get tool_input.nope 2>/dev/null || true",
    "a part without variables that fails, deeper": "env -i sh -c '(setsid '$(command -v hookwire)' reply blok No. 2>/dev/null; true); true'",
    "a part without variables whose reply is lost": "env -i $(command -v hookwire) reply block No. >/dev/null; true",
    "a wrong pattern for a line": 'found=$(hookwire commands --match "git *" -- "git push" || true)',
}

BROKEN_PYTHON = {
    "an exception": "raise SystemError('x')",
    "an exit code of True": "import sys; sys.exit(True)",
    "an exit with a text": "import sys; sys.exit('Do not push.')",
    "an import that is missing": "import nope_nope",
    "a syntax error": "def (",
    "os._exit": "import os; os._exit(4)",
    "os.abort": "import os; os.abort()",
    "a print before the reply": f"print('x'); print({DENY!r})",
    "a dict that is printed": "print({'decision': 'block'})",
    "NaN in the reply": "print('{\"decision\": NaN}')",
    "UTF-16": "import sys; sys.stdout.buffer.write('{\"decision\": \"block\"}'.encode('utf-16'))",
    "deep nesting": "print('{\"a\":' * 100000)",
    "too much recursion": "def f(): f()\nf()",
    "a key that is missing": "import json, sys; json.load(sys.stdin)['nope']",
    "memory": "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 26, 1 << 26)); x = 'a' * (1 << 30)",
}


# Those that only a time limit ends. All others have to block for their own reason.
ENDLESS = {"no end", "no end, and closed streams", "an endless loop", "endless output", "endless errors"}


@pytest.mark.parametrize("name", BROKEN_SHELL)
def test_no_broken_shell_hook_opens_a_guard(tmp_path: Path, name: str) -> None:
    limit = "700ms" if name in ENDLESS else "20s"
    done = guard(tmp_path, ["bash", "-c", BROKEN_SHELL[name]], "--limit", limit)
    assert outcome(done).blocked, done
    assert (b"longer than" in done.stdout + done.stderr) is (name in ENDLESS), done


@pytest.mark.parametrize("code", BROKEN_PYTHON.values(), ids=BROKEN_PYTHON)
def test_no_broken_python_hook_opens_a_guard(tmp_path: Path, code: str) -> None:
    done = guard(tmp_path, [sys.executable, "-c", code], "--limit", "5s")
    assert outcome(done).blocked, done


@pytest.mark.parametrize("command", [["no-such-interpreter", "x.sh"], ["bash", "missing.sh"], ["./missing.sh"], ["/"], [""]])
def test_what_cannot_be_started_blocks(tmp_path: Path, command: list[str]) -> None:
    assert outcome(guard(tmp_path, command)).blocked


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"hook_event_name": 5}', b"{}", b'{"a":' * 100_000])
def test_an_input_that_cannot_be_read_blocks(tmp_path: Path, data: bytes) -> None:
    done = guard(tmp_path, ["true"], data=data)
    assert done.returncode == 2 and done.stderr and not done.stdout
    for part in (["get", "cwd"], ["get", "--sh"], ["commands", "--match", "git"]):
        alone = start(part, data, tmp_path)
        assert alone.returncode == 2 and alone.stderr, (part, alone)


@pytest.mark.parametrize("name", ["PreToolUse", "PostToolUse"])
def test_a_lost_text_is_a_message(tmp_path: Path, name: str) -> None:
    """The action is the same without it."""
    input = event(name)
    done = guard(tmp_path, ["bash", "-c", f"hookwire reply context --event {name} Hi. >&2"], data=input)
    found = outcome(done, input)
    assert not found.blocked and any("on stderr" in it["text"] for it in found.texts), done


def test_a_test_at_the_end_of_a_script_has_a_hint(tmp_path: Path) -> None:
    """Its exit code is that of the script."""
    done = guard(tmp_path, ["bash", "-euo", "pipefail", "-c", "hookwire commands --match 'npm' | grep -q . && hookwire reply block No."])
    assert outcome(done).blocked and b"then COMMAND; fi" in done.stdout + done.stderr, done
    done = guard(tmp_path, [sys.executable, "-c", "import sys; sys.exit(1)"])
    assert outcome(done).blocked and b"COMMAND; fi" not in done.stdout + done.stderr, done


RIGHT = {
    "nothing": "true",
    "an empty object": "echo '{}'",
    "a reply": f"echo {shlex.quote(DENY)}",
    "a reply over lines": f"printf %s {shlex.quote(json.dumps(json.loads(DENY), indent=4))}",
    "a reply with spaces": f"printf '  %s \\r\\n\\n' {shlex.quote(DENY)}",
    "exit 2": "echo 'Do not push.' >&2; exit 2",
    "exit 2 with bytes": r"printf '\xff\x00\x1b[2J' >&2; exit 2",
    "a message": """echo '{"systemMessage": "ä \\u2028 \\ud800"}'""",
    "stderr": "echo note >&2",
    "words that are no verdict": "echo 'not blocked' >&2; echo 'no denied commands' >&2; echo 'unblock: 3' >&2",
}


@pytest.mark.parametrize("code", RIGHT.values(), ids=RIGHT)
def test_what_a_right_hook_prints_stays_as_it_is(tmp_path: Path, code: str) -> None:
    data = json.dumps(event()).encode()
    plain = subprocess.run(["bash", "-c", code], input=data, capture_output=True, cwd=tmp_path)
    done = guard(tmp_path, ["bash", "-c", code])
    assert (done.returncode, done.stdout, done.stderr) == (plain.returncode, plain.stdout, plain.stderr)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("UserPromptSubmit", "echo 'Deployments are frozen.'"),
        ("SessionStart", "echo context"),
        ("PostToolUse", "echo 'Run the tests.' >&2; exit 2"),
        ("Stop", """echo '{"decision": "block", "reason": "Run the tests."}'"""),
        ("WorktreeCreate", "echo /tmp/tree"),
        ("NewerEvent", """echo '{"x": 1}'"""),
    ],
)
def test_what_other_events_take_stays_as_it_is(tmp_path: Path, name: str, code: str) -> None:
    data = json.dumps(event(name, prompt="x", source="startup", stop_hook_active=False, name="x")).encode()
    plain = subprocess.run(["bash", "-c", code], input=data, capture_output=True, cwd=tmp_path)
    done = guard(tmp_path, ["bash", "-c", code], data=data)
    assert (done.returncode, done.stdout, done.stderr) == (plain.returncode, plain.stdout, plain.stderr)


def test_the_command_gets_the_input_to_the_byte(tmp_path: Path) -> None:
    data = ' {"hook_event_name":  "PreToolUse", "x": "\\u0000\u2028", "a": 1, "a": 2.50}\r\n'.encode()
    guard(tmp_path, ["sh", "-c", "cat > got"], data=data)
    assert (tmp_path / "got").read_bytes() == data


def test_what_is_not_a_reply_is_kept_from_the_host(tmp_path: Path) -> None:
    done = guard(tmp_path, ["sh", "-c", "echo checking"], "--log", "hook.log")
    assert (done.returncode, done.stdout) == (0, b"")
    (line,) = (tmp_path / "hook.log").read_text().splitlines()
    assert json.loads(line)["kept"] == "checking"
    assert (tmp_path / "hook.log").stat().st_mode & 0o077 == 0


def test_the_log_never_fills_the_disk_and_never_waits(tmp_path: Path) -> None:
    (tmp_path / "hook.log").write_bytes(b"x" * (2 << 20))
    guard(tmp_path, ["sh", "-c", "echo " + "x" * 10_000], "--log", "hook.log")
    assert (tmp_path / "hook.log").stat().st_size < 10_000
    os.mkfifo(tmp_path / "pipe")
    for log in ("pipe", "/dev/full", "/nowhere/log", "."):
        assert outcome(guard(tmp_path, ["false"], "--log", log)).blocked


def test_a_hook_for_an_event_that_is_no_guard_lets_it_go_on(tmp_path: Path) -> None:
    input = event("PostToolUse", tool_name="Bash", tool_input={}, tool_response={}, tool_use_id="t")
    done = guard(tmp_path, ["false"], data=input)
    assert not outcome(done, input).blocked and b"code 1" in done.stdout + done.stderr
    assert outcome(guard(tmp_path, ["false"], "--on-failure", "continue")).action == "normal"
    stop = event("Stop", stop_hook_active=False)
    assert not outcome(guard(tmp_path, ["sh", "-c", "hookwire get nope"], data=stop), stop).blocked
    assert outcome(guard(tmp_path, ["false"], "--on-failure", "block", data=stop), stop).blocked


def test_an_exit_code_can_be_allowed(tmp_path: Path) -> None:
    assert guard(tmp_path, ["grep", "-q", "nope"], "--allow-exit", "1").returncode == 0
    assert outcome(guard(tmp_path, ["sh", "-c", "exit 3"], "--allow-exit", "1")).blocked


@pytest.mark.parametrize("arguments", [["run"], ["run", "--"], ["run", "--limit", "0s", "--", "true"], ["run", "--limit", "x", "--", "true"], ["rum", "--", "true"]])
def test_wrong_arguments_block(tmp_path: Path, arguments: list[str]) -> None:
    assert outcome(start(arguments, json.dumps(event()).encode(), tmp_path)).blocked


def test_a_hook_in_the_background_answers_at_once(tmp_path: Path) -> None:
    """Only on an event that is no guard: it is passed on as soon as it is there."""
    data = json.dumps(event("PostToolUse")).encode()
    code = """echo '{"async": true}'; sleep 2; echo '{"systemMessage": "late"}'"""
    begun = time.monotonic()
    with subprocess.Popen([PROGRAM, "run", "--", "bash", "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as hook:
        assert hook.stdin and hook.stdout
        hook.stdin.write(data)
        hook.stdin.close()
        assert hook.stdout.readline() == b'{"async": true}\n'
        assert time.monotonic() - begun < 1.9
        assert hook.stdout.read() == b'{"systemMessage": "late"}\n'


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_reach_the_command_and_the_guard_stays_closed(tmp_path: Path, number: signal.Signals) -> None:
    code = f"trap 'echo got > got; exit 0' {number.name[3:]}; echo > ready; while :; do sleep 0.05; done"
    with subprocess.Popen(
        [PROGRAM, "run", "--", "bash", "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as hook:
        assert hook.stdin
        hook.stdin.write(json.dumps(event()).encode())
        hook.stdin.close()
        while not (tmp_path / "ready").exists():
            time.sleep(0.02)
        hook.send_signal(number)
        assert hook.wait(10) == 2
    assert (tmp_path / "got").exists()


def test_a_time_limit_ends_all_that_the_command_started(tmp_path: Path) -> None:
    code = "(trap '' TERM; sleep 1; echo alive > alive) & sleep 30"
    assert outcome(guard(tmp_path, ["bash", "-c", code], "--limit", "300ms")).blocked
    time.sleep(1.2)
    assert not (tmp_path / "alive").exists()


def test_a_process_that_is_left_running_does_not_delay_the_answer(tmp_path: Path) -> None:
    begun = time.monotonic()
    done = guard(tmp_path, ["bash", "-c", f"sleep 20 & echo {shlex.quote(DENY)}"])
    assert outcome(done).blocked and time.monotonic() - begun < 10


def test_two_hundred_sessions_do_not_mix(tmp_path: Path) -> None:
    code = 'a=$(hookwire get session_id); sleep 0.0$((RANDOM % 9)); b=$(hookwire get tool_input.command); hookwire reply block "$a $b"'

    def one(number: int) -> bool:
        input = event(session_id=f"s{number}", tool_input={"command": f"c{number}"})
        done = guard(tmp_path, ["bash", "-ec", code], data=input)
        return json.loads(done.stdout)["hookSpecificOutput"]["permissionDecisionReason"] == f"s{number} c{number}"

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(one, range(200)))
    assert not list(tmp_path.iterdir())


NASTY = "$(touch owned) `touch owned` '; touch owned; ' \" \\ \n\n é \u2028 -n"


def test_nothing_of_the_input_becomes_code(tmp_path: Path) -> None:
    arguments = {"command": NASTY, "description'; touch owned; '": NASTY, "$(touch owned)": 1}
    input = event(tool_input=arguments, **{"cwd": NASTY, "x y; touch owned": "1", "hook_event_name2": "$(touch owned)"})
    code = 'eval "$(hookwire get --sh)"; printf %s "$hook_tool_input_command" > got; printf %s "$hook_tool_input_description" > empty'
    done = guard(tmp_path, ["bash", "-euc", code], data=input)
    assert done.returncode == 0, done
    assert (tmp_path / "got").read_text() == NASTY and (tmp_path / "empty").read_text() == ""
    assert not (tmp_path / "owned").exists()
    for shell in filter(shutil.which, ("sh", "dash", "bash", "zsh")):
        assert guard(tmp_path, [shell, "-euc", code], data=input).returncode == 0, shell


def test_a_variable_of_the_environment_is_not_taken_for_a_field(tmp_path: Path) -> None:
    data = json.dumps(event()).encode()
    code = 'eval "$(hookwire get --sh)"; printf %s "$hook_agent_id$hook_tool_input_description" > got'
    start(["run", "--", "bash", "-c", code], data, tmp_path, hook_agent_id="x", hook_tool_input_description="y")
    assert (tmp_path / "got").read_text() == ""


def test_the_example_of_the_readme_sees_programs_not_text(tmp_path: Path) -> None:
    script = """#!/usr/bin/env bash
set -euo pipefail
found=$(hookwire commands --match 'git push')
[ -z "$found" ] || hookwire reply block "Open a pull request instead."
"""
    write(tmp_path, {"guard.sh": script})

    def blocked(line: str) -> bool:
        input = event(tool_input={"command": line})
        done = guard(tmp_path, ["bash", "guard.sh"], data=input)
        assert done.returncode in (0, 2)
        return outcome(done, input).blocked

    for line in ("git push", "git -C x push", "a=$(git push)", "bash -c 'git push'", "true && git push -f", "eval $x", "git \\\npush"):
        assert blocked(line), line
    for line in ("git status", "echo 'git push'", "grep -r 'git push' .", "git log # git push"):
        assert not blocked(line), line
    assert outcome(guard(tmp_path, ["bash", "guard.sh"], data=event(tool_input={}))).blocked


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("tool_input.command", "git push"),
        ("/tool_input/command", "git push"),
        ("tool_input", '{"command":"git push"}'),
        ("list.1", "b"),
        ("yes", "true"),
        ("nothing", "null"),
        ("number", "5"),
    ],
)
def test_get_prints_a_value(tmp_path: Path, path: str, text: str) -> None:
    data = json.dumps(event(list=["a", "b"], yes=True, nothing=None, number=5)).encode()
    assert start(["get", path], data, tmp_path).stdout.decode() == text + "\n"


def test_get_refuses_what_a_shell_cannot_have(tmp_path: Path) -> None:
    data = json.dumps(event(cwd="a\0b")).encode()
    for arguments in (["get", "cwd"], ["get", "--sh"]):
        assert start(arguments, data, tmp_path).returncode == 2
    assert start(["get", "agent_id", "--default", "d"], data, tmp_path).stdout == b"d\n"
    assert start(["get", "--sh"], data, tmp_path).stdout.endswith(b"exit 2\n")


@pytest.mark.parametrize("name", ["PreToolUse", "PermissionRequest", "UserPromptSubmit", "Elicitation"])
def test_reply_blocks_as_each_event_takes_it(tmp_path: Path, name: str) -> None:
    input = event(name)
    assert outcome(start(["reply", "block", "No.", "--event", name], b"", tmp_path), input).blocked
    assert outcome(guard(tmp_path, ["hookwire", "reply", "block", "No."], data=input), input).blocked


def test_reply_has_the_verbs_of_the_packages(tmp_path: Path) -> None:
    done = guard(tmp_path, ["hookwire", "reply", "rewrite", '{"command": "ls"}'])
    assert outcome(done).new_input == {"command": "ls"}, done
    done = guard(tmp_path, ["hookwire", "reply", "context", "Be careful."])
    assert [it["text"] for it in outcome(done).texts if "claude" in it["audience"]] == ["Be careful."]
    assert b"Did you mean `block`?" in start(["reply", "blok", "No.", "--event", "Stop"], b"", tmp_path).stderr
    assert start(["reply", "block", "No."], b"", tmp_path).returncode == 2


def test_the_stop_of_a_turn_is_blocked_once(tmp_path: Path) -> None:
    hook = ["hookwire", "reply", "block", "Run the tests."]
    for active in (False, True):
        input = event("Stop", stop_hook_active=active)
        done = guard(tmp_path, hook, data=input)
        assert outcome(done, input).blocked is not active
        assert (b"`--again`" in done.stderr) is active
    again = event("Stop", stop_hook_active=True)
    assert outcome(guard(tmp_path, [*hook, "--again"], data=again), again).blocked


def test_the_script_finds_this_program(tmp_path: Path) -> None:
    """The entry in the settings has its whole path, and the script has its name."""
    write(tmp_path, {"bin/hookwire": "#!/bin/sh\necho another\n"})
    (tmp_path / "bin/hookwire").chmod(0o755)
    data = json.dumps(event()).encode()
    for path in ("/usr/bin:/bin", f"{tmp_path}/bin:/usr/bin:/bin"):
        done = start(["run", "--", "bash", "-c", "hookwire get tool_name >&2"], data, tmp_path, PATH=path)
        assert done.stderr == b"Bash\n", done


@pytest.mark.parametrize(
    "code",
    [
        "set -euo pipefail; path=$(hookwire get tool_input.comand)",
        "set -e; hookwire reply deny No.",
        "if then",
        "hookwire get tool_input.comand || true",
    ],
)
def test_a_guard_that_broke_is_not_taken_for_one_that_works(tmp_path: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", FOLDER + os.pathsep + os.environ["PATH"])
    done = simulate([str(PROGRAM), "run", "--", "bash", "-c", code], sample("PreToolUse", tool="Bash"))
    assert done.failed and done.blocked


@pytest.mark.parametrize("path", ["tool_input.comand", "/tool_input/comand", "tool_nam", "tool_input.comand.x"])
def test_a_misspelled_field_is_refused_even_with_a_default(tmp_path: Path, path: str) -> None:
    done = start(["get", path, "--default", ""], json.dumps(event()).encode(), tmp_path)
    assert done.returncode == 2 and b"Did you mean" in done.stderr
    # A field that can be missing, and the arguments of tools that nobody knows.
    assert start(["get", "tool_input.description", "--default", "d"], json.dumps(event()).encode(), tmp_path).stdout == b"d\n"
    other = json.dumps(event(tool_name="mcp__a__b")).encode()
    assert start(["get", "tool_input.x", "--default", "d"], other, tmp_path).stdout == b"d\n"


def test_an_argument_is_written_without_json(tmp_path: Path) -> None:
    text = 'ls "$(x)" = \n'
    done = guard(tmp_path, ["hookwire", "reply", "rewrite", f"command={text}"])
    assert outcome(done).new_input == {"command": text}, done


@pytest.mark.parametrize("limit", ["-f 0", "-n 6"])
def test_a_limit_of_the_system_does_not_open_a_guard(tmp_path: Path, limit: str) -> None:
    line = f"ulimit {limit}; exec {shlex.quote(str(PROGRAM))} run -- false"
    done = subprocess.run(["bash", "-c", line], input=json.dumps(event()).encode(), capture_output=True, cwd=tmp_path)
    assert outcome(done).blocked, done


@pytest.mark.parametrize("number", [signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGXCPU])
def test_other_signals_do_not_end_it(tmp_path: Path, number: signal.Signals) -> None:
    code = f"trap '' USR1 USR2; kill -{number.name[3:]} $PPID; sleep 0.1; echo No. >&2; exit 2"
    assert outcome(guard(tmp_path, ["bash", "-c", code])).blocked


@pytest.mark.parametrize("name", ["PreToolUse", "PostToolUse", "SessionStart"])
def test_endless_output_ends_in_time_and_in_memory(tmp_path: Path, name: str) -> None:
    data = json.dumps(event(name)).encode()
    line = f"ulimit -v 2000000; exec {shlex.quote(str(PROGRAM))} run --limit 1s -- sh -c \"tr '\\0' x </dev/zero\""
    done = subprocess.run(["bash", "-c", line], input=data, capture_output=True, cwd=tmp_path, timeout=30)
    assert b"longer than 1s" in done.stdout + done.stderr


def test_an_input_without_an_end_is_not_waited_for(tmp_path: Path) -> None:
    with subprocess.Popen([PROGRAM, "run", "--limit", "500ms", "--", "false"], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as hook:
        assert hook.stdin
        hook.stdin.write(json.dumps(event()).encode())
        hook.stdin.flush()
        assert hook.wait(20) == 2


def test_text_with_an_object_in_it_reaches_the_model(tmp_path: Path) -> None:
    code = 'printf \'package.json:\\n{\\n  "name": "x"\\n}\\n\''
    for name in ("SessionStart", "UserPromptSubmit"):
        data = json.dumps(event(name, source="startup", prompt="x")).encode()
        plain = subprocess.run(["bash", "-c", code], capture_output=True)
        assert guard(tmp_path, ["bash", "-c", code], data=data).stdout == plain.stdout


def test_a_line_is_read_in_a_hook_without_an_exit_code(tmp_path: Path) -> None:
    code = 'set -e; found=$(hookwire commands --match "git push" -- "$(hookwire get tool_input.command)"); test -n "$found"; echo ok >&2'
    done = guard(tmp_path, ["bash", "-c", code])
    assert (done.returncode, done.stderr) == (0, b"ok\n"), done


def test_a_long_text_comes_from_a_pipe(tmp_path: Path) -> None:
    code = "hookwire get tool_input.command | hookwire reply block -"
    done = guard(tmp_path, ["bash", "-c", code], data=event(tool_input={"command": "x" * 300_000}))
    assert outcome(done, event()).blocked and b"x" * 1000 in done.stdout


def test_a_process_in_the_background_without_stdout_is_fine(tmp_path: Path) -> None:
    done = guard(tmp_path, ["bash", "-c", "sleep 3 >/dev/null & exit 0"])
    assert (done.returncode, done.stdout) == (0, b"")


def test_what_a_linter_says_reaches_the_model(tmp_path: Path) -> None:
    input = event("PostToolUse", tool_name="Bash", tool_input={}, tool_response={}, tool_use_id="t")
    write(tmp_path, {"x.sh": "if then"})
    done = guard(tmp_path, ["bash", "-c", "bash -n x.sh || exit 2"], data=input)
    assert done.returncode == 2 and b"x.sh" in done.stderr


def test_no_limit_is_too_long(tmp_path: Path) -> None:
    assert guard(tmp_path, ["true"], "--limit", "99999999999999s").returncode == 0


def test_other_programs_beside_this_one_are_not_taken(tmp_path: Path) -> None:
    write(tmp_path, {"bin/ls": "#!/bin/sh\necho wrong\n"})
    (tmp_path / "bin/ls").chmod(0o755)
    (tmp_path / "bin/hookwire").write_bytes(PROGRAM.read_bytes())
    (tmp_path / "bin/hookwire").chmod(0o755)
    data = json.dumps(event()).encode()
    env = {"PATH": "/usr/bin:/bin"}
    done = subprocess.run([tmp_path / "bin/hookwire", "run", "--", "sh", "-c", "ls >&2; hookwire get tool_name >&2"], input=data, capture_output=True, cwd=tmp_path, env=env)
    assert b"wrong" not in done.stderr and done.stderr.endswith(b"Bash\n")


def test_a_part_that_is_killed_is_noticed(tmp_path: Path) -> None:
    code = "mkfifo p; exec 3<>p; hookwire reply block - <p >/dev/null 2>&1 & sleep 0.5; kill -9 $!; wait; exit 0"
    done = guard(tmp_path, ["bash", "-c", code])
    assert outcome(done).blocked and b"did not come to its end" in done.stdout, done


def wait_until(is_so: Any) -> None:
    end = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def is_alive(file: Path) -> bool:
    """Returns true if the process runs whose number is in a file."""
    shown = subprocess.run(["ps", "-o", "stat=", "-p", file.read_text().strip()], capture_output=True, text=True, check=False).stdout
    return bool(shown) and not shown.startswith("Z")


def test_nothing_outlives_a_run_that_is_killed(tmp_path: Path) -> None:
    code = "sleep 300 & echo $! > child; echo $$ > own.tmp; mv own.tmp own; wait"
    with subprocess.Popen([PROGRAM, "run", "--", "bash", "-c", code], stdin=subprocess.PIPE, cwd=tmp_path) as hook:
        assert hook.stdin
        hook.stdin.write(json.dumps(event()).encode())
        hook.stdin.close()
        wait_until((tmp_path / "own").exists)
        time.sleep(1)
        hook.kill()
    wait_until(lambda: not is_alive(tmp_path / "own") and not is_alive(tmp_path / "child"))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a program what its commands leave behind")
@pytest.mark.parametrize("start", ["setsid sleep 300 & echo $! > child", "(setsid sh -c 'sleep 300 & echo $! > child' &)", "setsid -f sh -c 'echo $$ > child; sleep 300'"])
def test_a_time_limit_ends_also_what_left_the_group(tmp_path: Path, start: str) -> None:
    done = guard(tmp_path, ["bash", "-c", f"{start}; sleep 30"], "--limit", "700ms")
    assert outcome(done).blocked and not is_alive(tmp_path / "child"), done


CHAIN = """
import os, time
end = time.monotonic() + 5
while time.monotonic() < end:
    if os.fork():
        os._exit(0)
    os.setsid()
    time.sleep(0.002)
open("survived", "w")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a program what its commands leave behind")
def test_a_time_limit_ends_also_a_chain_of_processes(tmp_path: Path) -> None:
    """Each starts the next one, in a new session, and ends: whoever lists them finds those that are gone."""
    line = f"{shlex.quote(sys.executable)} -c {shlex.quote(CHAIN)} >/dev/null 2>&1; sleep 30"
    done = guard(tmp_path, ["bash", "-c", line], "--limit", "700ms")
    assert outcome(done).blocked
    time.sleep(6)
    assert not (tmp_path / "survived").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a program what its commands leave behind")
def test_what_a_hook_leaves_behind_is_forgotten_while_it_runs(tmp_path: Path) -> None:
    """A process that has ended, and that nobody waits for, keeps its number."""
    code = "for it in 1 2 3 4 5; do (true & echo $! >>children); done; sleep 2.5; ps -o stat= -p $(paste -sd, children) >left; true"
    assert guard(tmp_path, ["bash", "-c", code]).returncode == 0
    assert (tmp_path / "left").read_text() == ""


@pytest.mark.parametrize("line", ["head -c 300000 /dev/zero | tr '\\0' x | hookwire reply block -", "head -c 300000 /dev/zero | tr '\\0' x >&2; exit 2", "echo '{\"async\": true}'; yes"])
@pytest.mark.parametrize("name", ["PreToolUse", "PostToolUse"])
def test_a_run_ends_although_nobody_reads_what_it_prints(tmp_path: Path, name: str, line: str) -> None:
    out, err = os.pipe(), os.pipe()
    environment = {"PATH": FOLDER + os.pathsep + os.environ["PATH"], "HOME": str(tmp_path)}
    arguments = [PROGRAM, "run", "--limit", "1s", "--", "bash", "-c", line]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=out[1], stderr=err[1], cwd=tmp_path, env=environment) as hook:
        try:
            hook.communicate(json.dumps(event(name)).encode(), timeout=20)
        finally:
            hook.kill()
    assert name == "PostToolUse" or hook.returncode == 2
    for it in (*out, *err):
        os.close(it)


def test_a_hook_that_waits_for_the_terminal_ends_at_once(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    data = json.dumps(event()).encode()
    (tmp_path / "input.json").write_bytes(data)
    line = f"{shlex.quote(str(PROGRAM))} run --limit 60s -- bash -c 'read x </dev/tty' <input.json; echo code $?"
    number, terminal = pty.fork()
    if not number:
        os.chdir(tmp_path)
        os.execvp("bash", ["bash", "-mc", line])
    shown, begun = b"", time.monotonic()
    while b"code" not in shown and time.monotonic() - begun < 50:
        shown += os.read(terminal, 10_000)
    os.close(terminal)
    os.waitpid(number, 0)
    assert b"waits for a terminal" in shown and b'"deny"' in shown, shown


def test_a_process_in_the_background_can_print_after_the_answer(tmp_path: Path) -> None:
    code = f"(sleep 1.5; for it in 1 2 3; do echo $it; echo $it >&2; done; echo whole > done) & echo {shlex.quote(DENY)}"
    done = guard(tmp_path, ["bash", "-c", code])
    assert outcome(done).blocked
    wait_until((tmp_path / "done").exists)


@pytest.mark.parametrize(("name", "blocks"), [("PreToolUse", True), ("PostToolUse", False), ("Stop", False)])
def test_an_input_that_is_cut_off_blocks_only_a_guard(tmp_path: Path, name: str, blocks: bool) -> None:
    whole = json.dumps(event(name, more="x" * 1000))
    large = json.dumps(event(name) | {"tool_response": "x" * (65 << 20)})
    for data in (whole[:-100], whole + "}", large):
        done = guard(tmp_path, ["true"], data=data.encode())
        assert outcome(done, event(name)).blocked is blocks, done
        assert b"input" in done.stdout + done.stderr


def test_signals_that_the_host_ignores_do_not_hide_the_end(tmp_path: Path) -> None:
    line = f"trap '' CHLD; exec {shlex.quote(str(PROGRAM))} run -- true"
    done = subprocess.run(["bash", "-c", line], input=json.dumps(event()).encode(), capture_output=True, cwd=tmp_path, timeout=20)
    assert (done.returncode, done.stdout) == (0, b""), done


@pytest.mark.parametrize("name", ["UserPromptSubmit", "SessionStart"])
def test_context_with_a_verdict_in_it_stays_context(tmp_path: Path, name: str) -> None:
    """Only a single word is not one."""
    input = event(name, prompt="x", source="startup")
    assert guard(tmp_path, ["echo", "Blocked files: a.txt"], data=input).stdout == b"Blocked files: a.txt\n"
    done = guard(tmp_path, ["echo", "block"], "--on-failure", "block", data=input)
    found = outcome(done, input)
    # The start of a session cannot be blocked: the people see that the hook failed, and no verdict becomes context.
    assert found.blocked is (name == "UserPromptSubmit") and b"hookwire reply block" in done.stdout + done.stderr, done
    assert [it for it in found.texts if it["text"].strip() == "block"] == [], done


def test_what_goes_wrong_in_the_background_is_reported(tmp_path: Path) -> None:
    input = event("PostToolUse", tool_name="Bash", tool_input={}, tool_response={}, tool_use_id="t")
    first = """echo '{"async": true}'; sleep 0.1; """
    done = guard(tmp_path, ["bash", "-c", first + "echo oops >&2; exit 3"], "--log", "hook.log", data=input)
    assert done.returncode == 3 and b"oops" in done.stderr and b"code 3" in done.stderr, done
    assert b"systemMessage" in done.stdout and "code 3" in (tmp_path / "hook.log").read_text()
    done = guard(tmp_path, ["bash", "-c", first + "sleep 30"], "--limit", "500ms", data=input)
    assert done.returncode == 1 and b"longer than 500ms" in done.stderr, done
    done = guard(tmp_path, ["bash", "-c", first + "echo '{\"systemMessage\": \"later\"}'; exit 2"], data=input)
    assert (done.returncode, done.stdout.count(b"\n")) == (2, 2), done
    done = guard(tmp_path, ["bash", "-c", first + "echo note >&2"], data=input)
    assert (done.returncode, done.stdout, done.stderr) == (0, b'{"async": true}\n', b"note\n")


@pytest.mark.skipif(sys.platform != "linux", reason="only on Linux does a part find the run without its variables")
def test_a_part_finds_the_run_without_its_variables(tmp_path: Path) -> None:
    code = 'set -e; it=$(command -v hookwire); for n in 1 2; do env -i "$it" get tool_name >&2; done; env -i "$it" reply block No.'
    done = guard(tmp_path, ["bash", "-c", code])
    assert outcome(done).blocked and done.stderr.startswith(b"Bash\nBash\n"), done


@pytest.mark.parametrize(
    ("name", "arguments", "action"),
    [
        ("PermissionRequest", ["rewrite", "command=ls", "--and", "allow"], "allowed"),
        ("PermissionRequest", ["allow", "--and", 'rewrite={"command": "ls"}'], "allowed"),
        ("PreToolUse", ["allow", "Fine.", "--and", 'rewrite={"command": "ls"}'], "allowed"),
        ("PreToolUse", ["rewrite", "command=ls", "--and", "context=a = b"], "normal"),
    ],
)
def test_one_reply_has_several_verbs(tmp_path: Path, name: str, arguments: list[str], action: str) -> None:
    input = event() | {"hook_event_name": name}
    done = guard(tmp_path, ["hookwire", "reply", *arguments], data=input)
    found = outcome(done, input)
    assert (found.action, found.new_input) == (action, {"command": "ls"}), done
    assert outcome(guard(tmp_path, ["hookwire", "reply", *arguments, "--and", "block=No."], data=input), input).blocked
    assert outcome(guard(tmp_path, ["hookwire", "reply", "context", "--", "x", "--and", "allow"], data=input), input).blocked


def test_the_permissions_change_with_an_allowed_call(tmp_path: Path) -> None:
    input = event() | {"hook_event_name": "PermissionRequest"}
    rules = json.dumps([{"type": "setMode", "mode": "plan", "destination": "session"}])
    done = guard(tmp_path, ["hookwire", "reply", "permissions", rules, "--and", "allow"], data=input)
    assert outcome(done, input).action == "allowed" and b"setMode" in done.stdout, done


# Further ones, found by attack: what they print on stderr, or beside their reply, shows that they went wrong.
MORE_SHELL = {
    "reason without decision": 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecisionReason": "Do not push"}}\'',
    "top reason only": 'echo \'{"reason": "Do not push"}\'',
    "systemMessage Blocked": 'echo \'{"systemMessage": "Blocked: do not push"}\'',
    "continue as string": 'echo \'{"continue": "false", "stopReason": "No"}\'',
    "stopReason without continue": 'echo \'{"stopReason": "No push"}\'',
    "continue null": 'echo \'{"continue": null}\'',
    "decision null": 'echo \'{"decision": null, "reason": "no"}\'',
    "deny uppercase": 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "DENY", "permissionDecisionReason": "No."}}\'',
    "deny with space": 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny ", "permissionDecisionReason": "No."}}\'',
    "key case": 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "PermissionDecision": "deny", "PermissionDecisionReason": "No."}}\'',
    "snake case": 'echo \'{"hook_specific_output": {"hookEventName": "PreToolUse", "permission_decision": "deny", "permission_decisionReason": "No."}}\'',
    "nested twice": 'echo \'{"hookSpecificOutput": {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}}\'',
    "json in string": 'echo \'"{\\"hookSpecificOutput\\": {\\"hookEventName\\": \\"PreToolUse\\", \\"permissionDecision\\": \\"deny\\", \\"permissionDecisionReason\\": \\"No.\\"}}"\'',
    "json in systemMessage": 'echo \'{"systemMessage": "{\\"hookSpecificOutput\\": {\\"hookEventName\\": \\"PreToolUse\\", \\"permissionDecision\\": \\"deny\\", \\"permissionDecisionReason\\": \\"No.\\"}}"}\'',
    "hso as string": 'echo \'{"hookSpecificOutput": "{\\"hookEventName\\": \\"PreToolUse\\", \\"permissionDecision\\": \\"deny\\", \\"permissionDecisionReason\\": \\"No.\\"}"}\'',
    "hso as list": 'echo \'{"hookSpecificOutput": [{"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}]}\'',
    "duplicate key allow last": 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecision": "allow"}}\'',
    "duplicate hso": 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny","permissionDecisionReason":"x"}, "hookSpecificOutput": {"hookEventName": "PreToolUse"}}\'',
    "BOM": 'printf \'\\xef\\xbb\\xbf\'; echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\'',
    "NUL before": 'printf \'\\0\'; echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\'',
    "NUL after": 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\'; printf \'\\0\'',
    "backspace": 'printf \'x\\b%s\\n\' \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\'',
    "carriage wrapped": 'printf \'\\r\\n\\r\\n%s\' \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\'',
    "reply indented after prompt": 'printf \'result: %s\\n\' \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\'',
    "markdown fence": 'printf \'```json\\n%s\\n```\\n\' \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\'',
    "xtrace on stdout": 'exec 2>&1; set -x; echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\'',
    "gzip": 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\' | gzip',
    "utf16": 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\' | iconv -t UTF-16',
    "to tty": 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\' > /dev/tty; exit 0',
    "to fd 3": 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\' >&3; exit 0',
    "to stdin fd": 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\' >&0; exit 0',
    "exit 2 in subshell": '(echo no >&2; exit 2); exit 0',
    "exit 2 in pipe": 'echo x | while read l; do echo no >&2; exit 2; done; exit 0',
    "return 2 at top": 'return 2; true',
    "trap ERR exit 0": "set -e; trap 'exit 0' ERR; hookwire get nope",
    "exec missing": 'exec nope-nope',
    "exec missing with execfail": 'shopt -s execfail; exec nope-nope; exit 0',
    "source missing": '. ./lib.sh; exit 0',
    "function name typo": 'chck_push() { exit 2; }; check_push; exit 0',
    "missing jq": 'PATH=; c=$(jq -r .tool_input.command); case $c in *push*) exit 2;; esac; exit 0',
    "jq wrong path": 'c=$(python3 -c \'import json,sys; print(json.load(sys.stdin)["command"])\'); case $c in *push*) exit 2;; esac; exit 0',
    "unset var test": "[ $cmd = 'git push' ] && exit 2; exit 0",
    "test syntax": '[[ $x == ]] && exit 2; exit 0',
    "reply captured by echo -n": 'r=$(hookwire reply block No. || true); echo "${r:0:20}"',
    "background reply, wait lost": 'hookwire reply block No. >r.txt & wait; exit 0',
    "reply via sed": "hookwire reply block No. | sed 's/deny/allow/'",
    "reply through jq . truncated": 'hookwire reply block No. | head -c 50',
    "reply to stderr and stdout ok": 'hookwire reply block No. 2>&1 | cat >&2; exit 0',
    "timeout wrapper of a part": 'mkfifo f; timeout 0.3 hookwire reply block - < f; exit 0',
    "hookwire missing in sudo style": 'env -i /nowhere/hookwire reply block No.; exit 0',
    "hookwire with typo": 'hookwrie reply block No.; exit 0',
    "hookwire wrong sub": 'hookwire replay block No. 2>/dev/null; exit 0',
    "hookwire no args": 'hookwire 2>/dev/null >&2; exit 0',
    "hookwire version check old": 'hookwire reply --block No. 2>/dev/null; exit 0',
    "hookwire explain": 'hookwire explain 2>/dev/null; exit 0',
    "hookwire commands no match flag": "hookwire commands --mach 'git push' 2>/dev/null | grep -q . && exit 2; exit 0",
    "stdin closed get": 'exec <&-; hookwire get nope 2>/dev/null; exit 0',
    "HOOKWIRE unset": 'unset HOOKWIRE_INPUT HOOKWIRE_FAILURES; hookwire get nope 2>/dev/null; exit 0',
    "failures var cleared": 'unset HOOKWIRE_FAILURES; hookwire get nope 2>/dev/null; exit 0',
    "disk quota on failure note": 'ulimit -f 0; hookwire get nope 2>/dev/null; exit 0',
    "fd limit": 'ulimit -n 3; hookwire get nope 2>/dev/null; exit 0',
}

MORE_PYTHON = {
    'exception in thread': "import threading\ndef f(): raise ValueError('x')\nt=threading.Thread(target=f); t.start(); t.join()",
    'print dict': "print({'hookSpecificOutput': {'permissionDecision': 'deny'}})",
    'pprint': "import pprint; pprint.pprint({'hookSpecificOutput': {'hookEventName': 'PreToolUse', 'permissionDecision': 'deny', 'permissionDecisionReason': 'x'*90}})",
    'repr bytes': 'print(b\'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\')',
    'json.dumps twice': 'import json; print(json.dumps(\'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\'))',
    'Enum value': "import json,enum\nclass D(str,enum.Enum):\n  deny='deny'\nprint({'permissionDecision': D.deny})",
    'set': "print({'deny'})",
    'tuple': "print(('deny','No push'))",
    'returned True': "import sys\ndef main(): return 'block'\nprint(main())",
    'logging': "import logging; logging.error('Blocked: git push')",
    'logging format': "import logging; logging.basicConfig(format='%(asctime)s %(levelname)s %(message)s'); logging.error('Blocked: git push')",
    'warn': "import warnings; warnings.warn('deny')",
    'except traceback': "import json,sys,traceback\ntry:\n  json.load(sys.stdin)['x']\nexcept Exception:\n  traceback.print_exc()",
    'del error': 'class A:\n  def __del__(self): raise SystemExit(2)\na=A(); del a',
    'exit in atexit': 'import atexit,sys\natexit.register(lambda: sys.exit(2))',
    'asyncio task': "import asyncio\nasync def f(): raise SystemExit\nasync def g():\n  t=asyncio.create_task(h()); await asyncio.sleep(0.1)\nasync def h(): raise ValueError('deny')\nasyncio.run(g())",
}

BROKEN_JAVASCRIPT = {
    'unhandled rejection handled': "process.on('unhandledRejection', e => console.error(e)); Promise.reject(new Error('deny'))",
    'console.log object': "console.log({hookSpecificOutput: {permissionDecision: 'deny'}})",
    'process.exit before flush big': 'process.stdout.write("          " + "{\\"hookSpecificOutput\\": {\\"hookEventName\\": \\"PreToolUse\\", \\"permissionDecision\\": \\"deny\\", \\"permissionDecisionReason\\": \\"No.\\"}}"); process.exit(0)',
    'console.error reply': 'console.error("{\\"hookSpecificOutput\\": {\\"hookEventName\\": \\"PreToolUse\\", \\"permissionDecision\\": \\"deny\\", \\"permissionDecisionReason\\": \\"No.\\"}}")',
    'throw in setTimeout': "setTimeout(() => { throw new Error('x') }, 10)",
    'JSON util.inspect': "console.log(require('util').inspect({decision: 'block'}))",
    'template': "console.log(`${{decision: 'block'}}`)",
    'uncaughtException handler': "process.on('uncaughtException', e => console.error(String(e))); throw new Error('Blocked')",
}

# Those of which nothing can be seen: they look like a hook that allows.
SILENT = {
    'to file': ["bash", "-c", 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\' > out.json; exit 0'],
    'exit 2 in function subst': ["bash", "-c", 'x=$(exit 2); exit 0'],
    'trap exit 0': ["bash", "-c", "trap 'exit 0' EXIT; exit 2"],
    'hookwire alias loses': ["bash", "-c", 'hookwire() { :; }; hookwire reply block No.; exit 0'],
    'timeout wrapper': ["bash", "-c", 'timeout 0.2 sleep 5; exit 0'],
    'base64': ["bash", "-c", 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\' | base64'],
    'sys.exit(2) in thread': [sys.executable, "-c", 'import threading,sys\nt=threading.Thread(target=lambda: sys.exit(2)); t.start(); t.join()'],
    'atexit lost': [sys.executable, "-c", "import atexit,os,sys\natexit.register(lambda: print('deny'))\nos._exit(0)"],
    'unflushed': [sys.executable, "-c", 'import os,sys\nsys.stdout.write(\'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\')\nos._exit(0)'],
    'exit none': [sys.executable, "-c", 'import sys\ndef main(): return 2\nmain()'],
    'except pass': [sys.executable, "-c", "import json,sys\ntry:\n  json.load(sys.stdin)['x']\nexcept Exception as e:\n  print(e, file=sys.stderr)"],
    'subprocess exit 2': [sys.executable, "-c", "import subprocess; subprocess.run(['sh','-c','exit 2'])"],
    'closed stdout': [sys.executable, "-c", 'import sys; sys.stdout.close(); sys.exit(0)'],
    'broken __main__': [sys.executable, "-c", 'if __name__ == \'main\':\n  print(\'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}}\')'],
}


@pytest.mark.parametrize("name", MORE_SHELL)
def test_no_further_shell_hook_opens_a_guard(tmp_path: Path, name: str) -> None:
    assert outcome(guard(tmp_path, ["bash", "-c", MORE_SHELL[name]], "--limit", "20s")).blocked


@pytest.mark.parametrize("name", MORE_PYTHON)
def test_no_further_python_hook_opens_a_guard(tmp_path: Path, name: str) -> None:
    assert outcome(guard(tmp_path, [sys.executable, "-c", MORE_PYTHON[name]], "--limit", "20s")).blocked


@pytest.mark.skipif(not shutil.which("node"), reason="Node is missing")
@pytest.mark.parametrize("name", BROKEN_JAVASCRIPT)
def test_no_broken_javascript_hook_opens_a_guard(tmp_path: Path, name: str) -> None:
    assert outcome(guard(tmp_path, ["node", "-e", BROKEN_JAVASCRIPT[name]], "--limit", "20s")).blocked


@pytest.mark.parametrize("name", SILENT)
def test_a_guard_that_has_to_reply_is_not_opened_by_silence(tmp_path: Path, name: str) -> None:
    assert outcome(guard(tmp_path, SILENT[name], "--require-reply", "--limit", "20s")).blocked


def test_a_guard_that_has_to_reply_says_that_the_action_may_go_on(tmp_path: Path) -> None:
    done = guard(tmp_path, ["echo", "{}"], "--require-reply")
    assert (done.returncode, done.stdout) == (0, b"{}\n")
    assert guard(tmp_path, ["true"], "--require-reply", data=event("PostToolUse")).returncode == 0
    assert outcome(guard(tmp_path, ["hookwire", "reply", "allow"], "--require-reply")).action == "allowed"


@pytest.mark.parametrize(
    "code",
    [
        "echo 'error: 3 files' >&2",
        "echo 'a.py:12: note' >&2; echo 'line 3: ok' >&2",
        "echo 'hookwire is fine' >&2",
        "python3 -W error -c 'import warnings' 2>&1 | cat >&2",
        """echo '{"systemMessage": "3 files, not blocked"}'""",
        """echo '{"systemMessage": "Formatted."}'""",
        """echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "Blocked ports: 22"}}'""",
        "hookwire reply allow; echo 'guard.txt: line 1: x' >&2",
        "export LC_ALL=xx_YY.UTF-8",
        "x=$(printf 'a\\0b')",
    ],
)
def test_notes_of_a_right_hook_do_not_block(tmp_path: Path, code: str) -> None:
    done = guard(tmp_path, ["bash", "-c", code])
    assert done.returncode == 0 and not outcome(done).blocked, done


# What right hooks print beside their answer. None of it is a verdict, and none is about a program that is missing.
LOGGED = [
    "blocklist: 12 patterns loaded",
    "Blocking rules: 12 loaded",
    "denylist=/etc/x",
    "rejected=0 accepted=1",
    "Blocked: 0 files, allowed: 3",
    "rules: deny 3, allow 4",
    "blocked: false",
    "blocked: []",
    "is_blocked=false",
    "<blocked>false</blocked>",
    "connection refused: retrying",
    "blockdev: ok",
    '{"level":"info","blocked":false}',
    "cannot write audit log: [Errno 13] Permission denied: '/var/log/audit'",
    "block size: 4096",
    "Rejected 0 of 12 files",
    "rule: reject-list.txt",
    "warn: line 3: too long",
    "guard.sh: line 3: type: gitleaks: not found",
    "src/x.sh: line 3: trailing whitespace",
    "config.yml: line 12: mapping values (ignored)",
    "policy: using hookwire 0.1",
    "[guard] cwd: /home/me/src/hookwire",
    "+ blocked=",
    "++ deny 'git push'",
    "(node:1) Warning: old\n    at f (x.js:1:1)",
    "cache ignored: Error: gone\n    at f (x.js:1:1)\n    at x.js:2:1",
    "ERROR:root:cache\nTraceback (most recent call last):\n  File \"x.py\", line 1, in f\nKeyError: 'a'",
    "Traceback (most recent call last):\n  File \"x.py\", line 1, in f\nKeyError: 'a'\nwithout the cache",
]


@pytest.mark.parametrize("line", LOGGED)
@pytest.mark.parametrize("ends", ["", "echo '{}'", "hookwire reply allow ok"], ids=["silent", "empty", "allow"])
def test_an_ordinary_line_of_a_log_does_not_block(tmp_path: Path, line: str, ends: str) -> None:
    (tmp_path / "log.txt").write_text(line + "\n")
    write(tmp_path, {"guard.sh": f"cat log.txt >&2\n{ends}\n"})
    done = guard(tmp_path, ["bash", "guard.sh"])
    assert done.returncode == 0 and outcome(done).action == ("allowed" if "allow" in ends else "normal"), done


@pytest.mark.parametrize("line", ["block size: 4096", "none", "None", "false", "null", "undefined", "[guard] rule {push} ok"])
def test_an_ordinary_line_on_stdout_does_not_block(tmp_path: Path, line: str) -> None:
    done = guard(tmp_path, ["echo", line])
    assert (done.returncode, done.stdout) == (0, b""), done


@pytest.mark.parametrize("code", ["print_exc(); print('{}')", "print_exc(); sys.stderr.write('no cache')"])
def test_an_exception_that_python_survives_does_not_block(tmp_path: Path, code: str) -> None:
    done = guard(tmp_path, [sys.executable, "-c", f"import sys\nfrom traceback import print_exc\ntry: 1 / 0\nexcept ArithmeticError: {code}"])
    assert done.returncode == 0 and outcome(done).action == "normal", done


# Ordinary lines with words of a verdict in them.
ORDINARY = [
    "Blocked list loaded",
    "Blocked list loaded: 12 entries",
    "Blocked list: 12 entries",
    "Denied list has 3 entries",
    "Forbidden words are loaded",
    "Rejected patterns with 4 entries",
    "Banned words: 17",
    "Deny rules loaded",
    "Block rules enabled",
    "Reject list is empty",
    "Block cache is ready",
    "Deny mode off",
    "Deny mode: off",
    "Block size 4096",
    "[guard] Blocked list loaded",
    "INFO Blocked list loaded",
    "INFO: Blocked list loaded",
    "Blocking IO is enabled",
    "Blocking IO…",
    "Ask mode off",
    "0 blocked, 3 allowed",
    "Blocked 0, allowed 3",
    "Blocked: 0, allowed: 3",
    "Blocked 0 of 3 commands",
    "Blocked nothing",
    "Blocked: none",
    "Rejected rows: 0",
    "Nothing blocked",
    "Nothing was denied: ok",
    "Not blocked: git status",
    "No command was blocked",
    "Loaded 3 blocked patterns",
    "Checking blocked commands...",
    "Denylist loaded from /etc/denylist",
    "Block 3 of 7 done",
    "Blocker check passed",
    "permission denied for the cache: going on without it",
    "blocked patterns: git push",
    "Denied paths: 4 loaded",
    "blocked: no",
    "Blocked: (none)",
    "Blocked: n/a",
    "Blocked hosts loaded from hosts.txt",
    "The push isn't blocked",
    "block: skipped",
    "block: off",
    "blocked: ok",
    "deny: skipped (not main branch)",
    "Blocked command list parsed",
    "block list version 3 loaded",
    "deny rule 3 skipped",
    "Deny rule git-push does not match",
    "Blocked by 0 rules",
    "Forbidden paths (/etc, /root) checked: ok",
    "Denied hosts file missing, using defaults",
    "Blocked so far: 3",
    "blocked_commands=12",
    "[dry-run] deny: git push",
    "[deny] list loaded",
    "blocked files....(no files to check)Skipped",
    "3 allowed, 0 blocked",
    "3 blocked",
    "Checking whether the push is blocked",
    "This push is not blocked",
    "cat: /etc/x: Permission denied",
    "curl: (22) The requested URL returned error: 403 Forbidden",
    "2026-11-30 10:00:00 INFO Blocked list loaded",
]

# What people print when they mean to block.
VERDICTS = [
    "BLOCKED: no force push",
    "Blocked",
    "blocked.",
    "Blocked!",
    "Blocked: do not push",
    "Blocked: No.",
    "Blocked: 0 tests were run",
    "Blocked: null bytes in the path",
    "Blocked: none of the tests pass",
    "Blocked by policy",
    "Blocked git push",
    "Blocked command: git push",
    "Blocked pattern: 2>/dev/null",
    "Blocked commit has secrets",
    "Blocked rule matched: no push",
    "Blocked because main is protected",
    "Blocked access to .env",
    "Blocked - use a branch",
    "Blocked words found",
    "BLOCKED git push --force is not allowed",
    "🚫 BLOCKED - git push is not allowed",
    "❌ Blocked",
    "DENIED",
    "Denied: ask first",
    "Denied list entry",
    "Access denied: main is protected",
    "Refused to push to main",
    "Rejected: the message is too long",
    "Forbidden: rm -rf",
    "Forbidden path /etc/passwd",
    "Prohibited: sudo",
    "Banned word: foo",
    "deny",
    "DENY git push",
    "Deny: no push",
    "block this call",
    "refuse git push",
    "decision: block",
    "decision=deny",
    "blocked: true",
    "ERROR Blocked: git push",
    "[guard] deny: git push",
    "[guard] Blocked git push",
    "[BLOCKED] git push to main",
    "[DENY] git push",
    "[Denied] x: y",
    "[block] push",
    "Command blocked",
    "Blocked: 0 approvals",
    "[BLOCKED] 0 approvals",
    "[DENY] path not matched by the allow list",
    "Blocked path: not matched by the allow list",
    "Blocked command is disabled in production",
    "Denied tool: disabled",
    "Blocked files: missing in CODEOWNERS",
    "This command is blocked",
    "This command is blocked by policy",
    "Push denied",
    "Push denied, ask first",
    "Access denied",
    "Access denied.",
    "Refusing to push",
    "2026-11-30 10:00:00 BLOCKED git push",
    "2026-11-30T10:00:00Z [guard] WARN Blocked git push",
    "guard: deny push",
    "Blocked rules: 3 matched",
    "Denied count: 3",
    "Blocked size 12 GB upload",
    "Blocked files missing a license",
]


@pytest.mark.parametrize("stream", ["", " >&2"], ids=["stdout", "stderr"])
def test_a_verdict_blocks_and_an_ordinary_line_does_not(tmp_path: Path, stream: str) -> None:
    def is_blocked(line: str) -> bool:
        (tmp_path / str(hash(line))).write_text(line + "\n")
        return outcome(guard(tmp_path, ["bash", "-c", f"cat -- {hash(line)}{stream}"])).blocked

    with ThreadPoolExecutor(4) as pool:
        blocked = {line for line, it in zip(ORDINARY + VERDICTS, pool.map(is_blocked, ORDINARY + VERDICTS), strict=True) if it}
    assert (blocked - set(VERDICTS), set(VERDICTS) - blocked) == (set(), set())


WRONG = [
    "jqq .",
    "echo deny",
    "echo 'Blocked: do not push' >&2",
    "printf '\\033[31mBLOCKED\\033[0m: do not push\\n' >&2",
    "echo '[guard] deny: git push' >&2",
    "echo 'guard DENY: git push' >&2",
    "echo is_blocked=true >&2",
    "echo '<decision>deny</decision>' >&2",
    "python3 -c 'raise KeyError(1)'",
    "echo 'guard.sh: Zeile 1: jqq: Kommando nicht gefunden.' >&2",
    "echo 'guard.sh: ligne 1 : jqq : commande introuvable' >&2",
    "echo 'bash: 第1行: jqq: 未找到命令' >&2",
    "PATH=/nowhere; hookwire reply block No.; PATH=$OLD",
    "env -i /nowhere/hookwire get cwd",
]


@pytest.mark.parametrize("line", WRONG)
@pytest.mark.parametrize("ends", ["true", "hookwire reply allow ok"])
def test_a_guard_that_goes_wrong_is_not_opened_by_what_it_says_then(tmp_path: Path, line: str, ends: str) -> None:
    write(tmp_path, {"guard.sh": f"OLD=$PATH\n{line}\n{ends}\n"})
    assert outcome(guard(tmp_path, ["bash", "guard.sh"])).blocked


@pytest.mark.parametrize("stale", ["/nowhere", "/proc/999999/fd/3", "/proc/1/fd/0"])
def test_the_variables_of_a_run_that_is_gone_name_none(tmp_path: Path, stale: str) -> None:
    data = json.dumps(event(tool_input={"command": "ls"})).encode()
    names = {"HOOKWIRE_INPUT": stale, "HOOKWIRE_FAILURES": stale}
    done = start(["get", "tool_input.command"], data, tmp_path, **names)
    assert (done.returncode, done.stdout) == (0, b"ls\n"), done
    done = guard(tmp_path, ["bash", "-c", f"export HOOKWIRE_INPUT={stale} HOOKWIRE_FAILURES={stale}; hookwire get tool_name >&2"])
    assert (done.returncode, done.stderr) == (0, b"Bash\n") or sys.platform != "linux", done


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows what is above a process")
def test_a_run_that_is_not_above_a_part_is_not_its_own(tmp_path: Path) -> None:
    """As in a terminal that a hook opened, or below a server that one started."""
    code = "env | grep ^HOOKWIRE_ > env.tmp; mv env.tmp env; sleep 60"
    with subprocess.Popen([PROGRAM, "run", "--", "bash", "-c", code], stdin=subprocess.PIPE, cwd=tmp_path) as other:
        assert other.stdin
        other.stdin.write(json.dumps(event()).encode())
        other.stdin.close()
        wait_until((tmp_path / "env").exists)
        names = dict(line.split("=", 1) for line in (tmp_path / "env").read_text().splitlines())
        done = start(["get", "tool_input.command"], json.dumps(event(tool_input={"command": "ls"})).encode(), tmp_path, **names)
        other.terminate()
    assert (done.returncode, done.stdout) == (0, b"ls\n"), done


@pytest.mark.parametrize("clean", ["", "env -u HOOKWIRE_INPUT -u HOOKWIRE_FAILURES "])
def test_a_hook_that_a_hook_tries_reads_its_own_input(tmp_path: Path, clean: str) -> None:
    tried = "hookwire get tool_input.command; hookwire get nope"
    line = f"{clean}hookwire try PreToolUse --tool Bash --set command=ls --format json -- {shlex.quote(tried)} >got.json 2>err; true"
    done = guard(tmp_path, ["bash", "-c", line])
    assert done.returncode == 0 and not outcome(done).blocked, (done, (tmp_path / "err").read_text())
    assert json.loads((tmp_path / "got.json").read_text())["hooks"][0]["stdout"] == "ls\n"


# A hook that another session of the host starts. The host gives each hook a session of processes.
NESTED = """
import json, socket, subprocess, sys
data = json.dumps(json.load(sys.stdin) | {"tool_input": {"command": "ls"}}).encode()
form, line = sys.argv[1:]
hook = {"args": ["bash", "-c", line], "stdout": subprocess.DEVNULL, "start_new_session": True}
if form == "pipe":
    subprocess.run(**hook, input=data)
elif form == "file":
    open("input.json", "wb").write(data)
    subprocess.run(**hook, stdin=open("input.json", "rb"))
else:
    here, there = socket.socketpair()
    here.sendall(data)
    here.shutdown(socket.SHUT_WR)
    subprocess.run(**hook, stdin=there)
"""

FORMS = ["pipe", "file", "socket"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the sessions of processes")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("second", ["", "</dev/null", "<<< x"])
def test_a_hook_of_a_session_that_a_hook_starts_reads_its_own_input(tmp_path: Path, form: str, second: str) -> None:
    line = f"hookwire get tool_input.command >&2; hookwire get session_id >&2 {second} || echo none >&2"
    done = guard(tmp_path, [sys.executable, "-c", NESTED, form, line])
    own, *failed, last = done.stderr.splitlines()
    # The second part has nothing left to read, as in any plain hook. What is of the run above would be wrong.
    assert (done.returncode, own, last) == (0, b"ls", b"none") and b"cannot be read" in b"".join(failed), done


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the sessions of processes")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("before", ["", "[ $(hookwire get tool_name) = Bash ]; "], ids=["alone", "later"])
def test_what_a_hook_of_another_session_says_is_not_about_the_guard(tmp_path: Path, form: str, before: str) -> None:
    done = guard(tmp_path, [sys.executable, "-c", NESTED, form, f"exec 2>/dev/null; {before}hookwire reply block No. --event PreToolUse; exit 0"])
    assert done.returncode == 0 and not outcome(done).blocked, done


# Mistakes that the script does not notice: of a file that the hook names otherwise than the shell, and those without a line of it.
UNNOTICED = {
    "a library": '. ./lib.sh',
    "a library, with an allowance": '. "$(dirname "$0")/lib.sh"; hookwire reply allow ok',
    "a library with a mistake in its syntax": ". ./syntax.sh",
    "a script that a script starts": "bash ./lib.sh; true",
    "a script with a path that is expanded": 'X=$PWD; sh -c "bash \\"$X\\"/lib.sh | cat"',
    "a script without an ending": "./noext || true",
    "a script that is not there": "bash nope.sh; [ $? -eq 2 ] && exit 2; exit 0",
    "a script of Python that is not there": f"{sys.executable} chekc.py; [ $? -eq 3 ] && exit 2; exit 0",
    "a module that is not there": f"{sys.executable} -m nosuchmod; exit 0",
    "a script that Python cannot read": f"{sys.executable} broken.py; exit 0",
    "a library without an ending": ". ./rules; hookwire reply allow ok",
    "a script in another folder": "cd sub && ./chk.sh; exit 0",
    "a script that is gone": "cp lib.sh gone; bash ./gone; rm gone; exit 0",
    "a text before it": "printf 'Checking... ' >&2; jqq .; exit 0",
    "an interpreter that does not start": f"PYTHONHOME=/nosuch {sys.executable} -c pass || true",
    "a command of a part in a session": "setsid -w hookwire commands --match 'git push' -- \"$(hookwire get tool_input.command)\" </dev/null >/dev/null && exit 2",
    "too few files": "ulimit -n 3; x=$(echo a); exit 0",
    "a limit of the files of a part": "ulimit -f 0; x=$(hookwire get tool_input.command); case $x in 'git push') exit 2;; esac; exit 0",
}


@pytest.mark.parametrize("name", UNNOTICED)
def test_a_mistake_that_no_line_of_the_command_names_blocks(tmp_path: Path, name: str) -> None:
    files = {"lib.sh": "x=$(jqq .)\n[ -z \"$x\" ] || exit 2\n", "syntax.sh": "if true; then\n", "broken.py": "import sys\nif (:\n    sys.exit(2)\n"}
    write(tmp_path, files | {"noext": "#!/usr/bin/env bash\n" + files["lib.sh"], "guard.sh": UNNOTICED[name]})
    write(tmp_path, {"rules": files["lib.sh"], "sub/chk.sh": "#!/bin/bash -e\njqq . || true\n"})
    for file in ("noext", "sub/chk.sh"):
        (tmp_path / file).chmod(0o755)
    assert outcome(guard(tmp_path, ["bash", "guard.sh"])).blocked


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the threads of a process")
def test_a_part_that_a_thread_starts_later_is_noticed(tmp_path: Path) -> None:
    code = "import subprocess, threading\ndef work():\n    sum(range(3_000_000))\n    subprocess.run(['hookwire', 'reply', 'block', 'No.'])\nthreading.Thread(target=work).start()\n"
    write(tmp_path, {"late.py": code})
    assert outcome(guard(tmp_path, ["bash", "-c", f"{sys.executable} late.py >/dev/null 2>&1 & exit 0"])).blocked


def test_parts_below_many_processes_belong_to_the_run(tmp_path: Path) -> None:
    write(tmp_path, {"d.sh": "n=$1; [ $n -gt 0 ] && { bash $0 $((n-1)); exit 0; }; hookwire get tool_input.nope; exit 0\n"})
    assert outcome(guard(tmp_path, ["bash", "-c", "bash d.sh 150; exit 0"])).blocked


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be somebody else")
@pytest.mark.parametrize("part", ["hookwire get tool_input.nope || true", "hookwire reply block No. >/dev/null; exit 0"])
def test_a_part_of_another_user_that_cannot_reach_the_run_blocks(tmp_path: Path, part: str) -> None:
    # Nobody has to find the program.
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(PROGRAM, folder)
        os.chmod(folder, 0o755)
        os.chmod(Path(folder) / "hookwire", 0o755)
        line = f"PATH={folder}:$PATH setpriv --reuid 65534 --clear-groups bash -c {shlex.quote(part)}; exit 0"
        assert outcome(guard(tmp_path, ["bash", "-c", line])).blocked


def test_a_line_about_a_file_is_no_mistake_and_opens_no_pipe(tmp_path: Path) -> None:
    """What `grep -n` found in a script, and a name that the call has chosen."""
    write(tmp_path, {"deploy.sh": "x\n    git push origin\n"})
    os.mkfifo(tmp_path / "pipe.sh")
    for line in ("grep -n push deploy.sh /dev/null >&2", "echo './pipe.sh: looks odd' >&2", "echo 'deploy.sh: 2 lines' >&2"):
        write(tmp_path, {"guard.sh": f"{line}\nexit 0\n"})
        done = guard(tmp_path, ["bash", "guard.sh"])
        assert (done.returncode, done.stdout) == (0, b""), done


def test_another_command_in_another_session_does_not_block(tmp_path: Path) -> None:
    """An agent that a hook starts can ask for help."""
    for line in ("hookwire --help", "hookwire get --help", "hookwire check --bogus"):
        done = guard(tmp_path, ["bash", "-c", f"setsid -w {line} </dev/null >/dev/null 2>&1; exit 0"])
        assert done.returncode == 0, (line, done)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be somebody else")
def test_a_hook_of_another_user_in_another_session_fails_as_any(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(PROGRAM, folder)
        os.chmod(folder, 0o755)
        os.chmod(Path(folder) / "hookwire", 0o755)
        inner = f"PATH={folder}:$PATH setpriv --reuid 65534 --clear-groups setsid -w bash -c 'hookwire get tool_input.nope 2>/dev/null; echo $? >&3'"
        write(tmp_path, {"inner.json": INNER})
        guard(tmp_path, ["bash", "-c", f"{inner} 3>code <inner.json; exit 0"])
    assert (tmp_path / "code").read_text() == "2\n"


def test_no_variable_of_the_environment_is_a_field(tmp_path: Path) -> None:
    data = event(tool_name="NotebookEdit", tool_input={"notebook_path": "/x/.env"})
    code = 'set -euo pipefail; eval "$(hookwire get --sh)"; echo "$hook_tool_input_file_path" >&2'
    done = start(["run", "--", "bash", "-c", code], json.dumps(data).encode(), tmp_path, hook_tool_input_file_path="x", CLICOLOR_FORCE="1")
    assert (done.returncode, done.stderr) == (0, b"\n"), done
    for arguments in ("ls", ["ls"], None):
        assert outcome(guard(tmp_path, ["bash", "-c", code], data=event(tool_input=arguments))).blocked
    # A value is no line, and a variable of somebody else stays.
    code = 'eval "$(hookwire get --sh)"; echo "$hook_tool_input_file_path$hook_log" >&2'
    data = event(tool_input={"command": "ls\nhook_tool_input_file_path="})
    done = start(["run", "--", "bash", "-c", code], json.dumps(data).encode(), tmp_path, hook_tool_input_file_path="x", hook_log="y")
    assert (done.returncode, done.stderr) == (0, b"y\n"), done


def test_no_variable_of_the_environment_colours_what_a_script_reads(tmp_path: Path) -> None:
    code = "hookwire commands --match 'git push' | grep -q '^git push' && exit 2; exit 0"
    assert start(["run", "--", "bash", "-c", code], json.dumps(event()).encode(), tmp_path, CLICOLOR_FORCE="1").returncode == 2


INNER = json.dumps(event(tool_input={"command": "INNER rm"}))

PASSED_ON = {
    "by a filter": (INNER, "python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)))' | hookwire commands --match INNER"),
    "after a while": (INNER, "sleep 0.3; exec hookwire get tool_input.command"),
    "after another reader": (INNER, "cat >/dev/null; hookwire reply block inner --event PreToolUse >/dev/null; echo INNER rm"),
    "with a failure": (INNER, "hookwire get tool_input.command; hookwire get nope"),
    "in a long input": (INNER.replace("rm", "rm" + "x" * 200_000), "hookwire get tool_input.command"),
    "of another event": (json.dumps(event("UserPromptSubmit", prompt="x")), "cat >/dev/null; hookwire reply context INNER --event UserPromptSubmit"),
}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the sessions of processes")
@pytest.mark.parametrize("name", PASSED_ON)
@pytest.mark.parametrize("delay", ["", "sleep 0.3; "], ids=["at once", "late"])
def test_a_hook_of_another_session_has_its_own_input_however_it_gets_it(tmp_path: Path, name: str, delay: str) -> None:
    data, line = PASSED_ON[name]
    write(tmp_path, {"inner.json": data, "inner.sh": line})
    done = guard(tmp_path, ["bash", "-c", f"({delay}cat inner.json) | setsid -w sh inner.sh >out 2>err; exit 0"])
    out = (tmp_path / "out").read_text()
    assert done.returncode == 0 and not outcome(done).blocked and "INNER" in out and "git push" not in out, (done, out)


# What a guard starts in the background, outside of its group.
LEFT = [
    "setsid hookwire reply block No. >/dev/null 2>&1 &",
    "set -m; hookwire reply block No. >/dev/null 2>&1 &",
    "setsid -f hookwire reply block No. >/dev/null 2>&1",
    "(setsid sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; hookwire reply block No.' >/dev/null 2>&1 &)",
]


def test_what_blocks_does_not_wait_for_what_it_leaves_behind(tmp_path: Path) -> None:
    unread = "(hookwire get tool_input.command | sleep 2) >/dev/null 2>&1 & sleep 0.2;"
    data = event(tool_input={"command": "x" * 200_000})
    done = guard(tmp_path, ["bash", "-c", f"{unread} hookwire reply block No."], data=data)
    # What is not done yet is not the reason.
    assert json.loads(done.stdout)["hookSpecificOutput"]["permissionDecisionReason"] == "No.", done


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a program what its commands leave behind")
@pytest.mark.parametrize("line", LEFT)
@pytest.mark.parametrize("code", [0, 1])
def test_a_part_that_left_the_group_is_noticed(tmp_path: Path, line: str, code: int) -> None:
    assert outcome(guard(tmp_path, ["bash", "-c", f"{line}\nexit {code}"], "--allow-exit", "1")).blocked


def test_a_copy_of_the_program_with_another_name_is_a_part(tmp_path: Path) -> None:
    shutil.copy(PROGRAM, tmp_path / "copy")
    assert outcome(guard(tmp_path, ["bash", "-c", "./copy reply block No. >/dev/null; true"])).blocked


@pytest.mark.parametrize("part", ["get tool_input.command", "get --sh", "commands", "commands --format json"])
def test_a_pipe_that_is_closed_early_is_no_failure(tmp_path: Path, part: str) -> None:
    data = event(tool_input={"command": "ls a\n" * 50_000})
    done = guard(tmp_path, ["bash", "-c", f"set -eo pipefail; hookwire {part} | head -1 >/dev/null"], data=data)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), done


def test_a_reply_that_nobody_reads_is_a_failure(tmp_path: Path) -> None:
    assert outcome(guard(tmp_path, ["bash", "-c", "hookwire reply ask Sure? | true; true"])).blocked


@pytest.mark.parametrize(
    "command",
    [
        ["bash", "-c", "echo 'blocked: --token hunter2hunter2'"],
        ["bash", "-c", "exit 3", "x" * 38, "ghp_hunter2abcdefghijklmnopqrstuvwxyz"],
        ["bash", "-c", "exit 3", "--password", "a hunter2"],
        # What is shown is the end of what a hook printed, and a secret can be longer.
        ["bash", "-c", "echo '-----BEGIN PRIVATE KEY-----' >&2; printf 'hunter%s\\n' {2,2,2,2,2,2}{0..99} >&2; exit 1"],
        ["bash", "-c", "printf TOKEN= >&2; printf 'hunter%s' {2,2,2,2,2,2}{0..99} >&2; exit 1"],
        ["bash", "-c", "printf 'Cookie: a=b' >&2; printf '; c=hunter%s' {2,2,2,2,2,2}{0..99} >&2; exit 1"],
    ],
)
def test_no_message_has_a_secret(tmp_path: Path, command: list[str]) -> None:
    done = guard(tmp_path, command)
    assert outcome(done).blocked and b"hunter2" not in done.stdout + done.stderr, done


def test_a_run_in_a_run_that_blocks_is_noticed(tmp_path: Path) -> None:
    inner = "hookwire run -- bash -c 'exit 2'; true"
    assert outcome(guard(tmp_path, ["bash", "-c", inner])).blocked
    # A test of a guard with an input of its own.
    write(tmp_path, {"inner.json": INNER})
    assert guard(tmp_path, ["bash", "-c", f"(cat inner.json | {inner}) 2>/dev/null"]).returncode == 0


# Parts of a guard whose standard input is another input of the host, such as a line of a log.
OTHER_STDIN = {
    "a reply in a pipe": "cat other.json | hookwire reply block No.; exit 0",
    "a reply in a pipe, with its event": "cat other.json | hookwire reply block No. --event PreToolUse >/dev/null; exit 0",
    "a reply that is lost": "hookwire reply block No. < other.json >/dev/null; exit 0",
    "a failure": "cat other.json | hookwire get tool_input.nope; exit 0",
    "commands of the call": "exec < other.json; [ -z \"$(hookwire commands --match 'git push')\" ] || exit 2",
    "a loop": "while read -r line; do x=$(hookwire get tool_input.command); [ \"$x\" = 'git push' ] && exit 2; done < other.json; exit 0",
    "a failure in a loop": "while read -r line; do hookwire get tool_input.nope || true; done < other.json; exit 0",
    "a reply in a loop": "while true; do hookwire reply block No. >/dev/null; exit 0; done < other.json",
    "a second reply": "exec < other.json; hookwire get tool_name >/dev/null; hookwire reply block No. >/dev/null",
    "a reply in a session": "setsid -w hookwire reply block No. < other.json >/dev/null; exit 0",
    "a reply in a session, from a text": "setsid -w bash -c 'hookwire get tool_name; echo No. | hookwire reply block -' < other.json >/dev/null; exit 0",
    "a reply in a session, without a verb that is known": "setsid -w hookwire reply blok No. </dev/null; exit 0",
    "a reply in a session, with an option that is wrong": "setsid -w hookwire reply block --evnt Stop No. </dev/null; exit 0",
    "a guard's own reply in a session": "setsid -w hookwire reply block No. >/dev/null; exit 0",
    "commands in a session": "[ -z \"$(setsid -w hookwire commands --match 'git push')\" ] || exit 2",
    "a failure in a session": "setsid -w hookwire get tool_input.nope || true",
    "commands in a session, without an input": "[ -z \"$(setsid -w hookwire commands --match 'git push' </dev/null)\" ] || exit 2",
    "commands in a session, with a text": "[ -z \"$(setsid -w hookwire commands --match 'git push' <<< x)\" ] || exit 2",
    "commands in a session, behind a pipe": "[ -z \"$(true | setsid -w hookwire commands --match 'git push')\" ] || exit 2",
    "commands in a session, with a closed input": "[ -z \"$(setsid -w hookwire commands --match 'git push' <&-)\" ] || exit 2",
    "commands in a shell of a session": "setsid -w bash -c '[ -z \"$(hookwire commands --match \"git push\")\" ] || kill $PPID' </dev/null; exit 0",
    "a value in a session": "[ \"$(setsid -w hookwire get tool_input.command --default ls </dev/null)\" != 'git push' ] || exit 2",
    "values in a session": "eval \"$(setsid -w hookwire get --sh <<< x | grep -v exit)\"; [ \"$hook_command\" != 'git push' ] || exit 2",
    "a wrong option in a session": "[ -z \"$(setsid -w hookwire commands --mtach 'git push' </dev/null)\" ] || exit 2",
    "no part in a session": "setsid -w hookwire </dev/null; exit 0",
    "a misspelled part in a session": "setsid -w hookwire repyl block No. </dev/null; exit 0",
    "a reply in a session, with a wrong verb and its event": "setsid -w hookwire reply blokc --event PreToolUse No. </dev/null; exit 0",
    "a part in a session that is ended before it has an input": "x=$(sleep 1 | setsid -w timeout 0.3 hookwire commands --match 'git push'); [ -z \"$x\" ] || exit 2",
    "a value in a session whose input is read": "cat | setsid -w bash -c 'cat >/dev/null; hookwire get cwd >/dev/null'; exit 0",
}


@pytest.mark.parametrize("name", OTHER_STDIN)
def test_a_part_belongs_to_its_run_whatever_its_stdin_is(tmp_path: Path, name: str) -> None:
    if "setsid" in OTHER_STDIN[name] and sys.platform != "linux":
        pytest.skip("only Linux has setsid")
    (tmp_path / "other.json").write_text(json.dumps(event(tool_input={"command": "ls"})) + "\n" + json.dumps(event("Stop")) + "\n")
    done = guard(tmp_path, ["bash", "-c", OTHER_STDIN[name]])
    assert outcome(done).blocked, done


@pytest.mark.parametrize(
    "line",
    [
        'input=$(cat); echo "$input" | hookwire get nope || true',
        "python3 -m json.tool | hookwire get nope || true",
        "echo x | hookwire get nope || true",
        "echo '{}' | hookwire get nope || true",
        "hookwire get nope <&- || true",
        "hookwire get nope </dev/null || true",
        "sleep 1 | hookwire get nope || true",
    ],
)
def test_a_part_with_another_stdin_still_belongs_to_its_run(tmp_path: Path, line: str) -> None:
    assert outcome(guard(tmp_path, ["bash", "-c", line + " 2>/dev/null"])).blocked


def test_a_part_leaves_to_a_loop_what_it_reads(tmp_path: Path) -> None:
    code = "printf '1\\n2\\n3\\n' | while read x; do echo $x $(hookwire get tool_name) >&2; done"
    assert guard(tmp_path, ["bash", "-c", code]).stderr == b"1 Bash\n2 Bash\n3 Bash\n"


@pytest.mark.parametrize("options", [[], ["--require-reply"]], ids=["", "required"])
def test_an_empty_reply_behind_a_line_of_a_log_is_one(tmp_path: Path, options: list[str]) -> None:
    done = guard(tmp_path, ["bash", "-c", "echo checking; echo '{}'; echo done"], *options)
    assert (done.returncode, done.stdout) == (0, b"{}\n"), done


def test_a_question_that_is_lost_blocks(tmp_path: Path) -> None:
    assert outcome(guard(tmp_path, ["hookwire", "reply", "ask", "Sure?"])).action == "asked"
    for line in ("x=$(hookwire reply ask Sure?)", "hookwire reply ask Sure? >x", "x=$(hookwire reply ask Sure?); hookwire reply allow ok"):
        assert outcome(guard(tmp_path, ["bash", "-c", line])).blocked, line
    assert outcome(guard(tmp_path, ["bash", "-c", "x=$(hookwire reply ask Sure?); hookwire reply block No."])).blocked
