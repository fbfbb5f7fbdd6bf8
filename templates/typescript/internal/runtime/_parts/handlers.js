// Hooks: options, and functions by event, and by tool where the event is about one.

const ANY = "*";

/**
 * Reads the options and the handlers of a hook, once: a getter could return something else the next time. With a mistake in
 * them, which is its `fault`, a hook fails on every event.
 */
const hookOf = (function (handlers, options, names) {
  const hook = { guard: undefined, limit: undefined, name: program(), events: new Map(), unusual: [], fault: undefined, failures: undefined };
  for (const read of [() => readOptions(hook, options, names), () => readHandlers(hook, handlers)]) {
    try {
      read();
    } catch (error) {
      hook.fault ??= { error };
    }
  }
  return hook;
});

const program = () => String(globalThis.process?.argv?.[1] ?? "").split(/[\\/]/).at(-1) || "hook";

function readOptions(hook, options, names) {
  if (options === undefined) return;
  checkPlain("options", options);
  const { guard, limit, name } = options;
  hook.failures = options[FAILURES];
  if (typeof name === "string") hook.name = name;
  else if (name !== undefined) throw new Failure("name", { found: name });
  if (guard === "closed" || guard === "open") hook.guard = guard;
  else if (guard !== undefined) throw new Failure("guard", { found: guard });
  for (const option of Reflect.ownKeys(options)) {
    const isAbsent = options[option] === undefined;
    if (!isAbsent && option !== FAILURES && !names.includes(option)) throw new Failure("no-option", { option: String(option), names });
  }
  if (limit === undefined) return;
  if (!Number.isFinite(limit) || limit <= 0) throw new Failure("seconds", { found: limit });
  hook.limit = limit;
}

/** Reads all handlers: a mistake in one could be the reason that no guard runs. */
const readHandlers = (function (hook, handlers) {
  checkPlain("the handlers are {found}, and have to be an object", handlers);
  const events = Reflect.ownKeys(handlers);
  if (events.length === 0) throw new Failure("no-handlers");
  // The policy depends on all of them, also if one is wrong.
  for (const event of events) hook.events.set(event === "" ? ANY : event, []);
  for (const event of events) {
    const isAny = event === ANY || event === "";
    const entries = hook.events.get(isAny ? ANY : event);
    if (!isAny && !HOOK_EVENTS.includes(event)) throw noEvent(String(event));
    const of = handlers[event];
    if (!isObject(of)) {
      entries.push({ functions: functionsOf(String(event), of) });
      continue;
    }
    if (!isAny && !ABOUT_TOOLS.includes(event)) throw new Failure("no-tools", { event });
    checkPlain("the handlers of `{event}` are {found}, and have to be an object", of, event);
    const keys = Reflect.ownKeys(of);
    if (keys.length === 0) throw new Failure("no-handler", { place: `\`${event}\`` });
    for (const key of keys) {
      const functions = functionsOf(`${event}.${String(key)}`, of[key]);
      entries.push({ ...keyOf(key, hook.unusual), functions });
    }
  }
});

function noEvent(event) {
  if (/[|,]/.test(event)) return new Failure("each-event", { event });
  const isTool = TOOLS.includes(event) || Object.hasOwn(OTHER_NAMES, event);
  return isTool ? new Failure("tool-as-event", { event }) : new Failure("no-event", { event, names: HOOK_EVENTS });
}

/** Checks that something is an object with keys of its own: a map, or an instance of a class, has none. */
const checkPlain = (function (word, value, event) {
  if (!isObject(value) || !isPlainObject(value)) throw new Failure(word, { found: value, event });
});

/** Returns true if the prototype of an object is that of a literal, in any realm, or absent. */
const isPlainObject = (function (value) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
});

const functionsOf = (function (place, of) {
  // A copy has no holes.
  const functions = Array.isArray(of) ? [...of] : [of];
  if (functions.length === 0 || !functions.every((it) => typeof it === "function")) {
    throw new Failure("no-handler", { place: `\`${place}\`` });
  }
  return functions;
});

/** Reads the key of a tool as the host reads a matcher: as names, or as a pattern. What is not a known tool is `unusual`. */
const keyOf = (function (key, unusual) {
  if (key === ANY || key === "") return { isAny: true };
  if (TOOLS.includes(key)) return { names: [key] };
  if (typeof key === "string" && /^[\w\- ,|]*$/.test(key)) {
    const names = key.split(/[,|]/).map((name) => name.replace(/^ +| +$/g, "")).filter((name) => name !== "");
    if (names.length === 0 || !names.every((name) => TOOLS.includes(currentName(name)))) unusual.push({ key, names });
    return { names };
  }
  unusual.push({ key: String(key) });
  return { pattern: String(key) };
});

/** Loads what reads patterns, and checks names. */
const keys = () => import("./internal/runtime/keys.js");

/** Returns true if a hook has handlers for an event. */
/** Returns the event of a program that handles only one; otherwise an empty text. */
function onlyEvent({ events }) {
  const [event] = events.keys();
  return events.size === 1 && HOOK_EVENTS.includes(event) ? event : "";
}

const handles = (hook, event) => hook.events.has(event) || hook.events.has(ANY);

/** Returns the functions that handle an input: those of all keys that match. `*` is for tools that no other key matches. */
const chosen = (async function (hook, { event, input }) {
  const entries = hook.events.get(event) ?? hook.events.get(ANY) ?? [];
  const isAboutTool = ABOUT_TOOLS.includes(event);
  if (isAboutTool) checkTool(input, entries);
  const tool = input[TOOL];
  const found = [];
  for (const entry of entries) {
    if (entry.isAny !== true && (await isFor(entry, tool))) found.push(...entry.functions);
  }
  const functions = found.length > 0 ? found : entries.flatMap((entry) => (entry.isAny ? entry.functions : []));
  if (isAboutTool && functions.length > 0) checkArguments(input);
  return functions;
});

const isFor = (function ({ names, pattern }, tool) {
  if (names !== undefined) return names.some((name) => currentName(name) === currentName(tool));
  return pattern === undefined || matching(pattern, tool);
});

const matching = async (pattern, tool) => (await keys()).isMatching(pattern, namesOf(tool));

const currentName = (tool) => (Object.hasOwn(OTHER_NAMES, tool) ? OTHER_NAMES[tool] : tool);

/** Returns all names of a tool. */
function namesOf(tool) {
  if (typeof tool !== "string") return [];
  const current = currentName(tool);
  return [current, ...Object.keys(OTHER_NAMES).filter((name) => OTHER_NAMES[name] === current)];
}

/** Checks that a guard can see the tool that it guards. */
const checkTool = (function (input, entries) {
  const isByTool = entries.some(({ isAny, names, pattern }) => isAny ?? names ?? pattern);
  if (isByTool && typeof input[TOOL] !== "string") unseen(input, TOOL);
});

/** Checks that a guard can see the arguments that it guards. */
const checkArguments = (function (input) {
  if (Object.hasOwn(input, ARGUMENTS) && !isObject(input[ARGUMENTS])) unseen(input, ARGUMENTS);
});

function unseen(input, key) {
  const value = input[key];
  const found = value === undefined ? "nothing" : typeof value === "object" ? nameOf(value) : `a ${typeof value}`;
  throw new Failure("unseen", { key: `\`${key}\``, found });
}
