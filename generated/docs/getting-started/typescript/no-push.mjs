// @ts-check
import { block, run } from "hookwire";

const REASON = "Do not push. Open a pull request instead.";

run({
  PreToolUse: { Bash: (call) => call.mayRun("git push") && block(REASON) },
  PreSkillShellCommand: { Bash: (call) => call.mayRun("git push") && block(REASON) },
});
