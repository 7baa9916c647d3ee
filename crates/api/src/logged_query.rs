//! The query of a request as the log may show it: what a slow or failed request asked for, without the words of a person.

use percent_encoding::percent_decode_str;

/// The parameters whose values choose among pages, orders and formats. All others may hold names, searches or secrets.
const SHOWN: [&str; 18] = [
    "page",
    "limit",
    "sort",
    "availability",
    "decade",
    "facets",
    "format",
    "include",
    "isSemesterStudy",
    "kind",
    "language",
    "minRating",
    "state",
    "status",
    "verb",
    "operation",
    "startRecord",
    "maximumRecords",
];
/// The other parameters of the API; of their values, only the length is shown.
const MEASURED: [&str; 36] = [
    "action",
    "actor",
    "after",
    "author",
    "book",
    "category",
    "class",
    "dismissed",
    "from",
    "identifier",
    "isbn",
    "itemType",
    "location",
    "metadataPrefix",
    "name",
    "pastSeconds",
    "patronCategory",
    "query",
    "reason",
    "recordPacking",
    "recordSchema",
    "recordXMLEscaping",
    "resumptionToken",
    "role",
    "search",
    "set",
    "staffRole",
    "subject",
    "to",
    "token",
    "until",
    "updatedAt",
    "user",
    "version",
    "width",
    "year",
];
/// The maximum number of parameters that are shown.
const PARAMETERS: usize = 20;
/// The maximum length of a value, in bytes.
const LENGTH_BYTES: usize = 40;

/// The parameters in their order: `page=4000&search=(9)`. Of a value that is not shown, the number of characters stands in
/// parentheses, because long searches are slower than short ones. A name that the API does not have may be a pasted word, so
/// it is not shown. Empty without a query.
pub(crate) fn logged_query(query: Option<&str>) -> String {
    let query = query.unwrap_or_default();
    let mut parameters = query.split('&').filter(|parameter| !parameter.is_empty());
    let mut shown: Vec<String> = parameters.by_ref().take(PARAMETERS).map(logged).collect();
    if parameters.next().is_some() {
        shown.push("(more)".to_owned());
    }
    shown.join("&")
}

fn logged(parameter: &str) -> String {
    let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
    let is_shown = SHOWN.contains(&name);
    if !is_shown && !MEASURED.contains(&name) {
        return "(unknown)".to_owned();
    }
    if value.is_empty() || (is_shown && is_plain(value)) {
        return format!("{name}={value}");
    }
    let characters = percent_decode_str(value).decode_utf8_lossy().chars().count();
    format!("{name}=({characters})")
}

/// Whether a text needs no encoding and is short.
fn is_plain(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.,:".contains(&byte);
    text.len() <= LENGTH_BYTES && text.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::{MEASURED, SHOWN, logged_query};

    #[test]
    fn a_query_is_shown_without_the_words_of_a_person() {
        for (query, expected) in [
            (None, ""),
            (Some(""), ""),
            (
                Some("page=4000&limit=20&sort=-createdAt"),
                "page=4000&limit=20&sort=-createdAt",
            ),
            (Some("search=caf%C3%A9+noir&page=2"), "search=(9)&page=2"),
            (Some("author=Le%20Guin&token=abc"), "author=(7)&token=(3)"),
            (Some("search=&facets"), "search=&facets="),
            (Some("search=a=b"), "search=(3)"),
            // Values and names that the API does not have do not reach the log.
            (
                Some("page=%0a%1b[31m&Ada%20Lovelace=1&status=\u{9b}31m"),
                "page=(6)&(unknown)&status=(4)",
            ),
            (Some("search=%ff%fe"), "search=(2)"),
            (Some("zebrafinch&s3cr3t=1"), "(unknown)&(unknown)"),
        ] {
            assert_eq!(logged_query(query), expected, "{query:?}");
        }
        assert_eq!(
            logged_query(Some(&format!("page={}", "1".repeat(41)))),
            "page=(41)"
        );
        let many = "page=1&".repeat(30);
        assert_eq!(
            logged_query(Some(&many)),
            format!("{}(more)", "page=1&".repeat(20))
        );
    }
    #[test]
    fn every_parameter_of_the_api_is_known() {
        let document: Value = serde_json::from_str(include_str!("../../../openapi.json")).unwrap();
        let operations = document["paths"].as_object().unwrap().values();
        let mut names = BTreeSet::new();
        for operation in operations.flat_map(|path| path.as_object().unwrap().values()) {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let of_query = parameters.filter(|parameter| parameter["in"] == "query");
            names.extend(of_query.map(|parameter| parameter["name"].as_str().unwrap()));
        }
        assert!(names.len() > 40, "{names:?}");
        let known: BTreeSet<&str> = SHOWN.into_iter().chain(MEASURED).collect();
        assert_eq!(known, names);
    }
}
