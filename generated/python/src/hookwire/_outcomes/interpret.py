"""Returns what the host does with the result of a hook.

The rules here are the same for every event. What differs between events is in `data.py`.
"""

from .._context import Context
from .._plan import BACKGROUND, EVENT_KEY, MODEL_HANDLERS, WORDS
from .._plan import EVENTS as TYPES
from .._read import UnreadableError, decoded, object_of, read_reply, trimmed
from .._validate import asked, in_order, is_object, problem, problems_of
from .data import ANSWER, EVENTS, ON_FAILURE_FROM, PRINTED, PROFILES
from .explain import explanation
from .outcome import Outcome
from .result import expect_result

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .._read import Text
    from .._types import HookEvent, Problem
    from .._validate import Asked
    from .result import HandlerResult

ACTIONS = ("normal", "allowed", "asked", "deferred", "blocked")
"""The actions: a later one wins over an earlier one."""

_ACTION_OF = {
    "allows": "allowed",
    "asks": "asked",
    "defers": "deferred",
    "blocks": "blocked",
    "blocks-and-stops": "blocked",
    "declines": "blocked",
    "denies": "blocked",
    "fails": "blocked",
    "keeps-working": "blocked",
    "undoes": "blocked",
}
_STOPS = ("blocks-and-stops", "stops", "stops-after", "stops-subagent", "stops-teammate")
_SIDE_EFFECTS = (
    "classifier-context",
    "hide-prompt",
    "permissions",
    "reload-skills",
    "session-title",
    "watch-paths",
    "worktree-path",
)
_NOTHING: "Any" = object()
_ASYNC = "asyncRewake"
_BLOCKS = 2
"""The exit code that blocks."""

_OK = range(200, 300)
"""The statuses of success."""


def interpret(
    event: "HookEvent | str", result: "HandlerResult", context: "Context | None" = None
) -> Outcome:
    """Returns what the host does with the result of a hook. Never fails because of what a hook wrote.

    Args:
        event: The event that the hook ran on. If the package does not know it, the action is
            `unknown`.
        result: How the hook ended, and what it wrote: as `exited(1, stdout, stderr)`.
        context: Uses the `host`; the `handler`, with its `onFailure` and `continueOnBlock`; the
            `tool`, the `input` and the `profile`.

    Returns:
        The outcome. `depends_on` lists the conditions that the context does not tell.

    Raises:
        TypeError: `result` is not a result, or `context` is not a `Context`.
    """
    expect_result(result)
    run = _Run(event, context)
    if event not in EVENTS or not run.has_event():
        run.cause = ("unknown", {})
        return run.outcome(is_known=False)
    run.check_event()
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


class _Run:
    """The outcome of a hook, while it is put together."""

    def __init__(self, event: str, context: "Context | None") -> None:
        self.event: Any = event
        self.plan: Any = EVENTS.get(event)
        self.context = context
        self.options: Asked = asked(context)
        name = context.profile if context else None
        self.profile: Any = PROFILES.get(name) if name else None
        self.rank = 0
        self.is_unknown = False
        self.stop = False
        self.is_stop_of_field = False
        self.retries = False
        self.is_erased = False
        self.new_input = _NOTHING
        self.new_output = _NOTHING
        self.texts: list[Any] = []
        self.effects: list[Any] = []
        self.failure: str | None = None
        self.on_failure: str | None = None
        self.problems: list[Problem] = []
        self.depends_on: list[Any] = []
        self.cause: tuple[str, dict[str, object]] = ("silent", {})
        self.cause_rank = 0

    # The kinds of results

    def of_command(self, result: "HandlerResult") -> None:
        code = result.code if result.kind == "exited" else None
        entry = self.entry("command")
        if entry.get(_ASYNC) is True and code == _BLOCKS:
            self.rewakes(result)
            return
        if entry.get(BACKGROUND) is True or entry.get(_ASYNC) is True:
            self.in_background(_text_of(result.stdout))
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
        row = exits["0" if code == 0 else "2" if code == _BLOCKS else "other"]
        stderr = _text_of(result.stderr)
        if code != 0:
            self.blame("signal" if code is None else "exit-code", code=code)
        if kind == "json":
            if refused:
                self.of_refused(reading, stdout, row, stderr, code)
            else:
                self.of_reply(reply, row, stderr, code)
            if code == 0 and reply is not None and self.plan["reads_json_as_text"]:
                self.of_text(row, "" if self.beside("/stdout", stdout, reply, code) else stdout)
        else:
            self.of_text(row, stdout)
            self.of_exit(row, stderr, code, is_silent=kind == "nothing")
        if code not in (0, _BLOCKS):
            self.fail("exit-code", "command", stderr)

    def moves_to_background(self, stdout: str) -> bool:
        """Moves a command to the background, if its output says so."""
        if not BACKGROUND or not (BACKGROUND in stdout or "\\u" in stdout):
            return False
        where = self.pick(PRINTED)
        if where is None:
            return False
        first, _, later = stdout.partition("\n")
        is_on = {
            "first-line": _is_for_background(first),
            "whole": _is_for_background(stdout),
        }
        is_on["first-line-or-whole"] = is_on["first-line"] or is_on["whole"]
        if not is_on[where["effect"]]:
            return False
        if where["effect"] == "first-line-or-whole" and trimmed(later):
            self.of_text(self.plan["exits"]["0"], stdout)
        self.in_background(later)
        return True

    def is_text(self, reading: "Any", stdout: str) -> bool:
        """Returns whether the host takes a reply as plain text that others refuse."""
        if reading.reply is not None and "\n" not in stdout:
            return False
        where = self.pick(PRINTED)
        is_read_whole = where and where["effect"] == "whole" and "\n" in trimmed(stdout)
        # Newer hosts read the first line only.
        is_on_first = _at(reading.reply, f"/{BACKGROUND}") is True and object_of(stdout) is None
        if is_read_whole and is_on_first:
            return True
        cell = self.pick(self.plan["exits"]["0"]["invalid_json"])
        return bool(cell) and cell["effect"] == "text" and reading.reply is None

    def of_exit(
        self, row: "Any", stderr: str, code: "int | None", *, is_silent: bool = False
    ) -> None:
        """Takes the effect of an exit code, without a reply."""
        is_missing = any(it in stderr for it in self.plan["missing_script"])
        if code == _BLOCKS and is_silent and is_missing:
            self.blame("missing-script")
            return
        self.act(self.pick(row["action"]), "blocks" if code == _BLOCKS else None)
        self.add_text(self.pick(row["stderr"]), stderr, "stderr")

    def of_text(self, row: "Any", text: str) -> None:
        """Takes the effect of plain text: that of the last line, if it is a path."""
        text = trimmed(text)
        cell = self.pick(row["stdout"])
        if cell and cell["effect"] == "path":
            text = trimmed(text.rpartition("\n")[2])
            self.blame("path")
            if not text:
                self.act({"effect": "fails"}, "no-path")
        elif text:
            self.blame("text")
        self.add_text(cell, text, "stdout")

    def of_refused(
        self, reading: "Any", stdout: str, row: "Any", stderr: str, code: "int | None"
    ) -> None:
        """Takes the effect of a reply that the host refuses."""
        is_other = _names_other_event(reading, self.event)
        cell = self.under_profile(row, "other_event" if is_other else "invalid_json")
        word = cell["effect"] if cell else "unknown"
        failure = "not-json" if reading.reply is None else "schema-violation"
        if word in ("error", "text", "blocks"):
            if code in (0, _BLOCKS):
                self.blame("other-event" if is_other else "refused")
            self.add_text({**cell, "effect": "error-notice"}, stdout, "stdout")
            if word == "blocks":
                self.act(cell, "other-event")
            elif code not in (0, _BLOCKS):
                self.add_text(self.pick(row["stderr"]), stderr, "stderr")
            self.fail(failure, "command", stdout)
            return
        if code == 0:
            self.blame("other-event" if is_other else "refused")
        # Where a path is expected, every object is refused.
        if word == "unknown" and (is_other or reading.reply is None):
            self.is_unknown = True
        self.of_ignored(reading.reply, row, stderr, code)

    def of_ignored(self, reply: "Any", row: "Any", stderr: str, code: "int | None") -> None:
        """Takes the effect of an exit code beside a reply that does not decide."""
        reason = _at(reply, "/reason")
        self.add_text(self.beside("/reason", reason, reply, code), reason, "/reason", is_sure=True)
        beside = self.beside("/stderr", stderr, reply, code)
        if beside:
            self.add_text(beside, stderr, "stderr")
            stderr = ""
        self.of_exit(row, stderr, code)

    def of_reply(self, reply: "Any", row: "Any", stderr: str, code: "int | None") -> None:
        """Takes the effects of a reply that the host accepts."""
        cell = self.under_profile(row, "json")
        word = cell["effect"] if cell else "ignored"
        if word == "ignored":
            self.of_unread(reply, code)
            self.of_ignored(reply, row, stderr, code)
            return
        if word == "completes":
            self.completed(reply, row, stderr, code)
            return
        if code == 0:
            self.blame("undecided")
        self.of_fields(reply, self.problems, code)

    def of_unread(self, reply: "Any", code: "int | None") -> None:
        """Takes the effects of the fields that count although the host ignores the reply."""
        keys = ["terminalSequence"]
        if self.entry("command")["type"] == "http":
            keys.append("hookSpecificOutput")
        self.of_fields({key: reply[key] for key in keys if key in reply}, self.problems, code)

    def completed(self, reply: "Any", row: "Any", stderr: str, code: "int | None") -> None:
        """Takes the effects of a reply beside an exit code. Exit code 2 completes it with a block."""
        is_own = self.blocks_itself(reply)
        whole = reply
        decides = any(it["at"] == "/decision" for it in self.plan["fields"])
        if code == _BLOCKS and not is_own and decides:
            whole = {**reply, "decision": "block", "reason": stderr or "."}
            self.problems = _with_lost(
                self.problems, problems_of(whole, TYPES[self.event]["output"], *self.options)
            )
        block = self.beside("/decision", "block", whole, code) if code == _BLOCKS else None
        self.act(block or self.pick(row["action"]), "blocks" if code == _BLOCKS else None)
        # Without a block of its own, stderr is the reason.
        self.of_fields(reply if is_own else _without(reply, "reason"), self.problems, code)
        beside = self.beside("/stderr", stderr, reply, code)
        if beside:
            self.add_text(beside, stderr, "stderr")
        elif not is_own:
            self.add_text(self.pick(row["stderr"]), stderr, "stderr")

    def of_response(self, result: "HandlerResult") -> None:
        if result.status not in _OK:
            self.blame("status", code=result.status)
            self.fail("status", "http", "")
            return
        self.of_answer("http", result.body, "body")

    def of_tool(self, result: "HandlerResult") -> None:
        if result.is_error:
            self.blame("tool-error")
            self.fail("tool-error", "mcp_tool", "")
            return
        self.of_answer("mcp_tool", result.body, "result")

    def of_answer(self, handler: str, text: "Text", source: str) -> None:
        """Takes the effects of the answer of a server: that of exit code 0."""
        reading = read_reply(text, self.event, self.of_kind(handler))
        self.problems += reading.problems
        is_json = reading.kind == "json" and not self.is_text(reading, "")
        if _is_refused(reading.problems) and (is_json or handler == "http"):
            self.blame("other-event" if _names_other_event(reading, self.event) else "refused")
            failure = "not-json" if reading.reply is None else "schema-violation"
            self.fail(failure, handler, _text_of(text), source)
        elif is_json:
            if BACKGROUND and _at(reading.reply, f"/{BACKGROUND}") is True:
                self.in_background("")
            else:
                self.of_reply(reading.reply, self.plan["exits"]["0"], "", 0)
        elif reading.kind != "nothing":
            self.blame("text")
            if self.entry(handler).get("onFailure") == "block":
                self.fail("not-json", handler, "")

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
            audience = [it for it in effect["audience"] if it != "nobody"]
            cell = {"effect": effect["reason"], "audience": audience}
            self.add_text(cell, reading["reason"], "answer")

    def of_no_answer(self, kind: str) -> None:
        """Takes the effect of a hook that exceeded its time limit, or was not started."""
        handler = self.entry("command")["type"]
        if handler in MODEL_HANDLERS:
            self.blame("timed-out" if kind == "timed_out" else "model")
            self.failure = "timed-out" if kind == "timed_out" else "empty"
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

    def in_background(self, later: str) -> None:
        """Takes the effect of a hook that the host does not wait for. `later` is its later answer."""
        self.blame("background")
        self.effects.append({"kind": "background", "from": ""})
        lines = map(object_of, later.split("\n"))
        answer = next((it for it in lines if it is not None), None)
        for path in ANSWER:
            text = _at(answer, f"/{path}")
            if isinstance(text, str):
                self.add_text({"effect": "context", "audience": ["claude"]}, text, f"/{path}")

    def rewakes(self, result: "HandlerResult") -> None:
        """Takes the effect of exit code 2 of a command in the background that may wake Claude."""
        self.in_background("")
        text = trimmed(_text_of(result.stderr))
        source = "stderr" if text else "stdout"
        text = text or trimmed(_text_of(result.stdout))
        self.add_text({"effect": "feedback", "audience": ["claude"]}, text, source)

    # Fields

    def of_fields(self, reply: "Any", problems: "list[Problem]", code: "int | None") -> None:
        known = ""
        value: Any = _NOTHING
        for field in self.plan["fields"]:
            # Several fields are about one pointer, each about another value.
            if field["at"] != known:
                known = field["at"]
                value = _at(reply, known)
            if value is _NOTHING or ("value" in field and not _is_same(value, field["value"])):
                continue
            beside = self.beside(field["at"], value, reply, code)
            cell = beside or self.pick(field["effects"])
            if not cell or cell["effect"] == "ignored":
                continue
            if beside or not _is_lost(problems, field["at"]):
                self.of_field(field, value, cell, reply, code)

    def of_field(
        self, field: "Any", value: "Any", cell: "Any", reply: "Any", code: "int | None"
    ) -> None:
        word, at = cell["effect"], field["at"]
        if word == "input":
            self.new_input = value
        elif word == "output":
            self.new_output = value
        elif word in _SIDE_EFFECTS:
            self.effects.append({"kind": word, "value": value, "from": at})
        elif at == "/stopReason" and not self.is_stop_of_field:
            return
        elif "audience" in cell and "reason" not in field:
            self.add_text(cell, value, at, is_sure=True)
            if word == "instruction" and at != "/reason" and value:
                self.act({"effect": "keeps-working"}, "instruction", at)
        else:
            self.act(cell, "field", at, value)
            if at == "/continue":
                self.is_stop_of_field = self.stop
        if "reason" in field:
            reason = _at(reply, field["reason"])
            beside = self.beside(field["reason"], reason, reply, code)
            if not (beside and beside["effect"] == "ignored"):
                self.add_text({**cell, "effect": "reason"}, reason, field["reason"])

    def beside(self, at: str, value: "Any", reply: "Any", code: "int | None") -> "Any":
        """Returns the effect that a field has beside other fields, if it is another one than alone."""
        for it in _interactions(self.event, self.plan).get(at, ()):
            if it.get("exit", code) != code:
                continue
            if "value" in it and not _is_same(value, it["value"]):
                continue
            if self.holds(it["effect"]) and all(_is_beside(reply, other) for other in it["beside"]):
                return it["effect"]
        return None

    def blocks_itself(self, reply: "Any") -> bool:
        """Returns whether a reply blocks without the exit code."""
        for field in self.plan["fields"]:
            if "value" not in field or field["at"] == "/continue":
                continue
            if _is_same(_at(reply, field["at"]), field["value"]):
                cell = self.pick(field["effects"])
                word = cell["effect"] if cell else ""
                if _ACTION_OF.get(word) == "blocked" or word in ("reports", "stops"):
                    return True
        return False

    # Effects

    def act(self, cell: "Any", cause: "str | None", at: str = "", value: "Any" = None) -> None:
        """Takes an effect on the action. `cause` is told if the effect is the strongest one."""
        word = cell["effect"] if cell else "unknown"
        action = _ACTION_OF.get(word)
        if word == "stops" and self.plan["erases"]:
            action = "blocked"
        elif action == "blocked" and self.plan["erases"]:
            self.is_erased = True
        if word == "unknown":
            self.is_unknown = True
        if word == "retries":
            self.retries = True
        self.stop = self.stop or word in _STOPS
        rank = ACTIONS.index(action) if action else 1 if word in _STOPS else 0
        if cause and rank > self.cause_rank:
            self.cause_rank = rank
            self.cause = (cause, {"key": at.rpartition("/")[2], "value": value})
        if action:
            self.rank = max(self.rank, ACTIONS.index(action))

    def blame(self, cause: str, code: "int | None" = None) -> None:
        """Names the cause, unless something with an effect is the cause."""
        if not self.cause_rank:
            self.cause = (cause, {"code": code})

    def fail(self, failure: str, handler: str, text: str, source: str = "stderr") -> None:
        """Takes a failure, and what the setting `onFailure` does about it."""
        self.failure = failure
        policy = self.entry(handler).get("onFailure")
        if policy not in ("block", "continue"):
            return
        version = self.options[0]
        if version is not None and version < ON_FAILURE_FROM.get(handler, []):
            self.on_failure = "ignored"
            return
        effect = self.plan["on_failure"].get(handler, "ignored")
        if policy == "continue" or effect == "ignored":
            self.on_failure = "continued" if policy == "continue" else "ignored"
            return
        self.on_failure = "blocked"
        before = self.cause
        row = self.plan["exits"]["2"]
        self.cause_rank = 0
        if effect == "denies":
            self.act({"effect": "denies"}, None)
        else:
            self.act(self.pick(row["action"]), None)
            self.add_text(self.pick(row["stderr"]), text, source)
        self.cause = ("on-failure", {"cause": before})

    def add_text(self, cell: "Any", text: "Any", source: str, *, is_sure: bool = False) -> None:
        """Adds a text for those who get it, unless a problem says that it is lost."""
        audience: Any = cell.get("audience", []) if cell else []
        if audience and isinstance(text, str) and text and (is_sure or not self.is_lost(source)):
            who = [*audience]
            self.texts.append(
                {"text": text, "audience": who, "purpose": cell["effect"], "from": source}
            )

    def is_lost(self, source: str) -> bool:
        return source.startswith("/") and _is_lost(self.problems, source)

    # Profiles, versions and situations

    def has_event(self) -> bool:
        """Returns whether the profile has the event."""
        return (
            self.profile is None
            or not self.profile["events"]
            or self.event in self.profile["events"]
        )

    def under_profile(self, row: "Any", key: str) -> "Any":
        """Returns the effect of a reply: that of the profile, or that of the host."""
        if self.profile and key in self.profile["exits"]:
            return {"effect": self.profile["exits"][key]}
        return self.pick(row[key])

    def pick(self, effects: "Any") -> "Any":
        """Returns the effect that holds on the host, in the situation that the context tells."""
        unsure = None
        version = self.options[0]
        for it in effects:
            if "until" in it if version is None else not self.holds(it):
                continue
            if "when" not in it:
                return it
            is_so = self.situation(it["when"])
            if is_so:
                return it
            if is_so is None:
                if it["when"] not in self.depends_on:
                    self.depends_on.append(it["when"])
                unsure = unsure or it
        return unsure

    def holds(self, cell: "Any") -> bool:
        version = self.options[0]
        if version is None:
            return "until" not in cell
        is_from: bool = version >= cell.get("from", [])
        return is_from and not ("until" in cell and version >= cell["until"])

    def situation(self, name: str) -> "bool | None":
        """Returns whether a condition holds; `None` if the context does not tell."""
        if name == "http-handler":
            return bool(self.entry("command")["type"] == "http")
        if name == "mcp-tool":
            tool: Any = self.options[1]
            return None if tool is None else bool(tool.startswith("mcp__"))
        told = _TOLD.get(name)
        event: Any = self.context.input if self.context else None
        if told is None or event is None or told[0] not in event:
            return None
        return bool(event[told[0]] == told[1])

    def entry(self, kind: str) -> "Mapping[str, Any]":
        """Returns the handler's entry in the settings. `kind` is its type if the context has none."""
        entry = self.context.handler if self.context else None
        return entry or {"type": kind}

    def of_kind(self, kind: str) -> Context:
        """Returns the context with a handler of this kind."""
        it = self.context
        if it is None:
            if kind not in _ALONE:
                _ALONE[kind] = Context(handler=kind)  # type: ignore[arg-type]
            return _ALONE[kind]
        entry: Any = it.handler or {}
        return Context(
            host=it.host,
            tool=it.tool,
            profile=it.profile,
            input=it.input,
            handler={**entry, "type": kind},
        )

    def check_event(self) -> None:
        """Reports an input of another event."""
        event: Any = self.context.input if self.context else None
        name = event.get(EVENT_KEY) if event else None
        if name is not None and name != self.event:
            message = WORDS["input-of-other-event"].replace("{event}", self.event)
            self.problems.append(problem("wrong-event-name", "inert", message, f"/{EVENT_KEY}"))

    # The outcome

    def outcome(self, *, is_known: bool = True) -> Outcome:
        """Returns the outcome."""
        plan: Any = self.plan or {}
        made: Any = {"event": self.event, "action": ACTIONS[self.rank]}
        is_settled = is_known and not (self.is_unknown and made["action"] == "normal")
        if self.stop and plan.get("ends") in ("subagent", "teammate"):
            # Nobody is left who would follow the instruction.
            self.texts = [it for it in self.texts if it["purpose"] != "instruction"]
        made["agent"] = "continues"
        made["stop"] = self.stop
        if is_settled:
            settle(made, plan, retries=self.retries)
        else:
            made["action"] = "unknown"
        if self.new_input is not _NOTHING and made["action"] not in ("blocked", "deferred"):
            made["new_input"] = self.new_input
        if self.new_output is not _NOTHING:
            made["new_output"] = self.new_output
        made["texts"] = self.texts
        if self.is_erased and made["action"] == "blocked":
            self.effects.append({"kind": "erase-prompt", "from": ""})
        made["effects"] = self.effects
        if self.failure:
            made["failure"] = self.failure
        if self.on_failure:
            made["on_failure"] = self.on_failure
        made["problems"] = in_order(self.problems) if self.problems else []
        made["depends_on"] = self.depends_on
        made["explanation"] = explanation(made, plan, self.cause)
        return Outcome(made)


def settle(made: "Any", plan: "Any", *, retries: bool) -> None:
    """Sets what Claude and the subagent or teammate do next. A stop wins over the wish to go on."""
    ends = plan.get("ends")
    stop = made["stop"]
    if ends and stop:
        made["action"] = "normal"
    action = made["action"]
    is_over = bool(ends) and action != "blocked"
    if ends in ("subagent", "teammate"):
        made["subagent"] = "stops" if is_over else "continues"
    elif stop or is_over or action == "deferred" or (plan["erases"] and action == "blocked"):
        made["agent"] = "stops"
    elif retries:
        made["agent"] = "retries"


_TOLD = {
    "manual-compaction": ("trigger", "manual"),
    "automatic-compaction": ("trigger", "auto"),
    "slash-command": ("source", "slash_command"),
    "register-repo-root": ("source", "register_repo_root"),
}
"""The conditions that a key of the input tells, with the value."""


_ALONE: "dict[str, Context]" = {}
"""The contexts with nothing but a kind of handler."""

_KEYS: "dict[str, list[str]]" = {}
"""The keys of pointers that were used before."""

_INTERACTIONS: "dict[str, dict[str, list[Any]]]" = {}
"""The interactions of events that were used before, by pointer."""


def _interactions(event: str, plan: "Any") -> "dict[str, list[Any]]":
    found = _INTERACTIONS.get(event)
    if found is None:
        found = _INTERACTIONS[event] = {}
        for it in plan["interactions"]:
            found.setdefault(it["at"], []).append(it)
    return found


def _text_of(data: "Text") -> str:
    try:
        return decoded(data, [])
    except UnreadableError:
        return ""


def _is_refused(problems: "list[Problem]") -> bool:
    """Returns whether the host refuses a reply. It does not look at the value of a key that it does not know."""
    unread = [it["pointer"] for it in problems if it["code"] == "unsupported-by-host"]
    return any(it["severity"] == "rejected" and it["pointer"] not in unread for it in problems)


def _is_for_background(text: str) -> bool:
    return _at(object_of(text), f"/{BACKGROUND}") is True


def _names_other_event(reading: "Any", event: str) -> bool:
    """Returns whether a reply is refused because it names another event."""
    name = _at(reading.reply, "/hookSpecificOutput/hookEventName")
    refused = [it for it in reading.problems if it["severity"] == "rejected"]
    is_about = all(it["pointer"].startswith("/hookSpecificOutput") for it in refused)
    return isinstance(name, str) and name != event and is_about


def _is_lost(problems: "list[Problem]", at: str) -> bool:
    """Returns whether a problem says that a field has no effect."""
    for it in problems:
        is_at = at == it["pointer"] or at.startswith(it["pointer"] + "/")
        if it["severity"] in ("ignored", "inert") and it["pointer"] and is_at:
            return True
    return False


def _with_lost(problems: "list[Problem]", more: "list[Problem]") -> "list[Problem]":
    """Adds the problems that a reply has only beside the exit code."""
    known = {(it["pointer"], it["code"]) for it in problems}
    new = [
        it
        for it in more
        if (it["pointer"], it["code"]) not in known
        and it["severity"] in ("ignored", "inert")
        and it["pointer"] not in ("/decision", "/reason")
    ]
    # What the block takes the place of is no longer without effect.
    gone = {it["pointer"] for it in problems} - {it["pointer"] for it in more}
    return [it for it in problems if it["pointer"] not in gone or not it["pointer"]] + new


def _at(value: "Any", pointer: str) -> "Any":
    """Returns the value at a pointer, or `_NOTHING`."""
    keys = _KEYS.get(pointer)
    if keys is None:
        keys = _KEYS[pointer] = pointer.split("/")[1:]
    for key in keys:
        if not is_object(value) or key not in value:
            return _NOTHING
        value = value[key]
    return value


def _without(value: "Any", key: str) -> "Any":
    return {known: it for known, it in value.items() if known != key}


def _is_same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def _is_beside(reply: "Any", other: "Any") -> bool:
    value = _at(reply, other["at"])
    if other.get("present"):
        return value is not _NOTHING
    if "values" not in other:
        return value is _NOTHING
    return any(_is_same(value, it) for it in other["values"])
