"""The answers of models, and how often they are unusable."""

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
from hookwire import Context
from hookwire.host import HANDLER_KINDS, ModelAnswer, any_failure, read_prompt_reply
from hookwire.models import HandlerKind, PromptReading
from hookwire.validate import validate

from support import ROOT

PAGE = ROOT / "generated/docs/prompt-hooks.md"


def documented() -> dict[tuple[float, int], str]:
    """Returns the figures on the page, by the share that fails and the number of hooks."""
    text = PAGE.read_text(encoding="utf-8").split('<a id="many-hooks">')[1].split("<a id=")[0]
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in text.splitlines()
        if "|" in line
    ]
    counts = [int(re.sub(r"\D", "", cell)) for cell in rows[0][1:]]
    return {
        (int(row[0].removesuffix(" %")) / 100, count): cell
        for row in rows[2:]
        for count, cell in zip(counts, row[1:], strict=True)
    }


def test_the_figures_of_the_page() -> None:
    """The page shows the function's results in per cent."""
    figures = documented()
    assert len(figures) == 20
    said = {key: f"{any_failure(*key) * 100:.1f} %" for key in figures}
    assert said == figures
    assert (figures[0.02, 6], figures[0.05, 6]) == ("11.4 %", "26.5 %")


def test_very_small_probabilities() -> None:
    """One minus a very small number is not rounded to one."""
    assert math.isclose(any_failure(1e-18, 3), 3e-18)
    assert [any_failure(*it) for it in ((0, 5), (1, 5), (0.3, 0), (1, 0))] == [0, 1, 0, 0]
    assert math.copysign(1, any_failure(0, 5)) == 1


@pytest.mark.parametrize(("p", "n"), [(-0.1, 1), (1.1, 1), (math.nan, 1), (0.5, -1)])
def test_wrong_probabilities_are_refused(p: float, n: int) -> None:
    """A probability is from 0 to 1, and the number of hooks is not negative."""
    with pytest.raises(ValueError, match=r"not|no"):
        any_failure(p, n)


def test_a_fraction_of_a_hook_is_refused() -> None:
    """The number of hooks is an integer."""
    with pytest.raises(ValueError, match="whole"):
        any_failure(0.5, 1.5)  # type: ignore[arg-type]


def test_handler_kinds_conform_to_their_type() -> None:
    """The data conforms to its type, for the validator and for the model."""
    assert [it["name"] for it in HANDLER_KINDS] == [
        "command",
        "http",
        "mcp_tool",
        "prompt",
        "agent",
    ]
    for kind in HANDLER_KINDS:
        assert validate(kind, "HandlerKind") == []
        assert HandlerKind.model_validate(kind).model_dump() == {**kind}


def test_handler_kinds_have_their_limits_and_estimates() -> None:
    """The default time limits in seconds, and how often a run gives a usable answer."""
    kinds = {it["name"]: it for it in HANDLER_KINDS}
    assert {name: it["timeout"] for name, it in kinds.items() if name in ("prompt", "agent", "command")} == {
        "prompt": 30,
        "command": 600,
        "agent": 60,
    }
    estimates = {name: it.get("reliability") for name, it in kinds.items()}
    for name, low, high in (("prompt", 0.95, 0.98), ("agent", 0.97, 0.99)):
        expected = {"low": low, "high": high, "confidence": "unconfirmed"}
        assert estimates[name] == expected


def vectors() -> list[dict[str, Any]]:
    """Returns the model answers that all languages share."""
    lines = (ROOT / "tests/conform/prompts.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_readings_conform_to_their_type() -> None:
    """Every result conforms to its type, and every kind and failure occurs."""
    kinds = set()
    for vector in vectors():
        if "text" not in vector:
            continue
        text = "".join(part * times for part, times in vector["text"])
        answer = ModelAnswer(
            text,
            stop_reason=vector.get("stop_reason"),
            timed_out=vector.get("timed_out", False),
            structured_output="unstructured" not in vector,
        )
        handler = {"type": vector.get("handler", "prompt")}
        context = Context(host=vector.get("host"), handler=handler)
        reading = read_prompt_reply(answer, vector.get("event"), context)
        kinds.add((reading["kind"], reading.get("failure")))
        assert validate(reading, "PromptReading") == [], vector["id"]
        assert PromptReading.model_validate(reading).model_dump() == reading
    assert len(kinds) == 3 + 9


def test_the_handler_of_the_context() -> None:
    """Its type is `prompt` by default, and `continueOnBlock` is read from its settings."""
    refusal = '{"ok": false, "reason": "r"}'
    entry = {"type": "prompt", "prompt": "Go on?", "continueOnBlock": True}
    contexts = [None, Context(handler="prompt"), Context(handler=entry), Context(handler="agent")]
    found = [read_prompt_reply(refusal, "PostToolUse", it)["effects"] for it in contexts]
    assert found[0] == found[1] != found[2]
    assert found[3][0]["action"] == "continues"


def test_wrong_arguments_are_refused() -> None:
    """A misspelled argument is never treated as absent."""
    anything: Any = read_prompt_reply
    with pytest.raises(ValueError, match="there is no event 'Stopp'"):
        anything('{"ok": true}', "Stopp")
    with pytest.raises(ValueError, match="of type `prompt` or `agent`, not `command`: use `read_reply`"):
        anything('{"ok": true}', None, Context(handler="command"))
    with pytest.raises(TypeError, match="`continueOnBlock` has to be"):
        anything('{"ok": true}', None, Context(handler={"type": "prompt", "continueOnBlock": 1}))
    with pytest.raises(TypeError, match="`context` has to be a `Context`"):
        anything('{"ok": true}', "Stop", {"host": "2.1.0"})


def test_results_are_not_shared() -> None:
    """Changing a result does not change the next one."""
    one = read_prompt_reply('{"ok": false, "reason": "r"}', event="Stop")
    one["effects"][0]["audience"].append("user")
    one["effects"].clear()
    other = read_prompt_reply('{"ok": false, "reason": "r"}', event="Stop")
    assert other["effects"][0]["audience"] == ["claude"]


def test_the_page_of_prompt_hooks_shows_every_failure() -> None:
    """No failure is missing."""
    page = Path(PAGE).read_text(encoding="utf-8")
    failures = {it["failure"] for it in map(dict, vectors()) if "failure" in it}
    assert len(failures) == 9
    assert all(f'id="failure-{name}"' in page for name in failures)


@pytest.mark.parametrize(
    "wrong",
    [
        {"timed_out": "no"},
        {"structured_output": None},
        {"stop_reason": ["refusal"]},
    ],
)
def test_truthy_values_are_no_flags(wrong: Any) -> None:
    """`"no"` is truthy, so a denial would become an answer that came too late."""
    with pytest.raises(TypeError, match=f"`{next(iter(wrong))}` has to be"):
        ModelAnswer('{"ok": false, "reason": "r"}', **wrong)


@pytest.mark.parametrize(
    ("p", "n", "error"),
    [
        (0.5, math.inf, ValueError),
        (1, math.inf, ValueError),
        (0.5, 2**53, ValueError),
        (0.5, 10**400, ValueError),
        (0.5, True, TypeError),
        ("0.5", 1, TypeError),
        (0.5, None, TypeError),
    ],
)
def test_wrong_numbers_of_hooks_are_refused(p: Any, n: Any, error: type[Exception]) -> None:
    """The npm package refuses it too."""
    with pytest.raises(error):
        any_failure(p, n)
