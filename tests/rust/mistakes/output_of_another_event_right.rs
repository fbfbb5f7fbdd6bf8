fn main() {
    let _ = hookwire::Hooks::new().on(|_: hookwire::PreToolUse| hookwire::PreToolUseSyncOutput::new());
}
