// Places: the positions of values in a payload.

/**
 * The position of a value, and the context of its validation. All have the same properties in the same order, which makes
 * them fast; only a problem needs the texts.
 */
class Place {
  /**
   * @param {Place | undefined} around that of the enclosing value; `undefined` for the whole payload
   * @param {string | number | undefined} key the key or index in it
   * @param {"key" | "item" | "value" | undefined} held how the enclosing value holds this one
   * @param {Partial<Place>} context what goes for the values below as well
   */
  constructor(around, key, held, { closed, host, operation, passedOn }) {
    this.around = around;
    this.key = key;
    this.held = held;
    /** Objects from here on reject unknown keys. */
    this.closed = closed;
    /** The version of the host, as numbers. */
    this.host = host;
    /** The operation of the value, if it is below a field that is named after an operation. */
    this.operation = operation;
    /** Set inside a value of a reply that is for a tool: what a problem has there. */
    this.passedOn = passedOn;
    /** A key of this object that has been validated. */
    this.skip = undefined;
    /** Advice for wrong strings. */
    this.mistakes = undefined;
    /** The value may be null. */
    this.nullable = false;
  }

  /** The place of a key or an index. */
  within(key, held = "key") {
    return new Place(this, key, held, this);
  }

  /** This place with other properties. */
  but(changes) {
    const place = new Place(this.around, this.key, this.held, this);
    place.skip = this.skip;
    place.mistakes = this.mistakes;
    place.nullable = this.nullable;
    return Object.assign(place, changes);
  }

  get pointer() {
    return this.around ? pointerTo(this.around.pointer, this.key) : "";
  }

  /** Its name at the beginning of a sentence. */
  get text() {
    if (!this.around) return words.root;
    return this.held === "key" ? `\`${this.key}\`` : filled(this.held, { name: this.around.name });
  }

  /** Its name within a sentence. */
  get name() {
    if (!this.around) return words["root-name"];
    return this.held === "key" ? `\`${this.key}\`` : this.around.name;
  }
}
