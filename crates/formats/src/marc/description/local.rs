//! What only this system records, in its own field 990.

use super::text::{add_new, clean, shortened, some};
use crate::marc::Record;
use crate::marc::record::DataField;

/// The local field. `$2 carrel` tells it from the field 990 of other systems.
pub(in crate::marc) const TAG: &str = "990";
/// The source code of the fields that this system writes for itself.
pub(in crate::marc) const SOURCE: &str = "carrel";
/// The longest text of the authors, in characters.
const MAX_AUTHOR: usize = 200;

/// What only this system records. It is in the local field 990 with `$2 carrel`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Local {
    /// `$a`: the category of the work.
    pub category: Option<String>,
    /// `$b`: the type of its copies.
    pub item_type: Option<String>,
    /// `$c`: the loan period in days.
    pub loan_period_days: Option<i64>,
    /// `$d`, repeatable: the categories of semester loans.
    pub semester_categories: Vec<String>,
    /// `$e`: the address of the cover image.
    pub cover_image: Option<String>,
    /// `$f`: the authors as one text of at most 200 characters, when the rest of the record does not say it.
    pub author: Option<String>,
}

/// The local data; the first value of each part counts.
pub(in crate::marc) fn read(record: &Record) -> Local {
    let fields: Vec<DataField<'_>> = record.tagged(TAG).filter(is_own).collect();
    let texts = |code| fields.iter().flat_map(move |field| field.all(code));
    let first = |code| texts(code).find_map(some);
    let mut semester_categories = Vec::new();
    for category in texts('d').filter_map(some) {
        add_new(&mut semester_categories, category);
    }
    Local {
        category: first('a'),
        item_type: first('b'),
        loan_period_days: texts('c').find_map(|days| clean(days).parse().ok()),
        semester_categories,
        cover_image: first('e'),
        author: first('f').map(|author| shortened(author, MAX_AUTHOR)),
    }
}

/// Whether a field has the source code of this system.
pub(in crate::marc) fn is_own(field: &DataField<'_>) -> bool {
    field.all('2').any(|source| source.trim() == SOURCE)
}

#[cfg(test)]
mod tests {
    use super::{Local, read};
    use crate::marc::samples;

    #[test]
    fn reads_the_local_field() {
        let record = samples::book(&[
            "990    $aother system",
            "990    $a Science $bbook$c14$dAutumn$dSpring$dAutumn$ehttps://a.example/1.jpg$fJane Roe$2carrel",
            "990    $aSecond$cmany$2carrel",
        ]);
        let expected = Local {
            category: Some("Science".to_owned()),
            item_type: Some("book".to_owned()),
            loan_period_days: Some(14),
            semester_categories: vec!["Autumn".to_owned(), "Spring".to_owned()],
            cover_image: Some("https://a.example/1.jpg".to_owned()),
            author: Some("Jane Roe".to_owned()),
        };
        assert_eq!(read(&record), expected);
        assert_eq!(read(&samples::book(&["990    $aScience"])), Local::default());
    }
}
