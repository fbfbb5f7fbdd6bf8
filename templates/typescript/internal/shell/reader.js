// Reads a text as a shell does, and lists its simple commands.

import { effectOf, tables } from "./data.js";
import { META, RESERVED } from "./signs.js";
import { Simple } from "./simple.js";
import { Command, Fault, isName } from "./words.js";

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

/** Reads lists and compound commands. */
class Reader extends Simple {
  /**
   * Reads all of it.
   *
   * @throws {Fault} if a part cannot be read
   */
  read() {
    this.commands([]);
    if (this.at < this.end) throw this.fault("syntax");
  }

  // Lists

  /** Reads commands up to one of the ends, or to the end of the text. */
  commands(ends) {
    const isAtEnd = () => ends.includes(this.plain().word);
    for (;;) {
      this.lines();
      if (this.at >= this.end) {
        if (ends.length > 0) throw this.fault("unclosed");
        return;
      }
      if (this.text[this.at] === ")" || isAtEnd() || this.starts(";;")) return;
      if (ends.includes(";&") && this.starts(";&")) return;
      if (this.andOr()) continue;
      this.blanks();
      const sign = this.sign();
      if (sign === ";" && ![";", "&"].includes(this.sign(1))) {
        this.at += 1;
      } else if (!["", "\n", ")", "#", ";"].includes(sign) && !isAtEnd()) {
        // After a compound command there can be the word that ends the list.
        throw this.fault("syntax");
      }
    }
  }

  /** Reads commands joined by `&&` and `||`, and says whether `&` ends them. */
  andOr() {
    const first = this.line.commands.length;
    const outer = this.reached;
    for (;;) {
      this.pipeline();
      this.blanks();
      if (!this.starts("&&") && !this.starts("||")) break;
      this.reached = [...outer, this.sign() === "&" ? "and" : "or"];
      this.at += 2;
      this.lines();
    }
    this.reached = outer;
    if (this.sign() !== "&") return false;
    this.at += 1;
    // In zsh, the sign belongs to `&`.
    if (this.sign() === "!" && !META.includes(this.sign(1))) this.hidesFrom(this.at, "zsh");
    for (const command of this.line.commands.slice(first)) {
      command.reached = [...outer, "background", ...command.reached.slice(outer.length)];
    }
    return true;
  }

  pipeline() {
    const outer = this.reached;
    for (let isFirst = true; ; isFirst = false) {
      this.prefixed(isFirst);
      this.blanks();
      if (this.sign() !== "|" || this.sign(1) === "|") break;
      this.at += this.sign(1) === "&" ? 2 : 1;
      this.lines();
      this.reached = [...outer, "pipe"];
    }
    this.reached = outer;
  }

  /** Reads a command after `!` and, if it is the first of a pipeline, `time`, each as often as it is there. */
  prefixed(isFirst) {
    this.blanks();
    const outer = this.through;
    const start = this.at;
    for (;;) {
      this.blanks();
      if (this.takes("!")) {
        // With an option of Bash, it is a pattern.
        if (this.sign() === "(") this.hidesFrom(this.at - 1, "syntax");
        continue;
      }
      if (!isFirst || !this.takes("time")) break;
      this.through = [...outer, "time"];
      this.blanks();
      if (this.takes("-p")) this.blanks();
      this.takes("--");
    }
    this.blanks();
    if (!["", "\n", ";", "&", ")"].includes(this.sign()) || this.starts("&>")) this.command();
    else if (this.at === start) throw this.unexpected();
    this.through = outer;
  }

  // Commands

  command() {
    const start = this.at;
    const reached = this.reached;
    if (this.sign() === "(") {
      this.deeper(start);
      this.bracket();
    } else {
      const { word, end } = this.plain();
      if (!RESERVED.has(word)) {
        this.simple();
        return;
      }
      this.deeper(start);
      this.at = end;
      this.compound(word, start);
    }
    this.depth -= 1;
    this.reached = reached;
    this.redirected();
  }

  /** Reads `((…))` or `(…)`. */
  bracket() {
    if (this.starts("((")) {
      this.arithmetic(2, "))");
    } else {
      this.at += 1;
      this.nested("subshell");
    }
  }

  /** Reads commands up to `)`, and passes it. */
  nested(step) {
    const outer = this.reached;
    this.reached = [...outer, step];
    this.commands([")"]);
    if (this.sign() !== ")") throw this.fault("syntax");
    this.at += 1;
    this.reached = outer;
  }

  /** Reads commands up to a reserved word, passes it, and returns it. */
  block(ends, ...steps) {
    const outer = this.reached;
    this.reached = [...outer, ...steps];
    this.commands(ends);
    const { word, end } = this.plain();
    if (!ends.includes(word)) throw this.fault("syntax");
    this.at = end;
    this.reached = outer;
    return word;
  }

  /** Reads a compound command after its first word. */
  compound(word, start) {
    switch (word) {
      case "{":
        this.block(["}"]);
        break;
      case "if":
        this.condition();
        break;
      case "while":
      case "until":
        this.block(["do"], "loop");
        this.block(["done"], "loop");
        break;
      case "for":
      case "select":
        this.loop();
        break;
      case "case":
        this.case();
        break;
      case "function":
        this.blanks();
        this.word();
        this.blanks();
        if (this.sign() === "(") this.bracketsOfFunction();
        this.body();
        break;
      case "[[":
        this.test();
        break;
      case "coproc":
        this.coprocess();
        break;
      default:
        throw this.fault("syntax", start);
    }
  }

  condition() {
    this.block(["then"], "branch");
    for (;;) {
      const word = this.block(["elif", "else", "fi"], "branch");
      if (word === "else") this.block(["fi"], "branch");
      if (word !== "elif") return;
      this.block(["then"], "branch");
    }
  }

  /** Reads `for` or `select` after the word. */
  loop() {
    this.blanks();
    if (this.starts("((")) {
      this.arithmetic(2, "))");
      this.blanks();
    } else {
      const name = this.word();
      if (!name.isLiteral || effectOf(name.text) || tables.has(name.text)) {
        this.line.hides("eval", name.place, name.last);
      }
      this.lines();
      if (this.takes("in")) this.values();
    }
    if (this.sign() === ";") this.at += 1;
    this.lines();
    if (this.takes("{")) {
      this.block(["}"], "loop");
    } else {
      this.expects("do");
      this.block(["done"], "loop");
    }
  }

  /** Reads the words after `in`. */
  values() {
    this.blanks();
    while (!["", "\n", ";"].includes(this.sign())) {
      if (this.endsWord()) throw this.fault("syntax");
      this.word();
      this.blanks();
      if (this.sign() === "#") this.comment();
    }
  }

  case() {
    this.blanks();
    this.word();
    this.expects("in");
    for (;;) {
      this.lines();
      if (this.takes("esac")) return;
      this.patterns();
      const outer = this.reached;
      this.reached = [...outer, "branch"];
      this.commands(["esac", ";&"]);
      this.reached = outer;
      if (this.takes("esac")) return;
      const operator = [";;&", ";;", ";&"].find((it) => this.starts(it));
      if (operator === undefined) throw this.fault("syntax");
      this.at += operator.length;
    }
  }

  /** Reads the patterns of a branch of `case`, up to `)`. */
  patterns() {
    if (this.sign() === "(") this.at += 1;
    for (;;) {
      this.blanks();
      this.word();
      this.blanks();
      if (this.sign() !== "|") break;
      this.at += 1;
    }
    if (this.sign() !== ")") throw this.unexpected();
    this.at += 1;
  }

  /** Reads `[[ … ]]` after the first word. */
  test() {
    const start = this.at;
    this.line.computes = true;
    for (;;) {
      this.blanks();
      if (this.at >= this.end) throw this.fault("unclosed", start);
      if (this.takes("]]")) return;
      if (this.sign() === "\n") this.newLine();
      else if (this.sign() === "#") this.comment();
      else if (this.starts("(#")) throw this.fault("zsh");
      else if (this.endsWord()) this.at += 1;
      else this.word();
    }
  }

  coprocess() {
    const outer = this.reached;
    this.reached = [...outer, "background"];
    this.blanks();
    const start = this.at;
    this.at = this.afterName(start);
    const name = this.text.slice(start, this.at);
    this.blanks();
    // A name, if a compound command follows it.
    if (RESERVED.has(name) || !isName(name) || !this.isCompound()) this.at = start;
    this.command();
    this.reached = outer;
  }

  /** Returns whether a compound command begins here. */
  isCompound() {
    return this.sign() === "(" || RESERVED.has(this.plain().word);
  }

  bracketsOfFunction() {
    this.at += 1;
    this.blanks();
    if (this.sign() !== ")") throw this.fault("syntax");
    this.at += 1;
  }

  /** Reads the body of a function. */
  body() {
    this.lines();
    const outer = this.reached;
    this.reached = [...outer, "function"];
    if (!this.isCompound()) throw this.unexpected();
    this.command();
    this.reached = outer;
  }

  /** Reads the redirections of a compound command. */
  redirected() {
    const command = new Command(this.at, this.reached, this.through);
    do this.blanks();
    while (this.redirection(command));
    if (command.redirections.length === 0) return;
    command.start = command.redirections[0].start;
    this.add(command);
  }
}
