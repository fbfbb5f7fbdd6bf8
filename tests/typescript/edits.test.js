// `addHook` and `removeHook` change the text of a settings file by one hook, and by nothing else.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { packageFolder, root } from "./support.js";

const { addHook, removeHook, SettingsError } = await import(path.join(packageFolder, "settings.js"));

const vectors = readFileSync(path.join(root, "tests/conform/edits.jsonl"), "utf8").trimEnd().split("\n").map(JSON.parse);

test("every vector has its result, and a hook that was added can be removed", () => {
  for (const vector of vectors) {
    const { name, do: what, text, entry, result, error } = vector;
    const edit = { add: addHook, remove: removeHook }[what];
    if (error) {
      assert.throws(() => edit(text, entry), (it) => {
        assert.ok(it instanceof SettingsError, `${name}: ${it.stack}`);
        assert.deepEqual({ message: it.message, line: it.line, column: it.column }, { line: undefined, column: undefined, ...error }, name);
        return true;
      });
      continue;
    }
    assert.equal(edit(text, entry), result, name);
    if (what === "add") assert.equal(addHook(result, entry), result, `${name}: twice`);
    const read = (it) => JSON.parse(it.replace(/^\ufeff/, "").trim() || "{}");
    if (what === "add" && result !== text) assert.deepEqual(read(addHook(removeHook(result, entry), entry)), read(result), name);
  }
});

test("an entry that cannot be written is refused", () => {
  const hook = { type: "command", command: "check" };
  const cases = [
    [{ event: "Stop" }, TypeError],
    [{ event: "Stop", hooks: [], hook }, TypeError],
    [{ event: 1, hook }, TypeError],
    [{ event: "Stop", hook: "check" }, TypeError],
    [{ event: "Stop", hook: { ...hook, x: 1n } }, TypeError],
    [{ event: "Stop", hook: { ...hook, x: NaN } }, SettingsError],
    [{ event: "Stop", matcher: "\ud800", hook }, SettingsError],
    [{ event: "Stop", hook: { type: "command" } }, SettingsError],
  ];
  for (const [entry, error] of cases) assert.throws(() => addHook("{}", entry), error);
  assert.equal(addHook("{}", { event: "Stop", hook: { ...hook, timeout: undefined } }), addHook("{}", { event: "Stop", hook }));
});

test("a text with many levels is edited", () => {
  const deep = `{"a": ${"[".repeat(20_000)}${"]".repeat(20_000)}, "hooks": {"Stop": []}}`;
  assert.match(addHook(deep, { event: "Stop", hook: { type: "command", command: "check" } }), /"check"/);
});
