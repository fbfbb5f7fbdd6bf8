// Orders problems, and leaves out those that follow from other ones.

/** The severities, the most severe one first. */
const SEVERITIES = ["rejected", "mismatch", "ignored", "inert", "suspicious", "deprecated"];

/** The codes that say nothing new about a value which the host refuses or drops. */
const ADVICE = ["without-effect", "deprecated"];

/**
 * Returns the problems that do not follow from another one: the most severe ones first, then by pointer and code. Of
 * problems with the same pointer and code, only the first one is kept.
 */
export function ordered(problems) {
  if (problems.length < 2) return problems;
  const all = new Set();
  const at = new Map();
  for (const problem of problems) {
    const known = at.get(problem.pointer) ?? [];
    if (known.some(({ code }) => code === problem.code)) continue;
    at.set(problem.pointer, [...known, problem]);
    all.add(problem);
  }
  for (const problem of following(all, at)) all.delete(problem);
  return [...all].sort(
    (one, other) => rank(one) - rank(other) || compare(one.pointer, other.pointer) || compare(one.code, other.code),
  );
}

/** Returns the problems that follow from another one. `at` has the problems of each pointer. */
function following(problems, at) {
  const found = new Set();
  if (![...problems].some(isAdvice)) return found;
  for (const inner of problems) {
    for (const outer of around(inner.pointer).flatMap((pointer) => at.get(pointer) ?? [])) {
      if (follows(inner, outer)) found.add(inner);
      if (outer.code === "deprecated" && follows(outer, inner)) found.add(outer);
    }
  }
  return found;
}

/** Returns true if a key is refused or dropped, which explains why a rule about it is broken. */
function explains(cause, problem) {
  return rank(cause) <= Math.min(rank(problem), SEVERITIES.indexOf("ignored")) && isAsSure(cause, problem);
}

const follows = (problem, cause) => isAdvice(problem) && rank(cause) < rank(problem) && isAsSure(cause, problem);

const isAdvice = ({ code }) => ADVICE.includes(code);

const isAsSure = (cause, problem) => cause.confidence === "confirmed" || problem.confidence === "unconfirmed";

const rank = ({ severity }) => SEVERITIES.indexOf(severity);

/** Returns the pointers of a value and of the values around it, except for the whole payload. */
function around(pointer) {
  const found = [pointer];
  for (let end = pointer.lastIndexOf("/"); end > 0; end = pointer.lastIndexOf("/", end - 1)) found.push(pointer.slice(0, end));
  return found;
}

/** Compares by code points, as other languages do; JavaScript compares UTF-16 units. */
export function compare(one, other) {
  for (let at = 0; ; ) {
    const [a, b] = [one.codePointAt(at), other.codePointAt(at)];
    if (a !== b) return (a ?? -1) - (b ?? -1);
    if (a === undefined) return 0;
    at += a > 0xffff ? 2 : 1;
  }
}
