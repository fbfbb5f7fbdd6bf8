use hookwire::{PermissionRequestDeny, PermissionRequestSpecificOutput};

fn main() {
    let deny = PermissionRequestDeny::new();
    assert_eq!(deny.message, None);
    let _ = PermissionRequestSpecificOutput::new();
}
