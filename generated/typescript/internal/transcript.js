// Reads the transcript of a session, line by line. The function is documented in `transcript.d.ts`.

import { decode, jsonType, MOST_BYTES, nameOf, parse } from "./core.js";

/** The number of skipped lines to keep, so that a long file without an entry does not fill the memory. */
const MOST_KEPT = 100;

const NEWLINE = 10;

export function readTranscript(source) {
  // Without this, the path of a transcript would be a text of one line, which is skipped.
  if (typeof source === "string" && /^\s*[^\s{][^\n]*$/.test(source)) {
    throw new TypeError("`source` is the text of a transcript, not its path: pass `createReadStream(path)`");
  }
  return new Transcript(source);
}

class Transcript {
  #skipped = [];
  #skippedCount = 0;
  #entries;

  constructor(source) {
    this.#entries = this.#read(source);
  }

  get skipped() {
    return this.#skipped;
  }

  get skippedCount() {
    return this.#skippedCount;
  }

  next() {
    return this.#entries.next();
  }

  return() {
    return this.#entries.return();
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  async *#read(source) {
    const lines = new Lines();
    let number = 0;
    // A string is iterable, but its characters are not chunks.
    for await (const chunk of isText(source) ? [source] : source) {
      for (const line of lines.of(chunk)) {
        const { raw, reason } = objectOf(line);
        number += 1;
        if (raw) yield entryOf(number, raw);
        else this.#skip(number, reason);
      }
    }
    const line = lines.rest();
    if (line === undefined) return;
    const { raw, reason } = objectOf(line);
    number += 1;
    if (raw) yield entryOf(number, raw);
    else this.#skip(number, reason === "not-json" ? "unfinished" : reason);
  }

  #skip(line, reason) {
    this.#skippedCount += 1;
    if (this.#skippedCount <= MOST_KEPT) this.#skipped.push({ line, reason });
  }
}

const isText = (value) => typeof value === "string" || ArrayBuffer.isView(value);

/** Joins chunks to lines. A chunk can end anywhere, even within a character. */
class Lines {
  #parts = [];
  #size = 0;

  /** Yields the lines that end in a chunk. What follows the last one is kept for the next chunk. */
  *of(chunk) {
    const text = checked(chunk);
    const newline = typeof text === "string" ? "\n" : NEWLINE;
    let start = 0;
    for (let end = text.indexOf(newline); end >= 0; end = text.indexOf(newline, start)) {
      this.#add(part(text, start, end));
      start = end + 1;
      yield this.#take();
    }
    if (start < text.length) this.#add(part(text, start, text.length));
  }

  /** Returns the last line, if it has no line end. */
  rest() {
    return this.#size > 0 ? this.#take() : undefined;
  }

  #add(text) {
    this.#size += text.length;
    if (this.#size <= MOST_BYTES) this.#parts.push(text);
    else this.#parts = [];
  }

  /** Returns the line; `null` if it is too large. */
  #take() {
    const line = this.#size <= MOST_BYTES ? joined(this.#parts) : null;
    [this.#parts, this.#size] = [[], 0];
    return line;
  }
}

function checked(chunk) {
  if (typeof chunk === "string") return chunk;
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  throw new TypeError(`a chunk of a transcript has to be a Uint8Array or a string, not ${nameOf(chunk)}`);
}

const part = (text, start, end) => (typeof text === "string" ? text.slice(start, end) : text.subarray(start, end));

function joined(parts) {
  if (parts.length === 1) return parts[0];
  if (parts.every((it) => typeof it === "string")) return parts.join("");
  const encoder = new TextEncoder();
  const bytes = parts.map((it) => (typeof it === "string" ? encoder.encode(it) : it));
  const whole = new Uint8Array(bytes.reduce((size, it) => size + it.length, 0));
  let at = 0;
  for (const it of bytes) {
    whole.set(it, at);
    at += it.length;
  }
  return whole;
}

/** Returns the object of a line, or the reason why the line is skipped. */
function objectOf(line) {
  if (line === null) return { reason: "too-large" };
  const { text, fault: unread } = decode(line);
  if (unread) return { reason: unread };
  const whole = text.trim();
  if (whole === "") return { reason: "empty" };
  const { value, fault } = parse(whole);
  if (fault) return { reason: fault };
  return jsonType(value) === "object" ? { raw: value } : { reason: "not-an-object" };
}

function entryOf(line, raw) {
  const entry = { line, ...kindOf(raw) };
  const content = entry.kind === "message" ? raw.message.content : entry.kind === "system" ? raw.content : undefined;
  entry.text = textOf(content);
  entry.tool_uses = toolUsesOf(content);
  entry.sidechain = raw.isSidechain === true;
  entry.meta = raw.isMeta === true;
  if (typeof raw.uuid === "string") entry.id = raw.uuid;
  if (typeof raw.parentUuid === "string") entry.parent = raw.parentUuid;
  if (typeof raw.timestamp === "string") entry.timestamp = raw.timestamp;
  entry.raw = raw;
  return entry;
}

function kindOf({ type, message }) {
  if (type === "system") return { kind: "system" };
  const isMessage = (type === "user" || type === "assistant") && jsonType(message) === "object";
  return isMessage ? { kind: "message", role: type } : { kind: "other" };
}

/** Returns the text of a message: a string, or the text blocks of a list. */
function textOf(content) {
  if (typeof content === "string") return content;
  const texts = blocksOf(content, "text").map(({ text }) => text);
  return texts.filter((text) => typeof text === "string").join("\n");
}

function toolUsesOf(content) {
  const uses = blocksOf(content, "tool_use").filter(({ name }) => typeof name === "string");
  return uses.map(({ id, name, input }) => {
    const use = { name };
    if (typeof id === "string") use.id = id;
    if (input !== undefined) use.input = input;
    return use;
  });
}

/** Returns the blocks of a type. */
function blocksOf(content, type) {
  const blocks = Array.isArray(content) ? content : [];
  return blocks.filter((block) => jsonType(block) === "object" && block.type === type);
}
