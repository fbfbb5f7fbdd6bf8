"""Settings whose hooks were seen to run on the real host: `select` gives the same hooks."""

import json
import os
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hookwire import Context
from hookwire._selection.addresses import pattern_of
from hookwire.host import select
from hookwire.validate import validate

ROOT = "/srv/observe/case/tree"
"""The folder of a session in the sandbox: the home folder is in the text of commands."""

FOLDER = Path(os.environ.get("HOOKWIRE_OBSERVED", Path(__file__).parents[1] / "observed"))
RECORDS: list[Any] = [
    {**json.loads(line.replace("{{root}}", ROOT)), "host": file.parents[1].name}
    for file in sorted(FOLDER.glob("*/settings/*.jsonl"))
    for line in file.read_text().splitlines()
]

PLACES = {
    "managed-part": "managed",
    "subfolder-project": "project",
    "plugin-manifest": "plugin",
    "plugin-hooks": "plugin",
    "plugin-more": "plugin",
    "plugin-skill": "skill",
    "plugin-agent": "agent",
}
FRONT_MATTERS = ("skill", "agent")

# How the scenes start the host.
PLAIN = ("bare", "safe", "safe-mode", "simple")
LISTED = {"user-source": ["user"], "project-source": ["project"], "local-source": ["local"], "no-sources": []}
TERMINAL = ("dialog", "terminal")


SEVERAL = ("InstructionsLoaded",)
"""Events that happen several times with one input of the records."""

UNKNOWN = {
    "mode-unknown": "`select` does not know which modes of permissions there are",
    "manifest-folder-path": "`select` does not know that the path is that of a folder",
    "PreToolUse-timeout-huge": "the host counts to its time limit in another way, and ends the command at once",
    "PostToolUse-timeout-huge": "the same",
    "allow-broken": "`select` does not read permission rules; old hosts drop a file with a broken one",
    "allow-lower-case": "the same",
    "allow-number": "the same",
    "deny-broken": "the same",
    "long-short": "the time limit ends the command before it notes anything",
    "user-project-long-short": "the same",
    "plugin-long-short": "the same",
    "spelling-any": "nothing answers at the name with a dot behind it",
    "spelling-open": "the same",
    "mcp-tool": "a call of a tool that fails is not noted",
}
"""Records with something that documents do not show."""


def tree_of(record: Any) -> dict[str, Any]:
    """Returns the settings of a record."""
    scene = record["scene"]
    sources = [source_of(it, record) for it in record["sources"] if counts(it, record)]
    tree: dict[str, Any] = {
        "sources": sources,
        "folder": f"{ROOT}/work",
        "home": f"{ROOT}/home",
        "session": "headless",
    }
    if record.get("start"):
        tree["folder"] += "/sub"
    if record.get("untrusted"):
        tree["trusted"] = False
    if scene in TERMINAL:
        tree["session"] = "terminal"
    if scene in PLAIN:
        tree["plain"] = True
    if scene == "session-agent":
        tree["agent"] = "noter"
    if scene in LISTED:
        tree["setting_sources"] = LISTED[scene]
    return tree


def counts(source: Any, record: Any) -> bool:
    """Leaves out a file of the subfolder for a start above it, and files of the plugin that its manifest does not name."""
    if source["place"] == "subfolder-project":
        return record.get("start") == "sub"
    if source["place"] == "plugin-more":
        return any("./hooks/more.json" in json.dumps(it.get("document")) for it in record["sources"])
    return True


def source_of(source: Any, record: Any) -> dict[str, Any]:
    """Returns a source of a record, for `select`."""
    place = PLACES.get(source["place"], source["place"])
    document = source["document"] if "document" in source else parsed(source["text"])
    made: dict[str, Any] = {"place": place, "document": {"hooks": document} if place in FRONT_MATTERS else document}
    if place == "plugin":
        made |= {"root": f"{ROOT}/plugin", "data": f"{ROOT}/home/.claude/plugins/data/noting-inline"}
        made |= {"forced": False, "manifest": source["place"] == "plugin-manifest"}
    if place == "skill":
        of_plugin = source["place"] == "plugin-skill"
        made["root"] = f"{ROOT}/plugin" if of_plugin else f"{ROOT}/work/.claude/skills/noted"
    if place == "agent":
        made |= {"name": "noter", "from_plugin": source["place"] == "plugin-agent"}
    if record.get("start") and source["place"] in ("project", "local"):
        made["above"] = "repository" if record["scene"] == "git" else "folder"
    return made


def parsed(text: str) -> Any:
    """Returns the value of a file, as the host reads it: null if it is not JSON."""
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except ValueError:
        return None


def id_of(handler: Any) -> str | None:
    """Returns the id that a handler notes."""
    asked = re.search(r"Note the word ([\w-]+)", json.dumps(handler))
    if asked:
        return asked[1]
    if "url" in handler:
        found = re.search(r"([\w-]+)(?:[?#].*)? *$", str(handler["url"]))
        return found[1] if found else None
    words = [*str(handler.get("command")).split(), *(str(it) for it in handler.get("args") or ())]
    found = re.search(r"(?:note|slow)(?:\}\}|\.sh)['\"]? ([\w-]+)", " ".join(words))
    return found[1] if found else None


def test_select_gives_the_hooks_that_the_host_ran() -> None:
    """What runs for certain ran, as often as it says; and what ran was certain or possible."""
    decided = undecided = 0
    wrong = []
    for record in RECORDS:
        tree = tree_of(record)
        is_front = any(it["place"] in ("skill", "plugin-skill") for it in record["sources"])
        # Every call of the family about rules is in test_observed_rules.py.
        for firing in record["seen"][:: 7 if record["id"].startswith("rules/") else 1]:
            selection = select(tree, of_session(firing["input"]), Context(host=record["host"]))
            runs = ids_of(selection["runs"])
            may = ids_of([it["handler"] for it in selection["depends_on"]])
            ran = sorted(firing["ran"])
            if firing["input"]["hook_event_name"] in SEVERAL:
                ran = sorted({*ran})
            # A skill is invoked in the middle of a session. Many commands about placeholders cannot be started.
            name = record["id"].split("/")[1]
            is_partial = is_front or record["id"].startswith("placeholders/") or name in UNKNOWN
            missing = [] if is_partial else without(runs, ran)
            extra = without(ran, [*runs, *may])
            decided += len(runs)
            undecided += len(may)
            if missing or extra:
                wrong.append((record["host"], record["id"], firing["input"], "missing", missing, "extra", extra))
    assert not wrong, (len(wrong), wrong[:10])
    assert decided > 3000 or "HOOKWIRE_OBSERVED" in os.environ
    assert undecided < decided / 4
    print(f"{len(RECORDS)} trees, {decided} handlers that run, {undecided} that may")


def of_session(recorded: Any) -> Any:
    """Adds the id of the session, which records leave out."""
    return {"session_id": "s", **recorded}


def without(these: list[str], others: list[str]) -> list[str]:
    """Returns what is in a list more often than in another one."""
    left = [*others]
    return [it for it in these if not (it in left and (left.remove(it) or True))]


def ids_of(handlers: Any) -> list[str]:
    """Returns the ids of handlers. An empty command has none: it runs, and notes nothing."""
    return sorted(name for it in handlers if (name := id_of(it["handler"])) is not None)


def test_each_pattern_of_a_list_allows_what_the_host_allowed() -> None:
    """In these records, each pattern of the list is about one handler, and both have the same index."""
    decided = 0
    wrong = []
    for record in RECORDS:
        if not record["id"].startswith("http/pattern-"):
            continue
        document = record["sources"][0]["document"]
        (event,) = document["hooks"]
        (group,) = document["hooks"][event]
        (firing,) = record["seen"]
        for pattern, handler in zip(document["allowedHttpHookUrls"], group["hooks"], strict=True):
            alone = {"allowedHttpHookUrls": [pattern], "hooks": {event: [{"hooks": [handler]}]}}
            selection = select(alone, of_session(firing["input"]))
            ran = id_of(handler) in firing["ran"]
            if bool(selection["runs"]) != ran and not selection["depends_on"]:
                wrong.append((pattern, handler["url"], ran))
            decided += not selection["depends_on"]
    assert not wrong
    assert decided > 140 or "HOOKWIRE_OBSERVED" in os.environ


def test_a_pattern_is_reported_exactly_if_it_allows_nothing() -> None:
    """`validate` and `select` read a pattern alike: those of all vectors and records, and random ones."""
    lines = (Path(__file__).parents[1] / "conform" / "selections.jsonl").read_text().splitlines()
    trees = [json.loads(line)["settings"] for line in lines] + [{"sources": it["sources"]} for it in RECORDS]
    documents = [it.get("document") for tree in trees for it in tree.get("sources", [{"document": tree}])]
    lists = [it.get("allowedHttpHookUrls") for it in documents if isinstance(it, dict)]
    patterns = {it for list_ in lists if isinstance(list_, list) for it in list_ if isinstance(it, str)}
    assert len(patterns) > 150 or "HOOKWIRE_OBSERVED" in os.environ
    chance = random.Random(83)
    pieces = ("http", "https", "HTTP", "*", ":", "/", "//", "://", "#", " ", "\t", "a.example", "x", "%", "é", "@", "8", "-", "")
    patterns |= {"".join(chance.choices(pieces, k=chance.randint(0, 7))) for _ in range(4000)}
    hooks = {"Stop": [{"hooks": [{"type": "http", "url": "https://a.example"}]}]}
    wrong = []
    for pattern in sorted(patterns):
        document = {"allowedHttpHookUrls": [pattern], "hooks": hooks}
        is_reported = any(it["pointer"] == "/allowedHttpHookUrls/0" for it in validate(document, "HooksSettings"))
        if is_reported != (pattern_of(pattern) is None):
            wrong.append((pattern, is_reported))
    assert not wrong, (len(wrong), wrong[:20])


def test_of_several_that_are_the_same_the_last_one_counts() -> None:
    """The records have a command that takes three seconds, with a time limit of one second and of 20."""
    compared = 0
    for record in RECORDS:
        if record["id"].startswith("duplicates/") and "slow" in json.dumps(record["sources"]):
            for firing in record["seen"]:
                runs = select(tree_of(record), of_session(firing["input"]), Context(host=record["host"]))["runs"]
                assert [it["timeout"] > 3 for it in runs] == [firing["ran"] == ["slow"]], record["id"]
                compared += 1
    assert compared == 6 or "HOOKWIRE_OBSERVED" in os.environ


def test_commands_get_what_the_host_gave_them() -> None:
    """The arguments of programs that are started without a shell."""
    compared = 0
    for record in RECORDS:
        if not any("given" in it for it in record["seen"]):
            continue
        for firing in record["seen"]:
            given = firing.get("given", {})
            for it in select(tree_of(record), of_session(firing["input"]), Context(host=record["host"]))["runs"]:
                name = id_of(it["handler"])
                if it["start"]["form"] == "exec" and name in given:
                    compared += 1
                    assert it["start"]["command"][-len(given[name]) :] == given[name], (record["id"], name)
    assert compared > 100 or "HOOKWIRE_OBSERVED" in os.environ


if __name__ == "__main__":
    pytest.main([__file__])
