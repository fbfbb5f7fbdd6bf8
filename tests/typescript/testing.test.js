// Payloads for tests of hooks, and what the host would do with a hook.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process, { exit } from "node:process";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { packageFolder, root } from "./support.js";

const { block, context, decide, handle, HOOK_EVENTS, toolResult } = await import(path.join(packageFolder, "index.js"));
const { blocked, exited, interpret, merge } = await import(path.join(packageFolder, "host.js"));
const { check, sample, simulate } = await import(path.join(packageFolder, "testing.js"));
const { readInput } = await import(path.join(packageFolder, "read.js"));
const { validate } = await import(path.join(packageFolder, "validate.js"));

const guard = ({ tool_input }) => tool_input.command === "rm -rf /" && block("No.");
const bad = sample("PreToolUse", { command: "rm -rf /" });
const good = sample("PreToolUse", { command: "ls" });

test("every event has a valid sample, which is new each time", () => {
  for (const event of HOOK_EVENTS) {
    const made = sample(event);
    assert.equal(made.hook_event_name, event);
    assert.deepEqual(validate(made, { event, direction: "input" }, { input: made }), []);
    delete made.hook_event_name;
    assert.equal(sample(event).hook_event_name, event);
  }
});

test("tools have samples, also those of servers", () => {
  const after = sample("PostToolUse", { tool: "Read", file_path: "/a" });
  assert.equal(after.tool_input.file_path, "/a");
  assert.deepEqual(validate(after, { event: "PostToolUse", direction: "input" }, { input: after }), []);
  assert.equal(sample("PreToolUse", { tool: "mcp__a__b", anything: 1 }).tool_input.anything, 1);
  assert.equal(sample("Stop", { stop_hook_active: true }).stop_hook_active, true);
});

test("what the host would not write is an error", () => {
  const said = (event, values) => {
    try {
      sample(event, values);
    } catch (error) {
      return error.message;
    }
  };
  assert.equal(said("PreToolUs"), 'there is no event "PreToolUs": did you mean "PreToolUse"?');
  assert.equal(said("PreToolUse", { tool: "bash" }), 'there is no tool "bash": did you mean "Bash"?');
  assert.equal(said("PreToolUse", { comand: "ls" }), 'there is no argument of `Bash` "comand": did you mean "command"?');
  assert.equal(said("PreToolUse", { command: 1 }), "/tool_input/command: `command` has to be a string, not a number.");
  assert.equal(said("Stop", { tool: "Bash" }), "`Stop` is not about a tool");
  const both = said("PreToolUse", { command: 1, tool_use_id: 1 });
  assert.match(both, /^\/tool_input\/command: .* not a number\. \/tool_use_id: /);
  assert.match(said("PreToolUse", { cmd: 1 }), /^there is no argument of `Bash` "cmd": write one of `command`, /);
  assert.match(said("Stop", { activ: 1 }), /^there is no field of `Stop` "activ": write one of `session_id`, /);
  for (const [values, found] of [["Bash", '"Bash"'], [null, "null"], [["Bash"], "an array"]]) {
    const message = `the values of a sample have to be an object, such as \`{ tool: "Bash" }\`, not ${found}`;
    assert.equal(said("PreToolUse", values), message);
  }
});

test("a hook can be tried in each form", async () => {
  const program = "process.exit(require('fs').readFileSync(0, 'utf8').includes('rm -rf') ? 2 : 0)";
  const words = [process.execPath, "-e", program];
  const entry = { type: "command", command: process.execPath, args: ["-e", program] };
  for (const hook of [guard, { PreToolUse: { Bash: guard } }, words, entry]) {
    assert.equal(blocked(await simulate(hook, bad)), true);
    assert.equal(blocked(await simulate(hook, good)), false);
  }
  assert.equal(blocked(await simulate(() => context("Go on."), sample("Stop"))), true);
  assert.equal(blocked(await simulate(() => context("Go on."), sample("Stop"), "2.1.42")), false);
  await assert.rejects(simulate(1, good), /a hook is handlers, a function or a command, not a number/);
  await assert.rejects(simulate(guard, {}), /the payload is not that of an event/);
  for (const words of [[], [1], [guard]]) await assert.rejects(simulate(words, good), /a command is an array of strings/);
});

const lines = readFileSync(path.join(root, "tests/conform/trials.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));

/** Returns true if `check` accepts a row. */
async function isMet(hook, payload, expected, host) {
  try {
    await check(hook, [[payload, expected]], host);
    return true;
  } catch (error) {
    assert.match(error.message, /^1 of 1 rows differ\n\n/);
    return false;
  }
}

const isRefused = ({ severity, pointer }) => ["rejected", "ignored"].includes(severity) || pointer.endsWith("/if");

for (const { id, hook, event, host, outcome: expected } of lines.filter((line) => "hook" in line)) {
  test(`a broken hook is told from one that decides: ${id}`, async () => {
    const payload = sample(event);
    const outcome = await simulate(hook, payload, host);
    const { failed, action, explanation } = outcome;
    assert.deepEqual({ failed, action }, { failed: expected.failed, action: expected.action });
    const ofEntry = outcome.problems.filter(({ pointer }) => pointer.startsWith("/hooks"));
    assert.deepEqual(ofEntry.map(({ pointer }) => pointer), expected.problems ?? []);
    // A hook of the package says it in its own words.
    assert.equal(/The hook (failed: |`)/.test(explanation), failed);
    assert.ok(explanation.includes(expected.said ?? ""), explanation);
    if (expected.texts) assert.deepEqual(outcome.texts.map(({ text }) => text.trim()), expected.texts);
    const words = failed ? ["failed", `failed and ${action}`] : [action];
    for (const word of ["failed", action, `failed and ${action}`, "deferred", "failed and deferred"]) {
      assert.equal(await isMet(hook, payload, word, host), words.includes(word) && !ofEntry.some(isRefused), word);
    }
  });
}

test("an expectation has to be a word", async () => {
  for (const { expected, message } of lines.filter((line) => "expected" in line)) {
    const isError = (error) => error instanceof RangeError && error.message === `row 1: ${message}`;
    await assert.rejects(check(guard, [[good, expected]]), isError, message);
  }
});

test("a sample is that of an older host", () => {
  for (const { sample: event, host, values, absent, error } of lines.filter((line) => "sample" in line)) {
    if (error) {
      assert.throws(() => sample(event, { ...values, host }), (found) => found instanceof RangeError && found.message === error);
      continue;
    }
    const [newest, made] = [sample(event, values), sample(event, { ...values, host })];
    assert.deepEqual(Object.keys(newest).filter((key) => !Object.hasOwn(made, key)).sort(), absent);
    for (const key of absent) delete newest[key];
    assert.deepEqual(made, newest);
  }
});

test("a broken handler fails on every event", async () => {
  const broken = [() => assert.fail("gone"), () => 1, () => Promise.reject(new Error("gone"))];
  for (const event of HOOK_EVENTS) {
    for (const handler of broken) {
      const { action, failed } = await simulate(handler, sample(event));
      assert.equal(failed, true);
      const words = ["failed", `failed and ${action}`, "normal", "blocked", "allowed"];
      for (const [index, word] of words.entries()) assert.equal(await isMet(handler, sample(event), word), index < 2, word);
    }
    // Of several hooks, one that breaks is enough, and what nobody tried says nothing.
    const [calm, bad] = [await simulate(() => {}, sample(event)), await simulate(broken[0], sample(event))];
    assert.deepEqual([calm.failed, merge([calm, bad]).failed, merge([calm, calm]).failed], [false, true, false]);
    assert.ok(!("failed" in merge([interpret(event, exited(0))])));
  }
});

test("functions decide alone, also later", async () => {
  const broken = () => assert.fail("gone");
  await check(broken, [[good, ({ failed, action }) => failed && action === "blocked"], [good, async () => true]]);
  assert.equal(await isMet(broken, good, async () => false), false);
  await check({ PreToolUs: guard }, [[good, "failed"]]);
});

/** Calls a function with an empty folder, which is removed afterwards. */
async function inFolder(use) {
  const folder = mkdtempSync(path.join(tmpdir(), "testing-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("hooks of the package say in secret that they fail", async () => {
  await inFolder(async (folder) => {
    const file = path.join(folder, "guard.mjs");
    const index = path.join(packageFolder, "index.js");
    writeFileSync(
      file,
      `import { block, run } from ${JSON.stringify(index)};
const guard = ({ tool_input }) => {
  if (tool_input.command === "ls") throw new Error("gone");
  return block("No such file: it is gone");
};
run({ PreToolUse: guard, Stop: () => assert });`,
    );
    const before = process.env.TMPDIR;
    mkdirSync((process.env.TMPDIR = path.join(folder, "tmp")));
    const hook = [process.execPath, file];
    try {
      await check(hook, [[good, "failed and blocked"], [bad, "blocked"], [sample("Stop"), "failed and normal"]]);
      await assert.rejects(check(hook, [[good, "blocked"], [sample("Stop"), "normal"]]), ({ message }) => {
        assert.ok(message.startsWith("2 of 2 rows differ\n\nPreToolUse Bash "), message);
        assert.ok(message.includes("  expected: blocked\n  found: failed and blocked\n"), message);
        assert.ok(message.includes("The hook `guard.mjs` failed, so it blocks `PreToolUse`: Error: gone (guard.mjs:3)"), message);
        assert.ok(message.includes('The hook broke. To expect that, write "failed" or "failed and blocked".'), message);
        assert.ok(message.includes("ReferenceError"), message);
        return true;
      });
      assert.deepEqual(readdirSync(process.env.TMPDIR), []);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
    assert.equal(process.env.HOOKWIRE_FAILURES, undefined);
  });
});

for (const [prefix, line] of [
  [["env", "-i"], ""],
  [[], "for (const name of Object.keys(process.env)) delete process.env[name];"],
  [[], "process.env = {};"],
  [[], "process.env.HOOKWIRE_FAILURES = '/nonexistent';"],
]) {
  test(`a failure is seen whatever becomes of the environment: ${prefix.join(" ")} ${line}`, async () => {
    await inFolder(async (folder) => {
      const file = path.join(folder, "guard.mjs");
      const index = JSON.stringify(path.join(packageFolder, "index.js"));
      const guard = `const guard = () => {\n${line}\nthrow new Error("gone");\n};`;
      writeFileSync(file, `import { run } from ${index};\n${guard}\nrun({ PreToolUse: guard, Stop: guard });\n`);
      const hook = [...prefix, process.execPath, file];
      await check(hook, [[good, "failed and blocked"], [sample("Stop"), "failed and normal"]]);
      assert.equal((await simulate(hook, good)).explanation.split("Error: gone").length, 2);
      if (line) await check(`'${process.execPath}' '${file}' 2>/dev/null`, [[good, "failed and blocked"]]);
    });
  });
}

test("a condition is reported", async () => {
  await inFolder(async (folder) => {
    const entry = { type: "command", command: `touch ${folder}/ran`, if: "Bash(git *)" };
    await assert.rejects(check(entry, [[good, "normal"], [good, "normal"]]), ({ message }) => {
      assert.equal(
        message,
        "2 of 2 rows differ\n\nThe entry in the settings cannot be tried as it is written:\n" +
          "  /hooks/PreToolUse/0/hooks/0/if: `if` is not evaluated here, so it is not known whether the host runs the hook for " +
          "this call. To try the hook alone, pass the entry without `if`.",
      );
      return true;
    });
    rmSync(path.join(folder, "ran"));
    await assert.rejects(check(entry, [[sample("Stop"), "normal"]]), /on this event the handler never runs/);
    assert.deepEqual(readdirSync(folder), []);
  });
});

test("what is true for every outcome is not expected", async () => {
  for (const expected of [Boolean, Object, class {}, [].values(), Promise.resolve(true), block("No."), true]) {
    await assert.rejects(check("exit 2", [[good, expected]]), /^RangeError: row 1: .* is not an outcome. Write one of: "normal"/);
  }
});

test("a function has to return true or false", async () => {
  const functions = [
    [({ texts }) => () => texts.length > 0, "a function"],
    [({ texts }) => texts.some, "a function"],
    [async ({ texts }) => texts.some, "a function"],
    [function* () {}, "an object"],
    [async function* () {}, "an object"],
    [({ texts }) => texts.values(), "an object"],
    [() => block("No."), "an object"],
    [({ texts }) => texts.find(({ text }) => text === "No."), "an object"],
    [({ action }) => action, '"blocked"'],
    [async () => 1, "a number"],
    [() => {}, "undefined"],
  ];
  for (const [function_, found] of functions) {
    await assert.rejects(check(guard, [[bad, "blocked"], [bad, function_]]), (error) => {
      assert.equal(
        error.message,
        `row 2: the function of the row returned ${found}. Return true or false, or write ` +
          'one of: "normal", "allowed", "asked", "deferred", "blocked", "unknown", "failed", or both, as "failed and blocked".',
      );
      return error instanceof RangeError;
    });
  }
  await check(guard, [[bad, ({ texts }) => texts.some(({ text }) => text === "No.")], [bad, async () => true], [bad, blocked]]);
});

test("a misspelled key of the outcome is an error, and not `undefined`", async () => {
  for (const expected of [({ blockd }) => !blockd, (outcome) => !outcome.blocked, (outcome) => outcome.acton !== "blocked"]) {
    await assert.rejects(check(guard, [[bad, expected]]), /^RangeError: an outcome has no `\w+`. It has: event, action, /);
  }
});

test("a handler that ends the program fails, and not the tests", async () => {
  const ends = () => process.exit(0);
  await check(ends, [[bad, "failed and blocked"]]);
  await assert.rejects(check(ends, [[bad, "blocked"]]), /it called `process.exit`/);
  await check(() => exit(0), [[bad, "failed and blocked"]]);
  await check(async () => (await sleep(1), process.exit(0)), [[bad, "failed"], [good, "failed"]]);
  const swallows = () => {
    try {
      process.exit(0);
    } catch {}
  };
  await check(swallows, [[bad, "failed and normal"]]);
  const [broken, whole] = await Promise.all([simulate(ends, bad), simulate(guard, good)]);
  assert.deepEqual([broken.failed, whole.failed], [true, false]);
});

test("the message has what the hook wrote", async () => {
  const words = [process.execPath, "--input-type=module", "-e", "import 'gone-for-good'"];
  await assert.rejects(check(words, [[sample("SessionStart"), "normal"]]), /Cannot find package 'gone-for-good'/);
  const late = { type: "command", command: "echo late >&2; sleep 9", timeout: 0.3 };
  await assert.rejects(check(late, [[sample("Stop"), "normal"]]), /\n {2}stderr: late\n/);
});

test("a mistake in a row is found before anything runs", async () => {
  await inFolder(async (folder) => {
    const rows = [[good, "normal"], [good, "denied"], good, [good], [good, null], [{}, "normal"], [1, "normal"], "xy"];
    const starts = [
      'row 2: "denied" is not an outcome: did you mean "blocked"? Write one of: ',
      "row 3: an object is not a pair. `rows` is a list of pairs of a payload and the expected outcome.",
      "row 4: an array is not a pair. ",
      "row 5: null is not an outcome. Write one of: ",
      "row 6: the payload is not that of an event: `hook_event_name` is undefined",
      "row 7: the payload is not that of an event: `hook_event_name` is undefined",
      'row 8: "xy" is not a pair. ',
    ];
    await assert.rejects(check(`touch ${folder}/ran`, rows), (error) => {
      const found = error.message.split("\n");
      assert.equal(found.length, starts.length);
      for (const [index, start] of starts.entries()) assert.ok(found[index].startsWith(start), found[index]);
      return error instanceof RangeError;
    });
    for (const wrong of [undefined, null, good, "normal", 1, [good, "normal"]]) {
      await assert.rejects(check(guard, wrong), /is not a pair\. `rows` is a list of pairs/);
    }
    assert.deepEqual(readdirSync(folder), []);
  });
});

test("problems of the entry are said once", async () => {
  const entry = { type: "command", command: "exit 2", onfailure: "block" };
  await assert.rejects(check(entry, [[good, "blocked"], [good, "normal"], [good, blocked]]), ({ message }) => {
    const said = "The entry in the settings cannot be tried as it is written:\n  /hooks/PreToolUse/0/hooks/0/onfailure: ";
    assert.ok(message.startsWith(`3 of 3 rows differ\n\n${said}There is no field "onfailure" here.`), message);
    return message.split("onfailure").length === 3 && message.split("expected: ").length === 2;
  });
  await check({ type: "command", command: "exit 2", shell: "bash", args: [] }, [[good, () => true]]);
});

test("node:test shows the message", async () => {
  await inFolder((folder) => {
    const file = path.join(folder, "guard.test.mjs");
    writeFileSync(
      file,
      `import { test } from "node:test";
import { check, sample } from ${JSON.stringify(path.join(packageFolder, "testing.js"))};
test("broken", () => check("exit 1", [[sample("Stop"), "normal"]]));
test("word", async () => {
  await check("exit 1", [[sample("Stop"), "denied"]]);
});`,
    );
    const env = { ...process.env };
    delete env.NODE_TEST_CONTEXT;
    const { status, stdout } = spawnSync(process.execPath, ["--test", "--test-reporter=spec", file], { encoding: "utf8", env });
    assert.equal(status, 1);
    for (const said of [
      "Error: 1 of 1 rows differ",
      "    found: failed and normal",
      'The hook broke. To expect that, write "failed" or "failed and normal".',
      'row 1: "denied" is not an outcome: did you mean "blocked"? Write one of: "normal", ',
      "guard.test.mjs:5:",
    ]) {
      assert.ok(stdout.includes(said), stdout);
    }
  });
});

test("a part of a settings file is not a hook", async () => {
  const group = { matcher: "Bash", hooks: [{ type: "command", command: "true" }] };
  const parts = [
    ["hooks", { hooks: { PreToolUse: [group] } }],
    ["PreToolUse", { PreToolUse: [group] }],
    ["matcher", group],
    ["hooks", { hooks: group.hooks }],
    ["command", { command: "true" }],
    ["url", { url: "http://localhost" }],
    ["PreToolUse", { PreToolUse: "true" }],
  ];
  for (const [key, part] of parts) {
    await assert.rejects(check(part, [[good, "failed and blocked"]]), ({ name, message }) => {
      assert.ok(message.startsWith(`\`${key}\` of the table of handlers has no function. `), message);
      assert.ok(message.includes('pass the entry alone, with its `type`: `settings["hooks"]["PreToolUse"][0]["hooks"][0]`'), message);
      return name === "TypeError";
    });
  }
});

/** Returns the message of `check`. */
async function reportOf(hook, event, expected) {
  try {
    await check(hook, [[sample(event), expected]]);
  } catch (error) {
    return error.message;
  }
}

const countOf = (text, part) => text.split(part).length - 1;

test("a row has the problems of the reply", async () => {
  for (const reply of [
    '{"permissionDecision": "deny"}',
    '{"hookSpecificOutput": {"permissionDecision": "deny"}}',
    '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecison": "deny"}}',
    '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "denied"}}',
    '{"decision": "block",}',
    'log\n{"decision": "block"}',
  ]) {
    const hook = { type: "command", command: `printf '%s' '${reply}'`, unknown: 1 };
    const { problems } = await simulate(hook, sample("PreToolUse"));
    const messages = problems.filter(({ pointer }) => !pointer.startsWith("/hooks")).map(({ message }) => message);
    assert.notEqual(messages.length, 0);
    const report = await reportOf(hook, "PreToolUse", "blocked");
    for (const message of messages) assert.equal(countOf(report, message), 1, report);
    assert.equal(countOf(report, "  problem: "), messages.length);
    assert.equal(countOf(report, '"unknown"'), 1);
  }
});

test("nothing is said twice", async () => {
  const broken = ({ tool_name }) => assert.fail(`gone\n${tool_name}`);
  assert.equal(countOf(await reportOf(broken, "PreToolUse", "normal"), "AssertionError: gone"), 1);
  const wrong = () => ({ permissionDecision: "deny" });
  assert.equal(countOf(await reportOf(wrong, "PreToolUse", "normal"), "belongs in `hookSpecificOutput`"), 1);
  assert.equal(countOf(await reportOf({ Stop: () => 1 }, "Stop", "normal"), "it returned "), 1);
  for (const event of HOOK_EVENTS) {
    for (const code of [1, 2]) {
      const report = await reportOf(`printf 'once\\n  more' >&2; exit ${code}`, event, "deferred");
      assert.ok(countOf(report, "once") <= 1, report);
    }
  }
  // A short text is not left out because the report has it in another word.
  assert.match(`${await reportOf("echo it >&2; exit 2", "PreToolUse", "normal")}\n`, /\n {2}reason: it\n/);
});

test("a hook may replace the file of failures", { timeout: 60_000 }, async () => {
  for (const [line, isBroken] of [
    ["mkfifo F", false],
    ["mkdir F", false],
    ["true", false],
    ["ln -s /dev/zero F", false],
    ["head -c 3000000 /dev/zero | tr '\\0' a > F", true],
  ]) {
    const outcome = await simulate(`rm F; ${line}; exit 0`.replaceAll("F", '"$HOOKWIRE_FAILURES"'), good);
    assert.equal(outcome.failed, isBroken, line);
    assert.ok(outcome.explanation.length < 1_100_000);
  }
});

test("a hook that cannot write its reply has failed", { skip: process.platform !== "linux" }, async () => {
  await inFolder(async (folder) => {
    const file = path.join(folder, "guard.mjs");
    const program = `import { closeSync } from "node:fs";
import { ask, block, context, run } from ${JSON.stringify(path.join(packageFolder, "index.js"))};
const close = () => process.argv[2] && closeSync(1);
run({ PreToolUse: () => (close(), ask("Sure?")), UserPromptSubmit: () => (close(), context("Hi.")) });`;
    writeFileSync(file, program);
    for (const rest of ["> /dev/full", "close"]) {
      const hook = `${process.execPath} ${file} ${rest}`;
      await check(hook, [[good, "failed and blocked"], [sample("UserPromptSubmit"), "failed and normal"]]);
      assert.match((await simulate(hook, good)).explanation, /the reply cannot be written: E/);
    }
  });
});

test("a table reports every row that differs", async () => {
  await check(guard, [
    [bad, "blocked"],
    [good, "normal"],
    [bad, blocked],
  ]);
  const wrong = check(guard, [
    [bad, "blocked"],
    [good, "blocked"],
    [good, blocked],
  ]);
  await assert.rejects(wrong, (error) => {
    const beginning = '2 of 3 rows differ\n\nPreToolUse Bash {"command":"ls"}\n  expected: blocked\n  found: normal\n';
    return error.message.startsWith(beginning) && error.message.includes("the hook says nothing");
  });
  await assert.rejects(check(guard, []), /no row/);
});

test("what a terminal obeys is escaped in every report", async () => {
  const text = "\u001b]0;x\u0007\u202e\u009b\nA";
  const print = `printf '\\033\\302\\233\\342\\200\\256' >&2; exit 3`;
  const reports = [];
  const report = async (run) => {
    try {
      reports.push(await run());
    } catch (error) {
      reports.push(error.message);
    }
  };
  for (const change of [{ hook_event_name: text }, { tool_name: text }, { [text]: 1 }, { tool_input: { [text]: text } }]) {
    const payload = { ...good, ...change };
    const json = JSON.stringify(payload);
    const wrong = { "*": () => ({ [text]: 1 }) };
    for (const hook of [() => block(text), () => assert.fail(text), print, wrong]) await report(() => check(hook, [[payload, "normal"]]));
    await report(async () => (await simulate(print, payload)).explanation);
    await report(async () => (await decide(wrong, json)).stderr);
    await report(async () => (await handle(wrong, json)).notes);
    await report(() => toolResult(payload.hook_event_name, { [text]: 1 }, payload));
    await report(() => readInput(json).problems.map(({ message }) => message).join(" "));
    await report(() => readInput(`${json} ${text}`));
  }
  await report(() => sample(text));
  await report(() => sample("PreToolUse", { tool: text }));
  await report(() => sample("PreToolUse", { [text]: 1 }));
  await report(() => check({ type: "command", command: "true", [text]: 1 }, [[good, "normal"]]));
  await report(() => check("true", [[good, text]]));
  assert.equal(reports.length, 45);
  for (const it of reports) assert.doesNotMatch(String(it), /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
  // A new line in a name does not look like a line of the report.
  assert.ok(reports.every((it) => !/^A \{/m.test(String(it))));
});
