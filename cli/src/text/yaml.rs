//! YAML with positions, as far as it is also JSON.

use std::collections::HashMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput};
use serde_json::{Map, Value};

use super::{Fault, Members, Node, Object};

/// The most levels of a value.
const DEEPEST: usize = 128;

/// The most values that aliases add. A few lines could otherwise stand for more than any memory holds.
const MOST_COPIES: usize = 10_000;

/// Returns the place of the front matter in a text of Markdown.
pub fn front_matter(text: &str) -> Option<Range<usize>> {
    let skipped = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut lines = text[skipped..].split_inclusive('\n');
    let first = lines.next().filter(|it| it.trim_end() == "---")?;
    let start = skipped + first.len();
    let mut end = start;
    for line in lines {
        if line.trim_end() == "---" {
            return Some(start..end);
        }
        end += line.len();
    }
    // A line of Markdown can look like the beginning. With hooks in it, the end is missing.
    let is_meant = text[start..].lines().any(|it| it.trim_end() == "hooks:");
    is_meant.then_some(start..text.len())
}

/// Reads a text that starts at this byte of its file.
pub fn read(text: &str, offset: usize) -> Result<(Value, Node), Fault> {
    let characters = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let mut reader =
        Reader { events: Parser::new_from_str(text), characters, offset, anchors: HashMap::new(), copies: 0 };
    let mut found = None;
    while let Some((event, span)) = reader.next()? {
        match event {
            Event::StreamEnd => break,
            Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd | Event::Nothing => {}
            _ if found.is_some() => return Err(reader.fault(span, "it has more than one document")),
            event => found = Some(reader.value(event, span, 0)?),
        }
    }
    let empty = Node { range: offset..offset + text.len(), members: Members::Object(Object::of(Vec::new())) };
    Ok(found.map_or((Value::Object(Map::new()), empty), |it| (it.0, it.1)))
}

/// A value, its places, and how many values are in it.
type Read = (Value, Node, usize);

struct Reader<'a> {
    events: Parser<'a, StrInput<'a>>,
    /// The byte at which each character starts.
    characters: Vec<usize>,
    offset: usize,
    anchors: HashMap<usize, (Value, usize)>,
    copies: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<Option<(Event<'a>, Span)>, Fault> {
        let Some(event) = self.events.next_event() else { return Ok(None) };
        event.map(Some).map_err(|error| {
            let at = self.byte(error.marker().index());
            Fault { range: at..at, message: error.info().to_owned() }
        })
    }

    fn some(&mut self, before: Span) -> Result<(Event<'a>, Span), Fault> {
        let next = self.next()?;
        next.ok_or_else(|| self.fault(before, "it ends inside of a value"))
    }

    fn byte(&self, character: usize) -> usize {
        self.offset + self.characters.get(character).or(self.characters.last()).copied().unwrap_or_default()
    }

    fn range(&self, span: Span) -> Range<usize> {
        self.byte(span.start.index())..self.byte(span.end.index())
    }

    fn fault(&self, span: Span, message: &str) -> Fault {
        Fault { range: self.range(span), message: message.to_owned() }
    }

    fn value(&mut self, event: Event<'a>, span: Span, depth: usize) -> Result<Read, Fault> {
        if depth > DEEPEST {
            return Err(self.fault(span, "it is too deep"));
        }
        let range = self.range(span);
        let (read, anchor) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                let value = if style == ScalarStyle::Plain && tag.is_none() { scalar(&text) } else { text.into() };
                ((value, Node { range, members: Members::None }, 1), anchor)
            }
            Event::SequenceStart(anchor, _) => (self.list(range, span, depth)?, anchor),
            Event::MappingStart(anchor, _) => (self.object(range, span, depth)?, anchor),
            Event::Alias(anchor) => {
                let known = self.anchors.get(&anchor).cloned();
                let Some((value, size)) = known else { return Err(self.fault(span, "it refers to itself")) };
                self.copies += size;
                if self.copies > MOST_COPIES {
                    return Err(self.fault(span, "its aliases stand for too many values"));
                }
                ((value, Node { range, members: Members::None }, size), 0)
            }
            _ => return Err(self.fault(span, "a value is missing")),
        };
        if anchor > 0 {
            self.anchors.insert(anchor, (read.0.clone(), read.2));
        }
        Ok(read)
    }

    fn list(&mut self, start: Range<usize>, mut before: Span, depth: usize) -> Result<Read, Fault> {
        let (mut values, mut nodes, mut size) = (Vec::new(), Vec::new(), 1);
        loop {
            let (event, span) = self.some(before)?;
            before = span;
            if event == Event::SequenceEnd {
                let range = ending(start, &nodes, self.range(span));
                return Ok((Value::Array(values), Node { range, members: Members::List(nodes) }, size));
            }
            let (value, node, inner) = self.value(event, span, depth + 1)?;
            values.push(value);
            nodes.push(node);
            size += inner;
        }
    }

    fn object(&mut self, start: Range<usize>, mut before: Span, depth: usize) -> Result<Read, Fault> {
        let (mut object, mut members, mut size) = (Map::new(), Vec::new(), 1);
        loop {
            let (event, span) = self.some(before)?;
            before = span;
            if event == Event::MappingEnd {
                let end = self.range(span);
                let last = members.last().map(|(_, _, node): &(String, Range<usize>, Node)| node.range.end);
                let range = start.start..if end.is_empty() { last.unwrap_or(start.end) } else { end.end };
                return Ok((
                    Value::Object(object),
                    Node { range, members: Members::Object(Object::of(members)) },
                    size,
                ));
            }
            let Event::Scalar(name, ..) = event else { return Err(self.fault(span, "a key is not a text")) };
            let key = self.range(span);
            let (event, span) = self.some(span)?;
            let (value, node, inner) = self.value(event, span, depth + 1)?;
            object.insert(name.to_string(), value);
            members.push((name.to_string(), key, node));
            size += inner;
        }
    }
}

/// Returns the place of a list. The end of one without brackets is that of its last value.
fn ending(start: Range<usize>, nodes: &[Node], end: Range<usize>) -> Range<usize> {
    let last = nodes.last().map_or(start.end, |it| it.range.end);
    start.start..if end.is_empty() { last } else { end.end }
}

/// Returns the value of a text without quotes, by the core schema of YAML 1.2.
fn scalar(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => true.into(),
        "false" | "False" | "FALSE" => false.into(),
        _ => {
            let number = text.strip_prefix('+').unwrap_or(text);
            let is_number = number.starts_with(|it: char| it.is_ascii_digit() || it == '-');
            let number = is_number.then(|| serde_json::from_str(number).ok()).flatten();
            number.map_or_else(|| text.into(), Value::Number)
        }
    }
}
