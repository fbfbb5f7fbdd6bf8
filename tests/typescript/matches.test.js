// The interface of `matches` and `matcherValue`. `conform` compares their results in all packages.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { packageFolder } from "./support.js";

const { readInput } = await import(path.join(packageFolder, "read.js"));
const { matcherValue, matches } = await import(path.join(packageFolder, "settings.js"));

const call = {
  session_id: "s1",
  transcript_path: "/t/s1.jsonl",
  cwd: "/p",
  hook_event_name: "PreToolUse",
  tool_name: "mcp__memory__search",
  tool_input: {},
  tool_use_id: "t1",
};

test("matcherValue finds the value of an input, and matches compares it", () => {
  const { input } = readInput(JSON.stringify(call));
  const value = matcherValue(input);
  assert.equal(value, "mcp__memory__search");
  const result = ["mcp__memory", "mcp__memory__.*", "(?=m)", undefined].map((it) => matches("PreToolUse", it, value));
  assert.deepEqual(result, ["no-match", "match", "undecidable", "match"]);
});

test("an older host reads a hyphen as a part of a regular expression", () => {
  const result = (host) => matches("PreToolUse", "brave-search", "mcp__brave-search__web", { host });
  assert.deepEqual(["2.1.194", "2.1.195", undefined].map(result), ["match", "no-match", "no-match"]);
});

test("wrong arguments throw and are never treated as absent", () => {
  assert.throws(() => matches("PreTolUse", "Bash", "Bash"), /there is no event "PreTolUse": did you mean "PreToolUse"\?/);
  assert.throws(() => matches("Stop", "x", "y", { host: "newest" }), RangeError);
  assert.throws(() => matches("PreToolUse", /Bash/, "Bash"), /`matcher` has to be a string/);
  assert.throws(() => matches("PreToolUse", "Bash", 1), /`value` has to be a string/);
});

test("matcherValue returns undefined for values that are not inputs", () => {
  const none = [undefined, null, [], "PreToolUse", {}, { hook_event_name: ["PreToolUse"] }, Object.create(call)];
  assert.deepEqual(none.map(matcherValue), none.map(() => undefined));
});

test("a lone surrogate is matched like any other UTF-16 unit", () => {
  for (const [pattern, value] of [["^.$", "\ud83d"], ["^.$", "\u{1f600}"], ["\ud83d.", "\u{1f600}"], ["[\ud83d]", "\u{1f600}"]]) {
    assert.equal(matches("PreToolUse", pattern, value) === "match", new RegExp(pattern).test(value));
  }
});

test("patterns with exponential backtracking are decided, or exceed the limits", () => {
  const cases = [
    ["(x+x+)+y", "x".repeat(40_000)],
    ["^(a|a)*$", `${"a".repeat(30_000)}b`],
    ["(".repeat(10_000), "a"],
    ["(?:(?:(?:a{1000}){1000}){1000}){1000}", "a"],
    [Array(1000).fill("a*").join("|"), "b".repeat(64)],
  ];
  const result = cases.map(([matcher, value]) => matches("PreToolUse", matcher, value));
  assert.deepEqual(result, ["no-match", "no-match", "undecidable", "undecidable", "match"]);
});

test("every UTF-16 unit is in the same character classes as in RegExp", () => {
  const differing = [];
  for (const pattern of ["\\d", "\\w", "\\s", "\\D", "\\W", "\\S", ".", "[^\\d\\s]", "a\\b.", "[\\b-\\n]"]) {
    const regex = new RegExp(pattern);
    for (let code = 0; code <= 0xffff; code++) {
      const value = `${pattern.startsWith("a") ? "a" : ""}${String.fromCharCode(code)}`;
      const result = matches("PreToolUse", pattern, value);
      if ((result === "match") !== regex.test(value)) differing.push([pattern, code]);
    }
  }
  assert.deepEqual(differing, []);
});
