// The messages.

import { words } from "./samples.js";

/** Returns a message. */
export function said(word, values = {}) {
  return words[word].replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name] : whole));
}
