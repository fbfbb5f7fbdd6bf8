"""Tries hooks that are commands, by their entries in the settings."""

import json
import os
import re
import stat
import tempfile

from .._context import Context
from .._outcomes.draft import BLOCKS, Draft
from .._outcomes.run import process_of, run_hook
from .._plan import EVENT_KEY, FAILURES, HOMES, WAKES
from .._runtime.answer import word
from .._validate import validate
from .._walk import problem
from .data import BROKEN_SCRIPT, MISSING_SCRIPT, said
from .tried import CONDITION, Tried

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .._types import Problem

_SETTINGS: "Any" = "HooksSettings"
"""The type of a settings file, if the contract has it."""

_MOST_REPORTED = 1024 * 1024
"""The number of bytes of that file that are read."""


def tried(entry: "dict[str, Any]", payload: "Mapping[str, Any]", host: "str | None") -> Tried:
    """Tries a command with a payload, as the host would run it."""
    event: Any = payload[EVENT_KEY]
    problems = _problems(entry, event, host)
    used = _used(entry, event, problems)
    if used is None:
        given: Any = payload
        draft = Draft(event, Context(host=host, input=given))
        draft.blame("not-run")
        found = Tried(draft.outcome(), said("failed", how=said("not-run")), "", problems)
        found.is_run = False
        return found
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = os.path.join(folder, "failures")
        with open(path, "xb"):
            pass
        env = {**os.environ, FAILURES: path}
        run = run_hook(used, payload, context=Context(host=host), env=env)
        process: Any = process_of(run)
        if run.later is not None and process is not None:
            # The host does not wait for it, but then nobody would see how it ends.
            if process.ends(process.limit):
                run.outcome = run.later.wait()
            else:
                process.kill()
        reported = _reported(path)
    # The host does not enforce the time limit of a command in the background, unless it may wake the model.
    is_limited = run.later is None or used.get(WAKES) is True
    stderr = bytes(process.stderr).decode("utf-8", "replace") if process else ""
    failure = reported or _written(stderr) or _failure(process, used, is_limited=is_limited)
    return Tried(run.outcome, failure, stderr, problems)


def _reported(path: str) -> str:
    """Returns what hooks reported. A hook can replace the file by anything."""

    def opened(name: str, flags: int) -> int:
        # Opening a pipe would wait for its other end.
        return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))

    try:
        with open(path, "rb", opener=opened) as file:
            is_regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            data = file.read(_MOST_REPORTED) if is_regular else b""
    except OSError:
        return ""
    return " ".join(filter(None, data.decode("utf-8", "replace").split("\n")))


def _written(stderr: str) -> str:
    """Returns the failures that hooks of this package wrote to stderr. The file does not reach all."""
    fixed = [re.split(r"\{\w+\}", word(it))[:2] for it in ("closed", "open")]
    start = re.compile("|".join("`.+`".join(map(re.escape, it)) for it in fixed))
    lines = [it.rstrip() for it in stderr.split("\n")]
    return " ".join(it for it in lines if start.match(it))


def _problems(entry: "dict[str, Any]", event: str, host: "str | None") -> "list[Problem]":
    """Returns the problems of a settings file with nothing but the entry."""
    at = f"/hooks/{event}/0/hooks/0/{CONDITION}"
    problems: list[Problem] = []
    if _SETTINGS in HOMES:
        settings = {"hooks": {event: [{"hooks": [entry]}]}}
        problems = validate(settings, _SETTINGS, Context(host=host))
    if CONDITION in entry and all(it["pointer"] != at for it in problems):
        problems.append(problem("suspicious", "suspicious", said("condition"), at))
    return problems


def _used(entry: "dict[str, Any]", event: str, problems: "list[Problem]") -> "Any":
    """Returns what the host uses of an entry; `None` if it does not run it."""
    at = f"/hooks/{event}/0/hooks/0/"
    ignored = [it["pointer"] for it in problems if it["severity"] == "ignored"]
    is_rejected = any(it["severity"] == "rejected" for it in problems)
    # A condition without effect is never met.
    inert = [it["pointer"] for it in problems if it["severity"] == "inert"]
    is_never_met = f"{at}{CONDITION}" in inert
    if is_rejected or is_never_met or any(not it.startswith(at) for it in ignored):
        return None
    return {key: value for key, value in entry.items() if f"{at}{key}" not in ignored}


def _failure(process: "Any", entry: "dict[str, Any]", *, is_limited: bool) -> str:
    """Returns how a command broke, or nothing."""
    how = ""
    if process is None:
        how = said("not-started")
    elif process.is_killed:
        how = said("timed-out") if is_limited else ""
    elif process.code < 0:
        how = said("signal")
    elif process.code not in (0, BLOCKS):
        how = said("exit-code", code=str(process.code))
    elif process.code == BLOCKS and not process.stdout.strip() and _is_missing(process.stderr):
        how = said("missing-script")
    elif process.code == BLOCKS and _is_broken(process.stderr, entry):
        how = said("broken-script")
    return said("failed", how=how) if how else ""


def _is_broken(stderr: bytearray, entry: "dict[str, Any]") -> bool:
    """Returns whether a shell says that it cannot read a script of the entry. Another script is that of a hook that checks scripts."""
    all_words = json.dumps(entry, ensure_ascii=False)
    for line in bytes(stderr).decode("utf-8", "replace").splitlines():
        script = line.partition(":")[0].replace("\\", "/").rpartition("/")[2]
        # The text of an option, as in `bash -n -c "$text"`, is no script.
        is_of_entry = script and script in all_words and ": -c:" not in line
        if is_of_entry and any(it in line for it in BROKEN_SCRIPT):
            return True
    return False


def _is_missing(stderr: bytearray) -> bool:
    """Returns whether stderr says that the script is not there."""
    return any(it.encode() in stderr for it in MISSING_SCRIPT)
