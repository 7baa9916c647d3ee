//! A response of the API, with the checks that apply to every response.

use std::io::Read as _;

use carrel_domain::identity::{Entity, Id};
use flate2::read::GzDecoder;
use reqwest::Method;
use reqwest::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap};
use serde_json::Value;

use super::Document;

/// Headers of every response, and a required part of each value.
const SECURITY_HEADERS: [(&str, &str); 8] = [
    ("content-security-policy", "frame-ancestors 'none'"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),
    ("permissions-policy", "geolocation=()"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-permitted-cross-domain-policies", "none"),
];

/// The beginnings of the names of headers that no response has: no other site may read a response, nothing is kept in
/// cookies, and the API never redirects.
const NO_HEADERS: [&str; 3] = ["access-control-", "set-cookie", "location"];

/// A response.
#[derive(Debug)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, unpacked if it was compressed, and otherwise unchanged.
    pub body: Vec<u8>,
    /// The parsed body; null when it is not JSON.
    pub json: Value,
    /// The method and path of the request.
    call: String,
}

impl Answer {
    pub(super) async fn read(call: String, response: reqwest::Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let body = response.bytes().await;
        let body = body
            .unwrap_or_else(|error| panic!("{call}: {status}, but no whole body: {error:?}"))
            .to_vec();
        let body = if headers.contains_key(CONTENT_ENCODING) {
            let mut plain = Vec::new();
            GzDecoder::new(body.as_slice())
                .read_to_end(&mut plain)
                .expect("a body in gzip");
            plain
        } else {
            body
        };
        let json = serde_json::from_slice(&body).unwrap_or(Value::Null);
        Answer {
            status,
            headers,
            body,
            json,
            call,
        }
    }

    /// A header, or nothing.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap_or_else(|_| panic!("{}: the body is no text", self.call))
    }

    /// The payload, of a response that must have this status.
    pub fn expect(&self, status: u16) -> &Value {
        assert_eq!(self.status, status, "{}: {}", self.call, self.text());
        &self.json["data"]
    }

    /// The entries of the payload's list, of a response that must be 200.
    pub fn list(&self) -> &[Value] {
        let list = self.expect(200).as_array();
        list.unwrap_or_else(|| panic!("{}: no list: {}", self.call, self.text()))
    }

    /// One field of each entry of the list, as text.
    pub fn column(&self, field: &str) -> Vec<&str> {
        self.list().iter().map(|entry| text(entry, field)).collect()
    }

    /// Page, limit, total and pages of the response's list.
    pub fn pagination(&self) -> [u64; 4] {
        let pagination = &self.json["pagination"];
        ["page", "limit", "total", "pages"].map(|field| {
            let number = pagination[field].as_u64();
            number.unwrap_or_else(|| panic!("{}: no {field}: {}", self.call, self.text()))
        })
    }

    /// Status, code and message of a failure.
    pub fn failure(&self) -> (u16, &str, &str) {
        assert!(self.status >= 400, "{} succeeded: {}", self.call, self.text());
        (self.status, text(&self.json, "code"), text(&self.json, "message"))
    }

    /// Field and message of each error of a failure.
    pub fn errors(&self) -> Vec<(&str, &str)> {
        let errors = self.json["errors"].as_array().map_or(&[][..], Vec::as_slice);
        errors
            .iter()
            .map(|error| (text(error, "field"), text(error, "message")))
            .collect()
    }

    /// Panics unless the response satisfies what holds for all responses: no internal error, a request id, the security
    /// headers, no cookies, no redirects, no shared caching of private data, and exactly the shape that the OpenAPI document describes.
    pub(super) fn check(&self, document: &Document, method: &Method, path: &str, may_fail: bool) {
        let call = format!("{}: {}", self.call, self.status);
        assert!(
            may_fail || self.status < 500,
            "{call}: the server failed: {}",
            self.text()
        );
        let id = self.header("x-request-id").unwrap_or_default();
        let is_hexadecimal = id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        assert!(id.len() == 32 && is_hexadecimal, "{call}: request id {id:?}");
        for (name, part) in SECURITY_HEADERS {
            let value = self.header(name).unwrap_or_default();
            assert!(value.contains(part), "{call}: {name}: {value:?}");
        }
        let policy = self.header("content-security-policy").unwrap_or_default();
        assert_eq!(
            policy.ends_with("; sandbox"),
            ["/api", "/covers/", "/oai", "/sru", "/feed"]
                .iter()
                .any(|begin| path.starts_with(begin)),
            "{call}: {policy}"
        );
        for name in self.headers.keys().map(reqwest::header::HeaderName::as_str) {
            let is_forbidden = NO_HEADERS.iter().any(|forbidden| name.starts_with(forbidden));
            assert!(!is_forbidden, "{call}: {name}");
        }
        if *method == Method::HEAD {
            assert!(self.body.is_empty(), "{call}: a body");
            return;
        }
        let path = path.split('?').next().unwrap_or_default();
        let cached = self.header(CACHE_CONTROL.as_str()).unwrap_or_default();
        let is_file =
            path.ends_with("/cover.svg") || path.starts_with("/covers/") || path == "/api/openapi.json";
        let is_public = self.status == 200 && is_file;
        assert_eq!(cached == "private, no-store", !is_public, "{call}: {cached:?}");
        let kind = self.header(CONTENT_TYPE.as_str()).unwrap_or_default();
        if kind == "application/json" {
            assert!(!self.json.is_null(), "{call}: no JSON: {:?}", self.text());
        }
        let wrong = document.deviations(method.as_str(), path, self.status, kind, &self.json);
        assert!(
            wrong.is_empty(),
            "{call}: not as documented: {wrong:#?}\n{}",
            self.text()
        );
    }
}

/// The `_id` of an entity in a response, which must be an identifier of the wanted type.
pub fn id_of<E: Entity>(entity: &Value) -> Id<E> {
    let id = entity["_id"].as_str().and_then(|text| text.parse().ok());
    id.unwrap_or_else(|| panic!("no id of a {}: {entity}", E::NAME))
}

/// A field that must be text.
fn text<'a>(json: &'a Value, field: &str) -> &'a str {
    json[field].as_str().unwrap_or("?")
}
