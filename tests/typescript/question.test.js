// What a model is asked for a hook, and its answer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { packageFolder, root } from "./support.js";

const { interpret, messageAnswer, model, promptQuestion, runHook } = await import(path.join(packageFolder, "host.js"));
const { validate } = await import(path.join(packageFolder, "validate.js"));
const lines = readFileSync(path.join(root, "tests/conform/questions.jsonl"), "utf8").trim().split("\n").map((it) => JSON.parse(it));

const STOP = { hook_event_name: "Stop" };
const PROMPT = { type: "prompt", prompt: "The tests pass." };

for (const line of lines) {
  test(`the question or the answer ${line.id}`, () => {
    if (line.message !== undefined) {
      const { text, stopReason, structuredOutput = true } = messageAnswer(line.message, line.kind);
      const made = { text, structured: structuredOutput };
      if (stopReason !== undefined) made.stop_reason = stopReason;
      assert.deepEqual(made, line.answer);
      return;
    }
    const context = line.host === undefined ? {} : { host: line.host };
    if (line.error !== undefined) {
      assert.throws(() => promptQuestion(line.handler, line.input, context), { name: "RangeError", message: line.error });
      return;
    }
    const question = promptQuestion(line.handler, line.input, context);
    assert.deepEqual(validate(question, "PromptQuestion"), []);
    if (line.prompt !== undefined) {
      assert.equal(question.prompt, line.prompt);
      return;
    }
    const { system, schema, timeout, transcript, tool, model: name } = question;
    const found = {
      timeout,
      transcript,
      properties: Object.keys(schema.properties).sort(),
      required: schema.required,
      "gives-up": system.includes("impossible"),
    };
    if (tool !== undefined) found.tool = tool;
    if (name !== undefined) found.model = name;
    assert.deepEqual(found, line.question);
    assert.equal(system.includes("StructuredOutput"), tool !== undefined);
  });
}

for (const [answer, action] of [
  ['{"ok": false, "reason": "No."}', "blocked"],
  [new TextEncoder().encode('{"ok": true}'), "normal"],
  [{ text: '{"ok": false}' }, "blocked"],
  [{ content: [{ type: "text", text: '{"ok": false}' }] }, "blocked"],
  [{ content: "Sorry.", stop_reason: "refusal" }, "normal"],
]) {
  test(`a hook asks a model, which answers ${JSON.stringify(answer)}`, async () => {
    const asked = [];
    const ask = async (question) => {
      asked.push(question);
      return answer;
    };
    const { outcome, result } = await runHook(PROMPT, STOP, { ask });
    assert.deepEqual([outcome.action, result, asked], [action, undefined, [promptQuestion(PROMPT, STOP)]]);
  });
}

test("a model that does not answer blocks nothing", async () => {
  const run = async (handler, ask) => {
    const { outcome } = await runHook(handler, STOP, { ask });
    return [outcome.action, outcome.failure];
  };
  assert.deepEqual(await run({ ...PROMPT, timeout: 0.05 }, () => new Promise(() => {})), ["normal", "timed-out"]);
  assert.deepEqual(await run(PROMPT, () => Promise.reject(new Error("offline"))), ["normal", "empty"]);
});

test("a hook without a model is a mistake", async () => {
  await assert.rejects(runHook(PROMPT, STOP), /needs `ask`/);
  await assert.rejects(runHook(PROMPT, STOP, { ask: async () => 7 }), TypeError);
  assert.throws(() => promptQuestion("prompt", STOP), TypeError);
  assert.throws(() => messageAnswer({}, "command"), RangeError);
});

test("the whole way from a prompt to an outcome", () => {
  const handler = { type: "agent", prompt: "The tests pass." };
  const { tool } = promptQuestion(handler, STOP);
  const call = { type: "tool_use", name: tool, input: { ok: false, reason: "No." } };
  const outcome = interpret("Stop", model(messageAnswer({ content: [call] }, "agent")), { handler });
  assert.deepEqual([outcome.action, outcome.texts[0].text], ["blocked", "No."]);
});
