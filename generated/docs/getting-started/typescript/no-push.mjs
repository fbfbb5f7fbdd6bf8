// @ts-check
import { block, run } from "hookwire";

run({
  PreToolUse: {
    Bash: ({ tool_input }) => {
      if (tool_input.command.startsWith("git push")) return block("Do not push. Open a pull request instead.");
    },
  },
});
