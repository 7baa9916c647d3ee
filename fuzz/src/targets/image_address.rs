//! Addresses of covers, in the form of a book.

use carrel_domain::catalogue::book::BookDraft;
use carrel_domain::patch::Patch;

use super::text;

pub(crate) fn run(input: &[u8]) {
    let sent = text(input);
    let draft = BookDraft {
        title: Patch::Set("A Book".to_owned()),
        author: Patch::Set("Somebody".to_owned()),
        category: Patch::Set("Fiction".to_owned()),
        cover_image: Patch::Set(sent),
        ..BookDraft::default()
    };
    let Ok(book) = draft.validate(2026) else {
        return;
    };
    let Some(address) = book.record.cover_image else {
        return;
    };
    let is_own = address.starts_with('/') && !address.starts_with("//") && !address.starts_with("/\\");
    assert!(is_own || address.starts_with("https://"), "{address:?}");
    assert!(
        !address.contains(['"', '\'', '<', '>', '\\', ' ', '\n']),
        "{address:?}"
    );
}
