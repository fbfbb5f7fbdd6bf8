//! `cargo xtask inside`: the parts of `conform` and `observe` that run as processes of their own.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use hookwire_conformance::{SCHEMA_COMMAND, serve_schemas};
use hookwire_observe::{cookbook, mcp, session, settings, shape};

/// A part that another command starts.
#[derive(Subcommand)]
pub enum Part {
    /// Answer with the verdicts of the bundled schemas
    #[command(name = SCHEMA_COMMAND)]
    Schemas {
        /// The folder of the schemas: a file for each type
        folder: PathBuf,
    },
    /// Run cases inside of a sandbox
    #[command(name = session::COMMAND)]
    Cases,
    /// Run a hook of the cookbook inside of a sandbox
    #[command(name = cookbook::session::COMMAND)]
    Cookbook,
    /// Serve tools inside of a sandbox: the host starts it
    #[command(name = mcp::COMMAND)]
    Tools {
        /// The folder of the session
        folder: String,
    },
    /// Run a scene of `observe --shape` inside of a sandbox
    #[command(name = shape::stage::COMMAND)]
    Scene,
    /// Run a tree of `observe --settings` inside of a sandbox
    #[command(name = settings::session::COMMAND)]
    Settings,
    /// Serve MCP on stdio: the host starts it in a scene
    #[command(name = shape::mcp::COMMAND)]
    SceneTools,
}

/// Runs the part.
pub fn run(part: &Part) -> ExitCode {
    let done = match part {
        Part::Schemas { folder } => serve_schemas(folder).map_err(|error| error.to_string()),
        Part::Cases => session::inside(),
        Part::Cookbook => cookbook::session::inside(),
        Part::Tools { folder } => mcp::serve(folder),
        Part::Scene => shape::stage::inside(),
        Part::Settings => settings::session::inside(),
        Part::SceneTools => shape::mcp::serve(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use hookwire_harness::INSIDE;
    use hookwire_observe::shape::scenes;
    use serde_json::Value;

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(subcommand)]
        _part: Part,
    }

    #[test]
    fn the_servers_that_the_host_starts_in_scenes_are_parts() -> Result<(), serde_json::Error> {
        let files = scenes::all().into_iter().flat_map(|scene| scene.files);
        let mut count = 0;
        for (_, text) in files.filter(|(_, text)| text.contains("{{tools}}")) {
            let file: Value = serde_json::from_str(text)?;
            let arguments =
                file["mcpServers"]["desk"]["args"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let arguments: Vec<&str> = arguments.collect();
            assert!(arguments.first() == Some(&INSIDE) && Cli::try_parse_from(&arguments).is_ok(), "{arguments:?}");
            count += 1;
        }
        assert!(count > 0);
        Ok(())
    }
}
