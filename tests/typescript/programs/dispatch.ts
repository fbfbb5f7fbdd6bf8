// One program for several events: keeps a turn going while work is open, denies every permission prompt, and has no
// opinion about anything else.
import { block, run, type Handler, type HookHandlers } from "hookwire";

const stop: Handler<"Stop"> = async (call) => {
  const open = call.background_tasks?.find((task) => task.status === "running");
  return open && block(`Wait for ${open.id}.`);
};

const handlers: HookHandlers = {
  Stop: stop,
  PermissionRequest: () => ({
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: "Not now." } },
  }),
  SessionEnd: () => undefined,
  SessionStart: [({ context }) => context("Use pnpm."), ({ source, title }) => source === "startup" && title("New")],
};

await run(handlers);
