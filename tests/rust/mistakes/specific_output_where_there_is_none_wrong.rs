fn main() {
    let _ = hookwire::PreCompactSyncOutput::new().with_hook_specific_output("Later.");
}
