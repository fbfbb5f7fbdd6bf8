// Settings of the host in an editor: the JSON language service of VS Code, with the schema that the page has users copy,
// marks mistakes and offers events and fields.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import json from "vscode-json-languageservice";
import { root } from "./support.js";

const page = readFileSync(path.join(root, "generated/docs/editor.md"), "utf8");
const [, example] = page.match(/```json\n([^]*?)```/);

// The settings are next to the schema, as on the page. The service reads no file but those that `$schema` leads to.
const settings = pathToFileURL(path.join(root, "generated/schemas/settings.json")).href;
const read = [];
const service = json.getLanguageService({
  schemaRequestService: async (uri) => {
    read.push(path.basename(uri));
    return readFileSync(fileURLToPath(uri), "utf8");
  },
  workspaceContext: { resolveRelativePath: (relative, resource) => new URL(relative, resource).href },
});

function open(text) {
  const document = json.TextDocument.create(settings, "json", 1, text);
  return { document, parsed: service.parseJSONDocument(document) };
}

/** Returns the marks on the example of the page after a change of its text: the marked text, and the message. */
async function marks(from = "", to = "") {
  assert.ok(example.includes(from), from);
  const { document, parsed } = open(example.replace(from, to));
  const found = await service.doValidation(document, parsed);
  return found.map(({ range, message }) => [document.getText(range), message]);
}

/** Returns what is offered at `▮` after a change of the example. */
async function offered(from, to) {
  const text = example.replace(from, to);
  const at = text.indexOf("▮");
  assert.ok(at >= 0, from);
  const { document, parsed } = open(text.replace("▮", ""));
  const { items } = await service.doComplete(document, document.positionAt(at), parsed);
  return items.map(({ label }) => label);
}

test("the example of the page has no mistake, and its schema is one file", async () => {
  assert.deepEqual(await marks(), []);
  assert.deepEqual(read, ["HooksSettings.schema.json"]);
});

const handler = /"hooks": \[\s*(\{\s*"type"[^]*?\})\s*\]/;
const mistakes = [
  ["a wrong event", '"PreToolUse"', '"PreTooluse"', '"PreTooluse"', "Property PreTooluse is not allowed."],
  ["a wrong key", '"onFailure"', '"onfailure"', '"onfailure"', "Property onfailure is not allowed."],
  ["a wrong kind of handler", '"type": "command"', '"type": "comand"', '"comand"', 'Value must be "command".'],
  ["a missing command", '"command": "python3",', "", "{", 'Missing property "command".'],
  ["a wrong value", '"block"', '"stop"', '"stop"', 'Value is not accepted. Valid values: "continue", "block".'],
];

for (const [what, from, to, marked, message] of mistakes) {
  test(`${what} is marked`, async () => {
    assert.deepEqual(await marks(from, to), [[marked, message]]);
  });
}

test("a handler directly below its event is marked", async () => {
  const [whole, inner] = example.match(handler);
  const text = example.replace(/\{\s*"matcher"[^]*"hooks": \[[^]*\}\s*\]\s*\}/, inner);
  assert.ok(!text.includes(whole));
  const { document, parsed } = open(text);
  const messages = (await service.doValidation(document, parsed)).map(({ message }) => message);
  assert.ok(messages.includes('Missing property "hooks".'), messages.join("\n"));
});

test("an event beside `hooks` is marked", async () => {
  const [[, message]] = await marks('"hooks": {', '"PreToolUse": [],\n  "hooks": {');
  assert.equal(message, "Matches a schema that is not allowed.");
});

test("the page has the words of the editor", () => {
  const rows = [...page.matchAll(/^\| (?:an? .*) \| (.*) \|$/gm)].map(([, message]) => message);
  assert.equal(rows.length, 6);
  const known = [...mistakes.map(([, , , , message]) => message), 'Missing property "hooks".', "Matches a schema that is not allowed."];
  assert.deepEqual(rows.filter((message) => !known.includes(message)), []);
});

test("events, kinds of handlers and fields are offered", async () => {
  const events = await offered('"PreToolUse"', '"▮": [],\n    "PreToolUse"');
  assert.deepEqual(["Stop", "SessionStart"].filter((name) => !events.includes(name)), []);
  assert.ok(!events.includes("PreToolUse"), "it is there already");
  assert.deepEqual(await offered(example.match(handler)[1], '{"type": "▮"}'), ['"command"', '"http"', '"mcp_tool"', '"prompt"', '"agent"']);
  const fields = await offered('"onFailure": "block"', '"▮": ""');
  assert.ok(fields.includes("onFailure") && fields.includes("timeout"), fields.join());
  assert.ok(!fields.includes("url"), "a field of another kind of handler");
});

test("a hover shows what a field means", async () => {
  const { document, parsed } = open(example);
  const hover = await service.doHover(document, document.positionAt(example.indexOf('"matcher"')), parsed);
  assert.match(JSON.stringify(hover.contents), /regular expression/);
});
