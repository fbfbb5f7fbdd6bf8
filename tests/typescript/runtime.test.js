// `run`, `decide` and the other ways to call handlers: what the vectors in tests/runtime do not cover.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { examples, packageFolder, project } from "./support.js";

const hookwire = await import(path.join(packageFolder, "index.js"));
const { readInput } = await import(path.join(packageFolder, "read.js"));
const { validate } = await import(path.join(packageFolder, "validate.js"));
const { HOOK_EVENTS, callback, combine, decide, handle, toolResult } = hookwire;
const { allow, block, context, hidePrompt, message, permissions, rewrite, terminal, watch, worktree } = hookwire;

const session = { session_id: "s1", transcript_path: "/t/s1.jsonl", cwd: "/p" };
const bash = (command = "rm -rf /") => ({
  ...session, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, tool_use_id: "t1",
});
const stop = { ...session, hook_event_name: "Stop", stop_hook_active: false };
const idle = { ...session, hook_event_name: "TeammateIdle", teammate_name: "t", team_name: "a" };
const create = { ...session, hook_event_name: "WorktreeCreate", name: "w" };
const home = project("runtime", {});

/** Returns the reason of a denial; `undefined` without one. */
const reason = ({ stdout }) => (stdout === "" ? undefined : JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason);
const decided = (handler, input = bash(), options = {}) =>
  decide({ [input.hook_event_name]: handler }, JSON.stringify(input), { name: "hook", ...options });

let programs = 0;

/** Starts a program that imports what a hook needs, and returns what it prints. */
function started(body, { input = bash(), args = [], ...options } = {}) {
  const file = path.join(home, `hook-${programs++}.mjs`);
  writeFileSync(file, `import { block, context, run } from "hookwire";\n${body}`);
  const data = typeof input === "string" ? input : JSON.stringify(input);
  const all = { input: data, encoding: "utf8", timeout: 20_000, ...options };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, file], all);
  return { status, stdout, stderr };
}

// Processes

const ENDINGS = {
  "process.exit": ["process.exit(0)", /it called `process\.exit`/],
  "process.exit later": ["await null; process.exit(1)", /it called `process\.exit`/],
  "a rejection that nobody handles": [
    'Promise.reject(new Error("lost")); await new Promise((done) => setTimeout(done, 5000))',
    /Error: lost \(hook-\d+\.mjs:2\)/,
  ],
  "an error in a timer": [
    'await new Promise(() => setTimeout(() => { throw new RangeError("later"); }, 5))',
    /RangeError: later \(hook-\d+\.mjs:2\)/,
  ],
  "a promise that never settles": ["await new Promise(() => {})", /waits for a promise that nothing settles/],
  "an error": ['throw new TypeError("wrong")', /TypeError: wrong \(hook-\d+\.mjs:2\)/],
  "a wrong argument": ["block(1)", /TypeError: `reason` has to be a string, not number \(hook-\d+\.mjs:2\)/],
  "a string that is thrown": ['throw "wrong"', /it threw "wrong"/],
};

for (const [name, [body, expected]] of Object.entries(ENDINGS)) {
  test(`${name} in a handler is a failure of the hook`, () => {
    for (const wait of ["", "await "]) {
      const guard = started(`${wait}run({ PreToolUse: async () => { ${body}; } });`);
      assert.match(reason(guard), expected);
      assert.match(guard.stderr, /^The hook `hook-\d+\.mjs` failed, so it blocks `PreToolUse`: .*\n$/);
      assert.equal(guard.status, 2);
    }
    const open = started(`await run({ Stop: async () => { ${body}; } });`, { input: stop });
    assert.deepEqual([Object.keys(JSON.parse(open.stdout)), open.status], [["systemMessage"], 0]);
    assert.match(JSON.parse(open.stdout).systemMessage, expected);
    assert.match(open.stderr, expected);
  });
}

test("a program that fails after `run` blocks", () => {
  const ran = started("run({ PreToolUse: () => undefined });\nmissing();");
  assert.match(reason(ran), /ReferenceError: missing is not defined \(hook-\d+\.mjs:3\)/);
});

test("handlers may be async, and take methods apart", () => {
  const guard = "async ({ tool_input, block }) => { await null; return block(tool_input.command); }";
  const ran = started(`await run({ PreToolUse: { Bash: ${guard} } });`);
  assert.deepEqual([reason(ran), ran.stderr, ran.status], ["rm -rf /", "rm -rf /\n", 2]);
});

test("stdout has only the reply, whatever handlers print", () => {
  const noise = 'console.log("a"); console.info("b"); console.table([1]); process.stdout.write("c\\n");';
  const ran = started(`await run({ PreToolUse: () => { ${noise} return block("No."); } });`);
  assert.equal(reason(ran), "No.");
  for (const text of ["a\n", "b\n", "│", "c\n"]) assert.ok(ran.stderr.includes(text), text);
  // The console keeps a stream that it has used.
  const before = started(`console.error("x"); console.log();
    await run({ PreToolUse: () => { console.log("after"); return block("No."); } });`);
  assert.match(before.stdout, /^\n\{.*\}\n$/);
  assert.equal(before.stderr, "x\nafter\nNo.\n");
});

test("a hook ends when its reply is written, whatever it has started", () => {
  const begin = performance.now();
  const ran = started('await run({ PreToolUse: () => { setInterval(() => {}, 1000); return block("No."); } });');
  assert.equal(reason(ran), "No.");
  assert.ok(performance.now() - begin < 5000);
});

test("a handler that exceeds the limit has failed, and no other one is called", () => {
  const slow = 'new Promise((done) => setTimeout(done, 5000)).finally(() => console.log("went on"))';
  const ran = started(`await run({ PreToolUse: [() => ${slow}, () => { console.log("called"); }] }, { limit: 0.1 });`);
  assert.match(reason(ran), /it did not end within 0\.1 s$/);
  assert.deepEqual(ran.stderr.match(/went on|called/), null);
  const open = started(`await run({ Stop: [() => block("No."), () => ${slow}] }, { limit: 0.1 });`, { input: stop });
  const { systemMessage, ...rest } = JSON.parse(open.stdout);
  assert.deepEqual(rest, { decision: "block", reason: "No." });
  assert.match(systemMessage, /it did not end within 0\.1 s$/);
});

test("a limit that is no number of seconds, and an unknown policy, are failures", () => {
  for (const options of ['{ limit: "1" }', "{ limit: 0 }", "{ limit: NaN }", '{ guard: "close" }']) {
    const ran = started(`await run({ PreToolUse: () => undefined }, ${options});`);
    assert.equal(ran.status, 2, options);
    assert.match(reason(ran), /the option `(?:limit|guard)` is .*, and has to be /);
  }
});

test("a large reply is written whole to a reader that is slow", async () => {
  const file = path.join(home, "large.mjs");
  // The pipe does not block from then on.
  const hook = 'void process.stdout.isTTY;\nawait run({ PreToolUse: () => block("x".repeat(1_000_000)) });';
  writeFileSync(file, `import { block, run } from "hookwire";\n${hook}`);
  const child = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(bash()));
  await sleep(300);
  let stdout = "";
  for await (const part of child.stdout.setEncoding("utf8")) stdout += part;
  assert.equal(reason({ stdout }).length, 1_000_000);
});

test("all of the input is read, also if it comes late and in parts", async () => {
  const file = path.join(home, "parts.mjs");
  const handler = "({ tool_input, block }) => block(String(tool_input.command.length))";
  const hook = `void process.stdin.isTTY;\nawait run({ PreToolUse: ${handler} });`;
  writeFileSync(file, `import { run } from "hookwire";\n${hook}`);
  const child = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "inherit"] });
  const data = JSON.stringify(bash("é".repeat(200_000)));
  for (const part of [data.slice(0, 10), data.slice(10, 150_000), data.slice(150_000)]) {
    await sleep(100);
    child.stdin.write(part);
  }
  child.stdin.end();
  let stdout = "";
  for await (const part of child.stdout.setEncoding("utf8")) stdout += part;
  assert.equal(reason({ stdout }), "200000");
});

test("half of a surrogate pair is replaced, and nothing else", async () => {
  assert.equal(reason(await decided(() => block("a\ud800b\\ud800\u{1f600}"))), "a\u{fffd}b\\ud800\u{1f600}");
});

test("a hook loads the root, and what few hooks need only where it is needed", () => {
  const watch = `
    import { Session } from "node:inspector";
    const found = [];
    const session = new Session();
    session.connect();
    session.on("Debugger.scriptParsed", ({ params: { url } }) => found.push(url.split("/hookwire/")[1]));
    session.post("Debugger.enable");
    process.on("exit", () => process.stderr.write(found.filter(Boolean).sort().join(" ")));
  `;
  writeFileSync(path.join(home, "watch.mjs"), watch);
  const files = (body, input) => started(body, { input, args: ["--import", path.join(home, "watch.mjs")] }).stderr;
  const own = "index.js";
  const handler = '({ tool_input, block }) => tool_input.command === "rm -rf /" && block("No.")';
  const guard = `await run({ PreToolUse: { Bash: ${handler} } });`;
  assert.equal(files(guard, bash()), `No.\n${own}`);
  assert.equal(files(guard, bash("ls")), own);
  assert.equal(files(guard, stop), own);
  assert.equal(files('await run({ PreToolUse: { "Bash|Edit": () => undefined, "*": () => undefined } });', bash()), own);
  assert.equal(files("await run({ Stop: () => undefined });", stop), own);
  const changes = 'await run({ PreToolUse: { Bash: ({ rewrite }) => rewrite({ timeout: 1 }) } });';
  assert.equal(files(changes, bash()), `${own} internal/runtime/more.js`);
  assert.match(files('await run({ PreToolUse: { "mcp__.*": () => undefined } });', bash()), / internal\/runtime\/keys\.js$/);
});

// Calls

test("a call has the fields of its input, and the verbs that its event takes", async () => {
  let call;
  const input = `${JSON.stringify({ ...stop, newer: 1, block: "of a newer host" }).slice(0, -1)}, "__proto__": {"context": 1}}`;
  await decide({ Stop: (it) => void (call = it) }, input);
  assert.deepEqual(Object.keys(call), [...Object.keys(stop), "newer", "__proto__"]);
  assert.deepEqual(call.problems, []);
  for (const verb of ["block", "context", "stop", "message", "terminal"]) assert.equal(call[verb], hookwire[verb], verb);
  for (const verb of ["allow", "title", "rewrite"]) assert.equal(verb in call, false, verb);
});

test("a required field that is absent is an error, another one is undefined", async () => {
  const { tool_input: _, ...input } = bash();
  const result = await decided((call) => (call.agent_id === undefined && call.tool_input ? undefined : undefined), input);
  assert.match(reason(result), /the input has no `tool_input`$/);
  assert.equal((await decided((call) => void call.agent_id, input)).stdout, "");
});

test("an option that a verb does not have is a mistake", async () => {
  const { stderr } = await decide({ PreToolUse: () => block("No.", { agian: true }) }, JSON.stringify(bash()));
  assert.match(stderr, /there is no option `agian`/);
});

test("a wrong option has the same message in each function", async () => {
  const wrong = [
    [{ name: 5 }, "the option `name` is 5, and has to be a text"],
    [{ guard: [] }, 'the option `guard` is an array, and has to be "closed" or "open"'],
    [{ gard: 5 }, "there is no option `gard`: did you mean `guard`?"],
    [new Map(), "the options are an object of the class `Map`, and have to be an object"],
    ["open", 'the options are "open", and have to be an object'],
  ];
  for (const [options, message] of wrong) {
    assert.ok((await decide({}, JSON.stringify(bash()), options)).stderr.endsWith(`: ${message}\n`), message);
    const { body } = await hookwire.handle({}, JSON.stringify(bash()), {}, options);
    assert.equal(body, `Every request is refused: ${message}`);
  }
});

test("wrong handlers are named as they are", async () => {
  const wrong = [
    [5, "the handlers are 5, and have to be an object"],
    [new Map(), "the handlers are an object of the class `Map`, and have to be an object"],
    [{ PreToolUse: new Map() }, "the handlers of `PreToolUse` are an object of the class `Map`, and have to be an object"],
  ];
  for (const [handlers, message] of wrong) {
    const { stderr } = await decide(handlers, JSON.stringify(bash()), { guard: "closed" });
    assert.ok(stderr.endsWith(`: ${message}\n`), stderr);
  }
});

test("a key that cannot be decided for a call matches it", async () => {
  const call = { ...bash(), tool_name: `mcp__a__${"x".repeat(2_000_000)}` };
  const handlers = { PreToolUse: { "mcp__.*y$": () => block("No."), "*": () => allow() } };
  assert.equal(reason(await decide(handlers, JSON.stringify(call))), "No.");
});

test("equal failures are reported once", async () => {
  const failing = () => Promise.reject("gone");
  const both = await decide({ PreToolUse: [failing, failing, () => Promise.reject("broken")] }, JSON.stringify(bash()));
  assert.deepEqual(both.stderr.match(/gone|broken/g), ["gone", "broken"]);
  const open = await decide({ Stop: [failing, failing] }, JSON.stringify(stop));
  assert.equal(JSON.parse(open.stdout).systemMessage.match(/gone/g).length, 1);
});

test("handlers that are not found are no silence", async () => {
  class Guards {
    PreToolUse() {}
  }
  const own = [new Map(), undefined, []].map((value) => ({ PreToolUse: value }));
  for (const handlers of [new Map([["PreToolUse", () => {}]]), new Guards(), [], "x", undefined, ...own]) {
    const { stderr, exitCode } = await decide(handlers, JSON.stringify(bash()), { guard: "closed" });
    assert.match(stderr, /^The hook `.*` failed, so it blocks `PreToolUse`: the handler/, String(handlers));
    assert.equal(exitCode, 2);
  }
  const found = await decide(Object.assign(Object.create(null), { PreToolUse: () => block("No.") }), JSON.stringify(bash()));
  assert.equal(reason(found), "No.");
});

test("handlers do not share what they change", async () => {
  const first = (call) => { for (const key of Object.keys(call)) delete call[key]; };
  assert.equal(reason(await decided([first, ({ tool_name, block }) => block(tool_name)])), "Bash");
});

test("a call of a newer event has no verbs", async () => {
  const input = JSON.stringify({ hook_event_name: "Newer", a: 1 });
  const result = await decide({ "*": (call) => ({ systemMessage: Object.keys(call).join() }) }, input);
  assert.deepEqual(JSON.parse(result.stdout), { systemMessage: "hook_event_name,a" });
});

// Replies

test("anything falsy is nothing, alone and in arrays", async () => {
  for (const value of [undefined, null, false, 0, -0, 0n, "", Number.NaN, [undefined, false], combine(), combine(null, [])]) {
    assert.deepEqual(await decided(() => value), { stdout: "", stderr: "", exitCode: 0 }, String(value));
    assert.equal((await decided(async () => value)).stderr, "");
  }
  assert.equal(reason(await decided(() => [false, block("No."), undefined])), "No.");
});

test("an array is one hook, also in `combine`; what cannot be a reply is refused", async () => {
  const both = await decided(() => [rewrite({ timeout: 1 }), context("Text.")]);
  assert.deepEqual(JSON.parse(both.stdout).hookSpecificOutput.updatedInput, { command: "rm -rf /", timeout: 1 });
  const input = { ...bash(), hook_event_name: "PermissionRequest" };
  const changes = [{ type: "setMode", mode: "acceptEdits", destination: "session" }];
  const combined = await decided(() => combine([allow(), permissions(changes)], null), input);
  assert.deepEqual(JSON.parse(combined.stdout).hookSpecificOutput.decision, { behavior: "allow", updatedPermissions: changes });
  const other = { "an array with something else than replies": [block("a"), {}] };
  const found = { "a string": "deny", "a number": 1, "`true`": true, "a function": block, ...other };
  for (const [what, value] of Object.entries(found)) {
    assert.match(reason(await decided(() => value)), new RegExp(`it returned ${what}: return a reply`), what);
  }
});

test("wrong arguments throw at once", () => {
  const texts = [() => block(), () => block(""), () => allow(null)];
  const others = [() => watch("/a"), () => rewrite("ls"), () => rewrite([]), () => combine("x"), () => combine([{}])];
  for (const call of [...texts, ...others]) assert.throws(call, TypeError, String(call));
});

test("a verb that is called and not returned is a failure, with its line", async () => {
  const forgotten = await decided(() => { block("No."); });
  assert.match(reason(forgotten), /`block` was called at runtime\.test\.js:\d+ and not returned: write `return block\(…\)`$/);
  const later = await decided(async ({ context }) => { await null; context("Text."); });
  assert.match(reason(later), /`context` was called at runtime\.test\.js:\d+/);
  const made = block("No.");
  assert.equal(reason(await decided(() => made)), "No.");
  assert.equal((await decided(() => undefined)).stdout, "");
  assert.equal(reason(await decided(() => combine(made, message("Hello.")))), "No.");
});

test("messages name verbs as a program spells them", async () => {
  const result = await decided(() => hidePrompt());
  assert.match(reason(result), /`PreToolUse` cannot `hidePrompt`\. It can `block`, /);
  const start = { ...session, hook_event_name: "SessionStart", source: "startup" };
  assert.match((await decided(() => block("No."), start)).stderr, /It can .*`firstMessage`, `reloadSkills` and `terminal`\.\n$/);
});

test("whole replies are validated as they are written", async () => {
  const whole = { decision: "block", reason: "No.", systemMessage: undefined };
  assert.deepEqual(JSON.parse((await decided(() => whole, stop)).stdout), { decision: "block", reason: "No." });
  const circular = {};
  circular.self = circular;
  for (const value of [circular, { decision: 1n }, { decision: "deny" }, { a: 1 }, new Date()]) {
    assert.match((await decided(() => value, stop)).stderr, /^The hook `hook` failed, and `Stop` goes on: /);
  }
  assert.match((await decide({ "*": () => circular }, '{"hook_event_name": "Newer"}')).stderr, /too many levels/);
  for (const handlers of [() => [whole, block("a")], [() => whole, () => block("a")]]) {
    assert.match((await decided(handlers, stop)).stderr, /a whole reply cannot be combined/);
  }
  assert.deepEqual(JSON.parse((await decided(() => [null, whole], stop)).stdout), { decision: "block", reason: "No." });
  assert.match((await decided(() => [whole, 5], stop)).stderr, /it returned an array/);
});

test("each problem of an example is found, and no other", async () => {
  const counts = { refused: 0, accepted: 0, inputs: 0 };
  const tools = ["Bash", "Edit", "Task", "mcp__a__b", "NewTool", undefined];
  for (const { type, scenario, payload } of examples()) {
    const event = HOOK_EVENTS.find((name) => [`${name}Output`, `${name}Input`].includes(type));
    if (event === undefined || typeof payload !== "object" || payload === null || Array.isArray(payload)) continue;
    if (type.endsWith("Input")) {
      if (payload.hook_event_name !== event) continue;
      let found;
      await decided((call) => void (found = call.problems), payload, { guard: "open" });
      assert.deepEqual(found, readInput(JSON.stringify(payload)).problems, `${type}/${scenario}`);
      counts.inputs += 1;
      continue;
    }
    for (const tool of tools) {
      const input = { hook_event_name: event, ...(tool && { tool_name: tool, tool_input: {} }) };
      const { stderr } = await decided(() => payload, input, { guard: "open" });
      const problems = validate(payload, { event, direction: "output" }, { tool });
      const isRefused = problems.some(({ severity }) => ["rejected", "ignored"].includes(severity));
      assert.equal(stderr.includes("the reply is wrong"), isRefused, `${type}/${scenario} of ${tool}: ${stderr}`);
      counts[isRefused ? "refused" : "accepted"] += 1;
    }
  }
  assert.ok(counts.refused > 500 && counts.accepted > 500 && counts.inputs > 200, JSON.stringify(counts));
});

test("a sequence for the terminal has to have its form", async () => {
  assert.equal(JSON.parse((await decided(() => terminal("\x1b]0;t\x07"), stop)).stdout).terminalSequence, "\x1b]0;t\x07");
  assert.match((await decided(() => terminal("\x1b[2J"), stop)).stderr, /\/terminalSequence: /);
});

// Other kinds of handlers

test("a request without the required headers is refused, whatever the case of names", async () => {
  const handlers = { PreToolUse: () => block("No.") };
  const require = { Authorization: "Bearer s", "X-Team": "a" };
  const status = async (headers) => (await handle(handlers, JSON.stringify(bash()), headers, { require })).status;
  const right = { authorization: "Bearer s", "x-team": ["a"], host: undefined };
  const capitals = [["AUTHORIZATION", "Bearer s"], ["X-TEAM", "a"]];
  for (const headers of [right, Object.entries(right), capitals, new Map(capitals), new Headers(capitals)]) {
    assert.equal(await status(headers), 200);
  }
  for (const wrong of ["", "Bearer", "Bearer t", "Bearer s ", "bearer s", undefined]) {
    assert.equal(await status({ ...right, authorization: wrong }), 401, wrong);
  }
  assert.equal(await status({ authorization: "Bearer s" }), 401);
  assert.equal(await status(undefined), 401);
  for (const secret of ["", undefined]) {
    // Without a secret nobody can be let in, so nobody is.
    assert.equal((await handle(handlers, "{}", {}, { require: { Authorization: secret } })).status, 500);
  }
});

test("a body that is too large, and one that cannot be read", async () => {
  assert.equal((await handle({}, "é".repeat(5), {}, { largest: 9 })).status, 413);
  assert.equal((await handle({}, new Uint8Array(10), {}, { largest: 9 })).status, 413);
  assert.equal((await handle({ Stop: () => undefined }, "é", {}, { largest: 2 })).status, 200);
  const closed = await handle({ PreToolUse: () => undefined, Stop: () => undefined }, "{");
  assert.deepEqual([closed.status, closed.headers["content-type"]], [500, "text/plain; charset=utf-8"]);
  assert.match(closed.body, /the input cannot be read/);
});

test("an answer is JSON; a failure is in the notes, unless the event can only be blocked by one", async () => {
  const broken = () => { throw new Error("secret"); };
  const answer = (handler, input) => handle({ [input.hook_event_name]: handler }, JSON.stringify(input));
  const open = await answer(broken, stop);
  assert.deepEqual([open.status, open.body, open.headers], [200, "{}", { "content-type": "application/json" }]);
  assert.match(open.notes, /Error: secret .*\n$/);
  const closed = await answer(broken, bash());
  assert.equal(JSON.parse(closed.body).hookSpecificOutput.permissionDecision, "deny");
  const failed = await answer(broken, create);
  assert.deepEqual([failed.status, failed.body.includes("secret")], [500, true]);
  const blocked = await answer(() => block("No."), create);
  assert.deepEqual([blocked.status, blocked.body], [500, "No."]);
  const made = await answer(() => worktree("/w"), create);
  assert.equal(JSON.parse(made.body).hookSpecificOutput.worktreePath, "/w");
  assert.deepEqual(JSON.parse((await answer(() => block("No."), idle)).body), { decision: "block", reason: "No." });
  assert.deepEqual(JSON.parse((await answer(() => undefined, idle)).body), {});
  assert.equal((await handle({ Stop: () => undefined }, JSON.stringify(create))).body, "{}");
  const agent = { ...stop, hook_event_name: "SubagentStop", agent_id: "a", agent_type: "b", agent_transcript_path: "/a" };
  const stopped = await answer(() => hookwire.stop("Over."), agent);
  assert.deepEqual([stopped.body, stopped.notes], ['{"continue":false}', "Over.\n"]);
});

test("handlers that run at once do not take each other's replies for forgotten ones", async () => {
  const careful = async ({ tool_input, block }) => {
    await sleep(Math.random() * 10);
    const made = block(tool_input.command);
    await sleep(Math.random() * 10);
    return made;
  };
  const forgetful = async ({ tool_input, block }) => {
    await sleep(Math.random() * 10);
    block(tool_input.command);
    await sleep(Math.random() * 10);
  };
  const numbers = Array.from({ length: 40 }, (_, at) => at);
  const answered = (at) => handle({ PreToolUse: at % 2 ? forgetful : careful }, JSON.stringify(bash(`${at}`)));
  for (const [at, { body }] of (await Promise.all(numbers.map(answered))).entries()) {
    const said = JSON.parse(body).hookSpecificOutput.permissionDecisionReason;
    if (at % 2) assert.match(said, /was called at runtime\.test\.js:\d+ and not returned/);
    else assert.equal(said, `${at}`);
  }
});

test("a tool returns the reply as text, or an error where nothing else blocks", async () => {
  const said = await toolResult("PreToolUse", [block("No."), context("Text.")], bash());
  assert.deepEqual(Object.keys(said), ["content"]);
  assert.equal(JSON.parse(said.content[0].text).hookSpecificOutput.permissionDecisionReason, "No.");
  assert.deepEqual(await toolResult("Stop", undefined), { content: [{ type: "text", text: "{}" }] });
  assert.deepEqual(await toolResult("WorktreeCreate", block("No.")), { content: [{ type: "text", text: "No." }], isError: true });
  const changed = await toolResult("PreToolUse", rewrite({ timeout: 1 }), bash());
  assert.deepEqual(JSON.parse(changed.content[0].text).hookSpecificOutput.updatedInput, { command: "rm -rf /", timeout: 1 });
  // What the event does not take is left to its policy.
  assert.match((await toolResult("PreToolUse", rewrite({ timeout: 1 }))).content[0].text, /deny.*needs the arguments of a call/);
  assert.match((await toolResult("PreToolUse", "no")).content[0].text, /deny.*it returned a string/);
  assert.deepEqual(await toolResult("SessionStart", block("No.")), { content: [{ type: "text", text: "{}" }] });
  await assert.rejects(toolResult("Stopp", block("No.")), RangeError);
});

test("the result of a tool blocks unless it certainly loops", async (t) => {
  const warnings = t.mock.method(console, "warn", () => {});
  const blocked = { content: [{ type: "text", text: '{"decision":"block","reason":"No."}' }] };
  for (const input of [undefined, {}, { session_id: "a" }, { stop_hook_active: false }]) {
    assert.deepEqual(await toolResult("Stop", block("No."), input), blocked);
  }
  assert.equal(warnings.mock.callCount(), 0);
  const again = { stop_hook_active: true };
  assert.deepEqual(await toolResult("Stop", block("No."), again), { content: [{ type: "text", text: "{}" }] });
  assert.match(warnings.mock.calls[0].arguments[0], /`block` was left out/);
  assert.deepEqual(await toolResult("Stop", block("No.", { again: true }), again), blocked);
});

test("a callback of the SDK refuses options of requests", async () => {
  for (const options of [{ require: { a: "b" } }, { largest: 5 }, { requires: {} }]) {
    const { permissionDecision, permissionDecisionReason } = (await callback({ PreToolUse: () => {} }, options)(bash())).hookSpecificOutput;
    assert.equal(permissionDecision, "deny");
    assert.ok(permissionDecisionReason.includes(`there is no option \`${Object.keys(options)[0]}\``), permissionDecisionReason);
  }
});

test("a callback of the SDK returns the reply, and is rejected where nothing else blocks", async (t) => {
  const warnings = t.mock.method(console, "warn", () => {});
  const guard = async ({ block }) => block("No.");
  const broken = () => { throw new Error("wrong"); };
  const called = callback({ PreToolUse: guard, WorktreeCreate: guard, Stop: broken }, { name: "mine" });
  const options = { signal: new AbortController().signal };
  const reply = await called(bash(), "t1", options);
  assert.equal(reply.hookSpecificOutput.permissionDecision, "deny");
  assert.deepEqual(await called({ ...session, hook_event_name: "SessionEnd", reason: "other" }, undefined, options), {});
  await assert.rejects(called(create, undefined, options), /^Error: No\.$/);
  assert.equal(warnings.mock.callCount(), 0);
  assert.deepEqual(await called(stop, undefined, options), {});
  assert.match(warnings.mock.calls[0].arguments[0], /^The hook `mine` failed, and `Stop` goes on: Error: wrong /);
});

test("no option of Node hides a rejection that nobody handles", () => {
  const program = `import { setTimeout as sleep } from "node:timers/promises";
import { run } from "hookwire";

async function guard() {
  (async () => {
    throw new Error("The scan failed.");
  })();
  await sleep(20);
}

run({ PreToolUse: guard });
`;
  const file = path.join(home, "rejected.mjs");
  writeFileSync(file, program);
  for (const option of ["--unhandled-rejections=none", "--unhandled-rejections=warn", "--frozen-intrinsics"]) {
    const { status, stdout } = spawnSync(process.execPath, [option, file], { input: JSON.stringify(bash()), encoding: "utf8" });
    assert.equal(status, 2, option);
    assert.match(reason({ stdout }), /The scan failed/);
  }
});
