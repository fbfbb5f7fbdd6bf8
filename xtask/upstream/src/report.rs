//! Differences as text, JSON or Markdown.

use serde::Serialize;

use crate::compare::Difference;

/// The differences between a host version and a contract.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The version of the host.
    pub host: String,
    /// The version that the contract is compared as of.
    pub contract: String,
    /// The differences, by kind and location.
    pub differences: Vec<Difference>,
}

impl Report {
    /// Returns a line for each difference, with its location in the schemas.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{} against the contract of {}\n", self.host, self.contract);
        for one in &self.differences {
            text.push_str(&format!("{}\n  {}\n  schemas/{} {}\n", one.at, one.what, one.file, one.pointer));
        }
        text.push_str(&self.count());
        text.push('\n');
        text
    }

    /// Returns one JSON document.
    #[must_use]
    pub fn json(&self) -> String {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        format!("{text}\n")
    }

    /// Returns a table for a pull request. Everything from the declarations is in code spans.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("# Host {} against the contract of {}\n\n{}\n", self.host, self.contract, self.count());
        if !self.differences.is_empty() {
            text.push_str("\n| where | what | in `schemas/` |\n|---|---|---|\n");
        }
        for one in &self.differences {
            let code = |text: &str| format!("`{}`", text.replace('|', "\\|"));
            let (at, what) = (code(&one.at), one.what.replace('|', "\\|"));
            text.push_str(&format!("| {at} | {what} | {} {} |\n", code(&one.file), code(&one.pointer)));
        }
        text
    }

    fn count(&self) -> String {
        match self.differences.len() {
            0 => "no differences".to_owned(),
            1 => "1 difference".to_owned(),
            count => format!("{count} differences"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::Kind;

    #[test]
    fn each_form_has_the_location_in_the_schemas() {
        let one = Difference {
            kind: Kind::NewValue,
            at: "A.input/{kind=a|b}/word=x".to_owned(),
            what: "the value `x` is new".to_owned(),
            file: "hooks/a.schema.json".to_owned(),
            pointer: "/enum".to_owned(),
            draft: None,
        };
        let report = Report { host: "2.1.2".to_owned(), contract: "2.1.1".to_owned(), differences: vec![one] };
        for text in [report.text(), report.json(), report.markdown()] {
            assert!(text.contains("hooks/a.schema.json") && text.contains("/enum"), "{text}");
        }
        let rows: Vec<String> =
            report.markdown().lines().filter(|line| line.starts_with("| `")).map(str::to_owned).collect();
        assert_eq!(rows, ["| `A.input/{kind=a\\|b}/word=x` | the value `x` is new | `hooks/a.schema.json` `/enum` |"]);
    }
}
