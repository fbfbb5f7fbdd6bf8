use hookwire::{BashResponse, PostToolUseSpecificOutput, tool};

fn main() {
    let _ = PostToolUseSpecificOutput::new().with_updated_tool_output_of::<tool::Bash>("a");
}
