// The questions to the user that wait, and what a host keeps of its hooks. The class is documented in `queue.d.ts`.

import { objectOf, validatePayload } from "./core.js";
import { CANCELLED, FULL, LATE, PREFERRED, REPLACED } from "./queue-reasons.js";
import { allTypes } from "./types.js";

const MOST = 100; // as in the schema of `HookEventContext`
const RUNS = 1000;

const OPTIONS = ["capacity", "timeout", "historyDuration", "clock"];
const PREFERENCES = ["showWarnings", "answers"];
const REST = 20; // at least, in milliseconds, until the history is looked at again
const LONGEST = 0x7fff_ffff; // of a timer, in milliseconds

export class PermissionQueue {
  #capacity;
  #clock;
  #count = 0;
  #duration;
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
    const toolInput = copied(input);
    do this.#count += 1;
    while (this.#waiting.has(String(this.#count)));
    const pending = { id: String(this.#count), toolName: tool, timestamp: this.#clock() };
    if (toolInput !== undefined) pending.toolInput = toolInput;
    if (reason !== undefined) pending.reason = reason;
    check(pending, "PendingPermission");
    const answers = this.#preferences.answers ?? {};
    if (Object.hasOwn(answers, tool)) return answered(pending, this.#made(tool, answers[tool], PREFERRED));
    if (this.#waiting.size >= this.#capacity) return answered(pending, this.#made(tool, "deny", FULL));
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
    if (waiting === undefined) return false;
    // A program that was busy gets to its timers late.
    const isLate = performance.now() >= waiting.ends;
    this.#end(waiting, isLate ? "deny" : decision, isLate ? LATE : reason);
    this.#waiting.delete(id);
    this.#changed();
    return !isLate;
  }

  cancel(id, reason = CANCELLED) {
    return this.answer(id, "deny", reason);
  }

  record(run) {
    const own = copied(run);
    check(own, "HookExecutionRecord");
    this.#history.push(own);
    this.#changed();
  }

  clearHistory() {
    this.#history = [];
    this.#changed();
  }

  updatePreferences(changes) {
    const own = copied(changes);
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
    const own = copied(state);
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
    // A longer number is not one of a queue.
    const numbers = ids.filter((id) => /^\d{1,15}$/.test(id)).map(Number);
    this.#count = Math.max(this.#count, ...numbers);
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

  #end({ question, settle, timer }, decision, reason) {
    clearTimeout(timer);
    settle(this.#made(question.pending.toolName, decision, reason));
  }

  #made(toolName, decision, reason) {
    const made = { decision, toolName, timestamp: this.#clock(), shouldContinueRecursion: decision === "allow" };
    return Object.freeze(reason === undefined ? made : { ...made, reason });
  }

  #changed() {
    this.#forget();
    this.#snapshot = undefined;
    for (const { listener } of [...this.#listeners]) {
      try {
        listener();
      } catch (error) {
        // It must not keep others from being told.
        console.error("a listener of a PermissionQueue failed:", error);
      }
    }
  }

  /** Drops the runs that are too old, and comes back when the next one is. */
  #forget() {
    const now = this.#clock();
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

/** Returns a question that is answered already. */
const answered = (pending, answer) => Object.freeze({ id: pending.id, pending: Object.freeze(pending), answer: Promise.resolve(answer) });

/** Returns a copy of a JSON value that nobody can change. */
const copied = (value) => frozen(structuredClone(value));

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
