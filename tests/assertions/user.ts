// What the types of a set with assertions say: what types can, and no more. `validate` validates the rest.

import { validate } from "../../target/assertions/typescript/validate.js";
import type { Labels, Station, Tags } from "../../target/assertions/typescript/index.js";
import type { Problem } from "../../target/assertions/typescript/problems.js";

const labels: Labels = { n_one: "a number is expected, and other keys have strings" };
const tags: Tags = ["a", "a", "a"];
const station: Station = { name: "U", level: 5, tags, labels, tree: { label: { any: "value" } } };
export const problems: Problem[] = validate(station, "Station");

// @ts-expect-error a field that types know
export const wrong: Station = { name: 5 };
// @ts-expect-error a type that is not there
validate(station, "Ship");
// @ts-expect-error a set without a catalogue has no events
validate(station, { event: "Stop", direction: "input" });
