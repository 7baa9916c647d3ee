//! The digest of a book.

use super::BookRecord;
use super::details::{BookDetails, Contributor, Identifier, Link, Series, Subject};
use crate::digest::FieldDigest;

/// The SHA-256 of the record and the details of a book, and of the MARC record with this SHA-256. Times, counts, copies and
/// the archive are not part of it.
pub fn digest(record: &BookRecord, details: &BookDetails, marc_sha256: Option<&str>) -> [u8; 32] {
    let mut digest = FieldDigest::default();
    add_record(&mut digest, record);
    add_details(&mut digest, details);
    digest.option("marc", marc_sha256);
    digest.finish()
}

fn add_record(digest: &mut FieldDigest, record: &BookRecord) {
    // Without `..`: the compiler asks for a field that is new.
    let BookRecord {
        title,
        author,
        category,
        description,
        cover_image,
        pages,
        isbn,
        publisher,
        edition_statement,
        language,
        published_year,
        borrowing_period_days,
        item_type,
        semester_categories,
    } = record;
    digest.text("title", title);
    digest.text("author", author);
    digest.text("category", category);
    digest.text("description", description);
    digest.option("coverImage", cover_image.as_deref());
    digest.number("pages", *pages);
    digest.option("isbn", isbn.as_deref());
    digest.option("publisher", publisher.as_deref());
    digest.option("editionStatement", edition_statement.as_deref());
    digest.text("language", language);
    digest.number("publishedYear", *published_year);
    digest.number("borrowingPeriod", *borrowing_period_days);
    digest.option("itemType", item_type.as_deref());
    digest.texts("semesterCategories", semester_categories);
}

fn add_details(digest: &mut FieldDigest, details: &BookDetails) {
    let BookDetails {
        contributors,
        subjects,
        series,
        other_titles,
        identifiers,
        call_number,
        audience,
        reading_level,
        notes,
        contents,
        links,
    } = details;
    digest.list(
        "contributors",
        contributors,
        |digest, Contributor { name, role }| {
            digest.text("name", name);
            digest.text("role", role);
        },
    );
    digest.list("subjects", subjects, |digest, Subject { heading, scheme }| {
        digest.text("heading", heading);
        digest.option("scheme", scheme.as_deref());
    });
    digest.list("series", series, |digest, Series { title, volume }| {
        digest.text("title", title);
        digest.option("volume", volume.as_deref());
    });
    digest.texts("otherTitles", other_titles);
    digest.list(
        "identifiers",
        identifiers,
        |digest, Identifier { kind, value }| {
            digest.text("kind", kind.name());
            digest.text("value", value);
        },
    );
    digest.option("callNumber", call_number.as_deref());
    digest.option("audience", audience.as_deref());
    digest.option("readingLevel", reading_level.as_deref());
    digest.option("notes", notes.as_deref());
    digest.option("contents", contents.as_deref());
    digest.list("links", links, |digest, Link { address, label }| {
        digest.text("address", address);
        digest.option("label", label.as_deref());
    });
}
