// Programs with one mistake. The wrong program and its corrected copy differ only at `«right|wrong»`. The compiler must
// report an error with this code at the line that ends in `// here`. Compilers before 5.3 report every unknown key as
// 2322.

export const mistakes = [
  {
    name: "the name of a field is misspelled",
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
    name: "a word of another event",
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
    name: "a decision one level too high",
    code: { newest: 2353, oldest: 2322 },
    program: `
import type { PreToolUseOutput } from "hookwire";
export const reply: PreToolUseOutput = {
  «systemMessage|permissionDecision»: "deny", // here
};`,
  },
  {
    name: "a specific output without the name of its event",
    code: { newest: 2741, oldest: 2741 },
    program: `
import type { UserPromptSubmitSpecificOutput } from "hookwire";
export const specific: «Partial<UserPromptSubmitSpecificOutput>|UserPromptSubmitSpecificOutput» = { // here
  additionalContext: "Mode: plan",
};`,
  },
  {
    name: "the name of another event",
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
    name: "a specific output on an event that has none",
    code: { newest: 2353, oldest: 2322 },
    program: `
import type { SubagentStopOutput, SessionEndOutput } from "hookwire";
export const reply: «SubagentStopOutput|SessionEndOutput» = {
  hookSpecificOutput: { hookEventName: "SubagentStop" }, // here
};`,
  },
  {
    name: "a message beside allow",
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
    name: "a changed input beside deny",
    code: { newest: 2353, oldest: 2322 },
    program: `
import type { PermissionRequestDecision } from "hookwire";
export const decision: PermissionRequestDecision = {
  behavior: "«allow|deny»",
  updatedInput: {}, // here
};`,
  },
  {
    name: "a Stop that blocks without a reason",
    code: { newest: 2322, oldest: 2322 },
    program: `
import type { StopOutput } from "hookwire";
export const reply: StopOutput = { // here
  decision: "«approve|block»",
};`,
  },
  {
    name: "a decision in a reply that is put off",
    code: { newest: 2353, oldest: 2322 },
    program: `
import type { StopOutput } from "hookwire";
export const reply: StopOutput = {
  async: true,
  «asyncTimeout: 1000|stopReason: "later"», // here
};`,
  },
  {
    name: "a time-out in a reply that is not put off",
    code: { newest: 2322, oldest: 2322 },
    program: `
import type { StopOutput } from "hookwire";
export const reply: StopOutput = { // here
  «async: true,|»
  asyncTimeout: 1000,
};`,
  },
  {
    name: "values beside a refusal",
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
    name: "a misspelled key deep in a list",
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
    name: "rules beside a mode",
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
    name: "an input field of an older name",
    code: { newest: 2339, oldest: 2339 },
    program: `
import type { PostToolUseInput } from "hookwire";
export const response = (input: PostToolUseInput): unknown =>
  input.«tool_response|tool_result»; // here
`,
  },
  {
    name: "a field of another event after the name was tested",
    code: { newest: 2339, oldest: 2339 },
    program: `
import type { HookInput } from "hookwire";
export function active(input: HookInput): boolean {
  if (input.hook_event_name !== "«Stop|PreToolUse»") return false;
  return input.stop_hook_active; // here
}`,
  },
  {
    name: "an event that does not exist",
    code: { newest: 2367, oldest: 2367 },
    program: `
import type { HookInput } from "hookwire";
export const blocked = (input: HookInput): boolean =>
  input.hook_event_name === "«PreToolUse|PreToolUsed»"; // here
`,
  },
  {
    name: "an import path that does not exist",
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
    name: "a type that does not exist",
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
    name: "a function that is not at the root",
    code: { newest: 2305, oldest: 2305 },
    program: `
import { validate } from "hookwire«/validate|»"; // here
export const problems = validate({}, "StopInput");
`,
  },
  {
    name: "an input that need not be known",
    code: { newest: 2339, oldest: 2339 },
    program: `
import { isKnown, readInput } from "hookwire";
const { input } = readInput("{}");
export const cwd = isKnown(input) && input.«cwd|pwd»; // here
`,
  },
  {
    name: "a text in the place of what a tool gives",
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
    name: "what another tool takes",
    code: { newest: 2339, oldest: 2339 },
    program: `
import type { PreToolUseInput } from "hookwire";
import { isTool } from "hookwire/tools";
export const command = (input: PreToolUseInput): string | undefined =>
  isTool(input, "Bash") ? input.tool_input.«command|file_path» : undefined; // here
`,
  },
  {
    name: "what a tool takes before it is known which",
    code: { newest: 18046, oldest: 18046 },
    program: `
import type { PreToolUseInput } from "hookwire";
import { isTool } from "hookwire/tools";
export const command = (input: PreToolUseInput): string | undefined =>
  «isTool(input, "Bash")|input.tool_name» ? input.tool_input.command : undefined; // here
`,
  },
];
