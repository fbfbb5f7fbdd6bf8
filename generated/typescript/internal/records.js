// The results of hooks as JSON, for logs, recordings and tests: the type `RecordedResult`. The functions are documented in
// `interpret.d.ts`.

import { nameOf } from "./core.js";

/** The keys of a record that are texts, by kind. */
const TEXTS = {
  exited: ["stdout", "stderr"],
  signalled: ["stdout", "stderr"],
  http: ["body"],
  mcp: ["text"],
  model: ["text"],
  backgrounded: ["later"],
};

const strict = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = /* @__PURE__ */ new TextEncoder();

/** The bytes whose signs are made at once: a call cannot have any number of arguments. */
const PART = 0x2000;

/** Returns a result as JSON. */
export function recordOf(result) {
  const { kind } = result;
  const record = { kind };
  if (kind === "exited") record.code = result.code;
  if (kind === "http") record.status = result.status;
  const parts = kind === "model" ? answerOf(result.answer) : { ...result, text: result.body };
  for (const key of TEXTS[kind] ?? []) record[key] = recorded(key, parts[key]);
  if (kind === "mcp") record.is_error = result.isError;
  if (kind !== "model") return record;
  const { stopReason, timedOut = false, structuredOutput = true } = parts;
  if (stopReason !== undefined) record.stop_reason = stopReason;
  return { ...record, timed_out: timedOut, structured_output: structuredOutput };
}

/** Returns the bytes of the texts of a record, by key. `fault` gets the pointer of one that is not base64. */
export function textsOf(record, fault) {
  const texts = {};
  for (const key of TEXTS[record.kind] ?? []) {
    const given = record[key] ?? "";
    const bytes = typeof given === "string" ? encoder.encode(given) : bytesOf(given.base64);
    if (bytes === undefined) fault(`/${key}/base64`);
    texts[key] = bytes;
  }
  return texts;
}

/** Returns an answer as an object; a text is one that has only this. */
function answerOf(answer) {
  const isText = typeof answer === "string" || ArrayBuffer.isView(answer);
  return isText ? { text: answer } : answer;
}

/** Returns bytes as a string, or as an object with their base64 if they are not UTF-8. */
function recorded(key, data = "") {
  // A lone surrogate becomes U+FFFD.
  if (typeof data === "string") return lenient.decode(encoder.encode(data));
  if (!ArrayBuffer.isView(data)) throw new TypeError(`\`${key}\` has to be a Uint8Array or a string, not ${nameOf(data)}`);
  try {
    return strict.decode(data);
  } catch {
    return { base64: base64Of(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)) };
  }
}

function base64Of(bytes) {
  let signs = "";
  for (let at = 0; at < bytes.length; at += PART) signs += String.fromCharCode(...bytes.subarray(at, at + PART));
  return btoa(signs);
}

/** Returns the bytes of a base64 text; undefined if it is none. */
function bytesOf(text) {
  let signs;
  try {
    signs = atob(text);
  } catch {
    return undefined;
  }
  // The decoder also accepts white space, and a text without padding.
  return btoa(signs) === text ? Uint8Array.from(signs, (sign) => sign.charCodeAt(0)) : undefined;
}
