#!/usr/bin/env python3
"""Answers hooks over HTTP: Bash stays in its sandbox."""

import os
import sys
from typing import Literal

import uvicorn
from fastapi import FastAPI, Request, Response
from hookwire import PreToolUse, Reply, block, handle_async
from hookwire.tools import BashInput

TOKEN = os.environ.get("HOOK_TOKEN")
PORT = int(os.environ.get("HOOK_PORT", "8787"))
if not TOKEN:
    sys.exit("HOOK_TOKEN is not set")
SECRET = {"Authorization": f"Bearer {TOKEN}"}


def guard(call: PreToolUse[BashInput]) -> Reply[Literal["block"]] | None:
    if call.tool_input.get("dangerouslyDisableSandbox"):
        return block("Commands stay in the sandbox.")
    return None


app = FastAPI(openapi_url=None)


@app.post("/hooks")
async def hooks(request: Request) -> Response:
    # It reads the body only if the secret is right, and no more of it than 16 MiB.
    answer = await handle_async(
        {"PreToolUse": {"Bash": guard}}, request.stream(), request.headers, require=SECRET
    )
    print(answer.notes, end="", file=sys.stderr)
    return Response(answer.body, answer.status, answer.headers)


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=PORT)
