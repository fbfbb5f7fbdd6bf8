// Returns what the host does with the result of a hook. The functions are documented in `interpret.d.ts`.
//
// The rules here are the same for every event. What differs between events is in `outcomes.js`.

import { answerOf } from "./answers.js";
import { decode, isInBraces, isOlder, nameOf, objectIn, ofText, problem, validateRead } from "./core.js";
import { at, doesOf, Draft, isLost, meaningOf, MODEL, MODELS, WORDS } from "./draft.js";
import { added, answers, kinds, named, plans, printed, readers } from "./outcomes.js";
import { BACKGROUND, events } from "./plan.js";
import { readPromptReply } from "./prompt.js";
import { resultOf } from "./results.js";
import { allTypes } from "./types.js";
import { ANSWER, DECISION, IN_BACKGROUND, ON_FAILURE, REASON, SPECIFIC, SPECIFIC_EVENT, STOP_REASON, TERMINAL, WAKES } from "./wire.js";
import { readReply } from "../read.js";

const OF_REQUEST = `/${SPECIFIC}/${ANSWER}/`;
const AT_DECISION = `/${DECISION}`;
const AT_REASON = `/${REASON}`;

/** The kinds of handlers that have a result of another kind than a command. */
const KINDS = new Map([["http", "http"], ["mcp", "mcp_tool"], ["model", "prompt"]]);

export function interpret(event, result, context) {
  const { kind, ...parts } = resultOf(result);
  if (typeof event !== "string") throw new TypeError(`\`event\` has to be a string, not ${nameOf(event)}`);
  const run = new Run(event, context);
  if (run.plan === undefined || !run.hasEvent()) {
    run.cause = { name: run.plan === undefined ? "unknown" : "not-in-profile" };
    run.plan = undefined;
    return run.outcome();
  }
  run.checkEvent();
  if (run.isNewer()) {
    run.cause = { name: "newer", since: run.plan.since.shown };
    return run.outcome();
  }
  run.kind = KINDS.get(kind) ?? "command";
  if (kind !== "exited" && kind !== "signalled" && run.isNotRun(kind, parts)) return run.outcome();
  if (kind === "exited" || kind === "signalled") run.ofCommand(parts);
  else if (kind === "http") run.ofResponse(parts);
  else if (kind === "mcp") run.ofTool(parts);
  else if (kind === "model") run.ofModel(parts.answer);
  else if (kind === "backgrounded") run.inBackground(textOf(parts.later));
  else run.ofNoAnswer(kind);
  return run.outcome();
}

export const blocked = ({ action }) => action === "blocked";
export const asked = ({ action }) => action === "asked";
export const stops = ({ stop }) => stop;

/** The rules for each kind of result. */
class Run extends Draft {
  /** Returns true if the host does not run this kind of handler, and takes what follows. */
  isNotRun(kind, { answer }) {
    const { type } = this.entry(this.kind);
    const { host } = this.context;
    const since = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
    if (since !== undefined && host !== undefined && isOlder(host, since.from)) {
      this.cause = { name: "newer-kind", kind: type, since: since.shown };
      return true;
    }
    if (!Object.hasOwn(this.plan.not_run, type)) return false;
    const { problem: message, action } = this.plan.not_run[type];
    if (kind === "model") {
      const context = this.ofKind(MODELS.includes(type) ? type : "prompt");
      this.problems.push(...readPromptReply(answer, this.event, context).problems);
    }
    if (message !== undefined) this.problems.push(ofText("not-allowed-here", "ignored", message));
    this.cause = { name: "not-run" };
    if (action !== undefined) this.act({ effect: action }, "not-run");
    return true;
  }

  ofCommand({ code, stdout: output, stderr: errors }) {
    this.code = code;
    this.hasStderr = textOf(errors).trim() !== "";
    const entry = this.entry("command");
    if (entry[WAKES] === true) return this.rewakes(textOf(output), textOf(errors));
    const stdout = textOf(output);
    if (entry[IN_BACKGROUND] === true) {
      this.inBackground(stdout);
      if (code === 2) this.report("background-exit");
      return undefined;
    }
    const reading = this.read(output, "command");
    if (this.movesToBackground(stdout)) return undefined;
    const isText = reading.kind === "json" && this.isText(reading, stdout);
    const kind = isText ? "text" : reading.kind;
    const reply = isText ? undefined : reading.reply;
    const row = this.plan.exits[code === 0 || code === 2 ? code : "other"];
    const stderr = textOf(errors);
    if (code !== 0) this.blame(code === undefined ? "signal" : "exit-code", { code });
    if (kind === "json") {
      if (isRefused(reading.problems)) this.ofRefused(reading, stdout, row, stderr, code);
      else this.ofReply(reply, row, stderr, code);
      if (code === 0 && (reply !== undefined || this.namesPath()) && this.plan.reads_json_as_text) {
        this.ofWhole(row, this.beside("/stdout", stdout, reply, code) === undefined ? stdout : "");
      }
    } else {
      this.ofText(row, stdout);
      this.ofExit(row, stderr, code, kind === "nothing");
      if (code === 2 && kind === "text" && isRead(this.pick(row.stderr))) this.problems = this.problems.map(ofStdout);
    }
    if (code !== 0 && code !== 2) {
      const cause = code === undefined ? { name: "signal" } : { name: "failure-code", value: code };
      this.fail("exit-code", "command", stderr, "stderr", cause);
    }
    return undefined;
  }

  read(data, handler) {
    const reading = readReply(data, this.event, this.ofKind(handler));
    this.problems.push(...reading.problems);
    return reading;
  }

  /** Moves a command to the background, if its output says so. Returns true if it does. */
  movesToBackground(stdout) {
    const cell = this.pick(printed);
    const where = cell && doesOf(cell.effect);
    if (BACKGROUND === "" || where === undefined || !(stdout.includes(BACKGROUND) || stdout.includes("\\u"))) return false;
    const end = stdout.indexOf("\n");
    const [first, later] = end < 0 ? [stdout, ""] : [stdout.slice(0, end), stdout.slice(end + 1)];
    const isFirst = where !== "on-all-lines" && isForBackground(first);
    // Hosts that read all lines check the types in the object.
    const isOfTypes = this.problems.every(({ code }) => code !== "wrong-type");
    const isWhole = where !== "on-first-line" && isOfTypes && isForBackground(stdout);
    if (!isFirst && !isWhole) return false;
    if (where === "on-either" && later.trim() !== "") this.ofText(this.plan.exits[0], stdout);
    this.inBackground(later, true);
    if (this.code === 2) this.report("background-exit");
    return true;
  }

  /** Returns true if the host takes a reply as plain text that others refuse. */
  isText({ reply }, stdout) {
    if (meaningOf(this.pick(printed)).does === "on-all-lines" && stdout.trim().includes("\n")) {
      // Newer hosts read the first line only.
      if (at(reply, `/${BACKGROUND}`) === true && objectIn(stdout.trim()) === undefined) return true;
    }
    return meaningOf(this.pick(this.plan.exits[0].invalid_json)).does === "reads-as-text" && reply === undefined;
  }

  /** Takes the effect of an exit code, without a reply. */
  ofExit(row, stderr, code, isSilent = false) {
    const isMissing = () => this.plan.missing_script.some((it) => stderr.includes(it));
    if (code === 2 && isSilent && isMissing() && this.pick(this.plan.missing_script_action)) {
      this.blame("missing-script");
      return;
    }
    this.act(this.pick(row.action), ...ofCode(code));
    this.addText(this.pick(row.stderr), stderr, "stderr");
  }

  /** Takes the effect of plain text: that of the last line, if it is a path. */
  ofText(row, output, source = "stdout") {
    let text = output.trim();
    let cell = this.pick(row.stdout);
    if (meaningOf(cell).does === "names-path") {
      text = text.slice(text.lastIndexOf("\n") + 1).trim();
      this.blame("path");
      // The host quotes an object, as a path that is none.
      if (text === "" || isInBraces(text)) {
        this.block("no-path");
        cell = objectIn(text) === undefined ? undefined : this.errors();
      }
    } else if (text !== "" && this.cause.name === "silent") {
      this.blame("text");
    }
    this.addText(cell, text, source);
  }

  /** Returns who reads the errors of a hook that makes the event fail. */
  errors() {
    return this.pick(this.plan.exits[2].stderr);
  }

  /** Takes the effect of JSON as text, and reports keys without an effect as parts of it. */
  ofWhole(row, text, source = "stdout") {
    this.ofText(row, text, source);
    if (text === "") return;
    const message = added[meaningOf(this.pick(row.stdout)).does === "names-path" ? "in-path" : "in-text"];
    this.problems = this.problems.map((it) => {
      if (it.code !== "without-effect" || it.pointer === "") return it;
      return { ...it, message: message.replace("{key}", () => it.pointer.slice(it.pointer.lastIndexOf("/") + 1)) };
    });
  }

  /** Takes the effect of a reply that the host refuses. */
  ofRefused(reading, stdout, row, stderr, code) {
    const isOther = namesOtherEvent(reading, this.event);
    const cell = this.underProfile(row, isOther ? "other_event" : "invalid_json");
    const { action, does } = meaningOf(cell);
    const isBlock = action === "blocked";
    if (isBlock || does === "rejects" || does === "reads-as-text") {
      if (code === 0 || code === 2) this.blame(isOther ? "other-event" : "refused");
      this.addText({ ...cell, effect: WORDS.warns }, stdout, "stdout");
      if (isBlock) this.act(cell, "other-event");
      else if (code !== 0 && code !== 2) this.addText(this.pick(row.stderr), stderr, "stderr");
      if (code === 0 || code === 2) this.fail(failureOf(reading), "command", stdout, "stdout");
      return;
    }
    if (code === 0) this.blame(isOther ? "other-event" : "refused");
    // Where a path is expected, every object is refused.
    if (does === "undocumented" && (isOther || reading.reply === undefined)) {
      this.isUnknown = true;
      this.blame(isOther ? "other-event" : "refused");
    }
    this.ofIgnored(reading.reply, row, stderr, code);
  }

  /** Takes the effect of an exit code beside a reply that does not decide. */
  ofIgnored(reply, row, stderr, code) {
    const reason = at(reply, AT_REASON);
    this.addText(this.beside(AT_REASON, reason, reply, code), reason, AT_REASON, true);
    const beside = this.beside("/stderr", stderr, reply, code);
    this.addText(beside, stderr, "stderr");
    this.ofExit(row, beside ? "" : stderr, code);
  }

  /** Takes the effects of a reply that the host accepts. */
  ofReply(reply, row, stderr, code) {
    const cell = this.underProfile(row, "json");
    const does = cell === undefined ? "nothing" : doesOf(cell.effect);
    if (does === "nothing") {
      if (code === 0 && Object.keys(reply).length > 0) this.blame("undecided");
      this.ofUnread(reply, code);
      this.ofIgnored(reply, row, stderr, code);
    } else if (does === "reads-beside") this.completed(reply, row, stderr, code);
    else {
      if (code === 0) this.blame("undecided");
      this.ofFields(this.lifted(reply), code);
    }
  }

  /** Takes the effects of the fields that count although the host ignores the reply. */
  ofUnread(reply, code) {
    const keys = [TERMINAL];
    if (this.entry(this.kind).type === "http") keys.push(SPECIFIC);
    const read = keys.filter((key) => Object.hasOwn(reply, key)).map((key) => [key, reply[key]]);
    this.ofFields(Object.fromEntries(read), code);
  }

  /** Takes the effects of a reply beside an exit code. Exit code 2 completes it with a block. */
  completed(reply, row, stderr, code) {
    const isOwn = this.blocksItself(reply);
    let whole = reply;
    if (code === 2 && !isOwn && this.plan.fields.some((it) => it.at === AT_DECISION)) {
      whole = { ...reply, [DECISION]: "block", [REASON]: stderr === "" ? "." : stderr };
      this.problems = withLost(this.problems, [...validateRead(whole, events.get(this.event).output, allTypes, this.context)]);
    }
    const block = code === 2 ? this.beside(AT_DECISION, "block", whole, code) : undefined;
    this.act(block ?? this.pick(row.action), ...ofCode(code));
    // Without a block of its own, stderr is the reason.
    this.ofFields(isOwn ? reply : without(reply, REASON), code);
    const beside = this.beside("/stderr", stderr, reply, code);
    if (beside || !isOwn) this.addText(beside ?? this.pick(row.stderr), stderr, "stderr");
  }

  ofResponse({ status, body }) {
    if (status >= 200 && status < 300) {
      this.ofAnswer("http", body, "body");
      return;
    }
    this.blame("status", { code: status });
    this.act(this.pick(this.plan.exits.other.action));
    this.fail("status", "http", "");
  }

  ofTool({ body, isError }) {
    if (!isError) {
      this.ofAnswer("mcp_tool", body, "result");
      return;
    }
    this.blame("tool-error");
    this.act(this.pick(this.plan.exits.other.action));
    this.fail("tool-error", "mcp_tool", "");
    if (this.namesPath() && this.policy !== "blocked") this.addText(this.errors(), textOf(body), "result");
  }

  /** Takes the effects of the answer of a server: that of exit code 0. */
  ofAnswer(handler, text, source) {
    const reading = this.read(text, handler);
    if (this.namesPath()) {
      this.ofPath(handler, reading, textOf(text), source);
      return;
    }
    const isJson = reading.kind === "json" && !this.isText(reading, "");
    if (isRefused(reading.problems) && (isJson || handler === "http")) {
      this.blame(namesOtherEvent(reading, this.event) ? "other-event" : "refused");
      this.fail(failureOf(reading), handler, textOf(text), source);
    } else if (isJson) {
      if (BACKGROUND !== "" && at(reading.reply, `/${BACKGROUND}`) === true) this.inBackground("");
      else this.ofReply(reading.reply, this.plan.exits[0], "", 0);
    } else if (reading.kind !== "nothing") {
      this.blame("text");
      if (this.entry(handler)[ON_FAILURE] === "block") this.fail("not-json", handler, "");
    }
  }

  /** Takes the path in the answer of a server. From a tool, it is the last line, as from a command. */
  ofPath(handler, reading, text, source) {
    const row = this.plan.exits[0];
    const { reply } = reading;
    if (handler !== "http") {
      const beside = this.beside("/stdout", text, reply, 0);
      if (reply !== undefined) this.ofIgnored(reply, row, "", 0);
      this.ofWhole(row, beside === undefined ? text : "", source);
      return;
    }
    if (isRefused(reading.problems)) {
      this.blame(namesOtherEvent(reading, this.event) ? "other-event" : "refused");
      this.fail(failureOf(reading), handler, text, source);
      if (!text.trim().startsWith("{") && this.policy !== "blocked") this.addText(this.errors(), text, source);
    } else if (reply !== undefined) this.ofReply(reply, row, "", 0);
    const isNamed = this.effects.some(({ kind }) => doesOf(kind) === "names-worktree");
    if (!isNamed) this.block(this.failure === undefined ? "no-path" : undefined);
  }

  ofModel(answer) {
    const { type } = this.entry("prompt");
    const context = this.ofKind(MODELS.includes(type) ? type : "prompt");
    const reading = readPromptReply(answer, this.event, context);
    this.problems.push(...reading.problems);
    if (reading.kind === "failed") {
      this.blame("model");
      this.failure = reading.failure;
      return;
    }
    this.blame(reading.kind === "met" ? "met" : "not-met");
    for (const { when } of reading.effects) if (when !== undefined) this.dependsOn.push(when);
    const effect = reading.effects.find(({ when }) => when === undefined) ?? reading.effects[0];
    this.act({ effect: effect.action }, "not-met");
    if (effect.reason !== undefined) {
      const audience = effect.audience.filter((it) => readers[it] !== "none");
      this.addText({ effect: effect.reason, audience }, reading.reason, "answer");
    }
  }

  /** Takes the effect of a hook that exceeded its time limit, or was not started. */
  ofNoAnswer(kind) {
    const handler = this.entry("command").type;
    const isSlow = kind === "timed_out";
    if (MODELS.includes(handler)) {
      this.kind = handler;
      this.blame(isSlow ? "timed-out" : "no-answer");
      this.failure = isSlow ? "timed-out" : "empty";
      return;
    }
    const failure = isSlow ? "timed-out" : handler === "command" ? "not-started" : "no-connection";
    if (this.isLate(handler)) this.inBackground("");
    else {
      this.blame(failure);
      this.act(this.pick(isSlow ? this.plan.timeout : this.plan.exits.other.action), failure);
    }
    this.fail(failure, handler, "");
  }

  /** Takes the effect of a hook that the host does not wait for. `text` is its later answer. */
  inBackground(text, isChecked = false) {
    this.blame("background");
    this.effects.push({ kind: "background", from: "" });
    if (this.namesPath()) this.block("background");
    const { answer, problems } = answerOf(text, this.context);
    if (!isChecked) this.problems.push(...problems);
    for (const path of answers) {
      this.addText({ effect: WORDS.informs, audience: MODEL }, at(answer, `/${path}`), `/${path}`);
    }
  }

  /** Takes the effect of a command in the background that wakes the model by exit code 2. */
  rewakes(output, errors) {
    this.inBackground("");
    const [stdout, stderr] = [output.trim(), errors.trim()];
    if (this.code === 2) {
      this.addText({ effect: WORDS.comments, audience: MODEL }, stderr || stdout, stderr === "" ? "stdout" : "stderr");
    }
    if (stdout.startsWith("{")) this.report(this.code === 2 ? "wakes-with-text" : "wakes-by-exit");
  }

  /** Reports a field that does not do what it does elsewhere. */
  advise(message, pointer) {
    this.advised.push(message);
    this.problems.push(problem(pointer, { code: "without-effect", severity: "inert", message }));
  }

  /** Reports that something of the hook has no effect. */
  report(word) {
    this.problems.push(ofText("without-effect", "ignored", added[word]));
  }

  // Fields

  ofFields(reply, code) {
    for (const field of this.plan.fields) {
      const value = at(reply, field.at);
      if (value === undefined || (Object.hasOwn(field, "value") && value !== field.value)) continue;
      const { effect: beside, problem: message } = this.interaction(field.at, value, reply, code) ?? {};
      if (message !== undefined) this.advise(message, field.at);
      const cell = beside ?? this.pick(field.effects);
      if (cell === undefined || doesOf(cell.effect) === "nothing") continue;
      if (beside || !isLost(this.problems, field.at)) this.ofField(field, value, cell, reply, code);
    }
  }

  ofField(field, value, cell, reply, code) {
    const { does, listed } = meaningOf(cell);
    if (does === "replaces-input") this.ofInput(field.at, value);
    else if (does === "replaces-output") this.newOutput = { value };
    else if (listed) {
      this.effects.push({ kind: cell.effect, value, from: field.at });
      if (does === "names-worktree") this.blame("field", { key: field.at.slice(field.at.lastIndexOf("/") + 1), value });
    }
    else if (field.at === `/${STOP_REASON}` && !this.isStopOfField) return;
    else if (cell.audience && field.reason === undefined) {
      this.addText(cell, value, field.at, true);
      if (does === "replaces-display") this.blame("display");
      if (does === "instructs" && field.at !== AT_REASON && value !== "") this.block("instruction", field.at);
    } else {
      this.act(cell, "field", field.at, value);
      if (field.at === "/continue") this.isStopOfField = this.stop;
    }
    if (field.reason === undefined) return;
    const reason = at(reply, field.reason);
    const beside = this.beside(field.reason, reason, reply, code);
    if (meaningOf(beside).does !== "nothing") this.addText({ ...cell, effect: WORDS.explains }, reason, field.reason);
  }

  /**
   * Takes a new input. If it does not fit the tool, the call fails. On a permission request, an empty one is dropped, whatever
   * the tool is.
   */
  ofInput(pointer, value) {
    if (pointer.startsWith(OF_REQUEST) && Object.keys(value).length === 0) return;
    const below = this.problems.filter((it) => it.severity === "mismatch" && it.pointer.startsWith(`${pointer}/`));
    const isConvertible = below.every((it) => isConverted(at(value, it.pointer.slice(pointer.length))));
    if (isConvertible) this.newInput = { value };
    else this.block("new-input");
  }

  /** Returns the effect that a field has beside other fields, if it is another one than alone. */
  beside(pointer, value, reply, code) {
    return this.interaction(pointer, value, reply, code)?.effect;
  }

  /** Returns what a field does beside other fields, if that is not what it does alone. */
  interaction(pointer, value, reply, code) {
    return this.plan.interactions.find(
      (it) =>
        it.at === pointer &&
        (it.exit === undefined || it.exit === code) &&
        (!Object.hasOwn(it, "value") || it.value === value) &&
        this.holds(it.effect) &&
        it.beside.every((other) => isBeside(reply, other)) &&
        this.isSo(it.effect),
    );
  }

  /** Returns true if a reply blocks without the exit code. */
  blocksItself(reply) {
    return this.plan.fields.some((field) => {
      const value = at(reply, field.at);
      if (field.at === "/continue" || value === undefined) return false;
      if (Object.hasOwn(field, "value") && value !== field.value) return false;
      const { action, stops, does } = meaningOf(this.pick(field.effects));
      return action === "blocked" || stops !== undefined || does === "passes-on";
    });
  }
}

/** Returns the cause of what an exit code does, for `act`. */
const ofCode = (code) => [code ? (code === 2 ? "blocks" : "failure-code") : undefined, "", code];

/** Returns true if somebody gets a text, other than in a log. */
const isRead = (cell) => cell?.audience?.some((it) => readers[it] !== "log") ?? false;

/** Returns the problem of a text that is on stdout instead of stderr. */
function ofStdout(it) {
  return it.code === "not-json" && it.severity === "inert" ? { ...it, message: added["text-on-stdout"] } : it;
}

/** Returns true if the host converts a string to the number or the flag that is expected. */
const isConverted = (value) => typeof value === "string" && /^(?:true|false|\s*[-+]?[0-9]+(?:\.[0-9]+)?\s*)$/.test(value);

function textOf(data) {
  const { text, fault } = decode(data);
  return fault ? "" : text;
}

/** Returns true if the host refuses a reply. It does not read the value of an unknown key. */
function isRefused(problems) {
  const unread = problems.filter(({ code }) => code === "unsupported-by-host").map(({ pointer }) => pointer);
  return problems.some(({ severity, pointer }) => severity === "rejected" && !unread.includes(pointer));
}

const isForBackground = (text) => at(objectIn(text.trim()), `/${BACKGROUND}`) === true;

const failureOf = ({ reply }) => (reply === undefined ? "not-json" : "schema-violation");

/** Returns true if a reply is refused because it names another event. */
function namesOtherEvent({ reply, problems }, event) {
  const name = at(reply, `/${SPECIFIC}/${SPECIFIC_EVENT}`);
  const refused = problems.filter(({ severity }) => severity === "rejected");
  const isOther = typeof name === "string" && name !== event && named.includes(name);
  return isOther && refused.every(({ pointer }) => pointer.startsWith(`/${SPECIFIC}`));
}

/** Adds the problems that a reply has only beside the exit code. */
function withLost(problems, more) {
  const isNew = (it) =>
    !problems.some(({ pointer, code }) => pointer === it.pointer && code === it.code) &&
    (it.severity === "ignored" || it.severity === "inert") &&
    it.pointer !== AT_DECISION &&
    it.pointer !== AT_REASON;
  // What the block takes the place of is no longer without effect.
  const isKept = ({ pointer }) => pointer === "" || more.some((it) => it.pointer === pointer);
  return [...problems.filter(isKept), ...more.filter(isNew)];
}

const without = (object, key) => Object.fromEntries(Object.entries(object).filter(([known]) => known !== key));

function isBeside(reply, { at: pointer, values, present }) {
  const value = at(reply, pointer);
  if (present) return value !== undefined;
  return values === undefined ? value === undefined : values.includes(value);
}
