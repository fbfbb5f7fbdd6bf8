use hookwire::PostToolUseSpecificOutput;
use hookwire::tools::{self, BashResponse};

fn main() {
    let _ = PostToolUseSpecificOutput::new().with_updated_tool_output_of::<tools::Bash>("a");
}
