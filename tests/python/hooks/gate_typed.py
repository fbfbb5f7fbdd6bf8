"""Keeps Claude working until the tests ran, once, with typed dictionaries."""

import json
import sys

from hookwire import StopInput, StopOutput

event: StopInput = json.load(sys.stdin.buffer)
if not event["stop_hook_active"] and "tests passed" not in event.get("last_assistant_message", ""):
    reply: StopOutput = {"decision": "block", "reason": "Run the tests before you stop."}
    json.dump(reply, sys.stdout)
