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
app.post("/hooks", express.raw({ type: () => true, limit: "16mb" }), async (request, response) => {
  const require = { Authorization: `Bearer ${HOOK_TOKEN}` };
  const { status, headers, body, notes } = await handle(handlers, request.body ?? "", request.headers, { require });
  process.stderr.write(notes);
  response.status(status).set(headers).send(body);
});
/** @type {import("express").ErrorRequestHandler} */
const failed = (error, _request, response, _next) => void response.sendStatus(error.status ?? 500);
app.use(failed);
app.listen(Number(HOOK_PORT), "127.0.0.1");
