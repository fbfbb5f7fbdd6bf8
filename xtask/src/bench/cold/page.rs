//! Renders the section of `docs/benchmarks.md` about hooks from a cold start.

use std::fmt::Write as _;

use super::Measured;
use super::validate::Pair;

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
         The program in Rust is static, and is compared with a program that does nothing. A goal can be about another row: importing any\n\
         package of npm has a cost. [The guards](../tests/runtime/cold).\n\n\
         | language | guard | CPU ms | ratio | goal | is | met |\n|---|---|---|---|---|---|---|"
    );
    for row in rows {
        let [language, name] = row.name;
        let all = rows.iter().filter(|it| it.name[0] == language);
        let times = all.clone().next().map_or(f64::NAN, |first| row.times(first));
        let to = |of: &str| all.clone().find(|it| it.name[1] == of).map_or(f64::NAN, |it| row.times(it));
        let [goal, is, met] = row.goal.map_or_else(Default::default, |(most, of)| {
            let met = if to(of) <= most { "yes" } else { "**no**" };
            [format!("at most {most} of the guard {of}"), format!("{:.2}", to(of)), met.to_owned()]
        });
        let _ =
            writeln!(text, "| {language} | {name} | {:.2} | {times:.2} | {goal} | {is} | {met} |", row.cpu() * 1000.0);
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
Validating an event of 1 KB with the arguments of its tool, again and again in a process that is warm; medians of batches that
take turns. The others say whether a payload conforms, and where it does not. Ours also finds the type of the arguments by the
tool's name, says what the host does then, and what to write instead. In Rust both are compiled. pydantic is compiled code,
and ajv writes code for these two types. Ours walks over a plan, which a hook loads in about a millisecond.

| language | ours | µs | others | µs | ratio | goal | met |
|---|---|---|---|---|---|---|---|
";

/// Returns what is worse in a new section than in the one on the page, and misses its goal.
pub fn worse(old: &str, new: &str) -> Vec<String> {
    let old = ratios(old);
    let is_worse = |(name, ratio, is_met): (String, f64, bool)| {
        let before = old.iter().find(|(other, ..)| *other == name)?.1;
        (!is_met && ratio > before * WORSE).then(|| format!("{name}: a ratio of {ratio:.2}, before {before:.2}"))
    };
    ratios(new).into_iter().filter_map(is_worse).collect()
}

/// Returns the ratio of each row with a goal, and whether the goal is met.
fn ratios(section: &str) -> Vec<(String, f64, bool)> {
    let rows = section.lines().map(|line| line.split(" | ").collect::<Vec<_>>());
    let own = rows.filter_map(|cells| match cells.as_slice() {
        [language, name, _, _, goal, ratio, met] if goal.starts_with("at most") => {
            Some((format!("{} {name}", language.trim_start_matches("| ")), ratio.parse().ok()?, met.starts_with("yes")))
        }
        [language, ours, _, theirs, _, ratio, goal, met] if goal.starts_with("at most") => {
            let name = format!("{} {ours}, {theirs}", language.trim_start_matches("| "));
            Some((name, ratio.parse().ok()?, met.starts_with("yes")))
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
        let page = |ratio: &str, met: &str| {
            let own = format!("| Python | hookwire | 7.00 | 0.70 | at most 0.8 of the guard bare | {ratio} | {met} |");
            format!("{HEADING}\n\n| Python | bare | 9.00 | 1.00 |  |  |  |\n{own}\n")
        };
        let before = page("0.75", "yes");
        assert_eq!(worse(&before, &page("0.79", "yes")), [] as [String; 0]);
        assert_eq!(worse(&page("0.60", "yes"), &page("0.79", "yes")), [] as [String; 0]);
        assert_eq!(worse(&before, &page("0.81", "**no**")), [] as [String; 0]);
        let told = worse(&before, &page("0.90", "**no**"));
        assert_eq!(told, ["Python hookwire: a ratio of 0.90, before 0.75"]);
        let pair =
            |ratio: &str| format!("| TypeScript | `validate` | 0.2 | ajv | 0.3 | {ratio} | at most 1 | **no** |\n");
        assert_eq!(worse(&pair("1.70"), &pair("1.90")), ["TypeScript `validate`, ajv: a ratio of 1.90, before 1.70"]);
    }
}
