// Reads the replies of hooks, as the host does. The functions are documented in `read.d.ts`.

import {
  contextOf, decode, filled, jsonType, ofReplaced, ofText, oneOf, ordered, parse, problem, under, validateRead,
} from "./internal/core.js";
import { events, OUTPUT, OUTPUT_KEYS, REPLIERS } from "./internal/plan.js";
import { allTypes } from "./internal/types.js";

export { ReadError, readInput } from "./index.js";

export function readReply(data, event, context) {
  const expected = expectedReply(event, contextOf(context));
  const { problems, ...read } = replyOf(data, expected);
  return { ...read, problems: under(expected.profile, problems) };
}

function replyOf(data, expected) {
  const { text, fault, replaced } = decode(data);
  if (fault) return reply("text", [ofText(fault, "rejected")]);
  // The host trims with `trim`, too.
  const { problems, ...read } = replyOfText(text.trim(), expected);
  return { ...read, problems: ordered([...problems, ...ofReplaced(replaced)]) };
}

function replyOfText(text, expected) {
  if (text === "") return reply("nothing", expected.isPath ? [pathExpected()] : []);
  const isObject = text.startsWith("{") && text.endsWith("}");
  return isObject ? jsonReply(text, expected) : textReply(text, expected);
}

function expectedReply(event, context) {
  const { type: handler } = context.handler ?? { type: "command" };
  if (REPLIERS.length > 0 && !REPLIERS.includes(handler)) {
    const kind = `${handler === "agent" ? "an" : "a"} \`${handler}\` handler`;
    throw new RangeError(`\`readReply\` cannot read the answer of ${kind}: use \`readPromptReply\``);
  }
  const { output = OUTPUT, stdout } = event === undefined ? {} : events.get(oneOf("event", event, events.keys()));
  const isPath = stdout === "path" && handler === "command";
  return { ...context, type: output, event, stdout, isPath, isHttp: handler === "http" };
}

function jsonReply(text, expected) {
  const { value, fault, replaced } = parse(text);
  const keys = expected.profile?.outputKeys ?? OUTPUT_KEYS;
  if (fault === "not-json" && isLinesOfText(text, keys)) return textReply(text, expected);
  if (fault === "not-json") return reply("json", [noObject()]);
  if (fault) return reply("json", [ofText(fault, "rejected")]);
  const problems = [...validateRead(value, expected.type, allTypes, expected), ...ofReplaced(replaced)];
  if (expected.isPath) problems.push(pathExpected());
  return reply("json", ordered(problems), value);
}

const noObject = () => ofText("not-json", "rejected", "not-json-reply");
const pathExpected = () => ofText("not-allowed-here", "rejected", "path-expected");

/** Reads plain text, which may have been meant as an object. An HTTP server must reply with an object. */
function textReply(text, { event, stdout, isHttp }) {
  if (isHttp) return reply("text", [noObject()]);
  if (stdout === "path") return reply("text", []);
  if (isMeantAsObject(text)) {
    return reply("text", [ofText("not-json", stdout === "used" ? "inert" : "ignored", "text-around")]);
  }
  if (stdout !== "unused") return reply("text", []);
  const message = filled("text-unused", { event });
  return reply("text", [problem("", { code: "not-json", severity: "inert", message })]);
}

/** Returns true if a text seems to contain a JSON reply: in a list, a string, a fence or other text. */
function isMeantAsObject(text) {
  const isObject = (line) => line.startsWith("{") && line.endsWith("}");
  return /^[{["`\u{fffd}]/u.test(text) || text.endsWith("}") || text.split("\n").some((line) => isObject(line.trim()));
}

/** Returns true if a text is several lines of JSON without a reply, which the host reads as plain text. */
function isLinesOfText(text, keys) {
  let lines = 0;
  for (let [start, end] = [0, 0]; start < text.length; start = end + 1) {
    end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    const line = text.slice(start, end);
    if (line.trim() === "") continue;
    const { value, fault } = parse(line);
    if (fault || isReply(value, keys)) return false;
    lines++;
  }
  return lines > 1;
}

function isReply(value, keys) {
  return jsonType(value) === "object" && keys.some((key) => Object.hasOwn(value, key));
}

function reply(kind, problems, value = undefined) {
  return { kind, reply: value, problems };
}
