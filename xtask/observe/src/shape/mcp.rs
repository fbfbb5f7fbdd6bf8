//! A server of MCP on stdio, for the scenes: it has tools that answer, fail, and ask the user, and a resource.

use std::io::{BufRead, Write};

use serde_json::{Value, json};

/// The part of `xtask inside` that runs [`serve`].
pub const COMMAND: &str = "scene-tools";

/// How a text begins that asks for a note. The id of a hook follows.
pub const NOTE: &str = "Note the word ";

/// The file with the texts that hooks asked the server to note, in the folder of the hooks.
pub const NOTED: &str = "noted";

/// Answers requests until stdin ends.
///
/// # Errors
/// Stdin cannot be read, or stdout cannot be written.
pub fn serve() -> Result<(), String> {
    let mut asking = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
        let call = message["params"]["name"].as_str().unwrap_or_default();
        let answer = match (message["method"].as_str(), call) {
            // A question to the user comes before the result of the call.
            (Some("tools/call"), "form" | "page") => {
                asking = Some(message["id"].clone());
                question(call)
            }
            (Some(method), _) => match result(method, call, &message["params"]) {
                Some(result) => json!({"jsonrpc": "2.0", "id": message["id"], "result": result}),
                None => continue,
            },
            (None, _) => match asking.take() {
                Some(id) => json!({"jsonrpc": "2.0", "id": id, "result": text("one")}),
                None => continue,
            },
        };
        let mut stdout = std::io::stdout().lock();
        writeln!(stdout, "{answer}").and_then(|()| stdout.flush()).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Returns the words with which the server asks the user.
#[must_use]
pub fn words() -> Vec<&'static str> {
    vec![
        "desk",
        "Which colour?",
        "Open the page.",
        "http://127.0.0.1:9/page",
        "page-1",
        "colour",
        "string",
        "object",
        "Red",
    ]
}

fn text(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}

/// Writes down a text that begins with [`NOTE`], in the folder of the hooks beside that of the project.
fn note(text: &str) {
    let folder = std::env::current_dir().ok().and_then(|it| Some(it.parent()?.join("hook")));
    if let Some(folder) = folder.filter(|_| text.starts_with(NOTE)) {
        let file = std::fs::File::options().create(true).append(true).open(folder.join(NOTED));
        drop(file.and_then(|mut file| writeln!(file, "{text}")));
    }
}

/// Returns the result of a request, or `None` for a notification.
fn result(method: &str, call: &str, params: &Value) -> Option<Value> {
    let tool = |name: &str| {
        let schema = json!({"type": "object", "properties": {"text": {"type": "string"}}});
        json!({"name": name, "description": "Answers", "inputSchema": schema})
    };
    Some(match method {
        "initialize" => json!({
            "protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}, "resources": {}},
            "serverInfo": {"name": "desk", "version": "1.0.0"},
        }),
        "tools/list" => json!({"tools": [tool("echo"), tool("fail"), tool("form"), tool("page")]}),
        "tools/call" if call == "fail" => json!({"content": [{"type": "text", "text": "one"}], "isError": true}),
        "tools/call" => {
            note(params["arguments"]["text"].as_str().unwrap_or_default());
            text("one")
        }
        "resources/list" => json!({"resources": [{"uri": "desk://note", "name": "note", "mimeType": "text/plain"}]}),
        "resources/templates/list" => json!({"resourceTemplates": []}),
        "resources/read" => json!({"contents": [{"uri": "desk://note", "mimeType": "text/plain", "text": "one"}]}),
        "prompts/list" => json!({"prompts": []}),
        "ping" => json!({}),
        _ => return None,
    })
}

/// Returns a question to the user: a form, or a page to open.
fn question(kind: &str) -> Value {
    let params = if kind == "form" {
        let schema = json!({"type": "object", "properties": {"colour": {"type": "string"}}, "required": ["colour"]});
        json!({"message": "Which colour?", "requestedSchema": schema})
    } else {
        json!({"mode": "url", "message": "Open the page.", "url": "http://127.0.0.1:9/page", "elicitationId": "page-1"})
    };
    json!({"jsonrpc": "2.0", "id": format!("ask-{kind}"), "method": "elicitation/create", "params": params})
}
