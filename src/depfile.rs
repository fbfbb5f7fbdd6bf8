//! Depfiles: the inputs of a run for a build system, in the syntax of a Makefile.

use std::path::Path;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// Returns the text of a depfile: the target and its inputs.
///
/// Each input is also a target without a rule, because `make` fails if an input is gone. An input with `%` in its name
/// is not, because `make` would read it as a pattern: if that file is gone, `make` stops with an error.
///
/// # Errors
/// The syntax cannot express a path: it contains a line break or is not Unicode, or a target contains `%`.
pub fn depfile<'a>(target: &'a Path, inputs: impl Iterator<Item = &'a Path>) -> Result<String, Diagnostics> {
    let mut findings = Diagnostics::default();
    let mut spelt = |read: Result<String, _>| read.map_err(|found| findings.extend(found)).unwrap_or_default();
    let beginning = spelt(beginning(target));
    let inputs: Vec<String> = inputs.map(|path| spelt(escaped(path))).collect();
    let list: String = inputs.iter().map(|input| format!(" \\\n  {input}")).collect();
    let plain = inputs.iter().filter(|input| !input.contains(PATTERN));
    let targets: String = plain.map(|input| format!("\n{input}:\n")).collect();
    findings.or(format!("{beginning}{list}\n{targets}")).map(|(text, _)| text)
}

/// Returns the first characters of a target's depfile, which identify it.
///
/// # Errors
/// The syntax cannot express a path, or `make` reads it as a pattern.
pub fn beginning(target: &Path) -> Result<String, Diagnostics> {
    let text = escaped(target)?;
    if text.contains(PATTERN) {
        let why = "`make` reads a target with `%` as a pattern, and would ignore its inputs; ninja does not accept \
                   the backslash before `%` that `make` requires";
        return Err(refused(target, why));
    }
    Ok(text + ":")
}

/// The pattern character of `make`, in targets only. ninja does not treat it differently.
const PATTERN: char = '%';

/// ninja never reads these as part of a name, even if they are escaped.
const UNSPEAKABLE: [char; 8] = [';', '|', '*', '<', '>', '^', '`', '\u{7f}'];

fn refused(path: &Path, why: &str) -> Diagnostics {
    let finding = Diagnostic::error(Code::DepfilePath, format!("`{}` is not allowed in a depfile", path.display()));
    finding.because(why).instead("rename the file or the folder").into()
}

/// Escapes a name for both `make` and ninja. A backslash is literal, except before a space, which each escapes
/// differently.
fn escaped(path: &Path) -> Result<String, Diagnostics> {
    let text = path.to_str().ok_or_else(|| refused(path, "it is not Unicode"))?;
    if let Some(c) = text.chars().find(|c| c.is_ascii_control() || UNSPEAKABLE.contains(c)) {
        return Err(refused(path, &format!("the syntax has no way to write `{c}`")));
    }
    if text.ends_with(['\\', ':']) || text.contains("\\:") || text.contains("\\#") {
        return Err(refused(
            path,
            "the syntax cannot distinguish a backslash here, or a colon at the end, from its own",
        ));
    }
    let (mut escaped, mut backslashes) = (String::new(), 0);
    for (at, c) in text.char_indices() {
        match c {
            ' ' => escaped.push_str(&"\\".repeat(backslashes + 1)),
            '#' => escaped.push('\\'),
            ':' if !is_drive(&text[..at]) => escaped.push('\\'),
            '$' => escaped.push('$'),
            _ => {}
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        escaped.push(c);
    }
    Ok(escaped)
}

/// Both read `C` before `:` as a drive.
fn is_drive(before: &str) -> bool {
    cfg!(windows) && before.len() == 1 && before.chars().all(|c| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(inputs: &[&str]) -> Result<String, usize> {
        depfile(Path::new("out/stamp"), inputs.iter().map(Path::new)).map_err(|findings| findings.0.len())
    }

    #[test]
    fn every_input_is_a_prerequisite_and_a_target() {
        let text = contents(&["a b", "c#$:d", r"e\ f\g"]);
        let (a, c, e) = (r"a\ b", r"c\#$$\:d", r"e\\\ f\g");
        let expected = format!("out/stamp: \\\n  {a} \\\n  {c} \\\n  {e}\n\n{a}:\n\n{c}:\n\n{e}:\n");
        assert_eq!(text, Ok(expected));
    }

    #[test]
    fn what_make_takes_for_a_pattern_is_a_prerequisite_and_no_target() {
        assert_eq!(contents(&["a%b", "c"]), Ok("out/stamp: \\\n  a%b \\\n  c\n\nc:\n".to_owned()));
        let found = depfile(Path::new("out%/stamp"), [Path::new("a")].into_iter());
        assert!(found.is_err_and(|found| found.0[0].code == Code::DepfilePath));
        assert!(beginning(Path::new("out%/stamp")).is_err());
    }

    #[test]
    fn a_path_that_a_depfile_cannot_express_is_refused() {
        let names = ["a;b", "a|b", "a*b", "a<b", "a^b", "a\tb", "a\nb", "a:", "a\\", "a\\:b", "a\\#b"];
        assert_eq!(contents(&names), Err(names.len()));
        let fine = ["a'b", "a\"b", "[a]", "{a}", "a=b", "\u{e4}", "a~b", "a&b", "a!b", "a@b", "a,b", "(a)", "a?b"];
        assert!(contents(&fine).is_ok());
    }
}
