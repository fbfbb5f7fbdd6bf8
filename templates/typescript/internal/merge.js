// Merges the outcomes of several hooks on one event. The function is documented in `interpret.d.ts`.

import { jsonType, nameOf, ordered } from "./core.js";
import { ACTIONS, doesOf, MODEL, settle } from "./draft.js";
import { headOf, isSilent, joined, passesOf, stopOf, toldOf } from "./explain.js";
import { added, plans } from "./outcomes.js";
import { STOP_REASON } from "./wire.js";

export function merge(outcomes, finished) {
  // A copy of each: the same outcome may be there twice.
  const every = listOf(outcomes).map((it) => ({ ...it }));
  const order = finished === undefined ? every.map((_, index) => index) : [...finished];
  checkOrder(every, order);
  const plan = plans.get(every[0].event);
  if (every.length === 1 || plan === undefined) return { ...every[0] };
  const ended = heardOf(order.map((index) => every[index]), plan);
  const { action } = ended.reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one));
  const made = { event: every[0].event, action, agent: "continues", stop: ended.some(({ stop }) => stop) };
  if (action !== "unknown") settle(made, plan, ended.some(({ agent }) => agent === "retries"));
  const decisive = decisiveOf(ended, made.action, made.stop, plan);
  if (made.action !== "blocked" && made.action !== "deferred") takeLast(made, "new_input", ended);
  takeLast(made, "new_output", ended);
  const heard = every.filter((it) => ended.includes(it));
  made.texts = textsOf(heard, decisive, made.stop, plan);
  made.effects = effectsOf(ended);
  const failed = heard.find(({ failure }) => failure !== undefined) ?? {};
  for (const key of ["failure", "on_failure"]) if (failed[key] !== undefined) made[key] = failed[key];
  if (every.some(({ failed }) => failed !== undefined)) made.failed = every.some(({ failed }) => failed);
  made.problems = ordered(heard.flatMap(({ problems }) => problems));
  made.depends_on = [...new Set(heard.flatMap((it) => it.depends_on))];
  made.explanation = explanationOf(every, ended, decisive, made, plan);
  return made;
}

function listOf(outcomes) {
  if (!Array.isArray(outcomes)) throw new TypeError(`\`outcomes\` has to be an array, not ${nameOf(outcomes)}`);
  const other = outcomes.find((it) => jsonType(it) !== "object" || typeof it.explanation !== "string");
  if (other !== undefined) throw new TypeError(`\`outcomes\` has to be an array of outcomes, and has ${nameOf(other)}`);
  if (outcomes.length === 0) throw new RangeError("`outcomes` is empty: merge the outcomes of one hook or more");
  if (outcomes.some(({ event }) => event !== outcomes[0].event)) {
    throw new RangeError("`outcomes` has outcomes of different events: merge those of one");
  }
  return outcomes;
}

function checkOrder(every, order) {
  const sorted = [...order].sort((one, other) => one - other);
  if (sorted.length === every.length && sorted.every((it, index) => it === index)) return;
  throw new RangeError("`finished` has to have the index of each outcome once");
}

const rankOf = ({ action }) => ACTIONS.indexOf(action);

/** Returns the outcomes that the host still reads: up to the first that decides, on some events. */
function heardOf(ended, { combines }) {
  if (combines !== "first-decides") return ended;
  const index = ended.findIndex(({ stop, action }) => stop || action === "allowed" || action === "blocked");
  return index < 0 ? ended : ended.slice(0, index + 1);
}

/** Returns the outcome that decides, if there is one. */
function decisiveOf(ended, action, stop, { combines }) {
  if (action === "normal" || action === "unknown") return stop ? ended.find((it) => it.stop) : undefined;
  const found = ended.filter((it) => it.action === action);
  // A hook that only stops the turn has no reason of its own.
  if (combines === "first-reason") return found.find((it) => !it.stop) ?? found[0];
  return combines === "last-reason" ? found.at(-1) : found[0];
}

function takeLast(made, key, ended) {
  for (const it of ended) if (Object.hasOwn(it, key)) made[key] = it[key];
}

function textsOf(heard, decisive, stop, { combines, ends }) {
  // Nobody is left who would follow an instruction.
  const isOver = stop && (ends === "subagent" || ends === "teammate");
  const isErased = heard.some(({ effects }) => effects.some(({ kind }) => kind === "erase-prompt"));
  const hasOne = combines === "last-reason" || combines === "first-reason";
  const isReason = ({ purpose, from }) => doesOf(purpose) === "explains" && from !== `/${STOP_REASON}`;
  const texts = heard.flatMap((it) =>
    it.texts.filter((text) => {
      if (isReason(text) && hasOne && it !== decisive) return false;
      const does = doesOf(text.purpose);
      return !(isErased && does === "informs") && !(isOver && does === "instructs");
    }),
  );
  if (!stop || combines !== "first-reason") return texts;
  // The agent does not go on to read it.
  const unread = (it) => ({ ...it, audience: it.audience.filter((who) => !MODEL.includes(who)) });
  return texts.map((it) => (isReason(it) ? unread(it) : it));
}

/** Returns the effects of all. Of several titles, that of the hook that ended last counts. */
function effectsOf(ended) {
  const effects = ended.flatMap((it) => it.effects);
  const isTitle = ({ kind }) => doesOf(kind) === "titles";
  const last = effects.findLastIndex(isTitle);
  return effects.filter((it, index) => !isTitle(it) || index === last);
}

function explanationOf(every, ended, decisive, made, plan) {
  const chosen = decisive ?? tellingOf(every);
  const count = String(every.length);
  const parts = [];
  let head = headOf(made, plan, stoppedBy(every, ended, decisive, plan));
  if (decisive !== undefined) {
    parts.push(added.decides.replace("{number}", numberOf(every, decisive)).replace("{count}", count));
  } else if (made.action === "normal") {
    const clauses = [added["no-decision"].replace("{count}", count).replace("{passes}", passesOf(made, plan))];
    if (made.agent === "retries") clauses.push(added.retries);
    head = joined(clauses) + (isSilent(made) ? `, ${added["no-hook"]}` : "");
  }
  // What the chosen hook says of itself is said of all hooks instead.
  const own = headOf(chosen, plan);
  const told = toldOf(chosen);
  let why = chosen.explanation;
  if (why.startsWith(own)) why = why.slice(own.length);
  if (told !== "") why = why.replace(` ${told}`, () => "");
  // The advice is for the hook alone.
  if (decisive !== undefined) why = `${why.split(". ", 1)[0].replace(/\.$/, "")}.`;
  parts.push(head + why, toldOf(made, replacedOf(every, ended, made)));
  return parts.filter((it) => it !== "").join(" ");
}

/** Returns the words for a stop that another hook than the decisive one wants; `undefined` if there is none. */
function stoppedBy(every, ended, decisive, plan) {
  if (decisive === undefined || decisive.stop) return undefined;
  const other = ended.find(({ stop }) => stop);
  return other && added["because-of"].replace("{number}", numberOf(every, other)).replace("{stops}", stopOf(plan));
}

const numberOf = (every, hook) => String(every.indexOf(hook) + 1);

/** Returns the outcome that explains most where no hook decides: of a failure, or of an effect. */
function tellingOf(every) {
  return (
    every.find(({ failure }) => failure !== undefined) ??
    every.find(({ agent }) => agent === "retries") ??
    every.find((it) => Object.hasOwn(it, "new_input") || Object.hasOwn(it, "new_output")) ??
    every.find(({ texts, effects }) => texts.length > 0 || effects.length > 0) ??
    every[0]
  );
}

/** Returns whose input and output are used, and whose are lost. */
function replacedOf(every, ended, made) {
  const told = [];
  for (const key of ["input", "output"].filter((it) => Object.hasOwn(made, `new_${it}`))) {
    const hooks = ended.filter((it) => Object.hasOwn(it, `new_${key}`));
    told.push(added[`${key}-of`].replace("{number}", numberOf(every, hooks.at(-1))));
    const lost = every.filter((it) => hooks.slice(0, -1).includes(it));
    told.push(...lost.map((it) => added[`${key}-lost`].replace("{number}", numberOf(every, it))));
  }
  return told;
}
