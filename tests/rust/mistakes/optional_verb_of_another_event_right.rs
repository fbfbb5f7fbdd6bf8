fn main() {
    let _ = hookwire::Hooks::new().on(|call: hookwire::Stop| {
        call.stop_hook_active.then(|| hookwire::message("It goes on."))
    });
}
