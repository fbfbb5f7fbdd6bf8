// Asks a model as the host does for a prompt or agent hook. The functions are documented in `question.d.ts`.

import { contextOf, isOlder, jsonType, nameOf } from "./core.js";
import { EVENT_KEY } from "./plan.js";
import { answers, COMPLETE, instructions, limits, TOOL } from "./prompts.js";

export function promptQuestion(handler, input, context) {
  for (const [name, value] of Object.entries({ handler, input })) {
    if (jsonType(value) !== "object") throw new TypeError(`\`${name}\` has to be an object, not ${nameOf(value)}`);
  }
  const { type, prompt, model, timeout } = handler;
  if (!isModel(type)) throw new RangeError(`a question needs a handler of type \`prompt\` or \`agent\`, not \`${type}\``);
  if (typeof prompt !== "string" || prompt === "") throw new RangeError(`a \`${type}\` handler needs a \`prompt\``);
  const { host } = contextOf(context);
  const isComplete = host === undefined || !isOlder(host, COMPLETE);
  const isAgent = type === "agent";
  const canGiveUp = (answers.get(input[EVENT_KEY])?.[type].impossible.length ?? 0) > 0;
  const properties = { ok: { type: "boolean" }, reason: { type: "string" } };
  let answer = isAgent ? instructions.agent.replace("{tool}", TOOL) : instructions.answer;
  if (canGiveUp && isComplete) {
    answer += `\n${instructions.impossible}`;
    properties.impossible = { type: "boolean" };
  }
  const question = {
    system: `${instructions.judge}\n\n${answer}`,
    prompt: filled(prompt, JSON.stringify(input)),
    schema: {
      type: "object",
      properties,
      required: isComplete && !isAgent ? ["ok", "reason"] : ["ok"],
      additionalProperties: false,
    },
    timeout: typeof timeout === "number" && timeout > 0 ? timeout : limits[type],
    transcript: canGiveUp,
  };
  if (isAgent) question.tool = TOOL;
  if (typeof model === "string") question.model = model;
  return question;
}

export function messageAnswer(message, handler = "prompt") {
  if (jsonType(message) !== "object") throw new TypeError(`\`message\` has to be an object, not ${nameOf(message)}`);
  if (!isModel(handler)) throw new RangeError(`\`handler\` is \`prompt\` or \`agent\`, not ${JSON.stringify(handler)}`);
  const { content, stop_reason: stop } = message;
  const blocks = Array.isArray(content) ? content : [{ type: "text", text: content }];
  const text = blocks.map((it) => (it?.type === "text" && typeof it.text === "string" ? it.text : "")).join("");
  const answer = { text };
  if (typeof stop === "string") answer.stopReason = stop;
  if (handler === "prompt") return answer;
  const call = blocks.findLast((it) => it?.type === "tool_use" && it.name === TOOL);
  return call === undefined ? { ...answer, structuredOutput: false } : { ...answer, text: JSON.stringify(call.input ?? null) };
}

const isModel = (type) => type === "prompt" || type === "agent";

/** Puts the input in the place of `$ARGUMENTS`, or after the prompt. */
function filled(prompt, text) {
  let isFilled = false;
  const word = /\\\$|\$ARGUMENTS(\[[0-9]+\])?|\$[0-9]+(?!\w)/g;
  const made = prompt.replace(word, (found, index) => {
    if (found === "\\$") return "$";
    if (found !== "$ARGUMENTS" || index !== undefined) throw new RangeError(instructions.word.replaceAll("{found}", () => found));
    isFilled = true;
    return text;
  });
  return isFilled ? made : `${made}\n\nARGUMENTS: ${text}`;
}
