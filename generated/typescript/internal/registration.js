// Finds texts in settings that cannot do what they say, as far as the document alone shows it.

import { fill, filled, isOlder, jsonType, near, ordered, problem, quoted } from "./core.js";
import { aliases, matched, syntaxes } from "./matchers.js";
import { isRefused, partsOf, Pattern, test } from "./regex/test.js";
import {
  CONDITION,
  covers,
  documents,
  GROUP,
  HANDLERS,
  handlerTypes,
  LONGEST,
  MATCHER,
  messages,
  names,
  SETS,
  SIGNS,
  texts,
  values,
  variables,
} from "./registration-data.js";

/** The maximum number of characters of a name that a message repeats without quotes. */
const SHORT = 60;

/** The number of other places that a message names. */
const MOST_PLACES = 3;

const ADVICE = ["inert", "suspicious", "deprecated"];

/** Returns true if the texts of a type have problems of their own. */
export const hasTexts = (name) => documents.has(name) || name === GROUP || handlerTypes.includes(name);

/**
 * Returns the problems of a document and of its texts. Of several that say the same, the first is kept.
 *
 * @param {object[]} problems those of its values
 * @param {unknown} document
 * @param {string} name its type
 * @param {number[]} [host]
 */
export function withTexts(problems, document, name, host) {
  const reader = new Reader(document, name, host);
  reader.read();
  return once(ordered([...problems, ...reader.found]));
}

/** Leaves out advice that is given before, and says where it was. */
function once(problems) {
  const keyOf = ({ code, confidence, message }) => JSON.stringify([code, confidence, message]);
  const places = new Map();
  for (const it of problems) places.set(keyOf(it), [...(places.get(keyOf(it)) ?? []), it.pointer]);
  const kept = [];
  for (const it of problems) {
    const [, ...others] = places.get(keyOf(it)) ?? [];
    if (!ADVICE.includes(it.severity)) kept.push(it);
    else if (places.delete(keyOf(it))) kept.push({ ...it, message: withPlaces(it.message, others) });
  }
  return kept;
}

function withPlaces(message, others) {
  if (others.length === 0) return message;
  const more = others.length - MOST_PLACES;
  const word = more < 1 ? "elsewhere" : more === 1 ? "elsewhere-one-more" : "elsewhere-more";
  const places = others.slice(0, MOST_PLACES).map(quoted).join(", ");
  return `${message} ${fill(messages[word], { places, count: String(more) })}`;
}

class Reader {
  found = [];
  #document;
  #name;
  #host;

  constructor(document, name, host) {
    this.#document = document;
    this.#name = name;
    this.#host = host;
  }

  read() {
    if (documents.has(this.#name)) {
      this.#texts(this.#document, "", "", true);
      for (const path of documents.get(this.#name)) {
        for (const [pointer, events] of at(this.#document, path)) this.#events(events, pointer);
      }
    } else if (this.#name === GROUP) {
      this.#group(this.#document, "", "");
    } else {
      this.#handler(this.#document, "", "");
    }
  }

  #events(events, pointer) {
    if (jsonType(events) !== "object") return;
    for (const [event, groups] of Object.entries(events)) {
      itemsOf(groups).forEach((group, index) => this.#group(group, `${pointer}/${step(event)}/${index}`, event));
    }
  }

  #group(group, pointer, event) {
    const own = ownOf(group);
    const matcher = typeof own(MATCHER) === "string" ? own(MATCHER) : undefined;
    if (matcher !== undefined) this.#matcher(matcher, `${pointer}/${MATCHER}`, event);
    itemsOf(own(HANDLERS)).forEach((handler, index) => {
      this.#handler(handler, `${pointer}/${HANDLERS}/${index}`, event, matcher);
    });
  }

  #handler(handler, pointer, event, matcher) {
    this.#texts(handler, pointer, event);
    const condition = ownOf(handler)(CONDITION);
    if (typeof condition === "string" && values.get(event)?.condition) {
      this.#condition(condition, `${pointer}/${CONDITION}`, event, matcher);
    }
  }

  // ---- texts ----------------------------------------------------------------------------------------------------------

  /** Reads the texts of a handler, or of the whole document. */
  #texts(value, pointer, event, ofDocument = false) {
    for (const rule of texts) {
      if (!this.#applies(rule, value, event, ofDocument)) continue;
      for (const [inner, text] of placesOf(rule, value)) {
        if (isFound(rule, text)) this.#add(pointer + inner, rule, rule.message);
      }
    }
    for (const rule of variables) {
      if (!this.#applies(rule, value, event, ofDocument)) continue;
      for (const [inner, text] of placesOf(rule, value)) this.#variables(rule, value, text, pointer + inner);
    }
  }

  #applies(rule, value, event, ofDocument) {
    if (jsonType(value) !== "object" || (rule.document === true) !== ofDocument) return false;
    if (rule.types && !rule.types.includes(this.#name)) return false;
    if (rule.events && !rule.events.includes(event)) return false;
    if (rule.since && this.#host && isOlder(this.#host, rule.since)) return false;
    const has = (key) => Object.hasOwn(value, key);
    const is = ([key, wanted]) => has(key) && value[key] === wanted;
    return (
      (rule.present ?? []).every(has) &&
      !(rule.absent ?? []).some(has) &&
      Object.entries(rule.equals ?? {}).every(is) &&
      !Object.entries(rule.differs ?? {}).some(is) &&
      !(rule.but ?? []).some((but) => hasText(value, but.at, but.pattern))
    );
  }

  #variables(rule, handler, text, pointer) {
    if (!isText(text)) return;
    for (const name of variablesIn(text, rule.bare, rule.braced)) {
      if (!this.#isUnknown(rule, handler, text, name)) continue;
      const nearest = near(name, rule.known.filter((it) => !it.endsWith("*")));
      const said = nearest === undefined ? "" : ` ${filled("near", { nearest })}`;
      this.#add(pointer, rule, fill(rule.message, { name, near: said }));
      return;
    }
  }

  #isUnknown(rule, handler, text, name) {
    if (rule.names && !rule.names.includes(name)) return false;
    if (!name.startsWith(rule.prefix ?? "") || rule.except?.some((it) => name.startsWith(it))) return false;
    if (rule.known.some((it) => name === it || (it.endsWith("*") && name.startsWith(it.slice(0, -1))))) return false;
    if (rule.listed && at(handler, rule.listed).some(([, it]) => it === name)) return false;
    if (!rule.own) return true;
    const isSet = at(this.#document, SETS).some(([, it]) => jsonType(it) === "object" && Object.hasOwn(it, name));
    return !isSet && !isNamed(text, name);
  }

  // ---- matchers and conditions ----------------------------------------------------------------------------------------

  #matcher(matcher, pointer, event) {
    if (!matched.has(event) || ["", "*"].includes(matcher) || !isText(matcher)) return;
    const ofEvent = values.get(event) ?? {};
    const table = names.get(ofEvent.table);
    const known = table ?? ofEvent.closed;
    if (known === undefined) return;
    const rule = matcher.includes("(") ? ruleOf(matcher) : undefined;
    if (table && rule !== undefined && !this.#canBe(matcher, event, known)) {
      const name = respelled(rule, known);
      if (known.includes(rule) || name !== undefined) {
        this.#never(pointer, fill(messages["matcher-rule"], { name: name ?? rule, value: quoted(matcher) }));
        return;
      }
    }
    const entries = this.#entries(matcher, event);
    if (entries === undefined) return;
    if (entries.length === 0) this.#expression(matcher, pointer, event, known);
    const found = new Set(entries.map((entry) => this.#entry(entry, event, ofEvent, known)));
    found.delete(undefined);
    if (found.size > 0) this.#never(pointer, [...found].slice(0, MOST_PLACES).join(" "));
  }

  /** Returns the names in a matcher; none for an expression, `undefined` if the host may read it otherwise. */
  #entries(matcher, event) {
    const readings = syntaxes[matched.get(event).syntax].filter((it) => holds(it, this.#host));
    const [first, ...others] = readings.map((reading) => namesIn(matcher, reading));
    return others.every((it) => JSON.stringify(it) === JSON.stringify(first)) ? first : undefined;
  }

  /** Returns the message about a name that cannot match. */
  #entry(entry, event, ofEvent, known) {
    if (entry === "" || known.includes(entry)) return undefined;
    const nearest = respelled(entry, known);
    if (nearest !== undefined) return fill(messages["matcher-case"], { value: quoted(entry), near: nearest });
    if (ofEvent.closed) return this.#noValue(entry, event, ofEvent);
    const form = partOfForm(entry, ofEvent);
    if (form === undefined || entry.length > SHORT) return undefined;
    return fill(messages["matcher-form"], { value: quoted(entry), form, value_text: entry.replace(/_+$/, "") });
  }

  #noValue(value, event, ofEvent) {
    const said = fill(messages["matcher-value"], { value: quoted(value), event, listed: ofEvent.listed });
    const nearest = near(value, ofEvent.closed);
    return nearest === undefined ? said : `${said} ${filled("near", { nearest })}`;
  }

  #expression(matcher, pointer, event, known) {
    const ofEvent = values.get(event);
    if (isRefused(matcher)) {
      const word = matcher.startsWith("*") ? "matcher-glob" : "matcher-invalid";
      this.#never(pointer, fill(messages[word], { value: quoted(matcher) }));
    } else if (ofEvent.closed) {
      if (!this.#canBe(matcher, event, known)) this.#never(pointer, this.#noValue(matcher, event, ofEvent));
    } else if (this.#isCondition(matcher, pointer)) {
      return;
    } else if (isPlain(matcher) && !this.#canBe(matcher, event, known)) {
      const lower = matcher.toLowerCase();
      const nearest = known.find((it) => test(lower, it.toLowerCase()) === "match");
      if (nearest !== undefined) {
        this.#never(pointer, fill(messages["matcher-case"], { value: quoted(matcher), near: nearest }));
      }
    }
  }

  /** Reports an expression that asks for signs which no name has. */
  #isCondition(matcher, pointer) {
    const found = partsOf(matcher, SIGNS);
    if (!found?.impossible) return false;
    if (!found.possible) {
      this.#never(pointer, fill(messages["matcher-signs"], { value: quoted(matcher) }));
    } else if (found.empty) {
      const message = fill(messages["matcher-anything"], { value: quoted(matcher) });
      this.#add(pointer, { code: "suspicious", severity: "suspicious" }, message);
    }
    return true;
  }

  /** Returns true if a matcher may match one of these names. */
  #canBe(matcher, event, names) {
    const entries = this.#entries(matcher, event);
    if (entries === undefined || entries.length > 0) {
      return entries === undefined || names.some((name) => entries.includes(name));
    }
    return !isRefused(matcher) && names.some((name) => test(matcher, name) !== "no-match");
  }

  #condition(rule, pointer, event, matcher) {
    if (rule === "") return;
    const name = ruleOf(rule);
    const { table } = values.get(event);
    const known = names.get(table) ?? [];
    if (name === undefined) {
      if (isText(rule)) this.#never(pointer, fill(messages["condition-syntax"], { value: quoted(rule) }));
      return;
    }
    const nearest = respelled(name, known);
    const form = partOfForm(name, values.get(event));
    if (!known.includes(name) && nearest !== undefined) {
      this.#never(pointer, fill(messages["condition-case"], { value: quoted(name), near: nearest }));
    } else if (form !== undefined) {
      this.#never(pointer, fill(messages["condition-form"], { value: quoted(name), form }));
    } else if (known.includes(name) && ![undefined, "", "*"].includes(matcher) && isText(matcher)) {
      const current = (it) => aliases[matched.get(event).table]?.get(it) ?? it;
      const covered = new Set([name, ...(covers.get(name) ?? [])].map(current));
      const all = [...covered, ...known.filter((it) => covered.has(current(it)))];
      if (!this.#canBe(matcher, event, all)) this.#never(pointer, fill(messages["condition-other"], { name }));
    }
  }

  // ---- problems -------------------------------------------------------------------------------------------------------

  #never(pointer, message) {
    this.found.push(problem(pointer, { code: "never-matches", severity: "inert", message }));
  }

  #add(pointer, { code, severity, unconfirmed }, message) {
    this.found.push(problem(pointer, { code, severity, unconfirmed, message }));
  }
}

// ---- values -----------------------------------------------------------------------------------------------------------

const itemsOf = (value) => (Array.isArray(value) ? value : []);

const ownOf = (value) => (key) => (jsonType(value) === "object" && Object.hasOwn(value, key) ? value[key] : undefined);

const step = (key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1");

/** Returns the values at a path, each with its pointer before it. */
function at(value, path, pointer = "") {
  if (path.length === 0) return [[pointer, value]];
  const [first, ...rest] = path;
  return stepsOf(value, first).flatMap(([key, inner]) => at(inner, rest, `${pointer}/${step(key)}`));
}

function stepsOf(value, first) {
  if (first === "*") return Array.isArray(value) ? [...value.entries()] : [];
  if (first === "**") return jsonType(value) === "object" ? Object.entries(value) : [];
  if (Array.isArray(value)) return /^\d+$/.test(first) && Number(first) < value.length ? [[first, value[first]]] : [];
  return jsonType(value) === "object" && Object.hasOwn(value, first) ? [[first, value[first]]] : [];
}

const placesOf = (rule, value) => rule.at.flatMap((path) => at(value, path));

/** Returns true for a string that is not too long to be read. */
function isText(value) {
  if (typeof value !== "string" || value.length > 2 * LONGEST) return false;
  return value.length <= LONGEST || [...value].length <= LONGEST;
}

function isFound({ pattern, unless }, text) {
  if (pattern === undefined && unless === undefined) return true;
  if (!isText(text)) return false;
  return (pattern === undefined || isIn(pattern, text)) && !(unless !== undefined && isIn(unless, text));
}

const hasText = (value, path, pattern) => at(value, path).some(([, it]) => isText(it) && isIn(pattern, it));

const patterns = new Map();

function isIn(pattern, text) {
  if (!patterns.has(pattern)) patterns.set(pattern, new Pattern(pattern));
  return patterns.get(pattern).isIn(text);
}

// ---- texts ------------------------------------------------------------------------------------------------------------

/** Returns the names of variables, as `$NAME` and `${NAME}`. */
function* variablesIn(text, bare, braced) {
  for (const found of text.matchAll(/\$(?:\{([A-Za-z_.][A-Za-z0-9_.]*)|([A-Za-z_][A-Za-z0-9_]*))/g)) {
    const [whole, inBraces, name] = found;
    // `${NAME:-text}` expects that the variable may not be set.
    const isWanted = inBraces === undefined ? bare : braced && text[found.index + whole.length] === "}";
    if (isWanted && text[found.index - 1] !== "\\") yield inBraces ?? name;
  }
}

/** Returns true if a text has a name other than as a variable, so that it may set it. */
function isNamed(text, name) {
  const isSign = (sign) => sign !== undefined && /[A-Za-z0-9_]/.test(sign);
  for (let found = text.indexOf(name); found >= 0; found = text.indexOf(name, found + 1)) {
    const before = text[found - 1];
    if (!isSign(before) && before !== "$" && before !== "{" && !isSign(text[found + name.length])) return true;
  }
  return false;
}

/** Returns the tool of a permission rule, such as `Bash` of `Bash(git *)`; `undefined` for another text. */
function ruleOf(text) {
  const [name] = /^(?:[A-Za-z_][A-Za-z0-9_-]*)?/.exec(text);
  return name !== "" && (name.length === text.length || isEnclosed(text, name.length)) ? name : undefined;
}

/** Returns true if the rest of a text is one pair of parentheses. */
function isEnclosed(text, start) {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    depth += (text[at] === "(" ? 1 : 0) - (text[at] === ")" ? 1 : 0);
    if (depth <= 0) return depth === 0 && at === text.length - 1 && text[at] === ")";
  }
  return false;
}

// ---- names ------------------------------------------------------------------------------------------------------------

const isAscii = (text) => !/[^\u0000-\u007f]/.test(text);

/** Returns the known name that differs only in upper and lower case. */
function respelled(name, known) {
  const lower = isAscii(name) ? name.toLowerCase() : "";
  return known.find((it) => it !== name && it.toLowerCase() === lower);
}

/** Returns the form of names that a name begins like, if it is only a part of one. */
function partOfForm(name, { forms = {} }) {
  const isPart = ([begins]) => name.startsWith(begins) && !name.slice(begins.length).includes("__");
  return Object.entries(forms).find(isPart)?.[1];
}

/** Returns true if an expression is about the beginning of names, and means the same in lower case. */
const isPlain = (matcher) => matcher.startsWith("^") && isAscii(matcher) && !matcher.includes("\\");

function namesIn(matcher, { names, separators }) {
  if (names === undefined || ![...matcher].every((it) => /^[A-Za-z0-9]$/.test(it) || names.includes(it))) return [];
  const listed = [...separators].reduce((text, separator) => text.replaceAll(separator, "|"), matcher);
  return listed.split("|").map(trimmed);
}

/** Removes spaces around a name, in linear time. */
function trimmed(entry) {
  let end = entry.length;
  while (entry[end - 1] === " ") end--;
  return entry.slice(0, end).replace(/^ +/, "");
}

function holds({ since, until }, host) {
  if (host === undefined) return until === undefined;
  return !(since && isOlder(host, since)) && (until === undefined || isOlder(host, until));
}
