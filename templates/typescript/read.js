// Reads the replies of hooks, as the host does. The functions are documented in `read.d.ts`.

import {
  contextOf, decode, eventIn, faultOf, filled, isInBraces, jsonType, notJson, objectIn, ofReplaced, ofText, oneOf, ordered,
  parse, problem, under, validateRead,
} from "./internal/core.js";
import { isForBackground, problemsOfAnswers } from "./internal/answers.js";
import { BACKGROUND, events, OUTPUT, OUTPUT_KEYS, REPLIERS, words } from "./internal/plan.js";
import { allTypes } from "./internal/types.js";

export { isKnown, ReadError, readInput } from "./internal/reading.js";

export function readReply(data, event, context) {
  const expected = expectedReply(event, contextOf(context));
  const { problems, ...read } = replyOf(data, expected);
  return { ...read, problems: under(expected.profile, problems) };
}

function replyOf(data, expected) {
  const { text, fault, replaced } = decode(data);
  if (fault) return reply("text", [ofText(fault, "rejected")]);
  const { problems, ...read } = replyOfText(text, expected);
  return { ...read, problems: ordered([...problems, ...ofReplaced(replaced)]) };
}

function replyOfText(text, expected) {
  // The host trims with `trim`, too.
  const whole = text.trim();
  if (whole === "") return reply("nothing", expected.isPath ? [pathExpected()] : []);
  // An escape can be a part of the key.
  const mayNameBackground = BACKGROUND !== "" && (text.includes(BACKGROUND) || text.includes("\\u"));
  const isPrinted = expected.isCommand && text.includes("\n") && mayNameBackground;
  return isPrinted ? printed(text, whole, expected) : wholeReply(whole, text, expected);
}

/** Reads a reply without the white space around it. `original` is all of the text. */
function wholeReply(text, original, expected) {
  return isInBraces(text) ? jsonReply(text, original, expected) : textReply(text, original, expected);
}

/**
 * Reads the reply of a command that may run in the background. The host moves it there as soon as it has read the first
 * line, if the reply for that is on it. What the command prints later is another answer, which can do less.
 */
function printed(text, whole, expected) {
  const [first, ...later] = text.split("\n");
  const isInBackground = isForBackground(objectIn(first));
  const found = wholeReply(isInBackground ? first.trim() : whole, text, expected);
  if (isInBackground) {
    found.problems.push(...problemsOfAnswers(text, later, expected));
  } else if (isForBackground(found.reply)) {
    const message = filled("background-over-lines", {});
    found.problems.push(problem(`/${BACKGROUND}`, { code: "without-effect", severity: "ignored", message }));
  }
  return found;
}

function expectedReply(event, context) {
  const { type: handler } = context.handler ?? { type: "command" };
  if (REPLIERS.length > 0 && !REPLIERS.includes(handler)) {
    const kind = `${handler === "agent" ? "an" : "a"} \`${handler}\` handler`;
    throw new RangeError(`\`readReply\` cannot read the answer of ${kind}: use \`readPromptReply\``);
  }
  const named = event === undefined ? eventIn(context.input, events) : event;
  const { output = OUTPUT, stdout } = named === undefined ? {} : events.get(oneOf("event", named, events.keys()));
  const isCommand = handler === "command";
  const isPath = stdout === "path" && handler !== "http";
  return { ...context, type: output, event: named, stdout, isCommand, isPath, isHttp: handler === "http", isTool: handler === "mcp_tool" };
}

function jsonReply(text, original, expected) {
  const { value, fault, replaced } = parse(text);
  if (fault === "not-json" && isLog(text, expected)) return textReply(text, original, expected);
  // Where a path is expected, JSON without mistakes would be wrong, too.
  if (fault === "not-json") return reply("json", [expected.isPath ? pathExpected() : notRead(text, original)]);
  if (fault) return reply("json", [ofText(fault, "rejected")]);
  const found = validateRead(value, expected.type, allTypes, expected);
  const isMoved = expected.isCommand && BACKGROUND !== "" && isForBackground(value);
  const read = expected.isTool ? found.map(ofTool) : isMoved ? found.map(ofBackground) : found;
  const problems = [...read, ...ofReplaced(replaced)];
  if (expected.isPath) problems.push(pathExpected());
  return reply("json", ordered(problems), value);
}

/** Returns a problem of a tool's reply. Of a part with the name of another event, the host drops that part alone. */
function ofTool(found) {
  if (found.code !== "wrong-event-name" || found.severity !== "rejected") return found;
  return { ...found, severity: "ignored", pointer: found.pointer.slice(0, found.pointer.lastIndexOf("/")) };
}

/** Returns a problem of a reply that moves the command to the background, whatever else is in it. */
const ofBackground = (found) => (found.severity === "rejected" ? { ...found, severity: "ignored" } : found);

const pathExpected = () => ofText("not-allowed-here", "rejected", words["path-expected"]);

/** Returns the problem of a reply that has to be an object. */
function notRead(text, original) {
  return ofText("not-json", "rejected", `${notJson(original, text)} ${words["not-json-reply"]}`);
}

/** Reads plain text, in which the reply may have been meant. An HTTP server must reply with an object. */
function textReply(text, original, expected) {
  const { event, stdout, isHttp } = expected;
  if (isHttp) return reply("text", [notRead(text, original)]);
  if (stdout === "path") return reply("text", []);
  const severity = stdout === "used" ? "inert" : "ignored";
  if (isLostReply(text, expected)) return reply("text", [ofText("not-json", "rejected", aroundReply("text-around", text, original, expected))]);
  if (isMeantAsObject(text)) return reply("text", [ofText("not-json", severity, aroundReply("text-as-reply", text, original, expected))]);
  if (stdout !== "unused") return reply("text", []);
  const unused = filled("text-unused", { event });
  const message = faultOf(text) ? unused : `${notJson(original, text)} ${unused}`;
  return reply("text", [ofText("not-json", "inert", message)]);
}

/** Returns the message about plain text that is or may be meant as a reply. `word` is the word for the consequence. */
function aroundReply(word, text, original, { event, stdout }) {
  const reader = stdout === undefined ? [] : [filled(stdout === "used" ? "text-shown" : "text-dropped", { event })];
  return [notJson(original, text), words[word], ...reader, words["print-object"]].join(" ");
}

/** Returns true if a text contains an object with a key of a reply, or begins with an object that is not JSON. */
function isLostReply(text, expected) {
  const whole = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  const objects = [whole, ...linesOf(text)].map(objectIn).filter((it) => it !== undefined);
  // In another encoding, bytes that are not UTF-8 precede it.
  return objects.length === 0 ? /^\u{fffd}*"?\{/u.test(text) : objects.some((it) => hasKeyOfReply(it, expected));
}

/** Returns true if a text seems to contain an object: in a string, in other text, or in another encoding. */
function isMeantAsObject(text) {
  return /^(?:[{`\u{fffd}]|"\{)/u.test(text) || text.endsWith("}") || linesOf(text).some((line) => isInBraces(line.trim()));
}

/** Returns the lines that may be objects. A flood of output has millions of others. */
function linesOf(text) {
  return text.includes("{") ? text.split("\n").filter((line) => line.includes("{")) : [];
}

/** Returns true if a text is lines of JSON without a reply, which the host reads as plain text. */
function isLog(text, expected) {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every((line) => isOtherJson(line, expected));
}

/** Returns true if a line is JSON, and not a valid reply to some event that sets a field. */
function isOtherJson(line, expected) {
  const { value, fault } = parse(line);
  if (fault) return false;
  if (jsonType(value) !== "object" || !setsField(value, expected)) return true;
  return validateRead(value, OUTPUT, allTypes, expected).some(({ severity }) => severity === "rejected");
}

/** Returns true if an object has a key of a reply, which is not about the background. */
function setsField(value, expected) {
  return Object.hasOwn(value, BACKGROUND) ? isForBackground(value) : hasKeyOfReply(value, expected);
}

function hasKeyOfReply(value, { profile }) {
  return (profile?.outputKeys ?? OUTPUT_KEYS).some((key) => Object.hasOwn(value, key));
}

function reply(kind, problems, value = undefined) {
  return { kind, reply: value, problems };
}
