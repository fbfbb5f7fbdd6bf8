"""Running hooks as the host does."""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hookwire import Context
from hookwire.host import exited, interpret, run_hook

CALL = {"hook_event_name": "PreToolUse", "session_id": "s1", "cwd": "/", "tool_name": "Bash"}


def command(line: str, **more: Any) -> dict[str, Any]:
    """Returns the entry of a command."""
    return {"type": "command", "command": line, **more}


def test_a_command_gets_the_input_and_its_answer_is_interpreted(tmp_path: Path) -> None:
    """The input arrives on standard input, and exit code 2 blocks."""
    run = run_hook(command("cat >&2; exit 2"), {**CALL, "cwd": str(tmp_path)})
    assert run.outcome.blocked
    assert json.loads(run.outcome.texts[0]["text"])["tool_name"] == "Bash"
    assert run.result is not None
    assert (run.result["exitCode"], run.result["stdout"]) == (2, "")
    assert run.result["hookEvent"] == "PreToolUse" and run.result["executionTime"] > 0


def test_a_command_can_read_its_input_as_a_line() -> None:
    """The host ends the input with a line feed, without which `read` fails."""
    run = run_hook(command("set -e; read -r input; echo '{}'; ! read -r more"), CALL)
    assert run.result is not None
    assert (run.result["exitCode"], run.outcome.failure) == (0, None)


def test_the_folder_and_the_environment_are_those_of_the_host(tmp_path: Path) -> None:
    """The command runs in the folder of the input, and knows the project."""
    shown = "pwd; echo $CLAUDE_PROJECT_DIR $CLAUDECODE $CLAUDE_CODE_SESSION_ID $OWN"
    own = {"PATH": os.environ["PATH"], "OWN": "own"}
    run = run_hook(command(shown), {**CALL, "cwd": str(tmp_path)}, cwd="/usr", env=own)
    assert run.result is not None
    assert run.result["stdout"] == f"{tmp_path}\n/usr 1 s1 own\n"
    missing = run_hook(command("pwd"), {**CALL, "cwd": "/missing"}, cwd="/usr")
    assert missing.result is not None
    assert missing.result["stdout"] == "/usr\n"


def test_arguments_are_passed_without_a_shell() -> None:
    """Nothing is expanded but the folder of the project."""
    entry = command(sys.executable, args=["-c", "import sys; print(sys.argv[1:])", "$HOME", "${CLAUDE_PROJECT_DIR}/a b"])
    run = run_hook(entry, CALL, cwd="/usr")
    assert run.result is not None
    assert run.result["stdout"] == "['$HOME', '/usr/a b']\n"


def test_a_time_limit_ends_the_command_and_what_it_started(tmp_path: Path) -> None:
    """No process is left after the limit, and what was printed is dropped."""
    mark = tmp_path / "mark"
    line = f"(sleep 5; touch {mark}) & echo '{{}}'; sleep 20"
    started = time.monotonic()
    run = run_hook(command(line, timeout=0.5), CALL)
    assert time.monotonic() - started < 4.5
    assert (run.outcome.failure, run.outcome.action, run.result) == ("timed-out", "normal", None)
    time.sleep(5.2)
    assert not mark.exists()


def test_a_command_that_is_not_there_is_not_started() -> None:
    """Without a shell, nothing can be started."""
    entry = command("/missing/program", args=[], onFailure="block")
    run = run_hook(entry, CALL)
    assert (run.outcome.failure, run.outcome.action) == ("not-started", "blocked")


def test_a_command_that_does_not_read_its_input_and_one_that_is_killed() -> None:
    """Neither is an error of the program."""
    large = {**CALL, "tool_input": {"command": "x" * 1_000_000}}
    assert run_hook(command("exit 0"), large).outcome.action == "normal"
    killed = run_hook(command("kill -9 $$"), CALL)
    assert killed.result is not None
    assert (killed.result["exitCode"], killed.outcome.failure) == (137, "exit-code")


def test_a_first_line_moves_the_command_to_the_background() -> None:
    """The run returns at once, and the later answer has its own outcome."""
    line = """echo '{"async": true}'; sleep 4; echo '{"systemMessage": "done"}'; exit 2"""
    started = time.monotonic()
    run = run_hook(command(line), CALL)
    assert time.monotonic() - started < 3
    assert run.outcome.action == "normal" and run.later is not None
    assert [it["text"] for it in run.later.wait().texts] == ["done"]


def test_a_program_that_cannot_be_started_is_named() -> None:
    """With the folder in which it would start, which may be what is missing."""
    run = run_hook({"type": "command", "command": "no-such", "args": []}, CALL, cwd="/")
    assert run.outcome.explanation.endswith(' "no-such" could not be started in the folder "/".')
    run = run_hook(command("exit 0"), {**CALL, "cwd": "/no-such"}, cwd="/no-such")
    assert run.outcome.explanation.endswith(' The folder "/no-such" does not exist, so "sh" could not be started.')


def test_the_mistakes_of_a_first_line_are_reported() -> None:
    """Those of the later answer are in its own outcome."""
    run = run_hook(command("""echo '{"async": true, "asyncTimeout": "5"}'; echo '{"decision": "block"}'"""), CALL)
    whole = interpret("PreToolUse", exited(0, '{"async": true, "asyncTimeout": "5"}'))
    assert run.outcome == whole
    assert [it["pointer"] for it in run.outcome.problems] == ["/asyncTimeout"]
    assert run.later is not None
    assert [it["pointer"] for it in run.later.wait().problems] == [""]


def test_a_command_in_the_background_can_be_stopped() -> None:
    """It does not outlive the program that runs it."""
    run = run_hook(command("sleep 60", **{"async": True}), CALL)
    assert run.later is not None
    run.later.stop()
    assert run.later.wait().texts == []


def test_a_request_goes_through_the_transport() -> None:
    """The package sends nothing by itself."""
    sent: list[Any] = []

    def transport(url: str, headers: Any, body: bytes, timeout: float) -> tuple[int, bytes]:
        sent.append((url, headers["Content-Type"], headers["X"], json.loads(body), timeout))
        return 200, b'{"decision": "block", "reason": "no"}'

    entry = {"type": "http", "url": "http://localhost/hook", "headers": {"X": "1"}, "timeout": 3}
    run = run_hook(entry, CALL, transport=transport)
    assert run.outcome.blocked
    assert sent == [("http://localhost/hook", "application/json", "1", CALL, 3)]


@pytest.mark.parametrize(("error", "failure"), [(TimeoutError, "timed-out"), (OSError, "no-connection")])
def test_errors_of_the_transport_are_failures(error: type[OSError], failure: str) -> None:
    """A server that cannot be reached blocks nothing."""

    def transport(*_: Any) -> tuple[int, bytes]:
        raise error

    run = run_hook({"type": "http", "url": "http://localhost"}, CALL, transport=transport)
    assert run.outcome.failure == failure


@pytest.mark.parametrize(
    "entry",
    [
        {"type": "prompt", "prompt": "?"},
        {"type": "command"},
        {"type": "http"},
        {"type": "http", "url": "http://localhost"},
    ],
)
def test_handlers_that_cannot_be_run_are_refused(entry: dict[str, Any]) -> None:
    """The mistake is that of the program."""
    with pytest.raises(ValueError, match=r"handler"):
        run_hook(entry, CALL)


def test_a_command_that_wakes_claude_runs_in_the_background() -> None:
    """Its exit code 2 is a message for Claude, later."""
    run = run_hook(command("sleep 0.2; echo more >&2; exit 2", asyncRewake=True), CALL)
    assert (run.outcome.action, run.result) == ("normal", None)
    assert run.later is not None
    assert [it["text"] for it in run.later.wait().texts] == ["more"]


def test_a_host_that_reads_the_whole_output_waits_for_it() -> None:
    """The first line alone does not move a command to the background there."""
    line = """echo '{"async": true}'; echo no >&2; exit 2"""
    run = run_hook(command(line), CALL, context=Context(host="2.1.42"))
    assert run.later is None
    assert run.result is not None and run.result["exitCode"] == 2


def test_a_command_with_a_zero_byte_cannot_be_started() -> None:
    """As for every command that does not exist."""
    assert run_hook(command("echo a\0b"), CALL).outcome.failure == "not-started"
    assert run_hook(command("true"), {**CALL, "session_id": "a\0b"}).outcome.failure is None


@pytest.mark.parametrize("limit", [1e12, float("inf"), 10**400])
def test_a_time_limit_may_be_huge(limit: float) -> None:
    """It is that of the settings, where nobody checks it."""
    assert run_hook(command("true", timeout=limit), CALL).outcome.failure is None


def test_a_command_that_may_wake_claude_keeps_its_time_limit() -> None:
    """So nobody waits for it forever."""
    run = run_hook(command("sleep 60; exit 2", asyncRewake=True, timeout=0.3), CALL)
    assert run.later is not None
    started = time.monotonic()
    assert run.later.wait().texts == []
    assert time.monotonic() - started < 30
    run.later.stop()


def test_an_input_is_json_whatever_is_in_it() -> None:
    """A number that JSON does not have is `null`, and half of a pair is replaced."""
    run = run_hook(command("cat >&2; exit 2"), {**CALL, "a": float("nan"), "b": "\ud800"})
    text = json.loads(run.outcome.texts[0]["text"])
    assert (text["a"], text["b"]) == (None, "\ufffd")


def test_the_name_of_an_event_is_a_string() -> None:
    """Anything else is an event that the package does not know."""
    for name in (None, ["PreToolUse"], 5):
        assert run_hook(command("exit 2"), {**CALL, "hook_event_name": name}).outcome.action == "unknown"


@pytest.mark.parametrize("wrong", [[5], "x", {}])
def test_arguments_are_strings(wrong: Any) -> None:
    """Anything else is a mistake in the settings."""
    with pytest.raises(ValueError, match="list of strings"):
        run_hook(command("true", args=wrong), CALL)
    assert run_hook(command("true", args=None), CALL).outcome.failure is None


BLOCKS = "echo no >&2; exit 2"
HELD = "sleep 20"
"""A process that is left running, and holds the streams of the hook for this time."""


@pytest.mark.parametrize(
    "left",
    [
        pytest.param(f"{HELD} &", id="child"),
        pytest.param(f"(setsid {HELD} &);", id="grandchild in a session of its own"),
        pytest.param("(for it in $(seq 2000); do echo x; sleep 0.01; done) &", id="more output"),
        pytest.param("(for it in $(seq 2000); do echo x >&2; sleep 0.01; done) &", id="more errors"),
        pytest.param(f"({HELD} <&3) 3<&0 >/dev/null 2>&1 &", id="stdin"),
    ],
)
def test_a_process_that_a_command_leaves_does_not_delay_the_result(left: str) -> None:
    """The result has what was written until the command ended."""
    large = {**CALL, "tool_input": {"command": "x" * 1_000_000}}
    started = time.monotonic()
    run = run_hook(command(f"{left} {BLOCKS}"), large)
    assert time.monotonic() - started < 10
    assert run.outcome.blocked and run.result is not None
    assert run.result["exitCode"] == 2 and "no\n" in run.result["stderr"]


def test_a_command_that_ends_in_time_is_not_late_because_of_a_process_that_it_leaves() -> None:
    """Only the command itself has to end within the limit."""
    run = run_hook(command(f"{HELD} & sleep 0.4; {BLOCKS}", timeout=0.6), CALL)
    assert run.outcome.blocked


@pytest.mark.parametrize("setting", [{}, {"async": True}, {"asyncRewake": True}])
def test_a_process_that_is_left_does_not_delay_a_later_answer(setting: dict[str, Any]) -> None:
    """A command in the background has ended when its own process has."""
    first = "" if setting else """echo '{"async": true}';"""
    started = time.monotonic()
    run = run_hook(command(f"{first} {HELD} & {first} exit 2", **setting), CALL)
    assert run.later is not None
    run.later.wait()
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("flood", ["yes", "yes | tr -d '\\n'", "yes >&2", "yes & yes >&2"])
def test_a_flood_of_output_ends_with_the_time_limit(flood: str) -> None:
    """It neither delays the end nor fills the memory."""
    started = time.monotonic()
    run = run_hook(command(flood, timeout=0.5), CALL)
    assert time.monotonic() - started < 20
    assert run.outcome.failure == "timed-out" or flood == "yes & yes >&2"


def test_only_the_first_bytes_of_a_flood_are_kept() -> None:
    """The rest is read, so the command does not wait."""
    most = 64 * 1024 * 1024
    run = run_hook(command("head -c 100000000 /dev/zero; exit 2"), CALL)
    assert run.outcome.blocked and run.result is not None
    assert most <= len(run.result["stdout"]) <= most + 65536


@pytest.mark.parametrize("reads", ["", "head -c 10 >/dev/null;"])
def test_a_command_may_close_standard_input_early(reads: str) -> None:
    """The host does not care."""
    large = {**CALL, "tool_input": {"command": "x" * 1_000_000}}
    run = run_hook(command(f"{reads} exec <&-; sleep 0.2; {BLOCKS}"), large)
    assert run.outcome.blocked


def test_a_zero_byte_in_the_output_is_a_character_like_others() -> None:
    """It ends no text."""
    run = run_hook(command("printf 'a\\0b' >&2; exit 2"), CALL)
    assert [it["text"] for it in run.outcome.texts] == ["a\0b"]


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_what_a_process_cannot_be_given(text: str) -> None:
    """A command with it cannot be started. A session with it has no variable of the environment."""
    for entry in (command(text), command("echo", args=[text]), command(text, args=[])):
        assert run_hook(entry, CALL).outcome.failure == "not-started"
    for name in ("session_id", "cwd"):
        assert run_hook(command(BLOCKS), {**CALL, name: text}).outcome.blocked


SCARCE = """
import os, resource, sys, threading
from hookwire.host import exited, interpret, run_hook

resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
held = []
def take():
    try:
        while True: held.append(os.open(os.devnull, os.O_RDONLY))
    except OSError: return len(held)
before = take()
for _ in range(int(sys.argv[1])): os.close(held.pop())
run = run_hook({"type": "command", "command": "exit 2"}, {"hook_event_name": "PreToolUse", "tool_name": "Bash"})
for it in threading.enumerate():
    if it is not threading.main_thread(): it.join(10)
print(run.outcome.failure, run.outcome.blocked, before - take())
for it in held: os.close(it)
"""


@pytest.mark.parametrize("free", range(10))
def test_without_file_descriptors_a_command_is_not_started(free: int) -> None:
    """It is never an exception, and all descriptors are free again."""
    found = subprocess.run(
        [sys.executable, "-c", SCARCE, str(free)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    assert found in {"not-started False 0\n", "None True 0\n"}
    assert found.startswith("not-started") or free > 3


@pytest.mark.parametrize("works", range(4))
def test_without_threads_a_command_is_not_started(works: int, monkeypatch: Any) -> None:
    """What was started is ended."""
    start = threading.Thread.start
    started: list[threading.Thread] = []

    def scarce(thread: threading.Thread) -> None:
        if len(started) == works:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", scarce)
    run = run_hook(command(BLOCKS), CALL)
    assert run.outcome.failure == "not-started" if works < 3 else run.outcome.blocked
