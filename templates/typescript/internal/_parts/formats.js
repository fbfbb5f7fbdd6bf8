// Formats of strings, which types cannot express.

/** The numbers of the operating system commands that the host accepts. */
const COMMANDS = ["0", "1", "2", "9", "99", "777"];

/** Returns true if a string has the format of this name. Unknown formats allow every string. */
export function hasFormat(text, name) {
  return name !== "terminal-sequence" || isTerminalSequence(text);
}

function isTerminalSequence(text) {
  let at = 0;
  while (at >= 0 && at < text.length) at = text[at] === "\x07" ? at + 1 : afterCommand(text, at);
  return at >= 0;
}

/** Returns the index after an operating system command and its BEL or ST; -1 if there is none. */
function afterCommand(text, at) {
  const numberEnd = text.indexOf(";", at);
  if (!text.startsWith("\x1b]", at) || !COMMANDS.includes(text.slice(at + 2, Math.max(numberEnd, 0)))) return -1;
  const end = numberEnd + text.slice(numberEnd).search(/[\x07\x1b]/);
  if (end < numberEnd) return -1;
  if (text[end] === "\x07") return end + 1;
  return text.startsWith("\x1b\\", end) ? end + 2 : -1;
}
