//! `hookwire rule`, `docs`, `schema`, `events`, `completions` and `man`: what is known, to read.

use std::collections::BTreeSet;
use std::io::{self, Write};

use anstyle::Style;
use clap::{ColorChoice, CommandFactory};
use hookwire::HookEvent;
use serde_json::{Map, Value, json};

use crate::args::{Arguments, Events, Form, Name, Page, PageFormat};
use crate::finding::OWN;
use crate::knowledge::{COOKBOOK, PAGES, SCHEMAS, about, codes, example, nearest, page};
use crate::terminal::{width, wrap};
use crate::{Done, Failure, Found, report};

const BOLD: Style = Style::new().bold();

/// Explains a code.
pub fn rule(arguments: &Page) -> Done {
    let mut out = anstream::stdout().lock();
    let Some(name) = &arguments.name else {
        for code in codes() {
            writeln!(out, "{BOLD}{code}{BOLD:#}\n    {}", wrap(about(code).unwrap_or_default(), width(), 4))?;
        }
        return Ok(Found::Nothing);
    };
    let Some(text) = about(name) else {
        return Err(unknown("code", name, codes(), "hookwire rule"));
    };
    let (wrong, right, command, file) = match (OWN.iter().find(|it| it.code == name), example(name)) {
        (Some(own), _) => (own.example.to_owned(), None, CHECK.to_owned(), None),
        (None, Some(it)) => (it.wrong, Some(it.right), it.command, Some(it.file).filter(|it| it != "-")),
        (None, None) => (String::new(), None, "hookwire validate".to_owned(), None),
    };
    let file = file.map(|it| format!(", in `{it}`")).unwrap_or_default();
    if arguments.format == PageFormat::Markdown {
        writeln!(out, "# {name}\n\n{text}")?;
    } else {
        writeln!(out, "{BOLD}{name}{BOLD:#}\n\n{}", wrap(text, width(), 0))?;
    }
    for (title, code) in [("Wrong", Some(wrong).filter(|it| !it.is_empty())), ("Right", right)] {
        let Some(code) = code else { continue };
        if arguments.format == PageFormat::Markdown {
            writeln!(out, "\n{title}:\n\n```text\n{code}\n```")?;
        } else {
            writeln!(out, "\n{title}:\n\n    {code}")?;
        }
    }
    writeln!(out, "\n`{command}` finds it{file}.")?;
    Ok(Found::Nothing)
}

/// The command that finds most mistakes.
const CHECK: &str = "hookwire check";

/// Prints the page of an event, or another one.
pub fn docs(arguments: &Page) -> Done {
    let mut out = anstream::stdout().lock();
    let Some(name) = &arguments.name else {
        for (name, text) in &*PAGES {
            let title = text.lines().find_map(|it| it.strip_prefix("# ")).unwrap_or_default();
            writeln!(out, "{BOLD}{name:<28}{BOLD:#} {}", plain(title))?;
        }
        return Ok(Found::Nothing);
    };
    let of_event = name.parse::<HookEvent>().map(|it| kebab(it.as_str()));
    let found = of_event.ok().and_then(|it| page(&it)).or_else(|| page(name));
    let Some(text) = found else {
        let mut all = Arguments::command().color(ColorChoice::Never).bin_name("hookwire");
        // Completes the commands with the options that all of them take.
        all.build();
        if let Some(it) = all.find_subcommand_mut(name) {
            writeln!(out, "{}", it.render_long_help().to_string().trim_end())?;
            return Ok(Found::Nothing);
        }
        if name == "cookbook" {
            for (name, _) in COOKBOOK {
                writeln!(out, "{BOLD}{name:<28}{BOLD:#} `hookwire docs {name}`")?;
            }
            return Ok(Found::Nothing);
        }
        if let Some((name, files)) = COOKBOOK.iter().find(|(it, _)| it == name) {
            writeln!(out, "A hook of the cookbook. `hookwire new --like {name}` copies it, also in other languages.")?;
            for (file, text) in files.iter().filter(|(it, _)| it.ends_with(".sh") || it.ends_with(".json")) {
                writeln!(out, "\n{BOLD}{file}{BOLD:#}\n\n{}", text.trim_end())?;
            }
            return Ok(Found::Nothing);
        }
        let recipes = COOKBOOK.iter().map(|(name, _)| *name).chain(["cookbook"]);
        let all = HookEvent::ALL.iter().map(|it| it.as_str()).chain(recipes).chain(PAGES.keys().map(String::as_str));
        return Err(unknown("event or page", name, all, "hookwire docs"));
    };
    writeln!(out, "{}", shown(text, arguments.format).trim_end())?;
    Ok(Found::Nothing)
}

/// Prints the schema of a type.
pub fn schema(arguments: &Name) -> Done {
    let bundle = &*SCHEMAS;
    let all = bundle.get("$defs").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut out = anstream::stdout().lock();
    let Some(name) = &arguments.name else {
        for name in all.keys() {
            writeln!(out, "{name}")?;
        }
        return Ok(Found::Nothing);
    };
    let Some(found) = all.get(name) else {
        return Err(unknown_type(name));
    };
    let mut needed = BTreeSet::new();
    add_needed(found, &all, &mut needed);
    let mut schema = Map::new();
    schema.extend(bundle.get("$schema").map(|it| ("$schema".to_owned(), it.clone())));
    schema.extend(found.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), value.clone())));
    if !needed.is_empty() {
        let defs = needed.iter().filter_map(|it| Some(((*it).to_owned(), all.get(*it)?.clone())));
        schema.insert("$defs".to_owned(), Value::Object(defs.collect()));
    }
    drop(out);
    report::json::show(&Value::Object(schema))?;
    Ok(Found::Nothing)
}

/// Adds the names of the definitions that a schema refers to.
fn add_needed<'a>(schema: &'a Value, all: &'a Map<String, Value>, needed: &mut BTreeSet<&'a str>) {
    let mut open = vec![schema];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(object) => {
                let name = object.get("$ref").and_then(Value::as_str).and_then(|it| it.strip_prefix("#/$defs/"));
                let found = name.and_then(|it| all.get_key_value(it));
                open.extend(found.filter(|(name, _)| needed.insert(name)).map(|(_, inner)| inner));
                open.extend(object.values());
            }
            _ => {}
        }
    }
}

/// Lists the events.
pub fn events(arguments: &Events) -> Done {
    let mut out = anstream::stdout().lock();
    let summary = |event: &HookEvent| {
        let text = page(&kebab(event.as_str())).unwrap_or_default();
        let lines = text.lines().skip_while(|it| !it.starts_with("# ")).skip(1);
        let first = lines.skip_while(|it| it.trim().is_empty()).take_while(|it| !it.trim().is_empty());
        let plain = plain(&first.collect::<Vec<_>>().join(" "));
        plain.split_once(". ").map_or(plain.clone(), |(it, _)| format!("{it}."))
    };
    if arguments.format == Form::Json {
        let all: Vec<_> =
            HookEvent::ALL.iter().map(|it| json!({"name": it.as_str(), "summary": summary(it)})).collect();
        drop(out);
        report::json::show(&json!({"version": 1, "events": all}))?;
        return Ok(Found::Nothing);
    }
    for event in HookEvent::ALL {
        writeln!(out, "{BOLD}{:<22}{BOLD:#} {}", event.as_str(), wrap(&summary(event), width(), 23))?;
    }
    Ok(Found::Nothing)
}

/// Prints completions.
pub fn completions(shell: clap_complete::Shell) -> Done {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "hookwire", &mut text);
    io::stdout().lock().write_all(&text)?;
    Ok(Found::Nothing)
}

/// Prints the man page.
pub fn man() -> Done {
    let mut text = Vec::new();
    clap_mangen::Man::new(Arguments::command()).render(&mut text)?;
    io::stdout().lock().write_all(&text)?;
    Ok(Found::Nothing)
}

fn unknown<'a>(what: &str, name: &str, all: impl Iterator<Item = &'a str>, list: &str) -> Failure {
    let all: Vec<&str> = all.collect();
    // The beginning of some, such as the name of an event for its types, or nearly one of them.
    let mut near: Vec<&str> =
        all.iter().copied().filter(|it| it.len() > name.len() && it.starts_with(name)).take(MOST).collect();
    if near.is_empty() || name.is_empty() {
        near = nearest(name, all.into_iter()).into_iter().collect();
    }
    let near = match near.as_slice() {
        [] => format!(" `{list}` lists them."),
        near => format!(" Did you mean `{}`?", near.join("` or `")),
    };
    Failure::Wrong(format!("no {what} is called `{name}`.{near}"))
}

/// The most names that are proposed.
const MOST: usize = 2;

/// Says that there is no such type.
pub fn unknown_type(name: &str) -> Failure {
    let all = SCHEMAS.get("$defs").and_then(Value::as_object);
    unknown("type", name, all.into_iter().flat_map(|it| it.keys()).map(String::as_str), "hookwire schema")
}

/// Returns the name of the page of an event: `pre-tool-use`.
fn kebab(name: &str) -> String {
    let mut out = String::new();
    for sign in name.chars() {
        if sign.is_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.extend(sign.to_lowercase());
    }
    out
}

/// Returns a page as it is printed.
fn shown(text: &str, format: PageFormat) -> String {
    if format == PageFormat::Markdown {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut in_code = false;
    for line in text.lines() {
        in_code ^= line.trim_start().starts_with("```");
        if in_code {
            out.push_str(line);
        } else if line.trim_start().starts_with("<!--") && line.trim_end().ends_with("-->") {
            continue;
        } else {
            out.push_str(&plain(line));
        }
        out.push('\n');
    }
    out.trim_start().to_owned()
}

/// Returns a line without tags and without the addresses of links.
fn plain(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['<', '[', '`']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let skipped = match rest.as_bytes().first() {
            Some(b'`') => {
                let end = rest[1..].find('`').map_or(rest.len(), |it| it + 2);
                out.push_str(&rest[..end]);
                end
            }
            Some(b'<') if rest.starts_with("<a ") || rest.starts_with("</a>") || rest.starts_with("<br") => {
                rest.find('>').map_or(rest.len(), |it| it + 1)
            }
            Some(b'[') => match rest.find("](").and_then(|mid| Some((mid, mid + rest[mid..].find(')')?))) {
                Some((mid, end)) => {
                    out.push_str(&plain(&rest[1..mid]));
                    end + 1
                }
                None => {
                    out.push('[');
                    1
                }
            },
            _ => {
                out.push('<');
                1
            }
        };
        rest = &rest[skipped..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_event_has_a_page_and_a_summary() {
        for event in HookEvent::ALL {
            let text = page(&kebab(event.as_str()));
            assert!(text.is_some_and(|it| it.contains("\n# ") || it.starts_with("# ")), "{event}");
        }
        assert!(codes().count() > 30 && codes().all(|it| about(it).is_some_and(|it| it.ends_with('.'))));
    }

    #[test]
    fn a_line_is_plain() {
        assert_eq!(plain("## <a id=\"x\"></a>A [`b`](c.md#d) <e> `<a ` [f]"), "## A `b` <e> `<a ` [f]");
    }
}
