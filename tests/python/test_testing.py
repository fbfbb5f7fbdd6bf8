"""`hookwire.testing`: samples, and trying hooks with them."""

import asyncio
import json
import os
import shlex
import sys
import threading
from pathlib import Path
from typing import Any, get_args

import pytest
from hookwire import HOOK_EVENTS, Context, HookEvent, block, context
from hookwire._plan import TABLES
from hookwire.host import exited, interpret, merge
from hookwire.testing import check, sample, simulate
from hookwire.validate import validate

from support import PACKAGE, ROOT, run

TOOLS: Any = TABLES["tools"]["names"]
OF_TOOLS: tuple[Any, ...] = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied")


def guard(call: Any) -> Any:
    """Denies one command."""
    return block("No.") if call.tool_input["command"] == "rm -rf /" else None


@pytest.mark.parametrize("event", HOOK_EVENTS)
def test_every_event_has_a_sample(event: Any) -> None:
    """It is valid, and new each time."""
    made = sample(event)
    assert made["hook_event_name"] == event
    assert validate(made, event=event, direction="input", context=Context(input=made)) == []
    made.clear()
    assert sample(event)


@pytest.mark.parametrize("event", OF_TOOLS)
def test_every_tool_has_a_sample(event: Any) -> None:
    """Input and response are valid for the tool."""
    for tool in [*TOOLS, "mcp__server__tool"]:
        made = sample(event, tool=tool)
        assert made["tool_name"] == tool
        assert validate(made, event=event, direction="input", context=Context(input=made)) == []


def test_values_are_fields_or_arguments() -> None:
    """A field of the event comes first."""
    made = sample("PreToolUse", tool="Bash", command="ls", cwd="/a")
    assert (made["tool_input"]["command"], made["cwd"]) == ("ls", "/a")
    assert sample("PreToolUse", tool="mcp__a__b", anything=1)["tool_input"]["anything"] == 1
    assert sample("Stop", stop_hook_active=True)["stop_hook_active"] is True


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"event": "PreToolUs"}, "there is no event 'PreToolUs': did you mean 'PreToolUse'?"),
        ({"event": "PreToolUse", "tool": "bash"}, "there is no tool 'bash': did you mean 'Bash'?"),
        ({"event": "PreToolUse", "comand": "ls"}, "there is no argument of `Bash` 'comand': did you mean 'command'?"),
        ({"event": "PreToolUse", "command": 1}, "/tool_input/command: `command` has to be a string, not a number."),
        ({"event": "Stop", "tool": "Bash"}, "`Stop` is not about a tool"),
        (
            {"event": "PreToolUse", "command": 1, "tool_use_id": 1},
            "/tool_input/command: `command` has to be a string, not a number. /tool_use_id: `tool_use_id` has to be ",
        ),
        ({"event": "PreToolUse", "cmd": "ls"}, "there is no argument of `Bash` 'cmd': write one of `command`, "),
        ({"event": "Stop", "activ": True}, "there is no field of `Stop` 'activ': write one of `session_id`, "),
    ],
)
def test_a_sample_that_the_host_would_not_write(arguments: Any, said: str) -> None:
    """A test with a misspelled argument would show nothing."""
    event = arguments.pop("event")
    with pytest.raises(ValueError) as caught:
        sample(event, **arguments)
    assert str(caught.value).startswith(said)


def test_hooks_can_be_tried_in_each_form() -> None:
    """As a function, handlers, a command line, a list, and an entry of the settings."""
    bad = sample("PreToolUse", command="rm -rf /")
    good = sample("PreToolUse", command="ls")
    program = "import json, sys\nsys.exit(2 if 'rm -rf' in sys.stdin.read() else 0)"
    entry = {"type": "command", "command": sys.executable, "args": ["-c", program]}
    forms: list[Any] = [guard, {"PreToolUse": {"Bash": guard}}, [sys.executable, "-c", program], entry, "grep -qv rm || exit 2"]
    for hook in forms:
        assert simulate(hook, bad).blocked
        assert not simulate(hook, good).blocked


def test_the_host_can_be_an_older_one() -> None:
    """Context on Stop is newer than 2.1.42."""
    stop = sample("Stop")
    assert simulate(lambda _: context("Go on."), stop).blocked
    assert not simulate(lambda _: context("Go on."), stop, host="2.1.42").blocked


def lines(key: str) -> list[Any]:
    """Returns the lines of the vectors that have a key."""
    text = (ROOT / "tests" / "conform" / "trials.jsonl").read_text(encoding="utf-8")
    every = [json.loads(line) for line in text.splitlines()]
    return [pytest.param(it, id=it["id"]) for it in every if key in it]


@pytest.mark.parametrize("line", lines("hook"))
def test_a_broken_hook_is_told_from_one_that_decides(line: Any) -> None:
    """`failed` says that it broke, and `action` what the host does. `check` agrees."""
    payload, host, expected = sample(line["event"]), line.get("host"), line["outcome"]
    outcome = simulate(line["hook"], payload, host)
    assert (outcome.failed, outcome.action) == (expected["failed"], expected["action"])
    pointers = [it["pointer"] for it in outcome.problems]
    assert [it for it in pointers if it.startswith("/hooks")] == expected.get("problems", [])
    # A hook of the package says it in its own words.
    assert any(it in outcome.explanation for it in ("The hook failed: ", "The hook `")) is expected["failed"]
    assert expected.get("said", "") in outcome.explanation
    texts = [it["text"].strip() for it in outcome.texts]
    assert texts == expected.get("texts", texts)
    is_refused = any(
        (it["severity"] in ("rejected", "ignored") and it["pointer"].startswith("/hooks")) or it["pointer"].endswith("/if")
        for it in outcome.problems
    )
    words = ("failed", f"failed and {outcome.action}") if outcome.failed else (outcome.action,)
    for word in ("failed", outcome.action, f"failed and {outcome.action}", "deferred", "failed and deferred"):
        assert is_met(line["hook"], payload, word, host) is (word in words and not is_refused), word


def is_met(hook: Any, payload: Any, expected: Any, host: str | None = None) -> bool:
    """Returns whether `check` accepts a row."""
    try:
        check(hook, [(payload, expected)], host)
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize("line", lines("expected"))
def test_an_expectation_has_to_be_a_word(line: Any) -> None:
    """A misspelled one would look like a hook that does something else."""
    with pytest.raises(ValueError) as caught:
        check(guard, [(sample("Stop"), line["expected"])])
    assert str(caught.value) == f"row 1: {line['message']}"


@pytest.mark.parametrize("line", lines("sample"))
def test_a_sample_is_that_of_an_older_host(line: Any) -> None:
    """What the host does not have is left out, or refused."""
    if "error" in line:
        with pytest.raises(ValueError) as caught:
            sample(line["sample"], host=line["host"], **line["values"])
        assert str(caught.value) == line["error"]
    else:
        newest = sample(line["sample"], **line["values"])
        made = sample(line["sample"], host=line["host"], **line["values"])
        assert sorted(newest.keys() - made.keys()) == line["absent"]
        assert made == {key: it for key, it in newest.items() if key in made}


@pytest.mark.parametrize("event", HOOK_EVENTS)
@pytest.mark.parametrize("how", ["raises", "returns", "exits"])
def test_a_broken_handler_fails_on_every_event(event: Any, how: str) -> None:
    """Whether the host lets the event pass or not."""

    def broken(_: Any) -> Any:
        if how == "raises":
            raise KeyError("gone")
        return sys.exit(0) if how == "exits" else object()

    outcome = simulate(broken, sample(event))
    assert outcome.failed
    assert is_met(broken, sample(event), "failed")
    assert is_met(broken, sample(event), f"failed and {outcome.action}")
    for word in ("normal", "blocked", "allowed", "asked"):
        assert not is_met(broken, sample(event), word), word
    calm = simulate(lambda _: None, sample(event))
    assert not calm.failed
    # Of several hooks, one that breaks is enough, and what nobody tried says nothing.
    assert merge([calm, outcome]).failed
    assert not merge([calm, calm]).failed
    assert "failed" not in merge([interpret(event, exited(0))])


def test_functions_decide_alone() -> None:
    """They can read whether the hook broke."""

    def broken(_: Any) -> Any:
        raise KeyError("gone")

    bad = sample("PreToolUse")
    check(broken, [(bad, lambda it: it.blocked and it.failed), (bad, lambda it: it.blocked)])
    check({"PreToolUs": guard}, [(bad, "failed")])
    check({}, [(bad, "failed and blocked")])


def test_hooks_of_the_package_say_in_secret_that_they_fail(tmp_path: Path, monkeypatch: Any) -> None:
    """A guard that breaks blocks, as one that decides. Its reply is the same, and nothing is left behind."""
    script = tmp_path / "guard.py"
    script.write_text(
        "import sys\n"
        "from hookwire import block, run\n"
        "def guard(call):\n"
        "    if call.tool_input['command'] == 'ls': raise KeyError('gone')\n"
        "    return block('No such file: it is gone')\n"
        "run({'PreToolUse': guard, 'Stop': lambda call: 1 / 0})\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(PACKAGE / "src"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    hook = [sys.executable, str(script)]
    broken, works = sample("PreToolUse", command="ls"), sample("PreToolUse", command="pwd")
    check(hook, [(broken, "failed and blocked"), (works, "blocked"), (sample("Stop"), "failed and normal")])
    with pytest.raises(AssertionError) as caught:
        check(hook, [(broken, "blocked"), (sample("Stop"), "normal")])
    message = str(caught.value)
    assert message.startswith("2 of 2 rows differ\n\nPreToolUse Bash ")
    assert "  expected: blocked\n  found: failed and blocked\n" in message
    assert "The hook `guard.py` failed, so it blocks `PreToolUse`: KeyError: 'gone' (guard.py:4)" in message
    assert 'The hook broke. To expect that, write "failed" or "failed and blocked".' in message
    assert "ZeroDivisionError" in message
    assert "HOOKWIRE_FAILURES" not in os.environ
    assert [it.name for it in tmp_path.iterdir()] == ["guard.py"]


@pytest.mark.parametrize(
    ("prefix", "line"),
    [(["env", "-i"], ""), ([], "os.environ.clear()"), ([], "os.environ['HOOKWIRE_FAILURES'] = '/nonexistent'")],
    ids=["another-environment", "cleared", "changed"],
)
def test_a_failure_is_seen_whatever_becomes_of_the_environment(prefix: list[str], line: str, tmp_path: Path) -> None:
    """A hook can be started without the variable, and can remove it."""
    script = tmp_path / "guard.py"
    script.write_text(
        f"import os, sys\nsys.path.insert(0, {str(PACKAGE / 'src')!r})\n"
        f"from hookwire import run\ndef guard(call):\n    {line or 'pass'}\n    return 1 / 0\n"
        "run({'PreToolUse': guard, 'Stop': guard})\n"
    )
    hook = [*prefix, sys.executable, str(script)]
    check(hook, [(sample("PreToolUse"), "failed and blocked"), (sample("Stop"), "failed and normal")])
    if line:
        check(f"{shlex.join(hook)} 2>/dev/null", [(sample("PreToolUse"), "failed and blocked")])


def test_a_failure_is_reported_once(tmp_path: Path) -> None:
    """The message is in the file, and on stderr."""
    script = tmp_path / "guard.py"
    script.write_text(
        f"import sys\nsys.path.insert(0, {str(PACKAGE / 'src')!r})\n"
        "from hookwire import run\nrun({'PreToolUse': lambda call: 1 / 0})\n"
    )
    assert simulate([sys.executable, str(script)], sample("PreToolUse")).explanation.count("ZeroDivisionError") == 1


def test_a_condition_is_reported(tmp_path: Path) -> None:
    """Nobody knows whether the host runs the hook. On an event that is not about a tool, it does not."""
    entry = {"type": "command", "command": f"touch {tmp_path}/ran", "if": "Bash(git *)"}
    with pytest.raises(AssertionError) as caught:
        check(entry, [(sample("PreToolUse"), "normal"), (sample("PreToolUse"), "normal")])
    assert str(caught.value) == (
        "2 of 2 rows differ\n\nThe entry in the settings cannot be tried as it is written:\n"
        "  /hooks/PreToolUse/0/hooks/0/if: `if` is not evaluated here, so it is not known whether the host runs the hook for "
        "this call. To try the hook alone, pass the entry without `if`."
    )
    (tmp_path / "ran").unlink()
    with pytest.raises(AssertionError, match="on this event the handler never runs"):
        check(entry, [(sample("Stop"), "normal")])
    assert list(tmp_path.iterdir()) == []


def test_the_message_has_what_the_hook_wrote(monkeypatch: Any) -> None:
    """Of a hook without the package, too."""
    with pytest.raises(AssertionError, match="ModuleNotFoundError: No module named 'gone_for_good'"):
        check([sys.executable, "-c", "import gone_for_good"], [(sample("SessionStart"), "normal")])
    with pytest.raises(AssertionError, match="stderr: late\n"):
        check({"type": "command", "command": "echo late >&2; sleep 9", "timeout": 0.3}, [(sample("Stop"), "normal")])
    with pytest.raises(AssertionError, match="its script is missing"):
        check([sys.executable, "/nonexistent/guard.py"], [(sample("PreToolUse"), "blocked")])
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(AssertionError, match="it cannot be started"):
        check({"type": "command", "command": "exit", "shell": "bash"}, [(sample("Stop"), "normal")])


OBEYED = "\x1b[31m\u202e\x9b\x85"
"""Characters that a terminal obeys: a colour, another direction of text, and two of C1."""


@pytest.mark.parametrize("broken", [False, True])
def test_a_report_has_nothing_that_a_terminal_obeys(broken: bool) -> None:
    """Whatever is in the payload, in the texts of the hook, on stderr, and in the entry."""
    code = f"import sys; sys.stderr.write({OBEYED + chr(10)!r}); sys.exit({1 if broken else 2})"
    entry = {"type": "command", "command": sys.executable, "args": ["-c", code], OBEYED: 1}
    call = {**sample("PreToolUse"), "tool_name": f"a\n{OBEYED}", "tool_input": {OBEYED: OBEYED}}
    reports = []
    for hook in (entry, lambda call: block(f"a\n{call.tool_name}"), lambda call: call.tool_input["gone"]):
        with pytest.raises(AssertionError) as caught:
            check(hook, [(call, "allowed")])
        reports.append(str(caught.value))
        assert simulate(hook, call).explanation.isprintable()
    for message in reports:
        assert message.replace("\n", "").isprintable(), message
        assert "PreToolUse a\\u000a\\u001b[31m\\u202e\\u009b\\u0085 {" in message
    for wrong in (OBEYED, {"hook_event_name": OBEYED}):
        for row in ((wrong, "normal"), (sample("Stop"), wrong)):
            with pytest.raises(ValueError) as refused:
                check(guard, [row])
            assert str(refused.value).isprintable()


def test_a_mistake_in_a_row_is_found_before_anything_runs(tmp_path: Path) -> None:
    """All of them are reported together."""
    good: Any = sample("Stop")
    rows: Any = [(good, "normal"), (good, "denied"), good, (good,), (good, None), ({}, "normal"), (1, "normal"), "xy"]
    with pytest.raises(ValueError) as caught:
        check(f"touch {tmp_path}/ran", rows)
    starts = [
        'row 2: "denied" is not an outcome: did you mean "blocked"? Write one of: ',
        "row 3: a value of type `dict` is not a pair. `rows` is a list of pairs of a payload and the expected outcome.",
        "row 4: a value of type `tuple` is not a pair. ",
        "row 5: a value of type `NoneType` is not an outcome. Write one of: ",
        "row 6: the payload is not that of an event: `hook_event_name` is None",
        "row 7: the payload is not that of an event: `hook_event_name` is None",
        'row 8: "xy" is not a pair. ',
    ]
    found = str(caught.value).split("\n")
    assert len(found) == len(starts)
    assert [it for it, start in zip(found, starts, strict=True) if not it.startswith(start)] == []
    none: Any = (None, good, "normal", 1)
    for wrong in none:
        with pytest.raises(ValueError, match=r"is not a pair\. `rows` is a list of pairs"):
            check(guard, wrong)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("expected", [bool, dict, (it for it in ()), block("No."), True])
def test_what_is_true_for_every_outcome_is_not_expected(expected: Any) -> None:
    """It is found before anything runs."""
    with pytest.raises(ValueError, match=r'^row 1: a value of type `\w+` is not an outcome. Write one of: "normal", "allowed"'):
        check(guard, [(sample("PreToolUse"), expected)])


async def coroutine(_: Any) -> bool:
    """Is true as long as nobody awaits it."""
    return False


async def parts(_: Any) -> Any:
    """Is true as long as nobody iterates it."""
    yield False


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (lambda it: lambda: it.blocked, "function"),
        (lambda it: it.get, "builtin_function_or_method"),
        (lambda it: (text for text in it.texts), "generator"),
        (lambda it: iter(it.texts), "list_iterator"),
        (lambda _: block("No."), "Reply"),
        (coroutine, "coroutine"),
        (parts, "async_generator"),
        (lambda it: coroutine(it), "coroutine"),  # noqa: PLW0108  # it is the return value that is wrong
        (lambda it: it.texts, "list"),
        (lambda it: (it.blocked, "it has to block"), "tuple"),
        (lambda it: not it.blocked or None, "NoneType"),
    ],
)
def test_a_function_has_to_return_true_or_false(function: Any, name: str) -> None:
    """The message has the words that can be expected. Nobody is warned of a coroutine, too."""
    bad = sample("PreToolUse", command="rm -rf /")
    with pytest.raises(ValueError) as caught:
        check(guard, [(bad, "blocked"), (bad, function)])
    assert str(caught.value) == (
        f"row 2: the function of the row returned a value of type `{name}`. Return true or false, "
        'or write one of: "normal", "allowed", "asked", "deferred", "blocked", "unknown", "failed", or both, as '
        '"failed and blocked".'
    )
    check(guard, [(bad, lambda it: it.blocked), (bad, lambda it: not it.asked)])


def raises() -> None:
    """Is what a thread calls."""
    raise LookupError("no rules")


def in_a_thread(_: Any) -> None:
    """Waits for the end of a thread only."""
    thread = threading.Thread(target=raises)
    thread.start()
    thread.join()


async def in_a_task(_: Any) -> None:
    """Forgets a task."""

    async def fails() -> None:
        raises()

    tasks.append(asyncio.ensure_future(fails()))
    await asyncio.sleep(0.01)


async def without_await(_: Any) -> None:
    """Forgets a coroutine."""
    coroutine(_)  # type: ignore[unused-coroutine]  # pyright: ignore[reportUnusedCoroutine]


tasks: list[Any] = []


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("handler", "said"),
    [
        (in_a_thread, "LookupError: no rules"),
        (in_a_task, "LookupError: no rules"),
        (without_await, "nobody awaits `coroutine`"),
        (lambda _: os._exit(0), "SystemExit: 0"),
    ],
)
def test_a_function_breaks_as_it_does_in_a_program(handler: Any, said: str) -> None:
    """`run` reports what nobody waits for; and a handler that ends the program would end the tests without a failure."""
    call = sample("PreToolUse")
    leave, hook = os._exit, threading.excepthook
    check(handler, [(call, "failed and blocked"), (call, lambda it: said in it.explanation)])
    with pytest.raises(AssertionError):
        check(handler, [(call, "normal")])
    assert (os._exit, threading.excepthook) == (leave, hook)


def test_a_child_process_of_a_handler_ends() -> None:
    """It is not the program."""

    def forks(_: Any) -> Any:
        child = os.fork()
        if child == 0:
            os._exit(3)
        return block(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])))

    check(forks, [(sample("PreToolUse"), lambda it: it.texts[0]["text"] == "3")])


def test_problems_of_the_entry_are_said_once() -> None:
    """They are about the hook, and not about a row."""
    entry = {"type": "command", "command": "exit 2", "onfailure": "block"}
    bad = sample("PreToolUse")
    with pytest.raises(AssertionError) as caught:
        check(entry, [(bad, "blocked"), (bad, "normal"), (bad, lambda it: it.blocked)])
    message = str(caught.value)
    at = "/hooks/PreToolUse/0/hooks/0/onfailure"
    start = "3 of 3 rows differ\n\nThe entry in the settings cannot be tried as it is written:\n"
    assert message.startswith(f'{start}  {at}: There is no field "onfailure" here. Did you mean `onFailure`?\n')
    assert message.count("onfailure") == 2
    assert message.count("expected: ") == 1
    check({"type": "command", "command": "exit 2", "shell": "bash", "args": []}, [(bad, lambda _: True)])


def test_pytest_shows_the_message(tmp_path: Path) -> None:
    """It has the rows that differ, and the line of the test; nothing of the package."""
    (tmp_path / "test_guard.py").write_text(
        "from hookwire.testing import check, sample\n"
        "def test_broken():\n"
        "    check('exit 1', [(sample('Stop'), 'normal')])\n"
        "def test_word():\n"
        "    check('exit 1', [(sample('Stop'), 'denied')])\n"
    )
    found = run("-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path), cwd=tmp_path)
    assert found.returncode == 1
    for said in (
        "E       AssertionError: 1 of 1 rows differ",
        "E         found: failed and normal",
        'E         The hook broke. To expect that, write "failed" or "failed and normal".',
        'E       ValueError: row 1: "denied" is not an outcome: did you mean "blocked"? Write one of: "normal", ',
        "test_guard.py:3: AssertionError",
        "test_guard.py:5: ValueError",
    ):
        assert said in found.stdout, found.stdout
    assert "_testing" not in found.stdout


@pytest.mark.parametrize("hook", [None, 1, object()])
def test_what_is_no_hook(hook: Any) -> None:
    """The message lists what is one."""
    with pytest.raises(TypeError, match="a hook is handlers, a function or a command"):
        simulate(hook, sample("Stop"))
    with pytest.raises(ValueError, match="`hook_event_name` is None"):
        simulate(guard, {})
    words: Any = ([], [1], [guard])
    for wrong in words:
        with pytest.raises(TypeError, match="a command is a list of strings"):
            simulate(wrong, sample("Stop"))


GROUP: Any = {"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}


@pytest.mark.parametrize(
    ("part", "key"),
    [
        ({"hooks": {"PreToolUse": [GROUP]}}, "hooks"),
        ({"PreToolUse": [GROUP]}, "PreToolUse"),
        (GROUP, "matcher"),
        ({"hooks": GROUP["hooks"]}, "hooks"),
        ({"command": "true"}, "command"),
        ({"url": "http://localhost"}, "url"),
        ({"PreToolUse": "true"}, "PreToolUse"),
    ],
)
def test_a_part_of_a_settings_file_is_not_a_hook(part: Any, key: str) -> None:
    """As handlers it would fail, whatever the hook does."""
    call = sample("PreToolUse")
    with pytest.raises(TypeError) as caught:
        check(part, [(call, "failed and blocked")])
    assert str(caught.value).startswith(f"`{key}` of the table of handlers has no function. ")
    assert 'pass the entry alone, with its `type`: `settings["hooks"]["PreToolUse"][0]["hooks"][0]`' in str(caught.value)


def report_of(hook: Any, event: Any, expected: Any) -> str:
    """Returns the message of `check`, without the title."""
    with pytest.raises(AssertionError) as caught:
        check(hook, [(sample(event), expected)])
    return str(caught.value)


@pytest.mark.parametrize(
    "reply",
    [
        '{"permissionDecision": "deny"}',
        '{"hookSpecificOutput": {"permissionDecision": "deny"}}',
        '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecison": "deny"}}',
        '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "denied"}}',
        '{"decision": "block",}',
        'log\n{"decision": "block"}',
    ],
)
def test_a_row_has_the_problems_of_the_reply(reply: str) -> None:
    """Once, also if a handler returned it, and beside those of the entry."""
    hook = {"type": "command", "command": f"printf '%s' '{reply}'", "unknown": 1}
    found = simulate(hook, sample("PreToolUse")).problems
    messages = [it["message"] for it in found if not it["pointer"].startswith("/hooks")]
    assert messages
    report = report_of(hook, "PreToolUse", "blocked")
    assert [report.count(it) for it in messages] == [1] * len(messages), report
    assert report.count("  problem: ") == len(messages)
    assert report.count('"unknown"') == 1


def test_nothing_is_said_twice() -> None:
    """An explanation, the texts and stderr may have the same message."""

    def broken(call: Any) -> Any:
        raise ValueError(f"gone\n{call.tool_name}")

    wrong: Any = {"permissionDecision": "deny"}
    assert report_of(broken, "PreToolUse", "normal").count("ValueError: gone") == 1
    assert report_of(lambda _: wrong, "PreToolUse", "normal").count("belongs in `hookSpecificOutput`") == 1
    assert report_of({"Stop": lambda _: 1}, "Stop", "normal").count("it returned ") == 1
    for event in HOOK_EVENTS:
        for code in (1, 2):
            report = report_of(f"printf 'once\\n  more' >&2; exit {code}", event, "deferred")
            assert report.count("once") <= 1, report
    # A short text is not left out because the report has it in another word.
    assert "\n  reason: it\n" in f"{report_of('echo it >&2; exit 2', 'PreToolUse', 'normal')}\n"


@pytest.mark.parametrize(
    ("line", "is_broken"),
    [
        ("mkfifo F", False),
        ("mkdir F", False),
        ("true", False),
        ("ln -s /dev/zero F", False),
        ("head -c 3000000 /dev/zero | tr '\\0' a > F", True),
    ],
)
def test_a_hook_may_replace_the_file_of_failures(line: str, is_broken: bool) -> None:
    """The test goes on, and reads no more than it can use."""
    line = f'rm "$HOOKWIRE_FAILURES"; {line.replace("F", chr(34) + "$HOOKWIRE_FAILURES" + chr(34))}; exit 0'
    outcome = simulate(line, sample("PreToolUse"))
    assert outcome.failed is is_broken
    assert len(outcome.explanation) < 1_100_000


def test_tables_report_every_row_that_differs() -> None:
    """The message has the payload, what was expected and found, and what the host does."""
    bad = sample("PreToolUse", command="rm -rf /")
    good = sample("PreToolUse", command="ls")
    check(guard, [(bad, "blocked"), (good, "normal"), (bad, lambda it: it.blocked)])
    with pytest.raises(AssertionError) as caught:
        check(guard, [(bad, "blocked"), (good, "blocked"), (bad, "asked")])
    message = str(caught.value)
    assert message.startswith("2 of 3 rows differ\n\nPreToolUse Bash {\"command\":\"ls\"}\n  expected: blocked\n  found: normal\n")
    assert "the hook says nothing" in message
    with pytest.raises(ValueError, match="no row"):
        check(guard, [])


def test_names_are_those_of_the_types() -> None:
    """The samples cover what the types list."""
    assert set(HOOK_EVENTS) == set(get_args(HookEvent))
    assert json.dumps(sample("Stop"))
