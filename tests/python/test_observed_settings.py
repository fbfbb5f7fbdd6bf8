"""Settings that the real host was seen to read: what it ran is never reported as something that cannot run."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hookwire.problems import Problem
from hookwire.validate import validate

RECORDS: list[Any] = [
    json.loads(line)
    for file in sorted((Path(__file__).parents[1] / "observed/2.1.332/settings").glob("*.jsonl"))
    for line in file.read_text().splitlines()
]

TYPES: dict[str, Any] = {
    "plugin-hooks": "PluginHooks",
    "plugin-more": "PluginHooks",
    "plugin-manifest": "PluginManifest",
    "skill": "HooksFrontmatter",
    "agent": "HooksFrontmatter",
    "plugin-skill": "HooksFrontmatter",
    "plugin-agent": "HooksFrontmatter",
}
"""The types of the documents by their place; those of other places are settings."""

NEVER = ("never-matches", "unknown-variable", "not-expanded")


def named(value: Any) -> list[str]:
    """Returns the names of all handlers in a part of a document."""
    if isinstance(value, dict):
        found = re.match(r"\{\{note\}\} ([\w-]+)$", str(value.get("command")))
        inner = [name for it in value.values() for name in named(it)]
        return [*([found[1]] if found else []), *inner]
    return [name for it in value for name in named(it)] if isinstance(value, list) else []


def at(value: Any, pointer: str) -> Any:
    """Returns the handler or the group around the value at a pointer."""
    for step in pointer.split("/")[1:-1]:
        key = step.replace("~1", "/").replace("~0", "~")
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def documents(record: Any) -> Iterator[tuple[Any, Any]]:
    """Returns the documents of a record, each with its type."""
    for source in record["sources"]:
        document = source.get("document")
        if isinstance(document, dict):
            yield TYPES.get(source["place"], "HooksSettings"), document


def is_in_one_place(record: Any, name: str) -> bool:
    """Returns whether a handler is in one group only: otherwise it can run because of the other one."""
    return sum(named(document).count(name) for _, document in documents(record)) == 1


def never_runs(problem: Problem, document: Any) -> bool:
    """Returns whether a problem says that handlers never run, and not only that one name of a list never matches."""
    if problem["severity"] != "inert" or problem["code"] not in NEVER:
        return False
    part = at(document, problem["pointer"])
    matcher = str(part.get("matcher", "")) if problem["pointer"].endswith("/matcher") else ""
    return not re.search("[|,]", matcher) or "so the hooks never run" in problem["message"]


def test_no_handler_that_ran_is_reported_as_one_that_never_does() -> None:
    """The records have hundreds of handlers that are reported."""
    reported = 0
    for record in RECORDS:
        ran = {(seen["input"]["hook_event_name"], name) for seen in record["seen"] for name in seen["ran"]}
        for of, document in documents(record):
            for problem in validate(document, of):
                event = re.search(r"/hooks/(?:\d+/)?(\w+)/", problem["pointer"])
                if event is None or not never_runs(problem, document):
                    continue
                names = [it for it in named(at(document, problem["pointer"])) if is_in_one_place(record, it)]
                reported += len(names)
                assert not ran & {(event[1], name) for name in names}, (record["id"], problem)
    assert reported > 200
