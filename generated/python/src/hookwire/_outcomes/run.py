"""Runs a hook as the host does: a command as a process; a request or a question with the caller's function."""

import os
import signal
import subprocess
import threading
import time

from .._context import Context
from .._input_text import text_of_input
from .._json_values import is_object
from .._message import filled, quoted
from .._plan import (
    BACKGROUND,
    EVENT_KEY,
    FOLDER_KEY,
    FOLDER_VARIABLE,
    HOST_VARIABLE,
    IN_BACKGROUND,
    INPUT_END,
    MODEL_HANDLERS,
    PUBLIC,
    SESSION_KEY,
    SESSION_VARIABLE,
    WAKES,
)
from .._read import object_of
from .._validate import version_of
from .data import ADDED, EVENTS, OLDER_LIMITS, PRINTED
from .draft import Draft, does_of
from .interpret import interpret
from .result import backgrounded, exited, http, model, not_started, signalled, timed_out

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, BinaryIO, TypeAlias

    from .._input import Text
    from .._prompt import ModelAnswer
    from .._types import HookOutputResult, PromptQuestion
    from .._walk import Version
    from .outcome import Outcome
    from .result import HandlerResult

    Transport: TypeAlias = "Callable[[str, Mapping[str, str], bytes, float], tuple[int, bytes]]"
    Answer: TypeAlias = "Mapping[str, Any] | ModelAnswer | Text"
    Ask: TypeAlias = "Callable[[PromptQuestion], Answer]"

_MOST = 64 * 1024 * 1024
"""The number of bytes of an output that are kept. The rest is read and thrown away."""

_DRAIN = 0.5
"""The seconds after the end of a command in which its output is still read. Without them, a process that it
left running could delay the result as long as it holds the streams open."""

_STEP = 0.05
"""The seconds between two checks of whether a command has ended while its streams are open."""

_LONGEST = min(threading.TIMEOUT_MAX, 2.0**31)
"""The longest time limit in seconds. Waiting longer is not possible on every system."""

_MOST_SECONDS = 2**53
"""The largest time limit. Doubles do not have every larger number."""

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
    ) -> None:
        """Creates the record of a run."""
        self._process: _Process | None = None
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


def _with_process(run: HookRun, process: "_Process") -> HookRun:
    run._process = process  # pyright: ignore[reportPrivateUsage]
    return run


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
    command whose first line says `{"async": true}` moves to the background. A process that a command
    leaves running does not delay the result.

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
    folder = os.path.abspath(cwd or ".")
    variables = {**(os.environ if env is None else env)}
    means = Means(folder, variables, transport, ask)
    return run_with(handler, input, context, means)


class Means:
    """What a handler is run with."""

    __slots__ = ("ask", "command", "folder", "transport", "variables")

    def __init__(
        self,
        folder: str,
        variables: "dict[str, str]",
        transport: "Transport | None",
        ask: "Ask | None",
        command: "list[str] | None" = None,
    ) -> None:
        """Creates it. Without a command, it is that of the handler."""
        self.folder = folder
        self.variables = variables
        self.transport = transport
        self.ask = ask
        self.command = command


def run_with(
    handler: "Mapping[str, Any]",
    input: "Mapping[str, Any]",  # noqa: A002
    context: "Context | None",
    means: Means,
) -> HookRun:
    """Runs a hook, as `run_hook` does."""
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
    limit = min(limit_of(event, handler, version_of(given.host)), _LONGEST)
    text = text_of_input(input)
    if kind == "http":
        result = _of_request(handler, text.encode(), limit, means.transport)
        return HookRun(interpret(event, result, whole), None, None)
    if kind in MODEL_HANDLERS:
        result = _of_question(handler, input, context, means.ask)
        return HookRun(interpret(event, result, whole), None, None)
    if kind != "command":
        raise ValueError(f"`run_hook` cannot run a `{kind}` handler")
    folder = means.folder
    command = means.command
    if command is None:
        command = command_of(handler, {FOLDER_VARIABLE: folder} if FOLDER_VARIABLE else {})
    variables = _environment(input, means.variables, folder)
    start = _folder(input, folder)
    try:
        process = _Process(command, (text + INPUT_END).encode(), start, variables)
    except (OSError, ValueError):
        # Nothing that a process cannot get can be started, nor anything if descriptors or threads are used up.
        outcome = interpret(event, not_started(), whole)
        said = ADDED["no-start" if os.path.isdir(start) else "no-folder"]
        said = filled(said, program=quoted(command[0]), folder=quoted(start))
        outcome["explanation"] += f" {said}"
        return HookRun(outcome, None, None)
    process.limit = process.started + limit
    try:
        return _of_process(process, process.limit, event, whole)
    except BaseException:
        # Nothing that was started is left behind, whatever happens here.
        process.kill()
        raise


def _of_process(process: "_Process", end: float, event: str, whole: Context) -> HookRun:
    """Waits for a command, until it ends, moves to the background, or exceeds its time limit."""
    handler: Any = whole.handler
    is_async = handler.get(IN_BACKGROUND) is True or handler.get(WAKES) is True
    is_moved = _reads_first_line(event, whole) and not is_async
    if is_async or (is_moved and process.moves_to_background(end)):
        return _in_background(process, event, whole, end, is_async=is_async)
    if not process.ends(end):
        process.kill()
        return _with_process(HookRun(interpret(event, timed_out(), whole), None, None), process)
    spent = (time.monotonic() - process.started) * 1000
    output = process.output(event, spent)
    return _with_process(HookRun(interpret(event, process.result(), whole), output, None), process)


def _in_background(
    process: "_Process", event: str, context: Context, end: float, *, is_async: bool
) -> HookRun:
    def wait() -> "Outcome":
        if context.handler and context.handler.get(WAKES) is True:
            # A command that may wake the model keeps its time limit.
            if not process.ends(end):
                process.kill()
                return interpret(event, backgrounded(), context)
            return interpret(event, process.result(), context)
        process.ends(None)
        # Without the setting, the first line is the reply that moved the hook.
        later = process.stdout if is_async else process.stdout.partition(b"\n")[2]
        return interpret(event, backgrounded(later), context)

    later = LaterAnswer(process, wait)
    # The line may have mistakes.
    said = backgrounded() if is_async else exited(0, process.stdout.partition(b"\n")[0])
    return _with_process(HookRun(interpret(event, said, context), None, later), process)


def _reads_first_line(event: str, context: Context) -> bool:
    """Returns whether the host looks for `async` before the command has ended."""
    where = Draft(event, context).pick(PRINTED)
    return where is not None and does_of(where["effect"]) != "on-all-lines"


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


def limit_of(event: str, handler: "Mapping[str, Any]", host: "Version") -> float:
    """Returns the time limit of a handler in seconds, on a version of the host."""
    plan: Any = EVENTS.get(event, {})
    own: Any = handler.get("timeout")
    if isinstance(own, (int, float)) and not isinstance(own, bool) and own > 0:
        return float(min(own, plan.get("most", _MOST_SECONDS)))
    kind: Any = handler.get("type")
    kind = kind if isinstance(kind, str) else ""
    older = OLDER_LIMITS.get(kind, []) if host is not None else []
    limits = [it["seconds"] for it in older if host is not None and host < it["until"]]
    return float(min([plan.get("limits", {}).get(kind, _DEFAULT), *limits]))


def command_of(handler: "Mapping[str, Any]", values: "Mapping[str, str]") -> "list[str]":
    """Returns the program and the arguments of a command, with the values of placeholders.

    Raises:
        ValueError: It has no command, or arguments other than strings.
    """
    command, arguments = handler.get("command"), handler.get("args")
    if not isinstance(command, str):
        raise ValueError("a `command` handler needs a `command`")
    all_of: list[Any] = [*arguments] if isinstance(arguments, (list, tuple)) else [None]
    if arguments is not None and not all(isinstance(it, str) for it in all_of):
        raise ValueError("`args` of a `command` handler has to be a list of strings")
    if arguments is None:
        return [*_SHELLS.get(handler.get("shell") or "", ("sh", "-c")), command]
    return [_filled(it, values) for it in (command, *all_of)]


def _filled(text: str, values: "Mapping[str, str]") -> str:
    """Replaces each `${NAME}` once: a value is not read again."""
    start, *parts = text.split("${")
    for part in parts:
        name, end, rest = part.partition("}")
        start += values[name] + rest if end and name in values else "${" + part
    return start


def _folder(event: "Mapping[str, Any]", folder: str) -> str:
    own = event.get(FOLDER_KEY)
    return own if isinstance(own, str) and os.path.isdir(own) else folder


def _environment(
    event: "Mapping[str, Any]", env: "Mapping[str, str]", folder: str
) -> "dict[str, str]":
    own = {FOLDER_VARIABLE: folder, HOST_VARIABLE: "1"}
    session = event.get(SESSION_KEY)
    if isinstance(session, str) and _can_be_passed(session):
        own[SESSION_VARIABLE] = session
    # A host need not have all of them.
    own.pop("", None)
    return {**env, **own}


def _can_be_passed(text: str) -> bool:
    """Returns whether a process can get a text, which may have neither a zero byte nor half of a pair."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


class _Process:
    """A command that runs, with its output so far."""

    def __init__(self, command: "list[str]", body: bytes, cwd: str, env: "dict[str, str]") -> None:
        """Starts a command with this standard input.

        Raises:
            OSError: It cannot be started.
            ValueError: It has something that a process cannot get.
        """
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(  # noqa: S603  # a hook is a command of the user
            command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=cwd, env=env, start_new_session=True
        )
        self.started = self.limit = time.monotonic()
        self.is_killed = False
        self._changed = threading.Condition()
        self._open = 2
        self._has_line = False
        self._is_kept = True
        self._drained: float | None = None
        self.stdout = bytearray()
        self.stderr = bytearray()
        process: Any = self._process
        unused: list[tuple[BinaryIO, Callable[..., None], Any]] = [
            (process.stdout, self._read, self.stdout),
            (process.stderr, self._read, self.stderr),
            (process.stdin, self._write, body),
        ]
        try:
            while unused:
                stream, use, data = unused[0]
                threading.Thread(target=use, args=(stream, data), daemon=True).start()
                del unused[0]
        except RuntimeError as error:
            self.kill()
            for stream, *_ in unused:
                stream.close()
            raise OSError("there are too many threads") from error

    def _write(self, stream: "BinaryIO", data: bytes) -> None:
        for step in (lambda: stream.write(data), stream.close):
            try:
                step()
            except OSError:
                # The command does not read it.
                continue

    def _read(self, stream: "BinaryIO", kept: bytearray) -> None:
        while part := os.read(stream.fileno(), 65536):
            with self._changed:
                if self._is_kept and len(kept) < _MOST:
                    kept.extend(part)
                if not self._has_line and kept is self.stdout and b"\n" in part:
                    self._has_line = True
                    self._changed.notify_all()
        stream.close()
        with self._changed:
            self._open -= 1
            self._changed.notify_all()

    def _until(self, is_so: "Callable[[], bool]", end: "float | None") -> bool:
        """Waits for a condition, or the end of the command; returns whether one of them came in time."""
        with self._changed:
            while not is_so():
                now = time.monotonic()
                if self._drained is None and self._process.poll() is not None:
                    self._drained = now + _DRAIN
                if self._drained is not None and now >= self._drained:
                    return True
                if self._drained is None and end is not None and now >= end:
                    return False
                self._changed.wait(_STEP)
        return True

    def moves_to_background(self, end: float) -> bool:
        """Waits for the first line, or the end, and returns whether the command goes on in the background."""
        if not self._until(lambda: self._has_line or not self._open, end):
            return False
        first = self.stdout.partition(b"\n")
        reply = object_of(first[0].decode("utf-8", "replace"))
        return bool(first[1]) and is_object(reply) and reply.get(BACKGROUND) is True

    def ends(self, end: "float | None") -> bool:
        """Waits for the end of the command and of its output; returns whether it came in time."""
        if not self._until(lambda: not self._open, end):
            return False
        with self._changed:
            self._is_kept = False
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
        self.ends(None)

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
