// Explains an outcome in plain English: what happens and why, who reads which text, and what to write.

import { added, causes, meanings, names } from "./outcomes.js";

/** Returns the explanation. `advice` is what to do to get another outcome. */
export function explanation(outcome, plan, cause, advice) {
  const why = cause.name === "silent" && !isSilent(outcome) ? { name: "quiet" } : cause;
  const isHidden = cause.name === "display" && outcome.texts.length === 0;
  const head = isHidden ? capitalised(added["no-display"]) : headOf(outcome, plan);
  const parts = [`${head}: ${causeOf(why)}.`, toldOf(outcome), advice];
  return parts.filter((it) => it !== "").join(" ");
}

/** Returns what happens, without a full stop. `stops` has the words for a stop. */
export function headOf(outcome, plan, stops = stopOf(plan)) {
  const { action, agent, stop } = outcome;
  if (stop && action === "normal") return plan.says.stops?.slice(0, -1) ?? capitalised(stopOf(plan));
  const says = action === "normal" && !isSilent(outcome) ? undefined : plan?.says[action];
  const first = action === "unknown" ? added.unknown : says;
  const parts = [first === undefined ? capitalised(passesOf(outcome, plan)) : first.slice(0, -1)];
  if (stop) parts.push(stops);
  if (agent === "retries") parts.push(added.retries);
  return joined(parts);
}

/** Returns what happens if no hook stops the event, as a part of a sentence. */
export function passesOf({ texts }, plan) {
  const isReplaced = texts.some(({ purpose }) => meanings[purpose]?.does === "replaces-display");
  return isReplaced ? added.display : plan.says.passes;
}

/** Returns true if all is as without a hook. */
export function isSilent(outcome) {
  const { texts, effects, stop, agent } = outcome;
  const isReplaced = Object.hasOwn(outcome, "new_input") || Object.hasOwn(outcome, "new_output");
  return texts.length === 0 && effects.length === 0 && !stop && agent !== "retries" && !isReplaced;
}

/**
 * Returns the sentence about who reads which text, and what else the hook does; empty if there is none. `replaced` is what
 * happens to the input and the output, if several hooks replace them.
 */
export function toldOf(outcome, replaced = replacedBy(outcome)) {
  const clauses = [...outcome.effects, ...outcome.texts].map(({ kind, purpose, from, audience = [] }) => {
    const word = kind ?? purpose;
    const clause = Object.hasOwn(meanings, word) ? (meanings[word].clause ?? "") : "";
    const readers = audience.map((who) => names[who]).join(" and ");
    return clause.replaceAll("{text}", () => sourceOf(from)).replaceAll("{readers}", () => readers);
  });
  const told = [...new Set([...replaced, ...clauses])].filter((it) => it !== "");
  return told.length === 0 ? "" : `${capitalised(joined(told))}.`;
}

const replacedBy = (outcome) => ["input", "output"].filter((key) => Object.hasOwn(outcome, `new_${key}`)).map((key) => added[key]);

/** Returns the words for a stop. */
export function stopOf(plan) {
  return added[plan?.ends === "subagent" || plan?.ends === "teammate" ? plan.ends : "stops"];
}

const capitalised = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Returns parts of a sentence as one. */
export function joined(parts) {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")}, and ${parts.at(-1)}`;
}

function sourceOf(from) {
  if (from.startsWith("/")) return `\`${from.slice(from.lastIndexOf("/") + 1)}\``;
  return Object.hasOwn(added, from) ? added[from] : from;
}

function causeOf({ name, cause, ...values }) {
  const inner = cause ? { ...values, cause: causeOf(cause) } : values;
  return Object.entries(inner).reduce((text, [key, value]) => text.replaceAll(`{${key}}`, () => shown(value)), causes[name]);
}

function shown(value) {
  if (Array.isArray(value)) return "[…]";
  return typeof value === "object" && value !== null ? "{…}" : String(value);
}
