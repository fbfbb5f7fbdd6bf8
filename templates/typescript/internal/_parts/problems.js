// Problems: how they are made, from what a host supports, and collected.

/** Returns the problem of a key that the host does not know, if it may reject the whole reply because of it. */
function refusedBy(strict, template) {
  return strict ? { ...template, severity: "rejected", unconfirmed: strict.unconfirmed } : template;
}

/**
 * Returns a host's support of a feature.
 *
 * @param { { from: number[], after?: number[] } | undefined } since the versions that introduced the feature
 * @param {number[] | undefined} host undefined supports everything
 * @returns {"yes" | "no" | "unsure"}
 */
function support(since, host) {
  if (!since || !host || !isOlder(host, since.from)) return "yes";
  return since.after && isOlder(since.after, host) ? "unsure" : "no";
}

/** Returns the problem of a feature that a host does not know, or may not know. */
function unsupported(since, place, isSure) {
  const reported = filled("unsupported", { place, since: since.from.join(".") });
  const message = isSure ? reported : `${reported} ${words.unsure}`;
  return { code: "unsupported-by-host", severity: isSure ? "ignored" : "inert", unconfirmed: !isSure, message };
}

/**
 * Returns a host's support of a feature that is not part of a payload, and the problem if the host may be too old.
 *
 * @param { { from: number[], after?: number[], name: string } } since the versions that introduced the feature
 * @param {number[] | undefined} host undefined supports everything
 * @returns { { known: boolean, template?: object } }
 */
export function supportOf(since, host) {
  const known = support(since, host);
  return known === "yes" ? { known: true } : { known: known === "unsure", template: unsupported(since, since.name, known === "no") };
}

/**
 * Creates a problem, with its keys in the order of the contract.
 *
 * @param {string} pointer
 * @param { { code: string, severity: string, unconfirmed?: boolean, message: string } } template
 */
export function problem(pointer, { code, severity, unconfirmed, message }) {
  return { pointer, code, severity, confidence: unconfirmed ? "unconfirmed" : "confirmed", message };
}

/** Creates a problem of a whole text. The host has no limits, so its reading of what exceeds one is not known. */
export function ofText(code, severity, message = words[code]) {
  const unconfirmed = message === words["too-large"] || message === words["too-deep"];
  return problem("", { code, severity, unconfirmed, message });
}

/** Returns the problems of a text that the host reads, for the parts that were replaced. */
export function ofReplaced(codes) {
  return codes.map((code) => {
    if (code !== "out-of-range") return ofText(code, "inert", words[code === "too-deep" ? "deep-as-text" : code]);
    return problem("", { code, severity: "ignored", unconfirmed: true, message: words["beyond-doubles"] });
  });
}

/** Returns the problems of an input for the parts that were replaced. As in any input, nothing inert is a problem. */
export function mismatchesOf(codes) {
  const found = ofReplaced(codes).filter(({ severity }) => severity !== "inert");
  return found.map((problem) => ({ ...problem, severity: "mismatch" }));
}

/** Collects problems, by the pointer of the value that they are about. */
class Problems {
  #found = new Map();
  #isInput;

  /** @param {boolean} isInput whether the payload is an input, in which every error is a mismatch */
  constructor(isInput) {
    this.#isInput = isInput;
  }

  /**
   * @param {string} pointer
   * @param { { code: string, severity?: string, unconfirmed?: boolean, message: string } } template
   * @param {string[]} [causes] pointers: the problem is left out if it follows from one of theirs
   */
  report(pointer, template, causes = []) {
    const { severity = "rejected" } = template;
    if (this.#isInput && WITHOUT_CONSEQUENCE.includes(severity)) return;
    const found = problem(pointer, { ...template, severity: this.#isInput ? "mismatch" : severity });
    if (!causes.some((cause) => this.#at(cause).some((it) => explains(it, found)))) this.#at(pointer).push(found);
  }

  #at(pointer) {
    if (!this.#found.has(pointer)) this.#found.set(pointer, []);
    return this.#found.get(pointer);
  }

  /** Makes the problems of a key those of the whole object, of which nothing else is read. */
  extend(key, pointer) {
    this.#at(pointer).push(...this.#at(key));
  }

  /** Returns the problems in order. */
  ordered() {
    const own = ([pointer, problems]) => problems.filter((problem) => problem.pointer === pointer);
    return ordered([...this.#found].flatMap(own));
  }
}
