//! HTTP/1.1 over one keep-alive connection: sends prepared bytes, reads status and body.

use std::fmt::Write as _;
use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::Outcome;

/// The bytes of a request.
pub fn request(method: &str, path: &str, token: Option<&str>, body: Option<&serde_json::Value>) -> Vec<u8> {
    let authorization = token
        .map(|token| format!("authorization: Bearer {token}\r\n"))
        .unwrap_or_default();
    let body = body.map(ToString::to_string).unwrap_or_default();
    let kind = if body.is_empty() {
        ""
    } else {
        "content-type: application/json\r\n"
    };
    let length = body.len();
    format!("{method} {path} HTTP/1.1\r\nhost: bench\r\n{authorization}{kind}content-length: {length}\r\n\r\n{body}")
        .into_bytes()
}

/// Percent-encodes a text for a query.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            escaped.push(char::from(byte));
        } else {
            let _never_fails = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

/// The head of a response: its status, and where its body starts and ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    pub status: u16,
    pub body_start: usize,
    pub body_end: usize,
}

impl Head {
    /// Parses the head at the start of `bytes`; `None` while it is incomplete.
    pub fn parse(bytes: &[u8]) -> Outcome<Option<Head>> {
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else {
            return Ok(None);
        };
        let text = std::str::from_utf8(&bytes[..end])?;
        let status = text.get(9..12).ok_or("the answer has no status")?.parse()?;
        let length = text
            .lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .map_or(Ok(0), |(_, value)| value.trim().parse::<usize>())?;
        Ok(Some(Head {
            status,
            body_start: end + 4,
            body_end: end + 4 + length,
        }))
    }
}

/// A response.
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

impl Answer {
    /// The JSON of a successful response; an error with the body for any other status.
    pub fn json(self) -> Outcome<serde_json::Value> {
        if self.status >= 300 {
            return Err(format!("{}: {}", self.status, String::from_utf8_lossy(&self.body)).into());
        }
        Ok(serde_json::from_slice(&self.body)?)
    }
}

/// A keep-alive connection.
pub struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    pub async fn connect(address: SocketAddr) -> Outcome<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Client {
            stream,
            buffer: Vec::with_capacity(64 * 1024),
        })
    }

    /// Sends prepared bytes and reads the whole response.
    pub async fn send(&mut self, bytes: &[u8]) -> Outcome<Answer> {
        self.stream.write_all(bytes).await?;
        self.buffer.clear();
        let head = loop {
            if let Some(head) = Head::parse(&self.buffer)? {
                break head;
            }
            self.fill().await?;
        };
        while self.buffer.len() < head.body_end {
            self.fill().await?;
        }
        Ok(Answer {
            status: head.status,
            body: self.buffer[head.body_start..head.body_end].to_vec(),
        })
    }

    async fn fill(&mut self) -> Outcome<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            return Err("the server closed the connection".into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Head, escaped};

    #[test]
    fn a_head_is_parsed_once_it_is_complete() {
        let answer = b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}";
        assert_eq!(Head::parse(&answer[..30]).unwrap(), None);
        let head = Head::parse(answer).unwrap().unwrap();
        assert_eq!(
            (head.status, &answer[head.body_start..head.body_end]),
            (201, &b"{}"[..])
        );
    }

    #[test]
    fn a_text_is_percent_encoded() {
        assert_eq!(escaped("a b\u{e9}"), "a%20b%C3%A9");
    }
}
