//! Possible duplicates, and the merge of books.

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{self, BookId};
use carrel_domain::catalogue::duplicates::{self, DuplicateGroupId};
use carrel_domain::catalogue::merge::{MergeChoices, MergeField};
use carrel_operations::catalogue::duplicates::{ListedGroup, Searches};
use carrel_operations::catalogue::merges::{self, Holdings, Merge};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::book::{Book, FullBook, based_on};
use super::time::time;
use super::words::{DuplicateReasonName, DuplicateSearchStateName};
use crate::failure::Failure;
use crate::input::given;

/// Books that may be the same.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DuplicateGroup {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: DuplicateGroupId,
    /// Why they may be the same. `other_edition`: the same title and author, and another ISBN, year, edition or language.
    #[schema(value_type = DuplicateReasonName)]
    pub reason: &'static str,
    /// Two to eight current books.
    pub books: Vec<Book>,
    /// When staff decided that these are different books.
    #[schema(format = DateTime)]
    pub dismissed_at: Option<String>,
}

impl DuplicateGroup {
    /// `default_days` is the default loan period of a book.
    pub(crate) fn new(listed: ListedGroup, default_days: u16) -> Self {
        let books = listed.books.into_iter();
        DuplicateGroup {
            id: listed.group.id,
            reason: listed.group.reason.as_str(),
            books: books.map(|book| Book::new(book, default_days)).collect(),
            dismissed_at: listed.group.dismissed_at.map(time),
        }
    }
}

/// The searches for duplicates.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DuplicateSearches {
    /// The one that a server works on.
    pub under_way: Option<DuplicateSearch>,
    /// The last one that has ended.
    pub last: Option<DuplicateSearch>,
}

/// A search for duplicates in the whole catalogue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DuplicateSearch {
    #[schema(value_type = DuplicateSearchStateName)]
    pub state: &'static str,
    /// Books that were read. A large catalogue is read several times.
    pub read_books: i64,
    /// Books that the search reads.
    pub total_books: i64,
    #[schema(format = DateTime)]
    pub started_at: String,
    #[schema(format = DateTime)]
    pub finished_at: Option<String>,
}

impl From<duplicates::DuplicateSearch> for DuplicateSearch {
    fn from(search: duplicates::DuplicateSearch) -> Self {
        DuplicateSearch {
            state: search.state.as_str(),
            read_books: search.read_books,
            total_books: search.total_books,
            started_at: time(search.started_at),
            finished_at: search.finished_at.map(time),
        }
    }
}

impl From<Searches> for DuplicateSearches {
    fn from(searches: Searches) -> Self {
        DuplicateSearches {
            under_way: searches.under_way.map(DuplicateSearch::from),
            last: searches.last.map(DuplicateSearch::from),
        }
    }
}

/// Declares the fields of a merged book, each with the book whose value it has.
macro_rules! merge_fields {
    ($($field:ident = $variant:ident),* $(,)?) => {
        /// The books whose values the merged book gets, by field. Other fields have the value of the kept book; what it
        /// does not have is taken from the first other book that has it, except rules of lending.
        #[derive(Debug, Default, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub(crate) struct MergeFields {
            $(#[serde(default, deserialize_with = "given")]
            #[schema(inline, nullable = false, value_type = Option<BookId>)]
            $field: Option<BookId>,)*
        }

        impl MergeFields {
            fn choices(&self) -> MergeChoices {
                let chosen = [$((MergeField::$variant, self.$field)),*];
                chosen.into_iter().filter_map(|(field, id)| Some((field, id?))).collect()
            }
        }

        /// The book whose value each field of the merged book has.
        #[derive(Debug, Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct MergeSources {
            $(#[schema(inline)]
            $field: BookId,)*
        }

        impl MergeSources {
            fn new(sources: &MergeChoices) -> Self {
                let of = |field| sources.get(&field).copied().unwrap_or(BookId::UNASSIGNED);
                MergeSources { $($field: of(MergeField::$variant)),* }
            }
        }
    };
}

merge_fields! {
    title = Title,
    author = Author,
    category = Category,
    description = Description,
    cover_image = CoverImage,
    pages = Pages,
    isbn = Isbn,
    publisher = Publisher,
    edition_statement = EditionStatement,
    language = Language,
    published_year = PublishedYear,
    borrowing_period = BorrowingPeriod,
    item_type = ItemType,
    call_number = CallNumber,
    audience = Audience,
    reading_level = ReadingLevel,
    notes = Notes,
    contents = Contents,
}

/// Which books would be merged.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct MergePreviewForm {
    /// The ids of the books that would be merged into the kept one.
    #[serde(default)]
    #[schema(required, inline, value_type = Vec<BookId>, min_items = 1, max_items = 3)]
    pub books: Vec<BookId>,
    #[serde(default)]
    pub fields: MergeFields,
}

impl MergePreviewForm {
    pub(crate) fn choices(&self) -> MergeChoices {
        self.fields.choices()
    }
}

/// Which books are merged.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MergeForm {
    /// The `updatedAt` of the kept book, as you have seen it.
    #[serde(default)]
    #[schema(required, value_type = String, format = DateTime)]
    pub updated_at: Option<String>,
    /// The books that are merged into the kept one.
    #[serde(default)]
    #[schema(required, min_items = 1, max_items = 3)]
    pub books: Vec<MergedBookForm>,
    #[serde(default)]
    pub fields: MergeFields,
}

/// A book that is merged into another one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MergedBookForm {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: BookId,
    /// Its `updatedAt`, as you have seen it.
    #[serde(default)]
    #[schema(required, value_type = String, format = DateTime)]
    pub updated_at: Option<String>,
}

impl MergeForm {
    /// The merge into a book.
    pub(crate) fn into_merge(self, kept: BookId) -> Result<Merge, Failure> {
        // An absent instant is answered like one that cannot be read.
        let seen = |at: Option<&String>| {
            let at = based_on(Some(at.map_or("", String::as_str)))?;
            Ok::<_, Failure>(at.unwrap_or(jiff::Timestamp::UNIX_EPOCH))
        };
        let others = self
            .books
            .iter()
            .map(|one| Ok((one.id, seen(one.updated_at.as_ref())?)));
        Ok(Merge {
            kept,
            kept_at: seen(self.updated_at.as_ref())?,
            others: others.collect::<Result<_, Failure>>()?,
            choices: self.fields.choices(),
        })
    }
}

/// What a merge would do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MergePreview {
    /// The books, the kept one first.
    pub books: Vec<PreviewedMerge>,
    /// The merged book, with the ratings of the kept one.
    pub merged: FullBook,
    /// The names of the fields in which the books differ.
    pub differences: Vec<&'static str>,
    pub sources: MergeSources,
    /// People who have copies of several of the books now. The merge is refused until they have returned all but one.
    pub people_with_several: i64,
}

/// A book in the preview of a merge.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PreviewedMerge {
    #[serde(flatten)]
    pub book: FullBook,
    pub holdings: BookHoldings,
}

/// What a book has besides its record; a merge moves it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookHoldings {
    /// With those that are withdrawn.
    pub copies: i64,
    pub open_borrowings: i64,
    pub past_borrowings: i64,
    pub favorites: i64,
    pub ratings: i64,
    pub reviews: i64,
}

impl From<Holdings> for BookHoldings {
    fn from(holdings: Holdings) -> Self {
        BookHoldings {
            copies: holdings.copies,
            open_borrowings: holdings.open_borrowings,
            past_borrowings: holdings.past_borrowings,
            favorites: holdings.favorites,
            ratings: holdings.ratings,
            reviews: holdings.reviews,
        }
    }
}

impl MergePreview {
    /// `default_days` is the default loan period of a book.
    pub(crate) fn new(preview: merges::MergePreview, default_days: u16) -> Self {
        let full = |book: book::Book, details: BookDetails| FullBook {
            book: Book::new(book, default_days),
            details,
        };
        let books = preview.books.into_iter().map(|one| PreviewedMerge {
            book: full(one.book, one.details),
            holdings: one.holdings.into(),
        });
        MergePreview {
            books: books.collect(),
            merged: full(preview.merged, preview.details),
            differences: preview.differences.iter().map(|field| field.as_str()).collect(),
            sources: MergeSources::new(&preview.sources),
            people_with_several: preview.people_with_several,
        }
    }
}
