//! Writes what a record is to say: the inverse of `describe`.

mod classification;
#[cfg(test)]
mod drafts;
mod edit;
mod items;
mod language;
#[cfg(test)]
mod laws;
mod list;
mod local;
mod names;
mod notes;
mod numbers;
mod people;
mod publication;
mod subjects;
mod title;

use super::record::DataField;
use super::{Description, Field, Item, Record};

/// The leader of a new record: a book in UTF-8, with the punctuation of ISBD.
const LEADER: &str = "00000nam a2200000 i 4500";
/// Field 008 of a new record. The date on file must be a date, and no clock is read here: the caller may set the first six
/// characters. A fill character (`|`) says that nothing is coded.
const FIXED: &str = "000101nuuuuuuuuxx |||||||||||||| ||und|d";

/// Returns a record that says `wanted`, so that [`super::describe`] gives it back.
///
/// With a base, the fields of all that the base says as wanted stay as they are; other fields change as little as
/// possible, and what [`super::describe`] does not read stays in any case. New fields go behind the last field with a
/// smaller or equal tag. Without a base, the record is a new one about a book.
///
/// The author is `wanted.author`; `wanted.local.author` only says that it is recorded also if the contributors name the same
/// one. A contributor with an empty heading gets the usual one. Some descriptions cannot be said exactly: texts that end with
/// the punctuation of a catalogue card, values that the reader counts once twice, a title in its own script without a title,
/// a class without a call number, contributors that are authors without an author, and years before 1000.
pub fn compose(base: Option<&Record>, wanted: &Description) -> Record {
    let mut record = base.cloned().unwrap_or_else(new_record);
    // Later aspects are read also from the fields of earlier ones.
    numbers::change_control(&mut record, "001", wanted.control_number.as_deref());
    numbers::change_control(&mut record, "003", wanted.source.as_deref());
    numbers::change_lccn(&mut record, wanted.lccn.as_deref());
    numbers::change_isbns(&mut record, &wanted.isbns);
    numbers::change_issns(&mut record, &wanted.issns);
    numbers::change_oclc_number(&mut record, wanted.oclc_number.as_deref());
    let language = wanted.language.as_deref();
    language::change(&mut record, language);
    let in_script = wanted.title_in_script.as_deref();
    title::change(&mut record, wanted.title.as_deref(), in_script, language);
    title::change_others(&mut record, &wanted.other_titles);
    let author = people::change(&mut record, wanted);
    publication::change_publisher(&mut record, wanted.publisher.as_deref());
    publication::change_year(&mut record, wanted.published_year);
    publication::change_edition(&mut record, wanted.edition.as_deref());
    publication::change_pages(&mut record, wanted.pages);
    subjects::change_series(&mut record, &wanted.series);
    notes::change_general(&mut record, &wanted.notes);
    notes::change_contents(&mut record, wanted.contents.as_deref());
    notes::change_summary(&mut record, wanted.summary.as_deref());
    notes::change_audience(&mut record, wanted.audience.as_deref());
    notes::change_reading_level(&mut record, wanted.reading_level.as_deref());
    subjects::change_subjects(&mut record, &wanted.subjects);
    classification::change(
        &mut record,
        wanted.call_number.as_deref(),
        wanted.dewey.as_deref(),
        wanted.lc_class.as_deref(),
    );
    notes::change_links(&mut record, &wanted.links);
    items::change(&mut record, &wanted.items);
    local::change(&mut record, &wanted.local, author);
    record
}

/// Changes the value of a control field; `None` removes it.
pub(in crate::marc) fn set_control(record: &mut Record, tag: &str, value: Option<&str>) {
    numbers::change_control(record, tag, value);
}

/// Removes data fields, and the fields in another script that are linked to them.
pub(in crate::marc) fn remove_fields(record: &mut Record, is_removed: impl Fn(&DataField<'_>) -> bool) {
    edit::remove(record, is_removed);
}

/// Inserts a field at its place.
pub(in crate::marc) fn insert_field(record: &mut Record, field: Field) {
    edit::insert(record, field);
}

/// Adds copies to a record that describes none.
pub(in crate::marc) fn insert_items(record: &mut Record, items: &[Item]) {
    items::change(record, items);
}

fn new_record() -> Record {
    Record {
        leader: LEADER.to_owned(),
        fields: vec![Field::Control {
            tag: "008".to_owned(),
            value: FIXED.to_owned(),
        }],
    }
}
