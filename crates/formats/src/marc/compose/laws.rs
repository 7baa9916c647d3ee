//! What holds of `compose` and `describe` together, for made-up descriptions and records.

use proptest::prelude::*;

use super::drafts;
use crate::marc::{Description, Field, Record, compose, describe, parse_iso2709, samples, write_iso2709};

/// The description as it is read: empty headings are filled in, and the author may be recorded in the local field.
fn as_read(mut wanted: Description, read: &Description) -> Description {
    for (wanted, read) in wanted.contributors.iter_mut().zip(&read.contributors) {
        if wanted.heading.is_empty() {
            wanted.heading.clone_from(&read.heading);
        }
    }
    if read.local.author == wanted.author {
        wanted.local.author.clone_from(&read.local.author);
    }
    wanted
}

/// An aspect of a description: takes it over from another one, and says which fields it is read of.
struct Aspect {
    take: fn(&mut Description, &Description),
    tags: &'static [&'static str],
}

/// Records as they are imported: made-up ones, with wild texts or with the fields of a composed one.
fn base() -> impl Strategy<Value = Record> {
    let mixed = (samples::described_record(), drafts::description()).prop_map(|(wild, draft)| {
        let mut record = compose(None, &draft);
        record.fields.extend(wild.fields);
        record
    });
    let composed = drafts::description().prop_map(|draft| compose(None, &draft));
    prop_oneof![samples::described_record(), composed, mixed]
}

const ASPECTS: [Aspect; 17] = [
    Aspect {
        take: |to, from| {
            // A title is not its own other title.
            to.title.clone_from(&from.title);
            to.title_in_script.clone_from(&from.title_in_script);
            to.other_titles.clone_from(&from.other_titles);
        },
        tags: &["245", "246", "740", "880"],
    },
    Aspect {
        take: |to, from| {
            to.contributors.clone_from(&from.contributors);
            to.author.clone_from(&from.author);
            to.local.author = None;
        },
        tags: &["100", "110", "111", "700", "710", "711", "245", "880", "990"],
    },
    Aspect {
        take: |to, from| to.isbns.clone_from(&from.isbns),
        tags: &["020"],
    },
    Aspect {
        take: |to, from| to.issns.clone_from(&from.issns),
        tags: &["022"],
    },
    Aspect {
        take: |to, from| to.lccn.clone_from(&from.lccn),
        tags: &["010"],
    },
    Aspect {
        take: |to, from| {
            to.publisher.clone_from(&from.publisher);
            to.published_year = from.published_year;
        },
        tags: &["260", "264", "008", "880"],
    },
    Aspect {
        take: |to, from| to.edition.clone_from(&from.edition),
        tags: &["250", "880"],
    },
    Aspect {
        take: |to, from| to.pages = from.pages,
        tags: &["300", "880"],
    },
    Aspect {
        take: |to, from| to.language.clone_from(&from.language),
        tags: &["041", "008"],
    },
    Aspect {
        take: |to, from| {
            to.summary.clone_from(&from.summary);
            to.contents.clone_from(&from.contents);
            to.notes.clone_from(&from.notes);
        },
        tags: &["500", "505", "520", "880"],
    },
    Aspect {
        take: |to, from| to.subjects.clone_from(&from.subjects),
        tags: &["600", "610", "611", "630", "650", "651", "653", "655", "880"],
    },
    Aspect {
        take: |to, from| to.series.clone_from(&from.series),
        tags: &["440", "490", "830", "880"],
    },
    Aspect {
        take: |to, from| {
            to.call_number.clone_from(&from.call_number);
            to.dewey.clone_from(&from.dewey);
            to.lc_class.clone_from(&from.lc_class);
        },
        tags: &["050", "082", "090", "092", "099"],
    },
    Aspect {
        take: |to, from| {
            to.audience.clone_from(&from.audience);
            to.reading_level.clone_from(&from.reading_level);
        },
        tags: &["521", "385", "008", "880"],
    },
    Aspect {
        take: |to, from| to.links.clone_from(&from.links),
        tags: &["856"],
    },
    Aspect {
        take: |to, from| to.items.clone_from(&from.items),
        tags: &["852", "876", "949", "952", "999"],
    },
    Aspect {
        take: |to, from| {
            let author = to.local.author.take();
            to.local.clone_from(&from.local);
            to.local.author = author;
        },
        tags: &["990"],
    },
];

fn others<'a>(record: &'a Record, tags: &[&str]) -> Vec<&'a Field> {
    let fields = record.fields.iter();
    fields.filter(|field| !tags.contains(&field.tag())).collect()
}

proptest! {
    #[test]
    fn a_new_record_says_what_is_wanted(wanted in drafts::description()) {
        let record = compose(None, &wanted);
        let read = describe(&record);
        prop_assert_eq!(&as_read(wanted, &read), &read, "{:#?}", record);
        // The second record is the first one.
        prop_assert_eq!(compose(None, &read), record.clone());
        if let Ok(written) = write_iso2709(&record) {
            let again = parse_iso2709(&written).map(|record| describe(&record));
            prop_assert_eq!(again, Ok(read));
        }
    }

    #[test]
    fn a_record_that_says_what_is_wanted_stays_as_it_is(record in base()) {
        prop_assert_eq!(compose(Some(&record), &describe(&record)), record);
    }

    #[test]
    fn a_change_leaves_other_fields_as_they_are(
        record in base(),
        draft in drafts::description(),
        aspect in 0..ASPECTS.len(),
    ) {
        let Aspect { take, tags } = ASPECTS[aspect];
        let before = describe(&record);
        let mut wanted = before.clone();
        take(&mut wanted, &draft);
        let changed = compose(Some(&record), &wanted);
        let read = describe(&changed);
        prop_assert_eq!(&as_read(wanted, &read), &read, "{:#?}", changed);
        prop_assert_eq!(others(&changed, tags), others(&record, tags));
        prop_assert_eq!(compose(Some(&changed), &read), changed);
    }
}
