"""Returns what the host does with the result of a hook.

The rules here are the same for every event. What differs between events is in `data.py`.
"""

from .._arguments import expect_string
from .._input import UnreadableError, decoded
from .._plan import (
    ANSWER_KEY,
    BACKGROUND,
    DECISION,
    IN_BACKGROUND,
    MODEL_HANDLERS,
    ON_FAILURE_KEY,
    REASON,
    SPECIFIC,
    SPECIFIC_EVENT,
    STOP_REASON,
    TERMINAL,
    WAKES,
)
from .._plan import EVENTS as TYPES
from .._read import is_in_braces, object_of, read_reply, trimmed
from .._walk import problem, problems_of
from .data import ADDED, ANSWER, EVENTS, KINDS, NAMED, PRINTED, READERS
from .draft import BLOCKS, MODEL, NOTHING, WORD_FOR, Draft, does_of, is_lost, meaning_of, value_at
from .result import expect_result

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .._context import Context
    from .._input import Text
    from .._types import HookEvent, Problem
    from .outcome import Outcome
    from .result import HandlerResult

_OF_REQUEST = f"/{SPECIFIC}/{ANSWER_KEY}/"
_DECISION, _REASON = f"/{DECISION}", f"/{REASON}"
_PARTS = 2
"""The parts of a number around its point."""

_KINDS = {"http": "http", "mcp": "mcp_tool", "model": "prompt"}
"""The kinds of handlers that have such a result."""

_OK = range(200, 300)
"""The statuses of success."""


def interpret(
    event: "HookEvent | str", result: "HandlerResult", context: "Context | None" = None
) -> "Outcome":
    """Returns what the host does with the result of a hook. Never fails because of what a hook wrote.

    Args:
        event: The event that the hook ran on. If the package does not know it, the action is
            `unknown`.
        result: How the hook ended, and what it wrote: as `exited(1, stdout, stderr)`.
        context: Uses the `host`; the `handler`, with its `onFailure` and `continueOnBlock`; the
            `tool`, the `input` and the `profile`.

    Returns:
        The outcome. `depends_on` lists what else it depends on: conditions that are not in the context.

    Raises:
        TypeError: `result` is not a result, or `context` is not a `Context`.
    """
    expect_result(result)
    expect_string("event", event)
    run = _Run(event, context)
    if event not in EVENTS or not run.has_event():
        run.cause = ("not-in-profile" if event in EVENTS else "unknown", {})
        return run.outcome(is_known=False)
    run.check_event()
    if run.is_newer():
        run.cause = ("newer", {"since": run.plan["since"]["shown"]})
        return run.outcome()
    run.kind = _KINDS.get(result.kind, "command")
    if result.kind not in ("exited", "signalled") and run.is_not_run(result):
        return run.outcome()
    if result.kind in ("exited", "signalled"):
        run.of_command(result)
    elif result.kind == "http":
        run.of_response(result)
    elif result.kind == "mcp":
        run.of_tool(result)
    elif result.kind == "model":
        run.of_model(result)
    elif result.kind == "backgrounded":
        run.in_background(_text_of(result.stdout))
    else:
        run.of_no_answer(result.kind)
    return run.outcome()


class _Run(Draft):
    """The rules for each kind of result."""

    def is_not_run(self, result: "HandlerResult") -> bool:
        """Returns whether the host does not run this kind of handler, and takes what follows."""
        kind = self.entry(self.kind)["type"]
        version, since = self.options[0], KINDS.get(kind)
        if since and version is not None and version < since["from"]:
            self.cause = ("newer-kind", {"kind": kind, "since": since["shown"]})
            return True
        it = self.plan["not_run"].get(kind)
        if it is None:
            return False
        if result.kind == "model":
            from .._prompt import read_prompt_reply  # noqa: PLC0415

            answer: Any = result.answer
            event: Any = self.event
            context = self.of_kind(kind if kind in MODEL_HANDLERS else "prompt")
            self.problems += read_prompt_reply(answer, event, context)["problems"]
        if "problem" in it:
            self.problems.append(problem("not-allowed-here", "ignored", it["problem"]))
        self.cause = ("not-run", {})
        if "action" in it:
            self.act({"effect": it["action"]}, "not-run")
        return True

    def of_command(self, result: "HandlerResult") -> None:
        code = self.code = result.code if result.kind == "exited" else None
        self.has_stderr = bool(trimmed(_text_of(result.stderr)))
        if self.is_set_to_background(result):
            return
        stdout = _text_of(result.stdout)
        context = self.of_kind("command") if self.context else None
        reading = read_reply(result.stdout, self.event, context)
        self.problems += reading.problems
        if self.moves_to_background(stdout):
            return
        kind = reading.kind
        reply: Any = reading.reply
        if kind == "json" and self.is_text(reading, stdout):
            kind, reply = "text", None
        refused = _is_refused(reading.problems)
        exits = self.plan["exits"]
        row = exits["0" if code == 0 else "2" if code == BLOCKS else "other"]
        stderr = _text_of(result.stderr)
        if code != 0:
            self.blame("signal" if code is None else "exit-code", code=code)
        if kind == "json":
            if refused:
                self.of_refused(reading, stdout, row, stderr, code)
            else:
                self.of_reply(reply, row, stderr, code)
            is_read = reply is not None or self.names_path()
            if code == 0 and is_read and self.plan["reads_json_as_text"]:
                self.of_whole(row, "" if self.beside("/stdout", stdout, reply, code) else stdout)
        else:
            self.of_text(row, stdout)
            self.of_exit(row, stderr, code, is_silent=kind == "nothing")
            if code == BLOCKS and kind == "text" and _is_read(self.pick(row["stderr"])):
                self.problems = [_of_stdout(it) for it in self.problems]
        if code not in (0, BLOCKS):
            cause: Any = ("signal", {}) if code is None else ("failure-code", {"value": code})
            self.fail("exit-code", "command", stderr, cause=cause)

    def is_set_to_background(self, result: "HandlerResult") -> bool:
        """Takes the effect of a command that the settings move to the background, if they do."""
        entry = self.entry("command")
        if entry.get(WAKES) is True:
            self.rewakes(result)
            return True
        if entry.get(IN_BACKGROUND) is not True:
            return False
        self.in_background(_text_of(result.stdout))
        if self.code == BLOCKS:
            self.report("background-exit")
        return True

    def moves_to_background(self, stdout: str) -> bool:
        """Moves a command to the background, if its output says so."""
        if not BACKGROUND or not (BACKGROUND in stdout or "\\u" in stdout):
            return False
        where = self.pick(PRINTED)
        if where is None:
            return False
        first, _, later = stdout.partition("\n")
        place = does_of(where["effect"])
        is_first = place != "on-all-lines" and _is_for_background(first)
        # Hosts that read all lines check the types in the object.
        is_of_types = all(it["code"] != "wrong-type" for it in self.problems)
        is_whole = place != "on-first-line" and is_of_types and _is_for_background(stdout)
        if not is_first and not is_whole:
            return False
        if place == "on-either" and trimmed(later):
            self.of_text(self.plan["exits"]["0"], stdout)
        self.in_background(later, is_checked=True)
        if self.code == BLOCKS:
            self.report("background-exit")
        return True

    def is_text(self, reading: "Any", stdout: str) -> bool:
        """Returns whether the host takes a reply as plain text that others refuse."""
        if reading.reply is not None and "\n" not in stdout:
            return False
        where = self.pick(PRINTED)
        is_on_all = where is not None and does_of(where["effect"]) == "on-all-lines"
        is_read_whole = is_on_all and "\n" in trimmed(stdout)
        # Newer hosts read the first line only.
        is_on_first = (
            value_at(reading.reply, f"/{BACKGROUND}") is True and object_of(stdout) is None
        )
        if is_read_whole and is_on_first:
            return True
        cell = self.pick(self.plan["exits"]["0"]["invalid_json"])
        return meaning_of(cell).get("does") == "reads-as-text" and reading.reply is None

    def of_exit(
        self, row: "Any", stderr: str, code: "int | None", *, is_silent: bool = False
    ) -> None:
        """Takes the effect of an exit code, without a reply."""
        is_missing = any(it in stderr for it in self.plan["missing_script"])
        if (
            code == BLOCKS
            and is_silent
            and is_missing
            and self.pick(self.plan["missing_script_action"])
        ):
            self.blame("missing-script")
            return
        self.act(self.pick(row["action"]), *_of_code(code))
        self.add_text(self.pick(row["stderr"]), stderr, "stderr")

    def of_text(self, row: "Any", text: str, source: str = "stdout") -> None:
        """Takes the effect of plain text: that of the last line, if it is a path."""
        text = trimmed(text)
        cell = self.pick(row["stdout"])
        if meaning_of(cell).get("does") == "names-path":
            text = trimmed(text.rpartition("\n")[2])
            self.blame("path")
            # The host quotes an object, as a path that is none.
            if not text or is_in_braces(text):
                self.block("no-path")
                cell = None if object_of(text) is None else self.errors()
        elif text and self.cause[0] == "silent":
            self.blame("text")
        self.add_text(cell, text, source)

    def errors(self) -> "Any":
        """Returns who reads the errors of a hook that makes the event fail."""
        return self.pick(self.plan["exits"]["2"]["stderr"])

    def of_whole(self, row: "Any", text: str, source: str = "stdout") -> None:
        """Takes the effect of JSON as text, and reports keys without an effect as parts of it."""
        self.of_text(row, text, source)
        if not text:
            return
        does = meaning_of(self.pick(row["stdout"])).get("does")
        message = ADDED["in-path" if does == "names-path" else "in-text"]
        for it in self.problems:
            if it["code"] == "without-effect" and it["pointer"]:
                it["message"] = message.replace("{key}", it["pointer"].rpartition("/")[2])

    def of_refused(
        self, reading: "Any", stdout: str, row: "Any", stderr: str, code: "int | None"
    ) -> None:
        """Takes the effect of a reply that the host refuses."""
        is_other = _names_other_event(reading, self.event)
        cell = self.under_profile(row, "other_event" if is_other else "invalid_json")
        meaning = meaning_of(cell)
        does, blocks = meaning.get("does"), meaning.get("action") == "blocked"
        failure = "not-json" if reading.reply is None else "schema-violation"
        if blocks or does in ("rejects", "reads-as-text"):
            if code in (0, BLOCKS):
                self.blame("other-event" if is_other else "refused")
            self.add_text({**cell, "effect": WORD_FOR["warns"]}, stdout, "stdout")
            if blocks:
                self.act(cell, "other-event")
            elif code not in (0, BLOCKS):
                self.add_text(self.pick(row["stderr"]), stderr, "stderr")
            if code in (0, BLOCKS):
                self.fail(failure, "command", stdout, "stdout")
            return
        if code == 0:
            self.blame("other-event" if is_other else "refused")
        # Where a path is expected, every object is refused.
        if does == "undocumented" and (is_other or reading.reply is None):
            self.is_unknown = True
            self.blame("other-event" if is_other else "refused")
        self.of_ignored(reading.reply, row, stderr, code)

    def of_ignored(self, reply: "Any", row: "Any", stderr: str, code: "int | None") -> None:
        """Takes the effect of an exit code beside a reply that does not decide."""
        reason = value_at(reply, _REASON)
        self.add_text(self.beside(_REASON, reason, reply, code), reason, _REASON, is_sure=True)
        beside = self.beside("/stderr", stderr, reply, code)
        if beside:
            self.add_text(beside, stderr, "stderr")
            stderr = ""
        self.of_exit(row, stderr, code)

    def of_reply(self, reply: "Any", row: "Any", stderr: str, code: "int | None") -> None:
        """Takes the effects of a reply that the host accepts."""
        cell = self.under_profile(row, "json")
        does = does_of(cell["effect"]) if cell else "nothing"
        if does == "nothing":
            if code == 0 and reply:
                self.blame("undecided")
            self.of_unread(reply, code)
            self.of_ignored(reply, row, stderr, code)
            return
        if does == "reads-beside":
            self.completed(reply, row, stderr, code)
            return
        if code == 0:
            self.blame("undecided")
        self.of_fields(self.lifted(reply), self.problems, code)

    def of_unread(self, reply: "Any", code: "int | None") -> None:
        """Takes the effects of the fields that count although the host ignores the reply."""
        keys = [TERMINAL]
        if self.entry(self.kind)["type"] == "http":
            keys.append(SPECIFIC)
        self.of_fields({key: reply[key] for key in keys if key in reply}, self.problems, code)

    def completed(self, reply: "Any", row: "Any", stderr: str, code: "int | None") -> None:
        """Takes the effects of a reply beside an exit code. Exit code 2 completes it with a block."""
        is_own = self.blocks_itself(reply)
        whole = reply
        decides = any(it["at"] == _DECISION for it in self.plan["fields"])
        if code == BLOCKS and not is_own and decides:
            whole = {**reply, DECISION: "block", REASON: stderr or "."}
            self.problems = _with_lost(
                self.problems, problems_of(whole, TYPES[self.event]["output"], *self.options)
            )
        block = self.beside(_DECISION, "block", whole, code) if code == BLOCKS else None
        self.act(block or self.pick(row["action"]), *_of_code(code))
        # Without a block of its own, stderr is the reason.
        self.of_fields(reply if is_own else _without(reply, REASON), self.problems, code)
        beside = self.beside("/stderr", stderr, reply, code)
        if beside:
            self.add_text(beside, stderr, "stderr")
        elif not is_own:
            self.add_text(self.pick(row["stderr"]), stderr, "stderr")

    def of_response(self, result: "HandlerResult") -> None:
        if result.status not in _OK:
            self.blame("status", code=result.status)
            self.act(self.pick(self.plan["exits"]["other"]["action"]), None)
            self.fail("status", "http", "")
            return
        self.of_answer("http", result.body, "body")

    def of_tool(self, result: "HandlerResult") -> None:
        if result.is_error:
            self.blame("tool-error")
            self.act(self.pick(self.plan["exits"]["other"]["action"]), None)
            self.fail("tool-error", "mcp_tool", "")
            if self.names_path() and self.on_failure != "blocked":
                self.add_text(self.errors(), _text_of(result.body), "result")
            return
        self.of_answer("mcp_tool", result.body, "result")

    def of_answer(self, handler: str, text: "Text", source: str) -> None:
        """Takes the effects of the answer of a server: that of exit code 0."""
        reading = read_reply(text, self.event, self.of_kind(handler))
        self.problems += reading.problems
        if self.names_path():
            self.of_path(handler, reading, _text_of(text), source)
            return
        is_json = reading.kind == "json" and not self.is_text(reading, "")
        if _is_refused(reading.problems) and (is_json or handler == "http"):
            self.blame("other-event" if _names_other_event(reading, self.event) else "refused")
            failure = "not-json" if reading.reply is None else "schema-violation"
            self.fail(failure, handler, _text_of(text), source)
        elif is_json:
            if BACKGROUND and value_at(reading.reply, f"/{BACKGROUND}") is True:
                self.in_background("")
            else:
                self.of_reply(reading.reply, self.plan["exits"]["0"], "", 0)
        elif reading.kind != "nothing":
            self.blame("text")
            if self.entry(handler).get(ON_FAILURE_KEY) == "block":
                self.fail("not-json", handler, "")

    def of_path(self, handler: str, reading: "Any", text: str, source: str) -> None:
        """Takes the path in the answer of a server. From a tool, it is the last line, as from a command."""
        row = self.plan["exits"]["0"]
        if handler != "http":
            beside = self.beside("/stdout", text, reading.reply, 0)
            if reading.reply is not None:
                self.of_ignored(reading.reply, row, "", 0)
            self.of_whole(row, "" if beside else text, source)
        elif _is_refused(reading.problems):
            self.blame("other-event" if _names_other_event(reading, self.event) else "refused")
            failure = "not-json" if reading.reply is None else "schema-violation"
            self.fail(failure, handler, text, source)
            if not trimmed(text).startswith("{") and self.on_failure != "blocked":
                self.add_text(self.errors(), text, source)
        elif reading.reply is not None:
            self.of_reply(reading.reply, row, "", 0)
        names = [it["kind"] for it in self.effects if does_of(it["kind"]) == "names-worktree"]
        if handler == "http" and not names:
            self.block("no-path" if self.failure is None else None)

    def of_model(self, result: "HandlerResult") -> None:
        from .._prompt import read_prompt_reply  # noqa: PLC0415

        kind = self.entry("prompt")["type"]
        context = self.of_kind(kind if kind in MODEL_HANDLERS else "prompt")
        answer: Any = result.answer
        event: Any = self.event
        reading: Any = read_prompt_reply(answer, event, context)
        self.problems += reading["problems"]
        if reading["kind"] == "failed":
            self.blame("model")
            self.failure = reading["failure"]
            return
        self.blame("met" if reading["kind"] == "met" else "not-met")
        effects = reading["effects"]
        self.depends_on += [it["when"] for it in effects if "when" in it]
        effect: Any = next((it for it in effects if "when" not in it), effects[0])
        self.act({"effect": effect["action"]}, "not-met")
        if "reason" in effect and reading.get("reason"):
            audience = [it for it in effect["audience"] if READERS.get(it) != "none"]
            cell = {"effect": effect["reason"], "audience": audience}
            self.add_text(cell, reading["reason"], "answer")

    def of_no_answer(self, kind: str) -> None:
        """Takes the effect of a hook that exceeded its time limit, or was not started."""
        handler = self.entry("command")["type"]
        if handler in MODEL_HANDLERS:
            self.kind = handler
            self.blame("timed-out" if kind == "timed_out" else "no-answer")
            self.failure = "timed-out" if kind == "timed_out" else "empty"
            return
        if self.is_late(handler):
            self.in_background("")
            self.fail("timed-out" if kind == "timed_out" else "not-started", handler, "")
            return
        if kind == "timed_out":
            self.blame("timed-out")
            self.act(self.pick(self.plan["timeout"]), "timed-out")
            self.fail("timed-out", handler, "")
            return
        failure = "not-started" if handler == "command" else "no-connection"
        self.blame(failure)
        self.act(self.pick(self.plan["exits"]["other"]["action"]), failure)
        self.fail(failure, handler, "")

    def in_background(self, text: str, *, is_checked: bool = False) -> None:
        """Takes the effect of a hook that the host does not wait for. `text` is its later answer."""
        self.blame("background")
        self.effects.append({"kind": "background", "from": ""})
        if self.names_path():
            self.block("background")
        if not trimmed(text):
            return
        from .._plain import answer_of  # noqa: PLC0415

        answer, problems = answer_of(text, self.options)
        self.problems += [] if is_checked else problems
        for path in ANSWER:
            value = value_at(answer, f"/{path}")
            if isinstance(value, str):
                self.add_text({"effect": WORD_FOR["informs"], "audience": MODEL}, value, f"/{path}")

    def rewakes(self, result: "HandlerResult") -> None:
        """Takes the effect of a command in the background that wakes the model by exit code 2."""
        self.in_background("")
        stdout, text = trimmed(_text_of(result.stdout)), trimmed(_text_of(result.stderr))
        if self.code == BLOCKS:
            source = "stderr" if text else "stdout"
            cell = {"effect": WORD_FOR["comments"], "audience": MODEL}
            self.add_text(cell, text or stdout, source)
        if stdout.startswith("{"):
            self.report("wakes-with-text" if self.code == BLOCKS else "wakes-by-exit")

    def advise(self, message: str, at: str) -> None:
        """Reports a field that does not do what it does elsewhere."""
        self.advised.append(message)
        self.problems.append(problem("without-effect", "inert", message, at))

    def report(self, word: str) -> None:
        """Reports that something of the hook has no effect."""
        self.problems.append(problem("without-effect", "ignored", ADDED[word]))

    # Fields

    def of_fields(self, reply: "Any", problems: "list[Problem]", code: "int | None") -> None:
        known = ""
        value: Any = NOTHING
        for field in self.plan["fields"]:
            # Several fields are about one pointer, each about another value.
            if field["at"] != known:
                known = field["at"]
                value = value_at(reply, known)
            if value is NOTHING or ("value" in field and not _is_same(value, field["value"])):
                continue
            found = self.interaction(field["at"], value, reply, code)
            beside = found["effect"] if found else None
            if found and "problem" in found:
                self.advise(found["problem"], field["at"])
            cell = beside or self.pick(field["effects"])
            if not cell or does_of(cell["effect"]) == "nothing":
                continue
            if beside or not is_lost(problems, field["at"]):
                self.of_field(field, value, cell, reply, code)

    def of_field(
        self, field: "Any", value: "Any", cell: "Any", reply: "Any", code: "int | None"
    ) -> None:
        meaning, at = meaning_of(cell), field["at"]
        does = meaning.get("does")
        if does == "replaces-input":
            self.of_input(at, value)
        elif does == "replaces-output":
            self.new_output = value
        elif "listed" in meaning:
            self.effects.append({"kind": cell["effect"], "value": value, "from": at})
            if does == "names-worktree" and not self.cause_rank:
                self.cause = ("field", {"key": at.rpartition("/")[2], "value": value})
        elif at == f"/{STOP_REASON}" and not self.is_stop_of_field:
            return
        elif "audience" in cell and "reason" not in field:
            self.add_text(cell, value, at, is_sure=True)
            if does == "replaces-display":
                self.blame("display")
            if does == "instructs" and at != _REASON and value:
                self.block("instruction", at)
        else:
            self.act(cell, "field", at, value)
            if at == "/continue":
                self.is_stop_of_field = self.stop
        if "reason" in field:
            reason = value_at(reply, field["reason"])
            beside = self.beside(field["reason"], reason, reply, code)
            if not (beside and does_of(beside["effect"]) == "nothing"):
                self.add_text({**cell, "effect": WORD_FOR["explains"]}, reason, field["reason"])

    def of_input(self, at: str, value: "Any") -> None:
        """Takes a new input. If it does not fit the tool, the call fails.

        On a permission request, an empty one is dropped, whatever the tool is.
        """
        if not value and at.startswith(_OF_REQUEST):
            return
        misfits = (it["pointer"] for it in self.problems if it["severity"] == "mismatch")
        values = (value_at(value, it[len(at) :]) for it in misfits if it.startswith(f"{at}/"))
        if all(_is_converted(it) for it in values):
            self.new_input = value
        else:
            self.block("new-input")

    def beside(self, at: str, value: "Any", reply: "Any", code: "int | None") -> "Any":
        """Returns the effect that a field has beside other fields, if it is another one than alone."""
        found = self.interaction(at, value, reply, code)
        return found["effect"] if found else None

    def interaction(self, at: str, value: "Any", reply: "Any", code: "int | None") -> "Any":
        """Returns what a field does beside other fields, if that is not what it does alone."""
        for it in _interactions(self.event, self.plan).get(at, ()):
            if it.get("exit", code) != code:
                continue
            if "value" in it and not _is_same(value, it["value"]):
                continue
            is_beside = all(_is_beside(reply, other) for other in it["beside"])
            if self.holds(it["effect"]) and is_beside and self.is_so(it["effect"]):
                return it
        return None

    def blocks_itself(self, reply: "Any") -> bool:
        """Returns whether a reply blocks without the exit code."""
        for field in self.plan["fields"]:
            if field["at"] == "/continue":
                continue
            value = value_at(reply, field["at"])
            if value is NOTHING:
                continue
            if "value" not in field or _is_same(value, field["value"]):
                cell = self.pick(field["effects"])
                meaning = meaning_of(cell)
                blocks = meaning.get("action") == "blocked"
                if blocks or "stops" in meaning or meaning.get("does") == "passes-on":
                    return True
        return False


_INTERACTIONS: "dict[str, dict[str, list[Any]]]" = {}
"""The interactions of events that were used before, by pointer."""


def _interactions(event: str, plan: "Any") -> "dict[str, list[Any]]":
    found = _INTERACTIONS.get(event)
    if found is None:
        found = _INTERACTIONS[event] = {}
        for it in plan["interactions"]:
            found.setdefault(it["at"], []).append(it)
    return found


def _of_code(code: "int | None") -> "tuple[str | None, str, int | None]":
    """Returns the cause of what an exit code does, for `act`."""
    cause = None if not code else "blocks" if code == BLOCKS else "failure-code"
    return cause, "", code


def _is_read(cell: "Any") -> bool:
    """Returns whether somebody gets a text, other than in a log."""
    return cell is not None and any(READERS[it] != "log" for it in cell.get("audience", ()))


def _of_stdout(found: "Problem") -> "Problem":
    """Returns the problem of a text that is on stdout instead of stderr."""
    if found["code"] != "not-json" or found["severity"] != "inert":
        return found
    return {**found, "message": ADDED["text-on-stdout"]}


def _is_converted(value: object) -> bool:
    """Returns whether the host converts a string to the number or the flag that is expected."""
    if not isinstance(value, str):
        return False
    number = trimmed(value)
    parts = number[number[:1] in ("-", "+") :].split(".")
    is_number = len(parts) <= _PARTS and all(it.isascii() and it.isdigit() for it in parts)
    return value in ("true", "false") or is_number


def _text_of(data: "Text") -> str:
    if isinstance(data, (bytes, str)) and not data:
        return ""
    try:
        return decoded(data, [])
    except UnreadableError:
        return ""


def _is_refused(problems: "list[Problem]") -> bool:
    """Returns whether the host refuses a reply. It does not read the value of an unknown key."""
    unread = [it["pointer"] for it in problems if it["code"] == "unsupported-by-host"]
    return any(it["severity"] == "rejected" and it["pointer"] not in unread for it in problems)


def _is_for_background(text: str) -> bool:
    return value_at(object_of(text), f"/{BACKGROUND}") is True


def _names_other_event(reading: "Any", event: str) -> bool:
    """Returns whether a reply is refused because it names another event."""
    name = value_at(reading.reply, f"/{SPECIFIC}/{SPECIFIC_EVENT}")
    refused = [it for it in reading.problems if it["severity"] == "rejected"]
    is_about = all(it["pointer"].startswith(f"/{SPECIFIC}") for it in refused)
    return isinstance(name, str) and name != event and name in NAMED and is_about


def _with_lost(problems: "list[Problem]", more: "list[Problem]") -> "list[Problem]":
    """Adds the problems that a reply has only beside the exit code."""
    known = {(it["pointer"], it["code"]) for it in problems}
    new = [
        it
        for it in more
        if (it["pointer"], it["code"]) not in known
        and it["severity"] in ("ignored", "inert")
        and it["pointer"] not in (_DECISION, _REASON)
    ]
    # What the block takes the place of is no longer without effect.
    gone = {it["pointer"] for it in problems} - {it["pointer"] for it in more}
    return [it for it in problems if it["pointer"] not in gone or not it["pointer"]] + new


def _without(value: "Any", key: str) -> "Any":
    return {known: it for known, it in value.items() if known != key}


def _is_same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def _is_beside(reply: "Any", other: "Any") -> bool:
    value = value_at(reply, other["at"])
    if other.get("present"):
        return value is not NOTHING
    if "values" not in other:
        return value is NOTHING
    return any(_is_same(value, it) for it in other["values"])
