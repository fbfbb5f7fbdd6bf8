// What a payload is judged under besides: another host, or another use. Each is a module of its own below `profiles/`, so
// that a program has those that it imports and no other.

/** The differences under a profile. */
export class Profile {
  /**
   * @param {string} name
   * @param {boolean} unconfirmed no second source says any of it
   * @param {string[]} outputKeys all keys that a reply may have at the top
   * @param {[string, string][]} types those that differ, or lead to one that does: JSON, until one is asked for
   */
  constructor(name, unconfirmed, outputKeys, types) {
    this.name = name;
    this.unconfirmed = unconfirmed;
    this.outputKeys = outputKeys;
    this.types = new Map(types);
  }
}

/** Those that were requested, by their names: a type that is one's own has its profile's name behind a colon. */
export const profiles = new Map();
