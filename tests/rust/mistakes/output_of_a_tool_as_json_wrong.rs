fn main() {
    let _ = hookwire::Hooks::new().on(|call: hookwire::PostToolUse<hookwire::tools::Bash>| {
        call.replace_output(serde_json::json!({"stdout": ""}))
    });
}
