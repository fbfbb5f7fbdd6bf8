// A shape is what a type allows, whatever language it was written in, so that two of them can be compared.
//
//   words    the scalars, each as a word: `string`, `number`, `boolean`, `null`, `any`, or a constant as JSON
//   lists    each {min, max, item}; a bound that is not there is null
//   objects  each {fields: name to {optional, shape}, rest}; `rest` is the shape of the other keys, or null
//
// All three together are a union.

/** A shape that allows nothing yet. */
export const nothing = () => ({ words: [], lists: [], objects: [] });

/** The shape of a scalar. */
export const word = (it) => ({ ...nothing(), words: [it] });

/** A shape that allows what any of these does. */
export function union(shapes) {
  const words = new Set(shapes.flatMap((it) => it.words));
  // A string of any content allows every constant string, and a boolean is its two constants.
  if (words.has("string")) [...words].filter((it) => it.startsWith('"')).forEach((it) => words.delete(it));
  if (words.has("true") && words.has("false")) ["true", "false"].forEach((it) => words.delete(it)), words.add("boolean");
  return {
    words: [...words].sort(),
    lists: shapes.flatMap((it) => it.lists),
    objects: shapes.flatMap((it) => it.objects),
  };
}

/**
 * All that a shape says, one fact a path: what the value at the path can be. A field that may be absent has `?` behind
 * its name, an item is `[]`, the other keys are `*`, and of several objects each is named by what tells it apart.
 *
 * @returns {Map<string, string>}
 */
export function facts(shape, path, found = new Map()) {
  const parts = [
    ...shape.words,
    ...shape.lists.map(({ min, max }) => `list ${min ?? 0}..${max ?? ""}`),
    ...shape.objects.map(() => "object").slice(0, 1),
  ];
  found.set(path, parts.join(" | "));
  for (const { item } of shape.lists) facts(item, `${path}[]`, found);
  for (const object of shape.objects) {
    const at = shape.objects.length > 1 ? `${path}<${label(object)}>` : path;
    for (const [name, { optional, shape: inner }] of Object.entries(object.fields)) {
      facts(inner, `${at}.${name}${optional ? "?" : ""}`, found);
    }
    if (object.rest) facts(object.rest, `${at}.*`, found);
  }
  return found;
}

/** Returns the label of an object: its constants, or its required keys. */
function label({ fields }) {
  const required = Object.entries(fields).filter(([, { optional }]) => !optional);
  const constants = required.filter(([, { shape }]) => shape.words.length && shape.words.every((it) => it.startsWith('"')));
  const said = constants.map(([name, { shape }]) => `${name}=${shape.words.join("|")}`);
  return (said.length ? said : required.map(([name]) => name)).sort().join(",");
}
