// Says which hooks run on an event, and why the others do not. The function is documented in `selection.d.ts`.

import { contextOf, fill, jsonType, nameOf, near, oneOf, pointerTo, quoted } from "../core.js";
import { aliases, matched } from "../matchers.js";
import { entriesOf, matchesEach } from "../matching.js";
import { EVENT_KEY, events as operations } from "../plan.js";
import { isRefused } from "../regex/test.js";
import { knownOf, ownOf, respelled, ruleOf } from "../registration.js";
import { CONDITION, covers, HANDLERS, MATCHER, values as valuesOfEvents } from "../registration-data.js";
import { matcherValue, matches } from "../../settings.js";
import { CONDITION_SINCE, events, identity, messages } from "./data.js";
import { isBefore, sourcesOf } from "./sources.js";
import { Addresses, faultOfPlaceholders, startOf } from "./start.js";

export function select(settings, input, context) {
  const { host } = contextOf(context);
  if (jsonType(input) !== "object") {
    throw new TypeError(`\`input\` has to be an object with the name of an event, not ${nameOf(input)}`);
  }
  const event = oneOf("event", ownOf(input)(EVENT_KEY), operations.keys());
  return new Selector(sourcesOf(settings, host), event, input, host, context).selection();
}

class Selector {
  #sources;
  #event;
  #input;
  #host;
  #context;
  #value;
  #addresses;
  #runs = [];
  #others = [];
  #dependsOn = [];
  /** Where the handlers that run are, by what they have in common with those that are the same. */
  #handlers = new Map();
  /** Where the groups are that count once, by their text. */
  #groups = new Map();
  // What is decided before: a document can have the same matcher in many groups.
  #verdicts = new Map();
  #possible = new Map();

  constructor(sources, event, input, host, context) {
    this.#sources = sources;
    this.#event = event;
    this.#input = ownOf(input);
    this.#host = host;
    this.#context = context;
    this.#value = matcherValue(input);
    this.#addresses = new Addresses(sources);
  }

  selection() {
    for (const source of this.#sources) {
      for (const [pointer, ofEvents] of source.events) {
        for (const [key, groups] of Object.entries(ofEvents)) this.#key(source, pointerTo(pointer, key), key, groups);
      }
    }
    return { event: this.#event, runs: this.#runs, others: this.#others, depends_on: this.#dependsOn };
  }

  #key(source, pointer, key, groups) {
    if (key === this.#event || source.eventOf(key) === this.#event) {
      this.#ofEvent(source, pointer, key, groups);
    } else if (!events.has(key) && near(key, [...events.keys()]) === this.#event) {
      const message = fill(messages["event-name"], { name: quoted(key), event: this.#event });
      this.#other(source, pointer, source.stop ?? { reason: "unknown-event", message });
    }
  }

  #ofEvent(source, pointer, key, groups) {
    const stop = source.stop ?? this.#unknown(key) ?? source.wrong.get(pointer);
    if (source.wrong.has(pointer) || !Array.isArray(groups)) {
      if (stop) this.#other(source, pointer, stop);
      return;
    }
    groups.forEach((group, index) => this.#group(source, `${pointer}/${index}`, key, group, stop));
  }

  #group(source, pointer, key, group, stop) {
    const handlers = ownOf(group)(HANDLERS);
    if (source.wrong.has(pointer) || !Array.isArray(handlers)) {
      this.#other(source, pointer, stop ?? source.wrong.get(pointer) ?? wrongPart());
      return;
    }
    const repeated = stop ? undefined : this.#repeated(source, pointer, key, group);
    handlers.forEach((handler, index) => {
      const place = `${pointer}/${HANDLERS}/${index}`;
      const wrong = jsonType(handler) === "object" ? undefined : wrongPart();
      const fault = stop ?? source.wrong.get(place) ?? repeated ?? wrong;
      if (fault) this.#other(source, place, fault);
      else this.#handler(source, place, key, group, source.entry(handler, place));
    });
  }

  /** Returns why a version of the host does not know an event. */
  #unknown(event) {
    const { since } = events.get(event);
    if (!isBefore(this.#host, since)) return undefined;
    return { reason: "unknown-event", message: fill(messages["event-since"], { event, since: since.join(".") }) };
  }

  /** Returns why the host leaves a group out that is equal to another one. */
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
    let fault = this.#faultOfPlace(source, key, doubts) ?? this.#faultOfType(source, handler);
    let values;
    if (!fault) ({ fault, values } = this.#byMatcher(group, handler, doubts));
    fault ??= faultOfPlaceholders(source, handler, doubts) ?? this.#addresses.fault(source, handler, doubts);
    const same = fault ? undefined : sameOf(source, handler);
    if (!fault && handler.once === true && source.place.once?.includes(key)) {
      doubts.push({ condition: "once", message: messages.once });
    }
    if (same !== undefined && this.#handlers.has(same)) {
      fault = { reason: "duplicate", message: messages.duplicate, because: this.#handlers.get(same) };
    }
    if (fault) {
      this.#other(source, pointer, fault);
      return;
    }
    const selected = { ...source.at(pointer), handler, ...startOf(source, this.#event, handler) };
    if (values) selected.values = values;
    if (doubts.length > 0) {
      this.#dependsOn.push({ handler: selected, ...doubts[0] });
      return;
    }
    if (same !== undefined && !values) this.#handlers.set(same, source.pointerAt(pointer));
    this.#runs.push(selected);
  }

  #faultOfPlace(source, key, doubts) {
    const { place, given } = source;
    const { but = [], outside, outside_but: allowed = [], inside } = place;
    const fault = (word, holes = {}) => ({ reason: "place", message: fill(messages[word], holes) });
    if (place.own && given.from_plugin === true) return fault("agent-plugin");
    if (but.includes(this.#event) || but.includes(key)) return fault("place-event", { event: this.#event });
    const isInside = outside !== undefined && this.#input(outside) !== undefined;
    if (isInside && !allowed.includes(this.#event)) return fault("outside");
    if (inside === undefined) return undefined;
    const name = this.#input(inside) ?? null;
    const { name: own = name } = given;
    if (name === null || own !== name) return fault("inside");
    const renamed = source.eventOf(key);
    if (renamed !== this.#event) {
      doubts.push({ condition: "agent", message: fill(messages["agent-renamed"], { event: renamed }) });
    } else if (given.name === undefined) {
      doubts.push({ condition: "agent", message: messages["agent-unknown"] });
    }
    return undefined;
  }

  #faultOfType({ hasEntries }, { type }) {
    const word = hasEntries ? ownOf(events.get(this.#event).refuses)(type) : undefined;
    return word && { reason: "type", message: fill(messages[word], { type }) };
  }

  /** Returns why the matcher or the condition does not let a handler run, or the values with which it runs. */
  #byMatcher(group, handler, doubts) {
    const matcher = textOf(ownOf(group)(MATCHER));
    const written = isBefore(this.#host, CONDITION_SINCE) ? undefined : textOf(handler[CONDITION]);
    const condition = written === "" ? undefined : written;
    if (condition !== undefined) {
      const fault = this.#faultOfCondition(condition);
      if (fault) return { fault };
    }
    if (matched.has(this.#event) && this.#value === undefined) return this.#forAll(matcher, condition, doubts);
    const verdict = this.#verdict(matcher);
    const holes = { matcher: quoted(matcher ?? ""), value: quoted(this.#value ?? "") };
    if (verdict === "no-match") return { fault: { reason: "matcher", message: fill(messages.matcher, holes) } };
    if (verdict === "undecidable") doubts.push({ condition: "matcher", message: fill(messages["matcher-unknown"], holes) });
    return condition === undefined ? {} : this.#byCondition(condition, this.#value ?? "", doubts);
  }

  #verdict(matcher) {
    if (!this.#verdicts.has(matcher)) {
      this.#verdicts.set(matcher, matches(this.#event, matcher, this.#value, this.#context));
    }
    return this.#verdicts.get(matcher);
  }

  /** Returns why a condition never holds. */
  #faultOfCondition(condition) {
    const fault = (message) => ({ reason: "condition", message });
    if (!valuesOfEvents.get(this.#event)?.condition) return fault(messages["condition-event"]);
    if (ruleOf(condition) !== undefined) return undefined;
    return fault(fill(messages["condition-syntax"], { condition: quoted(condition) }));
  }

  #byCondition(condition, value, doubts) {
    const held = this.#held(condition, value);
    const holes = { condition: quoted(condition), value };
    if (held === "no") return { fault: { reason: "condition", message: fill(messages.condition, holes) } };
    if (held === "unsure") doubts.push({ condition: "condition", message: fill(messages["condition-call"], holes) });
    return {};
  }

  /** Does the same as `#byMatcher` for an input without a value: for all values that are known. */
  #forAll(matcher, condition, doubts) {
    if (!this.#possible.has(matcher)) this.#possible.set(matcher, this.#possibleValues(matcher));
    const { fault, values, doubt } = this.#possible.get(matcher);
    if (doubt !== undefined) doubts.push({ condition: "matcher", message: doubt });
    if (fault || condition === undefined || (doubt !== undefined && !values)) return { fault, values };
    const own = ruleOf(condition);
    const every = knownOf(valuesOfEvents.get(this.#event));
    const possible = values ?? [own, ...every.filter((it) => it !== own)];
    const holding = possible.map((it) => [it, this.#held(condition, it)]).filter(([, held]) => held !== "no");
    const holes = { condition: quoted(condition) };
    if (holding.length === 0) {
      return { fault: { reason: "condition", message: fill(messages["condition-tools"], holes) } };
    }
    if (holding.some(([, held]) => held === "unsure")) {
      doubts.push({ condition: "condition", message: fill(messages["condition-call"], holes) });
    }
    return { values: holding.map(([it]) => it) };
  }

  /**
   * Returns why a matcher matches nothing, the values that it may match, and the message about what decides. There are no
   * values if it matches every one.
   */
  #possibleValues(matcher) {
    if (matcher === undefined || matcher === "" || matcher === "*") return {};
    const ofEvent = valuesOfEvents.get(this.#event);
    const isClosed = ofEvent.closed !== undefined;
    const every = knownOf(ofEvent);
    const entries = [...new Set(entriesOf(this.#event, matcher, this.#host))];
    const meant = new Map(entries.map((it) => [it, respelled(it, every)]));
    const named = entries.filter((it) => it !== "" && meant.get(it) === undefined && (!isClosed || every.includes(it)));
    const others = every.filter((it) => !meant.has(it));
    const verdicts = matchesEach(this.#event, matcher, others, this.#host);
    const values = [...named, ...others.filter((_, index) => verdicts[index] !== "no-match")];
    const shown = quoted(matcher);
    const unknown = others[verdicts.indexOf("undecidable")];
    if (unknown !== undefined) {
      return { values, doubt: fill(messages["matcher-unknown"], { matcher: shown, value: quoted(unknown) }) };
    }
    if (values.length > 0) return !isClosed && values.length === every.length ? {} : { values };
    const near = [...meant.values()].filter((it) => it !== undefined).map((it) => `\`${it}\``);
    const holes = { matcher: shown, near: near.join(", ") };
    if (near.length > 0) return { fault: { reason: "matcher", message: fill(messages["matcher-case"], holes) } };
    if (!isClosed && entries.length === 0 && !isRefused(matcher)) return { doubt: fill(messages["matcher-open"], holes) };
    return { fault: { reason: "matcher", message: fill(messages["matcher-values"], holes) } };
  }

  /**
   * Returns whether a condition holds for a tool.
   *
   * @returns {"yes" | "no" | "unsure"} `unsure` if the call decides
   */
  #held(condition, value) {
    const current = (it) => aliases[matched.get(this.#event)?.table]?.get(it) ?? it;
    const name = ruleOf(condition);
    const [own, tool] = [current(name), current(value)];
    if (own === tool) return ["", "*"].includes(condition.slice(name.length + 1, -1)) ? "yes" : "unsure";
    return covers.get(own)?.includes(tool) ? "unsure" : "no";
  }
}

const textOf = (value) => (typeof value === "string" ? value : undefined);

const wrongPart = () => ({ reason: "malformed", message: messages["malformed-part"] });

/** Returns what a handler has in common with those that are the same; undefined if nothing is. */
function sameOf(source, handler) {
  const scope = source.scope();
  if (scope === undefined) return undefined;
  const { type } = handler;
  // An empty text is like an absent key.
  const values = identity.get(type)?.map((key) => (handler[key] === "" ? null : handler[key]));
  return identityOf([scope, type, values ?? handler]);
}

/** Returns a text that is the same for equal JSON values. */
function identityOf(value) {
  if (Array.isArray(value)) return `[${value.map(identityOf).join(",")}]`;
  if (jsonType(value) !== "object") return JSON.stringify(value) ?? "null";
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${identityOf(value[key])}`).join(",")}}`;
}
