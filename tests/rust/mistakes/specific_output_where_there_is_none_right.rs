fn main() {
    let _ = hookwire::PreCompactSyncOutput::new().with_system_message("Later.");
}
