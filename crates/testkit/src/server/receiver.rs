//! A receiver of webhooks on the loopback, which answers as it is told and keeps what came.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Something that came.
#[derive(Debug, Clone)]
pub struct Received {
    /// The headers.
    pub headers: HeaderMap,
    /// The body, as it came.
    pub body: String,
}

impl Received {
    /// A header, which must be there.
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_else(|| panic!("no {name}: {:?}", self.headers))
    }
}

/// How a receiver answers.
#[derive(Debug, Clone, Copy)]
pub enum Reply {
    /// With this status.
    Status(u16),
    /// With a redirect to the receiver itself.
    Redirect,
    /// Not at all.
    Silence,
}

#[derive(Default)]
struct Book {
    received: Vec<Received>,
    replies: VecDeque<Reply>,
}

/// A receiver. It stops when it is dropped.
pub struct Receiver {
    address: SocketAddr,
    book: Arc<Mutex<Book>>,
    serving: JoinHandle<()>,
}

impl Receiver {
    /// A receiver that answers 200.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a free port on the loopback");
        let address = listener.local_addr().expect("a bound port has a number");
        let book = Arc::new(Mutex::new(Book::default()));
        let router = Router::new().fallback(receive).with_state(Arc::clone(&book));
        let serving = tokio::spawn(async move {
            let _ = axum::serve(listener, router).await;
        });
        Receiver {
            address,
            book,
            serving,
        }
    }

    /// Host and port, as the operator lists them.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// An address of it.
    pub fn address(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    /// Answers the next ones so, one after the other, and then again with 200.
    pub fn reply(&self, replies: impl IntoIterator<Item = Reply>) {
        self.open().replies.extend(replies);
    }

    /// What has come since this was asked last.
    pub fn take(&self) -> Vec<Received> {
        std::mem::take(&mut self.open().received)
    }

    fn open(&self) -> std::sync::MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn receive(State(book): State<Arc<Mutex<Book>>>, headers: HeaderMap, body: Bytes) -> Response {
    let reply = {
        let mut book = book.lock().unwrap_or_else(PoisonError::into_inner);
        let body = String::from_utf8_lossy(&body).into_owned();
        book.received.push(Received { headers, body });
        book.replies.pop_front().unwrap_or(Reply::Status(200))
    };
    match reply {
        Reply::Status(status) => StatusCode::from_u16(status).expect("a status").into_response(),
        Reply::Redirect => (StatusCode::FOUND, [(header::LOCATION, "/elsewhere")]).into_response(),
        Reply::Silence => std::future::pending().await,
    }
}
