//! The accept loop: connections with limits, and a graceful end.

use std::convert::Infallible;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use carrel_api::PeerAddress;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tower::ServiceExt as _;

use crate::connections::{Connections, Patient};
use crate::wording::Worded;

/// How long a client may take for its headers, and how long a connection may stay idle.
const HEADER_PATIENCE: Duration = Duration::from_secs(30);
/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 64 * 1024;
/// Requests under way when the server is told to stop may take this long.
const LAST_REQUESTS: Duration = Duration::from_secs(10);

/// Serves until `stop` is done, then lets requests under way finish.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEADER_PATIENCE)
        .max_buf_size(LONGEST_HEAD);
    // Not with `pipeline_flush`: what hyper answers to a head that is none would stay unsent behind the rest of it.
    let graceful = GracefulShutdown::new();
    let connections = Connections::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let place = tokio::select! {
            place = connections.place() => place,
            () = &mut stop => break,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file descriptors, most likely: connections that end make room.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Small answers must not wait for the acknowledgement of the one before.
        drop(stream.set_nodelay(true));
        let (router, peer) = (router.clone(), PeerAddress(peer.ip()));
        let counted = connections.count(peer.0, place);
        let closed = counted.closed();
        let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer);
            let busy = counted.busy();
            let answer = router.clone().oneshot(request);
            async move {
                let answer = answer.await.unwrap_or_else(|never| match never {});
                drop(busy);
                Ok::<_, Infallible>(answer)
            }
        });
        let stream = TokioIo::new(Worded::new(Patient::new(stream)));
        let connection = graceful.watch(http.serve_connection(stream, service));
        tokio::spawn(async move {
            let open = metrics::gauge!("carrel_connections");
            open.increment(1);
            tokio::select! {
                ended = connection => {
                    if let Err(error) = ended {
                        tracing::trace!(%error, "a connection ended badly");
                    }
                }
                () = closed => tracing::debug!("a connection that waited was closed to make room"),
            }
            open.decrement(1);
        });
    }
    drop(listener);
    if tokio::time::timeout(LAST_REQUESTS, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("some requests took too long to finish");
    }
}
