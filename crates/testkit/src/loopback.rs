//! Serves a router on the loopback.

use std::net::SocketAddr;

use axum::Router;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A router that is served on a free port. It stops when it is dropped.
pub(crate) struct Loopback {
    pub(crate) address: SocketAddr,
    serving: JoinHandle<()>,
}

impl Loopback {
    pub(crate) async fn serve(router: Router) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a free port on the loopback");
        let address = listener.local_addr().expect("a bound port has a number");
        let serving = tokio::spawn(async move {
            let _ = axum::serve(listener, router).await;
        });
        Loopback { address, serving }
    }

    /// Stops, and returns when the port refuses connections.
    pub(crate) async fn stop(mut self) {
        self.serving.abort();
        drop((&mut self.serving).await);
    }
}

impl Drop for Loopback {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
