// The addresses to which handlers may send requests, and the patterns that allow them.

import { fill, pointerTo, quoted } from "../core.js";
import { ownOf } from "../registration.js";
import { addresses, messages, types } from "./data.js";

/** The lists of addresses to which handlers may send requests. */
export class Addresses {
  #lists;
  #patterns;
  /** Whether the host may read a pattern in another way. */
  #isUnsure;
  #size;
  #left = addresses?.most_compared ?? 0;
  #decided = new Map();

  /** @param {import("./sources.js").Source[]} sources */
  constructor(sources) {
    const counts = ({ place, stop }) =>
      addresses?.places.includes(place.name) && (stop === undefined || stop.reason === "disabled");
    const lists = sources.filter(counts).map((source) => ({ source, list: ownOf(source.document)(addresses.key) }));
    this.#lists = lists.filter(({ list }) => Array.isArray(list));
    const texts = this.#lists.flatMap(({ list }) => list).filter((it) => typeof it === "string");
    const read = [...new Set(texts)].map(patternOf);
    this.#isUnsure = read.includes(UNSURE);
    this.#patterns = read.filter((it) => it !== undefined && it !== UNSURE);
    this.#size = this.#patterns.reduce((sum, it) => sum + sizeOf(it), 0);
  }

  /** Returns why the address of a handler is not allowed. Adds what else decides to `doubts`. */
  of(source, handler, doubts) {
    if (this.#lists.length === 0 || source.isOfFunctions) return undefined;
    if (types.get(handler.type).form !== "request") return undefined;
    const { name } = source.place;
    if (addresses.exempt?.includes(name) && this.#lists.every((it) => it.source.place.name !== name)) return undefined;
    const address = handler[addresses.of];
    if (!this.#decided.has(address)) this.#decided.set(address, this.#compared(address));
    const word = this.#decided.get(address);
    if (word === undefined) return undefined;
    const message = fill(messages[word], { key: addresses.key, value: quoted(address) });
    if (word === "address") {
      const because = this.#lists[0].source.pointerAt(pointerTo("", addresses.key));
      return { reason: "address", message, because };
    }
    doubts.push({ condition: "address", message });
    return undefined;
  }

  /** Returns the name of the message about an address; undefined if it is allowed. */
  #compared(text) {
    if (this.#patterns.includes(ALL)) return undefined;
    if (this.#patterns.length === 0 && !this.#isUnsure) return "address";
    const address = partsOf(text);
    if (!address || [address.scheme, address.host, address.port].some((it) => it.includes("*"))) return "address-spelling";
    const cost = this.#size * sizeOf(address);
    if (cost > this.#left) return "address-many";
    this.#left -= cost;
    if (this.#patterns.some((pattern) => allows(pattern, address))) return undefined;
    return this.#isUnsure ? "address-spelling" : "address";
  }
}

/** A pattern that the host may read in another way. */
const UNSURE = {};

/** The pattern that allows every address. */
const ALL = { scheme: "*", host: "*", port: "*", path: "" };

const LAST_PORT = 65535;

const sizeOf = ({ scheme, host, port, path }) => scheme.length + host.length + port.length + path.length;

/** Removes what the host does not read: the blanks around a text, and its fragment. */
function read(text) {
  let [start, end] = [0, text.length];
  while (start < end && text[start] <= " ") start += 1;
  while (end > start && text[end - 1] <= " ") end -= 1;
  return text.slice(start, end).split("#", 1)[0];
}

/** Returns whether the host changes no character of a text. */
const isUsual = (text) => /^[!$&(-;=?-[\]_a-z~]*$/i.test(text);

/** Reads a pattern. It is undefined if it matches nothing. */
function patternOf(given) {
  const text = read(given);
  if (text === "*") return ALL;
  const parts = partsOf(text);
  if (parts) return parts;
  if (!isUsual(text) || text.startsWith("*//")) return UNSURE;
  const [scheme, ...rest] = text.split(":");
  const isAddress = isScheme(scheme.toLowerCase()) || (text.includes("://") && !/^[a-z]+$/i.test(scheme));
  return isAddress && rest.length > 0 ? UNSURE : undefined;
}

const isScheme = (text) => Object.hasOwn(addresses.default_ports, text);

/**
 * Returns the parts of an address or a pattern. A port or a path that is absent is empty.
 *
 * The host reads an address as a browser does, and only an address in its usual spelling is known to stay as it is. For
 * any other one, there are none.
 */
function partsOf(given) {
  const text = read(given);
  if (!isUsual(text)) return undefined;
  const colon = text.indexOf(":");
  if (colon < 0) return undefined;
  const scheme = text.slice(0, colon).toLowerCase();
  let rest = text.slice(colon + 1);
  if (isScheme(scheme)) rest = rest.replace(/^\/+/, "");
  else if (scheme === "*" && rest.startsWith("//")) rest = rest.slice(2);
  else return undefined;
  const end = rest.search(/[/?]|$/);
  const path = rest.slice(end);
  const [host, written, ...more] = rest.slice(rest.lastIndexOf("@", end) + 1, end).toLowerCase().split(":");
  const port = (written ?? "").replace(/^0+(?=\d)/, "");
  const isPath = path !== "?" && !path.split("?", 1)[0].split("/").some((it) => it === "." || it === "..");
  if (more.length > 0 || !isPath || !isHost(host) || !isPort(port)) return undefined;
  const whole = path.endsWith("?") ? path.slice(0, -1) : path;
  return { scheme, host, port, path: whole.startsWith("?") ? `/${whole}` : whole };
}

/** Returns whether a port stays as it is. The host can leave out a default one. */
function isPort(port) {
  if (port === "" || port === "*") return true;
  return /^\d{1,5}$/.test(port) && Number(port) <= LAST_PORT && !Object.values(addresses.default_ports).includes(port);
}

/** Returns whether a host stays as it is: a name, or an address of four numbers. */
function isHost(host) {
  if (host === "" || host.endsWith(".") || host.includes("xn--") || !/^[-*.\w]+$/.test(host)) return false;
  const parts = host.split(".");
  if (!/^(?:\d+$|0x)/.test(parts.at(-1))) return true;
  return parts.length === 4 && parts.every((it) => /^(?:0|[1-9]\d{0,2})$/.test(it) && Number(it) <= 255);
}

/** Returns whether a pattern allows an address. */
const allows = ({ scheme, host, port, path }, address) =>
  (scheme === "*" || scheme === address.scheme) &&
  (port === "*" || port === address.port || (port === "" && host.includes("*"))) &&
  covers(host, address.host) &&
  (path === "" || covers(path, address.path || "/"));

/** Returns whether a pattern is a text, with any text for each star. */
function covers(pattern, text) {
  const [first, ...middle] = pattern.split("*");
  const last = middle.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let end = first.length;
  for (const part of middle) {
    const at = text.indexOf(part, end);
    if (at < 0) return false;
    end = at + part.length;
  }
  return text.length - end >= last.length && text.endsWith(last);
}
