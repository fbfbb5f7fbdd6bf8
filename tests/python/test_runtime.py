"""`run` and `decide`: what the vectors in tests/runtime do not cover."""

import asyncio
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import hookwire
import pytest
from hookwire import (
    Call,
    Context,
    Result,
    allow,
    block,
    callback,
    combine,
    context,
    decide,
    handle,
    handle_async,
    message,
    rewrite,
    tool_result,
    worktree,
)
from hookwire.host import Outcome, exited, interpret, merge
from hookwire.testing import sample

from support import SOURCE, named

VECTORS = Path(__file__).parents[1] / "runtime" / "vectors.jsonl"
BASH = sample("PreToolUse", tool="Bash", command="rm -rf /")


def vectors() -> dict[str, Any]:
    """Returns the vectors by their names."""
    lines = (json.loads(line) for line in VECTORS.read_text("utf-8").strip().split("\n"))
    return {it["id"]: it for it in lines}


def started(body: str, payload: Any = BASH, **options: Any) -> subprocess.CompletedProcess[str]:
    """Starts a program that begins with the imports."""
    program = f"import os, sys, time\nfrom hookwire import block, run\n{textwrap.dedent(body)}"
    data = payload if isinstance(payload, str) else json.dumps(payload)
    options = {"encoding": "utf-8", **options}
    options["env"] = {**os.environ, **options.get("env", {}), "PYTHONPATH": str(SOURCE)}
    if "PYTHONUNBUFFERED" in options["env"]:
        del options["env"]["PYTHONUNBUFFERED"]
    return subprocess.run(
        [sys.executable, "-c", program], input=data, capture_output=True, check=False, **options
    )


def reason(result: Any) -> Any:
    """Returns the reason of a denial, or `None`."""
    if not result.stdout:
        return None
    return json.loads(result.stdout)["hookSpecificOutput"]["permissionDecisionReason"]


# Processes


def test_what_children_print_is_no_reply() -> None:
    """A program that a handler starts writes to the file descriptor, not to `sys.stdout`."""
    ran = started("""
        def guard(call):
            os.system("echo noise")
            return block("No.")
        run({"PreToolUse": guard})
    """)
    assert (reason(ran), ran.returncode) == ("No.", 2)
    assert "noise" in ran.stderr


def test_what_is_printed_before_and_after_is_no_reply() -> None:
    """What is still in the buffer when `run` starts goes to stderr, too."""
    ran = started("""
        import atexit
        print("before")
        atexit.register(print, "after")
        run({"PreToolUse": lambda call: block("No.")})
    """)
    assert reason(ran) == "No."
    assert [it for it in ran.stderr.split() if it != "No."] == ["before", "after"]


@pytest.mark.parametrize("ending", ["sys.exit(0)", "sys.exit(1)", "raise KeyboardInterrupt", "raise GeneratorExit"])
def test_a_handler_that_ends_the_program_has_failed(ending: str) -> None:
    """Otherwise a guard that calls `sys.exit` in a helper would let everything pass."""
    ran = started(f"""
        def guard(call):
            {ending}
        run({{"PreToolUse": guard}})
    """)
    assert "failed, so it blocks `PreToolUse`" in reason(ran)
    assert ran.returncode == 2


def test_a_handler_may_be_a_coroutine_function() -> None:
    """It runs to its end."""
    ran = started("""
        import asyncio
        async def guard(call):
            await asyncio.sleep(0.01)
            return block("No.")
        run({"PreToolUse": guard})
    """)
    assert reason(ran) == "No."


def test_a_handler_that_catches_everything_is_still_late() -> None:
    """The first alarm raises an error in the handler. The second one ends the program."""
    ran = started("""
        def guard(call):
            while True:
                try:
                    time.sleep(20)
                except BaseException:
                    pass
        run({"PreToolUse": guard}, limit=0.2)
    """)
    assert "it did not end within 0.2 s" in reason(ran)
    assert ran.returncode == 2


@pytest.mark.parametrize("copy", ["os.dup(1)", "os.open('/dev/stdout', os.O_WRONLY)"])
def test_a_copy_of_standard_output_is_no_reply(copy: str) -> None:
    """A log can have one. On this event a line before the reply would lose it."""
    ran = started(
        f"""
        copy = {copy}
        def guard(call):
            os.write(copy, b"noise")
            return block("No.")
        run({{"PermissionRequest": guard}})
        """,
        sample("PermissionRequest"),
    )
    assert json.loads(ran.stdout)["hookSpecificOutput"]["decision"]["behavior"] == "deny"
    assert "noise" in ran.stderr


@pytest.mark.parametrize(
    ("ending", "code"), [("sys.exit(0)", 0), ("return None", 0), ("return block('child')", 0), ("sys.exit(7)", 7), ("1 / 0", 1)]
)
def test_a_child_of_a_handler_leaves_quietly(ending: str, code: int) -> None:
    """Its status is the one that it wants, and the answer is that of its parent."""
    ran = started(f"""
        def guard(call):
            child = os.fork()
            if child == 0:
                {ending}
            print("status", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        run({{"PreToolUse": guard}})
    """)
    assert (ran.stdout, ran.returncode) == ("", 0), ran.stderr
    *lines, status = ran.stderr.splitlines()
    assert status == f"status {code}"
    assert [it for it in lines if not it.startswith((" ", "Traceback"))] == (
        ["ZeroDivisionError: division by zero"] if ending == "1 / 0" else []
    )


def test_run_in_an_event_loop_says_what_to_do() -> None:
    """A second loop cannot run in the same thread. No warning is about the package."""
    ran = started("""
        import asyncio
        async def guard(call):
            return None
        async def main():
            run({"PreToolUse": guard})
        asyncio.run(main())
    """)
    assert "call it outside of the loop" in reason(ran)
    assert (ran.returncode, len(ran.stderr.splitlines())) == (2, 1), ran.stderr


# Errors that no handler waits for. tests/attacks/background.toml has those that have to be failures.


@pytest.mark.parametrize(
    "body",
    [
        "threading.Thread(target=sys.exit, args=(1,)).start()",
        "threading.excepthook = lambda it: None; threading.Thread(target=fails).start()",
        "threading.Thread(target=lambda: time.sleep(0.3) or fails()).start()",
        "asyncio.run(caught())",
        "asyncio.run(handled())",
        "asyncio.run(cancelled())",
    ],
)
def test_errors_that_somebody_waits_for_are_no_failures(body: str) -> None:
    """Nor is the end of a thread, or what happens after the answer."""
    ran = started(f"""
        import asyncio, threading
        def fails():
            1 / 0
        async def late_fails():
            fails()
        async def caught():
            await asyncio.gather(late_fails(), late_fails(), return_exceptions=True)
        async def handled():
            asyncio.get_running_loop().set_exception_handler(lambda *_: None)
            asyncio.get_running_loop().call_soon(fails)
            await asyncio.sleep(0.01)
        async def cancelled():
            asyncio.create_task(asyncio.sleep(9))
        def guard(call):
            {body}
            time.sleep(0.1)
        run({{"PreToolUse": guard}})
    """)
    assert (ran.stdout, ran.returncode) == ("", 0), ran.stderr


def test_a_block_counts_beside_an_error_of_a_thread() -> None:
    """Nothing can be stricter, and its reason is the better one."""
    ran = started("""
        import threading
        def guard(call):
            thread = threading.Thread(target=lambda: 1 / 0)
            thread.start()
            thread.join()
            return block("No.")
        run({"PreToolUse": guard})
    """)
    assert (reason(ran), ran.returncode) == ("No.", 2)
    assert "ZeroDivisionError" in ran.stderr


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("threading.Thread(target=lambda: 1 / 0).start()", "ZeroDivisionError: division by zero (<string>:"),
        ("asyncio.create_task(check())", "ZeroDivisionError: division by zero (<string>:"),
        ("check()", "nobody awaits `check` (<string>:8): write `await` before its call"),
    ],
)
def test_an_error_that_nobody_waits_for_is_the_reason(body: str, said: str) -> None:
    """The second `run` of a program sees it, too."""
    ran = started(f"""
        import asyncio, threading
        async def check():
            1 / 0
        async def guard(call):
            {body}
            await asyncio.sleep(0.05)
        try:
            run({{"Stop": lambda call: None}})
        except SystemExit:
            pass
        from hookwire._runtime.run import Hook
        Hook._read = lambda self: self.parts.append({json.dumps(BASH).encode()!r})
        run({{"PreToolUse": guard}})
    """)
    assert said in reason(ran), ran.stderr


def test_standard_input_that_is_closed_is_no_event() -> None:
    """The guard blocks."""
    program = "import os; os.close(0)\nfrom hookwire import run\nrun({'PreToolUse': lambda call: None})"
    env = {**os.environ, "PYTHONPATH": str(SOURCE)}
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env=env
    )
    assert (ran.stdout, ran.returncode) == ("", 2)
    assert "the input cannot be read" in ran.stderr


@pytest.mark.parametrize("name", ["stdin", "stdout", "stderr"])
def test_a_stream_may_be_wrapped_again(name: str) -> None:
    """Programs set the encoding so. The descriptor is the same, so a hook that says nothing blocks nothing."""
    wrap = f"import io; sys.{name} = io.TextIOWrapper(sys.{name}.detach(), encoding='utf-8')\n"
    for handler, code in (("None", 0), ("block('No.')", 2)):
        ran = started(f"{wrap}run({{'PreToolUse': lambda call: {handler}}})")
        assert (reason(ran), ran.returncode) == ("No." if code else None, code), ran.stderr


def test_a_hook_loads_no_module_for_failures() -> None:
    """They cost time at each start."""
    ran = started("""
        sys.modules.pop("threading", None)
        try:
            run({"PreToolUse": lambda call: block("No.")})
        finally:
            print(*sys.modules)
    """)
    assert reason(ran) == "No." and "hookwire._runtime.run" in ran.stderr.split()
    assert not {"hookwire._runtime.endings", "hookwire._runtime.failures"} & {*ran.stderr.split()}


def test_the_reply_is_utf_8_whatever_the_locale_is() -> None:
    """Python would choose ASCII for standard output here."""
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ran = started("run({'PreToolUse': lambda call: block('\\u00e9')})", env=env)
    assert reason(ran) == "é"


def test_half_of_a_surrogate_pair_is_replaced() -> None:
    """It cannot be written as UTF-8, and a reply that is lost is an open door."""
    ran = started("run({'PreToolUse': lambda call: block('a\\ud800b')})")
    assert reason(ran) == "a\ufffdb"


def test_a_handler_that_closes_stdout_still_answers() -> None:
    """The reply has a file descriptor of its own."""
    ran = started("""
        def guard(call):
            os.close(1)
            return block("No.")
        run({"PreToolUse": guard})
    """)
    assert reason(ran) == "No."


def test_a_file_in_a_cycle_is_written_at_the_end(tmp_path: Path) -> None:
    """What only the garbage collector ends is ended, although a hook has to be quick."""
    log = tmp_path / "log"
    ran = started(f"""
        class Audit:
            def __init__(self):
                self.file = open({str(log)!r}, "w")
                self.handlers = {{"Bash": self.guard}}
            def guard(self, call):
                self.file.write("seen")
                return block("No.")
        audit = Audit()
        run({{"PreToolUse": audit.handlers}})
    """)
    assert reason(ran) == "No."
    assert log.read_text("utf-8") == "seen"


def test_messages_name_the_program() -> None:
    """`-c` is the name of a program that has no file."""
    ran = started("run({'PreToolUse': lambda call: 1 / 0})")
    assert reason(ran).startswith("The hook `-c` failed, so it blocks `PreToolUse`: ZeroDivisionError")
    named = started("run({'PreToolUse': lambda call: 1 / 0}, name='my guard')")
    assert "`my guard`" in reason(named)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "way", "first"), [("SIGALRM", "limit", 1), ("SIGTERM", "default", 2), ("SIGTERM", "handler", 3)]
)
def test_a_signal_at_any_line_opens_no_guard(name: str, way: str, first: int) -> None:
    """The time limit, too, can pass at any moment: also when the handler has just ended.

    A short run takes every third line, and each kind of signal other ones.
    """
    is_long = "HOOKWIRE_LONG" in os.environ
    lines_at = ["1", "1"] if is_long else [str(first), "3"]
    env = {**os.environ, "PYTHONPATH": str(SOURCE)}
    program = Path(__file__).parent / "every_line.py"
    ran = subprocess.run(
        [sys.executable, str(program), name, way, *lines_at], capture_output=True, text=True, check=True, env=env
    )
    lines = [json.loads(it) for it in ran.stdout.splitlines()]
    assert len(lines) > (300 if is_long else 100)
    for line, code, stdout, stderr in lines:
        assert (code, stdout.count("deny") < 2, bool(stderr)) == (2, True, True), (line, stdout, stderr)


# Failures


class OddError(Exception):
    """An error without a text."""

    def __str__(self) -> str:
        """Fails."""
        raise self


WRONG: list[Any] = [True, "deny", 2, [], {}, b"", object(), ValueError("no"), block, (), {1}, float("inf"), [[]], [None, 2]]
NOTHING: list[Any] = [
    *(None, False, 0, 0.0, -0.0, float("nan"), ""),
    *([None], [False], ["", None], (None, 0)),
]


@pytest.mark.parametrize("value", WRONG, ids=named)
def test_what_is_no_reply_is_a_failure(value: Any) -> None:
    """A guard that returns it meant something."""
    assert decide({"PreToolUse": lambda _: value}, json.dumps(BASH)).exit_code == 2


@pytest.mark.parametrize("value", NOTHING, ids=named)
def test_what_is_falsy_is_nothing(value: Any) -> None:
    """As in `return is_dangerous and block(…)`."""
    assert decide({"PreToolUse": lambda _: value}, json.dumps(BASH)) == Result()


@pytest.mark.parametrize("value", [0, 0.0, 1])
def test_only_false_is_false(value: Any) -> None:
    """0 does not stop the agent, as in the other languages."""
    result = decide({"Stop": lambda _: {"continue": value}}, json.dumps(sample("Stop")))
    assert "\"continue\"" not in result.stdout


@pytest.mark.parametrize("error", [OddError(), StopIteration(), GeneratorExit(), KeyboardInterrupt(), SystemExit(0), MemoryError()])
def test_decide_raises_no_error(error: BaseException) -> None:
    """On a guard every error blocks."""

    def guard(_: Any) -> Any:
        raise error

    assert decide({"PreToolUse": guard}, json.dumps(BASH)).exit_code == 2


@pytest.mark.parametrize(
    "options",
    [{"gaurd": "closed"}, {"guard": "close"}, {"guard": True}, {"name": 5}],
)
def test_wrong_options_are_a_failure(options: Any) -> None:
    """The event decides, also if its input cannot be read."""
    wrong: Any = decide
    handlers = {"PreToolUse": lambda _: None}
    for data in (json.dumps(BASH), '{"hook_event_name": "PreToolUse", "tool'):
        assert wrong(handlers, data, **options).exit_code == 2
    assert wrong({"Stop": lambda _: None}, json.dumps(sample("Stop")), **options).exit_code == 0


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("bash", "did you mean `Bash`?"),
        ("Bash(git *)", "is a permission rule"),
        ("mcp__memory", "Write `mcp__memory__.*`"),
        ("mcp__memory__", "Write `mcp__memory__.*`"),
        ("(", "cannot be read as a regular expression"),
        ("^git .*", "matches no tool"),
        ("^$", "matches no tool"),
        (r"^\s*$", "matches no tool"),
        ("^(bash|edit)?$", "matches no tool"),
        ("|", "matches no tool"),
        (5, "matches no tool"),
    ],
)
def test_keys_that_match_no_tool_are_failures(key: Any, said: str) -> None:
    """The message has what to write."""
    result = decide({"PreToolUse": {key: lambda _: None}}, json.dumps(BASH))
    assert said in reason(result)


@pytest.mark.parametrize("key", ["Bash", " Bash ", "Edit|Bash", "Edit, Bash", "^Ba", ".*", "", "*"])
def test_keys_are_read_like_matchers(key: str) -> None:
    """All of these match `Bash`."""
    assert reason(decide({"PreToolUse": {key: lambda _: block("No.")}}, json.dumps(BASH))) == "No."


def test_a_failure_is_reported_to_tests(tmp_path: Path) -> None:
    """The file has to be there: nothing is created."""
    channel = tmp_path / "failures"
    ran = started("run({'PreToolUse': lambda call: 1 / 0})", env={"HOOKWIRE_FAILURES": str(channel)})
    assert ran.returncode == 2
    assert not channel.exists()
    channel.touch()
    started("run({'PreToolUse': lambda call: 1 / 0})", env={"HOOKWIRE_FAILURES": str(channel)})
    assert "ZeroDivisionError" in channel.read_text("utf-8")


# Calls


def test_a_call_has_fields_and_verbs() -> None:
    """A field that may be absent is `None`; a required one that is absent is an error."""
    seen: list[Any] = []

    def guard(call: Any) -> Any:
        seen.extend([call.tool_input["command"], call.agent_id, call.payload["cwd"], call.problems])
        assert {"block", "tool_input", "payload"} <= set(dir(call))
        assert "retry" not in dir(call)
        return call.block("No.")

    assert reason(decide({"PreToolUse": guard}, json.dumps(BASH))) == "No."
    assert seen == ["rm -rf /", None, "/home/dev/shop", []]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("retry", "`PreToolUse` has no `retry`. It can `block`, `allow`,"),
        ("tool_imput", "`PreToolUse` has no `tool_imput`. Did you mean `tool_input`?"),
        ("alow", "`PreToolUse` has no `alow`. Did you mean `allow`?"),
        ("tool_inpt", "`PreToolUse` has no `tool_inpt`."),
        ("cwd", "the input has no `cwd`"),
    ],
)
def test_what_a_call_does_not_have(name: str, said: str) -> None:
    """The message has what there is instead."""
    payload = {key: it for key, it in BASH.items() if key != "cwd"}
    with pytest.raises(AttributeError) as caught:
        getattr(Call(payload, []), name)
    assert str(caught.value).startswith(said)


def test_handlers_do_not_share_what_they_change() -> None:
    """Each gets an input of its own."""

    def first(call: Any) -> None:
        call.payload.clear()

    def second(call: Any) -> Any:
        return block(call.tool_name)

    assert reason(decide({"PreToolUse": [first, second]}, json.dumps(BASH))) == "Bash"


# Replies


def test_replies_show_how_they_were_made() -> None:
    """As in the messages of failed tests."""
    assert repr(block("a") & context("b", again=True)) == "block('a') & context('b', again=True)"
    assert repr(combine(block("a"), message("b"))) == "combine(block('a'), message('b'))"


@pytest.mark.parametrize(
    "make",
    [
        lambda: block(None),  # type: ignore[arg-type]  # pyright: ignore
        lambda: combine("x"),  # type: ignore[arg-type]  # pyright: ignore
        lambda: block("a") & "b",  # type: ignore[operator]  # pyright: ignore
        lambda: hookwire.watch("/a"),
        lambda: rewrite("ls"),  # type: ignore[arg-type]  # pyright: ignore
    ],
)
def test_wrong_arguments_raise_at_once(make: Any) -> None:
    """The error is where the mistake is."""
    with pytest.raises(TypeError):
        make()


def test_a_reply_that_was_made_outside_of_a_handler_needs_no_return() -> None:
    """Constants are no mistakes."""
    made = block("No.")

    def guard(_: Any) -> Any:
        context("unused") if False else None
        return made

    assert reason(decide({"PreToolUse": guard}, json.dumps(BASH))) == "No."
    assert decide({"PreToolUse": lambda _: None}, json.dumps(BASH)) == Result()


def test_rewrite_takes_names_that_are_no_identifiers() -> None:
    """A dictionary and keyword arguments can be mixed."""
    payload = sample("PreToolUse", tool="mcp__a__b", x=1)

    def handler(_: Any) -> Any:
        return rewrite({"a-b": 2}, y=3)

    made = json.loads(decide({"PreToolUse": handler}, json.dumps(payload)).stdout)
    assert made["hookSpecificOutput"]["updatedInput"] == {"x": 1, "a-b": 2, "y": 3}


# What each verb means, in words of the outcome: the action, the purpose of a text, or the kind of an effect.
MEANS: dict[str, Any] = {
    "block": lambda it: it.blocked or it.stops or "reason" in purposes(it) or "unknown" in purposes(it),
    "allow": lambda it: it.action == "allowed",
    "accept": lambda it: it.action == "allowed" and it.get("new_input") == {"a": 1},
    "decline": lambda it: it.blocked,
    "cancel": lambda it: it.blocked,
    "ask": lambda it: it.asked,
    "defer": lambda it: it.action == "deferred",
    "feedback": lambda it: it.action == "normal" and "feedback" in purposes(it),
    "context": lambda it: {"context", "instruction", "compact-instructions"} & purposes(it),
    "message": lambda it: "notice" in purposes(it),
    "rewrite": lambda it: it["new_input"]["command"] == "ls" and "description" in it["new_input"],
    "replace_output": lambda it: it["new_output"]["stdout"] == "x",
    "permissions": lambda it: "permissions" in kinds(it),
    "retry": lambda it: it.agent == "retries",
    "worktree": lambda it: "path" in purposes(it),
    "watch": lambda it: "watch-paths" in kinds(it),
    "title": lambda it: "session-title" in kinds(it),
    "first_message": lambda it: "first-message" in purposes(it),
    "reload_skills": lambda it: "reload-skills" in kinds(it),
    "hide_prompt": lambda it: "hide-prompt" in kinds(it),
    "display": lambda it: "display" in purposes(it),
    "classifier_context": lambda it: "classifier-context" in kinds(it),
    "terminal": lambda it: "emitted" in purposes(it),
}
# What these do depends on what the vectors do not have: a directory that remains, a teammate, another way to add a
# directory.
DEPENDS = {
    "WorktreeRemove/block",
    "TeammateIdle/stop",
    "TaskCompleted/stop",
    "SubagentStop/stop",
    "DirectoryAdded/context",
}


def purposes(outcome: Outcome) -> set[str]:
    """Returns the purposes of the texts."""
    return {it["purpose"] for it in outcome.texts}


def kinds(outcome: Outcome) -> set[str]:
    """Returns the kinds of the effects."""
    return {it["kind"] for it in outcome.effects}


def test_each_verb_does_what_it_says() -> None:
    """`interpret` knows the host, and nothing of the verbs."""
    means = {**MEANS, "stop": lambda it: it.stops}
    checked = 0
    for name, vector in vectors().items():
        verb = name.partition("/")[2]
        if verb in means and name.partition("/")[0] in hookwire.HOOK_EVENTS and name not in DEPENDS:
            outcome = outcome_of(vector)
            assert means[verb](outcome), (name, outcome)
            assert [it for it in outcome.problems if it["severity"] == "ignored"] == [], name
            checked += 1
    assert checked > 100


# Several hooks

# The order of texts is not the same in one reply; two displays or paths cannot be said by one reply, nor the reason of a
# stop beside `defer`; and JSON cannot be printed beside a text.
ONE_REPLY_CANNOT = {
    "MessageDisplay/display+display",
    # Of several hooks, only the reason of the first is heard. One reply has the reasons of all handlers.
    "PreSkillShellCommand/block+block",
    "PreSkillShellCommand/block+stop",
    "PreSkillShellCommand/stop+block",
    "PreToolUse/defer+stop",
    "PreToolUse/stop+defer",
    "WorktreeCreate/block+worktree",
    "WorktreeCreate/worktree+block",
    "WorktreeCreate/worktree+worktree",
    "PreCompact/block+context",
    "PreCompact/context+block",
}


def outcome_of(vector: Any) -> Outcome:
    """Returns what the host does with the result of a vector."""
    result = vector["result"]
    stdout = result["stdout"]
    text = json.dumps(stdout) if isinstance(stdout, dict) else stdout
    stderr = "".join(f"{it}\n" for it in result["stderr"])
    given = Context(input=vector["input"])
    return interpret(vector["input"]["hook_event_name"], exited(result["exit"], text, stderr), given)


def compared(outcome: Outcome) -> Any:
    """Returns the parts that count. Texts with one purpose are one text, whatever their order."""
    texts: dict[str, list[str]] = {}
    for it in outcome.texts:
        words = it["text"].replace("\x07\x1b", "\x07\n\x1b").splitlines()
        texts.setdefault(it["purpose"], []).extend(words)
    effects = sorted({json.dumps(it) for it in outcome.effects if it["kind"] != "classifier-context"})
    shown = {key: sorted(it) for key, it in texts.items() if key != "log"}
    given: Any = outcome
    return outcome.action, outcome.agent, given.get("new_input"), given.get("new_output"), shown, effects


def test_combined_replies_do_what_several_hooks_do() -> None:
    """`interpret(combine(a, b))` equals `merge([interpret(a), interpret(b)])`."""
    every = vectors()
    pairs = [name for name in every if "+" in name]
    assert len(pairs) > 500
    wrong = set()
    for name in pairs:
        event, _, verbs = name.partition("/")
        one, _, other = verbs.partition("+")
        several = merge([outcome_of(every[f"{event}/{one}"]), outcome_of(every[f"{event}/{other}"])])
        lost = any("was left out" in it for it in every[name]["result"]["stderr"])
        is_heard = event not in FIRST_DECIDES
        if is_heard and compared(several) != compared(outcome_of(every[name])) and not lost:
            wrong.add(name)
    assert wrong == ONE_REPLY_CANNOT


# The host hears the first hook that decides. Handlers of one program are all heard, and the strictest wins.
CATALOGUE = json.loads((Path(__file__).parents[2] / "schemas/events.json").read_text())
FIRST_DECIDES = {it["name"] for it in CATALOGUE["events"] if it.get("combines") == "first-decides"}


def test_what_is_lost_never_loosens_a_decision() -> None:
    """Where one reply cannot say all, the decision is that of the hooks, and the agent stops if one stops it."""
    every = vectors()
    for name, vector in every.items():
        event, _, verbs = name.partition("/")
        one, plus, other = verbs.partition("+")
        if plus:
            several = merge([outcome_of(every[f"{event}/{one}"]), outcome_of(every[f"{event}/{other}"])])
            found = outcome_of(vector)
            if event in FIRST_DECIDES:
                each = [outcome_of(every[f"{event}/{it}"]).action for it in (one, other)]
                assert "blocked" not in each or found.action == "blocked", name
            else:
                assert (found.action, found.agent) == (several.action, several.agent), name


# Other kinds of handlers


def test_http_requires_headers_of_any_case() -> None:
    """A wrong secret is refused before the body is read."""
    handlers: Any = {"PreToolUse": lambda _: block("No.")}
    body = json.dumps(BASH)
    require = {"Authorization": "Bearer s"}
    assert handle(handlers, body, {"authorization": "Bearer s"}, require=require).status == 200
    assert handle(handlers, body, [("AUTHORIZATION", "Bearer s")], require=require).status == 200
    for headers in ({}, {"authorization": "Bearer"}, {"authorization": ""}):
        assert handle(handlers, body, headers, require=require).status == 401


class Hostile:
    """An object that fails whatever it is asked."""

    def __getattribute__(self, name: str) -> Any:
        """Fails."""
        raise RuntimeError(name)

    def __iter__(self) -> Any:
        """Fails."""
        raise RuntimeError("iter")

    def __eq__(self, other: object) -> bool:
        """Fails."""
        raise RuntimeError("eq")

    __hash__ = None  # type: ignore[assignment]


def made(value: Any) -> Any:
    """Returns a value with hostile objects in it. They cannot be parameters of a test."""
    if value is Hostile:
        return Hostile()
    if isinstance(value, dict):
        return {key: made(it) for key, it in value.items()}
    return [made(it) for it in value] if isinstance(value, list) else tuple(map(made, value)) if isinstance(value, tuple) else value


GUARD: Any = {"PreToolUse": lambda _: block("No.")}
SECRET = {"Authorization": "Bearer s"}

WRONG_OPTIONS: list[tuple[dict[str, Any], str]] = [
    *(({"require": {"X-Secret": it}}, "`X-Secret`") for it in ("", " ", None, 5, True, b"s", ["s"], "None", "undefined")),
    *(({"require": {"X-Secret": it}}, "`X-Secret`") for it in ("Bearer ", "Bearer", "bearer None", "Bearer undefined", "Token null")),
    ({"require": {"X-A": "s", "X-Secret": ""}}, "`X-Secret`"),
    ({"require": {"": "s"}}, "`require`"),
    ({"require": {None: "s"}}, "`require`"),
    *(({"require": it}, "`require`") for it in ("s", 5, True, False, [("X-Secret", "s")], ["X-Secret"])),
    ({"requires": SECRET}, "no option `requires`: did you mean `require`?"),
    ({"limit": 5}, "no option `limit`"),
    ({"Guard": "closed"}, "did you mean `guard`?"),
    *(({"largest": it}, "`largest`") for it in (0, -1, True, False, "5", None, float("nan"), float("inf"), [])),
    *(({"guard": it}, "`guard`") for it in ("close", "", 0, True, [], {"closed": 1})),
    *(({"name": it}, "`name`") for it in (5, True, b"s", [])),
    ({"require": Hostile}, ""),
    ({"guard": Hostile}, "`guard`"),
    ({"largest": Hostile}, "`largest`"),
]


def answers(handlers: Any, body: Any, headers: Any = (), **options: Any) -> list[Any]:
    """Returns the answers of both functions."""
    both = [handle(handlers, body, headers, **options), asyncio.run(handle_async(handlers, body, headers, **options))]
    assert both[0].status == both[1].status
    assert both[0].headers == both[1].headers
    return both


@pytest.mark.parametrize(("options", "said"), WRONG_OPTIONS, ids=str)
def test_with_a_wrong_option_no_request_is_answered(options: dict[str, Any], said: str) -> None:
    """Every request is refused, right or wrong, before its body is read, and the message names the option."""

    def called(_: Any) -> Any:
        raise AssertionError("the handler is called")

    def read() -> Any:
        raise AssertionError("the body is read")
        yield b""

    for body in (json.dumps(BASH), b"", "{", read()):
        for headers in ((), SECRET, {"X-Secret": ""}, None):
            for answer in answers({"*": called}, body, headers, **made(options)):
                assert (answer.status, answer.headers["content-type"]) == (500, "text/plain; charset=utf-8")
                assert said in answer.body and answer.notes == answer.body + "\n"
                assert answer.body.startswith("Every request is refused")


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"require": SECRET}, "require"),
        ({"requires": SECRET}, "requires"),
        ({"Host": "a", "require": SECRET}, "require"),
        ({"largest": 5}, "largest"),
        ({"guard": "open", "name": "a"}, "guard"),
    ],
)
def test_options_are_no_headers(options: Any, option: str) -> None:
    """A server would have no secret."""
    for answer in answers(GUARD, json.dumps(BASH), options):
        assert answer.status == 500
        assert answer.body.startswith(f"Every request is refused: the option `{option}` was passed as a header. ")
    for headers in ({"Host": "a", "Name": "b"}, {"name": "a", "host": "b"}, {}, {"Host": ["a"]}):
        assert handle(GUARD, json.dumps(BASH), headers).status == 200


def test_a_message_about_a_secret_does_not_have_it() -> None:
    """Other headers, and values that are not texts, can be secrets, too."""
    for answer in answers(GUARD, "", require={"X-A": "hunter2", "X-Secret": b"hunter2"}):
        assert answer.status == 500 and "hunter2" not in answer.body + answer.notes


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([("authorization", "wrong"), ("Authorization", "Bearer s")], 200),
        ([("Authorization", "Bearer s"), ("authorization", "wrong")], 200),
        ([(b"AUTHORIZATION", b"Bearer s")], 200),
        ({"Authorization": ["wrong", "Bearer s"]}, 200),
        (iter([("Authorization", "Bearer s")]), 200),
        ([("Authorization", "Bearer s"), 5], 200),
        ([("Authorization", "wrong, Bearer s")], 401),
        ([("Authorization", "Bearer s ")], 401),
        ([("Authorization", "bearer s")], 401),
        ([("Authorization", "Bearer s\ud800"), ("\ud800", "s")], 401),
        ([("Authorization", True), ("Authorization", None), (5, "Bearer s"), ("Authorization", Hostile)], 401),
        ([5, ("Authorization", "Bearer s")], 401),
        ({"X-Other": "Bearer s"}, 401),
        ("Authorization: Bearer s", 401),
        (None, 401),
        (5, 401),
        (Hostile, 401),
        (["Authorization", "Bearer s"], 401),
    ],
    ids=named,
)
def test_headers_of_any_form(headers: Any, status: int) -> None:
    """One of several headers of a name has to be right. What is not a header is none."""
    body = json.dumps(BASH)
    assert handle(GUARD, body, made(headers), require=SECRET).status == status


def test_a_secret_of_any_letters() -> None:
    """Frameworks decode headers as Latin-1, and servers keep the bytes."""
    for value in ("é", b"\xe9"):
        assert handle(GUARD, json.dumps(BASH), [("X-Secret", value)], require={"x-secret": "é"}).status == 200


@pytest.mark.parametrize(
    "body",
    [None, 5, True, {}, {"hook_event_name": "PreToolUse"}, [5], [b"{", None], object(), Hostile, b"\xff", "\ud800", "{", ""],
    ids=named,
)
def test_a_body_of_any_form(body: Any) -> None:
    """What cannot be read is left to the policy. Where only one event has a handler, the reply blocks it; otherwise the server fails."""
    body = made(body)
    for answer in answers(GUARD, body):
        assert (answer.status, answer.headers) == (200, {"content-type": "application/json"})
        assert json.loads(answer.body)["hookSpecificOutput"]["permissionDecision"] == "deny"
        assert answer.notes
    for handlers in ({**GUARD, "Stop": lambda _: None}, {"*": lambda _: None}):
        for answer in answers(handlers, body):
            assert (answer.status, answer.headers) == (500, {"content-type": "text/plain; charset=utf-8"})
    for answer in answers({"Stop": lambda _: None}, body):
        assert (answer.status, answer.body) == (200, "{}")


def test_a_body_in_parts_is_read_as_far_as_it_may_go() -> None:
    """Nothing is read without the secret, and no more than the maximum size and one part."""
    taken: list[int] = []

    def parts(count: int) -> Any:
        for number in range(count):
            taken.append(number)
            yield b" " * 1000

    async def parts_async(count: int) -> Any:
        for part in parts(count):
            yield part

    for each in (parts, parts_async):
        taken.clear()
        call = handle if each is parts else (lambda *args, **options: asyncio.run(handle_async(*args, **options)))
        assert call(GUARD, each(400_000), require=SECRET).headers["connection"] == "close"
        assert not taken
        answer = call(GUARD, each(400_000), SECRET, require=SECRET, largest=5000)
        assert (answer.status, answer.headers["connection"], len(taken)) == (413, "close", 6)
        data = json.dumps(BASH).encode()

        async def pieces(data: bytes = data) -> Any:
            for it in data:
                yield bytes([it])

        answer = call(GUARD, [bytes([it]) for it in data] if each is parts else pieces(), largest=len(data))
        assert answer.status == 200 and "deny" in answer.body


def test_a_body_that_breaks_off() -> None:
    """What came before is not read as the whole."""

    def parts() -> Any:
        yield json.dumps(BASH)
        raise ConnectionError("gone")

    for answer in (handle(GUARD, parts()), asyncio.run(handle_async(GUARD, parts()))):
        assert (answer.status, "deny" in answer.body) == (200, True) and "ConnectionError: gone" in answer.notes


@pytest.mark.parametrize("raised", [SystemExit(0), KeyboardInterrupt(), GeneratorExit(), asyncio.CancelledError(), MemoryError()], ids=named)
def test_whatever_a_handler_raises_over_http(raised: BaseException) -> None:
    """The server goes on, and a guard denies."""

    def broken(_: Any) -> Any:
        raise raised

    async def broken_later(_: Any) -> Any:
        await asyncio.sleep(0)
        raise raised

    for handler in (broken, broken_later):
        if isinstance(raised, GeneratorExit) and handler is broken_later:
            continue  # it ends the coroutine
        for answer in answers({"PreToolUse": handler}, json.dumps(BASH)):
            assert (answer.status, "deny" in answer.body) == (200, True)


def test_a_task_that_is_cancelled_ends() -> None:
    """Nobody waits for the answer then."""

    async def slow(_: Any) -> Any:
        await asyncio.sleep(60)

    async def main() -> None:
        task = asyncio.create_task(handle_async({"PreToolUse": slow}, json.dumps(BASH)))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


def test_http_answers() -> None:
    """A failure is in the notes, unless the event can only be blocked by it."""
    small = handle({}, "x" * 10, largest=9)
    assert small.status == 413

    def broken(_: Any) -> Any:
        raise RuntimeError("secret")

    opened = handle({"Stop": broken}, json.dumps(sample("Stop")))
    assert (opened.status, opened.body) == (200, "{}")
    assert "secret" in opened.notes
    closed = handle({"PreToolUse": broken}, json.dumps(BASH))
    assert closed.status == 200
    assert json.loads(closed.body)["hookSpecificOutput"]["permissionDecision"] == "deny"
    failed = handle({"WorktreeCreate": broken}, json.dumps(sample("WorktreeCreate")))
    assert failed.status == 500
    made = handle({"WorktreeCreate": lambda _: worktree("/w")}, json.dumps(sample("WorktreeCreate")))
    assert json.loads(made.body)["hookSpecificOutput"]["worktreePath"] == "/w"
    idle = handle({"TeammateIdle": lambda _: block("No.")}, json.dumps(sample("TeammateIdle")))
    assert json.loads(idle.body) == {"decision": "block", "reason": "No."}


def test_http_in_an_event_loop() -> None:
    """Handlers that run at once do not take each other's replies for forgotten ones."""
    async def slow(call: Any) -> Any:
        await asyncio.sleep(0.01)
        made = block(call.tool_input["command"])
        await asyncio.sleep(0.01)
        return made

    async def forgetful(call: Any) -> Any:
        await asyncio.sleep(0.01)
        block("forgotten")
        await asyncio.sleep(0.01)

    async def all_of_them() -> Any:
        every = [sample("PreToolUse", command=str(number)) for number in range(20)]
        handlers: list[Any] = [forgetful if number % 2 else slow for number in range(20)]
        return await asyncio.gather(
            *(handle_async({"PreToolUse": it}, json.dumps(one)) for it, one in zip(handlers, every, strict=True))
        )

    for number, answer in enumerate(asyncio.run(all_of_them())):
        said = json.loads(answer.body)["hookSpecificOutput"]["permissionDecisionReason"]
        assert ("was called at" in said) if number % 2 else said == str(number)


def test_callbacks_of_the_sdk() -> None:
    """They return the reply, and raise where the event can only be blocked by an error."""
    async def guard(_: Any) -> Any:
        return block("No.")

    function = callback({"PreToolUse": guard, "WorktreeCreate": guard})
    reply = asyncio.run(function(BASH, "id", None))
    assert reply["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert asyncio.run(function(sample("Stop"), None, None)) == {}
    with pytest.raises(Exception, match=r"No\."):
        asyncio.run(function(sample("WorktreeCreate"), None, None))


def test_results_of_tools(capsys: Any) -> None:
    """The reply is a text; where the event can only be blocked by an error, the result is one."""
    result = tool_result("PreToolUse", block("No.") & rewrite(command="ls"), BASH)
    assert json.loads(result["content"][0]["text"])["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert tool_result("Stop", None) == {"content": [{"type": "text", "text": "{}"}]}
    assert tool_result("WorktreeCreate", block("No."))["isError"] is True
    # What the event does not take is left to its policy.
    assert tool_result("SessionStart", block("No.")) == {"content": [{"type": "text", "text": "{}"}]}
    assert "`SessionStart` cannot `block`" in capsys.readouterr().err
    wrong: Any = 5
    for reply in (allow() & worktree("/w"), wrong):
        assert '"permissionDecision":"deny"' in tool_result("PreToolUse", reply)["content"][0]["text"]
    whole = {"decision": "block", "reason": "No."}
    assert json.loads(tool_result("PreToolUse", whole)["content"][0]["text"]) == whole


def test_the_result_of_a_tool_blocks_unless_it_certainly_loops(capsys: Any) -> None:
    """A tool that does not have the input decided to block. If it has, the note about what is left out is on stderr."""
    blocked = {"content": [{"type": "text", "text": '{"decision":"block","reason":"No."}'}]}
    for known in (None, {}, {"session_id": "a"}, {"stop_hook_active": False}):
        assert tool_result("Stop", block("No."), known) == blocked
    assert capsys.readouterr() == ("", "")
    again = {"stop_hook_active": True}
    assert tool_result("Stop", block("No."), again) == {"content": [{"type": "text", "text": "{}"}]}
    assert "`block` was left out" in capsys.readouterr().err
    assert tool_result("Stop", block("No.", again=True), again) == blocked


@pytest.mark.parametrize("text", ["", "{", "[1,", '{"a"', "nul", '"\\x"', "1 2", "{} {}", "\ufeff", "[" * 200])
def test_broken_texts_are_told_without_the_json_module(text: str) -> None:
    """The scanner of the interpreter raises other errors as long as `json` is not loaded."""
    ran = started("run({'PreToolUse': lambda call: None})\nassert 'json' not in sys.modules", payload=text)
    assert (ran.stdout, ran.returncode) == ("", 2)
    assert "the input cannot be read: " in ran.stderr
    assert "Error" not in ran.stderr
