// Validates quickly. A value that fits has no problem that counts; what does not fit is left to the validators, which
// are slower to load.
//
// An expression is the name of a JSON type, or a list: `["is", constant]`, `["null", inner]`, `["list", item, min, max]`,
// `["map", value]`, `["type", name, closed]`, `["tool", column, base, by, except]`, `["format", name]`,
// `["within", inner, bounds]`, or `["unsure"]`.

/** Returns true if a value has no more levels, and no number beyond doubles. */
const isPlain = (function (value, levels = MOST_LEVELS) {
  if (typeof value !== "object" || value === null) return typeof value !== "number" || Number.isFinite(value);
  return levels > 0 && Object.values(value).every((it) => isPlain(it, levels - 1));
});

/**
 * Returns true if a value fits an expression.
 *
 * @param {unknown} value
 * @param {string | unknown[]} of the expression
 * @param {object} plan the types. What few replies have is in `more.js`: without that, `needsTool` or `needsFormat` is set
 * @param {boolean} closed objects from here on have no unknown keys
 */
const fits = (function (value, of, plan, closed) {
  switch (typeof of === "string" ? of : of[0]) {
    case "any":
      return true;
    case "integer":
      return Number.isSafeInteger(value);
    case "is":
      return value === of[1];
    case "null":
      return value === null || fits(value, of[1], plan, closed);
    case "list":
      return Array.isArray(value) && hasLength(value, of) && value.every((it) => fits(it, of[1], plan, closed));
    case "map":
      return isObject(value) && Object.values(value).every((it) => fits(it, of[1], plan, closed));
    case "type":
      return fitsType(value, plan.types[of[1]], plan, closed || of[2] === 1);
    case "tool":
      return fits(value, of[2], plan, closed) && fitsTool(value, of, plan);
    case "format":
      plan.needsFormat = plan.hasFormat === undefined;
      return typeof value === "string" && (plan.needsFormat || plan.hasFormat(value, of[1]));
    case "within":
      return fits(value, of[1], plan, closed) && isWithin(value, of[2]);
    case "unsure":
      return false;
    default:
      return typeof value === of;
  }
});

const hasLength = ({ length }, [, , least, most]) => length >= least && length <= (most ?? Infinity);

/** Returns true if a value of the tool fits. In an input, the tool is not known. */
const fitsTool = (function (value, [, column, , by, except = []], plan) {
  plan.needsTool = plan.row === undefined && typeof plan.tool === "string";
  const { name, columns } = plan.row ?? {};
  if (columns?.[column] === undefined || except.includes(name)) return true;
  return by === null && fitsType(value, plan.types[columns[column]], plan, true);
});

const fitsType = (function (value, type, plan, closed) {
  if (type.of) return fits(value, type.of, plan, closed);
  if (type.values) return typeof value === "string" && (type.open === 1 || type.values.includes(value));
  if (type.types) return fitsOneOf(jsonType(value), value, type.types, plan, closed);
  if (!isObject(value)) return false;
  if (type.tag) return fitsTag(value, type, plan, closed);
  if (type.with) return fitsKey(value, type, plan, closed);
  return fitsFields(value, type, plan, closed);
});

const jsonType = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

const fitsOneOf = (name, value, of, plan, closed) => Object.hasOwn(of, name) && fits(value, of[name], plan, closed);

function fitsTag(value, { tag, tags, absent }, plan, closed) {
  if (Object.hasOwn(value, tag)) return typeof value[tag] === "string" && fitsOneOf(value[tag], value, tags, plan, closed);
  return absent !== undefined && fits(value, absent, plan, closed);
}

const fitsKey = (function (value, type, plan, closed) {
  if (!Object.hasOwn(value, type.key)) return fits(value, type.without, plan, closed);
  return (type.value === undefined || value[type.key] === type.value) && fits(value, type.with, plan, closed);
});

const fitsFields = (function (value, { keys, fields, rest, empty }, plan, closed) {
  for (const key of Object.keys(fields)) {
    const [of, isRequired] = fields[key];
    if (Object.hasOwn(value, key) ? !fits(value[key], of, plan, closed) : isRequired === 1) return false;
  }
  const others = Object.keys(value).filter((key) => empty === 1 || !Object.hasOwn(fields, key));
  if (others.length > 0 && (empty === 1 || keys === "closed" || (keys === "open" && closed))) return false;
  return rest === undefined || others.every((key) => fits(value[key], rest, plan, closed));
});
