#!/usr/bin/env python3
"""Answers hooks over HTTP: Bash stays in its sandbox."""

import os
import sys
from typing import Literal

import uvicorn
from fastapi import FastAPI, Request, Response
from hookwire import PreToolUse, Reply, block, handle_async
from hookwire.tools import BashInput

SECRET = {"Authorization": f"Bearer {os.environ['HOOK_TOKEN']}"}
PORT = int(os.environ.get("HOOK_PORT", "8787"))
LIMIT = 16 * 1024 * 1024


def guard(call: PreToolUse[BashInput]) -> Reply[Literal["block"]] | None:
    if call.tool_input.get("dangerouslyDisableSandbox"):
        return block("Commands stay in the sandbox.")
    return None


app = FastAPI(openapi_url=None)


@app.post("/hooks")
async def hooks(request: Request) -> Response:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LIMIT:
            break  # `handle_async` refuses it
    answer = await handle_async(
        {"PreToolUse": {"Bash": guard}}, body, request.headers, require=SECRET
    )
    print(answer.notes, end="", file=sys.stderr)
    return Response(answer.body, answer.status, answer.headers)


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=PORT)
