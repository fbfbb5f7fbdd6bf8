//! The questions to the user that wait.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use hookwire::Context;
use hookwire::host::{Asked, HookUserPreferences, PermissionAnswer, PermissionAnswerDecision, PermissionQueue};
use hookwire::validate::{Target, validate};
use serde_json::json;

use PermissionAnswerDecision::{Allow, Deny};

fn reason(answer: &PermissionAnswer) -> Option<&str> {
    match answer {
        PermissionAnswer::Deny(refused) => refused.reason.as_deref(),
        _ => None,
    }
}

#[test]
fn a_question_waits_until_it_is_answered() {
    let queue = PermissionQueue::new();
    let question = queue.ask("Bash", Asked::new().with_reason("It may be slow."));
    assert!(queue.is_awaiting() && question.answer().is_none());
    assert_eq!(queue.pending(), std::slice::from_ref(&question.pending));
    let (other, id) = (queue.clone(), question.id().to_owned());
    let answering = thread::spawn(move || {
        thread::sleep(Duration::from_millis(30));
        other.answer(&id, Allow, Some("Fine."))
    });
    let answer = question.wait(None);
    assert!(
        matches!(&answer, PermissionAnswer::Allow(it) if it.tool_name == "Bash" && it.reason.as_deref() == Some("Fine."))
    );
    assert_eq!(answering.join().unwrap(), Ok(true));
    assert!(!queue.is_awaiting());
    assert_eq!(queue.answer(question.id(), Deny, None), Ok(false));
    assert_eq!(question.wait(None), answer);
}

#[test]
fn what_nobody_answers_is_refused() {
    let queue = PermissionQueue::new().with_capacity(2).with_timeout(Duration::from_millis(20));
    let questions = ["A", "B", "C"].map(|tool| queue.ask(tool, Asked::new()));
    assert!(queue.cancel(questions[0].id(), None) && !queue.cancel(questions[0].id(), None));
    let answers = questions.map(|it| it.wait(None));
    let reasons: Vec<_> = answers.iter().map(reason).collect();
    let expected =
        ["the question was cancelled", "the user did not answer in time", "too many questions wait for the user"];
    assert_eq!(reasons, expected.map(Some));
    assert!(queue.pending().is_empty());
    let late = PermissionQueue::new().ask("A", Asked::new()).wait(Some(Duration::from_millis(5)));
    assert_eq!(reason(&late), Some("the user did not answer in time"));
}

#[test]
fn a_preference_answers_for_the_user() {
    let queue = PermissionQueue::new();
    let answers = BTreeMap::from([("Bash".to_owned(), Allow)]);
    queue.update_preferences(HookUserPreferences::new().with_answers(answers));
    assert!(matches!(queue.ask("Bash", Asked::new()).wait(None), PermissionAnswer::Allow(_)));
}

#[test]
fn the_state_can_be_exported_and_restored_and_an_inconsistent_one_is_refused() {
    let queue = PermissionQueue::new().with_capacity(2);
    queue.ask("A", Asked::new());
    let state = queue.export();
    let value = serde_json::to_value(&state).unwrap();
    assert!(validate(&value, &Target::named("HookEventContext").unwrap(), &Context::new()).is_empty());
    let other = PermissionQueue::new().with_capacity(2);
    let lost = other.ask("Z", Asked::new());
    let restored = other.restore(state.clone()).unwrap();
    assert!(matches!(lost.wait(None), PermissionAnswer::Deny(_)));
    assert_eq!(restored[0].id(), state.pending_permissions[0].id);
    assert_eq!(other.answer(restored[0].id(), Allow, None), Ok(true));
    assert!(matches!(restored[0].wait(None), PermissionAnswer::Allow(_)));
    other.ask("C", Asked::new());
    let mut awaits_not = state.clone();
    awaits_not.is_awaiting_permission = false;
    let mut twice = state.clone();
    twice.pending_permissions.push(state.pending_permissions[0].clone());
    assert!(other.restore(awaits_not).is_err() && other.restore(twice).is_err());
    assert_eq!(other.pending().len(), 1);
}

#[test]
fn what_asks_while_a_state_is_restored_is_not_lost() {
    let queue = PermissionQueue::new();
    let state = PermissionQueue::new().export();
    let again = Arc::new(Mutex::new(None));
    let (other, asked) = (queue.clone(), Arc::clone(&again));
    queue.ask("A", Asked::new()).when_answered(move |_| {
        *asked.lock().unwrap() = Some(other.ask("B", Asked::new()));
    });
    queue.restore(state).unwrap();
    let question = again.lock().unwrap().take().expect("it asked again");
    assert_eq!(queue.answer(question.id(), Allow, None), Ok(true));
    assert!(matches!(question.wait(None), PermissionAnswer::Allow(_)));
}

#[test]
fn a_function_is_called_at_the_time_limit_and_whatever_another_one_does() {
    let (tell, told) = channel();
    let other = tell.clone();
    let queue = PermissionQueue::new();
    queue.ask("A", Asked::new().with_timeout(Duration::from_millis(10))).when_answered(move |_| tell.send(1).unwrap());
    assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok(1));
    let question = queue.ask("B", Asked::new());
    question.when_answered(|_| panic!("no"));
    question.when_answered(move |_| other.send(2).unwrap());
    let id = question.id().to_owned();
    assert_eq!(thread::spawn(move || queue.answer(&id, Allow, None)).join().unwrap(), Ok(true));
    assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok(2));
    assert!(matches!(question.wait(None), PermissionAnswer::Allow(_)));
}

#[test]
fn a_tool_without_a_name_is_refused() {
    assert!(matches!(PermissionQueue::new().ask("", Asked::new()).wait(None), PermissionAnswer::Deny(_)));
}

#[test]
fn what_is_too_deep_is_refused() {
    let deep = |levels: usize| (1..levels).fold(json!({}), |inner, _| json!({"a": inner})).as_object().unwrap().clone();
    let queue = PermissionQueue::new();
    let waiting = queue.ask("Bash", Asked::new().with_input(deep(127)));
    assert!(waiting.answer().is_none());
    let (pending, target) = (serde_json::to_value(&waiting.pending).unwrap(), Target::named("PendingPermission").unwrap());
    assert_eq!(validate(&pending, &target, &Context::new()), []);
    for levels in [128, 500] {
        let answer = queue.ask("Bash", Asked::new().with_input(deep(levels))).answer().unwrap();
        assert_eq!(reason(&answer), Some("the arguments have too many levels of arrays and objects"));
    }
    let mut state = queue.export();
    state.pending_permissions[0].tool_input = Some(deep(500));
    assert_eq!(queue.restore(state).unwrap_err().to_string(), "the arguments of a question have too many levels");
    assert_eq!(queue.pending(), [waiting.pending]);
}

#[test]
fn changes_are_told_until_the_guard_is_dropped() {
    let queue = PermissionQueue::new();
    let calls = Arc::new(AtomicUsize::new(0));
    let told = Arc::clone(&calls);
    let subscription = queue.subscribe(move || {
        told.fetch_add(1, Ordering::SeqCst);
    });
    let question = queue.ask("A", Asked::new());
    queue.cancel(question.id(), None);
    drop(subscription);
    queue.ask("B", Asked::new());
    assert_eq!(calls.load(Ordering::SeqCst), 2);
}

#[test]
fn many_threads_ask_at_once() {
    let queue = PermissionQueue::new();
    let answered = Arc::new(Mutex::new(Vec::new()));
    let threads: Vec<_> = (0..20)
        .map(|number| {
            let (queue, answered) = (queue.clone(), Arc::clone(&answered));
            thread::spawn(move || {
                for at in 0..100 {
                    let question = queue.ask(&format!("{number}-{at}"), Asked::new());
                    assert_eq!(queue.answer(question.id(), Allow, None), Ok(true));
                    let PermissionAnswer::Allow(answer) = question.wait(None) else { panic!("it was allowed") };
                    answered.lock().unwrap().push(answer.tool_name);
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let mut all = answered.lock().unwrap().clone();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 2000);
    assert!(!queue.is_awaiting());
}

#[test]
fn nobody_can_guess_an_id() {
    let queue = PermissionQueue::new();
    let state = queue.export();
    let mut ids = BTreeSet::new();
    for _ in 0..50 {
        ids.insert(queue.ask("A", Asked::new()).id().to_owned());
        ids.insert(PermissionQueue::new().ask("A", Asked::new()).id().to_owned());
        queue.restore(state.clone()).unwrap();
    }
    assert_eq!(ids.len(), 100);
    for at in 0..32 {
        let digits: BTreeSet<_> = ids.iter().filter_map(|id| id.as_bytes().get(at)).collect();
        assert!(digits.len() > 8, "{at}: {digits:?}");
    }
}

#[test]
fn an_answer_to_a_question_that_was_not_asked_is_refused() {
    let before = PermissionQueue::new();
    let old = before.ask("Read", Asked::new());
    assert_eq!(before.answer(old.id(), Allow, None), Ok(true));
    let queue = PermissionQueue::new();
    let question = queue.ask("Bash", Asked::new());
    for unknown in [old.id(), "1", "", &question.id().to_uppercase(), &format!("{} ", question.id())] {
        let error = queue.answer(unknown, Allow, None).unwrap_err();
        assert!(error.to_string().contains("no question with this id"), "{error}");
        assert!(!queue.cancel(unknown, None));
    }
    assert!(question.answer().is_none());
    queue.restore(before.export()).unwrap();
    assert_eq!(queue.answer(question.id(), Allow, None), Ok(false));
    assert!(queue.answer(old.id(), Allow, None).is_err());
    assert!(matches!(question.wait(None), PermissionAnswer::Deny(_)));
}

fn hangs() {
    thread::sleep(Duration::from_secs(3600));
}

fn panics() {
    panic!("no");
}

#[test]
fn a_function_keeps_nobody_waiting() {
    for function in [hangs, panics] {
        let queue = PermissionQueue::new().with_timeout(Duration::from_secs(20));
        let (seen, answered) = (Arc::new(AtomicUsize::new(9)), Arc::new(Mutex::new(Vec::new())));
        let (own, last) = (queue.clone(), Arc::clone(&seen));
        let listener = move || last.store(own.pending().len(), Ordering::SeqCst);
        let subscriptions = (queue.subscribe(function), queue.subscribe(listener));
        let start = Instant::now();
        let questions: Vec<_> = (0..5).map(|number| queue.ask(&number.to_string(), Asked::new())).collect();
        let waiting: Vec<_> = questions.iter().cloned().map(|it| thread::spawn(move || it.wait(None))).collect();
        for question in &questions {
            question.when_answered(move |_| function());
            let (answered, tool) = (Arc::clone(&answered), question.pending.tool_name.clone());
            question.when_answered(move |_| answered.lock().unwrap().push(tool));
        }
        for question in questions.iter().take(4) {
            assert_eq!(queue.answer(question.id(), Allow, None), Ok(true));
        }
        queue.restore(PermissionQueue::new().export()).unwrap();
        let answers = waiting.into_iter().map(|it| it.join().unwrap());
        assert_eq!(answers.filter(|it| matches!(it, PermissionAnswer::Allow(_))).count(), 4);
        // The functions after one that hangs are not waited for.
        within_seconds(|| answered.lock().unwrap().len() == 5 && seen.load(Ordering::SeqCst) == 0);
        let mut answered = answered.lock().unwrap().clone();
        answered.sort();
        assert_eq!(answered, ["0", "1", "2", "3", "4"]);
        assert!(start.elapsed() < Duration::from_secs(12), "{:?}", start.elapsed());
        drop(subscriptions);
    }
}

/// Waits until a condition holds.
fn within_seconds(holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(10);
    while !holds() {
        assert!(Instant::now() < end, "it holds within seconds");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_listener_that_changes_the_queue_is_not_kept_waiting_by_another_one() {
    let queue = PermissionQueue::new();
    let calls = Arc::new(AtomicUsize::new(0));
    let (own, counted) = (queue.clone(), Arc::clone(&calls));
    let changes = queue.subscribe(move || {
        if counted.fetch_add(1, Ordering::SeqCst) == 0 {
            own.clear_history();
        }
    });
    let other = queue.subscribe(hangs);
    queue.ask("A", Asked::new());
    within_seconds(|| calls.load(Ordering::SeqCst) == 2);
    queue.ask("B", Asked::new());
    within_seconds(|| calls.load(Ordering::SeqCst) == 3);
    drop((changes, other));
}

#[test]
fn a_listener_can_use_the_queue_and_is_not_called_in_itself() {
    let queue = PermissionQueue::new();
    let (running, deepest) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (own, inside, most) = (queue.clone(), Arc::clone(&running), Arc::clone(&deepest));
    let subscription = queue.subscribe(move || {
        most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        for pending in own.pending() {
            assert_eq!(own.answer(&pending.id, Deny, Some("by a listener")), Ok(true));
        }
        inside.fetch_sub(1, Ordering::SeqCst);
    });
    let question = queue.ask("A", Asked::new());
    assert_eq!(question.answer().as_ref().and_then(reason), Some("by a listener"));
    assert_eq!(deepest.load(Ordering::SeqCst), 1);
    drop(subscription);
}

#[test]
fn a_listener_can_hold_another_subscription_and_end_it() {
    let queue = PermissionQueue::new();
    let held = Mutex::new(Some(queue.subscribe(|| ())));
    let last = queue.subscribe(|| ());
    let own = Mutex::new(Some(last));
    let subscription = queue.subscribe(move || {
        drop(held.lock().unwrap().take());
        let _ = &own;
    });
    let (tell, told) = channel();
    let asking = queue.clone();
    thread::spawn(move || {
        asking.ask("A", Asked::new());
        drop(subscription);
        asking.ask("B", Asked::new());
        tell.send(()).unwrap();
    });
    assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok(()), "no lock is held while a function is dropped");
    assert_eq!(queue.pending().len(), 2);
}

#[test]
fn a_listener_that_never_stops_changing_is_stopped() {
    let queue = PermissionQueue::new();
    let calls = Arc::new(AtomicUsize::new(0));
    let (own, counted) = (queue.clone(), Arc::clone(&calls));
    let subscription = queue.subscribe(move || {
        counted.fetch_add(1, Ordering::SeqCst);
        own.clear_history();
    });
    queue.ask("A", Asked::new());
    assert_eq!(calls.load(Ordering::SeqCst), 100);
    queue.ask("B", Asked::new());
    assert_eq!(calls.load(Ordering::SeqCst), 200);
    drop(subscription);
}

#[test]
fn a_change_of_others_is_not_lost_to_a_listener_that_always_changes() {
    let queue = PermissionQueue::new();
    let calls = Arc::new(AtomicUsize::new(0));
    let (at_last, is_last) = channel();
    let (go, goes_on) = channel();
    let (own, counted, goes_on) = (queue.clone(), Arc::clone(&calls), Mutex::new(goes_on));
    let subscription = queue.subscribe(move || {
        own.clear_history();
        if counted.fetch_add(1, Ordering::SeqCst) + 1 == 100 {
            at_last.send(()).unwrap();
            goes_on.lock().unwrap().recv().unwrap();
        }
    });
    let asking = queue.clone();
    let asked = thread::spawn(move || asking.ask("A", Asked::new()));
    is_last.recv_timeout(Duration::from_secs(10)).unwrap();
    let other = thread::spawn(move || queue.ask("B", Asked::new()));
    // It waits for the listener, which has to learn of its question.
    thread::sleep(Duration::from_millis(200));
    go.send(()).unwrap();
    within_seconds(|| calls.load(Ordering::SeqCst) > 100);
    drop((asked.join().unwrap(), other.join().unwrap(), subscription));
}

#[test]
fn an_old_answer_is_either_known_or_the_message_says_so() {
    let queue = PermissionQueue::new().with_capacity(1);
    let old = queue.ask("A", Asked::new());
    assert_eq!(queue.answer(old.id(), Allow, None), Ok(true));
    for _ in 0..1000 {
        let question = queue.ask("B", Asked::new());
        assert_eq!(queue.answer(question.id(), Allow, None), Ok(true));
    }
    let error = queue.answer(old.id(), Deny, None).unwrap_err().to_string();
    assert!(error.contains("answered long ago"), "{error}");
}
