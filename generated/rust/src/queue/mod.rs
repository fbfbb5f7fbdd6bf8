//! The questions to the user that wait, and what a host keeps of its hooks.

mod calls;
mod reasons;

use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, VecDeque};
use std::error::Error;
use std::fmt;
use std::hash::BuildHasher;
use std::process;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value};

use self::calls::{Call, call_all};
use self::reasons::{CANCELLED, DEEP, FULL, LATE, NAMELESS, PREFERRED, REPLACED, UNKNOWN};
use crate::types::{
    HookEventContext, HookExecutionRecord, HookUserPreferences, PendingPermission, PermissionAllowed, PermissionAnswer,
    PermissionAnswerDecision, PermissionRefused,
};
use crate::validation::{LEVELS, is_deeper};

/// The most questions that a `HookEventContext` holds.
const MOST: usize = 100;
/// The most runs that are kept.
const RUNS: usize = 1000;
/// The most questions with an answer whose ids are remembered.
const ENDED: usize = 1000;

/// A function that gets the answer to a question.
type Callback = Box<dyn FnOnce(&PermissionAnswer) + Send>;

/// A question to the user, which waits until somebody answers.
///
/// A program with threads calls [`wait`](Self::wait). A program with an async runtime gives
/// [`when_answered`](Self::when_answered) the sender of a channel.
#[derive(Clone)]
pub struct PendingQuestion {
    queue: PermissionQueue,
    /// The question: the tool, its arguments and the reason.
    pub pending: PendingPermission,
    slot: Arc<Slot>,
}

/// The answer to a question, or the waiters for it.
struct Slot {
    ends: Option<Instant>,
    state: Mutex<SlotState>,
    is_answered: Condvar,
}

#[derive(Default)]
struct SlotState {
    answer: Option<PermissionAnswer>,
    callbacks: Vec<Callback>,
}

impl Slot {
    fn new(timeout: Option<Duration>) -> Arc<Self> {
        let ends = timeout.and_then(|limit| Instant::now().checked_add(limit));
        Arc::new(Self { ends, state: Mutex::default(), is_answered: Condvar::new() })
    }

    /// Sets the answer, and returns the functions to call without a lock.
    fn settle(&self, answer: PermissionAnswer) -> Vec<Callback> {
        let mut state = lock(&self.state);
        state.answer = Some(answer);
        self.is_answered.notify_all();
        std::mem::take(&mut state.callbacks)
    }
}

impl PendingQuestion {
    /// Returns the id by which it is answered.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.pending.id
    }

    /// Returns the answer, if there is one.
    #[must_use]
    pub fn answer(&self) -> Option<PermissionAnswer> {
        self.queue.expire();
        lock(&self.slot.state).answer.clone()
    }

    /// Calls a function with the answer, as soon as there is one; at once if there is one already. It is called in a thread of
    /// its own. If the question has a time limit, a thread waits for it.
    pub fn when_answered(&self, callback: impl FnOnce(&PermissionAnswer) + Send + 'static) {
        let mut state = lock(&self.slot.state);
        if let Some(answer) = state.answer.clone() {
            drop(state);
            return call_all([Call::once(move || callback(&answer))]);
        }
        state.callbacks.push(Box::new(callback));
        drop(state);
        if self.slot.ends.is_some() {
            let question = self.clone();
            // Without a thread, the next call of a method refuses it.
            drop(thread::Builder::new().spawn(move || question.wait(None)));
        }
    }

    /// Waits for the answer. After the timeout, or after the time limit of the question, the answer is a refusal.
    #[must_use]
    pub fn wait(&self, timeout: Option<Duration>) -> PermissionAnswer {
        let own = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let end = own.into_iter().chain(self.slot.ends).min();
        let mut state = lock(&self.slot.state);
        loop {
            if let Some(answer) = &state.answer {
                return answer.clone();
            }
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            state = match left {
                Some(Duration::ZERO) => {
                    drop(state);
                    // Nothing happens if it was answered.
                    self.queue.refuse(&self.slot, LATE);
                    lock(&self.slot.state)
                }
                Some(left) => self.slot.is_answered.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
                None => self.slot.is_answered.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

impl fmt::Debug for PendingQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingQuestion").field("pending", &self.pending).finish_non_exhaustive()
    }
}

/// The waiting questions to the user, the runs of hooks, and the preferences of the user. A clone is the same queue.
///
/// It is bounded: if too many questions wait, if nobody answers in time, or if a question is cancelled, the answer is a
/// refusal with a reason, and never an allowance. Nobody can guess the id of a question, and none is used again. Every
/// thread can use it.
///
/// Functions of yours are called in threads of their own. A function that panics, or that does not end within a second, keeps
/// nobody else waiting.
#[derive(Clone)]
pub struct PermissionQueue {
    shared: Arc<Mutex<State>>,
    capacity: usize,
    timeout: Option<Duration>,
    duration: Duration,
}

#[derive(Default)]
struct State {
    /// The number of ids.
    count: u64,
    /// The secret of the ids.
    keys: RandomState,
    /// The questions that wait, by their place in the order.
    waiting: BTreeMap<u64, Waiting>,
    /// The place of the next question.
    next: u64,
    history: VecDeque<HookExecutionRecord>,
    preferences: HookUserPreferences,
    listeners: BTreeMap<u64, Arc<Call>>,
    /// The ids of questions that have their answers, the oldest first.
    ended: VecDeque<String>,
}

struct Waiting {
    pending: PendingPermission,
    slot: Arc<Slot>,
}

impl State {
    /// Returns an id that nobody can guess: whoever knows it can answer.
    ///
    /// `RandomState` is the only source of random numbers in the standard library: 128 bits from the system are the keys of
    /// its hash, and without them nobody can predict the hash. This is enough for an id, but not for a cryptographic key. A
    /// file such as `/dev/urandom` needs a descriptor, and is only on Unix. The id of the process is hashed as well, because a
    /// fork has the same keys.
    fn next_id(&mut self) -> String {
        self.count += 1;
        let half = |part: u8| self.keys.hash_one((part, self.count, process::id(), SystemTime::now()));
        format!("{:016x}{:016x}", half(0), half(1))
    }

    fn insert(&mut self, pending: PendingPermission, slot: Arc<Slot>) {
        self.waiting.insert(self.next, Waiting { pending, slot });
        self.next += 1;
    }

    /// Sets the answer to a question that does not wait any more, and returns the calls to make without a lock.
    fn settle(
        &mut self,
        id: &str,
        slot: &Slot,
        tool: &str,
        (decision, reason): (PermissionAnswerDecision, Option<String>),
    ) -> Vec<Arc<Call>> {
        self.ended.truncate(ENDED - 1);
        self.ended.push_front(id.to_owned());
        let answer = made(tool, decision, reason);
        let call = |callback: Callback| {
            let answer = answer.clone();
            Call::once(move || callback(&answer))
        };
        slot.settle(answer.clone()).into_iter().map(call).collect()
    }

    /// Answers questions that do not wait any more.
    fn settle_all(
        &mut self,
        ended: &[Waiting],
        decision: PermissionAnswerDecision,
        reason: Option<&str>,
    ) -> Vec<Arc<Call>> {
        let settle = |Waiting { pending, slot }: &Waiting| {
            self.settle(&pending.id, slot, &pending.tool_name, (decision, reason.map(str::to_owned)))
        };
        ended.iter().flat_map(settle).collect()
    }
}

/// A call that the user is asked about.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    input: Option<Map<String, Value>>,
    reason: Option<String>,
    timeout: Option<Duration>,
}

impl Asked {
    /// Creates a question without arguments and reason.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the arguments of the call.
    #[must_use]
    pub fn with_input(mut self, input: Map<String, Value>) -> Self {
        self.input = Some(input);
        self
    }

    /// Sets the reason to show to the user.
    #[must_use]
    pub fn with_reason(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    /// Sets the time limit. The default is that of the queue.
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }
}

/// A state that a queue cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateError(&'static str);

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Error for StateError {}

/// The error of an answer to an unknown question: it is one of another queue, from before a restart, or was answered long ago.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownQuestion(());

impl fmt::Display for UnknownQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(UNKNOWN)
    }
}

impl Error for UnknownQuestion {}

impl Default for PermissionQueue {
    fn default() -> Self {
        Self::new()
    }
}

impl PermissionQueue {
    /// Creates an empty queue, which holds 100 questions without a time limit, and runs of an hour.
    #[must_use]
    pub fn new() -> Self {
        Self { shared: Arc::default(), capacity: MOST, timeout: None, duration: Duration::from_secs(3600) }
    }

    /// Sets the most questions that wait at once; 1 to 100, the limits of [`HookEventContext`].
    #[must_use]
    pub fn with_capacity(mut self, capacity: usize) -> Self {
        self.capacity = capacity.clamp(1, MOST);
        self
    }

    /// Sets the time limit of a question.
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets how long a run is kept; at least a millisecond. The last 1000 are kept at most.
    #[must_use]
    pub fn with_history_duration(mut self, duration: Duration) -> Self {
        self.duration = duration.max(Duration::from_millis(1));
        self
    }

    // Questions

    /// Asks the user whether a call of a tool may be made.
    ///
    /// If the user has a preference for the tool, that is the answer. If too many questions wait, the tool has no name, or the
    /// arguments have more than 127 levels, the answer is a refusal.
    pub fn ask(&self, tool: &str, asked: Asked) -> PendingQuestion {
        self.expire();
        let mut state = self.state();
        let id = state.next_id();
        let pending = PendingPermission {
            tool_input: asked.input,
            reason: asked.reason,
            ..PendingPermission::new(id, tool, now())
        };
        let slot = Slot::new(asked.timeout.or(self.timeout));
        let question = PendingQuestion { queue: self.clone(), pending, slot };
        let preferred = state.preferences.answers.as_ref().and_then(|answers| answers.get(tool).copied());
        let answer = match preferred {
            _ if tool.is_empty() => Some((PermissionAnswerDecision::Deny, NAMELESS)),
            _ if question.pending.tool_input.as_ref().is_some_and(is_too_deep) => {
                Some((PermissionAnswerDecision::Deny, DEEP))
            }
            Some(decision) => Some((decision, PREFERRED)),
            None if state.waiting.len() >= self.capacity => Some((PermissionAnswerDecision::Deny, FULL)),
            None => None,
        };
        if let Some((decision, reason)) = answer {
            state.settle(question.id(), &question.slot, tool, (decision, Some(reason.to_owned())));
            drop(state);
            return question;
        }
        state.insert(question.pending.clone(), Arc::clone(&question.slot));
        drop(state);
        self.tell(Vec::new());
        question
    }

    /// Answers a question. Returns false if it has an answer already, as far as the queue remembers: it keeps the ids of the
    /// last 1000 questions with an answer.
    ///
    /// # Errors
    /// There is no question with this id: it is one of another queue, from before a restart, or was answered long ago.
    pub fn answer(
        &self,
        id: &str,
        decision: PermissionAnswerDecision,
        reason: Option<&str>,
    ) -> Result<bool, UnknownQuestion> {
        self.expire();
        let is_answered = self.end(|it| it.pending.id == id, decision, reason);
        if is_answered || self.state().ended.iter().any(|it| it == id) {
            return Ok(is_answered);
        }
        Err(UnknownQuestion(()))
    }

    /// Refuses a question because nobody needs its answer any more. Returns false if it does not wait.
    pub fn cancel(&self, id: &str, reason: Option<&str>) -> bool {
        self.end(|it| it.pending.id == id, PermissionAnswerDecision::Deny, Some(reason.unwrap_or(CANCELLED)))
    }

    /// Returns the questions that wait, the oldest first.
    #[must_use]
    pub fn pending(&self) -> Vec<PendingPermission> {
        self.expire();
        self.state().waiting.values().map(|it| it.pending.clone()).collect()
    }

    /// Returns true if a question waits. Do not call the model while one does.
    #[must_use]
    pub fn is_awaiting(&self) -> bool {
        self.expire();
        !self.state().waiting.is_empty()
    }

    /// Refuses the questions whose time limit is over. The other methods call it.
    pub fn expire(&self) {
        let now = Instant::now();
        let is_late = |it: &Waiting| it.slot.ends.is_some_and(|end| end <= now);
        self.end(is_late, PermissionAnswerDecision::Deny, Some(LATE));
    }

    /// Refuses a question, if it waits. After a `restore`, another question can have its id.
    fn refuse(&self, slot: &Arc<Slot>, reason: &str) {
        self.end(|it| Arc::ptr_eq(&it.slot, slot), PermissionAnswerDecision::Deny, Some(reason));
    }

    /// Answers the questions that the condition holds for. Returns false if there is none.
    fn end(
        &self,
        is_asked: impl Fn(&Waiting) -> bool,
        decision: PermissionAnswerDecision,
        reason: Option<&str>,
    ) -> bool {
        let mut state = self.state();
        let places: Vec<u64> = state.waiting.iter().filter(|(_, it)| is_asked(it)).map(|(place, _)| *place).collect();
        let ended: Vec<Waiting> = places.iter().filter_map(|place| state.waiting.remove(place)).collect();
        let calls = state.settle_all(&ended, decision, reason);
        drop(state);
        if !ended.is_empty() {
            self.tell(calls);
        }
        !ended.is_empty()
    }

    // Runs of hooks

    /// Keeps a run of a hook, until it is older than the history goes back.
    pub fn record(&self, run: HookExecutionRecord) {
        let mut state = self.state();
        state.history.push_back(run);
        self.forget(&mut state);
        drop(state);
        self.tell(Vec::new());
    }

    /// Returns the runs that are kept, the oldest first.
    #[must_use]
    pub fn history(&self) -> Vec<HookExecutionRecord> {
        let mut state = self.state();
        self.forget(&mut state);
        state.history.iter().cloned().collect()
    }

    /// Forgets all runs.
    pub fn clear_history(&self) {
        self.state().history.clear();
        self.tell(Vec::new());
    }

    fn forget(&self, state: &mut State) {
        let first = now() - self.duration.as_secs_f64() * 1000.0;
        state.history.retain(|run| run.timestamp >= first);
        let more = state.history.len().saturating_sub(RUNS);
        drop(state.history.drain(..more));
    }

    // Preferences

    /// Returns the preferences of the user.
    #[must_use]
    pub fn preferences(&self) -> HookUserPreferences {
        self.state().preferences.clone()
    }

    /// Changes the preferences of the user that are set here. Others than the fields of the type are ignored.
    pub fn update_preferences(&self, changes: HookUserPreferences) {
        let mut state = self.state();
        let before = std::mem::take(&mut state.preferences);
        state.preferences = HookUserPreferences {
            show_warnings: changes.show_warnings.or(before.show_warnings),
            answers: changes.answers.or(before.answers),
            extra: before.extra,
        };
        drop(state);
        self.tell(Vec::new());
    }

    // The whole

    /// Returns what the queue holds, as JSON.
    #[must_use]
    pub fn export(&self) -> HookEventContext {
        self.expire();
        let mut state = self.state();
        self.forget(&mut state);
        HookEventContext {
            is_awaiting_permission: !state.waiting.is_empty(),
            pending_permissions: state.waiting.values().map(|it| it.pending.clone()).collect(),
            hook_execution_history: state.history.iter().cloned().collect(),
            history_duration: Some(self.duration.as_secs_f64() * 1000.0),
            user_preferences: state.preferences.clone(),
            extra: Map::new(),
        }
    }

    /// Replaces what the queue holds by what [`export`](Self::export) returned, and returns the questions that wait. The
    /// questions that waited before are refused.
    ///
    /// # Errors
    /// Two questions have one id, one has no id or no tool, more wait than the queue holds, `isAwaitingPermission`
    /// contradicts them, or a preference is unknown. Nothing is changed.
    pub fn restore(&self, from: HookEventContext) -> Result<Vec<PendingQuestion>, StateError> {
        let mut ids: Vec<&str> = from.pending_permissions.iter().map(|it| &*it.id).collect();
        ids.sort_unstable();
        if ids.windows(2).any(|pair| pair.first() == pair.last()) {
            return Err(StateError("two questions have one id"));
        }
        if from.pending_permissions.iter().any(|it| it.id.is_empty() || it.tool_name.is_empty()) {
            return Err(StateError("a question has no id, or no tool"));
        }
        if from.pending_permissions.iter().any(|it| it.tool_input.as_ref().is_some_and(is_too_deep)) {
            return Err(StateError("the arguments of a question have too many levels"));
        }
        if ids.len() > self.capacity {
            return Err(StateError("more questions wait than the queue holds"));
        }
        if from.is_awaiting_permission == ids.is_empty() {
            return Err(StateError("`isAwaitingPermission` is true exactly if a question waits"));
        }
        if !from.user_preferences.extra.is_empty() {
            return Err(StateError("there is a preference that no queue knows"));
        }
        let question = |pending| PendingQuestion { queue: self.clone(), pending, slot: Slot::new(self.timeout) };
        let questions: Vec<PendingQuestion> = from.pending_permissions.into_iter().map(question).collect();
        let mut state = self.state();
        let before: Vec<Waiting> = std::mem::take(&mut state.waiting).into_values().collect();
        let calls = state.settle_all(&before, PermissionAnswerDecision::Deny, Some(REPLACED));
        for question in &questions {
            state.insert(question.pending.clone(), Arc::clone(&question.slot));
        }
        state.history = from.hook_execution_history.into();
        state.preferences = from.user_preferences;
        self.forget(&mut state);
        drop(state);
        self.tell(calls);
        Ok(questions)
    }

    /// Calls a function after each change, until the guard is dropped. If it is still running, it is called once more when it
    /// ends.
    #[must_use = "the function is called until the guard is dropped"]
    pub fn subscribe(&self, listener: impl Fn() + Send + Sync + 'static) -> Subscription {
        let mut state = self.state();
        let place = state.next;
        state.next += 1;
        state.listeners.insert(place, Call::new(listener));
        drop(state);
        Subscription { queue: self.clone(), place }
    }

    /// Calls functions of the program, and then each listener that is still one.
    fn tell(&self, before: Vec<Arc<Call>>) {
        let places: Vec<u64> = self.state().listeners.keys().copied().collect();
        let listeners = places.iter().filter_map(|place| self.state().listeners.get(place).cloned());
        call_all(before.into_iter().chain(listeners));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.shared)
    }
}

impl fmt::Debug for PermissionQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PermissionQueue").field("capacity", &self.capacity).finish_non_exhaustive()
    }
}

/// A function that is called after each change. It ends when this is dropped.
#[derive(Debug)]
pub struct Subscription {
    queue: PermissionQueue,
    place: u64,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        // The function is dropped without the lock, because what it holds can use the queue.
        let call = self.queue.state().listeners.remove(&self.place);
        if let Some(call) = call {
            call.end();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns true if arguments have so many levels that the validators refuse the question.
fn is_too_deep(arguments: &Map<String, Value>) -> bool {
    arguments.values().any(|it| is_deeper(it, LEVELS - 2))
}

/// Returns the Unix time in milliseconds.
fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |it| it.as_secs_f64() * 1000.0)
}

fn made(tool: &str, decision: PermissionAnswerDecision, reason: Option<String>) -> PermissionAnswer {
    match decision {
        PermissionAnswerDecision::Allow => {
            PermissionAnswer::Allow(PermissionAllowed { reason, ..PermissionAllowed::new(tool, now()) })
        }
        PermissionAnswerDecision::Deny => {
            PermissionAnswer::Deny(PermissionRefused { reason, ..PermissionRefused::new(tool, now()) })
        }
    }
}
