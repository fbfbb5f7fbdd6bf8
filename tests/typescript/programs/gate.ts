// One program for several events: keeps a turn going while work is open, and refuses every permission prompt.
import { readFileSync } from "node:fs";
import { HOOK_EVENTS, type HookInput, type HookInputs, type HookOutputs, type StopOutput } from "hookwire";

const handlers: { [E in keyof HookInputs]?: (input: HookInputs[E]) => HookOutputs[E] } = {
  Stop(input): StopOutput {
    if (input.stop_hook_active) return {};
    const open = input.background_tasks?.find((task) => task.status === "running");
    if (!open) return {};
    return { decision: "block", reason: `Wait for ${open.id}.` };
  },
  PermissionRequest: () => ({
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: "Not now." } },
  }),
};

function reply(input: HookInput): unknown {
  switch (input.hook_event_name) {
    case "Stop":
      return handlers.Stop?.(input);
    case "PermissionRequest":
      return handlers.PermissionRequest?.(input);
    default:
      return undefined;
  }
}

const input = JSON.parse(readFileSync(0, "utf8")) as HookInput;
if (HOOK_EVENTS.includes(input.hook_event_name)) {
  const answer = reply(input);
  if (answer) process.stdout.write(JSON.stringify(answer));
}
