fn main() {
    let _ = hookwire::Hooks::new().on(|call: hookwire::Stop| call.block("Go on."));
}
