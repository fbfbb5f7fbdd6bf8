"""Answers: what handlers say, written as the event takes it."""

from .._json_values import dumps, is_object, is_too_deep, loads
from .._plan import ARGUMENTS_KEY, MISSING_SCRIPT, PUBLIC, SAYINGS, TOOL_KEY
from .._plan import EVENTS as TYPES
from .._walk import problems_of

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .verbs import Act

    # What a hook says, and whether its decision counts.
    Heard = tuple[list[Act], bool]

# Of these, the last one counts. Other texts for the same path are joined.
_LAST = ("title", "display", "worktree")


class FailedError(Exception):
    """Raised if a hook fails. The policy of the event decides what happens then."""


class EndedError(BaseException):
    """Raised in a handler that has to end. It is not an `Exception`, so that few handlers catch it."""


class Result:
    """What a command does: what it prints, and the code that it exits with."""

    __slots__ = ("_failures", "exit_code", "stderr", "stdout")
    __module__ = PUBLIC

    def __init__(self, stdout: str = "", stderr: str = "", exit_code: int = 0) -> None:
        """Creates a result."""
        self.stdout = stdout
        """The reply: a line of JSON, plain text for an event that takes it, or nothing."""
        self.stderr = stderr
        """What the debug log gets, or the reason if `exit_code` is 2."""
        self.exit_code = exit_code
        """0, or 2 to block; 1 if the hook failed, and the event shows that only by this code."""
        self._failures: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Shows all fields."""
        return f"Result(stdout={self.stdout!r}, stderr={self.stderr!r}, exit_code={self.exit_code})"

    def __eq__(self, other: object) -> bool:
        """Compares all fields."""
        return isinstance(other, Result) and all(
            getattr(self, it) == getattr(other, it) for it in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # its fields can be set


class Answer:
    """What a hook answers to an event, before it is written for a kind of handler."""

    __slots__ = ("event", "failures", "hooks", "notes", "out", "payload", "raw", "refusal")

    def __init__(self, event: str = "", payload: "Any" = None) -> None:
        """Creates the answer to an event; to none, if it cannot be read."""
        self.event = event
        """The name of the event; empty if nobody knows it."""
        self.payload = payload
        """The input; `None` if it cannot be read."""
        self.hooks: list[list[Act]] = []
        """What each hook says."""
        self.raw: Any = None
        """A whole reply, as a handler returned it."""
        self.notes: list[str] = []
        """What stderr gets, a line each."""
        self.failures: list[str] = []
        """What went wrong. The policy has decided what that means."""
        self.out = Spelled()
        """The reply, as `check` has written it."""
        self.refusal: str | None = None
        """The reason to block, if the hook failed and has to."""


class Spelled:
    """A reply, written for a kind of handler."""

    __slots__ = ("exit_code", "fails", "line", "reply", "stderr", "stdout")

    def __init__(self) -> None:
        """Creates an empty one."""
        self.reply: dict[str, Any] = {}
        self.line = ""
        """The reply as JSON; empty if there is none."""
        self.stdout: str | None = None
        """A text to print instead of the reply."""
        self.stderr: list[str] = []
        self.exit_code = 0
        self.fails = False
        """The handler has to fail, because the event takes nothing else from it."""


def word(name: str) -> str:
    """Returns a message, which may have placeholders."""
    from .._plan.words import OF_HOOKS  # noqa: PLC0415

    return OF_HOOKS[name]


_plans: "dict[str, Any]" = {}


def plan_of(event: str) -> "Any":
    """Returns the data of an event that is known."""
    found = _plans.get(event)
    if found is None:
        found = _plans[event] = loads(SAYINGS[event])
    return found


# Checks


def check(answer: Answer, *, elsewhere: bool) -> None:
    """Checks an answer, leaves out what would loop, and writes it.

    Raises:
        FailedError: The event does not take it, or the reply is wrong.
        ValueError: The reply has a value that JSON cannot hold.
        TypeError: The same.
    """
    if answer.refusal is not None:
        return
    is_known = answer.event in SAYINGS
    if answer.hooks and not is_known:
        answer.out = _of_newer(answer, elsewhere=elsewhere)
        return
    if answer.raw is None:
        _keep_from_looping(answer)
        out = spelled(answer, elsewhere=elsewhere)
    else:
        out = Spelled()
        # From now on it is what JSON can hold, whatever class the handler has taken for it.
        answer.raw = out.reply = loads(dumps(answer.raw))
        if not out.reply:
            raise FailedError(word("wrong-return").replace("{found}", "an empty reply"))
    if out.reply:
        out.line = dumps(out.reply)
        reply = loads(out.line)
        _check_levels(reply)
        if is_known:
            _validate(answer, reply)
    if answer.raw is not None and is_known:
        from .whole import check_whole  # noqa: PLC0415

        check_whole(answer, out, elsewhere=elsewhere)
    answer.out = out


def _of_newer(answer: Answer, *, elsewhere: bool) -> Spelled:
    """Writes what hooks say on an event that is newer than the package: a command can only block, by its exit code.

    Raises:
        FailedError: No hook blocks.
    """
    out = Spelled()
    acts = [act for hook in answer.hooks for act in hook]
    others = [act[0] for act in acts if act[0] != "block" or elsewhere]
    said = [word("newer").replace("{event}", answer.event).replace("{verb}", it) for it in others]
    if len(others) == len(acts):
        raise FailedError(said[0])
    answer.notes += said
    out.stderr = [act[1] for act in acts if act[0] == "block"]
    out.exit_code = _BLOCKS
    return out


def _keep_from_looping(answer: Answer) -> None:
    again = plan_of(answer.event).get("again") if answer.hooks else None
    if again is None or answer.payload.get(again["key"]) is False:
        return
    for hook in answer.hooks:
        for act in [it for it in hook if it[0] in again["verbs"] and not it[2]]:
            answer.notes.append(word("again").replace("{verb}", act[0]))
            hook.remove(act)
    answer.hooks = [hook for hook in answer.hooks if hook]


def _check_levels(reply: "Any") -> None:
    if is_too_deep(reply):
        from .._plan.words import WORDS  # noqa: PLC0415

        raise FailedError(word("wrong-reply").replace("{problems}", WORDS["too-deep-value"]))


def _validate(answer: Answer, reply: "Any") -> None:
    tool = answer.payload.get(TOOL_KEY)
    name: str = TYPES[answer.event]["output"]
    found = problems_of(reply, name, None, tool if isinstance(tool, str) else None)
    wrong = [it for it in found if it["severity"] in ("rejected", "mismatch", "ignored")]
    if wrong:
        from .names import is_of_host  # noqa: PLC0415

        wrong = [it for it in wrong if not is_of_host(it["pointer"], reply, answer)]
    if wrong:
        said = " ".join(f"{it['pointer']}: {it['message']}" for it in wrong)
        raise FailedError(word("wrong-reply").replace("{problems}", said))


# Spelling


def spelled(answer: Answer, *, elsewhere: bool) -> Spelled:
    """Writes what the hooks say.

    Args:
        answer: The answer.
        elsewhere: It is not that of a command.

    Raises:
        FailedError: The event does not take it.
    """
    out = Spelled()
    if not answer.hooks:
        return out
    plan = plan_of(answer.event)
    joined: dict[str, str] = {}
    kept: Any = None
    for acts, counts in _heard(answer, plan):
        for act in acts:
            said = plan["verbs"][act[0]]
            if not counts and (act[0] in plan["decisions"] or "needs" in said):
                continue
            if elsewhere and "elsewhere" in said:
                said = said["elsewhere"]
                out.fails = out.fails or not said
            _say(out, act[0], said, _value(said, act[1], answer), joined)
            kept = said.get("keep", kept)
    if kept and answer.payload.get(TOOL_KEY) in kept["tools"] and not at(out.reply, kept["path"]):
        # Without its arguments, the host asks the user all the same.
        arguments = answer.payload.get(ARGUMENTS_KEY)
        if is_object(arguments):
            _put(out.reply, kept["path"], arguments)
    names = plan.get("names")
    if names and names[0][0] in out.reply:
        (outer, inner), event = names
        out.reply[outer] = {inner: event, **out.reply[outer]}
    return out


def _heard(answer: Answer, plan: "Any") -> "list[Heard]":
    """Returns what each hook says that is heard."""
    order: list[str] = plan["decisions"]
    found: list[tuple[list[Act], str | None]] = []
    for hook in answer.hooks:
        _check_verbs(answer.event, hook, plan["verbs"])
        own = max((act[0] for act in hook if act[0] in order), key=order.index, default=None)
        found.append(([act for act in hook if act[0] not in order or act[0] == own], own))
    decision = max((own for _, own in found if own), key=order.index, default=None)
    counting = [index for index, (_, own) in enumerate(found) if own and own == decision]
    if plan["last_reason"]:
        counting = counting[-1:]
    lost = _lost(answer, plan, decision)
    return [
        ([act for act in acts if act[0] not in lost], index in counting)
        for index, (acts, _) in enumerate(found)
    ]


def _lost(answer: Answer, plan: "Any", decision: "str | None") -> "set[str]":
    """Returns the verbs that have no effect beside others, and notes those of other hooks."""
    said = {act[0] for hook in answer.hooks for act in hook}
    lost = {less: more for more, less in plan.get("loses", ()) if more in said and less in said}
    if decision == "block" and plan["stops_itself"] and "stop" in said:
        lost["stop"] = decision
    for verb, other in lost.items():
        note = word("lost").replace("{verb}", verb).replace("{event}", answer.event)
        note = note.replace("{other}", other)
        if note not in answer.notes:
            answer.notes.append(note)
    # Nothing is lost if the new input of a blocked call is dropped.
    return {*lost, "rewrite"} if decision == "block" else {*lost}


def _check_verbs(event: str, hook: "list[Act]", verbs: "Any") -> None:
    """Checks that an event takes what a hook says."""
    for verb, _, _ in hook:
        if verb not in verbs:
            said = word("cannot").replace("{event}", event).replace("{verb}", verb)
            raise FailedError(said.replace("{verbs}", listed(verbs)))
        needed = verbs[verb].get("needs")
        if needed and all(act[0] != needed for act in hook):
            said = word("needs").replace("{verb}", verb).replace("{event}", event)
            raise FailedError(said.replace("{needed}", needed))


def listed(verbs: "Any") -> str:
    """Lists the verbs of an event, in words."""
    names = [f"`{it}`" for it in verbs]
    if len(names) < 2:  # noqa: PLR2004
        return "".join(names) or word("nothing")
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _value(said: "Any", value: "Any", answer: Answer) -> "Any":
    if "base" not in said:
        return value
    base = answer.payload.get(said["base"])
    if not is_object(base):
        raise FailedError(word("rewrite"))
    return {**base, **value}


def _say(out: Spelled, verb: str, said: "Any", value: "Any", joined: "dict[str, str]") -> None:
    for path, constant in said.get("set", ()):
        _put(out.reply, path, constant)
    out.exit_code = max(out.exit_code, said.get("exit", 0))
    if value is None:
        return
    stream = said.get("stream")
    if stream == "stderr":
        out.stderr.append(value)
    place = "stdout" if stream == "stdout" else "/".join(said.get("take", ()))
    if isinstance(value, str) and verb not in _LAST:
        between = "" if verb == "terminal" else "\n"
        value = joined[place] = joined[place] + between + value if place in joined else value
    if place == "stdout":
        out.stdout = value
    elif place:
        before = at(out.reply, said["take"]) if verb == "watch" else None
        _put(out.reply, said["take"], [*dict.fromkeys([*before, *value])] if before else value)


def _put(reply: "Any", path: "list[str]", value: object) -> None:
    for key in path[:-1]:
        reply = reply.setdefault(key, {})
    reply[path[-1]] = value


def at(reply: "Any", path: "list[str]") -> "Any":
    """Returns the value at a path; an empty object if there is none."""
    for key in path:
        reply = reply.get(key, {}) if is_object(reply) else {}
    return reply


# Results


def written(answer: Answer) -> Result:
    """Writes an answer as a command does."""
    result = _written(answer)
    result._failures = (*answer.failures,)  # pyright: ignore[reportPrivateUsage]
    return result


def failures_of(result: Result) -> "tuple[str, ...]":
    """Returns how the hook of a result failed."""
    return result._failures  # pyright: ignore[reportPrivateUsage]


def _written(answer: Answer) -> Result:
    out = answer.out if answer.refusal is None else refusal(answer, elsewhere=False)
    notes = [*answer.notes]
    if out is None:
        return Result("", unlike_missing(_lines(notes)), 2)
    line, code = out.line, out.exit_code
    if answer.refusal is None:
        notes += map(_shown, out.stderr)
        if answer.failures:
            line, code = _with_failures(answer, out)
    else:
        line = dumps(out.reply) if out.reply else ""
    # A reply decides, and a text beside it would keep the host from reading it.
    stdout = line or out.stdout
    stderr = _lines(notes)
    return Result(
        "" if stdout is None or not stdout else f"{stdout}\n",
        unlike_missing(stderr) if code == _BLOCKS else stderr,
        code,
    )


def _with_failures(answer: Answer, out: Spelled) -> "tuple[str, int]":
    """Shows the user that a hook failed, if the event can. Returns the reply and the exit code."""
    plan: Any = plan_of(answer.event) if answer.event in SAYINGS else {}
    # Nobody knows what the host would make of a reply to an event that cannot be read.
    said: Any = plan.get("failure", {}) if plan and answer.payload is not None else {"exit": 1}
    path = said.get("take")
    if path and out.stdout is None:
        reply: Any = loads(out.line) if out.line else {}
        before = at(reply, path)
        texts = [before, *answer.failures] if isinstance(before, str) else answer.failures
        _put(reply, path, "\n".join(texts))
        return dumps(reply), out.exit_code
    is_silent = not out.line and out.stdout is None
    return out.line, max(out.exit_code, said.get("exit", 0) if is_silent else 0)


def refusal(answer: Answer, *, elsewhere: bool) -> "Spelled | None":
    """Returns the block of a hook that failed; `None` if its event cannot be blocked by a reply."""
    verbs: Any = plan_of(answer.event)["verbs"] if answer.event in SAYINGS else {}
    if "block" not in verbs:
        return None
    # If the input cannot be read, an exit code is safer than a reply: the event can be another one.
    if answer.payload is None and not elsewhere and "exit" in verbs["block"]:
        return None
    block = Answer(answer.event, answer.payload)
    block.hooks = [[("block", answer.refusal, True)]]
    return spelled(block, elsewhere=elsewhere)


_BLOCKS = 2


def unlike_missing(text: str) -> str:
    """Returns a text for stderr with which the host does not mistake a block for a script that is missing."""
    for it in MISSING_SCRIPT:
        if it in text:
            text = text.replace(it, it.replace(" ", "\u00a0", 1))
    return text


def _shown(reason: str) -> str:
    if reason.isprintable():
        return reason
    from .._shown import shown_lines  # noqa: PLC0415

    return shown_lines(reason)


def _lines(notes: "list[str]") -> str:
    return "".join(f"{it}\n" for it in notes)
