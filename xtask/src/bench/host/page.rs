//! Renders the section of `docs/benchmarks.md` about the host functions.

use std::fmt::Write;

use super::{Load, Measured, median};

/// The heading of the section.
pub const HEADING: &str = "## The host functions";

/// `interpret` may cost this many times as much as `read_reply`.
const MOST_TIMES: f64 = 1.5;

/// The queue may hold this many more bytes at the end: a dozen for each question would be more.
const MOST_GROWTH: f64 = MIB;

const MIB: f64 = 1_048_576.0;

/// Returns the measurements as a section of the page.
pub fn section(languages: &[Measured], machine: &str, load: Option<&str>) -> String {
    let mut text = format!("{HEADING}\n\n{machine}\n\n");
    if let Some(load) = load {
        let _ = writeln!(
            text,
            "Before the first round, the load average of the machine was {load}. Above 0, other programs ran beside this one.\n"
        );
    }
    text.push_str(
        "Each language has a program, which runs once a round. The figures are the medians of the rounds. `interpret` of a\n\
         command that printed a reply of 1 KB and `read_reply` of the same text take turns in one process, in short batches. The\n\
         ratio is the median of the batches.\n\n\
         | goal | language | measured | met |\n|---|---|---|---|\n",
    );
    let mut tell = |goal: &str, language: &str, measured: &str, met: bool| {
        let _ = writeln!(text, "| {goal} | {language} | {measured} | {} |", if met { "yes" } else { "**no**" });
    };
    for at in 0..languages.first().map_or(0, |it| it.costs.len()) {
        for it in languages {
            let (reply, costs) = &it.costs[at];
            let middle = |of: fn(&super::Cost) -> f64| median(&costs.iter().map(of).collect::<Vec<_>>());
            let ratio = middle(|cost| cost.ratio).unwrap_or(f64::NAN);
            let [interpret, read] = [middle(|cost| cost.interpret), middle(|cost| cost.read)]
                .map(|it| format!("{:.1} µs", it.unwrap_or(f64::NAN)));
            let goal = format!("`interpret` at most {MOST_TIMES} times as dear as `read_reply`: {reply}");
            tell(&goal, it.name, &format!("{ratio:.2}× ({interpret}, {read})"), ratio <= MOST_TIMES);
        }
    }
    for it in languages {
        if let Some(files) = &it.files {
            let shown =
                format!("{} of {} files; with the host functions {}", files.foreign.len(), files.read, files.host);
            let goal = "a hook that only reads and validates loads no file of the host functions";
            tell(goal, it.name, &shown, files.foreign.is_empty());
        }
    }
    for it in languages {
        let wrong = it.wrong();
        let shown = format!("{} lost, {} answered twice, {} times out of order", wrong[0], wrong[1], wrong[2]);
        let goal = "100,000 questions, 100 open at once: none is lost or answered twice, and they keep their order";
        tell(goal, it.name, &shown, wrong == [0; 3]);
    }
    for it in languages {
        let growth = it.loads.iter().filter_map(|(load, _)| growth(load)).max_by(f64::total_cmp);
        let shown = growth.map_or("not measured".to_owned(), |bytes| format!("{:+.0} KiB", bytes / 1024.0));
        let goal = "the queue holds at most 1 MiB more after the last tenth of them than after the first";
        tell(goal, it.name, &shown, growth.is_some_and(|bytes| bytes <= MOST_GROWTH));
    }
    text.push_str("\n| 100,000 questions | CPU s | µs for each | MiB after the first tenth | after the last |\n");
    text.push_str("|---|---|---|---|---|\n");
    for it in languages {
        let seconds = median(&it.loads.iter().map(|(_, seconds)| *seconds).collect::<Vec<_>>()).unwrap_or(f64::NAN);
        let held = |at: usize| median(&it.loads.iter().filter_map(|(load, _)| load.memory[at]).collect::<Vec<_>>());
        let [first, last] =
            [held(0), held(1)].map(|bytes| bytes.map_or(String::new(), |bytes| format!("{:.1}", bytes / MIB)));
        let _ = writeln!(text, "| {} | {seconds:.2} | {:.1} | {first} | {last} |", it.name, seconds * 10.0);
    }
    text.push_str(
        "\nSeconds are of the processors, for the whole process. Memory is the resident memory of the process; in TypeScript it is\n\
         the heap after a collection. A question has arguments, a reason and a time limit. Whenever 100 wait, one of them is\n\
         answered, in another order than they were asked, and is then answered once more, which has to be refused.\n",
    );
    text
}

/// Returns the growth of the memory between the first tenth and the last one, in bytes.
fn growth(load: &Load) -> Option<f64> {
    let [first, last] = load.memory;
    Some(last? - first?)
}
