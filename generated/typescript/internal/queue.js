// The questions to the user that wait, and what a host keeps of its hooks. The class is documented in `queue.d.ts`.

import { objectOf, validatePayload } from "./core.js";
import { allTypes } from "./types.js";

const MOST = 100; // as in the schema of `HookEventContext`
const FULL = "too many calls wait for the user";
const LATE = "the user did not answer in time";
const CANCELLED = "the question was cancelled";
const PREFERRED = "this is the preference of the user";
const LOST = "the questions that waited were replaced";

const OPTIONS = ["capacity", "timeout", "historyDuration", "clock"];
const PREFERENCES = ["showWarnings", "answers"];

export class PermissionQueue {
  #answers = new Map();
  #capacity;
  #clock;
  #count = 0;
  #duration;
  #history = [];
  #listeners = new Set();
  #preferences = Object.freeze({});
  #snapshot;
  #timeout;
  #waiting = new Map();

  constructor(options = {}) {
    const { capacity = MOST, timeout, historyDuration = 3_600_000, clock = Date.now } = objectOf("options", options, OPTIONS);
    if (!Number.isInteger(capacity) || capacity < 1 || capacity > MOST) {
      throw new RangeError(`\`capacity\` has to be 1 to ${MOST}`);
    }
    if (!(historyDuration > 0) || (timeout !== undefined && !(timeout > 0))) throw new RangeError("a time has to be more than 0");
    this.#capacity = capacity;
    this.#timeout = timeout;
    this.#duration = historyDuration;
    this.#clock = clock;
  }

  ask(tool, { input, reason, timeout = this.#timeout } = {}) {
    if (typeof tool !== "string" || tool === "") throw new TypeError("`tool` has to be the name of a tool");
    this.#count += 1;
    const pending = { id: String(this.#count), toolName: tool, timestamp: this.#clock() };
    if (input !== undefined) pending.toolInput = { ...input };
    if (reason !== undefined) pending.reason = reason;
    const answers = this.#preferences.answers ?? {};
    if (Object.hasOwn(answers, tool)) return answered(pending, this.#made(tool, answers[tool], PREFERRED));
    if (this.#waiting.size >= this.#capacity) return answered(pending, this.#made(tool, "deny", FULL));
    const question = this.#wait(pending, timeout);
    this.#changed();
    return question;
  }

  answer(id, decision, reason) {
    if (decision !== "allow" && decision !== "deny") {
      throw new RangeError(`the decision is \`allow\` or \`deny\`, not ${JSON.stringify(decision)}`);
    }
    const question = this.#waiting.get(id);
    if (question === undefined) return false;
    this.#waiting.delete(id);
    const { settle, timer } = this.#answers.get(id);
    this.#answers.delete(id);
    clearTimeout(timer);
    settle(this.#made(question.pending.toolName, decision, reason));
    this.#changed();
    return true;
  }

  cancel(id, reason = CANCELLED) {
    return this.answer(id, "deny", reason);
  }

  record(run) {
    check(run, "HookExecutionRecord");
    this.#history.push(run);
    this.#forget();
    this.#changed();
  }

  clearHistory() {
    this.#history = [];
    this.#changed();
  }

  updatePreferences(changes) {
    check(changes, "HookUserPreferences");
    const unknown = Object.keys(changes).find((key) => !PREFERENCES.includes(key));
    if (unknown !== undefined) throw new TypeError(`there is no preference ${JSON.stringify(unknown)}`);
    this.#preferences = Object.freeze({ ...this.#preferences, ...changes });
    this.#changed();
  }

  /** Without `this`, so that both can be passed on as they are. */
  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  getSnapshot = () => {
    this.#forget();
    this.#snapshot ??= Object.freeze({
      pendingPermissions: Object.freeze([...this.#waiting.values()].map(({ pending }) => pending)),
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
    check(state, "HookEventContext");
    const ids = state.pendingPermissions.map(({ id }) => id);
    if (new Set(ids).size < ids.length) throw new RangeError("two questions have one id");
    if (ids.length > this.#capacity) throw new RangeError("more questions wait than the queue holds");
    if (state.isAwaitingPermission !== ids.length > 0) {
      throw new RangeError("`isAwaitingPermission` is true exactly if a question waits");
    }
    for (const id of [...this.#waiting.keys()]) this.cancel(id, LOST);
    const { pendingPermissions, hookExecutionHistory, userPreferences } = structuredClone(state);
    const numbers = ids.filter((id) => /^\d{1,15}$/.test(id)).map(Number);
    this.#count = Math.max(this.#count, ...numbers);
    this.#history = hookExecutionHistory;
    this.#preferences = Object.freeze(userPreferences);
    const questions = pendingPermissions.map((pending) => this.#wait(pending, this.#timeout));
    this.#changed();
    return questions;
  }

  /** Lets a question wait. */
  #wait(pending, timeout) {
    const { id } = pending;
    let settle;
    const answer = new Promise((resolve) => {
      settle = resolve;
    });
    const timer = timeout === undefined ? undefined : setTimeout(() => this.cancel(id, LATE), Math.min(timeout, 0x7fff_ffff));
    const question = Object.freeze({ id, pending: Object.freeze(pending), answer });
    this.#waiting.set(id, question);
    this.#answers.set(id, { settle, timer });
    return question;
  }

  #made(toolName, decision, reason) {
    const made = { decision, toolName, timestamp: this.#clock(), shouldContinueRecursion: decision === "allow" };
    return reason === undefined ? made : { ...made, reason };
  }

  #forget() {
    const first = this.#clock() - this.#duration;
    const kept = this.#history.findIndex(({ timestamp }) => timestamp >= first);
    if (kept === 0 || this.#history.length === 0) return;
    this.#history = kept < 0 ? [] : this.#history.slice(kept);
    this.#snapshot = undefined;
  }

  #changed() {
    this.#snapshot = undefined;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Returns a question that is answered already. */
const answered = (pending, answer) => Object.freeze({ id: pending.id, pending: Object.freeze(pending), answer: Promise.resolve(answer) });

function check(value, type) {
  const [problem] = validatePayload(value, type, allTypes);
  if (problem) throw new TypeError(`${problem.pointer || type}: ${problem.message}`);
}
