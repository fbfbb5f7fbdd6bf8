// Reads the documents of a selection: which of them count, and which parts the host drops.

import { fill, isOlder, isTooDeep, jsonType, nameOf, oneOf, pointerTo, quoted, validateRead } from "../core.js";
import { holdsFor } from "../matching.js";
import { words } from "../plan.js";
import { ownOf, valuesAt } from "../registration.js";
import { documents, HANDLERS } from "../registration-data.js";
import { allTypes } from "../types.js";
import { broken, DEFAULT, events, malformed, messages, places, refused, spared, switches, types } from "./data.js";

/**
 * Why something does not run: a document, a part of one, or a handler.
 *
 * @typedef { { reason: string, message: string, because?: { source: number, pointer: string } } } Fault
 */

/** A document with hooks, and what is known about it. */
export class Source {
  /** Why none of its hooks runs. @type {Fault | undefined} */
  stop;
  /** The parts that the host drops, by pointer. @type {Map<string, Fault>} */
  wrong = new Map();
  /** What decides whether its hooks run. @type { { condition: string, message: string }[] } */
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
    this.place = places.get(oneOf("place", given.place, places.keys()));
    const { together } = this.place;
    this.type = together !== undefined && given.manifest === true ? together : this.place.documents[0];
    this.document = given.document;
    const found = documents.get(this.type).flatMap((path) => valuesAt(this.document, path));
    /** The objects with events as keys, by pointer. */
    this.events = new Map(found.filter(([, value]) => jsonType(value) === "object"));
  }

  /** Whether it has entries of handlers. The host reads and compares nothing where they are functions. */
  get hasEntries() {
    return this.place.duplicates !== "none";
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

  /** Returns what the documents of one plugin, skill or agent have in common. */
  owner() {
    const key = ["root", "name"].find((it) => this.given[it] !== undefined);
    return JSON.stringify([this.place.name, key, key === undefined ? this.index : this.given[key]]);
  }

  /** Returns what the places have in common whose handlers are compared; undefined if they are not. */
  scope() {
    if (!this.hasEntries) return undefined;
    const { duplicates, name } = this.place;
    return duplicates === "owner" ? this.owner() : duplicates === "place" ? JSON.stringify([name]) : duplicates;
  }

  /** Finds what the host drops of it. */
  read(host) {
    if (!this.hasEntries) return;
    for (const { pointer, message: problem } of this.#mistakes(host)) {
      const part = this.#dropped(pointer, host);
      if (part === undefined) {
        const message = fill(messages.dropped, { problem });
        this.stop = { reason: "dropped", message, because: this.pointerAt(pointer) };
        return;
      }
      if (part !== "" && !this.wrong.has(part)) {
        this.wrong.set(part, { reason: "malformed", message: fill(messages.malformed, { problem }) });
      }
    }
  }

  /** Returns the mistakes because of which the host drops something. */
  *#mistakes(host) {
    if (isTooDeep(this.document)) {
      yield { pointer: "", message: words["too-deep-value"] };
      return;
    }
    yield* this.#refused(host);
    yield* this.#misplaced(readingOf(host).elsewhere ?? []);
    const problems = validateRead(this.document, this.type, allTypes, { host });
    // What a host does not know, it does not refuse.
    const unknown = problems.filter(({ code, severity }) => code === "unsupported-by-host" && severity === "ignored");
    this.#unknown = new Set(unknown.map(({ pointer }) => pointer));
    yield* problems.filter(({ severity, pointer }) => severity === "rejected" && !this.#isUnknown(pointer));
    for (const [pointer, ofEvents] of this.events) {
      for (const [name, groups] of Object.entries(ofEvents)) {
        yield* mistakesOfEvent(name, groups, pointerTo(pointer, name), host);
      }
    }
  }

  /** Returns true if a pointer is in a part that this version of the host does not know. */
  #isUnknown(pointer) {
    if (this.#unknown.size === 0) return false;
    let inner = pointer;
    while (inner !== "" && !this.#unknown.has(inner)) inner = inner.slice(0, inner.lastIndexOf("/"));
    return inner !== "";
  }

  /** Returns the values outside of the hooks that drop the document. */
  *#refused(host) {
    if (jsonType(this.document) !== "object") return;
    for (const rule of refused.filter((it) => it.types.includes(this.type) && holdsFor(it, host))) {
      const found = valuesAt(this.document, rule.at);
      if (found.length === 0 && rule.required) yield refusedAt(pointerTo("", rule.at[0]));
      for (const [pointer, value] of found) {
        if (!isAccepted(rule, value)) yield refusedAt(pointer);
      }
    }
  }

  /** Returns the events that are beside the object with the events, or below another name in it. */
  *#misplaced(names) {
    const roots = this.#roots();
    if (names.length === 0 || roots.length === 0 || jsonType(this.document) !== "object") return;
    const entries = Object.entries(this.document).map(([key, value]) => [key, value, pointerTo("", key)]);
    const similar = entries.filter(([key]) => !roots.includes(key) && roots.includes(key.toLowerCase()));
    const inner = [...this.events].flatMap(([pointer, ofEvents]) =>
      Object.entries(ofEvents).map(([key, value]) => [key, value, pointerTo(pointer, key)]),
    );
    const others = inner.filter(([key]) => !events.has(key));
    for (const [, value, pointer] of [["", this.document, ""], ...similar, ...others]) {
      for (const event of names.filter((it) => ownOf(value)(it) !== undefined)) {
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
    const steps = pointer.split("/");
    const length = this.#lengthAround(steps);
    if (length === undefined) return this.#isSpared(steps, host) ? "" : undefined;
    const [event, ...rest] = steps.slice(length);
    const reading = readingOf(host);
    if (reading.elsewhere?.includes(steps.at(-1)) && !events.has(event)) return undefined;
    if (!isEvent(event, host)) {
      const { unknown = [] } = reading;
      return unknown === "all" || unknown.includes(this.place.name) ? undefined : "";
    }
    if (rest.length === 0 && reading.null && this.events.get(steps.slice(0, length).join("/"))[event] === null) return "";
    const which = (rest.length > 0 ? reading.entry : reading.event) ?? [];
    if (this.place.whole || which === "all" || which.includes(event)) return undefined;
    const isOfHandler = rest.length > 2 && rest[1] === HANDLERS;
    return steps.slice(0, length + (isOfHandler ? 4 : rest.length > 0 ? 2 : 1)).join("/");
  }

  /** Returns the number of steps to the object with events around a pointer, if there is one. */
  #lengthAround(steps) {
    const lengths = documents.get(this.type).map((path) => path.length + 1);
    return lengths.find((length) => length < steps.length && this.events.has(steps.slice(0, length).join("/")));
  }

  /** Returns true if a mistake outside of the hooks drops nothing. */
  #isSpared([, key], host) {
    if (key === undefined || jsonType(this.document) !== "object") return false;
    const { keeps_broken_keys: keeps } = this.place;
    if (keeps && !isBefore(host, keeps) && !this.#roots().includes(key) && !events.has(key)) return true;
    const value = ownOf(this.document)(key) ?? null;
    return spared.some(({ at, values }) => at === key && (values?.includes(value) ?? true));
  }
}

/** Returns the mistakes of an event that the walk over the document does not know. */
function* mistakesOfEvent(name, groups, pointer, host) {
  if (!isEvent(name, host)) yield { pointer, message: messageOfUnknown(name) };
  for (const [place, handler] of valuesAt(groups, ["*", HANDLERS, "*"], pointer)) {
    const own = ownOf(handler);
    const type = own("type");
    for (const { key, contains } of malformed.filter((it) => it.type === type)) {
      if (typeof own(key) === "string" && !own(key).includes(contains)) yield refusedAt(pointerTo(place, key));
    }
    const since = types.get(type)?.since;
    if (!isBefore(host, since)) continue;
    yield { pointer: place, message: fill(messages["type-since"], { type, since: since.join(".") }) };
  }
}

const refusedAt = (pointer) => ({ pointer, message: fill(messages["refused-value"], { pointer: quoted(pointer) }) });

function messageOfUnknown(name) {
  if (!events.has(name)) return fill(messages["event-unknown"], { name: quoted(name) });
  return fill(messages["event-since"], { event: name, since: events.get(name).since.join(".") });
}

function isAccepted({ begins, is, least, values }, value) {
  if (begins !== undefined) return typeof value !== "string" || value.startsWith(begins);
  if (is && !is.includes(jsonType(value))) return false;
  if (least !== undefined && typeof value === "number" && value < least) return false;
  return values?.includes(value) ?? true;
}

/** Returns what mistakes drop in a version of the host. */
const readingOf = (host) => broken.find((it) => holdsFor(it, host)) ?? {};

/** Returns true if a version of the host knows an event. */
const isEvent = (name, host) => events.has(name) && !isBefore(host, events.get(name).since);

/** Returns true if a version of the host, which may be unknown, is older than one that may be absent. */
export const isBefore = (host, since) => host !== undefined && since !== undefined && isOlder(host, since);

// ---- several documents ------------------------------------------------------------------------------------------------

/**
 * Returns the sources of settings, in the order in which their hooks start.
 *
 * @param {object} settings a document, or a `SettingsTree`
 * @param {number[]} [host]
 * @throws {TypeError} if the settings are not an object, or a source is not
 * @throws {RangeError} if a place is unknown
 */
export function sourcesOf(settings, host) {
  if (jsonType(settings) !== "object") {
    throw new TypeError(`\`settings\` has to be an object: a document, or one with \`sources\`, not ${nameOf(settings)}`);
  }
  const tree = treeOf(settings) ?? { sources: [{ place: DEFAULT, document: settings }] };
  const { setting_sources: listed } = tree;
  if (listed !== undefined && listed !== null && !Array.isArray(listed)) {
    throw new TypeError(`\`setting_sources\` has to be an array, not ${nameOf(listed)}`);
  }
  const order = [...places.values()];
  const sources = tree.sources
    .map((given, index) => {
      if (jsonType(given) === "object") return new Source(index, given, tree);
      throw new TypeError(`a source has to be an object with \`place\` and \`document\`, not ${nameOf(given)}`);
    })
    .sort((one, other) => order.indexOf(one.place) - order.indexOf(other.place));
  for (const source of sources) {
    source.stop = whyNotRead(source, host);
    if (!source.stop) source.read(host);
  }
  dropTogether(sources);
  stopAllWithoutRequired(sources, host);
  for (const it of switches) if (holdsFor(it, host)) switchOff(sources, it);
  return sources;
}

/** Returns the settings if they are a `SettingsTree`; undefined for a document. */
export function treeOf(settings) {
  return Array.isArray(settings.sources) ? settings : undefined;
}

/** Returns why the host does not read a document in this session. */
function whyNotRead(source, host) {
  const { place, given, tree } = source;
  const { above = null } = given;
  const { setting_sources: listed, plain, trusted, session = null } = tree;
  const not = (word) => ({ reason: "not-read", message: messages[word] });
  if (above !== null && place.above && !place.above.includes(above)) return not("above");
  if (place.listed && listed && !listed.includes(place.name)) return not("listed");
  if (plain === true && !place.plain) return not("plain");
  if (trusted !== false) return undefined;
  if (session === "terminal") return not("trust");
  if (place.trusted && !isBefore(host, place.trusted)) return not("agent-trust");
  if (session === null) source.doubts.push({ condition: "session", message: messages["trust-unsure"] });
  return undefined;
}

const isDropped = ({ stop }) => stop?.reason === "dropped";

/** Drops what depends on another document that cannot be read. */
function dropTogether(sources) {
  const stops = new Map();
  for (const source of sources.filter((it) => isDropped(it) && it.type === it.place.together)) {
    if (!stops.has(source.owner())) stops.set(source.owner(), source.stop);
  }
  if (stops.size === 0) return;
  for (const source of sources) source.stop ??= stops.get(source.owner());
}

/** Stops everything if the host does not start, because it can read no document of a place that it needs. */
function stopAllWithoutRequired(sources, host) {
  for (const place of places.values()) {
    const own = sources.filter((it) => it.place === place);
    if (!place.required || isBefore(host, place.required) || own.length === 0 || !own.every(isDropped)) continue;
    const message = fill(messages["not-started"], { place: place.title });
    const stop = { reason: "not-started", message, because: own[0].stop.because };
    for (const source of sources) source.stop ??= stop;
  }
}

/** Stops the documents whose hooks a setting switches off. */
function switchOff(sources, { key, keeps, none_if: noneIf = [], forced = [], unsure = [], ...rest }) {
  const decisive = decisiveOf(sources, { key, ...rest });
  if (!decisive) return;
  const holes = { key, place: decisive.place.title };
  const because = decisive.pointerAt(pointerTo("", key));
  const keepsNone = noneIf.includes(decisive.place.name);
  for (const source of sources) {
    const { name } = source.place;
    if (source.stop || (keeps.includes(name) && !keepsNone)) continue;
    const isForced = forced.includes(name) ? (source.given.forced ?? null) : false;
    if (unsure.includes(name)) {
      source.doubts.push({ condition: "switch", message: fill(messages["switch-unsure"], holes) });
    } else if (isForced === null) {
      source.doubts.push({ condition: "plugin", message: messages.forced });
    } else if (isForced !== true) {
      source.stop = { reason: "disabled", message: fill(messages.disabled, holes), because };
    }
  }
}

/** Returns the document that switches hooks off, if one does. */
function decisiveOf(sources, { key, on, off, item, places: names }) {
  let decisive;
  for (const name of names) {
    for (const source of sources.filter((it) => it.place.name === name && !it.stop)) {
      const value = ownOf(source.document)(key);
      const hasItem = item !== undefined && Array.isArray(value) && value.includes(item);
      if (hasItem || on.includes(value)) decisive = source;
      else if (off.includes(value)) decisive = undefined;
    }
  }
  return decisive;
}
