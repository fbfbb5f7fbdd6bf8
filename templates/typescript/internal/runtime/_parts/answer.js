// Answers: what handlers say, written as the event takes it.

/** Why a hook fails: a message of the package, by its word and what it is about. The message itself is loaded later. */
class Failure {
  constructor(word, holes = {}) {
    this.word = word;
    this.holes = holes;
  }
}

/** Loads what explains failures. */
const explained = () => import("./internal/runtime/explained.js");

/**
 * The answer to an event, before it is written for a kind of handler.
 *
 * `hooks` has what each hook says, and `raw` a whole reply, as a handler returned it. `notes` are what stderr gets. `refusal`
 * is the reason to block, if the hook failed and has to, and `failures` is why the event goes on. `isUnread` is true if the input
 * cannot be read: then not even the name of the event is sure. `out` is the written reply.
 */
const emptyAnswer = ({ event = "", input = {}, plan = undefined } = {}) => ({
  event, input, plan, hooks: [], raw: undefined, notes: [], refusal: undefined, failures: [], isUnread: false, out: undefined,
});

/**
 * Checks an answer, leaves out what would loop, and writes the rest.
 *
 * @throws {Failure} if the event does not take it, or the reply is wrong
 */
const check = (async function (answer, elsewhere) {
  const { event, plan, hooks, raw } = answer;
  if (plan === undefined) {
    if (hooks.length > 0) await writeNewer(answer, elsewhere);
    return;
  }
  const lost = [];
  if (plan.again && answer.input[plan.again.key] !== false) keepFromLooping(answer, plan.again, lost);
  answer.out = spelled(answer, elsewhere, lost);
  if (lost.length > 0) await note(answer, lost);
  await validate(answer);
  if (raw !== undefined) (await wholes()).checkWhole(answer, elsewhere);
});

/**
 * Writes what hooks say on an event that is newer than the package: a command can only block, by its exit code.
 *
 * @throws {Failure} if no hook blocks
 */
async function writeNewer(answer, elsewhere) {
  const acts = answer.hooks.flat();
  const others = acts.filter(([verb]) => verb !== "block" || elsewhere);
  const lost = others.map(([verb]) => new Failure("newer", { event: answer.event, verb }));
  if (lost.length === acts.length) throw lost[0];
  await note(answer, lost);
  const reasons = acts.filter(([verb]) => verb === "block").map(([, reason]) => shownLines(reason));
  answer.out = { reply: {}, stdout: undefined, stderr: reasons, exitCode: 2, fails: false };
}

/** Loads what checks replies that are not made of verbs. */
const wholes = () => import("./internal/runtime/whole.js");

/** Notes what is left out, unless that has been noted. */
async function note(answer, lost) {
  const texts = (await explained()).texts(lost).map((it) => shown(it));
  answer.notes.push(...texts.filter((text) => !answer.notes.includes(text)));
}

function keepFromLooping(answer, again, lost) {
  const loops = ([verb, , isMeant]) => again.verbs.includes(verb) && !isMeant;
  lost.push(...answer.hooks.flat().filter(loops).map(([verb]) => new Failure("again", { verb })));
  answer.hooks = answer.hooks.map((hook) => hook.filter((act) => !loops(act))).filter((hook) => hook.length > 0);
}

/** Validates a reply as it is written. */
const validate = (async function (answer) {
  const { event, input, plan, raw, out } = answer;
  if (isEmpty(raw ?? out.reply)) return;
  const value = raw ?? (out.reply = copied(out.reply));
  if (await isRight(value, answer)) return;
  const { check: checkProblems } = await import("./internal/runtime/problems.js");
  checkProblems(value, { event, input, rewrite: plan.verbs.rewrite });
});

/** Returns true if a reply has no problem that counts. If it returns false, the validators decide. */
const isRight = (async function (reply, { input, plan }) {
  const known = { types: plan.types, tool: input[TOOL] };
  const fitsWith = (types) => isPlain(reply) && fits(reply, ["type", plan.output], types, false);
  return fitsWith(known) && (!(known.needsTool || known.needsFormat) || fitsWith(await withMore(known)));
});

/**
 * Copies a reply, and reads each of its values once. What JSON does not hold, such as a function, is a mistake: it would be left
 * out silently. A key without a value is left out.
 */
const copied = (function (value, pointer = "", levels = MOST_LEVELS) {
  if (value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value)) return value;
  if (levels > 0 && Array.isArray(value)) return Array.from(value, (it, at) => copied(it, `${pointer}/${at}`, levels - 1));
  if (levels > 0 && isObject(value) && isPlainObject(value)) {
    const entries = Object.keys(value).map((key) => [key, value[key]]).filter(([, it]) => it !== undefined);
    return Object.fromEntries(entries.map(([key, it]) => [key, copied(it, `${pointer}/${key}`, levels - 1)]));
  }
  throw new Failure(levels > 0 ? "at {pointer}, {found} cannot be written as JSON" : "it has too many levels", { pointer, found: value });
});

const withMore = async (known) => (await import("./internal/runtime/more.js")).withMore(known);

const isEmpty = (value) => isObject(value) && Object.keys(value).length === 0;

/**
 * Writes what the hooks say.
 *
 * @param {object} answer
 * @param {boolean} elsewhere it is not that of a command
 * @param {Failure[]} lost gets what is left out
 * @throws {Failure} if the event does not take it
 */
const spelled = (function (answer, elsewhere, lost) {
  const { plan, input } = answer;
  const out = { reply: {}, stdout: undefined, stderr: [], exitCode: 0, fails: false };
  const joined = new Map();
  let kept;
  for (const [acts, counts] of heard(answer, lost)) {
    for (const [verb, value] of acts) {
      let saying = plan.verbs[verb];
      if (!counts && (plan.decisions.includes(verb) || saying.needs)) continue;
      if (elsewhere && saying.elsewhere) {
        saying = saying.elsewhere;
        out.fails ||= isEmpty(saying);
      }
      say(out, verb, saying, saying.base ? changed(input[saying.base], value) : value, joined);
      kept = saying.keep ?? kept;
    }
  }
  if (kept?.tools.includes(input[TOOL])) keep(out.reply, kept.path, input[ARGUMENTS]);
  const [[outer, inner], event] = plan.names ?? [[]];
  if (outer !== undefined && Object.hasOwn(out.reply, outer)) out.reply[outer] = { [inner]: event, ...out.reply[outer] };
  return out;
});

/** Writes the arguments of the call, if no others are written: without them, the host asks the user all the same. */
function keep(reply, path, value) {
  if (isObject(value) && path.reduce((it, key) => it?.[key], reply) === undefined) put(reply, path, value);
}

function changed(base, changes) {
  if (!isObject(base)) throw new Failure("rewrite");
  return { ...base, ...changes };
}

/** Returns what each hook says that is heard, and whether its decision counts. */
const heard = (function ({ event, plan, hooks }, lost) {
  if (hooks.length !== 1 || hooks[0].length !== 1) return merged(event, plan, hooks, lost);
  checkVerbs(event, hooks[0], plan.verbs);
  return [[hooks[0], true]];
});

/** Returns what each of several hooks says that is heard. */
function merged(event, plan, hooks, lost) {
  const order = plan.decisions;
  const found = [];
  for (const hook of hooks) {
    checkVerbs(event, hook, plan.verbs);
    const own = strongest(hook.map(([verb]) => verb), order);
    found.push({ acts: hook.filter(([verb]) => !order.includes(verb) || verb === own), own });
  }
  const decision = strongest(found.map(({ own }) => own), order);
  let counting = found.filter(({ own }) => own !== undefined && own === decision);
  if (plan.lastReason) counting = counting.slice(-1);
  const without = withoutEffect(event, plan, hooks, decision, lost);
  return found.map((it) => [it.acts.filter(([verb]) => !without.includes(verb)), counting.includes(it)]);
}

const strongest = (verbs, order) => order.findLast((verb) => verbs.includes(verb));

/** Returns the verbs that have no effect beside others. A blocked call does not need its new input. */
function withoutEffect(event, { loses = [], stopsItself }, hooks, decision, lost) {
  const said = hooks.flat().map(([verb]) => verb);
  const pairs = decision === "block" && stopsItself ? [...loses, ["block", "stop"]] : loses;
  const found = new Map(pairs.filter((pair) => pair.every((verb) => said.includes(verb))).map(([other, verb]) => [verb, other]));
  for (const [verb, other] of found) lost.push(new Failure("lost", { verb, event, other }));
  return decision === "block" ? [...found.keys(), "rewrite"] : [...found.keys()];
}

/** Checks that an event takes what a hook says. */
const checkVerbs = (function (event, hook, verbs) {
  for (const [verb] of hook) {
    if (!Object.hasOwn(verbs, verb)) throw new Failure("cannot", { event, verb, verbs: Object.keys(verbs) });
    const { needs } = verbs[verb];
    if (needs && !hook.some(([other]) => other === needs)) throw new Failure("needs", { verb, event, needed: needs });
  }
});

/** Of the texts of these verbs the last one counts. Others for the same place are joined. */
const LAST = ["title", "display", "worktree"];

const say = (function (out, verb, { set = [], take, stream, exit = 0 }, value, joined) {
  for (const [path, constant] of set) put(out.reply, path, constant);
  out.exitCode = Math.max(out.exitCode, exit);
  if (value === undefined) return;
  if (stream === "stderr") out.stderr.push(shownLines(value));
  const place = stream === "stdout" ? stream : take?.join("/");
  const isJoined = typeof value === "string" && !LAST.includes(verb) && joined.has(place);
  const whole = isJoined ? joined.get(place) + (verb === "terminal" ? "" : "\n") + value : value;
  joined.set(place, whole);
  if (place === "stdout") out.stdout = whole;
  else if (take) put(out.reply, take, verb === "watch" ? [...new Set([...at(out.reply, take), ...whole])] : whole);
});

const put = (function (reply, path, value) {
  for (const key of path.slice(0, -1)) reply = reply[key] ??= {};
  reply[path.at(-1)] = value;
});

const valueAt = (reply, path) => path.reduce((it, key) => it?.[key], reply);

const at = (reply, path) => valueAt(reply, path) ?? [];

/** Writes an answer as a command does. */
const written = (function (answer) {
  const { plan, raw, notes, refusal, failures, isUnread, out } = answer;
  if (refusal !== undefined) {
    const block = refused(answer, false);
    return result(line(block?.reply), notes, block?.exitCode ?? 2);
  }
  const texts = [...notes, ...(out?.stderr ?? [])];
  const [reply, text] = [raw ?? out?.reply ?? {}, out?.stdout];
  if (failures.length === 0) return result(line(reply) || plain(text), texts, out?.exitCode ?? 0);
  // The user has to learn that the hook is off.
  const failure = (isUnread || !plan ? { exit: 1 } : plan.failure) ?? {};
  const told = failure.take && text === undefined ? withFailures(answer, reply, failure.take) : reply;
  const stdout = line(told) || plain(text);
  return result(stdout, texts, Math.max(out?.exitCode ?? 0, stdout === "" ? (failure.exit ?? 0) : 0));
});

/** A reply decides, and a text beside it would keep the host from reading it. */
const plain = (text) => (text === undefined ? "" : `${text}\n`);

/** Adds the failures to a reply, unless that would make it a wrong one. */
function withFailures({ plan, input, failures }, reply, path) {
  const told = structuredClone(reply);
  put(told, path, [...[at(told, path)].flat(), ...failures].join("\n"));
  const known = { types: plan.types, tool: input[TOOL] };
  const hadProblems = !fits(reply, ["type", plan.output], known, false);
  return hadProblems || fits(told, ["type", plan.output], known, false) ? told : reply;
}

/** Returns what a command does. */
const result = (function (stdout, texts, exitCode) {
  let stderr = lines(texts);
  for (const text of exitCode === 2 ? MISSING : []) stderr = stderr.replaceAll(text, text.replace(" ", "\u00a0"));
  return { stdout, stderr, exitCode };
});

/** Returns the block of a hook that failed; `undefined` if its event cannot be blocked by a reply. */
function refused({ event, input, plan, refusal, isUnread }, elsewhere) {
  const block = plan?.verbs.block;
  // If the input cannot be read, an exit code is safer than a reply: the event can be another one.
  if (block === undefined || (isUnread && !elsewhere && block.exit)) return undefined;
  return spelled({ event, input, plan, hooks: [[["block", refusal, true]]] }, elsewhere, []);
}

const line = (reply = {}) => (isEmpty(reply) ? "" : `${jsonOf(reply)}\n`);

/** Returns a value as JSON. Half of a surrogate pair, which is an escape there, is U+FFFD. */
const jsonOf = (function (value) {
  const json = JSON.stringify(value) ?? "null";
  if (!json.includes("\\ud")) return json;
  return json.replace(/\\(?:(ud[\da-f]{3})|.)/g, (escape, half) => (half ? "\\ufffd" : escape));
});

const lines = (notes) => notes.map((note) => `${note}\n`).join("");
