//! A source of book data on the loopback, which replies as configured and records the requests.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};

use futures_util::{StreamExt as _, stream};

use crate::loopback::Loopback;

/// A reply of a source.
#[derive(Debug, Clone)]
pub enum SourceReply {
    /// A body with its type.
    Body(&'static str, Vec<u8>),
    /// A status without a body.
    Status(u16),
    /// A redirect to this address.
    Redirect(String),
    /// A body without an end.
    Endless(&'static str),
    /// A body whose connection is closed before its end.
    Cut(&'static str, Vec<u8>),
    /// No response.
    Silence,
}

#[derive(Default)]
struct Book {
    /// The replies by the beginning of the path with its query; the latest first.
    replies: Vec<(String, SourceReply)>,
    requests: Vec<(String, HeaderMap)>,
}

/// A source. It stops when it is dropped.
pub struct BookSourceStub {
    serving: Loopback,
    book: Arc<Mutex<Book>>,
}

impl BookSourceStub {
    /// A source that answers 404.
    pub async fn start() -> Self {
        let book = Arc::new(Mutex::new(Book::default()));
        let router = Router::new().fallback(answer).with_state(Arc::clone(&book));
        let serving = Loopback::serve(router).await;
        BookSourceStub { serving, book }
    }

    /// The address of the source, without a slash at the end.
    pub fn address(&self) -> String {
        format!("http://{}", self.serving.address)
    }

    /// Sets the reply to requests whose path with its query begins with this text.
    pub fn reply(&self, beginning: &str, reply: SourceReply) {
        self.open().replies.insert(0, (beginning.to_owned(), reply));
    }

    /// The paths with their queries and the headers of the requests since the last call of this function.
    pub fn take(&self) -> Vec<(String, HeaderMap)> {
        std::mem::take(&mut self.open().requests)
    }

    /// Stops the source, and returns when its port refuses connections.
    pub async fn stop(self) {
        self.serving.stop().await;
    }

    fn open(&self) -> std::sync::MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn answer(State(book): State<Arc<Mutex<Book>>>, uri: Uri, headers: HeaderMap) -> Response {
    let reply = {
        let mut book = book.lock().unwrap_or_else(PoisonError::into_inner);
        let path = uri.to_string();
        let found = book
            .replies
            .iter()
            .find(|(beginning, _)| path.starts_with(beginning));
        let reply = found.map_or(SourceReply::Status(404), |(_, reply)| reply.clone());
        book.requests.push((path, headers));
        reply
    };
    match reply {
        SourceReply::Body(kind, body) => ([(header::CONTENT_TYPE, kind)], body).into_response(),
        SourceReply::Status(status) => StatusCode::from_u16(status).expect("a status").into_response(),
        SourceReply::Redirect(to) => (StatusCode::FOUND, [(header::LOCATION, to)]).into_response(),
        SourceReply::Endless(kind) => {
            let part = Bytes::from(vec![b' '; 64 * 1024]);
            let parts = stream::repeat_with(move || Ok::<_, std::io::Error>(part.clone()));
            ([(header::CONTENT_TYPE, kind)], Body::from_stream(parts)).into_response()
        }
        SourceReply::Cut(kind, body) => {
            // Long enough for the head of the response to be sent before the end.
            let whole = [body, vec![b' '; 768 * 1024]].concat();
            let parts = stream::iter([Ok(Bytes::from(whole))]);
            let parts = parts.chain(stream::iter([Err(std::io::Error::other("cut"))]));
            ([(header::CONTENT_TYPE, kind)], Body::from_stream(parts)).into_response()
        }
        SourceReply::Silence => std::future::pending().await,
    }
}
