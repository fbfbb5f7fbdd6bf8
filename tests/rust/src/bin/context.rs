//! `UserPromptSubmit`: gives Claude the folder that the prompt was typed in.

use std::io;

use hookwire::{UserPromptSubmitInput, UserPromptSubmitSpecificOutput, UserPromptSubmitSyncOutput};

fn main() -> Result<(), serde_json::Error> {
    let input: UserPromptSubmitInput = serde_json::from_reader(io::stdin())?;
    let context = UserPromptSubmitSpecificOutput::new().with_additional_context(format!("Folder: {}", input.cwd));
    serde_json::to_writer(io::stdout(), &UserPromptSubmitSyncOutput::new().with_hook_specific_output(context))
}
