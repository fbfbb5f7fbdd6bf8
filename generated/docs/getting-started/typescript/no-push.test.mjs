import { readFileSync } from "node:fs";
import { test } from "node:test";
import { check, sample } from "hookwire/testing";

test("a push is blocked", async () => {
  const settings = JSON.parse(readFileSync(".claude/settings.json", "utf8"));
  const hook = settings.hooks.PreToolUse[0].hooks[0];
  await check(hook, [
    [sample("PreToolUse", { tool: "Bash", command: "git push origin main" }), "blocked"],
    [sample("PreToolUse", { tool: "Bash", command: "git status" }), "normal"],
    [sample("PreSkillShellCommand", { tool: "Bash", command: "git push origin main" }), "blocked"],
  ]);
});
