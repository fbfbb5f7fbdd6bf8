//! The questions to the user that wait.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use hookwire::Context;
use hookwire::host::{Asked, HookUserPreferences, PermissionAnswer, PermissionAnswerDecision, PermissionQueue};
use hookwire::validate::{Target, validate};

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
    let other = queue.clone();
    let answering = thread::spawn(move || {
        thread::sleep(Duration::from_millis(30));
        other.answer("1", Allow, Some("Fine."))
    });
    let answer = question.wait(None);
    assert!(
        matches!(&answer, PermissionAnswer::Allow(it) if it.tool_name == "Bash" && it.reason.as_deref() == Some("Fine."))
    );
    assert!(answering.join().unwrap());
    assert!(!queue.is_awaiting() && !queue.answer("1", Deny, None));
    assert_eq!(question.wait(None), answer);
}

#[test]
fn what_nobody_answers_is_refused() {
    let queue = PermissionQueue::new().with_capacity(2).with_timeout(Duration::from_millis(20));
    let questions = ["A", "B", "C"].map(|tool| queue.ask(tool, Asked::new()));
    assert!(queue.cancel("1", None) && !queue.cancel("1", None));
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
    assert!(other.answer("1", Allow, None));
    assert!(matches!(restored[0].wait(None), PermissionAnswer::Allow(_)));
    assert_eq!(other.ask("C", Asked::new()).id(), "2");
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
    assert!(queue.answer(question.id(), Allow, None));
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
    assert!(thread::spawn(move || queue.answer(&id, Allow, None)).join().is_err());
    assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok(2));
    assert!(matches!(question.wait(None), PermissionAnswer::Allow(_)));
}

#[test]
fn a_tool_without_a_name_is_refused() {
    assert!(matches!(PermissionQueue::new().ask("", Asked::new()).wait(None), PermissionAnswer::Deny(_)));
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
                    queue.answer(question.id(), Allow, None);
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
