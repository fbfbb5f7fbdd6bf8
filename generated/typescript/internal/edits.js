// Puts a hook into the text of a settings file, and takes it out again. Everything else in the text stays as it is. The
// functions are documented in `edits.d.ts`.

import { faultOf, fill, jsonType, nameOf, notJson, objectOf, quoted, string } from "./core.js";
import { matchesAll } from "./matchers.js";
import { words } from "./plan.js";
import { documents, HANDLERS, handlerKeys, MATCHER, messages, ROOT } from "./registration-data.js";
import { validate } from "../validate.js";

const MARK = "\ufeff";
const MOST_LEVELS = 128;

/** A string, a bracket, a comma or a colon, or a word or number, in a text that is JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^ \t\n\r[\]{}:,"]+/g;

/** The type of an object with events as keys. */
const EVENTS = [...documents].find(([, paths]) => paths.some((path) => path.length === 0))[0];

export class SettingsError extends Error {
  name = "SettingsError";

  constructor(message, line, column) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

export function addHook(text, entry) {
  const wanted = wantedOf(entry);
  check(wanted);
  const { mark, body } = parted(text);
  if (isBlank(body)) {
    const end = lineEnd(body);
    return `${mark}${expanded(objectWith(ROOT, objectWith(wanted.event, [wanted.group])), "", "  ", end)}${end}`;
  }
  const trail = trailOf(body, wanted);
  if (isWhole(trail)) return text;
  const { at, added } = insertion(body, trail, wanted);
  const result = body.slice(0, at) + added + body.slice(at);
  if (faultOf(result) || !isWhole(trailOf(result, wanted))) throw new SettingsError(messages["edit-failed"]);
  return mark + result;
}

export function removeHook(text, entry) {
  const wanted = wantedOf(entry);
  const { mark, body } = parted(text);
  if (isBlank(body)) return text;
  const trail = trailOf(body, wanted);
  if (!isWhole(trail)) return text;
  const [start, end] = cut(trail);
  const result = body.slice(0, start) + body.slice(end);
  if (faultOf(result)) throw new SettingsError(messages["edit-failed"]);
  return mark + result;
}

const isBlank = (text) => !/[^ \t\n\r]/.test(text);

// Entries. Objects are maps, so that no key is special.

function wantedOf(entry) {
  const given = objectOf("entry", entry, ["event", "matcher", "hook"]);
  const { event, matcher, hook } = given;
  string("event", event);
  if (matcher != null) string("matcher", matcher);
  if (jsonType(hook) !== "object") throw new TypeError(`\`hook\` has to be an object, not ${nameOf(hook)}`);
  const handler = plain(hook, 0);
  const group = new Map(matcher == null ? [] : [[MATCHER, whole(matcher)]]).set(HANDLERS, [handler]);
  return { event: whole(event), matcher: matcher ?? undefined, hook: handler, group, same: inline(handler, "", "") };
}

/** Refuses what the host would drop, because on some events it then drops the whole file. */
function check({ event, group }) {
  const document = JSON.parse(inline(objectWith(event, [group]), "", ""));
  const problem = validate(document, EVENTS).find(({ severity }) => severity === "rejected");
  if (problem) throw new SettingsError(fill(messages["edit-entry"], { problem: problem.message }));
}

const isFor = (wanted, matcher) =>
  matcher === wanted.matcher || (matchesAll.includes(matcher) && matchesAll.includes(wanted.matcher));

const objectWith = (key, value) => new Map([[key, value]]);

/** Refuses half of a surrogate pair. */
function whole(text) {
  if (!text.isWellFormed()) throw new SettingsError(messages["edit-half"]);
  return text;
}

/** Returns a value with its keys in order: those of a handler as in its type, others by name. */
function plain(value, level) {
  if (level > MOST_LEVELS) throw new SettingsError(fill(messages["edit-deep"], { most: String(MOST_LEVELS) }));
  const type = jsonType(value);
  if (type === "string") return whole(value);
  if (type === "array") return Array.from(value, (it) => plain(it, level + 1));
  if (type === "boolean" || type === "null") return value;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new SettingsError(messages["edit-number"]);
    return value;
  }
  if (type !== "object") throw new TypeError(`JSON has no ${nameOf(value)}`);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  const order = level === 0 ? orderOf(keys) : [];
  const rest = keys.filter((key) => !order.includes(key)).sort(byCodePoints);
  const all = [...order.filter((key) => keys.includes(key)), ...rest];
  return new Map(all.map((key) => [whole(key), plain(value[key], level + 1)]));
}

/** Returns the keys of the type of handler that has the most of these. */
function orderOf(keys) {
  const count = (order) => keys.filter((key) => order.includes(key)).length;
  return handlerKeys.reduce((best, order) => (count(order) > count(best) ? order : best), handlerKeys[0] ?? []);
}

function byCodePoints(one, other) {
  const [left, right] = [Array.from(one), Array.from(other)];
  const at = left.findIndex((point, index) => point !== right[index]);
  return at === -1 || at >= right.length ? left.length - right.length : left[at].codePointAt(0) - right[at].codePointAt(0);
}

// Reading

/**
 * Reads the object or array at an index of a text that is JSON: its parts, and the index of its end. `start` of a part is
 * the index of its key, if it has one, and `at` that of its value.
 */
function levelAt(text, open) {
  const level = { open, close: text.length, parts: [], chosen: undefined };
  const pattern = new RegExp(TOKEN);
  pattern.lastIndex = open + 1;
  let part;
  let depth = 0;
  for (let token = pattern.exec(text); token; token = pattern.exec(text)) {
    const [sign] = token;
    if (depth === 0) {
      if (sign === "}" || sign === "]") {
        level.close = token.index;
        break;
      }
      if (sign === ",") part = undefined;
      if (sign === "," || sign === ":") continue;
      if (!part) {
        const isKey = text[open] === "{";
        part = { start: token.index, key: isKey ? JSON.parse(sign) : undefined, at: token.index, end: 0, levels: 0 };
        if (isKey) continue;
      }
      part.at = token.index;
    }
    if (sign === "{" || sign === "[") depth++;
    else if (sign === "}" || sign === "]") depth--;
    part.levels = Math.max(part.levels, depth);
    if (depth === 0) {
      part.end = pattern.lastIndex;
      level.parts.push(part);
    }
  }
  return level;
}

/** Returns the index of the member with a key, which must not be there twice. */
function indexOf(text, level, key) {
  const [first, second] = level.parts.flatMap((part, index) => (part.key === key ? [index] : []));
  if (second !== undefined) fail(text, level.parts[second].start, messages["edit-twice"], { key: quoted(key) });
  return first;
}

function parted(text) {
  string("text", text);
  return text.startsWith(MARK) ? { mark: MARK, body: text.slice(1) } : { mark: "", body: text };
}

function placeOf(text, at) {
  const lines = text.slice(0, at).split("\n");
  return { line: lines.length, column: Array.from(lines.at(-1)).length + 1 };
}

function fail(text, at, sentence, holes) {
  const { line, column } = placeOf(text, at);
  throw new SettingsError(fill(sentence, { ...holes, line: String(line), column: String(column) }), line, column);
}

const FOUND = { "{": "object", "[": "array", '"': "string", t: "boolean", f: "boolean", n: "null" };

/** Reads the object or array at an index. */
function expectAt(text, at, opens, word, name) {
  if (text[at] !== opens) {
    const what = fill(messages[word], { key: quoted(name) });
    fail(text, at, words["not-json"], { what, found: words[`found-${FOUND[text[at]] ?? "number"}`] });
  }
  return levelAt(text, at);
}

/** Returns the levels on the way to a hook: the last one has it, or is where it is to be added. */
function trailOf(text, wanted) {
  const start = text.search(/[^ \t\n\r]/);
  const fault = faultOf(text);
  if (fault || text[start] !== "{") {
    const { line, column } = placeOf(text, fault?.at ?? start);
    throw new SettingsError(`${notJson(text)} ${messages["edit-unread"]}`, line, column);
  }
  const root = levelAt(text, start);
  root.chosen = indexOf(text, root, ROOT);
  if (root.chosen === undefined) return [root];
  const hooks = expectAt(text, root.parts[root.chosen].at, "{", "edit-hooks", ROOT);
  hooks.chosen = indexOf(text, hooks, wanted.event);
  if (hooks.chosen === undefined) return [root, hooks];
  const groups = expectAt(text, hooks.parts[hooks.chosen].at, "[", "edit-event", wanted.event);
  let below = [];
  for (const [index, part] of groups.parts.entries()) {
    const group = expectAt(text, part.at, "{", "edit-group", HANDLERS);
    const handlers = handlersOf(text, group);
    if (!isFor(wanted, matcherOf(text, group))) continue;
    const last = handlers.parts.findLastIndex((it) => isSame(text, it, wanted));
    handlers.chosen = last === -1 ? undefined : last;
    if (last !== -1 || below.length === 0 || !isWhole(below)) {
      groups.chosen = index;
      below = [group, handlers];
    }
  }
  return [root, hooks, groups, ...below];
}

function handlersOf(text, group) {
  group.chosen = indexOf(text, group, HANDLERS);
  if (group.chosen === undefined) fail(text, group.open, messages["edit-no-handlers"], { key: quoted(HANDLERS) });
  return expectAt(text, group.parts[group.chosen].at, "[", "edit-handlers", HANDLERS);
}

/** Returns the matcher of a group; null if it is not a text. */
function matcherOf(text, group) {
  const index = indexOf(text, group, MATCHER);
  if (index === undefined) return undefined;
  const { at, end } = group.parts[index];
  return text[at] === '"' ? JSON.parse(text.slice(at, end)) : null;
}

function isSame(text, { at, end, levels }, wanted) {
  if (text[at] !== "{" || levels > MOST_LEVELS) return false;
  try {
    return inline(plain(JSON.parse(text.slice(at, end)), 0), "", "") === wanted.same;
  } catch (error) {
    // No entry can be written so.
    if (error instanceof SettingsError) return false;
    throw error;
  }
}

/** Returns true if a way ends at the handler. */
const isWhole = (trail) => trail.at(-1).chosen !== undefined;

// Changing

/** Returns what to insert for an entry, and the index. */
function insertion(text, trail, wanted) {
  const end = lineEnd(text);
  const { unit, isBroken } = layoutOf(text, trail);
  const level = trail.at(-1);
  const { key, value } = missing(trail.length, wanted);
  const space = spaceOf(text, trail[0]);
  if (level.parts.length > 0) {
    const last = level.parts.at(-1);
    const between = betweenOf(text, level, end, space);
    let isExpanded = between.includes("\n");
    let pad = "";
    if (key === undefined && (text[last.at] === "{" || text[last.at] === "[")) {
      isExpanded = text.slice(last.at, last.end).includes("\n");
      pad = text[last.at + 1] === " " || text[last.at + 1] === "\t" ? " " : "";
    }
    const indent = between.includes("\n") ? between.slice(between.lastIndexOf("\n") + 1) : indentOf(text, last.start);
    const written = isExpanded ? expanded(value, indent, unit, end) : inline(value, space, pad);
    return { at: last.end, added: `,${between}${keyed(key, written, isExpanded ? " " : space)}` };
  }
  const at = level.open + 1;
  if (!isBroken) return { at, added: keyed(key, inline(value, space, ""), space) };
  const base = indentOf(text, level.open);
  const written = keyed(key, expanded(value, base + unit, unit, end), " ");
  const after = text.slice(level.open, level.close).includes("\n") ? "" : end + base;
  return { at, added: end + base + unit + written + after };
}

/** Returns what is missing at the end of a way with so many levels: a member, or an item. */
function missing(levels, { event, hook, group }) {
  if (levels === 1) return { key: ROOT, value: objectWith(event, [group]) };
  if (levels === 2) return { key: event, value: [group] };
  return { key: undefined, value: levels === 3 ? group : hook };
}

/** Returns one step of indentation, and whether the parts of the last level are on lines of their own. */
function layoutOf(text, trail) {
  let unit = "  ";
  let isBroken = true;
  for (const { open, parts } of trail) {
    if (parts.length === 0) continue;
    const gap = text.slice(open + 1, parts[0].start);
    isBroken = gap.includes("\n");
    const base = indentOf(text, open);
    const indent = gap.slice(gap.lastIndexOf("\n") + 1);
    if (isBroken && indent.startsWith(base) && indent !== base) unit = indent.slice(base.length);
  }
  return { unit, isBroken };
}

/** Returns the white space between the parts of a level. */
function betweenOf(text, { open, parts }, end, space) {
  const first = text.slice(open + 1, parts[0].start);
  if (first.includes("\n")) return end + first.slice(first.lastIndexOf("\n") + 1);
  if (parts.length === 1) return space;
  const gap = text.slice(parts.at(-2).end, parts.at(-1).start);
  return gap.slice(gap.indexOf(",") + 1);
}

/** Returns the white space after a colon. */
function spaceOf(text, { parts: [first] }) {
  return first && text.slice(first.start, first.at).endsWith(":") ? "" : " ";
}

/** Returns the white space at the beginning of the line of an index. */
function indentOf(text, at) {
  const line = text.slice(0, at);
  return /^[ \t]*/.exec(line.slice(line.lastIndexOf("\n") + 1))[0];
}

const lineEnd = (text) => (text[text.indexOf("\n") - 1] === "\r" ? "\r\n" : "\n");

/** Returns the part of a text that has a hook, and nothing else. */
function cut(trail) {
  const [root, hooks, groups, group, handlers] = trail;
  let level = handlers;
  if (level.parts.length === 1 && group.parts.every(({ key }) => key === MATCHER || key === HANDLERS)) {
    // Nothing is left in it.
    level = [groups, hooks].find(({ parts }) => parts.length > 1) ?? root;
  }
  const { parts, chosen } = level;
  if (chosen > 0) return [parts[chosen - 1].end, parts[chosen].end];
  return parts.length > 1 ? [parts[0].start, parts[1].start] : [level.open + 1, level.close];
}

// Writing

const keyed = (key, value, space) => (key === undefined ? value : `${JSON.stringify(key)}:${space}${value}`);

/** Writes a value over several lines. */
function expanded(value, indent, unit, end) {
  const inner = indent + unit;
  const between = `,${end}${inner}`;
  if (value instanceof Map && value.size > 0) {
    const members = Array.from(value, ([key, it]) => keyed(key, expanded(it, inner, unit, end), " "));
    return `{${end}${inner}${members.join(between)}${end}${indent}}`;
  }
  if (Array.isArray(value) && value.length > 0) {
    const items = value.map((it) => expanded(it, inner, unit, end));
    return `[${end}${inner}${items.join(between)}${end}${indent}]`;
  }
  return inline(value, "", "");
}

/** Writes a value on one line. */
function inline(value, space, pad) {
  if (value instanceof Map) {
    const members = Array.from(value, ([key, it]) => keyed(key, inline(it, space, pad), space));
    return members.length > 0 ? `{${pad}${members.join(`,${space}`)}${pad}}` : "{}";
  }
  if (Array.isArray(value)) return `[${value.map((it) => inline(it, space, pad)).join(`,${space}`)}]`;
  return JSON.stringify(value);
}
