// Refuses `rm -rf` in shell commands, and says nothing about anything else.
import { readFileSync } from "node:fs";
import type { PreToolUseInput, PreToolUseOutput } from "hookwire";

function check(input: PreToolUseInput): PreToolUseOutput | undefined {
  if (input.tool_name !== "Bash") return undefined;
  const { command } = input.tool_input as { command: string };
  if (!/\brm\s+-rf\b/.test(command)) return undefined;
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "Delete files one by one.",
    },
  };
}

const reply = check(JSON.parse(readFileSync(0, "utf8")) as PreToolUseInput);
if (reply) process.stdout.write(JSON.stringify(reply));
