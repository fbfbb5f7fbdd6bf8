#!/usr/bin/env node
// @ts-check
// Answers hooks over HTTP: Bash stays in its sandbox.

import express from "express";
import { block, handle } from "hookwire";

const { HOOK_TOKEN, HOOK_PORT = "8787" } = process.env;
if (!HOOK_TOKEN) throw new Error("HOOK_TOKEN is not set");

/** @type {import("hookwire").HookHandlers} */
const handlers = {
  PreToolUse: {
    Bash: ({ tool_input }) => tool_input.dangerouslyDisableSandbox && block("Commands stay in the sandbox."),
  },
};

const app = express();
app.post("/hooks", async (request, response) => {
  const require = { Authorization: `Bearer ${HOOK_TOKEN}` };
  // It reads the body only if the secret is right, and no more of it than 16 MiB.
  const { status, headers, body, notes } = await handle(handlers, request, request.headers, { require });
  process.stderr.write(notes);
  response.status(status).set(headers).send(body);
});
app.listen(Number(HOOK_PORT), "127.0.0.1");
