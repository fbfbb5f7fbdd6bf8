// @ts-check
import { block, run } from "hookwire";

/** @param { { mayRun(wanted: string): boolean } } call */
function noPush(call) {
  if (call.mayRun("git push")) return block("Do not push. Open a pull request instead.");
}

run({ PreToolUse: { Bash: noPush }, PreSkillShellCommand: { Bash: noPush } });
