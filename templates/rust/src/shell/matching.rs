//! Compares a command with one that is looked for.

use super::data::{LANGUAGES, Options, PROGRAMS, SHELLS, WRAPPERS, entry};
use super::words::program_name;
use crate::types::{ShellCommand, ShellWord};

/// Returns whether a command is one that is looked for: a program, and its subcommands and options. `None`: it may be, because
/// the shell fills in a word that decides, or a program adds words.
pub(super) fn is_wanted(command: &ShellCommand, program: &str, arguments: &[&str]) -> Option<bool> {
    let (Some(name), Some(rest)) = (&command.name, command.words.get(1..)) else { return Some(false) };
    let (name, looked_for) = (program_name(name), program_name(program.rsplit('/').next().unwrap_or(program)));
    let options = entry(PROGRAMS, &looked_for);
    let count = arguments.iter().take_while(|it| !it.starts_with('-')).count();
    let (mut subcommands, wanted) = arguments.split_at(count);
    let is_dashed = |it: &&str| options.is_some_and(|options| options.dashed) && name == format!("{looked_for}-{it}");
    if subcommands.first().is_some_and(is_dashed) {
        subcommands = subcommands.get(1..).unwrap_or_default();
    } else if name != looked_for {
        return Some(false);
    }
    let (mut words, mut is_certain) = (rest, true);
    let mut path = looked_for.clone();
    let runs = |it: &str| entry(WRAPPERS, it).is_some() || SHELLS.contains(&it) || LANGUAGES.contains(&it);
    let mut runs_operands = runs(&path) || options.is_some_and(|it| it.input);
    for subcommand in subcommands {
        path = format!("{path} {subcommand}");
        runs_operands |= runs(&path);
    }
    for subcommand in subcommands {
        match after(words, subcommand, options) {
            After::Words(others, is_sure) => {
                words = others;
                is_certain &= is_sure;
            }
            After::End if command.more => return None,
            After::End | After::Another => return Some(false),
            After::Unknown => return None,
        }
    }
    let same = options.map_or(&[][..], |it| it.synonyms);
    let may_be_more = command.more || rest.iter().any(|it| !it.literal);
    for option in wanted {
        if !has(rest, option, same) && !may_be_more {
            return Some(false);
        }
        is_certain &= surely_has(words, option, same, runs_operands);
    }
    is_certain.then_some(true)
}

/// What is after a subcommand.
enum After<'a> {
    /// These words, and whether that is certain.
    Words(&'a [ShellWord], bool),
    /// The words end before it.
    End,
    /// There is another one.
    Another,
    /// That is not known.
    Unknown,
}

/// Returns what is after a subcommand.
fn after<'a>(mut words: &'a [ShellWord], subcommand: &str, options: Option<&Options>) -> After<'a> {
    let mut is_unsure = false;
    while let [word, rest @ ..] = words {
        let text = word.text.as_str();
        words = rest;
        if !word.literal {
            return After::Unknown;
        }
        if text == subcommand {
            return After::Words(rest, !is_unsure);
        }
        if text.starts_with('+') {
            // A toolchain, as in `cargo +nightly publish`.
            continue;
        }
        if text.starts_with('-') && text.len() > 1 {
            let takes = takes_value(options, text);
            if takes == Some(true) && rest.first().is_some_and(|it| it.splits) {
                return After::Unknown;
            }
            words = rest.get(usize::from(takes == Some(true))..).unwrap_or_default();
            is_unsure = takes.is_none();
        } else if is_unsure {
            // It can be the value of an option that is not known.
            is_unsure = false;
        } else {
            return After::Another;
        }
    }
    After::End
}

/// Returns whether an option takes the next word. `None`: that is not known.
fn takes_value(options: Option<&Options>, text: &str) -> Option<bool> {
    if text == "--" || (text.starts_with("--") && text.contains('=')) {
        return Some(false);
    }
    let options = options?;
    if text.starts_with("--") {
        let takes = options.long_values.contains(&text);
        return (takes || options.long_flags.contains(&text)).then_some(takes);
    }
    for (index, letter) in text.char_indices().skip(1) {
        if options.values.contains(letter) {
            return Some(index + letter.len_utf8() == text.len());
        }
        if !options.flags.contains(letter) {
            return None;
        }
    }
    Some(false)
}

/// Returns whether there is an option among arguments. `same` has those that mean the same.
fn has(arguments: &[ShellWord], option: &str, same: &[&[&str]]) -> bool {
    if arguments.iter().any(|it| it.literal && it.text == option) {
        return true;
    }
    if option.starts_with("--") {
        return has_one(arguments, option, same);
    }
    option.chars().skip(1).all(|letter| has_one(arguments, &format!("-{letter}"), same))
}

/// Returns whether there certainly is an option: it is written in full, and nothing before it can change what it is.
fn surely_has(arguments: &[ShellWord], option: &str, same: &[&[&str]], runs_operands: bool) -> bool {
    if !option.starts_with("--") && option.chars().count() > "-f".len() {
        let is_sure = |letter| surely_has(arguments, &format!("-{letter}"), same, runs_operands);
        if option.chars().skip(1).all(is_sure) {
            return true;
        }
    }
    let only = [option];
    let same = same.iter().copied().find(|it| it.contains(&option)).unwrap_or(&only);
    let mut is_free = true;
    for word in arguments {
        let text = word.text.as_str();
        let long = if text.starts_with("--") { text.split_once('=') } else { None };
        if !word.literal || text == "--" {
            return false;
        }
        if is_free && same.contains(&long.map_or(text, |(name, _)| name)) {
            return true;
        }
        let is_option = text.starts_with('-') && text != "-";
        if runs_operands && !is_option {
            return false;
        }
        // The value of an option can be the next word.
        is_free = !is_option || long.is_some();
    }
    false
}

/// Returns whether there is an option, or one that means the same.
fn has_one(arguments: &[ShellWord], option: &str, same: &[&[&str]]) -> bool {
    let only = [option];
    let same = same.iter().copied().find(|it| it.contains(&option)).unwrap_or(&only);
    let is_it = |text: &str, option: &str| {
        if option.starts_with("--") {
            // Many programs take the start of a long option for it.
            let name = text.split_once('=').map_or(text, |(name, _)| name);
            name.chars().count() > "--".len() && option.starts_with(name)
        } else {
            let letters = text.strip_prefix('-').filter(|it| !it.starts_with('-'));
            letters.zip(option.strip_prefix('-')).is_some_and(|(letters, letter)| letters.contains(letter))
        }
    };
    arguments.iter().filter(|it| it.literal).any(|word| same.iter().any(|it| is_it(&word.text, it)))
}
