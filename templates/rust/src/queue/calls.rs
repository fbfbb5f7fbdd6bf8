//! Calls functions of the program. Whatever one of them does, nobody waits for it.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::lock;

/// How long a change waits for all functions that it calls.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often a function is called in a row, because it or another such function changes what it listens to.
const MOST_CALLS: usize = 100;

thread_local! {
    /// True in the threads that functions are called in.
    static IS_ASIDE: Cell<bool> = const { Cell::new(false) };
}

/// A function of the program. It is never called twice at once: instead, once more when it ends. It is called in a thread of
/// its own, so that it can hang or panic.
pub(super) struct Call {
    function: Box<dyn Fn() + Send + Sync>,
    state: Mutex<Running>,
    has_ended: Condvar,
}

#[derive(Default)]
struct Running {
    is_running: bool,
    is_called_again: bool,
    /// How often it was called in a row. Only changes by functions that are called here count.
    count: usize,
    /// Somebody has waited too long for it.
    is_late: bool,
}

impl Call {
    pub(super) fn new(function: impl Fn() + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self { function: Box::new(function), state: Mutex::default(), has_ended: Condvar::new() })
    }

    /// Creates the call of a function that can be called once.
    pub(super) fn once(function: impl FnOnce() + Send + 'static) -> Arc<Self> {
        let function = Mutex::new(Some(function));
        Self::new(move || {
            // The lock is not held while it runs.
            let taken = lock(&function).take();
            if let Some(function) = taken {
                function();
            }
        })
    }

    /// Calls the function, and waits for its end, but not longer than until a time.
    fn make(self: &Arc<Self>, until: Instant) {
        let mut state = lock(&self.state);
        if state.is_running {
            state.is_called_again = true;
            // It may be the function that this one is called in, or wait for it.
            if IS_ASIDE.get() {
                return;
            }
            state.count = 0;
        } else {
            state.is_running = true;
            drop(state);
            self.start();
            state = lock(&self.state);
        }
        while state.is_running && !state.is_late {
            let left = until.saturating_duration_since(Instant::now());
            state.is_late = left.is_zero();
            state = self.has_ended.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Does not call the function once more.
    pub(super) fn end(&self) {
        lock(&self.state).is_called_again = false;
    }

    fn start(self: &Arc<Self>) {
        let call = Arc::clone(self);
        let aside = move || call.run();
        // If there can be no more threads, it has to run in this one.
        if thread::Builder::new().spawn(aside).is_err() {
            self.run();
        }
    }

    fn run(&self) {
        let was_aside = IS_ASIDE.replace(true);
        loop {
            // The panic hook has reported a panic.
            let _ = catch_unwind(AssertUnwindSafe(&self.function));
            let mut state = lock(&self.state);
            state.count += 1;
            if !state.is_called_again || state.count == MOST_CALLS {
                *state = Running::default();
                break;
            }
            state.is_called_again = false;
        }
        IS_ASIDE.set(was_aside);
        self.has_ended.notify_all();
    }
}

/// Calls functions, one after the other, and waits for all of them together.
pub(super) fn call_all(functions: impl IntoIterator<Item = Arc<Call>>) {
    let until = Instant::now() + PATIENCE;
    functions.into_iter().for_each(|call| call.make(until));
}
