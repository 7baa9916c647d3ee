//! A small HTTP/1.1 client with a keep-alive connection, which distinguishes a response from a lost call.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The timeout of the clients in the specification.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A call to send. It can be sent again.
#[derive(Debug, Clone)]
pub struct Call {
    pub method: &'static str,
    pub path: String,
    pub token: Option<String>,
    pub key: Option<String>,
    pub body: Option<Value>,
}

impl Call {
    pub fn new(method: &'static str, path: impl Into<String>, token: Option<&str>) -> Self {
        Call {
            method,
            path: path.into(),
            token: token.map(str::to_owned),
            key: None,
            body: None,
        }
    }

    #[must_use]
    pub fn with(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let header = |name: &str, value: &Option<String>| {
            value
                .as_ref()
                .map(|value| format!("{name}{value}\r\n"))
                .unwrap_or_default()
        };
        let body = self.body.as_ref().map(Value::to_string).unwrap_or_default();
        let kind = if self.body.is_some() {
            "content-type: application/json\r\n"
        } else {
            ""
        };
        format!(
            "{} {} HTTP/1.1\r\nhost: library.example\r\n{}{}{kind}content-length: {}\r\n\r\n{body}",
            self.method,
            self.path,
            header("authorization: Bearer ", &self.token),
            header("idempotency-key: ", &self.key),
            body.len(),
        )
        .into_bytes()
    }
}

/// A response.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    /// Whether it has a Retry-After header.
    pub retry_after: bool,
    pub body: Value,
}

/// The outcome of a call.
#[derive(Debug, Clone)]
pub enum Reply {
    Answered(Answer),
    /// The connection broke, or could not be opened: whether the call took effect is unknown.
    Lost,
    /// No response within the timeout.
    Late,
}

/// A keep-alive connection, opened when it is needed.
pub struct Client {
    address: SocketAddr,
    stream: Option<TcpStream>,
    buffer: Vec<u8>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        Client {
            address,
            stream: None,
            buffer: Vec::new(),
        }
    }

    /// Sends a call and waits for its response.
    pub async fn call(&mut self, call: &Call) -> Reply {
        let reply = match tokio::time::timeout(TIMEOUT, self.exchange(&call.bytes())).await {
            Ok(Ok(answer)) => return Reply::Answered(answer),
            Ok(Err(_)) => Reply::Lost,
            Err(_) => Reply::Late,
        };
        self.stream = None;
        reply
    }

    async fn exchange(&mut self, bytes: &[u8]) -> std::io::Result<Answer> {
        let stream = match &mut self.stream {
            Some(stream) => stream,
            none => {
                let stream = TcpStream::connect(self.address).await?;
                stream.set_nodelay(true)?;
                none.insert(stream)
            }
        };
        stream.write_all(bytes).await?;
        self.buffer.clear();
        let head = loop {
            if let Some(end) = self.buffer.windows(4).position(|window| window == b"\r\n\r\n") {
                break end;
            }
            fill(stream, &mut self.buffer).await?;
        };
        let text = String::from_utf8_lossy(&self.buffer[..head]).into_owned();
        let header = |wanted: &str| {
            text.lines()
                .filter_map(|line| line.split_once(':'))
                .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
                .map(|(_, value)| value.trim().to_owned())
        };
        let status = text.get(9..12).and_then(|status| status.parse().ok());
        let length: usize =
            header("content-length").map_or(Ok(0), |length| length.parse().map_err(broken))?;
        let end = head + 4 + length;
        while self.buffer.len() < end {
            fill(stream, &mut self.buffer).await?;
        }
        if header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close")) {
            self.stream = None;
        }
        Ok(Answer {
            status: status.ok_or_else(|| broken("no status"))?,
            retry_after: header("retry-after").is_some(),
            body: serde_json::from_slice(&self.buffer[head + 4..end]).unwrap_or_default(),
        })
    }
}

async fn fill(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> std::io::Result<()> {
    match stream.read_buf(buffer).await? {
        0 => Err(broken("the server closed the connection")),
        _ => Ok(()),
    }
}

fn broken(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::InvalidData, error)
}
