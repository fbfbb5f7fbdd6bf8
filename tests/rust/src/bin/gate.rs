//! Any event: on `Stop`, asks once to run the tests, and never twice in a row.

use std::io;

use hookwire::{HookInput, StopBlock, StopOutput};

fn main() -> Result<(), serde_json::Error> {
    match serde_json::from_reader(io::stdin())? {
        HookInput::Stop(input) if !input.stop_hook_active => {
            let reply: StopOutput = StopBlock::new().with_reason("Run the tests before you stop.").into();
            serde_json::to_writer(io::stdout(), &reply)
        }
        _ => Ok(()),
    }
}
