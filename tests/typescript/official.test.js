// The official declarations and ours, over every event: what the host writes is an input of ours, and what a hook
// writes with our types is an output of theirs. The declarations are only compared with, never copied.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { compile, packageFolder, project, ways } from "./support.js";

const { HOOK_EVENTS } = await import(path.join(packageFolder, "index.js"));
const parent = path.join(import.meta.dirname, "official");

// What the official package itself imports is not installed, and a type that is not found is silently `any`, which
// fits everything; so each side is tested for being a type at all.
const head = `
import type * as official from "@anthropic-ai/claude-agent-sdk";
import type * as hookwire from "hookwire";
type Never<T> = [T] extends [never] ? true : false;
type Any<T> = 0 extends 1 & T ? true : false;
type Real<T> = Any<T> extends true ? "any" : Never<T> extends true ? "never" : T;
type Theirs<E extends string> = Real<Extract<official.HookInput, { hook_event_name: E }>>;
type Ours<E extends hookwire.HookEventName> = Real<hookwire.HookOutputs[E]>;
declare function input<E extends hookwire.HookEventName>(event: E, input: Real<hookwire.HookInputs[E]>): void;
declare function output(event: string, output: Real<official.HookJSONOutput>): void;
declare function theirs<E extends string>(event: E): Theirs<E>;
declare function ours<E extends hookwire.HookEventName>(event: E): Ours<E>;
declare const events: {
  ours: hookwire.HookEventName; theirs: official.HookEvent;
  input: official.HookInput; output: hookwire.HookOutput;
};
export const a: official.HookEvent = events.ours;
export const b: hookwire.HookEventName = events.theirs;
export const c: hookwire.HookInput = events.input;
export const d: official.HookJSONOutput = events.output;
`;
const lines = (events) =>
  events.flatMap((name) => [`input("${name}", theirs("${name}"));`, `output("${name}", ours("${name}"));`]);

// Programs in which one thing is out of step, and which therefore must not compile.
const outOfStep = {
  "a-field-too-few.ts": `${head}
declare const short: Omit<Extract<official.HookInput, { hook_event_name: "PreToolUse" }>, "tool_use_id">;
input("PreToolUse", short);`,
  "another-event.ts": `${head}
input("PreToolUse", theirs("PostToolUseFailure"));`,
  "no-such-event.ts": `${head}
input("Stop", theirs("AnEventOfTomorrow"));`,
  "a-decision-too-wide.ts": `${head}
declare const wide: Omit<hookwire.PreToolUseSyncOutput, "decision"> & { decision?: string };
output("PreToolUse", wide);`,
};

// What is compared by `any` at some depth is not compared there, so every such path is known: there is none.
const knownAny = [];
const whole = `
import type * as official from "@anthropic-ai/claude-agent-sdk";
export declare const input: official.HookInput;
export declare const output: official.HookJSONOutput;
`;
const agree = { "agree.ts": head + lines(HOOK_EVENTS).join("\n"), "whole.ts": whole };
const home = project("agree", { ...outOfStep, ...agree }, parent);

/** Every path of the exported constants of a file, and those of them that are `any`. */
function paths(file) {
  // The oldest compiler: newer ones have no such interface.
  const ts = createRequire(import.meta.url)("typescript-oldest");
  const { NodeNext } = ts.ModuleKind;
  const moduleResolution = ts.ModuleResolutionKind.NodeNext;
  const options = { strict: true, module: NodeNext, moduleResolution, skipLibCheck: true, types: [], lib: ["lib.es2022.d.ts"] };
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const found = { all: new Set(), any: new Set() };
  const walk = (type, at, through) => {
    found.all.add(at);
    if (type.flags & ts.TypeFlags.Any) found.any.add(at);
    if (through.includes(type)) return;
    const below = [...through, type];
    if (type.isUnionOrIntersection()) type.types.forEach((part) => walk(part, at, below));
    if (!(type.flags & ts.TypeFlags.Object)) return;
    if (checker.isArrayType(type) || checker.isTupleType(type)) {
      checker.getTypeArguments(type).forEach((item) => walk(item, `${at}[]`, below));
      return;
    }
    for (const key of checker.getPropertiesOfType(type)) walk(checker.getTypeOfSymbol(key), `${at}.${key.name}`, below);
    for (const { type: value } of checker.getIndexInfosOfType(type)) walk(value, `${at}.*`, below);
  };
  const source = program.getSourceFile(file);
  for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(source))) {
    walk(checker.getTypeOfSymbol(symbol), symbol.name, []);
  }
  return found;
}

test("nothing in the official declarations is `any`, which would fit everything, but what is known", (t) => {
  const { all, any } = paths(path.join(home, "whole.ts"));
  t.diagnostic(`${all.size} paths`);
  for (const path of ["input.tool_input", "input.permission_suggestions[].rules[].toolName", "output.hookSpecificOutput.permissionDecision"]) {
    assert.ok(all.has(path), path);
  }
  assert.deepEqual([...any].sort(), knownAny);
});

for (const way of ways) {
  test(`the official declarations agree with all ${HOOK_EVENTS.length} events: ${way.name}`, (t) => {
    // The official declarations need packages that are not installed; ours are checked elsewhere.
    const found = compile(home, way, { skipLibCheck: true });
    assert.deepEqual(found.filter(({ file }) => file in agree), []);
    const wrong = found.filter(({ file }) => !(file in agree));
    assert.deepEqual(
      wrong.map(({ file, line }) => `${file}:${line}`).sort(),
      Object.entries(outOfStep).map(([file, text]) => `${file}:${text.split("\n").length}`).sort(),
      "what is out of step is seen, each at its last line",
    );
    t.diagnostic(`${HOOK_EVENTS.length} inputs and ${HOOK_EVENTS.length} outputs`);
  });
}
