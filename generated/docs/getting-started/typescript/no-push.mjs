// @ts-check
import { block, run } from "hookwire";

/** @param { { tool_input: { command: string } } } call */
function noPush({ tool_input }) {
  if (tool_input.command.startsWith("git push")) return block("Do not push. Open a pull request instead.");
}

run({ PreToolUse: { Bash: noPush }, PreSkillShellCommand: { Bash: noPush } });
