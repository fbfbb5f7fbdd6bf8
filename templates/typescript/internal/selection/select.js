// Says which hooks run on an event, and why the others do not. The function is documented in `selection.d.ts`.

import { contextOf, fill, jsonType, nameOf, near, oneOf, pointerTo, quoted } from "../core.js";
import { aliases, matched, matchesAll } from "../matchers.js";
import { entriesOf, isSettled, matchesEach } from "../matching.js";
import { EVENT_KEY, events as operations } from "../plan.js";
import { isRefused } from "../regex/test.js";
import { isAscii, isPartOfForm, knownOf, ownOf, respelled, ruleOf, whyNever } from "../registration.js";
import { CONDITION, covers, HANDLERS, MATCHER, values as valuesOfEvents } from "../registration-data.js";
import { coversAll } from "../rules/data.js";
import { Call, isCompared } from "../rules/rules.js";
import { SESSION } from "../wire.js";
import { matcherValue, matches } from "../../settings.js";
import { Addresses } from "./addresses.js";
import { CONDITION_SINCE, events, failures, identity, messages, ordered, RULES_SINCE } from "./data.js";
import { Host, shownVersion } from "./host.js";
import { inNames, sourcesOf, treeOf } from "./sources.js";
import { limitAndStart, ofPlaceholders } from "./start.js";

export function select(settings, input, context) {
  const { host: version } = contextOf(context);
  if (jsonType(input) !== "object") {
    throw new TypeError(`\`input\` has to be an object with the name of an event, not ${nameOf(input)}`);
  }
  const event = oneOf("event", ownOf(input)(EVENT_KEY), operations.keys());
  const tree = ownOf(treeOf(settings));
  const call = new Call(input, { home: tree("home"), project: tree("folder") });
  const read = (early) => new Selector(settings, event, input, context, new Host(version, { early }), call).selection();
  const late = read(false);
  return version === undefined ? late : between(read(true), late, version);
}

/** Returns a selection for a version for which nobody has seen which of two is right. They can be equal. */
function between(early, late, version) {
  const doubt = { condition: "version", message: fill(messages.version, { host: version.join(".") }) };
  const byPlace = ({ runs, depends_on: dependsOn }) => {
    const found = new Map(runs.map((handler) => [placeOf(handler), { handler, conditions: [], message: "" }]));
    for (const it of dependsOn) found.set(placeOf(it.handler), it);
    return found;
  };
  const possible = byPlace(late);
  const other = byPlace(early);
  const never = new Map(early.others.map((it) => [placeOf(it), it]));
  const made = { event: late.event, runs: [], others: [], depends_on: [] };
  for (const [place, it] of possible) {
    if (!isSaid(it, other.get(place))) made.depends_on.push(undecided(it.handler, [doubt]));
    else if (it.conditions.length > 0) made.depends_on.push(it);
    else made.runs.push(it.handler);
  }
  for (const [place, { handler }] of other) {
    if (!possible.has(place)) made.depends_on.push(undecided(handler, [doubt]));
  }
  made.others = late.others.filter((it) => !other.has(placeOf(it)));
  const listed = new Set([...made.others.map(placeOf), ...possible.keys(), ...other.keys()]);
  const above = new Set();
  for (let place of listed) {
    while ((place = place.slice(0, Math.max(place.lastIndexOf("/"), 0))) !== "" && !above.has(place)) above.add(place);
  }
  for (const [place, it] of never) {
    // Where only parts are dropped, they are listed instead of what is around them.
    if (!listed.has(place) && !above.has(place)) made.others.push(it);
  }
  return made;
}

const placeOf = ({ source, pointer }) => `${source}:${pointer}`;

/** Returns whether two selections say the same about a handler, of which one may be absent. */
const isSaid = ({ conditions, message }, other) =>
  other !== undefined && message === other.message && JSON.stringify(conditions) === JSON.stringify(other.conditions);

function undecided(handler, doubts) {
  const conditions = [...new Set(doubts.map(({ condition }) => condition))];
  const message = [...new Set(doubts.map((it) => it.message))].join(" ");
  return { handler, conditions, message };
}

class Selector {
  #sources;
  #event;
  #input;
  #isPart;
  #host;
  #context;
  #value;
  #addresses;
  /** The call that conditions are compared with. */
  #call;
  #runs = [];
  #others = [];
  #dependsOn = [];
  /** The indices of the handlers that run, by what they have in common with those that are the same. */
  #handlers = new Map();
  /** Those that are the same as one that runs, with its index. */
  #copies = [];
  /** Where the groups are that count once, by their text. */
  #groups = new Map();
  // What is decided before: a document can have the same matcher in many groups.
  #matched = new Map();

  constructor(settings, event, input, context, host, call) {
    this.#host = host;
    this.#context = context;
    this.#input = ownOf(input);
    this.#event = event;
    this.#isPart = !Object.hasOwn(input, SESSION);
    this.#value = matcherValue(input);
    this.#sources = sourcesOf(settings, host);
    this.#call = call;
    this.#addresses = new Addresses(this.#sources);
  }

  selection() {
    for (const source of this.#sources) {
      const listed = this.#others.length;
      for (const [pointer, ofEvents] of source.events) {
        for (const [key, groups] of inNames(ofEvents)) this.#key(source, pointerTo(pointer, key), key, groups);
      }
      for (const { pointer, message } of source.misplaced([this.#event])) {
        this.#other(source, pointer, source.stop ?? { reason: "malformed", message });
      }
      for (const { pointer, ...found } of source.notes) this.#other(source, pointer, found);
      const isHidden = source.stop?.reason === "dropped" && source.events.size === 0;
      if (isHidden && this.#others.length === listed) this.#other(source, "", source.stop);
    }
    for (const { copy, index } of this.#copies) {
      const { source, pointer } = this.#runs[index];
      copy.because = { source, pointer };
    }
    return { event: this.#event, runs: this.#runs, others: this.#others, depends_on: this.#dependsOn };
  }

  #key(source, pointer, key, groups) {
    if (key === this.#event || source.eventOf(key) === this.#event) {
      this.#ofEvent(source, pointer, key, groups);
    } else if (!events.has(key)) {
      this.#other(source, pointer, source.stop ?? unknownEvent(key));
    }
  }

  #ofEvent(source, pointer, key, groups) {
    const stop = source.stop ?? this.#newerEvent(key) ?? source.wrong.get(pointer);
    if (source.wrong.has(pointer) || !Array.isArray(groups)) {
      if (stop) this.#other(source, pointer, stop);
      return;
    }
    groups.forEach((group, index) => this.#ofGroup(source, `${pointer}/${index}`, key, group, stop));
  }

  /** Returns why a version of the host does not know an event. */
  #newerEvent(event) {
    const { since } = events.get(event);
    if (this.#host.has(since)) return undefined;
    return { reason: "unknown-event", message: fill(messages["event-since"], { event, since: shownVersion(since) }) };
  }

  #ofGroup(source, pointer, key, group, stop) {
    const handlers = ownOf(group)(HANDLERS);
    if (source.wrong.has(pointer) || !Array.isArray(handlers)) {
      this.#other(source, pointer, stop ?? source.wrong.get(pointer) ?? noPart());
      return;
    }
    const stopped = stop ?? this.#repeated(source, pointer, key, group);
    handlers.forEach((handler, index) => {
      const place = `${pointer}/${HANDLERS}/${index}`;
      const wrong = jsonType(handler) === "object" ? undefined : noPart();
      const found = stopped ?? source.wrong.get(place) ?? wrong;
      if (found) this.#other(source, place, found);
      else this.#handler(source, place, key, group, source.entry(handler, place));
    });
  }

  /** Returns that the host leaves a group out, if it is equal to another one. */
  #repeated(source, pointer, key, group) {
    const { duplicates, equal_groups: countsOnce } = source.place;
    if (duplicates !== "settings" && duplicates !== "place") return undefined;
    const whole = identityOf([key, group]);
    const because = this.#groups.get(whole);
    if (!because && countsOnce) this.#groups.set(whole, source.pointerAt(pointer));
    return because && { reason: "duplicate", message: messages["duplicate-group"], because };
  }

  #other(source, pointer, { reason, message, because }) {
    this.#others.push({ ...source.at(pointer), reason, ...(because && { because }), message });
  }

  // ---- a handler ------------------------------------------------------------------------------------------------------

  #handler(source, pointer, key, group, handler) {
    const doubts = [...source.doubts];
    let found = this.#ofPlace(source, key, doubts) ?? this.#ofType(source, handler, doubts);
    let values;
    if (!found) {
      const decided = this.#ofMatcher(group, handler);
      ({ found, values } = decided);
      doubts.push(...decided.doubts);
    }
    found ??= ofPlaceholders(source, handler, doubts) ?? this.#addresses.of(source, handler, doubts);
    if (found) {
      this.#other(source, pointer, found);
      return;
    }
    const { once } = source.place;
    if (once && handler[once.key] === true && !once.but.includes(key)) {
      doubts.push({ condition: "once", message: messages.once });
    }
    const same = sameOf(source, handler, values);
    const before = same === undefined ? undefined : this.#handlers.get(same);
    const isSure = before === undefined || !hasOrder(handler);
    if (before !== undefined && doubts.length > 0 && isSure) {
      this.#copy(source.at(pointer), before);
      return;
    }
    const selected = { ...source.at(pointer), handler, ...limitAndStart(source, this.#event, group, handler, this.#host) };
    if (values) selected.values = values;
    if (doubts.length > 0) {
      this.#dependsOn.push(undecided(selected, doubts));
      return;
    }
    if (before !== undefined && !isSure) {
      this.#dependsOn.push(undecided(this.#runs[before], [{ condition: "duplicate", message: messages["duplicate-order"] }]));
      this.#runs[before] = selected;
      return;
    }
    if (before !== undefined) {
      // The last one counts, in the place of the first.
      const { source: index, place, pointer: first } = this.#runs[before];
      this.#copy({ source: index, place, pointer: first }, before);
      this.#runs[before] = selected;
      return;
    }
    if (same !== undefined) this.#handlers.set(same, this.#runs.length);
    this.#runs.push(selected);
  }

  /** Notes that a handler is the same as one that runs. A later one can still replace that one in `runs`. */
  #copy(at, index) {
    const copy = { ...at, reason: "duplicate", because: {}, message: messages.duplicate };
    this.#others.push(copy);
    this.#copies.push({ copy, index });
  }

  /** Returns why hooks of a place do not run on the input. */
  #ofPlace(source, key, doubts) {
    const { place, given } = source;
    const isOfSession = key === this.#event && this.#isOfSession(source);
    const { but: never = [], outside, outside_but: allowed = [], inside } = place;
    const but = isOfSession ? [] : never;
    const found = (word, holes = {}) => ({ reason: "place", message: fill(messages[word], holes) });
    if (place.own && given.from_plugin === true) return found("agent-plugin");
    if (but.includes(this.#event) || but.includes(key)) return found("place-event", { event: this.#event });
    if (this.#isFailed() && !failures.places.includes(place.name)) {
      if (!failures.unsure?.includes(place.name)) return found("failed", { event: this.#event });
      doubts.push({ condition: "type", message: fill(messages["failed-unsure"], { event: this.#event }) });
    }
    if (outside !== undefined && !allowed.includes(this.#event)) {
      if (this.#input(outside) !== undefined) return found("outside");
      if (this.#isPart) doubts.push({ condition: "agent", message: fill(messages["outside-part"], { key: outside }) });
    }
    if (isOfSession) {
      if (given.name === undefined) doubts.push({ condition: "agent", message: messages["agent-unknown"] });
      return undefined;
    }
    return inside !== undefined && !this.#isInside(source, key, inside, doubts) ? found("inside") : undefined;
  }

  /** Returns whether the front matter is that of the agent with which the session was started. */
  #isOfSession({ place, given, tree }) {
    if (place.inside === undefined || !this.#host.has(place.session)) return false;
    const isMain = !this.#isPart && this.#input(place.outside_id) === undefined;
    const name = tree.agent ?? (isMain ? this.#input(place.inside) : undefined) ?? null;
    return name !== null && (given.name ?? name) === name;
  }

  /** Returns whether the input is about a call that failed, on an event about calls that succeed. */
  #isFailed() {
    if (this.#event !== failures?.event) return false;
    const returned = this.#input(failures.key);
    return typeof returned === "string" && returned.startsWith(failures.begins);
  }

  /** Returns whether the front matter of an agent may count for the input. */
  #isInside({ place, given, tree }, key, inside, doubts) {
    const name = this.#input(inside) ?? null;
    if (name === null && this.#isPart) {
      doubts.push({ condition: "agent", message: fill(messages["agent-part"], { key: inside }) });
      return true;
    }
    const isOfSession = this.#input(place.outside_id) === undefined && !this.#isPart;
    const { name: own = name } = given;
    if (name === null || own !== name || (isOfSession && !this.#host.has(place.session))) return false;
    const renamed = ownOf(place.renames)(key) ?? key;
    if (renamed !== this.#event) {
      if (tree.agent !== undefined) return false;
      doubts.push({ condition: "agent", message: fill(messages["agent-renamed"], { event: renamed }) });
    } else if (given.name === undefined) {
      doubts.push({ condition: "agent", message: messages["agent-unknown"] });
    }
    return true;
  }

  /** Returns why handlers of a type do not run on the event. */
  #ofType({ isOfFunctions }, { type }, doubts) {
    const { since, never, unsure, note = "" } = (!isOfFunctions && ownOf(events.get(this.#event).types)(type)) || {};
    const found = (word, holes) => ({ reason: "type", message: fill(messages[word], { type, ...holes }) });
    if (never !== undefined) return found(never);
    if (!this.#host.has(since)) return found("type-event-since", { since: shownVersion(since) });
    if (unsure === undefined) return undefined;
    doubts.push({ condition: "type", message: fill(messages[unsure], { type, note }).replace(/ +$/, "") });
    return undefined;
  }

  // ---- matchers and conditions ----------------------------------------------------------------------------------------

  /** Returns why the matcher or the condition does not let a handler run, the values with which it runs, and what decides. */
  #ofMatcher(group, handler) {
    const matcher = textOf(ownOf(group)(MATCHER));
    const written = this.#host.has(CONDITION_SINCE) ? textOf(handler[CONDITION]) : undefined;
    const condition = written === "" ? undefined : written;
    const key = JSON.stringify([matcher ?? null, condition ?? null]);
    if (!this.#matched.has(key)) this.#matched.set(key, this.#decided(matcher, condition));
    return this.#matched.get(key);
  }

  #decided(matcher, condition) {
    const doubts = [];
    const never = condition === undefined ? undefined : this.#neverHolds(condition);
    if (never) return { found: never, doubts };
    const isOfAll = matched.has(this.#event) && this.#value === undefined;
    if (isOfAll) return { ...this.#ofAll(matcher, condition, doubts), doubts };
    return { found: this.#ofOne(matcher, condition, doubts), doubts };
  }

  /** Returns why a condition never holds. */
  #neverHolds(condition) {
    const found = (message) => ({ reason: "condition", message });
    if (!valuesOfEvents.get(this.#event)?.condition) return found(messages["condition-event"]);
    if (ruleOf(condition) !== undefined) return undefined;
    return found(fill(messages["condition-syntax"], { condition: quoted(condition) }));
  }

  /** Decides for the value of the input. */
  #ofOne(matcher, condition, doubts) {
    const value = this.#value ?? "";
    const holes = { matcher: quoted(matcher ?? ""), value: quoted(value), condition: quoted(condition ?? "") };
    if (matched.get(this.#event)?.part === "canonical-model" && !matchesAll.includes(matcher)) {
      // No input has that name.
      doubts.push({ condition: "matcher", message: fill(messages["matcher-model"], holes) });
      return undefined;
    }
    const verdict = matches(this.#event, matcher, this.#value, this.#context);
    if (verdict === "no-match") {
      const near = this.#near(matcher, value);
      const message = messages[near === undefined ? "matcher" : "matcher-letters"];
      return { reason: "matcher", message: fill(message, { ...holes, near: near ?? "" }) };
    }
    if (verdict === "undecidable") doubts.push({ condition: "matcher", message: fill(messages["matcher-unknown"], holes) });
    if (condition === undefined) return undefined;
    let held = this.#held(condition, value);
    if (held === "no") return { reason: "condition", message: fill(messages.condition, holes) };
    if (held === "unsure") held = this.#heldByCall(condition, value);
    if (held === "no") return { reason: "condition", message: fill(messages["condition-of-call"], holes) };
    if (held === "unsure") doubts.push({ condition: "condition", message: fill(messages["condition-call"], holes) });
    return undefined;
  }

  /** Decides for all values that are known. There are none in the result if the handler runs with every one. */
  #ofAll(matcher, condition, doubts) {
    const { found, values, doubt } = this.#valuesOf(matcher);
    if (doubt !== undefined) doubts.push({ condition: "matcher", message: doubt });
    if (found || condition === undefined || (doubt !== undefined && values.length === 0)) return { found, values };
    const every = knownOf(valuesOfEvents.get(this.#event));
    const held = new Map((values ?? every).map((it) => [it, this.#held(condition, it)]));
    const holding = [...held.keys()].filter((it) => held.get(it) !== "no");
    const holes = { condition: quoted(condition) };
    const unsure = { condition: "condition", message: fill(messages["condition-call"], holes) };
    if (holding.length === 0 && !every.includes(ruleOf(condition))) {
      // The tool of a newer host, or of a server.
      doubts.push(unsure);
      return {};
    }
    if (holding.length === 0) {
      return { found: { reason: "condition", message: fill(messages["condition-tools"], holes) } };
    }
    if (holding.some((it) => held.get(it) === "unsure")) doubts.push(unsure);
    return { values: holding };
  }

  /** Returns the name for a value that a matcher has in other letters. */
  #near(matcher, value) {
    const known = [value, ...knownOf(valuesOfEvents.get(this.#event))].filter((it) => this.#current(it) === this.#current(value));
    const names = new Map(known.filter(isAscii).reverse().map((it) => [it.toLowerCase(), it]));
    const entries = entriesOf(this.#event, matcher, this.#host.version) ?? [];
    return entries.filter(isAscii).map((it) => names.get(it.toLowerCase())).find((it) => it !== undefined);
  }

  /**
   * Returns why a matcher matches nothing, the known values that it may match, and the message about what decides. There are
   * no values if it matches every one.
   */
  #valuesOf(matcher) {
    if (matchesAll.includes(matcher)) return {};
    const ofEvent = valuesOfEvents.get(this.#event);
    const isClosed = ofEvent.closed !== undefined;
    const every = knownOf(ofEvent);
    const entries = new Set(entriesOf(this.#event, matcher, this.#host.version));
    const verdicts = matchesEach(this.#event, matcher, every, this.#host.version);
    const said = new Map(every.map((it, index) => [it, verdicts[index]]));
    const inOrder = [...[...entries].filter((it) => said.has(it)), ...every.filter((it) => !entries.has(it))];
    const certain = inOrder.filter((it) => said.get(it) === "match");
    // A host that is settled does not send the old name of a tool.
    const isSent = isSettled(this.#event, this.#host.version)
      ? (it) => certain.includes(it) || !certain.includes(this.#current(it))
      : () => true;
    const values = inOrder.filter((it) => said.get(it) !== "no-match" && isSent(it));
    const shown = quoted(matcher);
    const unsure = values.find((it) => said.get(it) === "undecidable");
    if (unsure !== undefined) {
      const word = certain.length > 0 ? "matcher-partly" : "matcher-unknown";
      const holes = { matcher: shown, value: quoted(unsure), values: certain.map(quoted).join(", ") };
      return { values, doubt: fill(messages[word], holes) };
    }
    if (values.length > 0) return !isClosed && values.length === every.length ? {} : { values };
    const meant = new Map([...entries].map((it) => [it, respelled(it, every)]));
    const near = [...meant.values()].filter((it) => it !== undefined).map((it) => `\`${it}\``);
    const holes = { matcher: shown, near: near.join(", ") };
    const canBe = [...meant].some(([it, known]) => it !== "" && known === undefined && !isPartOfForm(it, ofEvent));
    if (!isClosed && (canBe || (entries.size === 0 && !isRefused(matcher)))) {
      const never = entries.size === 0 ? whyNever(matcher, this.#event, this.#host.version) : undefined;
      if (never !== undefined) return { found: { reason: "matcher", message: never } };
      return { values, doubt: fill(messages["matcher-open"], holes) };
    }
    return { found: { reason: "matcher", message: fill(messages[near.length > 0 ? "matcher-case" : "matcher-values"], holes) } };
  }

  /**
   * Returns whether a condition holds for a tool.
   *
   * @returns {"yes" | "no" | "unsure"} `unsure` if the call decides
   */
  #held(condition, value) {
    const name = ruleOf(condition);
    const [own, tool] = [this.#current(name), this.#current(value)];
    if (own !== tool && !covers.get(own)?.includes(tool)) return "no";
    if (!coversAll.includes(condition.slice(name.length + 1, -1))) return "unsure";
    return own === tool || (this.#host.has(RULES_SINCE) && isCompared(tool)) ? "yes" : "unsure";
  }

  /**
   * Returns whether a condition holds for the call of the input.
   *
   * @returns {"yes" | "no" | "unsure"}
   */
  #heldByCall(condition, value) {
    if (!this.#host.has(RULES_SINCE)) return "unsure";
    const covered = this.#call.covers(condition);
    if (covered) return "yes";
    // Whether a rule is about the calls of another tool, nobody has seen for each.
    const isOwn = this.#current(ruleOf(condition)) === this.#current(value);
    return covered === false && isOwn ? "no" : "unsure";
  }

  /** Returns the current name of a tool. */
  #current(name) {
    return aliases[matched.get(this.#event)?.table]?.get(name) ?? name;
  }
}

const textOf = (value) => (typeof value === "string" ? value : undefined);

function unknownEvent(name) {
  const event = near(name, [...events.keys()]);
  const word = event === undefined ? "event-unknown" : "event-name";
  return { reason: "unknown-event", message: fill(messages[word], { name: quoted(name), event }) };
}

const noPart = () => ({ reason: "malformed", message: messages["malformed-part"] });

/** Returns what a handler has in common with those that are the same; undefined if there are none. */
function sameOf(source, handler, values = null) {
  const scope = source.scope();
  if (!scope) return undefined;
  const { type } = handler;
  // An empty text is like an absent key.
  const given = identity.get(type)?.map((key) => (handler[key] === "" ? null : handler[key]));
  return identityOf([scope, type, given ?? handler, values]);
}

/** Returns whether a handler has keys whose order counts when it is compared. */
const hasOrder = (handler) => (ordered.get(handler.type) ?? []).some((key) => isOrdered(ownOf(handler)(key)));

/** Returns whether there is an object with several keys in a value. */
function isOrdered(value) {
  if (Array.isArray(value)) return value.some(isOrdered);
  if (jsonType(value) !== "object") return false;
  const values = Object.values(value);
  return values.length > 1 || values.some(isOrdered);
}

/** Returns a text that is the same for equal JSON values. */
function identityOf(value) {
  if (Array.isArray(value)) return `[${value.map(identityOf).join(",")}]`;
  if (jsonType(value) !== "object") return JSON.stringify(value) ?? "null";
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${identityOf(value[key])}`).join(",")}}`;
}
