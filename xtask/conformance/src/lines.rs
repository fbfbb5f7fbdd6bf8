//! Random lines of a shell: most of them are commands that a shell can run, the others are signs in any order.

use crate::random::Random;

/// The programs that lines run. Nothing else of a line is a program.
pub const PROGRAMS: &[&str] = &["git", "rm", "curl", "ls", "cat", "npm", "g", "h"];

const WORDS: &[&str] = &[
    "a", "-x", "push", "'b c'", "\"d $v\"", "${v:-e}", "`git x`", "\\a", "g\"\"h", "$'\\x61'", "a*", "{a,b}", "~",
    "a=b", "#x", "x#y", "!", "{", "}", "if", "then", "$((1+2))", "<(git q)", "\"a\nb\"", "'its'", "-c", "--", "[", "]",
    "@{u}", "$\"x\"",
];

const STARTS: &[&str] = &[
    "env",
    "timeout 3",
    "nice",
    "nohup",
    "command",
    "eval",
    "bash -c",
    "sh -c",
    "exec",
    "\"git\"",
    "'rm'",
    "\\git",
    "g\"\"it",
    "builtin",
    "xargs",
    "time",
    "!",
    "setsid -w",
    "env A=1 git",
    "env -u B rm",
    "trap",
    "declare",
    "export",
    "$v",
];

const REDIRECTIONS: &[&str] = &[
    " >/dev/null",
    " 2>&1",
    " <a",
    ">a",
    " &>/dev/null",
    " >&2",
    " {fd}>/dev/null",
    " 3<a",
    " <<<x",
    " <<<\"$(git y)\"",
];

const SIGNS: &[&str] = &[
    "a",
    "b",
    "$",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "|",
    "&",
    ";",
    "'",
    "\"",
    "\\",
    "`",
    "\n",
    "\t",
    " ",
    "#",
    "=",
    "!",
    "*",
    "?",
    "~",
    "-",
    "+",
    ",",
    ":",
    "@",
    "%",
    "^",
    "0",
    "é",
    "😀",
    "\u{0}",
    "git",
    "push",
    "$(",
    "<<E\n",
    "\nE\n",
    "${",
    "case a in ",
    "esac",
    "if ",
    "then ",
    "fi",
    "do ",
    "done",
    "bash -c ",
    "sudo ",
    "env ",
    "find . -exec ",
    "\\;",
    "xargs -I{} ",
    "x=(",
    "$'\\x41'",
    "((",
    "[[ ",
    "]]",
    "eval ",
    "{a,b}",
    "<(",
    "A=1 ",
    "ssh h ",
    "parallel ",
    ":::",
    "-c",
    "--",
    "trap ",
    "git -c alias.x=",
    "function ",
    "f() ",
    "time ",
    "coproc ",
    "PS4=",
    "BASH_ENV=x ",
    "flock f ",
    "uv run ",
    "-o",
    "docker exec ",
    "python -c ",
    "git rebase -x ",
    "GIT_EDITOR=",
    "sed ",
    "awk ",
    "s/a/b/e",
    "{print}",
    "git -c core.pager=",
    "git config ",
    "rsync -e ",
    "tar --to-command=",
    "<<É\n",
    "\nÉ\n",
    "ß",
    "\u{a0}",
    "İ",
    "sh -s",
];

/// An endless source of random lines.
pub struct Lines {
    random: Random,
}

impl Lines {
    /// Starts with a seed. The same seed gives the same lines.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    /// Returns a line that a shell can run, unless a word in it happens to be a wrong one.
    pub fn command(&mut self) -> String {
        self.nested(3)
    }

    /// Returns signs in any order.
    pub fn signs(&mut self) -> String {
        let count = self.random.below(24);
        (0..count).map(|_| self.one(SIGNS)).collect()
    }

    fn one(&mut self, among: &[&'static str]) -> &'static str {
        self.random.pick(among).copied().unwrap_or_default()
    }

    fn word(&mut self, depth: u8) -> String {
        match self.random.below(16) {
            0 if depth > 0 => format!("$({})", self.nested(depth - 1)),
            1 if depth > 0 => format!("\"$({})\"", self.nested(depth - 1)),
            _ => self.one(WORDS).to_owned(),
        }
    }

    fn simple(&mut self, depth: u8) -> String {
        let mut line = String::new();
        if self.random.one_in(7) {
            line += self.one(&["A=1 ", "A=$(git z) ", "A+=2 ", "A=() ", "A='x y' "]);
        }
        line += if self.random.one_in(2) { self.one(PROGRAMS) } else { self.one(STARTS) };
        for _ in 0..self.random.below(4) {
            line += self.one(&[" ", " ", " ", "\t", " \\\n"]);
            line += &self.word(depth);
        }
        if self.random.one_in(5) {
            line += self.one(REDIRECTIONS);
        }
        line
    }

    fn nested(&mut self, depth: u8) -> String {
        let Some(inner) = depth.checked_sub(1) else { return self.simple(0) };
        match self.random.below(24) {
            0..=5 => {
                let between =
                    self.one(&["; ", " && ", " || ", " | ", "\n", " & ", " |& ", ";", " ;\n", "&&\n", "\n\n# x '\n"]);
                format!("{}{between}{}", self.nested(inner), self.nested(inner))
            }
            6..=8 => self.simple(depth),
            9 => format!("( {} )", self.nested(inner)),
            10 => format!("{{ {}; }}", self.nested(inner)),
            11 => self.condition(inner),
            12 => self.repeated(inner),
            13 => self.case(inner),
            14 => self.function(inner),
            15 => self.here_document(inner),
            16 => {
                let shell = self.one(&["bash", "sh", "bash -s", "sh -"]);
                let end = self.one(&["EOF", "\"EOF\""]);
                format!("{shell} <<{end}\n{}\nEOF", self.nested(inner))
            }
            17 => self.text(inner),
            18 => format!("git \"$({})\"", self.nested(inner)),
            19 => {
                let test =
                    self.one(&["a == a", "-n $(git u)", "a =~ ^(a|b)$", "! a < b", "$v == *x* && -f a", "(a == b)"]);
                let between = self.one(&[" && ", " || ", "; "]);
                format!("[[ {test} ]]{between}{}", self.nested(inner))
            }
            20 => {
                let first = self.one(EXPANSIONS);
                format!("{first}; {}", self.nested(inner))
            }
            21 => {
                let what = self.one(&["git {} \\;", "rm -f {} +", "sh -c 'git push' \\;", "git \\; -exec rm \";\""]);
                format!("find . -maxdepth 0 -exec {what}")
            }
            22 => format!("git # comment ' \"\n{}", self.nested(inner)),
            _ => {
                let tail = self.one(&["", " </dev/null", " < <(git m)"]);
                format!("while {}; do {}; break; done{tail}", self.nested(inner), self.nested(inner))
            }
        }
    }

    fn condition(&mut self, inner: u8) -> String {
        let other = match self.random.below(3) {
            0 => String::new(),
            1 => format!("; else {}", self.nested(inner)),
            _ => format!("; elif {}; then {}", self.simple(0), self.simple(0)),
        };
        format!("if {}; then {}{other}; fi", self.nested(inner), self.nested(inner))
    }

    fn repeated(&mut self, inner: u8) -> String {
        let head = self.one(&["for i in a b; do ", "for i in $(git w); do ", "for ((i=0;i<2;i++)); do ", "for i do "]);
        let tail = self.one(&["; done", "\ndone", " ;done"]);
        format!("{head}{}{tail}", self.nested(inner))
    }

    fn case(&mut self, inner: u8) -> String {
        let head = self.one(&["a)", "(a)", "a|b)", "\"a\")", "b) x;; a)", "$(git w))"]);
        let tail = self.one(&[";; esac", "\nesac", ";& c) git;; esac", ";;& *) rm;; esac"]);
        format!("case a in {head} {}{tail}", self.nested(inner))
    }

    fn function(&mut self, inner: u8) -> String {
        let head = self.one(&["f() { ", "function f { ", "f () \n{ ", "function f() { "]);
        let tail = self.one(&["; f", "\nf a", "; f $v"]);
        format!("{head}{}; }}{tail}", self.nested(inner))
    }

    fn here_document(&mut self, inner: u8) -> String {
        let end = self.one(&["EOF", "\"EOF\"", "E'O'F", "-EOF", "\\EOF", "É😀", "'É'😀"]);
        let after = self.one(&["", " && git x", " | rm"]);
        let body = self.one(&["x", "$(git t)", "`git p`", "it's \"q", " EOF", "a\\\nb", "${v:-$(git k)}"]);
        let last = if end.contains('É') { "É😀" } else { "EOF" };
        format!("cat <<{end}{after}\n{body}\n{last}\n{}", self.nested(inner))
    }

    fn text(&mut self, inner: u8) -> String {
        let head = self.one(&["bash -c ", "sh -ec ", "eval ", "bash -lc ", "env bash -c "]);
        let text = self.nested(inner);
        let quoted = if self.random.one_in(2) {
            format!("'{}'", text.replace('\'', "'\\''"))
        } else {
            let mut quoted = String::from("\"");
            for sign in text.chars() {
                if matches!(sign, '\\' | '"' | '$' | '`') {
                    quoted.push('\\');
                }
                quoted.push(sign);
            }
            quoted + "\""
        };
        format!("{head}{quoted}")
    }
}

const EXPANSIONS: &[&str] = &[
    "git $(( 1 + $(git n) ))",
    "(( 1 + 1 ))",
    "v=$[1+2] git",
    "git ${v:+$(rm o)}",
    "git \"${v:-`rm o`}\"",
    "git ${#v}",
    "git \"${v%'}'}\"",
    "git \"${v:-'a'}\"",
    "git ${v//a/'}'}",
    "x=(a $(git t) [3]=b)",
    "declare -a x=(1 $(git s))",
    "x[$(git r)]=1",
    "git \"$@\" \"${x[@]}\"",
];
