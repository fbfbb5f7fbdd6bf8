//! The scripted model: answers the requests of the host on loopback, and keeps them.

use std::net::TcpListener;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use axum::Router;
use axum::body::Bytes;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

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
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(|error| format!("loopback: {error}"))?;
    listener.set_nonblocking(true).map_err(|error| error.to_string())?;
    let port = listener.local_addr().map_err(|error| error.to_string())?.port();
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_io().build().map_err(|error| error.to_string())?;
    let requests = Requests::default();
    let routes = Arc::new(routes);
    let kept = requests.clone();
    let app = Router::new().fallback(move |uri: Uri, body: Bytes| {
        let (routes, kept) = (Arc::clone(&routes), kept.clone());
        async move { respond(&uri, &body, &routes, &kept) }
    });
    thread::spawn(move || {
        runtime.block_on(async move {
            if let Ok(listener) = tokio::net::TcpListener::from_std(listener) {
                drop(axum::serve(listener, app).await);
            }
        });
    });
    Ok((port, requests))
}

fn respond(uri: &Uri, body: &[u8], routes: &Routes, requests: &Requests) -> Response {
    if uri.path().ends_with("/count_tokens") {
        return json_response(&json!({"input_tokens": 10}));
    }
    if let Some(index) = uri.path().strip_prefix("/hook/").and_then(|index| index.parse().ok()) {
        let (status, body) = (routes.hook)(index).unwrap_or((200, String::new()));
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        return (status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
    }
    let Ok(request) = serde_json::from_slice::<Value>(body) else { return StatusCode::NOT_FOUND.into_response() };
    if !uri.path().starts_with("/v1/messages") {
        return StatusCode::NOT_FOUND.into_response();
    }
    let answer = (routes.script)(&request);
    // The host takes messages with the same id for parts of one message.
    let number = requests.add(essence(&request));
    let (blocks, stop) = match &answer {
        Answer::Text(text) => (vec![json!({"type": "text", "text": text})], "end_turn"),
        Answer::Calls(calls) => (calls.iter().map(call).collect(), "tool_use"),
        Answer::Fails(status, body) => {
            let status = StatusCode::from_u16(*status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            return (status, json_response(body)).into_response();
        }
    };
    let message = json!({
        "id": format!("msg_{number}"), "type": "message", "role": "assistant", "model": request["model"], "content": blocks,
        "stop_reason": stop, "stop_sequence": null, "usage": {"input_tokens": 10, "output_tokens": 10},
    });
    if request["stream"] == json!(true) { events(message) } else { json_response(&message) }
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

fn json_response(value: &Value) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], value.to_string()).into_response()
}

/// Returns a message as server-sent events.
fn events(mut message: Value) -> Response {
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
    ([(header::CONTENT_TYPE, "text/event-stream")], text).into_response()
}
