#[deny(unused_must_use)]
fn main() {
    let _ = hookwire::Hooks::new().on(|_: hookwire::Stop| {
        hookwire::block("Run the tests first.")
    });
}
