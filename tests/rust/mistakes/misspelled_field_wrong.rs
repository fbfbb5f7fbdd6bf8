use hookwire::PreToolUseSpecificOutput;

fn main() {
    let _ = PreToolUseSpecificOutput::new().with_permission_decison_reason("Not on main.");
}
