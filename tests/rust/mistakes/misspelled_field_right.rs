use hookwire::PreToolUseSpecificOutput;

fn main() {
    let _ = PreToolUseSpecificOutput::new().with_permission_decision_reason("Not on main.");
}
