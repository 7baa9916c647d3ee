//! Books that exist before the test begins.

use std::future::IntoFuture;

use carrel_domain::catalogue::book::Book;
use carrel_domain::catalogue::book::BookDraft;
use carrel_domain::patch::Patch::Set;
use carrel_operations::catalogue;
use futures_util::future::BoxFuture;

use super::Server;

/// A book to add; awaiting it adds it by the product's own use case.
#[must_use = "nothing is added before it is awaited"]
pub struct BookToAdd<'a> {
    server: &'a Server,
    draft: BookDraft,
}

impl<'a> BookToAdd<'a> {
    pub(super) fn new(server: &'a Server) -> Self {
        let number = server.fresh_number();
        let draft = BookDraft {
            title: Set(format!("Title {number}")),
            author: Set(format!("Author {number}")),
            category: Set("Fiction".to_owned()),
            ..BookDraft::default()
        };
        BookToAdd { server, draft }
    }

    /// The title.
    pub fn title(self, title: &str) -> Self {
        self.with(|draft| draft.title = Set(title.to_owned()))
    }

    /// The author.
    pub fn author(self, author: &str) -> Self {
        self.with(|draft| draft.author = Set(author.to_owned()))
    }

    /// The category.
    pub fn category(self, category: &str) -> Self {
        self.with(|draft| draft.category = Set(category.to_owned()))
    }

    /// The categories it is marked for semester study in.
    pub fn semester_study(self, categories: &[&str]) -> Self {
        let categories = categories.iter().map(ToString::to_string).collect();
        self.with(|draft| draft.semester_categories = Set(categories))
    }

    /// The number of copies on the shelf.
    pub fn copies(self, copies: i64) -> Self {
        self.with(|draft| draft.copies = Set(copies))
    }

    /// Changes any other detail.
    pub fn with(mut self, change: impl FnOnce(&mut BookDraft)) -> Self {
        change(&mut self.draft);
        self
    }
}

impl<'a> IntoFuture for BookToAdd<'a> {
    type Output = Book;
    type IntoFuture = BoxFuture<'a, Book>;

    fn into_future(self) -> BoxFuture<'a, Book> {
        let BookToAdd { server, draft } = self;
        Box::pin(async move {
            catalogue::add(&server.library, server.staff_context(), draft)
                .await
                .expect("the book is added")
                .book
        })
    }
}
