fn main() {
    let _ = hookwire::Hooks::new().on(|_: hookwire::SessionStart| hookwire::block("Not today."));
}
