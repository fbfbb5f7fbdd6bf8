"""A hook that does what the vector in `HOOKWIRE_VECTOR` says; without one, what those on standard input say. See README.md."""

import json
import os
import sys
import time
from typing import Any

import hookwire
from hookwire import Reply, combine, decide, run


def said(act: Any) -> Any:
    """Calls a verb."""
    verb, *arguments = act
    options = arguments.pop() if arguments and arguments[-1] == {"again": True} else {}
    return getattr(hookwire, verb)(*arguments, **options)


def together(acts: Any) -> Any:
    """Returns the reply of one hook that says all of it."""
    reply: Reply[Any] = said(acts[0])
    for act in acts[1:]:
        reply = reply & said(act)
    return reply


def handler(does: Any) -> Any:
    """Makes a handler."""

    def called(call: Any) -> Any:
        if "prints" in does:
            print(does["prints"])
        if "reads" in does:
            getattr(call, does["reads"])
        if "unused" in does:
            said(does["unused"])
        if "throws" in does:
            raise RuntimeError(does["throws"])
        if "hangs" in does:
            time.sleep(does["hangs"])
        if "combine" in does:
            return combine(*(together(acts) for acts in does["combine"]))
        if "says" in does:
            return together(does["says"])
        return does.get("returns")

    return called


def handlers(of: Any) -> Any:
    """Makes the handlers of an event, or of a tool."""
    if isinstance(of, list):
        return [handler(it) for it in of]
    return handler(of)


def registered(of: Any) -> Any:
    """Makes the handlers of an event, which may be by tool."""
    if isinstance(of, dict) and "tools" in of:
        return {tool: handlers(it) for tool, it in of["tools"].items()}
    return handlers(of)


def every(vector: Any) -> Any:
    """Makes the handlers of a vector."""
    return {event: registered(of) for event, of in vector["handlers"].items()}


def main() -> None:
    """Runs the hook of the vector, or answers those on standard input."""
    sys.argv[0] = "hook"
    one = os.environ.get("HOOKWIRE_VECTOR")
    if one:
        vector = json.loads(one)
        run(every(vector), guard=vector.get("guard"), limit=vector.get("limit"), **vector.get("options", {}))
    for line in sys.stdin:
        vector = json.loads(line)
        found = decide(every(vector), json.dumps(vector["input"]), guard=vector.get("guard"))
        print(json.dumps({"stdout": found.stdout, "stderr": found.stderr, "exit": found.exit_code}))


if __name__ == "__main__":
    main()
