//! Several runs at once, and what a dead one has left.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Child;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::packages::{ALWAYS, SOMETIMES};
use crate::world::{GENERATIONS, Ran, Tree, World, differences, kill_where_it_stops, long, ran, tree, writer};

/// One that is written by another run is whole at every moment: what readers find meanwhile.
fn torn(world: &World, out: &Path, until: &AtomicBool) -> (usize, BTreeSet<String>) {
    let generations: Vec<Tree> = (0..GENERATIONS).map(|it| world.expected(Some(it), Some(it))).collect();
    let (mut read, mut torn) = (0, BTreeSet::new());
    while !until.load(Ordering::SeqCst) {
        for path in generations.iter().flat_map(Tree::keys) {
            let Ok(bytes) = fs::read(out.join(path)) else { continue };
            read += 1;
            if !generations.iter().any(|tree| tree.get(path) == Some(&bytes)) {
                torn.insert(path.clone());
            }
        }
    }
    (read, torn)
}

fn finish(children: Vec<Child>) -> Vec<Ran> {
    let outputs = children.into_iter().map(|child| child.wait_with_output().unwrap());
    outputs.map(|it| Ran { code: it.status.code(), told: String::from_utf8(it.stdout).unwrap() }).collect()
}

/// Of each package there is one generation, as far as one of the runs has written it.
fn mixtures(world: &World, out: &Path) -> Vec<String> {
    let found = tree(out);
    let of = |tree: &Tree, folder: &str| -> Tree {
        let inside = tree.iter().filter(|(path, _)| path.starts_with(folder));
        inside.map(|(path, bytes)| (path.clone(), bytes.clone())).collect()
    };
    let is_whole = |folder: &&&str| {
        (0..GENERATIONS).any(|it| of(&found, folder) == of(&world.expected(Some(it), Some(it)), folder))
    };
    [ALWAYS, SOMETIMES]
        .iter()
        .filter(|folder| !is_whole(folder))
        .map(|folder| format!("{folder} is a mixture"))
        .collect()
}

#[test]
fn runs_at_once_on_one_folder_leave_the_work_of_one() {
    let world = World::new();
    let (mut wrong, mut written, mut read) = (Vec::new(), 0, 0);
    for round in 0..if long() { 60 } else { 4 } {
        let out = world.start("crowd", (Some(round % GENERATIONS), 0));
        let (done, count) = (AtomicBool::new(false), [2, 5][round % 2]);
        let runs = thread::scope(|scope| {
            let reader = scope.spawn(|| torn(&world, &out, &done));
            let spawn = |number: usize| {
                let generation = (round + number + 1) % GENERATIONS;
                writer(&out, &[&generation.to_string(), "write"]).spawn().unwrap()
            };
            let runs = finish((0..count).map(spawn).collect());
            done.store(true, Ordering::SeqCst);
            let (count, torn) = reader.join().unwrap();
            read += count;
            wrong.extend(torn.into_iter().map(|path| format!("`{path}` was read half written")));
            runs
        });
        written += runs.iter().filter(|run| run.code == Some(0)).count();
        let odd =
            runs.iter().filter(|run| run.code != Some(0) && !run.told.contains("error[output-busy]: another run"));
        wrong.extend(odd.map(|run| format!("a run ends with {:?} and says {}", run.code, run.told)));
        wrong.extend(mixtures(&world, &out));
        let next = ran(&mut writer(&out, &["3", "write"]));
        wrong.extend((next.code != Some(0)).then_some(next.told));
        wrong.extend(differences(&tree(&out), &world.expected(Some(0), Some(3))));
        fs::remove_dir_all(out).unwrap();
    }
    println!("{written} runs wrote, {read} files were read meanwhile, {} wrong", wrong.len());
    assert!(written > 0 && read > 0 && wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn runs_at_once_on_folders_of_their_own_do_not_know_of_each_other() {
    let world = World::new();
    let outs: Vec<_> = (0..5).map(|number| world.start(&format!("own-{number}"), (Some(number), 0))).collect();
    let runs = finish(outs.iter().map(|out| writer(out, &["5", "write"]).spawn().unwrap()).collect());
    let codes: Vec<_> = runs.iter().map(|run| run.code).collect();
    let wrong: Vec<_> = outs.iter().map(|out| differences(&tree(out), &world.expected(Some(0), Some(5)))).collect();
    assert_eq!((codes, wrong), (vec![Some(0); 5], vec![Vec::<String>::new(); 5]));
}

/// One waits a while, then says who is at work; and the one that is at work is not disturbed.
#[test]
fn a_run_that_finds_another_at_work_says_so() {
    let world = World::new();
    let out = world.start("busy", (Some(0), 1));
    let at_work = writer(&out, &["1", "write", "stop", "manifest-synced", "1"]).spawn().unwrap();
    let process = at_work.id();
    let busy = AtomicUsize::new(0);
    let told = thread::scope(|scope| {
        let other = scope.spawn(|| {
            loop {
                // Until the first one holds the lock a check finds nothing of it.
                let check = ran(&mut writer(&out, &["1", "check"]));
                if check.code == Some(1) {
                    busy.fetch_add(1, Ordering::SeqCst);
                    return check.told;
                }
            }
        });
        other.join().unwrap()
    });
    assert!(kill_where_it_stops(at_work));
    assert!(told.contains(&format!("error[output-busy]: another run (process {process}) is writing to ")), "{told}");
    // The lock of the dead one hinders nobody.
    assert_eq!(world.judge(&out, (Some(0), 1), Some(true), 1), Vec::<String>::new());
}
