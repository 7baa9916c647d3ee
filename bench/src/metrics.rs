//! How many responses came from the server's cache, by its own count at `/metrics`.

use std::net::SocketAddr;

use crate::Outcome;
use crate::client::{Client, request};

/// The server's counter of cached responses.
const COUNTER: &str = "carrel_cached_responses_total";

/// Cacheable responses since the server started.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cached {
    hits: f64,
    misses: f64,
}

impl Cached {
    /// The share of hits since an earlier count; `None` without a cacheable response.
    pub fn share_since(&self, earlier: &Cached) -> Option<f64> {
        let hits = self.hits - earlier.hits;
        let all = hits + self.misses - earlier.misses;
        (all > 0.0).then(|| hits / all)
    }

    fn parse(text: &str) -> Cached {
        let sum = |outcome: &str| {
            let label = format!("outcome=\"{outcome}\"");
            text.lines()
                .filter(|line| line.starts_with(COUNTER) && line.contains(&label))
                .filter_map(|line| line.rsplit_once(' ')?.1.parse::<f64>().ok())
                .sum()
        };
        Cached {
            hits: sum("hit"),
            misses: sum("miss"),
        }
    }
}

/// The counts now.
pub async fn cached(address: SocketAddr) -> Outcome<Cached> {
    let mut client = Client::connect(address).await?;
    let answer = client.send(&request("GET", "/metrics", None, None)).await?;
    Ok(Cached::parse(&String::from_utf8(answer.body)?))
}

/// A free address of the loopback.
pub fn free_address() -> Outcome<SocketAddr> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

#[cfg(test)]
mod tests {
    use super::Cached;

    #[test]
    fn the_cached_share_is_computed_from_two_readings() {
        let before = Cached::parse("carrel_cached_responses_total{outcome=\"hit\"} 10\n");
        let after = Cached::parse(
            "# TYPE carrel_cached_responses_total counter\n\
             carrel_cached_responses_total{outcome=\"hit\"} 13\n\
             carrel_cached_responses_total{outcome=\"miss\"} 1\nother{outcome=\"miss\"} 7\n",
        );
        assert_eq!(after.share_since(&before), Some(0.75));
        assert_eq!(before.share_since(&before), None);
    }
}
