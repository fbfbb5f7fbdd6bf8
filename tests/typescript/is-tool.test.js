// The functions that find the tool of an input, and split the names of MCP tools.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { packageFolder } from "./support.js";

const { canonicalTool, isTool, mcpTool, mcpToolName, pluginServer } = await import(path.join(packageFolder, "tools.js"));

test("isTool compares only the name of the tool", () => {
  const cases = [["Bash"], ["Read"], ["Read", "Bash"], ["bash"]];
  const reported = cases.map((names) => isTool({ tool_name: "Bash", tool_input: 1 }, ...names));
  assert.deepEqual(reported, [true, false, true, false]);
});

test("isTool accepts every name of a tool, in the input and as an argument", () => {
  const cases = [["Agent", "Task"], ["Task", "Agent"], ["Task", "Task"], ["KillBash", "KillShell"], ["Task", "Bash"]];
  const reported = cases.map(([called, name]) => isTool({ tool_name: called }, name));
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
  const current = ["Agent", "Agent", "TaskStop", "task", "constructor", "", "mcp__a__b", "mcp__*"];
  assert.deepEqual(names.map(canonicalTool), current);
});

test("the name of an MCP tool is split and joined again", () => {
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

test("mcpTool returns undefined for other names", () => {
  const read = ["", "Bash", "mcp__", "mcp__memory", "mcp__memory__", "mcp____search", "MCP__a__b"].map(mcpTool);
  assert.deepEqual(new Set(read), new Set([undefined]));
});

test("mcpToolName refuses parts that mcpTool could not split again", () => {
  const parts = [["", "b"], ["a", ""], ["a__b", "c"], ["a_", "b"]];
  for (const [server, tool] of parts) assert.throws(() => mcpToolName({ server, tool }), RangeError);
});
