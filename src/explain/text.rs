//! The explanation for people.

use crate::colour::{Colour, paint};
use crate::diagnostic::{text as finding, visible};

use super::{Explanation, Keyword, Spelled};

/// The maximum number of files of a target in the text.
const SHOWN: usize = 4;

/// Renders the whole explanation; every line ends with a newline.
pub fn text(it: &Explanation, colour: bool) -> String {
    let heading = |text: &str| paint(colour, Colour::Blue, true, text);
    let mut lines = vec![format!("{}", it.place)];
    if let Some(model) = &it.model {
        let of = if model.of == model.name { String::new() } else { format!(" of `{}`", visible(&model.of)) };
        lines.push(format!("{} {} `{}`{of}", heading("model"), model.is, visible(&model.name)));
    }
    let keywords: Vec<String> = it.keywords.iter().map(of_keyword).collect();
    if !keywords.is_empty() {
        lines.push(format!("{} {}", heading("keywords"), keywords.join(", ")));
    }
    lines.extend(it.why.iter().map(|why| format!("  {}", visible(why))));
    for target in &it.targets {
        lines.push(heading(&target.target));
        lines.extend(of_target(target).into_iter().map(|line| format!("  {line}")));
    }
    lines.extend(it.findings.0.iter().map(|one| format!("\n{}", finding(one, colour))));
    lines.into_iter().map(|line| line + "\n").collect()
}

fn of_keyword(it: &Keyword) -> String {
    let enforced_by = match it.enforced_by.as_deref() {
        Some("assertion") => ", enforced by an assertion",
        Some("rule") => ", enforced by a rule",
        _ => "",
    };
    format!("{} ({}{enforced_by})", visible(&it.name), it.class)
}

fn of_target(it: &Spelled) -> Vec<String> {
    let name = it.name.as_ref().map(|name| format!("name   {}", visible(name)));
    let expr = it.expr.as_ref().map(|expr| format!("type   {}", visible(expr)));
    let line =
        it.line.as_ref().map(|line| format!("line   {}:{}: {}", visible(&line.file), line.line, visible(&line.text)));
    let shown: Vec<String> = it.files.iter().take(SHOWN).map(|file| visible(file)).collect();
    let more = it.files.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let files = if shown.is_empty() { "files  none".to_owned() } else { format!("files  {}{more}", shown.join(", ")) };
    [name, expr, line, Some(files)].into_iter().flatten().collect()
}
