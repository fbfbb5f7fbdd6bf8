// The declarations of `validate`, `readInput`, `readReply` and of handlers: every compiler distinguishes known inputs from
// others, in both branches, accepts the return values as the declared types, and knows the event and the tool of a call.

import assert from "node:assert/strict";
import { test } from "node:test";
import { compile, project, ways } from "./support.js";

const program = `
import type { Context, HookInput, HookOutput, InputReading, StopInput, UnknownInput } from "hookwire";
import { isKnown, ReadError, readInput, readReply, type HandlerEntry, type HandlerName, type Reply } from "hookwire/read";
import { readPromptReply } from "hookwire/host";
import type { Problem } from "hookwire/problems";
import { profile } from "hookwire/profiles/validator";
import type { HookHandler, PromptHandler } from "hookwire/settings";
import { validate, type TypeName } from "hookwire/validate";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(yes: Same<A, B>): void => void yes;

same<ReturnType<typeof readInput>, InputReading>(true);
same<ReturnType<typeof validate>, Problem[]>(true);
same<ReturnType<typeof readInput>["input"], HookInput | UnknownInput>(true);
same<Reply["reply"], HookOutput | undefined>(true);
same<Extract<TypeName, "StopInput">, "StopInput">(true);

const { input, problems } = readInput(new Uint8Array());
same<typeof problems, Problem[]>(true);
if (isKnown(input)) {
  same<typeof input, HookInput>(true);
  if (input.hook_event_name === "Stop") same<typeof input, StopInput>(true);
  if (input.hook_event_name === "PreToolUse") input.tool_name satisfies string;
} else {
  same<typeof input, UnknownInput>(true);
  same<typeof input.anything, unknown>(true);
}

export function early(text: string): string | undefined {
  const { input } = readInput(text, { host: "2.1.42" });
  if (!isKnown(input)) {
    same<typeof input, UnknownInput>(true);
    return undefined;
  }
  same<typeof input, HookInput>(true);
  return input.cwd;
}

export const events = (all: Array<HookInput | UnknownInput>) =>
  all.filter(isKnown).map((known) => known.hook_event_name);
same<ReturnType<typeof events>, Array<HookInput["hook_event_name"]>>(true);

same<HandlerName, "command" | "http" | "mcp_tool" | "prompt" | "agent">(true);
same<HandlerEntry["type"], HandlerName>(true);
export const handlerOf = (type: HandlerName): Context => ({ handler: type });
export const entryOf = (handler: HandlerEntry): Context => ({ handler });

const host: string | undefined = undefined;
validate(input, "StopInput", { host });
validate(input, { type: "StopInput" }, { input });
validate(input, { event: "Stop", direction: "output" }, { host: "2.1.42", profile });
same<ReturnType<typeof readReply>, Reply>(true);
readReply("{}", "Stop", { handler: "http", host });
readReply("{}", undefined, { handler: { type: "http", url: "https://example.com" } });

export function answered(text: string, hook: HookHandler, prompt: PromptHandler): Context {
  readPromptReply(text, "Stop", { handler: prompt });
  readPromptReply({ text, stopReason: "end_turn" }, "Stop", { handler: { type: "prompt", continueOnBlock: true } });
  return { handler: hook };
}

export const reason = (error: unknown): Problem | undefined => (error instanceof ReadError ? error.problem : undefined);
`;

const tools = `
import { isKnown, readInput } from "hookwire/read";
import type { HookInput, PostToolUseInput, PostToolUseSyncOutput, PreToolUseInput } from "hookwire";
import { canonicalTool, isTool, mcpTool, mcpToolName } from "hookwire/tools";
import type { AgentInput, AgentResponse, BashInput, BashResponse, McpTool, OfTool } from "hookwire/tools";
import type { Tools, ToolsColumn, ToolsNames } from "hookwire/tools";

declare module "hookwire/tools" {
  interface Tools {
    mcp__memory__search: { input: { query: string }; response: string };
  }
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(yes: Same<A, B>): void => void yes;
const anyCall = (input: PreToolUseInput): string => input.tool_name;

export function check(input: HookInput): string | undefined {
  if (input.hook_event_name === "PostToolUse" && isTool(input, "Bash")) {
    same<typeof input.tool_response, BashResponse>(true);
    return input.tool_response.stdout;
  }
  if (input.hook_event_name !== "PreToolUse") return undefined;
  same<typeof input.tool_input, unknown>(true);
  if (isTool(input, "Bash")) {
    same<typeof input.tool_name, "Bash">(true);
    same<typeof input.tool_input, BashInput>(true);
    return anyCall(input) + input.tool_input.command;
  }
  if (isTool(input, "mcp__other__tool")) same<typeof input.tool_name, "mcp__other__tool">(true);
  return input.tool_name;
}

export function oneOfTwo(input: PreToolUseInput): string | undefined {
  if (!isTool(input, "Bash", "mcp__memory__search")) return undefined;
  if (input.tool_name !== "Bash") return input.tool_input.query;
  same<typeof input.tool_input, BashInput>(true);
  return input.tool_input.command;
}

export function promptOf(input: PostToolUseInput): string | undefined {
  if (!isTool(input, "Agent")) return undefined;
  same<typeof input.tool_name, "Agent" | "Task">(true);
  same<typeof input.tool_response, AgentResponse>(true);
  return input.tool_input.prompt;
}

export function promptOrCommand(input: PreToolUseInput): string | undefined {
  if (!isTool(input, "Task", "Bash")) return undefined;
  if (input.tool_name === "Bash") return input.tool_input.command;
  same<typeof input.tool_input, AgentInput>(true);
  return input.tool_input.prompt;
}

same<OfTool<PreToolUseInput, "Agent">, PreToolUseInput<"Agent" | "Task">>(true);
same<OfTool<PreToolUseInput, "Task">, PreToolUseInput<"Agent" | "Task">>(true);
same<ToolsNames<"Bash" | "tool_of_nobody">, "Bash" | "tool_of_nobody">(true);
same<ToolsNames<string>, string>(true);
same<ReturnType<typeof canonicalTool>, string>(true);

export function known(input: OfTool<PreToolUseInput>): string {
  return input.tool_name === "mcp__memory__search" ? input.tool_input.query : anyCall(input);
}

same<keyof Tools extends string ? true : false, true>(true);
same<ToolsColumn<string, "input">, unknown>(true);
same<PreToolUseInput["tool_input"], unknown>(true);
const { input } = readInput("{}");
if (isKnown(input) && input.hook_event_name === "PostToolUse") input satisfies PostToolUseInput;
export const anything: PostToolUseSyncOutput = {
  hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: 1 },
};
same<ReturnType<typeof mcpTool>, McpTool | undefined>(true);
same<ReturnType<typeof mcpToolName>, string>(true);
`;

const handlers = `
import { block, callback, combine, context, decide, handle, message, run, stop, toolResult } from "hookwire";
import type { AnyCall, Call, EventVerbs, Handler, HookEvent, HookHandlers, HookInput, HttpAnswer, PostToolUse, PreToolUse } from "hookwire";
import type { Reply, Result, Returned, SessionStart, Stop, ToolKey, ToolResult, UnknownInput, Verb } from "hookwire";
import { isTool, type AgentInput, type BashInput, type BashResponse, type EditInput, type McpToolInput, type WriteInput } from "hookwire/tools";
import type { Problem } from "hookwire/problems";

interface Note {
  text: string;
}

declare module "hookwire/tools" {
  interface Tools {
    mcp__memory__search: { input: { query: string }; response: string };
    mcp__memory__add: { input: Note; response: string };
  }
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(yes: Same<A, B>): void => void yes;

same<keyof EventVerbs, HookEvent>(true);
same<PreToolUse<"Bash">, Call<"PreToolUse", "Bash">>(true);
same<PreToolUse, PreToolUse<string>>(true);
same<PreToolUse<"Bash">["tool_input"], BashInput>(true);
same<PreToolUse<"Task">["tool_input"], AgentInput>(true);
same<PreToolUse<"Task">["tool_name"], "Agent" | "Task">(true);
same<PreToolUse["tool_input"], unknown>(true);
same<PostToolUse<"Bash">["tool_response"], BashResponse>(true);
same<PreToolUse["problems"], Problem[]>(true);
same<Extract<keyof SessionStart, Verb>, EventVerbs["SessionStart"]>(true);
same<Extract<keyof PreToolUse, Verb>, EventVerbs["PreToolUse"]>(true);
same<ReturnType<Stop["block"]>, Reply<"block">>(true);
same<Parameters<PreToolUse<"Bash">["rewrite"]>, [changes: Partial<BashInput>]>(true);
same<Parameters<PreToolUse["rewrite"]>, [changes: { readonly [name: string]: unknown }]>(true);
same<Parameters<PostToolUse<"Bash">["replaceOutput"]>, [output: BashResponse]>(true);
same<Parameters<PostToolUse["replaceOutput"]>, [output: unknown]>(true);

const both = combine(block("a"), [context("b"), false], undefined);
same<typeof both, Reply<"block" | "context">>(true);
export const wider: Reply = both;
export const returned: Returned<"Stop">[] = [both, [both, stop(), null], undefined, "", false, { decision: "block", reason: "No." }];

const guard: Handler<"PreToolUse", "Bash"> = async ({ tool_input, block }) => tool_input.command === "" && block("No.");
export const all: HookHandlers = {
  "*": (call) => (call.problems.length > 0 ? { systemMessage: call.hook_event_name } : block("No.")),
  PreToolUse: {
    Bash: [guard, (call) => [call.rewrite({ timeout: 1 }), call.allow()]],
    Task: ({ tool_input }) => void tool_input.prompt,
    mcp__memory__search: ({ tool_input, rewrite }) => rewrite({ query: tool_input.query.trim() }),
    mcp__memory__add: [({ tool_input, rewrite }) => rewrite({ text: tool_input.text.trim() })],
    mcp__other__tool: (call) => call.context(call.tool_name),
    "*": (call) => (isTool(call, "Read") ? call.context(call.tool_input.file_path) : undefined),
  },
  PostToolUse: (call) => {
    if (isTool(call, "Bash")) return call.context(call.tool_response.stdout);
    return;
  },
  Stop: async (call) => {
    if (call.stop_hook_active) return;
    return { decision: "block", reason: "No." };
  },
  SubagentStop: () => [block("No.", { again: true }), stop("Over.")],
  SessionStart: (call: SessionStart) => [call.context("Text."), call.source === "startup" && message("Hello.")],
  Notification: () => {},
};

// Keys that are read as matchers.
const edit = ({ tool_input, block }: PreToolUse<"Edit"> | PreToolUse<"Write">) => tool_input.file_path === "" && block("No.");
run({
  PreToolUse: {
    "Edit|Write": ({ tool_input, tool_name, block }) => {
      same<typeof tool_input, EditInput | WriteInput>(true);
      same<typeof tool_name, "Edit" | "Write">(true);
      return tool_input.file_path === "" && block("No.");
    },
    "Edit, Write,NotebookEdit": [
      async (call) => {
        if (call.tool_name === "NotebookEdit") return call.context(call.tool_input.notebook_path);
        return call.context(call.tool_input.file_path);
      },
    ],
    "Write|Edit": edit,
    "Task|Bash": ({ tool_input }) => same<typeof tool_input, AgentInput | BashInput>(true),
    mcp__other__tool: ({ tool_input, tool_name }) => {
      same<typeof tool_input, McpToolInput>(true);
      same<typeof tool_name, "mcp__other__tool">(true);
    },
    "mcp__memory__.*": ({ tool_input, tool_name, block }) => {
      same<typeof tool_input, McpToolInput>(true);
      same<typeof tool_name, \`mcp__\${string}\`>(true);
      return "id" in tool_input && block("No.");
    },
    mcp__memory__search: ({ tool_input }) => same<typeof tool_input, { query: string }>(true),
    "mcp__memory__search|mcp__memory__add": ({ tool_input }) => same<typeof tool_input, { query: string } | Note>(true),
    "^Notebook": ({ tool_input }) => same<typeof tool_input, unknown>(true),
    "Note.*|Edit": ({ tool_input }) => same<typeof tool_input, unknown>(true),
    "": ({ tool_input }) => same<typeof tool_input, unknown>(true),
  },
  PostToolUse: { "Bash|Edit": (call) => call.tool_name === "Bash" && call.replaceOutput(call.tool_response) },
});
const key: ToolKey = "Edit|Write";
export const lists: HookHandlers = { PreToolUse: { [key]: ({ tool_input }) => same<typeof tool_input, unknown>(true), "Bash|Edit": () => block("No.") } };
decide(lists, "{}");

same<ReturnType<typeof run>, Promise<never>>(true);
same<ReturnType<typeof decide>, Promise<Result>>(true);
same<ReturnType<typeof handle>, Promise<HttpAnswer>>(true);
same<ReturnType<typeof toolResult>, Promise<ToolResult>>(true);
handle(all, new Uint8Array(), { authorization: "a", "x-list": ["a"], absent: undefined }, { require: { Authorization: "a" } });
handle(all, "{}", [["authorization", "a"]], { largest: 1, guard: "open", name: "mine" });
toolResult("PreToolUse", [block("No.")], { tool_input: {} });
callback(all)({ hook_event_name: "Stop" }, "t1", { signal: undefined }).then((reply) => reply satisfies object);
`;
const home = project("narrowing", { "narrowing.ts": program, "tools.ts": tools, "handlers.ts": handlers });

for (const way of ways) {
  test(`a known input is distinguished from another one: ${way.name}`, () => {
    assert.deepEqual(compile(home, way), []);
  });
}
