// The guarantees of `validate`: examples have their documented problems, problems have a fixed form and order for every
// value, and a wrong argument is never treated as absent.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { countOf, examples, packageFolder } from "./support.js";

const { HOOK_EVENTS } = await import(path.join(packageFolder, "index.js"));
const { readInput, readReply } = await import(path.join(packageFolder, "read.js"));
const { matches } = await import(path.join(packageFolder, "settings.js"));
const { readPromptReply } = await import(path.join(packageFolder, "host.js"));
const { validate } = await import(path.join(packageFolder, "validate.js"));

const all = examples();
const refused = ({ severity }) => ["rejected", "mismatch", "ignored"].includes(severity);
const placed = ({ pointer, code }) => `${code} ${pointer}`;
const name = ({ type, scenario }) => `${type}/${scenario}`;
const output = (event, payload, host) => validate(payload, { event, direction: "output" }, { host });
const places = (problems) => problems.map(placed);

const denial = {
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "Not now.",
  },
};
const stop = {
  session_id: "s1",
  transcript_path: "/t/s1.jsonl",
  cwd: "/p",
  hook_event_name: "Stop",
  stop_hook_active: false,
};

test("valid examples have no problems", () => {
  const valid = all.filter((example) => example.valid);
  const wrong = valid.flatMap(({ type, scenario, payload }) =>
    validate(payload, { type }).filter(refused).map((problem) => ({ example: `${type}/${scenario}`, ...problem })),
  );
  assert.deepEqual(wrong, []);
  assert.equal(valid.length, countOf("valid"));
});

test("invalid examples have exactly the listed problems", () => {
  const invalid = all.filter((example) => !example.valid);
  const wrong = invalid.flatMap((example) => {
    const found = validate(example.payload, { type: example.type }).filter(refused).map(placed).sort();
    const expected = example.problems.map(placed).sort();
    return found.join() === expected.join() ? [] : [{ example: name(example), found, expected }];
  });
  assert.deepEqual(wrong, []);
  assert.equal(invalid.length, countOf("invalid"));
});

test("a profile changes some types, and its problems are as unconfirmed as the profile", async () => {
  const module = await import(path.join(packageFolder, "profiles/wave-design-2025-11.js"));
  const { profile } = module;
  const reply = { hookSpecificOutput: { hookEventName: "Stop", decision: "block", reason: "Go." } };
  assert.deepEqual(validate(reply, "StopOutput", { profile }), []);
  assert.deepEqual(places(validate(reply, "StopOutput"))[0], "misplaced-field /hookSpecificOutput/decision");
  const reported = validate({ continue: false }, { event: "Stop", direction: "output" }, { profile });
  assert.deepEqual(reported.map(({ code, confidence }) => [code, confidence]), [["required-here", "unconfirmed"]]);
  const { problems } = readReply('{"continue": false}', "Stop", { profile });
  assert.deepEqual(problems, reported);
  assert.equal(readReply("Done.", "Stop", { profile }).problems[0].confidence, "unconfirmed");
  assert.throws(() => validate({}, "StopOutput", { profile: "validator" }), /`profile` is not a string/);
  assert.throws(() => validate({}, "StopOutput", { profile: { ...profile } }), TypeError);
  assert.throws(() => readReply("", "Stop", { profile: 1 }), TypeError);
  assert.throws(() => readReply("", "Stop", { profile: module }), /not the module: write `\.profile` after it$/);
  assert.throws(() => readReply("", "Stop", { profile: { profile: profile.name } }), /of a module of `profiles\/`, not \w+$/);
});

test("a type is also an event with a direction, or an object with its name", () => {
  for (const event of HOOK_EVENTS) {
    for (const [direction, type] of [["input", `${event}Input`], ["output", `${event}Output`]]) {
      const payload = { a_key_of_nobody: 1 };
      assert.deepEqual(validate(payload, { event, direction }), validate(payload, type));
      assert.deepEqual(validate(payload, { type }), validate(payload, type));
    }
  }
});

test("a problem has its keys in the order of the schema", () => {
  assert.deepEqual(Object.entries(output("Stop", { systemMessage: 1 })[0]), [
    ["pointer", "/systemMessage"],
    ["code", "wrong-type"],
    ["severity", "rejected"],
    ["confidence", "confirmed"],
    ["message", "`systemMessage` has to be a string, not a number."],
  ]);
});

test("problems are sorted by severity, then by code points", () => {
  const keys = ["\u{1f600}", "\u{ffff}", "b", "B", "a~", "a/", "a", "continue"];
  const found = output("Stop", Object.fromEntries(keys.map((key) => [key, 1]))).map(({ pointer }) => pointer);
  assert.deepEqual(found, ["/continue", "/B", "/a", "/a~0", "/a~1", "/b", "/\u{ffff}", "/\u{1f600}"]);
  const both = output("PreToolUse", { decision: "approve", suppressOutput: 1 });
  assert.deepEqual(both.map(({ severity }) => severity), ["rejected", "deprecated"]);
});

test("a problem that follows from another one is left out", () => {
  assert.deepEqual(places(output("PreToolUse", { decision: "deny" })), ["wrong-value /decision"]);
  assert.deepEqual(places(output("Stop", { continue: "false", stopReason: "s" })), ["wrong-type /continue"]);
});

test("only something more severe, and as sure, at the same value hides advice", async () => {
  const { ordered } = await import(path.join(packageFolder, "internal/core.js"));
  const problem = (code, severity, pointer, confidence = "confirmed") => ({ pointer, code, severity, confidence });
  const deprecated = problem("deprecated", "deprecated", "/a");
  const inert = problem("without-effect", "inert", "/a");
  const ignored = problem("wrong-type", "ignored", "/a/0");
  assert.deepEqual(ordered([deprecated, ignored]), [ignored]);
  assert.deepEqual(ordered([inert, ignored]), [ignored, inert]);
  const unsure = problem("wrong-type", "ignored", "/a", "unconfirmed");
  assert.deepEqual(ordered([inert, deprecated, unsure]), [unsure, inert]);
  assert.deepEqual(ordered([unsure, problem("wrong-type", "rejected", "/a")]), [unsure]);
});

test("every problem of an input is a mismatch", () => {
  const found = validate({ ...stop, session_id: 1, stop_hook_active: "no", cwd: undefined }, { type: "StopInput" });
  assert.deepEqual(places(found), ["wrong-type /cwd", "wrong-type /session_id", "wrong-type /stop_hook_active"]);
  assert.deepEqual(new Set(found.map(({ severity }) => severity)), new Set(["mismatch"]));
});

test("a misspelled key or value is reported with the nearest correct one", () => {
  const message = (payload) => output("PreToolUse", payload).map((problem) => problem.message).join("\n");
  assert.match(message({ systemMesage: "m" }), /Did you mean `systemMessage`\?/);
  assert.match(message({ system_message: "m" }), /Did you mean `systemMessage`\?/);
  const decision = (word) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: word } });
  assert.match(message(decision("dney")), /Did you mean `deny`\?/);
  // Two edits are too many for a short word, but not for one with five letters.
  for (const far of ["any", "dxxy", "deyyy"]) assert.doesNotMatch(message(decision(far)), /Did you mean/);
  assert.match(message(decision("alxxw")), /Did you mean `allow`\?/);
  assert.match(message(decision("deXy")), /Did you mean `deny`\?/);
});

test("strings of a payload are escaped in messages", () => {
  const message = (payload) => output("Stop", payload)[0].message;
  const decision = message({ decision: `\\"${"x".repeat(100)}` });
  const key = message({ "`{what}\n\u202e\u{1f600}": 1 });
  assert.ok(decision.includes(`not "\\\\\\"${"x".repeat(58)}"....`), decision);
  assert.ok(key.includes('"\\u{60}{what}\\u{a}\\u{202e}\\u{1f600}"'), key);
});

test("keys that every object inherits are treated like any other key", () => {
  for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]) {
    const payload = JSON.parse(`{${JSON.stringify(key)}: {"decision": "block"}}`);
    assert.deepEqual(places(output("Stop", payload)), [`unknown-field /${key}`], key);
    assert.deepEqual(places(validate({ ...stop, hook_event_name: key }, { type: "HookInput" })), [
      "wrong-event-name /hook_event_name",
    ]);
    const specific = { hookSpecificOutput: { hookEventName: key } };
    assert.deepEqual(places(validate(specific, "HookOutput")), [
      "wrong-event-name /hookSpecificOutput/hookEventName",
    ]);
    assert.deepEqual(places(output("Stop", { decision: key })), ["wrong-value /decision"]);
    assert.throws(() => validate({}, { type: key }), RangeError);
    assert.throws(() => validate({}, { event: key, direction: "input" }), RangeError);
    assert.throws(() => validate({}, { event: "Stop", direction: key }), RangeError);
  }
});

test("inherited properties are ignored", () => {
  const found = validate(Object.create(stop), { type: "StopInput" });
  assert.deepEqual(new Set(found.map(({ code }) => code)), new Set(["missing-field"]));
  assert.deepEqual(places(validate(Object.assign(Object.create(null), stop), { type: "StopInput" })), []);
});

test("a value that is not JSON has the wrong type", () => {
  for (const value of [undefined, () => {}, Symbol("s"), 1n]) {
    assert.deepEqual(places(output("Stop", value)), ["wrong-type "]);
    assert.deepEqual(places(output("Stop", { systemMessage: value })), ["wrong-type /systemMessage"]);
    assert.match(output("Stop", value)[0].message, new RegExp(typeof value));
  }
});

test("only numbers of JSON are numbers", () => {
  const [event, direction] = ["Stop", "output"];
  const timeout = (asyncTimeout) => places(validate({ async: true, asyncTimeout }, { event, direction }));
  for (const right of [0, -0, 1, 0.5, 2 ** 53, 1e300]) assert.deepEqual(timeout(right), []);
  for (const wrong of ["1", true, null, 1n, NaN, Infinity, -Infinity]) assert.deepEqual(timeout(wrong), ["wrong-type /asyncTimeout"]);
});

test("a payload that is too deep or circular has one problem", () => {
  const nested = (levels) => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  const call = { ...stop, hook_event_name: "PreToolUse", tool_name: 1, tool_use_id: "t" };
  const problemsOf = (tool_input) => validate({ ...call, tool_input }, { type: "PreToolUseInput" });
  assert.deepEqual(places(problemsOf(nested(127))), ["wrong-type /tool_name"]);
  assert.deepEqual(places(problemsOf(nested(128))), ["too-deep "]);
  const [endless, wide] = [{ a: [{}] }, []];
  endless.a.push(endless, endless);
  wide.push(wide, wide, wide);
  for (const input of [nested(5000), endless, wide]) {
    assert.deepEqual(problemsOf(input).map(({ code, severity }) => [code, severity]), [["too-deep", "mismatch"]]);
  }
  assert.deepEqual(output("Stop", endless).map(({ code, severity }) => [code, severity]), [["too-deep", "rejected"]]);
});

// These two would not end if shared values were visited at every place.
test("an object that is shared in many places is validated once", () => {
  let shared = {};
  for (let level = 0; level < 100; level++) shared = { left: shared, right: shared };
  const updatedInput = { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput: shared };
  assert.deepEqual(output("PreToolUse", { hookSpecificOutput: updatedInput }), []);
});

test("a long list that is shared in many places is read once", () => {
  const list = new Array(1e6).fill(1);
  const updatedInput = { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput: { a: [] } };
  for (let index = 0; index < 1e4; index++) updatedInput.updatedInput.a.push(list);
  assert.deepEqual(output("PreToolUse", { hookSpecificOutput: updatedInput }), []);
});

test("a payload is not changed, and the problems are the caller's", () => {
  const payload = { a: 1, decision: "no", hookSpecificOutput: null };
  const before = JSON.stringify(payload);
  const first = output("Stop", payload);
  const again = JSON.stringify(first);
  first.splice(0).forEach((problem) => Object.assign(problem, { message: "mine" }));
  assert.equal(JSON.stringify(output("Stop", payload)), again);
  assert.equal(JSON.stringify(payload), before);
});

test("problems of an older host have a code of their own", () => {
  const now = output("PreToolUse", denial);
  const then = output("PreToolUse", denial, "1.0.40");
  assert.deepEqual(now, []);
  assert.ok(then.length > 0);
  assert.deepEqual(new Set(then.map(({ code }) => code)), new Set(["unsupported-by-host"]));
});

test("a version has numbers of at most 15 digits", () => {
  for (const host of ["2", "2.1.42", "999999999999999.999999999999999", "002.1"]) {
    assert.deepEqual(output("PreToolUse", denial, host).filter(({ severity }) => severity === "rejected"), []);
  }
});

test("the values of a known tool are validated, and those of an unknown tool are not", () => {
  const reply = { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: "done" } };
  const problemsOf = (tool) => validate(reply, "PostToolUseOutput", { tool });
  const reported = (tool) => problemsOf(tool).map(({ pointer, severity }) => [pointer, severity]);
  assert.deepEqual(reported(undefined), []);
  assert.deepEqual(reported("ToolOfNobody"), []);
  assert.deepEqual(reported("Bash"), [["/hookSpecificOutput/updatedToolOutput", "ignored"]]);
});

test("validate throws on a wrong target", () => {
  const type = "StopInput";
  const either = /^pass either a type, or `event` and `direction`$/;
  const refusals = [
    [undefined, TypeError, either],
    [{}, TypeError, either],
    [null, TypeError, /null/],
    [1, TypeError, /`target`.*number/],
    [[], TypeError, /`target`.*array/],
    ["StopInputs", RangeError, /"StopInput"/],
    [{ type, host: "2.1.42" }, TypeError, /`target` has no key "host"/],
    [{ type, event: "Stop", direction: "input" }, TypeError, either],
    [{ type, direction: "input" }, TypeError, either],
    [{ type: 1 }, TypeError, /`type`.*number/],
    [{ type: null }, TypeError, /`type`.*null/],
    [{ type: "StopInputs" }, RangeError, /"StopInput"/],
    [{ event: "Stop" }, TypeError, either],
    [{ direction: "input" }, TypeError, either],
    [{ event: "stop", direction: "input" }, RangeError, /"Stop"/],
    [{ event: "Nothing", direction: "input" }, RangeError, /one of "PreToolUse"/],
    [{ event: "Stop", direction: "in" }, RangeError, /"input"/],
  ];
  for (const [target, error, message] of refusals) throwsAs(() => validate(stop, target), error, message);
});

test("every function with a context throws on a wrong one", () => {
  const importOf = (name) =>
    new RegExp(`^\`profile\` is not a string: \`import { profile } from "hookwire/profiles/${name}"\`, and pass that$`);
  const refusals = [
    [null, TypeError, /`context`.*null/],
    ["2.1.42", TypeError, /`context`.*string/],
    [[], TypeError, /`context`.*array/],
    [{ hots: "2.1.42" }, TypeError, /`context` has no key "hots": did you mean "host"\?/],
    [{ event: "Stop" }, TypeError, /`context` has no key "event": it is one of "host", "tool", "profile"/],
    [{ tool: 1 }, TypeError, /`tool`.*number/],
    [{ tool: null }, TypeError, /`tool`.*null/],
    [{ input: "Bash" }, TypeError, /`input`.*string/],
    [{ handler: "comand" }, RangeError, /did you mean "command"/],
    [{ handler: { type: "comand" } }, RangeError, /did you mean "command"/],
    [{ handler: {} }, TypeError, /`handler`.*undefined/],
    [{ profile: "validator" }, TypeError, importOf("validator")],
    [{ profile: "validater" }, TypeError, importOf("validator")],
    [{ profile: "unlike any" }, TypeError, importOf("<name>")],
    [{ profile: {} }, TypeError, /has to be the export `profile`.*object/],
    [{ host: 2 }, TypeError, /2\.1\.42/],
    [{ host: null }, TypeError, /null/],
    ...["", "v2.1.42", "2.1.", ".1", "2..1", "2.1.42-beta", " 2.1.42", "2.1.42\n", "٢.1", "latest",
      `2.${"1".repeat(16)}`, `${"0".repeat(16)}.1`].map((host) => [{ host }, RangeError, /2\.1\.42/]),
  ];
  const functions = [
    (context) => validate(stop, "StopInput", context),
    (context) => readInput("{}", context),
    (context) => readReply("", "Stop", context),
    (context) => readPromptReply("{}", "Stop", context),
    (context) => matches("Stop", "x", "y", context),
  ];
  for (const run of functions) {
    for (const [context, error, message] of refusals) throwsAs(() => run(context), error, message);
  }
});

/** Checks that a call throws an error of this class with this message. */
function throwsAs(run, error, message) {
  assert.throws(run, (thrown) => {
    assert.ok(thrown instanceof error, `${message}: ${thrown}`);
    assert.match(thrown.message, message);
    return true;
  });
}

test("the tool of a call is that of the context, otherwise that of its input", () => {
  const reply = { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: "done" } };
  const count = (context) => validate(reply, "PostToolUseOutput", context).length;
  assert.deepEqual([{ input: {} }, { input: { tool_name: 1 } }, { input: Object.create({ tool_name: "Bash" }) }].map(count), [0, 0, 0]);
  assert.deepEqual([{ tool: "Bash" }, { input: { tool_name: "Bash" } }].map(count), [1, 1]);
  assert.equal(count({ tool: "ToolOfNobody", input: { tool_name: "Bash" } }), 0);
  assert.equal(readReply(JSON.stringify(reply), "PostToolUse", { input: { tool_name: "Bash" } }).problems.length, 1);
});

test("deprecated fields are reported with a host too, unless it is older than the deprecation", () => {
  const deprecated = (event, reply, host) =>
    output(event, reply, host).filter(({ code }) => code === "deprecated").map(({ pointer }) => pointer);
  const decided = (decision, host) => deprecated("PreToolUse", { decision, reason: "r" }, host);
  for (const host of [undefined, "1.0.59", "2.1.330", "999"]) assert.deepEqual(decided("block", host), ["/decision", "/reason"], host);
  // The value `approve` has no version, so every host reports it.
  assert.deepEqual(decided("approve", "1.0.58"), ["/decision"]);
  const specific = { hookSpecificOutput: { hookEventName: "PostToolUse", updatedMCPToolOutput: 1 } };
  const output121 = ["2.1.120", "2.1.121"].map((host) => deprecated("PostToolUse", specific, host).length);
  assert.deepEqual(output121, [0, 1]);
});

test("settings without effect on an event are reported", () => {
  const handler = { type: "command", command: "x", if: "Bash(git *)", onFailure: "block" };
  const group = { matcher: "Bash", hooks: [handler] };
  const settings = { hooks: { PreToolUse: [group], Stop: [group] } };
  assert.deepEqual(places(validate(settings, "HooksSettings")), [
    "without-effect /hooks/Stop/0/hooks/0/if",
    "without-effect /hooks/Stop/0/hooks/0/onFailure",
    "without-effect /hooks/Stop/0/matcher",
  ]);
  assert.deepEqual(validate(group, "HookMatcherGroup"), []);
});
