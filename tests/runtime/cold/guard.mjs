import { block, run } from "hookwire";

run({
  PreToolUse: {
    Bash: ({ tool_input }) => tool_input.dangerouslyDisableSandbox && block("Commands stay in the sandbox."),
  },
});
