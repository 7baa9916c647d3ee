//! The record of a book for programs of other libraries, which anybody may read: without prices, barcodes, and what only
//! staff see.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::harvest::host_of;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_formats::dublin_core::{dublin_core, write_elements};
use carrel_formats::marc::{self, Item, Record, SharedNumber};
use carrel_storage::harvest::Entry;
use jiff::Timestamp;

use crate::catalogue::export::FullBook;
use crate::catalogue::export::record::record;
use crate::catalogue::imports::facts::Facts;

/// The format of the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SharedFormat {
    /// An element `record` of MARCXML.
    Marc,
    /// Elements with the prefix `dc`, without an element around them.
    DublinCore,
}

/// A record that other systems read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedRecord {
    pub id: BookId,
    /// When it changed last. MARCXML shows where the copies stand, so changes of copies date the record too. It shows no
    /// states of copies, which loans change.
    pub at: Timestamp,
    pub category: String,
    /// The book is archived or erased.
    pub is_deleted: bool,
    /// XML. None of a deleted book, or when only the header is wanted.
    pub content: Option<String>,
}

impl SharedRecord {
    pub(in crate::catalogue) fn header(entry: Entry) -> Self {
        SharedRecord {
            id: entry.id,
            at: entry.at,
            category: entry.category,
            is_deleted: entry.is_deleted != 0,
            content: None,
        }
    }
}

/// The content of the record of a book. `site` is the address of the site.
pub(in crate::catalogue) fn content(
    book: &FullBook,
    at: Timestamp,
    format: SharedFormat,
    site: &str,
    facts: &Facts,
) -> String {
    let record = shared_record(book, at, site, facts);
    match format {
        SharedFormat::Marc => marc::write_xml(&record),
        SharedFormat::DublinCore => {
            let address = format!("{site}/books/{}", book.book.id);
            write_elements(&dublin_core(&record, &address))
        }
    }
}

fn shared_record(book: &FullBook, at: Timestamp, site: &str, facts: &Facts) -> Record {
    let full = record(&book.exported(), book.stored(), facts);
    // The catalogue shows readers the same copies: all that are not withdrawn.
    let copies = book
        .copies
        .iter()
        .filter(|copy| copy.state != CopyState::Withdrawn);
    let items: Vec<Item> = copies
        .map(|copy| Item {
            call_number: copy.call_number.clone(),
            location: copy.location.clone(),
            item_type: copy.item_type.clone(),
            not_for_loan: !copy.is_lendable,
            ..Item::default()
        })
        .collect();
    let number = SharedNumber {
        number: &book.book.id.to_string(),
        source: &host_of(site),
        changed: &at.strftime("%Y%m%d%H%M%S.0").to_string(),
    };
    marc::shared(full, number, &items)
}
