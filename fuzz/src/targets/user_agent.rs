//! The User-Agent header, from which the device of a session is named.

use carrel_domain::users::device;

use super::text;

pub(crate) fn run(input: &[u8]) {
    let sent = text(input);
    let found = device(&sent);
    assert_eq!(device(&sent), found);
}
