//! Reads any text as a line of a shell: nothing may panic, and places lead into the text.

use hookwire::shell::{CommandMatches, commands, matching, may_run};

/// Reads a text as a line.
///
/// # Panics
/// The crate panics or contradicts itself.
pub fn read_line(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let line = commands(&text, "bash");
    let mut before = 0;
    for command in &line.commands {
        assert!(command.start >= before, "the commands are in order");
        before = command.start;
        let values = command.assignments.iter().filter_map(|it| it.value.as_ref());
        let targets = command.redirections.iter().map(|it| &it.target);
        let words = command.words.iter().chain(values).chain(targets).map(|it| (it.start, it.end));
        words.chain([(command.start, command.end)]).for_each(|place| leads_into(&text, place));
        assert!(command.name.is_some() || command.words.is_empty() || command.opaque.is_some(), "a name, or a reason");
    }
    line.opaque.iter().for_each(|part| leads_into(&text, (part.start, part.end)));
    for wanted in ["git push", "rm -rf", "npm"] {
        let found: CommandMatches = matching(&line, wanted).expect("it names a program");
        let any = !found.commands.is_empty() || !found.opaque.is_empty();
        assert_eq!(may_run(&line, wanted), Ok(any));
        assert!(found.certain.iter().all(|it| found.commands.contains(it)), "what is certain is one of them");
    }
}

fn leads_into(text: &str, (start, end): (i64, i64)) {
    let place = |place: i64| usize::try_from(place).expect("a place in a text");
    assert!(text.get(place(start)..place(end)).is_some(), "{start}..{end} is no part of {text:?}");
}
