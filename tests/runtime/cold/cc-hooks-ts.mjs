import { defineHook, runHook } from "cc-hooks-ts";

const hook = defineHook({
  trigger: { PreToolUse: { Bash: true } },
  run: (context) => {
    if (!context.input.tool_input.dangerouslyDisableSandbox) return context.success();
    const hookSpecificOutput = {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "Commands stay in the sandbox.",
    };
    return context.json({ event: "PreToolUse", output: { hookSpecificOutput } });
  },
});
await runHook(hook);
