//! Addresses of cover images.

use url::Url;

/// Whether a text is an https address with a host and without a password, or a path on this site. `//host` is
/// another site.
pub(super) fn is_image_address(address: &str) -> bool {
    let is_plain = address
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && !br#""'<>\^`{|}"#.contains(&byte));
    let has_host = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[');
    let is_remote = address.strip_prefix("https://").is_some_and(has_host)
        && Url::parse(address).is_ok_and(|url| url.username().is_empty() && url.password().is_none());
    let is_own = address.starts_with('/') && !address.starts_with("//");
    is_plain && (is_remote || is_own)
}
