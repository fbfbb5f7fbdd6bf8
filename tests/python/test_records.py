"""The results of hooks as JSON: the type `RecordedResult`."""

import json
from typing import Any

import pytest
from hookwire import Context
from hookwire.host import (
    HandlerResult,
    ModelAnswer,
    backgrounded,
    exited,
    http,
    interpret,
    mcp,
    model,
    not_started,
    recorded_result,
    signalled,
    timed_out,
)
from hookwire.models import Outcome
from hookwire.validate import validate

BINARY = bytes(range(256))

RESULTS = [
    exited(2, b"out", b"err"),
    exited(-1, BINARY, bytearray(b"\xff")),
    exited(3221225477),
    signalled("\ufeffout", memoryview(b"\xc3")),
    http(200, b"\x00"),
    http(404),
    mcp("text", is_error=True),
    mcp(b"\xfe\xff"),
    model("text", stop_reason="refusal"),
    model(ModelAnswer(BINARY, timed_out=True, structured_output=False)),
    timed_out(),
    not_started(),
    backgrounded(BINARY),
]


@pytest.mark.parametrize("result", RESULTS, ids=lambda it: it.kind)
def test_a_record_is_valid_json_and_becomes_the_same_result(result: HandlerResult) -> None:
    """Every kind of result, with any bytes, survives a log."""
    record = result.record()
    assert validate(record, "RecordedResult") == []
    again = recorded_result(json.loads(json.dumps(record)))
    assert again.record() == record
    for name in ("kind", "code", "status", "is_error"):
        assert getattr(again, name) == getattr(result, name)
    for name in ("stdout", "stderr", "body"):
        assert _bytes(getattr(again, name)) == _bytes(getattr(result, name))
    if result.answer:
        assert again.answer is not None
        assert _bytes(again.answer.text) == _bytes(result.answer.text)
        assert again.answer.stop_reason == result.answer.stop_reason


def _bytes(data: Any) -> bytes:
    return data.encode() if isinstance(data, str) else bytes(data)


def test_the_keys_of_a_record() -> None:
    """Bytes are a string where they are UTF-8, and everything is there."""
    assert exited(0, "\u00e9", b"no\xff").record() == {
        "kind": "exited",
        "code": 0,
        "stdout": "\u00e9",
        "stderr": {"base64": "bm//"},
    }
    answer = model("{}").record()
    assert answer == {
        "kind": "model",
        "text": "{}",
        "timed_out": False,
        "structured_output": True,
    }
    assert mcp().record() == {"kind": "mcp", "text": "", "is_error": False}


def test_a_record_can_be_short() -> None:
    """What a record lacks is empty, as in the functions that create results."""
    record: Any = {"kind": "exited", "code": 2.0, "stderr": "no"}
    result = recorded_result(record)
    assert (result.code, result.stdout, result.stderr) == (2, b"", b"no")
    assert interpret("PreToolUse", result, Context()).blocked


def test_a_lone_surrogate_is_recorded_as_the_host_reads_it() -> None:
    """A record is JSON that every language reads."""
    record: Any = exited(0, "a\ud800b\ud83d\ude00").record()
    assert record["stdout"] == "a\ufffdb\U0001f600"


@pytest.mark.parametrize(
    ("record", "pointer", "message"),
    [
        ({}, "/kind", "`kind` is missing"),
        ({"kind": "left"}, "/kind", "`exited`"),
        ({"kind": "exited"}, "/code", "`code` is missing"),
        ({"kind": "exited", "code": "2"}, "/code", "integer"),
        ({"kind": "exited", "code": 2, "stdot": ""}, "/stdot", "`stdout`"),
        ({"kind": "http", "status": 200, "body": 7}, "/body", ""),
        ({"kind": "mcp", "text": {"base64": "bm/"}}, "/text/base64", "not base64"),
        ({"kind": "mcp", "text": {"base64": "b m//"}}, "/text/base64", "not base64"),
        ({"kind": "mcp", "text": {"base64": "\u00e9"}}, "/text/base64", "not base64"),
        ({"kind": "model", "stop_reason": None}, "/stop_reason", ""),
        ([], "", ""),
        ("exited", "", ""),
    ],
)
def test_another_value_is_reported(record: Any, pointer: str, message: str) -> None:
    """The error says what is wrong and where."""
    with pytest.raises(ValueError, match="not a recorded result") as found:
        recorded_result(record)
    assert str(found.value).startswith(f'not a recorded result, at "{pointer}": ')
    assert message in str(found.value)


def test_a_result_that_is_not_of_bytes_cannot_be_recorded() -> None:
    """Otherwise a number would count zeros."""
    wrong: Any = 7
    with pytest.raises(TypeError):
        exited(0, wrong).record()


def test_an_outcome_is_that_of_the_recorded_result() -> None:
    """A recording can be interpreted later."""
    for result in RESULTS:
        handler: Any = {"model": "prompt", "http": "http", "mcp": "mcp_tool"}.get(result.kind)
        context = Context(handler=handler or "command")
        one = interpret("PreToolUse", result, context)
        assert interpret("PreToolUse", recorded_result(result.record()), context) == one
        assert Outcome.model_validate(one)
