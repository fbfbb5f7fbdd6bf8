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
const QUIET: [&str; 10] = ["cd", "source", ".", "kill", "command", "if", "case", "wait", "mapfile", "readarray"];

/// All other commands and keywords of a shell.
const REST: [&str; 48] = [
    "!", "{", "}", "]]", "alias", "bg", "bind", "builtin", "caller", "compgen", "complete", "compopt", "coproc",
    "dirs", "disown", "do", "done", "elif", "else", "enable", "esac", "fc", "fg", "fi", "for", "function", "getopts",
    "hash", "help", "history", "in", "jobs", "logout", "popd", "pushd", "pwd", "select", "suspend", "then", "time",
    "times", "type", "ulimit", "typeset", "umask", "unalias", "until", "while",
];

/// Programs that print nothing, or only what a script tests.
const PROGRAMS: [&str; 9] = ["grep", "mkdir", "touch", "rm", "mv", "cp", "chmod", "sleep", "logger"];

/// All commands and keywords of a shell.
const OF_SHELL: [&[&str]; 6] = [&ANSWERS, &STEPS, &PRINTS, &QUIET, &REST, &[EVAL]];

fn is_in(word: &str, lists: &[&[&str]]) -> bool {
    lists.iter().any(|it| it.contains(&word))
}

/// Returns true for a word that needs no program.
pub fn is_of_shell(word: &str) -> bool {
    is_in(word, &OF_SHELL)
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

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn each_word_of_bash_is_known() {
        // Not each machine has Bash.
        let Ok(listed) = Command::new("bash").args(["-c", "compgen -b; compgen -k"]).output() else { return };
        let listed = String::from_utf8_lossy(&listed.stdout);
        let missing: Vec<&str> = listed.lines().filter(|it| !is_of_shell(it)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn each_word_is_in_one_list() {
        let mut all: Vec<&str> = OF_SHELL.iter().copied().chain([&PROGRAMS[..]]).flatten().copied().collect();
        all.sort_unstable();
        let twice: Vec<_> = all.windows(2).filter(|it| it.first() == it.last()).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
