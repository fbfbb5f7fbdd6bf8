fn main() {
    let _ = hookwire::Hooks::new().on(|_: hookwire::Stop| ());
}
