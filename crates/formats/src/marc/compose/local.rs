//! What only this system records: its field 990.

use super::edit::{insert, remove, subfield};
use crate::marc::description::Local;
use crate::marc::description::local::{SOURCE, TAG, is_own, read};
use crate::marc::{Field, Record, Subfield};

/// Changes the local field. `author` is what the rest of the record does not say about the authors.
pub(super) fn change(record: &mut Record, wanted: &Local, author: Option<String>) {
    let wanted = Local {
        author,
        ..wanted.clone()
    };
    if read(record) == wanted {
        return;
    }
    let field = written(&wanted);
    let own: Vec<usize> = record
        .tagged(TAG)
        .filter(is_own)
        .map(|field| field.place)
        .collect();
    match (field, own.as_slice()) {
        (Some(field), [only]) => record.fields[*only] = field,
        (field, _) => {
            remove(record, |field| field.tag == TAG && is_own(field));
            if let Some(field) = field {
                insert(record, field);
            }
        }
    }
}

/// The field; nothing if there is nothing to say.
fn written(local: &Local) -> Option<Field> {
    let days = local.loan_period_days.map(|days| days.to_string());
    let mut subfields: Vec<Subfield> = Vec::new();
    let mut add = |code, text: Option<&String>| {
        subfields.extend(
            text.filter(|text| !text.is_empty())
                .map(|text| subfield(code, text)),
        );
    };
    add('a', local.category.as_ref());
    add('b', local.item_type.as_ref());
    add('c', days.as_ref());
    for category in &local.semester_categories {
        add('d', Some(category));
    }
    add('e', local.cover_image.as_ref());
    add('f', local.author.as_ref());
    if subfields.is_empty() {
        return None;
    }
    subfields.push(subfield('2', SOURCE));
    Some(Field::Data {
        tag: TAG.to_owned(),
        indicators: [' '; 2],
        subfields,
    })
}

#[cfg(test)]
mod tests {
    use super::change;
    use crate::marc::{Local, samples};

    #[test]
    fn changes_the_local_field() {
        let wanted = Local {
            category: Some("Science".to_owned()),
            loan_period_days: Some(14),
            semester_categories: vec!["Autumn".to_owned(), "Spring".to_owned()],
            ..Local::default()
        };
        let expected = "990    $aScience$c14$dAutumn$dSpring$fJane Roe$2carrel";
        let author = Some("Jane Roe".to_owned());
        for fields in [
            &[][..],
            &["990    $aOld$2carrel"],
            &["990    $aOld$2carrel", "990    $aOld$2carrel"],
        ] {
            let mut record = samples::book(fields);
            change(&mut record, &wanted, author.clone());
            assert_eq!(record, samples::book(&[expected]));
        }
        let mut record = samples::book(&["990    $aOther", expected]);
        change(&mut record, &Local::default(), None);
        assert_eq!(record, samples::book(&["990    $aOther"]));
    }
}
