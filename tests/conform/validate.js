// The npm package as a binding of `cargo xtask conform`; README.md says what it reads and answers. Called with the
// folder of the package.

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { answerAll } from "./binding.js";

const [folder] = process.argv.slice(2).map((name) => path.resolve(name));
const load = (file) => import(pathToFileURL(path.join(folder, file)));
const index = await load("index.js");
const { isKnown, matches, matcherValue, ReadError, readInput, readPromptReply, readReply, validate, validatorReply } = index;
/** The profiles, by their names. */
const profiles = new Map();
for (const file of readdirSync(path.join(folder, "profiles"))) {
  const profile = file.endsWith(".js") && (await load(`profiles/${file}`)).default;
  if (profile) profiles.set(profile.name, profile);
}

/** A profile by its name; the name itself where there is none, which is then refused. */
const profileOf = (name) => name && (profiles.get(name) ?? name);

// What reads text takes one type only, the input or the reply of any event; a vector can be of each.
const { decode, parse } = await load("internal/json.js");

const REFUSED = ["rejected", "mismatch"];
const DROPPED = [...REFUSED, "ignored"];

const without = (severities, problems) => !problems.some(({ severity }) => severities.includes(severity));

/**
 * The verdict is that of the newest host, like the schemas'; the rest is of the host, the tool and the profile that are
 * asked for.
 */
function judge({ type, host, tool, profile, payload }) {
  const verdict = without(DROPPED, validate(payload, { type }));
  const asked = profileOf(profile);
  const problems = validate(payload, { type, host, tool, profile: asked });
  const under = profile && { under: without(DROPPED, validate(payload, { type, profile: asked })) };
  return { ...under, verdict, host: without(REFUSED, problems), strict: without(DROPPED, problems), problems };
}

/** Returns true if bytes are a document of a type. */
function isDocument({ type, host, file }) {
  const { text, fault } = decode(readFileSync(file));
  if (fault) return false;
  const read = parse(text);
  return !read.fault && judge({ type, host, payload: read.value }).verdict;
}

/** Returns the reading of an input. */
function inputOf(data, { host }) {
  try {
    const { input, problems } = readInput(data, { host });
    const known = problems.length === 0 ? "known" : "misfit";
    return { kind: isKnown(input) ? known : "unknown", problems, payload: input };
  } catch (error) {
    if (error instanceof ReadError) return { kind: "unreadable", problems: [error.problem], payload: null };
    throw error;
  }
}

/** Returns the reading of a reply. */
function replyOf(data, { event, handler, host, tool, profile }) {
  const { kind, problems, reply = null } = readReply(data, { event, handler, host, tool, profile: profileOf(profile) });
  return { kind, problems, payload: reply };
}

/** Returns the outcome of a model's answer. */
function ofModel(data, { event, handler, host, stop_reason: stopReason, timed_out: timedOut, unstructured, continue_on_block: continueOnBlock }) {
  const options = { event, handler, host, stopReason, timedOut, structuredOutput: !unstructured, continueOnBlock };
  const reading = readPromptReply(data, options);
  return { kind: reading.kind, problems: reading.problems, reading };
}

const READERS = { input: inputOf, reply: replyOf, prompt: ofModel };

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The string of bytes; undefined for what is not UTF-8. */
function stringOf(bytes) {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the readers' result for a document. */
function read(vector) {
  const readingOf = (data) => READERS[vector.read](data, vector);
  const bytes = readFileSync(vector.file);
  const reading = readingOf(bytes);
  const said = { verdict: without(DROPPED, reading.problems), ...reading };
  const text = stringOf(bytes);
  if (text === undefined || isDeepStrictEqual(readingOf(text), reading)) return said;
  return { ...said, error: "reads the string unlike its bytes" };
}

/** The reply to the result of a validator. What is wrong with it: without that result, and in the dialect with it. */
function replied({ result, event, severity, reason }) {
  let said;
  try {
    said = validatorReply(result, { event, severity, reason });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { verdict: false, problems: validate(result, { type: "ValidationResult" }), reply: null };
  }
  const { passed, violations, summary, ...plain } = said.reply;
  const dialect = validate(said.reply, { event, direction: "output", profile: profileOf("validator") });
  const problems = [...validate(plain, { event, direction: "output" }), ...dialect];
  const { reply, exitCode, stderr, note = null } = said;
  return { verdict: problems.length === 0, problems, reply, exit_code: exitCode, stderr, note };
}

/** Returns the result for a matcher. */
function matched({ event, matcher, value, host }) {
  const said = matches(event, matcher, value, { host });
  return { verdict: said === "match", matches: said };
}

/** Returns the value that the matcher of an input is compared with. */
function valueOf(input) {
  const value = matcherValue(input) ?? null;
  return { verdict: value !== null, value };
}

/** Returns the result for a vector. */
function answer(vector) {
  if ("severity" in vector) return replied(vector);
  if ("match" in vector) return matched(vector.match);
  if ("value_of" in vector) return valueOf(vector.value_of);
  if ("read" in vector) return read(vector);
  return "file" in vector ? { verdict: isDocument(vector) } : judge(vector);
}

await answerAll((line) => {
  const vector = JSON.parse(line);
  return { id: vector.id, ...answer(vector) };
});
