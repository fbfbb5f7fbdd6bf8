fn main() {
    let _ = hookwire::PermissionRequestDeny::new().with_message("Not on main.");
}
