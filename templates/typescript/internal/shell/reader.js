// Reads a text as a shell does, and lists its simple commands.

import { runsNothing } from "./code.js";
import { effectOf, tables } from "./data.js";
import { innerCommands, readWords } from "./inner.js";
import {
  Command, DEEPEST, Fault, hasCode, HereDocument, isName, isNameSign, joined, Redirection, Text, withoutEnding, Word,
} from "./words.js";

/** The signs that end a word. */
const META = " \t\n;&|<>()";
/** The signs of a word that are not taken as they are. */
const ACTIVE = "'\"\\$`*?[{~";
const SPECIAL = META + ACTIVE;
/** The operators of redirections, the longest first. */
const OPERATORS = ["<<<", "<<-", "&>>", "<<", "<&", "<>", ">>", ">&", ">|", "&>", "<", ">"];
/** Those of them that write to a file. */
const WRITING = [">", ">>", ">&", "&>", "&>>"];
/** The words with a meaning where a command can begin. */
const RESERVED = new Set(
  "if then elif else fi for while until do done case esac select function { } ! [[ coproc".split(" "),
);
const LONGEST = Math.max(...[...RESERVED].map((word) => word.length));
/** The builtins whose words can be assignments. */
const DECLARING = new Set(["declare", "typeset", "local", "export", "readonly", "alias", "eval", "let"]);
/** What a backslash and a letter are in `$'…'`. */
const ESCAPES = new Map([
  ["a", "\x07"], ["b", "\b"], ["e", "\x1b"], ["E", "\x1b"], ["f", "\f"], ["n", "\n"], ["r", "\r"], ["t", "\t"],
  ["v", "\v"], ["\\", "\\"], ["'", "'"], ['"', '"'], ["?", "?"],
]);
/** The most digits of a sign that is written as a number in `$'…'`. */
const DIGITS = new Map([["x", 2], ["u", 4], ["U", 8]]);
/** The flags of a variable in zsh, between `$` and its name. */
const FLAGS = "=~^+";
const HEX = "0123456789abcdefABCDEF";
const OCTAL = "01234567";
/** The first number that is not an ASCII sign. */
const ASCII_END = 128;

const isDigit = (sign) => /^[0-9]$/.test(sign);

/** Returns whether a text that begins with a bracket has several values: `{a,b}`, `{1..3}`, `[ab]`. */
function isPattern(text) {
  const [opened, closed] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (opened >= 0 && opened < closed) {
    const inner = text.slice(opened, closed);
    if (inner.includes(",") || inner.includes("..")) return true;
  }
  const bracket = text.indexOf("[");
  return bracket >= 0 && bracket < text.lastIndexOf("]");
}

/** Returns whether a line ends with a sign that joins it with the next. */
function goesOn(text, start, end) {
  let count = 0;
  while (end - count > start && text[end - count - 1] === "\\") count++;
  return count % 2 === 1;
}

/** Returns a text without the ends of lines after a backslash. */
const unfolded = (text) => text.replaceAll("\\\n", "");

/**
 * Adds the commands of a text to a line. What cannot be read makes the line opaque.
 *
 * @param {Text} text
 * @param {import("./words.js").Line} line
 * @param {number} depth
 * @param {string[]} reached
 * @param {string[]} through
 */
export function readText(text, line, depth, reached, through) {
  const reader = new Reader(text, line, depth, reached, through);
  try {
    reader.read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    line.hides(error.reason, text.place(error.at), text.place(text.text.length));
  }
}

/** The state of reading one text. */
class Reader {
  #source;
  #text;
  #at = 0;
  #end;
  #line;
  #depth;
  #reached;
  #through;
  /** The here-documents that begin after the end of the line. @type {HereDocument[]} */
  #waiting = [];

  constructor(source, line, depth, reached, through) {
    this.#source = source;
    this.#text = source.text;
    this.#end = source.text.length;
    this.#line = line;
    this.#depth = depth;
    this.#reached = reached;
    this.#through = through;
  }

  /**
   * Reads all of it.
   *
   * @throws {Fault} if a part cannot be read
   */
  read() {
    this.#commands([]);
    if (this.#at < this.#end) throw this.#fault("syntax");
  }

  // Signs

  /** Returns the sign at a distance; nothing after the end. */
  #sign(ahead = 0) {
    const at = this.#at + ahead;
    return at < this.#end ? this.#text[at] : "";
  }

  #starts(text) {
    return this.#text.startsWith(text, this.#at) && this.#at + text.length <= this.#end;
  }

  /** Returns where a text is next; -1 if it is not before the end. */
  #find(text, from) {
    const at = this.#text.indexOf(text, from);
    return at < this.#end ? at : -1;
  }

  /** Returns where a line ends. */
  #upToLineEnd(from) {
    const at = this.#find("\n", from);
    return at < 0 ? this.#end : at;
  }

  /** Returns the first place from one on that has one of these signs, or the end. */
  #upTo(signs, from) {
    let at = from;
    while (at < this.#end && !signs.includes(this.#text[at])) at++;
    return at;
  }

  /** Returns where a name ends that begins at a place. */
  #afterName(from) {
    let at = from;
    while (at < this.#end && isNameSign(this.#text[at])) at++;
    return at;
  }

  #fault(reason, at = this.#at) {
    return new Fault(reason, at);
  }

  /** Returns the fault of a text that goes on with something else, or ends. */
  #unexpected() {
    return this.#fault(this.#at >= this.#end ? "unclosed" : "syntax");
  }

  #deeper(start) {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw this.#fault("deep", start);
  }

  /** Returns whether no word begins here, because there is the end, a blank or an operator. */
  #endsWord() {
    return META.includes(this.#sign()) && !this.#substitutesProcess();
  }

  /** Passes blanks, and the ends of lines after a backslash. */
  #blanks() {
    while (this.#at < this.#end) {
      if (" \t".includes(this.#text[this.#at])) this.#at += 1;
      else if (this.#starts("\\\n")) this.#at += 2;
      else return;
    }
  }

  /** Passes blanks, comments and the ends of lines. */
  #lines() {
    for (;;) {
      this.#blanks();
      const sign = this.#sign();
      if (sign === "#") this.#comment();
      else if (sign === "\n") this.#newLine();
      else return;
    }
  }

  #comment() {
    this.#at = this.#upToLineEnd(this.#at);
  }

  /** Passes the end of a line, and the here-documents that begin after it. */
  #newLine() {
    this.#at += 1;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const document of waiting) this.#hereDocument(document);
  }

  /** Returns the word here if it can be a reserved one, and where it ends. */
  #plain() {
    let at = this.#at;
    let word = "";
    while (at < this.#end && word.length <= LONGEST) {
      const sign = this.#text[at];
      if (this.#text.startsWith("\\\n", at)) {
        at += 2;
      } else if (META.includes(sign)) {
        break;
      } else {
        word += sign;
        at += 1;
      }
    }
    return { word: word.length > LONGEST ? "" : word, end: at };
  }

  /** Passes a reserved word, and says whether it was there. */
  #takes(word) {
    const found = this.#plain();
    if (found.word !== word) return false;
    this.#at = found.end;
    return true;
  }

  #expects(word) {
    this.#lines();
    if (!this.#takes(word)) throw this.#unexpected();
  }

  // Lists

  /** Reads commands up to one of the ends, or to the end of the text. */
  #commands(ends) {
    const isAtEnd = () => ends.includes(this.#plain().word);
    for (;;) {
      this.#lines();
      if (this.#at >= this.#end) {
        if (ends.length > 0) throw this.#fault("unclosed");
        return;
      }
      if (this.#text[this.#at] === ")" || isAtEnd() || this.#starts(";;")) return;
      if (ends.includes(";&") && this.#starts(";&")) return;
      if (this.#andOr()) continue;
      this.#blanks();
      const sign = this.#sign();
      if (sign === ";" && ![";", "&"].includes(this.#sign(1))) {
        this.#at += 1;
      } else if (!["", "\n", ")", "#", ";"].includes(sign) && !isAtEnd()) {
        // After a compound command there can be the word that ends the list.
        throw this.#fault("syntax");
      }
    }
  }

  /** Reads commands joined by `&&` and `||`, and says whether `&` ends them. */
  #andOr() {
    const first = this.#line.commands.length;
    const outer = this.#reached;
    for (;;) {
      this.#pipeline();
      this.#blanks();
      if (!this.#starts("&&") && !this.#starts("||")) break;
      this.#reached = [...outer, this.#sign() === "&" ? "and" : "or"];
      this.#at += 2;
      this.#lines();
    }
    this.#reached = outer;
    if (this.#sign() !== "&") return false;
    this.#at += 1;
    // In zsh, the sign belongs to `&`.
    if (this.#sign() === "!" && !META.includes(this.#sign(1))) this.#hidesFrom(this.#at, "zsh");
    for (const command of this.#line.commands.slice(first)) {
      command.reached = [...outer, "background", ...command.reached.slice(outer.length)];
    }
    return true;
  }

  #pipeline() {
    const outer = this.#reached;
    for (let isFirst = true; ; isFirst = false) {
      this.#prefixed(isFirst);
      this.#blanks();
      if (this.#sign() !== "|" || this.#sign(1) === "|") break;
      this.#at += this.#sign(1) === "&" ? 2 : 1;
      this.#lines();
      this.#reached = [...outer, "pipe"];
    }
    this.#reached = outer;
  }

  /** Reads a command after `!` and, if it is the first of a pipeline, `time`, each as often as it is there. */
  #prefixed(isFirst) {
    this.#blanks();
    const outer = this.#through;
    const start = this.#at;
    for (;;) {
      this.#blanks();
      if (this.#takes("!")) {
        // With an option of Bash, it is a pattern.
        if (this.#sign() === "(") this.#hidesFrom(this.#at - 1, "syntax");
        continue;
      }
      if (!isFirst || !this.#takes("time")) break;
      this.#through = [...outer, "time"];
      this.#blanks();
      if (this.#takes("-p")) this.#blanks();
      this.#takes("--");
    }
    this.#blanks();
    if (!["", "\n", ";", "&", ")"].includes(this.#sign()) || this.#starts("&>")) this.#command();
    else if (this.#at === start) throw this.#unexpected();
    this.#through = outer;
  }

  // Commands

  #command() {
    const start = this.#at;
    const reached = this.#reached;
    if (this.#sign() === "(") {
      this.#deeper(start);
      this.#bracket();
    } else {
      const { word, end } = this.#plain();
      if (!RESERVED.has(word)) {
        this.#simple();
        return;
      }
      this.#deeper(start);
      this.#at = end;
      this.#compound(word, start);
    }
    this.#depth -= 1;
    this.#reached = reached;
    this.#redirected();
  }

  /** Reads `((…))` or `(…)`. */
  #bracket() {
    if (this.#starts("((")) {
      this.#arithmetic(2, "))");
    } else {
      this.#at += 1;
      this.#nested("subshell");
    }
  }

  /** Reads commands up to `)`, and passes it. */
  #nested(step) {
    const outer = this.#reached;
    this.#reached = [...outer, step];
    this.#commands([")"]);
    if (this.#sign() !== ")") throw this.#fault("syntax");
    this.#at += 1;
    this.#reached = outer;
  }

  /** Reads commands up to a reserved word, passes it, and returns it. */
  #block(ends, ...steps) {
    const outer = this.#reached;
    this.#reached = [...outer, ...steps];
    this.#commands(ends);
    const { word, end } = this.#plain();
    if (!ends.includes(word)) throw this.#fault("syntax");
    this.#at = end;
    this.#reached = outer;
    return word;
  }

  /** Reads a compound command after its first word. */
  #compound(word, start) {
    switch (word) {
      case "{":
        this.#block(["}"]);
        break;
      case "if":
        this.#condition();
        break;
      case "while":
      case "until":
        this.#block(["do"], "loop");
        this.#block(["done"], "loop");
        break;
      case "for":
      case "select":
        this.#loop();
        break;
      case "case":
        this.#case();
        break;
      case "function":
        this.#blanks();
        this.#word();
        this.#blanks();
        if (this.#sign() === "(") this.#bracketsOfFunction();
        this.#body();
        break;
      case "[[":
        this.#test();
        break;
      case "coproc":
        this.#coprocess();
        break;
      default:
        throw this.#fault("syntax", start);
    }
  }

  #condition() {
    this.#block(["then"], "branch");
    for (;;) {
      const word = this.#block(["elif", "else", "fi"], "branch");
      if (word === "else") this.#block(["fi"], "branch");
      if (word !== "elif") return;
      this.#block(["then"], "branch");
    }
  }

  /** Reads `for` or `select` after the word. */
  #loop() {
    this.#blanks();
    if (this.#starts("((")) {
      this.#arithmetic(2, "))");
      this.#blanks();
    } else {
      const name = this.#word();
      if (!name.isLiteral || effectOf(name.text) || tables.has(name.text)) {
        this.#line.hides("eval", name.place, name.last);
      }
      this.#lines();
      if (this.#takes("in")) this.#values();
    }
    if (this.#sign() === ";") this.#at += 1;
    this.#lines();
    if (this.#takes("{")) {
      this.#block(["}"], "loop");
    } else {
      this.#expects("do");
      this.#block(["done"], "loop");
    }
  }

  /** Reads the words after `in`. */
  #values() {
    this.#blanks();
    while (!["", "\n", ";"].includes(this.#sign())) {
      if (this.#endsWord()) throw this.#fault("syntax");
      this.#word();
      this.#blanks();
      if (this.#sign() === "#") this.#comment();
    }
  }

  #case() {
    this.#blanks();
    this.#word();
    this.#expects("in");
    for (;;) {
      this.#lines();
      if (this.#takes("esac")) return;
      this.#patterns();
      const outer = this.#reached;
      this.#reached = [...outer, "branch"];
      this.#commands(["esac", ";&"]);
      this.#reached = outer;
      if (this.#takes("esac")) return;
      const operator = [";;&", ";;", ";&"].find((it) => this.#starts(it));
      if (operator === undefined) throw this.#fault("syntax");
      this.#at += operator.length;
    }
  }

  /** Reads the patterns of a branch of `case`, up to `)`. */
  #patterns() {
    if (this.#sign() === "(") this.#at += 1;
    for (;;) {
      this.#blanks();
      this.#word();
      this.#blanks();
      if (this.#sign() !== "|") break;
      this.#at += 1;
    }
    if (this.#sign() !== ")") throw this.#unexpected();
    this.#at += 1;
  }

  /** Reads `[[ … ]]` after the first word. */
  #test() {
    const start = this.#at;
    this.#line.computes = true;
    for (;;) {
      this.#blanks();
      if (this.#at >= this.#end) throw this.#fault("unclosed", start);
      if (this.#takes("]]")) return;
      if (this.#sign() === "\n") this.#newLine();
      else if (this.#sign() === "#") this.#comment();
      else if (this.#starts("(#")) throw this.#fault("zsh");
      else if (this.#endsWord()) this.#at += 1;
      else this.#word();
    }
  }

  #coprocess() {
    const outer = this.#reached;
    this.#reached = [...outer, "background"];
    this.#blanks();
    const start = this.#at;
    this.#at = this.#afterName(start);
    const name = this.#text.slice(start, this.#at);
    this.#blanks();
    // A name, if a compound command follows it.
    if (RESERVED.has(name) || !isName(name) || !this.#isCompound()) this.#at = start;
    this.#command();
    this.#reached = outer;
  }

  /** Returns whether a compound command begins here. */
  #isCompound() {
    return this.#sign() === "(" || RESERVED.has(this.#plain().word);
  }

  #bracketsOfFunction() {
    this.#at += 1;
    this.#blanks();
    if (this.#sign() !== ")") throw this.#fault("syntax");
    this.#at += 1;
  }

  /** Reads the body of a function. */
  #body() {
    this.#lines();
    const outer = this.#reached;
    this.#reached = [...outer, "function"];
    if (!this.#isCompound()) throw this.#unexpected();
    this.#command();
    this.#reached = outer;
  }

  /** Reads the redirections of a compound command. */
  #redirected() {
    const command = new Command(this.#at, this.#reached, this.#through);
    do this.#blanks();
    while (this.#redirection(command));
    if (command.redirections.length === 0) return;
    command.start = command.redirections[0].start;
    this.#add(command);
  }

  // Simple commands

  #simple() {
    const command = new Command(this.#at, this.#reached, this.#through);
    const index = this.#line.commands.length;
    try {
      if (this.#defines(command)) return;
    } catch (fault) {
      // What was read of it is worth a look.
      this.#add(command, index);
      throw fault;
    }
    this.#add(command, index);
  }

  /** Reads the parts of a simple command, or a function that is defined, and says which. */
  #defines(command) {
    for (;;) {
      this.#blanks();
      const sign = this.#sign();
      if (["", "\n", ";", "|", ")"].includes(sign) || (sign === "&" && this.#sign(1) !== ">")) return false;
      if (sign === "#") {
        this.#comment();
        return false;
      }
      if (this.#redirection(command)) continue;
      const { words, assignments, redirections } = command;
      if (sign === "(") {
        if (words.length !== 1 || assignments.length > 0 || redirections.length > 0) throw this.#fault("syntax");
        this.#bracketsOfFunction();
        this.#deeper(command.start);
        this.#body();
        this.#depth -= 1;
        command.words = [];
        return true;
      }
      if (words.length === 0) {
        if (!this.#assignment(command)) this.#addWord(command);
      } else if (words[0].isLiteral && DECLARING.has(words[0].text)) {
        this.#declared(command);
      } else {
        this.#addWord(command);
      }
    }
  }

  /** Reads a word of a builtin that declares variables: it can have a list in brackets. */
  #declared(command) {
    const at = this.#at;
    const count = command.assignments.length;
    if (!this.#assignment(command)) {
      this.#addWord(command);
      return;
    }
    if (command.assignments.length === count) return;
    const { value } = command.assignments.pop();
    const word = new Word(this.#source, at);
    if (value === null) {
      word.addFilled(this.#text.slice(at, this.#at), at, false);
    } else {
      word.add(this.#text.slice(at, value.start), at);
      word.extend(value);
    }
    command.words.push(word.ends(this.#at));
  }

  #addWord(command) {
    command.words.push(this.#word());
    command.end = this.#at;
  }

  /** Adds a command that is read in full, and those that it runs. */
  #add(command, index = this.#line.commands.length) {
    const { words, assignments, redirections } = command;
    if (words.length === 0 && assignments.length === 0 && redirections.length === 0) return;
    command.start = this.#source.place(command.start);
    command.end = this.#source.place(command.end);
    this.#line.commands.splice(index, 0, command);
    const [first] = words;
    const isReserved = assignments.length > 0 && first && !first.isQuoted && RESERVED.has(first.text);
    const isBracket = (it) => it.descriptor.startsWith("{") && !(first && first.start < it.start);
    // In zsh, a reserved word can be after an assignment, and `{fd}` is a command in brackets.
    if (isReserved || redirections.some(isBracket)) this.#line.hiddenBy(command, "zsh");
    innerCommands(command, this.#line, this.#depth);
  }

  /** Reads an assignment if there is one here. */
  #assignment(command) {
    const start = this.#at;
    let at = this.#afterName(start);
    while (at < this.#end && this.#text.startsWith("\\\n", at)) at = this.#afterName(at + 2);
    const written = this.#text.slice(start, at);
    if (!/^[A-Za-z_]/.test(written) || at >= this.#end || !"=+[".includes(this.#text[at])) return false;
    if (written.includes("\\")) throw this.#fault("syntax");
    const word = new Word(this.#source, start);
    if (at < this.#end && this.#text[at] === "[") {
      word.add(this.#text.slice(start, at + 1), start);
      word.opens = at;
      this.#at = at + 1;
      this.#subscript(word);
      at = this.#at;
    }
    if (this.#text.startsWith("+=", at)) at += 1;
    if (at >= this.#end || this.#text[at] !== "=") {
      if (word.pieces.length === 0) return false;
      command.words.push(this.#word({ begun: word }));
      command.end = this.#at;
      return true;
    }
    const name = withoutEnding(this.#text.slice(start, at), "+");
    this.#at = at + 1;
    command.assignments.push({ name, value: this.#assigned() });
    command.end = this.#at;
    return true;
  }

  /** Reads what is after `=`: a word, nothing, or a list in brackets, for which it returns `null`. */
  #assigned() {
    if (this.#sign() === "(") {
      this.#array();
      if (!META.includes(this.#sign())) throw this.#fault("syntax");
      return null;
    }
    return this.#endsWord() ? new Word(this.#source, this.#at) : this.#word();
  }

  /** Reads up to the `]` that closes a bracket, and passes it. */
  #subscript(word) {
    const start = this.#at - 1;
    let open = 1;
    this.#line.computes = true;
    while (this.#at < this.#end) {
      const sign = this.#text[this.#at];
      if (sign !== "[" && sign !== "]") {
        this.#part(word, sign);
        continue;
      }
      open += sign === "[" ? 1 : -1;
      word.add(sign, this.#at);
      this.#at += 1;
      if (open === 0) {
        this.#notesCode(word.ends(this.#at));
        return;
      }
    }
    throw this.#fault("unclosed", start);
  }

  /** Notes a quoted text that an expression would run. */
  #notesCode(word) {
    if (word.isQuoted && hasCode(word.text, "[")) this.#line.code ??= { start: word.place, end: word.last };
  }

  /** Reads `(…)` after `=`. */
  #array() {
    const start = this.#at;
    this.#deeper(start);
    this.#at += 1;
    for (;;) {
      this.#lines();
      if (this.#at >= this.#end) throw this.#fault("unclosed", start);
      const sign = this.#text[this.#at];
      if (sign === ")") {
        this.#at += 1;
        this.#depth -= 1;
        return;
      }
      if (sign === "[") {
        this.#at += 1;
        this.#subscript(new Word(this.#source, this.#at));
        if (this.#sign() === "=") this.#at += 1;
        else if (this.#starts("+=")) this.#at += 2;
        if (this.#endsWord()) continue;
      }
      if (this.#endsWord()) throw this.#fault("syntax");
      this.#word();
    }
  }

  /** Reads a redirection if there is one here. */
  #redirection(command) {
    const start = this.#at;
    const at = this.#afterDescriptor();
    const descriptor = this.#text.slice(start, at);
    const operator = OPERATORS.find((it) => this.#text.startsWith(it, at) && at + it.length <= this.#end);
    if (operator === undefined || (descriptor !== "" && operator.startsWith("&"))) return false;
    if (["<", ">"].includes(operator) && descriptor === "" && this.#text.startsWith("(", at + 1)) return false;
    this.#at = at + operator.length;
    // The end of a line in an operator.
    if (descriptor.includes("\\") || this.#starts("\\\n")) throw this.#fault("syntax");
    if (WRITING.includes(operator) && this.#sign() === "!") throw this.#fault("zsh");
    this.#blanks();
    if (this.#endsWord()) throw this.#unexpected();
    const hasDocument = ["<<", "<<-"].includes(operator);
    const found = new Redirection(start, descriptor, operator, this.#word({ isQuiet: hasDocument }));
    if (hasDocument) {
      if (operator === "<<-" && found.target.text.startsWith("\t")) throw this.#fault("syntax");
      found.document = new HereDocument(found.target, operator === "<<-");
      this.#waiting.push(found.document);
    }
    command.redirections.push(found);
    command.end = this.#at;
    return true;
  }

  /** Returns the place after a number, or a variable in braces. */
  #afterDescriptor() {
    const start = this.#at;
    if (this.#sign() === "{") {
      const end = this.#afterName(start + 1);
      return isName(this.#text.slice(start + 1, end)) && this.#text.startsWith("}", end) ? end + 1 : start;
    }
    let at = start;
    while (at < this.#end && isDigit(this.#text[at])) {
      at += 1;
      while (this.#text.startsWith("\\\n", at)) at += 2;
    }
    return at;
  }

  // Here-documents

  /** Reads the lines of a here-document. */
  #hereDocument(document) {
    const start = this.#at;
    const lines = this.#linesOf(document);
    const last = lines.at(-1)?.end ?? start;
    const body = new Word(this.#source, start);
    if (lines.length > 0 && !document.isQuoted) {
      // The shell runs what it fills in.
      const [after, end] = [this.#at, this.#end];
      [this.#at, this.#end] = [lines[0].at, last];
      this.#filled(body, document.strips);
      [this.#at, this.#end] = [after, end];
    } else {
      for (const { at, end } of lines) body.add(this.#text.slice(at, end), at);
    }
    body.ends(last);
    if (document.code) {
      const { language, command } = document.code;
      if (body.isLiteral && runsNothing(body.text, language)) this.#line.harmless.push(command);
      else this.#line.hiddenBy(command, "code");
    }
    if (document.shell === undefined) return;
    const { depth, reached, through } = document.shell;
    readWords([body], this.#line, depth, reached, through);
  }

  /** Passes the lines of a here-document and the one that ends it, and returns where they begin and end. */
  #linesOf({ delimiter, isQuoted, strips }) {
    const lines = [];
    const start = this.#at;
    while (this.#at < this.#end) {
      let end = this.#upToLineEnd(this.#at);
      let at = this.#at;
      while (strips && at < end && this.#text[at] === "\t") at++;
      // It can be one line with the next.
      while (!isQuoted && end < this.#end && goesOn(this.#text, at, end)) end = this.#upToLineEnd(end + 1);
      this.#at = Math.min(end + 1, this.#end);
      const text = this.#text.slice(at, end);
      const line = isQuoted ? text : unfolded(text);
      if (line === delimiter) break;
      if (line.startsWith(`${delimiter})`)) throw this.#fault("syntax", start);
      lines.push({ at, end: this.#at });
    }
    return lines;
  }

  /** Reads the lines of a here-document whose delimiter is not quoted. */
  #filled(word, strips) {
    while (this.#at < this.#end) {
      const sign = this.#text[this.#at];
      if (sign === "\\" && ["$", "`", "\\"].includes(this.#sign(1))) {
        word.add(this.#sign(1), this.#at, false);
        this.#at += 2;
      } else if (this.#starts("\\\n")) {
        this.#at += 2;
      } else if (sign === "$") {
        this.#dollar(word, true);
      } else if (sign === "`") {
        this.#backquote(word, false);
      } else {
        let end = this.#upTo("\\$`\n", this.#at + 1);
        if (end < this.#end && this.#text[end] === "\n") end += 1;
        word.add(this.#text.slice(this.#at, end), this.#at);
        this.#at = end;
        while (strips && this.#text[end - 1] === "\n" && this.#sign() === "\t") this.#at += 1;
      }
    }
  }

  // Words

  #substitutesProcess() {
    return this.#starts("<(") || this.#starts(">(");
  }

  /**
   * Reads a word.
   *
   * @param {object} [options]
   * @param {Word} [options.begun] the word, if its first parts are read already
   * @param {boolean} [options.isQuiet] nothing in it is filled in, as in the delimiter of a here-document
   */
  #word({ begun, isQuiet = false } = {}) {
    const word = begun ?? new Word(this.#source, this.#at);
    while (this.#at < this.#end) {
      const sign = this.#text[this.#at];
      if (META.includes(sign)) {
        if (isQuiet || !this.#substitutesProcess()) break;
        this.#process(word);
      } else if (ACTIVE.includes(sign)) {
        if (isQuiet && "$`".includes(sign)) throw this.#fault("syntax");
        this.#part(word, sign);
      } else {
        const end = this.#upTo(SPECIAL, this.#at + 1);
        word.add(this.#text.slice(this.#at, end), this.#at);
        this.#at = end;
      }
    }
    word.ends(this.#at);
    if (word.opens !== undefined && isPattern(unfolded(this.#text.slice(word.opens, word.end)))) word.unknown(true);
    this.#notesCode(word);
    return word;
  }

  /** Reads one part of a word that is not taken as it is. */
  #part(word, sign) {
    switch (sign) {
      case "'":
        this.#single(word);
        break;
      case '"':
        this.#double(word);
        break;
      case "\\":
        this.#backslash(word);
        break;
      case "$":
        this.#dollar(word, false);
        break;
      case "`":
        this.#backquote(word, false);
        break;
      default:
        if ("{[".includes(sign)) word.opens ??= this.#at;
        word.add(sign, this.#at);
        if ("*?".includes(sign)) word.unknown(true);
        else if (sign === "~" && this.#at === word.start) word.unknown(false);
        this.#at += 1;
    }
  }

  /** Reads `'…'`. */
  #single(word) {
    const start = this.#at + 1;
    const end = this.#find("'", start);
    if (end < 0) throw this.#fault("unclosed");
    word.isQuoted = true;
    word.add(this.#text.slice(start, end), start);
    this.#at = end + 1;
  }

  /** Reads a backslash and the sign after it. */
  #backslash(word) {
    const at = this.#at;
    if (this.#sign(1) === "\n") {
      this.#at += 2;
      return;
    }
    word.isQuoted = true;
    const sign = this.#codePoint(at + 1);
    if (sign === "") word.add("\\", at);
    else word.add(sign, at + 1);
    this.#at += 1 + sign.length;
  }

  /** Returns the code point at a place; nothing after the end. */
  #codePoint(at) {
    return at < this.#end ? String.fromCodePoint(this.#text.codePointAt(at)) : "";
  }

  /** Reads `"…"`. */
  #double(word) {
    const start = this.#at;
    this.#at += 1;
    word.isQuoted = true;
    while (this.#at < this.#end) {
      const sign = this.#text[this.#at];
      if (sign === '"') {
        this.#at += 1;
        return;
      }
      if (sign === "\\") {
        const follows = this.#sign(1);
        if (follows === "\n") {
          this.#at += 2;
        } else if (follows !== "" && '$`"\\'.includes(follows)) {
          word.add(follows, this.#at + 1);
          this.#at += 2;
        } else {
          word.add("\\", this.#at);
          this.#at += 1;
        }
      } else if (sign === "$") {
        this.#dollar(word, true);
      } else if (sign === "`") {
        this.#backquote(word, true);
      } else {
        const end = this.#upTo('"\\$`', this.#at + 1);
        word.add(this.#text.slice(this.#at, end), this.#at);
        this.#at = end;
      }
    }
    throw this.#fault("unclosed", start);
  }

  /** Reads what begins with `$`. */
  #dollar(word, isDouble) {
    const start = this.#at;
    const follows = this.#sign(1);
    if (follows === "\\" && this.#sign(2) === "\n") throw this.#fault("syntax");
    if (follows === "'" && !isDouble) {
      this.#ansi(word);
      return;
    }
    if (follows === '"' && !isDouble) {
      // A text that is translated; zsh keeps the sign.
      this.#at += 1;
      this.#double(word);
      word.unknown(false);
      return;
    }
    if (follows === "(") {
      this.#dollarBracket();
    } else if (follows === "{") {
      this.#parameter(isDouble);
    } else if (follows === "[") {
      this.#arithmetic(2, "]");
    } else if (follows !== "" && ("*@#?-$!=~^+".includes(follows) || isNameSign(follows))) {
      this.#variable(follows);
    } else {
      word.add("$", start);
      this.#at += 1;
      return;
    }
    const filled = this.#text.slice(start, this.#at);
    word.addFilled(filled, start, !isDouble || filled.includes("@"));
  }

  /** Reads `$((…))` or `$(…)`. */
  #dollarBracket() {
    const start = this.#at;
    if (this.#sign(2) === "(") {
      this.#arithmetic(3, "))");
    } else {
      this.#at += 2;
      this.#substitution(start);
    }
  }

  /** Passes `$`, and the name of a variable. */
  #variable(follows) {
    const start = this.#at;
    const hasFlags = FLAGS.includes(follows);
    this.#at += 2;
    if (hasFlags) {
      while (this.#at < this.#end && FLAGS.includes(this.#text[this.#at])) this.#at += 1;
      if (this.#text.slice(start, this.#at).includes("~")) this.#hidesFrom(start, "zsh");
    }
    if (hasFlags || isName(follows)) this.#at = this.#afterName(this.#at);
  }

  /** Reads commands up to `)`, with here-documents of their own. */
  #substitution(start) {
    this.#deeper(start);
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#nested("substitution");
    if (this.#waiting.length > 0) throw this.#fault("unclosed", start);
    this.#waiting = waiting;
    this.#depth -= 1;
  }

  /** Reads `<(…)` or `>(…)`. */
  #process(word) {
    const start = this.#at;
    this.#at += 2;
    this.#substitution(start);
    word.addFilled(this.#text.slice(start, this.#at), start, false);
    word.hasProcess = true;
  }

  /** Reads an expression. */
  #arithmetic(opening, closing) {
    const start = this.#at;
    this.#line.computes = true;
    this.#deeper(start);
    this.#at += opening;
    const word = new Word(this.#source, start);
    const [opens, closes] = closing === "]" ? "[]" : "()";
    let open = 0;
    while (this.#at < this.#end) {
      const sign = this.#text[this.#at];
      if (open === 0 && this.#starts(closing)) {
        this.#at += closing.length;
        this.#depth -= 1;
        return;
      }
      if (sign === "\\") {
        this.#at += 2;
      } else if ('"$`'.includes(sign)) {
        this.#filledIn(word, sign);
      } else {
        // Bash and zsh do not agree where it ends.
        if (sign === "'" && opening === "((".length) throw this.#fault("syntax");
        // Brackets of subshells have a blank between them.
        if (sign === closes && open === 0) throw this.#fault("syntax", start);
        if (sign === opens) open += 1;
        else if (sign === closes) open -= 1;
        this.#at += 1;
      }
    }
    throw this.#fault("unclosed", start);
  }

  /** Reads what is filled in between `"…"`. */
  #filledIn(word, sign) {
    if (sign === '"') this.#double(word);
    else if (sign === "$") this.#dollar(word, true);
    else this.#backquote(word, true);
  }

  /** Reads `${…}`. */
  #parameter(isDouble) {
    const start = this.#at;
    this.#deeper(start);
    this.#at += 2;
    const follows = this.#sign();
    if ([" ", "\t", "\n", "|"].includes(follows)) {
      // Commands whose output is the value, in newer shells.
      if (follows === "|") this.#at += 1;
      this.#block(["}"], "substitution");
      this.#depth -= 1;
      return;
    }
    const name = this.#opening(follows, start);
    const hidesCommands = tables.has(name) || effectOf(name) !== undefined;
    const word = new Word(this.#source, start);
    let hasQuotes = !isDouble;
    let hasOperator = false;
    while (this.#at < this.#end) {
      const sign = this.#text[this.#at];
      if (sign === "}") {
        if (this.#text.startsWith("@P", this.#at - 2)) this.#hidesFrom(start, "eval");
        this.#notesCode(word.ends(this.#at));
        this.#at += 1;
        this.#depth -= 1;
        return;
      }
      if (sign === "\\" && this.#sign(1) === "\n") throw this.#fault("syntax");
      if (sign === "[") {
        this.#line.computes = true;
        word.add(sign, this.#at);
      }
      if (!hasOperator && "#%/^,:-=?+".includes(sign) && this.#at > start + 2) {
        hasOperator = true;
        hasQuotes = !isDouble || "#%/^,".includes(sign);
      }
      if (sign === "=" && hidesCommands) this.#hidesFrom(start, "eval");
      // In zsh it is no quote here.
      if (sign === "'" && hasQuotes && isDouble) throw this.#fault("zsh");
      if (this.#starts("=(")) throw this.#fault("zsh");
      this.#partOfParameter(word, sign, isDouble, hasQuotes);
    }
    throw this.#fault("unclosed", start);
  }

  #partOfParameter(word, sign, isDouble, hasQuotes) {
    if (isDouble && "$`".includes(sign)) this.#filledIn(word, sign);
    else if ("\"\\$`".includes(sign) || (sign === "'" && hasQuotes)) this.#part(word, sign);
    else if (!isDouble && this.#substitutesProcess()) this.#process(word);
    else this.#at += 1;
  }

  /** Passes the name of a variable after `${`, and returns it. */
  #opening(follows, start) {
    if (follows !== "" && "(~=^".includes(follows)) this.#hidesFrom(start, "zsh");
    // The value of a variable is a name, perhaps with an index.
    if (follows === "!") this.#line.computes = true;
    this.#at = this.#afterName(this.#at);
    return this.#text.slice(start + 2, this.#at);
  }

  #hidesFrom(start, reason) {
    const end = this.#at + this.#codePoint(this.#at).length;
    this.#line.hides(reason, this.#source.place(start), this.#source.place(end));
  }

  /** Reads commands between backquotes. */
  #backquote(word, isDouble) {
    const start = this.#at;
    this.#deeper(start);
    const inner = new Word(this.#source, start + 1);
    const escaped = isDouble ? '\\`$"' : "\\`$";
    let at = start + 1;
    while (at < this.#end && this.#text[at] !== "`") {
      if (this.#text[at] === "\\" && at + 1 < this.#end && escaped.includes(this.#text[at + 1])) {
        inner.add(this.#text[at + 1], at + 1);
        at += 2;
      } else {
        const end = this.#upTo("\\`", at + 1);
        inner.add(this.#text.slice(at, end), at);
        at = end;
      }
    }
    if (at >= this.#end) throw this.#fault("unclosed", start);
    readText(joined([inner.ends(at)]), this.#line, this.#depth, [...this.#reached, "substitution"], this.#through);
    this.#at = at + 1;
    this.#depth -= 1;
    word.addFilled(this.#text.slice(start, this.#at), start, !isDouble);
  }

  /** Reads `$'…'`. */
  #ansi(word) {
    const start = this.#at;
    this.#at += 2;
    word.isQuoted = true;
    while (this.#at < this.#end) {
      const sign = this.#text[this.#at];
      if (sign === "'") {
        this.#at += 1;
        return;
      }
      if (sign === "\\" && this.#at + 1 < this.#end) {
        this.#escape(word);
      } else {
        const end = this.#upTo("'\\", this.#at + 1);
        word.add(this.#text.slice(this.#at, end), this.#at);
        this.#at = end;
      }
    }
    throw this.#fault("unclosed", start);
  }

  /** Reads a backslash and what it escapes in `$'…'`. */
  #escape(word) {
    const start = this.#at;
    const letter = this.#codePoint(start + 1);
    this.#at += 1 + letter.length;
    if (ESCAPES.has(letter)) {
      word.add(ESCAPES.get(letter), start, false);
      return;
    }
    let value = 0;
    if (OCTAL.includes(letter)) {
      this.#at -= 1;
      value = Number.parseInt(this.#digits(OCTAL, 3), 8);
    } else if (DIGITS.has(letter)) {
      value = this.#hex(letter);
    } else if (letter === "c") {
      this.#at += this.#codePoint(this.#at).length;
    } else {
      // zsh drops the sign before it.
      word.addFilled(this.#text.slice(start, this.#at), start, false);
      return;
    }
    // Others are the end of the text, a part of a sign, or one that depends on the locale.
    if (value > 0 && value < ASCII_END) word.add(String.fromCharCode(value), start, false);
    else word.addFilled(this.#text.slice(start, this.#at), start, false);
  }

  /** Reads the digits after `\x`, `\u` or `\U`. */
  #hex(letter) {
    const hasBraces = letter === "x" && this.#sign() === "{";
    if (hasBraces) this.#at += 1;
    const digits = this.#digits(HEX, DIGITS.get(letter));
    if (hasBraces && this.#sign() === "}") this.#at += 1;
    return digits === "" ? 0 : Number.parseInt(digits, 16);
  }

  #digits(allowed, most) {
    const start = this.#at;
    while (this.#at < this.#end && this.#at - start < most && allowed.includes(this.#text[this.#at])) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }
}
