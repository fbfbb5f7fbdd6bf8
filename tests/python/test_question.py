"""What a model is asked for a hook, and its answer."""

import json
from pathlib import Path
from typing import Any

import pytest
from hookwire import Context
from hookwire.host import ModelAnswer, interpret, message_answer, model, prompt_question, run_hook
from hookwire.validate import validate

LINES: list[Any] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "conform/questions.jsonl").read_text().splitlines()
]
STOP = {"hook_event_name": "Stop"}
PROMPT = {"type": "prompt", "prompt": "The tests pass."}


@pytest.mark.parametrize("line", LINES, ids=[line["id"] for line in LINES])
def test_a_question_and_an_answer_are_those_of_every_language(line: Any) -> None:
    """The same file is read in every language."""
    if "message" in line:
        answer = message_answer(line["message"], line["kind"])
        made: Any = {"text": str(answer.text), "structured": answer.structured_output}
        if answer.stop_reason is not None:
            made["stop_reason"] = answer.stop_reason
        assert made == line["answer"]
        return
    context = Context(host=line["host"]) if "host" in line else None
    if "error" in line:
        with pytest.raises(ValueError, match=r".") as caught:
            prompt_question(line["handler"], line["input"], context)
        assert str(caught.value) == line["error"]
        return
    question = prompt_question(line["handler"], line["input"], context)
    assert validate(question, "PromptQuestion") == []
    if "prompt" in line:
        assert question["prompt"] == line["prompt"]
        return
    schema: Any = question["schema"]
    found: Any = {
        "timeout": question["timeout"],
        "transcript": question["transcript"],
        "properties": sorted(schema["properties"]),
        "required": schema["required"],
        "gives-up": "impossible" in question["system"],
    }
    found |= {key: question[key] for key in ("tool", "model") if key in question}  # type: ignore[literal-required]
    assert found == line["question"]
    assert ("StructuredOutput" in question["system"]) == ("tool" in question)


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ('{"ok": false, "reason": "No."}', "blocked"),
        (b'{"ok": true}', "normal"),
        (ModelAnswer('{"ok": false}'), "blocked"),
        ({"content": [{"type": "text", "text": '{"ok": false}'}]}, "blocked"),
        ({"content": "Sorry.", "stop_reason": "refusal"}, "normal"),
    ],
)
def test_a_hook_asks_a_model(answer: Any, action: str) -> None:
    """The answer is a message, an answer or a text."""
    asked: list[Any] = []

    def ask(question: Any) -> Any:
        asked.append(question)
        return answer

    run = run_hook(PROMPT, STOP, ask=ask)
    assert (run.outcome.action, run.result) == (action, None)
    assert asked == [prompt_question(PROMPT, STOP)]


@pytest.mark.parametrize(
    ("error", "failure"), [(TimeoutError, "timed-out"), (ConnectionError, "empty")]
)
def test_a_model_that_does_not_answer_blocks_nothing(error: type[Exception], failure: str) -> None:
    """As on the host."""

    def ask(_: Any) -> Any:
        raise error

    outcome = run_hook(PROMPT, STOP, ask=ask).outcome
    assert (outcome.action, outcome.failure) == ("normal", failure)


def test_a_hook_without_a_model_is_a_mistake() -> None:
    """And so is a mistake in the function that asks."""
    with pytest.raises(ValueError, match="needs `ask`"):
        run_hook(PROMPT, STOP)
    with pytest.raises(ZeroDivisionError):
        run_hook(PROMPT, STOP, ask=lambda _: str(1 // 0))
    with pytest.raises(TypeError):
        run_hook(PROMPT, STOP, ask=lambda _: 7)  # type: ignore[arg-type,return-value]
    with pytest.raises(TypeError):
        prompt_question("prompt", STOP)  # type: ignore[arg-type]


def test_the_whole_way_from_a_prompt_to_an_outcome() -> None:
    """The parts fit without `run_hook`."""
    handler = {"type": "agent", "prompt": "The tests pass."}
    question = prompt_question(handler, STOP)
    call = {"type": "tool_use", "name": question["tool"], "input": {"ok": False, "reason": "No."}}
    answer = message_answer({"content": [call]}, "agent")
    outcome = interpret("Stop", model(answer), Context(handler=handler))
    assert (outcome.blocked, outcome.texts[0]["text"]) == (True, "No.")
