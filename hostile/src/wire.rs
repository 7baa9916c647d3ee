//! HTTP/1.1 by the byte: anything can be sent, and the answer is read as it came.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::Outcome;

/// An answer that takes longer is none.
const PATIENCE: Duration = Duration::from_secs(20);

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    pub took: Duration,
}

impl Answer {
    /// A header's value, if it came.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// A connection that is kept for as long as the server keeps it.
#[derive(Debug)]
pub struct Connection {
    address: SocketAddr,
    stream: Option<TcpStream>,
}

impl Connection {
    /// A connection to be: it is made when it is needed.
    pub fn to(address: SocketAddr) -> Self {
        Connection {
            address,
            stream: None,
        }
    }

    /// Sends bytes and reads the answer to them; nothing when the server closed the connection instead.
    pub async fn send(&mut self, bytes: &[u8], has_body: bool) -> Outcome<Option<Answer>> {
        // A kept connection may have been closed meanwhile; a fresh one has not.
        let was_kept = self.stream.is_some();
        let answer = self.try_send(bytes, has_body).await;
        match answer {
            Ok(None) | Err(_) if was_kept => {
                self.stream = None;
                self.try_send(bytes, has_body).await
            }
            other => other,
        }
    }

    async fn try_send(&mut self, bytes: &[u8], has_body: bool) -> Outcome<Option<Answer>> {
        let began = Instant::now();
        let mut stream = if let Some(stream) = self.stream.take() {
            stream
        } else {
            let stream = TcpStream::connect(self.address).await?;
            stream.set_nodelay(true)?;
            stream
        };
        let exchange = async {
            // A server that has read enough to refuse may close before it has read all: its answer counts.
            let (mut reader, mut writer) = stream.split();
            let (written, answer) = tokio::join!(writer.write_all(bytes), read(&mut reader, has_body));
            drop(written);
            answer
        };
        let answer = tokio::time::timeout(PATIENCE, exchange).await;
        let Some((mut answer, stays)) = answer.map_err(|_| "no answer within 20 seconds")?? else {
            return Ok(None);
        };
        answer.took = began.elapsed();
        if stays {
            self.stream = Some(stream);
        }
        Ok(Some(answer))
    }
}

/// Reads one answer, and tells whether the connection stays.
async fn read(
    stream: &mut (impl tokio::io::AsyncRead + Unpin),
    has_body: bool,
) -> Outcome<Option<(Answer, bool)>> {
    let mut buffer = Vec::with_capacity(16 * 1024);
    let (head, mut answer) = loop {
        if stream.read_buf(&mut buffer).await.unwrap_or(0) == 0 {
            return if buffer.is_empty() {
                Ok(None)
            } else {
                Err(format!("half an answer: {}", String::from_utf8_lossy(&buffer)).into())
            };
        }
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut parsed = httparse::Response::new(&mut headers);
        if let httparse::Status::Complete(length) = parsed.parse(&buffer)? {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let headers = parsed.headers.iter();
            let answer = Answer {
                status: parsed.code.unwrap_or(0),
                headers: headers
                    .map(|header| (header.name.to_ascii_lowercase(), text(header.value)))
                    .collect(),
                body: Vec::new(),
                took: Duration::ZERO,
            };
            break (length, answer);
        }
    };
    let told = answer.header("content-length");
    let length: Option<usize> = told.map(str::parse).transpose()?;
    let bare = !has_body || answer.status == 304 || answer.status < 200;
    let stays = answer.header("connection") != Some("close");
    let Some(length) = (if bare { Some(0) } else { length }) else {
        return Err(format!("{} without a length", answer.status).into());
    };
    while buffer.len() < head + length {
        if stream.read_buf(&mut buffer).await? == 0 {
            return Err(format!("{} with a cut body", answer.status).into());
        }
    }
    answer.body = buffer[head..head + length].to_vec();
    Ok(Some((answer, stays)))
}

/// The bytes of a request; nothing of it is checked.
pub fn request(method: &str, address: &str, headers: &[(String, Vec<u8>)], body: Option<&[u8]>) -> Vec<u8> {
    let mut bytes = format!("{method} {address} HTTP/1.1\r\nhost: library.example\r\n").into_bytes();
    for (name, value) in headers {
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(b": ");
        bytes.extend_from_slice(value);
        bytes.extend_from_slice(b"\r\n");
    }
    let body = body.unwrap_or_default();
    bytes.extend_from_slice(format!("content-length: {}\r\n\r\n", body.len()).as_bytes());
    bytes.extend_from_slice(body);
    bytes
}

/// A request with JSON by somebody, as programs send it.
pub fn json(method: &str, address: &str, token: Option<&str>, body: Option<&serde_json::Value>) -> Vec<u8> {
    let mut headers = Vec::new();
    if let Some(token) = token {
        headers.push(("authorization".to_owned(), format!("Bearer {token}").into_bytes()));
    }
    if body.is_some() {
        headers.push(("content-type".to_owned(), b"application/json".to_vec()));
    }
    let body = body.map(|body| body.to_string().into_bytes());
    request(method, address, &headers, body.as_deref())
}
