// The version of the host that a selection is for.

import { isOlder } from "../core.js";

/**
 * A version of the host, and how to read facts of which the first version is not known.
 *
 * Such a fact was seen in one version, and not in an older one. `early` reads it as if the first version after the older one
 * had it.
 */
export class Host {
  /**
   * @param {number[] | undefined} version without it, the host is the newest one
   * @param { { early: boolean } } reading
   */
  constructor(version, { early }) {
    this.version = version;
    this.early = early;
  }

  /**
   * Returns whether the host has what there is since a version.
   *
   * @param { { from: number[], after?: number[] } | undefined } since
   */
  has(since) {
    if (this.version === undefined || since === undefined) return true;
    if (this.early && since.after) return isOlder(since.after, this.version);
    return !isOlder(this.version, since.from);
  }

  /** Returns whether a fact with `since` and `until` holds. */
  holds({ since, until }) {
    return this.has(since) && !(until !== undefined && this.has(until));
  }
}

/** Returns a version as people write it. */
export const shownVersion = ({ from }) => from.join(".");
