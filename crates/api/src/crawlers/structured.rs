//! Structured data (JSON-LD, schema.org) of a book and of the catalogue.

use carrel_domain::catalogue::book::Book;
use serde_json::{Map, Value, json};

use crate::shapes::average;

/// A script element with data, which browsers never run: no policy for scripts applies to it.
pub(super) fn script(data: &Value) -> String {
    format!(
        "<script type=\"application/ld+json\">{}</script>",
        json_in_script(&data.to_string())
    )
}

/// A book, as this library lends it. `url` is absolute when the address of the site is known.
pub(super) fn book(book: &Book, library: &str, url: &str, image: Option<&str>) -> Value {
    let record = &book.record;
    let mut data = Map::new();
    let mut put = |name: &str, value: Value| {
        data.insert(name.to_owned(), value);
    };
    put("@context", json!("https://schema.org"));
    put("@type", json!("Book"));
    put("name", json!(record.title));
    put("author", json!({ "@type": "Person", "name": record.author }));
    put("url", json!(url));
    put("inLanguage", json!(record.language));
    put("genre", json!(record.category));
    let optional = [
        ("isbn", record.isbn.as_ref().map(|isbn| json!(isbn))),
        (
            "description",
            (!record.description.is_empty()).then(|| json!(record.description)),
        ),
        (
            "bookEdition",
            record.edition_statement.as_ref().map(|edition| json!(edition)),
        ),
        ("numberOfPages", record.pages.map(|pages| json!(pages))),
        (
            "datePublished",
            record.published_year.map(|year| json!(year.to_string())),
        ),
        (
            "publisher",
            record
                .publisher
                .as_ref()
                .map(|name| json!({ "@type": "Organization", "name": name })),
        ),
        ("image", image.map(|image| json!(image))),
        (
            "aggregateRating",
            (book.rating_count > 0).then(|| {
                json!({
                    "@type": "AggregateRating",
                    "ratingValue": average(book.rating_sum, book.rating_count),
                    "ratingCount": book.rating_count,
                    "bestRating": 5, "worstRating": 1,
                })
            }),
        ),
    ];
    for (name, value) in optional {
        if let Some(value) = value {
            put(name, value);
        }
    }
    let availability = if book.available_copies > 0 {
        "InStock"
    } else {
        "OutOfStock"
    };
    put(
        "offers",
        json!({
            "@type": "Offer",
            "availability": format!("https://schema.org/{availability}"),
            "businessFunction": "http://purl.org/goodrelations/v1#LeaseOut",
            "offeredBy": { "@type": "Library", "name": library },
        }),
    );
    Value::Object(data)
}

/// The catalogue, with the address of its search.
pub(super) fn catalogue(library: &str, site: &str) -> Value {
    json!({
        "@context": "https://schema.org",
        "@type": "WebSite",
        "name": library,
        "url": format!("{site}/"),
        "potentialAction": {
            "@type": "SearchAction",
            "target": format!("{site}/books?search={{search_term_string}}"),
            "query-input": "required name=search_term_string",
        },
    })
}

/// JSON for a `<script>`: no text in it can end the element or begin a comment.
fn json_in_script(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            // Outside of texts, JSON has none of them.
            '<' => escaped.push_str("\\u003c"),
            '>' => escaped.push_str("\\u003e"),
            '&' => escaped.push_str("\\u0026"),
            '\u{2028}' => escaped.push_str("\\u2028"),
            '\u{2029}' => escaped.push_str("\\u2029"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::json_in_script;

    #[test]
    fn no_json_ends_its_script() {
        let json = serde_json::to_string("</script><!--<script>\u{2028}").unwrap();
        let escaped = json_in_script(&json);
        assert!(!escaped.contains(['<', '>', '\u{2028}']), "{escaped}");
        let read: String = serde_json::from_str(&escaped).unwrap();
        assert_eq!(read, "</script><!--<script>\u{2028}");
    }
}
