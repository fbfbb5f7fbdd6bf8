// The package in a browser: a bundle needs only ECMAScript and a UTF-8 decoder, and does not contain what a program
// does not use.

import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { buildSync } from "esbuild";
import { project } from "./support.js";

const home = project("browser", {});

/** Returns the bundle of a program with everything that it imports. */
function bundled(program, options = {}) {
  const stdin = { contents: program, resolveDir: home, sourcefile: "program.js" };
  const { outputFiles } = buildSync({
    stdin, bundle: true, write: false, platform: "browser", format: "iife", target: "es2022", ...options,
  });
  return outputFiles[0].text;
}

const inBrowser = (code) => {
  const context = vm.createContext({ TextDecoder, TextEncoder });
  vm.runInContext(code, context);
  return JSON.parse(vm.runInContext("JSON.stringify(result)", context));
};

test("the package validates and reads in a browser", () => {
  const code = bundled(`
    import { isKnown, ReadError, readInput, readReply } from "hookwire/read";
    import { validate } from "hookwire/validate";
    const { input, problems } = readInput(new TextEncoder().encode('{"hook_event_name": "Later"}'));
    const thrown = (run) => { try { run(); } catch (error) { return error instanceof ReadError; } };
    globalThis.result = {
      validated: validate({ decision: 1 }, { event: "Stop", direction: "output" }).map(({ code }) => code),
      read: [input, isKnown(input), problems.map(({ code }) => code)],
      refused: thrown(() => readInput("no JSON")),
      reply: readReply('{"decision": "block", "reason": "r"}', "Stop"),
    };`);
  assert.deepEqual(inBrowser(code), {
    validated: ["wrong-type"],
    read: [{ hook_event_name: "Later" }, false, ["wrong-event-name"]],
    refused: true,
    reply: { kind: "json", reply: { decision: "block", reason: "r" }, problems: [] },
  });
});

test("the package calls handlers in a browser", async () => {
  const code = bundled(`
    import { decide, handle, rewrite } from "hookwire";
    const input = { session_id: "s", transcript_path: "t", cwd: "/", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "u" };
    let start;
    const started = new Promise((resolve) => (start = resolve));
    const handlers = {
      PreToolUse: { Bash: async ({ tool_input, block }) => { await started; return tool_input.command === "ls" ? rewrite({ command: "ls -l" }) : block("No."); } },
      Stop: async ({ block }) => { start(); await started; block("forgotten"); },
    };
    const all = [decide(handlers, JSON.stringify(input)), handle(handlers, new TextEncoder().encode("{}")), decide(handlers, '{"hook_event_name": "Stop"}')];
    globalThis.answers = Promise.all(all).then((answers) => (globalThis.result = answers));`);
  const context = vm.createContext({ TextDecoder, TextEncoder });
  vm.runInContext(code, context);
  await vm.runInContext("answers", context);
  const [decided, handled, forgotten] = JSON.parse(vm.runInContext("JSON.stringify(result)", context));
  assert.deepEqual(JSON.parse(decided.stdout).hookSpecificOutput.updatedInput, { command: "ls -l" });
  // One of the handlers is a guard, so an event that cannot be read is blocked.
  assert.deepEqual([decided.stderr, handled.status], ["", 500]);
  assert.match(handled.body, /the input cannot be read/);
  // Two handlers run at once, and nobody knows which of them makes a reply.
  assert.deepEqual(forgotten, { stdout: "", stderr: "", exitCode: 0 });
});

test("unused functions are not bundled", () => {
  const code = bundled(`import { HOST_VERSION } from "hookwire"; globalThis.result = HOST_VERSION;`);
  assert.ok(code.length < 500, code);
  assert.match(inBrowser(code), /^\d/);
});

test("a profile is bundled where it is imported, and no other", () => {
  const call = (profile) => `validate({ passed: 1 }, { event: "Stop", direction: "output" }, ${profile})`;
  const plain = bundled(`import { validate } from "hookwire/validate"; globalThis.result = ${call("{}")};`);
  const other = bundled(`import { validate } from "hookwire/validate";
    import { profile } from "hookwire/profiles/validator"; globalThis.result = ${call("{ profile }")};`);
  const names = /new Profile\("([^"]*)"/g;
  const profilesOf = (code) => [...code.matchAll(names)].map(([, name]) => name);
  assert.deepEqual([profilesOf(plain), profilesOf(other)], [[], ["validator"]]);
  const reported = [plain, other].map((code) => inBrowser(code).map(({ pointer, code }) => `${code} ${pointer}`));
  assert.deepEqual(reported[0], ["unknown-field /passed"]);
  assert.ok(reported[1].includes("wrong-type /passed"), reported[1].join());
});

test("a program that reads inputs is bundled without the types of replies, tools and settings", () => {
  const size = (program) => bundled(program, { minify: true }).length;
  const input = size(`import { readInput } from "hookwire/read"; globalThis.result = readInput("{}");`);
  const all = size(`import { validate } from "hookwire/validate"; globalThis.result = validate({}, "StopInput");`);
  assert.ok(input < 84_000 && all > 3 * input, `${input} and ${all} characters`);
});
