// Reads the documents of a selection: which of them count, and which parts the host drops.

import { compare, fill, isTooDeep, jsonType, nameOf, pointerTo, quoted, validateRead } from "../core.js";
import { words } from "../plan.js";
import { ownOf, valuesAt } from "../registration.js";
import { documents, HANDLERS } from "../registration-data.js";
import { allTypes } from "../types.js";
import { broken, DEFAULT, events, malformed, messages, places, refused, spared, switches, types } from "./data.js";
import { shownVersion } from "./host.js";

/**
 * Why something does not run: a document, a part of one, or a handler.
 *
 * @typedef { { reason: string, message: string, because?: { source: number, pointer: string } } } Found
 */

/**
 * What decides whether something runs.
 *
 * @typedef { { condition: string, message: string } } Doubt
 */

const TREE = "SettingsTree";
const REFUSED = ["rejected", "ignored"];

/** A document with hooks, and what is known about it. */
export class Source {
  /** Why none of its hooks runs. @type {Found | undefined} */
  stop;
  /** The parts that the host drops, by pointer. @type {Map<string, Found>} */
  wrong = new Map();
  /** Other parts without effect. @type {(Found & { pointer: string })[]} */
  notes = [];
  /** What decides whether its hooks run. @type {Doubt[]} */
  doubts = [];
  /** The pointers of the parts that this version of the host does not know, and ignores. */
  #unknown = new Set();

  /**
   * @param {number} index
   * @param {object} given a `SettingsSource`
   * @param {object} tree the `SettingsTree` around it
   */
  constructor(index, given, tree) {
    this.index = index;
    this.given = given;
    this.tree = tree;
    this.place = places.get(given.place);
    const { together } = this.place;
    this.type = together !== undefined && given.manifest === true ? together : this.place.documents[0];
    this.document = given.document;
    const found = documents.get(this.type).flatMap((path) => valuesAt(this.document, path));
    /** The objects with events as keys, by pointer. */
    this.events = new Map(found.filter(([, value]) => jsonType(value) === "object"));
    /** What the documents of one plugin, skill or agent have in common. */
    this.owner = JSON.stringify(index);
  }

  /** Whether its handlers are functions of a program. */
  get isOfFunctions() {
    return this.place.functions === true;
  }

  /** Returns a position in the document, with its place. */
  at(pointer) {
    return { source: this.index, place: this.place.name, pointer };
  }

  /** Returns a position in the document: a `SettingsPointer`. */
  pointerAt(pointer) {
    return { source: this.index, pointer };
  }

  /** Returns the event of a key of an object with events. */
  eventOf(key) {
    return ownOf(this.place.renames)(key) ?? key;
  }

  /** Returns the entry of a handler as this version of the host reads it. */
  entry(handler, pointer) {
    return Object.fromEntries(Object.entries(handler).filter(([key]) => !this.#unknown.has(pointerTo(pointer, key))));
  }

  /** Returns what the places have in common whose handlers are compared; undefined if they are not. */
  scope() {
    const { duplicates, name } = this.place;
    if (duplicates === "none") return undefined;
    if (duplicates === "owner") return [duplicates, name, this.owner];
    return duplicates === "place" ? [duplicates, name] : [duplicates];
  }

  /** Finds what the host drops of it. */
  read(host) {
    if (this.isOfFunctions) return;
    for (const { pointer, message: problem } of this.#mistakes(host)) {
      const part = this.#dropped(pointer, host);
      if (part === undefined) {
        const because = this.#existing(pointer);
        const word = because.pointer === "" ? "dropped-whole" : "dropped";
        const message = fill(messages[word], { problem, pointer: quoted(because.pointer) });
        this.stop = { reason: "dropped", message, because };
        return;
      }
      if (part !== "" && !this.wrong.has(part)) {
        this.wrong.set(part, { reason: "malformed", message: fill(messages.malformed, { problem }) });
      }
    }
  }

  /** Returns a position in the document, or the one around a value that is missing. */
  #existing(pointer) {
    let value = this.document;
    let found = "";
    for (const part of pointer.split("/").slice(1)) {
      const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) break;
      value = value[key];
      found += `/${part}`;
    }
    return this.pointerAt(found);
  }

  /** Returns the mistakes because of which the host drops something. */
  *#mistakes(host) {
    if (isTooDeep(this.document)) {
      yield { pointer: "", message: words["too-deep-value"] };
      return;
    }
    if (jsonType(this.document) !== "object") {
      yield { pointer: "", message: messages[typeof this.document === "string" ? "no-value" : "no-object"] };
      return;
    }
    yield* this.#refused(host);
    const problems = validateRead(this.document, this.type, allTypes, { host: host.version });
    // What a host does not know, it does not refuse.
    const unknown = problems.filter(({ code, severity }) => code === "unsupported-by-host" && severity === "ignored");
    this.#unknown = new Set(unknown.map(({ pointer }) => pointer));
    yield* problems.filter(({ severity, pointer }) => severity === "rejected" && !this.#isUnknown(pointer));
    for (const [pointer, ofEvents] of this.events) {
      for (const [name, groups] of inNames(ofEvents)) {
        yield* mistakesOfEvent(name, groups, pointerTo(pointer, name), host);
      }
    }
  }

  /** Returns whether a pointer is in a part that this version of the host does not know. */
  #isUnknown(pointer) {
    if (this.#unknown.size === 0) return false;
    let inner = pointer;
    while (inner !== "" && !this.#unknown.has(inner)) inner = around(inner);
    return inner !== "";
  }

  /** Returns the values outside of the hooks that drop the document, and hooks at a wrong place. */
  *#refused(host) {
    const isObject = jsonType(this.document) === "object";
    for (const rule of isObject ? refused.filter((it) => it.types.includes(this.type) && host.holds(it)) : []) {
      const found = valuesAt(this.document, rule.at);
      if (found.length === 0 && rule.required) yield refusedAt(pointerTo("", rule.at[0]));
      for (const [pointer, value] of found) {
        if (!isAccepted(rule, value)) yield refusedAt(pointer);
      }
    }
    yield* this.misplaced(readingOf(host).elsewhere ?? []);
  }

  /** Returns the events that are beside the object with the events, or below another name in it. */
  *misplaced(names) {
    const roots = this.#roots();
    if (names.length === 0 || roots.length === 0 || jsonType(this.document) !== "object") return;
    const entries = inNames(this.document).map(([key, value]) => [key, value, pointerTo("", key)]);
    const similar = entries.filter(([key]) => !roots.includes(key) && roots.includes(key.toLowerCase()));
    const inner = [...this.events].flatMap(([pointer, ofEvents]) =>
      inNames(ofEvents).map(([key, value]) => [key, value, pointerTo(pointer, key)]),
    );
    const others = inner.filter(([key]) => !events.has(key));
    for (const [, value, pointer] of [["", this.document, ""], ...similar, ...others]) {
      if (jsonType(value) !== "object") continue;
      for (const event of names.filter((it) => Object.hasOwn(value, it))) {
        yield { pointer: `${pointer}/${event}`, message: fill(messages["misplaced-event"], { event }) };
      }
    }
  }

  /** Returns the keys of the document that hold its hooks. */
  #roots() {
    return documents.get(this.type).filter((path) => path.length > 0).map(([first]) => first);
  }

  /** Returns the pointer to the part that a mistake drops; undefined for the whole document, empty for nothing. */
  #dropped(pointer, host) {
    let inside = around(pointer);
    while (inside !== "" && !this.events.has(inside)) inside = around(inside);
    if (!this.events.has(inside)) return this.#isSpared(pointer, host) ? "" : undefined;
    const [event, ...rest] = pointer.slice(inside.length + 1).split("/");
    const reading = readingOf(host);
    if (!events.has(event) && rest.length > 0 && reading.elsewhere?.includes(rest.at(-1))) return undefined;
    if (!isEvent(event, host)) {
      const { unknown = [] } = reading;
      return unknown === "all" || unknown.includes(this.place.name) ? undefined : "";
    }
    if (rest.length === 0 && reading.null && this.events.get(inside)[event] === null) return "";
    const which = (rest.length > 0 ? reading.entry : reading.event) ?? [];
    if (this.place.whole || which === "all" || which.includes(event)) return undefined;
    const depth = rest.length > 2 && rest[1] === HANDLERS ? 4 : rest.length > 0 ? 2 : 1;
    return [inside, ...[event, ...rest].slice(0, depth)].join("/");
  }

  /** Returns whether a mistake outside of the hooks drops nothing. */
  #isSpared(pointer, host) {
    if (pointer === "" || jsonType(this.document) !== "object") return false;
    const [, key] = pointer.split("/");
    const { keeps_broken_keys: keeps } = this.place;
    if (keeps && host.has(keeps) && !this.#roots().includes(key) && !events.has(key)) return true;
    const value = ownOf(this.document)(key) ?? null;
    return spared.some(({ at, values }) => at === key && (values?.includes(value) ?? true));
  }
}

/** Returns the pointer to the value around another one. */
const around = (pointer) => pointer.slice(0, Math.max(pointer.lastIndexOf("/"), 0));

/** Returns the mistakes of an event that the walk over the document does not know. */
function* mistakesOfEvent(name, groups, pointer, host) {
  if (!isEvent(name, host)) yield { pointer, message: messageOfUnknown(name) };
  for (const [place, handler] of valuesAt(groups, ["*", HANDLERS, "*"], pointer)) {
    if (jsonType(handler) === "object") yield* mistakesOfHandler(handler, place, host);
  }
}

/** Returns why a version of the host cannot read a handler. */
function* mistakesOfHandler(handler, pointer, host) {
  const own = ownOf(handler);
  const type = own("type");
  for (const { key, contains } of malformed.filter((it) => it.type === type)) {
    const text = own(key);
    if (typeof text === "string" && !text.includes(contains)) yield refusedAt(pointerTo(pointer, key));
  }
  const since = types.get(type)?.since;
  if (host.has(since)) return;
  yield { pointer, message: fill(messages["type-since"], { type, since: shownVersion(since) }) };
}

const refusedAt = (pointer) => ({ pointer, message: fill(messages["refused-value"], { pointer: quoted(pointer) }) });

function messageOfUnknown(name) {
  if (!events.has(name)) return fill(messages["event-unknown"], { name: quoted(name) });
  return fill(messages["event-since"], { event: name, since: shownVersion(events.get(name).since) });
}

function isAccepted({ begins, is, least, values }, value) {
  if (begins !== undefined) return typeof value !== "string" || value.startsWith(begins);
  if (is && !is.includes(jsonType(value))) return false;
  if (least !== undefined && typeof value === "number" && value < least) return false;
  return values?.includes(value) ?? true;
}

/** Returns what mistakes drop in a version of the host. */
const readingOf = (host) => broken.find((it) => host.holds(it)) ?? {};

/** Returns whether a version of the host knows an event. */
const isEvent = (name, host) => events.has(name) && host.has(events.get(name).since);

// ---- several documents ------------------------------------------------------------------------------------------------

/**
 * Returns the sources of settings, in the order of the answer.
 *
 * @param {object} settings a document, or a `SettingsTree`
 * @param {import("./host.js").Host} host
 * @throws {TypeError} if the settings are not an object, or have `sources` and are not a tree
 */
export function sourcesOf(settings, host) {
  if (jsonType(settings) !== "object") {
    throw new TypeError(`\`settings\` has to be an object: a document, or one with \`sources\`, not ${nameOf(settings)}`);
  }
  const tree = treeOf(settings);
  if (tree === settings) check(tree);
  const order = [...places.values()];
  const sources = tree.sources
    .map((given, index) => new Source(index, given, tree))
    .sort((one, other) => order.indexOf(one.place) - order.indexOf(other.place));
  findOwners(sources);
  for (const source of sources) {
    source.stop = whyNotRead(source, host);
    if (!source.stop) source.read(host);
  }
  dropTogether(sources);
  stopAllWithoutRequired(sources, host);
  const holding = switches.filter((it) => host.holds(it));
  for (const it of holding) switchOff(sources, it, host);
  for (const source of sources) {
    if (!source.stop && !source.isOfFunctions) source.notes = [...switchesWithoutEffect(source, holding), ...notGiven(source, sources)];
  }
  return sources;
}

/** Returns the entries of an object by their keys: the order in a document does not count. */
export const inNames = (value) => Object.entries(value).sort(([one], [other]) => compare(one, other));

/** Returns the settings if they are a tree, otherwise a tree with a document. */
export function treeOf(settings) {
  if (Object.hasOwn(settings, "sources")) return settings;
  return { sources: [{ place: DEFAULT, document: settings }] };
}

/** Refuses what is not a tree. The documents are read later. */
function check(tree) {
  const withoutDocument = (it) => (ownOf(it)("document") === undefined ? it : { ...it, document: null });
  const sources = Array.isArray(tree.sources) ? tree.sources.map(withoutDocument) : tree.sources;
  const found = validateRead({ ...tree, sources }, TREE, allTypes).find(({ severity }) => REFUSED.includes(severity));
  if (found) throw new TypeError(`the settings are not a tree, at ${quoted(found.pointer)}: ${found.message}`);
}

/** Finds the documents of the same plugin, skill or agent: of the same folder, or of the same name. */
function findOwners(sources) {
  const keyOf = ({ place, given }) => JSON.stringify([place.name, given.name]);
  const roots = new Map();
  for (const source of sources) {
    const { root, name } = source.given;
    if (root !== undefined && name !== undefined && !roots.has(keyOf(source))) roots.set(keyOf(source), root);
  }
  for (const source of sources) {
    const { name, root = name === undefined ? undefined : roots.get(keyOf(source)) } = source.given;
    if (root !== undefined) source.owner = JSON.stringify(["root", root]);
    else if (name !== undefined) source.owner = JSON.stringify(["name", name]);
  }
}

/** Returns why the host does not read a document in this session. */
function whyNotRead(source, host) {
  const { place, given, tree } = source;
  const not = (word, holes = {}) => ({ reason: "not-read", message: fill(messages[word], holes) });
  if (!host.has(place.since)) return not("place-since", { since: shownVersion(place.since) });
  if (given.above !== undefined && place.above && !place.above.includes(given.above)) return not("above");
  if (place.listed && tree.setting_sources && !tree.setting_sources.includes(place.name)) return not("listed");
  if (tree.plain === true && !place.plain) return not("plain");
  if (tree.trusted !== false) return undefined;
  if (tree.session === "terminal") return not("trust");
  if (place.trusted && host.has(place.trusted)) return not("agent-trust");
  if (tree.session === undefined) source.doubts.push({ condition: "session", message: messages["trust-unsure"] });
  return undefined;
}

const isDropped = ({ stop }) => stop?.reason === "dropped";

/** Whether the host reads nothing of a document: it is dropped, and has nothing but hooks. */
function isUnreadable(source) {
  const roots = documents.get(source.type).map(([first]) => first);
  return isDropped(source) && (jsonType(source.document) !== "object" || Object.keys(source.document).every((it) => roots.includes(it)));
}

/** Drops what depends on another document that cannot be read. */
function dropTogether(sources) {
  const keyOf = ({ place, owner }) => JSON.stringify([place.name, owner]);
  const dropped = new Map();
  for (const source of sources.filter((it) => isDropped(it) && it.type === it.place.together)) {
    if (!dropped.has(keyOf(source))) dropped.set(keyOf(source), source.stop);
  }
  for (const source of sources) {
    const stop = dropped.get(keyOf(source));
    if (stop) source.stop ??= { ...stop, message: messages.together };
  }
}

/** Stops everything if the host does not start, because it can read no document of a place that it needs. */
function stopAllWithoutRequired(sources, host) {
  for (const place of places.values()) {
    const own = sources.filter((it) => it.place === place);
    if (!place.required || !host.has(place.required) || own.length === 0 || !own.every(isUnreadable)) continue;
    const message = fill(messages["not-started"], { place: place.title });
    const stop = { reason: "not-started", message, because: own[0].stop.because };
    for (const source of sources) source.stop ??= stop;
  }
}

/** Stops the documents whose hooks a setting switches off. */
function switchOff(sources, { key, keeps, none_if: noneIf = [], forced = [], forced_since: since, unsure = [], ...rest }, host) {
  const decisive = decisiveOf(sources, host, { key, ...rest });
  if (!decisive) return;
  const holes = { key, place: decisive.place.title };
  const because = decisive.pointerAt(pointerTo("", key));
  const keepsNone = noneIf.includes(decisive.place.name);
  for (const source of sources) {
    const { name } = source.place;
    if (source.stop || (keeps.includes(name) && !keepsNone)) continue;
    const isForced = forced.includes(name) && host.has(since) ? source.given.forced : false;
    if (unsure.includes(name)) {
      source.doubts.push({ condition: "switch", message: fill(messages["switch-unsure"], holes) });
    } else if (isForced === undefined) {
      source.doubts.push({ condition: "plugin", message: messages.forced });
    } else if (!isForced) {
      source.stop = { reason: "disabled", message: fill(messages.disabled, holes), because };
    }
  }
}

/** Whether the settings of a document count. Those of some places do, even if its hooks are dropped. */
const countsIn = (source, host) =>
  !source.stop || (isDropped(source) && source.place.required !== undefined && host.has(source.place.required));

/** Returns the document that switches hooks off, if one does. */
function decisiveOf(sources, host, { key, off, places: names, ...rest }) {
  let decisive;
  for (const name of names) {
    for (const source of sources.filter((it) => it.place.name === name && countsIn(it, host))) {
      const value = ownOf(source.document)(key);
      if (isOn(value, rest)) decisive = source;
      else if (off.includes(value)) decisive = undefined;
    }
  }
  return decisive;
}

/** Returns whether the value of a switch switches hooks off. */
const isOn = (value, { on, item }) => on.includes(value) || (item !== undefined && Array.isArray(value) && value.includes(item));

/** Returns the switches in a document whose place they do not count in. */
function switchesWithoutEffect({ place, document }, holding) {
  const found = holding.filter((it) => !it.places.includes(place.name) && isOn(ownOf(document)(it.key), it));
  return found.map(({ key, places: names }) => {
    const titles = names.map((name) => places.get(name).title).join(", ");
    return { pointer: pointerTo("", key), reason: "without-effect", message: fill(messages["no-switch"], { key, places: titles }) };
  });
}

/** Returns the files that a manifest names, if there are fewer documents of its owner. */
function notGiven({ type, place, owner, document }, sources) {
  if (place.files === undefined || type !== place.together) return [];
  const named = ownOf(document)(place.files);
  const paths = new Set((Array.isArray(named) ? named : [named]).filter((it) => typeof it === "string"));
  const others = sources.filter((it) => it.owner === owner && it.type !== type);
  if (others.length >= paths.size) return [];
  return [{ pointer: pointerTo("", place.files), reason: "not-given", message: messages["not-given"] }];
}
