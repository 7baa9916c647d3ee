//! The catalogue as a file: MARC 21, MARCXML, or a table.
//!
//! An import of a file that was written here changes nothing. What a MARC record says beyond the fields of the catalogue
//! stays in it.

mod description;
pub(in crate::catalogue) mod record;
mod table;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::imports::ImportFormat;
use carrel_domain::users::Act;
use carrel_storage::copies::ExportedCopy;
use carrel_storage::{Connection, books, copies};

pub(in crate::catalogue) use self::description::Exported;
pub use self::record::new_record;
use crate::catalogue::browse::{BookQuery, found_ids};
use crate::catalogue::imports::facts::Facts;
use crate::catalogue::marc_format::MarcFormat;
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::exports::ExportPlace;
use crate::core::library::Library;

/// Books that are read from the database at once.
const AT_ONCE: usize = 100;
/// Ids of books that are read at once.
const IDS_AT_ONCE: i64 = 10_000;

/// Which books a file has.
#[derive(Debug, Clone)]
pub enum ExportedBooks {
    /// All current books, or all books in the archive.
    All {
        archived: bool,
    },
    /// Those that a query of the catalogue finds, in its order. Its page does not count.
    Found(BookQuery),
    One(BookId),
}

/// A file of books under way. It is read in parts, so a book that changes meanwhile may be in it as it was or as it is.
pub struct Export {
    library: Arc<Library>,
    format: ImportFormat,
    facts: Facts,
    ids: VecDeque<BookId>,
    /// The last id that was read of the whole catalogue, and whether it is that of the archive; none at the end.
    next: Option<(BookId, bool)>,
    has_begun: bool,
    has_ended: bool,
    written: u64,
    /// Records that the format cannot hold.
    left_out: u64,
    /// Lets the next export of the person begin when it is dropped.
    _place: Option<ExportPlace>,
}

/// Begins a file for a person.
pub async fn begin(
    library: &Arc<Library>,
    context: &Context,
    format: ImportFormat,
    wanted: ExportedBooks,
) -> Result<Export> {
    let actor = context.require(Act::ReadInventory)?;
    let place = match wanted {
        ExportedBooks::One(_) => None,
        _ => Some(library.exports.begin(actor.user.id).ok_or_else(|| {
            let reason = "too many exports at once".to_owned();
            Error::Storage(carrel_storage::Error::Unavailable(reason))
        })?),
    };
    let (ids, next) = match wanted {
        ExportedBooks::All { archived } => (VecDeque::new(), Some((BookId::UNASSIGNED, archived))),
        ExportedBooks::One(id) => {
            let one = library
                .database
                .read(&id, |connection, id| Box::pin(books::find(connection, *id)))
                .await
                .map_err(Error::Storage)?;
            let one = one.ok_or(Error::NotFound(Noun::Book))?;
            (VecDeque::from([one.id]), None)
        }
        ExportedBooks::Found(query) => (found_ids(library, context, query).await?.into(), None),
    };
    let facts = Facts::of(library, context).await?;
    Ok(Export::new(library, format, facts, ids, next, place))
}

/// Begins a file of all current books for a program that is run on the data.
pub async fn begin_local(library: &Arc<Library>, context: &Context, format: ImportFormat) -> Result<Export> {
    let facts = Facts::of(library, context).await?;
    let next = Some((BookId::UNASSIGNED, false));
    Ok(Export::new(library, format, facts, VecDeque::new(), next, None))
}

impl Export {
    fn new(
        library: &Arc<Library>,
        format: ImportFormat,
        facts: Facts,
        ids: VecDeque<BookId>,
        next: Option<(BookId, bool)>,
        place: Option<ExportPlace>,
    ) -> Self {
        Export {
            library: Arc::clone(library),
            format,
            facts,
            ids,
            next,
            has_begun: false,
            has_ended: false,
            written: 0,
            left_out: 0,
            _place: place,
        }
    }

    /// The next part of the file; `None` after its end.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>> {
        if self.has_ended {
            return Ok(None);
        }
        let mut part = Vec::new();
        if !self.has_begun {
            self.has_begun = true;
            match self.format {
                ImportFormat::Marc => {}
                ImportFormat::MarcXml => part.extend_from_slice(XML_BEGINNING.as_bytes()),
                ImportFormat::Csv => table::push_headings(&mut part),
            }
        }
        self.read_ids().await?;
        let ids: Vec<BookId> = self.ids.drain(..AT_ONCE.min(self.ids.len())).collect();
        if ids.is_empty() {
            self.has_ended = true;
            if self.format == ImportFormat::MarcXml {
                part.extend_from_slice(XML_END.as_bytes());
            }
            return Ok((!part.is_empty()).then_some(part));
        }
        let chapter = self
            .library
            .database
            .read(&ids, |connection, ids| Box::pin(read(connection, ids)))
            .await
            .map_err(Error::Storage)?;
        for one in &chapter {
            self.push(&mut part, one);
        }
        Ok(Some(part))
    }

    /// The number of books that are in the file so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// The number of records that the format cannot hold, which are not in the file.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    async fn read_ids(&mut self) -> Result<()> {
        let Some((after, archived)) = self.next.filter(|_| self.ids.is_empty()) else {
            return Ok(());
        };
        let ids = self
            .library
            .database
            .read(&(after, archived), |connection, (after, archived)| {
                Box::pin(books::ids_after(connection, *after, *archived, IDS_AT_ONCE))
            })
            .await
            .map_err(Error::Storage)?;
        self.next = ids.last().map(|last| (*last, archived));
        self.ids = ids.into();
        Ok(())
    }

    fn push(&mut self, part: &mut Vec<u8>, one: &FullBook) {
        let exported = one.exported();
        let format = match self.format {
            ImportFormat::Csv => {
                self.written += 1;
                return table::push_rows(part, &exported, &self.facts);
            }
            ImportFormat::Marc => MarcFormat::Marc21,
            ImportFormat::MarcXml => MarcFormat::MarcXml,
        };
        let Some(bytes) = record::bytes(&exported, one.stored(), format, &self.facts) else {
            self.left_out += 1;
            tracing::warn!(book = %one.book.id, "a record is too long for MARC 21, and is left out of the file");
            return;
        };
        self.written += 1;
        part.extend_from_slice(&bytes);
        if format == MarcFormat::MarcXml {
            part.push(b'\n');
        }
    }
}

const XML_BEGINNING: &str = concat!(
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
    "<collection xmlns=\"http://www.loc.gov/MARC21/slim\">\n"
);
const XML_END: &str = "</collection>\n";

/// A book with all that is stored about it.
pub(in crate::catalogue) struct FullBook {
    pub book: Book,
    pub details: BookDetails,
    pub copies: Vec<ExportedCopy>,
    /// The format and the bytes of its MARC record.
    pub marc: Option<(String, Vec<u8>)>,
}

impl FullBook {
    pub(in crate::catalogue) fn exported(&self) -> Exported<'_> {
        Exported {
            record: &self.book.record,
            details: &self.details,
            copies: &self.copies,
        }
    }

    pub(in crate::catalogue) fn stored(&self) -> record::Stored<'_> {
        let (format, raw) = self.marc.as_ref()?;
        Some((MarcFormat::named(format), raw))
    }
}

/// Reads books, archived or not, in the order of the ids.
pub(in crate::catalogue) async fn read(
    connection: &mut Connection,
    ids: &[BookId],
) -> carrel_storage::Result<Vec<FullBook>> {
    let mut details: BTreeMap<BookId, BookDetails> = books::details_of_many(connection, ids)
        .await?
        .into_iter()
        .collect();
    let mut marc: BTreeMap<BookId, (String, Vec<u8>)> = BTreeMap::new();
    for (id, format, raw) in books::marc_of_many(connection, ids).await? {
        marc.insert(id, (format, raw));
    }
    let mut of_book: BTreeMap<BookId, Vec<ExportedCopy>> = BTreeMap::new();
    for copy in copies::of_books(connection, ids).await? {
        of_book.entry(copy.book_id).or_default().push(copy);
    }
    let mut found: BTreeMap<BookId, Book> = BTreeMap::new();
    for book in books::find_kept(connection, ids).await? {
        found.insert(book.id, book);
    }
    let books = ids.iter().filter_map(|id| found.remove(id));
    let full = books.map(|book| {
        let mut copies = of_book.remove(&book.id).unwrap_or_default();
        copies.sort_by(|one, other| one.barcode.cmp(&other.barcode));
        FullBook {
            details: details.remove(&book.id).unwrap_or_default(),
            marc: marc.remove(&book.id),
            copies,
            book,
        }
    });
    Ok(full.collect())
}
