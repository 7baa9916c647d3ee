//! Recommendations: books that people with common borrowings also borrowed, and similar books.

use std::collections::HashMap;
use std::sync::Arc;

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::rating::average_hundredths;
use carrel_domain::circulation::recommendation::{Candidate, Evidence, Reason, rank};
use carrel_domain::users::{Act, UserId};
use carrel_storage::books::{self, Order, Shelf};
use carrel_storage::{Connection, borrowings};

use crate::core::context::Context;
use crate::core::error::Result;
use crate::core::library::Library;

/// The maximum number of the person's borrowings that are read, the latest first.
const HISTORY: i64 = 50;
/// The maximum number of books of the history whose other borrowers are considered.
const SEEDS: usize = 10;
/// The maximum number of candidates from each source.
const FROM_EACH: i64 = 20;

/// A recommended book and why.
#[derive(Debug, Clone)]
pub struct Recommendation {
    pub book: Book,
    pub reason: Reason,
}

/// Recommended books for the person who is signed in, best first. Empty only when there is nothing to recommend.
pub async fn recommendations(
    library: &Library,
    context: &Context,
    limit: u32,
) -> Result<Vec<Recommendation>> {
    let actor = context.require(Act::ReadCatalogue)?;
    let input = Arc::new((actor.user.id, actor.user.current_semester_category.clone()));
    let mut ranked = library
        .database
        .read_long(input, |connection, input| {
            Box::pin(recommend_in(connection, input))
        })
        .await?;
    ranked.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(ranked)
}

/// The evidence for each candidate so far.
#[derive(Default)]
struct Candidates(HashMap<BookId, Vec<Evidence>>);

impl Candidates {
    fn add(&mut self, id: BookId, evidence: Option<Evidence>) {
        self.0.entry(id).or_default().extend(evidence);
    }
}

async fn recommend_in(
    connection: &mut Connection,
    input: &(UserId, Option<String>),
) -> Result<Vec<Recommendation>> {
    let (user_id, semester_category) = (input.0, &input.1);
    let history = borrowings::recent_books_of(connection, user_id, HISTORY).await?;
    let mut candidates = Candidates::default();
    let mut borrowed_counts: HashMap<BookId, i64> = HashMap::new();

    let seed_ids: Vec<BookId> = history.iter().take(SEEDS).map(|past| past.book_id).collect();
    for seed in books::find_many(connection, &seed_ids).await? {
        borrowed_counts.insert(seed.id, seed.borrow_count);
    }
    let mut together = Vec::new();
    for past in history.iter().take(SEEDS) {
        for (id, count) in borrowings::also_borrowed(connection, past.book_id, user_id, FROM_EACH).await? {
            together.push((id, past, count));
        }
    }
    let together_ids: Vec<BookId> = together.iter().map(|(id, ..)| *id).collect();
    for book in find_all(connection, &together_ids).await? {
        borrowed_counts.insert(book.id, book.borrow_count);
    }
    for (id, past, count) in together {
        let borrowers = |id: BookId| count_u32(borrowed_counts.get(&id).copied().unwrap_or(count));
        let evidence = Evidence::BorrowedTogether {
            title: past.title.clone(),
            together: count_u32(count),
            candidate_borrowers: borrowers(id),
            other_borrowers: borrowers(past.book_id),
        };
        candidates.add(id, Some(evidence));
    }
    for past in distinct(history.iter(), |past| &past.author_key) {
        for (id,) in books::by_author(connection, &past.author_key, FROM_EACH).await? {
            candidates.add(
                id,
                Some(Evidence::SameAuthor {
                    author: past.author.clone(),
                }),
            );
        }
    }
    for past in distinct(history.iter(), |past| &past.category) {
        let shelf = Shelf::Category(&past.category);
        for book in books::list(connection, shelf, Order::Popular, FROM_EACH, 0).await? {
            candidates.add(
                book.id,
                Some(Evidence::SameCategory {
                    category: past.category.clone(),
                }),
            );
        }
    }
    if let Some(category) = semester_category {
        for book in books::list(
            connection,
            Shelf::SemesterStudy(category),
            Order::Popular,
            FROM_EACH,
            0,
        )
        .await?
        {
            candidates.add(
                book.id,
                Some(Evidence::SemesterStudy {
                    category: category.clone(),
                }),
            );
        }
    }
    for book in books::list(connection, Shelf::All, Order::Popular, FROM_EACH, 0).await? {
        candidates.add(book.id, None);
    }
    rank_and_fetch(connection, candidates, user_id).await
}

async fn rank_and_fetch(
    connection: &mut Connection,
    candidates: Candidates,
    user_id: UserId,
) -> Result<Vec<Recommendation>> {
    let ids: Vec<BookId> = candidates.0.keys().copied().collect();
    let mut books: HashMap<BookId, Book> = HashMap::new();
    for book in find_all(connection, &ids).await? {
        books.insert(book.id, book);
    }
    let borrowed = borrowings::books_ever_borrowed(connection, user_id).await?;
    let mut facts = Vec::with_capacity(books.len());
    for (book_id, evidence) in candidates.0 {
        let Some(book) = books.get(&book_id) else { continue };
        let already_borrowed = borrowed.contains(&book_id);
        let rating_hundredths = average_hundredths(book.rating_sum, book.rating_count);
        facts.push(Candidate {
            already_borrowed,
            popularity: book.popularity,
            rating_hundredths,
            evidence,
            book_id,
        });
    }
    let ranked = rank(&facts);
    let recommended = ranked.into_iter().filter_map(|recommended| {
        Some(Recommendation {
            book: books.remove(&recommended.book_id)?,
            reason: recommended.reason,
        })
    });
    Ok(recommended.collect())
}

/// Current books with these ids, in any order, each once.
async fn find_all(connection: &mut Connection, ids: &[BookId]) -> Result<Vec<Book>> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    Ok(books::find_many(connection, &ids).await?)
}

/// The first entry for each key, at most five.
fn distinct<'a, T>(entries: impl Iterator<Item = &'a T>, key: impl Fn(&T) -> &String) -> Vec<&'a T> {
    let mut chosen: Vec<&T> = Vec::new();
    for entry in entries {
        if chosen.len() < 5 && !chosen.iter().any(|known| key(known) == key(entry)) {
            chosen.push(entry);
        }
    }
    chosen
}

fn count_u32(count: i64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use carrel_testkit::{Library, TestDatabase, on_both_engines};

    use super::*;

    #[test]
    fn of_the_authors_of_a_history_the_latest_five_are_chosen_each_once() {
        let history = ["a", "b", "a", "c", "d", "e", "f"].map(str::to_owned);
        let chosen = distinct(history.iter(), |author| author);
        assert_eq!(chosen, ["a", "b", "c", "d", "e"]);
    }

    #[test]
    fn a_count_that_is_out_of_range_is_the_greatest() {
        assert_eq!(count_u32(7), 7);
        assert_eq!(count_u32(i64::MAX), u32::MAX);
    }

    /// How many statements the recommendations of a person take.
    async fn statements(library: &Library, user_id: UserId) -> usize {
        library
            .read(&(user_id, None), |connection, input| {
                Box::pin(async move {
                    connection.record_plans();
                    let recommended = recommend_in(connection, input).await?;
                    assert!(!recommended.is_empty());
                    Ok::<_, crate::Error>(connection.take_plans().len())
                })
            })
            .await
            .expect("recommendations")
    }

    on_both_engines!(candidates_are_not_read_one_by_one);
    async fn candidates_are_not_read_one_by_one(database: TestDatabase) {
        let library = Library::new(database);
        let (ada, bob) = (library.user().insert().await, library.user().insert().await);
        let book = async |title: &str| library.book().title(title).copies(2).insert().await;
        let (read, other) = (book("Orlando").await, book("Flush").await);
        for (person, book) in [(&ada, &read), (&bob, &read), (&bob, &other)] {
            library.borrowing(person, book).returned().insert().await;
        }
        let with_few = statements(&library, ada.id).await;
        for number in 0..60 {
            let another = book(&format!("Novel {number}")).await;
            library.borrowing(&bob, &another).returned().insert().await;
        }
        let with_many = statements(&library, ada.id).await;
        assert!(
            with_many <= with_few + 5,
            "{with_few} statements with one candidate, {with_many} with sixty"
        );
    }
}
