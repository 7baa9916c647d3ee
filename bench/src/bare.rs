//! The limit: a handler of the same HTTP stack that does nothing but return bytes.

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::any;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tower::ServiceExt as _;

use crate::Outcome;

/// Serves `body` on every path until the process ends.
pub async fn serve(body: Vec<u8>) -> Outcome<SocketAddr> {
    let body = axum::body::Bytes::from(body);
    let router: Router = Router::new().fallback(any(move || async move {
        ([(CONTENT_TYPE, "application/json")], body)
    }));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            drop(stream.set_nodelay(true));
            let router = router.clone();
            let service = hyper::service::service_fn(move |request| {
                let answer = router.clone().oneshot(request);
                async move { Ok::<_, Infallible>(answer.await.unwrap_or_else(|never| match never {})) }
            });
            let mut http = hyper::server::conn::http1::Builder::new();
            http.timer(TokioTimer::new()).pipeline_flush(true);
            tokio::spawn(http.serve_connection(TokioIo::new(stream), service));
        }
    });
    Ok(address)
}
