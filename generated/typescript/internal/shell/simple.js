// Reads simple commands, and the assignments before them.

import { innerCommands } from "./inner.js";
import { Redirections } from "./redirections.js";
import { META, RESERVED } from "./signs.js";
import { Command, withoutEnding, Word } from "./words.js";

/** The builtins whose words can be assignments. */
const DECLARING = new Set(["declare", "typeset", "local", "export", "readonly", "alias", "eval", "let"]);

/** Reads simple commands. */
export class Simple extends Redirections {
  simple() {
    const command = new Command(this.at, this.reached, this.through);
    const index = this.line.commands.length;
    try {
      if (this.defines(command)) return;
    } catch (fault) {
      // What was read of it is worth a look.
      this.add(command, index);
      throw fault;
    }
    this.add(command, index);
  }

  /** Reads the parts of a simple command, or a function that is defined, and says which. */
  defines(command) {
    for (;;) {
      this.blanks();
      const sign = this.sign();
      if (["", "\n", ";", "|", ")"].includes(sign) || (sign === "&" && this.sign(1) !== ">")) return false;
      if (sign === "#") {
        this.comment();
        return false;
      }
      if (this.redirection(command)) continue;
      const { words, assignments, redirections } = command;
      if (sign === "(") {
        if (words.length !== 1 || assignments.length > 0 || redirections.length > 0) throw this.fault("syntax");
        this.bracketsOfFunction();
        this.deeper(command.start);
        this.body();
        this.depth -= 1;
        command.words = [];
        return true;
      }
      if (words.length === 0) {
        if (!this.assignment(command)) this.addWord(command);
      } else if (words[0].isLiteral && DECLARING.has(words[0].text)) {
        this.declared(command);
      } else {
        this.addWord(command);
      }
    }
  }

  /** Reads a word of a builtin that declares variables: it can have a list in brackets. */
  declared(command) {
    const at = this.at;
    const count = command.assignments.length;
    if (!this.assignment(command)) {
      this.addWord(command);
      return;
    }
    if (command.assignments.length === count) return;
    const { value } = command.assignments.pop();
    const word = new Word(this.source, at);
    if (value === null) {
      word.addFilled(this.text.slice(at, this.at), at, false);
    } else {
      word.add(this.text.slice(at, value.start), at);
      word.extend(value);
    }
    command.words.push(word.ends(this.at));
  }

  addWord(command) {
    command.words.push(this.word());
    command.end = this.at;
  }

  /** Adds a command that is read in full, and those that it runs. */
  add(command, index = this.line.commands.length) {
    const { words, assignments, redirections } = command;
    if (words.length === 0 && assignments.length === 0 && redirections.length === 0) return;
    command.start = this.source.place(command.start);
    command.end = this.source.place(command.end);
    this.line.commands.splice(index, 0, command);
    const [first] = words;
    const isReserved = assignments.length > 0 && first && !first.isQuoted && RESERVED.has(first.text);
    const isBracket = (it) => it.descriptor.startsWith("{") && !(first && first.start < it.start);
    // In zsh, a reserved word can be after an assignment, and `{fd}` is a command in brackets.
    if (isReserved || redirections.some(isBracket)) this.line.hiddenBy(command, "zsh");
    innerCommands(command, this.line, this.depth);
  }

  /** Reads an assignment if there is one here. */
  assignment(command) {
    const start = this.at;
    let at = this.afterName(start);
    while (at < this.end && this.text.startsWith("\\\n", at)) at = this.afterName(at + 2);
    const written = this.text.slice(start, at);
    if (!/^[A-Za-z_]/.test(written) || at >= this.end || !"=+[".includes(this.text[at])) return false;
    if (written.includes("\\")) throw this.fault("syntax");
    const word = new Word(this.source, start);
    if (at < this.end && this.text[at] === "[") {
      word.add(this.text.slice(start, at + 1), start);
      word.opens = at;
      this.at = at + 1;
      this.subscript(word);
      at = this.at;
    }
    if (this.text.startsWith("+=", at)) at += 1;
    if (at >= this.end || this.text[at] !== "=") {
      if (word.pieces.length === 0) return false;
      command.words.push(this.word({ begun: word }));
      command.end = this.at;
      return true;
    }
    const name = withoutEnding(this.text.slice(start, at), "+");
    this.at = at + 1;
    command.assignments.push({ name, value: this.assigned() });
    command.end = this.at;
    return true;
  }

  /** Reads what is after `=`: a word, nothing, or a list in brackets, for which it returns `null`. */
  assigned() {
    if (this.sign() === "(") {
      this.array();
      if (!META.includes(this.sign())) throw this.fault("syntax");
      return null;
    }
    return this.endsWord() ? new Word(this.source, this.at) : this.word();
  }

  /** Reads up to the `]` that closes a bracket, and passes it. */
  subscript(word) {
    const start = this.at - 1;
    let open = 1;
    this.line.computes = true;
    while (this.at < this.end) {
      const sign = this.text[this.at];
      if (sign !== "[" && sign !== "]") {
        this.part(word, sign);
        continue;
      }
      open += sign === "[" ? 1 : -1;
      word.add(sign, this.at);
      this.at += 1;
      if (open === 0) {
        this.notesCode(word.ends(this.at));
        return;
      }
    }
    throw this.fault("unclosed", start);
  }

  /** Reads `(…)` after `=`. */
  array() {
    const start = this.at;
    this.deeper(start);
    this.at += 1;
    for (;;) {
      this.lines();
      if (this.at >= this.end) throw this.fault("unclosed", start);
      const sign = this.text[this.at];
      if (sign === ")") {
        this.at += 1;
        this.depth -= 1;
        return;
      }
      if (sign === "[") {
        this.at += 1;
        this.subscript(new Word(this.source, this.at));
        if (this.sign() === "=") this.at += 1;
        else if (this.starts("+=")) this.at += 2;
        if (this.endsWord()) continue;
      }
      if (this.endsWord()) throw this.fault("syntax");
      this.word();
    }
  }
}
