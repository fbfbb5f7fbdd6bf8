//! What is known about the words with which commands of a shell begin. Each word is in one list.

/// Commands of a shell that run no file, print nothing, and whose failure is an answer.
const ANSWERS: [&str; 6] = [":", "true", "false", "exit", "test", "["];

/// The same, except that a program can hide in their words, or that they change what follows.
const STEPS: [&str; 17] = [
    "[[", "((", "set", "shift", "local", "export", "readonly", "declare", "read", "return", "trap", "unset", "shopt",
    "let", "exec", "break", "continue",
];

/// Commands of a shell that print, and do not fail.
const PRINTS: [&str; 2] = ["echo", "printf"];

/// It is as good as the words behind it.
const EVAL: &str = "eval";

/// Commands and keywords of a shell that print nothing themselves, and can fail.
const QUIET: [&str; 8] = ["cd", "source", ".", "kill", "command", "if", "case", "wait"];

/// All other commands and keywords of a shell.
const REST: [&str; 40] = [
    "!", "{", "}", "alias", "bg", "bind", "builtin", "caller", "compgen", "complete", "dirs", "disown", "do", "done",
    "elif", "else", "enable", "esac", "fc", "fg", "fi", "for", "function", "getopts", "hash", "history", "in", "jobs",
    "pwd", "select", "then", "time", "times", "type", "ulimit", "typeset", "umask", "unalias", "until", "while",
];

/// Programs that print nothing, or only what a script tests.
const PROGRAMS: [&str; 9] = ["grep", "mkdir", "touch", "rm", "mv", "cp", "chmod", "sleep", "logger"];

fn is_in(word: &str, lists: &[&[&str]]) -> bool {
    lists.iter().any(|it| it.contains(&word))
}

/// Returns true for a word that needs no program.
pub fn is_of_shell(word: &str) -> bool {
    is_in(word, &[&ANSWERS, &STEPS, &PRINTS, &QUIET, &REST]) || word == EVAL
}

/// Returns true for a command that does not fail, whose failure is an answer, or that has no commands after it.
pub fn is_harmless(word: &str) -> bool {
    is_in(word, &[&ANSWERS, &STEPS, &PRINTS]) || word == EVAL
}

/// Returns true for a command that prints nothing, or only what a script tests. Others can print a reply.
pub fn is_silent(word: &str) -> bool {
    is_in(word, &[&ANSWERS, &STEPS, &QUIET, &PROGRAMS])
}

/// Returns true for a command that runs no file, and does not change the folder.
pub fn runs_no_file(word: &str) -> bool {
    is_in(word, &[&ANSWERS, &PRINTS])
}
