//! The form and the equality of e-mail addresses.

use unicode_normalization::UnicodeNormalization as _;

use super::limits::limit;

/// The maximum length of the part before the `@` (RFC 5321, section 4.5.3.1.1).
const MAX_LOCAL_CHARACTERS: usize = 64;
/// The maximum length of one label of a host name (RFC 1035, section 2.3.4).
const MAX_LABEL_CHARACTERS: usize = 63;

/// The form in which addresses are compared and are unique: NFKC, lower case, trimmed.
pub fn email_key(email: &str) -> String {
    let key: String = email.nfkc().flat_map(char::to_lowercase).nfkc().collect();
    // Trimmed last, because NFKC turns some spacing marks into spaces.
    key.trim().to_owned()
}

/// Whether a trimmed text has the form of an address: `name@host.tld`. Takes linear time.
///
/// Letters of any script are allowed on both sides; quoted names and IP addresses are not.
pub fn is_email(text: &str) -> bool {
    let Some((local, host)) = text.split_once('@') else {
        return false;
    };
    text.chars().count() <= limit::EMAIL.max && is_local_part(local) && is_host(host)
}

fn is_local_part(local: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
    local.chars().count() <= MAX_LOCAL_CHARACTERS
        && local
            .split('.')
            .all(|atom| !atom.is_empty() && atom.chars().all(allowed))
}

fn is_host(host: &str) -> bool {
    let Some((_, top)) = host.rsplit_once('.') else {
        return false;
    };
    let is_top = top.chars().count() >= 2 && !top.chars().all(|c| c.is_ascii_digit());
    is_top && host.split('.').all(is_label)
}

fn is_label(label: &str) -> bool {
    (1..=MAX_LABEL_CHARACTERS).contains(&label.chars().count())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.chars().all(|c| c.is_alphanumeric() || c == '-')
}
