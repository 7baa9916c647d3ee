//! Malformed HTTP requests: hyper refuses them itself, with a bare status, before routing. This stream replaces its
//! refusals by responses like all others: the documented JSON, with the security headers.
//!
//! hyper closes a connection that begins with the preface of HTTP/2 without any response. This stream changes the last
//! byte of the preface, so that hyper refuses it like any other malformed request.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use carrel_api::unreadable_request;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A refusal of hyper is shorter than this. The headers of our own responses alone are longer.
const LONGEST_REFUSAL: usize = 256;
const HEAD_END: &[u8] = b"\r\n\r\n";
/// The first bytes of a connection whose client speaks HTTP/2 (RFC 9113, section 3.4).
const HTTP2_PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A connection whose refusals get a body.
#[derive(Debug)]
pub struct Worded<S> {
    stream: S,
    /// How many bytes of the preface of HTTP/2 have been read; `None` once another byte was read.
    preface: Option<usize>,
    /// The replacement for a refusal, and how much of it has been written.
    instead: Vec<u8>,
    sent: usize,
}

impl<S> Worded<S> {
    pub fn new(stream: S) -> Self {
        Worded {
            stream,
            preface: Some(0),
            instead: Vec::new(),
            sent: 0,
        }
    }
}

impl<S: AsyncWrite + Unpin> Worded<S> {
    /// Writes the replacement of `length` bytes; they count as written when all of the replacement is.
    fn poll_instead(&mut self, context: &mut Context<'_>, length: usize) -> Poll<io::Result<usize>> {
        while self.sent < self.instead.len() {
            let rest = &self.instead[self.sent..];
            let written = ready!(Pin::new(&mut self.stream).poll_write(context, rest))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.sent += written;
        }
        self.instead = Vec::new();
        self.sent = 0;
        Poll::Ready(Ok(length))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Worded<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.instead.is_empty() {
            match worded(bytes) {
                None => return Pin::new(&mut self.stream).poll_write(context, bytes),
                Some(instead) => self.instead = instead,
            }
        }
        self.poll_instead(context, bytes.len())
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        // A refusal is a head without a body: the last part, and usually the only one.
        let is_refusal = !self.instead.is_empty() || parts.last().is_some_and(|part| worded(part).is_some());
        if !is_refusal {
            return Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        }
        match parts {
            [whole] => self.poll_write(context, whole),
            // The parts before it are written first.
            [before @ .., _] if before.iter().any(|part| !part.is_empty()) => {
                Pin::new(&mut self.stream).poll_write_vectored(context, before)
            }
            [.., last] => self.poll_write(context, last),
            [] => Poll::Ready(Ok(0)),
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Worded<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if let Some(known) = self.preface {
            self.preface = without_preface(known, &mut buffer.filled_mut()[before..]);
        }
        Poll::Ready(Ok(()))
    }
}

/// Changes the last byte of the preface of HTTP/2, if `bytes` are its rest after `known` bytes of it. Returns how many
/// bytes of it have been read; `None` when it is complete, or when these are other bytes.
fn without_preface(known: usize, bytes: &mut [u8]) -> Option<usize> {
    let expected = &HTTP2_PREFACE[known..];
    let length = bytes.len().min(expected.len());
    if bytes[..length] != expected[..length] {
        return None;
    }
    if length < expected.len() {
        return Some(known + length);
    }
    bytes[length - 1] = b' ';
    None
}

/// The same bytes with a full response in place of the bare refusal at their end; `None` without a refusal.
fn worded(bytes: &[u8]) -> Option<Vec<u8>> {
    if !bytes.ends_with(HEAD_END) {
        return None;
    }
    let tail = bytes.len().saturating_sub(LONGEST_REFUSAL);
    let start = tail
        + bytes[tail..]
            .windows(7)
            .rposition(|window| window == b"HTTP/1.")?;
    let head = std::str::from_utf8(&bytes[start..]).ok()?;
    let mut lines = head.trim_end().split("\r\n");
    let first = lines.next()?;
    let status: u16 = first.get(9..12)?.parse().ok()?;
    if head.contains("content-security-policy") {
        return None;
    }
    let (headers, body) = unreadable_request(status)?;
    let mut answer = bytes[..start].to_vec();
    answer.extend_from_slice(first.as_bytes());
    // hyper's date stays; hyper closes the connection, and the header says so.
    for line in lines.filter(|line| line.starts_with("date")) {
        answer.extend_from_slice(b"\r\n");
        answer.extend_from_slice(line.as_bytes());
    }
    for (name, value) in &headers {
        answer.extend_from_slice(b"\r\n");
        answer.extend_from_slice(name.as_str().as_bytes());
        answer.extend_from_slice(b": ");
        answer.extend_from_slice(value.as_bytes());
    }
    let length = body.len();
    answer.extend_from_slice(format!("\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n").as_bytes());
    answer.extend_from_slice(&body);
    Some(answer)
}

#[cfg(test)]
mod tests {
    use super::{HTTP2_PREFACE, without_preface, worded};

    #[test]
    fn only_the_preface_of_http2_is_changed_however_it_is_split() {
        for split in 0..HTTP2_PREFACE.len() {
            let mut sent = [HTTP2_PREFACE.as_slice(), b"and more"].concat();
            let (first, rest) = sent.split_at_mut(split);
            assert_eq!(without_preface(0, first), Some(split));
            assert_eq!(without_preface(split, rest), None);
            assert_eq!(sent, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r and more");
        }
        for other in [
            "GET / HTTP/1.1\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSN\r\n\r\n",
            "P GET",
        ] {
            let mut sent = other.as_bytes().to_vec();
            assert_eq!(without_preface(0, &mut sent), None);
            assert_eq!(sent, other.as_bytes());
        }
    }

    #[test]
    fn only_a_refusal_without_a_body_is_changed() {
        let bare = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\ndate: now\r\n\r\n";
        let answer = String::from_utf8(worded(bare).unwrap()).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 431 Request Header Fields Too Large\r\ndate: now\r\n"));
        assert!(head.contains("\r\ncontent-security-policy: ") && head.contains("\r\nconnection: close"));
        assert!(head.contains(&format!("\r\ncontent-length: {}\r\n", body.len())));
        assert!(body.contains(r#""code":"too_large_head""#), "{body}");

        // Behind the response to an earlier request on the same connection.
        let both = [b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}".as_slice(), bare].concat();
        let answer = String::from_utf8(worded(&both).unwrap()).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 431 "));

        for other in [
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-security-policy: x\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}",
            "\r\n\r\n",
            "",
        ] {
            assert_eq!(worded(other.as_bytes()), None, "{other}");
        }
    }
}
