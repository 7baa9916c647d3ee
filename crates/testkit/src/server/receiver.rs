//! A receiver of webhooks on the loopback, which replies as configured and records the requests.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::loopback::Loopback;

/// A received request.
#[derive(Debug, Clone)]
pub struct Received {
    /// The headers.
    pub headers: HeaderMap,
    /// The body, unchanged.
    pub body: String,
}

impl Received {
    /// A header, which must be there.
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_else(|| panic!("no {name}: {:?}", self.headers))
    }
}

/// A reply of the receiver.
#[derive(Debug, Clone, Copy)]
pub enum Reply {
    /// A response with this status.
    Status(u16),
    /// A redirect to the receiver itself.
    Redirect,
    /// No response.
    Silence,
}

#[derive(Default)]
struct Book {
    received: Vec<Received>,
    replies: VecDeque<Reply>,
}

/// A receiver. It stops when it is dropped.
pub struct Receiver {
    serving: Loopback,
    book: Arc<Mutex<Book>>,
}

impl Receiver {
    /// A receiver that answers 200.
    pub async fn start() -> Self {
        let book = Arc::new(Mutex::new(Book::default()));
        let router = Router::new().fallback(receive).with_state(Arc::clone(&book));
        let serving = Loopback::serve(router).await;
        Receiver { serving, book }
    }

    /// Host and port, in the form of the list of allowed hosts.
    pub fn host(&self) -> String {
        self.serving.address.to_string()
    }

    /// An address at this receiver.
    pub fn address(&self) -> String {
        format!("http://{}/hook", self.serving.address)
    }

    /// Sets the replies to the next requests; later requests get 200.
    pub fn reply(&self, replies: impl IntoIterator<Item = Reply>) {
        self.open().replies.extend(replies);
    }

    /// The requests since the last call of this function.
    pub fn take(&self) -> Vec<Received> {
        std::mem::take(&mut self.open().received)
    }

    /// How many requests [`Receiver::take`] would return.
    pub fn count(&self) -> usize {
        self.open().received.len()
    }

    fn open(&self) -> std::sync::MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
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
