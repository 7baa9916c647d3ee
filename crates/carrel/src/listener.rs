//! The accept loop: connections with limits, and a graceful shutdown.

use std::convert::Infallible;
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use carrel_api::{PeerAddress, too_many_connections};
use hyper::body::Incoming;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;
use tower::ServiceExt as _;

use crate::connections::{Connections, PerAddress};
use crate::http;
use crate::patient::Patient;
use crate::wording::Worded;

/// The timeout for requests in progress when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// How often the log reports refused connections.
const REFUSALS_INTERVAL: Duration = Duration::from_secs(10);

/// Serves until `stop` resolves, then lets requests in progress finish.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    per_address: PerAddress,
    stop: impl Future<Output = ()>,
) {
    serve_with_timeout(listener, router, per_address, stop, http::HEADER_TIMEOUT).await;
}

async fn serve_with_timeout(
    listener: TcpListener,
    router: Router,
    per_address: PerAddress,
    stop: impl Future<Output = ()>,
    header_timeout: Duration,
) {
    let http = http::connections(header_timeout);
    let graceful = GracefulShutdown::new();
    let connections = Connections::new(per_address);
    let mut refusals = Refusals::new();
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
                // Most likely out of file descriptors: connections that end make room.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let (router, peer) = (router.clone(), PeerAddress(peer.ip()));
        let Some(counted) = connections.count(peer.0, place) else {
            refusals.refuse(&stream, peer);
            continue;
        };
        // Small responses must not wait for the acknowledgement of the previous one.
        drop(stream.set_nodelay(true));
        let closed = counted.closed();
        let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer);
            let busy = counted.busy();
            let refusal = http::refusal(&request);
            let answer = router.clone().oneshot(request);
            async move {
                let answer = match refusal {
                    Some(refusal) => refusal,
                    None => answer.await.unwrap_or_else(|never| match never {}),
                };
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
                () = closed => tracing::debug!("an idle connection was closed to make room"),
            }
            open.decrement(1);
        });
    }
    drop(listener);
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("some requests took too long to finish");
    }
}

/// Refuses connections beyond the limit of their network address.
struct Refusals {
    response: Vec<u8>,
    /// Those that the log has not reported yet.
    count: u64,
    reported: Option<Instant>,
}

impl Refusals {
    fn new() -> Self {
        Refusals {
            response: too_many_connections(),
            count: 0,
            reported: None,
        }
    }

    /// Responds without waiting for the request, or for the client to read: a new connection has room for the response.
    fn refuse(&mut self, stream: &TcpStream, peer: PeerAddress) {
        drop(stream.try_write(&self.response));
        metrics::counter!("carrel_connections_refused_total").increment(1);
        self.count += 1;
        if self
            .reported
            .is_none_or(|reported| reported.elapsed() >= REFUSALS_INTERVAL)
        {
            tracing::warn!(
                address = %peer.0, connections = self.count,
                "connections were refused: a network address has too many of them (--connections-per-address)"
            );
            self.reported = Some(Instant::now());
            self.count = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::Router;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::{TcpListener, TcpStream};

    use super::{PerAddress, serve_with_timeout};

    /// The response of a server with a timeout of half a second to `sent`, until it closes the connection.
    async fn response_to(sent: &str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/", get(|| async { "here" }));
        let timeout = Duration::from_millis(500);
        tokio::spawn(serve_with_timeout(
            listener,
            router,
            PerAddress::Quarter,
            std::future::pending(),
            timeout,
        ));
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(sent.as_bytes()).await.unwrap();
        let mut response = String::new();
        let ended = tokio::time::timeout(Duration::from_secs(20), client.read_to_string(&mut response));
        ended.await.expect("the connection is still open").unwrap();
        response
    }

    #[tokio::test]
    async fn a_silent_client_is_disconnected() {
        response_to("").await;
    }

    #[tokio::test]
    async fn a_client_that_never_ends_its_headers_is_disconnected() {
        response_to("GET / HTTP/1.1\r\nHost: library.example\r\n").await;
    }

    #[tokio::test]
    async fn an_idle_connection_is_closed_after_its_response() {
        let response = response_to("GET / HTTP/1.1\r\nHost: library.example\r\n\r\n").await;
        assert!(response.ends_with("here"), "{response}");
    }
}
