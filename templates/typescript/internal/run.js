// Runs a hook as the host does. The function is documented in `run.d.ts`.

import { jsonType, nameOf, objectIn, objectOf } from "./core.js";
import { Draft } from "./draft.js";
import { interpret } from "./interpret.js";
import { plans, printed } from "./outcomes.js";
import { BACKGROUND, EVENT_KEY } from "./plan.js";
import { messageAnswer, promptQuestion } from "./question.js";
import { backgrounded, exited, http, model, notStarted, signalled, timedOut } from "./results.js";

/** The time limit in seconds on an event that the package does not know. */
const DEFAULT = 600;

export async function runHook(handler, input, options = {}) {
  const { context, cwd, env, transport, ask } = objectOf("options", options, ["context", "cwd", "env", "transport", "ask"]);
  const event = String(objectOf("input", input, Object.keys(input ?? {}))[EVENT_KEY] ?? "");
  const whole = { ...context, input, handler };
  const isSet = typeof handler.timeout === "number" && handler.timeout > 0;
  const seconds = isSet ? handler.timeout : (plans.get(event)?.limits[handler.type] ?? DEFAULT);
  const body = JSON.stringify(input);
  if (handler.type === "http") {
    return { outcome: interpret(event, await ofRequest(handler, body, seconds, transport), whole) };
  }
  if (handler.type === "prompt" || handler.type === "agent") {
    return { outcome: interpret(event, await ofQuestion(handler, input, context, ask), whole) };
  }
  if (handler.type !== "command") throw new RangeError(`\`runHook\` cannot run a \`${handler.type}\` handler`);
  // Imported here, so that the rest of the module works in a browser.
  const { Command } = await import("./command.js");
  const command = new Command(handler, input, { cwd, env });
  command.start(body);
  const limit = new Limit(seconds);
  try {
    if (!(await command.isStarted)) return { outcome: interpret(event, notStarted(), whole) };
    const isAsync = handler[BACKGROUND] === true || handler.asyncRewake === true;
    const isMoved = async () =>
      readsFirstLine(event, whole) && (await limit.before(command.firstLine.then(isForBackground)));
    if (isAsync || (await isMoved())) {
      return inBackground(command, event, whole, isAsync);
    }
    if ((await limit.before(command.ended.then(() => true))) !== true) {
      command.kill();
      return { outcome: interpret(event, timedOut(), whole) };
    }
  } finally {
    limit.clear();
  }
  return { outcome: interpret(event, resultOfCommand(command), whole), result: command.output(event) };
}

const resultOfCommand = ({ code, stdout, stderr }) =>
  code === null ? signalled(stdout, stderr) : exited(code, stdout, stderr);

/** Returns true if the host looks for `async` before the command has ended. */
function readsFirstLine(event, context) {
  const where = new Draft(event, context).pick(printed)?.effect;
  return where !== undefined && where !== "whole";
}

/** A time limit. */
class Limit {
  constructor(seconds) {
    this.over = new Promise((resolve) => {
      // A timer cannot wait longer.
      this.timer = setTimeout(resolve, Math.min(seconds * 1000, 0x7fff_ffff));
    });
  }

  /** Returns what a promise gives, or `undefined` after the limit. */
  before(promise) {
    return Promise.race([promise, this.over]);
  }

  clear() {
    clearTimeout(this.timer);
  }
}

const isForBackground = (line) => line !== undefined && objectIn(line.trim())?.[BACKGROUND] === true;

function inBackground(command, event, context, isAsync) {
  const later = {
    async wait() {
      await command.ended;
      if (context.handler.asyncRewake === true) return interpret(event, resultOfCommand(command), context);
      // Without the setting, the first line is the reply that moved the hook.
      const { stdout } = command;
      const text = isAsync ? stdout : stdout.subarray(stdout.indexOf(10) + 1);
      return interpret(event, backgrounded(text), context);
    },
    stop: () => command.kill(),
  };
  return { outcome: interpret(event, backgrounded(), context), later };
}

async function ofQuestion(handler, input, context, ask) {
  const question = promptQuestion(handler, input, context);
  if (typeof ask !== "function") throw new TypeError(`a \`${handler.type}\` handler needs \`ask\`, which asks a model`);
  const limit = new Limit(question.timeout);
  let answer;
  try {
    // A failure of the model is an outcome; one of what follows is a mistake of the program.
    answer = await limit.before(Promise.resolve(ask(question)));
  } catch {
    return notStarted();
  } finally {
    limit.clear();
  }
  if (answer === undefined) return timedOut();
  const isMessage = jsonType(answer) === "object" && !ArrayBuffer.isView(answer) && Object.hasOwn(answer, "content");
  return model(isMessage ? messageAnswer(answer, handler.type) : answer);
}

async function ofRequest({ url, headers }, body, seconds, transport) {
  if (typeof url !== "string") throw new TypeError(`an \`http\` handler needs a \`url\`, not ${nameOf(url)}`);
  if (typeof transport !== "function") throw new TypeError("an `http` handler needs a `transport`, which sends the request");
  const all = { "Content-Type": "application/json", ...headers };
  const limit = new Limit(seconds);
  try {
    const sent = Promise.resolve(transport(url, { headers: all, body, seconds }));
    const answer = await limit.before(sent);
    return answer === undefined ? timedOut() : http(answer.status, answer.body);
  } catch {
    return notStarted();
  } finally {
    limit.clear();
  }
}
