//! OAI-PMH: arguments, datestamps, sets, identifiers and tokens.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::harvest::{
    Datestamp, Format, Granularity, ListRequest, Place, Request, Token, book_of, category_of, datestamp_text,
    host_of, identifier, set_spec,
};
use jiff::Timestamp;
use proptest::prelude::*;

/// The code of the error of a query; empty for a valid request.
fn code(query: &str) -> &'static str {
    match Request::parse(&pairs(query)) {
        Ok(_) => "",
        Err(error) => error.code.name(),
    }
}

fn pairs(query: &str) -> Vec<(String, String)> {
    let parts = query.split('&').filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            (name.to_owned(), value.to_owned())
        })
        .collect()
}

fn list(query: &str) -> ListRequest {
    match Request::parse(&pairs(query)) {
        Ok(Request::List(list)) => list,
        other => panic!("{query}: {other:?}"),
    }
}

#[test]
fn arguments_are_checked() {
    let records = place(Some("Science"));
    let of_records = Token::Records(records.clone()).text();
    let of_identifiers = Token::Identifiers(records).text();
    let token = |verb: &str, token: &str| format!("verb={verb}&resumptionToken={token}");
    for (query, expected) in [
        ("", "badVerb"),
        ("verb=", "badVerb"),
        ("verb=identify", "badVerb"),
        ("verb=Identify&verb=Identify", "badVerb"),
        ("verb=Identify", ""),
        ("verb=Identify&a=b", "badArgument"),
        ("verb=Identify&identifier=x", "badArgument"),
        ("verb=ListMetadataFormats", ""),
        ("verb=ListMetadataFormats&identifier=oai:x:book_1", ""),
        (
            "verb=ListMetadataFormats&identifier=x&identifier=x",
            "badArgument",
        ),
        ("verb=ListSets", ""),
        ("verb=ListSets&resumptionToken=x", "badResumptionToken"),
        ("verb=ListSets&set=x", "badArgument"),
        ("verb=ListRecords", "badArgument"),
        ("metadataPrefix=oai_dc&verb=ListRecords", ""),
        ("verb=ListRecords&metadataPrefix=mods", "cannotDisseminateFormat"),
        ("verb=ListRecords&metadataPrefix=", "cannotDisseminateFormat"),
        (
            "verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-01&until=2026-01-01",
            "",
        ),
        (
            "verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-02&until=2026-01-01",
            "badArgument",
        ),
        (
            "verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-02&until=2026-01-03T00:00:00Z",
            "badArgument",
        ),
        (
            "verb=ListRecords&metadataPrefix=oai_dc&from=2026-1-2",
            "badArgument",
        ),
        (
            "verb=ListRecords&metadataPrefix=oai_dc&from=2026-02-30",
            "badArgument",
        ),
        (
            "verb=ListRecords&metadataPrefix=oai_dc&until=2026-01-03T00:00:00.5Z",
            "badArgument",
        ),
        (
            "verb=ListRecords&metadataPrefix=oai_dc&until=2026-01-03T00:00:00%2B01:00",
            "badArgument",
        ),
        ("verb=ListRecords&metadataPrefix=oai_dc&from=", "badArgument"),
        ("verb=ListRecords&metadataPrefix=oai_dc&set=Science", ""),
        ("verb=ListRecords&metadataPrefix=oai_dc&set=", "badArgument"),
        ("verb=ListRecords&metadataPrefix=oai_dc&set=a:b", "badArgument"),
        (
            "verb=ListRecords&metadataPrefix=oai_dc&identifier=x",
            "badArgument",
        ),
        ("verb=GetRecord&metadataPrefix=oai_dc", "badArgument"),
        ("verb=GetRecord&identifier=x", "badArgument"),
        (
            "verb=GetRecord&identifier=x&metadataPrefix=x",
            "cannotDisseminateFormat",
        ),
        ("verb=GetRecord&identifier=x&metadataPrefix=marc21", ""),
        (token("ListRecords", &of_records).as_str(), ""),
        (token("ListIdentifiers", &of_identifiers).as_str(), ""),
        (
            token("ListIdentifiers", &of_records).as_str(),
            "badResumptionToken",
        ),
        (
            token("ListRecords", &of_identifiers).as_str(),
            "badResumptionToken",
        ),
        (token("ListSets", &of_records).as_str(), "badResumptionToken"),
        (
            (token("ListRecords", &of_records) + "&metadataPrefix=oai_dc").as_str(),
            "badArgument",
        ),
    ] {
        assert_eq!(code(query), expected, "{query}");
    }
}

#[test]
fn a_request_has_the_values_of_its_arguments() {
    let sets = Token::Sets {
        after: "Science".to_owned(),
        cursor: 100,
    };
    let text = |text: &str| text.to_owned();
    for (query, expected) in [
        (text("verb=Identify"), Request::Identify),
        (
            text("verb=ListMetadataFormats"),
            Request::Formats { identifier: None },
        ),
        (
            text("verb=ListMetadataFormats&identifier=x"),
            Request::Formats {
                identifier: Some(text("x")),
            },
        ),
        (
            text("verb=ListSets"),
            Request::Sets {
                after: None,
                cursor: 0,
            },
        ),
        (
            format!("verb=ListSets&resumptionToken={}", sets.text()),
            Request::Sets {
                after: Some(text("Science")),
                cursor: 100,
            },
        ),
        (
            text("verb=GetRecord&identifier=x&metadataPrefix=marc21"),
            Request::Record {
                identifier: text("x"),
                format: Format::Marc,
            },
        ),
        (
            format!(
                "verb=ListRecords&resumptionToken={}",
                Token::Records(place(None)).text()
            ),
            Request::List(ListRequest {
                headers_only: false,
                place: place(None),
                is_resumed: true,
            }),
        ),
    ] {
        assert_eq!(Request::parse(&pairs(&query)), Ok(expected), "{query}");
    }
}

#[test]
fn both_ends_of_a_range_are_included() {
    let day = list("verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-01&until=2026-01-01").place;
    let ms = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond();
    assert_eq!(day.after, (ms("2026-01-01T00:00:00Z"), 0));
    assert_eq!(day.until_ms, Some(ms("2026-01-01T23:59:59.999Z")));
    let query = "verb=ListIdentifiers&metadataPrefix=marc21&until=2026-01-01T10:00:00Z";
    let second = list(query);
    assert!(second.headers_only && !second.is_resumed);
    assert_eq!(second.place.format, Format::Marc);
    assert_eq!(second.place.after, (i64::MIN, 0));
    assert_eq!(second.place.until_ms, Some(ms("2026-01-01T10:00:00.999Z")));
}

#[test]
fn datestamps_have_two_forms() {
    for (text, granularity) in [
        ("2026-01-01", Some(Granularity::Day)),
        ("9999-12-31", Some(Granularity::Day)),
        ("0000-01-01", Some(Granularity::Day)),
        ("2026-01-01T23:59:59Z", Some(Granularity::Second)),
        ("2026-01-01T24:00:00Z", None),
        ("2026-13-01", None),
        ("2026-01-01Z", None),
        ("2026-01-01 10:00:00Z", None),
        ("20260101", None),
        ("２026-01-01", None),
    ] {
        let read = Datestamp::parse(text);
        assert_eq!(read.map(|read| read.granularity), granularity, "{text}");
        assert!(read.is_none_or(|read| read.first_ms < read.last_ms), "{text}");
    }
    let instant: Timestamp = "2026-01-01T10:00:00.999Z".parse().unwrap();
    assert_eq!(datestamp_text(instant), "2026-01-01T10:00:00Z");
}

#[test]
fn identifiers_name_the_host() {
    for (site, host) in [
        ("https://library.example", "library.example"),
        ("https://library.example:8443/books", "library.example"),
        ("http://[2001:db8::1]", "2001-db8--1"),
        ("http://127.0.0.1:8080", "127.0.0.1"),
    ] {
        assert_eq!(host_of(site), host);
    }
    let id = BookId::new(812);
    let text = identifier("library.example", id);
    assert_eq!(text, "oai:library.example:book_812");
    assert_eq!(book_of("library.example", &text), Some(id));
    for other in [
        "oai:other.example:book_812",
        "oai:library.example:812",
        "oai:library.example:user_812",
        "oai:library.example:book_0812",
        "book_812",
        "",
    ] {
        assert_eq!(book_of("library.example", other), None, "{other}");
    }
}

#[test]
fn sets_are_readable_where_they_can_be() {
    for (category, spec) in [
        ("Science", "Science"),
        ("Computer Science", "Computer_Science"),
        ("Arts & Crafts", "Arts_~26_Crafts"),
        ("Bücher", "B~C3~BCcher"),
        ("a_b~c:d", "a~5Fb~7Ec~3Ad"),
        ("-", "-"),
    ] {
        assert_eq!(set_spec(category), spec);
        assert_eq!(category_of(spec).as_deref(), Some(category));
    }
    for spec in ["", "a b", "~41", "~c3~bc", "~C3", "~", "~2", "a:b", "é"] {
        assert_eq!(category_of(spec), None, "{spec}");
    }
}

fn place(category: Option<&str>) -> Place {
    Place {
        format: Format::Marc,
        until_ms: Some(7),
        category: category.map(str::to_owned),
        after: (1_700_000_000_123, 812),
        cursor: 200,
    }
}

#[test]
fn a_changed_token_is_refused() {
    let text = Token::Records(place(Some("Science"))).text();
    for (at, _) in text.char_indices() {
        for other in ["", "0", "1", ".", "-", "a"] {
            let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
            assert!(changed == text || Token::parse(&changed).is_none(), "{changed}");
        }
    }
    assert_eq!(Token::parse(&format!("{text}0")), None);
    assert_eq!(Token::parse(""), None);
}

fn any_place() -> impl Strategy<Value = Place> {
    let category = proptest::option::of("\\PC{1,80}");
    (
        any::<bool>(),
        any::<Option<i64>>(),
        category,
        any::<(i64, i64)>(),
        any::<u64>(),
    )
        .prop_map(|(is_marc, until_ms, category, after, cursor)| Place {
            format: if is_marc { Format::Marc } else { Format::DublinCore },
            until_ms,
            category,
            after,
            cursor,
        })
}

proptest! {
    #[test]
    fn a_token_carries_its_place(place in any_place(), category in "\\PC{1,80}", cursor: u64) {
        for token in [
            Token::Records(place.clone()),
            Token::Identifiers(place.clone()),
            Token::Sets { after: category.clone(), cursor },
        ] {
            let text = token.text();
            prop_assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_~".contains(&byte)), "{}", text);
            prop_assert_eq!(Token::parse(&text), Some(token));
        }
    }

    #[test]
    fn a_set_belongs_to_one_category(category in "\\PC{1,80}") {
        let spec = set_spec(&category);
        prop_assert!(spec.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_~".contains(&byte)));
        prop_assert_eq!(category_of(&spec), Some(category));
    }

    #[test]
    fn any_set_is_read_back(spec in "[A-Za-z0-9_~-]{0,20}") {
        if let Some(category) = category_of(&spec) {
            prop_assert_eq!(set_spec(&category), spec);
        }
    }

    #[test]
    fn any_arguments_are_read(arguments in proptest::collection::vec(("[a-zA-Z]{0,15}", ".{0,40}"), 0..6)) {
        let _ = Request::parse(&arguments);
    }
}
