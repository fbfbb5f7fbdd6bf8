#!/usr/bin/env bash
# Shows a notification on the desktop when Claude waits for you.

eval "$(hookwire get --sh)"
notify-send -- "${hook_title:-Claude Code}" "$hook_message"
