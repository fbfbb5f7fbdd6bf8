// Walks a payload and the table side by side, and tells what is wrong.
//
// Keys of payloads and of the table are own properties and nothing else: `toString` is a key like any other.

import { hasFormat } from "./formats.js";
import { isTooDeep, jsonType } from "./json.js";
import { adviceFor, expected, filled, found, foundForInteger, ofUnknown, quoted } from "./message.js";
import { profiles } from "./profiles.js";
import { tables, typeOf, words } from "./table.js";

/** What a path of a rule leads to where nothing is. */
const ABSENT = Symbol("absent");

/** What the host writes is not told of such. */
const WITHOUT_CONSEQUENCE = ["inert", "deprecated"];

/**
 * Where a value stands, and what that means for it.
 *
 * @typedef {object} Place
 * @property {string} pointer
 * @property {string} text what messages call it at the beginning of a sentence
 * @property {string} name what they call it within one
 * @property {boolean} closed objects take no unknown keys from here on
 * @property {number[]} [host] the version that it is judged for
 * @property {string} [occasion] the event that it is about, within a settings file
 * @property {string} [skip] a key of this object that has been judged
 * @property {Record<string, string>} [mistakes] advice for what people write here
 * @property {boolean} [nullable] it could be null
 * @property {{unconfirmed: boolean}} [dropped] it is in a value that a host which refuses it drops alone
 */

/**
 * Judges any payload.
 *
 * @param {unknown} payload
 * @param {string} name of a type of the table
 * @param {number[]} [host] the version that it is judged for
 * @param {string} [tool] what it is about
 * @param {string} [profile] what else it is judged for
 * @returns what is wrong, sorted
 */
export function judge(payload, name, host, tool, profile) {
  if (!isTooDeep(payload)) return judgeRead(payload, name, host, tool, profile);
  const problems = new Problems(!typeOf(name).output);
  problems.tell("", { code: "too-deep", message: words["too-deep"] });
  return under(profile, problems.sorted());
}

/** Likewise, of a payload that is not too deep, as none is that was read from text. */
export function judgeRead(payload, name, host, tool, profile) {
  const isOther = profiles.get(profile)?.types.has(name);
  const type = typeOf(isOther ? `${name}:${profile}` : name);
  const isInput = !type.output;
  const problems = new Problems(isInput);
  const root = { pointer: "", text: words.root, name: words["root-name"], closed: false, host };
  new Walk(isInput, problems, tool).type(payload, type, root);
  return under(profile, problems.sorted());
}

/** Problems as they are told under a profile: no surer than it is itself. */
export function under(profile, problems) {
  if (!profiles.get(profile)?.unconfirmed) return problems;
  return problems.map((problem) => ({ ...problem, confidence: "unconfirmed" }));
}

class Walk {
  #isInput;
  #problems;
  #tool;

  constructor(isInput, problems, tool) {
    this.#isInput = isInput;
    this.#problems = problems;
    this.#tool = tool;
  }

  /** A value of a type of the table. */
  type(value, type, place) {
    const below = this.#since(type.since, place);
    switch (type.kind) {
      case "alias":
        return this.#expression(value, type.type, below);
      case "enum":
        return this.#enum(value, type, below);
      case "struct":
        return this.#struct(value, type, below);
      case "union":
        return this.#union(value, type, below);
    }
  }

  #expression(value, expression, place) {
    switch (expression.is) {
      case "any":
        return;
      case "boolean":
      case "number":
      case "string":
        if (typeof value !== expression.is) this.#wrongType(value, words[expression.is], place);
        return;
      case "integer":
        return void this.#integer(value, words.integer, place);
      case "bounded":
        return this.#bounded(value, expression, place);
      case "constant":
        return this.#constant(value, expression, place);
      case "list":
        return this.#list(value, expression, place);
      case "map":
        return this.#map(value, expression, place);
      case "nullable":
        if (value !== null) this.#expression(value, expression.inner, { ...place, nullable: true });
        return;
      case "keyed":
        return this.#expression(value, expression.base, place);
      case "ref":
        return this.type(value, typeOf(expression.name), { ...place, closed: place.closed || !!expression.closed });
    }
  }

  /** Whether a value is an integer; where it is none, what is wrong is told. */
  #integer(value, what, place) {
    if (!Number.isInteger(value)) this.#wrongType(value, what, place, foundForInteger(value));
    else if (!Number.isSafeInteger(value)) this.#tell(place, "out-of-range");
    return Number.isSafeInteger(value);
  }

  #bounded(value, expression, place) {
    const { inner, what } = expression;
    if (inner.is === "integer" && !this.#integer(value, what, place)) return;
    const type = inner.is === "string" ? "string" : "number";
    if (typeof value !== type) return this.#wrongType(value, what, place);
    if (isWithin(value, expression)) return this.#format(value, expression.format, place);
    const message = filled("out-of-bounds", { place: place.text, what: orNull(what, place) });
    this.#report(place, { code: type === "string" ? "too-short" : "out-of-range", message });
  }

  #format(value, format, place) {
    if (!format || hasFormat(value, format)) return;
    const message = filled(`format-${format}`, { place: place.text });
    this.#report(place, { code: "wrong-value", severity: "ignored", message });
  }

  #constant(value, expression, place) {
    if (typeof value !== typeof expression.value) this.#wrongType(value, expression.what, place);
    else if (value !== expression.value) this.#wrongValue(value, expression, [], place);
  }

  #list(value, { item, min = 0, max = Infinity }, place) {
    if (!Array.isArray(value)) return this.#wrongType(value, words.list, place);
    if (value.length < min) this.#tell(place, "too-short");
    if (value.length > max) this.#tell(place, "too-long");
    const text = filled("item", place);
    for (const [index, inner] of value.entries()) {
      this.#expression(inner, item, within(place, String(index), text, place.name));
    }
  }

  #map(value, expression, place) {
    if (jsonType(value) !== "object") return this.#wrongType(value, words.map, place);
    for (const key of Object.keys(value)) {
      this.#expression(value[key], expression.value, within(place, key, filled("value", place), place.name));
    }
  }

  #enum(value, type, place) {
    if (typeof value !== "string") return this.#wrongType(value, type.what, place);
    if (type.values.includes(value)) {
      this.#since(own(type.added, value), place);
      if (place.host === undefined) this.#say(own(type.deprecated, value), place);
    } else if (!this.#isOfOlderHost(own(type.removed, value), place) && !type.open) {
      this.#wrongValue(value, type, type.values, place);
    }
  }

  #isOfOlderHost(removed, { host }) {
    return removed !== undefined && host !== undefined && isOlder(host, removed);
  }

  #union(value, type, place) {
    const member = { ...place, mistakes: undefined, nullable: false };
    if (type.on === "type") {
      const expression = own(type.types, jsonType(value));
      return expression ? this.#expression(value, expression, member) : this.#wrongType(value, type.what, place);
    }
    if (jsonType(value) !== "object") return this.#wrongType(value, words.struct, place);
    return type.on === "tag" ? this.#byTag(value, type, member) : this.#byKey(value, type, member);
  }

  #byTag(value, type, place) {
    const key = { ...keyed(place, type.key), mistakes: type.mistakes };
    if (!Object.hasOwn(value, type.key)) {
      if (type.absent) this.#expression(value, type.absent, place);
      else if (type.missing) this.#missing(type.missing, type.what, key);
      return;
    }
    const tag = value[type.key];
    if (typeof tag !== "string") this.#wrongType(tag, words.string, key);
    else if (!Object.hasOwn(type.tags, tag)) this.#wrongValue(tag, type, Object.keys(type.tags), key);
    else this.#expression(value, type.tags[tag], place);
  }

  #byKey(value, type, place) {
    if (!Object.hasOwn(value, type.key)) return this.#expression(value, type.without, place);
    const inner = value[type.key];
    if (type.value === undefined || inner === type.value) return this.#expression(value, type.with, place);
    // The host takes such a reply for the other form.
    const key = keyed(place, type.key);
    const severity = "ignored";
    if (typeof inner !== typeof type.value) this.#wrongType(inner, type.what, key, found(inner), severity);
    else this.#wrongValue(inner, type, [], key, severity);
    this.#expression(value, type.without, { ...place, skip: type.key });
  }

  #struct(value, type, place) {
    if (jsonType(value) !== "object") return this.#wrongType(value, words.struct, place);
    const keys = Object.keys(value);
    if (type.empty && keys.length > 0) {
      const message = filled("empty", { place: place.text });
      return this.#report(place, { code: "not-allowed-here", severity: "ignored", message });
    }
    for (const [key, field] of Object.entries(type.fields)) {
      if (!Object.hasOwn(value, key)) this.#absent(field, keyed(place, key));
      else if (key !== place.skip) this.#field(value, key, type, keyed(place, key));
    }
    for (const key of keys) {
      if (!Object.hasOwn(type.fields, key) && key !== place.skip) this.#other(value[key], key, type, place);
    }
    for (const rule of type.rules ?? []) {
      if (rule.within && !rule.within.includes(place.occasion)) continue;
      const broken = support(rule.since, place.host) === "no" ? undefined : brokenBy(value, rule);
      if (broken) this.#report(place, broken.say, broken.path.reduce(pointerTo, place.pointer));
    }
  }

  #absent(field, place) {
    if (field.missing && support(field.since, place.host) !== "no") {
      this.#missing(field.missing, expected(field.type), place);
    }
  }

  #missing(say, what, place) {
    const message = say.message ?? filled("missing-field", { place: place.text, what });
    this.#report(place, { ...say, message });
  }

  #field(object, key, { fields, event, strict }, place) {
    const [value, field] = [object[key], fields[key]];
    const below = this.#since(field.since, place, strict);
    if (place.host === undefined) this.#say(field.deprecated, place);
    for (const inert of field.inert ?? []) {
      if (inert.value === undefined || inert.value === value) this.#inert(inert, key, event, place);
    }
    const occasion = field.occasion ? key : place.occasion;
    const there = { ...below, occasion, mistakes: field.mistakes };
    this.#expression(value, field.type, there);
    if (this.#tool !== undefined && field.type.is === "keyed") this.#lookUp(value, field.type, object, there);
  }

  /** A value of the tool, as what the tool's row says of it. */
  #lookUp(value, { table, column, by, except = [], unconfirmed = false }, beside, place) {
    const row = rowOf(tables[table], this.#tool);
    const isOfTool = by === undefined || rowOf(tables[table], own(beside, by)) === row;
    const name = own(row?.types, column);
    if (!isOfTool || name === undefined || except.includes(row.name)) return;
    const dropped = { unconfirmed: unconfirmed || !!place.dropped?.unconfirmed };
    this.type(value, typeOf(name), { ...place, closed: place.closed || !this.#isInput, dropped });
  }

  /** A key that the type does not name. */
  #other(value, key, type, place) {
    const isClosed = type.keys === "closed" || (type.keys === "open" && place.closed);
    const pointer = pointerTo(place.pointer, key);
    if (isClosed) {
      this.#report(place, refusedBy(type.strict, ofUnknown(key, type)), pointer);
    } else if (type.rest) {
      this.#expression(value, type.rest, within(place, key, filled("value", place), place.name));
    }
  }

  /**
   * Tells a reply that the host may not know something.
   *
   * @returns {Place} for what is below: where the host surely does not know it, that is judged without one
   */
  #since(since, place, strict = undefined) {
    const known = this.#isInput ? "yes" : support(since, place.host);
    if (known === "yes") return place;
    const isSure = known === "no";
    const say = unsupported(since, since.name ?? place.text, isSure);
    this.#report(place, isSure ? refusedBy(strict, say) : say);
    return isSure ? { ...place, host: undefined } : place;
  }

  #say(say, place) {
    if (say) this.#report(place, say);
  }

  /** Tells what does nothing. */
  #inert({ value, unconfirmed }, key, event, at) {
    const place = value === undefined ? at.text : `\`${key}: ${JSON.stringify(value)}\``;
    const message = filled(event === undefined ? "without-effect-anywhere" : "without-effect", { place, event });
    this.#report(at, { code: "without-effect", severity: "inert", unconfirmed, message });
  }

  #wrongType(value, what, place, is = found(value), severity = undefined) {
    const told = filled("wrong-type", { place: place.text, what: orNull(what, place), found: is });
    const message = told + adviceFor(value, place.mistakes);
    this.#report(place, { code: "wrong-type", severity, message });
  }

  #wrongValue(value, { what, event }, candidates, place, severity = undefined) {
    const code = event ? "wrong-event-name" : "wrong-value";
    const told = filled("wrong-value", { place: place.text, what: orNull(what, place), value: quoted(value) });
    const message = told + adviceFor(value, place.mistakes, candidates);
    this.#report(place, { code, severity, message });
  }

  #tell(place, code) {
    this.#report(place, { code, message: filled(code, { place: place.text }) });
  }

  /** Tells something of a place, or of what is below it. */
  #report({ pointer, dropped }, say, at = pointer) {
    if (!dropped) return this.#problems.tell(at, say);
    const { severity = "rejected", unconfirmed } = say;
    this.#problems.tell(at, {
      ...say,
      severity: severity === "rejected" ? "ignored" : severity,
      unconfirmed: unconfirmed || dropped.unconfirmed,
    });
  }
}

/** Whether a number or a string is within its bounds. A character is a code point, of which some have two units. */
function isWithin(value, { minimum = -Infinity, above, maximum = Infinity, min_length: least = 0 }) {
  if (typeof value === "number") return value >= minimum && (above === undefined || value > above) && value <= maximum;
  return value.length >= 2 * least || Array.from(value).length >= least;
}

/** What a value has to be, where it could be null as well. */
function orNull(what, place) {
  return place.nullable ? filled("nullable", { what }) : what;
}

/** The place of a key that the type names. */
function keyed(place, key) {
  return within(place, key, `\`${key}\``, `\`${key}\``);
}

function within({ pointer, closed, host, occasion, dropped }, key, text, name) {
  return { pointer: pointerTo(pointer, key), text, name, closed, host, occasion, dropped };
}

function pointerTo(pointer, key) {
  return `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** An own property of an object that need not be there. */
function own(object, key) {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The row that a table has for a name, if it has one. */
function rowOf({ rows, names, prefixes }, name) {
  if (typeof name !== "string") return undefined;
  return rows[own(names, name) ?? prefixes.find(([prefix]) => name.startsWith(prefix))?.[1]];
}

/**
 * What a rule says of an object that it is broken by.
 *
 * @param {object} value
 * @param {{when: object[], then: object[], say: object, at?: string[]}} rule
 * @returns {{path: string[], say: object} | undefined} the keys that lead to what is wrong, and what is said
 */
function brokenBy(value, { when, then, say, at }) {
  const holds = (condition) => isMet(condition, find(value, condition.path));
  if (!when.every(holds)) return undefined;
  const broken = then.find((condition) => !holds(condition));
  return broken && { path: at ?? broken.path, say: { ...say, code: codeOf(say.code, broken, value) } };
}

function isMet({ test, values }, found) {
  if (test === "in") return values.includes(found);
  return (found === ABSENT) === (test === "absent");
}

/** A rule asks for something; where it is there and is another thing, or must not be there, the code says so. */
function codeOf(code, { test, path }, value) {
  if (code !== "required-here") return code;
  if (test === "absent") return "not-allowed-here";
  return test === "in" && find(value, path) !== ABSENT ? "wrong-value" : code;
}

/** What stands at the end of a path, which leads through objects alone. */
function find(value, path) {
  const step = (at, key) => (jsonType(at) === "object" && Object.hasOwn(at, key) ? at[key] : ABSENT);
  return path.reduce(step, value);
}

/** What is said of a key that the host does not know, where it may refuse the whole for it. */
function refusedBy(strict, say) {
  return strict ? { ...say, severity: "rejected", unconfirmed: strict.unconfirmed } : say;
}

/** Whether a version, a list of numbers, comes before another one; what the other one goes on from comes before it. */
export function isOlder(version, other) {
  const at = other.findIndex((part, index) => part !== version[index]);
  return at >= 0 ? (version[at] ?? -1) < other[at] : false;
}

/**
 * Whether a host knows something.
 *
 * @param {{from: number[], after?: number[]} | undefined} since when hosts know it
 * @param {number[] | undefined} host undefined knows everything
 * @returns {"yes" | "no" | "unsure"}
 */
function support(since, host) {
  if (!since || !host || !isOlder(host, since.from)) return "yes";
  return since.after && isOlder(since.after, host) ? "unsure" : "no";
}

/** What is said of something that a host does not know, or may not know. */
function unsupported(since, place, isSure) {
  const told = filled("unsupported", { place, since: since.from.join(".") });
  const message = isSure ? told : `${told} ${words.unsure}`;
  return { code: "unsupported-by-host", severity: isSure ? "ignored" : "inert", unconfirmed: !isSure, message };
}

/**
 * Whether a host may know something that is in no payload, and what is said if it is too old for it, or may be.
 *
 * @param {{from: number[], after?: number[], name: string}} since when hosts know it
 * @param {number[] | undefined} host undefined knows everything
 * @returns {{known: boolean, say?: object}}
 */
export function supportOf(since, host) {
  const known = support(since, host);
  return known === "yes" ? { known: true } : { known: known === "unsure", say: unsupported(since, since.name, known === "no") };
}

/**
 * A problem, with its keys in the order of the contract.
 *
 * @param {string} pointer
 * @param {{code: string, severity: string, unconfirmed?: boolean, message: string}} say
 */
export function problem(pointer, { code, severity, unconfirmed, message }) {
  return { pointer, code, severity, confidence: unconfirmed ? "unconfirmed" : "confirmed", message };
}

/** Collects problems: the first for each pointer and code. */
class Problems {
  #found = new Map();
  #isInput;

  /** @param {boolean} isInput then whatever is wrong means that the input is not what the contract describes */
  constructor(isInput) {
    this.#isInput = isInput;
  }

  /**
   * @param {string} pointer
   * @param {{code: string, severity?: string, unconfirmed?: boolean, message: string}} say
   */
  tell(pointer, say) {
    // No code has a space in it.
    const place = `${say.code} ${pointer}`;
    const { severity = "rejected" } = say;
    if (this.#found.has(place) || (this.#isInput && WITHOUT_CONSEQUENCE.includes(severity))) return;
    this.#found.set(place, problem(pointer, { ...say, severity: this.#isInput ? "mismatch" : severity }));
  }

  /** All of them, by pointer, then code. */
  sorted() {
    return sorted([...this.#found.values()]);
  }
}

/** Problems by pointer, then code. */
export function sorted(problems) {
  return problems.sort((one, other) => compare(one.pointer, other.pointer) || compare(one.code, other.code));
}

/** By code points, as other languages sort; a string's own order is that of UTF-16. */
function compare(one, other) {
  for (let at = 0; ; ) {
    const [a, b] = [one.codePointAt(at), other.codePointAt(at)];
    if (a !== b) return (a ?? -1) - (b ?? -1);
    if (a === undefined) return 0;
    at += a > 0xffff ? 2 : 1;
  }
}
