#!/usr/bin/env python3
"""Shows a notification on the desktop when Claude waits for you."""

import subprocess

from hookwire import Notification, run


def show(call: Notification) -> None:
    subprocess.run(["notify-send", "--", call.title or "Claude Code", call.message], check=True)


run({"Notification": show})
