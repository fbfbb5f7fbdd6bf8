// The reader of transcripts, and the hook of the documentation that uses it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createReadStream, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { compile, packageFolder, project, root, ways } from "./support.js";

const { readTranscript } = await import(path.join(packageFolder, "host.js"));
const { validate } = await import(path.join(packageFolder, "validate.js"));

const folder = path.join(root, "tests/transcripts");
const read = (name) => readFileSync(path.join(folder, name), "utf8");
const linesOf = (name) => read(name).trimEnd().split("\n").map((line) => JSON.parse(line));
const cases = linesOf("cases.jsonl");
const entry = '{"type": "a"}\n';

/** Returns the transcript of a case. */
function bytesOf({ hex, text }) {
  return hex === undefined ? Buffer.concat(text.map(([part, times]) => Buffer.from(part.repeat(times)))) : Buffer.from(hex, "hex");
}

/** Returns what is read, as a case has it. `raw` is left out where the case does so. */
async function all(transcript, { entries: expected, ...rest }) {
  const entries = [];
  for await (const { raw, ...entry } of transcript) {
    entries.push(expected[entries.length]?.raw === undefined ? entry : { ...entry, raw });
  }
  return { ...rest, entries, skipped: transcript.skipped, skipped_count: transcript.skippedCount };
}

function* chunks(data, size) {
  for (let at = 0; at < data.length; at += size) yield data.slice(at, at + size);
}

test("the cases have names of their own", () => {
  assert.ok(cases.length > 50);
  assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length);
});

for (const it of cases) {
  test(`a transcript is read from anything: ${it.name}`, async () => {
    const data = bytesOf(it);
    const expected = { ...it, entries: it.entries };
    // A file of many megabytes is read in large chunks alone.
    const sizes = data.length > 100_000 ? [1 << 16] : [1, 2, 7, 1 << 16];
    for (const size of sizes) {
      assert.deepEqual(await all(readTranscript(chunks(data, size)), it), expected, `chunks of ${size}`);
    }
    assert.deepEqual(await all(readTranscript(Readable.from(chunks(data, 1 << 16))), it), expected);
    assert.deepEqual(await all(readTranscript(new Uint8Array(data)), it), expected);
    const text = data.toString("utf8");
    assert.deepEqual(await all(readTranscript(text), it), expected);
    assert.deepEqual(await all(readTranscript(chunks(text, 1 << 16)), it), expected);
    if (text.length < 100_000) assert.deepEqual(await all(readTranscript(chunks(text, 1)), it), expected, "half of a pair each");
  });
}

test("a file is read, and its stream is closed when the reading ends early", async () => {
  const stream = createReadStream(path.join(folder, "hook-transcript.jsonl"), { highWaterMark: 64 });
  for await (const { line, text } of readTranscript(stream)) {
    assert.deepEqual([line, text], [1, "Too old to be asked about."]);
    break;
  }
  assert.equal(stream.destroyed, true);
  const missing = readTranscript(createReadStream("no-such-file.jsonl"));
  await assert.rejects(missing.next(), { code: "ENOENT" });
});

test("what is read is of its type", async () => {
  let [entries, skipped] = [0, 0];
  for (const it of cases) {
    const transcript = readTranscript(bytesOf(it));
    for await (const entry of transcript) {
      assert.deepEqual(validate({ ...entry, raw: {} }, "TranscriptEntry"), []);
      entries += 1;
    }
    for (const line of transcript.skipped) assert.deepEqual(validate(line, "SkippedLine"), []);
    skipped += transcript.skipped.length;
  }
  assert.ok(Math.min(entries, skipped) > 50);
});

test("chunks are read one by one, so the file can be of any size", async () => {
  let count = 0;
  const endless = function* () {
    for (;;) {
      count += 1;
      yield entry;
    }
  };
  const transcript = readTranscript(endless());
  assert.equal(count, 0);
  for (const line of [1, 2, 3]) assert.equal((await transcript.next()).value.line, line);
  assert.equal(count, 3);
});

test("chunks can be bytes and strings", async () => {
  const transcript = readTranscript(['{"type": "system", "content": "', Buffer.from("ü"), '"}\n{', new Uint8Array([0x7d])]);
  const found = [];
  for await (const { line, text } of transcript) found.push([line, text]);
  assert.deepEqual(found, [[1, "ü"], [2, ""]]);
});

test("what is no text is a TypeError", async () => {
  const message = "a chunk of a transcript has to be a Uint8Array or a string, not number";
  await assert.rejects(readTranscript([1]).next(), { name: "TypeError", message });
  for (const wrong of [undefined, null, 1, {}]) await assert.rejects(readTranscript(wrong).next(), TypeError);
});

// The hook of the documentation

const page = readFileSync(path.join(root, "generated/docs/prompt-hooks.md"), "utf8");
const [hook] = page.split('<a id="command-that-asks">')[1].split("```ts\n")[1].split("```\n");
const slow = hook.replace("const SECONDS = 20;", "const SECONDS = 0.2;");
const home = project("stop-hook", { "stop-hook.ts": hook, "slow.ts": slow, "my-model.ts": read("my-model.ts") });

for (const way of ways) {
  test(`the documented hook compiles: ${way.name}`, () => {
    const outDir = `out-${way.compiler.name}-${way.setting.name}`;
    assert.deepEqual(compile(home, way, { types: ["node"], noEmit: false, outDir }), []);
  });
}

test("the documented hook always replies, whatever the model answers", () => {
  assert.notEqual(slow, hook);
  const [way] = ways;
  const outDir = path.join(home, `out-${way.compiler.name}-${way.setting.name}`);
  const stop = {
    session_id: "s",
    transcript_path: path.join(folder, "hook-transcript.jsonl"),
    cwd: "/p",
    hook_event_name: "Stop",
    stop_hook_active: false,
    last_assistant_message: "All is done.",
  };
  const model = path.join(home, "model");
  const question = read("hook-question.txt").trimEnd();
  const all = linesOf("hook.jsonl");
  assert.ok(all.length > 10);
  for (const { name, answers, input = {}, is_slow, reply, asked } of all) {
    rmSync(model, { recursive: true, force: true });
    mkdirSync(model);
    writeFileSync(path.join(model, "answers.json"), JSON.stringify(answers));
    writeFileSync(path.join(model, "asked.jsonl"), "");
    const event = Object.fromEntries(Object.entries({ ...stop, ...input }).filter(([, value]) => value !== null));
    const run = spawnSync(process.execPath, [path.join(outDir, is_slow ? "slow.js" : "stop-hook.js")], {
      input: JSON.stringify(event),
      encoding: "utf8",
      env: { ...process.env, MODEL: model },
      // For a hook that waits for its model without end.
      timeout: 120_000,
    });
    assert.equal(run.status, 0, `${name}: ${run.stderr}`);
    assert.deepEqual(run.stdout === "" ? null : JSON.parse(run.stdout), reply, name);
    const questions = readFileSync(path.join(model, "asked.jsonl"), "utf8").split("\n").filter((line) => line !== "");
    if (asked !== undefined) assert.equal(questions.length, asked, name);
    const expected = "last_assistant_message" in input ? question.replace("All is done.", "") : question;
    for (const it of questions) assert.equal(JSON.parse(it), expected, name);
  }
});

test("a path is a mistake, and not an empty transcript", () => {
  assert.throws(() => readTranscript("/home/me/transcript.jsonl"), { name: "TypeError", message: /createReadStream/ });
});
