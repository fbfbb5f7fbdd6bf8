//! A hook that breaks in the way that `HOOKWIRE_BREAK` names. It is for calls of `Bash` and for `Stop`.

use std::fmt::{self, Display};
use std::io::Write;
use std::panic::{self, catch_unwind, panic_any, resume_unwind};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::time::Duration;
use std::{env, io, mem, thread};

use hookwire::tools::Bash;
use hookwire::{Hooks, IntoReply, PreToolUse, Reply, Stop, allow, block, message, run};

/// Panics when it is dropped.
struct Bomb(&'static str);

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("{} was dropped", self.0);
    }
}

/// Panics when it is written.
struct Mute;

impl Display for Mute {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("cannot be written")
    }
}

/// Cannot be written, and does not say why.
struct Failing;

impl Display for Failing {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Err(fmt::Error)
    }
}

/// A reply that panics when it is made one.
struct Trap(Bomb);

impl<E> IntoReply<E> for Trap {
    fn into_reply(self) -> Reply<E> {
        panic!("{}", self.0.0.len())
    }
}

/// Hangs when it is dropped.
struct Slow;

impl Drop for Slow {
    fn drop(&mut self) {
        thread::sleep(Duration::from_secs(60));
    }
}

type Said = Result<Option<Reply<PreToolUse<Bash>>>, Box<dyn Display>>;

fn handler(how: &str, call: PreToolUse<Bash>) -> Said {
    let refused = Ok(Some(call.block("No.")));
    match how {
        "panic" => panic!("broken"),
        "panic-with-anything" => panic_any(7),
        "panic-with-a-bomb" => panic_any(Bomb("the payload")),
        "resume" => resume_unwind(Box::new(Bomb("the payload"))),
        "nested" => {
            let _bomb = Bomb("a local");
            panic!("broken")
        }
        "two-drops" => {
            let _bombs = [Bomb("one"), Bomb("two")];
            Ok(None)
        }
        "caught-and-ended" => {
            assert!(catch_unwind(|| panic!("one")).is_err() && catch_unwind(|| panic!("two")).is_err());
            refused
        }
        "error-that-cannot-be-written" => Err(Box::new(Mute)),
        "error-that-fails-to-be-written" => Err(Box::new(Failing)),
        "error-without-a-text" => Err(Box::new("")),
        "error-that-looks-like-a-missing-script" => Err(Box::new("No such file or directory (os error 2)")),
        "panic-that-looks-like-a-missing-script" => panic!("bash: can't open 'x'\u{1b}[2J"),
        "overflow-of-a-number" => {
            let nothing = usize::from(env::args().count() > 9);
            Ok((100 / nothing > 1).then(|| call.block("No.")))
        }
        "thread-that-panics" => {
            let _ = thread::spawn(|| panic!("in a thread")).join();
            refused
        }
        "thread-that-stays" => {
            thread::spawn(|| thread::sleep(Duration::from_secs(60)));
            refused
        }
        "locks-that-stay" => {
            mem::forget((io::stdout().lock(), io::stderr().lock(), io::stdin().lock()));
            refused
        }
        "locks-of-another-thread" => {
            let locked = std::sync::Arc::new(std::sync::Barrier::new(2));
            let other = std::sync::Arc::clone(&locked);
            thread::spawn(move || {
                let _locks = (io::stdout().lock(), io::stderr().lock());
                other.wait();
                thread::sleep(Duration::from_secs(60));
            });
            locked.wait();
            refused
        }
        "prints" => {
            print!("half a line");
            let _ = Command::new("sh").args(["-c", "echo from a child"]).status();
            let _ = io::stdout().flush();
            refused
        }
        "prints-and-allows" => {
            println!("a line");
            Ok(Some(call.allow()))
        }
        "child-that-stays" => {
            let _ = Command::new("sleep").arg("60").spawn();
            refused
        }
        "hook-of-its-own" => {
            panic::set_hook(Box::new(|_| {}));
            panic!("broken")
        }
        "hangs" => loop {
            thread::sleep(Duration::from_secs(60));
        },
        "refuses" | "main-that-panics" | "main-that-hangs" => refused,
        _ => Ok(None),
    }
}

fn main() -> ExitCode {
    let how = env::var("HOOKWIRE_BREAK").unwrap_or_default();
    let limit = env::var("HOOKWIRE_LIMIT").ok().and_then(|it| it.parse().ok());
    let _late = (how == "main-that-panics").then(|| Bomb("a local of main"));
    let _slow = (how == "main-that-hangs").then(|| Slow);
    match &*how {
        "state-that-panics" => {
            let bomb = Bomb("the state");
            run(move |_: PreToolUse<Bash>| (mem::size_of_val(&bomb) > 1000).then(|| block("No.")))
        }
        "state-of-another-event" => {
            let bombs = (Bomb("the state"), Bomb("more state"));
            run(move |_: PreToolUse<Bash>| (mem::size_of_val(&bombs) > 1000).then(|| block("No.")))
        }
        "state-of-one-of-several" => {
            let bombs = Mutex::new([Bomb("one"), Bomb("two")]);
            Hooks::new().on(move |_: PreToolUse<Bash>| bombs.is_poisoned().then(|| block("No."))).on(|_: Stop| ()).run()
        }
        "state-that-hangs" => {
            let slow = Slow;
            let hooks = Hooks::new().on(move |_: PreToolUse<Bash>| {
                let _ = &slow;
                allow()
            });
            hooks.limit(Duration::from_millis(100)).run()
        }
        "returned-bomb" => run(|_: PreToolUse<Bash>| Trap(Bomb("the reply"))),
        "call-that-is-kept" => run(|call: PreToolUse<Bash>| {
            mem::forget(call);
            block("No.")
        }),
        _ => {
            let hooks = Hooks::new().on(|call| handler(&how, call)).on(|_: Stop| message("m"));
            match limit {
                Some(limit) => hooks.limit(Duration::from_secs_f64(limit)).run(),
                None => hooks.run(),
            }
        }
    }
}
