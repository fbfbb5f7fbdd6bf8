// One program for several events, as the README shows it: keeps a turn going while work is open, denies every
// permission prompt, and has no opinion about anything else.
import { readFileSync, writeSync } from "node:fs";
import { isKnown, readInput, type HookEvent, type HookHandlers, type HookInputs } from "hookwire";

const handlers: HookHandlers = {
  async Stop(input) {
    const open = input.background_tasks?.find((task) => task.status === "running");
    if (input.stop_hook_active || !open) return undefined;
    return { decision: "block", reason: `Wait for ${open.id}.` };
  },
  PermissionRequest: () => ({
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: "Not now." } },
  }),
  SessionEnd: () => undefined,
};

function replyTo<E extends HookEvent>(event: E, input: HookInputs[E]) {
  return handlers[event]?.(input);
}

const { input } = readInput(readFileSync(0));
const reply = isKnown(input) ? await replyTo(input.hook_event_name, input) : undefined;
if (reply) writeSync(1, JSON.stringify(reply));
