// The shapes of the tools' types, from the official declarations. They are only compared with, never copied.

import { createRequire } from "node:module";
import path from "node:path";
import { nothing, union, word } from "./shape.js";

// The oldest compiler: newer ones have no such interface.
const ts = createRequire(import.meta.url)("typescript-oldest");
const scope = path.join(import.meta.dirname, "../official/node_modules/@anthropic-ai");

/**
 * Reads the declarations.
 *
 * @param {string} file with the declarations
 * @returns {{inputs: Map<string, object>, responses: Map<string, object>}} shapes by the declarations' own names
 */
export function declared(file = path.join(scope, "claude-agent-sdk/sdk-tools.d.ts")) {
  const program = ts.createProgram([file], { strict: true, types: [], lib: ["lib.es2022.d.ts"] });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const named = (union) => {
    const alias = source.statements.find((it) => ts.isTypeAliasDeclaration(it) && it.name.text === union);
    const members = alias.type.types.map((it) => [it.typeName.text, checker.getTypeFromTypeNode(it)]);
    return members.filter(([name]) => name !== "ToolOutputSchemas");
  };
  const shapes = (union) => new Map(named(union).map(([name, type]) => [name, shape(type, {}, { checker, source })]));
  return { inputs: shapes("ToolInputSchemas"), responses: shapes("ToolOutputSchemas") };
}

/** `bounds` are those of the list that the value is, if it is one. */
function shape(type, bounds, at) {
  const { flags } = type;
  if (flags & ts.TypeFlags.Undefined) return nothing();
  if (flags & ts.TypeFlags.Null) return word("null");
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return word("any");
  if (flags & ts.TypeFlags.StringLiteral) return word(JSON.stringify(type.value));
  if (flags & ts.TypeFlags.BooleanLiteral) return word(at.checker.typeToString(type));
  if (flags & ts.TypeFlags.String) return word("string");
  if (flags & ts.TypeFlags.Number) return word("number");
  if (type.isUnion()) return lengths(type.types, at) ?? union(type.types.map((it) => shape(it, bounds, at)));
  if (at.checker.isArrayType(type) || at.checker.isTupleType(type)) return list(type, bounds, at);
  if (flags & ts.TypeFlags.Object) return object(type, at);
  throw new Error(`a type of another kind: ${at.checker.typeToString(type)}`);

  /** A list of one to four items is declared as a union of four tuples, which is one list. */
  function lengths(types, at) {
    const present = types.filter((it) => !(it.flags & ts.TypeFlags.Undefined));
    if (present.length < 2 || !present.every((it) => at.checker.isTupleType(it))) return null;
    return list(present[0], bounds, at);
  }
}

function list(type, { min = null, max = null }, at) {
  const items = at.checker.getTypeArguments(type);
  const item = shape(items[0], {}, at);
  for (const other of items.slice(1)) {
    if (JSON.stringify(shape(other, {}, at)) !== JSON.stringify(item)) throw new Error("a tuple of different items");
  }
  return { ...nothing(), lists: [{ min, max, item }] };
}

function object(type, at) {
  const fields = at.checker.getPropertiesOfType(type).map((symbol) => {
    const optional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
    return [symbol.name, { optional, shape: shape(at.checker.getTypeOfSymbol(symbol), bounds(symbol), at) }];
  });
  const rest = at.checker.getIndexTypeOfType(type, ts.IndexKind.String);
  const other = rest ? shape(rest, {}, at) : null;
  return { ...nothing(), objects: [{ fields: Object.fromEntries(fields), rest: other }] };
}

/** The comments say how long a list may be. */
function bounds(symbol) {
  const tag = (name) => symbol.getJsDocTags().find((it) => it.name === name);
  const number = (name) => (tag(name) ? Number(ts.displayPartsToString(tag(name).text)) : null);
  return { min: number("minItems"), max: number("maxItems") };
}
