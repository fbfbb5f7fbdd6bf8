//! Scripts in Python: `print`, `json.dumps`, `json.dump`, `sys.stdout.write` and `sys.exit`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use serde_json::{Map, Number, Value};
use tree_sitter::{Node, Parser};

use super::literal::HOLE;
use super::{Behaviour, Exit, Holes, Literal, Printed, Unread, What, is_reason, is_refusal};

/// The most levels of a value.
const DEEPEST: usize = 64;

/// Returns what a script does.
pub fn read(text: &str) -> Behaviour {
    let mut found = Behaviour::default();
    let mut parser = Parser::new();
    let tree = parser.set_language(&tree_sitter_python::LANGUAGE.into()).ok().and_then(|()| parser.parse(text, None));
    let Some(tree) = tree else { return Behaviour { has_more: true, ..found } };
    if let Some(unread) = mistake(text, tree.root_node()) {
        return Behaviour { has_more: true, unread: Some(unread), ..found };
    }
    if text.contains("redirect_stdout") || text.contains("sys.stdout =") {
        return Behaviour { has_more: true, ..found };
    }
    let mut script = Script { text, root: tree.root_node(), names: HashMap::new() };
    script.name();
    let mut said = Said::default();
    for node in all(tree.root_node()) {
        match node.kind() {
            "call" => script.call(node, &mut found, &mut said),
            "raise_statement" => {
                let call = node.named_child(0).filter(|it| it.kind() == "call");
                let name = call.and_then(|it| it.child_by_field_name("function")).map(|it| script.of(it));
                if name == Some("SystemExit") {
                    call.into_iter().for_each(|it| script.exit(it, &mut found, said));
                }
            }
            _ => {}
        }
    }
    script.ends(&mut found);
    found.sequences = script.sequences(&found.printed);
    found
}

/// Returns the first mistake, to the end of its line.
fn mistake(text: &str, root: Node<'_>) -> Option<Unread> {
    let is_old = text.lines().next().is_some_and(|it| it.starts_with("#!") && it.contains("python2"));
    let (found, fault) = if root.has_error() {
        (all(root).into_iter().find(|it| it.is_error() || it.is_missing())?, "")
    } else {
        let all = all(root).into_iter().filter(|_| !is_old).filter_map(|it| refused(text, it));
        all.min_by_key(|(it, _)| it.start_byte())?
    };
    let range = found.byte_range();
    let start = text.get(..range.start)?.rfind('\n').map_or(0, |it| it + 1);
    let line = text.get(start..)?.lines().next().unwrap_or_default();
    let length = line.len().saturating_sub(range.start - start);
    let is_newer = has_newer_text(line) || line.trim_start().starts_with("lazy ");
    let shown = line.trim();
    let what = match () {
        () if is_old || (is_newer && root.has_error()) => None,
        () if !root.has_error() => Some(fault.to_owned()),
        () if is_without_colon(shown) => Some("Python cannot read this line: `:` is missing at its end.".to_owned()),
        () => Some(
            "Python cannot read this: a bracket, a quote or a sign is missing or too much here, or in a line above."
                .to_owned(),
        ),
    };
    Some(Unread { range: range.start..range.start + length, fault: what })
}

/// Returns true for a line with `t"…"`: Python 3.14 has such texts, and this grammar does not know them.
fn has_newer_text(line: &str) -> bool {
    line.match_indices(['t', 'T']).any(|(at, _)| {
        let before = line[..at].trim_end_matches(['r', 'R']).chars().next_back();
        let behind = line[at + 1..].trim_start_matches(['r', 'R']);
        behind.starts_with(['"', '\'']) && !before.is_some_and(|it| it.is_alphanumeric() || it == '_')
    })
}

/// Returns what Python refuses in a node, and why, though the grammar has a place for it. A release of Python may still refuse more.
fn refused<'t>(text: &str, node: Node<'t>) -> Option<(Node<'t>, &'static str)> {
    const FUNCTIONS: [&str; 2] = ["function_definition", "lambda"];
    const LOOPS: [&str; 2] = ["for_statement", "while_statement"];
    // The part of a class or function that is above a node has neither the loops nor the function outside of it.
    let is_in = |kinds: &[&str], end: &[&str]| {
        let mut above = std::iter::successors(node.parent(), Node::parent);
        above
            .find(|it| kinds.contains(&it.kind()) || end.contains(&it.kind()))
            .is_some_and(|it| kinds.contains(&it.kind()))
    };
    let why = match node.kind() {
        // `print (x)` is right, and `print >>file` is a mistake only when it runs.
        "print_statement" => {
            let texts = ["string", "identifier", "integer", "concatenated_string"];
            let first = node.named_child(0).is_some_and(|it| texts.contains(&it.kind()));
            first.then_some("Python 3 does not have `print` without brackets: write `print(...)`.")?
        }
        "return_statement" if !is_in(&FUNCTIONS, &["class_definition"]) => {
            "Python accepts `return` in a function only. To end the script, write `sys.exit()`."
        }
        "break_statement" | "continue_statement" if !is_in(&LOOPS, &["function_definition", "class_definition"]) => {
            "Python accepts `break` and `continue` in a loop only."
        }
        "block" if node.named_child(0).is_none_or(|it| it.start_position() == node.end_position()) => {
            "Python finds no statement in this block: indent one below it, or write `pass`."
        }
        "module" | "block" => {
            let mut cursor = node.walk();
            let lines = node.named_children(&mut cursor).filter(|it| !it.is_extra());
            let mut lines = lines.filter_map(|it| Some((it, indent(text, it)?)));
            let (_, first) = lines.next()?;
            let (other, _) = lines.find(|(_, it)| *it != first)?;
            let why =
                "Python does not accept how far this line is indented: it has to begin as the lines of its block do.";
            return Some((other, why));
        }
        _ => return None,
    };
    Some((node, why))
}

/// Returns what is before a statement in its line. Nothing if that is another statement, also one that a `\` continues.
fn indent<'t>(text: &'t str, node: Node<'_>) -> Option<&'t str> {
    let before = text.get(..node.start_byte())?;
    let above = before.trim_end_matches([' ', '\t']);
    let is_first = above.is_empty() || above.ends_with(['\n', '\r', '\u{c}']);
    let is_continued = above.ends_with("\\\n") || above.ends_with("\\\r\n");
    (is_first && !is_continued).then(|| &before[above.len()..])
}

/// Returns true for the first line of a block that does not end with `:`.
fn is_without_colon(line: &str) -> bool {
    const BLOCKS: [&str; 10] = ["if", "elif", "else", "for", "while", "try", "except", "with", "def", "class"];
    let word = line.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    BLOCKS.contains(&word) && !line.ends_with([':', '(', '[', '{', ',', '\\']) && !line.contains('#')
}

/// Returns all nodes below a node, in the order of the text.
fn all(root: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = root.walk();
    let mut found = Vec::new();
    loop {
        found.push(cursor.node());
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

/// Returns the nodes below a node that run with it: not those of a function that it defines.
fn own(root: Node<'_>) -> Vec<Node<'_>> {
    let is_other = |it: &Node<'_>| matches!(it.kind(), "function_definition" | "class_definition" | "lambda");
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(it) = open.pop().filter(|it| !is_other(it)) {
        found.push(it);
        let mut cursor = it.walk();
        open.extend(it.named_children(&mut cursor).filter(|it| !is_other(it)));
    }
    found
}

/// Functions that end a script.
const ENDS: [&str; 4] = ["sys.exit", "exit", "quit", "os._exit"];

/// What the last message says.
#[derive(Clone, Copy, Default)]
struct Said {
    refuses: bool,
    explains: bool,
}

impl Said {
    fn of(message: &str) -> Self {
        Self { refuses: is_refusal(message), explains: !message.contains('{') && is_reason(message) }
    }
}

/// Statements behind which nothing of their block runs.
const LEAVES: [&str; 4] = ["return_statement", "raise_statement", "break_statement", "continue_statement"];

/// The most texts of a script for which is read what is printed behind them.
const MOST_PRINTED: usize = 50;

struct Script<'a> {
    text: &'a str,
    root: Node<'a>,
    /// The value of each name that is assigned once; nothing for other names.
    names: HashMap<&'a str, Option<Node<'a>>>,
}

/// The most values of a literal. A few names could otherwise stand for more than any memory holds.
const MOST_VALUES: usize = 5_000;

impl<'a> Script<'a> {
    fn of(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    fn call(&self, node: Node<'a>, found: &mut Behaviour, said: &mut Said) {
        let (Some(function), Some(arguments)) =
            (node.child_by_field_name("function"), node.child_by_field_name("arguments"))
        else {
            return;
        };
        let mut cursor = arguments.walk();
        let given: Vec<_> = arguments.named_children(&mut cursor).filter(|it| it.kind() != "comment").collect();
        let (named, plain): (Vec<_>, Vec<_>) = given.into_iter().partition(|it| it.kind() == "keyword_argument");
        if !ENDS.contains(&self.of(function)) {
            said.explains = false;
        }
        match self.of(function) {
            "print" => {
                let to = named.iter().find(|it| it.child_by_field_name("name").is_some_and(|it| self.of(it) == "file"));
                let to = to.and_then(|it| it.child_by_field_name("value")).map(|it| self.of(it));
                if to.is_none_or(|it| it == "sys.stdout") {
                    self.printed(node, &plain, found);
                } else if to == Some("sys.stderr") {
                    self.misdirected(node, &plain, found);
                }
                found.has_errors |= to.is_some_and(|it| it != "sys.stdout");
                *said = Said::of(&plain.iter().map(|it| self.of(*it)).collect::<Vec<_>>().join(" "));
            }
            "sys.stdout.write" => self.printed(node, &plain, found),
            "sys.stderr.write" => {
                self.misdirected(node, &plain, found);
                found.has_errors = true;
                *said = Said::of(&plain.iter().map(|it| self.of(*it)).collect::<Vec<_>>().join(" "));
            }
            "json.dump" => match plain.as_slice() {
                [value, to] if self.of(*to) == "sys.stdout" => self.printed_value(node, *value, found),
                [_, to] if self.of(*to) == "sys.stderr" => {}
                _ => found.has_more = true,
            },
            name if ENDS.contains(&name) => self.exit(node, found, *said),
            // Another program prints on the same stdout.
            "os.system" | "subprocess.run" | "subprocess.call" | "os.execvp" | "subprocess.Popen" | "exec" | "eval" => {
                found.has_more = true;
            }
            _ => {}
        }
    }

    fn printed(&self, node: Node<'a>, plain: &[Node<'a>], found: &mut Behaviour) {
        match plain {
            [value] => {
                let value = self.resolved(*value);
                let function = value.child_by_field_name("function").map(|it| self.of(it));
                let dumped = value.child_by_field_name("arguments").and_then(|it| it.named_child(0));
                match (value.kind(), function, dumped) {
                    ("call", Some("json.dumps" | "dumps"), Some(inner)) => self.printed_value(node, inner, found),
                    ("string" | "concatenated_string", ..) => match self.string(value) {
                        Some((text, is_whole)) => self.printed_text(node, value, &text, is_whole, found),
                        None => found.has_more = true,
                    },
                    ("dictionary", ..) => self.add(node, What::Repr, found),
                    _ => self.begun(node, value, found),
                }
            }
            [] => {}
            several => match several.iter().map(|it| self.string(*it)).collect::<Option<Vec<_>>>() {
                Some(all) => {
                    let text = all.iter().map(|it| &*it.0).collect::<Vec<_>>().join(" ");
                    self.printed_text(node, node, &text, false, found);
                }
                None => several.iter().take(1).for_each(|it| self.begun(node, *it, found)),
            },
        }
    }

    /// Adds a text of which only the beginning is known: `"checking " + name`. More of it can be a reply in another line.
    fn begun(&self, node: Node<'a>, value: Node<'a>, found: &mut Behaviour) {
        found.has_more = true;
        let mut first = value;
        while let Some(left) = first.child_by_field_name("left").filter(|_| first.kind() == "binary_operator") {
            first = left;
        }
        let text = self.string(first).map(|it| it.0).unwrap_or_default();
        // `"%s"` and `"{}"` can be all of a reply.
        if text.trim_start().starts_with(char::is_alphabetic) {
            self.add(node, What::Text, found);
        }
    }

    /// Adds what is printed on stderr, if it is a reply.
    fn misdirected(&self, node: Node<'a>, plain: &[Node<'a>], found: &mut Behaviour) {
        let mut there = Behaviour::default();
        self.printed(node, plain, &mut there);
        found.misdirected.extend(there.printed.into_iter().filter(|it| matches!(it.what, What::Reply(_))));
    }

    /// Returns what is printed one after the other: in a block, a text before a reply, and what directly follows a reply.
    fn sequences(&self, printed: &[Printed]) -> Vec<(usize, usize)> {
        let of: HashMap<(usize, usize), usize> =
            printed.iter().enumerate().map(|(at, it)| ((it.range.start, it.range.end), at)).collect();
        let printed_by = |it: Node<'a>| of.get(&(it.start_byte(), it.end_byte())).copied();
        let is_reply = |at: usize| printed.get(at).is_some_and(|it| matches!(it.what, What::Reply(_)));
        let mut functions: HashMap<&str, Option<Node<'a>>> = HashMap::new();
        for it in all(self.root).into_iter().filter(|it| it.kind() == "function_definition") {
            let name = it.child_by_field_name("name").map(|it| self.of(it)).unwrap_or_default();
            functions.entry(name).and_modify(|it| *it = None).or_insert(it.child_by_field_name("body"));
        }
        // Returns the replies that a node prints if it runs, also by calls of functions.
        let replies = |node: Node<'a>, seen: &mut HashSet<usize>| {
            let (mut open, mut found) = (vec![node], Vec::new());
            while let Some(node) = open.pop() {
                for it in own(node).into_iter().filter(|it| it.kind() == "call") {
                    found.extend(printed_by(it).filter(|at| is_reply(*at)));
                    let name = it.child_by_field_name("function").map(|it| self.of(it)).unwrap_or_default();
                    let body = functions.get(name).copied().flatten();
                    open.extend(body.filter(|it| seen.insert(it.id())));
                }
            }
            found
        };
        let mut found = Vec::new();
        // Each one is compared with all that follows it. Nobody prints that many texts.
        for at in (0..printed.len()).take(MOST_PRINTED) {
            let Some(range) = printed.get(at).map(|it| it.range.clone()) else { continue };
            let call = self.root.descendant_for_byte_range(range.start, range.end.saturating_sub(1));
            let mut call = call;
            while let Some(it) = call.filter(|it| it.byte_range() != range) {
                call = it.parent();
            }
            let Some(statement) = call.and_then(|it| it.parent()).filter(|it| it.kind() == "expression_statement")
            else {
                continue;
            };
            let (mut next, mut seen) = (statement.next_named_sibling(), HashSet::new());
            while let Some(it) = next {
                next = it.next_named_sibling();
                let direct = it.named_child(0).filter(|_| it.kind() == "expression_statement").and_then(printed_by);
                if is_reply(at) {
                    found.extend(direct.map(|other| (at, other)));
                    if direct.is_none() && it.kind() != "comment" {
                        break;
                    }
                } else if LEAVES.contains(&it.kind()) || it.named_child(0).and_then(|it| self.exit_code(it)).is_some() {
                    break;
                } else {
                    found.extend(replies(it, &mut seen).into_iter().map(|other| (at, other)));
                }
            }
        }
        found
    }

    fn printed_text(&self, node: Node<'a>, at: Node<'a>, text: &str, is_whole: bool, found: &mut Behaviour) {
        let trimmed = text.trim();
        let looks_like_one = trimmed.starts_with('{') && trimmed.ends_with('}');
        let has_hole = text.contains(HOLE);
        let what = if looks_like_one && (!has_hole || serde_json::from_str::<Value>(trimmed).is_ok()) {
            let raw = self.of(at);
            let start = raw.find(trimmed).filter(|_| is_whole).map(|it| at.start_byte() + it);
            What::Reply(Box::new(Literal::of_text(trimmed.to_owned(), start, |it| it.contains(HOLE))))
        } else if trimmed.starts_with(['{', '}', '"', '[', ']', '…']) {
            found.has_more = true;
            return;
        } else if trimmed.is_empty() {
            return;
        } else {
            What::Text
        };
        self.add(node, what, found);
    }

    fn printed_value(&self, node: Node<'a>, value: Node<'a>, found: &mut Behaviour) {
        let value = self.resolved(value);
        let mut reader = Reader { script: self, holes: Holes::new(), places: BTreeMap::new(), is_partial: false };
        let read = (value.kind() == "dictionary").then(|| reader.value(value, "", None, 0)).flatten();
        match read {
            Some(read) => {
                let literal = Literal::of_value(read, reader.holes, reader.is_partial, reader.places);
                self.add(node, What::Reply(Box::new(literal)), found);
            }
            None => found.has_more = true,
        }
    }

    /// Returns true for a place that only some arguments of the script lead to.
    fn is_in_mode(&self, node: Node<'a>) -> bool {
        let mut outer = node.parent();
        while let Some(it) = outer {
            let condition = it.child_by_field_name("condition").map(|it| self.of(it)).unwrap_or_default();
            if condition.contains("argv") || condition.contains("args.") {
                return true;
            }
            outer = it.parent();
        }
        false
    }

    fn add(&self, node: Node<'a>, what: What, found: &mut Behaviour) {
        if self.is_in_mode(node) {
            found.has_more = true;
            return;
        }
        let statement = node.parent().filter(|it| it.kind() == "expression_statement");
        let is_always = statement.and_then(|it| it.parent()).is_some_and(|it| it.kind() == "module");
        let next = statement.and_then(|it| it.next_named_sibling()).and_then(|it| it.named_child(0));
        let then = next.and_then(|it| self.exit_code(it));
        found.printed.push(Printed { range: node.byte_range(), what, is_always, then });
    }

    /// Returns the code of a call of `sys.exit` with a number.
    fn exit_code(&self, node: Node<'a>) -> Option<i32> {
        let function = node.child_by_field_name("function").map(|it| self.of(it))?;
        let argument = node.child_by_field_name("arguments")?.named_child(0);
        let is_exit = matches!(function, "sys.exit" | "exit" | "os._exit");
        is_exit.then(|| argument.map_or(Some(0), |it| self.of(it).parse().ok())).flatten()
    }

    fn exit(&self, node: Node<'a>, found: &mut Behaviour, said: Said) {
        let argument = node.child_by_field_name("arguments").and_then(|it| it.named_child(0));
        let (code, said) = match argument {
            None => (Some(0), said),
            // A text is printed on stderr, and the code is 1.
            Some(it) if matches!(it.kind(), "string" | "concatenated_string") => (Some(1), Said::of(self.of(it))),
            // The system keeps eight bits.
            Some(it) => (self.of(it).parse().ok().map(|it: i32| it & 0xff), said),
        };
        match code {
            Some(code) => found.exits.push(Exit {
                range: node.byte_range(),
                code,
                refuses: said.refuses,
                explains: said.explains,
            }),
            None => found.has_more = true,
        }
    }

    /// `sys.exit(main())` ends as the function returns.
    fn ends(&self, found: &mut Behaviour) {
        for node in all(self.root).into_iter().filter(|it| it.kind() == "return_statement") {
            if let Some(code) = node.named_child(0).filter(|it| it.kind() == "integer") {
                found.has_more |= self.of(code) != "0";
            }
        }
    }

    /// Finds the names that are assigned once, and never changed.
    fn name(&mut self) {
        for node in all(self.root) {
            match node.kind() {
                "assignment" => {
                    let (Some(left), right) = (node.child_by_field_name("left"), node.child_by_field_name("right"))
                    else {
                        continue;
                    };
                    let name = self.of(left);
                    self.names.entry(name).and_modify(|it| *it = None).or_insert(right);
                }
                // A parameter, a loop, or a change.
                "parameters" | "lambda_parameters" => {
                    for it in all(node).into_iter().filter(|it| it.kind() == "identifier") {
                        let name = self.of(it);
                        self.names.insert(name, None);
                    }
                }
                "for_statement" | "subscript" | "attribute" | "augmented_assignment" => {
                    if let Some(first) = node.named_child(0) {
                        let name = self.of(first);
                        self.names.insert(name, None);
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the value of a name that is assigned once, in the same function, and never changed; or the node itself.
    fn resolved(&self, node: Node<'a>) -> Node<'a> {
        if node.kind() != "identifier" {
            return node;
        }
        match self.names.get(self.of(node)) {
            Some(Some(value)) if self.scope(*value) == self.scope(node) => *value,
            _ => node,
        }
    }

    /// Returns the id of the function around a node, or of the module.
    fn scope(&self, node: Node<'a>) -> usize {
        let mut outer = node.parent();
        while let Some(it) = outer {
            if matches!(it.kind(), "function_definition" | "lambda" | "class_definition") {
                return it.id();
            }
            outer = it.parent();
        }
        self.root.id()
    }

    /// Returns the text of a string, with [`HOLE`] for what is filled in, and whether the text is in the script as it is.
    fn string(&self, node: Node<'a>) -> Option<(String, bool)> {
        if node.kind() == "concatenated_string" {
            let mut cursor = node.walk();
            let parts: Option<Vec<_>> =
                node.named_children(&mut cursor).filter(|it| it.kind() == "string").map(|it| self.string(it)).collect();
            return Some((parts?.into_iter().map(|it| it.0).collect(), false));
        }
        if node.kind() != "string" {
            return None;
        }
        let (mut text, mut is_same) = (String::new(), true);
        let mut cursor = node.walk();
        for part in node.named_children(&mut cursor) {
            match part.kind() {
                "string_start" if self.of(part).contains(['b', 'B']) => return None,
                "string_content" => {
                    let mut inner = part.walk();
                    let escapes: Vec<_> = part.named_children(&mut inner).collect();
                    let mut at = part.start_byte();
                    for escape in escapes {
                        text.push_str(self.text.get(at..escape.start_byte())?);
                        at = escape.end_byte();
                        is_same = false;
                        text.push_str(match self.of(escape) {
                            "\\n" => "\n",
                            "\\t" => "\t",
                            "\\\"" | "\"" => "\"",
                            "\\'" => "'",
                            "\\\\" => "\\",
                            "{{" => "{",
                            "}}" => "}",
                            "\\\n" => "",
                            _ => return None,
                        });
                    }
                    text.push_str(self.text.get(at..part.end_byte())?);
                }
                "interpolation" => {
                    text.push_str(HOLE);
                    is_same = false;
                }
                _ => {}
            }
        }
        // The grammar leaves doubled braces of f-strings as they are.
        let start = node.named_child(0).map(|it| self.of(it)).unwrap_or_default();
        if start.contains(['f', 'F']) {
            text = text.replace("{{", "{").replace("}}", "}");
            is_same = false;
        }
        Some((text, is_same))
    }
}

/// Reads a literal.
struct Reader<'a, 'b> {
    script: &'b Script<'a>,
    holes: Holes,
    places: BTreeMap<String, (Option<Range<usize>>, Range<usize>)>,
    is_partial: bool,
}

impl<'a> Reader<'a, '_> {
    fn value(&mut self, node: Node<'a>, pointer: &str, key: Option<Range<usize>>, depth: usize) -> Option<Value> {
        if depth > DEEPEST || self.places.len() > MOST_VALUES {
            return None;
        }
        let node = self.script.resolved(node);
        let is_elsewhere = key.as_ref().is_some_and(|it| node.start_byte() < it.end);
        let place = if is_elsewhere { key.clone().unwrap_or_default() } else { node.byte_range() };
        self.places.insert(pointer.to_owned(), (key, place));
        Some(match node.kind() {
            "dictionary" => {
                let mut object = Map::new();
                let mut cursor = node.walk();
                for pair in node.named_children(&mut cursor) {
                    match pair.kind() {
                        "pair" => {
                            let (key, of) = (pair.child_by_field_name("key")?, pair.child_by_field_name("value")?);
                            let Some((name, true)) = self.script.string(key) else { return None };
                            let inner = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
                            let value = self.value(of, &inner, Some(key.byte_range()), depth + 1)?;
                            object.insert(name, value);
                        }
                        "comment" => {}
                        _ => self.is_partial = true,
                    }
                }
                Value::Object(object)
            }
            "list" => {
                let mut list = Vec::new();
                let mut cursor = node.walk();
                let items: Vec<_> = node.named_children(&mut cursor).filter(|it| it.kind() != "comment").collect();
                for (at, item) in items.into_iter().enumerate() {
                    if item.kind() == "list_splat" {
                        return Some(self.hole(pointer));
                    }
                    list.push(self.value(item, &format!("{pointer}/{at}"), None, depth + 1)?);
                }
                Value::Array(list)
            }
            "true" => true.into(),
            "false" => false.into(),
            "none" => Value::Null,
            "integer" | "float" | "unary_operator" => match self.script.of(node).parse::<Number>() {
                Ok(number) => Value::Number(number),
                Err(_) => self.hole(pointer),
            },
            "string" | "concatenated_string" => match self.script.string(node) {
                Some((text, _)) => {
                    if text.contains(HOLE) {
                        self.holes.insert(pointer.to_owned());
                    }
                    Value::String(text)
                }
                None => self.hole(pointer),
            },
            _ => self.hole(pointer),
        })
    }

    fn hole(&mut self, pointer: &str) -> Value {
        self.holes.insert(pointer.to_owned());
        HOLE.into()
    }
}
