// Compares the official declarations with ours, for every event: an official input is an input of ours, and an output
// of ours is an official output. The declarations are never copied.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { compile, packageFolder, project, ways } from "./support.js";

const { HOOK_EVENTS } = await import(path.join(packageFolder, "index.js"));
const parent = path.join(import.meta.dirname, "official");

// The imports of the official package are not installed, and the compiler replaces missing types by `any`, which fits
// everything. So each side is tested for being a type at all.
const head = `
import type * as official from "@anthropic-ai/claude-agent-sdk";
import type * as hookwire from "hookwire";
type Never<T> = [T] extends [never] ? true : false;
type Any<T> = 0 extends 1 & T ? true : false;
type Real<T> = Any<T> extends true ? "any" : Never<T> extends true ? "never" : T;
type Theirs<E extends string> = Real<Extract<official.HookInput, { hook_event_name: E }>>;
type Ours<E extends hookwire.HookEvent> = Real<hookwire.HookOutputs[E]>;
declare function input<E extends hookwire.HookEvent>(event: E, input: Real<hookwire.HookInputs[E]>): void;
declare function output(event: string, output: Real<official.HookJSONOutput>): void;
declare function theirs<E extends string>(event: E): Theirs<E>;
declare function ours<E extends hookwire.HookEvent>(event: E): Ours<E>;
declare const events: {
  ours: hookwire.HookEvent; theirs: official.HookEvent;
  input: official.HookInput; output: hookwire.HookOutput;
};
export const a: official.HookEvent = events.ours;
export const b: hookwire.HookEvent = events.theirs;
export const c: hookwire.HookInput = events.input;
export const d: official.HookJSONOutput = events.output;
declare const callback: ReturnType<typeof hookwire.callback>;
export const e: official.HookCallback = callback;
`;
const lines = (events) =>
  events.flatMap((name) => [`input("${name}", theirs("${name}"));`, `output("${name}", ours("${name}"));`]);

// Programs in which one thing differs, so that they must not compile.
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

// A type that contains `any` is not compared there, so every such path must be listed: there is none.
const knownAny = [];
const whole = `
import type * as official from "@anthropic-ai/claude-agent-sdk";
export declare const input: official.HookInput;
export declare const output: official.HookJSONOutput;
`;
const agree = { "agree.ts": head + lines(HOOK_EVENTS).join("\n"), "whole.ts": whole };
const wireFile = `
import type * as official from "@anthropic-ai/claude-agent-sdk";
import type * as sdk from "hookwire/sdk";
export declare const message: official.SDKMessage;
export declare const ours: sdk.HookStreamMessage;
`;
const home = project("agree", { ...outOfStep, ...agree, "wire.ts": wireFile }, parent);

/** Lists every path of a file's exported constants, and those that are `any`. */
function paths(file) {
  // Newer compilers have no such interface.
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

test("the official declarations contain only the known `any` types, which accept everything", (t) => {
  const { all, any } = paths(path.join(home, "whole.ts"));
  t.diagnostic(`${all.size} paths`);
  for (const path of ["input.tool_input", "input.permission_suggestions[].rules[].toolName", "output.hookSpecificOutput.permissionDecision"]) {
    assert.ok(all.has(path), path);
  }
  assert.deepEqual([...any].sort(), knownAny);
});

// The other types of the wire format: their official names, and where ours differ.
const wire = {
  HookCallbackRequest: "SDKHookCallbackRequest",
  SDKHookCallbackMatcher: "SDKHookCallbackMatcher",
  HookStarted: "SDKHookStartedMessage",
  HookProgress: "SDKHookProgressMessage",
  HookResponse: "SDKHookResponseMessage",
  HookControlRequest: "SDKControlRequest",
  HookControlResponse: "SDKControlResponse",
  HookCallbackSuccess: "ControlResponse",
  HookCallbackError: "ControlErrorResponse",
  HooksListingRequest: "SDKControlGetHooksListingRequest",
  HooksListing: "SDKControlGetHooksListingResponse",
};
// These belong to other events and requests, which are compared separately or are not about hooks.
const elsewhere = ["HookCallbackRequest.input", "HookControlRequest.request", "HookControlResponse.response", "HookCallbackSuccess.response"];
const ofOtherRequests = /^(HookCallbackSuccess|HookCallbackError)\.pending_/;

/** Lists the properties of a type at any depth, each with its optionality and type. */
function properties(ts, checker, type, at) {
  const parts = type.isUnion() ? type.types.filter((part) => !(part.flags & ts.TypeFlags.Undefined)) : [type];
  if (parts.length === 1 && checker.isArrayType(parts[0])) {
    return properties(ts, checker, checker.getTypeArguments(parts[0])[0], `${at}[]`);
  }
  const isObject = parts.length === 1 && parts[0].flags & ts.TypeFlags.Object;
  const keys = isObject ? checker.getPropertiesOfType(parts[0]) : [];
  if (keys.length === 0) return [[at, parts.map((part) => named(ts, checker, part)).sort().join(" | ")]];
  return keys.flatMap((key) => {
    const path = `${at}.${key.name}`;
    const mark = key.flags & ts.SymbolFlags.Optional ? "?" : "";
    if (elsewhere.includes(path)) return [[path + mark, "elsewhere"]];
    return properties(ts, checker, checker.getTypeOfSymbol(key), path + mark);
  });
}

/** Treats a UUID as a string, because its type comes from a package that is not installed. */
function named(ts, checker, type) {
  if (type.flags & ts.TypeFlags.Object) return "object";
  const name = checker.typeToString(type);
  return name === "UUID" ? "string" : name;
}

test("the SDK's messages about hooks have the same properties in the official declarations", (t) => {
  const ts = createRequire(import.meta.url)("typescript-oldest");
  const { NodeNext } = ts.ModuleKind;
  const file = path.join(home, "wire.ts");
  const module = { module: NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
  const program = ts.createProgram([file], { strict: true, ...module, skipLibCheck: true, types: [], lib: ["lib.es2022.d.ts"] });
  const checker = program.getTypeChecker();
  /** Includes declarations that are not exported. */
  const declared = (name, folder) => {
    const files = program.getSourceFiles().filter(({ fileName }) => fileName.includes(`/node_modules/${folder}/`));
    const isIt = (node) => (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) && node.name.text === name;
    const found = files.flatMap(({ statements }) => statements.filter(isIt));
    assert.equal(found.length, 1, `${name} of ${folder}`);
    return checker.getTypeAtLocation(found[0].name);
  };
  const all = ([ours, theirs]) => {
    const of = (name, folder) => Object.fromEntries(properties(ts, checker, declared(name, folder), ours));
    const official = Object.entries(of(theirs, "@anthropic-ai/claude-agent-sdk"));
    return [of(ours, "hookwire"), Object.fromEntries(official.filter(([at]) => !ofOtherRequests.test(at)))];
  };
  const compared = Object.entries(wire).map(all);
  t.diagnostic(`${compared.flatMap(([ours]) => Object.keys(ours)).length} properties of ${compared.length} types`);
  for (const [ours, theirs] of compared) assert.deepEqual(ours, theirs);
});

for (const way of ways) {
  test(`the official declarations agree with all ${HOOK_EVENTS.length} events: ${way.name}`, (t) => {
    // The official declarations need packages that are not installed; ours are checked elsewhere.
    const found = compile(home, way);
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
