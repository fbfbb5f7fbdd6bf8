// The hooks of the cookbook are typed: the compiler checks them in strict mode, as their first line asks.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { compile, project, root, ways } from "./support.js";

const folder = path.join(root, "generated/docs/cookbook");
const hooks = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => existsSync(path.join(folder, name, "hook.mjs")));
const files = hooks.map(({ name }) => [`${name}.mjs`, readFileSync(path.join(folder, name, "hook.mjs"), "utf8")]);
const options = { allowJs: true, checkJs: true, types: ["node"] };

test("there are hooks, and each asks for the checks of the compiler", () => {
  assert.equal(files.length, 13);
  for (const [name, text] of files) assert.match(text, /^#!\/usr\/bin\/env node\n\/\/ @ts-check\n/, name);
});

for (const way of ways) {
  test(`hooks have no type errors: ${way.name}`, () => {
    assert.deepEqual(compile(project("cookbook", Object.fromEntries(files)), way, options), []);
  });
}

test("the hook of the page for beginners has no type errors, also as TypeScript", () => {
  const text = readFileSync(path.join(root, "generated/docs/getting-started/typescript/no-push.mjs"), "utf8");
  assert.match(text, /^\/\/ @ts-check\n/);
  assert.deepEqual(compile(project("beginners", { "no-push.mjs": text, "as-typescript.mts": text }), ways[0], options), []);
});

test("the server has no type errors", () => {
  const text = readFileSync(path.join(folder, "answer-over-http", "server.mjs"), "utf8");
  assert.match(text, /^#!\/usr\/bin\/env node\n\/\/ @ts-check\n/);
  assert.deepEqual(compile(project("cookbook-server", { "server.mjs": text }), ways[0], options), []);
});

test("a misspelled argument of a tool and a verb of another event are errors", () => {
  const [name, text] = files.find(([name]) => name === "deny-a-command.mjs");
  const wrong = (from, to) => {
    assert.ok(text.includes(from), from);
    const home = project("cookbook-wrong", { [name]: text.replaceAll(from, to) });
    // The guard is registered for two events, and does not fit either of them.
    return [...new Set(compile(home, ways[0], options).map(({ file }) => file))];
  };
  assert.deepEqual(wrong("call.commands()", "call.comands()"), [name]);
  assert.deepEqual(wrong("block", "feedback"), [name]);
});
