// Finds texts in settings that cannot do what they say, as far as the document alone shows it.

import { fill, filled, isOlder, jsonType, near, ordered, problem, quoted } from "./core.js";
import { aliases, matched, matchesAll } from "./matchers.js";
import { entriesOf } from "./matching.js";
import { isRefused, partsOf, Pattern, tests } from "./regex/test.js";
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
  MOST,
  names,
  SETS,
  SIGNS,
  texts,
  values,
  variables,
} from "./registration-data.js";

/** The maximum number of characters of a name that a message repeats without quotes. */
const SHORT = 60;

/** Several rules in one text. */
const SEVERAL = "\\)\\s*(?:\\|\\|?|,|&&|;)\\s*[A-Za-z_][A-Za-z0-9_]*\\(";

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

/**
 * Returns why a matcher matches nothing, if that is certain.
 *
 * @param {string} matcher
 * @param {string} event
 * @param {number[]} [host]
 */
export function whyNever(matcher, event, host) {
  const reader = new Reader(undefined, "", host);
  reader.matcher(matcher, "", event);
  return reader.found.find(({ code }) => code === "never-matches")?.message;
}

/** Leaves out advice that is given before, and says where it was. */
function once(problems) {
  const keyOf = ({ severity, code, confidence, message }) => JSON.stringify([severity, code, confidence, message]);
  const places = new Map();
  for (const it of problems.filter(({ severity }) => ADVICE.includes(severity))) {
    const found = places.get(keyOf(it));
    if (found) found.push(it.pointer);
    else places.set(keyOf(it), [it.pointer]);
  }
  const kept = [];
  for (const it of problems) {
    const found = places.get(keyOf(it));
    if (!ADVICE.includes(it.severity)) kept.push(it);
    else if (places.delete(keyOf(it))) kept.push({ ...it, message: withPlaces(it.message, found.slice(1)) });
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
  // What is decided before: a document can have the same matcher in many groups.
  #possible = new Map();
  #covered = new Map();

  constructor(document, name, host) {
    this.#document = document;
    this.#name = name;
    this.#host = host;
  }

  read() {
    if (sizeOf(this.#document) > MOST) {
      const message = fill(messages["too-large"], { most: String(MOST) });
      this.found.push(problem("", { code: "too-large", severity: "inert", unconfirmed: true, message }));
    } else if (documents.has(this.#name)) {
      this.#texts(this.#document, "", "", true);
      for (const path of documents.get(this.#name)) {
        for (const [pointer, events] of valuesAt(this.#document, path)) this.#events(events, pointer);
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
    let matcher = typeof own(MATCHER) === "string" ? own(MATCHER) : undefined;
    if (matcher !== undefined && this.matcher(matcher, `${pointer}/${MATCHER}`, event)) {
      matcher = undefined; // what is wrong with a condition follows from it
    }
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
      const listed = new Set(rule.listed ? valuesAt(value, rule.listed).map(([, it]) => it) : []);
      for (const [inner, text] of placesOf(rule, value)) this.#variables(rule, listed, text, pointer + inner);
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

  #variables(rule, listed, text, pointer) {
    if (!isText(text)) return;
    for (const name of new Set(variablesIn(text, rule.bare, rule.braced))) {
      if (listed.has(name) || !this.#isUnknown(rule, text, name)) continue;
      const nearest = near(name, rule.known.filter((it) => !it.endsWith("*")));
      const said = nearest === undefined ? "" : ` ${filled("near", { nearest })}`;
      const shown = name.length <= SHORT ? name : `${name.slice(0, SHORT)}...`;
      this.#add(pointer, rule, fill(rule.message, { name: shown, near: said }));
      return;
    }
  }

  #isUnknown(rule, text, name) {
    if (rule.names && !rule.names.includes(name)) return false;
    if (!name.startsWith(rule.prefix ?? "") || rule.except?.some((it) => name.startsWith(it))) return false;
    if (rule.known.some((it) => name === it || (it.endsWith("*") && name.startsWith(it.slice(0, -1))))) return false;
    if (!rule.own) return true;
    const isSet = valuesAt(this.#document, SETS).some(([, it]) => jsonType(it) === "object" && Object.hasOwn(it, name));
    return !isSet && !isNamed(text, name);
  }

  // ---- matchers and conditions ----------------------------------------------------------------------------------------

  /** Reports a matcher that cannot match, and returns whether it did. */
  matcher(matcher, pointer, event) {
    const before = this.found.length;
    if (matched.has(event) && !matchesAll.includes(matcher) && isText(matcher)) {
      const known = knownOf(values.get(event));
      const rule = matcher.includes("(") ? ruleOf(matcher) : undefined;
      const name = known.includes(rule) ? rule : rule && respelled(rule, known);
      const entries = entriesOf(event, matcher, this.#host);
      if (name !== undefined && isOne(matcher) && !this.#canBe(matcher, event)) {
        this.#never(pointer, fill(messages["matcher-rule"], { name }));
      } else if (entries?.length === 0) {
        this.#expression(matcher, pointer, event, known);
      } else if (entries !== undefined) {
        this.#names(matcher, entries, pointer, event);
      }
    }
    return this.found.length > before;
  }

  #names(matcher, entries, pointer, event) {
    if (entries.every((entry) => entry === "")) {
      this.#never(pointer, fill(messages["matcher-empty"], { value: quoted(matcher) }));
      return;
    }
    const found = new Set([...new Set(entries)].map((entry) => this.#entry(entry, event)));
    found.delete(undefined);
    if (found.size > 0) this.#never(pointer, [...found].slice(0, MOST_PLACES).join(" "));
  }

  /** Returns the message about a name that cannot match. */
  #entry(entry, event) {
    const ofEvent = values.get(event);
    const known = knownOf(ofEvent);
    if (entry === "" || known.includes(entry)) return undefined;
    const nearest = respelled(entry, known);
    if (nearest !== undefined) {
      return fill(messages["matcher-case"], { value: quoted(entry), near: `\`${nearest}\`` });
    }
    if (ofEvent.closed) return this.#noValue(entry, event);
    const form = formOf(entry, ofEvent);
    if (form === undefined || entry.length > SHORT) return undefined;
    return fill(messages["matcher-form"], { value: quoted(entry), form, value_text: entry.replace(/_+$/, "") });
  }

  #noValue(value, event) {
    const { closed, listed } = values.get(event);
    const said = fill(messages["matcher-value"], { value: quoted(value), event, listed });
    const nearest = near(value, closed);
    return nearest === undefined ? said : `${said} ${filled("near", { nearest })}`;
  }

  #expression(matcher, pointer, event, known) {
    if (isRefused(matcher)) {
      const word = matcher.startsWith("*") ? "matcher-glob" : "matcher-invalid";
      this.#never(pointer, fill(messages[word], { value: quoted(matcher) }));
    } else if (values.get(event).closed) {
      if (!this.#canBe(matcher, event)) this.#never(pointer, this.#noValue(matcher, event));
    } else if (known.length > 0 && !this.#isCondition(matcher, pointer) && isPlain(matcher)) {
      if (this.#canBe(matcher, event)) return;
      const lower = tests(matcher.toLowerCase(), known.map((it) => it.toLowerCase()));
      const near = known.filter((_, index) => lower[index] === "match");
      if (near.length === 0) return;
      const listed = near.slice(0, MOST_PLACES).map((it) => `\`${it}\``).join(", ");
      this.#never(pointer, fill(messages["matcher-case"], { value: quoted(matcher), near: listed }));
    }
  }

  /** Reports an expression that asks for characters which no name contains. */
  #isCondition(matcher, pointer) {
    const found = partsOf(matcher, SIGNS);
    if (!found?.impossible) return false;
    if (!found.possible) {
      const sign = [...matcher].find((it) => !isUsual(it));
      const word = sign === undefined ? "matcher-characters" : "matcher-contains";
      this.#never(pointer, fill(messages[word], { value: quoted(matcher), sign: quoted(sign ?? "") }));
    } else if (found.empty) {
      const message = fill(messages["matcher-anything"], { value: quoted(matcher) });
      this.#add(pointer, { code: "suspicious", severity: "suspicious" }, message);
    }
    return true;
  }

  /** Returns true if a matcher may match a known value, or one of these. */
  #canBe(matcher, event, names) {
    const key = JSON.stringify([matcher, event]);
    if (!this.#possible.has(key)) this.#possible.set(key, this.#matched(matcher, event));
    const possible = this.#possible.get(key);
    return possible === undefined || (names === undefined ? possible.size > 0 : names.some((name) => possible.has(name)));
  }

  /** Returns the known values that a matcher may match; `undefined` if that is not known. */
  #matched(matcher, event) {
    const entries = entriesOf(event, matcher, this.#host);
    const known = knownOf(values.get(event));
    if (entries === undefined) return undefined;
    if (entries.length > 0) {
      const all = new Set(entries);
      return new Set(known.filter((name) => all.has(name)));
    }
    if (isRefused(matcher)) return new Set();
    const verdicts = tests(matcher, known);
    return new Set(known.filter((_, index) => verdicts[index] !== "no-match"));
  }

  #condition(rule, pointer, event, matcher) {
    if (rule === "" || !isText(rule)) return;
    const name = ruleOf(rule);
    const ofEvent = values.get(event);
    const known = knownOf(ofEvent);
    if (name === undefined) {
      this.#never(pointer, fill(messages["condition-syntax"], { value: quoted(rule) }));
      return;
    }
    if (!known.includes(name)) {
      const nearest = respelled(name, known);
      const form = formOf(name, ofEvent);
      if (nearest !== undefined) {
        this.#never(pointer, fill(messages["condition-case"], { value: quoted(name), near: `\`${nearest}\`` }));
      } else if (form !== undefined) {
        this.#never(pointer, fill(messages["condition-form"], { value: quoted(name), form }));
      }
      return;
    }
    const isRead = !matchesAll.includes(matcher) && isText(matcher);
    if (isRead && !this.#canBe(matcher, event, this.#covers(name, event))) {
      this.#never(pointer, fill(messages["condition-other"], { name }));
    } else if (isIn(SEVERAL, rule)) {
      const message = fill(messages["condition-several"], { name });
      this.#add(pointer, { code: "suspicious", severity: "suspicious" }, message);
    }
  }

  /** Returns the names of the tools that a rule for a tool is about. */
  #covers(name, event) {
    const key = JSON.stringify([name, event]);
    if (!this.#covered.has(key)) {
      const current = (it) => aliases[matched.get(event).table]?.get(it) ?? it;
      const covered = new Set([name, ...(covers.get(name) ?? [])].map(current));
      this.#covered.set(key, knownOf(values.get(event)).filter((it) => covered.has(current(it))));
    }
    return this.#covered.get(key);
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

export const ownOf = (value) => (key) => (jsonType(value) === "object" && Object.hasOwn(value, key) ? value[key] : undefined);

const step = (key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1");

/** Returns the values at a path, each with its pointer before it. */
export function valuesAt(value, path, pointer = "") {
  if (path.length === 0) return [[pointer, value]];
  const [first, ...rest] = path;
  return stepsOf(value, first).flatMap(([key, inner]) => valuesAt(inner, rest, `${pointer}/${step(key)}`));
}

function stepsOf(value, first) {
  if (first === "*") return Array.isArray(value) ? [...value.entries()] : [];
  if (first === "**") return jsonType(value) === "object" ? Object.entries(value) : [];
  if (Array.isArray(value)) return /^\d+$/.test(first) && Number(first) < value.length ? [[first, value[first]]] : [];
  return jsonType(value) === "object" && Object.hasOwn(value, first) ? [[first, value[first]]] : [];
}

const placesOf = (rule, value) => rule.at.flatMap((path) => valuesAt(value, path));

/** Returns the size of a document: the characters of its strings, and 64 for each object. */
function sizeOf(value) {
  if (typeof value === "string") return lengthOf(value);
  if (Array.isArray(value)) return value.reduce((size, it) => size + sizeOf(it), 0);
  return jsonType(value) === "object" ? Object.values(value).reduce((size, it) => size + sizeOf(it), 64) : 0;
}

/** Returns the number of code points. */
function lengthOf(text) {
  let pairs = 0;
  for (let at = 1; at < text.length; at++) if (text.codePointAt(at - 1) > 0xffff) pairs++;
  return text.length - pairs;
}

/** Returns true for a string that is not too long to be read. */
function isText(value) {
  return typeof value === "string" && (value.length <= LONGEST || lengthOf(value) <= LONGEST);
}

function isFound({ contains, pattern, unless }, text) {
  if (pattern === undefined && unless === undefined) return true;
  if (!isText(text) || (contains && !contains.some((it) => text.includes(it)))) return false;
  return (pattern === undefined || isIn(pattern, text)) && !(unless !== undefined && isIn(unless, text));
}

const hasText = (value, path, pattern) => valuesAt(value, path).some(([, it]) => isText(it) && isIn(pattern, it));

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
export function ruleOf(text) {
  const [name] = /^(?:[A-Za-z_][A-Za-z0-9_-]*)?/.exec(text);
  const isRule = name.length === text.length || (text[name.length] === "(" && text.endsWith(")"));
  return name !== "" && isRule ? name : undefined;
}

/** Returns true if a rule ends with the parenthesis that its first one opens. */
function isOne(text) {
  let depth = 0;
  for (let at = text.indexOf("("); at < text.length; at++) {
    depth += (text[at] === "(" ? 1 : 0) - (text[at] === ")" ? 1 : 0);
    if (depth === 0) return at === text.length - 1;
  }
  return false;
}

// ---- names ------------------------------------------------------------------------------------------------------------

/** Returns the values that a matcher can match, as far as they are known. */
export const knownOf = ({ closed, table }) => closed ?? names.get(table) ?? [];

/** Returns true if names contain a character, or it means something in an expression. */
const isUsual = (sign) => /^[A-Za-z0-9]$/.test(sign) || SIGNS.includes(sign) || "\\^$.|?*+()[]{}-".includes(sign);

export const isAscii = (text) => !/[^\u0000-\u007f]/.test(text);

/** Returns the known name that differs only in upper and lower case. */
export function respelled(name, known) {
  const lower = isAscii(name) ? name.toLowerCase() : "";
  return known.find((it) => it !== name && it.toLowerCase() === lower);
}

/** Returns true if a name is only a part of a form of names, so that nothing has it. */
export const isPartOfForm = (name, values) => formOf(name, values) !== undefined;

/** Returns the form of names that a name begins like, if it is only a part of one. */
function formOf(name, { forms = {} }) {
  const isPart = ([begins]) => name.startsWith(begins) && !name.slice(begins.length).replace(/_+$/, "").includes("__");
  return Object.entries(forms).find(isPart)?.[1];
}

/** Returns true if an expression is about the beginning of names, and means the same in lower case. */
const isPlain = (matcher) => matcher.startsWith("^") && isAscii(matcher) && !matcher.includes("\\");
