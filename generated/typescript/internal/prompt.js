// Reads the model's answer to a prompt or agent hook. The function is documented in `prompt.d.ts`.

import {
  contextOf, decode, eventIn, flag, isOlder, jsonType, objectIn, objectOf, ofReplaced, ofText, oneOf, ordered, parse, problem,
  string, supportOf, validateRead,
} from "./core.js";
import {
  answers, continues, FALSY, failures, IMPOSSIBLE, NEWEST, PASSES, REPLY, stopReasons, UNDOCUMENTED, UNFENCED, WORDS_FROM,
} from "./prompts.js";
import { allTypes } from "./types.js";
import { CONTINUES } from "./wire.js";

/** The failures that cannot happen with structured output. */
const OF_TEXTS = ["not-json", "fenced", "preamble", "schema-violation"];

export function readPromptReply(answer, event, context) {
  const call = callOf(modelAnswer(answer), event, contextOf(context));
  const { failure, reply, problems } = answerOf(call);
  const kind = kindOf(failure, reply, problems, call);
  const confidence = confidenceOf(kind, problems);
  const settings = settingsOf(call, problems);
  const reading = { kind };
  if (failure) reading.failure = failure;
  if (isNo(kind) && Object.hasOwn(reply, "reason")) reading.reason = reply.reason;
  if (reply !== undefined) reading.reply = reply;
  return { ...reading, problems: ordered(problems), confidence, effects: effectsOf(kind, settings, call) };
}

const isNo = (kind) => kind === "not-met" || kind === "impossible";

/** Returns an answer with all its keys; a text is one that has only this. */
function modelAnswer(answer) {
  const isText = typeof answer !== "object" || answer === null || ArrayBuffer.isView(answer);
  const keys = ["text", "stopReason", "timedOut", "structuredOutput"];
  const { text, stopReason, timedOut, structuredOutput } = isText ? { text: answer } : objectOf("answer", answer, keys);
  return {
    data: isText ? answer : text,
    stopReason: stopReason === undefined ? undefined : string("stopReason", stopReason),
    isTimedOut: flag("timedOut", timedOut, false),
    isStructured: flag("structuredOutput", structuredOutput, true),
  };
}

function callOf(answer, event, { host, input, handler: entry = { type: "prompt" } }) {
  const { type: handler } = entry;
  if (handler !== "prompt" && handler !== "agent") {
    const needed = "`readPromptReply` needs a handler of type `prompt` or `agent`";
    throw new RangeError(`${needed}, not \`${handler}\`: use \`readReply\``);
  }
  const named = event === undefined ? eventIn(input, answers) : event;
  const onEvent = named === undefined ? undefined : answers.get(oneOf("event", named, answers.keys()))[handler];
  const hasFenceTakenOff = handler === "prompt" && UNFENCED.length > 0 && (host === undefined || !isOlder(host, UNFENCED));
  const continuesOnBlock = flag(CONTINUES, entry[CONTINUES], false);
  return { ...answer, handler, onEvent, host, hasFenceTakenOff, continuesOnBlock };
}

// The answer

function answerOf(call) {
  if (call.isTimedOut) return failed("timed-out");
  if (call.handler === "agent" && !call.isStructured) return failed("no-structured-output");
  const { text, fault, replaced = [] } = decode(call.data);
  const answer = fault ? unreadable(fault, call) : answerOfText(text.trim(), call);
  answer.problems.push(...ofReplaced(replaced));
  const isUnstructured = !call.isStructured && OF_TEXTS.includes(answer.failure);
  return isUnstructured ? { ...answer, failure: "no-structured-output" } : answer;
}

function answerOfText(text, call) {
  if (text === "") return failed(stopped(call, "empty"));
  const { value: reply, fault, replaced } = parse(call.hasFenceTakenOff && objectIn(inFence(text)) ? inFence(text) : text);
  if (fault === "not-json") {
    const found = inside(text);
    return found ? failed(found.mode, found.reply) : failed(stopped(call, "not-json"));
  }
  if (fault) return unreadable(fault, call);
  if (isNoJson(reply, call)) return failed(stopped(call, "not-json"));
  const answer = validated(withFlag(reply, call), call);
  answer.problems.push(...ofReplaced(replaced));
  return answer;
}

function validated(reply, call) {
  const problems = [...validateRead(reply, REPLY, allTypes, { host: call.host })];
  const isRefused = problems.some(({ severity }) => severity === "rejected");
  return { failure: isRefused ? "schema-violation" : undefined, reply, problems };
}

/** Converts `ok` from a string, as the tool for the answers of agents does. */
function withFlag(reply, { handler, host }) {
  const isRead = WORDS_FROM.length > 0 && (host === undefined || !isOlder(host, WORDS_FROM));
  const isText = isRead && handler === "agent" && jsonType(reply) === "object" && Object.hasOwn(reply, "ok") && ["true", "false"].includes(reply.ok);
  return isText ? { ...reply, ok: reply.ok === "true" } : reply;
}

/** Returns true if the host treats a falsy value as missing JSON. */
const isNoJson = (reply, { host }) => !reply && host !== undefined && !isOlder(FALSY, host);

/** Returns the failure that explains missing JSON: that of the stop reason, if it has one. */
function stopped({ stopReason }, otherwise) {
  return stopReasons.get(stopReason) ?? otherwise;
}

function unreadable(fault, call) {
  return { failure: stopped(call, "not-json"), problems: [ofText(fault, "rejected")] };
}

function failed(mode, reply = undefined) {
  return { failure: mode, reply, problems: [problem("", { code: "not-json", severity: "rejected", ...failures[mode] })] };
}

/** Returns the failure for a text that is not JSON, and the object in it, if there is one. */
function inside(text) {
  const fenced = objectIn(inFence(text));
  if (fenced) return { mode: "fenced", reply: fenced };
  const around = objectIn(text.slice(Math.max(text.indexOf("{"), 0), text.lastIndexOf("}") + 1));
  return around && { mode: "preamble", reply: around };
}

/** Returns the text in a fence at the start: from the second line to the end of the fence. */
function inFence(text) {
  const start = text.indexOf("\n") + 1;
  if (!text.startsWith("```") || start === 0) return "";
  const body = text.slice(start).trim();
  return (body.endsWith("```") ? body.slice(0, -3) : body).trim();
}

function kindOf(failure, reply, problems, { handler, onEvent }) {
  if (failure) return "failed";
  if (reply.ok) return "met";
  // The host can be older than `impossible`.
  const isUnread = problems.some(({ pointer, severity }) => pointer === "/impossible" && severity === "ignored");
  if (!Object.hasOwn(reply, "impossible") || !reply.impossible || isUnread) return "not-met";
  if (onEvent ? onEvent.impossible.length > 0 : handler === "prompt") return "impossible";
  problems.push(problem("/impossible", { code: "without-effect", severity: "inert", message: IMPOSSIBLE }));
  return "not-met";
}

function confidenceOf(kind, problems) {
  const isSure = {
    failed: () => problems.some((it) => it.severity === "rejected" && it.confidence === "confirmed"),
    impossible: () => !problems.some(({ code }) => code === "unsupported-by-host"),
  };
  return confirmedIf(isSure[kind]?.() ?? true);
}

const confirmedIf = (isSure) => (isSure ? "confirmed" : "unconfirmed");

// Effects

/** Returns the settings of a hook as the host reads them, and reports their problems. */
function settingsOf({ handler, onEvent, host, continuesOnBlock }, problems) {
  const since = continuesOnBlock ? continues[handler] : undefined;
  const isContinuing = since !== undefined && knows(since, host, problems);
  return { isContinuing, isRun: onEvent === undefined || runsOn(onEvent, host, problems) };
}

function runsOn({ never, since }, host, problems) {
  if (!never) return since === undefined || knows(since, host, problems);
  add(problems, { code: "not-allowed-here", severity: never.refused ? "rejected" : "ignored", message: never.message });
  return false;
}

/** Returns true if the host may know a setting. */
function knows(since, host, problems) {
  const { known, template } = supportOf(since, host);
  if (template) add(problems, template);
  return known;
}

/** Adds a problem of the whole reply, unless there is one with the same code. */
function add(problems, template) {
  if (!problems.some(({ pointer, code }) => pointer === "" && code === template.code)) problems.push(problem("", template));
}

function effectsOf(kind, { isContinuing, isRun }, { onEvent, host }) {
  const goesOn = [{ action: PASSES, confidence: "confirmed" }];
  if (!isNo(kind) || !isRun) return goesOn;
  if (onEvent === undefined) return kind === "impossible" ? goesOn : [];
  const groups = onEvent[kind === "impossible" ? "impossible" : isContinuing ? "continued" : "refused"];
  const effects = groups.flatMap(({ when, cells }) => {
    const cell = cells.find((it) => holds(it, host));
    return cell ? [effectOf(when, cell, host)] : [];
  });
  return effects.length > 0 ? effects : [{ action: UNDOCUMENTED, confidence: "unconfirmed" }];
}

/** Returns true if an effect applies to a host; undefined is the newest one. */
function holds({ from, until }, host) {
  if (host === undefined) return until === undefined;
  return !(from && isOlder(host, from)) && !(until && !isOlder(host, until));
}

function effectOf(when, cell, host) {
  const { action, reason, audience } = cell;
  const confidence = confirmedIf(isSure(cell, host));
  return { ...(when && { when }), action, ...(reason && { reason, audience: [...audience] }), confidence };
}

function isSure({ from, until, last, unconfirmed }, host) {
  if (unconfirmed || host === undefined) return !unconfirmed;
  const isUndated = !from && !until && isOlder(host, NEWEST);
  return !isUndated && !(last && isOlder(last, host));
}
