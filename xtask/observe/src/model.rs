//! The scripted model: answers the requests of the host on loopback, and keeps them.

use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde_json::{Value, json};
use tiny_http::{Header, Response, Server};

/// An answer of the model.
#[derive(Debug, Clone)]
pub enum Answer {
    /// Text, which ends the turn.
    Text(String),
    /// Calls of tools, each with its id, name and arguments.
    Calls(Vec<(String, String, Value)>),
    /// An error of the API: its HTTP status and its body.
    Fails(u16, Value),
}

/// What the server answers.
pub struct Routes {
    /// Returns the answer to a request to the model.
    pub script: Box<dyn Fn(&Value) -> Answer + Send + Sync>,
    /// Returns the status and the body of the answer to a request of the hook with this index. Without one, the answer is
    /// empty.
    pub hook: Box<dyn Fn(usize) -> Option<(u16, String)> + Send + Sync>,
}

/// The requests so far: of each the model, the messages, and the names of the tools.
#[derive(Debug, Clone, Default)]
pub struct Requests(Arc<Mutex<Vec<Value>>>);

impl Requests {
    /// Returns all requests so far.
    #[must_use]
    pub fn all(&self) -> Vec<Value> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Adds a request, and returns how many there are.
    fn add(&self, request: Value) -> usize {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(request);
        all.len()
    }

    /// Returns the number of requests so far.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Returns the requests after the first ones.
    #[must_use]
    pub fn since(&self, count: usize) -> Vec<Value> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)[count..].to_vec()
    }
}

/// Starts the model on a free port of loopback, and returns the port and its requests. It runs until the process ends.
///
/// # Errors
/// The server cannot start.
pub fn start(routes: Routes) -> Result<(u16, Requests), String> {
    let server = Server::http(("127.0.0.1", 0)).map_err(|error| format!("loopback: {error}"))?;
    let port = server.server_addr().to_ip().ok_or("loopback: the server has no port")?.port();
    let requests = Requests::default();
    let kept = requests.clone();
    thread::spawn(move || {
        for mut request in server.incoming_requests() {
            let mut body = Vec::new();
            // A request that breaks off, and an answer that nobody waits for, are the end of that connection alone.
            if request.as_reader().read_to_end(&mut body).is_ok() {
                let reply = respond(request.url(), &body, &routes, &kept);
                drop(request.respond(reply.into_response()));
            }
        }
    });
    Ok((port, requests))
}

/// An answer over HTTP.
struct Reply {
    status: u16,
    content_type: &'static str,
    body: String,
}

impl Reply {
    fn json(status: u16, body: String) -> Self {
        Self { status, content_type: "application/json", body }
    }

    fn into_response(self) -> Response<Cursor<Vec<u8>>> {
        // Whole, with its length: without this, the server sends a long answer in chunks.
        let response =
            Response::from_string(self.body).with_status_code(self.status).with_chunked_threshold(usize::MAX);
        match Header::from_bytes("Content-Type", self.content_type) {
            Ok(header) => response.with_header(header),
            Err(()) => response,
        }
    }
}

fn respond(url: &str, body: &[u8], routes: &Routes, requests: &Requests) -> Reply {
    let path = url.split('?').next().unwrap_or(url);
    if path.ends_with("/count_tokens") {
        return Reply::json(200, json!({"input_tokens": 10}).to_string());
    }
    if let Some(index) = path.strip_prefix("/hook/").and_then(|index| index.parse().ok()) {
        let (status, body) = (routes.hook)(index).unwrap_or((200, String::new()));
        return Reply::json(status, body);
    }
    let request = serde_json::from_slice::<Value>(body).ok().filter(|_| path.starts_with("/v1/messages"));
    let Some(request) = request else { return Reply::json(404, String::new()) };
    let answer = (routes.script)(&request);
    // The host takes messages with the same id for parts of one message.
    let number = requests.add(essence(&request));
    let (blocks, stop) = match &answer {
        Answer::Text(text) => (vec![json!({"type": "text", "text": text})], "end_turn"),
        Answer::Calls(calls) => (calls.iter().map(call).collect(), "tool_use"),
        Answer::Fails(status, body) => return Reply::json(*status, body.to_string()),
    };
    let message = json!({
        "id": format!("msg_{number}"), "type": "message", "role": "assistant", "model": request["model"], "content": blocks,
        "stop_reason": stop, "stop_sequence": null, "usage": {"input_tokens": 10, "output_tokens": 10},
    });
    if request["stream"] == json!(true) { events(message) } else { Reply::json(200, message.to_string()) }
}

/// Returns the parts of a request that are looked at. The rest is long, and the same in each request.
fn essence(request: &Value) -> Value {
    let names: Vec<&Value> = request["tools"].as_array().into_iter().flatten().map(|tool| &tool["name"]).collect();
    json!({"model": request["model"], "messages": request["messages"], "tools": names})
}

/// Returns the block of a call.
fn call((id, name, input): &(String, String, Value)) -> Value {
    json!({"type": "tool_use", "id": id, "name": name, "input": input})
}

/// Returns a message as server-sent events.
fn events(mut message: Value) -> Reply {
    let (blocks, stop) = (message["content"].take(), message["stop_reason"].take());
    message["content"] = json!([]);
    let mut text = String::new();
    let mut send = |kind: &str, mut event: Value| {
        event["type"] = json!(kind);
        text.push_str(&format!("event: {kind}\ndata: {event}\n\n"));
    };
    send("message_start", json!({"message": message}));
    for (index, block) in blocks.as_array().into_iter().flatten().enumerate() {
        let (empty, delta) = if block["type"] == "text" {
            (json!({"type": "text", "text": ""}), json!({"type": "text_delta", "text": block["text"]}))
        } else {
            let empty = json!({"type": "tool_use", "id": block["id"], "name": block["name"], "input": {}});
            (empty, json!({"type": "input_json_delta", "partial_json": block["input"].to_string()}))
        };
        send("content_block_start", json!({"index": index, "content_block": empty}));
        send("content_block_delta", json!({"index": index, "delta": delta}));
        send("content_block_stop", json!({"index": index}));
    }
    let end = json!({"delta": {"stop_reason": stop, "stop_sequence": null}, "usage": {"output_tokens": 10}});
    send("message_delta", end);
    send("message_stop", json!({}));
    Reply { status: 200, content_type: "text/event-stream", body: text }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpStream;

    use super::*;

    /// Sends requests over one connection, as the host does, and returns all that the server answers.
    fn answers(port: u16, requests: &[(&str, &Value)]) -> std::io::Result<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", port))?;
        for (at, (path, body)) in requests.iter().enumerate() {
            let end = if at + 1 == requests.len() { "Connection: close\r\n" } else { "" };
            let body = body.to_string();
            let length = body.len();
            write!(stream, "POST {path} HTTP/1.1\r\nHost: model\r\n{end}Content-Length: {length}\r\n\r\n{body}")?;
        }
        let mut answered = String::new();
        stream.read_to_string(&mut answered)?;
        Ok(answered)
    }

    #[test]
    fn the_model_answers_over_http_as_the_host_asks() -> Result<(), Box<dyn std::error::Error>> {
        let script = |request: &Value| match request["model"].as_str() {
            Some("broken") => Answer::Fails(529, json!({"type": "error"})),
            Some("caller") => Answer::Calls(vec![("call_1".to_owned(), "Bash".to_owned(), json!({"command": "ls"}))]),
            _ => Answer::Text("é".repeat(50_000)),
        };
        let hook = |index| (index == 7).then(|| (503, "busy".to_owned()));
        let (port, requests) = start(Routes { script: Box::new(script), hook: Box::new(hook) })?;
        let of = |model: &str, stream: bool| json!({"model": model, "stream": stream, "messages": [model]});
        let answered = answers(
            port,
            &[
                ("/v1/messages?beta=true", &of("caller", true)),
                ("/v1/messages", &of("broken", false)),
                ("/v1/messages/count_tokens", &json!({})),
                ("/hook/7", &json!({})),
                ("/hook/8", &json!({})),
                ("/v1/elsewhere", &json!(null)),
                ("/v1/messages", &of("writer", false)),
            ],
        )?;
        let statuses: Vec<&str> = answered.split("HTTP/1.1 ").skip(1).filter_map(|it| it.split(' ').next()).collect();
        assert_eq!(statuses, ["200", "529", "200", "503", "200", "404", "200"], "{answered}");
        assert_eq!(answered.matches("text/event-stream").count(), 1, "{answered}");
        for part in
            ["event: message_stop\n", r#""partial_json":"{\"command\":\"ls\"}""#, "busy", r#"{"input_tokens":10}"#]
        {
            assert!(answered.contains(part), "{part} is not in {answered}");
        }
        assert_eq!(answered.matches('é').count(), 50_000);
        assert_eq!(requests.count(), 3);
        assert_eq!(requests.since(2)[0]["messages"], json!(["writer"]));
        // One who goes away early does not stop the server.
        TcpStream::connect(("127.0.0.1", port))?
            .write_all(b"POST /v1/messages HTTP/1.1\r\nContent-Length: 9\r\n\r\n{")?;
        assert!(answers(port, &[("/hook/7", &json!({}))])?.starts_with("HTTP/1.1 503 "));
        Ok(())
    }
}
