// Programs as users write them compile with every compiler and setting, and run.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { compile, packageFolder, project, ways } from "./support.js";

const folder = path.join(import.meta.dirname, "programs");
const read = (name) => readFileSync(path.join(folder, name), "utf8");
const files = Object.fromEntries(readdirSync(folder).map((name) => [name, read(name)]));

const readme = readFileSync(path.join(packageFolder, "README.md"), "utf8");
const snippets = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
snippets.forEach((code, index) => {
  files[`readme-${index}.ts`] = code;
});

const session = { session_id: "s1", transcript_path: "/t/s1.jsonl", cwd: "/p" };
const bash = (command) => ({
  ...session,
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command },
  tool_use_id: "toolu_1",
});
const stop = (fields) => ({ ...session, hook_event_name: "Stop", stop_hook_active: false, ...fields });
const running = [{ id: "task-7", type: "shell", status: "running", description: "cargo test" }];
const denial = {
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "Delete files one by one.",
  },
};

/** [program, its input, its output: `null` for none] */
const runs = [
  ["guard", bash("rm -rf /"), denial],
  ["guard", bash("ls"), null],
  ["guard", { ...bash("rm -rf /"), tool_name: "Read", an_unknown_key: 1 }, null],
  [
    "context",
    { ...session, hook_event_name: "UserPromptSubmit", prompt: "Why?", permission_mode: "a newer mode" },
    {
      hookSpecificOutput: {
        hookEventName: "UserPromptSubmit",
        additionalContext: "Mode: a newer mode",
        sessionTitle: "Why?",
      },
    },
  ],
  [
    "context",
    { ...session, hook_event_name: "UserPromptSubmit", prompt: "Go." },
    { hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "Mode: unknown" } },
  ],
  ["dispatch", stop({ background_tasks: running }), { decision: "block", reason: "Wait for task-7." }],
  ["dispatch", stop({ background_tasks: running, stop_hook_active: true }), null],
  ["dispatch", stop({}), null],
  [
    "dispatch",
    { ...session, hook_event_name: "PermissionRequest", tool_name: "Bash", tool_input: {} },
    { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: "Not now." } } },
  ],
  ["dispatch", { ...session, hook_event_name: "SessionEnd", reason: "other" }, null],
  [
    "dispatch",
    { ...session, hook_event_name: "SessionStart", source: "startup" },
    { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "Use pnpm.", sessionTitle: "New" } },
  ],
  ["dispatch", { ...session, hook_event_name: "AnUnknownEvent" }, null],
  ["readme-2", { ...bash("ls"), tool_input: { command: "ls", run_in_background: true } }, "deny"],
  ["readme-2", stop({}), { decision: "block", reason: "Run the tests first." }],
  ["readme-2", stop({ stop_hook_active: true }), null],
  ["readme-2", { ...session, hook_event_name: "AnUnknownEvent" }, null],
  ["readme-0", { ...bash("ls"), tool_input: { command: "ls", dangerouslyDisableSandbox: true } }, "deny"],
  ["readme-0", bash("ls"), null],
];

const home = project("programs", files);

for (const way of ways) {
  test(`programs compile and run: ${way.name}`, () => {
    const outDir = `out-${way.compiler.name}-${way.setting.name}`;
    assert.deepEqual(compile(home, way, { types: ["node"], noEmit: false, outDir }), []);
    for (const [program, input, expected] of runs) {
      // A block exits with 2, too.
      const { stdout: written } = spawnSync(process.execPath, [path.join(home, outDir, `${program}.js`)], {
        input: JSON.stringify(input),
        encoding: "utf8",
      });
      const reply = written === "" ? null : JSON.parse(written);
      const got = expected === "deny" ? reply?.hookSpecificOutput?.permissionDecision : reply;
      assert.deepEqual(got, expected, `${program} on ${JSON.stringify(input)}`);
    }
  });
}

test("the example of the README blocks when it cannot read its input", () => {
  const [way] = ways;
  const program = path.join(home, `out-${way.compiler.name}-${way.setting.name}`, "readme-0.js");
  const run = spawnSync(process.execPath, [program], { input: "no JSON", encoding: "utf8" });
  assert.deepEqual([run.status, run.stdout], [2, ""]);
  assert.match(run.stderr, /failed, so it blocks/);
});

test("the README has the right number of problems beside its example of a profile", () => {
  const [way] = ways;
  const at = snippets.findIndex((code) => code.includes("/profiles/"));
  const program = path.join(home, `out-${way.compiler.name}-${way.setting.name}`, `readme-${at}.js`);
  assert.equal(execFileSync(process.execPath, [program], { encoding: "utf8" }), "3\n0\n");
});

test("the README has an example", () => {
  assert.ok(snippets.length >= 1);
});
