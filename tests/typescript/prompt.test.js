// How often answers of models are unusable, and wrong arguments of their reader. `cargo xtask conform` tests its
// results.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { packageFolder, root } from "./support.js";

const { anyFailure, HANDLER_KINDS, readPromptReply } = await import(path.join(packageFolder, "host.js"));
const { validate } = await import(path.join(packageFolder, "validate.js"));

/** Returns the figures on the page: the share that fails, the number of hooks, and the documented result. */
function documented() {
  const page = readFileSync(path.join(root, "generated/docs/prompt-hooks.md"), "utf8");
  const [, rest] = page.split('<a id="many-hooks">');
  const rows = rest.split("<a id=")[0].split("\n").filter((line) => line.startsWith("|"));
  const [head, , ...body] = rows.map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  return body.flatMap(([p, ...cells]) => cells.map((shown, at) => ({ p: parseInt(p) / 100, n: parseInt(head[at + 1]), shown })));
}

test("anyFailure returns the probabilities in the documentation", () => {
  const figures = documented();
  assert.equal(figures.length, 20);
  const computed = figures.map(({ p, n }) => ({ p, n, shown: `${(anyFailure(p, n) * 100).toFixed(1)} %` }));
  assert.deepEqual(computed, figures);
  assert.equal((anyFailure(0.02, 6) * 100).toFixed(1), "11.4");
});

test("very small probabilities keep their precision", () => {
  assert.ok(Math.abs(anyFailure(1e-18, 3) / 3e-18 - 1) < 1e-12);
  assert.deepEqual([[0, 5], [1, 5], [0.3, 0], [1, 0]].map(([p, n]) => anyFailure(p, n)), [0, 1, 0, 0]);
});

test("anyFailure throws on values that are not probabilities", () => {
  for (const [p, n] of [[-0.1, 1], [1.1, 1], [NaN, 1], [0.5, -1], [0.5, 1.5]]) {
    assert.throws(() => anyFailure(p, n), RangeError, `${p}, ${n}`);
  }
  assert.throws(() => anyFailure("0.5", 1), TypeError);
});

test("HANDLER_KINDS has every kind of handler, and each is a valid HandlerKind", () => {
  assert.deepEqual(HANDLER_KINDS.map(({ name }) => name), ["command", "http", "mcp_tool", "prompt", "agent"]);
  assert.deepEqual(HANDLER_KINDS.flatMap((kind) => validate(kind, "HandlerKind")), []);
});

test("readPromptReply throws on wrong arguments", () => {
  assert.throws(() => readPromptReply("{}", "Stopp"), RangeError);
  for (const wrong of [{ handler: "comand" }, { host: "new" }]) {
    assert.throws(() => readPromptReply("{}", "Stop", wrong), RangeError, JSON.stringify(wrong));
  }
  for (const type of ["command", "http", "mcp_tool"]) {
    const message = `\`readPromptReply\` needs a handler of type \`prompt\` or \`agent\`, not \`${type}\`: use \`readReply\``;
    assert.throws(() => readPromptReply("{}", "Stop", { handler: type }), { name: "RangeError", message });
  }
  for (const wrong of [{ timedOut: "no" }, { structuredOutput: 0 }, { stopReason: null }, { stopReson: "refusal" }]) {
    assert.throws(() => readPromptReply({ text: "{}", ...wrong }), TypeError, JSON.stringify(wrong));
  }
  for (const wrong of [undefined, null, 1, [], {}, { text: 1 }, new ArrayBuffer(2)]) {
    assert.throws(() => readPromptReply(wrong), TypeError);
  }
  const handler = { type: "prompt", prompt: "Is it done?", continueOnBlock: "yes" };
  assert.throws(() => readPromptReply("{}", "Stop", { handler }), /`continueOnBlock` has to be a boolean/);
});

test("readPromptReply accepts a string, bytes or a ModelAnswer", () => {
  const text = '{"ok": true}';
  const kinds = [text, new TextEncoder().encode(text), { text }, { text, stopReason: "end_turn" }];
  assert.deepEqual(kinds.map((answer) => readPromptReply(answer).kind), ["met", "met", "met", "met"]);
  assert.equal(readPromptReply({ timedOut: true }).failure, "timed-out");
});

test("the settings of the handler decide the effects of a refusal", () => {
  const text = '{"ok": false, "reason": "r"}';
  const effects = (handler) => readPromptReply(text, "PostToolUse", { handler }).effects;
  const [plain, named, entry] = [undefined, "prompt", { type: "prompt", prompt: "Is it done?" }].map(effects);
  assert.deepEqual([named, entry], [plain, plain]);
  assert.notDeepEqual(effects({ type: "prompt", continueOnBlock: true }), plain);
});

test("changing a result does not change later results", () => {
  const read = () => readPromptReply('{"ok": false, "reason": "r"}', "Stop");
  read().effects[0].audience.push("user");
  assert.deepEqual(read().effects[0].audience, ["claude"]);
});
