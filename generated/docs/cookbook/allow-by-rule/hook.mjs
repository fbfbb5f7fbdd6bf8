#!/usr/bin/env node
// @ts-check
// Allows `make test` and `make lint` for the user, and for the rest of the session.

import { allow, permissions, run } from "hookwire";

const ROUTINE = ["make test", "make lint"];

run({
  PermissionRequest: {
    Bash: (call) => {
      const { command, dangerouslyDisableSandbox } = call.tool_input;
      if (!ROUTINE.includes(command) || dangerouslyDisableSandbox) return;
      const rules = [{ toolName: "Bash", ruleContent: command }];
      return [allow(), permissions([{ type: "addRules", rules, behavior: "allow", destination: "session" }])];
    },
  },
});
