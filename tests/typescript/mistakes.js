// Programs with one mistake. The wrong program and its corrected copy differ only at `«right|wrong»`. The compiler must
// report an error with this code at the line that ends in `// here`. Compilers before 5.3 report every unknown key as 2322.

/** Returns one of the two programs. `&` between two names stands for `|`, which separates the sides. */
export const choose = (program, side) =>
  program.replace(/«([^|»]*)\|([^»]*)»/, side === "right" ? "$1" : "$2").replace(/(?<=\w)&(?=\w)/g, "|");

export const mistakes = [
  {
    name: "a misspelled field",
    code: { newest: 2561, oldest: 2322 },
    program: `
import type { PreToolUseOutput } from "hookwire";
export const reply: PreToolUseOutput = {
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    «permissionDecision|permisionDecision»: "deny", // here
  },
};`,
  },
  {
    name: "a value that the field has only in another event",
    code: { newest: 2322, oldest: 2322 },
    program: `
import type { PreToolUseOutput } from "hookwire";
export const reply: PreToolUseOutput = {
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "«deny|block»", // here
  },
};`,
  },
  {
    name: "a `permissionDecision` outside `hookSpecificOutput`",
    code: { newest: 2353, oldest: 2322 },
    program: `
import type { PreToolUseOutput } from "hookwire";
export const reply: PreToolUseOutput = {
  «systemMessage|permissionDecision»: "deny", // here
};`,
  },
  {
    name: "a `hookSpecificOutput` without `hookEventName`",
    code: { newest: 2741, oldest: 2741 },
    program: `
import type { UserPromptSubmitSpecificOutput } from "hookwire";
export const specific: «Partial<UserPromptSubmitSpecificOutput>|UserPromptSubmitSpecificOutput» = { // here
  additionalContext: "Mode: plan",
};`,
  },
  {
    name: "the name of another event in `hookEventName`",
    code: { newest: 2322, oldest: 2322 },
    program: `
import type { UserPromptSubmitOutput } from "hookwire";
export const reply: UserPromptSubmitOutput = {
  hookSpecificOutput: {
    hookEventName: "«UserPromptSubmit|PreToolUse»", // here
  },
};`,
  },
  {
    name: "a `hookSpecificOutput` for an event that has none",
    code: { newest: 2353, oldest: 2322 },
    program: `
import type { SubagentStopOutput, SessionEndOutput } from "hookwire";
export const reply: «SubagentStopOutput|SessionEndOutput» = {
  hookSpecificOutput: { hookEventName: "SubagentStop" }, // here
};`,
  },
  {
    name: "a message with the behavior `allow`",
    code: { newest: 2353, oldest: 2322 },
    program: `
import type { PermissionRequestOutput } from "hookwire";
export const reply: PermissionRequestOutput = {
  hookSpecificOutput: {
    hookEventName: "PermissionRequest",
    decision: {
      behavior: "«deny|allow»",
      message: "Not now.", // here
    },
  },
};`,
  },
  {
    name: "an updated input with the behavior `deny`",
    code: { newest: 2353, oldest: 2322 },
    program: `
import type { PermissionRequestDecision } from "hookwire";
export const decision: PermissionRequestDecision = {
  behavior: "«allow|deny»",
  updatedInput: {}, // here
};`,
  },
  {
    name: "a permission request without a decision",
    code: { newest: 2741, oldest: 2741 },
    program: `
import type { PermissionRequestSpecificOutput } from "hookwire";
export const reply: PermissionRequestSpecificOutput = { // here
  hookEventName: "PermissionRequest",«
  decision: { behavior: "deny" },|»
};`,
  },
  {
    name: "a `stopReason` in an asynchronous reply",
    code: { newest: 2353, oldest: 2322 },
    program: `
import type { StopOutput } from "hookwire";
export const reply: StopOutput = {
  async: true,
  «asyncTimeout: 1000|stopReason: "later"», // here
};`,
  },
  {
    name: "an `asyncTimeout` in a synchronous reply",
    code: { newest: 2322, oldest: 2322 },
    program: `
import type { StopOutput } from "hookwire";
export const reply: StopOutput = { // here
  «async: true,|»
  asyncTimeout: 1000,
};`,
  },
  {
    name: "form content with the action `decline`",
    code: { newest: 2322, oldest: 2322 },
    program: `
import type { ElicitationOutput } from "hookwire";
export const reply: ElicitationOutput = {
  hookSpecificOutput: {
    hookEventName: "Elicitation",
    action: "«accept|decline»",
    content: { name: "Ada" }, // here
  },
};`,
  },
  {
    name: "a misspelled key of an object in a list",
    code: { newest: 2561, oldest: 2322 },
    program: `
import type { PermissionUpdate } from "hookwire";
export const update: PermissionUpdate = {
  type: "addRules",
  rules: [
    {
      toolName: "Bash",
      «ruleContent|ruleContnet»: "git *", // here
    },
  ],
  behavior: "allow",
  destination: "session",
};`,
  },
  {
    name: "rules in an update that sets the mode",
    code: { newest: 2353, oldest: 2322 },
    program: `
import type { PermissionUpdate } from "hookwire";
export const update: PermissionUpdate = {
  type: "setMode",
  mode: "plan",
  destination: "session",
  «|rules: [],» // here
};`,
  },
  {
    name: "the former name of an input field",
    code: { newest: 2339, oldest: 2339 },
    program: `
import type { PostToolUseInput } from "hookwire";
export const response = (input: PostToolUseInput): unknown =>
  input.«tool_response|tool_result»; // here
`,
  },
  {
    name: "a field of another event, after a test of the event",
    code: { newest: 2339, oldest: 2339 },
    program: `
import type { HookInput } from "hookwire";
export function active(input: HookInput): boolean {
  if (input.hook_event_name !== "«Stop|PreToolUse»") return false;
  return input.stop_hook_active; // here
}`,
  },
  {
    name: "a comparison with an unknown event",
    code: { newest: 2367, oldest: 2367 },
    program: `
import type { HookInput } from "hookwire";
export const blocked = (input: HookInput): boolean =>
  input.hook_event_name === "«PreToolUse|PreToolUsed»"; // here
`,
  },
  {
    name: "an unknown import path",
    code: { newest: 2307, oldest: 2307 },
    program: `
import type { HooksSettings } from "hookwire/«settings|setings»"; // here
export const of = (settings: Pick<HooksSettings, keyof HooksSettings>): unknown => settings;`,
  },
  {
    name: "the reply of another event",
    code: { newest: 2322, oldest: 2322 },
    program: `
import type { HookOutputs } from "hookwire";
export const handlers: { [E in keyof HookOutputs]?: () => HookOutputs[E] } = {
  «PermissionRequest|PreToolUse»: () => ({ // here
    hookSpecificOutput: {
      hookEventName: "PermissionRequest",
      decision: { behavior: "deny" },
    },
  }),
};`,
  },
  {
    name: "an unknown type name as the target of `validate`",
    code: { newest: 2345, oldest: 2345 },
    program: `
import { validate } from "hookwire/validate";
export const problems = validate({}, "«StopInput|StopInputs»"); // here
`,
  },
  {
    name: "a misspelled key of a context",
    code: { newest: 2353, oldest: 2345 },
    program: `
import { readReply } from "hookwire/read";
export const reply = readReply("{}", "Stop", { «host|hots»: "2.1.42" }); // here
`,
  },
  {
    name: "the name of a profile instead of the profile",
    code: { newest: 2322, oldest: 2322 },
    program: `
import { validate } from "hookwire/validate";
import { profile } from "hookwire/profiles/validator";
export const problems = validate({}, "StopOutput", { profile: «profile|profile.name» }); // here
`,
  },
  {
    name: "an import from the root of a function that is in another module",
    code: { newest: 2305, oldest: 2305 },
    program: `
import { validate } from "hookwire«/validate|»"; // here
export const problems = validate({}, "StopInput");
`,
  },
  {
    name: "a field that no known input has",
    code: { newest: 2339, oldest: 2339 },
    program: `
import { isKnown, readInput } from "hookwire/read";
const { input } = readInput("{}");
export const cwd = isKnown(input) && input.«cwd|pwd»; // here
`,
  },
  {
    name: "a string instead of the tool's response",
    code: { newest: 2322, oldest: 2322 },
    program: `
import type { PostToolUseOutput } from "hookwire";
import type { BashResponse } from "hookwire/tools";
const response: BashResponse = { stdout: "", stderr: "", interrupted: false };
export const reply: PostToolUseOutput<"Bash"> = {
  hookSpecificOutput: {
    hookEventName: "PostToolUse",
    updatedToolOutput: «response|response.stdout», // here
  },
};`,
  },
  {
    name: "a field of another tool's input",
    code: { newest: 2339, oldest: 2339 },
    program: `
import type { PreToolUseInput } from "hookwire";
import { isTool } from "hookwire/tools";
export const command = (input: PreToolUseInput): string | undefined =>
  isTool(input, "Bash") ? input.tool_input.«command|file_path» : undefined; // here
`,
  },
  {
    name: "a field of a tool input, before a test of the tool",
    code: { newest: 18046, oldest: 18046 },
    program: `
import type { PreToolUseInput } from "hookwire";
import { isTool } from "hookwire/tools";
export const command = (input: PreToolUseInput): string | undefined =>
  «isTool(input, "Bash")|input.tool_name» ? input.tool_input.command : undefined; // here
`,
  },
  {
    name: "handlers of an unknown event",
    code: { newest: 2561, oldest: 2345 },
    program: `
import { block, run } from "hookwire";
run({ «PreToolUse|PreToolUsed»: () => block("No.") }); // here
`,
  },
  {
    name: "handlers of a misspelled tool",
    code: { newest: 2353, oldest: 2322 },
    program: `
import { run } from "hookwire";
run({ PreToolUse: { «Bash|bash»: () => undefined } }); // here
`,
  },
  {
    name: "handlers of a list with a misspelled tool",
    code: { newest: 2322, oldest: 2322 },
    program: `
import { run } from "hookwire";
run({ PreToolUse: { «"Edit&Write"|"Edti&Write"»: () => undefined } }); // here
`,
  },
  {
    name: "handlers of a permission rule",
    code: { newest: 2353, oldest: 2322 },
    program: `
import { run } from "hookwire";
run({ PreToolUse: { «Bash|"Bash(git *)"»: () => undefined } }); // here
`,
  },
  {
    name: "handlers of an MCP server without a tool",
    code: { newest: 2353, oldest: 2322 },
    program: `
import { run } from "hookwire";
run({ PreToolUse: { «"mcp__memory__.*"|mcp__memory»: () => undefined } }); // here
`,
  },
  {
    name: "handlers of an MCP server with an empty tool",
    code: { newest: 2322, oldest: 2322 },
    program: `
import { run } from "hookwire";
run({ PreToolUse: { «mcp__memory__add|mcp__memory__»: () => undefined } }); // here
`,
  },
  {
    name: "handlers of a glob",
    code: { newest: 2353, oldest: 2322 },
    program: `
import { run } from "hookwire";
run({ PreToolUse: { «"Note.*"|"*.py"»: () => undefined } }); // here
`,
  },
  {
    name: "a field that one of several tools does not have",
    code: { newest: 2339, oldest: 2339 },
    program: `
import { run } from "hookwire";
run({ PreToolUse: { "Edit&Write": ({ tool_input, block }) => tool_input.«file_path|old_string» === "" && block("No.") } }); // here
`,
  },
  {
    name: "handlers of several events",
    code: { newest: 2353, oldest: 2345 },
    program: `
import { run } from "hookwire";
run({ «PreToolUse|"PreToolUse&PostToolUse"»: () => undefined }); // here
`,
  },
  {
    name: "handlers by tool, of an event that is not about a tool",
    code: { newest: 2353, oldest: 2322 },
    program: `
import { run } from "hookwire";
run({ «PostToolUse|SessionStart»: { Bash: () => undefined } }); // here
`,
  },
  {
    name: "a verb that the event does not take",
    code: { newest: 2322, oldest: 2322 },
    program: `
import { block, context, run } from "hookwire";
export const verbs = { block, context };
run({ SessionStart: () => «context|block»("Text.") }); // here
`,
  },
  {
    name: "a verb that the event does not take, as a method",
    code: { newest: 2339, oldest: 2339 },
    program: `
import { run } from "hookwire";
run({ SessionStart: (call) => call.«context|block»("Text.") }); // here
`,
  },
  {
    name: "a verb that the event does not take, destructured",
    code: { newest: 2339, oldest: 2339 },
    program: `
import { run } from "hookwire";
run({ SessionStart: ({ «context|block»: say }) => say("Text.") }); // here
`,
  },
  {
    name: "a verb that the event does not take, in an async function",
    code: { newest: 2322, oldest: 2322 },
    program: `
import { block, context, run } from "hookwire";
export const verbs = { block, context };
run({ SessionStart: async ({ source }) => (source === "clear" ? undefined : «context|block»("Text.")) }); // here
`,
  },
  {
    name: "a verb that the event does not take, beside another one",
    code: { newest: 2322, oldest: 2322 },
    program: `
import { block, message, run } from "hookwire";
export const verbs = { block, message };
run({ SessionStart: ({ context }) => [context("Text."), «message|block»("Text.")] }); // here
`,
  },
  {
    name: "a verb that the event does not take, combined with another one",
    code: { newest: 2322, oldest: 2322 },
    program: `
import { block, combine, context, message, run } from "hookwire";
export const verbs = { block, message };
run({ SessionStart: () => combine(context("Text."), «message|block»("Text.")) }); // here
`,
  },
  {
    name: "a verb that the event does not take, in one of several handlers",
    code: { newest: 2322, oldest: 2322 },
    program: `
import { block, context, run } from "hookwire";
export const verbs = { block, context };
run({ SessionStart: [() => context("Text."), () => «context|block»("Text.")] }); // here
`,
  },
  {
    name: "a verb that the event does not take, in the result of a tool",
    code: { newest: 2345, oldest: 2345 },
    program: `
import { block, toolResult } from "hookwire";
export const result = toolResult("«Stop|SessionStart»", block("No.")); // here
`,
  },
  {
    name: "a reason that is not a string",
    code: { newest: 2345, oldest: 2345 },
    program: `
import { block } from "hookwire";
export const reply = block(«"1"|1»); // here
`,
  },
  {
    name: "a verb without its text",
    code: { newest: 2554, oldest: 2554 },
    program: `
import { context } from "hookwire";
export const reply = context(«"Text."|»); // here
`,
  },
  {
    name: "an argument that the tool does not have",
    code: { newest: 2561, oldest: 2345 },
    program: `
import { run } from "hookwire";
run({ PreToolUse: { Bash: (call) => call.rewrite({ «command|comand»: "ls" }) } }); // here
`,
  },
  {
    name: "an argument of the tool with a wrong type",
    code: { newest: 2322, oldest: 2322 },
    program: `
import { run } from "hookwire";
run({ PreToolUse: { Bash: ({ rewrite }) => rewrite({ timeout: «1|"1"» }) } }); // here
`,
  },
  {
    name: "an output that is not that of the tool",
    code: { newest: 2345, oldest: 2345 },
    program: `
import { run } from "hookwire";
run({
  PostToolUse: {
    Bash: ({ tool_response, replaceOutput }) => replaceOutput(«tool_response|tool_response.stdout»), // here
  },
});`,
  },
  {
    name: "a misspelled argument of the tool",
    code: { newest: 2551, oldest: 2551 },
    program: `
import { run } from "hookwire";
run({ PreToolUse: { Bash: ({ tool_input, block }) => tool_input.«command|comand» === "" && block("No.") } }); // here
`,
  },
  {
    name: "a result that is not a reply",
    code: { newest: 2322, oldest: 2322 },
    program: `
import { run } from "hookwire";
run({ PreToolUse: () => «""|"deny"» }); // here
`,
  },
  {
    name: "a whole reply with the value of another event",
    code: { newest: 2322, oldest: 2322 },
    program: `
import { run } from "hookwire";
run({ Stop: () => ({ decision: "«block|deny»", reason: "No." }) }); // here
`,
  },
  {
    name: "a misspelled option",
    code: { newest: 2561, oldest: 2345 },
    program: `
import { run } from "hookwire";
run({}, { «guard|gaurd»: "closed" }); // here
`,
  },
  {
    name: "another policy",
    code: { newest: 2820, oldest: 2820 },
    program: `
import { decide } from "hookwire";
export const result = decide({}, "{}", { guard: "«closed|close»" }); // here
`,
  },
  {
    name: "a reply that is read as another one",
    code: { newest: 2322, oldest: 2322 },
    program: `
import type { Reply, Verb } from "hookwire";
declare const reply: Reply<«"block"|Verb»>;
export const narrower: Reply<"block"> = reply; // here
`,
  },
];
