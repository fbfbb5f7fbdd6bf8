//! Renders the section of `docs/benchmarks.md` about hooks from a cold start.

use std::fmt::Write as _;

use super::validate::Pair;
use super::{Measured, Row};

/// The heading of the section.
pub const HEADING: &str = "## Hooks from a cold start";

/// A ratio may be this many times the one on the page. Within one run, ratios of the same programs differ by less.
const WORSE: f64 = 1.1;

/// Returns the measurements as a section of the page.
pub fn section(Measured { rows, pairs }: &Measured, rounds: usize, machine: &str, load: Option<&str>) -> String {
    let mut text = format!("{HEADING}\n\n{machine}\n\n");
    if let Some(load) = load {
        let _ = writeln!(
            text,
            "Before the first round, the load average of the machine was {load}. Above 0, other programs ran beside this one.\n"
        );
    }
    let _ = writeln!(
        text,
        "A guard for `Bash` denies a call that asks to leave the sandbox. Each row is a process, started {rounds} times, in turn with the\n\
         others. The figures are the medians of the milliseconds of the processors, for the program and for the system on its\n\
         behalf, and of the ratios to the first row of the language. Ours reads and validates the event, and validates the reply; the first row does neither.\n\
         The program in Rust is static, and is compared with a program that does nothing. [The guards](../tests/runtime/cold).\n\n\
         | language | guard | CPU ms | ratio | goal | met |\n|---|---|---|---|---|---|"
    );
    for row in rows {
        let times = row.times(base(rows, row));
        let goal = row.goal.map_or(String::new(), |goal| format!("at most {goal}"));
        let met = row.goal.map_or("", |goal| if times <= goal { "yes" } else { "**no**" });
        let [language, name] = row.name;
        let _ = writeln!(text, "| {language} | {name} | {:.2} | {times:.2} | {goal} | {met} |", row.cpu() * 1000.0);
    }
    if !pairs.is_empty() {
        text.push_str(VALIDATORS);
    }
    for Pair { names: [language, ours, theirs], goal, costs: [own, other], ratio } in pairs {
        let met = if ratio <= goal { "yes" } else { "**no**" };
        let _ = writeln!(
            text,
            "| {language} | {ours} | {own:.2} | {theirs} | {other:.2} | {ratio:.2} | at most {goal} | {met} |"
        );
    }
    text
}

const VALIDATORS: &str = "
Validating an event of 1 KB, again and again in a process that is warm; medians of batches that take turns. The others say
whether a payload conforms, and where it does not. Ours also says what the host does then, and what to write instead.
In Rust both are compiled. pydantic is compiled code, and ajv writes code for this one type. Ours walks over a plan, which a
hook loads in about a millisecond.

| language | ours | µs | others | µs | ratio | goal | met |
|---|---|---|---|---|---|---|---|
";

/// Returns the first row of a row's language.
fn base<'a>(rows: &'a [Row], row: &'a Row) -> &'a Row {
    rows.iter().find(|it| it.name[0] == row.name[0]).unwrap_or(row)
}

/// Returns what is worse in a new section than in the one on the page.
pub fn worse(old: &str, new: &str) -> Vec<String> {
    let old = ratios(old);
    let is_worse = |(name, ratio): (String, f64)| {
        let before = old.iter().find(|(other, _)| *other == name)?.1;
        (ratio > before * WORSE).then(|| format!("{name}: a ratio of {ratio:.2}, before {before:.2}"))
    };
    ratios(new).into_iter().filter_map(is_worse).collect()
}

/// Returns the ratio of each row with a goal.
fn ratios(section: &str) -> Vec<(String, f64)> {
    let rows = section.lines().map(|line| line.split(" | ").collect::<Vec<_>>());
    let own = rows.filter_map(|cells| match cells.as_slice() {
        [language, name, _, ratio, goal, _] if goal.starts_with("at most") => {
            Some((format!("{} {name}", language.trim_start_matches("| ")), ratio.parse().ok()?))
        }
        [language, ours, _, theirs, _, ratio, goal, _] if goal.starts_with("at most") => {
            let name = format!("{} {ours}, {theirs}", language.trim_start_matches("| "));
            Some((name, ratio.parse().ok()?))
        }
        _ => None,
    });
    own.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_that_is_worse_is_reported() {
        let page = |ratio: &str| {
            format!(
                "{HEADING}\n\n| Python | bare | 9.00 | 1.00 |  |  |\n| Python | hookwire | 7.00 | {ratio} | at most 0.8 | yes |\n"
            )
        };
        assert_eq!(worse(&page("0.75"), &page("0.80")), [] as [String; 0]);
        let told = worse(&page("0.75"), &page("0.90"));
        assert_eq!(told, ["Python hookwire: a ratio of 0.90, before 0.75"]);
        let pair =
            |ratio: &str| format!("| Rust | `validate` | 0.2 | jsonschema | 0.3 | {ratio} | at most 1 | yes |\n");
        assert_eq!(worse(&pair("0.70"), &pair("0.80")), ["Rust `validate`, jsonschema: a ratio of 0.80, before 0.70"]);
    }
}
