"""Runs a hook as the host does: a command as a process; a request or a question with the caller's function."""

import os
import signal
import subprocess
import threading
import time

from .._context import Context
from .._plan import BACKGROUND, EVENT_KEY, MODEL_HANDLERS
from .._question import text_of_input
from .._read import object_of
from .._validate import PUBLIC, is_object
from .data import EVENTS, PRINTED
from .draft import WAKES, Draft
from .interpret import interpret
from .result import backgrounded, exited, http, model, not_started, signalled, timed_out

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, BinaryIO, TypeAlias

    from .._input import Text
    from .._prompt import ModelAnswer
    from .._types import HookOutputResult, PromptQuestion
    from .outcome import Outcome
    from .result import HandlerResult

    Transport: TypeAlias = "Callable[[str, Mapping[str, str], bytes, float], tuple[int, bytes]]"
    Answer: TypeAlias = "Mapping[str, Any] | ModelAnswer | Text"
    Ask: TypeAlias = "Callable[[PromptQuestion], Answer]"

_MOST = 64 * 1024 * 1024
"""The number of bytes of an output that are kept. The rest is read and thrown away."""

_LONGEST = min(threading.TIMEOUT_MAX, 2.0**31)
"""The longest time limit in seconds. Waiting longer is not possible on every system."""

_DEFAULT = 600.0
"""The time limit in seconds on an event that the package does not know."""

_SHELLS = {
    "bash": ("bash", "-c"),
    "powershell": ("pwsh", "-NoProfile", "-NonInteractive", "-Command"),
}


class HookRun:
    """A hook that has run, or that runs in the background."""

    __slots__ = ("_process", "later", "outcome", "result")
    __module__ = PUBLIC + ".host"

    def __init__(
        self,
        outcome: "Outcome",
        result: "HookOutputResult | None",
        later: "LaterAnswer | None",
        process: "_Process | None" = None,
    ) -> None:
        """Creates the record of a run."""
        self._process = process
        self.outcome = outcome
        """What the host does."""
        self.result = result
        """The exit code and output of the command; `None` if it did not end by itself, and for other handlers."""
        self.later = later
        """The later answer, if the hook runs in the background."""

    def __repr__(self) -> str:
        """Shows the explanation."""
        return f"HookRun({self.outcome.explanation!r})"


def process_of(run: HookRun) -> "_Process | None":
    """Returns the process of a run, with all that it wrote; `None` if it could not be started."""
    return run._process  # pyright: ignore[reportPrivateUsage]


class LaterAnswer:
    """The answer of a command that runs in the background."""

    __slots__ = ("_process", "_wait")
    __module__ = PUBLIC + ".host"

    def __init__(self, process: "_Process", wait: "Callable[[], Outcome]") -> None:
        """Creates the answer of a process."""
        self._process = process
        self._wait = wait

    def wait(self) -> "Outcome":
        """Waits for the end of the command, and returns what the host does with its later answer."""
        return self._wait()

    def stop(self) -> None:
        """Ends the command, and all processes that it started."""
        self._process.kill()


def run_hook(  # noqa: PLR0913  # what a host knows of a hook
    handler: "Mapping[str, Any]",
    input: "Mapping[str, Any]",  # noqa: A002  # the same name in every language
    *,
    context: "Context | None" = None,
    cwd: "str | None" = None,
    env: "Mapping[str, str] | None" = None,
    transport: "Transport | None" = None,
    ask: "Ask | None" = None,
) -> HookRun:
    """Runs a hook as the host does, and returns what the host does with its answer.

    A command gets the input on standard input, and runs in the `cwd` of the input. After the time
    limit, the command and the processes that it started are ended; on Windows, only the command. A
    command whose first line says `{"async": true}` moves to the background.

    Args:
        handler: The handler's entry in the settings, of type `command`, `http`, `prompt` or
            `agent`. Uses `command`, `args`, `shell`, `url`, `headers`, `prompt`, `model`,
            `timeout`, `async`, `asyncRewake`, `onFailure` and `continueOnBlock`.
        input: The input of the event.
        context: Uses the `host`, the `tool` and the `profile`.
        cwd: The folder of the project. The default is the current one.
        env: The environment of the command. The default is that of this program. The variables of
            the host are added.
        transport: Sends a request: gets URL, headers, body and time limit in seconds, and returns
            the status and the body. The headers are those of the settings: variables in them are
            not filled in. Raises `TimeoutError` after the time limit, and `OSError` if
            there is no connection. An `http` handler needs it.
        ask: Asks a model: gets the question of `prompt_question`, and returns the message of the
            model, as for `message_answer`; a `ModelAnswer`; or the text of the answer. Raises the
            same errors as `transport`; others are passed on. A `prompt` or `agent` handler needs it.

    Returns:
        The run, with its outcome.

    Raises:
        ValueError: The handler is of another type, has no `command`, `url` or `prompt`, has `args`
            other than strings, or needs `transport` or `ask`.
    """
    name = input.get(EVENT_KEY)
    event = name if isinstance(name, str) else ""
    given = context or Context()
    event_input: Any = {**input}
    whole = Context(
        host=given.host,
        tool=given.tool,
        profile=given.profile,
        input=event_input,
        handler=handler,
    )
    kind = handler["type"]
    plan: Any = EVENTS.get(event, {})
    own: Any = handler.get("timeout")
    is_set = isinstance(own, (int, float)) and not isinstance(own, bool) and own > 0
    limit = float(min(own if is_set else plan.get("limits", {}).get(kind, _DEFAULT), _LONGEST))
    body = text_of_input(input).encode()
    if kind == "http":
        result = _of_request(handler, body, limit, transport)
        return HookRun(interpret(event, result, whole), None, None)
    if kind in MODEL_HANDLERS:
        result = _of_question(handler, input, context, ask)
        return HookRun(interpret(event, result, whole), None, None)
    if kind != "command":
        raise ValueError(f"`run_hook` cannot run a `{kind}` handler")
    folder = os.path.abspath(cwd or ".")
    command, variables = _command(handler, folder), _environment(input, env, folder)
    try:
        process = _Process(command, _folder(input, folder), variables)
    except (OSError, ValueError):
        # Nothing with a zero byte in it can be started.
        return HookRun(interpret(event, not_started(), whole), None, None)
    process.limit = process.started + limit
    try:
        return _of_process(process, body, process.limit, event, whole)
    except BaseException:
        # Nothing that was started is left behind, whatever happens here.
        process.kill()
        raise


def _of_process(
    process: "_Process", body: bytes, end: float, event: str, whole: Context
) -> HookRun:
    """Waits for a command, until it ends, moves to the background, or exceeds its time limit."""
    handler: Any = whole.handler
    process.write(body)
    is_async = handler.get(BACKGROUND) is True or handler.get(WAKES) is True
    is_moved = _reads_first_line(event, whole) and not is_async
    if is_async or (is_moved and process.moves_to_background(end)):
        return _in_background(process, event, whole, end, is_async=is_async)
    if not process.ends(end):
        process.kill()
        return HookRun(interpret(event, timed_out(), whole), None, None, process)
    spent = (time.monotonic() - process.started) * 1000
    output = process.output(event, spent)
    return HookRun(interpret(event, process.result(), whole), output, None, process)


def _in_background(
    process: "_Process", event: str, context: Context, end: float, *, is_async: bool
) -> HookRun:
    def wait() -> "Outcome":
        if context.handler and context.handler.get(WAKES) is True:
            # A command that may wake Claude keeps its time limit.
            if not process.ends(end):
                process.kill()
                return interpret(event, backgrounded(), context)
            return interpret(event, process.result(), context)
        process.ends(None)
        # Without the setting, the first line is the reply that moved the hook.
        later = process.stdout if is_async else process.stdout.partition(b"\n")[2]
        return interpret(event, backgrounded(later), context)

    later = LaterAnswer(process, wait)
    return HookRun(interpret(event, backgrounded(), context), None, later, process)


def _reads_first_line(event: str, context: Context) -> bool:
    """Returns whether the host looks for `async` before the command has ended."""
    where = Draft(event, context).pick(PRINTED)
    return where is not None and where["effect"] != "whole"


def _of_request(
    handler: "Mapping[str, Any]", body: bytes, limit: float, transport: "Transport | None"
) -> "HandlerResult":
    url = handler.get("url")
    if not isinstance(url, str):
        raise ValueError("an `http` handler needs a `url`")
    if transport is None:
        raise ValueError("an `http` handler needs a `transport`, which sends the request")
    headers: dict[str, str] = {"Content-Type": "application/json", **(handler.get("headers") or {})}
    try:
        status, answer = transport(url, headers, body, limit)
    except TimeoutError:
        return timed_out()
    except OSError:
        return not_started()
    return http(status, answer)


def _of_question(
    handler: "Mapping[str, Any]",
    input_: "Mapping[str, Any]",
    context: "Context | None",
    ask: "Ask | None",
) -> "HandlerResult":
    from .._question import message_answer, prompt_question  # noqa: PLC0415

    question = prompt_question(handler, input_, context)
    if ask is None:
        raise ValueError(f"a `{handler['type']}` handler needs `ask`, which asks a model")
    try:
        answer: Any = ask(question)
    except TimeoutError:
        return timed_out()
    except OSError:
        return not_started()
    return model(message_answer(answer, handler["type"]) if hasattr(answer, "keys") else answer)


def _command(handler: "Mapping[str, Any]", folder: str) -> "list[str]":
    command, arguments = handler.get("command"), handler.get("args")
    if not isinstance(command, str):
        raise ValueError("a `command` handler needs a `command`")
    all_of: list[Any] = [*arguments] if isinstance(arguments, (list, tuple)) else [None]
    if arguments is not None and not all(isinstance(it, str) for it in all_of):
        raise ValueError("`args` of a `command` handler has to be a list of strings")
    if arguments is None:
        return [*_SHELLS.get(handler.get("shell") or "", ("sh", "-c")), command]
    return [_filled(it, folder) for it in (command, *all_of)]


def _filled(text: str, folder: str) -> str:
    return text.replace("${CLAUDE_PROJECT_DIR}", folder)


def _folder(event: "Mapping[str, Any]", folder: str) -> str:
    own = event.get("cwd")
    return own if isinstance(own, str) and os.path.isdir(own) else folder


def _environment(
    event: "Mapping[str, Any]", env: "Mapping[str, str] | None", folder: str
) -> "dict[str, str]":
    own = {"CLAUDE_PROJECT_DIR": folder, "CLAUDECODE": "1"}
    session = event.get("session_id")
    if isinstance(session, str) and "\0" not in session:
        own["CLAUDE_CODE_SESSION_ID"] = session
    return {**(os.environ if env is None else env), **own}


class _Process:
    """A command that runs, with its output so far."""

    def __init__(self, command: "list[str]", cwd: str, env: "dict[str, str]") -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(  # noqa: S603  # a hook is a command of the user
            command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=cwd, env=env, start_new_session=True
        )
        self.started = self.limit = time.monotonic()
        self.is_killed = False
        self._changed = threading.Condition()
        self._open = 2
        self._has_line = False
        self.stdout = bytearray()
        self.stderr = bytearray()
        ends: Any = ((self._process.stdout, self.stdout), (self._process.stderr, self.stderr))
        for stream, kept in ends:
            threading.Thread(target=self._read, args=(stream, kept), daemon=True).start()

    def _read(self, stream: "BinaryIO", kept: bytearray) -> None:
        while True:
            part = os.read(stream.fileno(), 65536)
            with self._changed:
                if not part:
                    self._open -= 1
                elif len(kept) < _MOST:
                    kept.extend(part)
                if kept is self.stdout and b"\n" in part:
                    self._has_line = True
                self._changed.notify_all()
            if not part:
                stream.close()
                return

    def write(self, data: bytes) -> None:
        """Writes standard input, which the command need not read."""

        def write() -> None:
            stdin: Any = self._process.stdin
            for step in (lambda: stdin.write(data), stdin.close):
                try:
                    step()
                except OSError:
                    # The command does not read it.
                    continue

        threading.Thread(target=write, daemon=True).start()

    def moves_to_background(self, end: float) -> bool:
        """Waits for the first line, or the end, and returns whether the command goes on in the background."""
        with self._changed:
            while not self._has_line and self._open:
                if not self._changed.wait(max(0.0, end - time.monotonic())):
                    return False
            first = self.stdout.partition(b"\n")
        reply = object_of(first[0].decode("utf-8", "replace"))
        return bool(first[1]) and is_object(reply) and reply.get(BACKGROUND) is True

    def ends(self, end: "float | None") -> bool:
        """Waits for the end of the command and of its output; returns whether it came in time."""
        with self._changed:
            while self._open:
                left = None if end is None else end - time.monotonic()
                if left is not None and left <= 0:
                    return False
                self._changed.wait(left)
        try:
            self._process.wait(None if end is None else max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def kill(self) -> None:
        """Ends the command, and all processes of its group."""
        if self._process.returncode is not None:
            # The group may be that of another process by now.
            return
        self.is_killed = True
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (OSError, AttributeError):
            self._process.kill()
        self._process.wait()

    @property
    def code(self) -> int:
        """The exit code of the command, which has ended; negative for a signal."""
        return self._process.returncode

    def result(self) -> "HandlerResult":
        """Returns the result of the command, which has ended."""
        code = self.code
        if code < 0:
            return signalled(self.stdout, self.stderr)
        return exited(code, self.stdout, self.stderr)

    def output(self, event: str, spent: float) -> "HookOutputResult":
        """Returns the result in the form that hosts keep. A signal counts as 128 and its number."""
        code = self.code
        made: Any = {
            "exitCode": code if code >= 0 else 128 - code,
            "stdout": self.stdout.decode("utf-8", "replace"),
            "stderr": self.stderr.decode("utf-8", "replace"),
            "executionTime": spent,
            "hookEvent": event,
        }
        output: HookOutputResult = made
        return output
