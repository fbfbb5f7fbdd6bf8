"""`add_hook` and `remove_hook` change the text of a settings file by one hook, and by nothing else."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hookwire.settings import SettingsError, add_hook, remove_hook

ROOT = Path(__file__).parents[2]
VECTORS = [
    json.loads(line) for line in (ROOT / "tests/conform/edits.jsonl").read_text().splitlines()
]
HOOK: Any = {"type": "command", "command": "check"}
ENTRY: Any = {"event": "PreToolUse", "matcher": "Bash", "hook": HOOK}


def one_change(document: Any, entry: Any) -> Any:
    """Returns a document with a hook, from its value: what the text has to say afterwards."""
    matcher = entry.get("matcher")
    groups = document.setdefault("hooks", {}).setdefault(entry["event"], [])
    everything = ("", "*", None)
    equal = [
        it
        for it in groups
        if it.get("matcher") == matcher
        or (it.get("matcher", "") in everything[:2] and matcher in everything)
    ]
    if any(entry["hook"] in it["hooks"] for it in equal):
        return document
    if equal:
        equal[-1]["hooks"].append(entry["hook"])
    else:
        groups.append(
            {**({} if matcher is None else {"matcher": matcher}), "hooks": [entry["hook"]]}
        )
    return document


def has_empty(document: Any, entry: Any) -> bool:
    """Returns whether something on the way to the hook is empty, which removing it does not leave."""
    hooks = document.get("hooks")
    groups = hooks.get(entry["event"]) if hooks else None
    if hooks in ({}, None) or groups in ([], None):
        return hooks == {} or groups == [] or not document
    return any(it["hooks"] == [] for it in groups)


def values_of(text: str) -> Any:
    """Returns the value of a text, with every number as a double."""
    return json.loads(text, parse_int=float) if text.strip() else {}


def check(text: str, entry: Any) -> None:
    """Checks the promises for a text that can be edited."""
    body = text.removeprefix("\ufeff")
    old = values_of(body)
    added = add_hook(text, entry)
    assert values_of(added.removeprefix("\ufeff")) == one_change(old, entry)
    assert add_hook(added, entry) == added
    if added == text:
        return
    if body.strip():
        # All other bytes stay: what was inserted is in one place.
        start = next((at for at, it in enumerate(text) if added[at] != it), len(text))
        assert any(
            added[:at] + added[at + len(added) - len(text) :] == text
            for at in range(max(0, start - 200), start + 1)
        )
    removed = remove_hook(added, entry)
    if has_empty(values_of(body), entry):
        assert remove_hook(removed, entry) == removed
        assert add_hook(removed, entry) is not None
    else:
        assert removed == text


@pytest.mark.parametrize("vector", VECTORS, ids=lambda it: it["name"])
def test_a_vector_has_its_result(vector: Any) -> None:
    """It is what `tests/conform/edits.jsonl` says."""
    edit = {"add": add_hook, "remove": remove_hook}[vector["do"]]
    if "error" in vector:
        with pytest.raises(SettingsError) as caught:
            edit(vector["text"], vector["entry"])
        error = caught.value
        found = {"message": str(error)}
        if error.line is not None:
            found |= {"line": error.line, "column": error.column}
        assert found == vector["error"]
    else:
        assert edit(vector["text"], vector["entry"]) == vector["result"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda it: it["name"])
def test_only_one_hook_changes(vector: Any) -> None:
    """The texts of the vectors keep everything else."""
    if vector["do"] == "add" and "error" not in vector:
        check(vector["text"], vector["entry"])


def styles(document: Any) -> "list[str]":
    """Returns a document as people write it."""
    plain = json.dumps(document, indent=2, ensure_ascii=False)
    return [
        plain,
        plain + "\n",
        plain.replace("\n", "\r\n"),
        "\ufeff" + plain,
        json.dumps(document, indent="\t"),
        json.dumps(document, indent=4),
        json.dumps(document),
        json.dumps(document, separators=(",", ":")),
        plain.replace("[\n", "[").replace("{\n", "{ "),
        plain.replace('": ', '" :\n '),
    ]


def settings_files() -> "list[str]":
    """Returns the texts of settings in this repository: those that the host was observed with, and the examples."""
    found = []
    for path in sorted((ROOT / "tests/observed").glob("*/settings/*.jsonl")):
        for line in path.read_text().splitlines():
            for source in json.loads(line).get("sources", ()):
                text = source.get("text")
                found.append(json.dumps(source.get("document")) if text is None else text)
    for name in ("HooksSettings", "PluginHooks"):
        examples = json.loads((ROOT / f"schemas/examples/{name}.json").read_text())
        found += [json.dumps(it, indent=2) for it in examples["valid"].values()]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("event", ["PreToolUse", "Stop"])
def test_only_one_hook_changes_in_every_settings_file(event: str) -> None:
    """Texts that the host was observed with keep everything else, or are refused at a line."""
    entry = {**ENTRY, "event": event}
    edited = 0
    for text in settings_files():
        try:
            add_hook(text, entry)
        except SettingsError as error:
            assert error.line is not None
            continue
        edited += 1
        check(text, entry)
    assert edited > 500


@pytest.mark.parametrize("number", range(60))
def test_only_one_hook_changes_in_random_texts(number: int) -> None:
    """Random documents in many styles keep everything else."""
    chance = random.Random(number)
    hooks = [HOOK, {**HOOK, "timeout": 5.5}, {"type": "http", "url": "https://example.com/\u2028"}]
    matchers = [None, "", "*", "Bash", "Edit|Write", "__proto__", 'a"b\\']
    events = ["PreToolUse", "Stop", "__proto__"]

    def group() -> Any:
        matcher = chance.choice(matchers)
        made: Any = {} if matcher is None else {"matcher": matcher}
        if chance.random() < 0.2:
            made["note"] = [1, {"a": None}]
        return {**made, "hooks": chance.choices(hooks, k=chance.choice([0, 1, 1, 2, 3]))}

    document: Any = {"model": "opus", "permissions": {"allow": []}}
    if chance.random() < 0.3:
        document = {}
    if chance.random() < 0.8:
        chosen = chance.sample(events, chance.choice([0, 1, 2, 3]))
        document["hooks"] = {
            event: [group() for _ in range(chance.choice([0, 1, 2, 3]))] for event in chosen
        }
    if chance.random() < 0.5:
        document["env"] = {"A": "1"}
    entry: Any = {"event": chance.choice(events), "hook": chance.choice(hooks)}
    matcher = chance.choice(matchers)
    if matcher is not None:
        entry["matcher"] = matcher
    for text in styles(document):
        check(text, entry)


@pytest.mark.parametrize(
    ("entry", "error", "words"),
    [
        ({"event": "Stop"}, ValueError, "no `hook`"),
        ({**ENTRY, "hooks": []}, ValueError, "unknown key"),
        ({**ENTRY, "event": 1}, TypeError, "a string"),
        ({**ENTRY, "hook": "check"}, TypeError, "a dictionary"),
        ({**ENTRY, "hook": {"type": "command"}}, SettingsError, "`command` is missing"),
        ({**ENTRY, "matcher": "\ud800"}, SettingsError, "surrogate"),
        ({**ENTRY, "hook": {**HOOK, "x": 2**53 + 1}}, SettingsError, "double"),
        ({**ENTRY, "hook": {**HOOK, "x": float("nan")}}, SettingsError, "double"),
        ({**ENTRY, "hook": {**HOOK, "x": (1,)}}, TypeError, "tuple"),
    ],
)
def test_an_entry_that_cannot_be_written_is_refused(entry: Any, error: Any, words: str) -> None:
    """The error says what is wrong with the entry."""
    with pytest.raises(error, match=words):
        add_hook("{}", entry)


def test_a_text_with_many_levels_is_edited() -> None:
    """No depth exhausts the stack."""
    deep = '{"a": ' + "[" * 20_000 + "]" * 20_000 + ', "hooks": {"Stop": []}}'
    assert '"check"' in add_hook(deep, {"event": "Stop", "hook": HOOK})
