// The npm package as a binding of `cargo xtask conform`; README.md documents its input and output. The argument is the
// folder of the package.

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { answerAll } from "./binding.js";

const [folder] = process.argv.slice(2).map((name) => path.resolve(name));
const load = (file) => import(pathToFileURL(path.join(folder, file)));
const { isKnown, ReadError, readInput, readReply } = await load("read.js");
const { validate, validatorReply } = await load("validate.js");
const { matches, matcherValue } = await load("settings.js");
const host = await load("host.js");
const shell = await load("shell.js");
const { readPromptReply } = host;
/** The profiles, by name. */
const profiles = new Map();
for (const file of readdirSync(path.join(folder, "profiles"))) {
  const profile = file.endsWith(".js") && (await load(`profiles/${file}`)).profile;
  if (profile) profiles.set(profile.name, profile);
}

/** Returns a profile by its name. An unknown name is returned as it is, and then refused. */
const profileOf = (name) => name && (profiles.get(name) ?? name);

// The public readers accept only the input or reply of any event, but a vector can be of any type.
const { decode, parse } = await load("internal/core.js");

const REFUSED = ["rejected", "mismatch"];
const DROPPED = [...REFUSED, "ignored"];

const without = (severities, problems) => !problems.some(({ severity }) => severities.includes(severity));

/** Returns the verdict for the newest host, and the result for the requested host, tool and profile. */
function checked({ type, host, tool, profile, payload }) {
  // The verdict is that of the schema, which is about no tool.
  const verdict = without(DROPPED, validate(payload, type, { tool: "" }));
  const asked = profileOf(profile);
  const problems = validate(payload, type, { host, tool, profile: asked });
  const under = profile && { under: without(DROPPED, validate(payload, type, { tool: "", profile: asked })) };
  return { ...under, verdict, host: without(REFUSED, problems), strict: without(DROPPED, problems), problems };
}

/** Returns true if bytes are a document of a type. */
function isDocument({ type, host, file }) {
  const { text, fault } = decode(readFileSync(file));
  if (fault) return false;
  const read = parse(text);
  return !read.fault && checked({ type, host, payload: read.value }).verdict;
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
  const { kind, problems, reply = null } = readReply(data, event, { handler, host, tool, profile: profileOf(profile) });
  return { kind, problems, payload: reply };
}

/** Returns the outcome of a model's answer. */
function ofModel(text, vector) {
  const { event, handler: type = "prompt", host, continue_on_block: continueOnBlock } = vector;
  const { stop_reason: stopReason, timed_out: timedOut, unstructured } = vector;
  const answer = { text, stopReason, timedOut, structuredOutput: !unstructured };
  const reading = readPromptReply(answer, event, { host, handler: { type, continueOnBlock } });
  return { kind: reading.kind, problems: reading.problems, reading };
}

const READERS = { input: inputOf, reply: replyOf, prompt: ofModel };

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns the string of bytes; undefined if they are not UTF-8. */
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

/** Returns the reply to a validator's result, with the problems of its plain form and in the `validator` profile. */
function replied({ result, event, severity, reason }) {
  let said;
  try {
    said = validatorReply(result, { event, severity, reason });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { verdict: false, problems: validate(result, "ValidationResult"), reply: null };
  }
  const { passed, violations, summary, ...plain } = said.reply;
  const dialect = validate(said.reply, { event, direction: "output" }, { profile: profileOf("validator") });
  const problems = [...validate(plain, { event, direction: "output" }), ...dialect];
  const { reply, exitCode, stderr, note = null } = said;
  return { verdict: problems.length === 0, problems, reply, exit_code: exitCode, stderr, note };
}

/** Returns the result for a matcher. */
function matched({ event, matcher, value, host }) {
  const said = matches(event, matcher, value, { host });
  return { verdict: said === "match", matches: said };
}

/** Returns which hooks run. */
const selected = ({ settings, input, host: version }) => ({
  verdict: true,
  selection: host.select(settings, input, { host: version }),
});

/** Returns a line with places counted in code points, as the other languages are asked for. */
function inCodePoints(line, value) {
  if (Array.isArray(value)) return value.map((it) => inCodePoints(line, it));
  if (typeof value !== "object" || value === null) return value;
  const counted = (key, it) => (["start", "end"].includes(key) ? [...line.slice(0, it)].length : inCodePoints(line, it));
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, counted(key, it)]));
}

/** Returns what a line of a shell runs. */
function linesOf({ line, wanted }) {
  const found = shell.commands(line);
  const { commands, certain } = shell.matching(found, wanted);
  const counted = [commands.length, certain.length];
  return { verdict: shell.mayRun(found, wanted), commands: inCodePoints(line, found), found: counted };
}

/** Returns the value that the matcher of an input is compared with. */
function valueOf(input) {
  const value = matcherValue(input) ?? null;
  return { verdict: value !== null, value };
}

/** Returns the value with a string in place of all bytes that are UTF-8. */
function withStrings(value) {
  if (ArrayBuffer.isView(value)) return stringOf(value) ?? value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, it]) => [key, withStrings(it)]);
  return Object.assign(Object.create(Object.getPrototypeOf(value)), Object.fromEntries(entries));
}

/** Returns the outcome of the results of hooks: of bytes, which has to be that of strings; and the results as JSON. */
function interpreted({ hooks, finished }) {
  const said = (form) => {
    const results = hooks.map(({ result }) => form(host.recordedResult(result)));
    const outcomes = hooks.map(({ event, context = {} }, at) =>
      host.interpret(event, results[at], { ...context, profile: profileOf(context.profile) }),
    );
    const outcome = outcomes.length === 1 && finished === undefined ? outcomes[0] : host.merge(outcomes, finished);
    return { outcome, records: results.map((result) => result.record()) };
  };
  const answer = said((result) => result);
  const isSame = isDeepStrictEqual(said(withStrings), answer);
  return { verdict: true, ...answer, ...(isSame ? {} : { error: "reads the string unlike its bytes" }) };
}

/** Returns the result for a vector. */
function answer(vector) {
  if ("hooks" in vector) return interpreted(vector);
  if ("severity" in vector) return replied(vector);
  if ("match" in vector) return matched(vector.match);
  if ("select" in vector) return selected(vector.select);
  if ("commands" in vector) return linesOf(vector.commands);
  if ("value_of" in vector) return valueOf(vector.value_of);
  if ("read" in vector) return read(vector);
  return "file" in vector ? { verdict: isDocument(vector) } : checked(vector);
}

await answerAll((line) => {
  const vector = JSON.parse(line);
  return { id: vector.id, ...answer(vector) };
});
