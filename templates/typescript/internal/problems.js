// What is wrong with a payload, so far.

/**
 * A problem, with its keys in the order of the contract.
 *
 * @param {string} pointer
 * @param {{code: string, severity: string, unconfirmed?: boolean, message: string}} say
 */
export function problem(pointer, { code, severity, unconfirmed, message }) {
  return { pointer, code, severity, confidence: unconfirmed ? "unconfirmed" : "confirmed", message };
}

/** What the host writes is not told of such. */
const WITHOUT_CONSEQUENCE = ["inert", "deprecated"];

/** Collects problems: the first for each pointer and code. */
export class Problems {
  #found = new Map();
  #isInput;

  /** @param {boolean} isInput then whatever is wrong means that the input is not what the contract describes */
  constructor(isInput) {
    this.#isInput = isInput;
  }

  /**
   * @param {string} pointer
   * @param {{code: string, severity?: string, unconfirmed?: boolean, message: string}} say
   */
  tell(pointer, say) {
    // No code has a space in it.
    const place = `${say.code} ${pointer}`;
    const { severity = "rejected" } = say;
    if (this.#found.has(place) || (this.#isInput && WITHOUT_CONSEQUENCE.includes(severity))) return;
    this.#found.set(place, problem(pointer, { ...say, severity: this.#isInput ? "mismatch" : severity }));
  }

  /** All of them, by pointer, then code. */
  sorted() {
    return sorted([...this.#found.values()]);
  }
}

/** Problems by pointer, then code. */
export function sorted(problems) {
  return problems.sort((one, other) => compare(one.pointer, other.pointer) || compare(one.code, other.code));
}

/** By code points, as other languages sort; a string's own order is that of UTF-16. */
function compare(one, other) {
  for (let at = 0; ; ) {
    const [a, b] = [one.codePointAt(at), other.codePointAt(at)];
    if (a !== b) return (a ?? -1) - (b ?? -1);
    if (a === undefined) return 0;
    at += a > 0xffff ? 2 : 1;
  }
}
