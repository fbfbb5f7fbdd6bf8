fn main() {
    let _ = hookwire::Hooks::new().on(|call: hookwire::Stop| {
        call.stop_hook_active.then(|| hookwire::rewrite(serde_json::json!({"command": "ls"})))
    });
}
