// The shapes of the tools' types, from `schemas/tools`.

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { root } from "../support.js";
import { nothing, union, word } from "./shape.js";

const folder = path.join(root, "schemas/tools");

/** The schema files of the tools, by path. */
export function files() {
  const names = readdirSync(folder).filter((name) => name.endsWith(".schema.json"));
  return new Map(names.map((name) => [path.join(folder, name), parse(path.join(folder, name))]));
}

const parse = (file) => JSON.parse(readFileSync(file, "utf8"));

/**
 * The shape of every definition of these files.
 *
 * @param {Map<string, object>} files by path; others are read from the disk
 * @returns {Map<string, object>} by name
 */
export function shapes(files) {
  const found = new Map();
  for (const [file, { $defs }] of files) {
    for (const [name, schema] of Object.entries($defs)) found.set(name, shape(schema, { file, files }));
  }
  return found;
}

function shape(schema, at) {
  if (schema.$ref) return referred(schema.$ref, at);
  if (schema.oneOf ?? schema.anyOf) return union((schema.oneOf ?? schema.anyOf).map((it) => shape(it, at)));
  if ("const" in schema) return word(JSON.stringify(schema.const));
  if (schema.enum) return union(schema.enum.map((it) => word(JSON.stringify(it))));
  if (schema.type === undefined) return word("any");
  return union([schema.type].flat().map((type) => ofType(type, schema, at)));
}

function referred(reference, at) {
  const [name, pointer] = reference.split("#");
  const file = name ? path.join(path.dirname(at.file), name) : at.file;
  const document = at.files.get(file) ?? parse(file);
  const target = pointer.split("/").slice(1).reduce((value, key) => value[key], document);
  return shape(target, { ...at, file });
}

function ofType(type, schema, at) {
  switch (type) {
    case "array":
      return list(schema, at);
    case "object":
      return object(schema, at);
    default:
      return word(type);
  }
}

function list({ items, minItems: min = null, maxItems: max = null }, at) {
  return { ...nothing(), lists: [{ min, max, item: shape(items ?? {}, at) }] };
}

function object({ properties, required = [], additionalProperties: rest }, at) {
  const fields = Object.entries(properties ?? {}).map(([name, it]) => [
    name,
    { optional: !required.includes(name), shape: shape(it, at) },
  ]);
  // Without `properties` it is a map; with them the other keys are any only where the schema says so.
  const other = rest === undefined ? (properties ? null : word("any")) : shape(rest === true ? {} : rest, at);
  return { ...nothing(), objects: [{ fields: Object.fromEntries(fields), rest: other }] };
}
