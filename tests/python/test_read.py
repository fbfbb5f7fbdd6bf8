"""The readers return inputs and replies for any bytes."""

import copy
import json
import sys
from typing import Any

import pytest
from hookwire import Context, Input, ReadError, UnknownInput, _plan, _read, is_known, read_input
from hookwire.read import ReplyReading, read_reply

from support import named, run

BASE = {"session_id": "s", "transcript_path": "/häuser", "cwd": "/"}
STOP = {**BASE, "hook_event_name": "Stop", "stop_hook_active": False}
BLOCK = '{"decision": "block", "reason": "r"}'
BOM = b"\xef\xbb\xbf"


def codes(problems: list[Any]) -> list[tuple[str, str, str]]:
    """Returns the pointers, codes and severities."""
    return [(it["pointer"], it["code"], it["severity"]) for it in problems]


# Inputs


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, bytes.decode])
def test_an_input(kind: Any) -> None:
    """An input is read from bytes and from text, and stays equal."""
    data = json.dumps(STOP, ensure_ascii=False).encode()
    event, problems = read_input(kind(data))
    assert (event, problems) == (STOP, [])
    assert is_known(event)
    assert isinstance(event, Input) and not isinstance(event, UnknownInput)
    assert isinstance(event, dict)


def test_an_input_that_does_not_fit() -> None:
    """An input that does not fit is read as its event, with its problems."""
    event, problems = read_input(json.dumps({**STOP, "cwd": None, "new": 1}))
    assert event == {**STOP, "cwd": None, "new": 1}
    assert is_known(event)
    assert codes(problems) == [("/cwd", "wrong-type", "mismatch")]


UNKNOWN: list[tuple[dict[str, Any], str]] = [
    ({**BASE, "hook_event_name": "FromTheFuture", "new": [1]}, "wrong-event-name"),
    ({**BASE, "hook_event_name": "stop"}, "wrong-event-name"),
]


@pytest.mark.parametrize(("payload", "code"), UNKNOWN)
def test_an_input_of_an_unknown_event(payload: dict[str, Any], code: str) -> None:
    """An input of an unknown event is a dictionary of a separate class."""
    event, problems = read_input(json.dumps(payload))
    assert isinstance(event, UnknownInput)
    assert not is_known(event)
    assert event == payload
    assert json.loads(json.dumps(event)) == payload
    assert codes(problems) == [("/hook_event_name", code, "mismatch")]


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"hook_event_name": None}, "wrong-type"),
        ({"hook_event_name": ["Stop"]}, "wrong-type"),
        ({}, "missing-field"),
    ],
)
def test_an_object_without_an_event(payload: dict[str, Any], code: str) -> None:
    """An object without the name of an event is not an input, so that a guard does not let it pass."""
    with pytest.raises(ReadError, match=r"^/hook_event_name: ") as raised:
        read_input(json.dumps(payload))
    assert codes([raised.value.problem]) == [("/hook_event_name", code, "mismatch")]


def test_is_known_reads_only_the_name() -> None:
    """The function accepts any dictionary with the name."""
    assert is_known({"hook_event_name": "Stop"})
    assert not is_known({"hook_event_name": ["Stop"]})
    assert not is_known(UnknownInput())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-json"),
        (b" \n", "not-json"),
        (b"Stop", "not-json"),
        (b"{'a': 1}", "not-json"),
        (b'{"a": NaN}', "not-json"),
        (b'{"a": -Infinity}', "not-json"),
        (b'{"a": 01e400}', "not-json"),
        (b'{"a": "\\ud83"}', "not-json"),
        (b'{"a": 1,}', "not-json"),
        (b'{"a": "\t"}', "not-json"),
        (b"{}{}", "not-json"),
        (b"{}\0", "not-json"),
        ("\u00a0{}".encode(), "not-json"),
        (BOM + BOM + b"{}", "not-json"),
        (b"{\0}\0", "not-json"),
        (b"\xff", "not-json"),
        ("\ud83d", "not-json"),
        (b"null", "wrong-type"),
        (b"[{}]", "wrong-type"),
        (b'"{}"', "wrong-type"),
        (b"[" * 10_001 + b"]" * 10_001, "too-deep"),
        (b"[" * 1_000_000 + b"]" * 1_000_000, "too-deep"),
        (b"[" * 10_000 + b"]" * 10_000, "wrong-type"),
        (b"[" * 10_000 + b"]" * 9_999, "not-json"),
        (b"[" * 200 + b"{[]: 1}" + b"]" * 200, "not-json"),
        (b"[" * 128 + b"1[]" + b"]" * 128, "not-json"),
        (b"[" * 256 + b"1[]" + b"]" * 256, "not-json"),
        (b"[" * 128 + b"[NaN]" + b"]" * 128, "not-json"),
        (b"[" * 100_000, "too-deep"),
        (b'{"a":' * 100_000, "too-deep"),
        (b"[" * 128, "not-json"),
        (b'["' + b"[" * 20_000, "not-json"),
        (b'["\\"' + b"[" * 20_000 + b'\\\\"]', "wrong-type"),
        (b'["\\\\"' + b"[" * 10_000, "too-deep"),
        (b"[" * 128 + b"]" * 128, "wrong-type"),
        (b"[" + b"[]," * 200 + b"[]]", "wrong-type"),
    ],
    ids=lambda it: repr(it)[:24],
)
def test_unreadable_input(data: bytes | str, code: str) -> None:
    """Anything else raises an error with the problem."""
    with pytest.raises(ReadError) as error:
        read_input(data)
    assert codes([error.value.problem]) == [("", code, "mismatch")]
    assert str(error.value) == error.value.problem["message"]
    assert isinstance(error.value, ValueError)


def test_unreadable_input_in_a_process_without_json() -> None:
    """In Python 3.11 the parser of the interpreter reports errors with a class that it does not load itself."""
    program = """
import sys
from hookwire import ReadError, read_input
assert "json" not in sys.modules
try:
    read_input(b'{"a": 1')
except ReadError as error:
    print(error)
"""
    done = run("-c", program)
    found = (done.returncode, done.stdout, done.stderr)
    assert found == (0, "Expected a JSON object, found the end of the text at line 1, column 8.\n", "")


def test_unusual_but_valid_input() -> None:
    """A byte order mark, escaped surrogate pairs, and brackets in strings are valid."""
    event, _ = read_input(
        BOM + b' {"hook_event_name": "\\ud83d\\ude00", "b": "' + b"[{" * 200 + b'", "a\\u0062": 1} \r\n'
    )
    assert event == {"hook_event_name": "\U0001f600", "b": "[{" * 200, "ab": 1}
    event, _ = read_input(b'{"hook_event_name": 1, "hook_event_name": "A", "c": ' + b"9" * 308 + b"}")
    assert event == {"hook_event_name": "A", "c": int("9" * 308)}


FOUND = "\ufffd"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b'"\\ud83d"', FOUND),
        (b'"\\uDE00\\ud83d\\ud83d\\ude00"', f"{FOUND}{FOUND}\U0001f600"),
        (b'{"\\ud83d": "\\\\ud83d\\n"}', {FOUND: "\\ud83d\n"}),
        (b'"\xe9\xed\xa0\xbd\xf0\x9f\x98"', FOUND * 5),
        ('"\ud83d\ud83d\ude00"', f"{FOUND}\U0001f600"),
    ],
    ids=named,
)
def test_what_is_not_unicode(text: Any, value: object) -> None:
    """Halves of pairs and bytes that are not UTF-8 are U+FFFD, so that the input can be written again."""
    around = ('{"hook_event_name": "Stop", "new": ', "}")
    if isinstance(text, bytes):
        event, problems = read_input(around[0].encode() + text + around[1].encode())
    else:
        event, problems = read_input(around[0] + text + around[1])
    assert dict(event)["new"] == value  # type: ignore[arg-type]
    assert {it["code"] for it in problems} == {"missing-field"}
    assert json.loads(json.dumps(event, ensure_ascii=False).encode()) == event


@pytest.mark.parametrize(
    "digits", ["1e400", "-1e400", "9" * 400, "-" + "9" * 100_000, "1.8E+308"], ids=lambda it: it[:9]
)
def test_a_number_beyond_doubles(digits: str) -> None:
    """A number beyond doubles is the largest double, and a problem."""
    event, problems = read_input(json.dumps({**STOP, "new": [1, 0.5]})[:-1] + f', "n": {digits}}}')
    largest = -sys.float_info.max if digits[0] == "-" else sys.float_info.max
    assert dict(event)["n"] == largest  # type: ignore[arg-type]
    assert dict(event)["new"] == [1, 0.5]  # type: ignore[arg-type]
    assert codes(problems) == [("", "out-of-range", "mismatch")]
    assert json.loads(json.dumps(event)) == event
    reply = read_reply(f'{{"systemMessage": "", "continue": true, "x": {digits}}}')
    assert codes(reply.problems)[0] == ("", "out-of-range", "ignored")


@pytest.mark.parametrize(("begin", "end"), [("[", "]"), ('{"a":', "}")])
def test_ten_thousand_levels(begin: str, end: str) -> None:
    """What is below level 128 is read as its text, so that the input can be written, copied and compared."""
    value = begin * 9_999 + "1" * (begin != "[") + end * 9_999
    event, problems = read_input(json.dumps(STOP)[:-1] + f', "new": {value}}}')
    assert problems == []
    below: Any = dict(event)["new"]  # type: ignore[arg-type]
    for _ in range(127):
        below = below[0] if begin == "[" else below["a"]
    assert below == value[127 * len(begin) : -127]
    assert copy.deepcopy(event) == json.loads(json.dumps(event)) == event
    reply = read_reply(f'{{"systemMessage": {value}}}', "Stop")
    assert codes(reply.problems) == [
        ("/systemMessage", "wrong-type", "rejected"),
        ("", "too-deep", "inert"),
    ]


def test_the_size_is_limited() -> None:
    """64 MiB are read, one byte more is not; bytes are counted, not characters."""
    size = 64 * 1024 * 1024
    event, _ = read_input(b'{"hook_event_name":"A"}'.ljust(size))
    assert event == {"hook_event_name": "A"}
    for data in (b"{}" + b" " * (size - 1), "{}" + " " * (size - 1), "ä" * (size // 2 + 1)):
        with pytest.raises(ReadError) as error:
            read_input(data)
        assert error.value.problem["code"] == "too-large"
    assert codes(read_reply(b" " * (size + 1)).problems) == [("", "too-large", "rejected")]


def test_a_text_of_a_megabyte() -> None:
    """A large text is read, with many strings, brackets and backslashes."""
    texts = ['\\\\\\"[{', "[{", "x"]
    for text in texts:
        a = [text] * (1_000_000 // (len(text) + 4))
        event, problems = read_input(json.dumps({**STOP, "a": a, "b": [{}] * 200}))
        assert is_known(event)
        assert (problems, len(dict(event)["a"])) == ([], len(a))  # type: ignore[arg-type]


# Replies


@pytest.mark.parametrize("text", ["", " \n", "\t\u00a0\u2028\ufeff", BOM, b"\x0b\x0c\r\n"])
def test_an_empty_reply(text: Any) -> None:
    """A reply of white space only is empty, and has no problem."""
    said = read_reply(text)
    assert (said.kind, said.reply, said.problems) == ("nothing", None, [])


@pytest.mark.parametrize(
    "text", [BLOCK, f"\n {BLOCK}\u00a0\n", BLOCK.encode(), BOM + BLOCK.encode()]
)
def test_a_reply(text: Any) -> None:
    """A reply is an object, possibly with white space around it."""
    said = read_reply(text, event="Stop")
    assert (said.kind, said.reply, said.problems) == ("json", json.loads(BLOCK), [])


def test_a_reply_is_validated_for_its_event() -> None:
    """Without an event it is validated as a reply to any event."""
    text = '{"hookSpecificOutput": {"hookEventName": "Stop", "permissionDecision": "deny"}}'
    at = "/hookSpecificOutput/permissionDecision"
    assert (at, "unknown-field", "ignored") in codes(read_reply(text, event="Stop").problems)
    other = codes(read_reply(text, event="PreToolUse").problems)
    assert ("/hookSpecificOutput/hookEventName", "wrong-event-name", "rejected") in other
    assert read_reply(text.replace("Stop", "PreToolUse")).problems == []
    said = read_reply(BLOCK, event="Stop", context=Context(host="1.0.0"))
    assert ("", "unsupported-by-host", "ignored") in codes(said.problems)


TEXTS: list[tuple[str, list[tuple[str, str, str]]]] = [
    ("a plan", []),
    ("1", []),
    ("[1]", []),
    ("[INFO] checked", []),
    ('[{"decision": "block"}]', [("", "not-json", "rejected")]),
    ('"{}"', [("", "not-json", "ignored")]),
    ("[" * 500, []),
    (f"Loading\n{BLOCK}\nDone", [("", "not-json", "rejected")]),
    (f"```\n{BLOCK}\n```", [("", "not-json", "rejected")]),
    (f"Loading\n{BLOCK}", [("", "not-json", "rejected")]),
    (f"{BLOCK}\nDone", [("", "not-json", "rejected")]),
    (f"{BLOCK}\0", [("", "not-json", "rejected")]),
    ('{"a": 1}\n \n{"b": 2}\r\n', [("", "not-json", "ignored")]),
    ('{"a": 1}\nnull\n{"b": 2}', [("", "not-json", "ignored")]),
]


@pytest.mark.parametrize(("text", "problems"), TEXTS)
def test_plain_text(text: str, problems: list[Any]) -> None:
    """Any other text is plain text, and a problem if the handler needs an object. A URL has to answer with an object."""
    said = read_reply(text)
    assert (said.kind, said.reply, codes(said.problems)) == ("text", None, problems)
    http = read_reply(text, context=Context(handler="http"))
    assert (http.kind, codes(http.problems)) == ("text", [("", "not-json", "rejected")])


def test_the_event_decides_the_effect_of_plain_text() -> None:
    """The event decides the effect of plain text."""
    assert codes(read_reply("deny", event="Stop").problems) == [("", "not-json", "inert")]
    assert read_reply("a plan", event="SessionStart").problems == []
    said = codes(read_reply("{} done", event="SessionStart").problems)
    assert said == [("", "not-json", "inert")]


BROKEN: list[tuple[str | bytes, str, str]] = [
    ("{'decision': 'block'}", "json", "not-json"),
    (f"{BLOCK}\n{BLOCK}", "json", "not-json"),
    (f'{{"a": 1}}\n{BLOCK}', "json", "not-json"),
    ('{"a": 1}\n{b}', "json", "not-json"),
    ('{"a": ' + "[" * 10_000 + "]" * 10_000 + "}", "json", "too-deep"),
]


@pytest.mark.parametrize(("text", "kind", "code"), BROKEN)
def test_a_reply_that_cannot_be_read(text: str | bytes, kind: str, code: str) -> None:
    """A reply that cannot be read has one problem, and raises no exception."""
    handlers: list[Any] = ["command", "http"]
    for handler in handlers:
        said = read_reply(text, None, Context(handler=handler))
        assert (said.kind, said.reply, codes(said.problems)) == (
            kind,
            None,
            [("", code, "rejected")],
        )


def test_a_reply_that_is_not_utf8() -> None:
    """The host reads U+FFFD in place of other bytes. That is reported, whatever the reply is."""
    said = read_reply(b'{"systemMessage": "\xff"}', "Stop")
    assert (said.kind, said.reply) == ("json", {"systemMessage": "\ufffd"})
    # Two halves of a pair are one character, as in JavaScript.
    pair = read_reply('{"systemMessage":"\ud83d\ude00"}')
    assert (pair.reply, pair.problems) == ({"systemMessage": "\U0001f600"}, [])
    assert codes(said.problems) == [("", "not-utf8", "inert")]
    said = read_reply(b"caf\xe9", "SessionStart")
    assert (said.kind, codes(said.problems)) == ("text", [("", "not-utf8", "inert")])
    said = read_reply('{"decision": "block"}'.encode("utf-16"), "Stop")
    assert (said.kind, codes(said.problems)[0]) == ("text", ("", "not-json", "rejected"))


def test_an_event_that_requires_a_path() -> None:
    """A command that creates a working tree prints its path."""
    found = codes(read_reply('{"z": 1}', event="WorktreeCreate").problems)
    assert found == [("", "not-allowed-here", "rejected"), ("/z", "unknown-field", "ignored")]
    http = codes(read_reply("{}", event="WorktreeCreate", context=Context(handler="http")).problems)
    assert ("", "not-allowed-here", "rejected") not in http
    assert codes(read_reply("", event="WorktreeCreate").problems) == [
        ("", "not-allowed-here", "rejected")
    ]
    assert read_reply("{log}\n/tmp/tree", event="WorktreeCreate").problems == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"event": "stop"}, "no event 'stop': did you mean 'Stop'"),
        ({"context": "2.1.42"}, "`context` has to be a `Context`, not a `str`"),
        ({"context": {"host": "2.1.42"}}, "`context` has to be a `Context`, not a `dict`"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], says: str) -> None:
    """Wrong arguments raise an error, whatever the text is."""
    for text in ("", "text", b"\xff"):
        with pytest.raises((ValueError, TypeError), match=says):
            read_reply(text, **arguments)
    with pytest.raises(TypeError, match="`context` has to be a `Context`"):
        read_input("no JSON", "2.1.42")  # type: ignore[arg-type]  # pyright: ignore


def test_kinds_of_handlers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a table any handler is accepted."""
    new: Any = "carrier_pigeon"
    with pytest.raises(ValueError, match="no handler 'carrier_pigeon'"):
        Context(handler=new)
    with pytest.raises(ValueError, match="of an `agent` handler: use `read_prompt_reply`"):
        read_reply("", context=Context(handler="agent"))
    monkeypatch.setattr(_plan, "MODEL_HANDLERS", ())
    monkeypatch.setattr(_read, "MODEL_HANDLERS", ())
    monkeypatch.setattr(_plan, "HANDLERS", ("command", "carrier_pigeon"))
    monkeypatch.setattr(_read, "HANDLERS", ("command", "carrier_pigeon"))
    assert read_reply("", context=Context(handler=new)).kind == "nothing"
    with pytest.raises(ValueError, match="no handler 'agent'"):
        Context(handler="agent")
    monkeypatch.setattr(_plan, "HANDLERS", ())
    monkeypatch.setattr(_read, "HANDLERS", ())
    assert read_reply("", context=Context(handler=new)).kind == "nothing"


def test_repr_of_a_reply() -> None:
    """The repr of a reply shows its fields."""
    assert repr(read_reply("")) == "ReplyReading(kind='nothing', reply=None, problems=[])"
    assert ReplyReading("text").problems is not ReplyReading("text").problems
    assert isinstance(read_reply("{}"), ReplyReading)


def test_reading_deep_in_the_stack() -> None:
    """A deeply nested call can still read a text of the maximum depth."""
    text = '{"hook_event_name": "A", "a": ' + "[" * 127 + "]" * 127 + "}"

    def down(calls: int) -> Any:
        return down(calls - 1) if calls else read_input(text)

    assert down(sys.getrecursionlimit() // 2)[0] == json.loads(text)


@pytest.mark.parametrize("data", [3, None, [1], {"a": 1}])
def test_data_has_to_be_bytes_or_a_string(data: Any) -> None:
    """A number is refused too, because `bytes` would turn it into that many zeros."""
    for read in (read_input, read_reply):
        with pytest.raises(
            TypeError, match=f"has to be bytes or a string, not `{type(data).__name__}`$"
        ):
            read(data)


def test_event_of_the_context() -> None:
    """Without an event, a reply answers the event of the input in its context."""
    text = '{"hookSpecificOutput": {"hookEventName": "PreToolUse"}}'
    stop = Context(input={"hook_event_name": "Stop"})
    assert [it["code"] for it in read_reply(text, context=stop).problems] == ["wrong-event-name"]
    assert read_reply(text, "PreToolUse", stop).problems == []
    assert read_reply(text, context=Context(input={"hook_event_name": "EventOfTomorrow"})).problems == []
