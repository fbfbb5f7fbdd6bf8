// The questions to the user that wait, and what a host keeps of its hooks. The class is documented in `queue.d.ts`.

import { isTooDeep, objectOf, validatePayload } from "./core.js";
import { CANCELLED, FULL, LATE, PREFERRED, REPLACED, UNKNOWN } from "./queue-reasons.js";
import { allTypes } from "./types.js";

const MOST = 100; // as in the schema of `HookEventContext`
const RUNS = 1000;
const ENDED = 1000; // questions whose ids are remembered
const CALLS = 100; // of a listener in a row, because it changes what it is told of

const OPTIONS = ["capacity", "timeout", "historyDuration", "clock"];
const PREFERENCES = ["showWarnings", "answers"];
const REST = 20; // at least, in milliseconds, until the history is looked at again
const LONGEST = 0x7fff_ffff; // of a timer, in milliseconds

export class PermissionQueue {
  #capacity;
  #clock;
  #duration;
  /** The ids of questions that have their answers, the oldest first. */
  #ended = new Set();
  #history = [];
  #listeners = new Set();
  #preferences = Object.freeze({});
  #snapshot;
  #timeout;
  #timer;
  /** The questions that wait, each with how to end it, by their ids. */
  #waiting = new Map();

  constructor(options = {}) {
    const { capacity = MOST, timeout, historyDuration = 3_600_000, clock = Date.now } = objectOf("options", options, OPTIONS);
    if (!Number.isInteger(capacity) || capacity < 1 || capacity > MOST) {
      throw new RangeError(`\`capacity\` has to be 1 to ${MOST}`);
    }
    checkTime(historyDuration);
    checkTime(timeout);
    this.#capacity = capacity;
    this.#timeout = timeout;
    this.#duration = historyDuration;
    this.#clock = clock;
  }

  ask(tool, options = {}) {
    if (typeof tool !== "string" || tool === "") throw new TypeError("`tool` has to be the name of a tool");
    const { input, reason, timeout = this.#timeout } = objectOf("options", options, ["input", "reason", "timeout"]);
    checkTime(timeout);
    const toolInput = copied(input, "PendingPermission");
    const pending = { id: randomId(), toolName: tool, timestamp: this.#now() };
    if (toolInput !== undefined) pending.toolInput = toolInput;
    if (reason !== undefined) pending.reason = reason;
    check(pending, "PendingPermission");
    const answers = this.#preferences.answers ?? {};
    if (Object.hasOwn(answers, tool)) return this.#answered(pending, answers[tool], PREFERRED);
    if (this.#waiting.size >= this.#capacity) return this.#answered(pending, "deny", FULL);
    const waiting = this.#waits(pending, timeout);
    this.#waiting.set(pending.id, waiting);
    this.#changed();
    return waiting.question;
  }

  answer(id, decision, reason) {
    if (decision !== "allow" && decision !== "deny") {
      throw new RangeError(`the decision is \`allow\` or \`deny\`, not ${JSON.stringify(decision)}`);
    }
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) {
      if (this.#ended.has(id)) return false;
      throw new RangeError(UNKNOWN);
    }
    // A program that was busy gets to its timers late.
    const isLate = performance.now() >= waiting.ends;
    this.#end(waiting, isLate ? "deny" : decision, isLate ? LATE : reason);
    this.#changed();
    return !isLate;
  }

  cancel(id, reason = CANCELLED) {
    return this.#waiting.has(id) && this.answer(id, "deny", reason);
  }

  record(run) {
    const own = copied(run, "HookExecutionRecord");
    check(own, "HookExecutionRecord");
    this.#history.push(own);
    this.#changed();
  }

  clearHistory() {
    this.#history = [];
    this.#changed();
  }

  updatePreferences(changes) {
    const own = copied(changes, "HookUserPreferences");
    check(own, "HookUserPreferences");
    checkPreferences(own);
    this.#preferences = Object.freeze({ ...this.#preferences, ...own });
    this.#changed();
  }

  /** Without `this`, so that both can be passed on as they are. */
  subscribe = (listener) => {
    const entry = { listener };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  getSnapshot = () => {
    this.#snapshot ??= Object.freeze({
      pendingPermissions: Object.freeze([...this.#waiting.values()].map(({ question }) => question.pending)),
      hookExecutionHistory: Object.freeze([...this.#history]),
      historyDuration: this.#duration,
      userPreferences: this.#preferences,
      isAwaitingPermission: this.#waiting.size > 0,
    });
    return this.#snapshot;
  };

  export() {
    return structuredClone(this.getSnapshot());
  }

  restore(state) {
    const own = copied(state, "HookEventContext");
    check(own, "HookEventContext");
    checkPreferences(own.userPreferences);
    const { pendingPermissions, hookExecutionHistory, userPreferences, isAwaitingPermission } = own;
    const ids = pendingPermissions.map(({ id }) => id);
    if (new Set(ids).size < ids.length) throw new RangeError("two questions have one id");
    if (ids.length > this.#capacity) throw new RangeError("more questions wait than the queue holds");
    if (isAwaitingPermission !== ids.length > 0) {
      throw new RangeError("`isAwaitingPermission` is true exactly if a question waits");
    }
    const before = [...this.#waiting.values()];
    this.#history = [...hookExecutionHistory];
    this.#preferences = userPreferences;
    this.#waiting = new Map(pendingPermissions.map((pending) => [pending.id, this.#waits(pending, this.#timeout)]));
    const questions = [...this.#waiting.values()].map(({ question }) => question);
    for (const waiting of before) this.#end(waiting, "deny", REPLACED);
    this.#changed();
    return questions;
  }

  /** Returns a question that waits, and how to end it. */
  #waits(pending, timeout) {
    let settle;
    const answer = new Promise((resolve) => {
      settle = resolve;
    });
    const question = Object.freeze({ id: pending.id, pending: Object.freeze(pending), answer });
    const waiting = { question, settle, ends: timeout === undefined ? Infinity : performance.now() + timeout };
    const refuse = () => {
      if (this.#waiting.get(pending.id) === waiting) this.cancel(pending.id, LATE);
    };
    if (timeout !== undefined) waiting.timer = setTimeout(refuse, Math.min(timeout, LONGEST));
    return waiting;
  }

  #end(waiting, decision, reason) {
    const { question, settle, timer } = waiting;
    clearTimeout(timer);
    // After `restore`, another question can have the id.
    if (this.#waiting.get(question.id) === waiting) this.#waiting.delete(question.id);
    settle(this.#made(question.pending, decision, reason));
  }

  /** Returns a question that is answered already. */
  #answered(pending, decision, reason) {
    const answer = Promise.resolve(this.#made(pending, decision, reason));
    return Object.freeze({ id: pending.id, pending: Object.freeze(pending), answer });
  }

  #made({ id, toolName }, decision, reason) {
    this.#ended.add(id);
    if (this.#ended.size > ENDED) this.#ended.delete(this.#ended.values().next().value);
    const made = { decision, toolName, timestamp: this.#now(), shouldContinueRecursion: decision === "allow" };
    return Object.freeze(reason === undefined ? made : { ...made, reason });
  }

  /** Returns the time; that of the system, if the clock of the program fails. */
  #now() {
    try {
      const now = this.#clock();
      if (Number.isFinite(now) && now >= 0) return now;
    } catch (error) {
      report("the clock", error);
    }
    return Date.now();
  }

  #changed() {
    this.#forget();
    this.#snapshot = undefined;
    for (const entry of [...this.#listeners]) if (this.#listeners.has(entry)) this.#tell(entry);
  }

  /** Calls a listener. It is not called in itself: instead, once more when it ends. */
  #tell(entry) {
    entry.isChanged = true;
    if (entry.isRunning) return;
    entry.isRunning = true;
    for (let calls = 0; entry.isChanged && calls < CALLS && this.#listeners.has(entry); calls++) {
      entry.isChanged = false;
      call(entry.listener);
    }
    entry.isRunning = false;
  }

  /** Drops the runs that are too old, and comes back when the next one is. */
  #forget() {
    const now = this.#now();
    this.#history = this.#history.filter(({ timestamp }) => timestamp >= now - this.#duration).slice(-RUNS);
    clearTimeout(this.#timer);
    if (this.#history.length === 0) return;
    const first = Math.min(...this.#history.map(({ timestamp }) => timestamp));
    const left = Math.max(0, first + this.#duration - now);
    const count = this.#history.length;
    const look = () => {
      this.#forget();
      if (this.#history.length < count) this.#changed();
    };
    // A clock that stands still must not keep the program busy.
    this.#timer = setTimeout(look, Math.min(Math.max(left + 1, REST), LONGEST));
    // It does not keep Node running.
    this.#timer.unref?.();
  }
}

/** Returns an id that nobody can guess: an answer is taken from who knows it. It has the bytes of a secret. */
const randomId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Calls a function of the program. An error in it must not keep others from being called. */
function call(listener) {
  try {
    Promise.resolve(listener()).catch((error) => report("a listener", error));
  } catch (error) {
    report("a listener", error);
  }
}

function report(what, error) {
  try {
    console.error(`${what} of a PermissionQueue failed:`, error);
  } catch {
    // It cannot be shown.
  }
}

/** Returns a copy of a JSON value for a type, which nobody can change. What the validators refuse as too deep cannot be copied. */
function copied(value, type) {
  if (isTooDeep(value)) check(value, type);
  return frozen(structuredClone(value));
}

function frozen(value) {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

function checkTime(milliseconds) {
  if (milliseconds !== undefined && !(milliseconds > 0)) throw new RangeError("a time has to be more than 0");
}

function checkPreferences(preferences) {
  const unknown = Object.keys(preferences).find((key) => !PREFERENCES.includes(key));
  if (unknown !== undefined) throw new TypeError(`there is no preference ${JSON.stringify(unknown)}`);
}

function check(value, type) {
  const [problem] = validatePayload(value, type, allTypes);
  if (problem) throw new TypeError(`${problem.pointer || type}: ${problem.message}`);
}
