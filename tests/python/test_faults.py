"""The name of the event counts only if a JSON reader reaches it, and no text of an input is obeyed by a terminal."""

import base64
import json
import time
from pathlib import Path
from typing import Any

import pytest
from hookwire._json_fault import name_before_fault
from hookwire._shown import shown, shown_lines

NAMES = (Path(__file__).parents[1] / "conform" / "names.jsonl").read_text().splitlines()
ROWS: list[dict[str, Any]] = [json.loads(line) for line in NAMES]


def data_of(row: dict[str, Any]) -> list[Any]:
    """Returns a text in each form that it can have."""
    if "base64" in row:
        data = base64.b64decode(row["base64"])
        return [data, bytearray(data), memoryview(data)]
    if "string" in row:
        text: str = row["string"]
        return [text, text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")]
    text = "".join(it if isinstance(it, str) else it[0] * it[1] for it in row["parts"])
    return [text, text.encode()]


@pytest.mark.parametrize("row", ROWS, ids=lambda it: it["id"])
def test_the_name_before_a_fault(row: dict[str, Any]) -> None:
    """The name counts before the first mistake, whatever the text is."""
    for data in data_of(row):
        assert name_before_fault(data) == row["name"]


def test_what_is_not_text() -> None:
    """Any value can be asked for its name."""
    gone = memoryview(b"{}")
    gone.release()
    for data in (None, 1, [], {}, object(), gone):
        assert name_before_fault(data) is None


def test_time_grows_with_the_text() -> None:
    """Ten times the text takes about ten times as long, wherever the text could make a reader go back."""
    name = '{"hook_event_name": "Stop", "a": '
    for part in ("[", '{"a":', "[{},", " ", "1,", '"\\', '"\\\\', "\\", "tru", "1e", "\ud83d", '"":', "-"):
        spent: list[float] = []
        for count in (100_000, 1_000_000):
            start = time.process_time()
            name_before_fault(name + part * count)
            spent.append(time.process_time() - start)
        assert spent[1] < 40 * max(spent[0], 0.01), part


def test_what_a_terminal_obeys_is_escaped() -> None:
    """Control characters and bidirectional ones are escapes; half of a pair is U+FFFD; everything else stays."""
    text = "a\x1b[2J\r\n\tb\x7f\x9b\u061c\u200e\u2028\u202e\u2069\0"
    escapes = "\\u007f\\u009b\\u061c\\u200e\\u2028\\u202e\\u2069\\u0000"
    assert shown(text) == f"a\\u001b[2J\\u000d\\u000a\\u0009b{escapes}"
    assert shown_lines(text) == f"a\\u001b[2J\\u000d\n\tb{escapes}"
    plain = " ~\xa0\xadé\u200b\u200d\u2010\u2027\u202f\u2065\u206a\ufffd😀\\u001b"
    assert (shown(plain), shown_lines(plain)) == (plain, plain)
    assert shown("\ud83d|\ude00\ud83d|\ud83d\ude00") == "\ufffd|\ufffd\ufffd|😀"
