use hookwire::{PermissionDecision, PreToolUseSpecificOutput};

fn main() {
    let _ = PreToolUseSpecificOutput::new().with_permission_decision(PermissionDecision::Block);
}
