// Explains an outcome in plain English.

import { added, causes } from "./outcomes.js";

/** Returns what happens, why, and what to do instead, which is the advice to a hook that failed. */
export function explanation(outcome, plan, cause, advice) {
  const { action, agent, stop } = outcome;
  const stops = stopOf(plan);
  const isAlone = stop && action === "normal";
  const says = action === "unknown" ? added.unknown : (plan.says[action] ?? plan.says.normal);
  const first = isAlone ? stops : says;
  const parts = [`${first.slice(0, -1)}: ${causeOf(cause)}.`];
  if (stop && !isAlone) parts.push(stops);
  if (agent === "retries") parts.push(added.retries);
  for (const key of ["input", "output"]) if (Object.hasOwn(outcome, `new_${key}`)) parts.push(added[key]);
  if (action === "normal" && !isAlone && advice !== "") parts.push(advice);
  return parts.join(" ");
}

/** Returns the sentence for a stop. */
export function stopOf(plan) {
  return added[plan?.ends === "subagent" || plan?.ends === "teammate" ? plan.ends : "stops"];
}

function causeOf({ name, cause, ...values }) {
  const inner = cause ? { ...values, cause: causeOf(cause) } : values;
  return Object.entries(inner).reduce((text, [key, value]) => text.replaceAll(`{${key}}`, () => String(value)), causes[name]);
}
