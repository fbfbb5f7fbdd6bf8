"""Merges the outcomes of several hooks on one event."""

from .._plan import STOP_REASON
from .._walk import in_order
from .data import ADDED, EVENTS
from .draft import ACTIONS, MODEL, does_of, settle
from .explain import head_of, is_silent, joined, passes_of, stop_of, told_of
from .outcome import Outcome

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def merge(outcomes: "Sequence[Outcome]", finished: "Sequence[int] | None" = None) -> Outcome:
    """Merges the outcomes of several hooks on one event, as the host does.

    Args:
        outcomes: The outcomes, in the order of the settings.
        finished: The order in which the hooks ended, as indices of `outcomes`. Without it, they
            ended in the order of the settings.

    Returns:
        The outcome of all of them.

    Raises:
        ValueError: There is no outcome, they are of different events, or `finished` does not have
            each index once.
        TypeError: One of them is not an `Outcome`.
    """
    _check(outcomes)
    # A copy of each: the same outcome may be there twice.
    every = [Outcome(it) for it in outcomes]
    order = [*range(len(every))] if finished is None else [*finished]
    if sorted(order) != [*range(len(every))]:
        raise ValueError("`finished` has to have the index of each outcome once")
    plan = EVENTS.get(every[0]["event"])
    if len(every) == 1 or plan is None:
        return Outcome(every[0])
    ended = _heard([every[index] for index in order], plan)
    action = max(ended, key=_rank)["action"]
    made: Any = {
        "event": every[0]["event"],
        "action": action,
        "agent": "continues",
        "stop": any(it["stop"] for it in ended),
    }
    if action != "unknown":
        settle(made, plan, retries=any(it["agent"] == "retries" for it in ended))
    decisive = _decisive(ended, made["action"], made["stop"], plan)
    if made["action"] not in ("blocked", "deferred"):
        _take_last(made, "new_input", ended)
    _take_last(made, "new_output", ended)
    heard = [it for it in every if any(it is one for one in ended)]
    made["texts"] = _texts(heard, decisive, plan, stop=made["stop"])
    made["effects"] = _effects(ended)
    failed: Any = next((it for it in heard if "failure" in it), None)
    for key in ("failure", "on_failure") if failed else ():
        if key in failed:
            made[key] = failed[key]
    if any("failed" in it for it in every):
        made["failed"] = any(it.failed for it in every)
    made["problems"] = in_order([problem for it in heard for problem in it["problems"]])
    made["depends_on"] = [*dict.fromkeys(name for it in heard for name in it["depends_on"])]
    made["explanation"] = _explanation(every, ended, decisive, plan, made)
    return Outcome(made)


def _check(every: "Sequence[Any]") -> None:
    for it in every:
        if not isinstance(it, Outcome):
            found = type(it).__name__
            raise TypeError(f"`outcomes` has to be a list of `Outcome`, and has a `{found}`")
    if not every:
        raise ValueError("`outcomes` is empty: merge the outcomes of one hook or more")
    if any(it["event"] != every[0]["event"] for it in every):
        raise ValueError("`outcomes` has outcomes of different events: merge those of one")


def _rank(outcome: "Any") -> int:
    action = outcome["action"]
    return ACTIONS.index(action) if action in ACTIONS else -1


def _heard(ended: "list[Any]", plan: "Any") -> "list[Any]":
    """Returns the outcomes that the host still reads: on some events, up to the first that decides."""
    if plan["combines"] != "first-decides":
        return ended
    for index, it in enumerate(ended):
        if it["stop"] or it["action"] in ("allowed", "blocked"):
            return ended[: index + 1]
    return ended


def _decisive(ended: "list[Any]", action: str, stop: bool, plan: "Any") -> "Any":
    """Returns the outcome that decides, or `None`."""
    if action in ("normal", "unknown"):
        return next((it for it in ended if it["stop"]), None) if stop else None
    found = [it for it in ended if it["action"] == action]
    if plan["combines"] == "first-reason":
        # A hook that only stops the turn has no reason of its own.
        return next((it for it in found if not it["stop"]), found[0])
    return found[-1] if plan["combines"] == "last-reason" else found[0]


def _take_last(made: "Any", key: str, ended: "list[Any]") -> None:
    for it in ended:
        if key in it:
            made[key] = it[key]


def _texts(heard: "list[Any]", decisive: "Any", plan: "Any", *, stop: bool) -> "list[Any]":
    texts: list[Any] = []
    # Nobody is left who would follow an instruction.
    is_over = stop and plan.get("ends") in ("subagent", "teammate")
    erased = any(effect["kind"] == "erase-prompt" for it in heard for effect in it["effects"])
    for it in heard:
        for text in it["texts"]:
            does = does_of(text["purpose"])
            is_reason = does == "explains" and text["from"] != f"/{STOP_REASON}"
            has_one = plan["combines"] in ("last-reason", "first-reason")
            if is_reason and has_one and it is not decisive:
                continue
            if erased and does == "informs":
                continue
            if is_over and does == "instructs":
                continue
            if is_reason and stop and plan["combines"] == "first-reason":
                # The agent does not go on to read it.
                audience = [who for who in text["audience"] if who not in MODEL]
                texts.append({**text, "audience": audience})
                continue
            texts.append(text)
    return texts


def _effects(ended: "list[Any]") -> "list[Any]":
    """Returns the effects of all. Of several titles, that of the hook that ended last counts."""
    effects = [effect for it in ended for effect in it["effects"]]
    titles = [index for index, it in enumerate(effects) if does_of(it["kind"]) == "titles"]
    return [it for index, it in enumerate(effects) if index not in titles[:-1]]


def _explanation(
    every: "list[Any]", ended: "list[Any]", decisive: "Any", plan: "Any", made: "Any"
) -> str:
    chosen = _telling(every) if decisive is None else decisive
    count = str(len(every))
    head = head_of(made, plan, _stopped_by(every, ended, decisive, plan))
    lead = ""
    if decisive is not None:
        lead = (
            ADDED["decides"].replace("{number}", _number(every, decisive)).replace("{count}", count)
        )
    elif made["action"] == "normal":
        parts = [
            ADDED["no-decision"]
            .replace("{count}", count)
            .replace("{passes}", passes_of(made, plan))
        ]
        parts += [ADDED["retries"]] if made["agent"] == "retries" else []
        head = joined(parts) + (f", {ADDED['no-hook']}" if is_silent(made) else "")
    # What the chosen hook says of itself is said of all hooks instead.
    why = chosen["explanation"].removeprefix(head_of(chosen, plan))
    told = told_of(chosen)
    why = why.replace(f" {told}", "", 1) if told else why
    if decisive is not None:
        # The advice is for the hook alone.
        why = f"{why.partition('. ')[0].removesuffix('.')}."
    return " ".join(
        it for it in (lead, head + why, told_of(made, _replaced(every, ended, made))) if it
    )


def _stopped_by(
    every: "list[Any]", ended: "list[Any]", decisive: "Any", plan: "Any"
) -> "str | None":
    """Returns the words for a stop that another hook than the decisive one wants; `None` if there is none."""
    if decisive is None or decisive["stop"]:
        return None
    other = next((it for it in ended if it["stop"]), None)
    if other is None:
        return None
    told = ADDED["because-of"].replace("{number}", _number(every, other))
    return told.replace("{stops}", stop_of(plan))


def _number(every: "list[Any]", hook: "Any") -> str:
    return str(next(index for index, it in enumerate(every, 1) if it is hook))


def _telling(every: "list[Any]") -> "Any":
    """Returns the outcome that explains most where no hook decides: of a failure, or of an effect."""
    failed = [it for it in every if "failure" in it]
    retries = [it for it in every if it["agent"] == "retries"]
    replaces = [it for it in every if "new_input" in it or "new_output" in it]
    says = [it for it in every if it["texts"] or it["effects"]]
    return [*failed, *retries, *replaces, *says, *every][0]


def _replaced(every: "list[Any]", ended: "list[Any]", made: "Any") -> "list[str]":
    """Returns whose input and output are used, and whose are lost."""
    told: list[str] = []
    for key in ("input", "output"):
        numbers = [_number(every, it) for it in ended if f"new_{key}" in it]
        if f"new_{key}" in made:
            told.append(ADDED[f"{key}-of"].replace("{number}", numbers[-1]))
            told += [
                ADDED[f"{key}-lost"].replace("{number}", it) for it in sorted(numbers[:-1], key=int)
            ]
    return told
