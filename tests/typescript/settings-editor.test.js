// Settings of the host in an editor: the JSON language service of VS Code, with the schema that the page has users copy,
// marks mistakes and offers events and fields.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import json from "vscode-json-languageservice";
import { root } from "./support.js";

const page = readFileSync(path.join(root, "generated/docs/editor.md"), "utf8");
const [[, editor], [, example]] = [...page.matchAll(/```json\n([^]*?)```/g)];

// A project in which the schema was copied as the page says. The editor knows it by the setting of the page, of which it reads a
// pattern and a path from the root of the project on. The service reads no other file.
const project = new URL("file:///project/");
const copies = new Map([[new URL(".claude/HooksSettings.schema.json", project).href, "HooksSettings.schema.json"]]);
const settings = new URL(".claude/settings.local.json", project).href;
const read = [];
const service = json.getLanguageService({
  schemaRequestService: async (uri) => {
    const name = copies.get(uri);
    if (name === undefined) throw new Error(`${uri} is not in the project`);
    read.push(name);
    return readFileSync(path.join(root, "generated/schemas", name), "utf8");
  },
  workspaceContext: { resolveRelativePath: (relative, resource) => new URL(relative, resource).href },
});
const schemas = JSON.parse(editor)["json.schemas"].map(({ fileMatch, url }) => ({
  fileMatch: fileMatch.map((pattern) => new URL(`.${pattern}`, project).href),
  uri: new URL(url, project).href,
}));
service.configure({ schemas });

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

test("the settings name no schema by a path, for which some hosts drop the file", () => {
  assert.ok(!("$schema" in JSON.parse(example)));
});

const handler = /"hooks": \[\s*(\{\s*"type"[^]*?\})\s*\]/;
const mistakes = [
  ["a wrong event", '"PreToolUse"', '"PreTooluse"', '"PreTooluse"', "Property PreTooluse is not allowed."],
  ["a wrong key", '"onFailure"', '"onfailure"', '"onfailure"', "Property onfailure is not allowed."],
  ["a wrong kind of handler", '"type": "command"', '"type": "comand"', '"comand"', 'Value is not accepted. Valid values: "command", "http", "mcp_tool", "prompt", "agent".'],
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
