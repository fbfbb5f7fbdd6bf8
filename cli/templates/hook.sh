#!/usr/bin/env bash
# Runs on {event}{for_tool}. `hookwire run` starts it{and_blocks}.
set -euo pipefail

{body}
