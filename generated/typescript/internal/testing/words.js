// The messages.

import { shown } from "../shown.js";
import { words } from "./samples.js";

/** Returns a message. A terminal does not obey what is in it. */
export function said(word, values = {}) {
  return words[word].replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? shown(String(values[name])) : whole));
}
