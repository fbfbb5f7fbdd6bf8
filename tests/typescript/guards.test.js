// Guards that someone tries to open, as processes: whatever the program around a guard does, the host blocks; and where the
// event goes on, the user learns that the hook is off. Each kind has several ways in.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { packageFolder, project } from "./support.js";

const { blocked, exited, interpret, signalled, stops, timedOut } = await import(path.join(packageFolder, "host.js"));
const { sample } = await import(path.join(packageFolder, "testing.js"));

const home = project("guards", {});
writeFileSync(path.join(home, "wait.mjs"), "setTimeout(() => {}, 30_000);\n");
writeFileSync(path.join(home, "print.mjs"), 'console.log("a");\n');

const HEADER = `
import { execFileSync, execSync, fork, spawn, spawnSync } from "node:child_process";
import fs, { writeSync } from "node:fs";
import net from "node:net";
import { Worker } from "node:worker_threads";
import * as hookwire from "hookwire";
const { allow, ask, block, combine, context, message, retry, rewrite, run, stop } = hookwire;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
`;

/** The programs, by kind and name. */
const programs = [];

/** Adds programs of a kind. Each is [name, body, options]. */
function kind(name, rows) {
  for (const [title, body, options = {}] of rows) programs.push({ title: `${name}: ${title}`, body, ...options });
}

/** A program whose only handler has this body. */
const handler = (body, { event = "PreToolUse", options = "" } = {}) => [
  `await run({ ${event}: async (call) => { ${body} } }${options && `, ${options}`});`,
  { event },
];
/** The same with a handler that is not async. */
const direct = (body, { event = "PreToolUse", options = "" } = {}) => [
  `run({ ${event}: (call) => { ${body} } }${options && `, ${options}`});`,
  { event },
];

const BLOCK = 'return block("No.");';
const SIT = "await sleep(600_000);";

kind("stdout has more than the reply", [
  ["a child prints a line", ...direct(`execSync("echo linting", { stdio: "inherit" }); ${BLOCK}`)],
  ["a child prints no line break", ...direct(`execSync("printf linting", { stdio: "inherit" }); ${BLOCK}`)],
  ["a child prints an approval", ...direct(`execSync("echo '{}'", { stdio: "inherit" }); ${BLOCK}`)],
  ["a child fails after a line", ...direct(`try { execSync("echo a; exit 1", { stdio: "inherit" }); } catch {} ${BLOCK}`)],
  ["the descriptor is written", ...direct(`fs.writeSync(1, "a\\n"); ${BLOCK}`)],
  ["the descriptor is written by a named import", ...direct(`writeSync(1, "a\\n"); ${BLOCK}`)],
  ["the device is written", ...direct(`fs.writeFileSync("/dev/stdout", "a\\n"); ${BLOCK}`)],
  ["console.log before run", 'console.log("a");\nawait run({ PreToolUse: () => block("No.") });'],
  ["a large text before run", 'console.log("a".repeat(200_000));\nawait run({ PreToolUse: () => block("No.") });'],
  ["process.stdout was taken before", `const { stdout } = process;\nawait run({ PreToolUse: () => { stdout.write("a\\n"); ${BLOCK} } });`],
  ["console.log was taken before", `const { log } = console;\nlog("b");\nawait run({ PreToolUse: () => { log("a"); ${BLOCK} } });`],
  ["a worker prints", ...handler(`new Worker('require("node:fs").writeSync(1, "a\\\\n")', { eval: true }); await sleep(200); ${BLOCK}`)],
  ["a child prints until the end", `spawn("sh", ["-c", "for i in 1 2 3 4 5 6 7 8 9; do echo a; sleep 0.1; done"], { stdio: ["ignore", "inherit", "ignore"] });
    await sleep(150);\nawait run({ PreToolUse: () => block("No.") });`],
  ["a listener of exit prints", `process.on("exit", () => { try { writeSync(1, "a\\n"); } catch {} });\n${direct(BLOCK)[0]}`],
  ...["PostToolBatch", "UserPromptSubmit", "UserPromptExpansion", "Stop", "SubagentStop", "PreModelSwitch", "TeammateIdle",
    "TaskCreated", "TaskCompleted", "Elicitation", "ElicitationResult", "ConfigChange", "WorktreeCreate"].map((event) => [
    `a child prints a line on ${event}`, ...direct(`execSync("echo linting", { stdio: "inherit" }); ${BLOCK}`, { event }),
  ]),
  ...["PermissionRequest", "PreCompact"].map((event) => [
    `the descriptor is written on ${event}`, ...direct(`fs.writeSync(1, "a\\n"); writeSync(1, "a\\n"); ${BLOCK}`, { event }),
  ]),
]);

const question = (body) => [direct(`${body} return ask("Sure?");`)[0], { expect: "asked" }];

kind("stdout has more than a reply with exit code 0", [
  ["console.log", ...question('console.log("a");')],
  ["the descriptor is written", ...question('fs.writeSync(1, "a\\n"); fs.write(1, "b", () => {}); fs.writeFileSync(1, "c");')],
  ["the descriptor is written by a named import", ...question('writeSync(1, "a\\n");')],
  ["console.log before run", `console.log("a");\n${direct('return ask("Sure?");')[0]}`],
  ["process.stdout was taken before", `const { stdout } = process;\nawait run({ PreToolUse: () => { stdout.write("a\\n"); return ask("Sure?"); } });`],
  ["a listener of exit prints", `process.on("exit", () => { try { writeSync(1, "a\\n"); } catch {} });\n${direct('return ask("Sure?");')[0]}`,
    { expect: "asked" }],
  ["functions that were taken before", `const { writevSync } = fs;\nconst stream = fs.createWriteStream("", { fd: 1 });
await run({ PreToolUse: async () => {
  writeSync(1, Buffer.from("a\\n"));
  writevSync(1, [Buffer.from("b\\n")]);
  fs.appendFileSync(1, Buffer.from("c\\n"));
  await new Promise((resolve) => stream.write("d\\n", resolve));
  return ask("Sure?");
} });`, { expect: "asked" }],
  ["a shell that inherits", ...question('execSync("echo a", { stdio: "inherit" });')],
  ["a child that inherits", ...question('spawnSync("echo", ["a"], { stdio: "inherit" }); execFileSync("echo", ["a"], { stdio: [0, 1, 2] });')],
  ["a child that is left running", ...handler('spawn("sh", ["-c", "echo a; sleep 9"], { stdio: "inherit" }); await sleep(200); return ask("Sure?");').slice(0, 1),
    { expect: "asked" }],
  ["a child with another number", ...handler('spawn("sh", ["-c", "echo a >&3"], { stdio: ["ignore", "pipe", "pipe", 1] }); await sleep(200); return ask("Sure?");').slice(0, 1),
    { expect: "asked" }],
  ["a child gets a stream that was kept", `const { stdout } = process;\nconst socket = new net.Socket({ fd: 1 });
await run({ PreToolUse: () => { for (const to of [stdout, socket]) spawnSync("echo", ["a"], { stdio: [0, to, 2] }); return ask("Sure?"); } });`, { expect: "asked" }],
  ["a module that is imported later", ...handler('(await import("node:child_process")).spawnSync("echo", ["a"], { stdio: "inherit" }); return ask("Sure?");').slice(0, 1),
    { expect: "asked" }],
  ["a Node process", ...handler('fork("print.mjs"); await sleep(500); return ask("Sure?");').slice(0, 1), { expect: "asked" }],
]);

kind("nothing is said", [
  ["console.log before run", `console.log("a");\n${direct("")[0]}`, { expect: "normal" }],
  ["a child prints a line", direct('execSync("echo a", { stdio: "inherit" });')[0], { expect: "normal" }],
  ["a child prints a block", direct(`execSync("echo '{\\"decision\\": \\"block\\"}'", { stdio: "inherit" });`, { event: "Stop" })[0],
    { event: "Stop", expect: "normal" }],
]);

const OLDER = "process.getBuiltinModule = undefined;\n";

kind("Node before 20.16", [
  ["a block", OLDER + direct(BLOCK)[0]],
  ["a question", OLDER + direct('fs.writeSync(1, "a"); return ask("Sure?");')[0], { expect: "asked" }],
  ["process.exit after run", `${OLDER}run({ PreToolUse: () => undefined });\nprocess.exit();`],
]);

// As with `--permission`.
const UNREACHABLE = "process.binding = undefined;\n";

kind("bindings are out of reach", [
  ["a block", UNREACHABLE + direct(`fs.writeSync(1, "a\\n"); execSync("echo a", { stdio: "inherit" }); ${BLOCK}`)[0]],
  ["a question", UNREACHABLE + direct('fs.writeSync(1, "a"); writeSync(1, "b"); return ask("Sure?");')[0], { expect: "asked" }],
]);

kind("a reason looks like a missing script", [
  ...["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle", "UserPromptSubmit", "PreToolUse"].flatMap((event) =>
    ["No such file: x", "can't open x", "a\\nNo such file\\nNo such file"].map((text) => [
      `${text} on ${event}`, ...direct(`return block("${text}");`, { event }),
    ]),
  ),
  ...["Stop", "TaskCompleted"].flatMap((event) => [
    [`an error on ${event}`, ...direct('throw new Error("No such file or directory");', { event, options: '{ guard: "closed" }' })],
    [`the name on ${event}`, ...direct("throw new Error();", { event, options: `{ guard: "closed", name: "can't open" }` })],
  ]),
]);

kind("the program leaves early", [
  ["process.exit after run", 'run({ PreToolUse: () => block("No.") });\nprocess.exit();'],
  ["process.exit(0) after run", "run({ PreToolUse: () => undefined });\nprocess.exit(0);"],
  ["process.exit after run on PermissionRequest", "run({ PermissionRequest: () => undefined });\nprocess.exit();", { event: "PermissionRequest" }],
  ["process.exit after run on WorktreeCreate", "run({ WorktreeCreate: () => undefined });\nprocess.exit();", { event: "WorktreeCreate" }],
  ["process.exit in a microtask", "run({ PreToolUse: () => undefined });\nawait null; process.exit();"],
  ["process.exit in a handler", ...direct("process.exit(0);")],
  ["process.exit in an async handler", ...handler("await null; process.exit(0);")],
  ["process.exit in a timer", ...handler(`setTimeout(() => process.exit(0), 10); ${SIT}`)],
  ["process.exit that is caught", ...direct("try { process.exit(0); } catch {}")],
  ["process.reallyExit", ...direct("process.reallyExit(0);")],
  ["process.abort", ...direct("process.abort();")],
  ["process.exit, and a listener that never ends", ...direct('process.on("exit", () => { for (;;); }); process.exit(0);')],
  ["process.exit without listeners", ...direct('process.removeAllListeners("exit"); process.exit(0);')],
  ["an exit code is set", ...direct(`process.exitCode = 0; ${BLOCK}`, { event: "TeammateIdle" })],
  ["an exit code is set by a listener", `process.on("exit", () => { process.exitCode = 0; });\n${direct(BLOCK, { event: "TeammateIdle" })[0]}`,
    { event: "TeammateIdle" }],
  ["a listener exits", `process.on("exit", () => process.exit(0));\n${direct(BLOCK, { event: "TeammateIdle" })[0]}`, { event: "TeammateIdle" }],
  ["a later listener exits", ...direct(`process.on("exit", () => process.exit(0)); ${BLOCK}`, { event: "TeammateIdle" })],
  ["a listener throws", ...direct(`process.on("exit", () => { throw new Error(); }); ${BLOCK}`, { event: "TeammateIdle" })],
  ["a listener throws when a handler exits", ...direct('process.on("exit", () => { throw new Error(); }); process.exit(0);')],
  ["a listener never ends", ...direct(`process.on("exit", () => { for (;;); }); ${BLOCK}`)],
  ["a listener sleeps", ...direct(`process.on("exit", () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)); ${BLOCK}`)],
  ["process.reallyExit is replaced", ...direct(`const own = process.reallyExit; process.reallyExit = () => own.call(process, 0); ${BLOCK}`, { event: "TeammateIdle" })],
  ["process.exit is replaced", ...direct(`process.exit = () => {}; ${BLOCK}`, { event: "TeammateIdle" })],
  ["an interval is left", ...direct(`setInterval(() => {}, 1000); ${BLOCK}`)],
  ["a child is left", ...direct(`spawn(process.execPath, ["wait.mjs"], { stdio: "ignore" }); ${BLOCK}`)],
  ["a worker is left", ...handler(`new Worker("setInterval(() => {}, 1000)", { eval: true }); await sleep(100); ${BLOCK}`)],
  ["run is called twice", "run({ PreToolUse: () => undefined });\nrun({ PreToolUse: () => undefined });"],
]);

kind("a handler fails", [
  ...Object.entries({
    "null": "null",
    "undefined": "undefined",
    "a symbol": 'Symbol("a")',
    "a bigint": "1n",
    "a function": "() => {}",
    "an object without a prototype": "Object.create(null)",
    "an object in a cycle": "(() => { const it = {}; it.it = it; return it; })()",
    "a stack that throws": "({ get stack() { throw new Error(); } })",
    "a message that throws": "Object.defineProperty(new Error(), 'message', { get() { throw new Error(); } })",
    "a name that is a symbol": "Object.assign(new Error('a'), { name: Symbol('b') })",
    "a message that is an object": "Object.assign(new Error(), { message: {} })",
    "a toJSON that throws": "({ toJSON() { throw new Error(); } })",
    "a Proxy that throws": "new Proxy({}, { get() { throw new Error(); }, getPrototypeOf() { throw new Error(); } })",
    "a revoked Proxy": "(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })()",
    "a failure of the package": "({ word: 'late', holes: new Proxy({}, { getOwnPropertyDescriptor() { throw new Error(); } }) })",
    "an AggregateError": "new AggregateError([new Error('a')], '')",
    "a cycle of causes": "(() => { const it = new Error('a'); it.cause = it; return it; })()",
    "a huge message": "new Error('x'.repeat(1_000_000))",
    "odd characters": "new Error('\\ud800\\u001b[2J\\0\\n\\u202e')",
  }).flatMap(([name, thrown]) => [
    [`it throws ${name}`, ...direct(`throw ${thrown};`)],
    [`it rejects with ${name}`, ...handler(`await null; throw ${thrown};`)],
  ]),
  ["Error.prepareStackTrace throws", ...direct("Error.prepareStackTrace = () => { throw new Error(); }; throw new Error();")],
  ["an endless recursion", ...direct("const again = () => again() + 1; return again();")],
  ["an endless recursion in a verb", ...direct("const again = () => { block('a'); again(); }; again();")],
  ["a rejection beside it", ...direct('void Promise.reject(new Error("lost"));')],
  ["an undefined rejection beside it", ...direct("void Promise.reject();")],
  ["a rejection beside it, and an await", ...handler("void Promise.reject(null); await null;")],
  ["an error in a microtask", ...direct("queueMicrotask(() => { throw undefined; });")],
  ["an error in a tick", ...direct("process.nextTick(() => { throw null; });")],
  ["an error in a timer", ...handler(`setTimeout(() => { throw undefined; }, 5); ${SIT}`)],
  ["an error in an emitter", ...handler(`process.nextTick(() => process.stderr.emit("error", new Error())); ${SIT}`)],
  ["a promise that never settles", ...handler("await new Promise(() => {});")],
  ["a thenable that never settles", ...direct("return { then() {} };")],
  ["a thenable whose then throws", ...direct("return { then() { throw new Error(); } };")],
  ["a thenable whose then cannot be read", ...direct("return { get then() { throw new Error(); } };")],
  ["a thenable that rejects after it resolves with a thenable", ...direct("return { then(done, fail) { done({ then() {} }); fail(); } };")],
  ["a thenable that settles twice", ...direct('return { then(done) { done(block("No.")); done(undefined); } };')],
  ["a second handler", "run({ PreToolUse: [() => allow(), () => { throw null; }] });"],
  ["a first handler", "run({ PreToolUse: [() => { throw null; }, () => allow()] });"],
  ["code after run", "run({ PreToolUse: () => undefined });\nmissing();"],
  ["console.error throws", ...direct(`console.error = () => { throw new Error(); }; ${BLOCK}`)],
]);

kind("a handler returns what is not a reply", [
  ...Object.entries({
    "true": "true",
    "a number": "2",
    "a bigint": "1n",
    "a text": '"deny"',
    "a symbol": "Symbol()",
    "a function": "block",
    "an empty array": "[]",
    "an empty object": "{}",
    "an object without a prototype": "Object.create(null)",
    "an array in an array": '[[block("a")]]',
    "an array with a text": '[block("a"), "b"]',
    "a promise in an array": '[Promise.resolve(block("a"))]',
    "an error": 'new Error("denied")',
    "a Response": 'new Response("denied", { status: 403 })',
    "a Map": 'new Map([["decision", "block"]])',
    "a Set": "new Set()",
    "a Date": "new Date()",
    "bytes": 'Buffer.from("deny")',
    "an instance": "new (class Deny { decision = 'block'; })()",
    "a boxed text": 'new String("deny")',
    "a regular expression": "/a/",
    "an iterator": "[].values()",
    "a generator": '(function* () { yield block("a"); })()',
    "an async generator": '(async function* () { yield block("a"); })()',
    "a Proxy that throws": "new Proxy({}, { ownKeys() { throw new Error(); } })",
    "a Proxy of a reply": 'new Proxy(block("a"), {})',
    "a prototype with a reply": "Object.create({ decision: 'block' })",
    "a prototype without one": "Object.create(Object.create(null, { decision: { value: 'block', enumerable: true } }))",
    "a getter that throws": "{ get decision() { throw new Error(); } }",
    "a symbol as a key": '{ [Symbol("decision")]: "block" }',
    "a hidden key": 'Object.defineProperty({}, "decision", { value: "block" })',
    "a value that is undefined": "{ decision: undefined }",
    "a value that is a function": "{ decision: () => 'block' }",
    "a value that is a symbol": '{ decision: Symbol("block") }',
    "a value that is a bigint": "{ decision: 1n }",
    "a value that is NaN": "{ continue: true, systemMessage: 'a', asyncTimeout: NaN }",
    "a value that is an instance": "{ systemMessage: new String('a') }",
    "a toJSON": "{ toJSON: () => ({}) }",
    "a toJSON inside": "{ hookSpecificOutput: { toJSON: () => undefined, hookEventName: 'PreToolUse' } }",
    "a cycle": "(() => { const it = { decision: 'block' }; it.it = it; return it; })()",
    "100,000 levels": "(() => { let it = {}; for (let i = 0; i < 1e5; i++) it = { it }; return it; })()",
    "a reply of another event": '{ hookSpecificOutput: { hookEventName: "Stop" } }',
    "a wrong reply": '{ permissionDecision: "deny" }',
    "a verb of another event": "retry()",
    "a verb with a wrong argument": "rewrite({ command: () => 1 })",
    "a verb with NaN": "rewrite({ timeout: NaN })",
    "a verb that loses an argument": "rewrite({ command: undefined })",
  }).flatMap(([name, value]) => [
    [name, ...direct(`return (${value});`)],
    [`${name}, in a promise`, ...handler(`return (${value});`)],
  ]),
  ["a handler that is a generator", 'run({ PreToolUse: function* () { yield block("a"); } });'],
  ["a handler that is an async generator", 'run({ PreToolUse: async function* () { yield block("a"); } });'],
  ["a verb that is not returned", ...direct('block("a");')],
  ["a reply that changes", ...direct(`let count = 0;
    const deny = { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "a" };
    return { get hookSpecificOutput() { return count++ === 0 ? deny : { hookEventName: "PreToolUse" }; } };`)],
]);

kind("the time limit", [
  ["a handler that waits", ...handler(SIT, { options: "{ limit: 0.3 }" })],
  ["a handler that catches everything", ...handler(`for (;;) try { ${SIT} } catch {}`, { options: "{ limit: 0.3 }" })],
  ["a loop that never pauses", ...direct("for (;;);", { options: "{ limit: 0.3 }" })],
  ["a loop that catches everything", ...direct("for (;;) try { for (;;); } catch {} finally { for (;;); }", { options: "{ limit: 0.3 }" })],
  ["a loop in an async handler", ...handler("for (;;);", { options: "{ limit: 0.3 }" })],
  ["a loop in the second handler", "run({ PreToolUse: [() => allow(), () => { for (;;); }] }, { limit: 0.3 });"],
  ["a sleep that blocks", ...direct("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);", { options: "{ limit: 0.3 }" })],
  ["a child that is waited for", ...handler('await new Promise((done) => spawn("sleep", ["600"]).on("exit", done));', { options: "{ limit: 0.3 }" })],
  ["a timer that fires late", ...direct(`const end = Date.now() + 30; while (Date.now() < end); ${BLOCK}`, { options: "{ limit: 0.03 }" })],
  ["a handler that ends at the limit", ...handler(`await sleep(48); ${BLOCK}`, { options: "{ limit: 0.05 }" })],
  ["setTimeout is replaced", ...handler(`globalThis.setTimeout = () => 0; globalThis.clearTimeout = () => { throw new Error(); }; ${BLOCK}`, { options: "{ limit: 5 }" })],
]);

const wrong = (options) => [options, ...direct("", { options })];

kind("a wrong option", [
  ...['{ limit: "5" }', "{ limit: -1 }", "{ limit: 0 }", "{ limit: NaN }", "{ limit: Infinity }", "{ limit: true }", "{ limit: 5n }",
    "{ limit: null }", "{ limit: {} }", '{ guard: "close" }', "{ guard: true }", "{ guard: null }", '{ guard: "open ", limit: 1 }',
    "{ name: 5 }", "{ name: null }", '{ gaurd: "closed" }', "{ limt: 5 }", "{ timeout: 5 }", "{ require: {} }", "{ [Symbol('guard')]: 'closed' }",
    "null", '"closed"', "5", "[]", "() => {}", "new Map()", "Object.create({ limit: 5 })", "new (class Options { limit = 5; })()",
    "{ get guard() { throw null; } }", "new Proxy({}, { ownKeys() { throw null; } })"].map(wrong),
  ["no handlers", "run();"],
  ...["null", "undefined", "5", '"PreToolUse"', "[]", "() => {}", "new Map([['PreToolUse', () => {}]])", "new (class { PreToolUse() {} })()",
    "Object.create({ PreToolUse: () => {} })", "Object.create(Object.create(null, { PreToolUse: { value: () => {}, enumerable: true } }))",
    "{ __proto__: { PreToolUse: () => {} } }", "new Proxy({}, { ownKeys() { throw null; } })", "{ get PreToolUse() { throw null; } }",
    "{ [Symbol('PreToolUse')]: () => {} }"].map((table) => [`handlers: ${table}`, `run(${table}, {});`]),
  ["one on PermissionRequest", "run({ PermissionRequest: () => {} }, { limt: 5 });", { event: "PermissionRequest" }],
  ["one on WorktreeCreate", "run({ WorktreeCreate: () => {} }, { limt: 5 });", { event: "WorktreeCreate" }],
  ["one, and guard", 'run({ Stop: () => {} }, { guard: "closed", limt: 5 });', { event: "Stop" }],
]);

const bash = sample("PreToolUse", { tool: "Bash", command: "ls" });
const memory = sample("PreToolUse", { tool: "mcp__memory__delete", tool_input: { id: "1" } });
const byTool = (key, { input = bash, body = BLOCK } = {}) => [
  `${key} of ${input.tool_name}`, `run({ PreToolUse: { ${JSON.stringify(key)}: () => { ${body} } } });`, { input },
];
const refused = (key) => byTool(key, { body: "" });

kind("a key that is a matcher", [
  ...["Bash", " Bash ", "Edit|Bash", "Edit|Write|Bash", "Bash|", "Edit, Bash", "Edit,Bash", "", "*", "^Ba", "Ba.h", ".*", "Bash|mcp__.*", "(Bash|Edit)", "B[a]sh$", "^(?:Bash)$"].map((key) => byTool(key)),
  ...["mcp__memory__delete", "mcp__.*", "mcp__memory__.*", "mcp__memory__delete|Bash", "mcp__.*__delete.*", "^mcp__", "", "*"].map((key) => byTool(key, { input: memory })),
  byTool("Task", { input: sample("PreToolUse", { tool: "Agent", prompt: "a", description: "b" }) }),
  byTool("Agent", { input: { ...sample("PreToolUse", { tool: "Agent", prompt: "a", description: "b" }), tool_name: "Task" } }),
  byTool("NewTool", { input: { ...bash, tool_name: "NewTool" } }),
  byTool("NewTool|Bash", { input: { ...bash, tool_name: "NewTool" } }),
  byTool("constructor", { input: { ...bash, tool_name: "constructor" } }),
  ["several keys match", 'run({ PreToolUse: { Bash: () => allow(), "Bash|Edit": () => block("No.") } });'],
  ["several keys match, in another order", 'run({ PreToolUse: { "Bash|Edit": () => block("No."), Bash: () => allow() } });'],
  ["a name and a pattern match", 'run({ PreToolUse: { Bash: () => allow(), "^B": () => block("No.") } });'],
  ["a former and a current name match", 'run({ PreToolUse: { Agent: () => allow(), Task: () => block("No.") } });',
    { input: sample("PreToolUse", { tool: "Agent", prompt: "a", description: "b" }) }],
  ["an event is empty", 'run({ "": () => block("No.") });', { input: bash }],
]);

kind("a key that matches nothing", [
  ...["bash", "BASH", "Bahs", "Bash|Edti", "Edit, bash", "Bash(git *)", "Bash(*)", "Edit(src/**)", "mcp__memory", "mcp__memory__", "mcp__memory|Bash",
    "(", "[", "*.py", "^git .*", "Ba(?=sh)", "(B)ash\\\\1", "Bash ls", "|", ",", "Bash\\n", "Bash/Edit", "^bash$", "x".repeat(20_000) + ".*"].map(refused),
  ...["PreTooluse", "pretooluse", "PreToolUse|PostToolUse", "PreToolUse, Stop", "PreToolUse ", "Pre.*", "constructor", "toString", "__proto__x", "1"].map(
    (key) => [`the event ${key}`, `run({ ${JSON.stringify(key)}: () => {} });`]),
  ["the event __proto__", 'run({ ["__proto__"]: () => {} });'],
  ["the tool __proto__", 'run({ PreToolUse: { ["__proto__"]: () => {}, bash: () => {} } });'],
  ["a hidden misspelled event", 'run(Object.defineProperty({ PreToolUse: () => {} }, "PreTooluse", { value: () => {} }));'],
  ["a symbol as a tool", "run({ PreToolUse: { Bash: () => {}, [Symbol('Edit')]: () => {} } });"],
  ["a reply instead of a handler", 'run({ PreToolUse: { Bash: block("No.") } });'],
  ["a promise instead of a handler", "run({ PreToolUse: Promise.resolve(() => {}) });"],
  ["an empty array", "run({ PreToolUse: [] });"],
  ["an empty array of a tool", "run({ PreToolUse: { Bash: [] } });"],
  ["an array with a hole", "run({ PreToolUse: [() => {}, , () => {}] });"],
  ["a getter that throws", "run({ PreToolUse: { get Bash() { throw null; } } });"],
  ["a class instance by tool", "run({ PreToolUse: new (class { Bash() {} })() });"],
  ["a mistake in another event", "run({ PreToolUse: () => {}, Stop: { Bash: () => {} } });"],
]);

const raw = (text, table = "{ PreToolUse: () => {}, PostToolUse: () => {}, Stop: () => {} }") => [`run(${table});`, { stdin: text, input: bash }];
const text = JSON.stringify(bash);
const changed = (changes) => {
  const input = { ...bash, ...changes };
  return { input: JSON.parse(JSON.stringify(input)) };
};

kind("an input that cannot be seen", [
  ["no tool_name", 'run({ PreToolUse: { Bash: () => block("No.") } });', changed({ tool_name: undefined })],
  ["no tool_name, and any tool", "run({ PreToolUse: { '*': () => {} } });", changed({ tool_name: undefined })],
  ...[5, null, true, [], ["Bash"], {}].map((value) => [`tool_name is ${JSON.stringify(value)}`, "run({ PreToolUse: { Bash: () => {}, '*': () => {} } });", changed({ tool_name: value })]),
  ...["rm -rf /", null, 5, true, [], ["a"]].flatMap((value) => [
    [`tool_input is ${JSON.stringify(value)}`, "run({ PreToolUse: () => {} });", changed({ tool_input: value })],
    [`tool_input is ${JSON.stringify(value)}, by tool`, "run({ PreToolUse: { Bash: () => {} } });", changed({ tool_input: value })],
    [`tool_input is ${JSON.stringify(value)}, of any event`, "run({ '*': () => {} });", changed({ tool_input: value })],
  ]),
  ...["call.tool_input.command", "call.tool_input?.command", "(({ tool_input = {} }) => tool_input)(call)", "call['tool_input']"].map((reads) => [
    `no tool_input, read as ${reads}`, `run({ PreToolUse: (call) => void (${reads}) });`, changed({ tool_input: undefined }),
  ]),
  ["no session_id that is read", "run({ PreToolUse: (call) => void call.session_id });", changed({ session_id: undefined })],
  ["empty", ...raw("")],
  ["a brace", ...raw("{")],
  ["an array", ...raw(`[${text}]`)],
  ["a number", ...raw("1")],
  ["null", ...raw("null")],
  ["no event", ...raw("{}")],
  ["an event that is a number", ...raw('{"hook_event_name": 5}')],
  ["two objects", ...raw(text + text)],
  ["cut", ...raw(text.slice(0, -3))],
  ["cut at once", ...raw(text.slice(0, 10))],
  ["too deep", ...raw(`${text.slice(0, -1)}, "x": ${"[".repeat(20_000)}${"]".repeat(20_000)}}`)],
  ["the name only inside", ...raw('{"tool_input": {"hook_event_name": "Stop"}, "x": ')],
  ["the name only in a text", ...raw('{"a": "\\"hook_event_name\\": \\"Stop\\"", ')],
  ["two names", ...raw('{"hook_event_name": "Stop", "hook_event_name": "PreToolUse", ')],
  ["the name is cut", ...raw('{"hook_event_name": "Stop')],
  ["bytes that are not UTF-8", ...raw(Buffer.from([0xff, 0xfe, 0x7b]))],
  ["a closed input", "fs.closeSync(0);\nrun({ PreToolUse: () => {} });"],
  ["cut, and PermissionRequest and Stop", ...raw(text.slice(0, -3), "{ PreToolUse: [() => {}], Stop: () => {} }")],
]);

kind("signals", [
  ...["SIGTERM", "SIGINT", "SIGHUP", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGQUIT"].map((signal) => [
    signal, ...handler(`process.kill(process.pid, "${signal}"); ${SIT}`),
  ]),
  ...["SIGTERM", "SIGINT", "SIGHUP"].flatMap((signal) => [
    [`${signal} from a child`, ...direct(`execSync("kill -${signal.slice(3)} " + process.pid); return undefined;`)],
    [`${signal} beside a block`, ...direct(`execSync("kill -${signal.slice(3)} " + process.pid); ${BLOCK}`)],
  ]),
  ["SIGKILL by the program itself", ...direct('process.kill(process.pid, "SIGKILL");')],
  ["SIGABRT by the program itself", ...direct("process.kill(process.pid, 6);")],
  ["SIGTERM many times", ...handler(`setInterval(() => process.kill(process.pid, "SIGTERM"), 5); await sleep(100); ${BLOCK}`)],
  ["SIGTERM at the end", ...direct(`process.on("exit", () => process.kill(process.pid, "SIGTERM")); ${BLOCK}`, { event: "TeammateIdle" })],
  ["a listener of SIGTERM that exits", `process.on("SIGTERM", () => process.exit(0));\n${handler(`process.kill(process.pid, "SIGTERM"); ${SIT}`)[0]}`],
  ["SIGTERM before the handler", `spawn("sh", ["-c", "sleep 0.3; kill " + process.pid], { stdio: "ignore" });\n${direct("")[0]}`, { delay: 2500 }],
  ["SIGPIPE", ...handler(`process.kill(process.pid, "SIGPIPE"); await sleep(20); ${BLOCK}`)],
]);

kind("streams", [
  ["nobody reads stdout", direct(BLOCK)[0], { stdout: "closed" }],
  ["nobody reads stdout on TeammateIdle", direct(BLOCK)[0].replace("PreToolUse", "TeammateIdle"), { event: "TeammateIdle", stdout: "closed" }],
  ["descriptor 1 is closed by the handler", ...direct(`fs.closeSync(1); ${BLOCK}`)],
  ["descriptor 2 is closed by the handler", ...direct(`fs.closeSync(2); ${BLOCK}`)],
  ["descriptor 1 is closed before run", `fs.closeSync(1);\n${direct(BLOCK)[0]}`],
  ["descriptor 1 is a file", `fs.closeSync(1);\nfs.openSync("file.txt", "w");\n${direct(BLOCK)[0]}`],
  ["descriptor 1 is full", ...direct(`void process.stderr; return block("x".repeat(500_000));`)],
]);

const SEEN = { expect: "seen" };
const open = (body, { event = "Stop", ...more } = {}) => {
  const [program] = handler(body, { event, ...more });
  return [program, { event, ...SEEN }];
};

kind("the user sees that an open hook failed", [
  ...["PostToolUse", "PostToolUseFailure", "PostToolBatch", "UserPromptSubmit", "UserPromptExpansion", "SessionStart", "SessionEnd", "Stop",
    "PreCompact", "PostCompact", "PreModelSwitch", "PostModelSwitch", "CwdChanged", "FileChanged"].map((event) => [`an error on ${event}`, ...open('throw new Error("broken");', { event })]),
  ["a time limit", ...open(SIT, { options: "{ limit: 0.2 }" })],
  ["an option", ...open("", { options: "{ limt: 5 }" })],
  ["an option that is no object", ...open("", { options: '"open"' })],
  ["a key", "run({ Stop: () => {}, Stopp: () => {} });", { event: "Stop", ...SEEN }],
  ["a result", ...open("return true;")],
  ["process.exit", ...open("process.exit(0);")],
  ["process.exit after run", "run({ Stop: () => {} });\nprocess.exit();", { event: "Stop", ...SEEN }],
  ["SIGTERM", ...open(`process.kill(process.pid, "SIGTERM"); ${SIT}`)],
  ["a cut input", "run({ Stop: () => {} });", { event: "Stop", stdin: JSON.stringify(sample("Stop")).slice(0, -1), ...SEEN }],
  ["an unreadable input", "run({ Stop: () => {} });", { event: "Stop", stdin: "{", ...SEEN }],
  ["another handler says context", 'run({ UserPromptSubmit: [() => { throw new Error("broken"); }, () => context("Text.")] });', { event: "UserPromptSubmit", ...SEEN }],
  ["another handler says a message", 'run({ UserPromptSubmit: [() => { throw new Error("broken"); }, () => message("Text.")] });', { event: "UserPromptSubmit", ...SEEN }],
  ["another handler returns a reply", 'run({ UserPromptSubmit: [() => { throw new Error("broken"); }, () => ({ systemMessage: "Text." })] });', { event: "UserPromptSubmit", ...SEEN }],
  ["guard is open", ...open('throw new Error("broken");', { event: "SessionEnd", options: '{ guard: "open" }' })],
]);

/** Runs a program as the host does, and returns the result and the output. */
function ran(file, { stdin, stdout, delay = 0 }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file], { cwd: home, stdio: ["pipe", "pipe", "pipe"] });
    const texts = { stdout: "", stderr: "" };
    if (stdout === "closed") child.stdout.destroy();
    else child.stdout.setEncoding("utf8").on("data", (part) => (texts.stdout += part));
    child.stderr.setEncoding("utf8").on("data", (part) => (texts.stderr += part));
    child.stdin.on("error", () => {});
    setTimeout(() => child.stdin.end(stdin), delay);
    // The host waits longer. What it would wait for does not end by itself.
    const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
    child.on("exit", (code) => {
      const isLate = child.killed;
      clearTimeout(timer);
      setTimeout(() => {
        const result = isLate ? timedOut() : code === null ? signalled(texts.stdout, texts.stderr) : exited(code, texts.stdout, texts.stderr);
        resolve({ result, code, ...texts });
      }, 20);
    });
  });
}

/** Returns whether a program did what is expected of it. */
function isRight({ expect = "blocked" }, outcome, { stdout, stderr, code }) {
  if (expect === "blocked") return blocked(outcome) || stops(outcome);
  if (expect === "asked" || expect === "normal") return outcome.action === expect;
  const message = stdout.startsWith("{") ? JSON.parse(stdout).systemMessage : code === 1 && stdout === "" ? stderr : "";
  return !blocked(outcome) && /failed/.test(message ?? "");
}

const chosen = programs.filter(({ title }) => title.includes(process.env.HOOKWIRE_GUARDS ?? ""));
const left = [...chosen.entries()];

await Promise.all(Array.from({ length: 4 }, async () => {
  for (let next = left.shift(); next; next = left.shift()) {
    const [at, program] = next;
    const input = program.input ?? sample(program.event ?? "PreToolUse");
    const file = path.join(home, `guard-${at}.mjs`);
    writeFileSync(file, `${HEADER}${program.body}\n`);
    const found = await ran(file, { stdin: JSON.stringify(input), ...program });
    program.found = { ...found, outcome: interpret(input.hook_event_name, found.result, { input }) };
  }
}));

for (const program of chosen) {
  test(program.title, () => {
    const { outcome, result: _, ...output } = program.found;
    const cut = JSON.stringify({ action: outcome.action, ...output }).slice(0, 1500);
    assert.ok(isRight(program, outcome, output), `${program.body}\n${cut}`);
  });
}
