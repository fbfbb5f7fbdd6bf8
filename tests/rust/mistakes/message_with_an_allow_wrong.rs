fn main() {
    let _ = hookwire::PermissionRequestAllow::new().with_message("Not on main.");
}
