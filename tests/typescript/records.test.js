// The results of hooks as JSON: the type `RecordedResult`.

import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { packageFolder } from "./support.js";

const {
  backgrounded, exited, http, interpret, mcp, model, notStarted, recordedResult, signalled, timedOut,
} = await import(path.join(packageFolder, "host.js"));
const { validate } = await import(path.join(packageFolder, "validate.js"));

const BINARY = Uint8Array.from({ length: 256 }, (_, at) => at);
const LARGE = new Uint8Array(1_000_003).fill(0xff);

const RESULTS = [
  exited(2, "out", new TextEncoder().encode("err")),
  exited(-1, BINARY, Buffer.from([0xff])),
  exited(3221225477),
  signalled("\ufeffout", LARGE),
  http(200, "\0"),
  http(404),
  mcp("text", { isError: true }),
  mcp(BINARY.subarray(254)),
  model({ text: "text", stopReason: "refusal" }),
  model({ text: BINARY, timedOut: true, structuredOutput: false }),
  model("text"),
  model({ timedOut: true }),
  timedOut(),
  notStarted(),
  backgrounded(BINARY),
];

for (const [at, result] of RESULTS.entries()) {
  test(`a record is valid JSON and becomes the same result: ${at}, ${result.kind}`, () => {
    const record = result.record();
    assert.deepEqual(validate(record, "RecordedResult"), []);
    const again = recordedResult(JSON.parse(JSON.stringify(record)));
    assert.deepEqual(again.record(), record);
    const type = { model: "prompt", http: "http", mcp: "mcp_tool" }[result.kind] ?? "command";
    const outcome = (it) => interpret("PreToolUse", it, { handler: { type } });
    if (result.stderr !== LARGE) assert.deepEqual(outcome(again), outcome(result));
  });
}

test("the keys of a record", () => {
  assert.deepEqual(exited(0, "\u00e9", Buffer.from("no\xff", "latin1")).record(), {
    kind: "exited",
    code: 0,
    stdout: "\u00e9",
    stderr: { base64: "bm//" },
  });
  assert.deepEqual(model("{}").record(), { kind: "model", text: "{}", timed_out: false, structured_output: true });
  assert.deepEqual(mcp().record(), { kind: "mcp", text: "", is_error: false });
  const decoded = Buffer.from(signalled("", LARGE).record().stderr.base64, "base64");
  assert.equal(decoded.compare(LARGE), 0);
});

test("a record can be short", () => {
  assert.equal(interpret("PreToolUse", recordedResult({ kind: "exited", code: 2, stderr: "no" })).action, "blocked");
});

test("a lone surrogate is recorded as the host reads it", () => {
  assert.equal(exited(0, "a\ud800b\ud83d\ude00").record().stdout, "a\ufffdb\u{1f600}");
});

for (const [record, pointer, message] of [
  [{}, "/kind", "`kind` is missing"],
  [{ kind: "left" }, "/kind", "`exited`"],
  [{ kind: "exited" }, "/code", "`code` is missing"],
  [{ kind: "exited", code: "2" }, "/code", "integer"],
  [{ kind: "exited", code: 2, stdot: "" }, "/stdot", "`stdout`"],
  [{ kind: "http", status: 200, body: 7 }, "/body", ""],
  [{ kind: "mcp", text: { base64: "bm/" } }, "/text/base64", "not base64"],
  [{ kind: "mcp", text: { base64: "b m//" } }, "/text/base64", "not base64"],
  [{ kind: "mcp", text: { base64: "\u00e9" } }, "/text/base64", "not base64"],
  [{ kind: "model", stop_reason: null }, "/stop_reason", ""],
  [[], "", ""],
  ["exited", "", ""],
]) {
  test(`another value is reported: ${JSON.stringify(record)}`, () => {
    assert.throws(
      () => recordedResult(record),
      (error) => {
        assert.ok(error instanceof TypeError);
        assert.ok(error.message.startsWith(`not a recorded result, at "${pointer}": `), error.message);
        assert.ok(error.message.includes(message), error.message);
        return true;
      },
    );
  });
}

test("a result that is not of bytes cannot be recorded", () => {
  assert.throws(() => exited(0, 7).record(), TypeError);
});
