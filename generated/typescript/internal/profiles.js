// Profiles to validate under: other hosts, or other uses. Each is a module in `profiles/`, so that a program loads only
// the ones that it imports.

/** The differences under a profile. */
export class Profile {
  /**
   * @param {string} name
   * @param {boolean} unconfirmed true if no second source confirms the profile
   * @param {string[]} outputKeys all keys that a reply may have at the top
   * @param {[string, string][]} types the types that differ, or refer to one that does, by name, as JSON
   */
  constructor(name, unconfirmed, outputKeys, types) {
    this.name = name;
    this.unconfirmed = unconfirmed;
    this.outputKeys = outputKeys;
    this.types = new Map(types);
  }
}

/** The profiles in use, by name. `<type>:<profile>` names the type of a profile. */
export const profiles = new Map();
