// In an editor: comments are shown, deprecated names are struck out, with their replacement, and what an event can say is
// offered. The newest compiler has no interface for this, so the oldest is used.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import ts from "typescript-oldest";
import { project } from "./support.js";

const text = `
import type { PreToolUseSyncOutput, StopBlock } from "hookwire";
export const struckOut = (reply: PreToolUseSyncOutput) => reply.decision;
export const notStruckOut = (reply: StopBlock) => reply.decision;
import { run } from "hookwire";
run({
  SessionStart: (call) => call.context("Text."),
  PreToolUse: { Bash: ({ tool_input, rewrite }) => rewrite({ command: tool_input.command }) },
});
`;
const home = project("editor", { "editor.ts": text });
const file = path.join(home, "editor.ts");
const service = ts.createLanguageService({
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) =>
    ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined,
  getCurrentDirectory: () => home,
  getCompilationSettings: () => ({ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
});

test("editors strike out deprecated names, and no others", () => {
  assert.deepEqual(service.getSemanticDiagnostics(file), []);
  const deprecated = 6385;
  const line = (start) => text.slice(0, start).split("\n").length;
  const found = service.getSuggestionDiagnostics(file).map(({ code, start }) => [code, line(start)]);
  assert.deepEqual(found, [[deprecated, 3]]);
});

test("a hover shows the description of a field and its replacement", () => {
  const { documentation, tags } = service.getQuickInfoAtPosition(file, text.indexOf("decision"));
  assert.match(ts.displayPartsToString(documentation), /`approve`.*Since /s);
  const [tag] = tags.filter(({ name }) => name === "deprecated");
  assert.match(ts.displayPartsToString(tag.text), /hookSpecificOutput\.permissionDecision/);
});

/** Returns the names that are offered after a text of the program. */
function offered(before) {
  const at = text.indexOf(before) + before.length;
  return service.getCompletionsAtPosition(file, at, {}).entries.map(({ name }) => name);
}

test("a call offers what its event can say, and the fields of its input", () => {
  const names = offered("call.");
  assert.deepEqual(["context", "title", "source", "problems"].filter((name) => !names.includes(name)), []);
  assert.deepEqual(["block", "allow", "rewrite", "prompt"].filter((name) => names.includes(name)), []);
  const verb = service.getQuickInfoAtPosition(file, text.indexOf('context("Text.")'));
  assert.match(ts.displayPartsToString(verb.documentation), /^Adds a text/);
});

test("events, tools, arguments of a tool and methods are offered where they are written", () => {
  assert.ok(offered("run({\n  ").includes("Stop"));
  assert.ok(offered("PreToolUse: { ").includes("Edit"));
  assert.ok(offered("({ tool_input, ").includes("block"));
  assert.ok(offered("rewrite({ ").includes("timeout"));
  assert.ok(!offered("rewrite({ ").includes("file_path"));
});
