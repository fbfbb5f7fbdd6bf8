// The results of hooks. The functions are documented in `interpret.d.ts`.

import { flag, nameOf, objectOf, validatePayload } from "./core.js";
import { records } from "./outcomes.js";
import { recordOf, textsOf } from "./records.js";
import { allTypes } from "./types.js";

/** What is left of a hook when it has ended. */
export class HandlerResult {
  constructor(kind, parts = {}) {
    this.kind = kind;
    Object.assign(this, parts);
    Object.freeze(this);
  }

  record() {
    return recordOf(this);
  }
}

export const exited = (code, stdout = "", stderr = "") => new HandlerResult("exited", { code: integer("code", code), stdout, stderr });

export const signalled = (stdout = "", stderr = "") => new HandlerResult("signalled", { stdout, stderr });

export const http = (status, body = "") => new HandlerResult("http", { status: integer("status", status), body });

export function mcp(text = "", options = {}) {
  const { isError } = objectOf("options", options, ["isError"]);
  return new HandlerResult("mcp", { body: text, isError: flag("isError", isError, false) });
}

export const model = (answer = "") => new HandlerResult("model", { answer });

export const timedOut = () => new HandlerResult("timed_out");

export const notStarted = () => new HandlerResult("not_started");

export const backgrounded = (later = "") => new HandlerResult("backgrounded", { later });

export function recordedResult(record) {
  for (const { pointer, message } of validatePayload(record, "RecordedResult", allTypes)) throw noRecord(pointer, message);
  const { kind, code, status, is_error: isError = false } = record;
  const { text, ...parts } = textsOf(record, (pointer) => {
    throw noRecord(pointer, records["not-base64"]);
  });
  if (kind === "exited") return new HandlerResult(kind, { code, ...parts });
  if (kind === "http") return new HandlerResult(kind, { status, ...parts });
  if (kind === "mcp") return new HandlerResult(kind, { body: text, isError });
  if (kind !== "model") return new HandlerResult(kind, parts);
  const { stop_reason: stopReason, timed_out: timedOut = false, structured_output: structuredOutput = true } = record;
  return model({ text, stopReason, timedOut, structuredOutput });
}

function noRecord(pointer, message) {
  const error = records["not-a-record"].replace("{pointer}", () => pointer);
  return new TypeError(error.replace("{message}", () => message));
}

function integer(name, value) {
  if (Number.isInteger(value)) return value;
  throw new TypeError(`\`${name}\` has to be an integer, not ${nameOf(value)}`);
}

/** Accepts a result. */
export function resultOf(value) {
  if (value instanceof HandlerResult) return value;
  throw new TypeError(`\`result\` has to be a result, as \`exited(1, stdout)\`, not ${nameOf(value)}`);
}
