"""Reads the answer of a prompt or agent hook, and returns the host's reaction."""

from ._arguments import expect_flag, expect_optional_string
from ._input import UnreadableError, decoded, parsed, replaced_problems
from ._json_values import is_object
from ._plan import CONTINUES_KEY, MODEL_HANDLERS, PUBLIC
from ._prompts import (
    CONTINUES,
    EVENTS,
    FAILURES,
    FALSY,
    IMPOSSIBLE,
    NEWEST,
    PASSES,
    REPLY,
    STOP_REASONS,
    UNDOCUMENTED,
    UNFENCED,
    WORDS_FROM,
)
from ._read import event_in, object_of, trimmed
from ._validate import asked, known
from ._walk import in_order, problem, problems_of

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ._context import Context
    from ._input import Text
    from ._types import (
        HookEvent,
        Problem,
        ProblemCode,
        ProblemConfidence,
        PromptEffect,
        PromptFailure,
        PromptKind,
        PromptReading,
    )

_OF_TEXTS = ("not-json", "fenced", "preamble", "schema-violation")
"""The failures that cannot happen with structured output."""

_GOES_ON: "PromptEffect" = {"action": PASSES, "confidence": "confirmed"}
_NOTHING: "Any" = object()


class ModelAnswer:
    """The answer of a model to a prompt or agent hook."""

    __slots__ = ("stop_reason", "structured_output", "text", "timed_out")
    __module__ = PUBLIC + ".host"

    def __init__(
        self,
        text: "Text" = "",
        *,
        stop_reason: "str | None" = None,
        timed_out: bool = False,
        structured_output: bool = True,
    ) -> None:
        """Creates an answer.

        Args:
            text: The whole text of the answer. For an agent, the arguments of its answer tool.
            stop_reason: The model's stop reason, as its API reports it, such as `"refusal"`.
            timed_out: Whether the hook timed out before there was an answer.
            structured_output: Whether the model's output was constrained by a schema. For an agent,
                whether it called its answer tool.

        Raises:
            TypeError: An argument has another type.
        """
        expect_optional_string("stop_reason", stop_reason)
        expect_flag("timed_out", timed_out)
        expect_flag("structured_output", structured_output)
        self.text = text
        """The whole text."""
        self.stop_reason = stop_reason
        """The model's stop reason."""
        self.timed_out = timed_out
        """Whether the hook timed out."""
        self.structured_output = structured_output
        """Whether the output was constrained by a schema."""

    def __repr__(self) -> str:
        """Shows all fields."""
        shown = f"stop_reason={self.stop_reason!r}, timed_out={self.timed_out!r}"
        return f"ModelAnswer({self.text!r}, {shown}, structured_output={self.structured_output!r})"


def read_prompt_reply(
    answer: "Text | ModelAnswer",
    event: "HookEvent | None" = None,
    context: "Context | None" = None,
) -> "PromptReading":
    """Reads the model's answer to a prompt or agent hook, as the host does.

    Args:
        answer: The whole text of the answer, or an answer with its circumstances.
        event: The event that it answers. Without it, it is that of the context's `input`, and without
            that, the effects of a refusal are not reported.
        context: Uses the `host`, and the `handler`: its type, `"prompt"` or `"agent"`, and
            `continueOnBlock`, which agents do not have. The default is `"prompt"`.

    Returns:
        The outcome, the problems, and the effects on the host.

    Raises:
        ValueError: The event is unknown, or the handler is neither a prompt nor an agent.
        TypeError: `answer` is not text, `context` is not a `Context`, or `continueOnBlock` is
            neither `True` nor `False`.
    """
    version = asked(context)[0]
    entry: Any = (context.handler if context else None) or {"type": "prompt"}
    handler = str(entry["type"])
    if handler not in MODEL_HANDLERS:
        raise ValueError(
            "`read_prompt_reply` needs a handler of type `prompt` or `agent`, "
            f"not `{handler}`: use `read_reply`"
        )
    continue_on_block = entry.get(CONTINUES_KEY, False)
    expect_flag(CONTINUES_KEY, continue_on_block)
    name = event_in(context) if event is None else event
    on_event = None if name is None else EVENTS[known("event", name, EVENTS)][handler]
    it = answer if isinstance(answer, ModelAnswer) else ModelAnswer(answer)
    failure: PromptFailure | None
    if it.timed_out:
        failure, reply, problems = _nothing_read("timed-out")
    elif handler == "agent" and not it.structured_output:
        failure, reply, problems = _nothing_read("no-structured-output")
    else:
        failure, reply, problems = _read(it, handler, version)
        if not it.structured_output and failure in _OF_TEXTS:
            failure = "no-structured-output"
    kind = _kind(failure, reply, problems, handler, on_event)
    reading: PromptReading = {
        "kind": kind,
        "problems": problems,
        "confidence": _confidence(kind, problems),
        "effects": [],
    }
    if failure:
        reading["failure"] = failure
    elif kind != "met" and "reason" in reply:
        reading["reason"] = reply["reason"]
    if reply is not _NOTHING:
        reading["reply"] = reply
    continues = continue_on_block and _continues(handler, version, problems)
    is_asked = on_event is None or _is_asked(on_event, version, problems)
    if kind in ("met", "failed") or not is_asked:
        reading["effects"] = [{**_GOES_ON}]
    else:
        reading["effects"] = _effects(kind, on_event, version, continues=continues)
    reading["problems"] = in_order(problems)
    return reading


# The answer


def _read(
    answer: "ModelAnswer", handler: str, version: "Any"
) -> "tuple[PromptFailure | None, Any, list[Problem]]":
    """Returns the failure, if there is one; the JSON value; and the problems."""
    replaced: list[ProblemCode] = []
    try:
        whole = trimmed(decoded(answer.text, replaced))
    except UnreadableError as error:
        failure = _stopped(answer.stop_reason, "not-json")
        return failure, _NOTHING, [error.problem("rejected")]
    if handler == "prompt" and UNFENCED and (version is None or version >= UNFENCED):
        whole = _unfenced(whole)
    found, reply, problems = _read_text(whole, version, answer.stop_reason, replaced)
    if handler == "agent" and found == "schema-violation":
        found, reply, problems = _with_flag(reply, version, problems)
    return found, reply, problems + replaced_problems(replaced)


def _read_text(
    whole: str, version: "Any", stop_reason: "str | None", replaced: "list[ProblemCode]"
) -> "tuple[PromptFailure | None, Any, list[Problem]]":
    if not whole:
        return _nothing_read(_stopped(stop_reason, "empty"))
    try:
        reply = parsed(whole, replaced)
    except UnreadableError as error:
        if error.code != "not-json":
            failure = _stopped(stop_reason, "not-json")
            return failure, _NOTHING, [error.problem("rejected")]
        looks, reply = _inside(whole)
        if looks == "not-json":
            looks = _stopped(stop_reason, looks)
        failure, _, problems = _nothing_read(looks)
        return failure, reply, problems
    if version is not None and version <= FALSY and _is_falsy(reply):
        return _nothing_read(_stopped(stop_reason, "not-json"))
    return _validated(reply, version)


def _validated(reply: "Any", version: "Any") -> "tuple[PromptFailure | None, Any, list[Problem]]":
    problems = problems_of(reply, REPLY, version)
    is_refused = any(it["severity"] == "rejected" for it in problems)
    return "schema-violation" if is_refused else None, reply, problems


def _with_flag(
    reply: "Any", version: "Any", problems: "list[Problem]"
) -> "tuple[PromptFailure | None, Any, list[Problem]]":
    """Converts `ok` from a string, as the tool for the answers of agents does."""
    is_read = bool(WORDS_FROM) and (version is None or version >= WORDS_FROM)
    if is_read and is_object(reply) and reply.get("ok") in ("true", "false"):
        return _validated({**reply, "ok": reply["ok"] == "true"}, version)
    return "schema-violation", reply, problems


def _is_falsy(reply: "Any") -> bool:
    """Returns whether a host treats a value as missing. Unlike in Python, `{}` and `[]` are not."""
    return not reply and not isinstance(reply, (dict, list))


def _nothing_read(failure: "PromptFailure") -> "tuple[PromptFailure, Any, list[Problem]]":
    fact = FAILURES[failure]
    confidence: ProblemConfidence = "unconfirmed" if fact["unconfirmed"] else "confirmed"
    return failure, _NOTHING, [problem("not-json", "rejected", fact["message"], "", confidence)]


def _stopped(stop_reason: "str | None", otherwise: "PromptFailure") -> "PromptFailure":
    """Returns the failure that explains missing JSON: that of the stop reason, if it has one."""
    found: PromptFailure = STOP_REASONS.get(stop_reason or "", otherwise)
    return found


def _inside(text: str) -> "tuple[PromptFailure, Any]":
    """Returns the failure for a text that is not JSON, and the object in it, if there is one."""
    fenced = object_of(_in_fence(text))
    if fenced is not None:
        return "fenced", fenced
    around = object_of(text[text.find("{") : text.rfind("}") + 1])
    return ("not-json", _NOTHING) if around is None else ("preamble", around)


def _in_fence(text: str) -> str:
    """Returns the content of a fence that begins a text: from the second line to its end."""
    if not text.startswith("```"):
        return ""
    return trimmed(trimmed(text.partition("\n")[2]).removesuffix("```"))


def _unfenced(text: str) -> str:
    """Returns the object in a fence, and any other text as it is."""
    inner = _in_fence(text)
    return text if object_of(inner) is None else inner


def _kind(
    failure: "PromptFailure | None",
    reply: "Any",
    problems: "list[Problem]",
    handler: str,
    on_event: "Any",
) -> "PromptKind":
    if failure:
        return "failed"
    if reply["ok"]:
        return "met"
    if not reply.get("impossible") or _is_unread(problems):
        return "not-met"
    if on_event["impossible"] if on_event else handler == "prompt":
        return "impossible"
    problems.append(problem("without-effect", "inert", IMPOSSIBLE, "/impossible"))
    return "not-met"


def _is_unread(problems: "list[Problem]") -> bool:
    """Returns whether the host is older than `impossible`."""
    return any(it["pointer"] == "/impossible" and it["severity"] == "ignored" for it in problems)


def _confidence(kind: "PromptKind", problems: "list[Problem]") -> "ProblemConfidence":
    if kind == "failed":
        refused = (it for it in problems if it["severity"] == "rejected")
        unsure = all(it["confidence"] == "unconfirmed" for it in refused)
    else:
        codes = [it["code"] for it in problems]
        unsure = kind == "impossible" and "unsupported-by-host" in codes
    return "unconfirmed" if unsure else "confirmed"


# Effects


def _continues(handler: str, version: "Any", problems: "list[Problem]") -> bool:
    """Returns whether the host reads `continueOnBlock`, and adds a problem if it may not."""
    return handler in CONTINUES and _knows(CONTINUES[handler], version, problems)


def _is_asked(on_event: "Any", version: "Any", problems: "list[Problem]") -> bool:
    """Returns whether the host runs such a hook on an event, and adds a problem if it may not."""
    if "never" in on_event:
        never = on_event["never"]
        severity: Any = "rejected" if never["refused"] else "ignored"
        problems.append(problem("not-allowed-here", severity, never["message"]))
        return False
    return "since" not in on_event or _knows(on_event["since"], version, problems)


def _knows(since: "Any", version: "Any", problems: "list[Problem]") -> bool:
    """Returns whether the host may know a setting, and adds a problem if it may not."""
    if version is None:
        return True
    from ._report import unsupported_by  # noqa: PLC0415

    reported = unsupported_by(version, since)
    if reported and all(it["code"] != reported["code"] or it["pointer"] for it in problems):
        problems.append(reported)
    return not reported or reported["severity"] != "ignored"


def _effects(
    kind: "PromptKind", on_event: "Any", version: "Any", *, continues: bool
) -> "list[PromptEffect]":
    if on_event is None:
        return [{**_GOES_ON}] if kind == "impossible" else []
    name = "impossible" if kind == "impossible" else "continued" if continues else "refused"
    chosen = ((group, _cell(group["cells"], version)) for group in on_event[name])
    effects = [_effect(group.get("when"), cell, version) for group, cell in chosen if cell]
    return effects or [{"action": UNDOCUMENTED, "confidence": "unconfirmed"}]


def _cell(cells: "Any", version: "Any") -> "Any":
    """Returns the first cell that applies to the host."""
    if version is None:
        return next((cell for cell in cells if "until" not in cell), None)
    holds = (
        cell
        for cell in cells
        if version >= cell.get("from", []) and not ("until" in cell and version >= cell["until"])
    )
    return next(holds, None)


def _effect(when: "Any", cell: "Any", version: "Any") -> "PromptEffect":
    effect: Any = {"when": when} if when else {}
    effect["action"] = cell["action"]
    if "reason" in cell:
        effect["reason"] = cell["reason"]
        effect["audience"] = [*cell["audience"]]
    older = version is not None and version < NEWEST and "from" not in cell and "until" not in cell
    late = version is not None and "last" in cell and version > cell["last"]
    unsure = cell["unconfirmed"] or older or late
    effect["confidence"] = "unconfirmed" if unsure else "confirmed"
    made: PromptEffect = effect
    return made
