//! Allows `make test` and `make lint` for the user, and for the rest of the session.

use std::process::ExitCode;

use hookwire::tools::Bash;
use hookwire::{
    AddRulesUpdate, PermissionBehavior, PermissionRequest, PermissionRule, PermissionUpdateDestination, allow,
    permissions, run,
};

const ROUTINE: [&str; 2] = ["make test", "make lint"];

fn main() -> ExitCode {
    run(|call: PermissionRequest<Bash>| {
        let command = call.tool_input.command.as_str();
        let is_routine = ROUTINE.contains(&command) && call.tool_input.dangerously_disable_sandbox != Some(true);
        is_routine.then(|| {
            let rules = [PermissionRule::new("Bash").with_rule_content(command)];
            let session = PermissionUpdateDestination::Session;
            let update = AddRulesUpdate::new(rules, PermissionBehavior::Allow, session);
            (allow(), permissions([update]))
        })
    })
}
