#!/usr/bin/env bash
# Shows a notification on the desktop when Claude waits for you.

input=$(cat)
title=$(jq -r '.title // ""' <<<"$input") || exit 1
message=$(jq -er .message <<<"$input") || exit 1
notify-send -- "${title:-Claude Code}" "$message"
