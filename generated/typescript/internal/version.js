// Versions of the host: lists of numbers, compared number by number.

/** Whether a version comes before another one; what the other one goes on from comes before it. */
export function isOlder(version, other) {
  const at = other.findIndex((part, index) => part !== version[index]);
  return at >= 0 ? (version[at] ?? -1) < other[at] : false;
}

/**
 * Whether a host knows something.
 *
 * @param {{from: number[], after?: number[]} | undefined} since when hosts know it
 * @param {number[] | undefined} host undefined knows everything
 * @returns {"yes" | "no" | "unsure"}
 */
export function support(since, host) {
  if (!since || !host || !isOlder(host, since.from)) return "yes";
  return since.after && isOlder(since.after, host) ? "unsure" : "no";
}
