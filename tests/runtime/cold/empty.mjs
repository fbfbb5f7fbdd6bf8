import "empty";
import { readFileSync } from "node:fs";

const call = JSON.parse(readFileSync(0, "utf8"));
if (call.tool_input.dangerouslyDisableSandbox) {
  const reply = {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "Commands stay in the sandbox.",
    },
  };
  console.log(JSON.stringify(reply));
}
