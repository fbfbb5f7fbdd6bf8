//! A server with two tools, for the hooks that call a tool and for the questions of servers to the user. It speaks the
//! Model Context Protocol on stdin and stdout, and knows nothing else.

use std::io::{BufRead, Write};

use serde_json::{Value, json};

use crate::replies::Replies;

/// The part of `xtask inside` that runs [`serve`].
pub const COMMAND: &str = "tools";

/// The name of the server.
pub const SERVER: &str = "steps";

/// The tool that gives the reply of a hook.
pub const ANSWER: &str = "answer";

/// The tool that asks the user.
const ASK: &str = "ask";

/// Serves until stdin ends. `root` is the folder of the session.
///
/// # Errors
/// stdin cannot be read, or stdout cannot be written.
pub fn serve(root: &str) -> Result<(), String> {
    let replies = Replies::new(root);
    let mut waiting: Option<Value> = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
        for answer in answers(&replies, &message, &mut waiting) {
            let mut stdout = std::io::stdout().lock();
            writeln!(stdout, "{answer}").and_then(|()| stdout.flush()).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

/// Returns the messages that answer one. `waiting` is the id of the call that waits for the user.
fn answers(replies: &Replies, message: &Value, waiting: &mut Option<Value>) -> Vec<Value> {
    let id = &message["id"];
    let result = |id: &Value, result: Value| json!({"jsonrpc": "2.0", "id": id, "result": result});
    match message["method"].as_str() {
        Some("initialize") => {
            let version = &message["params"]["protocolVersion"];
            let info = json!({"name": SERVER, "version": "1"});
            vec![result(id, json!({"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}))]
        }
        Some("tools/list") => {
            let tool = |name: &str| json!({"name": name, "description": "A step", "inputSchema": {"type": "object"}});
            vec![result(id, json!({"tools": [tool(ANSWER), tool(ASK)]}))]
        }
        Some("tools/call") if message["params"]["name"] == ASK => {
            *waiting = Some(id.clone());
            let schema = json!({"type": "object", "properties": {"answer": {"type": "string"}}});
            let params = json!({"message": "A question", "requestedSchema": schema});
            vec![json!({"jsonrpc": "2.0", "id": "ask", "method": "elicitation/create", "params": params})]
        }
        Some("tools/call") => {
            let index = message["params"]["arguments"]["index"].as_str().and_then(|it| it.parse().ok()).unwrap_or(0);
            let reply = replies.take(index);
            let text = reply.as_ref().map(|it| it.stdout.clone()).unwrap_or_default();
            let failed = reply.is_some_and(|it| it.exit != 0);
            vec![result(id, json!({"content": [{"type": "text", "text": text}], "isError": failed}))]
        }
        Some("ping") => vec![result(id, json!({}))],
        // The user's answer, which the tool returns as it came.
        None if *id == json!("ask") => {
            let text = message["result"].to_string();
            waiting
                .take()
                .map(|id| result(&id, json!({"content": [{"type": "text", "text": text}]})))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}
