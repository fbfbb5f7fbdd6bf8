// The functions that find the tool of an input, and split the names of MCP tools.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { packageFolder } from "./support.js";

const { canonicalTool, isTool, mcpTool, mcpToolName, pluginServer } = await import(path.join(packageFolder, "tools.js"));

test("an input is of a tool by its name alone", () => {
  const asked = [["Bash"], ["Read"], ["Read", "Bash"], ["bash"]];
  const reported = asked.map((names) => isTool({ tool_name: "Bash", tool_input: 1 }, ...names));
  assert.deepEqual(reported, [true, false, true, false]);
});

test("a tool is meant by each of its names, whichever of them stands in the input", () => {
  const asked = [["Agent", "Task"], ["Task", "Agent"], ["Task", "Task"], ["KillBash", "KillShell"], ["Task", "Bash"]];
  const reported = asked.map(([called, name]) => isTool({ tool_name: called }, name));
  assert.deepEqual(reported, [true, true, true, true, false]);
});

test("a value that is not the name of a tool matches no tool", () => {
  const values = [undefined, null, 1, true, [], ["Bash"], {}, { name: "Bash" }];
  const inputs = [{}, ...values.map((value) => ({ tool_name: value }))];
  assert.deepEqual(inputs.map((input) => isTool(input, "Bash", "Agent")), inputs.map(() => false));
  assert.ok(values.every((value) => canonicalTool(value) === value));
});

test("a former name of a tool becomes its current name", () => {
  const names = ["Agent", "Task", "KillBash", "task", "constructor", "", "mcp__a__b", "mcp__*"];
  const today = ["Agent", "Agent", "TaskStop", "task", "constructor", "", "mcp__a__b", "mcp__*"];
  assert.deepEqual(names.map(canonicalTool), today);
});

test("the name of an MCP tool is taken apart and made again", () => {
  const names = ["mcp__memory__search", "mcp__plugin_kit_db__query", "mcp__a__b__c", "mcp__a___b"];
  const read = names.map(mcpTool);
  assert.deepEqual(read, [
    { server: "memory", tool: "search" },
    { server: "plugin_kit_db", tool: "query" },
    { server: "a", tool: "b__c" },
    { server: "a", tool: "_b" },
  ]);
  assert.deepEqual(read.map(mcpToolName), names);
  assert.equal(mcpToolName({ server: pluginServer("kit", "db"), tool: "query" }), names[1]);
});

test("what is no such name is none", () => {
  const read = ["", "Bash", "mcp__", "mcp__memory", "mcp__memory__", "mcp____search", "MCP__a__b"].map(mcpTool);
  assert.deepEqual(new Set(read), new Set([undefined]));
});

test("parts that could not be told apart again make no name", () => {
  const parts = [["", "b"], ["a", ""], ["a__b", "c"], ["a_", "b"]];
  for (const [server, tool] of parts) assert.throws(() => mcpToolName({ server, tool }), RangeError);
});
