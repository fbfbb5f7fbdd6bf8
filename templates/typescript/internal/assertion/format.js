// Formats of strings, each by the grammar of its standard. Every language decides alike.

/**
 * Returns true if a string has the format of this name.
 *
 * @param {string} text
 * @param {string} name
 * @returns {boolean}
 */
export function hasFormat(text, name) {
  return /^[\0-\x7f]*$/.test(text) && FORMATS[name](text);
}

/** Returns the number of two digits, or NaN. */
const two = (text) => (/^[0-9]{2}$/.test(text) ? Number(text) : NaN);

function isDate(text) {
  const found = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  if (!found) return false;
  const [year, month, day] = found.slice(1).map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? 28 + Number(isLeap) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

function isDateTime(text) {
  const found = /^(.{10})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(.+)$/s.exec(text);
  if (!found || !isDate(found[1])) return false;
  const [hour, minute, second] = found.slice(2, 5).map(Number);
  const minutes = minutesOf(found[5]);
  if (Number.isNaN(minutes) || hour > 23 || minute > 59) return false;
  // A leap second is the last one of a day in UTC.
  const isLast = (hour * 60 + minute - minutes + 2880) % 1440 === 1439;
  return second < 60 || (second === 60 && isLast);
}

/** Returns the minutes of an offset from UTC, or NaN. */
function minutesOf(offset) {
  if (offset === "Z" || offset === "z") return 0;
  if (!/^[+-].{5}$/s.test(offset) || offset[3] !== ":") return NaN;
  const [hours, minutes] = [two(offset.slice(1, 3)), two(offset.slice(4))];
  if (!(hours < 24 && minutes < 60)) return NaN;
  return (hours * 60 + minutes) * (offset[0] === "-" ? -1 : 1);
}

/** Returns true for a date that Python has: its first year is 1. */
const isNativeDate = (text) => isDate(text) && !text.startsWith("0000");

/** Returns true for a time that Python has: no leap second, and six digits of a second at most. */
const isNativeDateTime = (text) =>
  isDateTime(text) && !/^0000|^.{17}60|\.[0-9]{7}/.test(text);

function isEmail(text) {
  const at = text.lastIndexOf("@");
  if (at < 0) return false;
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const isAtom = (it) => /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+$/.test(it);
  const isLocal = local.split(".").every(isAtom) || /^"(?:[ !#-[\]-~]|\\[ -~])*"$/.test(local);
  return isLocal && (domain.split(".").every(isLabel) || isLiteral(domain));
}

/** Returns true for a part of the name of a host. */
const isLabel = (text) => /^[A-Za-z0-9-]+$/.test(text) && !text.startsWith("-") && !text.endsWith("-");

function isLiteral(text) {
  if (!/^\[.*\]$/s.test(text)) return false;
  const inner = text.slice(1, -1);
  return inner.slice(0, 5).toLowerCase() === "ipv6:" ? isIpv6(inner.slice(5)) : isIpv4(inner);
}

/** Returns the text before and after the first place of a sign; without the sign, all of it is before. */
function split(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + sign.length)];
}

function isUri(text) {
  const colon = text.indexOf(":");
  if (colon < 0 || !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(text.slice(0, colon))) return false;
  const [before, fragment] = split(text.slice(colon + 1), "#");
  let [path, query] = split(before, "?");
  if (path.startsWith("//")) {
    const slash = path.indexOf("/", 2);
    const end = slash < 0 ? path.length : slash;
    if (!isAuthority(path.slice(2, end))) return false;
    path = path.slice(end);
  }
  return isPart(path, ":@/") && isPart(query, ":@/?") && isPart(fragment, ":@/?");
}

function isAuthority(text) {
  const at = text.lastIndexOf("@");
  const host = text.slice(at + 1);
  const isUser = isPart(text.slice(0, Math.max(at, 0)), ":");
  if (!host.startsWith("[")) {
    const colon = host.indexOf(":");
    const end = colon < 0 ? host.length : colon;
    return isUser && isPart(host.slice(0, end), "") && isPort(host.slice(end));
  }
  const end = host.indexOf("]");
  const address = host.slice(1, end);
  return isUser && end > 0 && (isIpv6(address) || isFuture(address)) && isPort(host.slice(end + 1));
}

const isPort = (text) => /^(?::[0-9]*)?$/.test(text);

/** Returns true for a URI that parsers of URLs accept. They know some schemes, and read a host and a port. */
function isNativeUri(text) {
  if (!isUri(text)) return false;
  const [scheme, rest] = split(text, ":");
  const isWeb = /^(?:https?|wss?|ftp)$/i.test(scheme);
  const isFile = /^file$/i.test(scheme);
  if (!rest.startsWith("//")) return !isWeb && !isFile;
  const authority = rest.slice(2).split(/[/?#]/)[0];
  const place = authority.slice(authority.lastIndexOf("@") + 1);
  const colon = place.indexOf(":", place.indexOf("]") + 1);
  const host = colon < 0 ? place : place.slice(0, colon);
  if (Number(place.slice(host.length + 1)) > 65535) return false;
  // A file has a host at most.
  if (isFile && authority !== host) return false;
  if (host.startsWith("[")) return isIpv6(host.slice(1, -1));
  if (isWeb || (isFile && host !== "")) return isDomain(host);
  return host !== "" || authority === "";
}

/** Returns true for the name of a host that is the same with and without the rules for letters outside ASCII. */
function isDomain(text) {
  // A name that ends with a number is an address.
  const isNumber = /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)$/i.test(text);
  const isName = text.split(".").every((it) => /^[A-Za-z0-9_-]+$/.test(it) && !/^xn--/i.test(it));
  return isIpv4(text) || (isName && !isNumber);
}

/** Returns true for an address of a version of IP after 6. */
const isFuture = (text) => /^[vV][0-9A-Fa-f]+\.[^%]+$/.test(text) && isPart(text.slice(text.indexOf(".") + 1), ":");

/** Returns true if a part of a URI has only characters that every part can have, escapes, and these. */
function isPart(text, others) {
  const [first, ...escaped] = text.split("%");
  if (!escaped.every((it) => /^[0-9A-Fa-f]{2}/.test(it))) return false;
  const rest = first + escaped.map((it) => it.slice(2)).join("");
  return [...rest].every((it) => /[A-Za-z0-9\-._~!$&'()*+,;=]/.test(it) || others.includes(it));
}

const isUuid = (text) => /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(text);

const isByte = (text) => /^(?:0|[1-9][0-9]{0,2})$/.test(text) && Number(text) < 256;

function isIpv4(text) {
  const parts = text.split(".");
  return parts.length === 4 && parts.every(isByte);
}

function isIpv6(text) {
  if (!text.includes("::")) return groups(text, true) === 8;
  const [left, right] = split(text, "::");
  // The two colons are one group of zeros at least. A wrong group makes the sum NaN.
  return groups(left, false) + groups(right, true) < 8;
}

/** Returns the number of groups of an IPv6 address, of which the last can be an IPv4 address; NaN if there is another one. */
function groups(text, isEnd) {
  if (text === "") return 0;
  const isGroup = (it) => /^[0-9A-Fa-f]{1,4}$/.test(it);
  const others = text.split(":");
  const last = others.pop();
  const size = isGroup(last) ? 1 : isEnd && isIpv4(last) ? 2 : NaN;
  return others.every(isGroup) ? others.length + size : NaN;
}

const FORMATS = {
  "date-time": isDateTime,
  date: isDate,
  email: isEmail,
  uri: isUri,
  uuid: isUuid,
  ipv4: isIpv4,
  ipv6: isIpv6,
  "native-date-time": isNativeDateTime,
  "native-date": isNativeDate,
  "native-uri": isNativeUri,
};
