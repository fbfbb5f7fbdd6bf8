//! A hook that does what the vector in `HOOKWIRE_VECTOR` says; see tests/runtime/README.md. Without the variable, it reads
//! a vector from each line of standard input, decides it in this process, and prints the result as a line.

use std::io::{self, BufRead};
use std::process::ExitCode;
use std::time::Duration;
use std::{env, thread};

use hookwire::{AnyCall, Guard, Hooks, IntoReply, PermissionUpdate, Reply, combine};
use serde_json::{Value, json};

type Said = Reply<AnyCall>;

/// Calls a verb.
fn said(act: &Value) -> Said {
    let act = act.as_array().expect("a verb with its arguments");
    let is_again = act.last() == Some(&json!({"again": true}));
    let value = act.get(1).filter(|_| !is_again || act.len() > 2);
    let text = || value.and_then(Value::as_str).expect("a text").to_owned();
    let json = || value.expect("a value").clone();
    match act[0].as_str().expect("a verb") {
        "block" if is_again => hookwire::block(text()).again().into(),
        "block" => hookwire::block(text()).into(),
        "allow" => value.map_or_else(hookwire::allow, |_| hookwire::allow().because(text())).into(),
        "ask" => hookwire::ask(text()).into(),
        "defer" => value.map_or_else(hookwire::defer, |_| hookwire::defer().because(text())).into(),
        "accept" => value.map_or_else(hookwire::accept, |value| hookwire::accept().with_content(value)).into(),
        "decline" => hookwire::decline().into(),
        "cancel" => hookwire::cancel().into(),
        "feedback" => hookwire::feedback(text()).into(),
        "context" if is_again => hookwire::context(text()).again().into(),
        "context" => hookwire::context(text()).into(),
        "stop" => value.map_or_else(hookwire::stop, |_| hookwire::stop().because(text())).into(),
        "message" => hookwire::message(text()).into(),
        "rewrite" => hookwire::rewrite(json()).into(),
        "replace_output" => hookwire::replace_output(json()).into(),
        "permissions" => {
            let updates: Vec<PermissionUpdate> = serde_json::from_value(json()).expect("updates");
            hookwire::permissions(updates).into()
        }
        "retry" => hookwire::retry().into(),
        "worktree" => hookwire::worktree(text()).into(),
        "watch" => hookwire::watch(
            value.and_then(Value::as_array).expect("paths").iter().map(|it| it.as_str().expect("a path")),
        )
        .into(),
        "title" => hookwire::title(text()).into(),
        "first_message" => hookwire::first_message(text()).into(),
        "reload_skills" => hookwire::reload_skills().into(),
        "hide_prompt" => hookwire::hide_prompt().into(),
        "display" => hookwire::display(text()).into(),
        "classifier_context" => hookwire::classifier_context(text()).into(),
        "terminal" => hookwire::terminal(text()).into(),
        verb => panic!("there is no verb `{verb}`"),
    }
}

/// Returns the reply of one hook that says all of it.
fn together(acts: &Value) -> Said {
    let all: Vec<Said> = acts.as_array().expect("verbs").iter().map(said).collect();
    all.into_reply()
}

/// Does what a handler does.
fn handled(does: &Value, call: &AnyCall) -> Result<Said, String> {
    if let Some(text) = does.get("prints") {
        println!("{}", text.as_str().expect("a text"));
    }
    if let Some(key) = does.get("reads").and_then(Value::as_str) {
        call.get(key).ok_or_else(|| format!("the input has no `{key}`"))?;
    }
    if let Some(text) = does.get("throws") {
        return Err(text.as_str().expect("a text").to_owned());
    }
    if let Some(seconds) = does.get("hangs") {
        thread::sleep(Duration::from_secs_f64(seconds.as_f64().expect("seconds")));
    }
    if let Some(hooks) = does.get("combine") {
        let all: Vec<Said> = hooks.as_array().expect("hooks").iter().map(together).collect();
        return Ok(combine(all).into_reply());
    }
    Ok(match does.get("says") {
        Some(acts) => together(acts),
        None => does.get("returns").cloned().unwrap_or_default().into_reply(),
    })
}

/// Returns the handlers in a value: one, or a list.
fn each(of: &Value) -> &[Value] {
    of.as_array().map_or(std::slice::from_ref(of), Vec::as_slice)
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// Returns the hooks of a vector.
fn hooks(vector: &Value) -> Hooks<'_> {
    let mut hooks = Hooks::new().name("hook");
    for (event, of) in object(&vector["handlers"]) {
        match of.get("tools") {
            None => {
                for does in each(of) {
                    hooks = hooks.on_event(event, move |call| handled(does, &call));
                }
            }
            Some(tools) => {
                for (tool, of) in object(tools) {
                    for does in each(of) {
                        hooks = hooks.on_tool(event, tool, move |call| handled(does, &call));
                    }
                }
            }
        }
    }
    match vector["guard"].as_str() {
        Some("closed") => hooks = hooks.guard(Guard::Closed),
        Some("open") => hooks = hooks.guard(Guard::Open),
        _ => {}
    }
    match vector["limit"].as_f64() {
        Some(limit) => hooks.limit(Duration::from_secs_f64(limit)),
        None => hooks,
    }
}

fn main() -> ExitCode {
    if let Ok(vector) = env::var("HOOKWIRE_VECTOR") {
        let vector = serde_json::from_str(&vector).expect("a vector");
        return hooks(&vector).run();
    }
    for line in io::stdin().lock().lines() {
        let vector: Value = serde_json::from_str(&line.expect("a line")).expect("a vector");
        let result = hooks(&vector).decide(vector["input"].to_string());
        println!("{}", json!({"stdout": result.stdout, "stderr": result.stderr, "exit": result.exit_code}));
    }
    ExitCode::SUCCESS
}
