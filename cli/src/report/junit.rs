//! The XML of JUnit.

use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use crate::terminal::{clean, safe};

/// A test that has ended.
#[derive(Debug)]
pub struct Test {
    /// The file that it is in.
    pub file: String,
    /// What it is called.
    pub name: String,
    /// The time in seconds.
    pub seconds: f64,
    /// Why it failed, in lines. Nothing if it passed.
    pub failure: Option<String>,
}

/// Writes a report.
pub fn write(out: &mut impl Write, tests: &[Test]) -> io::Result<()> {
    let mut writer = Writer::new_with_indent(out, b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let all = counts(tests.iter());
    let root = writer.create_element("testsuites").with_attribute(("name", "hookwire")).with_attributes(borrowed(&all));
    root.write_inner_content(|writer| {
        let mut files: Vec<&str> = tests.iter().map(|it| &*it.file).collect();
        files.dedup();
        for file in files {
            let of_file = || tests.iter().filter(|it| it.file == file);
            let counts = counts(of_file());
            let name = text(file);
            let suite = writer.create_element("testsuite").with_attribute(("name", &*name));
            suite
                .with_attributes(borrowed(&counts))
                .write_inner_content(|writer| of_file().try_for_each(|it| case(writer, it)))?;
        }
        Ok(())
    })?;
    writeln!(writer.into_inner())
}

fn case<W: Write>(writer: &mut Writer<W>, test: &Test) -> io::Result<()> {
    let (file, name, time) = (text(&test.file), text(&test.name), format!("{:.3}", test.seconds));
    let attributes = [("classname", &*file), ("name", &*name), ("time", &*time)];
    let element = writer.create_element("testcase").with_attributes(attributes);
    let Some(failure) = &test.failure else { return element.write_empty().map(drop) };
    element.write_inner_content(|writer| {
        let first = text(failure.lines().next().unwrap_or_default());
        let failed = writer.create_element("failure").with_attribute(("message", &*first));
        let all: Vec<String> = failure.lines().map(text).collect();
        failed.write_text_content(BytesText::new(&all.join("\n"))).map(drop)
    })?;
    Ok(())
}

fn counts<'t>(tests: impl Iterator<Item = &'t Test>) -> [(&'static str, String); 3] {
    let (mut all, mut failed, mut seconds) = (0, 0, 0.0);
    for it in tests {
        all += 1;
        failed += usize::from(it.failure.is_some());
        seconds += it.seconds;
    }
    [("tests", all.to_string()), ("failures", failed.to_string()), ("time", format!("{seconds:.3}"))]
}

fn borrowed<'a>(all: &'a [(&'static str, String); 3]) -> impl Iterator<Item = (&'a str, &'a str)> {
    all.iter().map(|(name, value)| (*name, &**value))
}

/// Returns a text without what a terminal obeys, and without what XML cannot have.
fn text(text: &str) -> String {
    clean(&safe(text), false).chars().filter(|it| !matches!(it, '\u{fffe}' | '\u{ffff}')).collect()
}
