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

use crate::connections::Connections;
use crate::patient::Patient;
use crate::wording::Worded;

/// How long a client may take for its headers, and how long a connection may stay idle.
const HEADER_PATIENCE: Duration = Duration::from_secs(30);
/// The longest head of a request, in bytes. hyper refuses an address from 64 KiB by itself, and says so: there is room beside
/// it, so that however its bytes arrive it is told as too long an address and not as too large a head.
const LONGEST_HEAD: usize = 80 * 1024;
/// Requests under way when the server is told to stop may take this long.
const LAST_REQUESTS: Duration = Duration::from_secs(10);

/// Serves until `stop` is done, then lets requests under way finish.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    serve_with_patience(listener, router, stop, HEADER_PATIENCE).await;
}

async fn serve_with_patience(
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()>,
    header_patience: Duration,
) {
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(header_patience)
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::Router;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::{TcpListener, TcpStream};

    use super::serve_with_patience;

    /// What a server with a patience of half a second answers to `sent` before it closes the connection.
    async fn told_before_the_end(sent: &str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/", get(|| async { "here" }));
        let patience = Duration::from_millis(500);
        tokio::spawn(serve_with_patience(
            listener,
            router,
            std::future::pending(),
            patience,
        ));
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(sent.as_bytes()).await.unwrap();
        let mut told = String::new();
        let ended = tokio::time::timeout(Duration::from_secs(20), client.read_to_string(&mut told));
        ended.await.expect("the connection is still open").unwrap();
        told
    }

    #[tokio::test]
    async fn a_client_that_says_nothing_is_hung_up_on() {
        told_before_the_end("").await;
    }

    #[tokio::test]
    async fn a_head_that_does_not_end_is_hung_up_on() {
        told_before_the_end("GET / HTTP/1.1\r\nHost: library.example\r\n").await;
    }

    #[tokio::test]
    async fn a_connection_that_idles_after_its_answer_is_hung_up_on() {
        let told = told_before_the_end("GET / HTTP/1.1\r\nHost: library.example\r\n\r\n").await;
        assert!(told.ends_with("here"), "{told}");
    }
}
