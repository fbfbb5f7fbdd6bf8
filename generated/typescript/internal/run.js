// Runs a hook as the host does. The function is documented in `run.d.ts`.

import { contextOf, fill, jsonType, nameOf, objectIn, objectOf, quoted } from "./core.js";
import { Draft, meaningOf } from "./draft.js";
import { limitOf } from "./handler.js";
import { interpret } from "./interpret.js";
import { added, printed } from "./outcomes.js";
import { BACKGROUND, EVENT_KEY } from "./plan.js";
import { messageAnswer, promptQuestion } from "./question.js";
import { backgrounded, exited, http, model, notStarted, signalled, timedOut } from "./results.js";
import { IN_BACKGROUND, INPUT_END, WAKES } from "./wire.js";

/**
 * The module that starts commands. In a browser it cannot be imported. In Node it is imported early, because a program without
 * free descriptors cannot read a file, and an import that failed once fails always.
 */
export const commands = globalThis.process?.versions?.node && import("./command.js");
commands?.catch(() => {});

/** The longest time limit in seconds: a timer cannot wait longer. */
const LONGEST = Math.floor(0x7fff_ffff / 1000);

export async function runHook(handler, input, options = {}) {
  const { command, seconds, ...run } = await started(handler, input, optionsOf(options));
  return run;
}

/** Accepts the options of a run. */
export const optionsOf = (options) => objectOf("options", options, ["context", "cwd", "env", "transport", "ask"]);

/**
 * Runs a hook. Of a command that could be started, the result has the command, too, and its time limit.
 *
 * @param {object} handler
 * @param {object} input
 * @param {object} means what the handler is run with: the options of a run, and `command`, which replaces that of the handler
 */
export async function started(handler, input, { context, cwd, env, transport, ask, command: program }) {
  const name = objectOf("input", input, Object.keys(input ?? {}))[EVENT_KEY];
  const event = typeof name === "string" ? name : "";
  const whole = { ...context, input, handler };
  const seconds = Math.min(limitOf(event, handler, contextOf(context).host), LONGEST);
  const body = JSON.stringify(input);
  if (handler.type === "http") {
    return { outcome: interpret(event, await ofRequest(handler, body, seconds, transport), whole) };
  }
  if (handler.type === "prompt" || handler.type === "agent") {
    return { outcome: interpret(event, await ofQuestion(handler, input, context, ask), whole) };
  }
  if (handler.type !== "command") throw new RangeError(`\`runHook\` cannot run a \`${handler.type}\` handler`);
  const { Command } = await (commands ?? import("./command.js"));
  const command = new Command(handler, input, { cwd, env, command: program });
  command.start(`${body}${INPUT_END}`);
  const limit = new Limit(seconds);
  try {
    if (!(await command.isStarted)) {
      const { folder, program, hasFolder } = command;
      const said = fill(added[hasFolder ? "no-start" : "no-folder"], { program: quoted(program), folder: quoted(folder) });
      const outcome = interpret(event, notStarted(), whole);
      return { outcome: { ...outcome, explanation: `${outcome.explanation} ${said}` } };
    }
    const isAsync = handler[IN_BACKGROUND] === true || handler[WAKES] === true;
    const line = !isAsync && readsFirstLine(event, whole) ? await limit.before(command.firstLine) : undefined;
    if (isAsync || isForBackground(line)) {
      return { ...inBackground(command, event, whole, { line, seconds }), command, seconds };
    }
    if ((await limit.before(command.exited)) === OVER) {
      command.kill();
      return { outcome: interpret(event, timedOut(), whole), command, seconds };
    }
    await command.ended;
  } finally {
    limit.clear();
  }
  return { outcome: interpret(event, resultOfCommand(command), whole), result: command.output(event), command, seconds };
}

const resultOfCommand = ({ code, stdout, stderr }) =>
  code === null ? signalled(stdout, stderr) : exited(code, stdout, stderr);

/** Returns true if the host looks for `async` before the command has ended. */
function readsFirstLine(event, context) {
  const where = new Draft(event, context).pick(printed);
  return where !== undefined && meaningOf(where).does !== "on-all-lines";
}

/** What a promise gives that has exceeded its time limit. */
const OVER = Symbol("over");

/** A time limit. */
class Limit {
  constructor(seconds) {
    this.over = new Promise((resolve) => {
      this.timer = setTimeout(() => resolve(OVER), Math.min(seconds, LONGEST) * 1000);
    });
  }

  /** Returns what a promise gives, or `OVER` after the limit. */
  before(promise) {
    return Promise.race([promise, this.over]);
  }

  clear() {
    clearTimeout(this.timer);
  }
}

const isForBackground = (line) => typeof line === "string" && objectIn(line.trim())?.[BACKGROUND] === true;

function inBackground(command, event, context, { line, seconds }) {
  // A command that may wake the model keeps its time limit.
  const wakes = context.handler[WAKES] === true;
  const limit = wakes ? new Limit(seconds) : undefined;
  void command.exited.then(() => limit?.clear());
  const later = {
    async wait() {
      const isLate = (await (limit?.before(command.exited) ?? command.exited)) === OVER;
      if (isLate) command.kill();
      else await command.ended;
      if (wakes) return interpret(event, isLate ? backgrounded() : resultOfCommand(command), context);
      // Without the setting, the first line is the reply that moved the hook.
      const { stdout } = command;
      const text = line === undefined ? stdout : stdout.subarray(stdout.indexOf(10) + 1);
      return interpret(event, backgrounded(text), context);
    },
    stop: () => command.kill(),
  };
  // The line may have mistakes.
  const said = line === undefined ? backgrounded() : exited(0, line);
  return { outcome: interpret(event, said, context), later };
}

async function ofQuestion(handler, input, context, ask) {
  const question = promptQuestion(handler, input, context);
  if (typeof ask !== "function") throw new TypeError(`a \`${handler.type}\` handler needs \`ask\`, which asks a model`);
  const limit = new Limit(question.timeout);
  let answer;
  try {
    // A failure of the model is an outcome; one of what follows is a mistake of the program.
    answer = await limit.before(Promise.resolve(ask(question)));
  } catch (error) {
    return ofError(error);
  } finally {
    limit.clear();
  }
  if (answer === OVER) return timedOut();
  const isMessage = jsonType(answer) === "object" && !ArrayBuffer.isView(answer) && Object.hasOwn(answer, "content");
  return model(isMessage ? messageAnswer(answer, handler.type) : answer);
}

async function ofRequest({ url, headers }, body, seconds, transport) {
  if (typeof url !== "string") throw new TypeError(`an \`http\` handler needs a \`url\`, not ${nameOf(url)}`);
  if (typeof transport !== "function") throw new TypeError("an `http` handler needs a `transport`, which sends the request");
  const all = { "Content-Type": "application/json", ...headers };
  const limit = new Limit(seconds);
  let answer;
  try {
    answer = await limit.before(Promise.resolve(transport(url, { headers: all, body, seconds })));
  } catch (error) {
    return ofError(error);
  } finally {
    limit.clear();
  }
  return answer === OVER ? timedOut() : http(answer.status, answer.body);
}

/** Returns the result of a request that failed. `AbortSignal.timeout` gives an error of this name. */
const ofError = (error) => (error?.name === "TimeoutError" ? timedOut() : notStarted());
