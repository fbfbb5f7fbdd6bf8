use hookwire::{PostToolUseSpecificOutput, PreToolUseSyncOutput, PreToolUseSpecificOutput};

fn main() {
    let _ = PostToolUseSpecificOutput::new();
    let _ = PreToolUseSpecificOutput::new();
    let _ = PreToolUseSyncOutput::new().with_hook_specific_output(PostToolUseSpecificOutput::new());
}
