// Shows Claude the mode of the session with each prompt, and titles a session that begins with a question.
import { readFileSync } from "node:fs";
import type { UserPromptSubmitInput, UserPromptSubmitOutput } from "hookwire";

const input: UserPromptSubmitInput = JSON.parse(readFileSync(0, "utf8"));
const reply: UserPromptSubmitOutput = {
  hookSpecificOutput: {
    hookEventName: "UserPromptSubmit",
    additionalContext: `Mode: ${input.permission_mode ?? "unknown"}`,
    ...(input.prompt.endsWith("?") ? { sessionTitle: input.prompt } : {}),
  },
};
process.stdout.write(JSON.stringify(reply));
