"""Runs a hook many times, with a signal at another line of the package each time. Prints the result of each run.

The arguments are the name of the signal; how the hook prepares for it: `limit`, `default` or `handler`; the number of the first
line, and how many lines to go on by. The first run has no signal. Each run is a child process of this one, which has loaded the
package already.
"""

import json
import os
import signal
import sys
import tempfile
from contextlib import ExitStack
from types import FrameType
from typing import Any

from hookwire import block, run
from hookwire._runtime import answer, endings, failures, loops, names

LOADED = (answer, endings, failures, loops, names)
PACKAGE = os.path.dirname(os.path.dirname(answer.__file__))

EVENT = {
    "session_id": "s",
    "transcript_path": "/t.jsonl",
    "cwd": "/",
    "hook_event_name": "PreToolUse",
    "permission_mode": "default",
    "tool_name": "Bash",
    "tool_input": {"command": "ls"},
    "tool_use_id": "t",
}


def guard(_call: Any) -> Any:
    """Blocks."""
    return block("no")


def ended(*_: object) -> None:
    """Ends the program, as the handler of a signal can."""
    sys.exit(0)


def hook(number: int, way: str, line: int, count: int) -> None:
    """Runs the hook, and sends the signal at a line. Writes the number of lines to a descriptor."""
    if way == "handler":
        signal.signal(number, ended)
    lines: set[tuple[str, int]] = set()
    before = signal.getsignal(number)

    def at_line(frame: FrameType, event: str, _: object) -> Any:
        file = frame.f_code.co_filename
        # A frame is traced by what its call returns. Most lines are of the standard library.
        if not file.startswith(PACKAGE):
            return None
        is_new = event == "line" and (file, frame.f_lineno) not in lines
        # Until the hook is prepared for signals, the program is one like any other.
        if is_new and (lines or signal.getsignal(number) is not before):
            lines.add((file, frame.f_lineno))
            os.pwrite(count, str(len(lines)).encode(), 0)
            if len(lines) == line:
                signal.raise_signal(number)
        return at_line

    sys.settrace(at_line)
    run({"PreToolUse": guard}, limit=1000 if way == "limit" else None)


def main() -> None:
    """Prints a line for each run: the line of the package, the exit code, and what it wrote."""
    number, way = getattr(signal, sys.argv[1]), sys.argv[2]
    first, step = map(int, sys.argv[3:])
    line = last = 0
    while line <= last:
        with ExitStack() as stack:
            given, *files = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(4))
            given.write(json.dumps(EVENT).encode())
            given.seek(0)
            child = os.fork()
            if child == 0:
                for file, descriptor in zip((given, *files[:2]), range(3), strict=True):
                    os.dup2(file.fileno(), descriptor)
                hook(number, way, line, os.dup(files[2].fileno()))
            _, status = os.waitpid(child, 0)
            written = []
            for file in files:
                file.seek(0)
                written.append(file.read().decode())
        last = last or int(written[2])
        code = os.waitstatus_to_exitcode(status)
        print(json.dumps([line, code, written[0], written[1]]))
        line = line + step if line else first


if __name__ == "__main__":
    main()
