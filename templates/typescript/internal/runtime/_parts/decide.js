// Calls the handlers of an event, and decides what happens if they fail.

/** Returns the plan of an event, if it is known. */
const planOf = async (event) => readPlan(event) ?? (await importPlan(event));

/**
 * Reads the plan of an event. From the file, that takes less than half of the time of an import, and does not wait. A bundle has no
 * such file. A string with an escape is left to the engine.
 */
const readPlan = (function (event) {
  if (!HOOK_EVENTS.includes(event)) return undefined;
  if (Object.hasOwn(PLANS, event)) return JSON.parse(PLANS[event]);
  try {
    const text = builtin(FILES).readFileSync(new URL("./internal/runtime/events.js", import.meta.url), "utf8");
    const start = `\n  ${event}: '`;
    const from = text.indexOf(start) + start.length;
    const json = text.slice(from, text.indexOf("',\n", from)).replaceAll("\\\n", "");
    return json.includes("\\") ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
});

async function importPlan(event) {
  if (!HOOK_EVENTS.includes(event)) return undefined;
  const { plans } = await import("./internal/runtime/events.js");
  return Object.hasOwn(plans, event) ? JSON.parse(plans[event]) : undefined;
}

export async function decide(handlers, data, options) {
  const answer = emptyAnswer();
  try {
    await watchAll();
    await fillIn(answer, handlers, data, options, false);
  } catch (error) {
    await failed(answer, hookOf(handlers, options, COMMON), error);
  }
  return written(answer);
}

/** The options of everything that calls handlers. `serve.js` checks those of requests. */
const COMMON = ["guard", "name"];

/** Collects replies by asynchronous context, where the engine has that. */
async function watchAll() {
  const hooks = "node:async_hooks";
  if (globalThis.process?.versions?.node) contexts ??= new (await import(hooks)).AsyncLocalStorage();
}

/**
 * Fills an answer in with what handlers say.
 *
 * @param {object} answer the answer of no event
 * @param {object} handlers
 * @param {Uint8Array | string} data the event
 * @param {object} [options]
 * @param {boolean} elsewhere it is not that of a command
 * @param {object} [command] the process, if it is that of the hook: what ends it ends the handlers
 */
const fillIn = (async function (answer, handlers, data, options, elsewhere, command) {
  const hook = command?.hook ?? hookOf(handlers, options, COMMON);
  let functions;
  try {
    use(answer, plainEvent(data));
    if (hook.fault) throw hook.fault.error;
    hook.isWrong = hook.unusual.length > 0;
    if (hook.isWrong) (await keys()).check(hook.unusual, [...TOOLS, ...Object.keys(OTHER_NAMES)]);
    hook.isWrong = false;
    if (answer.event === "") use(answer, (await readingOf(data)).input);
    functions = await chosen(hook, answer);
    if (functions.length === 0) return;
    answer.plan = await planOf(answer.event);
    answer.problems = answer.plan ? await problemsOf(answer, data) : (await readingOf(data)).problems;
    if (hasTool(answer)) await prepareShell();
  } catch (error) {
    return failBefore(answer, hook, data, error);
  }
  await callAll(functions, answer, hook, elsewhere, command);
});

/** Fails before any handler is called: by the policy of the event, if its name can be read. */
async function failBefore(answer, hook, data, error) {
  if (answer.event === "") await nameEvent(answer, hook, data);
  const isRight = hook.fault === undefined && !hook.isWrong;
  if (answer.isUnread && answer.event !== "" && isRight && !handles(hook, answer.event)) return;
  answer.plan ??= await planOf(answer.event).catch(() => undefined);
  await failed(answer, hook, error);
}

/** Finds out the name of an event that cannot be read plainly. */
async function nameEvent(answer, hook, data) {
  try {
    use(answer, (await readingOf(data)).input);
  } catch {
    answer.isUnread = true;
    const reading = await import("./internal/reading.js").catch(() => undefined);
    answer.event = reading?.nameBeforeFault?.(data) ?? onlyEvent(hook);
  }
}

const callAll = (async function (functions, answer, hook, elsewhere, command) {
  const found = [];
  if (command) command.found = found;
  for (const handler of functions) {
    try {
      const answers = await answersOf(handler, answer, command);
      // If a later handler ends the program, it is too late to load it.
      if (command && answers.some(({ raw }) => raw !== undefined)) command.wholes = await wholes();
      found.push(...answers);
    } catch (error) {
      // The policy decides, and other handlers still count.
      await failed(answer, hook, error);
      if (command?.stopped) break;
    }
  }
  await join(answer, found, hook, elsewhere);
});

/** Joins the answers of handlers, and writes them. What fails is left out, and the policy decides. */
const join = (async function (answer, found, hook, elsewhere) {
  for (const own of found) {
    try {
      // Several are checked one by one, to know which of them failed.
      if (found.length > 1) await check(own, elsewhere);
    } catch (error) {
      await failed(answer, hook, error);
      answer.hooks.push(...(await keptOf(own)));
      continue;
    }
    answer.notes.push(...own.notes);
    answer.hooks.push(...own.hooks);
    if (answer.raw === undefined) {
      answer.raw = own.raw;
    } else if (own.raw !== undefined) {
      answer.raw = (await wholes()).stricter(answer, own);
      await failed(answer, hook, new Failure("whole"));
    }
  }
  if (answer.raw !== undefined && answer.hooks.length > 0) {
    (await wholes()).keepOne(answer);
    await failed(answer, hook, new Failure("whole"));
  }
  if (answer.refusal !== undefined) return;
  try {
    await check(answer, elsewhere);
  } catch (error) {
    await failed(answer, hook, error);
    Object.assign(answer, { hooks: await keptOf(answer), raw: undefined, out: undefined });
    if (answer.refusal === undefined) await check(answer, elsewhere);
  }
});

/** Returns what still counts of an answer that failed: what a whole reply refuses. */
const keptOf = async (answer) => (answer.raw === undefined ? [] : (await wholes()).kept(answer));

// Inputs

const use = (answer, input) => input && Object.assign(answer, { event: input[EVENT_KEY], input });

/** Returns an event with nothing unusual in it. All others are left to `readInput`, which is slower to load. */
const plainEvent = (function (data) {
  try {
    const text = textOfData(data);
    if (isUnusual(text)) return undefined;
    const input = JSON.parse(text);
    const isEvent = isObject(input) && Object.hasOwn(input, EVENT_KEY) && typeof input[EVENT_KEY] === "string";
    return isEvent && isPlain(input) ? input : undefined;
  } catch {
    return undefined;
  }
});

const textOfData = (function (data) {
  if (typeof data === "string") return data.isWellFormed() ? data : "\ufffd";
  return globalThis.Buffer?.isBuffer(data) ? data.toString() : new TextDecoder().decode(data);
});

/** Returns true if a text may have bytes that are not UTF-8, or half of a surrogate pair. */
const isUnusual = (text) => ["\ufffd", "\\ud", "\\uD"].some((it) => text.includes(it));

/** Reads an event with `readInput`. */
async function readingOf(data) {
  if (data instanceof Failure) throw data; // It could not be read.
  const { ReadError, readInput } = await import("./internal/reading.js");
  try {
    return readInput(data);
  } catch (error) {
    throw error instanceof ReadError ? new Failure("unread", { error: error.message }) : error;
  }
}

const problemsOf = (async function ({ input, plan }, data) {
  return fits(input, ["type", plan.input], plan, false) ? [] : (await readingOf(data)).problems;
});

// Handlers

/** Calls a handler, and returns its answers: one with what verbs say, and one for each whole reply. */
const answersOf = (async function (handler, to, command) {
  if (command) checkStopped(command);
  const made = [];
  const run = () => handler(callOf(to, to.problems));
  const answers = taken(to, await collected(made, command ? () => callHandler(command, run) : run));
  const unused = made.find(({ isUsed }) => !isUsed);
  if (unused) throw (await explained()).unused(unused);
  return answers;
});

/** The number of handlers that run. */
let running = 0;

/** Calls a function, and collects the replies that are made until it ends. */
const collected = (async function (into, run) {
  if (contexts) return contexts.run(into, run);
  // Without asynchronous contexts nobody knows which of several handlers makes a reply, so they are not collected.
  collecting = running++ === 0 ? into : undefined;
  try {
    return await run();
  } finally {
    running -= 1;
    collecting = undefined;
  }
});

/** Returns a call: an object with the keys of the input. It inherits the verbs that the event takes. */
const callOf = (function ({ event, input, plan }, problems) {
  const inherited = { problems };
  // Each handler has a copy: what one changes in it, the others and `rewrite` do not see.
  const call = { __proto__: inherited, ...JSON.parse(JSON.stringify(input)) };
  for (const verb of Object.keys(plan?.verbs ?? {})) {
    inherited[verb] = VERBS[verb];
    // A key of a newer host must not hide a verb.
    delete call[verb];
  }
  if (hasTool({ event, input })) addShell(call, inherited);
  if (plan && problems.length > 0) refuseAbsent(call, inherited, plan);
  return call;
});

/** Makes it an error to read a required field that the input lacks: to a guard, it must not look like an optional one. */
function refuseAbsent(call, inherited, { input, types }) {
  for (const [name, [, isRequired]] of Object.entries(types[input].fields ?? {})) {
    if (isRequired !== 1 || Object.hasOwn(call, name)) continue;
    const get = () => {
      throw new Failure("the input has no `{name}`", { name });
    };
    Object.defineProperty(inherited, name, { get, configurable: true });
  }
}

/**
 * Returns the answers in what a handler returned. A value that is false in a condition is nothing. Everything else is a mistake: a
 * guard that returns it means to say something.
 */
const taken = (function (to, returned) {
  const isList = Array.isArray(returned);
  const replies = isList ? [...returned] : [returned];
  const whole = replies.filter((it) => it && !isReply(it));
  if ((isList && replies.length === 0) || !whole.every((it) => isObject(it) && isPlainObject(it))) {
    throw new Failure("wrong-return", { found: returned });
  }
  const answers = whole.map((it) => Object.assign(emptyAnswer(to), { raw: copied(it) }));
  if (answers.some(({ raw }) => isEmpty(raw))) throw new Failure("wrong-return", { found: returned });
  const said = replies.filter((it) => it && isReply(it));
  if (said.length > 0) answers.unshift(Object.assign(emptyAnswer(to), { hooks: hooksOf(isList ? said : returned) }));
  return answers;
});

// Failures

/** Notes a failure. If the policy is `closed`, the answer is a refusal. */
async function failed(answer, hook, error) {
  // A package that is not whole must not let a guard fail silently.
  const said = await explained().then(({ reasonOf }) => reasonOf(error)).catch(() => WORDS.mute);
  fail(answer, hook, said);
}

/** The number of characters of an error that people read. */
const MOST_SAID = 4000;

function fail(answer, hook, said) {
  const isRefused = isClosed(answer.event, hook);
  const text = isRefused ? WORDS.closed : WORDS.open;
  const event = answer.event === "" ? WORDS.everything : `\`${answer.event}\``;
  const holes = { hook: `\`${hook.name}\``, event, error: said.length > MOST_SAID ? `${said.slice(0, MOST_SAID)}\u2026` : said };
  const message = text.replace(/\{(\w+)\}/g, (_, hole) => holes[hole]);
  const note = shown(message);
  // Several handlers can fail in the same way.
  if (answer.notes.includes(note)) return;
  report(note, hook);
  answer.notes.push(note);
  if (isRefused) answer.refusal ??= message;
  else answer.failures.push(message);
}

/** Returns true if a hook has to block if it fails. Without an event, it has to if one of its events has to. */
const isClosed = (function (event, { guard, events }) {
  if (guard !== undefined) return guard === "closed";
  return event === "" ? [ANY, ...CLOSED].some((it) => events.has(it)) : CLOSED.includes(event);
});

/** The key of the option that collects failures. `simulate` has it. */
const FAILURES = Symbol.for(REGISTRY);

/** Reports a failure to `simulate`, if that runs the hook. The file has to be there: this makes none. */
function report(note, { failures }) {
  failures?.push(note);
  try {
    const { appendFileSync, closeSync, constants, fstatSync, openSync } = builtin(FILES);
    const { O_WRONLY, O_APPEND, O_NONBLOCK = 0 } = constants;
    const file = openSync(channel ?? process.env[CHANNEL], O_WRONLY | O_APPEND | O_NONBLOCK);
    try {
      if (fstatSync(file).isFile()) appendFileSync(file, `${note}\n`);
    } finally {
      closeSync(file);
    }
  } catch {
    // The hook fails in the same way without it.
  }
}
