/** The maximum depth of a value: the stack is limited. */
const MOST_LEVELS = 128;

/** Returns true if a number or a string is within its bounds. A character is a code point; some have two units. */
function isWithin(value, { minimum = -Infinity, above, maximum = Infinity, min_length: least = 0 }) {
  if (typeof value === "number") return value >= minimum && (above === undefined || value > above) && value <= maximum;
  return value.length >= 2 * least || Array.from(value).length >= least;
}
