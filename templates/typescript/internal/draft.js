// The outcome of a hook, while it is put together.

import { contextOf, filled, isOlder, jsonType, ordered, problem } from "./core.js";
import { explanation } from "./explain.js";
import { added, conditions, meanings, onFailureFrom, plans, profiles, readers } from "./outcomes.js";
import { EVENT_KEY } from "./plan.js";
import { CONTINUES, IN_BACKGROUND, ON_FAILURE, SPECIFIC, TOOL, WAKES } from "./wire.js";

/** The actions: a later one wins over an earlier one. */
export const ACTIONS = ["normal", "allowed", "asked", "deferred", "blocked"];

/** The words for effects, by what the functions do. */
export const WORDS = Object.fromEntries(Object.entries(meanings).map(([word, { does }]) => [does, word]));

/** The audience of texts for the model. */
export const MODEL = Object.keys(readers).filter((word) => readers[word] === "model");

/** The kinds of handlers that ask a model. */
export const MODELS = ["prompt", "agent"];

/** The outcome of a hook, while it is put together. */
export class Draft {
  kind = "command";
  rank = 0;
  isUnknown = false;
  stop = false;
  isStopOfField = false;
  retries = false;
  isErased = false;
  texts = [];
  effects = [];
  problems = [];
  dependsOn = [];
  cause = { name: "silent" };
  causeRank = 0;
  hasStderr = false;
  /** The advice about fields that do not do what they do elsewhere. */
  advised = [];

  constructor(event, context) {
    this.event = event;
    this.plan = plans.get(event);
    this.given = context ?? {};
    this.context = contextOf(context);
    this.profile = profiles.get(this.context.profile?.name);
    this.inside = this.profile?.inside ?? [];
  }

  // Effects

  /** Takes an effect on the action. `cause` is reported if the effect is the strongest one. */
  act(cell, cause, pointer, value) {
    this.take(meaningOf(cell), cause, pointer, value);
  }

  /** Blocks the action, whatever the effect is called. */
  block(cause, pointer) {
    this.take({ action: "blocked" }, cause, pointer);
  }

  /** Takes the meaning of an effect on the action. */
  take({ action: own, stops, does }, cause, pointer = "", value = undefined) {
    const { erases } = this.plan;
    const isStop = stops !== undefined;
    const action = erases && stops === "turn" ? (own ?? "blocked") : own;
    if (erases && own === "blocked") this.isErased = true;
    if (does === "undocumented") this.isUnknown = true;
    if (does === "tries-again") this.retries = true;
    this.stop ||= isStop;
    if (isStop && cause !== undefined && (this.stopCause === undefined || pointer === "/continue")) {
      this.stopCause = { name: cause, key: pointer.slice(pointer.lastIndexOf("/") + 1), value };
    }
    const rank = action === undefined ? Number(isStop || does === "tries-again") : ACTIONS.indexOf(action);
    if (cause !== undefined && rank > this.causeRank) {
      this.causeRank = rank;
      this.cause = { name: cause, key: pointer.slice(pointer.lastIndexOf("/") + 1), value };
    }
    if (action !== undefined) this.rank = Math.max(this.rank, ACTIONS.indexOf(action));
  }

  /** Names the cause, unless something with an effect is the cause. */
  blame(name, values = {}) {
    if (this.causeRank === 0) this.cause = { name, ...values };
  }

  /**
   * Takes a failure, and what the setting `onFailure` does about it. `cause` is that of the failure, if a reply can have given
   * another one.
   */
  fail(failure, handler, text, source = "stderr", cause = undefined) {
    this.failure = failure;
    this.kind = handler;
    const policy = this.entry(handler)[ON_FAILURE];
    if (policy !== "block" && policy !== "continue") return;
    const { host } = this.context;
    const from = Object.hasOwn(onFailureFrom, handler) ? onFailureFrom[handler] : [];
    const effect = Object.hasOwn(this.plan.on_failure, handler) ? this.plan.on_failure[handler] : "none";
    if (this.isLate(handler) || (host !== undefined && isOlder(host, from))) this.policy = "ignored";
    else if (policy === "continue") this.policy = "continued";
    else if (effect === "none") this.policy = "ignored";
    else this.blockOnFailure(effect, text, source, cause);
  }

  blockOnFailure(effect, text, source, cause = this.cause) {
    const wasBlocked = ACTIONS[this.rank] === "blocked";
    const row = this.plan.exits[2];
    if (effect === "refuse") this.block();
    else {
      this.act(this.pick(row.action));
      this.addText(this.pick(row.stderr), text, source);
    }
    const acts = this.stop || ACTIONS[this.rank] === "blocked";
    this.policy = acts ? "blocked" : "ignored";
    if (!wasBlocked) this.cause = { name: acts ? "on-failure" : "on-failure-inert", cause };
  }

  /** Adds a text for its recipients, unless a problem says that it is lost. */
  addText(cell, text, source, isSure = false) {
    const audience = cell?.audience ?? [];
    if (source === "stderr" && this.code !== 0 && this.code !== 2 && doesOf(cell?.effect) === "warns") text = firstLine(text);
    if (audience.length === 0 || typeof text !== "string" || text === "") return;
    if (!isSure && source.startsWith("/") && isLost(this.problems, source)) return;
    const from = this.inside.includes(source.slice(1)) ? `/${SPECIFIC}${source}` : source;
    const isSame = (it) => it.text === text && it.purpose === cell.effect && it.from === from && `${it.audience}` === `${audience}`;
    if (!this.texts.some(isSame)) this.texts.push({ text, audience: [...audience], purpose: cell.effect, from });
  }

  // Profiles, versions and situations

  /** Returns true if the event needs a path, which a command prints as plain text. */
  namesPath() {
    return meaningOf(this.pick(this.plan.exits[0].stdout)).does === "names-path";
  }

  /** Returns true if the event is newer than the host. */
  isNewer() {
    const { host } = this.context;
    return host !== undefined && isOlder(host, this.plan.since.from);
  }

  /** Returns true if the profile has the event. */
  hasEvent() {
    return this.profile === undefined || this.profile.events.length === 0 || this.profile.events.includes(this.event);
  }

  /** Returns the effect of a reply: that of the profile, or that of the host. */
  underProfile(row, key) {
    const effect = this.profile?.exits[key];
    return effect === undefined ? this.pick(row[key]) : { effect };
  }

  /** Returns a reply with its fields where the host has them. */
  lifted(reply) {
    if (this.inside.length === 0) return reply;
    const made = Object.entries(reply).filter(([key]) => !this.inside.includes(key));
    for (const key of this.inside) {
      const value = at(reply, `/${SPECIFIC}/${key}`);
      if (value !== undefined) made.push([key, value]);
    }
    return Object.fromEntries(made);
  }

  /** Returns the effect that holds on the host, in the situation of the context. */
  pick(effects) {
    let unsure;
    for (const it of effects) {
      if (!this.holds(it)) continue;
      if (it.when === undefined) return it;
      if (this.isSo(it)) return it;
      if (this.dependsOn.includes(it.when)) unsure ??= it;
    }
    return unsure;
  }

  holds({ from = [], until }) {
    const { host } = this.context;
    if (host === undefined) return until === undefined;
    return !isOlder(host, from) && (until === undefined || isOlder(host, until));
  }

  /** Returns whether a condition holds; `undefined` if the context does not say. */
  situation(name) {
    if (name === "http-handler") return this.entry(this.kind).type === "http";
    if (name === "text-on-stderr") return this.hasStderr;
    const it = conditions[name];
    const value = it && this.told(it.input);
    if (typeof value !== "string") return undefined;
    return it.values ? it.values.includes(value) : value.startsWith(it.prefix);
  }

  /** Returns a value of the input; `undefined` if the context does not have it. */
  told(key) {
    const { tool, input } = this.context;
    if (key === TOOL && tool !== undefined) return tool;
    return input !== undefined && Object.hasOwn(input, key) ? input[key] : undefined;
  }

  /** Returns true if the condition of an effect holds, and notes one that the context does not say. */
  isSo({ when }) {
    if (when === undefined) return true;
    const isSo = this.situation(when);
    if (isSo === undefined && !this.dependsOn.includes(when)) this.dependsOn.push(when);
    return isSo === true;
  }

  /** Returns the handler's entry in the settings. `type` is its kind if the context has none. */
  entry(type) {
    return this.context.handler ?? { type };
  }

  /** Returns true if the settings move a command to the background: the host does not wait for it. */
  isLate(type) {
    const entry = this.entry(type);
    return type === "command" && (entry[IN_BACKGROUND] === true || entry[WAKES] === true);
  }

  /** Returns the context with a handler of this kind. */
  ofKind(type) {
    const { [CONTINUES]: continues, ...entry } = this.context.handler ?? {};
    // A setting of a wrong type counts for nothing, as on the host.
    if (typeof continues === "boolean") entry[CONTINUES] = continues;
    return { ...this.given, handler: { ...entry, type } };
  }

  /** Reports an input of another event. */
  checkEvent() {
    const name = at(this.context.input, `/${EVENT_KEY}`);
    if (name === undefined || name === this.event) return;
    const message = filled("input-of-other-event", { event: this.event });
    this.problems.push(problem(`/${EVENT_KEY}`, { code: "wrong-event-name", severity: "inert", message }));
  }

  outcome() {
    const { plan } = this;
    const made = { event: this.event, action: ACTIONS[this.rank], agent: "continues", stop: this.stop };
    if (this.stop && (plan?.ends === "subagent" || plan?.ends === "teammate")) {
      // Nobody is left who would follow the instruction.
      this.texts = this.texts.filter(({ purpose }) => doesOf(purpose) !== "instructs");
    }
    if (plan === undefined || (this.isUnknown && made.action === "normal")) made.action = "unknown";
    else settle(made, plan, this.retries);
    const isMade = made.action !== "blocked" && made.action !== "deferred";
    if (this.newInput && isMade) made.new_input = this.newInput.value;
    if (this.newOutput) made.new_output = this.newOutput.value;
    made.texts = this.texts;
    if (this.isErased && made.action === "blocked") this.effects.push({ kind: "erase-prompt", from: "" });
    made.effects = this.effects;
    if (this.failure !== undefined) made.failure = this.failure;
    if (this.policy !== undefined) made.on_failure = this.policy;
    made.problems = ordered(this.problems);
    made.depends_on = this.dependsOn;
    if (made.stop && plan?.ends !== undefined && this.stopCause !== undefined) this.cause = this.stopCause;
    made.explanation = explanation(made, plan, this.cause, this.adviceOf(made));
    return made;
  }

  /** Returns what to do to get another outcome. */
  adviceOf({ action, stop }) {
    const { name } = this.cause;
    if (name === "not-run") return added["use-command"];
    if (this.plan !== undefined && action === "normal" && !stop) {
      if (name === "background" && Object.keys(this.plan.advice).length > 0) return added.foreground;
      if (this.failure !== undefined || name === "exit-code") return this.advice();
    }
    // What blocks all the same has no advice about a field.
    return action === "blocked" ? "" : (this.advised[0] ?? "");
  }

  /** Returns the effects that can hold on the host, as far as the context says. */
  possible(effects) {
    const isSo = ({ when }) => when === undefined || this.situation(when);
    const all = effects.filter((it) => this.holds(it) && isSo(it) !== false);
    const sure = all.findIndex(isSo);
    return sure < 0 ? all : all.slice(0, sure + 1);
  }

  /** Returns what a hook that failed can do to block. */
  advice() {
    const { exits } = this.plan;
    const all = this.profile?.advice[this.event] ?? this.plan.advice;
    if (Object.keys(all).length === 0) return added.unblockable;
    if (MODELS.includes(this.kind) || this.isLate(this.kind)) return "";
    const refuses = ({ effects }) => this.possible(effects).some((it) => meaningOf(it).action === "blocked");
    const advice = this.plan.fields.some(refuses) ? all : { exit: all.exit };
    if (this.kind !== "command") return advice.answer ?? "";
    const acts = ({ action, stops }) => action !== undefined || stops !== undefined;
    // What depends on something that nobody can say is not promised.
    const isTellable = ({ when }) => when === undefined || Object.hasOwn(conditions, when) || this.situation(when) !== undefined;
    const isHeard = this.possible(exits[2].action).some((it) => isTellable(it) && acts(meaningOf(it)));
    // A hook that did exit with 2 is not told to.
    return (isHeard && this.code !== 2 ? (advice.both ?? advice.exit) : advice.print) ?? "";
  }
}

/** Returns what the host shows of the errors of a hook that failed. */
const firstLine = (text) => text.trim().split("\n", 1)[0].trim();

/** Returns the meaning of an effect. Without one, nobody knows what happens. */
export function meaningOf(cell) {
  if (cell === undefined) return { does: "undocumented" };
  return Object.hasOwn(meanings, cell.effect) ? meanings[cell.effect] : {};
}

/** Returns what the functions do about a word; `undefined` if nothing. */
export const doesOf = (word) => meaningOf({ effect: word }).does;

/** Sets what the agent and the subagent or teammate do next. A stop wins over the wish to go on. */
export function settle(made, { ends, erases }, retries) {
  if (ends && made.stop) made.action = "normal";
  const isOver = ends !== undefined && made.action !== "blocked";
  if (ends === "subagent" || ends === "teammate") made.subagent = isOver ? "stops" : "continues";
  else if (made.stop || isOver || made.action === "deferred" || (erases && made.action === "blocked")) made.agent = "stops";
  else if (retries) made.agent = "retries";
}

/** Returns true if a problem says that a field has no effect. */
export function isLost(problems, pointer) {
  return problems.some(
    (it) =>
      (it.severity === "ignored" || it.severity === "inert") &&
      it.pointer !== "" &&
      (pointer === it.pointer || pointer.startsWith(`${it.pointer}/`)),
  );
}

/** Returns the value at a pointer; `undefined` if there is none. */
export function at(value, pointer) {
  let found = value;
  for (const key of pointer.split("/").slice(1)) {
    if (jsonType(found) !== "object" || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}
