//! A run can end at any moment, and the system can refuse anything: every file is whole all the same, the old one or the new
//! one, a check says that a run was cut, the next run finishes, and nothing is lost that was not generated.
//!
//! `cargo xtask test --only kill` runs this with the feature `failpoints`, `--long` with many more cuts.

// A test fails by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod crowd;
mod packages;
mod refused;
mod world;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hookwire_codegen::write::FAIL_POINTS;

use self::world::{GENERATIONS, Step, World, kill_where_it_stops, long, ran, steps, writer};

/// Runs every case, some at a time, and gives what is wrong with each; then it counts, so that no case is left out.
fn all<T: Display + Sync>(cases: &[T], run: impl Fn(usize, &T) -> Vec<String> + Sync) {
    let (next, done, wrong) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let (number, true) = take(&next, cases.len()) {
                    let found = run(number, &cases[number]);
                    wrong.lock().unwrap().extend(found.into_iter().map(|it| format!("{}: {it}", cases[number])));
                    done.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
    });
    let (done, wrong) = (done.into_inner(), wrong.into_inner().unwrap());
    println!("{done} cases, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "the first of {} findings:\n{}", wrong.len(), wrong[0]);
    assert_eq!(done, cases.len());
}

fn take(next: &AtomicUsize, end: usize) -> (usize, bool) {
    let number = next.fetch_add(1, Ordering::SeqCst);
    (number, number < end)
}

/// The run after a cut wants the same, or what was there before, or something else.
fn after((from, to): Step, number: usize) -> usize {
    [to, from.unwrap_or(to), (to + 1) % GENERATIONS][number % 3]
}

/// A hit of a fail point in a run from one generation to another.
struct Hit {
    point: &'static str,
    hit: usize,
    /// How many there are in the run.
    of: usize,
    step: Step,
}

impl Display for Hit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { point, hit, of, step: (from, to) } = self;
        write!(f, "{point}, hit {hit} of {of}, from {from:?} to {to}")
    }
}

/// Where a run can be cut: every hit of every point, in all steps.
fn hits(world: &World) -> BTreeMap<&'static str, Vec<Hit>> {
    let mut hits: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for step in steps() {
        let out = world.start("counted", step);
        let counted = ran(&mut writer(&out, &[&step.1.to_string(), "write", "count"]));
        std::fs::remove_dir_all(out).unwrap();
        for point in FAIL_POINTS {
            let count = counted.told.lines().find_map(|line| line.strip_prefix(&format!("{point} "))).unwrap();
            let of = count.parse().unwrap();
            let places = (1..=of).map(|hit| Hit { point, hit, of, step });
            hits.entry(*point).or_default().extend(places);
        }
    }
    hits
}

/// So many of them, from one end to the other; some twice, where there are not enough.
fn spread(hits: Vec<Hit>, count: usize) -> Vec<Hit> {
    assert!(!hits.is_empty());
    let nth = |number: usize| {
        let Hit { point, hit, of, step } = hits[(number * hits.len() / count) % hits.len()];
        Hit { point, hit, of, step }
    };
    (0..count).map(nth).collect()
}

/// Up to the first journal nothing has changed, and without the last one all has.
fn leaves_a_mark(Hit { point, hit, of, .. }: &Hit) -> bool {
    !(point.starts_with("lock-") || *point == "journal-wanted" && *hit == 1 || *point == "journal-removed" && hit == of)
}

#[test]
fn a_run_is_killed_at_every_point() {
    let world = World::new();
    let count = if long() { 50 } else { 3 };
    let cases: Vec<_> = hits(&world).into_values().flat_map(|hits| spread(hits, count)).collect();
    assert_eq!(cases.len(), FAIL_POINTS.len() * count);
    all(&cases, |number, case| {
        let Hit { point, hit, step, .. } = case;
        let out = world.start(&format!("cut-{number}"), *step);
        let (to, hit) = (step.1.to_string(), hit.to_string());
        let stopped = kill_where_it_stops(writer(&out, &[&to, "write", "stop", point, &hit]).spawn().unwrap());
        let missed = (!stopped).then(|| "the run never came there".to_owned());
        let found = world.judge(&out, *step, Some(leaves_a_mark(case)), after(*step, number));
        missed.into_iter().chain(found).collect()
    });
}

#[test]
fn a_run_is_killed_at_any_time() {
    let world = World::new();
    let steps = steps();
    let cases: Vec<usize> = (0..if long() { 400 } else { 24 }).collect();
    let started = Instant::now();
    ran(&mut writer(&world.start("timed", steps[0]), &["0", "write"]));
    let whole = started.elapsed() * 2;
    let killed = AtomicUsize::new(0);
    all(&cases, |number, _| {
        let step = steps[number % steps.len()];
        let out = world.start(&format!("cut-{number}"), step);
        let mut child = writer(&out, &[&step.1.to_string(), "write"]).spawn().unwrap();
        // Steps of a golden section come near to every moment, whatever their number.
        thread::sleep(Duration::from_secs_f64(whole.as_secs_f64() * (number as f64 * 0.618).fract()));
        child.kill().unwrap();
        killed.fetch_add(usize::from(child.wait().unwrap().code().is_none()), Ordering::SeqCst);
        world.judge(&out, step, None, after(step, number))
    });
    let killed = killed.into_inner();
    println!("{killed} were killed before their end");
    // One of them is killed at once, and so says nothing.
    assert!(killed > 1, "of {} runs none but the first was killed before its end", cases.len());
}
