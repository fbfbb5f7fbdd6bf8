// The guarantees of `readInput` and `readReply`: every object is read, whatever is wrong with it; anything else is
// refused with the reason; and a reply is read as the host reads it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { examples, packageFolder, root } from "./support.js";

const { isKnown, ReadError, readInput, readReply } = await import(path.join(packageFolder, "read.js"));
const { validate } = await import(path.join(packageFolder, "validate.js"));
const { nameBeforeFault } = await import(path.join(packageFolder, "internal/reading.js"));
const { shown, shownLines } = await import(path.join(packageFolder, "internal/shown.js"));

const catalogue = JSON.parse(readFileSync(path.join(root, "schemas/events.json"), "utf8"));
const bytes = (text) => new TextEncoder().encode(text);
const stop = {
  session_id: "s1",
  transcript_path: "/t/s1.jsonl",
  cwd: "/p",
  hook_event_name: "Stop",
  stop_hook_active: false,
};
const codes = (problems) => problems.map(({ pointer, code, severity }) => `${code} ${pointer} ${severity}`);

/** Returns the problem of a text that cannot be read. */
function refusal(data) {
  try {
    readInput(data);
  } catch (error) {
    assert.ok(error instanceof ReadError && error instanceof Error, `${error}`);
    assert.equal(error.name, "ReadError");
    assert.equal(error.message, error.problem.message);
    const { pointer, code, severity, confidence } = error.problem;
    // The host has no limits, so its reading of what exceeds one is not known.
    const sure = code.startsWith("too-") ? "unconfirmed" : "confirmed";
    assert.deepEqual([pointer, severity, confidence], ["", "mismatch", sure]);
    return code;
  }
  return undefined;
}

test("an input is read from bytes and from a string", () => {
  const text = JSON.stringify(stop);
  for (const data of [text, bytes(text), Buffer.from(`\u{feff} ${text}\n`)]) {
    assert.deepEqual(readInput(data), { input: stop, problems: [] });
  }
});

test("an input with problems is read", () => {
  const input = { ...stop, stop_hook_active: "no", a_key_of_tomorrow: 1 };
  const read = readInput(JSON.stringify(input));
  assert.deepEqual(read.input, input);
  assert.deepEqual(codes(read.problems), ["wrong-type /stop_hook_active mismatch"]);
  assert.ok(isKnown(read.input));
});

test("an input of an unknown event is read, and isKnown returns false", () => {
  for (const event of ["AnEventOfTomorrow", "toString", "__proto__"]) {
    const read = readInput(JSON.stringify({ ...stop, hook_event_name: event }));
    assert.equal(isKnown(read.input), false);
    assert.deepEqual(read.problems.map(({ pointer }) => pointer), ["/hook_event_name"]);
  }
  assert.equal(isKnown(Object.create(stop)), false);
});

test("an object without the name of an event is not an input, so that a guard does not let it pass", () => {
  for (const event of [1, null, undefined, ["Stop"]]) {
    assert.throws(() => readInput(JSON.stringify({ ...stop, hook_event_name: event })), (error) => {
      assert.ok(error instanceof ReadError && error.message.startsWith("/hook_event_name: "), error);
      return error.problem.pointer === "/hook_event_name";
    });
  }
});

test("readInput reports the same problems of examples as validate", () => {
  const inputs = examples().filter(({ type, payload }) => `${payload.hook_event_name}Input` === type);
  assert.ok(inputs.length > 100);
  for (const { type, payload } of inputs) {
    assert.deepEqual(readInput(JSON.stringify(payload)), { input: payload, problems: validate(payload, type) });
  }
});

test("a text that is not a JSON object is refused with the reason", () => {
  const nested = (levels) => `${'{"a":['.repeat(levels / 2)}${"]}".repeat(levels / 2)}`;
  const cases = {
    "not-json": ["", " ", "Stop", "{'a': 1}", '{"a": 1,}', '{"a": NaN}', '{"a": Infinity}', '{"a": 1} // end', "{}{}",
      "\u{a0}{}", "\u{feff}\u{feff}{}", '{"a": 01}', '{"a": 01e400}', '{"a": "\\ud83"}', '{"a":"\t"}',
      "{\u{2028}}", new Uint8Array([0x7b, 0xff, 0x7d]), new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), "\ud83d",
      `${"[".repeat(200)} no JSON`, `${"[".repeat(200)}{[]: 1}${"]".repeat(200)}`],
    "wrong-type": ["null", "true", "1", '"{}"', "[{}]", "[]"],
    "too-deep": [nested(10002), nested(1e6), "[".repeat(1e6), `${"[".repeat(10001)} no JSON`],
  };
  for (const [code, texts] of Object.entries(cases)) {
    for (const text of texts) assert.equal(refusal(text), code, String(text).slice(0, 40));
  }
  assert.equal(refusal(`{"hook_event_name": "Later", "a": ${nested(10000).slice(5, -1)}}`), undefined);
});

test("what is not Unicode is U+FFFD", () => {
  const escaped = ['"\\ud83d"', '"\\uDE00\\ud83d\\ud83d\\ude00"', '{"\\ud83d": "\\\\ud83d\\n"}', '"\ud83d\ud83d\ude00"'];
  const values = ["\u{fffd}", "\u{fffd}\u{fffd}\u{1f600}", { "\u{fffd}": "\\ud83d\n" }, "\u{fffd}\u{1f600}"];
  const read = escaped.map((value) => readInput(`{"hook_event_name": "Later", "new": ${value}}`).input.new);
  assert.deepEqual(read, values);
  const latin = Buffer.from('{"hook_event_name": "Stop", "cwd": "\u{e9}\u{ed}\u{a0}\u{bd}"}', "latin1");
  const { input, problems } = readInput(latin);
  assert.equal(input.cwd, "\u{fffd}".repeat(4));
  assert.deepEqual(new Set(problems.map(({ code }) => code)), new Set(["missing-field"]));
  const reply = readReply(Buffer.from('{"systemMessage": "\u{e9}"}', "latin1"), "Stop");
  assert.deepEqual([reply.kind, reply.reply], ["json", { systemMessage: "\u{fffd}" }]);
  assert.deepEqual(codes(reply.problems), ["not-utf8  inert"]);
});

test("a number beyond doubles is the largest double, and a problem", () => {
  for (const digits of ["1e400", "-1e400", "9".repeat(400), `-${"9".repeat(1e5)}`]) {
    const { input, problems } = readInput(`${JSON.stringify(stop).slice(0, -1)}, "new": [${digits}, 0.5]}`);
    assert.deepEqual(input.new, [digits.startsWith("-") ? -Number.MAX_VALUE : Number.MAX_VALUE, 0.5]);
    assert.deepEqual(codes(problems), ["out-of-range  mismatch"]);
  }
  assert.deepEqual(codes(readReply('{"x": 1e400}').problems)[0], "out-of-range  ignored");
});

test("ten thousand levels are read, and what is below level 128 as its text", () => {
  for (const [begin, end] of [["[", "]"], ['{"a":', "}"]]) {
    const value = begin.repeat(9999) + (begin === "[" ? "" : "1") + end.repeat(9999);
    const { input, problems } = readInput(`${JSON.stringify(stop).slice(0, -1)}, "new": ${value}}`);
    assert.deepEqual(problems, []);
    let below = input.new;
    for (let level = 1; level < 128; level++) below = Object.values(below)[0];
    assert.equal(below, value.slice(127 * begin.length, -127));
    const reply = readReply(`{"systemMessage": ${value}}`, "Stop");
    assert.deepEqual(codes(reply.problems), ["wrong-type /systemMessage rejected", "too-deep  inert"]);
  }
});

test("unusual but valid JSON is read", () => {
  const values = ['"\\ud83d\\ude00"', '"\\\\ud83d"', '"1e400 {{{ [[["', "1e-400", '"\\u0000"', `"${"[".repeat(1000)}"`,
    `"\\"${"{".repeat(1000)}"`, `1, "${"[".repeat(1000)}\\\\": 1`];
  const texts = values.map((value) => `{"hook_event_name": "Later", "a": ${value}}`);
  for (const text of [...texts, `\u{feff}${texts[0]}`]) {
    assert.equal(refusal(text), undefined, text);
    assert.deepEqual(readInput(text).input, JSON.parse(text.replace("\u{feff}", "")));
  }
  assert.equal(readInput('{"a": 1, "hook_event_name": "Later", "a": 2}').input.a, 2);
  assert.ok(Object.hasOwn(readInput('{"__proto__": 1, "hook_event_name": "Later"}').input, "__proto__"));
});

test("readInput accepts at most 64 MiB of UTF-8", () => {
  const most = 64 * 1024 * 1024;
  const padded = (size, by) => `{"hook_event_name": "Later"}`.padEnd(size, by);
  assert.equal(refusal(padded(most, " ")), undefined);
  assert.equal(refusal(padded(most + 1, " ")), "too-large");
  assert.equal(refusal(new Uint8Array(most).fill(0x20, 0)), "not-json");
  assert.equal(refusal(new Uint8Array(most + 1)), "too-large");
  const euros = "\u{20ac}".repeat((most - 2) / 3);
  assert.equal(refusal(`"${euros}"  `), "wrong-type");
  assert.equal(refusal(`"${euros}"   `), "too-large");
});

test("a reply is nothing, text or JSON, as the host reads it", () => {
  const kinds = {
    nothing: ["", " \n", "\u{feff}\u{3000}\u{2029}", "\u{feff}"],
    text: ["done", "[]", '"{}"', "1", "{} {", "} {}", '{"a": 1}\n{"b": 2}', '{"a": 1}\n\n[1]\n \n{}'],
    json: ["{}", " {}\n", "\u{a0}{}\u{2028}", '{"decision": "block"}\n{"b": 2}', "{a}", "{}{}"],
  };
  for (const [kind, texts] of Object.entries(kinds)) {
    for (const text of texts) {
      for (const data of [text, bytes(text)]) assert.equal(readReply(data).kind, kind, JSON.stringify(text));
    }
  }
});

test("a reply is validated for its event, or for any event without one", () => {
  const block = '{"decision": "block", "reason": "Not yet."}';
  assert.deepEqual(readReply(block, "Stop"), { kind: "json", reply: JSON.parse(block), problems: [] });
  assert.deepEqual(readReply(block).problems, []);
  const wrong = readReply('{"decision": "deny"}', "Stop");
  assert.deepEqual(wrong.reply, { decision: "deny" });
  assert.ok(codes(wrong.problems).includes("wrong-value /decision rejected"));
});

test("a reply that cannot be read has one problem", () => {
  const cases = [
    ["{'a'}", "not-json", "json"],
    ['{"decision": "block"}\n{}', "not-json", "json"],
    ['{"a": 1}\n{b}', "not-json", "json"],
    [`{"a": ${"[".repeat(10000)}${"]".repeat(10000)}}`, "too-deep", "json"],
    [new Uint8Array(64 * 1024 * 1024 + 1), "too-large", "text"],
  ];
  for (const [data, code, kind] of cases) {
    const read = readReply(data);
    assert.deepEqual([read.kind, read.reply, codes(read.problems)], [kind, undefined, [`${code}  rejected`]]);
  }
});

test("text beside an object, and text in place of an object, are reported", () => {
  const reported = (text, handler) => codes(readReply(text, undefined, { handler }).problems);
  assert.deepEqual(reported("done"), []);
  assert.deepEqual(reported('{"a": 1}\n{"b": 2}'), ["not-json  ignored"]);
  assert.deepEqual(reported("Loading\n{}"), ["not-json  ignored"]);
  assert.deepEqual(reported("{} done"), ["not-json  ignored"]);
  assert.deepEqual(reported('[{"decision": "block"}]'), ["not-json  rejected"]);
  assert.deepEqual(reported("[INFO] checked"), []);
  assert.deepEqual(reported("```\n{}\n```"), ["not-json  ignored"]);
  for (const text of ["done", "{} done", '{"a": 1}\n{"b": 2}']) {
    assert.deepEqual(reported(text, "http"), ["not-json  rejected"]);
  }
  assert.deepEqual(reported("", "http"), []);
});

test("a command that moves to the background cannot decide any more", () => {
  const reported = (text) => codes(readReply(text, "PreToolUse").problems);
  assert.deepEqual(reported('{"async": true}\nDone'), []);
  assert.deepEqual(reported('{"async": true}\n{"systemMessage": "m"}'), []);
  assert.deepEqual(reported('{"async": true}\n{"decision": "block", "reason": "r"}'), ["without-effect  ignored"]);
  assert.deepEqual(reported('\n{"async": true}'), ["without-effect /async ignored"]);
  assert.deepEqual(readReply('{"async": true}\nDone', "PreToolUse").reply, { async: true });
});

test("the event decides the problems of plain text", () => {
  const reported = (text, event) => codes(readReply(text, event).problems);
  assert.deepEqual(reported("deny", "Stop"), ["not-json  inert"]);
  assert.deepEqual(reported("a plan", "SessionStart"), []);
  assert.deepEqual(reported("{} done", "SessionStart"), ["not-json  inert"]);
});

test("where a command has to print a path, an object is reported", () => {
  const reply = '{"hookSpecificOutput": {"hookEventName": "WorktreeCreate", "worktreePath": "/w"}}';
  const reported = (handler) => codes(readReply(reply, "WorktreeCreate", { handler }).problems);
  assert.deepEqual(reported(undefined), ["not-allowed-here  rejected"]);
  assert.deepEqual(reported("http"), []);
  assert.deepEqual(codes(readReply("", "WorktreeCreate").problems), ["not-allowed-here  rejected"]);
  assert.deepEqual(readReply("{log}\n/w", "WorktreeCreate").problems, []);
});

test("readInput and readReply throw on wrong arguments", () => {
  for (const data of [undefined, null, 1, {}, [123, 125], new ArrayBuffer(2)]) {
    assert.throws(() => readInput(data), TypeError);
    assert.throws(() => readReply(data), TypeError);
  }
  assert.throws(() => readInput("{}", { host: "new" }), RangeError);
  assert.throws(() => readInput("{}", "2.1.42"), TypeError);
  assert.throws(() => readInput("not json", { host: "new" }), RangeError);
  assert.throws(() => readReply("", undefined, { host: "new" }), RangeError);
  assert.throws(() => readReply("", "Stopp"), RangeError);
  assert.throws(() => readReply("", null), TypeError);
  assert.throws(() => readReply("", undefined, { handler: "https" }), RangeError);
  assert.throws(() => readReply("", undefined, { handler: 1 }), TypeError);
  assert.throws(() => readReply("", undefined, { tool: 1 }), TypeError);
  for (const name of ["command", "http", "mcp_tool"]) assert.equal(readReply("", undefined, { handler: name }).kind, "nothing");
  // The answer of a model is not a reply.
  for (const [type, handler] of [["prompt", "a `prompt` handler"], ["agent", "an `agent` handler"]]) {
    const message = `\`readReply\` cannot read the answer of ${handler}: use \`readPromptReply\``;
    assert.throws(() => readReply("", undefined, { handler: type }), { name: "RangeError", message });
    assert.throws(() => readReply("", undefined, { handler: { type } }), { name: "RangeError", message });
  }
  assert.throws(() => readReply("", undefined, null), TypeError);
});

test("without an event, a reply answers the event of the input in its context", () => {
  const text = JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse" } });
  const context = { input: { hook_event_name: "Stop" } };
  assert.deepEqual(readReply(text, undefined, context).problems.map(({ code }) => code), ["wrong-event-name"]);
  assert.deepEqual(readReply(text, "PreToolUse", context).problems, []);
  assert.deepEqual(readReply(text, undefined, { input: { hook_event_name: "EventOfTomorrow" } }).problems, []);
});

// What cannot be read

const names = readFileSync(path.join(root, "tests/conform/names.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));

/** Returns a text in each form that it can have. */
function formsOf({ base64, string, parts }) {
  if (base64) return [Buffer.from(base64, "base64"), new DataView(new Uint8Array(Buffer.from(base64, "base64")).buffer)];
  if (string) return [string];
  const text = parts.map((it) => (typeof it === "string" ? it : it[0].repeat(it[1]))).join("");
  return [text, bytes(text), new Uint8Array([0, ...bytes(text)]).subarray(1)];
}

for (const row of names) {
  test(`the name before a fault: ${row.id}`, () => {
    for (const data of formsOf(row)) assert.equal(nameBeforeFault(data) ?? null, row.name);
  });
}

test("what is not text has no name", () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  for (const data of [undefined, null, 1, {}, [], Symbol("a"), revoked.proxy]) assert.equal(nameBeforeFault(data), undefined);
});

test("a text is scanned once, whatever is in it", () => {
  const name = '{"hook_event_name": "Stop", "a": ';
  for (const part of ["[", '{"a":', "[{},", " ", "1,", '"\\', '"\\\\', "\\", "tru", "1e", "\ud83d", '"":', "-"]) {
    const [short, long] = [100_000, 1_000_000].map((count) => {
      const start = process.cpuUsage();
      nameBeforeFault(name + part.repeat(count));
      return process.cpuUsage(start).user / 1000;
    });
    assert.ok(long < 40 * Math.max(short, 10), `${part}: ${short} ms, ${long} ms`);
  }
});

test("what a terminal obeys is escaped", () => {
  const text = "a\x1b[2J\r\n\tb\x7f\x9b\u061c\u200e\u2028\u202e\u2069\0";
  const escapes = "\\u007f\\u009b\\u061c\\u200e\\u2028\\u202e\\u2069\\u0000";
  assert.equal(shown(text), `a\\u001b[2J\\u000d\\u000a\\u0009b${escapes}`);
  assert.equal(shownLines(text), `a\\u001b[2J\\u000d\n\tb${escapes}`);
  const plain = " ~\xa0\xadé\u200b\u200d\u2010\u2027\u202f\u2065\u206a\ufffd😀\\u001b";
  assert.deepEqual([shown(plain), shownLines(plain)], [plain, plain]);
  assert.equal(shown("\ud83d|\ude00\ud83d|\ud83d\ude00"), "\ufffd|\ufffd\ufffd|😀");
});
