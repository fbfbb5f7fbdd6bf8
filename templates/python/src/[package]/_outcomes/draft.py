"""The outcome of a hook, while it is put together."""

from .._context import Context
from .._plan import (
    CONTINUES_KEY,
    EVENT_KEY,
    IN_BACKGROUND,
    MODEL_HANDLERS,
    ON_FAILURE_KEY,
    SPECIFIC,
    TOOL_KEY,
    WAKES,
)
from .._plan.words import WORDS
from .._read import trimmed
from .._validate import asked
from .._walk import in_order, problem
from .data import ADDED, CONDITIONS, EVENTS, MEANINGS, ON_FAILURE_FROM, PROFILES, READERS
from .explain import explanation
from .outcome import Outcome

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from .._types import Problem
    from .._validate import Asked

ACTIONS = ("normal", "allowed", "asked", "deferred", "blocked")
"""The actions: a later one wins over an earlier one."""

WORD_FOR = {it["does"]: word for word, it in MEANINGS.items() if "does" in it}
"""The words for effects, by what the functions do."""

MODEL = [word for word, reader in READERS.items() if reader == "model"]
"""The audience of texts for the model."""

BLOCKS = 2
"""The exit code that blocks."""

_OBJECT: "Any" = dict
"""The type of JSON objects. Calling `is_object` would take longer."""

NOTHING: "Any" = object()
"""A value that is absent."""


class Draft:
    """The outcome of a hook, while it is put together."""

    def __init__(self, event: str, context: "Context | None") -> None:
        self.event: Any = event
        self.plan: Any = EVENTS.get(event)
        self.context = context
        self.options: Asked = asked(context)
        name = context.profile if context else None
        self.profile: Any = PROFILES.get(name) if name else None
        self.inside: list[str] = self.profile["inside"] if self.profile else []
        self.kind = "command"
        self.code: int | None = None
        self.has_stderr = False
        self.rank = 0
        self.is_unknown = False
        self.stop = False
        self.is_stop_of_field = False
        self.retries = False
        self.is_erased = False
        self.new_input = NOTHING
        self.new_output = NOTHING
        self.texts: list[Any] = []
        self.effects: list[Any] = []
        self.failure: str | None = None
        self.on_failure: str | None = None
        self.problems: list[Problem] = []
        self.depends_on: list[Any] = []
        self.cause: tuple[str, dict[str, object]] = ("silent", {})
        self.cause_rank = 0
        self.stop_cause: tuple[str, dict[str, object]] | None = None
        self.advised: list[str] = []

    # Effects

    def act(self, cell: "Any", cause: "str | None", at: str = "", value: "Any" = None) -> None:
        """Takes an effect on the action. `cause` is reported if the effect is the strongest one."""
        self.take(meaning_of(cell), cause, at, value)

    def block(self, cause: "str | None", at: str = "") -> None:
        """Blocks the action, whatever the effect is called."""
        self.take({"action": "blocked"}, cause, at)

    def take(self, meaning: "Any", cause: "str | None", at: str = "", value: "Any" = None) -> None:
        """Takes the meaning of an effect on the action."""
        action, stops, does = (meaning.get(key) for key in ("action", "stops", "does"))
        if self.plan["erases"] and stops == "turn" and not action:
            action = "blocked"
        elif self.plan["erases"] and action == "blocked":
            self.is_erased = True
        if does == "undocumented":
            self.is_unknown = True
        if does == "tries-again":
            self.retries = True
        self.stop = self.stop or bool(stops)
        if stops and cause and (self.stop_cause is None or at == "/continue"):
            self.stop_cause = (cause, {"key": at.rpartition("/")[2], "value": value})
        rank = ACTIONS.index(action) if action else 1 if stops or does == "tries-again" else 0
        if cause and rank > self.cause_rank:
            self.cause_rank = rank
            self.cause = (cause, {"key": at.rpartition("/")[2], "value": value})
        if action:
            self.rank = max(self.rank, ACTIONS.index(action))

    def blame(self, cause: str, code: "int | None" = None) -> None:
        """Names the cause, unless something with an effect is the cause."""
        if not self.cause_rank:
            self.cause = (cause, {"code": code})

    def fail(
        self, failure: str, handler: str, text: str, source: str = "stderr", cause: "Any" = None
    ) -> None:
        """Takes a failure, and what the setting `onFailure` does about it.

        `cause` is that of the failure, if a reply can have given another one.
        """
        self.failure = failure
        self.kind = handler
        policy = self.entry(handler).get(ON_FAILURE_KEY)
        if policy not in ("block", "continue"):
            return
        version = self.options[0]
        is_older = version is not None and version < ON_FAILURE_FROM.get(handler, [])
        if is_older or self.is_late(handler):
            self.on_failure = "ignored"
            return
        effect = self.plan["on_failure"].get(handler, "none")
        if policy == "continue" or effect == "none":
            self.on_failure = "continued" if policy == "continue" else "ignored"
            return
        before = cause or self.cause
        was_blocked = ACTIONS[self.rank] == "blocked"
        row = self.plan["exits"]["2"]
        if effect == "refuse":
            self.block(None)
        else:
            self.act(self.pick(row["action"]), None)
            self.add_text(self.pick(row["stderr"]), text, source)
        acts = self.stop or ACTIONS[self.rank] == "blocked"
        self.on_failure = "blocked" if acts else "ignored"
        if was_blocked:
            return
        self.cause = ("on-failure" if acts else "on-failure-inert", {"cause": before})

    def add_text(self, cell: "Any", text: "Any", source: str, *, is_sure: bool = False) -> None:
        """Adds a text for its recipients, unless a problem says that it is lost."""
        audience: Any = cell.get("audience", []) if cell else []
        if audience and source == "stderr" and self.code not in (0, BLOCKS):
            text = first_line(text) if does_of(cell["effect"]) == "warns" else text
        if audience and isinstance(text, str) and text and (is_sure or not self.is_lost(source)):
            place = f"/{SPECIFIC}{source}" if source[1:] in self.inside else source
            added = {
                "text": text,
                "audience": [*audience],
                "purpose": cell["effect"],
                "from": place,
            }
            if added not in self.texts:
                self.texts.append(added)

    def is_lost(self, source: str) -> bool:
        return source.startswith("/") and is_lost(self.problems, source)

    # Profiles, versions and situations

    def names_path(self) -> bool:
        """Returns whether the event needs a path, which a command prints as plain text."""
        return meaning_of(self.pick(self.plan["exits"]["0"]["stdout"])).get("does") == "names-path"

    def is_newer(self) -> bool:
        """Returns whether the event is newer than the host."""
        version = self.options[0]
        return version is not None and version < self.plan["since"]["from"]

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

    def lifted(self, reply: "Any") -> "Any":
        """Returns a reply with its fields where the host has them."""
        if not self.inside:
            return reply
        made: dict[str, Any] = {key: it for key, it in reply.items() if key not in self.inside}
        for key in self.inside:
            value = value_at(reply, f"/{SPECIFIC}/{key}")
            if value is not NOTHING:
                made[key] = value
        return made

    def pick(self, effects: "Any") -> "Any":
        """Returns the effect that holds on the host, in the situation of the context."""
        unsure = None
        version = self.options[0]
        for it in effects:
            if "until" in it if version is None else not self.holds(it):
                continue
            if "when" not in it:
                return it
            if self.is_so(it):
                return it
            if it["when"] in self.depends_on:
                unsure = unsure or it
        return unsure

    def holds(self, cell: "Any") -> bool:
        version = self.options[0]
        if version is None:
            return "until" not in cell
        is_from: bool = version >= cell.get("from", [])
        return is_from and not ("until" in cell and version >= cell["until"])

    def situation(self, name: str) -> "bool | None":
        """Returns whether a condition holds; `None` if the context does not say."""
        if name == "http-handler":
            return bool(self.entry(self.kind)["type"] == "http")
        if name == "text-on-stderr":
            return self.has_stderr
        it = CONDITIONS.get(name)
        value = self.told(it["input"]) if it else None
        if it is None or not isinstance(value, str):
            return None
        return value in it["values"] if "values" in it else value.startswith(it["prefix"])

    def told(self, key: str) -> "Any":
        """Returns a value of the input; `None` if the context does not have it."""
        if key == TOOL_KEY and self.options[1] is not None:
            return self.options[1]
        event: Any = self.context.input if self.context else None
        return event.get(key) if event is not None else None

    def is_so(self, effect: "Any") -> bool:
        """Returns whether the condition of an effect holds, and notes one that the context does not say."""
        if "when" not in effect:
            return True
        is_so = self.situation(effect["when"])
        if is_so is None and effect["when"] not in self.depends_on:
            self.depends_on.append(effect["when"])
        return bool(is_so)

    def entry(self, kind: str) -> "Mapping[str, Any]":
        """Returns the handler's entry in the settings. `kind` is its type if the context has none."""
        entry = self.context.handler if self.context else None
        return entry or {"type": kind}

    def is_late(self, kind: str) -> bool:
        """Returns whether the settings move a command to the background: the host does not wait for it."""
        entry = self.entry(kind)
        return kind == "command" and (entry.get(IN_BACKGROUND) is True or entry.get(WAKES) is True)

    def of_kind(self, kind: str) -> Context:
        """Returns the context with a handler of this kind."""
        it = self.context
        if it is None:
            if kind not in _ALONE:
                _ALONE[kind] = Context(handler=kind)  # type: ignore[arg-type]
            return _ALONE[kind]
        entry: Any = it.handler or {}
        if not isinstance(entry.get(CONTINUES_KEY, False), bool):
            # A setting of a wrong type counts for nothing, as on the host.
            entry = {key: value for key, value in entry.items() if key != CONTINUES_KEY}
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
        if event is not None and EVENT_KEY in event and event[EVENT_KEY] != self.event:
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
            self.texts = [it for it in self.texts if does_of(it["purpose"]) != "instructs"]
        made["agent"] = "continues"
        made["stop"] = self.stop
        if is_settled:
            settle(made, plan, retries=self.retries)
        else:
            made["action"] = "unknown"
        if self.new_input is not NOTHING and made["action"] not in ("blocked", "deferred"):
            made["new_input"] = self.new_input
        if self.new_output is not NOTHING:
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
        if made["stop"] and plan.get("ends") and self.stop_cause:
            self.cause = self.stop_cause
        advice = self.advice_of(made, is_known=is_known)
        made["explanation"] = explanation(made, plan, self.cause, advice)
        return Outcome(made)

    def advice_of(self, made: "Any", *, is_known: bool) -> str:
        """Returns what to do to get another outcome."""
        name = self.cause[0]
        if name == "not-run":
            return ADDED["use-command"]
        if is_known and made["action"] == "normal" and not made["stop"]:
            if name == "background" and self.plan["advice"]:
                return ADDED["foreground"]
            if self.failure is not None or name == "exit-code":
                return self.advice()
        # What blocks all the same has no advice about a field.
        return self.advised[0] if self.advised and made["action"] != "blocked" else ""

    def advice(self) -> str:
        """Returns what a hook that failed can do to block."""
        own: Any = self.profile["advice"] if self.profile else {}
        told: Any = own.get(self.event, self.plan["advice"])
        if not told:
            return ADDED["unblockable"]
        if self.kind in MODEL_HANDLERS or self.is_late(self.kind):
            return ""
        if not any(self.refuses(it) for it in self.plan["fields"]):
            told = {key: it for key, it in told.items() if key == "exit"}
        if self.kind != "command":
            return str(told.get("answer", ""))
        # What depends on something that nobody can say is not promised.
        all_of = self.possible(self.plan["exits"]["2"]["action"])
        sure = (it for it in all_of if self.is_tellable(it))
        of_exit = [meaning_of(it) for it in sure]
        is_heard = any("action" in it or "stops" in it for it in of_exit)
        # A hook that did exit with 2 is not told to.
        is_heard = is_heard and self.code != BLOCKS
        keys = ("both", "exit") if is_heard else ("print",)
        return next((str(told[key]) for key in keys if key in told), "")

    def is_tellable(self, effect: "Any") -> bool:
        """Returns whether the context can say if the condition of an effect holds."""
        when = effect.get("when")
        return when is None or when in CONDITIONS or self.situation(when) is not None

    def refuses(self, field: "Any") -> bool:
        """Returns whether a field of a reply blocks on the host."""
        all_of = (meaning_of(it) for it in self.possible(field["effects"]))
        return any(it.get("action") == "blocked" for it in all_of)

    def possible(self, effects: "Any") -> "Iterator[Any]":
        """Yields the effects that can hold on the host, as far as the context says."""
        for it in effects:
            is_so = self.situation(it["when"]) if "when" in it else True
            if self.holds(it) and is_so is not False:
                yield it
                if is_so:
                    return


def first_line(text: str) -> str:
    """Returns what the host shows of the errors of a hook that failed."""
    return trimmed(trimmed(text).partition("\n")[0])


def meaning_of(cell: "Any") -> "dict[str, Any]":
    """Returns the meaning of an effect. Without one, nobody knows what happens."""
    return MEANINGS.get(cell["effect"], {}) if cell else {"does": "undocumented"}


def does_of(word: str) -> "Any":
    """Returns what the functions do about a word, or `None`."""
    return MEANINGS.get(word, {}).get("does")


def settle(made: "Any", plan: "Any", *, retries: bool) -> None:
    """Sets what the agent and the subagent or teammate do next. A stop wins over the wish to go on."""
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


_ALONE: "dict[str, Context]" = {}
"""The contexts with nothing but a kind of handler."""

_KEYS: "dict[str, list[str]]" = {}
"""The keys of pointers that were used before."""


def is_lost(problems: "list[Problem]", at: str) -> bool:
    """Returns whether a problem says that a field has no effect."""
    for it in problems:
        is_at = at == it["pointer"] or at.startswith(it["pointer"] + "/")
        if it["severity"] in ("ignored", "inert") and it["pointer"] and is_at:
            return True
    return False


def value_at(value: "Any", pointer: str) -> "Any":
    """Returns the value at a pointer, or `NOTHING`."""
    keys = _KEYS.get(pointer)
    if keys is None:
        keys = _KEYS[pointer] = pointer.split("/")[1:]
    for key in keys:
        if not isinstance(value, _OBJECT) or key not in value:
            return NOTHING
        value = value[key]
    return value
