//! Finds the declaration of a node in a target: its name from the renderer, its line from the rendered files.

use crate::artifact::Artifact;
use crate::model::{Expr, Kind};
use crate::render::Rendered;
use crate::render::names::Role;

use super::node::ModelNode;
use super::{Line, Spelled};

/// Returns the name, type, line and files of a node.
pub fn spelled(node: ModelNode<'_>, target: &str, rendered: &Rendered) -> Spelled {
    let name = name(node, rendered);
    let type_name = rendered
        .names
        .spell(Role::Type, &node.def().name)
        .map_or_else(|_| node.def().name.clone(), |name| name.to_string());
    let files = files(node, rendered, &type_name);
    // In some targets a value from a table is a parameter of the type, so the line has that and not the expression.
    let plain = node.expr().filter(|expr| !matches!(expr, Expr::Keyed { .. }));
    let expr = plain.and_then(|expr| rendered.speller.as_ref()?.spell(expr).ok());
    let line = files.iter().find_map(|file| line(node, file, &type_name, name.as_deref(), expr.as_deref()));
    let files = files.into_iter().map(|file| file.path.clone()).collect();
    Spelled { target: target.to_owned(), name, expr, line, files }
}

/// Returns the name in the target.
fn name(node: ModelNode<'_>, rendered: &Rendered) -> Option<String> {
    let (role, name) = match node {
        ModelNode::Type(def) => (Role::Type, &def.name),
        ModelNode::Field(_, field) => (Role::Field, &field.name),
        ModelNode::Variant(_, variant) => (Role::Variant, &variant.name),
        ModelNode::Value(_, value) => (Role::Variant, &value.value),
        ModelNode::Rule(..) | ModelNode::Inner(..) => return None,
    };
    rendered.names.spell(role, name).ok().map(|name| name.to_string())
}

/// Returns the files that name its type, beginning with those made from its module, the type itself, or its event.
fn files<'a>(node: ModelNode<'_>, rendered: &'a Rendered, type_name: &str) -> Vec<&'a Artifact> {
    let def = node.def();
    let own = |of: &Option<String>| of.as_ref().is_some_and(|of| *of == def.module || *of == def.name);
    let named = rendered.files.iter().filter(|(file, _)| words(&file.contents, type_name).next().is_some());
    let (own, others): (Vec<_>, Vec<_>) = named.partition(|(_, of)| own(of));
    own.into_iter().chain(others).map(|(file, _)| file).collect()
}

/// The maximum distance in lines between a type and the declaration of its part.
const NEAR: usize = 2_000;

/// Returns the line that declares a part, after the line of its type.
fn line(node: ModelNode<'_>, file: &Artifact, type_name: &str, name: Option<&str>, expr: Option<&str>) -> Option<Line> {
    let start = declaration(&file.contents, type_name)?;
    let wanted: Vec<String> = match node {
        ModelNode::Type(_) => return line_at(file, start),
        ModelNode::Field(_, field) | ModelNode::Inner(_, Some(field), _) => spellings(&field.name, name),
        ModelNode::Variant(..) => name.or(expr).map(str::to_owned).into_iter().collect(),
        ModelNode::Value(_, value) => quoted(&value.value, name),
        ModelNode::Rule(_, rule) => vec![rule.name.clone()],
        ModelNode::Inner(_, None, _) => return line_at(file, start),
    };
    let is_said = |text: &str| !is_comment(text) && wanted.iter().any(|word| words(text, word).next().is_some());
    let behind = usize::from(matches!(node.def().kind, Kind::Struct(_)));
    let line = file.contents.lines().enumerate().skip(start + behind).take(NEAR).find(|(_, text)| is_said(text));
    line.and_then(|(at, _)| line_at(file, at))
}

/// Returns the name on the wire, and its name in the target if that differs.
fn spellings(wire: &str, name: Option<&str>) -> Vec<String> {
    let spelled = name.filter(|name| *name != wire).map(str::to_owned);
    spelled.into_iter().chain([wire.to_owned()]).collect()
}

/// Returns the value as a string literal in each style of quotes, and its name in the target.
fn quoted(wire: &str, name: Option<&str>) -> Vec<String> {
    let quoted = ['"', '\'', '`'].map(|quote| format!("{quote}{wire}{quote}"));
    name.map(str::to_owned).into_iter().chain(quoted).collect()
}

/// Words before the name in a declaration, in all languages.
const DECLARING: [&str; 8] = ["struct", "enum", "class", "interface", "type", "union", "record", "\"title\":"];

/// Returns the line that declares a type, from 0: its name has nothing or such a word before it, or it is a heading.
fn declaration(text: &str, type_name: &str) -> Option<usize> {
    let declares = |line: &str| {
        words(line, type_name).any(|at| {
            let before = line[..at].trim_end_matches(['"', '\'', '`', ' ']);
            let heading = before.strip_suffix("</a>").unwrap_or(before).trim_start_matches('#');
            let is_heading = line.starts_with('#') && (heading.is_empty() || before.ends_with("</a>"));
            before.is_empty() || is_heading || DECLARING.iter().any(|word| before.ends_with(word))
        })
    };
    text.lines().position(declares)
}

fn line_at(file: &Artifact, at: usize) -> Option<Line> {
    let text = file.contents.lines().nth(at)?.trim();
    Some(Line { file: file.path.clone(), line: at + 1, text: text.to_owned() })
}

/// Returns true if the line is documentation, in any language.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    ["//", "/*", "*", "# ", "\"\"\"", "#["].iter().any(|mark| line.starts_with(mark))
}

/// Returns the positions where a word occurs in a text as a whole word.
fn words<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let (before, after) = (text[..*at].chars().next_back(), text[at + word.len()..].chars().next());
        !word.is_empty() && !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_starts_with_the_name_or_with_a_keyword_before_it() {
        for text in [
            "use Lamp;\npub struct Lamp {",
            "// a Lamp\nclass Lamp(Model):",
            "import a\nLamp = str",
            "x\n### Lamp",
            "{\n  \"title\": \"Lamp\",",
        ] {
            assert_eq!(declaration(text, "Lamp"), Some(1), "{text}");
        }
        assert_eq!(declaration("use Lamp;\nLamps = 1", "Lamp"), None);
    }

    #[test]
    fn a_word_is_no_part_of_another_one() {
        assert_eq!(words("on onto \"on\" on_", "on").collect::<Vec<_>>(), [0, 9]);
        assert_eq!(words("on", "").count(), 0);
    }
}
