//! The server of hooks that are requests. It writes down what the script of the other hooks does, and answers nothing.

use std::fs;
use std::thread;

use serde_json::Value;
use tiny_http::{Response, Server};

/// Its port. A sandbox has a loopback of its own, so it is free.
pub const PORT: u16 = 8123;

/// Where the path of a hook begins. Its id follows.
pub const NOTE: &str = "/note/";

/// The beginning of the headers whose values are noted as arguments.
const HEADER: &str = "x-note";

/// Starts the server. It runs until the process ends. `folder` is that of the files.
///
/// # Errors
/// The port is in use.
pub fn start(folder: String) -> Result<(), String> {
    let server = Server::http(("127.0.0.1", PORT)).map_err(|error| format!("port {PORT}: {error}"))?;
    thread::spawn(move || {
        for (number, mut request) in server.incoming_requests().enumerate() {
            let mut body = String::new();
            let id = request.url().split('?').next().and_then(|path| path.strip_prefix(NOTE)).map(str::to_owned);
            if let (Some(id), Ok(_)) = (id, request.as_reader().read_to_string(&mut body)) {
                let headers = request.headers().iter();
                let is_noted = |name: &str| name.to_ascii_lowercase().starts_with(HEADER);
                let noted = headers.filter(|it| is_noted(it.field.as_str().as_str())).map(|it| it.value.to_string());
                let text: String = std::iter::once(id).chain(noted).map(|it| format!("{it}\u{1f}")).collect();
                let input: Value = serde_json::from_str(&body).unwrap_or_default();
                let event = input["hook_event_name"].as_str().unwrap_or_default();
                drop(fs::write(format!("{folder}/input-{event}-{number}"), format!("{text}\u{1e}{body}")));
            }
            drop(request.respond(Response::empty(200)));
        }
    });
    Ok(())
}
