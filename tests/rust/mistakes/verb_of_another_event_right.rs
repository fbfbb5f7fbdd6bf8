fn main() {
    let _ = hookwire::Hooks::new().on(|_: hookwire::SessionStart| hookwire::context("Not today."));
}
