// Validates payloads. The function is documented in `validate.d.ts`.

import { oneOf, optionsOf, profileOf, toolOf, versionOf } from "./internal/arguments.js";
import { validatePayload } from "./internal/walk.js";
import { events, typeNames } from "./internal/plan.js";

export function validate(payload, options) {
  const given = optionsOf(options);
  const { host, tool, profile } = given;
  return validatePayload(payload, typeNameOf(given), versionOf(host), toolOf(tool), profileOf(profile));
}

function typeNameOf({ type, event, direction }) {
  const isOfEvent = event !== undefined || direction !== undefined;
  if ((type !== undefined) === isOfEvent) {
    throw new TypeError(`give \`type\`, or \`event\` and \`direction\`: not ${isOfEvent ? "both" : "neither"}`);
  }
  if (!isOfEvent) return oneOf("type", type, typeNames());
  return events.get(oneOf("event", event, events.keys()))[oneOf("direction", direction, ["input", "output"])];
}
