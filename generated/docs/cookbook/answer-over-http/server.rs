//! Answers hooks over HTTP: Bash stays in its sandbox.

use std::env;
use std::error::Error;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::StatusCode;
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::routing::post;
use tokio::net::TcpListener;
use hookwire::tools::Bash;
use hookwire::{Hooks, HttpAnswer, PreToolUse, block};

async fn answer(State(hooks): State<Arc<Hooks<'static>>>, request: Request) -> Response {
    // Only if the secret is right the body is read, and no more of it than 16 MiB.
    if let Some(refused) = hooks.refused(request.headers()) {
        return response(refused);
    }
    let headers = request.headers().clone();
    match Bytes::from_request(request, &()).await {
        Ok(body) => response(hooks.handle(body, &headers)),
        Err(too_large) => too_large.into_response(),
    }
}

fn response(answer: HttpAnswer) -> Response {
    eprint!("{}", answer.notes);
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, AppendHeaders(answer.headers), Body::from(answer.body)).into_response()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let token = env::var("HOOK_TOKEN").ok().filter(|it| !it.is_empty()).ok_or("HOOK_TOKEN is not set")?;
    let port: u16 = env::var("HOOK_PORT").map_or(Ok(8787), |it| it.parse())?;
    let hooks = Hooks::new().require("Authorization", format!("Bearer {token}")).on(|call: PreToolUse<Bash>| {
        (call.tool_input.dangerously_disable_sandbox == Some(true)).then(|| block("Commands stay in the sandbox."))
    });
    let limit = DefaultBodyLimit::max(16 * 1024 * 1024);
    let app = Router::new().route("/hooks", post(answer)).layer(limit).with_state(Arc::new(hooks));
    Ok(axum::serve(TcpListener::bind(("127.0.0.1", port)).await?, app).await?)
}
