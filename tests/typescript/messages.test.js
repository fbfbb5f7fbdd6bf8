// The messages about common mistakes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { packageFolder, root } from "./support.js";

const { ReadError, readInput, readReply } = await import(path.join(packageFolder, "read.js"));
const { validate } = await import(path.join(packageFolder, "validate.js"));
const lines = readFileSync(path.join(root, "tests/conform/messages.jsonl"), "utf8").trim().split("\n").map((it) => JSON.parse(it));

function problemsOf({ type, payload, read, text, event, handler }) {
  if (type !== undefined) return validate(payload, type);
  if (read === "reply") return readReply(text, event, handler === undefined ? {} : { handler }).problems;
  try {
    return readInput(text).problems;
  } catch (error) {
    if (error instanceof ReadError) return [error.problem];
    throw error;
  }
}

for (const line of lines) {
  test(`the messages of ${line.id}`, () => {
    const found = problemsOf(line).map(({ pointer, code, severity, message }) => [code, pointer, severity, message]);
    assert.deepEqual(found, line.problems);
  });
}
