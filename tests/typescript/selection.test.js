// The interface of `select` and `simulateSettings`. `conform` compares the selections of all packages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { test } from "node:test";
import { packageFolder, root } from "./support.js";

const { select, simulateSettings } = await import(path.join(packageFolder, "host.js"));

const CALL = { hook_event_name: "PreToolUse", session_id: "s1", cwd: "/", tool_name: "Bash", tool_input: { command: "ls" } };
const command = (line, more = {}) => ({ type: "command", command: line, ...more });
const settings = (...handlers) => ({ hooks: { PreToolUse: [{ hooks: handlers }] } });

test("the handlers of a document that run, and why the others do not", () => {
  const document = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [command("one")] }, { matcher: "Edit", hooks: [command("two")] }] } };
  assert.deepEqual(select(document, CALL), {
    event: "PreToolUse",
    runs: [
      {
        source: 0,
        place: "project",
        pointer: "/hooks/PreToolUse/0/hooks/0",
        handler: command("one"),
        timeout: 600,
        start: { form: "shell", command: ["sh", "-c", "one"] },
      },
    ],
    others: [
      {
        source: 0,
        place: "project",
        pointer: "/hooks/PreToolUse/1/hooks/0",
        reason: "matcher",
        message: 'The matcher "Edit" does not match "Bash".',
      },
    ],
    depends_on: [],
  });
});

test("without a value for the matcher, a handler has the values with which it runs", () => {
  const document = { hooks: { PreToolUse: [{ matcher: "Edit|Write", hooks: [command("one")] }, { hooks: [command("two")] }] } };
  const { runs } = select(document, { hook_event_name: "PreToolUse" });
  assert.deepEqual(runs.map(({ values }) => values), [["Edit", "Write"], undefined]);
  const open = { hooks: { PreToolUse: [{ matcher: "mcp__a__b|Foo", hooks: [command("one")] }] } };
  const [{ handler, conditions }] = select(open, { hook_event_name: "PreToolUse" }).depends_on;
  assert.deepEqual([handler.values, conditions], [[], ["matcher"]]);
});

test("what is not known of an input or of a version decides, with all messages", () => {
  const source = { place: "agent", document: settings(command("one", { if: "Bash(git *)" })) };
  const [{ conditions, message }] = select({ sources: [source] }, { hook_event_name: "PreToolUse", tool_name: "Bash" }).depends_on;
  assert.deepEqual(conditions, ["agent", "condition"]);
  assert.match(message, /it has no `agent_type`\. It runs if the condition "Bash\(git \*\)" holds/);
  // A mistake drops another part of a document in version 2.1.332 than in 2.1.163. Nobody has seen the versions between them.
  const document = { hooks: { PostToolUse: [{ hooks: [command("one"), { type: "nope" }] }] } };
  const call = { ...CALL, hook_event_name: "PostToolUse" };
  const of = (host) => select(document, call, { host });
  assert.deepEqual([of("2.1.163").runs.length, of("2.1.332").runs.length], [0, 1]);
  const between = of("2.1.200");
  assert.deepEqual(between.depends_on.map((it) => [it.conditions, it.message]), [
    [["version"], "Nobody has seen what version 2.1.200 does here."],
  ]);
  assert.deepEqual(between.others.map(({ pointer }) => pointer), ["/hooks/PostToolUse/0/hooks/1"]);
});

test("unknown events, events at a wrong place, and documents that cannot be read are listed", () => {
  const listed = (document, place = "project") =>
    select({ sources: [{ place, document }] }, CALL).others.map(({ pointer, reason }) => [pointer, reason]);
  assert.deepEqual(listed({ hooks: { PreTolUse: [], Stop: [] } }), [["/hooks/PreTolUse", "unknown-event"]]);
  assert.deepEqual(listed({ PreToolUse: [] }), [["/PreToolUse", "dropped"]]);
  assert.deepEqual(listed([]), [["", "dropped"]]);
});

test("functions of a program are not validated, and have the time limit of their group", () => {
  const document = { hooks: { PreToolUse: [{ timeout: 7, hooks: [{ type: 1 }, { type: 1 }] }] } };
  const { runs } = select({ sources: [{ place: "sdk", document }] }, CALL);
  assert.deepEqual(runs.map(({ timeout, start }) => [timeout, start]), Array(2).fill([7, { form: "function" }]));
});

test("a time limit is at most that of the event, and older hosts have their own", () => {
  const limit = (event, more, host) => {
    const document = { hooks: { [event]: [{ hooks: [command("x", more)] }] } };
    return select(document, { session_id: "s", hook_event_name: event }, { host }).runs[0].timeout;
  };
  assert.deepEqual([limit("Stop", {}), limit("Stop", {}, "2.1.2"), limit("Stop", {}, "2.1.3")], [600, 60, 600]);
  assert.deepEqual([limit("Stop", { timeout: 1e300 }), limit("SessionEnd", { timeout: 1e300 })], [2 ** 53, 60]);
});

test("documents start in the order of their places, and one can switch the others off", () => {
  const sources = [
    { place: "project", document: settings(command("project")) },
    { place: "user", document: settings(command("user"), command("project")) },
  ];
  const { runs, others } = select({ sources }, CALL);
  assert.deepEqual(runs.map(({ source, handler }) => [source, handler.command]), [[1, "user"], [0, "project"]]);
  const twice = { source: 0, pointer: "/hooks/PreToolUse/0/hooks/0" };
  assert.deepEqual(others.map(({ source, reason, because }) => [source, reason, because]), [[1, "duplicate", twice]]);
  const managed = { place: "managed", document: { allowManagedHooksOnly: true, ...settings(command("managed")) } };
  const switched = select({ sources: [...sources, managed] }, CALL);
  assert.deepEqual(switched.runs.map(({ place }) => place), ["managed"]);
  assert.deepEqual(switched.others[0].because, { source: 2, pointer: "/allowManagedHooksOnly" });
});

test("an older host ignores the keys that it does not know", () => {
  const document = settings(command("one", { if: "Edit" }));
  assert.equal(select(document, CALL).others[0].reason, "condition");
  assert.deepEqual(select(document, CALL, { host: "2.1.84" }).runs[0].handler, command("one"));
});

test("the host fills placeholders in once", () => {
  const handler = command("${CLAUDE_PLUGIN_ROOT}/run", { args: ["${CLAUDE_PROJECT_DIR", "${CLAUDE_PROJECT_DIR}"] });
  const source = { place: "plugin", document: settings(handler), root: "${CLAUDE_PROJECT_DIR}" };
  const [{ start }] = select({ sources: [source], folder: "/p" }, CALL).runs;
  assert.deepEqual(start, {
    form: "exec",
    command: ["${CLAUDE_PROJECT_DIR}/run", "${CLAUDE_PROJECT_DIR", "/p"],
    environment: { CLAUDE_PROJECT_DIR: "/p", CLAUDE_PLUGIN_ROOT: "${CLAUDE_PROJECT_DIR}" },
  });
  const [{ reason }] = select(settings(command("${CLAUDE_PLUGIN_ROOT}/run")), CALL).others;
  assert.equal(reason, "placeholder");
});

test("wrong arguments throw and are never treated as absent", () => {
  assert.throws(() => select([], CALL), /`settings` has to be an object/);
  assert.throws(() => select({}, null), /`input` has to be an object/);
  assert.throws(() => select({}, { hook_event_name: "PreTolUse" }), /there is no event "PreTolUse": did you mean "PreToolUse"\?/);
  assert.throws(() => select({}, {}), TypeError);
  assert.throws(() => select({ sources: [null] }, CALL), /the settings are not a tree, at "\/sources\/0": /);
  assert.throws(() => select({ sources: [{ place: "projct", document: {} }] }, CALL), /at "\/sources\/0\/place": .*`project`/);
  assert.throws(() => select({ sources: [{ place: "user" }] }, CALL), /at "\/sources\/0\/document": /);
  assert.throws(() => select({ sources: [], setting_sources: "user" }, CALL), /at "\/setting_sources": /);
  assert.throws(() => select({ sources: [], trsted: true }, CALL), /at "\/trsted": /);
  assert.throws(() => select({}, CALL, { hots: "2.1.42" }), /`context` has no key "hots"/);
  assert.throws(() => select({}, CALL, { host: "newest" }), RangeError);
});

test("no document throws", () => {
  const circular = { hooks: {} };
  circular.hooks.PreToolUse = [circular];
  const deep = Array(100_000).fill(0).reduce((inner) => [inner], []);
  const odd = [undefined, null, true, 0, "", [], {}, [[]], { toString: 1 }, JSON.parse('{"__proto__": {}}'), circular, deep];
  const documents = odd.flatMap((it) => [
    it,
    { hooks: it },
    { hooks: { PreToolUse: it } },
    { hooks: { PreToolUse: [it] } },
    { hooks: { PreToolUse: [{ matcher: it, hooks: [command("x"), it] }] } },
    ...["type", "if", "command", "args", "url", "timeout", "once"].map((key) => settings(command("x", { [key]: it }))),
    { allowedHttpHookUrls: it, disableAllHooks: it, ...settings({ type: "http", url: it }) },
  ]);
  for (const place of ["managed", "user", "project", "local", "flag", "plugin", "skill", "agent", "sdk"]) {
    for (const document of documents) {
      if (document === undefined) continue;
      for (const input of [CALL, { hook_event_name: "PreToolUse", agent_type: "a" }]) {
        const made = select({ sources: [{ place, document, manifest: true }] }, input, { host: "2.1.42" });
        assert.ok(Array.isArray(made.runs));
        assert.equal(select({ sources: [{ place, document }] }, input).event, "PreToolUse");
      }
    }
  }
});

test("simulateSettings runs what is selected, and merges the outcomes", async () => {
  const shown = "printf '%s' $CLAUDE_PROJECT_DIR $OWN >&2; exit 2";
  const document = settings(command("exit 0"), command(shown), { type: "http", url: "http://localhost/" }, command("x", { if: "Edit" }));
  const tree = { sources: [{ place: "project", document }], folder: "/usr" };
  const env = { PATH: process.env.PATH, OWN: "own" };
  const run = await simulateSettings(tree, CALL, { env });
  assert.deepEqual(run.selection, select(tree, CALL));
  assert.deepEqual(run.runs.map(({ result }) => [result.exitCode, result.stderr]), [[0, ""], [2, "/usrown"]]);
  assert.equal(run.outcome.action, "blocked");
  const [{ handler, conditions, message }] = run.depends_on;
  assert.deepEqual([handler.handler.type, conditions, message], ["http", ["caller"], "It cannot be run here without `transport`."]);
  const transport = async () => ({ status: 200, body: "" });
  const whole = await simulateSettings(tree, CALL, { env, transport });
  assert.deepEqual([whole.runs.length, whole.depends_on], [3, []]);
});

test("simulateSettings starts a program with what the host fills in", async () => {
  const handler = command(process.execPath, { args: ["-p", "process.argv[1] + process.env.CLAUDE_PLUGIN_ROOT", "${CLAUDE_PLUGIN_ROOT}/a b"] });
  const tree = { sources: [{ place: "plugin", root: "/r", document: settings(handler) }] };
  const { runs } = await simulateSettings(tree, CALL);
  assert.equal(runs[0].result.stdout, "/r/a b/r\n");
});

test("simulateSettings has one folder, and removes the variables of other programs", async () => {
  const handler = command("printf '%s|' \"$CLAUDE_PROJECT_DIR\" \"$CLAUDE_PLUGIN_ROOT\"");
  const tree = { sources: [{ place: "project", document: settings(handler) }], folder: "/usr" };
  const env = { PATH: process.env.PATH, CLAUDE_PROJECT_DIR: "/other", CLAUDE_PLUGIN_ROOT: "/other" };
  const { runs, selection } = await simulateSettings(tree, CALL, { env, cwd: "/usr/../tmp" });
  assert.equal(runs[0].result.stdout, "/tmp||");
  assert.deepEqual(selection.runs[0].start.environment, { CLAUDE_PROJECT_DIR: "/tmp" });
});

test("simulateSettings does not run what runs with some values only, or lacks a value", async () => {
  const documents = [
    { hooks: { PreToolUse: [{ matcher: "Edit|Write", hooks: [command("exit 0")] }] } },
    settings(command("${CLAUDE_PLUGIN_ROOT}/run")),
  ];
  const [some, unfilled] = documents;
  const tree = { sources: [{ place: "project", document: some }, { place: "plugin", document: unfilled }] };
  const run = await simulateSettings(tree, { session_id: "s", hook_event_name: "PreToolUse" });
  assert.deepEqual(run.runs, []);
  assert.deepEqual(run.depends_on.map(({ conditions, message }) => [conditions, message]), [
    [["matcher"], "It runs with these values only: `Edit`, `Write`."],
    [["caller"], "It cannot be run here, because `${CLAUDE_PLUGIN_ROOT}` has no value. Set `root` of the source."],
  ]);
});

test("simulateSettings has no outcome if no hook runs", async () => {
  const run = await simulateSettings(settings({ type: "mcp_tool", server: "a", tool: "b" }), CALL);
  assert.deepEqual([run.runs, "outcome" in run], [[], false]);
  assert.deepEqual(run.depends_on.map(({ conditions, message }) => [conditions, message]), [[["caller"], "It cannot be run here."]]);
  await assert.rejects(simulateSettings({}, CALL, { folder: "/" }), /`options` has no key "folder"/);
  await assert.rejects(simulateSettings([], CALL), /`settings` has to be an object/);
});

const lines = readFileSync(path.join(root, "tests/conform/simulated.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));

for (const { id, settings: documents, input, outcome: expected, depends_on: messages } of lines) {
  test(`the outcome says whether another handler may change it: ${id}`, async () => {
    const { outcome, depends_on: found } = await simulateSettings(documents, input);
    assert.deepEqual(found.map(({ message }) => message), messages);
    if (expected === null) return assert.equal(outcome, undefined);
    assert.deepEqual([outcome.action, outcome.depends_on], [expected.action, expected.depends_on]);
    assert.ok(outcome.explanation.endsWith(expected.ends), outcome.explanation);
    assert.equal(outcome.explanation.includes("may change this"), messages.length > 0);
  });
}
