//! The sections of `docs/benchmarks.md` that one command writes and all others keep.

/// Returns the page with another section of this heading.
pub fn with_section(page: &str, heading: &str, section: &str) -> String {
    match own(page, heading) {
        Some(old) => page.replacen(old, &format!("{}\n", section.trim_end()), 1),
        None => format!("{}\n\n{}\n", page.trim_end(), section.trim_end()),
    }
}

/// Returns the section of this heading, if the page has one: up to the next one.
pub fn own<'a>(page: &'a str, heading: &str) -> Option<&'a str> {
    let section = &page[page.find(&format!("\n{heading}\n"))? + 1..];
    let end = section[heading.len()..].find("\n## ").map_or(section.len(), |at| heading.len() + at);
    Some(&section[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_added_or_replaced_and_the_rest_stays() {
        const HEADING: &str = "## Own";
        let section = |text: &str| format!("{HEADING}\n\n{text}\n");
        let page = with_section("# A\n\n## B\n\nb\n", HEADING, &section("1"));
        assert_eq!(page, format!("# A\n\n## B\n\nb\n\n{HEADING}\n\n1\n"));
        assert_eq!(own(&page, HEADING), Some(&*section("1")));
        assert_eq!(with_section(&page, HEADING, &section("2")), page.replace('1', "2"));
        let between = format!("# A\n\n{}\n## B\n\nb\n", section("1"));
        assert_eq!(own(&between, HEADING), Some(&*section("1")));
        assert_eq!(with_section(&between, HEADING, &section("2")), between.replace('1', "2"));
    }
}
