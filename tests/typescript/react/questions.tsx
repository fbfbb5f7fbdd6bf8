import { useSyncExternalStore } from "react";
import type { PermissionQueue } from "hookwire/host";

export function Questions({ queue }: { queue: PermissionQueue }) {
  const { pendingPermissions } = useSyncExternalStore(queue.subscribe, queue.getSnapshot);
  return (
    <ul>
      {pendingPermissions.map(({ id, toolName, toolInput, reason }) => (
        <li key={id}>
          <strong>{toolName}</strong> <code>{JSON.stringify(toolInput)}</code> <p>{reason}</p>
          <button onClick={() => queue.answer(id, "allow")}>Allow</button>
          <button onClick={() => queue.answer(id, "deny")}>Deny</button>
        </li>
      ))}
    </ul>
  );
}
