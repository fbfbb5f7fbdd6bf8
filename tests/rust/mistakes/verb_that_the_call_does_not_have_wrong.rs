fn main() {
    let _ = hookwire::Hooks::new().on(|call: hookwire::Stop| call.rewrite("Go on."));
}
