//! The change that a bulk edit makes to each of its books.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::heading::{folded, valid_headings};
use super::message;
use super::renaming::Renaming;
use crate::catalogue::book::details::{BookDetails, DetailsDraft, Subject};
use crate::catalogue::book::{BookDraft, BookRecord, ValidBook};
use crate::patch::{Patch, whole};
use crate::validation::FieldError;

/// What a bulk edit changes: an absent field stays as it is in each book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkChanges {
    /// The author or authors, as they are shown.
    #[schema(value_type = String)]
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub author: Patch<String>,
    /// The category, new or in use.
    #[schema(value_type = String)]
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub category: Patch<String>,
    /// The publisher.
    #[schema(value_type = Option<String>)]
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub publisher: Patch<String>,
    /// The English name of the language; English when it is empty.
    #[schema(value_type = Option<String>)]
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub language: Patch<String>,
    /// The code of an item type.
    #[schema(value_type = Option<String>)]
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub item_type: Patch<String>,
    /// In days; null for the library's default.
    #[schema(value_type = Option<i64>)]
    #[serde(default, deserialize_with = "whole", skip_serializing_if = "Patch::is_keep")]
    pub borrowing_period: Patch<i64>,
    /// True marks each book that has no mark yet for its own category; false removes all marks.
    #[schema(value_type = Option<bool>)]
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub is_semester_study: Patch<bool>,
    /// The readers that the books are for.
    #[schema(value_type = Option<String>)]
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub audience: Patch<String>,
    /// Such as a grade or an age.
    #[schema(value_type = Option<String>)]
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub reading_level: Patch<String>,
    /// Headings of subjects that each book gets, if it does not have them.
    #[schema(max_items = 20)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub add_subjects: Vec<String>,
    /// Headings of subjects that are taken from each book. Upper and lower case are the same.
    #[schema(max_items = 20)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remove_subjects: Vec<String>,
    /// Other names for categories or subjects. Excludes all other fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rename: Option<Renaming>,
}

/// What a bulk edit means for one book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The book is so already.
    Unchanged,
    Changed(Box<ValidBook>),
    /// The book would not be valid.
    Refused(Vec<FieldError>),
}

impl BulkChanges {
    /// Checks the change by itself, before any book is known, and brings its subjects into the form in which they are stored.
    ///
    /// # Errors
    /// Every invalid field with its message; `changes` when no field is changed.
    pub fn validate(mut self, current_year: i16) -> Result<BulkChanges, Vec<FieldError>> {
        if self == BulkChanges::default() {
            return Err(vec![FieldError::new("changes", message::NOTHING)]);
        }
        if let Some(rename) = self.rename.take() {
            if self != BulkChanges::default() {
                return Err(vec![FieldError::new("rename", message::NOT_ALONE)]);
            }
            self.rename = Some(rename.validate()?);
            return Ok(self);
        }
        let sample = BookRecord {
            title: "-".to_owned(),
            author: "-".to_owned(),
            category: "-".to_owned(),
            ..BookRecord::default()
        };
        let details = BookDetails::default();
        let mut draft = self.draft(&sample, &details);
        // The subjects are checked below, in the fields in which they were sent.
        draft.details.subjects = Patch::Keep;
        let draft = draft.over(&sample, &details);
        let mut errors = draft.validate(current_year).err().unwrap_or_default();
        for (field, subjects) in [
            ("addSubjects", &mut self.add_subjects),
            ("removeSubjects", &mut self.remove_subjects),
        ] {
            match valid_headings(subjects) {
                Ok(headings) => *subjects = headings,
                Err(text) => errors.push(FieldError::new(field, text)),
            }
        }
        let added: BTreeSet<String> = self.add_subjects.iter().map(|one| folded(one)).collect();
        if self
            .remove_subjects
            .iter()
            .any(|one| added.contains(&folded(one)))
        {
            errors.push(FieldError::new("removeSubjects", message::SUBJECT_TWICE));
        }
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }

    /// What the change means for a book.
    pub fn outcome(&self, record: &BookRecord, details: &BookDetails, current_year: i16) -> Outcome {
        let draft = self.draft(record, details).over(record, details);
        match draft.validate(current_year) {
            Err(errors) => Outcome::Refused(errors),
            Ok(book) if book.record == *record && book.details == *details => Outcome::Unchanged,
            Ok(book) => Outcome::Changed(Box::new(book)),
        }
    }

    /// The change as that of a book.
    fn draft(&self, record: &BookRecord, details: &BookDetails) -> BookDraft {
        if let Some(rename) = &self.rename {
            return BookDraft {
                category: rename.category(record),
                semester_categories: rename.semester_categories(record),
                details: DetailsDraft {
                    subjects: rename.subjects(&details.subjects),
                    ..DetailsDraft::default()
                },
                ..BookDraft::default()
            };
        }
        BookDraft {
            author: self.author.clone(),
            category: self.category.clone(),
            publisher: self.publisher.clone(),
            language: self.language.clone(),
            item_type: self.item_type.clone(),
            borrowing_period: self.borrowing_period.clone(),
            is_semester_study: self.is_semester_study.clone(),
            details: DetailsDraft {
                audience: self.audience.clone(),
                reading_level: self.reading_level.clone(),
                subjects: self.subjects(details),
                ..DetailsDraft::default()
            },
            ..BookDraft::default()
        }
    }

    fn subjects(&self, details: &BookDetails) -> Patch<Vec<Subject>> {
        if self.add_subjects.is_empty() && self.remove_subjects.is_empty() {
            return Patch::Keep;
        }
        let removed: BTreeSet<String> = self.remove_subjects.iter().map(|one| folded(one)).collect();
        let mut subjects = details.subjects.clone();
        subjects.retain(|one| !removed.contains(&folded(&one.heading)));
        for heading in &self.add_subjects {
            if subjects.iter().all(|one| folded(&one.heading) != folded(heading)) {
                subjects.push(Subject {
                    heading: heading.clone(),
                    scheme: None,
                });
            }
        }
        Patch::Set(subjects)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop, proptest};
    use serde_json::json;

    use super::{BulkChanges, Outcome, message};
    use crate::catalogue::book::details::{BookDetails, Subject};
    use crate::catalogue::book::{BookRecord, ValidBook};
    use crate::patch::Patch;

    const YEAR: i16 = 2026;

    fn book() -> (BookRecord, BookDetails) {
        let record = BookRecord {
            title: "The life of bees".to_owned(),
            author: "Maurice Maeterlinck".to_owned(),
            category: "Nature".to_owned(),
            language: "English".to_owned(),
            publisher: Some("Dodd".to_owned()),
            ..BookRecord::default()
        };
        let details = BookDetails {
            subjects: ["Bees", "Insects -- Behavior"].map(subject).into(),
            ..BookDetails::default()
        };
        (record, details)
    }

    fn subject(heading: &str) -> Subject {
        Subject {
            heading: heading.to_owned(),
            scheme: None,
        }
    }

    fn changes(body: serde_json::Value) -> BulkChanges {
        serde_json::from_value::<BulkChanges>(body)
            .expect("the body is read")
            .validate(YEAR)
            .expect("the change is valid")
    }

    fn changed(body: serde_json::Value) -> ValidBook {
        let (record, details) = book();
        match changes(body).outcome(&record, &details, YEAR) {
            Outcome::Changed(book) => *book,
            other => panic!("the book is changed, not {other:?}"),
        }
    }

    #[test]
    fn an_absent_field_stays_and_null_removes_a_value() {
        let after = changed(json!({ "category": " Animals ", "publisher": null }));
        let (record, details) = book();
        let wanted = BookRecord {
            category: "Animals".to_owned(),
            publisher: None,
            ..record
        };
        assert_eq!(after.record, wanted);
        assert_eq!(after.details, details);
    }

    #[test]
    fn each_field_changes_the_field_of_the_book() {
        let (record, details) = book();
        let as_json = |record: &BookRecord, details: &BookDetails| {
            json!({
                "author": record.author,
                "category": record.category,
                "publisher": record.publisher,
                "language": record.language,
                "itemType": record.item_type,
                "borrowingPeriod": record.borrowing_period_days,
                "isSemesterStudy": !record.semester_categories.is_empty(),
                "audience": details.audience,
                "readingLevel": details.reading_level,
            })
        };
        for (field, value) in [
            ("author", json!("M. Maeterlinck")),
            ("category", json!("Animals")),
            ("publisher", json!("Dover")),
            ("language", json!("French")),
            ("itemType", json!("reference")),
            ("borrowingPeriod", json!(7)),
            ("isSemesterStudy", json!(true)),
            ("audience", json!("Children")),
            ("readingLevel", json!("Grade 5")),
        ] {
            let after = changed(json!({ field: value }));
            let mut wanted = as_json(&record, &details);
            wanted[field] = value;
            assert_eq!(as_json(&after.record, &after.details), wanted, "{field}");
            assert_eq!(after.details.subjects, details.subjects, "{field}");
        }
    }

    #[test]
    fn a_renaming_changes_the_categories_or_the_subjects() {
        let (record, details) = book();
        let record = BookRecord {
            semester_categories: vec!["Nature".to_owned()],
            ..record
        };
        let renamed = |kind: &str, from: &str, to: &str| {
            let change = changes(json!({ "rename": { "kind": kind, "from": [from], "to": to } }));
            change.outcome(&record, &details, YEAR)
        };
        let animals = ValidBook {
            record: BookRecord {
                category: "Animals".to_owned(),
                semester_categories: vec!["Animals".to_owned()],
                ..record.clone()
            },
            details: details.clone(),
            copies: None,
        };
        let honey_bees = ValidBook {
            record: record.clone(),
            details: BookDetails {
                subjects: ["Honey bees", "Insects -- Behavior"].map(subject).into(),
                ..details.clone()
            },
            copies: None,
        };
        for (kind, from, to, wanted) in [
            ("category", "Nature", "Animals", Outcome::Changed(animals.into())),
            (
                "subject",
                "Bees",
                "Honey bees",
                Outcome::Changed(honey_bees.into()),
            ),
            ("category", "Bees", "Honey bees", Outcome::Unchanged),
            ("subject", "Nature", "Animals", Outcome::Unchanged),
        ] {
            assert_eq!(renamed(kind, from, to), wanted, "{kind} {from}");
        }
    }

    #[test]
    fn subjects_are_added_once_and_removed_in_any_case() {
        let after =
            changed(json!({ "addSubjects": ["bees", "Honey"], "removeSubjects": ["INSECTS -- behavior"] }));
        let headings: Vec<&str> = after
            .details
            .subjects
            .iter()
            .map(|one| one.heading.as_str())
            .collect();
        assert_eq!(headings, ["Bees", "Honey"]);
    }

    #[test]
    fn a_mark_for_semester_study_follows_the_new_category() {
        let after = changed(json!({ "category": "Animals", "isSemesterStudy": true }));
        assert_eq!(after.record.semester_categories, ["Animals"]);
    }

    #[test]
    fn a_book_that_is_so_already_is_not_changed() {
        let (record, details) = book();
        let same = changes(json!({ "category": "Nature", "addSubjects": ["BEES"], "language": "English" }));
        assert_eq!(same.outcome(&record, &details, YEAR), Outcome::Unchanged);
    }

    #[test]
    fn a_book_with_too_many_subjects_is_refused() {
        let (record, mut details) = book();
        details.subjects = (0..100).map(|number| subject(&number.to_string())).collect();
        let more = changes(json!({ "addSubjects": ["Honey"] }));
        let Outcome::Refused(errors) = more.outcome(&record, &details, YEAR) else {
            panic!("101 subjects are refused");
        };
        assert_eq!(errors.first().map(|error| error.field), Some("subjects"));
    }

    #[test]
    fn twenty_subjects_are_added_at_once() {
        let headings: Vec<String> = (1..=20).map(|number| format!("Subject {number}")).collect();
        let after = changed(json!({ "addSubjects": headings }));
        assert_eq!(after.details.subjects.len(), 2 + headings.len());
    }

    #[test]
    fn what_no_book_can_have_is_refused_before_any_book_is_read() {
        let table = [
            (json!({}), "changes"),
            (json!({ "category": null }), "category"),
            (json!({ "category": " " }), "category"),
            (json!({ "author": "" }), "author"),
            (json!({ "borrowingPeriod": 0 }), "borrowingPeriod"),
            (json!({ "publisher": "x".repeat(201) }), "publisher"),
            (json!({ "addSubjects": [""] }), "addSubjects"),
            (json!({ "removeSubjects": ["a\nb"] }), "removeSubjects"),
            (json!({ "addSubjects": vec!["Bees"; 21] }), "addSubjects"),
            (
                json!({ "addSubjects": ["Bees"], "removeSubjects": ["bees"] }),
                "removeSubjects",
            ),
            (
                json!({ "rename": { "kind": "category", "from": ["A"], "to": "B" }, "author": "C" }),
                "rename",
            ),
            (json!({ "rename": { "kind": "subject", "from": [] } }), "from"),
        ];
        for (body, field) in table {
            let read: BulkChanges = serde_json::from_value(body.clone()).expect("the body is read");
            let errors = read.validate(YEAR).expect_err("the change is refused");
            assert_eq!(errors.first().map(|error| error.field), Some(field), "{body}");
        }
        let nothing = BulkChanges::default().validate(YEAR).expect_err("it is refused");
        assert_eq!(nothing.first().map(|error| error.message), Some(message::NOTHING));
    }

    #[test]
    fn a_change_is_read_as_it_is_written() {
        let change = changes(json!({ "publisher": null, "borrowingPeriod": 7, "addSubjects": ["Bees"] }));
        let text = serde_json::to_value(&change).expect("it is written");
        assert_eq!(
            text,
            json!({ "publisher": null, "borrowingPeriod": 7, "addSubjects": ["Bees"] })
        );
        assert_eq!(
            serde_json::from_value::<BulkChanges>(text).expect("it is read"),
            change
        );
    }

    proptest! {
        #[test]
        fn a_second_edit_with_the_same_change_changes_nothing(
            category in prop::option::of("[a-zA-Z ]{1,12}"),
            added in prop::collection::vec("[a-cA-C]{1,2}", 0..4),
            removed in prop::collection::vec("[a-cA-C]{1,2}", 0..4),
            study in prop::option::of(prop::bool::ANY),
        ) {
            let change = BulkChanges {
                category: category.map_or(Patch::Keep, Patch::Set),
                is_semester_study: study.map_or(Patch::Keep, Patch::Set),
                add_subjects: added,
                remove_subjects: removed,
                ..BulkChanges::default()
            };
            let (record, details) = book();
            if let Ok(change) = change.validate(YEAR)
                && let Outcome::Changed(after) = change.outcome(&record, &details, YEAR)
            {
                let again = change.outcome(&after.record, &after.details, YEAR);
                assert_eq!(again, Outcome::Unchanged);
            }
        }
    }
}
